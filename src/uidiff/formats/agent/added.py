"""What came, with its place: ``+ after e4: link e9 "New"``; what was not read before: ``+?``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from uidiff.diffing.records import Added, NewlyRead
from uidiff.formats.agent.printed_diff import PrintedDiff, adjacent, members
from uidiff.formats.budget import TextBlock
from uidiff.formats.item import Item

__all__ = ["added_blocks"]


def added_blocks(
    context: PrintedDiff, records: Sequence[Added | NewlyRead], kind: str, sign: str
) -> Iterator[TextBlock]:
    """A block for each group of neighbours that came, all below them included."""
    side = context.after
    indices = {record.after.index for record in records}
    for index, folder, text in side.folded(indices):
        if not context.statements.folder_says(folder, "", text):
            line = f"{sign} in {side.called(folder)}: {side.writer.quoted(text)}"
            yield TextBlock(kind, [(line, 1)], (index, 0), (index,))
    for group in adjacent(side.places, list(side.tops(indices))):
        yield _block(context, group, indices, kind, sign)


def _block(context: PrintedDiff, group: Sequence[Item], indices: set[int], kind: str, sign: str) -> TextBlock:
    found = [members(top, indices) for top in group]
    told = [item.index for inside, _ in found for item in inside]
    stop = (lambda item: item.index not in indices) if any(others for _, others in found) else None
    lines = []
    for line in context.after.writer.lines(group, stop):
        if line.level:
            lines.append((f" {line.indented}", line.tells))
        else:
            place = "" if lines else f"{context.after.places.of(group[0])}: "
            lines.append((f"{sign} {place}{line.text}", line.tells))
    return TextBlock(kind, lines, (group[0].index, 0), told)
