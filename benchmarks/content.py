"""The truth of a reader where nodes are recycled: he follows the content, not the node.

The truth of a recording is the identity of the node. A list that recycles its nodes keeps them while each shows another
item: by the node every row was renamed, for a reader the items moved, came or went. The content truth is the node
truth, but for recycled collections:

- A collection is the children with one role of a node that stayed; or, if these are not recycled, its grandchildren
  with one role (the cells of a table, over all rows). Its items are compared by text: the names, values and
  descriptions of the item and of all below it, in order.
- It is recycled if texts that one item alone has, before and after, stand in nodes that stayed and showed something
  else before. One such text is enough; two are needed if none has a letter; of grandchildren three, and half of the
  items whose text changed. In a step that the registry calls recycled it is also enough that of three or more items
  that stayed at least half became other items.
- In a recycled collection an item whose node kept its text stays paired. The others pair by equal text, the k-th with
  the k-th; below them, nodes pair by role and text. An item whose text stands nowhere on the other side keeps its node
  if it is the same item, said otherwise: a text below it that no other item has is still there. Else it became another
  item: the one went and the other came.

All else follows the node. Nothing here knows a matcher.
"""

from __future__ import annotations

import copy
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence

from benchmarks.corpus.score import Node, Pair, Step

__all__ = ["content_truth"]

SHARE, LEAST_COUSINS, LEAST_ITEMS = 0.5, 3, 3


def content_truth(step: Step, *, recycled: bool = False) -> Step:
    """The step as a reader sees it; the step itself if no collection is recycled in it."""
    if step.is_navigation or all(_own(step.before[i]) == _own(step.after[j]) for i, j in step.true_pairs):
        return step
    found = _Reader(step, recycled=recycled)
    found.read()
    if not (found.dropped_before or found.dropped_after):
        return step
    kept = {(i, j) for i, j in step.true_pairs if i not in found.dropped_before and j not in found.dropped_after}
    pairs = kept | {(i, j) for i, j in found.pairs if i in step.scored_before and j in step.scored_after}
    read = copy.copy(step)
    read.true_pairs = pairs
    read.stayed_before, read.stayed_after = {i for i, _ in pairs}, {j for _, j in pairs}
    return read


class _Side:
    """The nodes of a snapshot with their texts."""

    def __init__(self, nodes: Sequence[Node], numbering: dict[Hashable, int]) -> None:
        self.nodes = nodes
        self.children: list[list[int]] = [[] for _ in nodes]
        for node in nodes[1:]:
            self.children[node["p"]].append(node["i"])
        self.texts = [0] * len(nodes)  # numbers of texts; 0, no text
        self.lettered = [False] * len(nodes)
        self.ends = [0] * len(nodes)
        for index in reversed(range(len(nodes))):
            own, below = _own(nodes[index]), self.children[index]
            texts = [self.texts[child] for child in below if self.texts[child]]
            if any(own) or len(texts) > 1:
                self.texts[index] = numbering.setdefault((own, *texts), len(numbering) + 1)
            elif texts:
                self.texts[index] = texts[0]
            self.lettered[index] = any(map(_has_letter, own)) or any(self.lettered[child] for child in below)
            self.ends[index] = self.ends[below[-1]] if below else index + 1

    def subtree(self, index: int) -> range:
        return range(index, self.ends[index])

    def words(self, index: int) -> set[str]:
        """The texts in an item."""
        return {text for one in self.subtree(index) for text in _own(self.nodes[one]) if text}

    def by(self, key: Callable[[int], Hashable], indices: Iterable[int]) -> dict[Hashable, list[int]]:
        found: defaultdict[Hashable, list[int]] = defaultdict(list)
        for index in indices:
            found[key(index)].append(index)
        return found


