"""Waiting for a program to say that something has changed: a trigger to read, never what there is to be told."""

from __future__ import annotations

from math import inf
from time import monotonic

from uidiff.backends.atspi.bus import Bus, daemon_call
from uidiff.backends.atspi.bus_connection import BusCall
from uidiff.backends.atspi.names import REGISTRY, REGISTRY_PATH

__all__ = ["AtspiChanges"]

_KINDS = (
    *("object:state-changed", "object:children-changed", "object:property-change", "object:bounds-changed"),
    *("object:text-changed", "object:visible-data-changed", "object:selection-changed", "object:model-changed"),
    *("object:active-descendant-changed", "window:"),
)
"""What programs are asked to tell of. Not: where the caret is, what of a text is selected; no snapshot says that."""

_INTERFACES = ("org.a11y.atspi.Event.Object", "org.a11y.atspi.Event.Window")

_UNSEEN = frozenset({"TextCaretMoved", "TextSelectionChanged", "TextBoundsChanged", "TextAttributesChanged"})
"""Signals that come where another program has asked for them, and change nothing that is read."""

_QUIET, _LONGEST = 0.02, 0.1
"""Seconds without a signal after which one that came is told of, and seconds after which it is told of all the same.

What a click brings about comes within some milliseconds; one signal of thousands is as good as all of them.
"""


class AtspiChanges:
    """A ChangeSource of a program, over a connection of its own.

    Args:
        bus: the connection, which it closes.
        program: the name of the program on it.
    """

    def __init__(self, bus: Bus, program: str) -> None:
        self._bus = bus
        self.closed = False
        """Whether it has stopped listening."""
        rules = [f"type='signal',sender='{program}',interface='{interface}'" for interface in _INTERFACES]
        calls = [daemon_call("AddMatch", rule) for rule in rules]
        calls += [BusCall(REGISTRY, REGISTRY_PATH, REGISTRY, "RegisterEvent", "s", (kind,)) for kind in _KINDS]
        bus.ask(calls)

    def wait(self, timeout: float) -> bool:
        """Wait for a change, at most so many seconds: whether there was one since the last call.

        Raises:
            BackendError: the connection is lost.
        """
        if self.closed:
            return False
        if not self._comes(monotonic() + timeout):
            return False
        longest = monotonic() + _LONGEST
        while (now := monotonic()) < longest and self._comes(min(longest, now + _QUIET)):
            pass
        while monotonic() < longest + _LONGEST and self._comes(-inf):  # what is left of a flood, if it ends
            pass
        return True

    def close(self) -> None:
        """Stop listening: programs need not tell any more. It may be called again."""
        self.closed = True
        self._bus.close()

    def _comes(self, until: float) -> bool:
        """Whether a signal that counts comes until a moment."""
        while (signal := self._bus.signal(until)) is not None:
            if signal not in _UNSEEN:
                return True
        return False
