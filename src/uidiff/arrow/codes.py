"""Replace cells by small whole numbers: equal numbers, equal cells. Cells are compared themselves: no collisions."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeAlias

import attrs
import numpy as np
import pyarrow as pa

__all__ = ["Coded", "Codes", "code_lists", "code_texts", "combined", "dense", "firsts", "in_order", "joined"]

Codes: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"

_SMALL = 2**16
_ROOM = 2**62
"""Products of two codes stay below it; where they would not, the codes are made dense first."""


@attrs.frozen(eq=False)
class Coded:
    """A column: for each cell the index of its value, and the distinct values."""

    codes: Codes
    values: list[Any]

    @cached_property
    def _objects(self) -> np.ndarray[Any, np.dtype[np.object_]]:
        """The values as an array: it is indexed several times as fast as a list."""
        return np.fromiter(self.values, np.object_, len(self.values))

    def cells(self, span: slice = slice(None)) -> list[Any]:
        """Return the value of each cell, or of those in ``span``."""
        codes = self.codes[span]
        if len(self.values) == 1:
            return self.values * len(codes)
        found: list[Any] = self._objects[codes].tolist()
        return found


def code_texts(column: pa.Array) -> Coded:
    """Code a column of texts, numbers or flags; NULL is a value."""
    if column.null_count == len(column):
        return Coded(np.zeros(len(column), np.int64), [None])
    encoded = column.dictionary_encode(null_encoding="encode")
    return Coded(_numbers(encoded.indices), encoded.dictionary.to_pylist())


def dense(codes: Codes) -> Codes:
    """Renumber codes from 0 on, in the order of their first cells."""
    return _numbers(pa.array(codes).dictionary_encode().indices)


def firsts(codes: Codes) -> Codes:
    """Return the first place of each number that :func:`dense` gives."""
    highest = np.maximum.accumulate(codes)
    return np.nonzero(np.diff(highest, prepend=-1))[0]


def in_order(codes: Codes) -> Codes:
    """Sort places by their codes, stably.

    Codes that fit into 16 bits are made so small: numpy sorts these by radix, several times as fast.
    """
    small = codes.astype(np.uint16) if int(codes.max(initial=0)) < _SMALL else codes
    found: Codes = np.argsort(small, kind="stable")
    return found


def combined(*columns: Codes) -> Codes:
    """Code the rows of several columns of codes."""
    found, top = joined(*columns)
    return found if top <= len(found) else dense(found)


def joined(*columns: Codes) -> tuple[Codes, int]:
    """Number the rows of several columns of codes, with gaps; and return a number above all of them."""
    found, top = columns[0], int(columns[0].max(initial=0)) + 1
    for codes in columns[1:]:
        width = int(codes.max(initial=0)) + 1
        if top * width >= _ROOM:
            found = dense(found)
            top = int(found.max(initial=0)) + 1
        found, top = found * width + codes, top * width
    return found, top


def code_lists(starts: Codes, lengths: Codes, items: Codes) -> Codes:
    """Code lists, each of ``lengths`` items from its start on. Linear in the items."""
    codes = np.zeros(len(lengths), np.int64)
    width = int(items.max(initial=0)) + 2
    active = np.nonzero(lengths > 0)[0]
    taken = 1  # the empty list is 0
    place = 0
    while len(active):
        longer = dense(codes[active] * width + items[starts[active] + place] + 1) + taken
        codes[active] = longer
        taken += int(longer.max(initial=0)) + 1
        place += 1
        active = active[lengths[active] > place]
    return dense(codes)


def _numbers(column: pa.Array) -> Codes:
    found: Codes = column.to_numpy(zero_copy_only=False).astype(np.int64)
    return found
