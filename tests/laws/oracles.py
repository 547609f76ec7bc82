"""spec/definitions#9-added-removed, #10-moved and #12-partial, written down once more, word by word and without any
thought of speed.
"""

from collections.abc import Sequence
from itertools import combinations

import attrs

from uidiff import Element, Matching, Snapshot

Place = int | None
"""An index, None for the virtual root above all roots."""


def longest_increasing(values: Sequence[int]) -> tuple[int, ...]:
    """Of the longest increasing subsequences the one that is lexicographically smallest: each with each, n squared."""
    best: list[tuple[int, ...]] = []  # of those that end with each value
    for number, value in enumerate(values):
        ways = [(*way, value) for way in ((), *(best[k] for k in range(number) if values[k] < value))]
        best.append(min(ways, key=_longer_first))
    return min(best, key=_longer_first, default=())


def longest_increasing_of_all(values: Sequence[int]) -> tuple[int, ...]:
    """The same by trying every subsequence: two to the power of n."""
    increasing = (
        chosen
        for length in range(len(values) + 1)
        for chosen in combinations(values, length)
        if list(chosen) == sorted(chosen)
    )
    return min(increasing, key=_longer_first)


def _longer_first(values: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return (-len(values), values)


def up(element: Element, matched: set[int]) -> Place:
    """spec/definitions#10-moved: the nearest matched ancestor; where there is none, the virtual root."""
    return next((above.index for above in element.ancestors if above.index in matched), None)


@attrs.frozen
class Moves:
    """spec/definitions#10-moved: moved after-indices; re-ordered before-indices in after-order, by their parent
    after.
    """

    moved: list[int]
    reordered: dict[Place, tuple[int, ...]]
    off: set[int]


def moves(before: Snapshot, after: Snapshot, matching: Matching) -> Moves:
    """spec/definitions#10-moved for any matching."""
    partner_after: dict[Place, Place] = {None: None, **dict(matching.pairs)}
    firsts, seconds = {i for i, _ in matching.pairs}, {j for _, j in matching.pairs}
    moved: set[int] = set()
    together: dict[Place, list[tuple[int, int]]] = {}
    for i, j in matching.pairs:
        above = up(after[j], seconds)
        if partner_after[up(before[i], firsts)] != above:
            moved.add(j)
        else:
            together.setdefault(above, []).append((j, i))
    reordered = {}
    off_all: set[int] = set()
    for above, members in together.items():
        order = [i for _, i in sorted(members)]
        off = set(order) - set(longest_increasing(order))
        if len(off) > 8 and len(off) > len(order) / 2:
            reordered[above] = tuple(order)
            off_all |= {j for j, i in members if i in off}
        else:
            moved |= {j for j, i in members if i in off}
    return Moves(sorted(moved), reordered, off_all)


def unread_part(snapshot: Snapshot) -> set[int]:
    """The elements below which it was not read, and all below them."""
    return {element.index for element in snapshot if any(e.unread for e in (element, *element.ancestors))}


def not_known(gone_from: Snapshot, partner: dict[Place, Place], other: Snapshot) -> list[int]:
    """spec/definitions#12-partial: of the unmatched elements of one side those of which nothing can be said.

    Their nearest matched ancestor lies in an unread part of the other side, or is the nearest matched ancestor of an
    unmatched unread element of the other side. ``partner``: from the one side to the other, None to None.
    """
    matched = {index for index in partner if index is not None}
    matched_other = {index for index in partner.values() if index is not None}
    unread = unread_part(other)
    above_unread = {
        up(element, matched_other) for element in other if element.unread and element.index not in matched_other
    }
    found = []
    for element in gone_from:
        if element.index not in matched:
            above = partner[up(element, matched)]
            if above in unread or above in above_unread:
                found.append(element.index)
    return found
