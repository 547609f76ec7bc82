"""Makes the items of an outline (see ``outline``), of a whole tree or of the subtree of one element.

It is one pass from the last element to the first, with two stacks of what has no parent yet: the items, and their
printed texts. So it takes linear time, whatever the shape.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from uidiff.diffing.focus_holder import focus_holder
from uidiff.diffing.labels import ACTED_ON, DIALOGS, KEPT_EMPTY, ROW_PARTS, Labels
from uidiff.diffing.meaning.context import POLITENESS
from uidiff.formats.item import Item
from uidiff.formats.role_sets import CONTAINERS, NAMED_FROM_CONTENT, TEXT, TRANSPARENT
from uidiff.formats.values import INHERITED, OF_A_ROW, state_words
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot
from uidiff.model.states import States
from uidiff.text import squashed, without_glyphs

__all__ = ["CHAIN", "OutlineBuilder", "combobox_above"]

CHAIN = 6
"""The most only children, one in the other, on one line."""

SLACK = 200
"""Characters of the texts below, beyond the length of the name, that are searched for the name."""

OPTION_LEVELS = 8
"""The most levels above an option that are searched for its combo box."""

_AROUND_OPTIONS = TRANSPARENT | {"group", "listbox"}


def combobox_above(snapshot: Snapshot, index: int) -> int:
    """Return the index of the combo box of an option, NO_PARENT if there is none a few levels above it."""
    roles, parents = snapshot.columns.role, snapshot.parents
    above = parents[index]
    for _ in range(OPTION_LEVELS):
        if above == NO_PARENT or roles[above] not in _AROUND_OPTIONS:
            break
        above = parents[above]
    return above if above != NO_PARENT and roles[above] == "combobox" else NO_PARENT


class OutlineBuilder:
    """Makes the items of a snapshot, from the last element to the first.

    Attributes:
        items, folders: those made so far, as an outline has them.
        open: the items without a parent so far, the last one first.
        texts: the texts that are printed below what is not made yet, without white space, the last one first.
    """

    def __init__(self, snapshot: Snapshot, dropped: Collection[int]) -> None:
        self.snapshot = snapshot
        self.columns = snapshot.columns
        self.parents = snapshot.parents
        self.dropped = dropped
        self.items: dict[int, Item] = {}
        self.folders: dict[int, int] = {}
        self.open: list[Item] = []
        self.texts: list[str] = []
        self.focus = focus_holder(snapshot)
        self.cards = Labels.of(snapshot).cards
        self.known_words: dict[tuple[str, States, States, str | None], tuple[str, ...]] = {}

    def build(self, start: int, stop: int) -> list[Item]:
        """Make the items of whole subtrees, of the elements from ``start`` to ``stop``, and return the topmost ones."""
        columns, ends = self.columns, self.snapshot.ends
        open_at, texts_at = [0] * (stop - start + 1), [0] * (stop - start + 1)
        bare = self._bare_texts(start, stop)
        for index in range(stop - 1, start - 1, -1):
            end = ends[index]
            if index in self.dropped:  # names around it may contain its text
                if end == index + 1 and columns.name[index]:
                    self.texts.append(squashed(columns.name[index]))
            elif bare[index - start]:
                self._text(index, without_glyphs(columns.name[index]))
            else:
                self._element(index, open_at[end - start], texts_at[end - start])
            open_at[index - start], texts_at[index - start] = len(self.open), len(self.texts)
        return self.open[::-1]

    def _bare_texts(self, start: int, stop: int) -> list[bool]:
        """Return for each of these elements whether it is a leaf with nothing but a text."""
        columns = self.columns
        leaf = map(int.__ge__, columns.depth[start:stop], (*columns.depth[start + 1 : stop], 0))
        cells = (columns.role, columns.value, columns.description, columns.states, columns.actions)
        rows = zip(leaf, *(column[start:stop] for column in cells), strict=True)
        return [
            role == TEXT and is_leaf and not (value or description or states or actions)
            for is_leaf, role, value, description, states, actions in rows
        ]

    def _text(self, index: int, text: str) -> None:
        squash = squashed(text)
        if squash:
            item = self.items[index] = Item(index, TEXT, text)
            self.open.append(item)
            self.texts.append(squash)

    def _element(self, index: int, open_from: int, texts_from: int) -> None:
        columns, item = self.columns, self._line(index)
        role, squash = item.role, squashed(item.name)
        holds = len(self.open) > open_from
        if role == TEXT and item.plain and not holds and not squash:
            return
        if columns.unread[index]:
            item.words += ("unread",)
        active = self._is_active(index)
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

    def _line(self, index: int) -> Item:
        """Return an item with what its line has of the element alone."""
        columns = self.columns
        item = Item(index, columns.role[index], without_glyphs(columns.name[index]))
        item.words = self._words(index)
        value, description = columns.value[index] or "", columns.description[index] or ""
        item.value = "" if value == item.name else value
        item.description = "" if description in {item.name, value} else description
        return item

    def _is_active(self, index: int) -> bool:
        return bool(self.columns.actions[index]) or ("focusable", True) in self.columns.states[index]

    def restated(self, known: Item) -> Item:
        """Return an item whose own line is another one, with the items below it as they were."""
        item = self._line(known.index)
        if self.columns.unread[item.index]:
            item.words += ("unread",)
        item.kids, item.up, item.size, item.chain = list(known.kids), known.up, known.size, known.chain
        item.elided = known.elided
        item.length += len(item.value) + len(item.description) + (item.kids[0].length if item.chain > 0 else 0)
        item.ref = self._has_ref(item, active=self._is_active(item.index))
        return item

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
        del self.items[text.index]
        self.folders[text.index] = into.index

    def _is_repeated(self, item: Item, squash: str, content: str, kids: Sequence[Item]) -> bool:
        """Whether the whole name is printed below. The texts of a menu name only its items."""
        if not content or self.parents[item.index] == NO_PARENT or any(kid.role == "menu" for kid in kids):
            return False
        return squash == content or (item.role in NAMED_FROM_CONTENT and squash in content)

    def _close(self, item: Item, kids: Sequence[Item], open_from: int, *, active: bool) -> None:
        """Complete an item whose children are known."""
        del self.open[open_from:]
        self.open.append(item)
        self.items[item.index] = item
        item.kids = kids
        item.length += len(item.value) + len(item.description)
        for kid in kids:
            kid.up = item.index
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
            return combobox_above(self.snapshot, item.index) == NO_PARENT
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
