"""One pair of pages before and after, what it truly is, and what is told of it."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

import uidiff
from benchmarks.living.edit_distance import distance
from benchmarks.living.truth import Truth

__all__ = ["IGNORED", "Pair", "Sight", "bare", "bare_records", "least_edit", "shorter_edit", "survivors"]

IGNORED = ("bounds",)
"""Everything below an insertion shifts; neither side tells of that."""


@attrs.frozen(eq=False)
class Sight:
    """A page as a session read it.

    Attributes:
        snapshot: the tree, with the browser's ids.
        truth: what its elements are.
        refs: their numbers.
    """

    snapshot: uidiff.Snapshot
    truth: Truth
    refs: tuple[int, ...] = ()

    def numbers(self) -> dict[tuple[str, str], int]:
        """The refs by the keys and roles of the elements."""
        return {what: self.refs[index] for what, index in self.places().items()}

    def places(self) -> dict[tuple[str, str], int]:
        """The indices by the keys and roles of the elements."""
        roles = self.snapshot.columns.role
        return {(key, roles[index]): index for key, index in self.truth.own.items()}


@attrs.frozen(eq=False)
class Pair:
    """A page before and after one step.

    Attributes:
        name: app, operation, the step if there are several, and the renderer.
        before, after: what was read.
        first: the first read of the page, if the step brought back what an earlier one had hidden.
        delta: what the session told; None of a pair that was recorded.
    """

    name: str
    before: Sight
    after: Sight
    first: Sight | None = None
    delta: uidiff.TreeDiff | None = None

    @property
    def records(self) -> int:
        assert self.delta is not None
        return self.delta.record_count

    @property
    def moves(self) -> bool:
        """Whether something that is on both sides has another place among what is on both sides."""
        kept = self.before.truth.own.keys() & self.after.truth.own.keys()
        return _places(self.before, kept) != _places(self.after, kept)

    def lost(self) -> list[str]:
        """The elements that are on both sides and have another ref."""
        numbers = self.after.numbers()
        return [what[0] for what, ref in self.before.numbers().items() if numbers.get(what, ref) != ref]

    def returned(self) -> dict[str, bool]:
        """The elements that were hidden and are back, and whether each has its old ref."""
        if self.first is None:
            return {}
        hidden, now = self.before.places(), self.after.numbers()
        first = self.first.numbers()
        return {what[0]: now[what] == ref for what, ref in first.items() if what in now and what not in hidden}

    def falsely_removed(self) -> list[str]:
        """The elements that were told to be removed and are shown, or hidden while their DOM node lives."""
        assert self.delta is not None
        removed = {record.before.index for record in self.delta.removed}
        before, after = self.before.truth, self.after.truth
        lives = {key for key, node in before.alive.items() if after.alive.get(key) == node} | after.own.keys()
        return [key for key, index in before.own.items() if index in removed and key in lives]


def survivors(pair: Pair) -> int:
    """The number of elements that are on both sides."""
    return len(pair.before.places().keys() & pair.after.places().keys())


def _places(sight: Sight, kept: set[str]) -> list[tuple[str | None, str]]:
    """The elements that are on both sides, in order, each with the nearest such element above it."""
    names = {index: key for key, index in sight.truth.own.items() if key in kept}
    parents = sight.snapshot.parents
    found: list[tuple[str | None, str]] = []
    for index in sorted(names):
        parent = parents[index]
        while parent >= 0 and parent not in names:
            parent = parents[parent]
        found.append((names.get(parent), names[index]))
    return found


def bare(snapshot: uidiff.Snapshot) -> uidiff.Snapshot:
    """The same tree without the platform's ids."""
    columns = snapshot.columns
    nothing = columns._replace(id=(None,) * len(snapshot), id_stable=(False,) * len(snapshot))
    return uidiff.Snapshot(nothing, snapshot.circumstances)


def bare_records(pair: Pair) -> int:
    """The number of records without ids."""
    return uidiff.diff(bare(pair.before.snapshot), bare(pair.after.snapshot), ignore=IGNORED).record_count


def least_edit(pair: Pair) -> int:
    """The least edit in which no node of one thing becomes a node of another thing."""
    keys: Mapping[str, tuple[str | None, ...]] = {"before": pair.before.truth.shows, "after": pair.after.truth.shows}
    return distance(pair.before.snapshot, pair.after.snapshot, (keys["before"], keys["after"]))


def shorter_edit(pair: Pair) -> int:
    """The least edit of all, in which any node may become any other of its role."""
    return distance(pair.before.snapshot, pair.after.snapshot)
