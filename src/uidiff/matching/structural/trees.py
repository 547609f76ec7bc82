"""The part of a snapshot that is aligned, as columns; texts are numbered, and equal numbers stand for equal text."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from itertools import chain, compress, count, repeat
from operator import gt, le, ne
from typing import TypeAlias, TypeVar

from uidiff.matching.keys import comparable_roles
from uidiff.matching.structural.roles import CELL_ROLES
from uidiff.matching.structural.windows import Tokens, Window
from uidiff.model.shape import NO_PARENT, parents_of, subtree_ends
from uidiff.model.snapshot import Snapshot
from uidiff.text import fold_column

__all__ = ["FIRST_FAMILY", "NO_LABEL", "Numbering", "Tree"]

NO_LABEL = -1

FIRST_FAMILY = NO_PARENT
"""The number of the first family; the others follow downwards."""

_T = TypeVar("_T")


class Numbering:
    """Number keys for both trees of an alignment: equal keys, equal numbers; no two keys collide."""

    def __init__(self) -> None:
        self.of: Callable[[Hashable], int] = defaultdict[Hashable, int](count().__next__).__getitem__


class Tree:
    """The elements of some windows of a snapshot, one after another; indices count from the first of them.

    The roots of this forest are grouped into families: the siblings of all windows below one parent. A family stands
    for that parent, as FIRST_FAMILY, FIRST_FAMILY - 1, and so on, and is paired with the same family of the other
    tree.

    Attributes:
        indices: for each element its index in the snapshot.
        windows: for each element the number of its window.
        depths, parents, ends: as in a snapshot; roots have depth 0 and a family as parent.
        roles, names, values, descriptions: folded for comparison.
        boxes: bounds; evidence only where no text decides.
        tokens: by index the mark of an element whose partner is settled; equal marks are partners.
        root_family: the family of the roots of the snapshot, None if these are in place.
        texts: a number for role, name, value, description and token of the element itself.
        prints: a number for the texts and the shape of the whole subtree. Bounds and states do not count, so that a
            shift of the layout or of the focus breaks no identity.
        textless: the numbers in ``texts`` and ``prints`` without any text or token.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        windows: Sequence[Window],
        side: int,
        numbering: Numbering,
        tokens: Tokens,
    ) -> None:
        self._snapshot, self._numbering = snapshot, numbering
        self._spans = [window.spans[side] for window in windows]
        columns = snapshot.columns
        self.indices = [*chain.from_iterable(self._spans)]
        self.windows = [*chain.from_iterable(repeat(number, len(span)) for number, span in enumerate(self._spans))]
        self.depths = [
            depth - window.depth
            for window, span in zip(windows, self._spans, strict=True)
            for depth in columns.depth[span.start : span.stop]
        ]
        whole = len(self.indices) == len(snapshot)
        self.parents = list(snapshot.parents) if whole else parents_of(self.depths)
        self.ends = snapshot.ends if whole else subtree_ends(self.parents)
        self.root_family: int | None = None
        self._families = self._family_of_each_root(windows)
        self.roles = self._cut(comparable_roles(snapshot))
        self.names = fold_column(self._cut(columns.name))
        self.values = fold_column(self._cut(columns.value))
        self.descriptions = fold_column(self._cut(columns.description))
        self.boxes = self._cut(columns.bounds)
        self.tokens = {at: token for at, token in enumerate(self._cut(tokens or ())) if token is not None}
        self.texts: list[int] = []
        self.textless: set[int] = set()
        self.prints: list[int] = []

    def _cut(self, column: Sequence[_T]) -> Sequence[_T]:
        """Return the cells of the windows, in order."""
        if [*map(len, self._spans)] == [len(column)]:
            return column
        cuts = [column[span.start : span.stop] for span in self._spans]
        return cuts[0] if len(cuts) == 1 else tuple(chain.from_iterable(cuts))

    def _family_of_each_root(self, windows: Sequence[Window]) -> list[list[int]]:
        """Return the roots of each family; set the families as the parents of the roots."""
        numbers = {parent: number for number, parent in enumerate(dict.fromkeys(one.parent for one in windows))}
        families: list[list[int]] = [[] for _ in numbers]
        root = 0
        while root < len(self.ends):
            family = numbers[windows[self.windows[root]].parent]
            families[family].append(root)
            self.parents[root] = FIRST_FAMILY - family
            if windows[self.windows[root]].parent == NO_PARENT:
                self.root_family = FIRST_FAMILY - family
            root = self.ends[root]
        return families

    @property
    def families(self) -> range:
        """The numbers of all families."""
        return range(FIRST_FAMILY, FIRST_FAMILY - len(self._families), -1)

    def __len__(self) -> int:
        return len(self.parents)

    def comes_before(self, other: Tree) -> bool:
        """Order two trees by size, shape, windows and text, independent of which is given first."""
        if (len(self), self.depths, self.windows) != (len(other), other.depths, other.windows):
            return (len(self), self.depths, self.windows) < (len(other), other.depths, other.windows)
        for mine, theirs in zip(self._columns, other._columns, strict=True):
            if mine != theirs:
                index = next(compress(count(), map(ne, mine, theirs)))
                return (mine[index] or "") < (theirs[index] or "")
        places = {token: at for at, token in other.tokens.items()}
        settled = [(at, places[token]) for at, token in self.tokens.items()]
        return settled <= sorted((j, i) for i, j in settled)

    @property
    def _columns(self) -> tuple[Sequence[str | None], ...]:
        return self.roles, self.names, self.values, self.descriptions

    def number(self) -> None:
        """Fill ``texts``, ``textless`` and ``prints``."""
        number_of = self._numbering.of
        self.texts = list(map(number_of, zip(*self._columns, strict=True)))
        names, values, descriptions = self.names, self.values, self.descriptions
        samples = dict(zip(self.texts, count()))  # of each text one element
        self.textless = {text for text, at in samples.items() if not (names[at] or values[at] or descriptions[at])}
        for index, token in self.tokens.items():
            self.texts[index] = number_of((self.texts[index], "token", token))
        self.prints = self._prints(number_of)

    def _prints(self, number_of: Callable[[Hashable], int]) -> list[int]:
        prints, ends, textless = self.texts.copy(), self.ends, self.textless
        has_children = bytes(map(gt, self.depths[1:], self.depths))
        for index in reversed([*compress(count(), has_children)]):
            end = ends[index]
            if has_children.find(1, index + 1, end) < 0:
                parts = prints[index:end]
            else:
                parts = [prints[index]]
                child = index + 1
                while child < end:
                    parts.append(prints[child])
                    child = ends[child]
            prints[index] = number = number_of(tuple(parts))
            if parts[-1] in textless and textless.issuperset(parts):
                textless.add(number)
        return prints

    # ----------------------------------------------------------------- queries

    def children(self, index: int) -> list[int]:
        """Return the children of an element, or the siblings of a family, in order."""
        if index <= FIRST_FAMILY:
            return self._families[FIRST_FAMILY - index]
        found = []
        child, end = index + 1, self.ends[index]
        while child < end:
            found.append(child)
            child = self.ends[child]
        return found

    def is_only_root(self, index: int) -> bool:
        """Return whether an element is the root of the snapshot, and the only one."""
        return self.parents[index] == self.root_family and self.indices[index] == 0 and self.size(index) == len(self)

    def size(self, index: int) -> int:
        """Return the number of elements in a subtree."""
        return self.ends[index] - index

    def is_leaf(self, index: int) -> bool:
        """Return whether an element has no children."""
        return self.ends[index] == index + 1

    def has_text(self, index: int) -> bool:
        """Return whether there is text, or a token, anywhere in a subtree."""
        return self.prints[index] not in self.textless

    def text(self, index: int) -> str:
        """Return the name of an element, else its value, else its description, else ""."""
        return self.names[index] or self.values[index] or self.descriptions[index] or ""

    # ------------------------------------------------- labels and contents, made at the first use

    @cached_property
    def _samples(self) -> dict[int, int]:
        """Of each number in ``texts`` one element: what elements say is told once for all that say it."""
        return dict(zip(self.texts, count()))

    def _told(self, number_in: Callable[[int], int]) -> list[int]:
        """Return for each element a number that depends on its text only."""
        numbers = {text: number_in(at) for text, at in self._samples.items()}
        return [*map(numbers.__getitem__, self.texts)]

    @cached_property
    def labels(self) -> list[int]:
        """A number for role and name of each element, NO_LABEL without a name."""
        number_of, roles, names = self._numbering.of, self.roles, self.names
        return self._told(lambda at: number_of((roles[at], names[at])) if names[at] else NO_LABEL)

    @cached_property
    def contents(self) -> list[int]:
        """A number for role, value and description of each element, or for its token; NO_LABEL without."""
        number_of, roles, values, descriptions = self._numbering.of, self.roles, self.values, self.descriptions

        def number(at: int) -> int:
            if at in self.tokens:
                return number_of(("token", self.tokens[at]))
            return number_of((roles[at], values[at], descriptions[at])) if values[at] or descriptions[at] else NO_LABEL

        return self._told(number)

    @cached_property
    def keys_by_number(self) -> dict[int, tuple[str | None, ...]]:
        """The (role, texts…) of each label and content, by its number; () for a token."""
        roles, names, values, descriptions = self._columns
        found: dict[int, tuple[str | None, ...]] = {}
        for at in self._samples.values():
            found[self.labels[at]] = roles[at], names[at]
            found[self.contents[at]] = () if at in self.tokens else (roles[at], values[at], descriptions[at])
        return found

    @property
    def occurrences(self) -> Counter[_Row]:
        """How often each (role, texts…) occurs in the whole snapshot."""
        return self._snapshot.view(_occurrences)

    @property
    def said(self) -> Counter[str]:
        """How many leaves, or cells if these are more, of the whole snapshot say a text."""
        return self._snapshot.view(_said)

    @property
    def role_counts(self) -> Counter[str]:
        """How many elements of the whole snapshot have a role."""
        return self._snapshot.view(_role_counts)


