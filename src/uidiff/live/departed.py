"""Remembers the numbers of elements that left a window, so that they have them again when they come back
(spec/definitions#16-refs): a list that is scrolled there and back, a panel that is taken out and put in again.

An element comes back if it stands below the parent with the same number and has the same content: role, name, value,
description, and the same below it. Where only what is below differs, an element with a text of its own comes back, and
its children are compared in turn. Of several equal ones the k-th is the k-th, if there are as many as there were.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import NamedTuple

import attrs

from uidiff.diffing.refs import Refs
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["CONTENT", "MOST_DEPARTED", "Departed", "DepartedTree"]

MOST_DEPARTED = 10_000
"""Number of elements that are remembered, those that left last."""

DIGEST = 8
"""Bytes of the digest of an element's content; of 10,000 elements two are taken for equal once in 10^11 windows."""

CONTENT = 1 + DIGEST
"""Bytes of an entry of :attr:`DepartedTree.contents`."""

_NO_NUMBER = 0
"""Stands for the parent of a root."""


@attrs.frozen
class DepartedTree:
    """An element that left, with all that left below it, in pre-order.

    Attributes:
        parent: the number of the parent, 0 of a root.
        numbers: of the elements.
        depths: from 0 on.
        contents: a digest of the role and texts of each, without those below it; its first byte is 0 where it has no
            text.
    """

    parent: int
    numbers: tuple[int, ...]
    depths: tuple[int, ...]
    contents: tuple[bytes, ...]

    @property
    def is_tree(self) -> bool:
        """Whether the depths are those of one tree in pre-order."""
        steps = zip(self.depths, self.depths[1:], strict=False)
        return self.depths[:1] == (0,) and all(0 < below <= above + 1 for above, below in steps)

    @cached_property
    def subtrees(self) -> tuple[bytes, ...]:
        """For each element a digest of it and all below it."""
        return tuple(_subtrees(self.depths, self.contents))


class _Left(NamedTuple):
    """One element of a departed tree."""

    tree: DepartedTree
    place: int


@attrs.frozen
class Departed:
    """The elements that left one document, at most :data:`MOST_DEPARTED`.

    Attributes:
        document: which.
        trees: the one that left last is the last.
    """

    document: str | None = None
    trees: tuple[DepartedTree, ...] = ()

    def with_left(self, snapshot: Snapshot, refs: Refs, left: Sequence[int], document: str | None) -> Departed:
        """Add elements that left.

        Args:
            snapshot, refs: a tree that showed them.
            left: their indices in it, in order.
            document: what the window shows now; elements of another document do not come back.
        """
        if document != self.document:
            return Departed(document)
        if not left or snapshot.document != document:
            return self
        added = list(_trees(snapshot, refs.numbers, left))
        renewed = {(tree.parent, tree.subtrees[0]) for tree in added}
        older = (tree for tree in self.trees if (tree.parent, tree.subtrees[0]) not in renewed)
        kept: list[DepartedTree] = []
        room = MOST_DEPARTED
        for tree in reversed([*older, *added]):
            room -= len(tree.numbers)
            if room < 0:
                break
            kept.append(tree)
        return Departed(document, tuple(reversed(kept)))

    def without(self, numbers: Iterable[int]) -> Departed:
        """Forget elements that came back; what is below them stays remembered below their numbers."""
        back = set(numbers)
        if not back or all(back.isdisjoint(tree.numbers) for tree in self.trees):
            return self
        trees = (part for tree in self.trees for part in _parts(tree, back))
        return Departed(self.document, tuple(trees))

    def recall(self, snapshot: Snapshot, numbers: Sequence[int], taken: Collection[int]) -> dict[int, int]:
        """Find the elements that have come back: index to number.

        Args:
            snapshot: what was read.
            numbers: of its elements, 0 of those that have none yet.
            taken: numbers that no element may get.
        """
        found: dict[int, int] = {}
        if not self.trees or snapshot.document != self.document or _NO_NUMBER not in numbers:
            return found
        below = self._by_parent(taken)
        fresh = [index for index, number in enumerate(numbers) if number == _NO_NUMBER]
        groups: dict[int, list[int]] = {}  # by the index of their parent
        for index in fresh:
            groups.setdefault(snapshot.parents[index], []).append(index)
        known = dict(enumerate(numbers))
        waiting = [parent for parent in groups if parent == NO_PARENT or known[parent] != _NO_NUMBER]
        if not any((_NO_NUMBER if parent == NO_PARENT else known[parent]) in below for parent in waiting):
            return found
        contents = dict(zip(fresh, _contents(snapshot, fresh), strict=True))
        subtrees = _subtrees_of(snapshot, contents)
        while waiting:
            parent = waiting.pop()
            number = _NO_NUMBER if parent == NO_PARENT else known[parent]
            children = groups.get(parent, [])
            left = list(below.get(number, ()))
            pairs = _equal([(subtrees[j], j) for j in children], [(one.tree.subtrees[one.place], one) for one in left])
            rest = {j for j in children if j not in pairs}
            gone = {one.tree.numbers[one.place] for one in pairs.values()}
            pairs |= _equal(
                [(contents[j], j) for j in children if j in rest and contents[j][0]],
                [
                    (one.tree.contents[one.place], one)
                    for one in left
                    if one.tree.contents[one.place][0] and one.tree.numbers[one.place] not in gone
                ],
            )
            for index, one in pairs.items():
                found[index] = known[index] = one.tree.numbers[one.place]
                waiting.append(index)
        return found

    def _by_parent(self, taken: Collection[int]) -> Mapping[int, list[_Left]]:
        """The elements that left by the numbers of their parents."""
        below: dict[int, list[_Left]] = {}
        for tree in self.trees:
            branch: list[int] = []
            for place, (number, depth) in enumerate(zip(tree.numbers, tree.depths, strict=True)):
                del branch[depth:]
                if number not in taken:
                    below.setdefault(branch[-1] if branch else tree.parent, []).append(_Left(tree, place))
                branch.append(number)
        return below


