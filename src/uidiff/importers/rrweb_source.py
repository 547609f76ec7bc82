"""The events in a recording of rrweb, one after the other: the recording is never in memory whole.

Read are arrays of events, an object that has one (``{"events": […]}``, PostHog's export with ``snapshots``), a line for
each event, and the lines of PostHog's blobs: ``{"window_id": …, "data": […]}`` and ``["window", event]``. What rrweb's
packer or PostHog compressed is unpacked (:mod:`uidiff.importers.rrweb_packed`).
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.rrweb_packed import LONG_CURE, PACKED, unpacked
from uidiff.model.files import Line

__all__ = ["FoundEvent", "found_events"]

_CURE = "record it again, or copy it again, whole"
_SPACES = re.compile(r"[ \t\n\r,]*")
_HOLDER = re.compile(r'"(?:events|snapshots)"\s*:\s*\[')
"""The key of the events in an object that holds them all. In a text the quotes would have a backslash."""
_OF_WINDOW = re.compile(r'\{\s*"window_id"\s*:\s*"([^"\\]{0,200})"\s*,\s*"data"\s*:\s*\[')
_ARRAY = re.compile(rf"\[\s*(?:[\[{{]|{PACKED})")
_HEAD = 65_536
"""Characters of an object in which the key of its events is looked for."""
_UNFINISHED = 16
"""An error this near to the end may be one of a value that goes on: ``tru``, ``"\\u00``."""
_WRONG = 100
"""Lines in a row that are no JSON, after which the file is given up."""
_FIRST_TRY = 1 << 16


class FoundEvent(NamedTuple):
    """An event, or why there is none.

    Attributes:
        place: where in the file.
        window: PostHog's id of the window or tab.
        event: rrweb's, or the error.
    """

    place: str
    window: str | None
    event: Mapping[str, Any] | InvalidSnapshot


def found_events(lines: Iterator[Line], longest_event: int) -> Iterator[FoundEvent]:
    """Yield the events of a recording, and an error for what is none of them.

    Args:
        lines: of the file, or pieces of lines.
        longest_event: characters that one event, or one line of it, may have.
    """
    stream = _Stream(lines, longest_event)
    for number, (window, value) in enumerate(_values(stream), start=1):
        place = f"line {stream.line}, event {number}"
        if isinstance(value, InvalidSnapshot):
            yield FoundEvent(place, window, value)
        else:
            yield FoundEvent(place, *_event(value, window, longest_event))


def _values(stream: _Stream) -> Iterator[tuple[str | None, Any]]:
    """Yield the values that should be events, each with its window."""
    wrong = 0
    while stream.skip() and wrong < _WRONG:
        try:
            if (window := stream.opened()) is not None:
                yield from _of_array(stream, window or None)
                if not stream.next_line():
                    break
                continue
            value = stream.value()
        except InvalidSnapshot as error:
            wrong += 1
            yield None, error
            if not stream.next_line():
                break
            continue
        wrong = 0
        window, events = _unwrapped(value)
        for event in events:
            yield window, event
    if stream.failure is not None:
        yield None, stream.failure


def _of_array(stream: _Stream, window: str | None) -> Iterator[tuple[str | None, Any]]:
    """Yield the values of an array whose bracket was read."""
    while True:
        try:
            if not stream.skip():
                raise stream.cut()
            if stream.closes():
                return
            value = stream.value()
        except InvalidSnapshot as error:
            yield window, error
            return
        named, events = _unwrapped(value)
        for event in events:
            yield named or window, event


def _unwrapped(value: object) -> tuple[str | None, list[Any]]:
    """Return the events in a value, and their window."""
    if isinstance(value, list) and len(value) == len(("window", "event")) and isinstance(value[0], str):
        return value[0], [value[1]]
    if isinstance(value, list):
        return None, value
    if isinstance(value, dict) and "type" not in value:
        for key in ("data", "events", "snapshots"):
            if isinstance(value.get(key), list):
                window = value.get("window_id")
                return window if isinstance(window, str) else None, value[key]
        if isinstance(inner := value.get("data"), dict) and isinstance(inner.get("snapshots"), list):
            return None, inner["snapshots"]
    return None, [value]


def _event(value: Any, window: str | None, longest: int) -> tuple[str | None, Mapping[str, Any] | InvalidSnapshot]:  # noqa: ANN401
    if isinstance(value, list) and len(value) == len(("window", "event")) and isinstance(value[0], str):
        window, value = value
    try:
        value = unpacked(value, longest)
    except InvalidSnapshot as error:
        return window, error
    if not isinstance(value, dict):
        return window, InvalidSnapshot(f"expected an event, got {type(value).__name__}", "$", _CURE)
    named = value.get("windowId") or value.get("window_id")
    return named if isinstance(named, str) else window, value


