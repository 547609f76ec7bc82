"""Lists the programs on the accessibility bus and their windows; a program that hangs does not delay the others."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import attrs

from uidiff.backends.atspi.bus import PATIENCE, Bus, Fault, daemon_call, get_property
from uidiff.backends.atspi.bus_connection import BusCall
from uidiff.backends.atspi.constants import ACCESSIBLE, APPLICATION, REGISTRY, ROOT, has_state, role_name
from uidiff.backends.atspi.replies import ObjectKey, as_states, list_in, number_in, objects_in, text_in
from uidiff.errors import ReadTimeout
from uidiff.model.window import Window

__all__ = ["Application", "Applications", "AtspiTop", "AtspiTops", "tops_of"]

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
    """The programs on a bus, with what they said of themselves."""

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
