"""Match across a navigation: only equal text (spec/definitions#7-documents)."""

from __future__ import annotations

from collections.abc import Hashable

from uidiff.matching.keys import Pairing, comparable_roles
from uidiff.matching.matching import UNMATCHED, Matching, Reason
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["DocumentMatcher", "is_navigation", "subtree_prints"]


def is_navigation(before: Snapshot, after: Snapshot) -> bool:
    """Return whether both documents are known, and differ."""
    known = before.document is not None and after.document is not None
    return known and before.document != after.document


_REASONS = (
    Reason("equal subtree", "across documents: the whole subtree says the same"),
    Reason("equal text", "across documents: the same text under paired parents"),
)


class DocumentMatcher:
    """Pair equal text: whole subtrees, the larger first, then elements with equal text below paired parents.

    Text is role, name, value and description; of several equal ones the k-th pairs with the k-th.
    """

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        """Pair equal text only; see :class:`Matcher`."""
        pairing = Pairing(given, *_REASONS)
        numbering: dict[Hashable, int] = {}
        _pair_subtrees(before, after, numbering, pairing)
        pairing.next_stage()
        _pair_below(before, after, pairing)
        return pairing.done()


def _pair_subtrees(before: Snapshot, after: Snapshot, numbering: dict[Hashable, int], pairing: Pairing) -> None:
    mine = _by_size(before, subtree_prints(before, numbering), pairing.after_of)
    theirs = _by_size(after, subtree_prints(after, numbering), pairing.before_of)
    pairing.work += len(before) + len(after)
    for size in sorted(mine.keys() & theirs.keys(), reverse=True):
        for fingerprint, starts in mine[size].items():
            # larger subtrees are paired whole: if the root of this one is free, all of it is
            free_before = [i for i in starts if pairing.after_of[i] == UNMATCHED]
            free_after = [j for j in theirs[size].get(fingerprint, ()) if pairing.before_of[j] == UNMATCHED]
            pairing.work += len(starts) + len(theirs[size].get(fingerprint, ()))
            for i, j in zip(free_before, free_after, strict=False):
                for step in range(size):
                    pairing.pair(i + step, j + step)


def subtree_prints(snapshot: Snapshot, numbering: dict[Hashable, int]) -> list[int]:
    """Number the text of each element's whole subtree; equal numbers, equal text."""
    own = list(_own_texts(snapshot))
    children: dict[int, list[int]] = {}
    numbers = [0] * len(own)
    for index in range(len(own) - 1, -1, -1):
        key = (own[index], tuple(children.pop(index, ())))
        numbers[index] = numbering.setdefault(key, len(numbering))
        children.setdefault(snapshot.parents[index], []).append(numbers[index])
    return numbers


def _own_texts(snapshot: Snapshot) -> zip[tuple[str, str, str, str]]:
    texts = snapshot.folded
    return zip(comparable_roles(snapshot), texts.name, texts.value, texts.description, strict=True)


def _by_size(snapshot: Snapshot, fingerprints: list[int], partners: list[int]) -> dict[int, dict[int, list[int]]]:
    """Return where each fingerprint stands, by the size of its subtree; subtrees with a paired element are left out."""
    touched = [partner != UNMATCHED for partner in partners]
    for index in range(len(touched) - 1, -1, -1):
        if touched[index] and snapshot.parents[index] != NO_PARENT:
            touched[snapshot.parents[index]] = True
    found: dict[int, dict[int, list[int]]] = {}
    for index, (end, fingerprint) in enumerate(zip(snapshot.ends, fingerprints, strict=True)):
        if not touched[index]:
            found.setdefault(end - index, {}).setdefault(fingerprint, []).append(index)
    return found


def _pair_below(before: Snapshot, after: Snapshot, pairing: Pairing) -> None:
    """Pair unpaired children of paired parents with equal text, from the roots down."""
    texts_before, texts_after = list(_own_texts(before)), list(_own_texts(after))
    waiting: dict[Hashable, list[int]] = {}
    for j in range(len(after) - 1, -1, -1):
        if pairing.before_of[j] == UNMATCHED:
            waiting.setdefault((after.parents[j], texts_after[j]), []).append(j)
    pairing.work += len(before) + len(after)
    for i, parent in enumerate(before.parents):
        partner = NO_PARENT if parent == NO_PARENT else pairing.after_of[parent]
        if pairing.after_of[i] == UNMATCHED and (parent == NO_PARENT or partner != UNMATCHED):
            queue = waiting.get((partner, texts_before[i]))
            if queue:
                pairing.pair(i, queue.pop())
