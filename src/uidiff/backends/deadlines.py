"""Deadlines: moments of ``time.monotonic()`` until which a call may take."""

from __future__ import annotations

import time

from uidiff.errors import ReadTimeout

__all__ = ["LONGEST_WAIT", "expect_time", "late"]

LONGEST_WAIT = 3600.0
"""Seconds to wait at once: event loops, selectors and queues of some systems refuse longer waits."""


def expect_time(deadline: float) -> None:
    """Raise ReadTimeout if the deadline is over."""
    if time.monotonic() >= deadline:
        raise late()


def late() -> ReadTimeout:
    """The error of a read whose deadline is over."""
    return ReadTimeout("the window was not read in time: give it longer (timeout), or read again when it is less busy")
