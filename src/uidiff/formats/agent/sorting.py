"""By which column the rows of a table are sorted now, and were not before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from uidiff.formats.agent.printed_diff import HEADER, LABEL, PrintedDiff, PrintedTree, column_headers
from uidiff.formats.item import Item

__all__ = ["sorted_by"]

LEAST = 3
"""The least number of rows by which a column is known to be sorted."""

_NUMBER = re.compile(r"[$€£]?\s*(?P<number>-?\d+(?:[.,]\d+)*)\s*(?P<unit>[^\d\s]*)")
"""An amount: a number, with a unit or without."""

_SIZES = {
    **dict.fromkeys(("B", "byte", "bytes"), 1),
    **dict.fromkeys(("kB", "KB", "KiB"), 1000),
    **dict.fromkeys(("MB", "MiB"), 1000**2),
    **dict.fromkeys(("GB", "GiB"), 1000**3),
}
"""Bytes in the units of sizes; whether a thousand or 1,024 makes no difference for an order."""

_DIRECTIONS = ("ascending", "descending")


def sorted_by(context: PrintedDiff, rows: Sequence[Item]) -> str:
    """Return ``by "Name", ascending`` if the rows are sorted by a column and were not before; "" if none is.

    The cells of the column are compared: as numbers where they begin with one, else as text. Of several such columns
    it is the one whose header says that it is sorted (``aria-sort``), else the only one.
    """
    tree = context.after
    headers = column_headers(tree, rows)
    body = [row for row in rows if not any(kid.role == HEADER for kid in row.kids)]
    before = [context.before.outline.items.get(context.delta.matching.before_of[row.index]) for row in body]
    if len(body) < LEAST or not headers:
        return ""
    found: list[tuple[bool, str]] = []
    was_order = sorted((item for item in before if item is not None), key=lambda item: item.index)
    for place, header in enumerate(headers):
        label = tree.label(header)
        direction = _direction([_cell(tree, row, place) for row in body])
        if not label or not direction:
            continue
        was = _direction([_cell(context.before, row, place) for row in was_order])
        said = dict(tree.writer.states[header.index]).get("sort") == direction
        if was != direction:
            found.append((said, f"by {tree.writer.quoted(label, LABEL)}, {direction}"))
    by_header = [words for said, words in found if said]
    return (by_header or [words for _, words in found])[0] if len(by_header or found) == 1 else ""


def _cell(tree: PrintedTree, row: Item, place: int) -> str:
    if len(row.kids) <= place:
        return ""
    cell = row.kids[place]
    return tree.label(cell) if cell.kids else cell.own_text  # a cell without a text is called by its row


def _direction(cells: Sequence[str]) -> str:
    """Return the direction in which cells are sorted; "" if they are not, or if all are equal."""
    if len(set(cells)) < LEAST or not all(cells):
        return ""
    numbers = [_NUMBER.fullmatch(cell) for cell in cells]
    units = [found["unit"] if found else "" for found in numbers]
    keys: list[float] | list[str]
    if all(numbers) and (len(set(units)) == 1 or all(map(_SIZES.__contains__, units))):
        keys = [float(_plain(found["number"])) * _SIZES.get(found["unit"], 1) for found in numbers if found]
    elif any(numbers):
        return ""  # amounts in several units, and words: there is no telling
    else:
        keys = [cell.casefold() for cell in cells]
    for direction, pairs in zip(_DIRECTIONS, (pairwise(keys), pairwise(keys[::-1])), strict=True):
        if all(one <= other for one, other in pairs):  # type: ignore[operator]  # all numbers, or all texts
            return direction
    return ""


def _plain(number: str) -> str:
    """Return a number without the signs between its thousands; a sign before one or two last digits is the point."""
    found = re.fullmatch(r"(.*)[.,](\d\d?)", number)
    whole, rest = found.groups() if found else (number, "0")
    return f"{re.sub('[.,]', '', whole)}.{rest}"
