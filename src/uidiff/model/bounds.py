"""Rectangles in whole logical pixels from the window's top left (spec/definitions#18-bounds)."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["COORDINATE_RANGE", "Bounds"]

COORDINATE_RANGE = range(-(2**31), 2**31)
"""The range of each of the four numbers: a signed 32-bit integer, as in the platforms' own interfaces."""


class Bounds(NamedTuple):
    """A rectangle. Negative positions and sizes are kept as read."""

    x: int
    y: int
    width: int
    height: int
