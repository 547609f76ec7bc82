"""Waiting until something is so, without knowing when it will be."""

from __future__ import annotations

import time
from collections.abc import Callable

ENOUGH = 30.0
_PAUSE = 0.03


def eventually(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + ENOUGH
    while not holds():
        assert time.monotonic() < end, f"it does not hold within {ENOUGH} s"
        time.sleep(_PAUSE)
