"""Playwright's traces (``trace.zip``): a snapshot for each call, with what it did and what went wrong.

    await context.tracing.start({ snapshots: { aria: true } });
    …
    await context.tracing.stop({ path: "trace.zip" });

The trees are Playwright's aria snapshots, which traces may have from Playwright 1.63 (versions 9 and 10 of the format).
Where there are none they are its DOM snapshots, as traces of versions 6 to 8 have them. Nothing is fetched that a trace
names.

``playwright_trace_events`` reads the events; each tree is a ``TreeRef`` in them, of which ``_Trace.snapshot`` makes the
snapshot: an aria snapshot is a member, a DOM snapshot a line that says what changed (``playwright_dom_trees``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import BinaryIO

import attrs

from uidiff.errors import InvalidSnapshot
from uidiff.importers.aria_json import snapshot_of_aria_json
from uidiff.importers.playwright_trace_events import Call, Message, Recorded, TreeRef, read_events
from uidiff.importers.playwright_trace_pages import TracePages
from uidiff.importers.zip_members import Members, opened_zip, shown_name
from uidiff.model import jsontext
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.limits import Limits
from uidiff.model.redaction import REDACTED
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.text import clip, replace_surrogates

__all__ = ["PlaywrightTraceImporter", "read_trace"]

_ZIP = b"PK\x03\x04"
_NAME = re.compile(rb"(?s)PK\x03\x04.{26}([\x21-\x7e]{1,200})")
_OF_TRACE = re.compile(rb"(?:[0-9A-Za-z_-]*trace|test)\.trace")
_KIND, _ARIA, _FRAME = ".trace", "aria/", "iframe"
_SURE, _LIKELY = 0.95, 0.5
_MOST_SAID, _LONGEST_SAID = 20, 500
_RECORD = "record with tracing.start({ snapshots: true })"


class PlaywrightTraceImporter:
    """Reads the snapshots of a trace: of each page the first, then the one after each call, by time.

    They are its aria snapshots, where there are none its DOM snapshots. A call is ``action``: ``click button "Save"``.
    ``window`` is the page, ``url`` its address where DOM snapshots were recorded, ``taken_at`` the time of day by the
    clocks of the first event. What went wrong since the snapshot before is in ``extra``: ``errors`` of the call, of the
    console and of scripts, ``console`` with its other lines, ``dialogs``, each as a list of ``kind`` and ``text``;
    ``test`` is the title, ``partial`` is ``styles`` where a DOM has style sheets. A call that failed without a snapshot
    behind it has the last tree again. Frames of aria snapshots are unread: they are left out there. What a call typed
    into a field that Playwright's log calls one for passwords is hidden wherever it stands.
    """

    def sniff(self, head: bytes) -> float:
        """Return 0.95 for a zip that begins with a member ``*.trace``, or has one near, 0.5 for another zip."""
        if not head.startswith(_ZIP):
            return 0.0
        return _SURE if any(_OF_TRACE.match(found[1]) for found in _NAME.finditer(head)) else _LIKELY

    def snapshots_in(self, file: BinaryIO, *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the snapshots; raise the first error."""
        for found in read_trace(file, limits=limits, redact=redact):
            if isinstance(found, InvalidSnapshot):
                raise found
            yield found


def read_trace(
    file: BinaryIO, *, limits: Limits | None = None, redact: RedactOption = None
) -> Iterator[Snapshot | InvalidSnapshot]:
    """Yield the snapshots of a trace by time, and in their place the errors of what cannot be read.

    Errors of lines come first. One of the whole archive, such as a zip that is cut short, is all there is then.

    Args:
        file: the open ``trace.zip``.
        limits: ``max_file`` is for each member and for all that are read together, after decompression.
        redact: what is secret besides what the trees mark.
    """
    limits = limits or Limits()
    try:
        with opened_zip(file, limits) as members:
            yield from _Trace(members, limits, redact).steps()
    except InvalidSnapshot as error:
        yield error


@attrs.frozen
class _Step:
    """A moment to make a snapshot of: the tree of ``ref``, or the last one again, after a call or before all calls.

    ``begun`` is when the call began that read the tree.
    """

    at: float
    begun: float
    call: Call | None
    ref: TreeRef | None


