"""What counts as a change of an element that stayed (spec/definitions#3-what-is-compared and #4-states), and what is
only carried.
"""

from collections.abc import Mapping

import pytest

from tests.outline import outline, said
from uidiff import Bounds, Snapshot, TreeDiff, diff
from uidiff.model.states import BOOLEAN_STATES, NUMBER_STATES, THREE_VALUED_STATES

Node = Mapping[str, object]


def changes(before: Node, after: Node, *, ignore: tuple[str, ...] = ()) -> TreeDiff:
    """What changed of one element."""
    one, other = (Snapshot.from_dicts([{"role": "button", **node}]) for node in (before, after))
    return diff(one, other, matcher="id", ignore=ignore)


def fields(before: Node, after: Node) -> dict[str, tuple[object, object]]:
    """The fields of the one record, {} where nothing is reported."""
    delta = changes(before, after)
    assert bool(delta) is bool(delta.changed)
    assert delta.unchanged_count == 1 - len(delta.changed)
    return dict(delta.changed[0].fields) if delta.changed else {}


def states(before: Node, after: Node) -> dict[str, tuple[object, object]]:
    return fields({"states": before}, {"states": after})


# fields that are compared


TEXTS = ("name", "value", "description")
EMPTY = Bounds(0, 0, 0, 0)


@pytest.mark.parametrize(
    ("field", "before", "after"),
    [
        *((field, "a", "b") for field in TEXTS),
        *(
            pytest.param(field, *pair, id=f"bad_input_27 {field}")
            for field in TEXTS
            for pair in ((None, ""), ("", "a"))
        ),
        *((field, *pair) for field in TEXTS for pair in (("a b", "a  b"), ("a", "a "))),
        ("name", "save", "Save"),
        ("name", "Save", "Sa\u200bve"),
        ("role", "button", "switch"),
        ("bounds", Bounds(1, 2, 3, 4), Bounds(1, 20, 3, 4)),
        ("bounds", None, EMPTY),
        ("bounds", EMPTY, None),
        ("actions", ("press",), ("open", "press")),
        ("actions", ("a", "b"), ("b", "a")),
        ("url", None, "/a"),
        ("url", "/a", None),
    ],
)
def test_a_field_is_reported_with_both_values(field: str, before: object, after: object) -> None:
    given = (
        {} if value is None else {field: [*value] if isinstance(value, tuple) else value} for value in (before, after)
    )
    found = fields(*given)
    assert found == {field: (before, after)}
    assert [type(value) for value in found[field]] == [type(before), type(after)]


def test_all_changes_of_an_element_are_one_record() -> None:
    before = outline('textbox "Search" focused {"value": "a", "url": "/a"}')
    after = outline('searchbox "Find" {"value": "b", "url": "/b", "states": {"invalid": true}}')
    (record,) = diff(before, after, matcher="id").changed
    assert dict(record.fields) == {
        "role": ("textbox", "searchbox"),
        "name": ("Search", "Find"),
        "value": ("a", "b"),
        "url": ("/a", "/b"),
        "focused": (True, False),
        "invalid": (None, True),
    }


def test_records_stand_in_document_order() -> None:
    before = outline('button "A" {"id": "a"}\nbutton "B" {"id": "b"}\nbutton "C" {"id": "c"}')
    after = outline('button "C2" {"id": "c"}\nbutton "A2" {"id": "a"}\nbutton "B2" {"id": "b"}')
    assert [record.after.name for record in diff(before, after, matcher="id").changed] == ["C2", "A2", "B2"]


# URLs


def test_a_url_is_reported_as_it_may_be_shown() -> None:
    found = fields({"url": "https://a.test/x?page=1"}, {"url": "https://a.test/y?page=2"})
    assert found == {"url": ("https://a.test/x?page=…", "https://a.test/y?page=…")}


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("https://a.test/?token=1", "https://a.test/?token=2", "https://a.test/?token=…"),
        ("https://a.test/#one", "https://a.test/#two", "https://a.test/#…"),
        ("https://ann:1@a.test/", "https://ann:2@a.test/", "https://…@a.test/"),
        ("data:text/plain,one", "data:text/plain,two", "data:…"),
    ],
)
def test_bad_input_48_a_change_in_the_hidden_part_of_a_url_is_seen_but_not_shown(
    before: str,
    after: str,
    shown: str,
) -> None:
    assert fields({"url": before}, {"url": after}) == {"url": (shown, shown)}


def test_the_same_url_is_no_change() -> None:
    assert fields({"url": "/a?token=1"}, {"url": "/a?token=1"}) == {}


