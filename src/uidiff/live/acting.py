"""The plan behind ``act``: do it to the element that the reader was told, look, and say what was seen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf

import attrs

from uidiff.backends.surroundings import Restless
from uidiff.errors import BackendError, NotActionable, ReadTimeout, StaleRef
from uidiff.formats.effect import Effect, passing_label, with_effect
from uidiff.formats.report import Report
from uidiff.live.core import SessionCore
from uidiff.live.moments import LEAST_INTERVAL
from uidiff.live.plans import READS, Stillness, describe, poll, read
from uidiff.live.settings import Question
from uidiff.live.steps import Call, Pause, Plan
from uidiff.live.tracking import NumberedRead
from uidiff.model.element import Element
from uidiff.model.snapshot import Snapshot
from uidiff.text import quote

__all__ = ["Deed", "act"]

TRIES = 100
"""Reads for an element that is gone, or is another one, each time that it is acted on."""

PATIENCE = 0.3
"""The share of the time of an action for which a page is waited for that is on its way to another one: a server that
does not answer by then may never do so."""

ALIKE = 12
"""Reads that show the same live object as before, which says each time that it is none or another one."""

ALIKE_PAUSE = 0.1
"""Seconds before such a read: a browser's accessibility tree may lag behind its page for some tenths of a second."""

REST = 0.15
"""Seconds after an action in which nothing changed, and after which nothing is expected of it any more: those that
people take for no delay are shorter."""

MOST_PASSING = 100
"""Elements seen for a moment that are remembered."""

_NO_TEXT = f" {quote('')}"
"""The end of the label of an element without a text."""


@attrs.frozen(kw_only=True)
class Deed:
    """What is to be done.

    Attributes:
        do: does it, with the element as it was read last; gives what else is to be known of it. Of a function of the
            caller, and of an action of the window, the element is None.
        ref: the number of the element.
        said: the words for it in the snapshot; None for a function of the caller.
        look: whether the window is read before it is done: what does it does not compare the element with the live one.
        loading: says of a window key whether the window is still loading; None if the backend cannot tell.
        busy: says of a window key whether something is under way that may change the window; None likewise.
    """

    do: Callable[[Element | None], object]
    ref: int | None = None
    said: str | None = None
    look: bool = False
    loading: Callable[[str], object] | None = None
    busy: Callable[[str], object] | None = None


def act(
    core: SessionCore,
    target: object,
    deed: Deed,
    *,
    question: Question,
    fresh: bool,
    quiet: float | None,
    timeout: float,
) -> Plan[Report]:
    """Act, wait until the window is quiet, and answer with what changed and what was seen.

    It is compared with the baseline; with a read before the action if there is none, or if that is asked for.
    """
    before: NumberedRead | None = None
    look = deed.look
    if fresh or not core.was_answered(target):
        look = False
        before = yield from _read_before(core, target, fresh=fresh, steers=deed.said is not None and deed.ref is None)
    note = yield from _done(core, target, deed, timeout, look=look)
    looking = _Looking(core, target, before, quiet or 0, patience=PATIENCE * timeout)
    settled = None
    try:
        if quiet is not None:
            settled = yield from _settled(core, target, deed, looking, quiet=quiet, timeout=timeout)
        report = yield from describe(core, target, question, action=deed.said, before=before)
        window = report.snapshot.window
        loading = bool(deed.loading and window and (yield Call(partial(deed.loading, window))))
    except BackendError as error:  # it is not to be done again
        raise type(error)(f"{f'{note}; ' if note else 'the action was done, but then: '}{error}") from error
    effect = looking.effect(report, settled=settled, loading=loading, note=note)
    return attrs.evolve(report, settled=settled, effect=effect, text=with_effect(report.text, question.format, effect))


def _settled(
    core: SessionCore, target: object, deed: Deed, looking: _Looking, *, quiet: float, timeout: float
) -> Plan[bool]:
    """Look until the window is quiet; whether it was in time. It is sooner where nothing came of the action, unless
    something is under way.
    """
    interval = max(LEAST_INTERVAL, quiet / READS)
    end = core.clock.monotonic() + timeout
    looking.rest = REST if deed.busy is not None else inf
    still = yield from poll(core, target, looking, timeout=timeout, interval=interval)
    if still and looking.rested and deed.busy is not None and (yield Call(partial(deed.busy, looking.window))):
        looking.rest = inf
        left = max(0.0, end - core.clock.monotonic())
        still = yield from poll(core, target, looking, timeout=left, interval=interval)
    return still is True


