"""The windows of an application: which are windows of their own, and which are dialogs and popups of others."""

from __future__ import annotations

import time
from collections import OrderedDict
from contextlib import suppress
from math import inf

import attrs

from uidiff.backends.ax.calls import AxCalls, AxFailure, Hung, Stale
from uidiff.backends.ax.desktop import AxDesktop, AxProcess
from uidiff.backends.ax.element_ids import ElementIds
from uidiff.backends.ax.facts import AxFacts
from uidiff.backends.ax.handles import AxHandle
from uidiff.errors import ReadTimeout
from uidiff.model.window import Window

__all__ = ["AxTop", "AxTops", "AxWindow", "WindowList"]

_APPLICATION = ("AXRole", "AXWindows", "AXChildren", "AXMainWindow", "AXFocusedWindow", "AXMenuBar")

_OWN_SUBROLES = frozenset({None, "AXStandardWindow"})
"""Subroles of windows of their own. Others are dialogs, panels and popups, unless the process has nothing else."""

_TOP_ROLES = frozenset({"AXDrawer", "AXHelpTag", "AXMenu", "AXPopover", "AXSheet", "AXWindow"})
"""What may stand beside a window on the screen. The menu bar is told apart; the rest is the Touch Bar and the like."""

_LISTING_TIME = 1.0
"""Seconds that an application has to say what windows it has, when all are listed."""

_MOST_KEYS = 256


@attrs.frozen
class AxTop:
    """Something that an application has on the screen by itself: a window, a dialog, a menu."""

    handle: AxHandle
    facts: AxFacts

    @property
    def is_window(self) -> bool:
        """Whether it is a window of whatever kind."""
        return self.facts.role == "AXWindow"

    @property
    def is_own(self) -> bool:
        """Whether it is a window that others may belong to."""
        return self.is_window and self.facts.subrole in _OWN_SUBROLES

    @property
    def box(self) -> tuple[int, int, int, int] | None:
        """Where it is on the screen."""
        position, size = self.facts.pair("AXPosition"), self.facts.pair("AXSize")
        if position is None or size is None:
            return None
        x, y, width, height = map(round, (*position, *size))
        return x, y, width, height


@attrs.frozen
class AxTops:
    """All of them of one process, and which of its windows is in front."""

    process: AxProcess
    tops: tuple[AxTop, ...]
    front: tuple[AxHandle, ...]
    menu_bar: AxHandle | None

    @property
    def windows(self) -> tuple[AxTop, ...]:
        """The windows that are targets: those of their own; where there is none, all."""
        own = tuple(top for top in self.tops if top.is_own)
        return own or tuple(top for top in self.tops if top.is_window)

    def beside(self, window: AxTop) -> tuple[AxTop, ...]:
        """What belongs to the snapshot of a window besides it: dialogs, panels, popups and menus of the process."""
        return tuple(top for top in self.tops if top.handle != window.handle and not top.is_own)


@attrs.frozen
class AxWindow:
    """A window that is a target, with all that is known of it."""

    tops: AxTops
    top: AxTop
    key: str

    @property
    def process(self) -> AxProcess:
        """Whose it is."""
        return self.tops.process

    @property
    def window(self) -> Window:
        """As it is listed."""
        title = self.top.facts.text("AXTitle")
        return Window(app=self.process.name or None, pid=self.process.pid, title=title or None, id=self.key)

    @property
    def in_front(self) -> bool:
        """Whether its process has it in front of its others."""
        return bool(self.tops.front) and self.tops.front[0] == self.top.handle


class WindowList:
    """Finds the windows of processes, and names them.

    The name of a window is its process and the window server's number of it: the one window that the server shows with
    the bounds that the application says. Where several have them, or none, it is a number of our own, which the next
    Python process does not know. A window keeps its name as long as it lives.
    """

    def __init__(self, calls: AxCalls, desktop: AxDesktop, known: ElementIds) -> None:
        self._calls = calls
        self._desktop = desktop
        self._known = known
        self._keys: OrderedDict[AxHandle, str] = OrderedDict()

    def of(self, process: AxProcess, *, deadline: float = inf) -> list[AxWindow]:
        """The windows of a process.

        Raises:
            Hung, Stale, AxFailure: it does not say.
        """
        tops = self.tops(process, deadline=deadline)
        return [self.named(tops, top) for top in tops.windows]

    def all(self) -> list[AxWindow]:
        """The windows of the applications in the Dock, but for those of hung ones."""
        found: list[AxWindow] = []
        for process in self._desktop.processes():
            with suppress(AxFailure, ReadTimeout):
                found += self.of(process, deadline=time.monotonic() + _LISTING_TIME) if process.regular else []
        return found

    def tops(self, process: AxProcess, *, deadline: float = inf) -> AxTops:
        """What a process has on the screen: a call, and one for each.

        Raises: as :meth:`of`; ReadTimeout.
        """
        application = self._calls.application(process.pid)
        facts = self._calls.facts(application, _APPLICATION, deadline=deadline)
        if any(name in facts.errors for name in ("AXWindows", "AXChildren")):
            raise Hung(next(iter(facts.errors.values())))
        menu_bar = facts.element("AXMenuBar")
        windows = dict.fromkeys(facts.elements("AXWindows"))
        others = [each for each in facts.elements("AXChildren") if each not in windows]
        front = (facts.element("AXFocusedWindow"), facts.element("AXMainWindow"))
        read = [self._top(handle, deadline) for handle in windows]
        others = [each for each in others if each not in (menu_bar, application)]
        read += [self._top(handle, deadline, may_fail=True) for handle in others]
        shown = tuple(top for top in read if top is not None and top.facts.role in _TOP_ROLES)
        targets = [top.handle for top in AxTops(process, shown, (), menu_bar).windows]
        return AxTops(process, shown, tuple(each for each in front if each is not None and each in targets), menu_bar)

    def named(self, tops: AxTops, top: AxTop) -> AxWindow:
        """A window with its name."""
        key = self._keys.get(top.handle)
        if key is None or not key.startswith(f"{tops.process.key}-"):
            key = f"{tops.process.key}-{self._number(tops.process, top)}"
        self._keys[top.handle] = key
        self._keys.move_to_end(top.handle)
        while len(self._keys) > _MOST_KEYS:
            self._keys.popitem(last=False)
        return AxWindow(tops, top, key)

    def by_key(self, key: str) -> AxHandle | None:
        """The window of a name that was given before."""
        return next((handle for handle, known in self._keys.items() if known == key), None)

    def _top(self, handle: AxHandle, deadline: float, *, may_fail: bool = False) -> AxTop | None:
        """One of them, if it is still there. What never was shown may be of a kind that does not answer at all."""
        try:
            return AxTop(handle, self._calls.facts(handle, deadline=deadline))
        except Stale:
            return None
        except AxFailure as error:
            if may_fail and not isinstance(error, Hung) and handle not in self._known:
                return None
            raise

    def _number(self, process: AxProcess, top: AxTop) -> str:
        found = [] if top.box is None else self._desktop.numbers_at(process.pid, top.box)
        taken = {key.rpartition("-")[2] for key in self._keys.values()}
        if len(found) == 1 and str(found[0]) not in taken:
            return str(found[0])
        return self._known.new_id()