_Row: TypeAlias = tuple[str | None, ...]
"""A role and texts."""

# Counted once for a snapshot, which a session compares twice: with the read before it and with the one after it.


def _folded(
    snapshot: Snapshot,
) -> tuple[Sequence[str], Sequence[str | None], Sequence[str | None], Sequence[str | None]]:
    columns = snapshot.columns
    return comparable_roles(snapshot), *map(fold_column, (columns.name, columns.value, columns.description))  # type: ignore[return-value]  # three


def _occurrences(snapshot: Snapshot) -> Counter[_Row]:
    roles, names, values, descriptions = snapshot.view(_folded)
    found: Counter[_Row] = Counter(zip(roles, names, strict=True))
    found.update(zip(roles, values, descriptions, strict=True))
    return found


def _said(snapshot: Snapshot) -> Counter[str]:
    roles, names, values, descriptions = snapshot.view(_folded)
    depths = snapshot.columns.depth
    leaves = [*map(le, depths[1:], depths), True]
    said = compress(zip(names, values, descriptions, strict=True), leaves)
    texts = (next(filter(None, texts), "") for texts in said)
    cells = map(CELL_ROLES.__contains__, roles)
    return Counter[str](texts) | Counter[str](filter(None, compress(names, cells)))


def _role_counts(snapshot: Snapshot) -> Counter[str]:
    return Counter(comparable_roles(snapshot))
