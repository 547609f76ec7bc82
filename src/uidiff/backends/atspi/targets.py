"""Lists the programs and their windows, and chooses the window that a target means.

A program that hangs does not delay the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from pathlib import Path
from typing import TypeAlias

import attrs

from uidiff.backends.atspi.bus import PATIENCE, Bus, BusCall, Fault, daemon_call, get_property
from uidiff.backends.atspi.constants import ACCESSIBLE, APPLICATION, REGISTRY, ROOT, has_state, role_name
from uidiff.backends.atspi.replies import ObjectKey, as_states, list_in, number_in, objects_in, text_in
from uidiff.errors import AppGone, ReadTimeout, WindowNotFound
from uidiff.model.window import Window

__all__ = [
    "Application",
    "Applications",
    "AtspiTarget",
    "AtspiTop",
    "AtspiWindow",
    "as_window",
    "choose",
    "main_tops",
    "tops_of",
    "window_key",
]

_GRACE = 0.05
"""Seconds for a program that did not answer last time; healthy programs answer in a hundredth of that."""

_DIALOGS = frozenset(
    {
        *("alert", "color chooser", "dialog", "file chooser", "font chooser", "notification"),
        *("combo box", "list", "list box", "menu", "popup menu", "tool tip"),
    }
)
"""Roles of windows that belong to another window of their program."""


@attrs.frozen
class Application:
    """A program on the bus.

    Attributes:
        root: the parent of its windows; its bus name is never reused.
        name: its accessible name; "" if it has not answered.
        toolkit: "gtk" (GTK 3), "GTK" (GTK 4), "Qt", …; "" if it has not answered.
        pid: its process id; None if the bus does not know it.
    """

    root: ObjectKey
    name: str
    toolkit: str
    pid: int | None


@attrs.frozen
class AtspiTop:
    """A top-level window of a program: a main window, a dialog, a popup or a menu."""

    application: Application
    key: ObjectKey
    title: str
    role: str
    states: int

    @property
    def shown(self) -> bool:
        """Whether it is visible. Qt also lists windows that are not."""
        return has_state(self.states, "showing", "visible")

    @property
    def main(self) -> bool:
        """Whether it is a main window; the role "window" without a title is a popup of GTK 3."""
        belongs = self.role in _DIALOGS or has_state(self.states, "modal")
        return not belongs and (self.role != "window" or self.title != "")

    @property
    def active(self) -> bool:
        """Whether it is in front."""
        return has_state(self.states, "active")

    @property
    def window(self) -> Window:
        """The window as a target."""
        application = self.application
        return Window(app=application.name or None, pid=application.pid, title=self.title or None, id=self.key.id)


class Applications:
    """The programs on a bus, with their names and toolkits."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._known: dict[ObjectKey, Application] = {}
        self._silent: set[ObjectKey] = set()

    def all(self, deadline: float = inf, *, ask_again: bool = False) -> list[Application]:
        """List the programs in the order in which they registered.

        A program is asked for its name until it has answered, with ``ask_again`` even after that. A program that does
        not answer is listed without a name.

        Raises:
            ReadTimeout: the registry of the bus does not list the programs in time.
        """
        reply = self._bus.one(BusCall(REGISTRY, ROOT, ACCESSIBLE, "GetChildren"), deadline)
        if isinstance(reply, Fault):
            raise ReadTimeout("the accessibility bus does not say which programs there are: read again")
        roots = list(dict.fromkeys(objects_in(reply)))
        self._silent.intersection_update(roots)
        self._known = {root: self._known[root] for root in roots if root in self._known}
        unknown = [root for root in roots if ask_again or root not in self._known]
        met = self._meet([root for root in unknown if root not in self._silent], deadline, PATIENCE)
        met |= self._meet([root for root in unknown if root in self._silent], deadline, _GRACE)
        self._silent = {root for root, one in met.items() if not one.name}
        self._known |= {root: one for root, one in met.items() if one.name}
        return [self._known.get(root) or met[root] for root in roots]

    def lives(self, program: str, deadline: float) -> bool:
        """Whether a program is on the bus, listed or not; the bus name of an ended program has no owner."""
        return self._bus.one(daemon_call("NameHasOwner", program), deadline) != (False,)

    def _meet(self, roots: Sequence[ObjectKey], deadline: float, patience: float) -> dict[ObjectKey, Application]:
        calls = [
            call
            for root in roots
            for call in (
                daemon_call("GetConnectionUnixProcessID", root.bus),
                get_property(root.bus, root.path, ACCESSIBLE, "Name"),
                get_property(root.bus, root.path, APPLICATION, "ToolkitName"),
            )
        ]
        replies = iter(self._bus.ask(calls, deadline, patience=patience))
        met: dict[ObjectKey, Application] = {}
        for root, pid, name, toolkit in zip(roots, replies, replies, replies, strict=False):
            number = number_in(pid)
            met[root] = Application(root, text_in(name), text_in(toolkit), number if type(number) is int else None)
        return met


@attrs.frozen
class AtspiTops:
    """The open windows of some programs.

    Attributes:
        tops: the windows, program by program.
        hung: the roots of programs that did not answer in time.
        gone: the roots of programs that ended meanwhile.
    """

    tops: tuple[AtspiTop, ...]
    hung: frozenset[ObjectKey]
    gone: frozenset[ObjectKey]


