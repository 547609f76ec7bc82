"""Pair by keys over whole columns: the k-th of a key with the k-th of that key, in all pairs of a block at once.

The keys are the data of ``uidiff.matching.keys``, which the core turns into tuples, and this file into numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import numpy as np

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.codes import Codes, combined, dense, in_order
from uidiff.matching.keys import Key, KeyPart
from uidiff.model.roles import UNKNOWN
from uidiff.text import fold

__all__ = ["NO_PARTNER", "Partners", "comparable_roles", "pair_by_keys"]

NO_PARTNER = -1
_DEEPEST = 256
"""Levels up to which paths are numbered a level at a time. In deeper trees they are numbered element by element."""


@attrs.frozen(eq=False)
class Partners:
    """The pairs of a block: each snapshot is compared with the one before it where the two are linked.

    Attributes:
        after: for each element its place in the snapshot that follows, NO_PARTNER where it has none there.
        before: for each element its place in the snapshot before, NO_PARTNER where it has none there.
        linked: for each snapshot whether it is compared with the one before it.
    """

    after: Codes
    before: Codes
    linked: Flags

    @classmethod
    def nothing(cls, block: Block, linked: Flags) -> Partners:
        """Return no pairs."""
        count = len(block.nodes)
        return cls(np.full(count, NO_PARTNER), np.full(count, NO_PARTNER), linked)

    def pair(self, before: Codes, after: Codes) -> None:
        """Add pairs."""
        self.after[before] = after
        self.before[after] = before

    def left(self, block: Block) -> tuple[Flags, Flags]:
        """Return the unpaired elements of snapshots that are compared with a later one, and with an earlier one."""
        has_next = np.append(self.linked[1:], False)  # not ours
        alone_after = self.linked[block.snap] & (self.before == NO_PARTNER)
        alone_before = has_next[block.snap] & (self.after == NO_PARTNER)
        return alone_before, alone_after


def pair_by_keys(block: Block, linked: Flags, keys: Sequence[Key]) -> tuple[Partners, Flags]:
    """Pair by each key in turn what the keys before it left unpaired, in all linked snapshots at once.

    Returns:
        The pairs; and for each snapshot whether it, and the one before it, still have unpaired elements.
    """
    partners = Partners.nothing(block, linked)
    everywhere = np.arange(len(block.nodes))
    for number, key in enumerate(keys):
        if number == 0:
            codes = _key_codes(block, key, everywhere)
            _kth_with_kth(codes, block, partners, _null(block, key) if key.equally_often else None)
        elif _both_sides_left(block, partners).any():
            _pair_leftovers(key, block, partners)
    return partners, _both_sides_left(block, partners)


# ------------------------------------------------------------------------- keys


def _key_codes(block: Block, key: Key, places: Codes) -> Codes:
    """Number the keys of the elements at these places: equal numbers, equal keys."""
    return combined(*(_part_codes(block, part, places) for part in key.parts))


def _part_codes(block: Block, part: KeyPart, places: Codes) -> Codes:
    if part.of == "element":
        return _cell_codes(block, part, places)
    if part.of == "path":
        return _paths(block, _cell_codes(block, part, np.arange(len(block.nodes))))[places]
    above = block.parents[places]
    has_parent = above < len(block.nodes)
    codes = np.zeros(len(places), np.int64)  # 0: a root
    codes[has_parent] = _cell_codes(block, part, above[has_parent]) + 1
    return codes


def _cell_codes(block: Block, part: KeyPart, places: Codes) -> Codes:
    """Number the cells at these places in the form of the part. Only their texts are folded, each once."""
    values = block.coded(part.column).values
    codes: Codes = block.coded(part.column).codes[places]
    if part.form == "as read":
        return codes
    if part.form == "text":
        has_both = None in values and "" in values
        return np.where(codes == values.index(None), values.index(""), codes) if has_both else codes
    if part.column == "role":
        return comparable_roles(block)[places]
    numbers: dict[str, int] = {}
    number_of = np.zeros(len(values), np.int64)
    for code in np.nonzero(np.bincount(codes))[0].tolist():
        number_of[code] = numbers.setdefault(fold(values[code]), len(numbers))
    return number_of[codes]


def _null(block: Block, key: Key) -> Flags:
    """For each element whether its key, of one part, is NULL."""
    (part,) = key.parts
    coded = block.coded(part.column)
    found: Flags = np.array([value is None for value in coded.values], np.bool_)[coded.codes]
    return found


def comparable_roles(block: Block) -> Codes:
    """Number the roles of all elements, the native ones where the role is unknown (spec/definitions#5-roles)."""
    role, native = block.coded("role"), block.coded("native_role")
    if UNKNOWN not in role.values:
        return role.codes
    own = native.codes + 1
    own[np.array([not value for value in native.values], np.bool_)[native.codes]] = 0
    return combined(role.codes, np.where(role.codes == role.values.index(UNKNOWN), own, 0))


def _paths(block: Block, roles: Codes) -> Codes:
    """Number the paths: equal numbers, equal roles from the root down to the element."""
    depths = block.depths[:-1]
    if depths.max(initial=0) > _DEEPEST:
        return _paths_one_by_one(block, roles)
    width = int(roles.max(initial=0)) + 1
    paths = np.append(np.zeros(len(roles), np.int64), 0)
    order = in_order(depths)
    ends = np.cumsum(np.bincount(depths)) if len(depths) else np.zeros(0, np.int64)
    start, taken = 0, 1
    for end in ends.tolist():
        level = order[start:end]
        found = dense(paths[block.parents[level]] * width + roles[level]) + taken
        paths[level] = found
        taken += int(found.max(initial=0)) + 1
        start = end
    return paths[:-1]


def _paths_one_by_one(block: Block, roles: Codes) -> Codes:
    numbering: dict[tuple[int, int], int] = {}
    found = [0] * len(roles) + [-1]
    for place, (role, parent) in enumerate(zip(roles.tolist(), block.parents.tolist(), strict=True)):
        found[place] = numbering.setdefault((found[parent], role), len(numbering))
    return np.array(found[:-1], np.int64)


# ---------------------------------------------------------------------- pairing


def _kth_with_kth(keys: Codes, block: Block, partners: Partners, null: Flags | None = None) -> None:
    """Pair, in each two linked snapshots, the k-th element of a key with the k-th of that key.

    ``null``: with it, a key pairs only if it occurs equally often on both sides, or if its elements are ``null``.
    """
    order = in_order(keys)  # by key, then by snapshot, then by place
    snap = block.snap[order]
    sorted_keys = keys[order]
    starts, lengths = _runs_of(sorted_keys, snap)
    follows = np.zeros(len(starts), np.bool_)
    follows[:-1] = sorted_keys[starts[1:]] == sorted_keys[starts[:-1]]
    follows[:-1] &= (snap[starts[1:]] == snap[starts[:-1]] + 1) & partners.linked[snap[starts[1:]]]
    if null is not None:
        follows[:-1] &= (lengths[1:] == lengths[:-1]) | null[order[starts[:-1]]]
    _pair_runs(order, starts, lengths, follows, partners)


def _pair_leftovers(key: Key, block: Block, partners: Partners) -> None:
    """Pair as :func:`_kth_with_kth` among the unpaired elements; each stands on two sides, as before and as after."""
    alone_before, alone_after = (np.nonzero(alone)[0] for alone in partners.left(block))
    both = _both_sides_left(block, partners)
    alone_before = alone_before[both[block.snap[alone_before] + 1]]
    alone_after = alone_after[both[block.snap[alone_after]]]
    places = np.concatenate([alone_before, alone_after])
    step = np.concatenate([block.snap[alone_before] + 1, block.snap[alone_after]])
    side = np.repeat([0, 1], [len(alone_before), len(alone_after)])
    groups = combined(_key_codes(block, key, places), step)
    order = np.lexsort((places, side, groups))
    starts, lengths = _runs_of(groups[order], side[order])
    follows = np.zeros(len(starts), np.bool_)
    follows[:-1] = groups[order][starts[1:]] == groups[order][starts[:-1]]
    _pair_runs(places[order], starts, lengths, follows, partners)


def _runs_of(keys: Codes, parts: Codes) -> tuple[Codes, Codes]:
    """Return where runs of equal keys and parts start, and their lengths."""
    begins = np.ones(len(keys), np.bool_)
    begins[1:] = (keys[1:] != keys[:-1]) | (parts[1:] != parts[:-1])
    starts = np.nonzero(begins)[0]
    return starts, np.diff(np.append(starts, len(keys)))


def _pair_runs(order: Codes, starts: Codes, lengths: Codes, follows: Flags, partners: Partners) -> None:
    """Pair the elements of each run with those of the next one where it ``follows``, up to the shorter length."""
    runs = np.nonzero(follows)[0]
    counts = np.minimum(lengths[runs], lengths[runs + 1])
    nth = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    before, after = (order[np.repeat(starts[each], counts) + nth] for each in (runs, runs + 1))
    partners.pair(before, after)


def _both_sides_left(block: Block, partners: Partners) -> Flags:
    """For each snapshot whether it, and the one before it, have unpaired elements."""
    alone_before, alone_after = partners.left(block)
    count = len(block)
    left_before = np.bincount(block.snap[alone_before] + 1, minlength=count + 1)[:count] > 0
    left_after = np.bincount(block.snap[alone_after], minlength=count) > 0
    both: Flags = left_before & left_after
    return both
