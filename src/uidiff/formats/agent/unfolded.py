"""The ``agent`` text with ``fold=False``: a line for each record of a diff, or each element of a tree.

The lines have the signs and words of the folded text. Each names its element by role and ref; a place is the ref of the
parent and the position among its children, from 1 on.
"""

from __future__ import annotations

from collections.abc import Iterator

from uidiff.diffing.differences import HIDDEN
from uidiff.diffing.records import Changed, Moved, Reordered
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.agent.tree_text import indented
from uidiff.formats.budget import TextBlock, place_behind
from uidiff.formats.ref_words import RefWords, words_of
from uidiff.formats.values import format_value
from uidiff.model.element import Element
from uidiff.model.snapshot import Snapshot
from uidiff.text import quote, shorten

__all__ = ["unfolded_blocks", "unfolded_tree"]

LABEL = 40
"""Characters of the label of a removed, changed or moved element."""


def unfolded_blocks(delta: TreeDiff, *, bounds: bool, native: bool = False, clip: int | None = None) -> list[TextBlock]:
    """Return a block of one line for each circumstance and each record."""
    return list(_Unfolded(delta, bounds=bounds, native=native, clip=clip).blocks())


def unfolded_tree(snapshot: Snapshot, refs: RefWords, *, bounds: bool, clip: int | None = None) -> list[TextBlock]:
    """Return a block with a line for each element, indented by a space a level."""
    texts = ((element, _whole(element, refs, bounds=bounds, clip=clip)) for element in snapshot)
    lines = [(indented(text, element.depth), 1) for element, text in texts]
    return [TextBlock("elements", lines)]


def _whole(element: Element, refs: RefWords, *, bounds: bool, clip: int | None) -> str:
    """Return all fields of an element."""

    def said(text: str) -> str:
        return format_value(text, clip)

    parts = [f"{element.role} {refs[element.index]}"]
    if element.name is not None:
        parts[0] += f" {said(element.name)}"
    if element.value is not None:
        parts[0] += f"={said(element.value)}"
    if element.description is not None:
        parts.append(f"({said(element.description)})")
    if element.url is not None:
        parts.append(f"url={said(element.url)}")
    if element.actions:
        parts.append(f"actions={format_value(element.actions, clip)}")
    parts += [
        name if state is True else f"{name}={format_value(state, clip)}" for name, state in element.states.items()
    ]
    if element.unread:
        parts.append("not read below")
    if bounds and element.bounds is not None:
        parts.append(f"@{','.join(map(str, element.bounds))}")
    return " ".join(parts)


class _Unfolded:
    def __init__(self, delta: TreeDiff, *, bounds: bool, native: bool, clip: int | None) -> None:
        self.delta = delta
        self.bounds = bounds
        self.clip = clip
        self.matching = delta.matching
        self.before, self.after = words_of(delta, native=native)

    def blocks(self) -> Iterator[TextBlock]:
        delta = self.delta
        for number, (name, pair) in enumerate(delta.circumstances.items()):
            called = "document-id" if name == "document" else name
            yield TextBlock("changed", [(f"~ {called} {self._pair(*pair)}", 1)], (-2, number), told=0)
        for sign, kind, came in (
            ("+", "added", delta.added),
            ("+?", "not read before", delta.newly_read),
            ("shown", "shown", delta.shown),
        ):
            yield from (self._added(sign, kind, record.after) for record in came)
        for sign, kind, went in (
            ("-", "removed", delta.removed),
            ("-?", "not read", delta.unknown),
            ("hidden:", "hidden", delta.hidden),
        ):
            yield from (self._removed(sign, kind, record.before) for record in went)
        for change in delta.changed:
            yield self._changed(change)
        for move in delta.moved:
            yield self._moved(move)
        for order in delta.reordered:
            yield self._reordered(order)

    def _added(self, sign: str, kind: str, element: Element) -> TextBlock:
        place = self._place(element.parent, element.position, self.after)
        said = _whole(element, self.after, bounds=self.bounds, clip=self.clip)
        return TextBlock(kind, [(f"{sign} {place}: {said}", 1)], (element.index, 0), (element.index,))

    def _removed(self, sign: str, kind: str, element: Element) -> TextBlock:
        line = f"{sign} {self._called(element, self.before)}"
        place = place_behind(self.matching, element.index), 1, element.index
        return TextBlock(kind, [(line, 1)], place, (element.index,))

    def _changed(self, record: Changed) -> TextBlock:
        fields = ", ".join(f"{name} {self._change(name, pair)}" for name, pair in record.fields.items())
        return TextBlock(
            "changed", [(f"~ {self._called(record.after, self.after)}: {fields}", 1)], (record.after.index, 0, 1)
        )

    def _moved(self, record: Moved) -> TextBlock:
        source = self._place(record.before.parent, record.from_position, self.before)
        target = self._place(record.after.parent, record.to_position, self.after)
        line = f"> {self._called(record.after, self.after)}: {source} -> {target}"
        return TextBlock("moved", [(line, 1)], (record.after.index, 0, 2), (record.after.index,))

    def _reordered(self, record: Reordered) -> TextBlock:
        where = "at top" if record.after is None else f"in {self.after[record.after.index]}"
        order = " ".join(self.before[index] for index in record.order)
        line = f"> {len(record.order)} elements {where} reordered: now {order}"
        index = -1 if record.after is None else record.after.index
        return TextBlock("moved", [(line, len(record.order))], (index, 0, 3), (index,))

    def _called(self, element: Element, refs: RefWords) -> str:
        label = element.label
        limit = LABEL if self.clip is None else min(LABEL, self.clip)
        return f"{element.role} {refs[element.index]}" + (f" {quote(shorten(label, limit))}" if label else "")

    def _change(self, name: str, pair: tuple[object, object]) -> str:
        return HIDDEN if name == "value" and pair[0] == pair[1] else self._pair(*pair)

    def _pair(self, before: object, after: object) -> str:
        return f"{format_value(before, self.clip)} -> {format_value(after, self.clip)}"

    @staticmethod
    def _place(parent: Element | None, position: int, refs: RefWords) -> str:
        return f"at {position + 1} " + ("at top" if parent is None else f"in {refs[parent.index]}")
