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
from uidiff.importers.playwright_dom_trees import DomIndex, moment_of
from uidiff.importers.playwright_trace_words import action_words, vague_words
from uidiff.importers.zip_members import Members, shown_name
from uidiff.model import jsontext
from uidiff.model.files import Line
from uidiff.model.limits import Limits, exact_number

__all__ = ["VERSIONS", "Call", "Message", "Recorded", "TreeRef", "read_events"]

VERSIONS = (6, 7, 8, 9, 10)
"""Versions of the format: 6 is that of Playwright 1.44; from 9 on, that of 1.63, there may be aria snapshots."""

_WITHOUT_CLOCK = 6
"""The version whose first event has no time of the monotonic clock, but each call has both times."""

_FIRST, _OF_TEST = "context-options", "test.trace"
_TEST_STEP = "step"
"""The method of all steps of the test runner until version 8; the kind begins the id of the call."""
_ARIA_FILE = re.compile(r"aria/[A-Za-z0-9_@.-]{1,120}\.json")
_PHASES = ("before", "action", "after")
_TEST_CALLS = frozenset({"expect", "pw:api"})
"""Steps of the test runner that are calls; the others are hooks, fixtures and groups, and fail where a call does."""

_OF_PASSWORD = re.compile(r"\s*locator resolved to <input\b[^>]*\btype=\"password\"")
_TYPED = ("value", "text")
"""What ``fill`` types, and what ``type`` and ``pressSequentially`` do."""

_COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}m")
_CURE = "copy the trace again, whole, or record it again"


@attrs.define
class Call:
    """A call of Playwright, or an assertion of a test, with its error. Times are Unix seconds, UTC.

    ``vague`` is the part of the words that names an element by a selector only, "" without one; ``step`` what the
    test runner and the browser's side call the same call.
    """

    id: str
    words: str
    started: float
    vague: str = ""
    step: str = ""
    ended: float | None = None
    error: str | None = None


