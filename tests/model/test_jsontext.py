"""Strict JSON: what it takes, what it refuses, and where it says the fault is. "Bad input N" is a heading of
spec/bad-inputs.
"""

import json
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.model.jsontext import decode, parse

LIMIT = 8

leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.sampled_from('[]{}"\\a,:'))
values = st.recursive(
    leaves,
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text('[]{}"\\', max_size=3), below, max_size=3),
    max_leaves=20,
)


def depth_of(value: object) -> int:
    """How many brackets are open at the deepest place."""
    deepest, waiting = 0, [(value, 0)]
    while waiting:
        item, above = waiting.pop()
        if isinstance(item, dict | list):
            deepest = max(deepest, above + 1)
            waiting.extend((below, above + 1) for below in (item.values() if isinstance(item, dict) else item))
    return deepest


def read(text: str) -> object:
    return parse(text, max_nesting=LIMIT)


def refusal(text: str) -> InvalidSnapshot:
    with pytest.raises(InvalidSnapshot) as caught:
        read(text)
    assert caught.value.cure
    return caught.value


# what comes through


@given(values, st.booleans(), st.sampled_from([None, 1]))
def test_it_reads_what_the_standard_library_reads(value: object, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert parse(text, max_nesting=400) == value


@pytest.mark.parametrize("text", ["null", " 5 ", '"[["', "[]", "{}", '{"a":[{"b":null}]}', '"\\u005b\\""'])
def test_any_value_may_stand_alone(text: str) -> None:
    assert read(text) == json.loads(text)


def test_lone_surrogates_come_through_to_whoever_builds() -> None:
    assert read('"a\\ud800"') == "a\ud800"
    assert read('"\ud800"') == "\ud800"


@pytest.mark.parametrize("text", ["NaN", "[1e999, -Infinity]"])
def test_numbers_that_are_none_come_through_to_whoever_checks_the_field(text: str) -> None:
    assert str(read(text)) == str(json.loads(text))


@pytest.mark.parametrize("number", [2**53 + 1, -(10**100), 10**4000])
def test_whole_numbers_keep_all_their_digits(number: int) -> None:
    assert read(f"[{number}]") == [number]


# nesting


@given(values)
@example([[[[[[[[[]]]]]]]]])
@example([[[[[[[[]]]]]]]])
@example({"a": [["]]]]]]]]"], ["[[[[[[["]]})
def test_it_counts_brackets_as_a_parser_does(value: object) -> None:
    text = json.dumps(value)
    if depth_of(value) <= LIMIT:
        assert read(text) == value
    else:
        assert isinstance(refusal(text), LimitExceeded)


@pytest.mark.parametrize("pair", ["[]", "{}", "[{}]", "{[]}"])
def test_brackets_nested_exactly_as_deep_as_allowed_are_read(pair: str) -> None:
    half = len(pair) // 2
    times = LIMIT // half
    text = pair[:half].replace("{", '{"a":') * times + "1" + pair[half:] * times
    assert depth_of(read(text)) == LIMIT
    error = refusal(f"[{text}]")
    assert isinstance(error, LimitExceeded)
    assert str(error).startswith(f"$: brackets nested more than {LIMIT} deep; ")


@pytest.mark.parametrize(
    "text",
    [
        json.dumps("[" * 20),
        json.dumps(["[", "[" * 20, "]", "{" * 20]),
        json.dumps({"[[[[[[[[[[": "]]]]]]]]]]", "{" * 20: 1}),
        json.dumps('"' + "[" * 20 + '"'),
        json.dumps("\\" + '"[' * 20),
        '["\\\\","[[[[[[[[[[[[[[[[[[[["]',
        '["\\"[[[[[[[[[[[[[[[[[[[[","\\\\"]',
        '["","[[[[[[[[[[[[[[[[[[[[",""]',
    ],
)
def test_brackets_in_strings_do_not_count(text: str) -> None:
    assert read(text) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        '["\\\\",' + "[" * 20 + "]" * 20 + "]",
        '["\\"",' + "[" * 20 + "]" * 20 + ',"\\""]',
        '["","]",' + "[" * 20 + "]" * 20 + ',"]",""]',
        '{"a\\\\\\"":' * 9 + "1" + "}" * 9,
    ],
)
def test_brackets_between_strings_with_escapes_do_count(text: str) -> None:
    assert depth_of(json.loads(text)) > LIMIT
    assert isinstance(refusal(text), LimitExceeded)


