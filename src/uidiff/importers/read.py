"""The answers of ``read``, desktop-cli's and uidiff's own (spec/features#d2): in JSON, in YAML, or in lines.

Lines (spec/features#d23) are those of a whole tree: the format ``read-agent``, and desktop-cli's.

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
from itertools import chain
from typing import Any

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.read_values import ReadElement, answers_of, snapshot_of_answer, snapshot_of_elements
from uidiff.importers.read_yaml import yaml_values
from uidiff.importers.source import decoded_head, text_of, unmarked, whole
from uidiff.model import jsontext
from uidiff.model.circumstances import Circumstances
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.model.states import BOOLEAN_STATES, THREE_VALUED_STATES

__all__ = ["ReadImporter"]

_OBJECT = re.compile(r'[\s\[]*\{\s*(?!"format"\s*:)')
_ANSWER = re.compile(r'(?<!\\)"(?:action"\s*:\s*"read"|elements"\s*:\s*\[)')
_FIRST_ELEMENT = re.compile(r'[\s\[]*\{\s*"(?:i"\s*:\s*[0-9]|r"\s*:\s*")')
_YAML = re.compile(r"(?:---[ \r]*\n)?(?:[a-z]+: [^\n]*\n)*(?:action: \"?read|elements:\s|- \{?i: [0-9])")
_JSON = re.compile(r"\s*(?:\{|\[\s*(?:[{\]]|$))")
_SURE, _LIKELY = 0.9, 0.8
_BEGINNING = 4096
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'  # nothing is kept to go back to, however long it is
_NAMES = rf"(?:(?P<title>{_STRING})(?: - (?P<app>{_STRING}))? )?(?:\(pid: (?P<pid>[0-9]{{1,10}})\) )?"
_HEADER = re.compile(rf"# {_NAMES}\[(?P<mode>full|diff)[^\]]*\]")
_FIRST_LINE = re.compile(rf"# {_NAMES}\[(?:full|diff)|\[[0-9]+\] [a-z]")
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


class ReadImporter:
    """Reads answers of ``read``: the formats read-json, read-yaml and read-agent of whole trees, and desktop-cli's.

    Lines of JSON, a list of answers, and several YAML documents are several snapshots. The numbers are ids, which are
    new at each read and so are not stable. Bounds are kept as they are.
    """

    def sniff(self, head: bytes) -> float:
        """Return 0.9 for an object with elements or an action, less for elements alone."""
        text = decoded_head(head)
        if _OBJECT.match(text):
            return _SURE if _ANSWER.search(text) else _LIKELY if _FIRST_ELEMENT.match(text) else 0.0
        return _SURE if _YAML.match(text) or _FIRST_LINE.match(text) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the snapshots in order."""
        lines = unmarked(lines, limits)
        first = next((line for line in lines if line.data.strip()), None)
        if first is None:
            return
        begin = decoded_head(first.data[:_BEGINNING])
        if _JSON.match(begin):
            yield from _of_json(first, lines, limits, redact)
            return
        text = text_of(whole(chain([first], lines), limits))
        if _FIRST_LINE.match(begin):
            yield _snapshot_of_lines(text, limits=limits, redact=redact)
            return
        for number, value in enumerate(yaml_values(text, limits.max_nesting), start=1):
            yield from _of_value(value, "$" if number == 1 else f"document {number}", limits, redact)


def _of_json(first: Line, rest: Iterator[Line], limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
    """Read a value from each line; or, if the first line is not JSON, one value from the whole file."""
    try:
        value = jsontext.parse(text_of(first.data), max_nesting=limits.max_nesting)
    except LimitExceeded:
        raise
    except InvalidSnapshot:
        value = jsontext.parse(text_of(whole(chain([first], rest), limits)), max_nesting=limits.max_nesting)
        yield from _of_value(value, "$", limits, redact)
        return
    others = (line for line in rest if line.data.strip())
    second = next(others, None)
    if second is None:
        yield from _of_value(value, "$", limits, redact)
        return
    for line in chain([first, second], others):
        try:
            value = jsontext.parse(text_of(line.data), max_nesting=limits.max_nesting)
            yield from _of_value(value, "$", limits, redact)
        except InvalidSnapshot as error:
            raise error.inside(f"line {line.number}") from None


def _of_value(value: object, path: str, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
    for answer, place in answers_of(value, path):
        yield snapshot_of_answer(answer, place, limits=limits, redact=redact)


# ------------------------------------------------------------------------- lines


def _snapshot_of_lines(text: str, *, limits: Limits, redact: RedactOption) -> Snapshot:
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
