"""What ``read`` answers as lines (spec/features#d23), for a whole tree: the format ``read-agent``, and desktop-cli's.

    # "Inbox" - "Mail" (pid: 44037) [full]
    ts: 1707504003
    [1] window "Inbox" (0,0,800,600)
      [2] btn "Send" (10,10,80,20) disabled
    # 2 elements

Two spaces to the right are one level; below level 32 the level stands in brackets. Lines say less than JSON does: no
actions, and no value where there is a name and nothing is in it. A text that was cut to fit a budget looks whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from uidiff.errors import InvalidSnapshot
from uidiff.importers.read_values import ReadElement, snapshot_of_elements
from uidiff.model.circumstances import Circumstances
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.model.states import BOOLEAN_STATES, THREE_VALUED_STATES

__all__ = ["FIRST_LINE", "snapshot_of_lines"]

_STRING = r'"(?:[^"\\]++|\\.)*+"'  # nothing is kept to go back to, however long it is
_NAMES = rf"(?:(?P<title>{_STRING})(?: - (?P<app>{_STRING}))? )?(?:\(pid: (?P<pid>[0-9]{{1,10}})\) )?"
_HEADER = re.compile(rf"# {_NAMES}\[(?P<mode>full|diff)[^\]]*\]")
FIRST_LINE = re.compile(rf"# {_NAMES}\[(?:full|diff)|\[[0-9]+\] [a-z]")
"""What the first line of such an answer begins with."""

_ELEMENT = re.compile(r"( *)(?:\(([0-9]{1,7})\) )?\[([0-9]{1,15})\] (\S+)")
_BOX = re.compile(r"\((-?[0-9]{1,10}),(-?[0-9]{1,10}),(-?[0-9]{1,10}),(-?[0-9]{1,10})\)")
_WORD = re.compile(rf" (?:(?P<name>{_STRING})|(?P<box>\([-0-9,]+\))|(?P<key>[a-z][a-z0-9_.-]*)(?P<rest>=)?)")
_VALUE = re.compile(rf"{_STRING}|[^\s\"]+")
_TS = re.compile(r"ts: ([0-9]{1,12}(?:\.[0-9]{1,9})?)")
_COUNT = re.compile(r"# ([0-9]{1,9}) elements?")
_KEYS: Mapping[str, str] = {"val": "v", "desc": "d", "url": "u", "role.native": "sr"}
_FLAGS: Mapping[str, str] = {"focused": "f", "selected": "s"}
_CURE = "give what read answered, whole"


def snapshot_of_lines(text: str, *, limits: Limits, redact: RedactOption) -> Snapshot:
    """The snapshot of one answer; InvalidSnapshot names the line."""
    elements: list[ReadElement] = []
    known: dict[str, Any] = {}
    counted: int | None = None
    for number, line in _lines(text):
        if counted is not None:
            raise _wrong(number, "something behind the last line")
        if line.startswith("#") and not elements and not known:
            known = _header(line, number)
        elif line.startswith("#"):
            counted = _count(line, number)
        elif line.startswith("ts: ") and not elements:
            known["taken_at"] = float(_matched(_TS, line, number)[1])
        else:
            elements.append(_element(line, number))
            if elements[-1].depth > (elements[-2].depth + 1 if len(elements) > 1 else 0):
                raise _wrong(number, "a line that is indented as no line above it allows")
    if counted is not None and counted != len(elements):
        raise InvalidSnapshot(f"{len(elements)} elements, though it counts {counted}", "$", _CURE)
    return snapshot_of_elements(elements, Circumstances(**known), limits=limits, redact=redact)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    lines = enumerate(text.split("\n"), start=1)
    return ((number, line.rstrip(" \r")) for number, line in lines if line.strip())


def _wrong(number: int, problem: str) -> InvalidSnapshot:
    return InvalidSnapshot(problem, f"line {number}", _CURE)


def _matched(pattern: re.Pattern[str], line: str, number: int) -> re.Match[str]:
    found = pattern.fullmatch(line)
    if found is None:
        raise _wrong(number, "no line of an answer of read")
    return found


def _header(line: str, number: int) -> dict[str, Any]:
    found = _matched(_HEADER, line, number)
    if found["mode"] != "full":
        raise InvalidSnapshot("what changed, and no tree", f"line {number}", "read without since")
    known = {name: _text(found[name], number) for name in ("title", "app") if found[name]}
    return {**known, "pid": int(found["pid"])} if found["pid"] else {"pid": None, **known}


def _count(line: str, number: int) -> int:
    found = _COUNT.fullmatch(line)
    if found is None:
        raise InvalidSnapshot("a selection, and no whole tree", f"line {number}", "read without filters")
    return int(found[1])


def _text(quoted: str, number: int) -> str:
    try:
        return str(json.loads(quoted))
    except json.JSONDecodeError:
        raise _wrong(number, "a text that is not quoted as in JSON") from None


def _element(line: str, number: int) -> ReadElement:
    found = _ELEMENT.match(line)
    if found is None or len(found[1]) % 2:
        raise _wrong(number, "no line of an element")
    depth = int(found[2]) if found[2] else len(found[1]) // 2
    node: dict[str, Any] = {"i": int(found[3]), "r": found[4]}
    place = found.end()
    while place < len(line):
        word = _WORD.match(line, place)
        if word is None:
            raise _wrong(number, "a word that no line of an element has")
        place = word.end()
        if word["rest"]:
            value = _VALUE.match(line, place)
            if value is None:
                raise _wrong(number, "a word without its value")
            place = value.end()
            _put(node, _KEYS.get(word["key"], word["key"]), _value(value[0], number), number)
        elif word["name"]:
            _put(node, "t", _text(word["name"], number), number)
        elif word["box"]:
            _put(node, "b", [int(side) for side in _matched(_BOX, word["box"], number).groups()], number)
        else:
            _put(node, *_flag(word["key"], number), number)
    return ReadElement(node, depth, -1, f"line {number}")


def _put(node: dict[str, Any], key: str, value: object, number: int) -> None:
    if key in node:
        raise _wrong(number, "a word that stands twice")
    node[key] = value


def _flag(word: str, number: int) -> tuple[str, bool]:
    if word == "disabled":
        return "e", False
    if word in BOOLEAN_STATES or word in THREE_VALUED_STATES or word in {"secret", "unread"}:
        return _FLAGS.get(word, word), True
    raise _wrong(number, "a word that no line of an element has")


def _value(word: str, number: int) -> object:
    try:
        return json.loads(word)
    except (ValueError, RecursionError):
        raise _wrong(number, "a value that is neither quoted nor a number") from None
