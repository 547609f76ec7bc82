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


TRI: list[tuple[object, object]] = [("true", True), ("false", False), (True, True), (False, False)]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        *(({"editable": value}, {"editable": True}) for value in ("plaintext", "richtext")),
        *(({name: value}, {name: state}) for name in ("checked", "pressed", "expanded") for value, state in TRI),
        *(({name: "mixed"}, {name: "mixed"}) for name in ("checked", "pressed")),
        *(({"invalid": value}, {"invalid": state}) for value, state in TRI[:2]),
        *(({"busy": value}, expected) for value, expected in ((1, {"busy": True}), (0, {}))),
        *(({"invalid": word}, {"invalid": word}) for word in ("spelling", "grammar")),
        ({"invalid": "Not a number!"}, {"invalid": True}),
        ({"hidden": True}, {"offscreen": True}),
        ({"hasPopup": "listbox"}, {"haspopup": "listbox"}),
        *(({"multiline": value}, {"multiline": text}) for value, text in ((True, "true"), (3.0, "3"), (0.5, "0.5"))),
        *(({name: word},) * 2 for name, word in (("haspopup", "menu"), ("live", "off"), ("valuetext", "3 of 5"))),
        *(({name: value}, {}) for name, value in (("valuetext", ""), ("invalid", ""), ("multiline", False))),
    ],
)
def test_each_property_of_chromium_becomes_a_state(given: dict[str, object], expected: dict[str, object]) -> None:
    assert chromium_states(given) == expected


@pytest.mark.parametrize("name", sorted(NUMBER_STATES))
@pytest.mark.parametrize(("value", "number"), [(2, 2), (2.0, 2), (-0.5, -0.5), (0, 0)])
def test_numbers_are_int_where_whole(name: str, value: float, number: float) -> None:
    converted = chromium_states({name: value})[name]
    assert (converted, type(converted)) == (number, type(number))


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


SAME = ["focused", "selected", "required", "modal", "busy", "multiselectable", "focusable", "editable"]
LEFT_OUT = [
    "active",
    "resizable",
    "transient",
    "selectable",
    "multi_line",
    "from_the_future",
    "indeterminate",
    "pressed",
]


@pytest.mark.parametrize(
    ("flags", "states"),
    [
        ("", {}),
        *((flag, {flag: True}) for flag in SAME),
        *((flag, {}) for flag in LEFT_OUT),
        *((flag, {"readonly": True}) for flag in ("read_only", "read-only")),
        *((flag, {"invalid": True}) for flag in ("invalid_entry", "invalid-entry")),
        ("checkable", {"checked": False}),
        ("checked", {"checked": True}),
        *((flags, {"expanded": False}) for flags in ("expandable", "collapsed", "expandable collapsed")),
        *((flags, {"expanded": True}) for flags in ("expanded", "expandable expanded")),
        *((flag, {"orientation": flag}) for flag in ("horizontal", "vertical")),
        ("horizontal vertical", {}),
        ("has_popup", {"haspopup": "true"}),
    ],
)
def test_flags_of_a_usable_node_are_states(flags: str, states: dict[str, object]) -> None:
    assert atspi_states(USABLE | set(flags.split()), shows=True) == states


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


@pytest.mark.parametrize(
    ("given_flags", "state"),
    [({"checked"}, True), ({"pressed"}, True), ({"checkable"}, False), ({"indeterminate"}, "mixed")],
)
def test_a_toggle_is_pressed_not_checked(given_flags: set[str], state: object) -> None:
    assert atspi_states(USABLE | given_flags, shows=True, checkable=True, toggle=True) == {"pressed": state}


def test_toggles_are_checkable() -> None:
    assert ATSPI_TOGGLE_ROLES < ATSPI_CHECKABLE_ROLES


@given(given_flags=flags, shows=st.booleans(), checkable=st.booleans(), toggle=st.booleans())
def test_what_atspi_says_is_what_a_snapshot_keeps(
    *, given_flags: set[str], shows: bool, checkable: bool, toggle: bool
) -> None:
    converted = atspi_states(given_flags, shows=shows, checkable=checkable, toggle=toggle)
    assert dict(canonical_states(converted, "$")) == converted
