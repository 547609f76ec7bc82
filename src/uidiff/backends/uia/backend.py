"""The backend of Windows: UI Automation, read in bulk."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import inf
from typing import Any, ClassVar, TypeAlias

import attrs

from uidiff.backends.deadlines import expect_time
from uidiff.backends.protocol import PERHAPS_DONE, Availability
from uidiff.backends.refusals import no_action
from uidiff.backends.uia.actions import ACTIONS, FOCUS, SAME, TYPE, do, live_control
from uidiff.backends.uia.client import Automation, Package, availability, expect_available, load_package
from uidiff.backends.uia.desktop import UiaDesktop
from uidiff.backends.uia.failures import translated
from uidiff.backends.uia.reading import Fetch, Fetched, UiaNode
from uidiff.backends.uia.rows import Converted, IdStability, converted
from uidiff.backends.uia.targets import KINDS, UiaTargets, UiaWindow, further_windows
from uidiff.backends.worker import Worker
from uidiff.errors import AppGone, BackendError, ReadTimeout, StaleRef, WindowNotFound
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window

__all__ = ["PATIENCE", "UiaBackend", "UiaHandle", "UiaTarget"]

UiaTarget: TypeAlias = str | int | Window | Any
"""What it reads: the name of a program, a process id, a window, or a Control of uiautomation in the window."""

PATIENCE = 3.0
"""Seconds for an action, or for finding a live object."""

KEPT_READS = 8
"""The number of partial reads after which an element that they do not show is forgotten."""

_RESERVED = 0.1
"""The share of the time of a read that is reserved for converting what was read, should a program hang."""

_CONVERTING = 5.0
"""Seconds after the deadline for converting, which itself stops at the deadline."""


@attrs.frozen
class UiaHandle:
    """A live element; handles of the same element are equal.

    Attributes:
        id: its RuntimeId, as ``Element.id``.
        control: the Control of uiautomation.
    """

    id: str
    control: Any = attrs.field(eq=False, repr=False)  # its repr calls the program


@attrs.define(eq=False)
class _WindowMemory:
    """What is remembered of a window.

    Attributes:
        chosen: the window.
        ids: which kinds of its ids are stable.
        elements: by id, the live elements of the last whole read and of the partial reads since.
        roots: by handle, the rows of the last roots, in order.
    """

    chosen: UiaWindow
    ids: IdStability = attrs.Factory(IdStability)
    elements: deque[Mapping[str, Any]] = attrs.Factory(lambda: deque(maxlen=KEPT_READS))
    roots: Mapping[int, Row] = attrs.Factory(dict)

    def remember(self, made: Converted) -> None:
        """Keep the elements and roots of a read; a whole read replaces the elements of earlier ones."""
        if not any(row.unread for row in made.rows):
            self.elements.clear()
        self.elements.append(made.elements)
        self.roots = made.roots


class UiaBackend:
    """Reads windows of Windows programs, each with all its elements in one call to its program.

    It has no change events: UI Automation needs event handlers for them that the package does not make; sessions read
    periodically instead.

    ``id`` is the RuntimeId. It is stable, unless the backend sees that ids of its kind change. ``bounds`` are in
    logical pixels, by the scale of the window's monitor.

    Args:
        client: makes an IUIAutomation object in the thread that reads; by default the package's own.
        patience: seconds for an action, or for finding a live object.
    """

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "uia"
    actions: ClassVar[tuple[str, ...]] = tuple(dict.fromkeys((*SAME, *ACTIONS)))

    def __init__(self, *, client: Callable[[], Automation] | None = None, patience: float = PATIENCE) -> None:
        self._client = client
        self._patience = patience
        self._package: Package | None = None
        self._desktop: UiaDesktop | None = None
        self._targets: UiaTargets | None = None
        self._worker: Worker | None = None
        self._memories: dict[str, _WindowMemory] = {}
        self._closed = False

    def available(self) -> Availability:
        """Say whether this is Windows and the package uiautomation is installed."""
        return availability()

    def windows(self) -> tuple[Window, ...]:
        """List the open windows, the foremost first. No program is called, so none can hang."""
        return tuple(chosen.known for chosen in self._open()[1].all())

    def read(self, target: UiaTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """Read the window; PermissionNeeded if its program has higher rights.

        The first read imports the package; the deadline is extended by the time of that. A hanging call is abandoned in
        its thread.
        """
        expect_time(deadline)
        desktop, targets = self._open()
        began = time.monotonic()
        package, worker = self._started()
        deadline += time.monotonic() - began
        chosen = self._chosen(target, deadline)
        window = chosen.window
        further = {each.handle: each.title for each in further_windows(window, desktop.windows())}
        fetched = Fetched()
        fetch = Fetch(package, deadline=_before(deadline), most=limits.max_elements, into=fetched)
        self._fetch(fetch, fetched, chosen, further)
        memory = self._memory(chosen)
        closed = {handle for handle, node in fetched.roots.items() if node is None and not targets.is_shown(handle)}
        roots = _ordered(fetched, memory, further, closed)
        scale = desktop.scale(window.handle)

        def convert() -> Converted:
            with translated("Windows does not give out what it has read", package.error):
                return converted(roots, fetched.requests, package, scale=scale, limits=limits, deadline=deadline)

        made = worker.run(convert, deadline + _CONVERTING)
        memory.remember(made)
        circumstances = Circumstances(
            app=chosen.app or None,
            pid=window.program,
            window=chosen.key,
            title=window.title or None,
            platform="uia",
        )
        rows = memory.ids.honest(made.rows)
        return Snapshot.from_rows(rows, circumstances=circumstances, limits=limits, redact=redact)

    def handle(self, element: Element) -> UiaHandle:
        """Find the Control behind an element; StaleRef if the element is gone, ReadTimeout if its program hangs.

        Use it in a thread in which COM is initialised: the one that first used the backend, or one within
        ``uiautomation.UIAutomationInitializerInThread``.
        """
        self._open()
        memory, live = self._live(element)
        package, worker = self._started()
        try:
            control = worker.run(lambda: live_control(live, package), time.monotonic() + self._patience)
        except BackendError as error:
            self._expect_alive(memory, element, error)
            raise
        return UiaHandle(str(element.id), control)

    def act(self, element: Element, action: str, value: str | None = None) -> str | None:
        """Do one of the element's actions, ``focus``, or ``type``, which sets its whole value to ``value``.

        A button that opens a dialog may not answer before the dialog is closed. So an action that takes longer than
        ``patience`` counts as begun if its program still processes messages; the note says if it does not: then it may
        have been done.
        """
        desktop, _ = self._open()
        memory, live = self._live(element)
        action = SAME.get(action, action)
        actions = dict.fromkeys((*element.actions, FOCUS, TYPE))
        if action not in actions:
            raise no_action(action, actions)
        package, worker = self._started()
        try:
            worker.run(
                lambda: do(live_control(live, package), action, value, package), time.monotonic() + self._patience
            )
        except ReadTimeout:
            if desktop.is_hung(memory.chosen.window.handle):
                return f"{PERHAPS_DONE}: the program does not answer"
        except BackendError as error:
            self._expect_alive(memory, element, error)
            raise
        return None

    def close(self) -> None:
        """Release all elements and end the thread; calls that hang are abandoned."""
        self._closed = True
        if self._worker is not None:
            memories, self._memories = self._memories, {}
            with suppress(BackendError):  # it was closed before, or hangs
                self._worker.run(memories.clear, time.monotonic() + self._patience)
            self._worker.close()

    # ---------------------------------------------------------------- insides

    def _fetch(self, fetch: Fetch, fetched: Fetched, chosen: UiaWindow, further: Mapping[int, str]) -> None:
        """Read a window and its further windows within the deadline; AppGone if it was closed meanwhile.

        For a program that hangs, Windows itself answers with the bare windows, as if all their elements had been
        removed. So the program is checked before and after.
        """
        package, worker = self._started()
        self._expect_awake(chosen)

        def run() -> None:
            with translated("Windows cannot read the window", package.error):
                fetch.run(chosen.window.handle, further)

        try:
            worker.run(run, fetch.deadline)
        except BackendError as error:
            self._expect_there(chosen, error)
            if not fetched.complete or not isinstance(error, ReadTimeout):
                raise
        self._expect_there(chosen)
        self._expect_awake(chosen)

    def _open(self) -> tuple[UiaDesktop, UiaTargets]:
        """The desktop and the targets, made at the first call."""
        if self._closed:
            raise BackendError("this backend is closed: make another UiaBackend")
        if self._desktop is None or self._targets is None:
            expect_available()
            self._desktop = UiaDesktop()
            self._targets = UiaTargets(self._desktop)
        return self._desktop, self._targets

    def _started(self) -> tuple[Package, Worker]:
        """The package, and the thread in which COM is used."""
        if self._package is None:
            self._package = load_package(self._client)
        if self._worker is None:
            self._worker = Worker("uidiff-uia", around=self._package.around)
        return self._package, self._worker

    def _chosen(self, target: UiaTarget, deadline: float) -> UiaWindow:
        _, targets = self._open()
        if isinstance(target, str | Window) or type(target) is int:
            return targets.choose(target)
        known = sys.modules.get("uiautomation")
        if known is None or not isinstance(target, known.Control):
            raise TypeError(f"no window, but {type(target).__name__}: {KINDS}")
        package, worker = self._started()
        handle = worker.run(lambda: _handle_of(target, package), _before(deadline))
        return targets.of_handle(target, handle)

    def _memory(self, chosen: UiaWindow) -> _WindowMemory:
        """The memory of a window; the memories of closed windows are dropped."""
        _, targets = self._open()
        lost = [key for key, memory in self._memories.items() if not targets.lives(memory.chosen)]
        for key in lost:
            del self._memories[key]
        return self._memories.setdefault(chosen.key, _WindowMemory(chosen))

    def _live(self, element: Element) -> tuple[_WindowMemory, Any]:
        for memory in self._memories.values():
            for elements in reversed(memory.elements):
                if element.id in elements:
                    return memory, elements[element.id]
        raise StaleRef(f"element {element.index} is not there any more: read the window again")

    def _expect_there(self, chosen: UiaWindow, error: BackendError | None = None) -> None:
        """Raise AppGone if a window was closed while it was read."""
        _, targets = self._open()
        if not targets.lives(chosen):
            raise AppGone("the window is gone: start the program again, or read another window") from error

    def _expect_awake(self, chosen: UiaWindow) -> None:
        """Raise ReadTimeout if the program of a window does not process messages."""
        desktop, _ = self._open()
        if desktop.is_hung(chosen.window.handle):
            raise ReadTimeout("the program does not answer: wait for it, or end it")

    def _expect_alive(self, memory: _WindowMemory, element: Element, error: BackendError) -> None:
        """Raise StaleRef if the window of an element was closed."""
        _, targets = self._open()
        if not targets.lives(memory.chosen):
            problem = f"element {element.index} is not there any more, as its window is gone"
            raise StaleRef(f"{problem}: start the program again") from error


def _before(deadline: float) -> float:
    """The deadline for calls to other programs."""
    now = time.monotonic()
    return deadline if deadline == inf else deadline - _RESERVED * (deadline - now)


def _ordered(
    fetched: Fetched, memory: _WindowMemory, titles: Mapping[int, str], closed: set[int]
) -> dict[int, UiaNode]:
    """The roots in a stable order: the window, known further windows, new ones; without those ``closed`` meanwhile.

    A root that could not be read keeps its last row, or gets one with its title, marked as unread.
    """
    (main, window), *others = fetched.roots.items()
    earlier = {handle: number for number, handle in enumerate(memory.roots)}
    others.sort(key=lambda item: earlier.get(item[0], len(earlier)))
    roots: dict[int, UiaNode] = {}
    for handle, node in ((main, window), *others):
        if handle in closed:
            continue
        known = memory.roots.get(handle) or Row(0, "Window", name=titles.get(handle) or None)
        roots[handle] = node or UiaNode(None, children=[], row=known._replace(unread=True))
    return roots


def _handle_of(control: Any, package: Package) -> int:  # noqa: ANN401  # a Control
    """The window handle of a Control or of its nearest ancestor with one; 0 if there is none."""
    at = control
    try:
        while at is not None:
            if handle := at.NativeWindowHandle:
                return int(handle)
            at = at.GetParentControl()
    except LookupError as error:  # a Control that is looked up when it is used
        raise WindowNotFound("the Control is not found: see that its window is open") from error
    except package.error:  # the element is gone
        return 0
    return 0
