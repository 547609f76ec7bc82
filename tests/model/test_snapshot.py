"""Snapshots: made from dicts, compared, looked into, and what they say of themselves."""

import copy
import math
from collections.abc import Hashable
from typing import Any

import attrs
import pytest

from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.model.columns import Bounds, Row
from uidiff.model.snapshot import Snapshot

FLAT: list[dict[str, object]] = [
    {"role": "window", "name": "Mail"},
    {"role": "list", "parent": 0},
    {"role": "listitem", "name": "Alice", "parent": 1},
    {"role": "listitem", "name": "Bob", "parent": 1},
    {"role": "button", "name": "Send", "parent": 0},
    {"role": "dialog", "name": "Save?"},
]
NESTED: list[dict[str, object]] = [
    {
        "role": "window",
        "name": "Mail",
        "children": [
            {
                "role": "list",
                "children": ({"role": "listitem", "name": "Alice"}, {"role": "listitem", "name": "Bob"}),
            },
            {"role": "button", "name": "Send", "children": []},
        ],
    },
    {"role": "dialog", "name": "Save?", "children": None},
]
WHOLE: dict[str, object] = {
    "role": "textbox",
    "name": "Search",
    "value": "tea",
    "description": "in all folders",
    "bounds": [-1, 2, 30, 0],
    "states": {"focused": True, "level": 2},
    "id": "n7",
    "id_stable": True,
    "automation_id": "search",
    "url": "/find",
    "native_role": "Edit",
    "actions": ["focus", "press"],
    "secret": False,
    "unread": True,
    "x-tool": {"deep": [1, 2.5, None]},
}
CIRCUMSTANCES: dict[str, Any] = {
    "app": "Mail",
    "pid": 7,
    "window": "main",
    "title": "Inbox",
    "url": "https://mail.example/inbox",
    "document": "d1",
    "action": "click Send",
    "taken_at": 1700000000.25,
    "platform": "web",
}


def outline(snapshot: Snapshot) -> list[tuple[int, str, str | None]]:
    return [(element.depth, element.role, element.name) for element in snapshot]


# from_dicts: the shape


def test_a_flat_list_keeps_its_order_and_its_parents() -> None:
    snapshot = Snapshot.from_dicts(FLAT)
    assert outline(snapshot) == [
        (0, "window", "Mail"),
        (1, "list", None),
        (2, "listitem", "Alice"),
        (2, "listitem", "Bob"),
        (1, "button", "Send"),
        (0, "dialog", "Save?"),
    ]
    assert snapshot.parents == (-1, 0, 1, 1, 0, -1)


@pytest.mark.parametrize(
    ("given", "same"),
    [
        pytest.param(NESTED, FLAT, id="nested children, a flat list"),
        pytest.param(NESTED[0], NESTED[:1], id="one nested root needs no list around it"),
        pytest.param([{"role": "window", "parent": None}], [{"role": "window"}], id="a null parent is a root"),
        pytest.param(tuple(FLAT), FLAT, id="a tuple is as good as a list"),
    ],
)
def test_elements_may_be_given_in_another_shape(given: Any, same: list[object]) -> None:  # noqa: ANN401
    assert Snapshot.from_dicts(given) == Snapshot.from_dicts(same)


def test_an_empty_list_is_a_snapshot_without_elements() -> None:
    snapshot = Snapshot.from_dicts([], title="Inbox")
    assert (len(snapshot), list(snapshot), snapshot.roots, snapshot.title) == (0, [], (), "Inbox")


def test_every_field_comes_back_as_it_was_given() -> None:
    element = Snapshot.from_dicts([WHOLE])[0]
    assert (element.role, element.native_role) == ("textbox", "Edit")
    assert (element.name, element.value, element.description) == ("Search", "tea", "in all folders")
    assert element.bounds == Bounds(-1, 2, 30, 0)
    assert element.states == {"focused": True, "level": 2}
    assert (element.id, element.id_stable, element.automation_id) == ("n7", True, "search")
    assert (element.url, element.actions) == ("/find", ("focus", "press"))
    assert (element.secret, element.unread) == (False, True)
    assert element.extra == {"x-tool": {"deep": [1, 2.5, None]}}


