"""The programs on the accessibility bus and their windows. One that hangs is not waited for, and keeps none waiting."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import attrs

from uidiff.backends.atspi.bus import PATIENCE, Bus, Fault, daemon_call, get_property
from uidiff.backends.atspi.bus_connection import BusCall
from uidiff.backends.atspi.names import ACCESSIBLE, APPLICATION, REGISTRY, ROOT, has_state, role_name
from uidiff.backends.atspi.replies import ObjectKey, as_states, list_in, number_in, objects_in, text_in
from uidiff.errors import ReadTimeout
from uidiff.model.window import Window

__all__ = ["Application", "Applications", "AtspiTop", "AtspiTops", "tops_of"]

_GRACE = 0.05
"""Seconds for a program that did not answer last time: one that is well does so in a hundredth of it."""

_DIALOGS = frozenset(
    {
        *("alert", "color chooser", "dialog", "file chooser", "font chooser", "notification"),
        *("combo box", "list", "list box", "menu", "popup menu", "tool tip"),
    }
)
"""Roles of windows that belong to another one of their program."""


@attrs.frozen
class Application:
    """A program on the bus.

    Attributes:
        root: what all its windows are below; its bus name no other program ever gets.
        name: what it calls itself; "" where it has not said so.
        toolkit: what it is made with: "gtk" (GTK 3), "GTK" (4), "Qt"; "" where it has not said so.
        pid: its process id; None where the bus does not know.
    """

    root: ObjectKey
    name: str
    toolkit: str
    pid: int | None


@attrs.frozen
class AtspiTop:
    """A window of a program, be it a main one or a dialog."""

    application: Application
    key: ObjectKey
    title: str
    role: str
    states: int

    @property
    def shown(self) -> bool:
        """Whether it is open. Qt lists those that are not, too."""
        return has_state(self.states, "showing", "visible")

    @property
    def main(self) -> bool:
        """Whether it is a window of its own; a "window" without a title is a popup of GTK 3."""
        belongs = self.role in _DIALOGS or has_state(self.states, "modal")
        return not belongs and (self.role != "window" or self.title != "")

    @property
    def active(self) -> bool:
        """Whether it is the one in front."""
        return has_state(self.states, "active")

    @property
    def window(self) -> Window:
        """It as a target."""
        application = self.application
        return Window(app=application.name or None, pid=application.pid, title=self.title or None, id=self.key.id)


class Applications:
    """What is known of the programs on a bus."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._known: dict[ObjectKey, Application] = {}
        self._silent: set[ObjectKey] = set()

    def all(self, deadline: float = inf, *, anew: bool = False) -> list[Application]:
        """The programs that are there now, in the order in which they came.

        Each is asked what it is called until it has said so; ``anew``: once more. One that did not is listed without a
        name.

        Raises:
            ReadTimeout: the registry of the bus does not say which there are.
        """
        reply = self._bus.one(BusCall(REGISTRY, ROOT, ACCESSIBLE, "GetChildren"), deadline)
        if isinstance(reply, Fault):
            raise ReadTimeout("the accessibility bus does not say which programs there are: read again")
        roots = list(dict.fromkeys(objects_in(reply)))
        self._silent.intersection_update(roots)
        self._known = {root: self._known[root] for root in roots if root in self._known}
        unknown = [root for root in roots if anew or root not in self._known]
        met = self._meet([root for root in unknown if root not in self._silent], deadline, PATIENCE)
        met |= self._meet([root for root in unknown if root in self._silent], deadline, _GRACE)
        self._silent = {root for root, one in met.items() if not one.name}
        self._known |= {root: one for root, one in met.items() if one.name}
        return [self._known.get(root) or met[root] for root in roots]

    def lives(self, program: str, deadline: float) -> bool:
        """Whether a program is on the bus, listed or not, by its name there: that of one that ended is free."""
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
        hung: the programs that did not answer in time.
        gone: those that ended meanwhile.
    """

    tops: tuple[AtspiTop, ...]
    hung: frozenset[ObjectKey]
    gone: frozenset[ObjectKey]


def tops_of(bus: Bus, programs: Sequence[Application], deadline: float = inf) -> AtspiTops:
    """The open windows of programs. All are asked at once."""
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
