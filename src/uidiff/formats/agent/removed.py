"""Blocks of removed elements: ``- dialog e46 "Remove person?" (+7 inside)``; of unread ones: ``-?``.

Four and more removed items of one role and parent are one phrase (see ``groups``). The texts of a removed alert,
status, log or dialog are repeated, as the reader may not have read them (spec/folding#5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from uidiff.formats.agent.groups import MANY, group_phrase
from uidiff.formats.agent.printed_diff import LABEL, PrintedDiff, adjacent, members
from uidiff.formats.budget import TextBlock
from uidiff.formats.item import Item
from uidiff.formats.role_sets import MESSAGES

__all__ = ["removed_blocks", "unread_blocks"]

_NAMED = frozenset({"alertdialog", "dialog"})
"""Messages that are called by their name if they have one, as when they were added."""

_MESSAGE = 60
"""Characters of a message that are repeated."""


def removed_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for each group of adjacent removed items."""
    indices = [record.before.index for record in context.delta.removed]
    removal = _Removal(context, set(indices), context.anchors(indices), "removed", "-")
    yield from removal.folded_texts()
    by_parent: dict[int, list[Item]] = {}
    for item in context.before.tops(removal.indices):
        by_parent.setdefault(-1 if item.parent is None else item.parent.index, []).append(item)
    for tops in by_parent.values():
        yield from removal.of_parent(tops)


def unread_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for each group of adjacent items that were read before and not this time."""
    indices = [record.before.index for record in context.delta.unknown]
    removal = _Removal(context, set(indices), context.anchors(indices), "not read", "-?")
    yield from removal.folded_texts()
    for group in adjacent(context.before.locations, list(context.before.tops(removal.indices))):
        yield removal.block(group)


@attrs.frozen(eq=False, repr=False)
class _Removal:
    """The before-elements of one kind of record: their indices, their anchors, the kind and sign of their blocks."""

    context: PrintedDiff
    indices: set[int]
    anchors: Mapping[int, int]
    kind: str
    sign: str

    def folded_texts(self) -> Iterator[TextBlock]:
        """Yield a block for each text from the name of an element that stayed, unless the change of name has it."""
        context, tree = self.context, self.context.before
        for index, folder, text in tree.folded(self.indices):
            after = context.after.outline.items.get(context.delta.matching.after_of[folder.index])
            if after is None or not context.statements.folder_reports(after, text, ""):
                line = f"{self.sign} {tree.writer.quoted(text, LABEL)} in {tree.called(folder)}"
                yield TextBlock(self.kind, [(line, 1)], (self.anchors[index], 1, index), (index,))

    def of_parent(self, tops: Sequence[Item]) -> Iterator[TextBlock]:
        """Yield the blocks for items of one parent: a phrase for many of one role, a line for each other group."""
        tree = self.context.before
        by_role: dict[str, list[Item]] = {}
        for item in tops:
            by_role.setdefault(tree.writer.role(item), []).append(item)
        for like in by_role.values():
            if len(like) >= MANY:
                count = len(self._reported(like)) - len(like)
                yield self._block(like, f"{group_phrase(tree.locations, like)}{_inside(count)}")
        single = [item for item in tops if len(by_role[tree.writer.role(item)]) < MANY]
        for group in adjacent(tree.locations, single):
            yield self.block(group)

    def block(self, group: Sequence[Item]) -> TextBlock:
        """Return adjacent items on one line, with their place if one of them could be taken for another item."""
        locations = self.context.before.locations
        words = ", ".join(map(self._called, group))
        if any(map(locations.is_ambiguous, group)):
            words += f" {locations.of(group[0])}"
        return self._block(group, words)

    def _block(self, items: Sequence[Item], words: str) -> TextBlock:
        reported, first = self._reported(items), items[0].index
        return TextBlock(
            self.kind,
            [(f"{self.sign} {words}", len(reported))],
            (self.anchors[first], 1, first),
            reported,
        )

    def _reported(self, items: Sequence[Item]) -> list[int]:
        return [one.index for item in items for one in members(item, self.indices)[0]]

    def _called(self, item: Item) -> str:
        """Return the role, the ref, the label and the number of items inside, and which items in it stayed."""
        writer = self.context.before.writer
        inside, kept = members(item, self.indices)
        is_message = item.role in MESSAGES and not (item.name and item.role in _NAMED)
        words = self._message(item, inside) if is_message else writer.label(item, LABEL)
        words += _inside(len(inside) - 1)
        return f"{words} {writer.mention(kept)}" if kept else words

    def _message(self, item: Item, inside: Sequence[Item]) -> str:
        writer = self.context.before.writer
        head = writer.role(item) + (f" {writer.ref(item)}" if item.ref else "")
        texts = dict.fromkeys(one.label for one in inside if one.label)
        return f"{head} {writer.quoted(' '.join(texts), _MESSAGE)}" if texts else head


def _inside(count: int) -> str:
    return f" (+{count} inside)" if count else ""
