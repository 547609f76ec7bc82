"""Identity by content: what an element says and the roles above it; then, under paired parents, what is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

import attrs

from uidiff.matching.keys import Key, KeyPart, Pairing, comparable_roles, no_text, pair_by_keys
from uidiff.matching.matching import UNMATCHED, Matching, Reason
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import FoldedTexts, Snapshot
from uidiff.text import words

__all__ = ["ContentHashMatcher"]

WORDS_OF = 2_000
"""How many characters of a text are looked at for shared words: work stays linear on huge values
(spec/bad-inputs#44).
"""

_LEFT = Reason("what is left", "under one pair of parents, of one role: a word in common, or the only ones left")


@attrs.frozen
class ContentHashMatcher:
    """Elements that say the same below the same roles are the same (spec/features#d25,
    spec/definitions#8-content-hash).

    First stage: equal role, name, value, description and roles of the ancestors (not their names: a counter in a
    title must not make everything below it new), the k-th with the k-th. Second stage, from the roots down, on what
    is left below paired parents: elements of one role, in order, that share a word; or of which neither has text and
    there are equally many; or of which exactly one is left on each side. These come out as changed.

    Keys are compared themselves, not by a hash of them, so that none can collide.
    """

    keys: ClassVar[tuple[Key, ...]] = (
        Key(
            Reason(
                "equal content",
                "equal role, name, value, description and roles of the ancestors, the k-th with the k-th",
            ),
            (KeyPart("role", "folded", of="path"), *(KeyPart(text, "folded") for text in FoldedTexts._fields)),
        ),
    )

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        """Pair by content; see :class:`Matcher`."""
        pairing = pair_by_keys(before, after, given, self.keys, _LEFT)
        if not pairing.complete:
            pairing.next_stage()
            _pair_leftovers(before, after, pairing)
        return pairing.done()


def _pair_leftovers(before: Snapshot, after: Snapshot, pairing: Pairing) -> None:
    left, right = _Leftovers(before, pairing.after_of), _Leftovers(after, pairing.before_of)
    for parent in sorted(left.children):  # parents before their children: a pair made here opens its own children
        partner = NO_PARENT if parent == NO_PARENT else pairing.after_of[parent]
        if parent != NO_PARENT and partner == UNMATCHED:
            continue
        theirs = right.by_role(partner)
        for role, mine in left.by_role(parent).items():
            pairing.work += len(mine) + len(theirs.get(role, ()))
            for i, j in _pairs_of_siblings(mine, theirs.get(role, ()), left, right):
                pairing.pair(i, j)


class _Leftovers:
    """The unpaired elements of one side, by their parent."""

    def __init__(self, snapshot: Snapshot, partners: Sequence[int]) -> None:
        self.roles = comparable_roles(snapshot)
        self.texts = snapshot.folded
        self.textless = no_text(snapshot)
        self.children: dict[int, list[int]] = {}
        for index, (parent, partner) in enumerate(zip(snapshot.parents, partners, strict=True)):
            if partner == UNMATCHED:
                self.children.setdefault(parent, []).append(index)

    def by_role(self, parent: int) -> dict[str, list[int]]:
        """The unpaired children of a parent, in order, by their role."""
        found: dict[str, list[int]] = {}
        for index in self.children.get(parent, ()):
            found.setdefault(self.roles[index], []).append(index)
        return found

    def words(self, index: int) -> frozenset[str]:
        """The words of all texts of an element."""
        texts = (self.texts.name[index], self.texts.value[index], self.texts.description[index])
        return frozenset(word for text in texts for word in words(text[:WORDS_OF]))


def _pairs_of_siblings(
    mine: Sequence[int],
    theirs: Sequence[int],
    left: _Leftovers,
    right: _Leftovers,
) -> list[tuple[int, int]]:
    """Pairs among leftovers of one role under one pair of parents. Symmetric in the sides, as
    spec/laws#4-there-and-back asks.
    """
    if not mine or not theirs:
        return []
    if len(mine) == len(theirs) == 1:
        return [(mine[0], theirs[0])]
    pairs: list[tuple[int, int]] = []
    silent_mine = [i for i in mine if left.textless[i]]
    silent_theirs = [j for j in theirs if right.textless[j]]
    if len(silent_mine) == len(silent_theirs):
        pairs += zip(silent_mine, silent_theirs, strict=True)
    speaking_mine = [(i, left.words(i)) for i in mine if not left.textless[i]]
    speaking_theirs = [(j, right.words(j)) for j in theirs if not right.textless[j]]
    pairs += _sharing_a_word(speaking_mine, speaking_theirs)
    rest_mine, rest_theirs = _without(mine, (i for i, _ in pairs)), _without(theirs, (j for _, j in pairs))
    if len(rest_mine) == len(rest_theirs) == 1:
        pairs.append((rest_mine[0], rest_theirs[0]))
    return pairs


def _sharing_a_word(
    mine: Sequence[tuple[int, frozenset[str]]],
    theirs: Sequence[tuple[int, frozenset[str]]],
) -> list[tuple[int, int]]:
    """In order: from the start as long as they share a word, then from the end, then between, place by place."""
    shorter = min(len(mine), len(theirs))
    head = 0
    while head < shorter and not mine[head][1].isdisjoint(theirs[head][1]):
        head += 1
    tail = 0
    while tail < shorter - head and not mine[-1 - tail][1].isdisjoint(theirs[-1 - tail][1]):
        tail += 1
    pairs = [(mine[k][0], theirs[k][0]) for k in range(head)]
    middle = zip(mine[head : len(mine) - tail], theirs[head : len(theirs) - tail], strict=False)
    pairs += [(i, j) for (i, my_words), (j, their_words) in middle if not my_words.isdisjoint(their_words)]
    return pairs + [(mine[-1 - k][0], theirs[-1 - k][0]) for k in reversed(range(tail))]


def _without(indices: Sequence[int], paired: Iterable[int]) -> list[int]:
    gone = set(paired)
    return [index for index in indices if index not in gone]
