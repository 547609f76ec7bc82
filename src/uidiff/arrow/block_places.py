"""Find the paths of elements, their places among the children of their parents, and those out of document order."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.codes import Codes, combined, dense, firsts, in_order
from uidiff.model.element import PATH_LENGTH, path_text

__all__ = ["child_positions", "element_paths", "out_of_order"]


def element_paths(block: Block, places: Codes) -> pa.Array:
    """Return the paths (spec/definitions#19-path) of elements."""
    roles = block.coded("role")
    top = len(block.nodes)
    chain: list[Codes] = []
    above = block.parents[places]
    up = np.append(block.parents, top)
    codes = np.append(roles.codes + 1, 0)
    for _ in range(PATH_LENGTH + 1):
        chain.append(codes[above])
        if (above == top).all():
            break
        above = up[above]
    each = dense(combined(*chain))
    distinct = np.stack(chain, axis=1)[firsts(each)].tolist()
    return pa.array([_path(roles.values, codes) for codes in distinct], pa.string()).take(pa.array(each))


def _path(roles: list[str], chain: Iterable[int]) -> str:
    return path_text([roles[code - 1] for code in chain if code])


def child_positions(block: Block, places: Codes) -> Codes:
    """Return for each of these elements its place among all children of its parent, or among the roots."""
    count = len(block.nodes)
    above = np.where(block.parents == count, count + block.snap, block.parents)
    asked = np.zeros(count + len(block), np.bool_)
    asked[above[places]] = True
    children = np.nonzero(asked[above])[0]
    children = children[in_order(above[children])]
    begins = np.ones(len(children), np.bool_)
    begins[1:] = above[children[1:]] != above[children[:-1]]
    nth = np.arange(len(children))
    found = np.zeros(count, np.int64)
    found[children] = nth - np.maximum.accumulate(np.where(begins, nth, 0))
    return found[places]


def out_of_order(block: Block, checked: Flags) -> Flags:
    """Mark the elements that are not in pre-order: each belongs below the last element that is one less deep.

    ``checked``: which elements to look at; the shapes of the others are known to be right.
    """
    count, depths = len(block.nodes), block.depths[:-1]
    odd = np.zeros(count, np.bool_)
    odd[1:] = (depths[1:] > depths[:-1] + 1) & (block.snap[1:] == block.snap[:-1])
    below = np.nonzero(checked & (depths > 0))[0]
    if len(below):
        order = in_order(depths)
        follows = np.full(count, count)  # the next one of the same depth
        follows[order[:-1]] = np.where(depths[order[1:]] == depths[order[:-1]], order[1:], count)
        odd[below] |= follows[block.parents[below]] < below
    return odd
