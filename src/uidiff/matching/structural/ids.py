"""Ids as evidence (spec/definitions#6-ids): which elements they say are the same, and where the content contradicts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

from uidiff.matching.documents import subtree_prints
from uidiff.matching.keys import Pairing, comparable_roles, no_text
from uidiff.matching.matching import UNMATCHED, Matching, Reason
from uidiff.matching.structural.roles import ITEM_ROLES
from uidiff.model.columns import Columns, unequal_cells
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["IdEvidence"]

_Ids: TypeAlias = tuple[str | None, ...]
_Pair: TypeAlias = tuple[int, int]

_REASONS = (
    Reason("stable id", "a stable id that is unique on both sides, and the same role"),
    Reason("automation id", "an author's id that is unique on both sides, and the same role"),
)

SEVERAL = 2
"""Items of one list that show other items at once, or texts of a container: from this number on they are several."""

SEARCHED = 64
"""Elements of a subtree that are searched for texts: work stays linear where trees are deep."""

ALIKE = 0.4
"""The least share of texts in common for a container to be the same: that of ``StructuralMatcher.likeness``."""


class IdEvidence(NamedTuple):
    """What ids say against a matching that was made by content.

    An id counts if it is unique on both sides and the roles agree: a stable id, or, where no stable id counts, an
    ``automation_id``.

    Attributes:
        settled: the pairs given, and those of all ids that count and are not contradicted by the content.
        stable: the before-elements whose stable id says something else than the matching.
        automation: those whose ``automation_id`` does.
    """

    settled: Matching
    stable: frozenset[int]
    automation: frozenset[int]

    @classmethod
    def against(cls, bare: Matching, before: Snapshot, after: Snapshot, given: Matching) -> IdEvidence | None:
        """Return what ids say against a matching; None if they say nothing against it."""
        if not _say_more(bare, before.columns, after.columns):
            return None
        kinds = (_stable(before), _stable(after)), (before.columns.automation_id, after.columns.automation_id)
        pairs = _pairs(before, after, given, kinds)
        disputed = [pair for some in pairs for pair in some if bare.after_of[pair[0]] != pair[1]]
        wrong = _contradicted(bare, before, after, disputed) if disputed else set()
        against = set(disputed) - wrong
        if not against:
            return None
        pairing = Pairing(given, *_REASONS)
        pairing.work = bare.work + len(before) + len(after)
        for i, j in (pair for pair in pairs[0] if pair not in wrong):
            pairing.pair(i, j)
        pairing.next_stage()
        for i, j in (pair for pair in pairs[1] if pair not in wrong):
            pairing.pair(i, j)
        stable, automation = (frozenset(i for i, j in some if (i, j) in against) for some in pairs)
        return cls(pairing.done(), stable, automation)


def _say_more(bare: Matching, before: Columns, after: Columns) -> bool:
    """Return whether an id stands on both sides, on elements that are not paired with each other.

    This is asked of each two snapshots; where the pairs agree with the ids, columns are compared in slices.
    """
    if True in before.id_stable and True in after.id_stable:
        left, came = _differing(bare, (before.id, after.id), (before.id_stable, after.id_stable))
        ids = {before.id[i] for i in left if before.id_stable[i]} - _NO_ID
        if not ids.isdisjoint(after.id[j] for j in came if after.id_stable[j]):
            return True
    if any(before.automation_id) and any(after.automation_id):
        left, came = _differing(bare, (before.automation_id, after.automation_id))
        ids = set(map(before.automation_id.__getitem__, left)) - _NO_ID
        return not ids.isdisjoint(map(after.automation_id.__getitem__, came))
    return False


_NO_ID = {None, ""}


def _differing(bare: Matching, *columns: tuple[Sequence[object], Sequence[object]]) -> tuple[list[int], list[int]]:
    """Return the elements on each side without partner, or with another cell than their partner's."""
    left, came = bare.unpaired_before, bare.unpaired_after
    for i, j, n in bare.runs:
        for mine, theirs in columns:
            for k in unequal_cells(mine, theirs, i, j, n):
                left.append(i + k)
                came.append(j + k)
    return left, came


def _stable(snapshot: Snapshot) -> _Ids:
    """Return the id of each element, None where it is not stable."""
    columns = snapshot.columns
    return tuple(one if lives else None for one, lives in zip(columns.id, columns.id_stable, strict=True))


def _pairs(
    before: Snapshot, after: Snapshot, given: Matching, kinds: Iterable[tuple[_Ids, _Ids]]
) -> tuple[list[_Pair], ...]:
    """Return the pairs of each kind of ids that count: unique on both sides, of one role, and not paired before."""
    roles, other_roles = comparable_roles(before), comparable_roles(after)
    mine, theirs = [j != UNMATCHED for j in given.after_of], [i != UNMATCHED for i in given.before_of]
    found = []
    for ids, other_ids in kinds:
        places = _unique(other_ids)
        pairs = [(i, places[key]) for key, i in _unique(ids).items() if key in places]
        pairs = [(i, j) for i, j in pairs if roles[i] == other_roles[j] and not mine[i] and not theirs[j]]
        for i, j in pairs:
            mine[i] = theirs[j] = True
        found.append(pairs)
    return tuple(found)


def _unique(ids: _Ids) -> dict[str, int]:
    """Return the ids that occur once, and where."""
    often = Counter(ids)
    return {key: i for i, key in enumerate(ids) if key and often[key] == 1}