class _Reader:
    """What became of the items of the collections of a step.

    Attributes:
        pairs: nodes with the same content, of items that other nodes show now.
        dropped_before, dropped_after: the nodes of items that are not what their node was, or is.
    """

    def __init__(self, step: Step, *, recycled: bool) -> None:
        numbering: dict[Hashable, int] = {}
        self.before, self.after = _Side(step.before, numbering), _Side(step.after, numbering)
        self.after_of, self.before_of = dict(step.true_pairs), {j: i for i, j in step.true_pairs}
        self.recycled = recycled
        self.pairs: set[Pair] = set()
        self.dropped_before: set[int] = set()
        self.dropped_after: set[int] = set()

    def read(self) -> None:
        """Look at every collection, the outer ones first, and no more below what was recycled."""
        for i, j in sorted(self.after_of.items()):
            if i in self.dropped_before or j in self.dropped_after or self.before.texts[i] == self.after.texts[j]:
                continue
            children = self.before.children[i], self.after.children[j]
            if not self._collections(*children, cousins=False):
                of = self.before.children, self.after.children
                self._collections(
                    *([one for child in own for one in below[child]] for own, below in zip(children, of, strict=True)),
                    cousins=True,
                )

    def _collections(self, before: list[int], after: list[int], *, cousins: bool) -> bool:
        """Whether one of the collections, one of each role, is recycled."""
        others = self.after.by(lambda j: self.after.nodes[j]["r"], after)
        found = False
        for role, items in self.before.by(lambda i: self.before.nodes[i]["r"], before).items():
            collection = _Collection(self, items, others.get(role, []))
            if collection.is_recycled(cousins=cousins):
                collection.follow()
                found = True
        return found

    def drop(self, i: int | None, j: int | None) -> None:
        """These items are not what stood in their nodes before, or stands there after."""
        if i is not None:
            self.dropped_before.update(self.before.subtree(i))
        if j is not None:
            self.dropped_after.update(self.after.subtree(j))

    def pair(self, i: int, j: int) -> None:
        """Two items with one text, and what is below them."""
        self.drop(i, j)
        waiting = [(i, j)]
        while waiting:
            i, j = waiting.pop()
            self.pairs.add((i, j))
            left = self.before.by(lambda a: (self.before.nodes[a]["r"], self.before.texts[a]), self.before.children[i])
            right = self.after.by(lambda b: (self.after.nodes[b]["r"], self.after.texts[b]), self.after.children[j])
            for key, own in left.items():
                waiting += zip(own, right.get(key, ()), strict=False)


class _Collection:
    """Items of one role, before and after."""

    def __init__(self, reader: _Reader, before: list[int], after: list[int]) -> None:
        self.reader = reader
        self.before, self.after = before, after
        inside = set(after)
        self.kept = [(i, reader.after_of[i]) for i in before if reader.after_of.get(i) in inside]
        self.text_before = {i: reader.before.texts[i] for i in before}
        self.text_after = {j: reader.after.texts[j] for j in after}
        self.changed = [(i, j) for i, j in self.kept if self.text_before[i] != self.text_after[j]]

    def is_recycled(self, *, cousins: bool) -> bool:
        if not self.changed:
            return False
        elsewhere = self._elsewhere()
        if cousins:
            enough = len(elsewhere) >= max(LEAST_COUSINS, SHARE * len(self.changed))
        else:
            enough = len(elsewhere) > 1 or any(self.reader.before.lettered[i] for i in elsewhere)
        if not enough and self.reader.recycled and len(self.kept) >= LEAST_ITEMS:
            same = self._same_items(self.changed)
            enough = len(self.changed) - len(same) >= SHARE * len(self.kept)
        return enough

    def _elsewhere(self) -> list[int]:
        """The items whose text one item alone has on either side, and which a node shows now that showed another."""
        once_before, once_after = (Counter(texts.values()) for texts in (self.text_before, self.text_after))
        shown = {text: j for j, text in self.text_after.items()}
        found = []
        for i, text in self.text_before.items():
            if text and once_before[text] == once_after[text] == 1:
                former = self.reader.before_of.get(shown[text])
                if former is not None and self.reader.before.texts[former] != text:
                    found.append(i)
        return found

    def follow(self) -> None:
        """Pair the items by their content."""
        unchanged = set(self.kept) - set(self.changed)
        left = [i for i in self.before if (i, self.reader.after_of.get(i)) not in unchanged and self.text_before[i]]
        right = [j for j in self.after if (self.reader.before_of.get(j), j) not in unchanged and self.text_after[j]]
        shown = self.reader.after.by(self.text_after.__getitem__, right)
        for text, items in self.reader.before.by(self.text_before.__getitem__, left).items():
            for i, j in zip(items, shown.get(text, ()), strict=False):
                self.reader.pair(i, j)
        rest = [
            (i, j)
            for i, j in self.changed
            if i not in self.reader.dropped_before and j not in self.reader.dropped_after
        ]
        same = self._same_items(rest)
        for i, j in rest:
            if (i, j) not in same:
                self.reader.drop(i, j)

    def _same_items(self, pairs: Sequence[Pair]) -> set[Pair]:
        """Of pairs of nodes that stayed those that are one item: a text that no other item has is in both."""
        words_before = {i: self.reader.before.words(i) for i in self.before}
        words_after = {j: self.reader.after.words(j) for j in self.after}
        often_before = Counter(word for words in words_before.values() for word in words)
        often_after = Counter(word for words in words_after.values() for word in words)
        return {
            (i, j)
            for i, j in pairs
            if not (words_before[i] and words_after[j])
            or any(often_before[word] == often_after[word] == 1 for word in words_before[i] & words_after[j])
        }


def _own(node: Node) -> tuple[str, ...]:
    """What a node says itself."""
    return tuple("" if node.get(key) is None else str(node[key]) for key in ("t", "v", "d"))


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))