class _Stream:
    """The text of a file, read piece by piece.

    Attributes:
        line: the number of the line that is read.
        failure: why the file could not be read to its end, if it could not.
    """

    def __init__(self, lines: Iterator[Line], longest: int) -> None:
        self._lines, self._longest = lines, longest
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._decode = json.JSONDecoder().raw_decode
        self._text, self._at, self._ended, self._holds_all = "", 0, False, False
        self.line = 1
        self.failure: InvalidSnapshot | None = None

    def skip(self) -> bool:
        """Skip blanks and commas; return whether anything follows."""
        while True:
            found = _SPACES.match(self._text, self._at)
            self._advance(found.end() if found is not None else self._at)
            if self._at < len(self._text) or not self._fill(1):
                return self._at < len(self._text)

    def opened(self) -> str | None:
        """Read the beginning of an array of events; return its window or "", None where no such array begins."""
        if self._text[self._at] == "[":
            self._fill(_UNFINISHED)
            if _ARRAY.match(self._text, self._at):
                self._advance(self._at + 1)
                return ""
        elif self._text[self._at] == "{":
            self._fill(_HEAD)
            if found := _OF_WINDOW.match(self._text, self._at):
                self._advance(found.end())
                return found[1]
            found = _HOLDER.search(self._text, self._at, self._at + _HEAD) if self.line == 1 else None
            if found and not self._is_whole():
                self._advance(found.end())
                self._holds_all = True
                return ""
        return None

    def _is_whole(self) -> bool:
        """Return whether the object that begins here is here to its end."""
        try:
            self._decode(self._text, self._at)
        except (ValueError, RecursionError):
            return False
        return True

    def closes(self) -> bool:
        """Read the end of an array, if it is here."""
        if self._text[self._at] != "]":
            return False
        self._advance(self._at + 1)
        return True

    def value(self) -> Any:  # noqa: ANN401  # JSON
        """Read a value; InvalidSnapshot where there is none, LimitExceeded where it is too long."""
        wanted = _FIRST_TRY
        while True:
            try:
                value, end = self._decode(self._text, self._at)
            except json.JSONDecodeError as error:
                goes_on = error.msg.startswith("Unterminated string") or error.pos >= len(self._text) - _UNFINISHED
                if not goes_on or self._ended:
                    raise self.cut() if goes_on else self._no_json(error.msg) from None
            except (ValueError, RecursionError):
                raise self._no_json("numbers or brackets that Python cannot follow") from None
            else:
                length = end - self._at
                if length > self._longest:
                    self._advance(end)
                    raise self._too_long()
                self._advance(end)
                return value
            wanted = 2 * max(wanted, len(self._text) - self._at)  # twice as long: it is not tried at each piece
            self._fill(min(wanted, self._longest + 1))
            if len(self._text) - self._at > self._longest:
                raise self._too_long()

    def next_line(self) -> bool:
        """Skip the rest of the line; return whether another one may have events."""
        if self._holds_all:
            return False
        while (end := self._text.find("\n", self._at)) < 0:
            self._at = len(self._text)
            if not self._fill(1):
                return False
        self._advance(end + 1)
        return True

    def cut(self) -> InvalidSnapshot:
        """Return the error of a file that ends too early, by what it could not be read for."""
        failure, self.failure = self.failure, None
        return failure or InvalidSnapshot("the file is cut short", "$", _CURE)

    def _too_long(self) -> LimitExceeded:
        return LimitExceeded(f"an event of more than {self._longest} characters", "$", LONG_CURE)

    def _no_json(self, problem: str) -> InvalidSnapshot:
        return InvalidSnapshot(f"no JSON: {problem}", "$", _CURE)

    def _advance(self, at: int) -> None:
        self.line += self._text.count("\n", self._at, at)
        self._at = at

    def _fill(self, wanted: int) -> bool:
        """Read on until ``wanted`` characters are here, or the file ends; return whether any came."""
        parts, length = [], len(self._text) - self._at
        while length < wanted and not self._ended:
            try:
                line = next(self._lines, None)
            except InvalidSnapshot as error:
                line, self.failure = None, error
            self._ended = line is None
            data = b"" if line is None else line.data + b"\n" if line.ended else line.data
            parts.append(self._decoder.decode(data, final=self._ended))
            length += len(parts[-1])
        if parts:
            self._text, self._at = "".join([self._text[self._at :], *parts]), 0
        return any(parts)
