"""A diff as blocks of the ``agent`` text; docs/concepts/agent-format.md has the grammar."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from uidiff.diffing.events import EVENTS
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.agent.added import added_blocks
from uidiff.formats.agent.moved import moved_blocks, reordered_blocks
from uidiff.formats.agent.printed_diff import PrintedDiff
from uidiff.formats.agent.removed import removed_blocks, unread_blocks
from uidiff.formats.agent.statement_lines import (
    changed_blocks,
    circumstance_blocks,
    newly_printed_blocks,
    shifted_blocks,
)
from uidiff.formats.budget import TextBlock

__all__ = ["diff_blocks", "ranked"]

_BY_KIND = ("changed", "added", "removed", "moved", "not read before", "not read")
"""Kinds of blocks in their order of importance, for blocks that no event refers to."""


def diff_blocks(delta: TreeDiff, *, bounds: bool, clip: int | None = None) -> list[TextBlock]:
    """Return all lines of a bound delta as blocks."""
    context = PrintedDiff(delta, bounds=bounds, clip=clip)
    return [
        *circumstance_blocks(context),
        *added_blocks(context, delta.added, "added", "+"),
        *added_blocks(context, delta.newly_read, "not read before", "+?"),
        *removed_blocks(context),
        *changed_blocks(context),
        *newly_printed_blocks(context),
        *shifted_blocks(context),
        *moved_blocks(context),
        *reordered_blocks(context),
        *unread_blocks(context),
    ]


def ranked(delta: TreeDiff, blocks: Iterable[TextBlock]) -> list[TextBlock]:
    """Return the blocks, each ranked by the most important event of its elements, else by its kind."""
    order = {kind: rank for rank, kind in enumerate(EVENTS)}
    before: dict[int, int] = {}
    after: dict[int, int] = {}
    for event in reversed(delta.events):  # the most important last: they overwrite the others
        rank = order.get(type(event), len(order))
        for record in event.records:
            if record.after is not None:
                after[record.after.index] = rank
            elif record.before is not None:
                before[record.before.index] = rank

    last = len(order) + len(_BY_KIND)  # blocks without elements: circumstances, which the head has too, and counts

    def rank_of(block: TextBlock) -> int:
        ranks = before if block.kind in {"removed", "not read"} else after
        usual = len(order) + _BY_KIND.index(block.kind)
        return min((ranks.get(index, usual) for index in block.members), default=last)

    return [attrs.evolve(block, rank=rank_of(block)) for block in blocks]
