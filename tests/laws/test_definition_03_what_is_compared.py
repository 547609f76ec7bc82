"""spec/definitions#3-what-is-compared: what is compared is reported, each field by its name; what is only carried is
not, yet applies.
"""

from typing import Any

import pytest

from tests.laws import common
from uidiff import Bounds, Circumstances, Matching, Row, Snapshot, TreeDiff, diff

BASE = Row(
    depth=1,
    role="textbox",
    name="Caf\u00e9",
    value="caf\u00e9",
    description="\u00e9",
    bounds=(1, 2, 3, 4),
    states={"level": 1, "checked": False, "haspopup": "menu"},
    id="7",
    url="/a?b=1",
    native_role="AXTextField",
    actions=("press",),
    extra={"x": 1},
)
CIRCUMSTANCES = {
    "app": "Mail",
    "pid": 1,
    "window": "w",
    "title": "t",
    "url": "/u?k=1",
    "document": "d",
    "taken_at": 1.0,
}


def snapshot(circumstances: dict[str, Any] | None = None, **cells: Any) -> Snapshot:  # noqa: ANN401  # any cell
    rows = [Row(depth=0, role="window"), BASE._replace(**cells), Row(depth=1, role="button", name="OK")]
    known = Circumstances(**{**CIRCUMSTANCES, **(circumstances or {})})
    return Snapshot.from_rows(rows, circumstances=known)


def both_ways(before: Snapshot, after: Snapshot) -> list[TreeDiff]:
    """The deltas there and back, with elements paired by their places, applied, also after JSON."""
    assert before != after
    deltas = []
    for one, other in (before, after), (after, before):
        delta = diff(one, other, matcher=Matching.identity(len(one)))
        assert delta.apply(one) == other
        assert TreeDiff.from_dict(delta.to_dict()).apply(one) == other
        deltas.append(delta)
    return deltas


CARRIED: dict[str, dict[str, Any]] = {
    "id": {"id": "8"},
    "no id": {"id": None},
    "id_stable": {"id_stable": True},
    "automation_id": {"automation_id": "save"},
    "native_role": {"native_role": "edit"},
    "no native_role": {"native_role": None},
    "name in another normalisation": {"name": "Cafe\u0301"},
    "value in another normalisation": {"value": "cafe\u0301"},
    "description in another normalisation": {"description": "e\u0301"},
    "extra": {"extra": {"x": 2}},
    "no extra": {"extra": None},
    "keys of extra": {"extra": {"y": {"z": [1]}, "x": 1}},
    "unread": {"unread": True},
}


@pytest.mark.parametrize("name", CARRIED)
def test_definition_3_what_is_only_carried_is_not_reported(name: str) -> None:
    for delta in both_ways(snapshot(), snapshot(**CARRIED[name])):
        assert not delta
        assert common.reported(delta) == [{}, 3]


def test_definition_3_that_a_field_without_text_is_secret_is_not_reported() -> None:
    without_text = {"name": None, "value": None, "description": None, "states": None, "extra": None}
    for delta in both_ways(snapshot(**without_text), snapshot(**without_text, secret=True)):
        assert not delta


@pytest.mark.parametrize(
    "other",
    [{"taken_at": 2.0}, {"pid": 2}, {"app": "Post"}, {"window": None}, {"action": "press"}, {"extra": '{"zoom": 2}'}],
    ids=str,
)
def test_definition_3_circumstances_that_are_only_carried_are_not_reported(other: dict[str, Any]) -> None:
    for delta in both_ways(snapshot(), snapshot(other)):
        assert not delta


