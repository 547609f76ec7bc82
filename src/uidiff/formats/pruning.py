"""Which elements have content; the others only group or decorate."""

from __future__ import annotations

from uidiff.formats.outline import Outline
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot

__all__ = ["meaningful"]


def meaningful(snapshot: Snapshot) -> tuple[bool, ...]:
    """Return for each element whether it has content.

    Without content are the elements that the ``agent`` text leaves out: unnamed wrappers, empty texts, line breaks,
    list markers, and empty elements of most roles. A text that the name of its button repeats, and a wrapper with a
    name or a URL, have content.
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
