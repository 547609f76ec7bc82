"""The outline of a snapshot: the elements that are worth printing, as a tree of items. All folding is done here.

Four things are folded, each only if no information is lost (spec/folding):

- An element without a printed name, value, description, state or action is *hoisted*: its children take its place; so
  is one whose name only repeats what is printed below it.
- A text in the name (or value) of its container is *folded* into it: for roles that are named from content, letter by
  letter, left to right, each letter used once; for containers only a text that equals the name.
- A name that is repeated by what is printed below is *elided*.
- An empty text, the marker of a list item, a line break, and an empty element of most roles are *dropped*.

The outline is made in one pass from the last element to the first, with two stacks of what has no parent yet: the
items, and their printed texts. So it takes linear time, whatever the shape.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property

from uidiff.diffing.focus_holder import focus_holder
from uidiff.diffing.labels import ACTED_ON, DIALOGS, KEPT_EMPTY, ROW_PARTS, Labels
from uidiff.diffing.meaning.context import POLITENESS
from uidiff.formats.item import Item
from uidiff.formats.role_sets import (
    CONTAINERS,
    DROPPED,
    NAMED_FROM_CONTENT,
    TEXT,
    TRANSPARENT,
)
from uidiff.formats.values import INHERITED, OF_A_ROW, state_words
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot
from uidiff.model.states import States
from uidiff.text import squashed, without_glyphs

__all__ = ["MOST_TOPMOST", "Outline", "combobox_above", "meaningful"]

CHAIN = 6
"""The most only children, one in the other, on one line."""

SLACK = 200
"""Characters of the texts below, beyond the length of the name, that are searched for the name."""

MOST_TOPMOST = 100
"""The most items of a hoisted element that are collected."""

OPTION_LEVELS = 8
"""The most levels above an option that are searched for its combo box."""

_AROUND_OPTIONS = TRANSPARENT | {"group", "listbox"}


class Outline:
    """The outline of one snapshot.

    Attributes:
        snapshot: the snapshot.
        tops: the items at the top.
        items: by index, the items of the elements that are printed.
        folders: by index of a folded text, the item that has it in its name or value.
        dropped: the indices of the elements that are never printed, and of those below them.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.items: dict[int, Item] = {}
        self.folders: dict[int, Item] = {}
        self.dropped = frozenset(_dropped(snapshot))
        self._nearest: dict[int, Item | None] = {}
        self.tops = _OutlineBuilder(self).build()

    @classmethod
    def of(cls, snapshot: Snapshot) -> Outline:
        """Return the outline of a snapshot, made once."""
        return snapshot.view(cls)

    def nearest(self, index: int) -> Item | None:
        """Return the item of an element, else the one into which it is folded, else the nearest one above it."""
        parents = self.snapshot.parents
        passed = []
        while index != NO_PARENT and index not in self._nearest:
            item = self.items.get(index) or self.folders.get(index)
            if item is not None:
                self._nearest[index] = item
                break
            passed.append(index)
            index = parents[index]
        found = self._nearest.get(index)
        self._nearest.update(dict.fromkeys(passed, found))
        return found

    def topmost(self, index: int) -> list[Item]:
        """Return the item of an element, or the topmost items below it if it is hoisted, at most the first 100."""
        end = self.snapshot.ends[index]
        found: list[Item] = []
        while index < end and len(found) < MOST_TOPMOST:
            item = self.items.get(index)
            if item is None:
                index = self._next_item(index + 1)
            else:
                found.append(item)
                index = self.snapshot.ends[index]
        return found

    def _next_item(self, index: int) -> int:
        """Return the index of the first printed element from ``index`` on; the number of elements if there is none."""
        at = bisect_left(self._printed, index)
        return self._printed[at] if at < len(self._printed) else len(self.snapshot)

    @cached_property
    def _printed(self) -> list[int]:
        return sorted(self.items)


def combobox_above(snapshot: Snapshot, index: int) -> int:
    """Return the index of the combo box of an option, NO_PARENT if there is none a few levels above it."""
    roles, parents = snapshot.columns.role, snapshot.parents
    above = parents[index]
    for _ in range(OPTION_LEVELS):
        if above == NO_PARENT or roles[above] not in _AROUND_OPTIONS:
            break
        above = parents[above]
    return above if above != NO_PARENT and roles[above] == "combobox" else NO_PARENT


def _dropped(snapshot: Snapshot) -> Iterator[int]:
    roles = snapshot.columns.role
    if DROPPED.isdisjoint(roles):
        return
    end = 0
    for index, role in enumerate(roles):
        if role in DROPPED:
            end = max(end, snapshot.ends[index])
        if index < end:
            yield index


