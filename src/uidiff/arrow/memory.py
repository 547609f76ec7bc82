"""Memory of the C library, so that the arrays of one step can be those of the next."""

from __future__ import annotations

from functools import cache

import numpy as np

__all__ = ["keep_freed_memory"]

_BLOCK = 31 << 20
"""Bytes: just below the largest block of which glibc learns (DEFAULT_MMAP_THRESHOLD_MAX in its malloc.c, 32 MiB)."""


@cache
def keep_freed_memory() -> None:
    """Have freed memory used again instead of given back to the system, at most twice ``_BLOCK``.

    At first glibc maps each larger array anew and gives it back when it is freed, and the system clears every page of
    it (mallopt(3), M_MMAP_THRESHOLD, "dynamic adjustment"): an eighth of the engine's time. Once a block was freed,
    blocks up to its size are kept. Nothing is written into it, so it takes no memory; on other systems it does nothing.
    """
    np.empty(_BLOCK, np.uint8)
