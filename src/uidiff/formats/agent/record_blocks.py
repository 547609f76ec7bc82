"""Blocks of added, removed, unread and moved elements.

An added element has its place: ``+ after e4: link e9 "New"``; a newly read one is ``+?``. A removed element is ``-
dialog e46 "Remove person?" (+7 inside)``, one that was not read ``-?``; four and more removed items of one role and
parent are one phrase. The texts of a removed alert, status, log or dialog are repeated, as the reader may not have read
them (spec/folding#5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from uidiff.diffing.records import Added, NewlyRead, Shown
from uidiff.formats.agent.printed_diff import LABEL, PrintedDiff, adjacent, members
from uidiff.formats.agent.statements import MANY
from uidiff.formats.budget import TextBlock, place_behind
from uidiff.formats.item import Item
from uidiff.formats.role_sets import MESSAGES
from uidiff.matching.matching import UNMATCHED

__all__ = [
    "Removal",
    "added_blocks",
    "inside_words",
    "removed_blocks",
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
    return TextBlock(kind, lines, (group[0].index, 0), reported, told=len(group))


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
        by_parent.setdefault(item.up, []).append(item)
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
                yield self._block(like, f"{tree.phrase(like, self._stays)}{inside_words(count)}")
        single = [item for item in tops if len(by_role[tree.writer.role(item)]) < MANY]
        for group in adjacent(tree, single):
            yield self.block(group)

    def _stays(self, item: Item) -> bool:
        return self.context.delta.matching.after_of[item.index] != UNMATCHED

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
        return TextBlock(self.kind, [(line, len(reported))], self._place(items[0].index), reported, told=len(items))

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
        texts = dict.fromkeys(one.own_text for one in inside if one.own_text)
        return f"{head} {writer.quoted(' '.join(texts), _MESSAGE)}" if texts else head


def inside_words(count: int) -> str:
    """Return the words for the number of printed elements below one that came, went or was hidden with them."""
    return f" (+{count} inside)" if count else ""
