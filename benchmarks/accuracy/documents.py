"""Is a matching across a navigation as strict as spec/definitions#7-documents asks? Checked pair by pair, without the
matchers' code.

The rule: across documents elements pair only with equal text fingerprint of their subtree, or with equal own text
under equally paired ancestors; nothing weaker. Text is role (the native one where the role is unknown), name, value
and description, as folded for comparing (spec/definitions#3-what-is-compared and #5-roles).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import uidiff

__all__ = ["weaker_pairs"]

NO_PARENT = -1


def weaker_pairs(
    before: uidiff.Snapshot,
    after: uidiff.Snapshot,
    pairs: Iterable[tuple[int, int]],
) -> list[tuple[int, int]]:
    """The pairs that join neither equal subtrees nor equal elements under paired parents.

    Each pair of parents stands in ``pairs`` itself and is checked in its turn, so that looking at the direct parents
    looks at all ancestors.
    """
    after_of = dict(pairs)
    own_before, own_after = _own_texts(before), _own_texts(after)
    numbering: dict[Hashable, int] = {}
    subtrees_before = _subtree_texts(before, own_before, numbering)
    subtrees_after = _subtree_texts(after, own_after, numbering)

    def is_allowed(i: int, j: int) -> bool:
        if subtrees_before[i] == subtrees_after[j]:
            return True
        above, other = before.parents[i], after.parents[j]
        roots = above == other == NO_PARENT
        return own_before[i] == own_after[j] and (roots or (above in after_of and after_of[above] == other))

    return [(i, j) for i, j in after_of.items() if not is_allowed(i, j)]


def _own_texts(snapshot: uidiff.Snapshot) -> list[tuple[str, ...]]:
    columns, texts = snapshot.columns, snapshot.folded
    roles = [
        f"unknown: {native}" if role == "unknown" and native else role
        for role, native in zip(columns.role, columns.native_role, strict=True)
    ]
    return list(zip(roles, texts.name, texts.value, texts.description, strict=True))


def _subtree_texts(snapshot: uidiff.Snapshot, own: list[tuple[str, ...]], numbering: dict[Hashable, int]) -> list[int]:
    """A number for each element: equal numbers, equal text and shape of the subtrees."""
    found = [0] * len(own)
    below: list[list[int]] = [[] for _ in own]
    for index in reversed(range(len(own))):
        key = (own[index], tuple(reversed(below[index])))
        found[index] = numbering.setdefault(key, len(numbering))
        if snapshot.parents[index] != NO_PARENT:
            below[snapshot.parents[index]].append(found[index])
    return found
