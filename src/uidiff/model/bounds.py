"""Where an element is: whole logical pixels from the window's top left (spec/definitions#18-bounds)."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["COORDINATE_RANGE", "Bounds"]

COORDINATE_RANGE = range(-(2**31), 2**31)
"""Each of the four numbers lies in it: what a signed 32-bit number holds, as the platforms' own interfaces do."""


class Bounds(NamedTuple):
    """A rectangle. Negative positions and sizes are kept as they were read."""

    x: int
    y: int
    width: int
    height: int
