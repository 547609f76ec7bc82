"""The key strategies over whole columns: the k-th of a key is the k-th of that key, in all pairs of a block at once.

They pair what the matchers of the core pair (``IdMatcher``, ``NameRoleParentMatcher``, and the first stage of
``ContentHashMatcher``); the tests compare them cell by cell.
"""

from __future__ import annotations

import attrs
import numpy as np

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.codes import Coded, Codes, combined, dense, in_order
from uidiff.model.roles import UNKNOWN
from uidiff.text import fold

__all__ = [
    "NO_PARTNER",
    "Partners",
    "comparable_codes",
    "numbered",
    "pair_by_content",
    "pair_by_id",
    "pair_by_name",
    "pair_runs",
    "runs_of",
]

NO_PARTNER = -1
_DEEPEST = 256
"""Levels up to which the paths of roles are numbered a level at a time; below that, one element at a time."""


@attrs.frozen(eq=False)
class Partners:
    """Who is who in a block, each snapshot compared with the one before it where the two are linked.

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
        """No pair yet."""
        count = len(block.nodes)
        return cls(np.full(count, NO_PARTNER), np.full(count, NO_PARTNER), linked)

    def pair(self, before: Codes, after: Codes) -> None:
        """Settle that these are the same elements."""
        self.after[before] = after
        self.before[after] = before

    def left(self, block: Block) -> tuple[Flags, Flags]:
        """The elements without partner: those that may have one before, and those that may have one after."""
        has_next = np.append(self.linked[1:], False)  # not ours
        alone_after = self.linked[block.snap] & (self.before == NO_PARTNER)
        alone_before = has_next[block.snap] & (self.after == NO_PARTNER)
        return alone_before, alone_after


# ------------------------------------------------------------------- strategies


def pair_by_id(block: Block, linked: Flags) -> Partners:
    """Equal ids, where they occur equally often on both sides; without ids, by place among those without."""
    partners = Partners.nothing(block, linked)
    ids = block.coded("id")
    without = np.array([value is None for value in ids.values], np.bool_)
    _kth_with_kth(ids.codes, block, partners, may_differ=without)
    return partners


def pair_by_name(block: Block, linked: Flags) -> Partners:
    """Equal role, name and parent's name, as they are read; then, of what is left, as they are compared."""
    partners = Partners.nothing(block, linked)
    name, role, native = (block.coded(column) for column in ("name", "role", "native_role"))
    read = numbered(name, [value or "" for value in name.values])
    _kth_with_kth(_below_parents(block, read, combined(role.codes, native.codes)), block, partners)
    if _both_sides_left(block, partners).any():
        folded = numbered(name, list(map(fold, name.values)))
        _pair_leftovers(_below_parents(block, folded, comparable_codes(role, native)), block, partners)
    return partners


def pair_by_content(block: Block, linked: Flags) -> tuple[Partners, Flags]:
    """Equal texts below equal roles; and the snapshots in which something is left on both sides."""
    partners = Partners.nothing(block, linked)
    roles = comparable_codes(block.coded("role"), block.coded("native_role"))
    texts = []
    for column in ("name", "value", "description"):
        coded = block.coded(column)
        texts.append(numbered(coded, list(map(fold, coded.values))))
    _kth_with_kth(combined(_paths(block, roles), *texts), block, partners)
    return partners, _both_sides_left(block, partners)


# ------------------------------------------------------------------------- keys


def numbered(column: Coded, values: list[str]) -> Codes:
    """The cells of a column by what their values become."""
    numbers: dict[str, int] = {}
    each = [numbers.setdefault(value, len(numbers)) for value in values]
    found: Codes = np.array(each, np.int64)[column.codes]
    return found


def comparable_codes(role: Coded, native: Coded) -> Codes:
    """The role, the native one where it is unknown (spec/definitions#5-roles)."""
    if UNKNOWN not in role.values:
        return role.codes
    own = native.codes + 1
    own[np.array([not value for value in native.values], np.bool_)[native.codes]] = 0
    return combined(role.codes, np.where(role.codes == role.values.index(UNKNOWN), own, 0))


def _below_parents(block: Block, names: Codes, roles: Codes) -> Codes:
    above = np.append(names + 1, 0)[block.parents]  # 0: below no element
    return combined(names, roles, above)


def _paths(block: Block, roles: Codes) -> Codes:
    """For each element a number for the roles from its root down to itself."""
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


def _kth_with_kth(keys: Codes, block: Block, partners: Partners, may_differ: Flags | None = None) -> None:
    """Pair, in each two linked snapshots, the k-th element of a key with the k-th of that key.

    ``may_differ``, by key: where it is false, a key pairs only if it occurs equally often on both sides.
    """
    order = in_order(keys)  # by key, then by snapshot, then by place
    snap = block.snap[order]
    sorted_keys = keys[order]
    starts, lengths = runs_of(sorted_keys, snap)
    follows = np.zeros(len(starts), np.bool_)
    follows[:-1] = sorted_keys[starts[1:]] == sorted_keys[starts[:-1]]
    follows[:-1] &= (snap[starts[1:]] == snap[starts[:-1]] + 1) & partners.linked[snap[starts[1:]]]
    if may_differ is not None:
        follows[:-1] &= (lengths[1:] == lengths[:-1]) | may_differ[sorted_keys[starts[:-1]]]
    pair_runs(order, starts, lengths, follows, partners)


def _pair_leftovers(keys: Codes, block: Block, partners: Partners) -> None:
    """The same among the elements without partner, of which each stands on two sides: as before and as after."""
    alone_before, alone_after = (np.nonzero(alone)[0] for alone in partners.left(block))
    both = _both_sides_left(block, partners)
    alone_before = alone_before[both[block.snap[alone_before] + 1]]
    alone_after = alone_after[both[block.snap[alone_after]]]
    places = np.concatenate([alone_before, alone_after])
    step = np.concatenate([block.snap[alone_before] + 1, block.snap[alone_after]])
    side = np.repeat([0, 1], [len(alone_before), len(alone_after)])
    groups = combined(keys[places], step)
    order = np.lexsort((places, side, groups))
    starts, lengths = runs_of(groups[order], side[order])
    follows = np.zeros(len(starts), np.bool_)
    follows[:-1] = groups[order][starts[1:]] == groups[order][starts[:-1]]
    pair_runs(places[order], starts, lengths, follows, partners)


def runs_of(keys: Codes, parts: Codes) -> tuple[Codes, Codes]:
    """Where runs of equal keys and parts start, and how long they are."""
    begins = np.ones(len(keys), np.bool_)
    begins[1:] = (keys[1:] != keys[:-1]) | (parts[1:] != parts[:-1])
    starts = np.nonzero(begins)[0]
    return starts, np.diff(np.append(starts, len(keys)))


def pair_runs(order: Codes, starts: Codes, lengths: Codes, follows: Flags, partners: Partners) -> None:
    """Pair each run that another one follows with that one, place by place, as far as both go."""
    runs = np.nonzero(follows)[0]
    counts = np.minimum(lengths[runs], lengths[runs + 1])
    nth = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    before, after = (order[np.repeat(starts[each], counts) + nth] for each in (runs, runs + 1))
    partners.pair(before, after)


def _both_sides_left(block: Block, partners: Partners) -> Flags:
    """For each snapshot whether it, and the one before it, have elements that could still be paired."""
    alone_before, alone_after = partners.left(block)
    count = len(block)
    left_before = np.bincount(block.snap[alone_before] + 1, minlength=count + 1)[:count] > 0
    left_after = np.bincount(block.snap[alone_after], minlength=count) > 0
    both: Flags = left_before & left_after
    return both
