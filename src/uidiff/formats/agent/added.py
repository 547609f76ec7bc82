"""Blocks of added elements, with their place: ``+ after e4: link e9 "New"``; of newly read ones: ``+?``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uidiff.diffing.records import Added, NewlyRead
from uidiff.formats.agent.printed_diff import PrintedDiff, adjacent, members
from uidiff.formats.budget import TextBlock
from uidiff.formats.item import Item

__all__ = ["added_blocks"]


def added_blocks(
    context: PrintedDiff,
    records: Sequence[Added | NewlyRead],
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
    for group in adjacent(tree.locations, list(tree.tops(indices))):
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
            place = "" if lines else f"{context.after.locations.of(group[0])}: "
            lines.append((f"{sign} {place}{line.text}", line.size))
    return TextBlock(kind, lines, (group[0].index, 0), reported)
