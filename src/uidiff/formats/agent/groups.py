"""Several siblings of one role in one phrase: ``12 of 30 rows in e3: "Alice" … "Zed" at 3-9,12``."""

from __future__ import annotations

from collections.abc import Sequence

from uidiff.formats.agent.locations import Locations
from uidiff.formats.item import Item
from uidiff.formats.values import format_ranges
from uidiff.text import plural

__all__ = ["MANY", "group_phrase"]

MANY = 4
"""The least number of siblings of one role that become one phrase."""

LABEL = 32
"""Characters of the first and of the last label."""


def group_phrase(locations: Locations, items: Sequence[Item]) -> str:
    """Return a phrase for items of one role and parent, in order: their count of all, the parent, the first and last.

    If they are not consecutive among the siblings of their role, their positions among these are listed, from 1 on.
    """
    writer = locations.writer
    like = locations.like(items[0])
    at = [like[item.index] for item in items]
    count = f"{len(items)} of {len(like)}" if len(items) < len(like) else f"all {len(items)}"
    ends = " … ".join(_called(locations, item) for item in (items[0], items[-1]))
    said = f"{count} {plural(writer.role(items[0]))} in {locations.within(items[0])}: {ends}"
    if at[-1] - at[0] + 1 != len(at):
        said += f" at {format_ranges(at)}"
    return said


def _called(locations: Locations, item: Item) -> str:
    """Return the ref of an item, if it has one, and its text."""
    writer = locations.writer
    text = item.first
    return " ".join([writer.ref(item)] * item.ref + [writer.quoted(text, LABEL)] * bool(text)) or '""'
