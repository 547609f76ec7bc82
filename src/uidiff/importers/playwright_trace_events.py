"""The events in a trace of Playwright: calls, where their trees are, and what the page said meanwhile.

A trace has a member ``*.trace`` for each browser context, one event a line, and ``test.trace`` for the test that ran.
Times of events are milliseconds of a monotonic clock; the first event has one moment by both clocks, so a time of day
is ``(wallTime + time - monotonicTime) / 1000`` (as of Playwright 1.65, its ``tracing.ts`` and ``traceModernizer.ts``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import attrs

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.playwright_trace_words import action_words
from uidiff.importers.zip_members import Members, shown_name
from uidiff.model import jsontext
from uidiff.model.files import Line
from uidiff.model.limits import Limits, exact_number

__all__ = ["VERSIONS", "Call", "Message", "Recorded", "TreeRef", "read_events"]

VERSIONS = (9, 10)
"""Versions of the format with aria snapshots: Playwright 1.63 and later."""

_DOM_VERSIONS = (6, 7, 8)
_FIRST = "context-options"
_ARIA_FILE = re.compile(r"aria/[A-Za-z0-9_@.-]{1,120}\.json")
_PHASES = ("before", "action", "after")
_TEST_CALLS = frozenset({"expect", "pw:api"})
"""Steps of the test runner that are calls; the others are hooks, fixtures and groups, and fail where a call does."""

_OF_PASSWORD = re.compile(r"\s*locator resolved to <input\b[^>]*\btype=\"password\"")
_TYPED = ("value", "text")
"""What ``fill`` types, and what ``type`` and ``pressSequentially`` do."""

_COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}m")
_CURE = "copy the trace again, whole, or record it again"
_RECORD = "record with Playwright 1.63 or later and tracing.start({ snapshots: { aria: true } })"


@attrs.define
class Call:
    """A call of Playwright, or an assertion of a test, with its error. Times are Unix seconds, UTC."""

    id: str
    words: str
    started: float
    ended: float | None = None
    error: str | None = None


@attrs.frozen
class TreeRef:
    """Where the tree of a page is that was read before, within or after a call; ``place`` names the event."""

    call: str
    phase: str
    page: str
    taken_at: float
    file: str
    place: str


@attrs.frozen
class Message:
    """What a page said: a line of its console, an error, a dialog. ``kind`` is the console's, or the dialog's."""

    at: float
    source: str
    kind: str
    text: str


@attrs.define
class Recorded:
    """All that is read of the events of one archive.

    ``typed`` is what calls typed, ``secrets`` what of it went into a field that the log calls one for passwords.
    """

    calls: dict[str, Call] = attrs.field(factory=dict)
    trees: list[TreeRef] = attrs.field(factory=list)
    messages: list[Message] = attrs.field(factory=list)
    tests: dict[str, Call] = attrs.field(factory=dict)
    steps: dict[str, str] = attrs.field(factory=dict)
    urls: dict[tuple[str, str, str], str] = attrs.field(factory=dict)
    titles: list[str] = attrs.field(factory=list)
    typed: dict[str, str] = attrs.field(factory=dict)
    secrets: set[str] = attrs.field(factory=set)
    has_dom: bool = False


Event: TypeAlias = "Mapping[str, Any]"


def read_events(members: Members, name: str, into: Recorded, limits: Limits) -> Iterator[InvalidSnapshot]:
    """Read the events of a member, and yield the error of each line that cannot be read; the others are read.

    Raises:
        InvalidSnapshot: the member is damaged, has no first event, or is of a version that is not read.
    """
    reader: _Reader | None = None
    for line in members.lines(name):
        if isinstance(line, LimitExceeded):
            yield line
            continue
        place = f"{shown_name(name)}: line {line.number}"
        try:
            event = _event(line, limits)
            if reader is None:
                reader = _Reader.of(event, into)
            elif event is None:
                into.has_dom = True
            else:
                reader.read(event, place)
        except InvalidSnapshot as error:
            if reader is None:
                raise error.inside(place) from None
            yield error.inside(place)
    if reader is None:
        raise InvalidSnapshot("a trace without events", shown_name(name), _CURE)


def _event(line: Line, limits: Limits) -> Event | None:
    """Return the event in a line; None for a DOM snapshot that is nested too deep: only its address would be read."""
    if not line.data.strip():
        return {}
    try:
        value = jsontext.parse(jsontext.decode(line.data), max_nesting=limits.max_nesting)
    except LimitExceeded:
        if line.data.startswith(b'{"type":"frame-snapshot"'):
            return None
        raise
    if not isinstance(value, dict):
        raise InvalidSnapshot(f"expected an event, got {type(value).__name__}", "$", _CURE)
    return value


@attrs.frozen
class _Reader:
    """Reads the events of one context, whose clock began at a known time of day."""

    into: Recorded
    offset: float
    of_test: bool

    @classmethod
    def of(cls, first: Event | None, into: Recorded) -> _Reader:
        """Return the reader for what follows the first event; InvalidSnapshot for a version that is not read."""
        if first is None or first.get("type") != _FIRST:
            raise InvalidSnapshot(f"a trace that does not begin with {_FIRST}", "$.type", _CURE)
        version = first.get("version")
        if type(version) is int and version in _DOM_VERSIONS:
            problem = f"a trace of version {version}, whose snapshots are of the DOM; read are {_named(VERSIONS)}"
            raise InvalidSnapshot(problem, "$.version", _RECORD)
        if type(version) is not int or version not in VERSIONS:
            known = f"version {version}" if type(version) is int and abs(version) < 10**6 else "an unknown version"
            problem = f"a trace of {known}; read are {_named(VERSIONS)}"
            raise InvalidSnapshot(problem, "$.version", "update uidiff, or record with a Playwright that writes these")
        title = first.get("title")
        if isinstance(title, str) and title and title not in into.titles:
            into.titles.append(title)
        offset = _number(first, "wallTime") - _number(first, "monotonicTime")
        return cls(into, offset, of_test=first.get("origin") == "testRunner")

    def read(self, event: Event, place: str) -> None:
        kind = event.get("type")
        read = _READ.get(kind) if isinstance(kind, str) else None
        if read is not None:
            read(self, event, place)

    def at(self, event: Event, key: str) -> float:
        """Return a time in Unix seconds."""
        return (self.offset + _number(event, key)) / 1000

    def before(self, event: Event, _: str) -> None:
        method, call_id = _string(event, "method"), _string(event, "callId")
        if self.of_test and method not in _TEST_CALLS:
            return
        given, title, step = event.get("params"), event.get("title"), event.get("stepId")
        params: Event = given if isinstance(given, dict) else {}
        words = action_words(method, params, title if isinstance(title, str) else None)
        calls = self.into.tests if self.of_test else self.into.calls
        calls[call_id] = Call(call_id, words, self.at(event, "startTime"))
        typed = next((params[key] for key in _TYPED if isinstance(params.get(key), str)), "")
        if typed:
            self.into.typed[call_id] = typed
        if isinstance(step, str) and not self.of_test:
            self.into.steps[call_id] = step

    def log(self, event: Event, _: str) -> None:
        """Learn from a line of the log that what a call types is a password."""
        message, typed = event.get("message"), self.into.typed.get(str(event.get("callId")))
        if typed is not None and isinstance(message, str) and _OF_PASSWORD.match(message):
            self.into.secrets.add(typed)

    def after(self, event: Event, _: str) -> None:
        call = (self.into.tests if self.of_test else self.into.calls).get(_string(event, "callId"))
        if call is not None:
            call.ended = self.at(event, "endTime")
            call.error = _error(event.get("error"))

    def tree(self, event: Event, place: str) -> None:
        file, phase = _string(event, "file"), _string(event, "phase")
        if not _ARIA_FILE.fullmatch(file):
            raise InvalidSnapshot('expected the name of a member, such as "aria/call@8-after.json"', "$.file", _CURE)
        if phase not in _PHASES:
            raise InvalidSnapshot(f"expected one of {', '.join(_PHASES)}", "$.phase", _CURE)
        page, taken = _string(event, "pageId"), self.at(event, "timestamp")
        self.into.trees.append(TreeRef(_string(event, "callId"), phase, page, taken, file, place))

    def dom(self, event: Event, _: str) -> None:
        """Keep the address of a page: the one thing of a DOM snapshot that is read, and that an aria snapshot lacks."""
        self.into.has_dom = True
        found = event.get("snapshot")
        if isinstance(found, dict) and found.get("isMainFrame") is True:
            key = (_string(found, "callId"), str(found.get("phase")), _string(found, "pageId"))
            self.into.urls[key] = _string(found, "frameUrl")

    def console(self, event: Event, _: str) -> None:
        message = Message(self.at(event, "time"), "console", _string(event, "messageType"), _string(event, "text"))
        self.into.messages.append(message)

    def event(self, event: Event, _: str) -> None:
        method, params = event.get("method"), event.get("params")
        if not isinstance(params, dict):
            return
        if method == "dialog":
            at = self.at(event, "time")
            self.into.messages.append(Message(at, "dialog", _string(params, "type"), _string(params, "message")))
        elif method == "pageError":
            given = params.get("error")
            error = _error(given.get("error", given) if isinstance(given, dict) else None)
            self.into.messages.append(Message(self.at(event, "time"), "page", "error", error or "an error"))


_READ: Mapping[str, Callable[[_Reader, Event, str], None]] = {
    "before": _Reader.before,
    "log": _Reader.log,
    "after": _Reader.after,
    "aria-snapshot": _Reader.tree,
    "frame-snapshot": _Reader.dom,
    "console": _Reader.console,
    "event": _Reader.event,
}


def _error(value: object) -> str | None:
    """Return the name and the message of an error, without colours; its stack, which names files, is left out."""
    if not isinstance(value, dict):
        return None
    name, message = value.get("name"), value.get("message")
    text = _COLOURS.sub("", message if isinstance(message, str) else "an error")
    return f"{name}: {text}" if isinstance(name, str) and name and not text.startswith(name) else text


def _named(versions: tuple[int, ...]) -> str:
    return " and ".join(map(str, versions))


def _string(event: Event, key: str) -> str:
    value = event.get(key)
    if not isinstance(value, str):
        raise InvalidSnapshot(f"expected a text, got {type(value).__name__}", f"$.{key}", _CURE)
    return value


def _number(event: Event, key: str) -> float:
    value = exact_number(event.get(key))
    if value is None:
        raise InvalidSnapshot("expected a time in milliseconds", f"$.{key}", _CURE)
    return value
