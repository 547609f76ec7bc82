"""The change source of a program: it listens to the AT-SPI events of the program."""

from __future__ import annotations

from math import inf
from time import monotonic

from uidiff.backends.atspi.bus import Bus, BusCall, daemon_call
from uidiff.backends.atspi.constants import REGISTRY, REGISTRY_PATH

__all__ = ["AtspiChanges"]

_KINDS = (
    *("object:state-changed", "object:children-changed", "object:property-change", "object:bounds-changed"),
    *("object:text-changed", "object:visible-data-changed", "object:selection-changed", "object:model-changed"),
    *("object:active-descendant-changed", "window:"),
)
"""The events that programs are asked for; not those of the caret or of selected text, which no snapshot shows."""

_INTERFACES = ("org.a11y.atspi.Event.Object", "org.a11y.atspi.Event.Window")

_UNSEEN = frozenset({"TextCaretMoved", "TextSelectionChanged", "TextBoundsChanged", "TextAttributesChanged"})
"""Signals that another program may have asked for, of changes that no snapshot shows."""

_QUIET, _LONGEST = 0.02, 0.1
"""Seconds without a further signal, and seconds in all, after which ``wait`` returns for a signal.

The signals of one click come within some milliseconds and are reported together.
"""


class AtspiChanges:
    """A ChangeSource of a program, over a connection of its own.

    Args:
        bus: a connection of its own, which it closes.
        program: the bus name of the program.
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
        """Wait at most ``timeout`` seconds for a change; whether there was one since the last call.

        Raises:
            BackendError: the connection is lost.
        """
        if self.closed:
            return False
        if not self._signalled(monotonic() + timeout):
            return False
        longest = monotonic() + _LONGEST
        while (now := monotonic()) < longest and self._signalled(min(longest, now + _QUIET)):
            pass
        while monotonic() < longest + _LONGEST and self._signalled(-inf):  # drop the rest of a flood of signals
            pass
        return True

    def close(self) -> None:
        """Stop listening. May be called again."""
        self.closed = True
        self._bus.close()

    def _signalled(self, until: float) -> bool:
        """Whether a relevant signal comes until a moment."""
        while (signal := self._bus.signal(until)) is not None:
            if signal not in _UNSEEN:
                return True
        return False
