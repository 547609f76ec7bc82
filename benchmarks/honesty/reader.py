"""What a reader of a whole text knows: which element each printed item is, and how the items hang together.

Made from the parsed text and the snapshot only. Items are found from the last to the first: of equal texts the first
ones are those that are folded.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

import attrs

from benchmarks.honesty.roles import ACTED_ON, DROPPED, STANDS_FOR, printed_role, roles_of
from benchmarks.honesty.states import PROMISED, expected_words, is_state
from benchmarks.honesty.syntax import Item, Text
from uidiff import Snapshot
from uidiff.text import readable, without_glyphs

__all__ = ["Node", "Reader", "Violation", "is_cut_of", "is_passed", "seen", "squashed"]

NO_PARENT = -1


@attrs.frozen(order=True)
class Violation:
    """Something that a text does not say, or says wrongly."""

    kind: str
    message: str


@attrs.define(eq=False)
class Node:
    """An element that a reader knows: it is printed, or what is printed stands for it (``item`` is None then)."""

    index: int
    role: str
    spelt: str
    label: str
    item: Item | None
    children: list[Node]
    parent: Node | None = None
    position: int = 0

    def walk(self) -> Iterator[Node]:
        """It and all below, in order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    @property
    def first_text(self) -> str:
        """What it is called: its label, else the first one below that is no widget's, else the first."""
        if self.label:
            return self.label
        stack = list(reversed(self.children))
        while stack:
            node = stack.pop()
            if node.role not in ACTED_ON:
                if node.label:
                    return node.label
                stack.extend(reversed(node.children))
        return next((node.label for node in self.walk() if node.label), "")

    @property
    def above(self) -> Iterator[Node]:
        """What it is in, from the nearest on."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


class Reader:
    """One snapshot as its whole text tells it.

    Attributes:
        snapshot, numbers: the elements and their refs; a row of a flat table has none, which is a negative number.
        count: how many elements the head has to say: rows of flat tables are none.
        names: the names of the elements as they can be printed, without glyphs of icon fonts.
        earlier: the tree before, and the elements that these were in it, where there is one.
        focus: the one element that has the focus for a reader, NO_PARENT if none has.
        found: by index, the item that is the element, as far as it is printed.
        lost: items that are no element of the tree.
        nodes: by index, what the reader knows; ``tops``: of these, what is in nothing else.
        shown_refs: the refs that are printed.
    """

    def __init__(self, snapshot: Snapshot, numbers: Sequence[int], text: Text, count: int | None = None) -> None:
        self.snapshot = snapshot
        self.count = len(snapshot) if count is None else count
        self.earlier: tuple[Reader, Sequence[int]] | None = None
        self.names = [without_glyphs(name) for name in snapshot.columns.name]
        self.focus = _focus(snapshot)
        self.columns = snapshot.columns
        self.ends = snapshot.ends
        self.parents = snapshot.parents
        self.numbers = numbers
        self.index_of = {number: index for index, number in enumerate(numbers)}
        self._is_known = False
        self._texts: dict[int, tuple[str, ...]] = {}
        self.found: dict[int, Item] = {}
        self.lost: list[Item] = []
        self._find_all([item for item in text.items if isinstance(item, Item)], 0, len(snapshot))
        self._widen()
        self.nodes: dict[int, Node] = {}
        self.tops = self._known()
        self._is_known = True
        self.shown_refs = {item.ref for item in self.found.values() if item.ref is not None}

    # --------------------------------------------------------------- alignment

    def _find_all(self, items: Sequence[Item], start: int, end: int) -> None:
        """The best that can be done where something is wrong: each item alone, what fails is lost."""
        found = self.align(items, start, end)
        if found is not None:
            self.found.update(found)
            return
        for item in reversed(items):
            one = self.align([item], start, end)
            if one is None and item.children:
                index = self._alone(item, start, end)
                if index is None:
                    self.lost.append(item)
                    continue
                self.found[index] = item
                self._find_all([kid for kid in item.children if isinstance(kid, Item)], index + 1, self.ends[index])
                end = index
            elif one is None:
                self.lost.append(item)
            else:
                self.found.update(one)
                end = min(one)

    def _alone(self, item: Item, start: int, end: int) -> int | None:
        return next((i for i in self._candidates(item, start, end, None) if self.fits(item, i)), None)

    def align(
        self,
        items: Sequence[Item],
        start: int,
        end: int,
        allowed: frozenset[int] | None = None,
        accept: Callable[[Item, int], bool] | None = None,
    ) -> dict[int, Item] | None:
        """The elements that these siblings and all below are, each in its parent, all between two indices.

        ``allowed`` and ``accept`` narrow which element an item may be.
        """
        found: dict[int, Item] = {}
        for item in reversed(items):
            kids = [kid for kid in item.children if isinstance(kid, Item)]
            for index in self._fitting(item, start, end, allowed):
                if accept is not None and not accept(item, index):
                    continue
                below = self.align(kids, index + 1, self.ends[index], allowed, accept) if kids else {}
                if below is not None:
                    found[index] = item
                    found.update(below)
                    end = index
                    break
            else:
                return None
        return found

    def _candidates(self, item: Item, start: int, end: int, allowed: frozenset[int] | None) -> Iterator[int]:
        if item.ref is not None:
            index = self.index_of.get(item.ref, -1)
            if start <= index and self.ends[index] <= end and (allowed is None or index in allowed):
                yield index
            return
        roles = roles_of(item.role, brackets=item.brackets, within=item.within)
        of_role = self.columns.role
        for index in range(end - 1, start - 1, -1):
            if of_role[index] in roles and self.ends[index] <= end and (allowed is None or index in allowed):
                yield index

    def _fitting(self, item: Item, start: int, end: int, allowed: frozenset[int] | None) -> Iterator[int]:
        """The candidates that fit, the last one first, those that look like it but say more or less at the end."""
        others = []
        for index in self._candidates(item, start, end, allowed):
            if not self.fits(item, index):
                continue
            if self._says_the_same(item, index):
                yield index
            else:
                others.append(index)
        yield from others

    def fits(self, item: Item, index: int) -> bool:
        """Whether an element can be what is printed; what is not printed of it is another question."""
        columns = self.columns
        is_lost = self._is_known and _is_wrapper(item) and index not in self.nodes
        if is_lost or (item.ref is not None and item.ref != self.numbers[index]):
            return False
        if columns.role[index] not in roles_of(item.role, brackets=item.brackets, within=item.within):
            return False
        name, value = self.names[index], columns.value[index] or ""
        description = columns.description[index] or ""
        if item.role.startswith("h") and columns.role[index] == "heading" and self.spelt(index) != item.role:
            return False
        if item.name is not None and item.name != name:
            return False
        if item.value is not None and item.value != value:
            return False
        return item.description is None or item.description == description

    def _says_the_same(self, item: Item, index: int) -> bool:
        """Whether an item says no more and no less of an element than the page promises: another may look like it."""
        element = self.snapshot[index]
        name, value, description = (text or "" for text in (self.names[index], element.value, element.description))
        if (item.value is None) == (seen(value) and value != name):
            return False
        if (item.description is None) == (seen(description) and description not in {name, value}):
            return False
        said = {word.name for word in item.words}
        return said & PROMISED == set(self.expected_words(index)) and all(
            is_state(element, word.name, word.value) for word in item.words
        )

    def expected_words(self, index: int) -> Iterator[str]:
        """The words that the page promises of an element; only one is focused."""
        for word in expected_words(self.snapshot[index]):
            if word != "focused" or index == self.focus:
                yield word

    def texts(self, index: int) -> tuple[str, ...]:
        """The texts of an element itself, as they are read: its name, value, description and placeholder."""
        if index not in self._texts:
            columns = self.columns
            placeholder = dict(columns.states[index]).get("placeholder")
            found = [columns.name[index], columns.value[index], columns.description[index]]
            found += [placeholder] if isinstance(placeholder, str) else []
            self._texts[index] = tuple(filter(None, map(readable, found)))
        return self._texts[index]

    def texts_in(self, index: int) -> Iterator[str]:
        """The texts of an element and of all in it, in order."""
        for at in range(index, self.ends[index]):
            yield from self.texts(at)

    def spelt(self, index: int) -> str:
        """The role as it is printed."""
        role = self.columns.role[index]
        if role != "heading":
            return printed_role(role, None)
        return printed_role(role, dict(self.columns.states[index]).get("level"))

    def _widen(self) -> None:
        """Find the largest element for each card: of wrappers, one in the other, with nothing else printed in them."""
        printed = sorted(self.found)
        for index in printed:
            item = self.found[index]
            if not _is_wrapper(item):
                continue
            around = index
            while self._is_alone_in(self.parents[around], index, printed):
                around = self.parents[around]
            if around != index:
                del self.found[index]
                self.found[around] = item
                printed[bisect_left(printed, index)] = around

    def _is_alone_in(self, above: int, index: int, printed: Sequence[int]) -> bool:
        """Whether nothing that is printed is in an element of the same role, but the one and what is in that."""
        if above == NO_PARENT or self.parents[above] == NO_PARENT or above in self.found:
            return False
        if self.columns.role[above] != self.columns.role[index]:
            return False
        inside = bisect_left(printed, self.ends[above]) - bisect_left(printed, above)
        return inside == bisect_left(printed, self.ends[index]) - bisect_left(printed, index)

    # ------------------------------------------------------------------- nodes

    def _known(self) -> list[Node]:
        open_nodes: list[Node] = []
        for index in range(len(self.snapshot) - 1, -1, -1):
            first = len(open_nodes)
            while first and open_nodes[first - 1].index < self.ends[index]:
                first -= 1
            kids = open_nodes[first:][::-1]
            item = self.found.get(index)
            stands = len(kids) == 1 and self.columns.role[index] in STANDS_FOR and self.parents[index] != NO_PARENT
            if item is None and not stands:
                continue
            del open_nodes[first:]
            open_nodes.append(self._node(index, item, kids))
        tops = open_nodes[::-1]
        for position, node in enumerate(tops):
            node.position = position
        return tops

    def _node(self, index: int, item: Item | None, kids: list[Node]) -> Node:
        columns = self.columns
        label = self.names[index] or columns.value[index] or columns.description[index] or ""
        node = self.nodes[index] = Node(index, columns.role[index], self.spelt(index), label, item, kids)
        for position, kid in enumerate(kids):
            kid.parent = node
            kid.position = position
        return node

    def siblings(self, node: Node) -> list[Node]:
        """The nodes in the same parent, itself included."""
        return self.tops if node.parent is None else node.parent.children

    def nearest(self, index: int) -> Node | None:
        """The printed element that an element is, or is in."""
        while index != NO_PARENT:
            node = self.nodes.get(index)
            if node is not None and node.item is not None:
                return node
            index = self.parents[index]
        return None

    def around(self, index: int) -> Iterator[Node]:
        """The nearest element that is printed, after what that or another one stands for."""
        nearest = self.nearest(index)
        while nearest is not None and index != nearest.index:
            index = self.parents[index]
            if index in self.nodes:
                yield self.nodes[index]

    def topmost(self, index: int) -> list[Node]:
        """The nodes that an element is, or that are in it."""
        if index in self.nodes:
            return [self.nodes[index]]
        found = []
        at, end = index + 1, self.ends[index]
        while at < end:
            node = self.nodes.get(at)
            if node is None:
                at += 1
            else:
                found.append(node)
                at = self.ends[at]
        return found

    def is_dropped(self, index: int) -> bool:
        """Whether it is, or is in, what is never printed."""
        while index != NO_PARENT:
            if self.columns.role[index] in DROPPED:
                return True
            index = self.parents[index]
        return False


def _is_wrapper(item: Item) -> bool:
    """Whether an item is what groups others and says nothing itself: such are in each other."""
    said = item.name or item.value or item.description or item.words or item.ref is not None
    return item.role in {"generic", "group", "region"} and not said


def _focus(snapshot: Snapshot) -> int:
    """Of those that say that they have the focus the first visible one, then the deepest, then the first."""
    best, found = (False, -1), NO_PARENT
    for element in snapshot:
        if element.states.get("focused") is not True:
            continue
        around = (element, *element.ancestors)
        rank = not any(one.states.get("offscreen") is True for one in around), element.depth
        if rank > best:
            best, found = rank, element.index
    return found


def is_passed(node: Node) -> bool:
    """Whether the one thing in it may stand for it on a line of several."""
    says_nothing = node.item is None or not (node.item.name or node.item.value or node.item.words or node.item.ref)
    return says_nothing and node.role in STANDS_FOR and len(node.children) == 1


def squashed(text: object) -> str:
    """A text without its white space."""
    return "".join(str(text).split()) if text else ""


def seen(text: object) -> bool:
    """Whether a text has something to see."""
    return bool(squashed(text))


def is_cut_of(label: str | None, text: str, limit: int = 24) -> bool:
    """Whether a label is a text, or how it begins."""
    if label is None:
        return not text
    return label == text or (label.endswith("…") and len(label) >= limit and text.startswith(label[:-1]))
