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

from uidiff.diffing.records import Changed
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.agent.groups import MANY
from uidiff.formats.agent.replaced import replaced
from uidiff.formats.item import Item
from uidiff.formats.outline import INHERITED, Outline, squashed
from uidiff.formats.vocabulary import DROPPED
from uidiff.formats.words import change_words, said_value
from uidiff.model.shape import NO_PARENT

__all__ = ["Statement", "Statements"]

_TEXTS = ("name", "value", "description")


@attrs.frozen(eq=False)
class Statement:
    """What is said of one changed element.

    Attributes:
        record: the change.
        items: what the line is about: its own item after; else those of what it holds, or the one that it is folded
            into or printed in.
        own: whether that is its own.
        name: ``"old" -> "new"``, "" where the name is not said to have changed.
        value: the same of the value.
        words: the rest, a phrase each.
    """

    record: Changed
    items: Sequence[Item]
    own: bool
    name: str = ""
    value: str = ""
    words: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.name or self.value or self.words)


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
        for index, record in self.records.items():
            statement = self._statement(index, record)
            if statement:
                yield statement

    def kept_names(self) -> Iterator[Item]:
        """The elements that keep a name which was printed below them and no longer is (field/TEXT 4, case 4)."""
        after_of, items = self.delta.matching.after_of, self.after.items
        for was in self.before.items.values():
            own = items.get(after_of[was.index]) if was.elided else None
            if own is not None and own.name and not own.elided and own.index not in self.names:
                yield own

    def _statement(self, index: int, record: Changed) -> Statement:
        own = self.after.items.get(index)
        if own is None and self._is_dropped(index):
            return Statement(record, (), own=False)
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
            if field == "name" and not self._name_is_said(index, record, old, new):
                name = replaced(old, new, self.clip)
            elif field == "value" and not self._value_is_said(record):
                value = replaced(old, new, self.clip) if old else said_value(record.fields[field][1], self.clip)
            elif field == "description" and record.fields.get("name") != record.fields[field]:
                words.append(f"description {replaced(old, new, self.clip)}")
        return Statement(record, self._concerned(index), own is not None, name, value, tuple(words))

    def _concerned(self, index: int) -> Sequence[Item]:
        if index in self.after.folders:
            return [self.after.folders[index]]
        found = self.after.topmost(index)
        if not found:
            nearest = self.after.nearest(index)
            found = [] if nearest is None else [nearest]
        return found

    def _is_dropped(self, index: int) -> bool:
        roles, parents = self.after.snapshot.columns.role, self.after.snapshot.parents
        return roles[index] in DROPPED or (parents[index] != NO_PARENT and roles[parents[index]] in DROPPED)

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
                yield f"bounds {said_value(before)} -> {said_value(after)}"
        elif name == "role":
            yield f"role {before} -> {after}"
        elif name == "url":
            yield f"url {said_value(before)} -> {said_value(after)}" if before != after else "url changed (hidden part)"
        elif name == "actions":
            yield f"actions {said_value(before, self.clip)} -> {said_value(after, self.clip)}"
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
        parents, roles = self.after.snapshot.parents, self.after.snapshot.columns.role
        above = parents[index]
        while above != NO_PARENT and roles[above] != "combobox":
            above = parents[above]
        box = self.records.get(above)
        if box is None or "value" not in box.fields:
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


def _compared(before: object, after: object) -> tuple[str, str]:
    """The two texts without their white space; with it, if nothing else of them differs."""
    texts = str(before or ""), str(after or "")
    old, new = map(squashed, texts)
    return (old, new) if old != new else texts