@pytest.mark.parametrize("text", ["[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 100_000, "[{" * 100_000])
def test_100_000_levels_are_refused_before_any_parser_runs_out_of_stack(text: str) -> None:
    assert isinstance(refusal(text), LimitExceeded)


@pytest.mark.parametrize("text", ["[[]", "[]]", "]" * 100_000, "[}", "{]", '{"a":[1}', "]" * 20 + "[" * 5, "[[]" * 20])
def test_brackets_that_do_not_pair_are_no_json(text: str) -> None:
    error = refusal(text)
    assert error.path == "$"
    assert error.problem.startswith(("no JSON: ", "brackets nested"))


def test_wide_is_not_deep() -> None:
    text = "[" + "[[]]," * 50_000 + "[]]"
    assert len(json.loads(text)) == 50_001
    assert read(text) == json.loads(text)


def test_a_limit_that_the_stack_does_not_bear_gives_no_recursion_error() -> None:
    deep = sys.getrecursionlimit() * 200
    with pytest.raises(InvalidSnapshot) as caught:
        parse("[" * deep + "]" * deep, max_nesting=deep)
    assert caught.value.path == "$"


# keys that stand twice


@pytest.mark.parametrize(
    ("text", "path", "key"),
    [
        ('{"a":1,"a":1}', "$", "a"),
        ('{"a":1,"b":2,"b":3,"a":4}', "$", "b"),
        ('{"a":{"b":[{"c":1},{"c":1,"d":2,"c":3}]}}', "$.a.b[1]", "c"),
        ('[[],[{"":1,"":2}]]', "$[1][0]", ""),
        ('{"a":{"b":1,"b":2},"a":3}', "$", "a"),
        ('{"a":3,"a":{"b":1,"b":2}}', "$", "a"),
        ('[{"a":1,"a":2},{"b":1,"b":2}]', "$[0]", "a"),
        ('{"x":[{"b":1,"b":2}],"y":{"a":1,"a":2}}', "$.x[0]", "b"),
        ('{"a":1,"\\u0061":2}', "$", "a"),
        ('{"é":{"b":1,"b":1}}', "$.\\xe9", "b"),
    ],
)
def test_bad_input_30_a_key_that_stands_twice_is_refused_with_its_place(text: str, path: str, key: str) -> None:
    error = refusal(text)
    assert (error.path, error.problem) == (path, f"the key {key!r} stands twice in one object")


def test_the_first_object_in_the_text_is_named() -> None:
    assert refusal('{"z":{"b":1,"b":1},"a":{"c":1,"c":1}}').path == "$.z"


def test_equal_keys_of_different_objects_are_none_too_many() -> None:
    assert read('{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}') == {"a": {"a": {"a": 1}}, "b": [{"a": 1}, {"a": 1}]}


def test_a_message_about_a_key_is_short_ascii() -> None:
    key = "\x1b[31m" + "é" * 1000
    error = refusal(json.dumps({key: 1}, ensure_ascii=True)[:-1] + "," + json.dumps({key: 1})[1:])
    assert str(error).isascii()
    assert len(str(error)) < 200


def test_a_place_below_long_keys_is_short_too() -> None:
    assert len(str(refusal('{"' + "k" * 100_000 + '":{"a":1,"a":2}}'))) < 1000


# no JSON


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "line 1, column 1"),
        ("   ", "line 1, column"),
        ("{", "line 1, column"),
        ('{"a":1,}', "line 1, column"),
        ("{'a':1}", "line 1, column 2"),
        ("[1]\n[2]", "line 2, column 1"),
        ('["a\nb"]', "line 1, column"),
        ("[01]", "line 1, column"),
        ("undefined", "line 1, column 1"),
        ('["\\x41"]', "line 1, column"),
        ("\ufeff[]", "line 1, column 1"),
    ],
)
def test_what_is_no_json_is_refused_with_line_and_column(text: str, place: str) -> None:
    error = refusal(text)
    assert error.path == "$"
    assert error.problem.startswith("no JSON: ")
    assert place in error.problem


def test_a_message_about_no_json_holds_nothing_of_the_text() -> None:
    assert "hunter2" not in str(refusal('{"value":"hunter2" hunter2}'))


@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 5000])
def test_a_whole_number_of_5000_digits_is_refused(number: str) -> None:
    error = refusal(f'{{"pid":{number}}}')
    assert (error.path, error.problem) == ("$", "JSON that cannot be converted (ValueError)")


# bytes


@pytest.mark.parametrize("text", ["", "{}", '"é🙂\\u2028"', "\x00"])
def test_utf_8_is_decoded(text: str) -> None:
    assert decode(text.encode()) == text


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b'"\xff"', 1),
        (b"\x1f\x8b\x08\x00", 1),
        ('"é"'.encode("latin-1"), 1),
        ("{}".encode("utf-16"), 0),
        (b"\xed\xa0\x80", 0),
        (b"\xc0\xaf", 0),
        (b'"abc\xe2\x82', 4),
    ],
)
def test_what_is_no_utf_8_is_refused_with_the_place_of_the_byte(data: bytes, place: int) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        decode(data)
    assert (caught.value.path, caught.value.problem) == ("$", f"no UTF-8 at byte {place}")
    assert caught.value.cure


def test_a_byte_order_mark_is_refused() -> None:
    with pytest.raises(InvalidSnapshot, match=r"^\$: the file begins with a byte order mark; "):
        decode(b"\xef\xbb\xbf{}")
