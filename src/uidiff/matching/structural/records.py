"""Whether two items of a collection are one: each is a record, and its texts are the fields.

The rule is that of record linkage (Fellegi and Sunter, "A Theory for Record Linkage", JASA 1969): a field that agrees
speaks for the pair, the more the rarer its text is; a field that differs speaks against it, unless nearly all items
have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum, log

import attrs

from uidiff.matching.structural.trees import FIRST_FAMILY, Tree
from uidiff.model.shape import nearest_marked

__all__ = ["ITEM_ROLES", "Records"]

ITEM_ROLES = frozenset(
    {"article", "listitem", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "row", "tab", "treeitem"},
)
"""Roles of the elements that a collection repeats (WAI-ARIA 1.2, the required owned elements of list, grid, tree, menu,
listbox, tablist and feed). Such an element is identified by its text; any other container also by its place.
"""

KEPT = 0.9
"""How often a field of an item that stayed is unchanged: the m of Fellegi and Sunter."""

BY_CHANCE = 0.1
"""How often one character agrees by chance: the digits of a number."""

FEWEST = 10
"""Items of a collection, at least: of two items little can be said about how rare a text is."""

SEVERAL = 2
"""Texts of a record, at least."""

SEARCHED = 64
"""Elements of an item that are searched for fields: work stays linear where items are large."""


@attrs.define(eq=False, repr=False)
class Records:
    """The odds that items of two trees are one."""

    before: Tree
    after: Tree
    _fields: dict[tuple[bool, int], frozenset[str]] = attrs.field(factory=dict, init=False)
    _around: dict[bool, Sequence[int]] = attrs.field(factory=dict, init=False)
    _chances: dict[tuple[str, str], float] = attrs.field(factory=dict, init=False)

    def odds(self, i: int, j: int, *, whole: bool = False) -> float | None:
        """Return the logarithm of the odds that two items are one, without what is known of their place.

        None if they are not items of one role with several texts each. Fields that only one of them has do not speak
        against the pair, unless it must agree as a ``whole``.
        """
        role = self.before.roles[i]
        if role not in ITEM_ROLES or role != self.after.roles[j]:
            return None
        mine, theirs = self._fields_of(self.before, i), self._fields_of(self.after, j)
        if min(len(mine), len(theirs)) < SEVERAL:
            return None
        agree = fsum(log(KEPT / min(KEPT, self._chance(text, role))) for text in mine & theirs)
        against = (self._against(some, role) for some in (mine - theirs, theirs - mine))
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

    def _fields_of(self, tree: Tree, index: int) -> frozenset[str]:
        """Return the texts of an item: of its leaves, and the values of all its elements."""
        key = (tree is self.before, index)
        if key not in self._fields:
            inside = range(index, min(tree.ends[index], index + SEARCHED))
            texts = (tree.text(at) if tree.is_leaf(at) else tree.values[at] for at in inside)
            self._fields[key] = frozenset(filter(None, texts))
        return self._fields[key]

    def _against(self, texts: Iterable[str], role: str) -> float:
        return fsum(log((1 - KEPT) / max(1 - KEPT, 1 - self._chance(text, role))) for text in texts)

    def _chance(self, text: str, role: str) -> float:
        """Return how often an item has a text by chance: the u of Fellegi and Sunter."""
        key = (text, role)
        if key not in self._chances:
            often = max(1, self.before.leaf_texts[text], self.after.leaf_texts[text])
            self._chances[key] = max(often / max(self._count(role), FEWEST), BY_CHANCE ** len(text))
        return self._chances[key]

    def _count(self, role: str) -> int:
        return max(self.before.role_counts[role], self.after.role_counts[role])