# states


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        *((name, *pair) for name in sorted(BOOLEAN_STATES) for pair in ((False, True), (True, False))),
        *(
            (name, *pair)
            for name in sorted(THREE_VALUED_STATES)
            for pair in ((None, False), (False, True), (True, None))
        ),
        ("checked", "mixed", True),
        ("pressed", "mixed", True),
        ("invalid", True, "spelling"),
        *((name, *pair) for name in sorted(NUMBER_STATES) for pair in ((None, 0), (1, 2.5))),
        ("valuetext", None, "half"),
        ("valuetext", "", "half"),
        ("live", "polite", "assertive"),
    ],
)
def test_a_state_is_reported_with_both_values(name: str, before: object, after: object) -> None:
    absent = False if name in BOOLEAN_STATES else None
    one, other = ({} if value is absent else {name: value} for value in (before, after))
    assert states(one, other) == {name: (before, after)}


@pytest.mark.parametrize("name", sorted(BOOLEAN_STATES))
def test_a_boolean_state_that_is_absent_is_false(name: str) -> None:
    assert states({name: False}, {}) == {}


def test_a_number_is_the_same_as_a_whole_or_a_broken_one() -> None:
    assert states({"level": 2}, {"level": 2.0}) == {}


def test_each_state_is_a_field_of_its_own() -> None:
    assert states({"focused": True, "level": 1}, {"selected": True, "level": 1}) == {
        "focused": (True, False),
        "selected": (False, True),
    }


# normalisation, long texts


@pytest.mark.parametrize(
    ("before", "after"),
    [
        *(pytest.param({field: "caf\u00e9"}, {field: "cafe\u0301"}, id=field) for field in TEXTS),
        pytest.param({"states": {"valuetext": "caf\u00e9"}}, {"states": {"valuetext": "cafe\u0301"}}, id="state"),
        pytest.param({"actions": ["caf\u00e9"]}, {"actions": ["cafe\u0301"]}, id="action"),
    ],
)
def test_bad_input_21_another_normalisation_is_no_change(before: Node, after: Node) -> None:
    assert fields(before, after) == {}


def test_bad_input_23_a_difference_behind_the_cut_is_a_change() -> None:
    found = fields({"value": "x" * 70_000 + "a"}, {"value": "x" * 70_000 + "b"})
    assert [len(str(side)) for side in found["value"]] == [65_536, 65_536]
    assert found["value"][0] != found["value"][1]


# what is carried, never reported


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param({"id": "1", "role": "link"}, {"role": "link"}, id="id"),
        pytest.param({"id_stable": True}, {}, id="id_stable"),
        pytest.param({"automation_id": "a"}, {"automation_id": "b"}, id="automation_id"),
        pytest.param({"native_role": "AXButton"}, {"native_role": "push button"}, id="native_role"),
        pytest.param({"unread": True}, {}, id="unread"),
        pytest.param({"tooltip": "a"}, {"tooltip": "b"}, id="unknown keys"),
        pytest.param({"secret": True}, {}, id="secret"),
    ],
)
def test_what_is_carried_is_not_reported(before: Node, after: Node) -> None:
    one, other = (Snapshot.from_dicts([{"role": "button", **node}]) for node in (before, after))
    delta = diff(one, other, matcher="name-role-parent")
    assert said(delta) == []
    assert delta.unchanged_count == 1
    assert not delta
    assert delta.apply(one) == other != one


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param({"taken_at": 1.0}, {"taken_at": 2.0}, id="taken_at"),
        pytest.param({"pid": 1}, {"pid": 2}, id="pid"),
        pytest.param({"app": "Mail"}, {"app": "Notes"}, id="app"),
        pytest.param({"window": "main"}, {"window": "other"}, id="window"),
        pytest.param({"action": "press"}, {}, id="action"),
        pytest.param({"platform": "uia"}, {"platform": "ax"}, id="platform"),
    ],
)
def test_circumstances_that_are_carried_are_not_reported(before: dict, after: dict) -> None:
    one, other = (Snapshot.from_dicts([{"role": "x-button"}], **given) for given in (before, after))
    delta = diff(one, other)
    assert said(delta) == []
    assert delta.apply(one) == other != one


def test_a_secret_that_changed_is_not_shown_and_not_reported_by_a_bare_diff() -> None:
    before = outline('textbox "Password" secret {"value": "hunter2"}')
    after = outline('textbox "Password" secret {"value": "hunter3"}')
    assert said(diff(before, after)) == []
