"""Whether two items of a collection are one: each is a record, and its texts are the fields.

The rule is that of record linkage (Fellegi and Sunter, "A Theory for Record Linkage", JASA 1969): a field that agrees
speaks for the pair, the more the rarer its text is; a field that differs speaks against it, unless nearly all items
have it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from itertools import chain
from math import fsum, log

import attrs

from uidiff.matching.structural.fields import KEPT, Column, Columns, Fields, columns_of, fields_of
from uidiff.matching.structural.roles import ITEM_ROLES, PLAIN_CONTAINERS
from uidiff.matching.structural.trees import FIRST_FAMILY, Tree
from uidiff.model.shape import nearest_marked

__all__ = ["Records"]

BY_CHANCE = 0.1
"""How often one character agrees by chance: the digits of a number."""

FEWEST = 10
"""Items of a collection, at least: of two items little can be said about how rare a text is."""

MANY = 5
"""Containers of one shape below one parent, at least, that are taken for items."""

SEVERAL = 2
"""Texts of a record, at least."""


@attrs.define(eq=False, repr=False)
class Records:
    """The odds that items of two trees are one."""

    before: Tree
    after: Tree
    _fields: dict[tuple[bool, int], Fields] = attrs.field(factory=dict, init=False)
    _columns: dict[str, Columns] = attrs.field(factory=dict, init=False)
    _repeated: dict[bool, frozenset[int]] = attrs.field(factory=dict, init=False)
    _around: dict[bool, Sequence[int]] = attrs.field(factory=dict, init=False)
    _chances: dict[tuple[str, str], float] = attrs.field(factory=dict, init=False)

    def odds(self, i: int, j: int, *, whole: bool = False) -> float | None:
        """Return the logarithm of the odds that two items are one, without what is known of their place.

        None if they are not items of one role with several texts each. Fields that only one of them has do not speak
        against the pair, unless it must agree as a ``whole``.
        """
        role = self.before.roles[i]
        if role != self.after.roles[j] or not (self._is_item(self.before, i) and self._is_item(self.after, j)):
            return None
        mine, theirs = self._fields_of(self.before, i), self._fields_of(self.after, j)
        if min(len(mine), len(theirs)) < SEVERAL:
            return None
        columns = self._columns_of(role)
        agree = fsum(self._for(text, role, columns, mine[text]) for text in mine.keys() & theirs.keys())
        against = (
            fsum(self._against(text, role, columns, some[text]) for text in some.keys() - other.keys())
            for some, other in ((mine, theirs), (theirs, mine))
        )
        return agree + (min if whole else max)(against)

    def are_others(self, i: int, j: int) -> bool:
        """Return whether two items are two records: as wholes, what differs outweighs what agrees."""
        odds = self.odds(i, j, whole=True)
        return odds is not None and odds < 0

    def prior(self, i: int) -> float:
        """Return the odds that a before-item must exceed among all of its role: the logarithm of their number."""
        return log(max(1, self._count(self.before.roles[i])))

    def around(self, tree: Tree, index: int) -> int | None:
        """Return the nearest item around an element, None without one."""
        first = tree is self.before
        if first not in self._around:
            self._around[first] = nearest_marked(tree.parents, [role in ITEM_ROLES for role in tree.roles])
        item = self._around[first][index]
        return item if item > FIRST_FAMILY else None

    def _is_item(self, tree: Tree, index: int) -> bool:
        """Return whether an element is an item by its role, or a container that stands among many of its shape."""
        if tree.roles[index] in ITEM_ROLES:
            return True
        first = tree is self.before
        if first not in self._repeated:
            self._repeated[first] = _repeated(tree)
        return index in self._repeated[first]

    def _fields_of(self, tree: Tree, index: int) -> Fields:
        key = (tree is self.before, index)
        if key not in self._fields:
            self._fields[key] = fields_of(tree, index)
        return self._fields[key]

    def _columns_of(self, role: str) -> Columns:
        if role not in self._columns:
            sides = (
                [self._fields_of(tree, at) for at, one in enumerate(tree.roles) if one == role]
                for tree in (self.before, self.after)
            )
            self._columns[role] = columns_of(*sides)
        return self._columns[role]

    def _for(self, text: str, role: str, columns: Columns, column: Column) -> float:
        """Return what a field that agrees says for a pair; the key says it twice."""
        kept = columns.kept.get(column, KEPT)
        return max(0.0, log(kept / min(KEPT, self._chance(text, role)))) * (2 if column == columns.key else 1)

    def _against(self, text: str, role: str, columns: Columns, column: Column) -> float:
        """Return what a field that differs says against a pair."""
        kept = columns.kept.get(column, KEPT)
        return log((1 - kept) / max(1 - kept, 1 - self._chance(text, role)))

    def _chance(self, text: str, role: str) -> float:
        """Return how often an item has a text by chance: the u of Fellegi and Sunter."""
        key = (text, role)
        if key not in self._chances:
            often = max(1, self.before.said[text], self.after.said[text])
            self._chances[key] = max(often / max(self._count(role), FEWEST), BY_CHANCE ** len(text))
        return self._chances[key]

    def _count(self, role: str) -> int:
        return max(self.before.role_counts[role], self.after.role_counts[role])


def _repeated(tree: Tree) -> frozenset[int]:
    """Return the containers of which there are many below one parent with the roles of their children."""
    by_shape: dict[Hashable, list[int]] = defaultdict(list)
    for at, role in enumerate(tree.roles):
        if role in PLAIN_CONTAINERS and not tree.is_leaf(at):
            by_shape[tree.parents[at], role, *(tree.roles[child] for child in tree.children(at))].append(at)
    return frozenset(chain.from_iterable(some for some in by_shape.values() if len(some) >= MANY))
