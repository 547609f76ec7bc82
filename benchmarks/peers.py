"""Three peers' matching rules, written again from a description of them: who they would take for whom.

Nothing here is the originals' code. The rules were re-implemented from a few lines of prose, noted when the originals
were studied in November 2026 (mcp-windows at commit 2c2c9f56, tauri-pilot at a6c5baa, reticle at 04d12018), so each
may differ from its original in detail. Of each only the rule that says who is who is here: not what it then reports,
nor when it falls back to a full tree. Where the description is silent we decided, and each docstring says what; we
did so after looking at more than one choice, and not every one is the choice that scores best.

Every rule takes two snapshots and gives pairs (before-index, after-index), one-to-one, sorted. None sees the truth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import TypeAlias

import uidiff

__all__ = ["PEERS", "mcp_windows", "reticle", "tauri_pilot"]

Pairs: TypeAlias = list[tuple[int, int]]
Rule: TypeAlias = Callable[[uidiff.Snapshot, uidiff.Snapshot], Pairs]

NO_PARENT = -1
WRAPPERS = frozenset({"generic", "group", "none", "presentation"})
SHOWN_STATES = frozenset({"checked", "disabled", "expanded", "pressed", "selected"})


# ---------------------------------------------------------------------------------------------------------------------
# mcp-windows
# ---------------------------------------------------------------------------------------------------------------------


def mcp_windows(before: uidiff.Snapshot, after: uidiff.Snapshot) -> Pairs:
    """Under each pair of parents, children of one type and name pair in order, if there are equally many.

    As described: per parent, groups of equal type and name, in order; layout wrappers are flattened (their children
    count as those of the element around them); the root's name is dropped; a group of which the two sides have
    different numbers pairs nothing, and so nothing below it pairs either.

    Decided by us: type is the platform's role; a layout wrapper is an element of role generic, group, none or
    presentation that has children, but neither name nor value nor description; a wrapper that was flattened away is
    paired afterwards, in the peer's favour, where it stands in the same place above a pair; of several roots each
    counts as "the root".
    """
    left, right = _Flattened(before), _Flattened(after)
    pairs = [
        (i, j) for i, j in _equal_groups(left.children[NO_PARENT], right.children[NO_PARENT], left.roles, right.roles)
    ]
    for i, j in pairs:  # grows while it is walked
        pairs += _equal_groups(left.children[i], right.children[j], left.keys, right.keys)
    return sorted(_with_wrappers(pairs, before, after, left, right))


class _Flattened:
    """One side: its elements without layout wrappers."""

    def __init__(self, snapshot: uidiff.Snapshot) -> None:
        columns = snapshot.columns
        texts = zip(columns.name, columns.value, columns.description, strict=True)
        self.roles = _native_roles(snapshot)
        self.keys: Sequence[Hashable] = list(zip(self.roles, columns.name, strict=True))
        self.is_wrapper = [
            role in WRAPPERS
            and snapshot.parents[index] != NO_PARENT
            and snapshot.ends[index] > index + 1
            and not any(text)
            for index, (role, text) in enumerate(zip(columns.role, texts, strict=True))
        ]
        self.children: defaultdict[int, list[int]] = defaultdict(list)
        above: list[int] = []  # the nearest ancestor that is no wrapper
        for index, parent in enumerate(snapshot.parents):
            flattened = parent != NO_PARENT and self.is_wrapper[parent]
            above.append(above[parent] if flattened else parent)
            if not self.is_wrapper[index]:
                self.children[above[index]].append(index)


def _equal_groups(
    mine: list[int], theirs: list[int], keys: Sequence[Hashable], their_keys: Sequence[Hashable]
) -> Pairs:
    groups: defaultdict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for i in mine:
        groups[keys[i]][0].append(i)
    for j in theirs:
        groups[their_keys[j]][1].append(j)
    return [
        pair for left, right in groups.values() if len(left) == len(right) for pair in zip(left, right, strict=True)
    ]


def _with_wrappers(
    pairs: Pairs,
    before: uidiff.Snapshot,
    after: uidiff.Snapshot,
    left: _Flattened,
    right: _Flattened,
) -> Pairs:
    after_of, before_of = dict(pairs), {j: i for i, j in pairs}
    for i, j in pairs:
        above, other = before.parents[i], after.parents[j]
        while NO_PARENT not in {above, other} and left.is_wrapper[above] and right.is_wrapper[other]:
            if above in after_of or other in before_of:
                break
            after_of[above], before_of[other] = other, above
            above, other = before.parents[above], after.parents[other]
    return list(after_of.items())


# ---------------------------------------------------------------------------------------------------------------------
# tauri-pilot
# ---------------------------------------------------------------------------------------------------------------------


def tauri_pilot(before: uidiff.Snapshot, after: uidiff.Snapshot) -> Pairs:
    """Elements of one role, name and depth pair in order, wherever they stand.

    As described: groups of equal (role, name, depth), in order. Decided by us: role is the platform's; of groups that
    differ in size the first ones pair.
    """
    sides = (before, after)
    keys = [list(zip(_native_roles(side), side.columns.name, side.columns.depth, strict=True)) for side in sides]
    return _kth_with_kth(*keys)


# ---------------------------------------------------------------------------------------------------------------------
# reticle
# ---------------------------------------------------------------------------------------------------------------------


def reticle(before: uidiff.Snapshot, after: uidiff.Snapshot) -> Pairs:
    """Elements whose lines in a text form of the tree are equal, indentation apart.

    As described: the multiset of stripped lines; then, among lines left over, the same ref and role. The second step
    is not here: a recorded tree has no refs, and without them it pairs nothing.

    Decided by us: every element has a line; it says the platform's role, name, value and the states that such texts
    commonly show (SHOWN_STATES; not the focus, which the peer reports apart, nor whether it is on the screen); a
    multiset does not say which of equal lines is which, so the k-th is the k-th. Lines without states would pair
    more on this corpus, with all states fewer on the desktop; but a text that is searched for changes has to say some.
    """
    return _kth_with_kth(_lines(before), _lines(after))


def _lines(snapshot: uidiff.Snapshot) -> list[Hashable]:
    columns = snapshot.columns
    states = [tuple(state for state in known if state[0] in SHOWN_STATES) for known in columns.states]
    return list(zip(_native_roles(snapshot), columns.name, columns.value, states, strict=True))


# ---------------------------------------------------------------------------------------------------------------------


def _native_roles(snapshot: uidiff.Snapshot) -> list[str]:
    """The platform's word for each role, as the peers read it."""
    columns = snapshot.columns
    return [native or role for native, role in zip(columns.native_role, columns.role, strict=True)]


def _kth_with_kth(before: Sequence[Hashable], after: Sequence[Hashable]) -> Pairs:
    waiting: defaultdict[Hashable, list[int]] = defaultdict(list)
    for i in reversed(range(len(before))):
        waiting[before[i]].append(i)
    return sorted((waiting[key].pop(), j) for j, key in enumerate(after) if waiting.get(key))


PEERS: dict[str, Rule] = {"mcp-windows": mcp_windows, "tauri-pilot": tauri_pilot, "reticle": reticle}
"""The rules by the peer's name."""
