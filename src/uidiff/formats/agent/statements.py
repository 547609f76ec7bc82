"""What changed of elements that stayed, as statements: each change once, where a reader looks for it.

A change is left out only where another line says it:

- a name that is elided before and after is said by the texts below; of the same change in an element and below it the
  deepest is said; the name of the first root that changes as the title does is said with that;
- a text that is folded into a name or value is said by that name or value, where both texts stand in both of those;
- a state that an element inherits (disabled, off screen) is said of the topmost that changed with it;
- losing the focus is said by gaining it, while exactly one element has it and is said;
- where elements stand, if many changed that: one line counts them;
- ``valuetext`` that changes as the value or the name does, and the selection in a combo box whose value changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from uidiff.diffing.fields import HIDDEN_CHANGE
from uidiff.diffing.records import Changed
from uidiff.diffing.sentences import HIDDEN
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.agent.groups import MANY
from uidiff.formats.agent.text_change import format_change
from uidiff.formats.item import Item
from uidiff.formats.outline import Outline, combobox_above, squashed
from uidiff.formats.state_words import INHERITED, change_words
from uidiff.formats.values import format_value
from uidiff.matching.matching import UNMATCHED
from uidiff.model.shape import NO_PARENT
from uidiff.text import same_text

__all__ = ["Statement", "Statements", "format_url_change"]

_INHERITED_WORDS = {"disabled": "disabled", "enabled": "disabled", "offscreen": "offscreen"}
"""The words of inherited states, and the states."""

_TEXTS = ("name", "value", "description")


@attrs.frozen(eq=False, repr=False)
class Statement:
    """What is said of one changed element.

    Attributes:
        index, before_index: of the element, in the tree after and in that before.
        items: what the line is about: its own item after; else those of what it holds, or the one that it is folded
            into or printed in.
        own: whether that is its own.
        name: ``"old" -> "new"``, "" where the name is not said to have changed.
        value: the same of the value.
        words: the rest, a phrase each.
    """

    index: int
    before_index: int
    items: Sequence[Item]
    own: bool
    name: str = ""
    value: str = ""
    words: tuple[str, ...] = ()


class Statements:
    """Makes the statements of a delta; see the module for what is left out."""

    def __init__(self, delta: TreeDiff, before: Outline, after: Outline, *, bounds: bool, clip: int | None) -> None:
        self.delta = delta
        self.before = before
        self.after = after
        self.bounds = bounds and sum("bounds" in record.fields for record in delta.changed) < MANY
        self.clip = clip
        self.records = {record.after.index: record for record in delta.changed}
        self.names = {j: record.fields["name"] for j, record in self.records.items() if "name" in record.fields}
        self.repeated = self._said_below()
        self.focus_is_said = self._one_focus()

    def all(self) -> Iterator[Statement]:
        """A statement for each record that needs one, in document order."""
        still = dict(self._still())
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
        """What stayed as it was, and is printed only now: the item, and whether that is its name, value, description.

        It was printed below, in another element's name, or as the name (spec/folding#4).
        """
        before_of, was_printed = self.delta.matching.before_of, self.before.items
        moved = {record.after.index for record in self.delta.moved}
        for index, own in self.after.items.items():
            i = before_of[index]
            if i == UNMATCHED or (own.is_text and index in moved):
                continue
            was = was_printed.get(i)
            changed = self._changed_texts(i, index)
            name = bool(own.name) and not own.elided and (was is None or was.elided) and "name" not in changed
            value = bool(own.value) and (was is None or not was.value) and "value" not in changed
            described = bool(own.description) and (was is None or not was.description) and "description" not in changed
            if name or value or described:
                yield own, name, value, described

    def _changed_texts(self, i: int, index: int) -> set[str]:
        """Which fields changed of two that are matched: those that are reported, and texts whose change is ignored."""
        before, after = self.before.snapshot.columns, self.after.snapshot.columns
        ignored = [field for field in _TEXTS if not same_text(getattr(before, field)[i], getattr(after, field)[index])]
        return {*ignored, *(self.records[index].fields if index in self.records else ())}

    def _still(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """What did not change of an inherited state, where what is around it did: by after-index, in words."""
        before_of = self.delta.matching.before_of
        for index, own in self.after.items.items():
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
        for field in _TEXTS:
            if field not in record.fields:
                continue
            old, new = (str(text or "") for text in record.fields[field])
            if old == new and field != "value":  # absent, and empty
                words.append(f"{field} {' -> '.join(map(format_value, record.fields[field]))}")
            elif field == "name" and not self._name_is_said(index, record, old, new):
                name = format_change(old, new, self.clip)
            elif old == new and new:
                words.append(f"value {HIDDEN}")
            elif field == "value" and not self._value_is_said(record):
                value = format_change(old, new, self.clip) if old else format_value(record.fields[field][1], self.clip)
            elif field == "description" and record.fields.get("name") != record.fields[field]:
                words.append(f"description {format_change(old, new, self.clip)}")
        if not (name or value or words or still):
            return None
        said = (*words, *still)
        return Statement(index, record.before.index, self._concerned(index), own is not None, name, value, said)

    def _concerned(self, index: int) -> Sequence[Item]:
        if index in self.after.folders:
            return [self.after.folders[index]]
        found = self.after.topmost(index)
        if not found:
            nearest = self.after.nearest(index)
            found = [] if nearest is None else [nearest]
        return found

    # ------------------------------------------------------------------- texts

    def _said_below(self) -> frozenset[int]:
        """The elements whose change of name an element below says too."""
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

    def _name_is_said(self, index: int, record: Changed, old: str, new: str) -> bool:
        if index in self.repeated:
            return True
        if index == 0 and self.delta.circumstances.get("title") == record.fields["name"]:
            return True
        folder = self.after.folders.get(index)
        if folder is not None:
            return self.folder_says(folder, old, new)
        return self._is_elided(index) and squashed(old) != squashed(new)

    def _is_elided(self, index: int) -> bool:
        """Whether an element that changed says nothing that is not printed below it, before and after."""
        own = self.after.items.get(index)
        was = self.before.items.get(self.records[index].before.index)
        return (own is None or own.elided) and (was is None or was.elided)

    def folder_says(self, folder: Item, old: str, new: str) -> bool:
        """Whether the element into which a text is folded is said to have changed with it."""
        record = self.records.get(folder.index)
        if record is None:
            return False
        for field in ("name", "value"):
            before, after = (squashed(str(text or "")) for text in record.fields.get(field, ("", "")))
            if before != after and squashed(old) in before and squashed(new) in after:
                return True
        return False

    @staticmethod
    def _value_is_said(record: Changed) -> bool:
        """Whether value and name are the same text, before and after."""
        fields = record.fields
        return fields.get("name") == fields["value"]

    # ------------------------------------------------------------------ states

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
        elif not self._state_is_said(index, record, name, before, after):
            yield change_words(name, before, after, self.clip)

    def _state_is_said(self, index: int, record: Changed, name: str, before: object, after: object) -> bool:
        fields = record.fields
        if name in INHERITED:
            return self._parent_says(index, name, before, after)
        if name == "focused":
            return after is False and self.focus_is_said
        if name == "valuetext":
            return (before, after) in (fields.get("value"), fields.get("name"))
        return name == "selected" and record.after.role == "option" and self._combobox_says(index, record, after)

    def _parent_says(self, index: int, name: str, before: object, after: object) -> bool:
        parent = self.records.get(self.after.snapshot.parents[index])
        return parent is not None and parent.fields.get(name) == (before, after)

    def _combobox_says(self, index: int, record: Changed, selected: object) -> bool:
        """Whether the combo box around an option is said to have its name as the value, or to have had it."""
        box = self.records.get(combobox_above(self.after.snapshot, index))
        if box is None or box.fields.get("value", HIDDEN_CHANGE) == HIDDEN_CHANGE:
            return False
        return box.fields["value"][bool(selected)] == (record.after.name if selected else record.before.name)

    def _one_focus(self) -> bool:
        """Whether exactly one element gained the focus, exactly one lost it, and no third one has it."""
        gained = [j for j, record in self.records.items() if record.fields.get("focused") == (False, True)]
        gained += [record.after.index for record in self.delta.added if record.after.states.get("focused")]
        lost = [j for j, record in self.records.items() if record.fields.get("focused") == (True, False)]
        if len(gained) != 1 or len(lost) != 1:
            return False
        parents = self.after.snapshot.parents  # a page that has the focus has it beside the element in it
        states = self.after.snapshot.columns.states
        holders = [j for j, own in enumerate(states) if ("focused", True) in own and parents[j] != NO_PARENT]
        return not holders or holders == gained


def format_url_change(before: object, after: object, clip: int | None) -> str:
    """The change of a URL in words."""
    if before == after:
        return "url changed (hidden part)"
    if isinstance(before, str) and isinstance(after, str):
        return f"url {format_change(before, after, clip)}"
    return f"url {format_value(before, clip)} -> {format_value(after, clip)}"


def _compared(before: object, after: object) -> tuple[str, str]:
    """The two texts without their white space; with it, if nothing else of them differs."""
    texts = str(before or ""), str(after or "")
    old, new = map(squashed, texts)
    return (old, new) if old != new else texts
