"""Find unpaired elements that the other side may have without having read them (spec/definitions#12-partial)."""

from __future__ import annotations

import numpy as np

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.block_moves import nearest_marked
from uidiff.arrow.codes import Codes
from uidiff.arrow.key_pairs import NO_PARTNER, Partners

__all__ = ["unsure"]


def unsure(block: Block, partners: Partners) -> tuple[Codes, Codes]:
    """Return the places of the unpaired elements, before and after, that were perhaps neither removed nor added.

    The partner of their nearest paired ancestor has a part that was not read.
    """
    alone_before, alone_after = (np.nonzero(alone)[0] for alone in partners.left(block))
    unread_before, up_before = _unread_below(block, partners.after != NO_PARTNER)
    unread_after, up_after = _unread_below(block, partners.before != NO_PARTNER)
    roots = len(block.nodes) + np.arange(len(block))  # what is above the roots of each snapshot is one with the next's
    went = np.concatenate([partners.after, roots + 1])[up_before[alone_before]]
    came = np.concatenate([partners.before, roots - 1])[up_after[alone_after]]
    return alone_before[unread_after[went]], alone_after[unread_before[came]]


def _unread_below(block: Block, paired: Flags) -> tuple[Flags, Codes]:
    """Mark the paired elements below which something was not read; and find each element's nearest paired ancestor.

    Behind the elements, from N on, comes what is above the roots of each snapshot, which counts as one with a partner.
    """
    count = len(block.nodes)
    unread = block.flags("unread")
    up = nearest_marked(block.parents, paired)
    up = np.where(up == count, count + block.snap, up)
    inside = unread | (nearest_marked(block.parents, unread) < count)
    found = np.append(paired & inside, np.zeros(len(block), np.bool_))
    found[up[unread & ~paired]] = True
    return found, up
