"""Playwright's aria snapshots: what ``page.aria_snapshot()`` and ``locator.aria_snapshot()`` print."""

from __future__ import annotations

from collections.abc import Iterator

from uidiff.errors import InvalidSnapshot
from uidiff.importers.aria_lines import parse_line
from uidiff.importers.aria_rows import read_aria
from uidiff.importers.placing import snapshot_of_rows
from uidiff.importers.source import HEAD, decoded_head, text_of, whole
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.roles import vocabulary
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["AriaImporter"]

_SURE = 0.9


class AriaImporter:
    """Reads one aria snapshot; see :func:`uidiff.importers.aria_rows.aria_rows` for the rows.

    A page may print several elements side by side. They are put below one element ``document``: a second root of a
    snapshot would be another window.
    """

    def sniff(self, head: bytes) -> float:
        """Return 0.9 for a first line that is an element with a role of ARIA."""
        lines = decoded_head(head).split("\n")
        first = next((line for line in lines if line.strip()), "")
        is_cut = len(head) >= HEAD and first is lines[-1]
        ends = ("", '"', "'") if is_cut else ("",)  # a text may be in quotes, or not
        return _SURE if any(_is_of_aria(first + end) for end in ends) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the one snapshot."""
        read = read_aria(text_of(whole(lines, limits)), depth=1, max_nesting=limits.max_nesting)
        rows = [Row(0, "document"), *read.rows]
        numbers = [1, *read.lines]
        yield snapshot_of_rows(rows, Circumstances(), lambda row: f"line {numbers[row]}", limits=limits, redact=redact)


def _is_of_aria(first: str) -> bool:
    """Return whether it can be the first line of an aria snapshot."""
    try:
        line = parse_line(first, 1)
    except InvalidSnapshot:
        return False
    return line.indent == 0 and line.role in vocabulary()