def _read_before(core: SessionCore, target: object, *, fresh: bool, steers: bool) -> Plan[NumberedRead | None]:
    """The read that an answer is compared with if there is no baseline. A window that hangs can be steered without."""
    try:
        snapshot = yield from read(core, target)
    except ReadTimeout:
        if not steers:
            raise
        return None
    seen = core.watch(snapshot, target)
    return seen if fresh or core.baseline(seen, target) is None else None


def _done(core: SessionCore, target: object, deed: Deed, timeout: float, *, look: bool) -> Plan[str]:
    """Do it; what else is to be known. An element whose live object is gone is read, found and tried again."""
    end = core.clock.monotonic() + timeout
    if deed.ref is None:
        note = yield Call(partial(deed.do, None))
        return note if deed.said is not None and isinstance(note, str) else ""
    alike, last = 0, None
    core.element(deed.ref)
    if look or core.hidden(deed.ref):
        yield from _look(core, core.target_of(deed.ref, target))
    for _ in range(TRIES):
        hidden = core.hidden(deed.ref)
        if hidden:
            raise hidden
        element = core.element_to_act_on(deed.ref)
        alike = alike + 1 if element.id == last else 0
        last = element.id
        try:
            note = yield Call(partial(deed.do, element))
        except NotActionable as error:
            raise core.explained(error, deed.ref, core.settings.redact) from error
        except StaleRef as error:
            if alike >= ALIKE or core.clock.monotonic() >= end:
                raise (core.restless if isinstance(error, Restless) else core.stale)(deed.ref) from error
            if alike:
                yield Pause(ALIKE_PAUSE, None)
        else:
            return note if isinstance(note, str) else ""
        yield from _look(core, core.target_of(deed.ref, target))
    raise core.stale(deed.ref)


def _look(core: SessionCore, target: object) -> Plan[None]:
    """Read the window before something is done in it."""
    try:
        snapshot = yield from read(core, target)
    except BackendError as error:
        raise type(error)(f"nothing was done: {error}") from error
    core.watch(snapshot, target)


class _Looking(Stillness):
    """Looks until a window is quiet, and remembers what was there for a moment.

    Attributes:
        rest: seconds after which a window is quiet in which nothing has changed since the action.
        rested: whether it was quiet for that.
        window: the key of the window.
    """

    def __init__(
        self, core: SessionCore, target: object, before: NumberedRead | None, quiet: float, *, patience: float
    ) -> None:
        super().__init__(core, target, quiet)
        self._patience = patience
        self._before = None if before is None else before.state
        self._began = core.clock.monotonic()
        self._looks = 0
        self._changed = False
        self.rest = inf
        self.rested = False
        self.window = ""
        self._came: dict[str, str | None] = {}

    def __call__(self, snapshot: Snapshot) -> bool | None:
        """True once it is quiet; False once nothing could be read for too long; else None."""
        self._looks += 1
        self.window = snapshot.window or ""
        still = super().__call__(snapshot)
        if still is None and not self._changed and self._core.clock.monotonic() - self._began >= self.rest:
            self.rested = still = True
        return False if self.leaving >= self._patience else still

    def changed(self, seen: NumberedRead) -> None:
        """Remember what was not there before the action."""
        base = self._before or self._core.baseline(seen, self._target)
        delta = None if base is None else self._core.since(base, seen, self._target)
        self._changed = self._changed or delta is None or bool(delta)
        if delta is not None and len(self._came) < MOST_PASSING:
            came = [record.after for record in delta.added if record.root and record.after is not None]
            self._came.update((passing_label(one), one.id) for one in came)

    def _passed(self, report: Report) -> tuple[str, ...]:
        """What came, and is in the answer neither as it is nor as it was.

        What had no text yet and has one in the answer was read while the window wrote it.
        """
        roles = {label.partition(" ")[0] for label in self._came}
        sides = [report.snapshot, *([] if report.delta is None else [report.delta.before])] if roles else []
        alike = [one for side in sides for one in side if one.role in roles]
        there, stay = {*map(passing_label, alike)}, {one.id for one in alike}
        passed = self._came.keys() - there
        return tuple(sorted(label for label in passed if not (label.endswith(_NO_TEXT) and self._came[label] in stay)))

    def effect(self, report: Report, *, settled: bool | None, loading: bool, note: str) -> Effect:
        """What was seen up to the answer."""
        changed = report.delta is None or bool(report.delta)
        looked = settled is not None or self._looks
        return Effect(
            kind="changed" if changed else "nothing seen" if looked else "not looked",
            looks=self._looks + 1,
            seconds=self._core.clock.monotonic() - self._began,
            passing=self._passed(report),
            loading=loading,
            settled=settled,
            note=note,
        )