def test_to_dicts_gives_what_from_dicts_takes_and_leaves_out_what_is_absent() -> None:
    snapshot = Snapshot.from_dicts([{"role": "window"}, {**WHOLE, "parent": 0}])
    root, child = snapshot.to_dicts()
    assert root == {"role": "window"}
    assert child == {
        **{name: value for name, value in WHOLE.items() if name != "secret"},
        "parent": 0,
        "url_digest": "b090fd851707e697",
    }
    assert Snapshot.from_dicts(snapshot.to_dicts()) == snapshot


def test_the_given_objects_may_be_changed_afterwards() -> None:
    nodes = [copy.deepcopy(WHOLE)]
    snapshot = Snapshot.from_dicts(nodes)
    for name in ("bounds", "actions"):
        nodes[0][name].append(5)  # type: ignore[attr-defined]  # lists
    nodes[0]["states"].clear()  # type: ignore[attr-defined]  # a dict
    nodes[0]["x-tool"]["deep"].clear()  # type: ignore[index]  # a dict
    assert snapshot == Snapshot.from_dicts([WHOLE])


@pytest.mark.parametrize(
    ("nodes", "path", "problem"),
    [
        ("button", "$", "expected a list of elements, got str"),
        (b"[]", "$", "expected a list of elements, got bytes"),
        (iter([]), "$", "expected a list of elements, got list_iterator"),
        (None, "$", "expected a list of elements, got NoneType"),
        ([{"role": "a"}, "button"], "$[1]", "expected an object, got str"),
        ([{"role": "a"}, None], "$[1]", "expected an object, got NoneType"),
        ([{"role": "a"}, {5: "b"}], "$[1]", "a key that is no text"),
        ([{"role": "a"}, {"name": "b"}], "$[1]", "no role"),
        ([{"role": "a"}, {"role": None}], "$[1]", "no role"),
        ([{"role": "a", "parent": "0"}], "$[0].parent", "expected an index, got str"),
        ([{"role": "a"}, {"role": "b", "parent": False}], "$[1].parent", "expected an index, got bool"),
        ([{"role": "a"}, {"role": "b", "parent": 0.0}], "$[1].parent", "expected an index, got float"),
        ({"role": "a", "children": "b"}, "$.children", "expected a list of elements, got str"),
        ({"role": "a", "children": {"role": "b"}}, "$.children", "expected a list of elements, got dict"),
        ({"role": "a", "children": [{"name": "b"}]}, "$.children[0]", "no role"),
        ({"role": "a", "children": [7]}, "$.children[0]", "expected an object, got int"),
        (
            [{"role": "a"}, {"role": "b", "children": [{"role": "c"}, {"role": "d", "children": [{"role": 5}]}]}],
            "$[1].children[1].children[0].role",
            "expected null, text, got whole number",
        ),
        (
            [{"role": "a", "children": ""}, {"role": "b", "parent": 0}],
            "$[0].children",
            "expected a list of elements, got str",
        ),
    ],
)
def test_what_is_no_tree_is_refused_with_its_place(nodes: Any, path: str, problem: str) -> None:  # noqa: ANN401
    with pytest.raises(InvalidSnapshot) as caught:
        Snapshot.from_dicts(nodes)
    assert (caught.value.path, caught.value.problem) == (path, problem)
    assert caught.value.cure


@pytest.mark.parametrize(
    ("parents", "wrong"),
    [
        ([None, 0, 2], 2),  # itself
        ([None, 2, 0], 1),  # one that comes later
        ([None, 0, -1], 2),
        ([None, 0, 9], 2),
        ([None, None, 0], 2),  # the branch of 0 is over
        ([None, 0, 0, 1], 3),
    ],
)
def test_parents_out_of_pre_order_are_refused(parents: list[int | None], wrong: int) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        Snapshot.from_dicts([{"role": "group", "parent": parent} for parent in parents])
    assert caught.value.path == f"$[{wrong}].parent"


# circumstances, given to from_dicts


def test_all_circumstances_come_back_as_they_were_given() -> None:
    snapshot = Snapshot.from_dicts([], **CIRCUMSTANCES)
    assert {name: getattr(snapshot, name) for name in CIRCUMSTANCES} == CIRCUMSTANCES


def test_circumstances_that_are_not_given_are_not_known() -> None:
    snapshot = Snapshot.from_dicts([])
    assert {getattr(snapshot, name) for name in CIRCUMSTANCES if name != "platform"} == {None}
    assert (snapshot.platform, snapshot.extra) == ("aria", {})


