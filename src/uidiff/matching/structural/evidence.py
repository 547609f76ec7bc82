"""How alike two elements are: what they say, weighed by how rare it is and by how many letters it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum

import attrs

from uidiff.matching.structural.trees import NO_LABEL, Tree
from uidiff.text import words

__all__ = ["HALF", "ITEM_ROLES", "Evidence"]

ITEM_ROLES = frozenset(
    {"article", "listitem", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "row", "tab", "treeitem"},
)
"""Roles of what a collection repeats (WAI-ARIA 1.2, the required owned elements of list, grid, tree, menu, listbox,
tablist and feed). Such an element is known by what it says; any other container also by where it stands."""

WORDS_OF = 2_000
"""How many characters of a text are looked at for shared words: work stays linear on huge values
(spec/bad-inputs#44).
"""

LETTERS_OF = 32
"""How many characters of a text are looked at for letters."""

LEAST_MASS = 0.1
"""What a text without letters weighs ("5", ">>>"): it hardly tells one element from another."""

DISTINCTIVE_WITHIN = 64
"""In how many elements of a subtree distinctive text is looked for."""

# How alike two elements are, from 0 (nothing speaks for it) to 1 (equal). These order the kinds of evidence, more
# before less; they are judgements, none was fitted to a recording.
EQUAL = 1.0
EQUAL_NAME = 0.9
EQUAL_VALUE = 0.8
SHARED_WORDS = 0.3
"""One word in common; up to EQUAL_VALUE if all are."""
EQUAL_AND_SILENT = 0.3
ONE_SAYS_NOTHING = 0.15
SILENT_CONTAINER = 0.1
CONTAINERS_WITH_NAME = 0.6
CONTAINERS = 0.1
"""What equals in part: this much, and up to almost EQUAL in proportion to the share of text in common."""
OTHER_ROLE = 2 / 3
"""The same in another role counts less."""
HALF = 0.5
"""The least share in common of two containers of different roles, names or stable ids."""
NO_ROLE = "generic"
"""The role that says nothing about an element."""


@attrs.define(eq=False, repr=False)
class Evidence:
    """What speaks for a pair of one element of ``before`` and one of ``after``.

    Attributes:
        likeness: the least share of distinctive text for which two containers count as alike.
        letters: from so many letters on a text has full weight.
    """

    before: Tree
    after: Tree
    likeness: float
    letters: int
    _weights: dict[int, float] = attrs.field(factory=dict, init=False)
    _sayings: dict[tuple[bool, int], frozenset[int]] = attrs.field(factory=dict, init=False)
    _masses: dict[frozenset[int], float] = attrs.field(factory=dict, init=False)

    # ------------------------------------------------------------------ weights

    def weight(self, number: int) -> float:
        """How much a label or a content tells: its letters, divided by how often it occurs on either side."""
        known = self._weights.get(number)
        if known is None:
            said = self.said(number)
            mass = max(LEAST_MASS, min(1.0, letters(said) / self.letters)) if said else 1.0
            known = self._weights[number] = mass / self._often(number)
        return known

    def said(self, number: int) -> str:
        """The text of a label or a content; none for a token."""
        return next(filter(None, self._row(number)[1:]), "")

    def _row(self, number: int) -> tuple[str | None, ...]:
        row = self.before.said.get(number)
        return self.after.said[number] if row is None else row

    def is_unique(self, number: int) -> bool:
        """Whether a label or a content occurs at most once in each whole document."""
        return self._often(number) == 1

    def _often(self, number: int) -> int:
        """How often a label or a content occurs in the document that has more of it."""
        row = self._row(number)
        return max(1, self.before.occurrences[row], self.after.occurrences[row])

    def sayings(self, tree: Tree, index: int) -> frozenset[int]:
        """What is said in the subtree of an element: its labels and contents, each once."""
        key = (tree is self.before, index)
        known = self._sayings.get(key)
        if known is None:
            cut = slice(index, tree.ends[index])
            known = self._sayings[key] = frozenset(tree.labels[cut]).union(tree.contents[cut]) - {NO_LABEL}
        return known

    def mass(self, sayings: frozenset[int]) -> float:
        """The weights of all of that."""
        known = self._masses.get(sayings)
        if known is None:  # an exact sum: the same in whatever order
            known = self._masses[sayings] = fsum(map(self.weight, sayings))
        return known

    def is_distinctive(self, i: int) -> bool:
        """Whether what the subtree of a before-element says is enough to know it by, wherever it stands.

        Only labels (a name, else a value or description) count that occur once in each whole document. One alone must
        have several words, or twice the letters ("Close" stands in many dialogs), but for items of a collection.
        """
        tree, found = self.before, set()
        for one in range(i, min(tree.ends[i], i + DISTINCTIVE_WITHIN)):
            if one in tree.tokens:
                return True
            number = tree.contents[one] if tree.labels[one] == NO_LABEL else tree.labels[one]
            if number != NO_LABEL and self.is_unique(number):
                found.add(self.said(number))
        alone = len(found) == 1 and tree.roles[i] not in ITEM_ROLES and not any(" " in text for text in found)
        return sum(map(letters, found)) >= self.letters * (2 if alone else 1)

    def share_unique(self, i: int, j: int) -> float:
        """How much of what is said in two subtrees is said in both and nowhere else, from 0 to 1."""
        mine, theirs = self.sayings(self.before, i), self.sayings(self.after, j)
        both = frozenset(filter(self.is_unique, mine & theirs))
        return 2 * self.mass(both) / (self.mass(mine) + self.mass(theirs)) if both else 0.0

    def are_distinctive(self, numbers: Sequence[int], role: str) -> bool:
        """Whether texts that occur once are enough to know an element of that role by, wherever it stands.

        That are several, or one that is long enough; of an item any with letters enough; a token always.
        """
        texts = [self.said(number) for number in numbers]
        needed = self.letters if role in ITEM_ROLES or len(texts) > 1 else 2 * self.letters
        return "" in texts or sum(map(letters, texts)) >= needed

    # ----------------------------------------------------------------- likeness

    def common_words(self, mine: Sequence[int], theirs: Sequence[int]) -> frozenset[str]:
        """The words that several leaves on each side say, such as "Photo" or "jpg": they tell none from another."""
        several = []
        for tree, some in ((self.before, mine), (self.after, theirs)):
            often = Counter(word for one in some if tree.is_leaf(one) for word in _words(tree, one))
            several.append({word for word, times in often.items() if times > 1})
        return frozenset(several[0] & several[1])

    def alike(self, i: int, j: int, common_words: frozenset[str] = frozenset()) -> float:
        """How alike a before-element and an after-element are, from 0 to 1; ``common_words`` are no evidence."""
        before, after = self.before, self.after
        if before.prints[i] == after.prints[j]:
            return EQUAL if before.says(i) else EQUAL_AND_SILENT
        same_role = before.roles[i] == after.roles[j]
        leaves = before.is_leaf(i) and after.is_leaf(j)
        found = self._leaves(i, j, same_role, common_words) if leaves else self._containers(i, j, same_role)
        return found if same_role else found * OTHER_ROLE

    def _leaves(self, i: int, j: int, same_role: bool, common_words: frozenset[str]) -> float:  # noqa: FBT001  # a fact
        before, after = self.before, self.after
        if before.names[i] and before.names[i] == after.names[j]:
            return EQUAL_NAME
        if before.values[i] and before.values[i] == after.values[j]:
            return EQUAL_VALUE
        if not same_role:
            return 0.0
        if before.texts[i] in before.silent or after.texts[j] in after.silent:
            return ONE_SAYS_NOTHING
        mine, theirs = _words(before, i) - common_words, _words(after, j) - common_words
        common = len(mine & theirs)
        return SHARED_WORDS + (EQUAL_VALUE - SHARED_WORDS) * common / max(len(mine), len(theirs)) if common else 0.0

    def _containers(self, i: int, j: int, same_role: bool) -> float:  # noqa: FBT001
        if not same_role and (self.before.is_leaf(i) or self.after.is_leaf(j)):
            return 0.0
        mine, theirs = self.sayings(self.before, i), self.sayings(self.after, j)
        if not mine or not theirs:
            return SILENT_CONTAINER if same_role and self.before.roles[i] != NO_ROLE else 0.0
        share = 2 * self.mass(mine & theirs) / (self.mass(mine) + self.mass(theirs))  # Dice's coefficient, weighted
        named = self.before.names[i] and self.before.names[i] == self.after.names[j]
        if named:
            return CONTAINERS_WITH_NAME + (EQUAL_NAME - CONTAINERS_WITH_NAME) * share
        needed = self.likeness if same_role else max(self.likeness, HALF)
        if share >= needed:
            return CONTAINERS + (EQUAL_NAME - CONTAINERS) * share
        return SHARED_WORDS if same_role and self._is_renamed(i, j) else 0.0

    def _is_renamed(self, i: int, j: int) -> bool:
        """Whether half of the words in the names of two containers are the same; an item's name is what is in it."""
        mine, theirs = words(self.before.names[i] or ""), words(self.after.names[j] or "")
        half = 2 * len({*mine} & {*theirs}) >= max(len(mine), len(theirs), 1)
        return half and self.before.roles[i] not in ITEM_ROLES


def letters(text: str) -> int:
    """How much text there is to know something by: its letters, those outside ASCII counted twice.

    A word has some four letters in English and one or two characters in Chinese or Japanese.
    """
    looked_at = text[:LETTERS_OF]
    found = sum(map(str.isalpha, looked_at))
    return found if looked_at.isascii() else found + sum(one.isalpha() and not one.isascii() for one in looked_at)


def _words(tree: Tree, index: int) -> frozenset[str]:
    texts = (tree.names[index], tree.values[index], tree.descriptions[index])
    return frozenset(word for text in texts if text for word in words(text[:WORDS_OF]))
