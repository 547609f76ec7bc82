"""Blocks of hidden elements, and of those that are shown again (spec/definitions#20a-hidden).

What a modal dialog covers is one line, ``behind dialog e669: 667 elements``, and so is its return,
``shown: 667 elements``; what stays hidden then has a line of its own, ``still hidden: …``. Anything else is named:
``hidden: tabpanel e12 "Details" (+13 inside)``, ``shown: tabpanel e12 "Details" (+13 inside)``. In full are dialogs and
menus that are open again, and what the reader was not told before: ``shown after e4: tabpanel e12 "Details"``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uidiff.diffing.records import Record
from uidiff.formats.agent.printed_diff import LABEL, PrintedDiff, PrintedTree, adjacent, members
from uidiff.formats.agent.record_blocks import Removal, added_blocks, inside_words
from uidiff.formats.agent.statements import MANY
from uidiff.formats.budget import TextBlock
from uidiff.formats.item import Item
from uidiff.matching.concealed import concealed_by, concealed_in_itself
from uidiff.text import counted

__all__ = ["hidden_blocks", "shown_blocks"]

_POPUPS = frozenset({"alertdialog", "dialog", "listbox", "menu"})


def hidden_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for what a modal dialog covers; else one for each group of adjacent hidden items."""
    delta = context.delta
    indices = {record.before.index for record in delta.hidden}
    cover = _modal(context.after, (*delta.added, *delta.shown)) if indices else None
    if cover is None:
        yield from _gone(context, indices, "hidden")
    else:
        writer = context.after.writer
        called = f"{writer.role(cover)} {writer.ref(cover)}" if cover.ref else writer.label(cover, LABEL)
        line = f"behind {called}: {counted(len(indices), 'element')}"
        yield TextBlock("hidden", [(line, len(indices))], (cover.index, 1), sorted(indices), told=len(indices))


def shown_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """Yield a block for what a modal dialog uncovered; else one for each group of adjacent items; and some in full."""
    delta, tree = context.delta, context.after
    new = [record for record in delta.shown if record.before is None]
    yield from added_blocks(context, new, "shown", "shown")
    known = {record.after.index for record in delta.shown if record.before is not None}
    opened = _popups(tree, known)
    yield from added_blocks(context, [r for r in delta.shown if r.after.index in opened], "shown", "shown")
    left = known - opened
    uncovered = left and _modal(context.before, (*delta.removed, *delta.hidden)) is not None
    if uncovered:
        yield TextBlock(
            "shown",
            [(f"shown: {counted(len(left), 'element')}", len(left))],
            (min(left), 0),
            sorted(left),
            told=len(left),
        )
        marks = zip(concealed_in_itself(delta.before), concealed_by(delta.before, delta.after), strict=True)
        yield from _gone(context, {index for index, both in enumerate(marks) if all(both)}, "still hidden")
        return
    for tops in _by_parent(tree, left):
        yield from _named(tree, tops, left)


def _gone(context: PrintedDiff, indices: set[int], words: str) -> Iterator[TextBlock]:
    removal = Removal(context, indices, "hidden", f"{words}:")
    yield from removal.folded_texts()
    for tops in _by_parent(context.before, indices):
        yield from removal.of_parent(tops)


def _modal(tree: PrintedTree, records: Sequence[Record]) -> Item | None:
    """Return the outermost modal item of the records."""
    for record in records:
        element = record.before if record.after is None else record.after
        if element is not None and element.states.get("modal") is True:
            item = tree.outline.items.get(element.index)
            if item is not None:
                return item
    return None


def _popups(tree: PrintedTree, known: set[int]) -> set[int]:
    """Return the elements of dialogs and menus that stand alone: their parent was not hidden."""
    snapshot = tree.outline.snapshot
    found: set[int] = set()
    for index in sorted(known):
        parent = snapshot.parents[index]
        if parent in found or (parent not in known and snapshot.columns.role[index] in _POPUPS):
            found.add(index)
    return found


def _by_parent(tree: PrintedTree, indices: set[int]) -> list[list[Item]]:
    by_parent: dict[int, list[Item]] = {}
    for item in tree.tops(indices):
        by_parent.setdefault(item.up, []).append(item)
    return list(by_parent.values())


def _named(tree: PrintedTree, tops: Sequence[Item], indices: set[int]) -> Iterator[TextBlock]:
    """Yield the blocks of shown items of one parent: a phrase for many of one role, a line for the others.

    Where one of these could be taken for another item, each group of adjacent ones has a line, with its place.
    """
    by_role: dict[str, list[Item]] = {}
    for item in tops:
        by_role.setdefault(tree.writer.role(item), []).append(item)
    for like in by_role.values():
        many, ambiguous = len(like) >= MANY, any(map(tree.is_ambiguous, like))
        for group in adjacent(tree, like) if ambiguous and not many else [like]:
            inside = [[one.index for one in members(item, indices)[0]] for item in group]
            reported = [index for some in inside for index in some]
            if many:
                words = f"{tree.phrase(group)}{inside_words(len(reported) - len(group))}"
            else:
                called = (
                    f"{tree.writer.label(item, LABEL)}{inside_words(len(some) - 1)}"
                    for item, some in zip(group, inside, strict=True)
                )
                words = ", ".join(called) + (f" {tree.place(group[0])}" if ambiguous else "")
            yield TextBlock(
                "shown", [(f"shown: {words}", len(reported))], (group[0].index, 0), reported, told=len(group)
            )
