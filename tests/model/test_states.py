"""The vocabulary of states: what each takes, what it refuses, and the one form in which it is kept
(spec/definitions#4-states).
"""

import math
from collections.abc import Mapping
from random import Random
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff.errors import InvalidSnapshot
from uidiff.model.states import (
    BOOLEAN_STATES,
    FIELDS,
    NUMBER_STATES,
    THREE_VALUED_STATES,
    absent_value,
    canonical_states,
)

PLACE = "$[3].states"
BOOLEANS = sorted(BOOLEAN_STATES)
THREE_VALUED = sorted(THREE_VALUED_STATES)
NUMBERS = sorted(NUMBER_STATES)
NO_WORDS: list[object] = ["true", "false", "", 0, 1, 1.0, [], "MIXED"]

booleans = st.dictionaries(st.sampled_from(BOOLEANS), st.booleans())
three_valued = st.dictionaries(st.sampled_from(THREE_VALUED), st.booleans())
numbers = st.dictionaries(
    st.sampled_from(NUMBERS),
    st.integers(-(2**53), 2**53) | st.floats(-(2.0**53), 2.0**53),
)
others = st.dictionaries(st.from_regex(r"x-[a-z0-9_-]{0,38}", fullmatch=True), st.text())


def refusal(states: object) -> InvalidSnapshot:
    with pytest.raises(InvalidSnapshot) as caught:
        canonical_states(states, PLACE)
    assert caught.value.cure
    return caught.value


# the vocabulary


def test_the_vocabulary_is_that_of_the_definitions() -> None:
    words = "focused disabled selected required readonly modal busy offscreen protected multiselectable focusable"
    assert sorted(BOOLEAN_STATES) == sorted(["ariahidden", *words.split(), "editable"])
    assert THREE_VALUED == ["checked", "expanded", "invalid", "pressed"]
    assert NUMBERS == ["level", "posinset", "setsize", "valuemax", "valuemin"]


# booleans


@pytest.mark.parametrize("name", BOOLEANS)
def test_a_boolean_is_kept_when_true_and_absent_when_false(name: str) -> None:
    assert canonical_states({name: True}, PLACE) == ((name, True),)
    assert canonical_states({name: False}, PLACE) == ()


@pytest.mark.parametrize("value", ["true", "false", "", 0, 1, 1.0, [], "mixed"])
def test_a_boolean_takes_nothing_but_true_and_false(value: object) -> None:
    error = refusal({"busy": True, "focused": value})
    assert (error.path, error.problem) == (
        f"{PLACE}.focused",
        f"expected true or false, got {type(value).__name__}",
    )


@pytest.mark.parametrize("name", [*BOOLEANS, *THREE_VALUED])
def test_null_is_neither_true_nor_false(name: str) -> None:
    assert refusal({name: None}).path == f"{PLACE}.{name}"


@pytest.mark.parametrize("name", [*NUMBERS, "valuetext"])
def test_a_number_or_a_text_that_is_null_is_absent(name: str) -> None:
    assert canonical_states({name: None, "busy": True}, PLACE) == (("busy", True),)


# three values


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, value) for name in THREE_VALUED for value in (True, False)),
        ("checked", "mixed"),
        ("pressed", "mixed"),
        ("invalid", "grammar"),
        ("invalid", "spelling"),
        ("invalid", "out-of-range_2"),
        ("invalid", "x" * 40),
    ],
)
def test_a_three_valued_state_is_kept_false_included(name: str, value: object) -> None:
    kept = canonical_states({name: value}, PLACE)
    assert kept == ((name, value),)
    assert type(kept[0][1]) is type(value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, value) for name in THREE_VALUED for value in NO_WORDS),
        ("expanded", "mixed"),
        ("checked", "grammar"),
        ("invalid", "two words"),
        ("invalid", "-x"),
        ("invalid", "x" * 41),
        ("invalid", "x\n"),
        ("invalid", "é"),
    ],
)
def test_a_three_valued_state_takes_no_other_word(name: str, value: object) -> None:
    error = refusal({name: value})
    assert error.path == f"{PLACE}.{name}"
    assert error.problem.startswith("expected true, false")
    assert error.problem.endswith(f", got {type(value).__name__}")


