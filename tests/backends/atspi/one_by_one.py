"""The same reads without haste: one call at a time, and without the cache. What they say is the same."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from uidiff.backends.atspi import AtspiBackend
from uidiff.backends.atspi.bus import PATIENCE, Bus, BusCall, Fault, Reply
from uidiff.backends.atspi.constants import CACHE


class OneByOne(Bus):
    """A bus on which each call waits for the answer to the one before."""

    def ask(self, calls: Sequence[BusCall], deadline: float = inf, *, patience: float = PATIENCE) -> list[Reply]:
        return [self._one_of(call, deadline, patience) for call in calls]

    def _one_of(self, call: BusCall, deadline: float, patience: float) -> Reply:
        if call.interface == CACHE:
            return Fault.ABSENT
        return super().ask([call], deadline, patience=patience)[0]


def slow_backend(session_bus: str) -> AtspiBackend:
    """A backend that reads so."""
    backend = AtspiBackend(session_bus=session_bus)
    backend._connection()[0].__class__ = OneByOne
    return backend
