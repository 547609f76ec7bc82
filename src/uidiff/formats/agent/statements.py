"""The changes of matched elements as statements, each change once, at the element where a reader looks for it.

A change is left out only if another line has it:

- a name that is elided before and after: the texts below have it; the same change of name in an element and below it:
  the deepest element has it; the name of the first root that changes as the title does: the title has it;
- a text that is folded into a name or value, if the old and the new name or value have both texts;
- an inherited state (disabled, off screen): the topmost element that changed with it has it;
- coming on or off the screen in what was and is off it;
- the selection or expansion of a cell: its row, else the first cell of it that changed alike, has it;
- the focus of what is around, or beside, the one element that has it for a reader; losing it, if another gained it;
- bounds, if many elements changed them: one line counts them;
- ``valuetext`` that changes as the value or the name, and the selection in a combo box whose value changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import attrs

from uidiff.diffing.differences import HIDDEN, HIDDEN_CHANGE
from uidiff.diffing.focus_holder import focus_holder
from uidiff.diffing.labels import ROW_PARTS
from uidiff.diffing.records import Changed
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.agent.text_change import format_change
from uidiff.formats.item import Item
from uidiff.formats.outline import Outline
from uidiff.formats.outline_builder import combobox_above
from uidiff.formats.values import ABSENT, INHERITED, OF_A_ROW, change_words, format_text, format_value
from uidiff.matching.matching import UNMATCHED
from uidiff.model.shape import NO_PARENT, nearest_marked
from uidiff.text import same_text, squashed, without_glyphs

__all__ = ["HIDDEN_VALUE", "MANY", "Statement", "Statements", "format_url_change"]

MANY = 4
"""The least number of siblings of one role that become one phrase, and of shifted elements that become one line."""

HIDDEN_VALUE = f"value {HIDDEN}"
"""Says that a secret's value is another one now."""

_INHERITED_WORDS = {"enabled": "disabled", "collapsed": "expanded"} | {
    state: state for state in ("disabled", "offscreen", "selected", "expanded")
}
"""Word of a state that is not printed in an element with the same one, to that state."""

_TEXTS = ("name", "value", "description")


@attrs.frozen(eq=False, repr=False)
class Statement:
    """The reported changes of one element.

    Attributes:
        index, before_index: of the element, in the tree after and in that before.
        items: the element's own item after; else the items below it, or the one into which it is folded or printed.
        own: whether that is its own item.
        name: ``"old" -> "new"``, "" if no change of the name is reported.
        value: the same for the value.
        words: a phrase for each other change.
    """

    index: int
    before_index: int
    items: Sequence[Item]
    own: bool
    name: str = ""
    value: str = ""
    words: tuple[str, ...] = ()