def test_whole_seconds_are_seconds() -> None:
    snapshot = Snapshot.from_dicts([], taken_at=1700000000)
    assert (type(snapshot.taken_at), snapshot.taken_at) == (float, 1700000000.0)


@pytest.mark.parametrize(
    ("name", "value", "got"),
    [
        ("app", 5, "int"),
        ("window", b"main", "bytes"),
        ("title", ["Inbox"], "list"),
        ("url", 5, "int"),
        ("document", 1.5, "float"),
        ("action", True, "bool"),
        ("pid", "7", "str"),
        ("pid", True, "bool"),
        ("pid", 7.0, "float"),
        ("taken_at", "now", "str"),
        ("taken_at", True, "bool"),
        ("taken_at", math.nan, "float"),
        ("taken_at", math.inf, "float"),
        ("taken_at", 10**400, "int"),
    ],
)
def test_a_circumstance_of_another_type_is_refused(name: str, value: Any, got: str) -> None:  # noqa: ANN401
    with pytest.raises(InvalidSnapshot, match=f"got {got}") as caught:
        Snapshot.from_dicts([], **{name: value})
    assert caught.value.path == f"$.{name}"
    assert caught.value.cure


@pytest.mark.parametrize(("pid", "fits"), [(-1, False), (0, True), (2**32 - 1, True), (2**32, False)])
def test_a_process_id_is_one_of_32_bits(pid: int, fits: bool) -> None:
    if fits:
        assert Snapshot.from_dicts([], pid=pid).pid == pid
    else:
        with pytest.raises(InvalidSnapshot, match=r"\$\.pid: out of range"):
            Snapshot.from_dicts([], pid=pid)


def test_a_platform_that_is_none_is_an_unknown_name_with_a_suggestion() -> None:
    with pytest.raises(UnknownName, match=r"did you mean 'xcuitest'"):
        Snapshot.from_dicts([], platform="xcuitests")


# equality


def test_equal_content_is_equal() -> None:
    assert Snapshot.from_dicts([WHOLE], **CIRCUMSTANCES) == Snapshot.from_dicts([copy.deepcopy(WHOLE)], **CIRCUMSTANCES)


@pytest.mark.parametrize("name", [name for name in WHOLE if name not in {"role", "secret"}])
def test_a_snapshot_differs_from_one_without_a_field(name: str) -> None:
    less = {key: value for key, value in WHOLE.items() if key != name}
    assert Snapshot.from_dicts([WHOLE]) != Snapshot.from_dicts([less])


@pytest.mark.parametrize("name", CIRCUMSTANCES)
def test_a_snapshot_differs_from_one_without_a_circumstance(name: str) -> None:
    less = {key: value for key, value in CIRCUMSTANCES.items() if key != name}
    assert Snapshot.from_dicts([], **CIRCUMSTANCES) != Snapshot.from_dicts([], **less)


def test_the_same_elements_in_another_tree_are_another_snapshot() -> None:
    child = {"role": "b", "parent": 0}
    assert Snapshot.from_dicts([{"role": "a"}, child]) != Snapshot.from_dicts([{"role": "a"}, {"role": "b"}])


def test_a_snapshot_equals_nothing_that_is_no_snapshot() -> None:
    snapshot = Snapshot.from_dicts(FLAT)
    assert snapshot != FLAT
    assert snapshot != list(snapshot)


def test_notes_are_about_one_build_and_do_not_count() -> None:
    mended = Snapshot.from_dicts([{"role": "text", "name": "\ud800"}])
    assert (mended.notes, mended) == ({"replaced surrogates": 1}, Snapshot.from_dicts([{"role": "text", "name": "�"}]))


def test_snapshots_are_unhashable_and_frozen() -> None:
    assert not isinstance(Snapshot.from_dicts([]), Hashable)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Snapshot.from_dicts([]).notes = {}  # type: ignore[misc]  # that is the point


# looking in


@pytest.mark.parametrize(("index", "name"), [(0, "Mail"), (5, "Save?"), (-1, "Save?"), (-6, "Mail")])
def test_an_index_gives_the_element_there(index: int, name: str) -> None:
    snapshot = Snapshot.from_dicts(FLAT)
    assert (snapshot[index].name, snapshot[index].index) == (name, index % 6)


