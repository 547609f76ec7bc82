"""Find moves (spec/definitions#10-moved) over whole columns; only lists out of order are looked at one by one."""

from __future__ import annotations

import attrs
import numpy as np

from uidiff.arrow.block import Block, Flags, nearest_marked
from uidiff.arrow.codes import Codes
from uidiff.arrow.key_pairs import NO_PARTNER, Partners
from uidiff.matching.moves import split_siblings

__all__ = ["BlockMoves", "find_block_moves"]


@attrs.frozen(eq=False)
class BlockMoves:
    """The moves in a block, by places in it.

    Attributes:
        moved: the elements, as they are after, that moved; sorted.
        reordered: for each list with a new order its parent after (for roots: none) and snapshot, and the places of its
            elements before, in the order after; sorted by snapshot and parent, roots first.
    """

    moved: Codes
    reordered: list[tuple[int, int | None, list[int]]]


def find_block_moves(block: Block, partners: Partners) -> BlockMoves:
    """Find the moves in all pairs of linked snapshots."""
    stayed = np.nonzero(partners.before != NO_PARTNER)[0]
    were = partners.before[stayed]
    top = len(block.nodes)
    up_after = nearest_marked(block.parents, partners.before != NO_PARTNER)[stayed]
    up_before = nearest_marked(block.parents, partners.after != NO_PARTNER)[were]
    rooted = (up_after == top) & (up_before == top)
    same = rooted | (np.append(partners.before, NO_PARTNER)[up_after] == up_before) & (up_after != top)
    snap = block.snap[stayed]
    back = np.zeros(len(stayed), np.bool_)
    back[1:] = (were[1:] < were[:-1]) & (snap[1:] == snap[:-1])
    moved = [stayed[~same]]
    reordered: list[tuple[int, int | None, list[int]]] = []
    if back.any():
        unsure = np.zeros(len(block), np.bool_)
        unsure[snap[back]] = True
        here = same & unsure[snap]
        lists = _Lists(stayed[here], were[here], up_after[here], snap[here], top)
        off, reordered = lists.out_of_order()
        moved.append(off)
    return BlockMoves(np.sort(np.concatenate(moved)), reordered)


@attrs.frozen(eq=False)
class _Lists:
    """Elements whose nearest paired ancestor is the same before and after, in after-order."""

    stayed: Codes
    were: Codes
    up: Codes
    snap: Codes
    top: int

    def out_of_order(self) -> tuple[Codes, list[tuple[int, int | None, list[int]]]]:
        """Return the elements that moved within their list, and the lists that get one record for all."""
        order = np.lexsort((self.stayed, self.up, self.snap))
        keys = np.stack([self.snap[order], self.up[order]])
        begins = np.ones(len(order), np.bool_)
        begins[1:] = (keys[:, 1:] != keys[:, :-1]).any(axis=0)
        group = np.cumsum(begins) - 1
        were = self.were[order]
        back = np.zeros(len(order), np.bool_)
        back[1:] = (were[1:] < were[:-1]) & ~begins[1:]
        moved: list[int] = []
        reordered = []
        starts = np.append(np.nonzero(begins)[0], len(order))
        for number in np.unique(group[back]).tolist():
            span = order[starts[number] : starts[number + 1]]
            sequence = self.were[span]
            loose = sequence[~_between(sequence)]
            off, many = split_siblings(loose.tolist(), of=len(sequence))
            if many:
                up = int(self.up[span[0]])
                reordered.append((int(self.snap[span[0]]), None if up == self.top else up, sequence.tolist()))
            else:
                moved.extend(self.stayed[span][np.isin(sequence, off)].tolist())
        return np.array(moved, np.int64), sorted(
            reordered, key=lambda found: (found[0], -1 if found[1] is None else found[1])
        )


def _between(sequence: Codes) -> Flags:
    """Mark the numbers that are above all before and below all behind them.

    Every longest increasing subsequence contains them, so only the others need be looked at.
    """
    highest = np.maximum.accumulate(sequence)
    lowest = np.minimum.accumulate(sequence[::-1])[::-1]
    found: Flags = (sequence == highest) & (sequence == lowest)
    return found