@attrs.frozen
class TreeRef:
    """Where the tree of a page is that was read before, within or after a call; ``place`` names the event.

    ``file`` is the member that is the tree, or in which it is the line of the number ``line``.
    """

    call: str
    phase: str
    page: str
    taken_at: float
    file: str
    place: str
    line: int = 0


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

    ``trees`` are aria snapshots, ``pages`` those of the DOM of main frames, which are read where there are no others.
    ``typed`` is what calls typed, ``secrets`` what of it went into a field that the log calls one for passwords.
    """

    calls: dict[str, Call] = attrs.field(factory=dict)
    trees: list[TreeRef] = attrs.field(factory=list)
    messages: list[Message] = attrs.field(factory=list)
    tests: dict[str, Call] = attrs.field(factory=dict)
    urls: dict[tuple[str, str, str], str] = attrs.field(factory=dict)
    titles: list[str] = attrs.field(factory=list)
    typed: dict[str, str] = attrs.field(factory=dict)
    secrets: set[str] = attrs.field(factory=set)
    pages: list[TreeRef] = attrs.field(factory=list)
    dom: DomIndex = attrs.field(factory=DomIndex)


Event: TypeAlias = "Mapping[str, Any]"


def read_events(members: Members, name: str, into: Recorded, limits: Limits) -> Iterator[InvalidSnapshot]:
    """Read the events of a member, and yield the error of each line that cannot be read; the others are read.

    Raises:
        InvalidSnapshot: the member is damaged, has no first event, or is of a version that is not read.
    """
    reader: _Reader | None = None
    for line in members.lines(name):
        if isinstance(line, LimitExceeded):
            into.dom.miss(name, None)
            yield line
            continue
        place = f"{shown_name(name)}: line {line.number}"
        try:
            event = _event(line, limits)
        except InvalidSnapshot as error:
            if reader is None:
                raise error.inside(place) from None
            of_dom = into.dom.miss(name, line.data)
            if of_dom and isinstance(error, LimitExceeded):
                into.dom.errors.append(error.inside(place))
            else:
                yield error.inside(place)
            continue
        try:
            if reader is None:
                reader = _Reader.of(event, into, name)
            reader.read(event, place, line.number)
        except InvalidSnapshot as error:
            if reader is None:
                raise error.inside(place) from None
            yield error.inside(place)
    if reader is None:
        raise InvalidSnapshot("a trace without events", shown_name(name), _CURE)


def _event(line: Line, limits: Limits) -> Event:
    if not line.data.strip():
        return {}
    value = jsontext.parse(jsontext.decode(line.data), max_nesting=limits.max_nesting)
    if not isinstance(value, dict):
        raise InvalidSnapshot(f"expected an event, got {type(value).__name__}", "$", _CURE)
    return value


@attrs.define
class _Reader:
    """Reads the events of one context, in the member of a name, whose clock began at a known time of day.

    ``offset`` is None until that is known.
    """

    into: Recorded
    member: str
    offset: float | None
    of_test: bool
    line: int = 0

    @classmethod
    def of(cls, first: Event, into: Recorded, member: str) -> _Reader:
        """Return the reader of what begins with an event; InvalidSnapshot for a version that is not read."""
        if first.get("type") != _FIRST:
            if member == _OF_TEST and first.get("type") in _READ:  # version 6
                return cls(into, member, None, of_test=True)
            raise InvalidSnapshot(f"a trace that does not begin with {_FIRST}", "$.type", _CURE)
        version = first.get("version")
        if type(version) is not int or version not in VERSIONS:
            known = f"version {version}" if type(version) is int and abs(version) < 10**6 else "an unknown version"
            problem = f"a trace of {known}; read are {VERSIONS[0]} to {VERSIONS[-1]}"
            raise InvalidSnapshot(problem, "$.version", "update uidiff, or record with a Playwright that writes these")
        into.dom.versions[member] = version
        title = first.get("title")
        if isinstance(title, str) and title and title not in into.titles:
            into.titles.append(title)
        has_clock = version != _WITHOUT_CLOCK or "monotonicTime" in first
        offset = _number(first, "wallTime") - _number(first, "monotonicTime") if has_clock else None
        return cls(into, member, offset, of_test=first.get("origin") == "testRunner")

    def read(self, event: Event, place: str, line: int) -> None:
        kind = event.get("type")
        read = _READ.get(kind) if isinstance(kind, str) else None
        if read is not None:
            self.line = line
            if self.offset is None and "wallTime" in event:
                self.offset = _number(event, "wallTime") - _number(event, "startTime")
            read(self, event, place)

    def at(self, event: Event, key: str) -> float:
        """Return a time in Unix seconds."""
        at = _number(event, key)
        if self.offset is None:
            raise InvalidSnapshot("an event before the first one with a time of day", f"$.{key}", _CURE)
        return (self.offset + at) / 1000

    def before(self, event: Event, _: str) -> None:
        method, call_id = _string(event, "method"), _string(event, "callId")
        if self.of_test and method == _TEST_STEP:
            method = call_id.partition("@")[0]
        if self.of_test and method not in _TEST_CALLS:
            return
        given, title = event.get("params"), event.get("title")
        params: Event = given if isinstance(given, dict) else {}
        words = action_words(method, params, title if isinstance(title, str) else None)
        calls = self.into.tests if self.of_test else self.into.calls
        started = self.at(event, "startTime")
        calls[call_id] = Call(call_id, words, started, vague=vague_words(params), step=_step_of(event))
        typed = next((params[key] for key in _TYPED if isinstance(params.get(key), str)), "")
        if typed:
            self.into.typed[call_id] = typed

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

    def dom(self, event: Event, place: str) -> None:
        """Note a DOM snapshot; of the main frame it is the tree of its page, and has the address, also of another."""
        found = event.get("snapshot")
        if not isinstance(found, dict):
            self.into.dom.miss(self.member, None)
            raise InvalidSnapshot(f"expected a snapshot, got {type(found).__name__}", "$.snapshot", _CURE)
        if not self.into.trees:  # else they are not asked for
            self.into.dom.note(self.member, self.line, found)
        moment = moment_of(self.member, found)
        if moment is None or found.get("isMainFrame") is not True:
            return
        url, taken = _string(found, "frameUrl"), self.at(found, "timestamp")
        self.into.urls[moment.call, moment.phase, moment.page] = url
        ref = TreeRef(moment.call, moment.phase, moment.page, taken, self.member, place, self.line)
        self.into.pages.append(ref)

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


def _step_of(event: Event) -> str:
    """Return what a call is called on both sides; in version 6 that is its name and its time of day."""
    step, name, at = event.get("stepId"), event.get("apiName"), event.get("wallTime")
    if isinstance(step, str):
        return step
    return f"{name}@{at}" if isinstance(name, str) and at is not None else ""


def _error(value: object) -> str | None:
    """Return the name and the message of an error, without colours; its stack, which names files, is left out."""
    if not isinstance(value, dict):
        return None
    name, message = value.get("name"), value.get("message")
    text = _COLOURS.sub("", message if isinstance(message, str) else "an error")
    return f"{name}: {text}" if isinstance(name, str) and name and not text.startswith(name) else text


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
