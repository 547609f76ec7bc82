"""What need not be said, because what is said implies it; each rule of the page is verified, not assumed."""

from __future__ import annotations

from benchmarks.honesty.case import Case, is_bare
from benchmarks.honesty.reader import NO_PARENT, seen, squashed
from benchmarks.honesty.states import OF_A_ROW, ROW_PARTS
from uidiff.records import Changed
from uidiff.text import without_glyphs

__all__ = ["Implied"]

_FROM_ABOVE = ("disabled", "offscreen")

_NO_STATES = frozenset({"actions", "bounds", "description", "name", "role", "url", "value"})
"""Fields of an element that are no states."""


class Implied:
    """Looks for what implies a change that no line says."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.records = case.records
        self.said = case.said_fields
        self.parents = case.after.parents
        self.ends = case.after.ends

    def is_said(self, index: int, field: str) -> bool:
        """Whether a change is said, or implied."""
        if field in self.said.get(index, ()):
            return True
        record = self.records[index]
        if self._is_no_news(index, record, field):
            return True
        if self.case.after.is_dropped(index) or (field == "bounds" and not self.case.bounds):
            return True
        if field == "name":
            return self._name(index, record)
        if field in {"value", "description", "valuetext"}:
            return self._echo(index, record, field)
        return self._state(index, record, field)

    def _is_no_news(self, index: int, record: Changed, field: str) -> bool:
        """Whether a state changed of what only decorates, without text or ref, or of what is not printed.

        Nor is it news that a name or a description is empty that was absent.
        """
        if field in {"name", "description"} and not any(record.fields[field]):
            return True
        if field in _NO_STATES:
            return False
        after = self.case.after
        node = after.nodes.get(index)
        if node is None or node.item is None:
            return field in _FROM_ABOVE and not after.topmost(index)
        return is_bare(node, after) and not _NO_STATES & record.fields.keys()

    def _state(self, index: int, record: Changed, field: str) -> bool:
        if field in _FROM_ABOVE:
            return self._from_above(index, field) or (field == "offscreen" and self._is_unseen(record))
        if field == "focused":
            return self._focus(index, record)
        if field in OF_A_ROW and self._in_its_row(index, field):
            return True
        return field == "selected" and self._selection(index, record)

    # -------------------------------------------------------------------- name

    def _name(self, index: int, record: Changed) -> bool:
        old, new = (without_glyphs(str(text or "")) for text in record.fields["name"])
        if not seen(old) and not seen(new):
            return True
        if self._said_deeper(index, old, new) or self._by_the_title(index, record):
            return True
        item, was = self.case.after.found.get(index), self.case.before.found.get(record.before.index)
        printed = item is not None and item.name is not None and seen(new)
        was_printed = was is not None and was.name is not None and seen(old)
        if not printed and not was_printed:
            return self._folded_is_said(index, record, old, new)
        return False

    def _folded_is_said(self, index: int, record: Changed, old: str, new: str) -> bool:
        """Not printed before and after: it stands in what is printed below, or in what it is folded into."""
        after, before = self.case.after, self.case.before
        below_after = bool(after.topmost(index)) or not seen(new)
        below_before = bool(before.topmost(record.before.index)) or not seen(old)
        if below_after and below_before:
            return True  # the whole texts were checked: what is printed below repeats the name, and changed itself
        holder, held = after.nearest(index), before.nearest(record.before.index)
        if holder is None or held is None:
            return False
        if self.case.delta.matching.after_of[held.index] != holder.index:
            return False
        return self.case.renamed(holder.index, old, 0) and self.case.renamed(holder.index, new, 1)

    def _said_deeper(self, index: int, old: str, new: str) -> bool:
        """Whether the same change of an element below is said."""
        pair = squashed(old), squashed(new)
        for below in range(index + 1, self.ends[index]):
            record = self.records.get(below)
            if record is None or "name" not in record.fields or "name" not in self.said.get(below, ()):
                continue
            if pair == tuple(squashed(without_glyphs(str(text or ""))) for text in record.fields["name"]):
                return True
        return False

    def _by_the_title(self, index: int, record: Changed) -> bool:
        is_root = self.parents[index] == NO_PARENT
        return is_root and self.case.delta.circumstances.get("title") == record.fields["name"]

    def _echo(self, index: int, record: Changed, field: str) -> bool:
        """Whether it changed as the name, or the value, that is said to have changed."""
        if not any(map(seen, record.fields[field])) and field == "description":
            return True
        pair = [text or "" for text in record.fields[field]]
        for other in ("name", "value"):
            if other != field and [text or "" for text in record.fields.get(other, ())] == pair:
                said = other in self.said.get(index, ())
                return said or (other == "name" and self._name(index, record))
        return False

    # ------------------------------------------------------------------ states

    def _from_above(self, index: int, field: str) -> bool:
        """Whether what it is in changed so too, and that is said."""
        pair = self.records[index].fields[field]
        above = self.parents[index]
        while above in self.records and self.records[above].fields.get(field) == pair:
            if field in self.said.get(above, ()):
                return True
            above = self.parents[above]
        return False

    @staticmethod
    def _is_unseen(record: Changed) -> bool:
        """Whether what it is in was off the screen, and is."""
        above = record.before.parent, record.after.parent
        return all(parent is not None and parent.states.get("offscreen") is True for parent in above)

    def _in_its_row(self, index: int, field: str) -> bool:
        """Whether its row, or a cell before it in the row, changed alike, and that is said."""
        roles, row = self.case.after.columns.role, index
        if roles[index] not in ROW_PARTS:
            return False
        while self.parents[row] != NO_PARENT and roles[self.parents[row]] in ROW_PARTS:
            row = self.parents[row]
        pair = self.records[index].fields[field]
        return any(
            at in self.records
            and roles[at] in ROW_PARTS
            and self.records[at].fields.get(field) == pair
            and field in self.said.get(at, ())
            for at in range(row, index)
        )

    def _focus(self, index: int, record: Changed) -> bool:
        """Whether it is, or was, not the one element that has the focus, or another one is said to have gained it."""
        after, before = self.case.after, self.case.before
        if record.after.states.get("focused") is True:
            return index != after.focus
        if record.before.index != before.focus:
            return True
        gained = "focused" in self.said.get(after.focus, ())
        return gained or (after.focus != NO_PARENT and self.case.delta.matching.before_of[after.focus] < 0)

    def _selection(self, index: int, record: Changed) -> bool:
        """Whether the value of the combo box around an option says it."""
        after = self.case.after
        above = self.parents[index]
        while above != NO_PARENT and after.columns.role[above] != "combobox":
            above = self.parents[above]
        if above == NO_PARENT or "value" not in self.said.get(above, ()):
            return False
        old, new = self.records[above].fields["value"]
        return new == record.after.name if record.fields["selected"][1] else old == record.before.name