@pytest.mark.parametrize(("nodes", "index"), [(FLAT, 6), (FLAT, -7), (FLAT, 10**30), ([], 0)])
def test_an_index_out_of_range_is_an_index_error(nodes: list[object], index: int) -> None:
    with pytest.raises(IndexError, match=f"of a snapshot of {len(nodes)}"):
        Snapshot.from_dicts(nodes)[index]


def test_iteration_gives_every_element_once_in_order_and_roots_those_without_parent() -> None:
    snapshot = Snapshot.from_dicts(FLAT)
    assert list(snapshot) == [snapshot[index] for index in range(6)]
    assert [root.name for root in snapshot.roots] == ["Mail", "Save?"]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [0, 1, 2, 3, 4, 5]),
        ({"role": "listitem"}, [2, 3]),
        ({"role": "spark-line"}, []),
        ({"name": "Bob"}, [3]),
        ({"name": "bob"}, []),
        ({"name": ""}, []),
        ({"role": "button", "name": "Send"}, [4]),
        ({"role": "button", "name": "Bob"}, []),
    ],
)
def test_find_takes_role_and_exact_name(wanted: dict[str, str], found: list[int]) -> None:
    assert [element.index for element in Snapshot.from_dicts(FLAT).find(**wanted)] == found


def test_find_takes_a_role_in_any_spelling_of_aria() -> None:
    snapshot = Snapshot.from_dicts([{"role": "image"}, {"role": "Button"}])
    assert snapshot.find(role="image") == snapshot.find(role="img") == (snapshot[0],)
    assert snapshot.find(role="BUTTON") == (snapshot[1],)


def test_find_refuses_a_role_that_looks_like_a_slip_of_the_pen() -> None:
    with pytest.raises(UnknownName, match=r"^unknown role 'List Item'; did you mean 'listitem'"):
        Snapshot.from_dicts(FLAT).find(role="List Item")


def test_a_snapshot_with_unread_elements_is_partial() -> None:
    snapshot = Snapshot.from_dicts([{"role": "window"}, {"role": "list", "parent": 0, "unread": True}])
    assert (snapshot.partial, snapshot.unread) == (True, (snapshot[1],))
    whole = Snapshot.from_dicts(FLAT)
    assert (whole.partial, whole.unread) == (False, ())


# notes, repr, digest


def test_notes_count_what_the_builder_mended_by_kind() -> None:
    nodes = [{"role": "text", "name": "\ud800\udc00\udfff"}, {"role": "text", "value": "x" * 70_000, "name": "\udfff"}]
    assert Snapshot.from_dicts(nodes, title="\udfff").notes == {"replaced surrogates": 3, "clipped texts": 1}
    assert Snapshot.from_dicts(FLAT).notes == {}


def test_repr_tells_the_size_and_no_text_of_the_interface() -> None:
    assert repr(Snapshot.from_dicts([WHOLE, {"role": "text"}], title="Inbox")) == "<Snapshot of 2 elements, partial>"
    assert repr(Snapshot.from_dicts(FLAT)) == "<Snapshot of 6 elements>"


def test_the_digest_is_of_all_that_is_saved() -> None:
    snapshot = Snapshot.from_dicts([WHOLE], **CIRCUMSTANCES)
    assert snapshot.digest == Snapshot.from_dicts([WHOLE], **CIRCUMSTANCES).digest
    others = [{key: value for key, value in WHOLE.items() if key != name} for name in WHOLE if name != "role"]
    digests = {Snapshot.from_dicts([other], **CIRCUMSTANCES).digest for other in others}
    assert len(digests | {Snapshot.from_dicts([WHOLE]).digest, snapshot.digest}) == len(WHOLE)  # "secret" is no change


def test_the_digest_is_the_same_on_every_platform() -> None:
    assert Snapshot.from_dicts([WHOLE], **CIRCUMSTANCES).digest == "0f6d280e67a29b54229ec655f77c6718"


def test_parents_at_some_places_are_those_of_all_however_many_are_asked_for() -> None:
    depths = [0, 1, 2, 2, 1, 2, 3, 0, *[1] * 100, 2]
    snapshot = Snapshot.from_rows([Row(depth, "group") for depth in depths])
    for step in (1, 7, 40):
        some = range(0, len(depths), step)
        assert snapshot.parents_at(some) == [snapshot.parents[index] for index in some]
    assert snapshot.parents_at([]) == []
