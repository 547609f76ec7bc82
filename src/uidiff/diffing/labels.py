"""What to call an element in texts, events, summaries, reports and tables (spec/definitions#17-label).

One function for all of them, so that a line and an event call an element alike. An item of a collection is called by
the text that tells it from its siblings; a control without a name by what stands beside it; a menu without a name by
the button that opened it; a dialog without one by its first heading.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import compress, count, pairwise

from uidiff.diffing.item_texts import ItemTexts
from uidiff.diffing.telling_texts import LABEL, PARTS
from uidiff.diffing.texts_beside import TextsBeside
from uidiff.model.shape import NO_PARENT, nearest_marked
from uidiff.model.snapshot import Snapshot
from uidiff.text import readable, squashed

__all__ = ["ACTED_ON", "CONTROLS", "DIALOGS", "ITEMS", "KEPT_EMPTY", "LABELLED", "ROW_PARTS", "Labels"]

SCANNED = 200
"""The most elements of an item that are searched for its texts."""

CARD = 60
"""The most elements of a card; what is larger is a part of the page."""

SHAPE = 40
"""The most elements of an item by which siblings are compared."""

LABELLED = ("role", "name", "value", "description", "bounds", "states", "actions")
"""The columns, besides the depth, that labels are made of."""

SEVERAL = 3
"""Siblings that look like items, at least, and elements that each of them has."""

NEAR = 3
"""The most levels above a control without a name that are searched for a text beside it."""

ITEMS = frozenset({"article", "listitem", "option", "row", "treeitem"})
"""Roles of elements that are told from their siblings by one of several texts in them."""

_ITEMS_ALONE = {"treeitem": ITEMS - {"row"}}
"""Items whose texts are not those of an item around them; the rows of a tree with columns are made of tree items."""

CONTROLS = frozenset(
    {
        *("button", "checkbox", "combobox", "radio", "searchbox", "slider", "spinbutton", "switch", "textbox"),
        *("menuitem", "menuitemcheckbox", "menuitemradio", "tab"),
    }
)
"""Roles whose text says what can be done, and not what an item around it is."""

ACTED_ON = CONTROLS | {"link", "option", "treeitem"}
"""Widgets: they have a ref, so that a reader can act on them."""

_SILENT = frozenset({"line-break", "list-marker", "scrollbar", "progressbar", "separator", "tooltip"})
"""Roles whose texts, and those below, label nothing else."""

_HOLDS_TEXT = frozenset({"combobox", "searchbox", "textbox"})
"""Controls whose value is a text of the item that they are in: a row that is edited."""

_TICKED = frozenset({"checkbox", "radio", "switch"})
"""Controls whose text may stand after them."""

_CELLS = frozenset({"cell", "columnheader", "gridcell", "rowheader"})
ROW_PARTS = (_CELLS - {"columnheader"}) | {"row"}
"""Roles of a row and its cells: they are selected and expanded together (GTK's trees have cells in cells)."""

KEPT_EMPTY = (
    ACTED_ON
    | _CELLS
    | {
        *("alert", "alertdialog", "application", "deletion", "dialog", "document", "grid", "insertion", "listbox"),
        *("log", "menu", "meter", "progressbar", "scrollbar", "status", "table", "timer", "tooltip", "tree"),
        *("treegrid", "window"),
    }
)
"""Roles that tell something even without texts and children: they are printed, and others are not."""

_NAMELESS = CONTROLS | {"link"}
DIALOGS = frozenset({"alertdialog", "dialog", "window"})
"""Roles of what opens and is called by its title."""

_POPUPS = frozenset({"listbox", "menu"})
_BOUNDARIES = DIALOGS | {"application", "document", "form", "grid", "list", "main", "table", "tree", "treegrid"}
"""Beyond one of these, nothing stands beside an element."""

_KINDS = {"rowheader": 0, "heading": 1, "link": 2}
_PLAIN = 3


class Labels:
    """The labels of one snapshot, each made when it is asked for."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._columns = snapshot.columns
        self._known: dict[int, str] = {}
        self._alike: dict[int, frozenset[int]] = {}
        self._beside_in: dict[int, TextsBeside] = {}

    @cached_property
    def _parents(self) -> Sequence[int]:
        return self._snapshot.parents

    @cached_property
    def _ends(self) -> Sequence[int]:
        return self._snapshot.ends

    @classmethod
    def of(cls, snapshot: Snapshot) -> Labels:
        """Return the labels of a snapshot, made once."""
        return snapshot.view(cls)

    def __getitem__(self, index: int) -> str:
        """Return the label of an element, "" if nothing tells what to call it. Unquoted, of any length."""
        if index not in self._known:
            self._known[index] = ""  # for an element that is asked for while its own label is made
            self._known[index] = self._label(index)
        return self._known[index]

    def own(self, index: int) -> str:
        """Return the readable name, else value, else description of an element itself."""
        columns = self._columns
        return readable(columns.name[index]) or readable(columns.value[index]) or readable(columns.description[index])

    def without_value(self, index: int) -> str:
        """Return what to call an input apart from its value, which changes; "" if there is nothing."""
        columns = self._columns
        named = readable(columns.name[index]) or readable(columns.description[index])
        return named or self._beside(index, value=False)

    def item_around(self, index: int) -> int:
        """Return the nearest item of a collection that an element is in, but is not; else NO_PARENT."""
        return self._items_around[index]

    @cached_property
    def _items_around(self) -> Sequence[int]:
        return nearest_marked(self._parents, [self.is_item(index) for index in range(len(self._snapshot))])

    def is_item(self, index: int) -> bool:
        """Whether an element is one of several like ones: by its role, or a card (see :attr:`cards`)."""
        role = self._columns.role[index]
        return role in ITEMS or (role in _CARDS and index in self.cards)

    # ------------------------------------------------------------------- rules

    def _label(self, index: int) -> str:
        role = self._columns.role[index]
        if self.is_item(index):
            self._label_items(index)
            return self._known[index]
        name = readable(self._columns.name[index])
        if name:
            return name
        if role in _NAMELESS:
            return self._beside(index) or self.own(index) or self._first_text(index)
        if role in _POPUPS:
            return self._opener(index) or self.own(index) or self._first_text(index)
        if role in _CELLS:
            above = self._parents[index]
            around = above if above != NO_PARENT and self._columns.role[above] in _CELLS else self.item_around(index)
            return self.own(index) or self._first_text(index) or ("" if around == NO_PARENT else self[around])
        heading, own = self._heading(index), self.own(index)
        return (heading or own if role in DIALOGS else own or heading) or self._first_text(index)

    def _heading(self, index: int) -> str:
        columns = self._columns
        below = range(index + 1, min(self._ends[index], index + SCANNED))
        return next((name for i in below if columns.role[i] == "heading" and (name := readable(columns.name[i]))), "")

    def _first_text(self, index: int) -> str:
        """Return the first text in an element that is not a control's, else the first of a control in it."""
        texts = list(self._texts(index))
        return next((text for kind, text in texts if kind <= _PLAIN), texts[0][1] if texts else "")

    def _texts(self, index: int) -> Iterator[tuple[int, str]]:
        """Yield the texts in an element with their kinds; of an item not those of items in it."""
        columns, ends, within = self._columns, self._ends, self._columns.role[index]
        at, end = index + 1, min(ends[index], index + SCANNED)
        controls: list[tuple[int, str]] = []
        kind, kind_end = _PLAIN, 0
        while at < end:
            role = columns.role[at]
            if role in _SILENT or (role in ITEMS and within in _ITEMS_ALONE.get(role, ITEMS)):
                at = ends[at]
                continue
            if at >= kind_end:
                kind = _PLAIN
            if role in _KINDS:
                kind, kind_end = _KINDS[role], ends[at]
            if role in CONTROLS:
                value = readable(columns.value[at]) if role in _HOLDS_TEXT and within in ITEMS else ""
                if value:
                    yield _PLAIN, value
                elif text := self.own(at):
                    controls.append((_PLAIN + 1, text))
                at = ends[at]
                continue
            leaf = ends[at] == at + 1
            text = readable(columns.name[at]) or readable(columns.value[at])
            if leaf and not text:
                text = readable(columns.description[at])
            if text and (leaf or not self._has_text(at)):
                yield kind, text
                at = ends[at]
                continue
            at += 1
        yield from controls

    def _has_text(self, index: int) -> bool:
        """Whether an element below has a readable text."""
        with_text = self._with_text
        following = bisect_right(with_text, index)
        return following < len(with_text) and with_text[following] < self._ends[index]

    @cached_property
    def _with_text(self) -> list[int]:
        columns = self._columns
        cells = zip(columns.role, columns.name, columns.value, strict=True)
        return [
            index
            for index, (role, name, value) in enumerate(cells)
            if (name or value) and role not in _SILENT and (readable(name) or readable(value))
        ]

    # ------------------------------------------------------------------- items

    def _label_items(self, index: int) -> None:
        """Label an item and its siblings of the same role: each by what no other of them says."""
        role, parent = self._columns.role[index], self._parents[index]
        is_card = index in self.cards
        alike = [i for i in self._children(parent) if self._columns.role[i] == role and (i in self.cards) == is_card]
        texts = self._snapshot.view(ItemTexts).telling([self._parts(i) for i in alike])
        self._known.update(zip(alike, texts, strict=True))

    def _children(self, parent: int) -> Iterator[int]:
        at = 0 if parent == NO_PARENT else parent + 1
        end = len(self._snapshot) if parent == NO_PARENT else self._ends[parent]
        while at < end:
            yield at
            at = self._ends[at]

    def _parts(self, index: int) -> list[str]:
        """Return the texts by which an item may be called, looked for once if it is small."""
        end = self._ends[index]
        if end - index > SHAPE:
            return self._parts_in(index)
        return self._snapshot.view(ItemTexts).of(self._columns, index, end, self._parts_in)

    def _parts_in(self, index: int) -> list[str]:
        """Find the texts by which an item may be called, the most telling kind first.

        A name that its author gave goes before the texts in it; one that is made of them does not.
        """
        found = list(self._texts(index))
        plain = [part for part in found if part[0] <= _PLAIN] or found[:1]
        told = [text for _, text in sorted(plain[:PARTS], key=lambda part: part[0])]
        texts = list(dict.fromkeys([text for text in told if any(map(str.isalnum, text))] or told))
        name = readable(self._columns.name[index])
        if not texts:
            own = name or self.own(index)
            return [own] if own else []
        is_given = squashed(name) != squashed("".join(text for _, text in found))
        if name and len(name) <= LABEL and is_given and not any(k > _PLAIN and text in name for k, text in found):
            texts.insert(0, name)
        return texts

    # ------------------------------------------------------- what stands beside

    def _beside(self, index: int, *, value: bool = True) -> str:
        """Return what a control without a name is about: in an item its value, else that item; else the text before it.

        Args:
            index: the control.
            value: False: in an item not its value.
        """
        placeholder = dict(self._columns.states[index]).get("placeholder")
        if isinstance(placeholder, str) and readable(placeholder):
            return readable(placeholder)
        item = self.item_around(index)
        if item != NO_PARENT and self[item]:
            return (value and self.own(index)) or self[item]
        roles = self._columns.role
        at, above = index, self._parents[index]
        for _ in range(NEAR):
            if above == NO_PARENT or roles[above] in _BOUNDARIES:
                break
            text = self._texts_in(above).label_of(index, at, ticked=roles[index] in _TICKED)
            if text or not self._is_only_child(at):
                return text
            at, above = above, self._parents[above]
        return ""

    def _texts_in(self, parent: int) -> TextsBeside:
        if parent not in self._beside_in:
            siblings = list(self._children(parent))
            texts = {one: text for one in siblings if (text := self._plain_text(one))}
            self._beside_in[parent] = TextsBeside(siblings, texts, self._columns.bounds)
        return self._beside_in[parent]

    def _plain_text(self, index: int) -> str:
        """Return the text of an element that has one text and nothing else."""
        if self._columns.role[index] in CONTROLS or self._columns.actions[index]:
            return ""
        if self._ends[index] == index + 1:
            return "" if self._columns.role[index] in _SILENT else readable(self._columns.name[index])
        texts = [text for _, text in self._texts(index)]
        return texts[0] if len(texts) == 1 and len(texts[0]) <= LABEL else ""

    def _is_only_child(self, index: int) -> bool:
        parent = self._parents[index]
        return index == parent + 1 and self._ends[index] == self._ends[parent]

    def _opener(self, index: int) -> str:
        """Return the label of the one expanded element with a popup, or of the control that a popup is in."""
        above = self._parents[index]
        if above != NO_PARENT and self._columns.role[above] in CONTROLS:
            return self[above]
        return self[self._expanded[0]] if len(self._expanded) == 1 else ""

    @cached_property
    def _expanded(self) -> list[int]:
        found = []
        for index, states in enumerate(self._columns.states):
            if ("expanded", True) in states and dict(states).get("haspopup") not in {None, "false", False}:
                found.append(index)
        return found

    # ------------------------------------------------------------------- cards

    def is_item_like(self, index: int) -> bool:
        """Whether an element is an item, by its role or as it looks: one of several siblings made of the same roles.

        So are the files of an icon view, the products of a shop and the rows of a layout table. Each has a text of its
        own, and is made of at least three elements, or stands in a list.
        """
        if self.is_item(index):
            return True
        columns, parent = self._columns, self._parents[index]
        if parent == NO_PARENT or columns.role[parent] == "row":
            return False
        if columns.role[index] not in _MAYBE_ITEMS and columns.role[parent] not in _LISTS:
            return False
        if parent not in self._alike:
            self._alike[parent] = self._alike_children(parent)
        return index in self._alike[parent]

    def _alike_children(self, parent: int) -> frozenset[int]:
        """Return the children of an element that look like items."""
        by_shape: dict[tuple[str, ...], list[int]] = {}
        in_list = self._columns.role[parent] in _LISTS
        for child in self._children(parent):
            if in_list or self._columns.role[child] in _MAYBE_ITEMS:
                shape = self._columns.role[child : min(self._ends[child], child + SHAPE)]
                by_shape.setdefault(tuple(shape), []).append(child)
        least = 1 if in_list else SEVERAL
        alike = (same for shape, same in by_shape.items() if len(same) >= SEVERAL and len(shape) >= least)
        return frozenset(child for same in alike for child in same if self[child])

    @cached_property
    def cards(self) -> frozenset[int]:
        """The elements without a role of their own around controls that repeat: several products, each with "Buy".

        Of two controls of one role and name that follow each other, these are the largest elements that have only one
        of them; each has another text too.
        """
        columns = self._columns
        if CONTROLS.isdisjoint(columns.role) or _CARDS.isdisjoint(columns.role):
            return frozenset()
        controls = list(compress(count(), map(CONTROLS.__contains__, columns.role)))
        keys = [(columns.role[index], columns.name[index]) for index in controls]
        often = Counter(keys)
        if len(often) == len(keys):
            return frozenset()
        by_name: dict[tuple[str, str | None], list[int]] = {}
        for index, key in zip(controls, keys, strict=True):
            if key[1] and often[key] > 1:
                by_name.setdefault(key, []).append(index)
        parents = self._parents
        found: set[int] = set()
        for same in by_name.values():
            for first, second in pairwise(same):
                sides = self._apart(first, second)
                if sides is not None and columns.role[sides[0]] == columns.role[sides[1]]:
                    found.update(side for side in sides if self._may_be_card(side))
        return frozenset(index for index in found if self._says_more(index) and parents[index] != NO_PARENT)

    def _apart(self, first: int, second: int) -> tuple[int, int] | None:
        """Return the largest elements around each of two that are not around the other; None if one is a control."""
        parents, ends = self._parents, self._ends
        while parents[first] != NO_PARENT and ends[parents[first]] <= second:
            first = parents[first]
        top = parents[first]
        while parents[second] != top:
            second = parents[second]
        roles = self._columns.role
        return None if roles[first] in CONTROLS or roles[second] in CONTROLS else (first, second)

    def _may_be_card(self, index: int) -> bool:
        return self._columns.role[index] in _CARDS and self._ends[index] - index <= CARD

    def _says_more(self, index: int) -> bool:
        return any(kind <= _PLAIN for kind, _ in self._texts(index))


_MAYBE_ITEMS = frozenset({"cell", "generic", "gridcell", "group", "layout-table-row"})
"""Roles of elements that may be items by how they look."""

_LISTS = frozenset({"feed", "list"})
"""Roles of elements whose children are items, whatever their role."""

_CARDS = frozenset({"generic", "group", "region", "layout-table-row"})
"""Roles of elements that may be cards; a named role says what it is."""
