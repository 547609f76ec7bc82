"""Blocks of added, removed, unread and moved elements.

An added element has its place: ``+ after e4: link e9 "New"``; a newly read one is ``+?``. A removed element is ``-
dialog e46 "Remove person?" (+7 inside)``, one that was not read ``-?``; four and more removed items of one role and
parent are one phrase. The texts of a removed alert, status, log or dialog are repeated, as the reader may not have read
them (spec/folding#5). A moved element is ``> row e12 "Alice": after e9 -> first in e3``; a reordered list is one block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from uidiff.diffing.records import Added, NewlyRead, Reordered, Shown
from uidiff.formats.agent.printed_diff import LABEL, PrintedDiff, PrintedTree, adjacent, members
from uidiff.formats.agent.statements import MANY
from uidiff.formats.budget import TextBlock
from uidiff.formats.item import Item
from uidiff.formats.outline import MOST_TOPMOST
from uidiff.formats.record_lines import place_behind
from uidiff.formats.role_sets import MESSAGES
from uidiff.formats.values import format_ranges
from uidiff.text import plural

__all__ = [
    "Removal",
    "added_blocks",
    "inside_words",
    "moved_blocks",
    "removed_blocks",
    "reordered_blocks",
    "unread_blocks",
]


def added_blocks(
    context: PrintedDiff,
    records: Sequence[Added | NewlyRead | Shown],
    kind: str,
    sign: str,
) -> Iterator[TextBlock]:
    """Yield a block for each group of adjacent added items, with everything below them."""
    tree = context.after
    indices = {record.after.index for record in records}
    for index, folder, text in tree.folded(indices):
        if not context.statements.folder_reports(folder, "", text):
            line = f"{sign} in {tree.called(folder)}: {tree.writer.quoted(text)}"
            yield TextBlock(kind, [(line, 1)], (index, 0), (index,))
    for group in adjacent(tree, tree.tops(indices)):
        yield _block(context, group, indices, kind, sign)


def _block(context: PrintedDiff, group: Sequence[Item], indices: set[int], kind: str, sign: str) -> TextBlock:
    parts = [members(top, indices) for top in group]
    reported = [item.index for inside, _ in parts for item in inside]
    stop = (lambda item: item.index not in indices) if any(others for _, others in parts) else None
    lines = []
    for line in context.after.writer.lines(group, stop):
        if line.level:
            lines.append((f" {line.indented}", line.size))
        else:
            place = "" if lines else f"{context.after.place(group[0])}: "
            lines.append((f"{sign} {place}{line.text}", line.size))
    return TextBlock(kind, lines, (group[0].index, 0), reported)


_NAMED = frozenset({"alertdialog", "dialog"})
"""Messages that are called by their name if they have one, as when they were added."""

_MESSAGE = 60
"""Characters of a message that are repeated."""


def removed_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for each group of adjacent removed items."""
    removal = Removal(context, {record.before.index for record in context.delta.removed}, "removed", "-")
    yield from removal.folded_texts()
    by_parent: dict[int, list[Item]] = {}
    for item in context.before.tops(removal.indices):
        by_parent.setdefault(-1 if item.parent is None else item.parent.index, []).append(item)
    for tops in by_parent.values():
        yield from removal.of_parent(tops)


