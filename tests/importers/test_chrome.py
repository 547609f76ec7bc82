"""Dumps of Chromium's accessibility tree: the forms that they come in, what becomes of a node, and what is refused."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import uidiff
from uidiff import Limits, Snapshot
from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.chrome import ChromeImporter
from uidiff.model.files import Line
from uidiff.testing import HOSTILE_TEXTS
from uidiff.text import replace_surrogates

DUMP = (Path(__file__).parent / "fixtures" / "chrome.json").read_bytes()


def imported(value: object, *, limits: Limits | None = None) -> Snapshot:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    lines = iter([Line(number, line, ended=True) for number, line in enumerate(data.split(b"\n"), start=1)])
    (snapshot,) = ChromeImporter().snapshots(lines, limits=limits or Limits(), redact=None)
    return snapshot


def node(
    number: int,
    role: str = "button",
    *,
    below: tuple[int, ...] = (),
    above: int | None = None,
    **more: Any,  # noqa: ANN401  # JSON
) -> Any:  # noqa: ANN401  # JSON
    """A node as the protocol says it; texts are given plainly."""
    texts = {key: {"type": "computedString", "value": more.pop(key)} for key in ("name", "value") if key in more}
    states = [
        {"name": key, "value": {"type": "boolean", "value": value}} for key, value in more.pop("states", {}).items()
    ]
    parent = {} if above is None else {"parentId": str(above)}
    return {
        "nodeId": str(number),
        "ignored": False,
        "role": {"type": "role", "value": role},
        "properties": states,
        "childIds": [str(child) for child in below],
        "backendDOMNodeId": number,
        **texts,
        **parent,
        **more,
    }


def test_a_dump_of_a_real_page_is_its_tree() -> None:
    snapshot = imported(DUMP)
    assert (snapshot.title, snapshot.url, snapshot.platform) == ("Shop", "about:blank", "web")
    assert len(snapshot.roots) == 1
    (mail,) = snapshot.find(role="textbox", name="Email")
    assert (mail.value, mail.states["required"], mail.parent and mail.parent.parent and mail.parent.parent.role) == (
        "ada@example.org",
        True,
        "form",
    )
    (amount,) = snapshot.find(role="slider")
    assert amount.value == "0.3"  # and not 0.30000001192092896
    (link,) = snapshot.find(role="link")
    assert (link.url, link.name) == ("https://example.org/help?token=…", "Help")
    (more,) = snapshot.find(role="button", name="More")
    assert dict(more.states) == {"expanded": False, "focusable": True, "haspopup": "menu"}
    (option,) = snapshot.find(role="option", name="Large")
    assert option.states["selected"] is True
    assert not any(element.id_stable for element in snapshot)
    assert not snapshot.find(name="nobody hears this")
    assert {element.native_role for element in snapshot} >= {"RootWebArea", "StaticText", "MenuListPopup"}
    assert "InlineTextBox" not in {element.native_role for element in snapshot}


def test_a_date_is_one_node_and_an_open_picker_is_below_it() -> None:
    ignored = {"ignored": True, "ignoredReasons": [{"name": "uninteresting", "value": {"type": "boolean"}}]}
    dump = [
        node(1, "RootWebArea", below=(2,)),
        node(2, "Date", above=1, below=(3, 6), name="When", value="2024-01-15", states={"focusable": True}),
        node(3, "none", above=2, below=(4, 5), **ignored),
        node(4, "spinbutton", above=3, name="Month Month", value=1, states={"focused": True}),
        node(5, "button", above=3, name="Show date picker"),
        node(6, "group", above=2, below=(7,)),
        node(7, "button", above=6, name="Today"),
    ]
    snapshot = imported(dump)
    assert [element.role for element in snapshot] == ["document", "textbox", "group", "button"]
    (field,) = snapshot.find(role="textbox")
    assert (field.value, dict(field.states)) == ("2024-01-15", {"focusable": True, "focused": True})


def test_the_marker_of_an_item_without_a_role_is_one_and_other_generated_texts_are_texts() -> None:
    def reason(name: str) -> dict[str, object]:
        return {"ignored": True, "ignoredReasons": [{"name": name, "value": {"type": "boolean", "value": True}}]}

    dump = [
        node(1, "RootWebArea", below=(2,)),
        node(2, "none", above=1, below=(3, 5, 7), **reason("presentationalRole")),
        node(3, "none", above=2, below=(4,), **reason("presentationalRole")),
        node(4, "StaticText", above=3, name="1. "),
        node(5, "none", above=2, below=(6,), **reason("uninteresting")),
        node(6, "StaticText", above=5, name="New: "),
        node(7, "StaticText", above=2, name="Lamp"),
    ]
    for generated in (3, 5):
        del dump[generated]["backendDOMNodeId"]
    roles = [(element.role, element.name) for element in imported(dump) if element.depth]
    assert roles == [("list-marker", "1. "), ("text", "New: "), ("text", "Lamp")]


@pytest.mark.parametrize("reasons", [5, [5], [{}], None])
def test_reasons_to_ignore_a_node_that_make_no_sense_are_none(reasons: object) -> None:
    dump = [
        node(1, "RootWebArea", below=(2,)),
        node(2, "none", above=1, below=(3,), ignored=True, ignoredReasons=reasons),
        node(3, "StaticText", above=2, name="• "),
    ]
    del dump[2]["backendDOMNodeId"]
    assert [element.role for element in imported(dump)] == ["document", "text"]


def test_a_password_is_hidden_with_its_length() -> None:
    (field,) = imported(DUMP).find(role="textbox", name="Password")
    assert (field.secret, field.value) == (True, "[redacted]")
    assert "\u2022" * 3 not in uidiff.dumps(imported(DUMP))


def test_what_is_in_a_frame_is_in_no_dump_but_its_own() -> None:
    assert [element.role for element in imported(DUMP).unread] == ["iframe"]


def test_the_answer_the_message_and_the_bare_list_are_the_same_tree() -> None:
    answer = json.loads(DUMP)
    expected = imported(DUMP)
    for value in (answer, answer["nodes"], {"result": answer}, {"id": 7, "result": answer, "sessionId": "x"}):
        assert imported(value) == expected
        assert ChromeImporter().sniff(json.dumps(value).encode()[:8192]) == 1
    assert imported(json.dumps(answer, indent=2).encode()) == expected


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"{",
        b"[]",
        b'{"nodes": []}',
        b'- button "nodeId"',
        b'{"elements": [{"i": 0}]}',
        b'{"format": "uidiff/snapshot"}',
    ],
)
def test_other_files_are_not_of_its_format(head: bytes) -> None:
    assert ChromeImporter().sniff(head) == 0


def test_what_is_below_an_ignored_node_hangs_under_the_nearest_that_says_something() -> None:
    nodes = [
        node(1, "RootWebArea", below=(2, 5)),
        node(2, below=(3, 4), above=1, ignored=True),
        node(3, name="a", above=2),
        node(4, name="b", above=2),
        node(5, name="c", above=1),
    ]
    assert [(element.depth, element.name) for element in imported(nodes)] == [(0, None), (1, "a"), (1, "b"), (1, "c")]


def test_a_tree_of_a_million_brackets_or_a_hundred_thousand_levels_is_read_without_recursion() -> None:
    many = 5_000
    nodes = [node(index, "group", below=(index + 1,), above=index - 1) for index in range(1, many)]
    nodes.append(node(many, "group", above=many - 1))
    assert imported(nodes)[many - 1].depth == many - 1
    with pytest.raises(LimitExceeded):
        imported(nodes, limits=Limits(max_depth=200))
    with pytest.raises(LimitExceeded):
        imported(b"[" * 1_000_000)


def test_children_that_a_dump_names_and_does_not_have_were_not_read() -> None:
    nodes = [node(1, "RootWebArea", below=(2,)), node(2, "list", below=(3, 4), above=1), node(3, "listitem", above=2)]
    snapshot = imported(nodes)
    assert [element.role for element in snapshot.unread] == ["list"]
    hidden = [node(1, "RootWebArea", below=(2,)), node(2, below=(9,), above=1, ignored=True)]
    assert [element.role for element in imported(hidden).unread] == ["document"]


@pytest.mark.parametrize("text", [text for texts in HOSTILE_TEXTS.values() for text in texts], ids=ascii)
def test_hostile_texts_come_in_as_they_are(text: str) -> None:
    snapshot = imported([node(1, name=text, value=text)])
    expected = replace_surrogates(text)[0] or None
    assert (snapshot[0].name, snapshot[0].value) == (expected, expected)


def test_a_node_without_role_or_with_a_strange_one_is_unknown() -> None:
    nameless = node(1)
    del nameless["role"]
    assert imported([nameless])[0].role in {"none", "unknown"}
    assert imported([node(1, "btn] x\n+ [")])[0].role == "unknown"


BROKEN: list[tuple[Any, str]] = [
    ({}, "$"),
    ({"nodes": {}}, "$.nodes"),
    ({"nodes": []}, "$.nodes"),
    ("nodes", "$"),
    ([1], "$[0]"),
    ([{}], "$[0]"),
    ([node(1, nodeId=1)], "$[0].nodeId"),
    ([node(1) | {"role": "button"}], "$[0].role"),
    ([node(1) | {"role": {"value": 5}}], "$[0].role.value"),
    ([node(1) | {"name": {"value": ["x"]}}], "$[0].name.value"),
    ([node(1) | {"value": {"value": True}}], "$[0].value"),
    ([node(1) | {"childIds": [2]}], "$[0].childIds[0]"),
    ([node(1) | {"properties": [{"name": "focused"}]}], "$[0].properties[0]"),
    ([node(1, states={"checked": ["x"]})], "$[0].properties[0].value.value"),
    ([node(1, states={"checked": "perhaps"})], "$[0].properties"),
    ([node(1), node(1, name="another")], "$[1].nodeId"),
    ([node(1, below=(2,)), node(2, above=1), node(3, above=2)], "$[2].parentId"),
    ([node(1, above=2, below=(2,)), node(2, above=1, below=(1,))], "$[0].parentId"),
]


@pytest.mark.parametrize(("value", "path"), BROKEN)
def test_what_does_not_fit_is_refused_with_its_place(value: object, path: str) -> None:
    with pytest.raises(InvalidSnapshot) as error:
        imported(value)
    assert error.value.path == path


def test_a_node_is_handed_out_once_even_if_two_call_it_theirs() -> None:
    nodes = [node(1, "RootWebArea", below=(2, 3)), node(2, above=1, below=(3,)), node(3, above=1)]
    assert len(imported(nodes)) == 3


def test_the_dump_is_not_changed() -> None:
    value = json.loads(DUMP)
    kept = copy.deepcopy(value)
    imported(value)
    assert value == kept


def test_two_dumps_of_a_page_are_told_apart_by_their_elements() -> None:
    value = json.loads(DUMP)
    for each in value["nodes"]:
        if each.get("name", {}).get("value") == "Help":
            each["name"]["value"] = "Contact"
    delta = uidiff.diff(imported(DUMP), imported(value))
    assert {tuple(record.fields) for record in delta.changed} == {("name",)}
    assert not delta.added
    assert not delta.removed
