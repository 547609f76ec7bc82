"""What went: ``- dialog e46 "Remove person?" (+7 inside)``; what was not read this time: ``-?``.

Four and more of one role from one parent are one phrase (see ``groups``). What an alert, a status, a log or a dialog
said is said again, as nobody may have read it (spec/folding#5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from uidiff.formats.agent.groups import MANY, group_phrase
from uidiff.formats.agent.printed_diff import LABEL, PrintedDiff, adjacent, members
from uidiff.formats.budget import TextBlock
from uidiff.formats.item import Item
from uidiff.formats.role_sets import MESSAGES

__all__ = ["removed_blocks", "unread_blocks"]

NAMED = frozenset({"alertdialog", "dialog"})
"""They are called by their name, as when they came, if they have one."""

MESSAGE = 60
"""Characters of what is said again."""


def removed_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """A block for each group of neighbours that went."""
    side = context.before
    indices = [record.before.index for record in context.delta.removed]
    gone, anchors = set(indices), context.anchors(indices)
    yield from _from_names(context, gone, anchors)
    by_parent: dict[int, list[Item]] = {}
    for item in side.tops(gone):
        by_parent.setdefault(-1 if item.parent is None else item.parent.index, []).append(item)
    for tops in by_parent.values():
        yield from _removed_from(context, tops, gone, anchors)


def _from_names(
    context: PrintedDiff,
    gone: set[int],
    anchors: Mapping[int, int],
    *,
    read: bool = True,
) -> Iterator[TextBlock]:
    """A block for each text that went from the name of what stayed, if that is not said to have another name."""
    side = context.before
    kind, sign = ("removed", "-") if read else ("not read", "-?")
    for index, folder, text in side.folded(gone):
        after = context.after.outline.items.get(context.delta.matching.after_of[folder.index])
        if after is None or not context.statements.folder_says(after, text, ""):
            line = f"{sign} {side.writer.quoted(text, LABEL)} in {side.called(folder)}"
            yield TextBlock(kind, [(line, 1)], (anchors[index], 1, index), (index,))


def _removed_from(
    context: PrintedDiff, tops: Sequence[Item], gone: set[int], anchors: Mapping[int, int]
) -> Iterator[TextBlock]:
    """What went from one parent: like ones in a phrase where there are many, the others one by one."""
    places = context.before.places
    by_role: dict[str, list[Item]] = {}
    for item in tops:
        by_role.setdefault(context.before.writer.role(item), []).append(item)
    for like in by_role.values():
        if len(like) >= MANY:
            told = _told(like, gone)
            line = f"- {group_phrase(places, like)}{_inside(len(told) - len(like))}"
            yield TextBlock("removed", [(line, len(told))], (anchors[like[0].index], 1, like[0].index), told)
    single = [item for item in tops if len(by_role[context.before.writer.role(item)]) < MANY]
    for group in adjacent(places, single):
        yield _block(context, group, gone, anchors)


def _block(
    context: PrintedDiff,
    group: Sequence[Item],
    gone: set[int],
    anchors: Mapping[int, int],
    *,
    read: bool = True,
) -> TextBlock:
    """Neighbours on one line; where they were is said once, if one of them could be another."""
    places = context.before.places
    said = ", ".join(_said(context, item, gone) for item in group)
    if any(map(places.is_another, group)):
        said += f" {places.of(group[0])}"
    told = _told(group, gone)
    kind, sign = ("removed", "-") if read else ("not read", "-?")
    return TextBlock(kind, [(f"{sign} {said}", len(told))], (anchors[group[0].index], 1, group[0].index), told)


def _said(context: PrintedDiff, item: Item, gone: set[int]) -> str:
    writer = context.before.writer
    is_message = item.role in MESSAGES and not (item.name and item.role in NAMED)
    said = _message(context, item, gone) if is_message else writer.label(item, LABEL)
    inside, kept = members(item, gone)
    said += _inside(len(inside) - 1)
    return f"{said} {writer.mention(kept)}" if kept else said


def _message(context: PrintedDiff, item: Item, gone: set[int]) -> str:
    writer = context.before.writer
    head = writer.role(item) + (f" {writer.ref(item)}" if item.ref else "")
    texts = dict.fromkeys(one.label for one in members(item, gone)[0] if one.label)
    return f"{head} {writer.quoted(' '.join(texts), MESSAGE)}" if texts else head


def _inside(count: int) -> str:
    return f" (+{count} inside)" if count else ""


def _told(items: Sequence[Item], gone: set[int]) -> list[int]:
    return [one.index for item in items for one in members(item, gone)[0]]


def unread_blocks(context: PrintedDiff) -> Iterator[TextBlock]:
    """A block for each group of neighbours that were there and were not read this time."""
    indices = [record.before.index for record in context.delta.unknown]
    lost, anchors = set(indices), context.anchors(indices)
    yield from _from_names(context, lost, anchors, read=False)
    for group in adjacent(context.before.places, list(context.before.tops(lost))):
        yield _block(context, group, lost, anchors, read=False)