class _OutlineBuilder:
    """Makes the items of a snapshot, from the last element to the first."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.columns = outline.snapshot.columns
        self.parents = outline.snapshot.parents
        self.open: list[Item] = []
        self.texts: list[str] = []
        self.focus = focus_holder(outline.snapshot)
        self.cards = Labels.of(outline.snapshot).cards
        self.known_words: dict[tuple[str, States, States, str | None], tuple[str, ...]] = {}

    def build(self) -> list[Item]:
        """Make all items and return the topmost ones, in order."""
        columns, ends = self.columns, self.outline.snapshot.ends
        count = len(ends)
        open_at, texts_at = [0] * (count + 1), [0] * (count + 1)
        bare, dropped = self._bare_texts(), self.outline.dropped
        for index in range(count - 1, -1, -1):
            end = ends[index]
            if index in dropped:  # names around it may contain its text
                if end == index + 1 and columns.name[index]:
                    self.texts.append(squashed(columns.name[index]))
            elif bare[index]:
                self._text(index, without_glyphs(columns.name[index]))
            else:
                self._element(index, open_at[end], texts_at[end])
            open_at[index], texts_at[index] = len(self.open), len(self.texts)
        return self.open[::-1]

    def _bare_texts(self) -> list[bool]:
        """Return for each element whether it is a leaf with nothing but a text."""
        columns = self.columns
        leaf = map(int.__ge__, columns.depth, (*columns.depth[1:], 0))
        cells = (columns.role, leaf, columns.value, columns.description, columns.states, columns.actions)
        return [
            role == TEXT and is_leaf and not (value or description or states or actions)
            for role, is_leaf, value, description, states, actions in zip(*cells, strict=True)
        ]

    def _text(self, index: int, text: str) -> None:
        squash = squashed(text)
        if squash:
            item = self.outline.items[index] = Item(index, TEXT, text)
            self.open.append(item)
            self.texts.append(squash)

    def _element(self, index: int, open_from: int, texts_from: int) -> None:
        columns = self.columns
        role = columns.role[index]
        item = Item(index, role, without_glyphs(columns.name[index]))
        item.words = self._words(index)
        squash = squashed(item.name)
        value, description = columns.value[index] or "", columns.description[index] or ""
        item.value = "" if value == item.name else value
        item.description = "" if description in {item.name, value} else description
        holds = len(self.open) > open_from
        if role == TEXT and item.plain and not holds and not squash:
            return
        if columns.unread[index]:
            item.words += ("unread",)
        active = bool(columns.actions[index]) or ("focusable", True) in columns.states[index]
        content = self._content(squash, texts_from) if squash and holds else ""
        bare = not (item.value or item.description or item.words or active) and self.parents[index] != NO_PARENT
        is_card = index in self.cards and len(self.open) > open_from + 1
        if holds and self._is_notice(index):
            item.words += ("live",)
        elif bare and not is_card and self._hoisted(role, squash, content, holds=holds):
            return
        kids = self.open[: open_from - 1 if open_from else None : -1]
        held = len(kids)
        if squash and kids:
            kids = self._fold_into_name(item, squash, content, kids)
        item.elided = len(kids) == held and self._is_repeated(item, squash, content, kids)
        if item.value and kids:
            kids = self._folded(item, squashed(item.value), kids)
        self._close(item, kids, open_from, active=active)
        if squash and not item.elided:
            del self.texts[texts_from:]
            self.texts.append(squash)

    def _is_notice(self, index: int) -> bool:
        """Whether an element is a live region that neither its role nor one around it says to be one."""
        return (
            self.columns.role[index] in TRANSPARENT and self._is_live(index) and not self._is_live(self.parents[index])
        )

    def _is_live(self, index: int) -> bool:
        return index != NO_PARENT and any(
            name == "live" and value in POLITENESS for name, value in self.columns.states[index]
        )

    def _words(self, index: int) -> tuple[str, ...]:
        """Return the states of an element in words, without the inherited ones."""
        columns, above = self.columns, self.parents[index]
        states = columns.states[index]
        outer: States = () if above == NO_PARENT else columns.states[above]
        if outer and columns.role[index] in ROW_PARTS and columns.role[above] in ROW_PARTS:
            states = tuple(state for state in states if state[0] not in OF_A_ROW or state not in outer)
        if not states and not outer:
            return ()
        key = columns.role[index], states, outer, columns.value[index]
        words = self.known_words.get(key)
        if words is None:
            role, _, _, value = key
            words = self.known_words[key] = (*state_words(role, states, value), *_inherited(role, states, outer))
        if index != self.focus and "focused" in words:  # a page beside its field, a list beside its row
            return tuple(word for word in words if word != "focused")
        return words

    def _content(self, squash: str, texts_from: int) -> str:
        """Return the texts printed below, up to the length that can repeat the name."""
        texts: list[str] = []
        room = len(squash) + SLACK
        for place in range(len(self.texts) - 1, texts_from - 1, -1):
            texts.append(self.texts[place])
            room -= len(texts[-1])
            if room < 0:
                break
        return "".join(texts)

    @staticmethod
    def _hoisted(role: str, squash: str, content: str, *, holds: bool) -> bool:
        """Whether an element without value, description and state is not printed itself."""
        if squash:
            return role in TRANSPARENT and bool(content) and squash in content
        return role in TRANSPARENT or (not holds and role not in KEPT_EMPTY)

    def _fold_into_name(self, item: Item, squash: str, content: str, kids: list[Item]) -> list[Item]:
        """Return the items below without the texts that are folded into the name."""
        if item.role in NAMED_FROM_CONTENT:
            repeated = bool(content) and squash in content
            if repeated and any(kid.role != TEXT or kid.kids for kid in kids):
                return kids
            return self._folded(item, squash, kids)
        if self.parents[item.index] == NO_PARENT or item.role in ACTED_ON:
            return kids
        same = next((kid for kid in kids if kid.is_text and squashed(kid.name) == squash), None)
        if same is None:
            return kids
        self._fold(same, item)
        return [kid for kid in kids if kid is not same]

    def _folded(self, item: Item, squash: str, kids: Sequence[Item]) -> list[Item]:
        """Return the items below without the texts found in ``squash``, left to right, each letter used once."""
        kept = []
        start = 0
        for kid in kids:
            text = squashed(kid.name) if kid.is_text else ""
            place = squash.find(text, start) if text else -1
            if place < 0:
                kept.append(kid)
            else:
                start = place + len(text)
                self._fold(kid, item)
        return kept

    def _fold(self, text: Item, into: Item) -> None:
        del self.outline.items[text.index]
        self.outline.folders[text.index] = into

    def _is_repeated(self, item: Item, squash: str, content: str, kids: Sequence[Item]) -> bool:
        """Whether the whole name is printed below. The texts of a menu name only its items."""
        if not content or self.parents[item.index] == NO_PARENT or any(kid.role == "menu" for kid in kids):
            return False
        return squash == content or (item.role in NAMED_FROM_CONTENT and squash in content)

    def _close(self, item: Item, kids: Sequence[Item], open_from: int, *, active: bool) -> None:
        """Complete an item whose children are known."""
        del self.open[open_from:]
        self.open.append(item)
        self.outline.items[item.index] = item
        item.kids = kids
        item.length += len(item.value) + len(item.description)
        for kid in kids:
            kid.parent = item
            item.size += kid.size
        if kids:
            only = kids[0]
            item.chain = only.chain + 1 if len(kids) == 1 and 0 <= only.chain < CHAIN else -1
            item.length += only.length if item.chain > 0 else 0
        item.ref = self._has_ref(item, active=active)

    def _has_ref(self, item: Item, *, active: bool) -> bool:
        role = item.role
        if self.parents[item.index] == NO_PARENT or active or (role in DIALOGS and not item.name):
            return True
        if role == "option":
            return combobox_above(self.outline.snapshot, item.index) == NO_PARENT
        if role in ACTED_ON or "focused" in item.words or "selected" in item.words:
            return True
        return role in CONTAINERS and len(item.kids) > 1


def _inherited(role: str, states: States, outer: States) -> Iterator[str]:
    """Yield the inherited states in which an element differs from its parent, in words.

    "enabled" is only printed for roles that can be acted on, and nothing for an element on the screen in one off it.
    """
    for name in INHERITED:
        own, above = (name, True) in states, (name, True) in outer
        if own and not above:
            yield name
        elif above and not own and name == "disabled" and role in ACTED_ON:
            yield "enabled"


def meaningful(snapshot: Snapshot) -> tuple[bool, ...]:
    """Return for each element whether it has content.

    Without content are the elements that the ``agent`` text leaves out: unnamed wrappers, empty texts, line breaks,
    list markers, and empty elements of most roles. A text that the name of its button repeats, and a wrapper with a
    name or a URL, have content.
    """
    outline = Outline.of(snapshot)
    columns = snapshot.columns
    cells = zip(columns.name, columns.url, snapshot.parents, strict=True)
    return tuple(
        index in outline.items
        or parent == NO_PARENT
        or (index not in outline.dropped and (bool(url) or bool(name and not name.isspace())))
        for index, (name, url, parent) in enumerate(cells)
    )