# ------------------------------------------------------------- what contradicts


def _contradicted(bare: Matching, before: Snapshot, after: Snapshot, disputed: Sequence[_Pair]) -> set[_Pair]:
    """Return the disputed pairs against which the content speaks.

    These are nodes that were used again for another element: what the one said stands exactly elsewhere, or what the
    other says stood elsewhere; a container says something else throughout; several items of one list do. With them
    those of their descendants.
    """
    content = _Content.of(before, after)
    wrong = {pair for pair in disputed if content.stands_elsewhere(bare, *pair)}
    reused = {(before.parents[i], after.parents[j]) for i, j in wrong}
    lists: dict[_Pair, list[_Pair]] = defaultdict(list)
    for i, j in disputed:
        above, above_after = before.parents[i], after.parents[j]
        roots = above == NO_PARENT == above_after
        below_a_pair = roots or (NO_PARENT not in {above, above_after} and bare.after_of[above] == above_after)
        free = bare.after_of[i] == UNMATCHED == bare.before_of[j]
        if (
            not free
            or not below_a_pair
            or not content.say_different(i, j)
            or content.unread[0][i]
            or content.unread[1][j]
        ):
            continue
        share = content.share_in_common(i, j)
        if (above, above_after) in reused or (share is not None and share < ALIKE):
            wrong.add((i, j))
        elif share is None and before.columns.role[i] in ITEM_ROLES:
            lists[above, above_after].append((i, j))
    wrong.update(chain.from_iterable(pairs for pairs in lists.values() if len(pairs) >= SEVERAL))
    return wrong | _below(wrong, before, after, disputed)


def _below(wrong: Iterable[_Pair], before: Snapshot, after: Snapshot, disputed: Iterable[_Pair]) -> set[_Pair]:
    """Return the disputed pairs of which one stands below each element of a wrong pair."""
    tops, tops_after = ({pair[side]: number for number, pair in enumerate(wrong)} for side in (0, 1))
    within, within_after = _inherited(before.parents, tops), _inherited(after.parents, tops_after)
    return {(i, j) for i, j in disputed if within[i] is not None and within[i] == within_after[j]}


def _inherited(parents: Sequence[int], marks: dict[int, int]) -> list[int | None]:
    """Return for each element its mark, else that of its nearest marked ancestor."""
    found: list[int | None] = []
    for index, parent in enumerate(parents):
        found.append(marks.get(index, None if parent == NO_PARENT else found[parent]))
    return found


class _Content(NamedTuple):
    """What subtrees say: equal numbers, equal texts and shape."""

    before: Snapshot
    after: Snapshot
    mine: list[int]
    theirs: list[int]
    texts: tuple[list[bool], list[bool]]
    unread: tuple[list[bool], list[bool]]

    @classmethod
    def of(cls, before: Snapshot, after: Snapshot) -> _Content:
        numbering: dict[Hashable, int] = {}
        prints = subtree_prints(before, numbering), subtree_prints(after, numbering)
        texts = _with_text(before), _with_text(after)
        unread = _holding(before, before.columns.unread), _holding(after, after.columns.unread)
        return cls(before, after, *prints, texts, unread)

    def say_different(self, i: int, j: int) -> bool:
        """Return whether both subtrees have text, and not the same."""
        return self.mine[i] != self.theirs[j] and self.texts[0][i] and self.texts[1][j]

    def stands_elsewhere(self, bare: Matching, i: int, j: int) -> bool:
        """Return whether the whole content of one of the two is that of its partner in another place.

        A leaf that is no item does not count: values and numbers change places among elements that stay.
        """
        before, after = self.before, self.after
        is_leaf = before.ends[i] == i + 1 and after.ends[j] == j + 1
        if not self.say_different(i, j) or (is_leaf and before.columns.role[i] not in ITEM_ROLES):
            return False
        to, origin = bare.after_of[i], bare.before_of[j]
        went = to != UNMATCHED and self.mine[i] == self.theirs[to] and not j < to < after.ends[j]
        came = origin != UNMATCHED and self.mine[origin] == self.theirs[j] and not i < origin < before.ends[i]
        return went or came

    def share_in_common(self, i: int, j: int) -> float | None:
        """Return the share of the texts of the smaller subtree that the other one has too (the overlap coefficient, so
        that what only grew is alike); None where one has a single text.
        """
        mine, theirs = _texts(self.before, i), _texts(self.after, j)
        several = min(len(mine), len(theirs)) >= SEVERAL
        return len(mine & theirs) / min(len(mine), len(theirs)) if several else None


def _texts(snapshot: Snapshot, index: int) -> set[str]:
    """Return the different texts at the beginning of a subtree."""
    cut = slice(index, min(snapshot.ends[index], index + SEARCHED))
    return {text for column in snapshot.folded for text in column[cut] if text}


def _with_text(snapshot: Snapshot) -> list[bool]:
    """Return for each element whether there is text anywhere in its subtree."""
    return _holding(snapshot, [not silent for silent in no_text(snapshot)])


def _holding(snapshot: Snapshot, marks: Sequence[bool]) -> list[bool]:
    """Return for each element whether it or an element below it is marked."""
    found = list(marks)
    for index in range(len(found) - 1, -1, -1):
        parent = snapshot.parents[index]
        if found[index] and parent != NO_PARENT:
            found[parent] = True
    return found