def unread_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for each group of adjacent items that were read before and not this time."""
    removal = Removal(context, {record.before.index for record in context.delta.unknown}, "not read", "-?")
    yield from removal.folded_texts()
    for group in adjacent(context.before, context.before.tops(removal.indices)):
        yield removal.block(group)


@attrs.frozen(eq=False, repr=False)
class Removal:
    """The before-elements of one kind of record: their indices, the kind and sign of their blocks."""

    context: PrintedDiff
    indices: set[int]
    kind: str
    sign: str

    def folded_texts(self) -> Iterator[TextBlock]:
        """Yield a block for each text from the name of an element that stayed, unless the change of name has it."""
        context, tree = self.context, self.context.before
        for index, folder, text in tree.folded(self.indices):
            after = context.after.outline.items.get(context.delta.matching.after_of[folder.index])
            if after is None or not context.statements.folder_reports(after, text, ""):
                line = f"{self.sign} {tree.writer.quoted(text, LABEL)} in {tree.called(folder)}"
                yield TextBlock(self.kind, [(line, 1)], self._place(index), (index,))

    def of_parent(self, tops: Sequence[Item]) -> Iterator[TextBlock]:
        """Yield the blocks for items of one parent: a phrase for many of one role, a line for each other group."""
        tree = self.context.before
        by_role: dict[str, list[Item]] = {}
        for item in tops:
            by_role.setdefault(tree.writer.role(item), []).append(item)
        for like in by_role.values():
            if len(like) >= MANY:
                count = len(self._reported(like)) - len(like)
                yield self._block(like, f"{tree.phrase(like)}{inside_words(count)}")
        single = [item for item in tops if len(by_role[tree.writer.role(item)]) < MANY]
        for group in adjacent(tree, single):
            yield self.block(group)

    def block(self, group: Sequence[Item]) -> TextBlock:
        """Return adjacent items on one line, with their place if one of them could be taken for another item."""
        tree = self.context.before
        words = ", ".join(map(self._called, group))
        if any(map(tree.is_ambiguous, group)):
            words += f" {tree.place(group[0])}"
        return self._block(group, words)

    def _block(self, items: Sequence[Item], words: str) -> TextBlock:
        reported = self._reported(items)
        line = f"{self.sign} {words}"
        return TextBlock(self.kind, [(line, len(reported))], self._place(items[0].index), reported)

    def _place(self, index: int) -> tuple[int, int, int]:
        """Return the place of a block in the text: behind the nearest matched element before it."""
        return place_behind(self.context.delta.matching, index), 1, index

    def _reported(self, items: Sequence[Item]) -> list[int]:
        return [one.index for item in items for one in members(item, self.indices)[0]]

    def _called(self, item: Item) -> str:
        """Return the role, the ref, the label and the number of items inside, and which items in it stayed."""
        writer = self.context.before.writer
        inside, kept = members(item, self.indices)
        is_message = self.kind != "hidden" and item.role in MESSAGES and not (item.name and item.role in _NAMED)
        words = self._message(item, inside) if is_message else writer.label(item, LABEL)
        words += inside_words(len(inside) - 1)
        return f"{words} {writer.mention(kept)}" if kept else words

    def _message(self, item: Item, inside: Sequence[Item]) -> str:
        writer = self.context.before.writer
        head = writer.role(item) + (f" {writer.ref(item)}" if item.ref else "")
        texts = dict.fromkeys(one.label for one in inside if one.label)
        return f"{head} {writer.quoted(' '.join(texts), _MESSAGE)}" if texts else head


def inside_words(count: int) -> str:
    """Return the words for the number of printed elements below one that came, went or was hidden with them."""
    return f" (+{count} inside)" if count else ""


FEW = 12
"""The most reordered elements that are listed by their labels."""


def moved_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for each moved element of which something is printed: from its old to its new place."""
    before, after = context.before, context.after
    for record in context.delta.moved:
        index = record.after.index
        items, sources = after.outline.topmost(index), before.outline.topmost(record.before.index)
        source, target = _place(before, record.before.index, sources), _place(after, index, items)
        if not (source and target and (items or sources)):
            continue
        if source == target and items and sources:
            source, target = before.counted_place(sources[0]), after.counted_place(items[0])
        what = after.writer.several(items, LABEL) if items else before.writer.several(sources, LABEL)
        yield TextBlock("moved", [(f"> {what}: {source} -> {target}", 1)], (index, 0, 2), (index,))


def _place(tree: PrintedTree, index: int, items: Sequence[Item]) -> str:
    """Return the place of an element's items, else the item into which it is folded; "" if nothing of it is printed."""
    if items:
        return tree.place(items[0])
    folders = tree.outline.folders
    within = range(index, min(tree.outline.snapshot.ends[index], index + MOST_TOPMOST))
    folder = next((folders[at] for at in within if at in folders), None)
    return "" if folder is None else f"in {tree.called(folder)}"


def reordered_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for each reordered list, with the whole order."""
    after_of = context.delta.matching.after_of
    for record in context.delta.reordered:
        found = [(i, context.after.outline.topmost(after_of[i])) for i in record.order]
        printed = [(i, items) for i, items in found if items]
        if printed:
            index = -1 if record.after is None else record.after.index
            line = _line(context, record, [i for i, _ in printed], [items for _, items in printed])
            yield TextBlock("moved", [(line, len(printed))], (index, 0, 3), (index,))


def _line(context: PrintedDiff, record: Reordered, indices: Sequence[int], items: Sequence[Sequence[Item]]) -> str:
    writer = context.after.writer
    roles = {writer.role(item) for some in items for item in some}
    what = plural(roles.pop()) if len(roles) == 1 and all(len(some) == 1 for some in items) else "elements"
    where = "page" if record.after is None else context.after.within(items[0][0])
    return f"> {len(items)} {what} in {where} reordered: {_order(context, indices, items)}"


def _order(context: PrintedDiff, indices: Sequence[int], items: Sequence[Sequence[Item]]) -> str:
    """Return the whole order: "reversed", the labels, the positions before, or what each element is called."""
    writer, before = context.after.writer, context.before
    if list(indices) == sorted(indices, reverse=True):
        return "reversed"
    labels = [some[0].first for some in items]
    if len(items) <= FEW and len(set(labels)) == len(labels) and all(labels):
        return "now " + ",".join(writer.quoted(label, LABEL) for label in labels)
    sources = [before.outline.topmost(i) for i in indices]
    parents = {id(source.parent) for some in sources for source in some}
    if len(parents) == 1 and all(len(some) == 1 for some in (*sources, *items)):
        places = format_ranges([before.position(source) + 1 for [source] in sources])
        return f"now, by their places before, {places}"
    return "now " + "; ".join(writer.several(some, LABEL) for some in items)