@attrs.define
class _Trace:
    members: Members
    limits: Limits
    redact: RedactOption
    recorded: Recorded = attrs.field(factory=Recorded, init=False)
    pages: TracePages | None = attrs.field(default=None, init=False)

    def steps(self) -> Iterator[Snapshot | InvalidSnapshot]:
        """Yield snapshots and errors; InvalidSnapshot for what leaves nothing to read."""
        names = [name for name in self.members.names() if name.endswith(_KIND)]
        if not names:
            raise InvalidSnapshot("a zip without a member *.trace", "$", "give the trace.zip of Playwright")
        self.members.expect_small(lambda name: name.endswith(_KIND) or name.startswith(_ARIA))
        for name in names:
            try:
                yield from read_events(self.members, name, self.recorded, self.limits)
            except InvalidSnapshot as error:
                if len(names) == 1:
                    raise
                yield error
        if not self.recorded.trees:
            yield from self.recorded.dom.errors
        if not (self.recorded.trees or self.recorded.pages or self.recorded.dom.errors):
            raise InvalidSnapshot("a trace without snapshots", shown_name(names[0]), _RECORD)
        _tell_of_tests(self.recorded)
        steps = _steps_of(self.recorded)
        if self.recorded.trees:
            self.recorded.dom.forget()
        else:
            self.pages = TracePages(self.members, self.recorded, [step.ref for step in steps], self.limits, self.redact)
        yield from self.snapshots(steps)

    def snapshots(self, steps: Sequence[_Step]) -> Iterator[Snapshot | InvalidSnapshot]:
        said = _shared_out(self.recorded.messages, steps)
        last: TreeRef | None = None
        for step, messages in zip(steps, said, strict=True):
            last = step.ref or last
            if last is None:
                continue
            try:
                yield self.snapshot(last, step, messages)
            except InvalidSnapshot as error:
                yield error

    def snapshot(self, ref: TreeRef, step: _Step, messages: Sequence[Message]) -> Snapshot:
        call = step.call
        circumstances = Circumstances(
            window=ref.page,
            url=self.recorded.urls.get((ref.call, ref.phase, ref.page)),
            action=None if call is None else call.words,
            taken_at=step.at,
            extra=_extra(call, messages, self.recorded),
        )
        if self.pages is not None:
            return self.pages.snapshot(ref, call, circumstances)
        try:
            text = jsontext.decode(self.members.whole(ref.file))
            return snapshot_of_aria_json(
                text, circumstances, limits=self.limits, redact=self.redact, with_known=self.known
            )
        except InvalidSnapshot as error:
            if error.path == ref.file:
                raise
            raise error.inside(ref.file) from None

    def known(self, rows: Sequence[Row]) -> list[Row]:
        """Return the rows with frames unread, whose content is left out, and passwords secret."""
        depths, secrets = [*(row.depth for row in rows), 0], self.recorded.secrets
        found = []
        for after, row in enumerate(rows, start=1):
            unread = row.unread or (row.role == _FRAME and depths[after] <= row.depth)
            secret = row.secret or row.value in secrets or row.name in secrets
            found.append(row._replace(unread=unread, secret=secret))
        return found


def _tell_of_tests(recorded: Recorded) -> None:
    """Give calls what the test runner says of them, which is more; add its own that failed, such as ``expect(1)``."""
    by_step = {call.step: call for call in recorded.calls.values() if call.step}
    for test_id, test in recorded.tests.items():
        call = recorded.calls.get(test_id) or by_step.get(test.step or test_id)
        if call is not None:
            call.error = test.error or call.error
        elif test.error is not None:
            recorded.calls[f"test {test_id}"] = test


def _steps_of(recorded: Recorded) -> list[_Step]:
    """Return what snapshots are made of, by time: each page before its first call, and each call."""
    of_call: dict[str, dict[str, TreeRef]] = {}
    steps: list[_Step] = []
    pages: set[str] = set()
    for ref in sorted(recorded.trees or recorded.pages, key=lambda ref: ref.taken_at):
        of_call.setdefault(ref.call, {})[ref.phase] = ref
        if ref.page not in pages and ref.phase == "before":
            reading = recorded.calls.get(ref.call)
            begun = ref.taken_at if reading is None else reading.started
            steps.append(_Step(ref.taken_at, begun, None, ref))
        pages.add(ref.page)
    for call in recorded.calls.values():
        refs = of_call.pop(call.id, {})
        after = refs.get("after")
        if after is not None:
            steps.append(_Step(after.taken_at, call.started, call, after))
        elif refs or call.error is not None:
            last = refs.get("action") or refs.get("before")
            steps.append(_Step(call.ended or call.started, call.started, call, last))
    for refs in of_call.values():  # of calls that began before the trace did
        steps += [_Step(ref.taken_at, ref.taken_at, None, ref) for ref in refs.values() if ref.phase == "after"]
    return sorted(steps, key=lambda step: step.at)


def _shared_out(messages: Sequence[Message], steps: Sequence[_Step]) -> list[list[Message]]:
    """Return the messages of each step: those since its call began, until the next one did."""
    shared: list[list[Message]] = [[] for _ in steps]
    order = sorted(range(len(steps)), key=lambda at: (steps[at].begun, steps[at].call is not None))
    place = 0
    for message in sorted(messages, key=lambda message: message.at):
        while place + 1 < len(order) and steps[order[place + 1]].begun <= message.at:
            place += 1
        if order:
            shared[order[place]].append(message)
    return shared


def _extra(call: Call | None, messages: Sequence[Message], recorded: Recorded) -> str | None:
    """Return what is no circumstance of its own, as JSON: at most 20 entries of a kind, and a count of others."""
    errors = [] if call is None or call.error is None else [("action", call.error)]
    errors += [(said.source, said.text) for said in messages if said.source != "dialog" and said.kind == "error"]
    console = [(said.kind, said.text) for said in messages if said.source == "console" and said.kind != "error"]
    dialogs = [(said.kind, said.text) for said in messages if said.source == "dialog"]
    found: dict[str, object] = {}
    for name, entries in (("errors", errors), ("console", console), ("dialogs", dialogs)):
        if entries:
            shown = entries[:_MOST_SAID]
            found[name] = [{"kind": _clean(kind), "text": _clean(text, recorded.secrets)} for kind, text in shown]
        if len(entries) > _MOST_SAID:
            found[f"{name}_left_out"] = len(entries) - _MOST_SAID
    if recorded.titles:
        found["test"] = _clean(" | ".join(recorded.titles))
    return json.dumps(found, ensure_ascii=False) if found else None


def _clean(text: str, secrets: Collection[str] = ()) -> str:
    for secret in sorted(secrets, key=len, reverse=True):  # one may be within another
        text = text.replace(secret, REDACTED)
    return clip(replace_surrogates(text)[0], _LONGEST_SAID)