class Statements:
    """Makes the statements of a delta; the module's docstring lists what is left out."""

    def __init__(self, delta: TreeDiff, before: Outline, after: Outline, *, bounds: bool, clip: int | None) -> None:
        self.delta = delta
        self.before = before
        self.after = after
        self.bounds = bounds and sum("bounds" in record.fields for record in delta.changed) < MANY
        self.clip = clip
        self.records = {record.after.index: record for record in delta.changed}
        self.names = {j: record.fields["name"] for j, record in self.records.items() if "name" in record.fields}
        self.repeated = self._reported_below()
        self.told_in_row = self._told_in_row()
        self.holder, self.holder_before = focus_holder(after.snapshot), focus_holder(before.snapshot)
        self.focus_is_reported = self._focus_is_reported()

    def all(self) -> Iterator[Statement]:
        """Yield a statement for each element that needs one, in document order."""
        still = dict(self._unchanged_states())
        before_of = self.delta.matching.before_of
        for index in sorted({*self.records, *still}):
            record = self.records.get(index)
            if record is None:
                items = [self.after.items[index]]
                yield Statement(index, before_of[index], items, own=True, words=still[index])
                continue
            statement = self._statement(index, record, still.get(index, ()))
            if statement is not None:
                yield statement

    def newly_printed(self) -> Iterator[tuple[Item, bool, bool, bool]]:
        """Yield items with unchanged texts that are printed only now: item, and whether name, value, description are.

        They were printed below, in another element's name, or as the name (spec/folding#4).
        """
        before_of, was_printed = self.delta.matching.before_of, self.before.items
        moved = {record.after.index for record in self.delta.moved}
        for index in self._renewed:
            i, own = before_of[index], self.after.items[index]
            if i == UNMATCHED or (own.is_text and index in moved):
                continue
            was = was_printed.get(i)
            changed = self._changed_texts(i, index)
            name = bool(own.name) and not own.elided and (was is None or was.elided) and "name" not in changed
            value = bool(own.value) and (was is None or not was.value) and "value" not in changed
            described = bool(own.description) and (was is None or not was.description) and "description" not in changed
            if name or value or described:
                yield own, name, value, described

    @cached_property
    def _renewed(self) -> list[int]:
        """The printed elements after whose item is not the very one before: only these may be printed otherwise."""
        renewed = self.after.renewed(self.before, self.delta.matching.before_of)
        return [index for index in renewed if index in self.after.items]

    def _changed_texts(self, i: int, index: int) -> set[str]:
        """Return the changed fields of two matched elements: reported ones, and texts whose change is ignored."""
        before, after = self.before.snapshot.columns, self.after.snapshot.columns
        ignored = [field for field in _TEXTS if not same_text(getattr(before, field)[i], getattr(after, field)[index])]
        return {*ignored, *(self.records[index].fields if index in self.records else ())}

    def _unchanged_states(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield after-index and words of inherited states that stayed while they changed in the elements above."""
        before_of = self.delta.matching.before_of
        for index in self._renewed:
            own = self.after.items[index]
            if not own.words or before_of[index] == UNMATCHED:
                continue
            was = self.before.items.get(before_of[index])
            fields = self.records[index].fields if index in self.records else ()
            words = [
                f"still {word}"
                for word, state in _INHERITED_WORDS.items()
                if word in own.words and (was is None or word not in was.words) and state not in fields
            ]
            if words:
                yield index, tuple(words)

    def _statement(self, index: int, record: Changed, still: tuple[str, ...]) -> Statement | None:
        own = self.after.items.get(index)
        if index in self.after.dropped and record.before.index not in self.before.items:
            return None
        words = [
            word
            for name, pair in record.fields.items()
            if name not in _TEXTS
            for word in self._words(index, name, *pair)
        ]
        name = value = ""
        for field in filter(record.fields.__contains__, _TEXTS):
            old, new = (str(text or "") for text in record.fields[field])
            if old == new and field != "value":
                continue  # absent, and empty: nothing that a reader sees
            if field == "name" and not self._name_is_reported(index, record, old, new):
                name = _name_change(old, new, self.clip)
            elif old == new and new:
                words.append(HIDDEN_VALUE)
            elif field == "value" and not _is_change(record.fields.get("name"), old, new):
                value = format_change(old, new, self.clip) if old else format_value(record.fields[field][1], self.clip)
            elif field == "description" and not _is_change(record.fields.get("name"), old, new):
                words.append(f"description {format_change(old, new, self.clip)}")
        if name == _ICON:
            name, words = "", [*words, _ICON]
        if not (name or value or words or still):
            return None
        said = (*words, *still)
        return Statement(index, record.before.index, self._concerned(index), own is not None, name, value, said)

    def _concerned(self, index: int) -> Sequence[Item]:
        folder = self.after.folder(index)
        if folder is not None:
            return [folder]
        found = self.after.topmost(index)
        if not found:
            nearest = self.after.nearest(index)
            found = [] if nearest is None else [nearest]
        return found

    # ------------------------------------------------------------------- texts

    def _reported_below(self) -> frozenset[int]:
        """Return the elements whose change of name an element below has too."""
        ends = self.after.snapshot.ends
        last: dict[tuple[str, str], int] = {}
        found = set()
        for index in sorted(self.names, reverse=True):
            pair = _compared(*self.names[index])
            below = last.get(pair)
            if below is not None and below < ends[index]:
                found.add(index)
            if index in self.after.items and not self._is_elided(index):
                last[pair] = index
        return frozenset(found)

    def _name_is_reported(self, index: int, record: Changed, old: str, new: str) -> bool:
        if index in self.repeated:
            return True
        if index == 0 and self.delta.circumstances.get("title") == record.fields["name"]:
            return True
        folder = self.after.folder(index)
        if folder is not None:
            return self.folder_reports(folder, old, new)
        return self._is_elided(index) and squashed(old) != squashed(new)

    def _is_elided(self, index: int) -> bool:
        """Whether the name of a changed element is printed below it, before and after."""
        own = self.after.items.get(index)
        was = self.before.items.get(self.records[index].before.index)
        return (own is None or own.elided) and (was is None or was.elided)

    def folder_reports(self, folder: Item, old: str, new: str) -> bool:
        """Whether a reported change of the element into which a text is folded has the change of the text."""
        record = self.records.get(folder.index)
        if record is None:
            return False
        for field in ("name", "value"):
            before, after = (squashed(str(text or "")) for text in record.fields.get(field, ("", "")))
            if before != after and squashed(old) in before and squashed(new) in after:
                return True
        return False

    # ------------------------------------------------------------------ states

    def _told_in_row(self) -> frozenset[tuple[int, str]]:
        """Return the cells, with the state, whose row or a cell before them in it changed alike."""
        changed = [
            (index, name, record.fields[name])
            for index, record in sorted(self.records.items())
            if record.after.role in ROW_PARTS
            for name in OF_A_ROW
            if name in record.fields
        ]
        if not changed:
            return frozenset()
        parents, roles = self.after.snapshot.parents, self.after.snapshot.columns.role
        is_outermost = [
            role in ROW_PARTS and (parent == NO_PARENT or roles[parent] not in ROW_PARTS)
            for role, parent in zip(roles, parents, strict=True)
        ]
        row_above = nearest_marked(parents, is_outermost)
        told: set[tuple[int, str, tuple[object, object]]] = set()
        found = set()
        for index, name, pair in changed:
            key = (index if is_outermost[index] else row_above[index]), name, pair
            if key in told:
                found.add((index, name))
            elif index in self.after.items:
                told.add(key)
        return frozenset(found)

    def _words(self, index: int, name: str, before: object, after: object) -> Iterator[str]:
        record = self.records[index]
        if name == "bounds":
            if self.bounds:
                yield f"bounds {format_value(before)} -> {format_value(after)}"
        elif name == "role":
            yield f"role {before} -> {after}"
        elif name == "url":
            yield format_url_change(before, after, self.clip)
        elif name == "actions":
            yield f"actions {format_value(before, self.clip)} -> {format_value(after, self.clip)}"
        elif (index, name) not in self.told_in_row and not self._state_is_reported(index, record, name, before, after):
            yield change_words(name, before, after, self.clip)

    def _state_is_reported(self, index: int, record: Changed, name: str, before: object, after: object) -> bool:
        fields = record.fields
        if name in INHERITED:
            parent = self.records.get(self.after.snapshot.parents[index])
            is_reported = parent is not None and parent.fields.get(name) == (before, after)
            return is_reported or (name == "offscreen" and self._is_in_what_is_offscreen(record))
        if name == "focused":
            if after is True:
                return index != self.holder
            return self.focus_is_reported or record.before.index != self.holder_before
        if name == "valuetext":
            return (before, after) in (fields.get("value"), fields.get("name"))
        return name == "selected" and record.after.role == "option" and self._combobox_reports(index, record, after)

    @staticmethod
    def _is_in_what_is_offscreen(record: Changed) -> bool:
        around = record.before.parent, record.after.parent
        return all(parent is not None and parent.states.get("offscreen") is True for parent in around)

    def _combobox_reports(self, index: int, record: Changed, selected: object) -> bool:
        """Whether a reported change of the combo box around an option has the option's name as old or new value."""
        box = self.records.get(combobox_above(self.after.snapshot, index))
        if box is None or box.fields.get("value", HIDDEN_CHANGE) == HIDDEN_CHANGE:
            return False
        return box.fields["value"][bool(selected)] == (record.after.name if selected else record.before.name)

    def _focus_is_reported(self) -> bool:
        """Whether a line says which element has the focus now: one that gained it, or came with it."""
        record = self.records.get(self.holder)
        if record is not None and record.fields.get("focused") == (False, True):
            return True
        return self.holder != NO_PARENT and self.delta.matching.before_of[self.holder] == UNMATCHED


_ICON = "icon changed"
"""Says that a name changed only in the glyphs of an icon font."""


def _name_change(old: str, new: str, clip: int | None) -> str:
    """Return the change of a name as a reader sees it: without glyphs, ``none`` for what shows nothing."""
    before, after = without_glyphs(old), without_glyphs(new)
    if before == after:
        return _ICON
    if before and after:
        return format_change(before, after, clip)
    return " -> ".join(format_text(text, clip) if text else ABSENT for text in (before, after))


def _is_change(change: tuple[object, object] | None, old: str, new: str) -> bool:
    """Whether the change of another field is the same, an absent text being an empty one."""
    return change is not None and (str(change[0] or ""), str(change[1] or "")) == (old, new)


def format_url_change(before: object, after: object, clip: int | None) -> str:
    """Return the change of a URL in words."""
    if before == after:
        return "url changed (hidden part)"
    if isinstance(before, str) and isinstance(after, str):
        return f"url {format_change(before, after, clip)}"
    return f"url {format_value(before, clip)} -> {format_value(after, clip)}"


def _compared(before: object, after: object) -> tuple[str, str]:
    """Return two texts without white space, or with it if only white space differs."""
    texts = str(before or ""), str(after or "")
    old, new = map(squashed, texts)
    return (old, new) if old != new else texts
