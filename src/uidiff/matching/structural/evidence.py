"""Score how alike two elements are, by their texts, each weighted by how rare and how long it is."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import compress, count
from math import fsum, log
from operator import and_

import attrs

from uidiff.matching.structural.fields import letters
from uidiff.matching.structural.records import Records
from uidiff.matching.structural.roles import ITEM_ROLES
from uidiff.matching.structural.trees import NO_LABEL, Tree
from uidiff.text import words

__all__ = ["HALF", "Evidence"]

PLAIN = "text"
"""The role of text that is no element of its own."""

WORDS_OF = 2_000
"""Characters of a text that are searched for shared words: work stays linear on huge values
(spec/bad-inputs#44).
"""

LEAST_WEIGHT = 0.1
"""The weight of a text without letters ("5", ">>>"): it hardly tells one element from another."""

DISTINCTIVE_WITHIN = 64
"""Elements of a subtree that are searched for distinctive text."""

# The scores of Evidence.alike, from 0 (no evidence) to 1 (equal). They order the kinds of evidence, and are
# judgements, not fitted to recordings.
EQUAL = 1.0
EQUAL_NAME = 0.9
EQUAL_VALUE = 0.8
SHARED_WORDS = 0.3
"""The score of one word in common; it grows to EQUAL_VALUE where all words are."""
EQUAL_TEXTLESS = 0.3
ONE_TEXTLESS = 0.15
TEXTLESS_CONTAINER = 0.1
CONTAINERS_WITH_NAME = 0.6
CONTAINERS = 0.1
"""The score of containers that share text: from this, in proportion to the share, up to EQUAL_NAME."""
OTHER_ROLE = 2 / 3
"""The factor by which a difference of role lowers a score."""
HALF = 0.5
"""The least share of text in common for containers whose roles or names differ."""
NO_ROLE = "generic"
"""The role that says nothing about an element (WAI-ARIA, generic)."""


@attrs.define(eq=False, repr=False)
class Evidence:
    """Score pairs of one element of ``before`` and one of ``after``.

    Texts are counted as labels (role and name) and contents (role, value and description), by their numbers in
    :class:`Tree`.

    Attributes:
        likeness: the least share of text in common by which two containers are alike.
        letters: how many letters give a text its full weight.
        records: the odds that two items are one.
    """

    before: Tree
    after: Tree
    likeness: float
    letters: int
    _weights: dict[int, float] = attrs.field(factory=dict, init=False)
    _subtree_texts: dict[tuple[bool, int], frozenset[int]] = attrs.field(factory=dict, init=False)
    _total_weights: dict[frozenset[int], float] = attrs.field(factory=dict, init=False)
    _telling_of: dict[bool, list[tuple[list[int], list[int]]]] = attrs.field(factory=dict, init=False)
    records: Records = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.records = Records(self.before, self.after)

    # ------------------------------------------------------------------ weights

    def weight(self, number: int) -> float:
        """Return the weight of a label or content: its letters up to 1, by how often it occurs on either side."""
        known = self._weights.get(number)
        if known is None:
            text = self.text_of(number)
            share = max(LEAST_WEIGHT, min(1.0, letters(text) / self.letters)) if text else 1.0
            known = self._weights[number] = share / self._occurrences(number)
        return known

    def text_of(self, number: int) -> str:
        """Return the text of a label or content; "" for a token."""
        return next(filter(None, self._row(number)[1:]), "")

    def _row(self, number: int) -> tuple[str | None, ...]:
        row = self.before.keys_by_number.get(number)
        return self.after.keys_by_number[number] if row is None else row

    def is_unique(self, number: int) -> bool:
        """Return whether a label or content occurs at most once in each whole document."""
        return self._occurrences(number) == 1

    def _occurrences(self, number: int) -> int:
        """Count a label or content in the document that has more of it."""
        row = self._row(number)
        return max(1, self.before.occurrences[row], self.after.occurrences[row])

    def subtree_texts(self, tree: Tree, index: int) -> frozenset[int]:
        """Return the numbers of the labels and contents in the subtree of an element."""
        key = (tree is self.before, index)
        known = self._subtree_texts.get(key)
        if known is None:
            cut = slice(index, tree.ends[index])
            known = self._subtree_texts[key] = frozenset(tree.labels[cut]).union(tree.contents[cut]) - {NO_LABEL}
        return known

    def contents_of(self, tree: Tree, index: int) -> list[int]:
        """Return the numbers of what a container holds: values and plain texts, not the names of its controls.

        Only those that are unique in each whole document, and have letters enough to be told from others.
        """
        found: list[int] = []
        for places, numbers in self._telling(tree):
            found += numbers[bisect_left(places, index) : bisect_left(places, tree.ends[index])]
        return found

    def _telling(self, tree: Tree) -> list[tuple[list[int], list[int]]]:
        """Return the places and the numbers of the values that :meth:`contents_of` tells, then those of the texts."""
        first = tree is self.before
        if first not in self._telling_of:
            plain = map(and_, map(PLAIN.__eq__, tree.roles), map(bool, tree.names))
            self._telling_of[first] = [
                self._places(tree.contents, compress(count(), tree.values)),
                self._places(tree.labels, compress(count(), plain)),
            ]
        return self._telling_of[first]

    def _places(self, numbers: Sequence[int], among: Iterable[int]) -> tuple[list[int], list[int]]:
        """Return which of the places, in order, have a number that tells, and their numbers."""
        among = list(among)
        distinct = set(map(numbers.__getitem__, among))
        telling = {one for one in distinct if self.is_unique(one) and letters(self.text_of(one)) >= self.letters}
        places = [at for at in among if numbers[at] in telling]
        return places, [numbers[at] for at in places]

    def total_weight(self, subtree_texts: frozenset[int]) -> float:
        """Return the sum of the weights of labels and contents."""
        known = self._total_weights.get(subtree_texts)
        if known is None:  # fsum is exact: the order of the set does not matter
            known = self._total_weights[subtree_texts] = fsum(map(self.weight, subtree_texts))
        return known

    def is_distinctive(self, i: int) -> bool:
        """Return whether the texts in the subtree of a before-element identify it wherever it stands.

        Only texts (a name, else a value or description) count that occur once in each whole document. A single one
        needs several words, or twice the letters ("Close" stands in many dialogs); items of a collection need
        neither.
        """
        tree, found = self.before, set()
        for one in range(i, min(tree.ends[i], i + DISTINCTIVE_WITHIN)):
            if one in tree.tokens:
                return True
            number = tree.contents[one] if tree.labels[one] == NO_LABEL else tree.labels[one]
            if number != NO_LABEL and self.is_unique(number):
                found.add(self.text_of(number))
        alone = len(found) == 1 and tree.roles[i] not in ITEM_ROLES and not any(" " in text for text in found)
        return sum(map(letters, found)) >= self.letters * (2 if alone else 1)

    def _dice(self, both: frozenset[int], mine: frozenset[int], theirs: frozenset[int]) -> float:
        """Return Dice's coefficient of two sets of texts, weighted: twice the common weight by the sum of both."""
        return 2 * self.total_weight(both) / (self.total_weight(mine) + self.total_weight(theirs))

    def are_distinctive(self, numbers: Sequence[int], role: str) -> bool:
        """Return whether texts that occur once identify an element of that role wherever it stands.

        Several texts, or the one of an item, need ``letters`` letters; a single text elsewhere twice as many; a token
        none.
        """
        texts = [self.text_of(number) for number in numbers]
        needed = self.letters if role in ITEM_ROLES or len(texts) > 1 else 2 * self.letters
        return "" in texts or sum(map(letters, texts)) >= needed

    # ----------------------------------------------------------------- likeness

    def common_words(self, mine: Sequence[int], theirs: Sequence[int]) -> frozenset[str]:
        """Return the words that several leaves have on each side, such as "Photo": they identify none of them."""
        several = []
        for tree, some in ((self.before, mine), (self.after, theirs)):
            often = Counter(word for one in some if tree.is_leaf(one) for word in _words(tree, one))
            several.append({word for word, times in often.items() if times > 1})
        return frozenset(several[0] & several[1])

    def alike(self, i: int, j: int, common_words: frozenset[str] = frozenset(), candidates: int = 1) -> float:
        """Return the score of a before-element and an after-element, 0 to 1.

        ``common_words`` do not count. An item must be more likely than one of ``candidates`` is by chance.
        """
        before, after = self.before, self.after
        if before.prints[i] == after.prints[j]:
            return EQUAL if before.has_text(i) else EQUAL_TEXTLESS
        same_role = before.roles[i] == after.roles[j]
        leaves = before.is_leaf(i) and after.is_leaf(j)
        found = self._leaves(i, j, same_role, common_words) if leaves else self._containers(i, j, same_role, candidates)
        return found if same_role else found * OTHER_ROLE

    def _leaves(self, i: int, j: int, same_role: bool, common_words: frozenset[str]) -> float:  # noqa: FBT001  # a fact
        before, after = self.before, self.after
        if before.names[i] and before.names[i] == after.names[j]:
            return EQUAL_NAME
        if before.values[i] and before.values[i] == after.values[j]:
            return EQUAL_VALUE
        if not same_role:
            return 0.0
        if before.texts[i] in before.textless or after.texts[j] in after.textless:
            return ONE_TEXTLESS
        mine, theirs = _words(before, i) - common_words, _words(after, j) - common_words
        common = len(mine & theirs)
        return SHARED_WORDS + (EQUAL_VALUE - SHARED_WORDS) * common / max(len(mine), len(theirs)) if common else 0.0

    def _containers(self, i: int, j: int, same_role: bool, candidates: int) -> float:  # noqa: FBT001
        if not same_role and (self.before.is_leaf(i) or self.after.is_leaf(j)):
            return 0.0
        mine, theirs = self.subtree_texts(self.before, i), self.subtree_texts(self.after, j)
        if not mine or not theirs:
            return TEXTLESS_CONTAINER if same_role and self.before.roles[i] != NO_ROLE else 0.0
        odds = self.records.odds(i, j)
        if odds is not None and odds < log(candidates):
            return 0.0
        share = self._dice(mine & theirs, mine, theirs)
        named = self.before.names[i] and self.before.names[i] == self.after.names[j]
        if named:
            return CONTAINERS_WITH_NAME + (EQUAL_NAME - CONTAINERS_WITH_NAME) * share
        needed = self.likeness if same_role else max(self.likeness, HALF)
        if share >= needed:
            return CONTAINERS + (EQUAL_NAME - CONTAINERS) * share
        return SHARED_WORDS if same_role and self._is_renamed(i, j) else 0.0

    def _is_renamed(self, i: int, j: int) -> bool:
        """Return whether two containers, not items, have half of the words of their names in common."""
        mine, theirs = words(self.before.names[i] or ""), words(self.after.names[j] or "")
        half = 2 * len({*mine} & {*theirs}) >= max(len(mine), len(theirs), 1)
        return half and self.before.roles[i] not in ITEM_ROLES


def _words(tree: Tree, index: int) -> frozenset[str]:
    texts = (tree.names[index], tree.values[index], tree.descriptions[index])
    return frozenset(word for text in texts if text for word in words(text[:WORDS_OF]))