def _equal(here: Sequence[tuple[bytes, int]], left: Sequence[tuple[bytes, _Left]]) -> dict[int, _Left]:
    """Pair the k-th with the k-th of equal digests, where both sides have as many."""
    places: dict[bytes, list[int]] = {}
    for digest, index in here:
        places.setdefault(digest, []).append(index)
    gone: dict[bytes, list[_Left]] = {}
    for digest, one in left:
        gone.setdefault(digest, []).append(one)
    return {
        index: one
        for digest, indices in places.items()
        if len(indices) == len(gone.get(digest, ()))
        for index, one in zip(indices, gone[digest], strict=True)
    }


def _trees(snapshot: Snapshot, numbers: Sequence[int], left: Sequence[int]) -> Iterator[DepartedTree]:
    """The trees of elements that left, given in pre-order."""
    gone = set(left)
    contents = _contents(snapshot, left)
    depths = snapshot.columns.depth
    tree: list[tuple[int, int, bytes]] = []
    parent = top = _NO_NUMBER
    end = -1
    for index, content in zip(left, contents, strict=True):
        above = snapshot.parents[index]
        if tree and (index >= end or above not in gone):
            yield _tree(parent, tree)
            tree = []
        if not tree:
            parent = _NO_NUMBER if above == NO_PARENT else numbers[above]
            top, end = depths[index], snapshot.ends[index]
        tree.append((numbers[index], depths[index] - top, content))
    if tree:
        yield _tree(parent, tree)


def _tree(parent: int, elements: Iterable[tuple[int, int, bytes]]) -> DepartedTree:
    numbers, depths, contents = zip(*elements, strict=True)
    return DepartedTree(parent, numbers, depths, contents)


def _parts(tree: DepartedTree, back: set[int]) -> Iterator[DepartedTree]:
    """What is left of a tree when some of its elements have come back: trees below their numbers."""
    if back.isdisjoint(tree.numbers):
        yield tree
        return
    branch: list[tuple[int, int, list[tuple[int, int, bytes]]]] = []  # number, depth in its part, the part
    parts: list[tuple[int, list[tuple[int, int, bytes]]]] = []
    for number, depth, content in zip(tree.numbers, tree.depths, tree.contents, strict=True):
        del branch[depth:]
        parent, above, part = branch[-1] if branch else (tree.parent, -1, [])
        if number in back:
            branch.append((number, -1, []))
            continue
        if above < 0:
            part = []
            parts.append((parent, part))
        part.append((number, above + 1, content))
        branch.append((number, above + 1, part))
    for parent, part in parts:
        yield _tree(parent, part)


def _contents(snapshot: Snapshot, indices: Sequence[int]) -> list[bytes]:
    """For each of these elements a digest of its role and texts; its first byte is 0 where it has no text."""
    columns, (names, values, descriptions) = snapshot.columns, snapshot.folded
    made = []
    for index in indices:
        texts = names[index], values[index], descriptions[index]
        role = columns.role[index]
        said = "\x1f".join((role, columns.native_role[index] or "" if role == "unknown" else "", *texts))
        digest = blake2b(said.encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()
        made.append((b"\1" if any(texts) else b"\0") + digest)
    return made


def _subtrees_of(snapshot: Snapshot, contents: Mapping[int, bytes]) -> dict[int, bytes]:
    """For each of these elements a digest of it and all below it; below it only these elements count."""
    below: dict[int, list[bytes]] = {}
    found: dict[int, bytes] = {}
    for index in sorted(contents, reverse=True):
        found[index] = _subtree(contents[index], below.pop(index, []))
        below.setdefault(snapshot.parents[index], []).append(found[index])
    return found


def _subtrees(depths: Sequence[int], contents: Sequence[bytes]) -> list[bytes]:
    """For each element of a tree in pre-order a digest of it and all below it."""
    below: list[list[bytes]] = [[] for _ in range(max(depths) + 2)]
    found = [b""] * len(depths)
    for place in range(len(depths) - 1, -1, -1):
        depth = depths[place]
        found[place] = _subtree(contents[place], below[depth + 1])
        below[depth + 1] = []
        below[depth].append(found[place])
    return found


def _subtree(content: bytes, below: Sequence[bytes]) -> bytes:
    """The digest of an element and those of its children, from the last to the first."""
    return blake2b(b"".join((content, *below)), digest_size=DIGEST).digest() if below else content
