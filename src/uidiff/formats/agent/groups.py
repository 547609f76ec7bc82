"""Several like siblings in one phrase: ``12 of 30 rows in e3 "Alice" … "Zed" at 3-9, 12``, never more than is true."""

from __future__ import annotations

from collections.abc import Sequence

from uidiff.formats.agent.locations import Locations
from uidiff.formats.agent.ranges import ranges
from uidiff.formats.item import Item
from uidiff.text import plural

__all__ = ["MANY", "group_phrase"]

MANY = 4
"""So many like siblings are said in one phrase."""

LABEL = 32
"""Characters of the first and the last label."""


def group_phrase(places: Locations, items: Sequence[Item]) -> str:
    """Items of one role in one parent, in order: how many of how many, where, the first and the last.

    Where they do not stand side by side among their like, the places are listed, from 1 on, among these.
    """
    writer = places.writer
    like = places.like(items[0])
    at = [like[item.index] for item in items]
    count = f"{len(items)} of {len(like)}" if len(items) < len(like) else f"all {len(items)}"
    ends = " … ".join(_called(places, item) for item in (items[0], items[-1]))
    said = f"{count} {plural(writer.role(items[0]))} in {places.within(items[0])}: {ends}"
    if at[-1] - at[0] + 1 != len(at):
        said += f" at {ranges(at)}"
    return said


def _called(places: Locations, item: Item) -> str:
    """An item without its role: its ref where it has one, and its text."""
    writer = places.writer
    text = item.first
    return " ".join([writer.ref(item)] * item.ref + [writer.quoted(text, LABEL)] * bool(text)) or '""'
