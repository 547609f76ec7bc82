"""Do refs live as long as the elements truly do? The truth of the corpus says; no session sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby, pairwise
from typing import TypeAlias

import attrs

import uidiff
from benchmarks.corpus import score
from benchmarks.recorded import Recording
from uidiff.formats.outline import Outline

__all__ = ["Lives", "Lost", "lives_of"]

Places: TypeAlias = Mapping[str, int]
"""Where the elements of a snapshot are, by their true identities; those not to be trusted are left out."""


@attrs.frozen
class _Read:
    """A snapshot of a recording.

    Attributes:
        step: its number in the recording.
        snapshot: what was read.
        refs: the numbers of its elements.
        places: where they are.
    """

    step: int
    snapshot: uidiff.Snapshot
    refs: Sequence[int]
    places: Places

    def ref(self, identity: str) -> int | None:
        """The number of an element; None if it is not there."""
        place = self.places.get(identity)
        return None if place is None else self.refs[place]

    def element(self, identity: str) -> uidiff.Element:
        return self.snapshot[self.places[identity]]

    def tells(self, identity: str) -> bool:
        """Whether an element says something, or a reader is given a ref of it."""
        place = self.places[identity]
        item = Outline.of(self.snapshot).items.get(place)
        return any(texts[place] for texts in self.snapshot.folded) or (item is not None and item.ref)


@attrs.frozen
class Lost:
    """A survivor that lost its ref.

    Attributes:
        step: the one at which it had another ref.
        before, after: what it was in the snapshot before that step, and what it is in that one.
    """

    step: int
    before: uidiff.Element
    after: uidiff.Element


@attrs.define
class Lives:
    """What became of the refs of one recording.

    Attributes:
        survivors: elements that are in all snapshots from the first to the last; where a recording navigates, of each
            document, as no element survives a navigation.
        kept: those of them whose ref is the same in all of these snapshots.
        telling, telling_kept: the same of those that say something (name, value, description) in the first of these
            snapshots or in the last, or whose ref a reader is given there.
        lost: the survivors that are not among the kept.
        stays, stays_kept: the same of every unbroken stay of an element in the tree, over two snapshots or more.
        returned, returned_kept: elements that went and came back later, the same by the truth; those that have their
            ref again, as a session promises if they say the same below the same parent (spec/definitions#16-refs).
        wrong: how often, from one snapshot to the next of one document, a ref came to name another element.
        excused: those of them where one was made again in the place of the other and looks the same.
        across: how often a ref was carried to another document. By the truth no element was.
    """

    survivors: int = 0
    kept: int = 0
    telling: int = 0
    telling_kept: int = 0
    lost: tuple[Lost, ...] = ()
    stays: int = 0
    stays_kept: int = 0
    returned: int = 0
    returned_kept: int = 0
    wrong: int = 0
    excused: int = 0
    across: int = 0

    @property
    def share(self) -> float:
        return self.kept / self.survivors

    @property
    def share_of_telling(self) -> float:
        return self.telling_kept / self.telling

    @property
    def share_of_stays(self) -> float:
        return self.stays_kept / self.stays

    def __add__(self, other: Lives) -> Lives:
        ours, theirs = (attrs.astuple(each, recurse=False) for each in (self, other))
        return Lives(*(mine + one for mine, one in zip(ours, theirs, strict=True)))


def lives_of(recording: Recording, refs: Sequence[Sequence[int]]) -> Lives:
    """What became of the refs, given for each snapshot in order."""
    found = Lives()
    reads = list(_reads(recording, refs))
    truths = [step.truth for step in recording.steps]
    for first, last in _documents(truths):
        document = reads[first : last + 1]
        _count_survivors(found, document)
        _count_stays(found, document)
    for truth, (before, after) in zip(truths, pairwise(refs), strict=True):
        _count_wrong(found, truth, before, after)
    return found


def _reads(recording: Recording, refs: Sequence[Sequence[int]]) -> Iterator[_Read]:
    steps = recording.steps
    snapshots = [steps[0].before, *(step.after for step in steps)]
    nodes = [steps[0].truth.before, *(step.truth.after for step in steps)]
    numbers = [steps[0].number - 1, *(step.number for step in steps)]
    for number, snapshot, each, given in zip(numbers, snapshots, nodes, refs, strict=True):
        pairs = enumerate(zip(each, given, strict=True))
        places = {node["truth"]: place for place, (node, _) in pairs if not node.get("truth_volatile")}
        yield _Read(number, snapshot, given, places)


def _documents(truths: Sequence[score.Step]) -> Iterator[tuple[int, int]]:
    """The first and the last snapshot of each document that has more than one."""
    starts = [0, *(number for number, truth in enumerate(truths, start=1) if truth.is_navigation), len(truths) + 1]
    for start, end in pairwise(starts):
        if end - start > 1:
            yield start, end - 1


def _count_survivors(found: Lives, document: Sequence[_Read]) -> None:
    first, last = document[0], document[-1]
    for identity in first.places:
        if not all(identity in read.places for read in document):
            continue
        lost = next(
            (
                Lost(after.step, before.element(identity), after.element(identity))
                for before, after in pairwise(document)
                if before.ref(identity) != after.ref(identity)
            ),
            None,
        )
        tells = first.tells(identity) or last.tells(identity)
        found.survivors += 1
        found.telling += tells
        if lost is None:
            found.kept += 1
            found.telling_kept += tells
        else:
            found.lost += (lost,)


def _count_stays(found: Lives, document: Sequence[_Read]) -> None:
    for identity in dict.fromkeys(chain.from_iterable(read.places for read in document)):
        stays = [list(stay) for here, stay in groupby([read.ref(identity) for read in document], _is_here) if here]
        long = [stay for stay in stays if len(stay) > 1]
        found.stays += len(long)
        found.stays_kept += sum(len(set(stay)) == 1 for stay in long)
        found.returned += len(stays) - 1
        found.returned_kept += sum(before[-1] == after[0] for before, after in pairwise(stays))


def _is_here(number: int | None) -> bool:
    return number is not None


def _count_wrong(found: Lives, truth: score.Step, before: Sequence[int], after: Sequence[int]) -> None:
    place = {number: i for i, number in enumerate(before)}
    pairs = {(place[number], j) for j, number in enumerate(after) if number in place}
    scored = {(i, j) for i, j in pairs if i in truth.scored_before and j in truth.scored_after}
    if truth.is_navigation:
        found.across += len(scored)
        return
    wrong = scored - truth.true_pairs
    found.wrong += len(wrong)
    found.excused += sum(truth.is_excused(pair) for pair in wrong)
