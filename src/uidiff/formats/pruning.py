"""Which elements say something, for the formats that have a place for each: the rest only groups, or decorates."""

from __future__ import annotations

from uidiff.formats.outline import Outline
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["meaningful"]


def meaningful(snapshot: Snapshot) -> tuple[bool, ...]:
    """For each element whether it is more than a wrapper or a leftover.

    What the ``agent`` text leaves out as saying nothing is none: unnamed wrappers, empty texts, line breaks, list
    markers, and what is empty and promises nothing. What it only says once, as a text that its button's name repeats,
    or a wrapper that has a name or a URL, is kept.
    """
    outline = Outline.of(snapshot)
    columns = snapshot.columns
    cells = zip(columns.name, columns.url, snapshot.parents, strict=True)
    return tuple(
        index in outline.items
        or parent == NO_PARENT
        or (index not in outline.dropped and (bool(url) or bool(name and not name.isspace())))
        for index, (name, url, parent) in enumerate(cells)
    )