# numbers


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize(
    ("value", "kept"),
    [(0, 0), (-1, -1), (2**53, 2**53), (-(2**53), -(2**53)), (0.5, 0.5), (3.0, 3), (-0.0, 0), (5e-324, 5e-324)],
)
def test_a_number_is_kept_a_whole_one_as_an_integer(name: str, value: float, kept: float) -> None:
    ((_, found),) = canonical_states({name: value}, PLACE)
    assert (repr(found), type(found)) == (repr(kept), type(kept))


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [True, "3", 2**53 + 1, -(2**53) - 1, 1e300, math.nan, math.inf, -math.inf, [1]])
def test_a_number_takes_nothing_that_json_readers_disagree_about(name: str, value: object) -> None:
    error = refusal({name: value})
    assert (error.path, error.problem) == (
        f"{PLACE}.{name}",
        f"expected a number up to 2^53 either way, got {type(value).__name__}",
    )


# texts


@pytest.mark.parametrize("value", ["", "high", "a\x00b", "é" * 1000])
def test_any_other_state_is_a_text_kept_as_it_is(value: str) -> None:
    assert canonical_states({"valuetext": value}, PLACE) == (("valuetext", value),)


@pytest.mark.parametrize("value", [True, False, 5, 1.5, ["high"], b"high"])
def test_any_other_state_takes_nothing_but_text(value: object) -> None:
    error = refusal({"valuetext": value})
    assert (error.path, error.problem) == (f"{PLACE}.valuetext", f"expected text, got {type(value).__name__}")


# names


@pytest.mark.parametrize("name", ["Focused", "FOCUSED", "aria checked", "", "2nd", "-x", "é", "x" * 41, "x\n", "x.y"])
def test_a_name_that_no_state_can_have_is_refused(name: str) -> None:
    error = refusal({name: True})
    assert error.path == PLACE
    assert error.problem.isascii()
    assert error.problem.endswith("is no name of a state")
    assert len(error.problem) <= 90


@pytest.mark.parametrize("name", [5, None, True, ("focused",)])
def test_a_name_that_is_no_text_is_refused(name: object) -> None:
    assert refusal({name: True}).problem == f"{name!a} is no name of a state"


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_is_no_state(name: str) -> None:
    assert refusal({name: "text"}).problem == f"{name!r} is no name of a state"


@pytest.mark.parametrize("states", [None, [], "focused", 5, True, {"focused"}, [("focused", True)]])
def test_states_are_an_object(states: object) -> None:
    error = refusal(states)
    assert (error.path, error.problem) == (PLACE, f"states must be an object, got {type(states).__name__}")


def test_any_mapping_will_do() -> None:
    assert canonical_states(MappingProxyType({"focused": True}), PLACE) == (("focused", True),)


# the canonical form


@given(booleans, three_valued, numbers, others, st.randoms())
def test_the_order_in_which_states_are_given_does_not_count(
    first: Mapping[str, object],
    second: Mapping[str, object],
    third: Mapping[str, object],
    fourth: Mapping[str, object],
    random: Random,
) -> None:
    states = {**first, **second, **third, **fourth}
    shuffled = list(states.items())
    random.shuffle(shuffled)
    canonical = canonical_states(states, PLACE)
    assert canonical == canonical_states(dict(shuffled), PLACE)
    assert [name for name, _ in canonical] == sorted(dict(canonical))


@given(booleans, three_valued, numbers, others)
def test_the_canonical_form_is_its_own_canonical_form(
    first: Mapping[str, object],
    second: Mapping[str, object],
    third: Mapping[str, object],
    fourth: Mapping[str, object],
) -> None:
    canonical = canonical_states({**first, **second, **third, **fourth}, PLACE)
    assert repr(canonical_states(dict(canonical), PLACE)) == repr(canonical)


@pytest.mark.parametrize(
    ("name", "value"),
    [("focused", False), ("checked", None), ("level", None), ("valuetext", None), ("x-own", None)],
)
def test_an_absent_state_is_false_for_booleans_and_none_for_others(name: str, value: object) -> None:
    assert absent_value(name) is value
