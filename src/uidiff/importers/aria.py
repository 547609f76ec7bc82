"""Playwright's aria snapshots (``page.aria_snapshot()``): their importer, and their rows for browsers without
another accessibility tree.

What Playwright leaves out is absent: names of more than 900 characters, ``pressed`` and ``expanded`` that are false.
ARIA requires ``checked`` of a box that can be checked, so without ``[checked]`` it is not checked.
"""

from __future__ import annotations

from collections.abc import Iterator

from uidiff.errors import InvalidSnapshot
from uidiff.importers.aria_lines import aria_lines, is_known_otherwise, parse_line
from uidiff.importers.aria_reader import AriaRows, read_rows
from uidiff.importers.source import HEAD, decoded_head, snapshot_of_rows, text_of, whole
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.roles import vocabulary
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["AriaImporter", "aria_rows", "snapshot_of_aria"]

_NESTING = 400
"""As many levels as nested input may have (spec/definitions#23-limits)."""


def aria_rows(text: str, *, depth: int = 0, max_nesting: int = _NESTING) -> list[Row]:
    """The rows of what ``page.aria_snapshot()`` printed, in any of its modes, with boxes or without.

    Args:
        text: the snapshot; an empty one has no rows.
        depth: of the outermost elements; a page prints several where nothing is around them.
        max_nesting: levels that it may have.

    Texts become elements of their own, with the role ``text``, but for the text of a field that holds a value: that is
    its value. ``[ref=e5]`` is the id, which does not outlive a new name or role and so is not stable.
    ``[cursor=pointer]`` is the action ``press`` of what has no role for it. ``[aria-hidden]`` is the state
    ``ariahidden``, but for icons and what a name around them says. Boxes are whole pixels from the page's top left;
    those in a frame are moved by the place of the frame, without its border, of which nothing is said. Whether a field
    is a password is not said either: the caller must hide its value.

    Raises:
        InvalidSnapshot: a line that Playwright does not print; the path names it ("line 3").
        LimitExceeded: more levels than ``max_nesting``.
    """
    return _read_aria(text, depth=depth, max_nesting=max_nesting).rows


def snapshot_of_aria(
    text: str, circumstances: Circumstances, *, first_line: int = 1, limits: Limits, redact: RedactOption
) -> Snapshot:
    """The snapshot of what ``page.aria_snapshot()`` printed, as of :class:`AriaImporter`.

    ``first_line`` is the number of its first line in the text that holds it, for errors.
    """
    read = _read_aria(text, depth=1, max_nesting=limits.max_nesting, first_line=first_line)
    rows = [Row(0, "document"), *read.rows]
    numbers = [first_line, *read.lines]
    return snapshot_of_rows(rows, circumstances, lambda row: f"line {numbers[row]}", limits=limits, redact=redact)


def _read_aria(text: str, *, depth: int, max_nesting: int, first_line: int = 1) -> AriaRows:
    """As :func:`aria_rows`, with the line of each row."""
    lines = aria_lines(text, first_line=first_line)
    return read_rows(lines, depth=depth, max_nesting=max_nesting, place="line {}".format)


_SURE = 0.9


class AriaImporter:
    """Reads one aria snapshot; see :func:`aria_rows` for the rows.

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
        yield snapshot_of_aria(text_of(whole(lines, limits)), Circumstances(), limits=limits, redact=redact)


def _is_of_aria(first: str) -> bool:
    """Return whether it can be the first line of an aria snapshot, or of what is printed instead of a whole one."""
    if is_known_otherwise(first):
        return True
    try:
        line = parse_line(first, 1)
    except InvalidSnapshot:
        return False
    return line.indent == 0 and line.role in vocabulary()
