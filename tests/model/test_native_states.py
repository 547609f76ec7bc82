"""States as Chromium and AT-SPI record them, converted to the vocabulary of spec/definitions#4-states."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff.model.native_states import ATSPI_CHECKABLE_ROLES, ATSPI_TOGGLE_ROLES, atspi_states, chromium_states
from uidiff.model.states import BOOLEAN_STATES, NUMBER_STATES, THREE_VALUED_STATES, canonical_states

NAMES = [*BOOLEAN_STATES, *THREE_VALUED_STATES, *NUMBER_STATES, "haspopup", "live", "orientation", "valuetext"]
FLAGS = [
    "busy", "checkable", "checked", "collapsed", "editable", "enabled", "expandable", "expanded", "focusable",
    "focused", "has_popup", "horizontal", "indeterminate", "invalid_entry", "modal", "multi_line", "multiselectable",
    "pressed", "read_only", "required", "selectable", "selected", "sensitive", "showing", "transient", "vertical",
    "visible",
]  # fmt: skip

names = st.sampled_from([*NAMES, "hidden", "hasPopup", "multiline"])
values = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["true", "mixed", "menu"])
)
flags = st.sets(st.sampled_from(FLAGS))

USABLE = {"enabled", "sensitive", "showing", "visible"}
"""The flags of a node that is neither disabled nor off screen."""


# Chromium


@pytest.mark.parametrize("name", sorted(BOOLEAN_STATES))
@pytest.mark.parametrize("value", [True, "true"])
def test_a_boolean_is_a_real_one(name: str, value: object) -> None:
    assert chromium_states({name: value}) == {name: True}


@pytest.mark.parametrize("name", sorted(BOOLEAN_STATES))
@pytest.mark.parametrize("value", [False, "false"])
def test_a_false_boolean_is_absent(name: str, value: object) -> None:
    assert chromium_states({name: value}) == {}


@pytest.mark.parametrize("value", ["plaintext", "richtext"])
def test_both_kinds_of_editable_are_editable(value: str) -> None:
    assert chromium_states({"editable": value}) == {"editable": True}


def test_hidden_is_offscreen() -> None:
    assert chromium_states({"hidden": True}) == {"offscreen": True}


@pytest.mark.parametrize("name", ["checked", "pressed"])
@pytest.mark.parametrize(
    ("value", "state"),
    [("true", True), ("false", False), (True, True), (False, False), ("mixed", "mixed")],
)
def test_checked_and_pressed_have_three_values(name: str, value: object, state: object) -> None:
    assert chromium_states({name: value}) == {name: state}


@pytest.mark.parametrize(("value", "state"), [(True, True), (False, False), ("true", True), ("false", False)])
def test_expanded_is_true_or_false(value: object, state: object) -> None:
    assert chromium_states({"expanded": value}) == {"expanded": state}


@pytest.mark.parametrize(
    ("value", "state"),
    [("true", True), ("false", False), ("spelling", "spelling"), ("grammar", "grammar"), ("Not a number!", True)],
)
def test_invalid_is_a_boolean_or_a_token(value: str, state: object) -> None:
    assert chromium_states({"invalid": value}) == {"invalid": state}


@pytest.mark.parametrize("name", sorted(NUMBER_STATES))
@pytest.mark.parametrize(("value", "number"), [(2, 2), (2.0, 2), (-0.5, -0.5), (0, 0)])
def test_numbers_are_int_where_whole(name: str, value: float, number: float) -> None:
    converted = chromium_states({name: value})[name]
    assert (converted, type(converted)) == (number, type(number))


@pytest.mark.parametrize(
    ("name", "value"),
    [("haspopup", "menu"), ("live", "polite"), ("orientation", "vertical"), ("valuetext", "3 of 5"), ("live", "off")],
)
def test_the_rest_is_text(name: str, value: str) -> None:
    assert chromium_states({name: value}) == {name: value}


@pytest.mark.parametrize(("value", "text"), [(True, "true"), (3, "3"), (3.0, "3"), (0.5, "0.5")])
def test_the_rest_becomes_text(value: object, text: str) -> None:
    assert chromium_states({"multiline": value}) == {"multiline": text}


def test_names_of_the_protocol_are_put_in_lower_case() -> None:
    assert chromium_states({"hasPopup": "listbox"}) == {"haspopup": "listbox"}


@pytest.mark.parametrize(("name", "value"), [("valuetext", ""), ("invalid", ""), ("multiline", False)])
def test_what_says_nothing_is_absent(name: str, value: object) -> None:
    assert chromium_states({name: value}) == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("focused", 1),
        ("focused", "yes"),
        ("focused", "mixed"),
        ("focused", None),
        ("readonly", "plaintext"),
        ("checked", 1),
        ("checked", ["mixed"]),
        ("expanded", "mixed"),
        ("invalid", 0),
        ("level", "2"),
        ("level", True),
        ("valuemax", float("nan")),
        ("valuemax", float("inf")),
        ("valuemax", 1e300),
        ("valuemax", 10**400),
        ("haspopup", None),
        ("haspopup", {"type": "token", "value": "menu"}),
    ],
)
def test_a_value_that_does_not_convert_is_refused(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"'{name}': a {type(value).__name__} "):
        chromium_states({name: value})


def test_an_error_never_shows_the_value() -> None:
    with pytest.raises(ValueError, match="'level': a str ") as error:
        chromium_states({"level": "hunter2"})
    assert "hunter2" not in str(error.value)


def test_an_error_escapes_and_shortens_the_name() -> None:
    with pytest.raises(ValueError, match=r"^state '\\x1b\]0;x") as error:
        chromium_states({"\x1b]0;" + "x" * 1000: None})
    assert len(str(error.value)) < 120


@given(st.dictionaries(names, values))
def test_what_converts_is_what_a_snapshot_keeps(states: dict[str, object]) -> None:
    try:
        converted = chromium_states(states)
    except ValueError:
        return
    assert dict(canonical_states(converted, "$")) == converted


# AT-SPI


@pytest.mark.parametrize("shows", [True, False])
@pytest.mark.parametrize("checkable", [True, False])
def test_a_node_without_states_has_none(*, shows: bool, checkable: bool) -> None:
    assert atspi_states([], shows=shows, checkable=checkable, toggle=checkable) == {}


def test_a_usable_node_has_no_states_to_tell() -> None:
    assert atspi_states(USABLE, shows=True) == {}


@pytest.mark.parametrize(
    ("flag", "state"),
    [
        ("focused", "focused"),
        ("selected", "selected"),
        ("required", "required"),
        ("read_only", "readonly"),
        ("read-only", "readonly"),
        ("modal", "modal"),
        ("busy", "busy"),
        ("multiselectable", "multiselectable"),
        ("focusable", "focusable"),
        ("editable", "editable"),
        ("invalid_entry", "invalid"),
        ("invalid-entry", "invalid"),
    ],
)
def test_a_flag_is_a_state(flag: str, state: str) -> None:
    assert atspi_states(USABLE | {flag}, shows=True) == {state: True}


@pytest.mark.parametrize("flag", ["active", "resizable", "transient", "selectable", "multi_line", "from_the_future"])
def test_a_flag_without_a_word_is_left_out(flag: str) -> None:
    assert atspi_states(USABLE | {flag}, shows=True) == {}


@pytest.mark.parametrize(("flag", "disabled"), [("sensitive", False), ("enabled", False), ("focusable", True)])
def test_disabled_is_neither_sensitive_nor_enabled(flag: str, *, disabled: bool) -> None:
    assert ("disabled" in atspi_states([flag], shows=True)) == disabled


@pytest.mark.parametrize(
    ("flag", "shows", "offscreen"),
    [("showing", True, False), ("visible", True, True), ("visible", False, False), ("enabled", False, True)],
)
def test_offscreen_asks_for_visible_only_where_nothing_shows(flag: str, *, shows: bool, offscreen: bool) -> None:
    assert ("offscreen" in atspi_states([flag], shows=shows)) == offscreen


@pytest.mark.parametrize(
    ("given_flags", "state"),
    [({"checked"}, True), (set(), False), ({"indeterminate"}, "mixed"), ({"checked", "indeterminate"}, "mixed")],
)
def test_a_checkable_role_is_checked_or_not_without_the_flag(given_flags: set[str], state: object) -> None:
    assert atspi_states(USABLE | given_flags, shows=True, checkable=True) == {"checked": state}


def test_a_checkable_flag_makes_any_role_checkable() -> None:
    assert atspi_states(USABLE | {"checkable"}, shows=True) == {"checked": False}


def test_a_cell_can_be_checked_without_a_checkable_role() -> None:
    assert atspi_states(USABLE | {"checked"}, shows=True) == {"checked": True}


def test_a_progress_bar_that_is_indeterminate_is_not_checked() -> None:
    assert atspi_states(USABLE | {"indeterminate"}, shows=True) == {}


@pytest.mark.parametrize(
    ("given_flags", "state"),
    [({"checked"}, True), ({"pressed"}, True), ({"checkable"}, False), ({"indeterminate"}, "mixed")],
)
def test_a_toggle_is_pressed_not_checked(given_flags: set[str], state: object) -> None:
    assert atspi_states(USABLE | given_flags, shows=True, checkable=True, toggle=True) == {"pressed": state}


def test_a_push_button_held_down_is_not_a_toggle() -> None:
    assert atspi_states(USABLE | {"pressed"}, shows=True) == {}


@pytest.mark.parametrize(
    ("given_flags", "expanded"),
    [
        ({"expandable"}, False),
        ({"expandable", "expanded"}, True),
        ({"expanded"}, True),
        ({"collapsed"}, False),
        ({"expandable", "collapsed"}, False),
    ],
)
def test_expanded(given_flags: set[str], *, expanded: bool) -> None:
    assert atspi_states(USABLE | given_flags, shows=True) == {"expanded": expanded}


@pytest.mark.parametrize("orientation", ["horizontal", "vertical"])
def test_orientation_is_text(orientation: str) -> None:
    assert atspi_states(USABLE | {orientation}, shows=True) == {"orientation": orientation}


def test_two_orientations_are_none() -> None:
    assert atspi_states(USABLE | {"horizontal", "vertical"}, shows=True) == {}


def test_has_popup_is_text() -> None:
    assert atspi_states(USABLE | {"has_popup"}, shows=True) == {"haspopup": "true"}


def test_toggles_are_checkable() -> None:
    assert ATSPI_TOGGLE_ROLES < ATSPI_CHECKABLE_ROLES


@given(given_flags=flags, shows=st.booleans(), checkable=st.booleans(), toggle=st.booleans())
def test_what_atspi_says_is_what_a_snapshot_keeps(
    *, given_flags: set[str], shows: bool, checkable: bool, toggle: bool
) -> None:
    converted = atspi_states(given_flags, shows=shows, checkable=checkable, toggle=toggle)
    assert dict(canonical_states(converted, "$")) == converted
