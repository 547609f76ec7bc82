"""Readers of the changes in ``compact`` and ``read-agent``: only the grammar in the docstrings of the formats."""

import json
import re
from collections.abc import Mapping

from uidiff.diffing.records import Changed
from uidiff.model.states import BOOLEAN_STATES

_STRING = r'"(?:[^"\\]|\\.)*"'
_LIST = rf"\[(?:{_STRING}(?:,|(?=\])))*\]"
_RECTANGLE = r"\(-?\d+,-?\d+\) -?\d+x-?\d+|\(-?\d+,-?\d+,-?\d+,-?\d+\)"
_VALUE = rf"({_STRING}|{_LIST}|{_RECTANGLE}|[a-z0-9.+:-]+)"
_NAME = r"((?:st\.)?[a-z][a-z0-9_-]*)"
_HIDDEN = re.compile(rf"{_NAME} changed \(hidden\)")
_BOOLEAN = re.compile(rf"(not )?({'|'.join([*sorted(BOOLEAN_STATES), 'enabled'])})(?=,? |,?$)")
_COMPACT = re.compile(rf"{_NAME} {_VALUE} -> {_VALUE}")
_READ_AGENT = re.compile(rf"{_NAME}={_VALUE} \(was {_VALUE}\)")
_RENAMED = re.compile(rf"({_STRING}|none) \(was ({_STRING}|none)\)")
_SAME_NAME = re.compile(_STRING)
_HEAD_OF_COMPACT = re.compile(rf"~ \[[A-Z][A-Za-z0-9:-]*\] {_STRING} \| |~ \[[0-9-][a-z0-9-]*\] {_STRING} \| ")
_HEAD_OF_READ_AGENT = re.compile(r"~ \[\d+\] [a-z0-9:-]+ ")

HIDDEN = "hidden"
Found = dict[str, object]


def said_in_compact(line: str) -> Found:
    """The fields in a line of a change, name to (before, after) or HIDDEN."""
    head = _HEAD_OF_COMPACT.match(line)
    assert head is not None, line
    return _phrases(line[head.end() :], _COMPACT, ", ", swapped=False)


def said_in_read_agent(line: str) -> Found:
    head = _HEAD_OF_READ_AGENT.match(line)
    assert head is not None, line
    rest = line[head.end() :]
    renamed, same = _RENAMED.match(rest), _SAME_NAME.match(rest)
    if renamed is not None:
        names = {"name": (_value(renamed[2]), _value(renamed[1]))}
        return {**names, **_phrases(rest[renamed.end() :].removeprefix(" "), _READ_AGENT, " ", swapped=True)}
    return _phrases(rest[same.end() + 1 :] if same else rest, _READ_AGENT, " ", swapped=True)


def _phrases(text: str, change: re.Pattern[str], between: str, *, swapped: bool) -> Found:
    found: Found = {}
    while text:
        if phrase := _HIDDEN.match(text):
            found[phrase[1]] = HIDDEN
        elif phrase := _BOOLEAN.match(text):
            name, value = ("disabled", False) if phrase[2] == "enabled" else (phrase[2], not phrase[1])
            found[name] = (not value, value)
        else:
            phrase = change.match(text)
            assert phrase is not None, text
            first, second = _value(phrase[2]), _value(phrase[3])
            found[phrase[1]] = (second, first) if swapped else (first, second)
        text = text[phrase.end() :]
        assert text.startswith(between) or not text
        text = text.removeprefix(between)
    return found


def _value(text: str) -> object:
    if text == "none":
        return None
    if text[0] == "(":
        return tuple(map(int, re.findall(r"-?\d+", text)))
    try:
        value = json.loads(text)
    except ValueError:
        return text  # a role
    return tuple(value) if isinstance(value, list) else value


def fields_of(record: Changed, words: Mapping[str, str]) -> Found:
    """What a reader has to find of a record; ``words``: how a format calls a field or a state."""
    return {
        words.get(name, name): HIDDEN if pair[0] == pair[1] and type(pair[0]) is type(pair[1]) else pair
        for name, pair in record.fields.items()
        if name != "role"
    }
