"""Where a matcher is wrong by the truth, and why: each wrong or missed pair of a step gets one reason.

A pair is wrong if its ends have different identities and the scorer does not excuse it; a pair is missed if the same
identity stands on both sides and the matcher did not join it.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum

import attrs

from benchmarks.corpus.score import Node, Pair, Step
from benchmarks.recorded import RecordedStep, Recording
from uidiff.text import fold, words

__all__ = ["Finding", "Judgement", "Reason", "judge"]

NO_PARENT = -1


class Reason(Enum):
    """Why a pair is wrong or missed, as far as a program can tell. The order is that of the page."""

    RECYCLED = "truth: node recycled (it shows other content now, and its former content stands elsewhere)"
    REPLACED = "truth: node kept, but it says something else altogether (no word in common)"
    BELOW_RECYCLED = "truth: below a node that was recycled or says something else altogether"
    RECREATED = "re-created node: one that went and one that came look alike, in another place"
    SAME_PLACE = "one that went and one that came, paired in the same place under a paired parent"
    OTHER_PLACE = "one that went and one that came, paired in different places"
    ALIKE = "one of several that are alike was taken for another"
    CROSSED = "two that stayed were crossed"
    STAYED_ALIKE = "one that stayed was paired with an equal one that went or came"
    STAYED = "one that stayed was paired with another one that went or came"
    TAKEN = "missed, as one of its elements is in another pair"
    SILENT_CONTAINER = "missed: unpaired container without text"
    SILENT_LEAF = "missed: unpaired element without text and children"
    MOVED_CONTAINER = "missed: container that moved to another parent"
    MOVED = "missed: element that moved to another parent"
    BELOW = "missed: below a parent that is unpaired or paired otherwise"
    RENAMED = "missed: role or name changed"
    CONTENT = "missed: container whose content changed"
    OTHER = "missed: none of these"


@attrs.frozen
class Finding:
    """One pair that is wrong or missed."""

    reason: Reason
    missed: bool
    pair: Pair


@attrs.frozen(eq=False)
class Judgement:
    """What a matcher did in one step: counts, and what is to be said about the wrong and the missed pairs."""

    place: str
    app: str
    step: RecordedStep
    true: int
    excused: int
    findings: tuple[Finding, ...]

    @property
    def wrong(self) -> int:
        """How many pairs are wrong and not excused."""
        return len(self.findings) - self.missed

    @property
    def missed(self) -> int:
        """How many true pairs were not found."""
        return sum(finding.missed for finding in self.findings)


def judge(recording: Recording, step: RecordedStep, pairs: set[Pair]) -> Judgement:
    """Hold the pairs that a matcher found in a step within one document against the truth."""
    truth = step.truth
    unequal = sorted(pairs - truth.true_pairs)
    wrong = [pair for pair in unequal if not truth.is_excused(pair)]
    missed = sorted(truth.true_pairs - pairs)
    findings: tuple[Finding, ...] = ()
    if wrong or missed:
        judge_of = _Judge(truth, pairs)
        findings = (
            *(Finding(judge_of.of_wrong(pair), missed=False, pair=pair) for pair in wrong),
            *(Finding(judge_of.of_missed(pair), missed=True, pair=pair) for pair in missed),
        )
    correct = len(pairs & truth.true_pairs)
    return Judgement(recording.place, recording.app, step, correct, len(unequal) - len(wrong), findings)


class _Judge:
    def __init__(self, truth: Step, pairs: set[Pair]) -> None:
        self.truth = truth
        self.after_of, self.before_of = _partners(pairs)
        self.true_after_of, self.true_before_of = _partners(truth.true_pairs)
        numbering: dict[Hashable, int] = {}
        self.content_before = _contents(truth.before, numbering)
        self.content_after = _contents(truth.after, numbering)
        self.known_before, self.known_after = set(self.content_before), set(self.content_after)

    def of_wrong(self, pair: Pair) -> Reason:
        i, j = pair
        true_j, true_i = self.true_after_of.get(i), self.true_before_of.get(j)
        fault = None if true_j is None else self._fault_of_truth(i, true_j)
        fault = fault or (None if true_i is None else self._fault_of_truth(true_i, j))
        if fault is not None:
            return fault
        alike = self._are_alike(i, j)
        if true_j is not None and true_i is not None:
            return Reason.ALIKE if alike else Reason.CROSSED
        if true_j is not None or true_i is not None:
            return Reason.STAYED_ALIKE if alike else Reason.STAYED
        if alike and self.content_before[i] is not None:
            return Reason.RECREATED
        return Reason.SAME_PLACE if self._have_paired_parents(i, j) else Reason.OTHER_PLACE

    def of_missed(self, pair: Pair) -> Reason:
        i, j = pair
        fault = self._fault_of_truth(i, j)
        if fault is not None:
            return fault
        if i in self.after_of or j in self.before_of:
            return Reason.TAKEN
        return self._of_unpaired(i, j)

    def _of_unpaired(self, i: int, j: int) -> Reason:
        container = _has_children(self.truth.before, i) or _has_children(self.truth.after, j)
        if self.content_before[i] is None and self.content_after[j] is None:
            return Reason.SILENT_CONTAINER if container else Reason.SILENT_LEAF
        if self._has_moved(i, j):
            return Reason.MOVED_CONTAINER if container else Reason.MOVED
        if not self._have_paired_parents(i, j):
            return Reason.BELOW
        if self._have_one_name(i, j):
            return Reason.CONTENT if container and not self._are_alike(i, j) else Reason.OTHER
        return Reason.RENAMED

    def _fault_of_truth(self, i: int, j: int) -> Reason | None:
        """Of a true pair: does only the truth call these two the same?"""
        own = self._reuse_of(i, j)
        above, other = self._parents(i, j)
        while own is None and (above, other) in self.truth.true_pairs:
            if self._reuse_of(above, other) is not None:
                return Reason.BELOW_RECYCLED
            above, other = self._parents(above, other)
        return own

    def _reuse_of(self, i: int, j: int) -> Reason | None:
        was, now = self.content_before[i], self.content_after[j]
        if was == now:
            return None
        if (was is not None and was in self.known_after) or (now is not None and now in self.known_before):
            return Reason.RECYCLED
        former, present = (set(words(fold(node["t"]))) for node in (self.truth.before[i], self.truth.after[j]))
        return Reason.REPLACED if former and present and former.isdisjoint(present) else None

    def _are_alike(self, i: int, j: int) -> bool:
        same = self.content_before[i] == self.content_after[j]
        return same and self.truth.before[i]["r"] == self.truth.after[j]["r"]

    def _have_one_name(self, i: int, j: int) -> bool:
        before, after = self.truth.before[i], self.truth.after[j]
        return (before["r"], before["t"]) == (after["r"], after["t"])

    def _have_paired_parents(self, i: int, j: int) -> bool:
        above, other = self._parents(i, j)
        return above == other == NO_PARENT or self.after_of.get(above) == other

    def _has_moved(self, i: int, j: int) -> bool:
        parents = self._parents(i, j)
        return parents not in self.truth.true_pairs and parents != (NO_PARENT, NO_PARENT)

    def _parents(self, i: int, j: int) -> Pair:
        above, other = self.truth.before[i]["p"], self.truth.after[j]["p"]
        return NO_PARENT if above is None else above, NO_PARENT if other is None else other


def _partners(pairs: set[Pair]) -> tuple[dict[int, int], dict[int, int]]:
    return dict(pairs), {j: i for i, j in pairs}


def _has_children(nodes: list[Node], index: int) -> bool:
    return index + 1 < len(nodes) and nodes[index + 1]["p"] == index


def _contents(nodes: list[Node], numbering: dict[Hashable, int]) -> list[Hashable]:
    """What each node shows: role and name if it has one, else its subtree; None if there is no text at all.

    The value is left out where there is a name: it changes while the node stays what it is.
    """
    found: list[Hashable] = [None] * len(nodes)
    subtrees = [0] * len(nodes)
    below: list[list[int]] = [[] for _ in nodes]
    speaks = [bool(node["t"] or node.get("v") or node.get("d")) for node in nodes]
    for index in reversed(range(len(nodes))):
        node = nodes[index]
        key = (node["r"], node["t"], node.get("v"), node.get("d"), tuple(below[index]))
        subtrees[index] = numbering.setdefault(key, len(numbering))
        if speaks[index]:
            found[index] = (node["r"], node["t"]) if node["t"] else subtrees[index]
        if node["p"] is not None:
            below[node["p"]].append(subtrees[index])
            speaks[node["p"]] = speaks[node["p"]] or speaks[index]
    return found
