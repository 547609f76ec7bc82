"""The backend for Windows: UI Automation, read in bulk."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, ClassVar, TypeAlias

import attrs

from uidiff.backends.deadlines import expect_time
from uidiff.backends.protocol import Availability
from uidiff.backends.uia.actions import FOCUS, TYPE, do, live_control
from uidiff.backends.uia.client import Automation, Package, availability, expect_available, load_package
from uidiff.backends.uia.desktop import UiaDesktop
from uidiff.backends.uia.failures import told
from uidiff.backends.uia.id_stability import IdStability
from uidiff.backends.uia.ownership import further_windows
from uidiff.backends.uia.reading import Fetch, Fetched, UiaNode
from uidiff.backends.uia.rows import Converted, converted
from uidiff.backends.uia.targets import KINDS, UiaTargets, UiaWindow
from uidiff.backends.worker import Worker
from uidiff.errors import AppGone, BackendError, ReadTimeout, StaleRef, WindowNotFound
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window
from uidiff.text import quote

__all__ = ["PATIENCE", "UiaBackend", "UiaHandle", "UiaTarget"]

UiaTarget: TypeAlias = str | int | Window | Any
"""What it reads: the name of a program, a process id, a window, or a Control of uiautomation in the window."""

PATIENCE = 3.0
"""Seconds that an action, or the search for a live object, may take."""

KEPT_READS = 8
"""An element that partial reads do not show is known for so many reads: it may be where they did not get."""

_RESERVED = 0.1
"""The part of the time of a read that is kept for what is done with what was read, should a program hang."""

_CONVERTING = 5.0
"""Seconds after the deadline: what is done in this process ends by itself shortly after the deadline."""


@attrs.frozen
class UiaHandle:
    """A live element: two are equal if they are of the same one.

    Attributes:
        id: its RuntimeId, as in a snapshot.
        control: the Control of uiautomation, ready to be used.
    """

    id: str
    control: Any = attrs.field(eq=False, repr=False)  # its repr asks the program


@attrs.define(eq=False)
class _WindowMemory:
    """What is remembered of a window: how its ids behave, its live elements by id, its roots by handle as they came.

    The elements are those of the last read that showed all there is, and of the partial ones since.
    """

    chosen: UiaWindow
    ids: IdStability = attrs.Factory(IdStability)
    elements: deque[Mapping[str, Any]] = attrs.Factory(lambda: deque(maxlen=KEPT_READS))
    roots: Mapping[int, Row] = attrs.Factory(dict)

    def remember(self, made: Converted) -> None:
        """Keep the live elements; what was not read this time may still be there."""
        if not any(row.unread for row in made.rows):
            self.elements.clear()
        self.elements.append(made.elements)
        self.roots = made.roots


class UiaBackend:
    """Reads the windows of Windows programs: each with all that is below it in one call to its program.

    Needs ``pip install 'uidiff[windows]'``. It tells of no changes: UI Automation wants objects for that which the
    package does not make; a session looks again from time to time.

    ``id`` is the RuntimeId, which lives as long as the element; where it is seen that it does not, it is not called
    stable. ``bounds`` are in logical pixels, by the scale of the monitor on which the window is.

    Args:
        client: gives an IUIAutomation object, in the thread that reads; the package's own if left out.
        patience: seconds that an action, or the search for a live object, may take.
    """

    __api__: ClassVar[int] = 1
    name: ClassVar[str] = "uia"

    def __init__(
        self,
        *,
        client: Callable[[], Automation] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._client = client
        self._patience = patience
        self._package: Package | None = None
        self._desktop: UiaDesktop | None = None
        self._targets: UiaTargets | None = None
        self._worker: Worker | None = None
        self._memories: dict[str, _WindowMemory] = {}
        self._closed = False

    def available(self) -> Availability:
        """Whether this is Windows, and the package uiautomation is installed."""
        return availability()

    def windows(self) -> tuple[Window, ...]:
        """The windows that are open, the foremost first. No program is asked, so that none is waited for."""
        return tuple(chosen.known for chosen in self._open()[1].all())

    def read(self, target: UiaTarget, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:
        """The window as it is now, with its dialogs, popups and menus.

        A target means one window and stays with it as long as that lives, whatever its title becomes and whatever comes
        in front. First it means the only one that fits, or of several the one in front; so it does again when that has
        gone and others fit.

        The first read also imports the package, which is not counted as time of the read.

        Raises:
            WindowNotFound: no window fits, or more than one, and none of them is in front.
            AppGone: the window has gone, and no other fits.
            PermissionNeeded: its program has higher rights.
            ReadTimeout: its program did not answer in time; whatever hangs in it stays behind in a thread.
            BackendError: Windows cannot read it.
            TypeError: a target of another kind.
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
            with told("Windows does not give out what it has read", package.error):
                requests = fetched.expected_requests
                return converted(roots, requests, package, scale=scale, limits=limits, deadline=deadline)

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
        """The Control behind an element; StaleRef if it is not there any more, ReadTimeout if its program hangs.

        It is used in a thread in which COM was started: that which first used the backend, or one that is in a
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

    def act(self, element: Element, action: str, value: str | None = None) -> None:
        """Do one of the element's actions, ``focus``, or ``type``, which sets its whole value to ``value``.

        A button that opens a dialog may answer only when the dialog is closed again. So an action that takes longer
        than ``patience`` is taken to be under way, if its program takes messages.

        Raises:
            StaleRef: the element is not there any more.
            ReadTimeout: its program hangs. The action may still be done, later.
            BackendError: it has no such action, or it failed.
        """
        desktop, _ = self._open()
        memory, live = self._live(element)
        actions = dict.fromkeys((*element.actions, FOCUS, TYPE))
        if action not in actions:
            known = ", ".join(map(quote, actions))
            raise BackendError(f"no action {ascii(action)[:80]}: it has {known}")
        package, worker = self._started()
        try:
            worker.run(
                lambda: do(live_control(live, package), action, value, package), time.monotonic() + self._patience
            )
        except ReadTimeout as error:
            if desktop.is_hung(memory.chosen.window.handle):
                problem = "the program does not answer, and may still do it"
                raise ReadTimeout(f"{problem}: read the window to see, or end the program") from error
        except BackendError as error:
            self._expect_alive(memory, element, error)
            raise

    def close(self) -> None:
        """Let go of all elements and of the thread. Calls that hang are left behind."""
        self._closed = True
        if self._worker is not None:
            memories, self._memories = self._memories, {}
            with suppress(BackendError):  # it was closed before, or hangs
                self._worker.run(memories.clear, time.monotonic() + self._patience)
            self._worker.close()

    # ---------------------------------------------------------------- insides

    def _fetch(self, fetch: Fetch, fetched: Fetched, chosen: UiaWindow, further: Mapping[int, str]) -> None:
        """Have a window and its further ones read, as far as there is time; AppGone if it went meanwhile.

        In place of a program that hangs Windows answers with the little that it knows of windows itself: that would
        look as if all else had gone.
        """
        package, worker = self._started()
        self._expect_awake(chosen)

        def run() -> None:
            with told("Windows cannot read the window", package.error):
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
        """The desktop, and which of its windows targets have meant."""
        if self._closed:
            raise BackendError("this backend is closed: make another UiaBackend")
        if self._desktop is None or self._targets is None:
            expect_available()
            self._desktop = UiaDesktop()
            self._targets = UiaTargets(self._desktop)
        return self._desktop, self._targets

    def _loaded(self) -> Package:
        if self._package is None:
            self._package = load_package(self._client)
        return self._package

    def _started(self) -> tuple[Package, Worker]:
        """The package, and the thread in which COM is used."""
        package = self._loaded()
        if self._worker is None:
            self._worker = Worker("uidiff-uia", around=package.around)
        return package, self._worker

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
        """What is remembered of a window; what was of windows that have gone is forgotten."""
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
        raise StaleRef(f"element {element.index} is not there any more: read the window anew")

    def _expect_there(self, chosen: UiaWindow, error: BackendError | None = None) -> None:
        """Raise AppGone if a window went while it was read, be that the error or why so much of it is not there."""
        _, targets = self._open()
        if not targets.lives(chosen):
            raise AppGone("the window is gone: start the program again, or read another window") from error

    def _expect_awake(self, chosen: UiaWindow) -> None:
        """Raise ReadTimeout if the program of a window does not take messages."""
        desktop, _ = self._open()
        if desktop.is_hung(chosen.window.handle):
            raise ReadTimeout("the program does not answer: wait for it, or end it")

    def _expect_alive(self, memory: _WindowMemory, element: Element, error: BackendError) -> None:
        """Raise StaleRef if the window of an element is gone, and with it the element."""
        _, targets = self._open()
        if not targets.lives(memory.chosen):
            problem = f"element {element.index} is not there any more, as its window is gone"
            raise StaleRef(f"{problem}: start the program again") from error


def _before(deadline: float) -> float:
    """The moment after which nothing more is asked of other programs."""
    now = time.monotonic()
    return deadline if deadline == float("inf") else deadline - _RESERVED * (deadline - now)


def _ordered(
    fetched: Fetched, memory: _WindowMemory, titles: Mapping[int, str], closed: set[int]
) -> dict[int, UiaNode]:
    """The roots in an order that stays: the window, what was there before, what is new.

    Of one that could not be read stands what was known of it, at least its title: that it is not read does not mean
    that it has gone. Left out are those that were ``closed`` meanwhile.
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
    """The nearest window handle above a Control; 0 if there is none."""
    at = control
    try:
        while at is not None:
            if handle := at.NativeWindowHandle:
                return int(handle)
            at = at.GetParentControl()
    except LookupError as error:  # one that is searched for as it is used
        raise WindowNotFound("the Control is not found: see that its window is open") from error
    except package.error:  # it has gone
        return 0
    return 0