COMPARED: dict[str, tuple[dict[str, Any], dict[str, tuple[object, object]]]] = {
    "role": ({"role": "button"}, {"role": ("textbox", "button")}),
    "name": ({"name": "Tea"}, {"name": ("Caf\u00e9", "Tea")}),
    "no name": ({"name": None}, {"name": ("Caf\u00e9", None)}),
    "empty name": ({"name": ""}, {"name": ("Caf\u00e9", "")}),
    "case of the name": ({"name": "caf\u00e9"}, {"name": ("Caf\u00e9", "caf\u00e9")}),
    "white space in the name": ({"name": "Caf\u00e9 "}, {"name": ("Caf\u00e9", "Caf\u00e9 ")}),
    "value": ({"value": "x"}, {"value": ("caf\u00e9", "x")}),
    "description": ({"description": "x"}, {"description": ("\u00e9", "x")}),
    "url": ({"url": "/c"}, {"url": ("/a?b=\u2026", "/c")}),
    "no url": ({"url": None}, {"url": ("/a?b=\u2026", None)}),
    "url in what is hidden of it": ({"url": "/a?b=2"}, {"url": ("/a?b=\u2026", "/a?b=\u2026")}),
    "bounds": ({"bounds": (1, 2, 3, 5)}, {"bounds": (Bounds(1, 2, 3, 4), Bounds(1, 2, 3, 5))}),
    "no bounds": ({"bounds": None}, {"bounds": (Bounds(1, 2, 3, 4), None)}),
    "actions": ({"actions": ()}, {"actions": (("press",), ())}),
    "order of actions": ({"actions": ("a", "press")}, {"actions": (("press",), ("a", "press"))}),
    "a number": ({"states": {"level": 2, "checked": False, "haspopup": "menu"}}, {"level": (1, 2)}),
    "a text": ({"states": {"level": 1, "checked": False, "haspopup": "tree"}}, {"haspopup": ("menu", "tree")}),
    "three-valued": ({"states": {"level": 1, "checked": "mixed", "haspopup": "menu"}}, {"checked": (False, "mixed")}),
    "absent is not false": ({"states": {"level": 1, "haspopup": "menu"}}, {"checked": (False, None)}),
    "absent is false": (
        {"states": {"level": 1, "checked": False, "haspopup": "menu", "focused": True}},
        {"focused": (False, True)},
    ),
    "all states": (
        {"states": {"busy": True}},
        {"busy": (False, True), "checked": (False, None), "haspopup": ("menu", None), "level": (1, None)},
    ),
    "name and role": ({"name": "a", "role": "row"}, {"role": ("textbox", "row"), "name": ("Caf\u00e9", "a")}),
}


@pytest.mark.parametrize("name", COMPARED)
def test_definition_3_what_is_compared_is_reported_by_its_name(name: str) -> None:
    cells, fields = COMPARED[name]
    there, back = both_ways(snapshot(), snapshot(**cells))
    assert common.reported(there) == [{}, 2, ("Changed", 1, 1, "window", fields)]
    assert common.reported(back) == [{}, 2, ("Changed", 1, 1, "window", {k: (b, a) for k, (a, b) in fields.items()})]
    assert list(there.changed[0].fields) == list(fields)
    assert not diff(there.before, there.after, matcher=there.matching, ignore=fields)
    assert there.changed[0].before.role == "textbox"


@pytest.mark.parametrize("state", common.STATES)
def test_definition_3_every_state_is_compared(state: str) -> None:
    words = {"checked": "mixed", "invalid": "grammar", "valuetext": "x", "haspopup": "menu", "autocomplete": "on"}
    other = words.get(state)
    value: object = other or (3 if state in {"level", "posinset", "setsize", "valuemax", "valuemin"} else True)
    texts = {"name": None, "value": None, "description": None, "extra": None}  # which "protected" would hide
    there, back = both_ways(snapshot(**texts, states=None), snapshot(**texts, states={state: value}))
    absent = False if isinstance(value, bool) and state not in {"pressed", "expanded"} else None
    assert [dict(record.fields) for record in there.changed] == [{state: (absent, value)}]
    assert [dict(record.fields) for record in back.changed] == [{state: (value, absent)}]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"title": "t2"}, {"title": ("t", "t2")}),
        ({"title": None}, {"title": ("t", None)}),
        ({"url": "/v"}, {"url": ("/u?k=\u2026", "/v")}),
        ({"url": "/u?k=2"}, {"url": ("/u?k=\u2026", "/u?k=\u2026")}),
        ({"document": "d2"}, {"document": ("d", "d2")}),
    ],
)
def test_definition_3_title_url_and_document_are_circumstances(
    other: dict[str, Any],
    said: dict[str, tuple[object, object]],
) -> None:
    there, back = both_ways(snapshot(), snapshot(other))
    assert there
    assert common.reported(there) == [said, 3]
    assert common.reported(back) == [{name: (after, before) for name, (before, after) in said.items()}, 3]
    assert not diff(there.before, there.after, ignore=said)


def test_definition_3_an_empty_url_is_compared_by_itself_alone() -> None:
    before = Snapshot.from_rows([Row(0, "link", "a", url=""), Row(0, "link", "b")])
    after = Snapshot.from_rows([Row(0, "link", "a", url=""), Row(0, "link", "b", url="/c")])
    assert [record.after.index for record in diff(before, after).changed] == [1]
