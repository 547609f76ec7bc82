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


@pytest.mark.parametrize("field", ["name", "value", "description"])
def test_a_text_is_reported_with_both_values(field: str) -> None:
    assert fields({field: "a"}, {field: "b"}) == {field: ("a", "b")}


@pytest.mark.parametrize("field", ["name", "value", "description"])
def test_bad_input_27_absent_and_empty_are_two_things(field: str) -> None:
    assert fields({}, {field: ""}) == {field: (None, "")}
    assert fields({field: ""}, {field: "a"}) == {field: ("", "a")}


def test_a_role_is_reported() -> None:
    assert fields({"role": "button"}, {"role": "switch"}) == {"role": ("button", "switch")}


def test_bounds_are_reported_as_bounds() -> None:
    found = fields({"bounds": [1, 2, 3, 4]}, {"bounds": [1, 20, 3, 4]})
    assert found == {"bounds": (Bounds(1, 2, 3, 4), Bounds(1, 20, 3, 4))}
    assert [type(side) for side in found["bounds"]] == [Bounds, Bounds]


def test_bounds_that_come_or_go_are_reported() -> None:
    assert fields({}, {"bounds": [0, 0, 0, 0]}) == {"bounds": (None, Bounds(0, 0, 0, 0))}
    assert fields({"bounds": [0, 0, 0, 0]}, {}) == {"bounds": (Bounds(0, 0, 0, 0), None)}


def test_actions_are_reported_in_their_order() -> None:
    found = fields({"actions": ["press"]}, {"actions": ["open", "press"]})
    assert found == {"actions": (("press",), ("open", "press"))}
    assert fields({"actions": ["a", "b"]}, {"actions": ["b", "a"]}) == {"actions": (("a", "b"), ("b", "a"))}


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


def test_a_url_that_comes_or_goes_is_reported() -> None:
    assert fields({}, {"url": "/a"}) == {"url": (None, "/a")}
    assert fields({"url": "/a?t=1"}, {}) == {"url": ("/a?t=…", None)}


def test_the_same_url_is_no_change() -> None:
    assert fields({"url": "/a?token=1"}, {"url": "/a?token=1"}) == {}


# states


@pytest.mark.parametrize("name", sorted(BOOLEAN_STATES))
def test_a_boolean_state_that_is_absent_is_false(name: str) -> None:
    assert states({}, {name: True}) == {name: (False, True)}
    assert states({name: True}, {}) == {name: (True, False)}
    assert states({name: False}, {}) == {}


@pytest.mark.parametrize("name", sorted(THREE_VALUED_STATES))
def test_a_three_valued_state_that_is_absent_is_not_false(name: str) -> None:
    assert states({}, {name: False}) == {name: (None, False)}
    assert states({name: False}, {name: True}) == {name: (False, True)}
    assert states({name: True}, {}) == {name: (True, None)}


@pytest.mark.parametrize("name", ["checked", "pressed"])
def test_mixed_is_a_value_of_its_own(name: str) -> None:
    assert states({name: "mixed"}, {name: True}) == {name: ("mixed", True)}


def test_invalid_may_be_a_word() -> None:
    assert states({"invalid": True}, {"invalid": "spelling"}) == {"invalid": (True, "spelling")}


@pytest.mark.parametrize("name", sorted(NUMBER_STATES))
def test_a_number_that_is_absent_is_none(name: str) -> None:
    assert states({}, {name: 0}) == {name: (None, 0)}
    assert states({name: 1}, {name: 2.5}) == {name: (1, 2.5)}


def test_a_number_is_the_same_as_a_whole_or_a_broken_one() -> None:
    assert states({"level": 2}, {"level": 2.0}) == {}


def test_a_state_in_words_that_is_absent_is_none() -> None:
    assert states({}, {"valuetext": "half"}) == {"valuetext": (None, "half")}
    assert states({"valuetext": ""}, {"valuetext": "half"}) == {"valuetext": ("", "half")}


def test_a_state_of_the_platforms_own_is_reported() -> None:
    assert states({"live": "polite"}, {"live": "assertive"}) == {"live": ("polite", "assertive")}


def test_each_state_is_a_field_of_its_own() -> None:
    assert states({"focused": True, "level": 1}, {"selected": True, "level": 1}) == {
        "focused": (True, False),
        "selected": (False, True),
    }


# normalisation and white space


@pytest.mark.parametrize("field", ["name", "value", "description"])
def test_bad_input_21_another_normalisation_is_no_change(field: str) -> None:
    assert fields({field: "caf\u00e9"}, {field: "cafe\u0301"}) == {}


@pytest.mark.parametrize("field", ["name", "value", "description"])
def test_white_space_is_a_change(field: str) -> None:
    assert fields({field: "a b"}, {field: "a  b"}) == {field: ("a b", "a  b")}
    assert fields({field: "a"}, {field: "a "}) == {field: ("a", "a ")}


def test_another_case_is_a_change() -> None:
    assert fields({"name": "save"}, {"name": "Save"}) == {"name": ("save", "Save")}


def test_invisible_characters_are_a_change_of_what_stays_the_same_element() -> None:
    assert fields({"name": "Save"}, {"name": "Sa\u200bve"}) == {"name": ("Save", "Sa\u200bve")}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param({"states": {"valuetext": "caf\u00e9"}}, {"states": {"valuetext": "cafe\u0301"}}, id="state"),
        pytest.param({"actions": ["caf\u00e9"]}, {"actions": ["cafe\u0301"]}, id="action"),
    ],
)
def test_bad_input_21_another_normalisation_of_other_texts_is_no_change(before: Node, after: Node) -> None:
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