def tops_of(bus: Bus, programs: Sequence[Application], deadline: float = inf) -> AtspiTops:
    """List the open windows of programs, all asked at once."""
    replies = bus.ask([BusCall(*one.root, ACCESSIBLE, "GetChildren") for one in programs], deadline)
    roots = [one.root for one in programs]
    hung = {root for root, reply in zip(roots, replies, strict=True) if reply is Fault.SLOW}
    gone = {root for root, reply in zip(roots, replies, strict=True) if reply is Fault.GONE}
    found = [(one, key) for one, reply in zip(programs, replies, strict=True) for key in objects_in(reply)]
    calls = [
        call
        for _, key in found
        for call in (
            get_property(*key, ACCESSIBLE, "Name"),
            BusCall(*key, ACCESSIBLE, "GetRole"),
            BusCall(*key, ACCESSIBLE, "GetState"),
        )
    ]
    answers = iter(bus.ask(calls, deadline))
    tops: list[AtspiTop] = []
    for (one, key), title, role, states in zip(found, answers, answers, answers, strict=False):
        number = number_in(role)
        if type(number) is int:
            tops.append(AtspiTop(one, key, text_in(title), role_name(number), as_states(list_in(states))))
        if Fault.SLOW in (title, role, states):
            hung.add(one.root)
        elif Fault.GONE in (title, role, states):
            gone.add(one.root)
    return AtspiTops(tuple(top for top in tops if top.shown), frozenset(hung), frozenset(gone))


AtspiTarget: TypeAlias = str | int | Window
"""What the backend reads: a program by its name (whole, in any case) or its process id, or a window."""

_KINDS = "give the name of a program, its process id, or a uidiff.Window"


@attrs.frozen
class AtspiWindow:
    """A window that a target means, and the dialogs, popups and menus of its program."""

    top: AtspiTop
    others: tuple[AtspiTop, ...]


def as_window(target: object) -> Window:
    """Make a ``Window`` of a target.

    Raises:
        TypeError: the target is of another kind.
        ValueError: the name is empty, or the number negative.
    """
    if isinstance(target, Window):
        return target
    if type(target) is str:
        return Window(app=target)
    if type(target) is int:
        return Window(pid=target)
    raise TypeError(f"no window, but {type(target).__name__}: {_KINDS}")


def choose(
    bus: Bus, applications: Applications, target: Window, deadline: float, *, last: ObjectKey | None
) -> AtspiWindow:
    """Choose the window that a target means: its ``last`` one, else the only one that fits, else the one in front.

    Raises:
        WindowNotFound: no window fits, or several do and none of them is in front.
        AppGone: the program of the last window has ended, or the window that was named by its id was closed.
        ReadTimeout: a program that fits does not answer.
    """
    programs = [one for one in applications.all(deadline) if _may_fit(target, one)]
    if not programs:  # some programs set their name after they have registered
        programs = [one for one in applications.all(deadline, ask_again=True) if _may_fit(target, one)]
    found = tops_of(bus, programs, deadline)
    mains = main_tops(found.tops)
    stays = [top for top in found.tops if top.key == last]
    fitting = stays or [top for top in mains if target.fits(top.window)]
    hangs = last is not None and any(root.bus == last.bus for root in found.hung)
    if hangs or (found.hung and (not fitting or fitting[0].application.root in found.hung)):
        raise ReadTimeout("the program does not answer: wait until it is less busy, or end it")
    if not fitting and last and len(programs) == len(found.gone):
        if applications.lives(last.bus, deadline):  # the registry restarts, or the program is about to end
            raise ReadTimeout("the program is not on the list of the accessibility bus: read again")
        raise AppGone("the program has ended, or has left the accessibility bus: start it again")
    if not fitting and last and target.id is not None:
        raise AppGone("the window was closed: name another window of the program")
    if len(fitting) > 1:
        fitting = [top for top in fitting if top.active] or fitting
    if len(fitting) != 1:
        number = f"{len(fitting)} windows fit, and none of them is in front" if fitting else "no window fits"
        raise WindowNotFound(f"{number}: ask windows() which there are, and say more, or less, of it")
    (chosen,) = fitting
    others = (top for top in found.tops if top.application == chosen.application and top not in {chosen, *mains})
    return AtspiWindow(chosen, tuple(others))


def main_tops(tops: Iterable[AtspiTop]) -> list[AtspiTop]:
    """The main windows; of a program with dialogs only, the first one."""
    by_program: dict[Application, list[AtspiTop]] = {}
    for top in tops:
        by_program.setdefault(top.application, []).append(top)
    return [top for mine in by_program.values() for top in ([one for one in mine if one.main] or mine[:1])]


def window_key(top: AtspiTop) -> str:
    """The key of a window (spec/definitions#13-windows): process id, start of the process, and key on the bus.

    A restarted bus reuses its names; the process and its start tell those apart.
    """
    pid = top.application.pid
    return f"{pid} {_start_of(pid)} {top.key.id}"


def _may_fit(target: Window, program: Application) -> bool:
    """Whether a window of a program may fit; a program without a name is known by its process alone."""
    by_name = target.app is None or program.name.casefold() == target.app.casefold()
    by_id = target.id is None or target.id.startswith(program.root.bus + "/")
    return by_name and by_id and target.pid in {None, program.pid}


def _start_of(pid: int | None) -> str:
    """The start of a process in clock ticks since boot (proc(5), field 22); "" if it is unknown."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return ""
    fields = stat[stat.rfind(b")") + 2 :].split()  # a name in parentheses may hold anything
    return fields[_START].decode("ascii", "replace") if len(fields) > _START else ""


_START = 19  # the first one behind the name is field 3
