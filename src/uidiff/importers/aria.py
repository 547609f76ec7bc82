"""Playwright's aria snapshots (``page.aria_snapshot()``): their importer, and their rows for browsers without
another accessibility tree.

What Playwright leaves out is absent: names of more than 900 characters, ``pressed`` and ``expanded`` that are false.
ARIA requires ``checked`` of a box that can be checked, so without ``[checked]`` it is not checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.aria_lines import AriaLine, aria_lines, parse_line
from uidiff.importers.source import HEAD, decoded_head, snapshot_of_rows, text_of, whole
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.redaction import HOLD_VALUES
from uidiff.model.roles import resolve_role, vocabulary
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.model.states import BOOLEAN_STATES, CHECKABLE_ROLES, THREE_VALUED_STATES

__all__ = ["AriaImporter", "aria_rows", "snapshot_of_aria"]

_NESTING = 400
"""As many levels as nested input may have (spec/definitions#23-limits)."""

_STATES: Mapping[str, str] = {
    "active": "focused",
    **{name: name for name in ("checked", "disabled", "expanded", "invalid", "pressed", "selected")},
}
"""Playwright's attributes, and our states; ``active`` is the document's active element."""

_WORDS: Mapping[str, bool] = {"true": True, "false": False}
_LEVEL = re.compile(r"[0-9]{1,9}")
_NUMBER = r"(-?[0-9]{1,10}(?:\.[0-9]{1,20})?)"
_BOX = re.compile(",".join([_NUMBER] * 4))
_FRAME = "iframe"


class _AriaRows(NamedTuple):
    """The rows in document order, and the line number of each."""

    rows: list[Row]
    lines: list[int]


def aria_rows(text: str, *, depth: int = 0, max_nesting: int = _NESTING) -> list[Row]:
    """The rows of what ``page.aria_snapshot()`` printed, in any of its modes, with boxes or without.

    Args:
        text: the snapshot; an empty one has no rows.
        depth: of the outermost elements; a page prints several where nothing is around them.
        max_nesting: levels that it may have.

    Texts become elements of their own, with the role ``text``, but for the text of a field that holds a value: that is
    its value. ``[ref=e5]`` is the id, which does not outlive a new name or role and so is not stable. Boxes are whole
    pixels from the page's top left; those in a frame are moved by the place of the frame, without its border, of which
    nothing is said. Whether a field is a password is not said either: the caller must hide its value.

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


def _read_aria(text: str, *, depth: int = 0, max_nesting: int = _NESTING, first_line: int = 1) -> _AriaRows:
    """As :func:`aria_rows`, with the line of each row."""
    reader = _Reader(depth, max_nesting)
    for line in aria_lines(text, first_line=first_line):
        reader.read(line)
    return _with_values(_AriaRows(reader.rows, reader.lines))


class _Open(NamedTuple):
    """An open element: its indentation, its row, the origin of the boxes below it."""

    indent: int
    row: int
    is_open: bool
    origin: tuple[int, int] | None


class _Reader:
    """Makes rows of lines; keeps the branch of open elements."""

    def __init__(self, depth: int, max_nesting: int) -> None:
        self.rows: list[Row] = []
        self.lines: list[int] = []
        self.depth = depth
        self.max_nesting = max_nesting
        self.branch: list[_Open] = []
        self.indents: list[int] = []  # of the lists that are open, the outermost first

    def read(self, line: AriaLine) -> None:
        self.place(line)
        if line.role.startswith("/"):
            self.property(line)
        elif line.role == "text":
            self.add(Row(self.depth + len(self.branch), "text", line.value), line)
        else:
            self.element(line)

    def place(self, line: AriaLine) -> None:
        """Find the list of a line: the last one of its indentation, or a new one below the last line."""
        while self.branch and self.branch[-1].indent >= line.indent:
            self.branch.pop()
        del self.indents[len(self.branch) + 1 :]
        if len(self.indents) == len(self.branch):  # the first line below the last element, or of all
            self.indents.append(line.indent)
        above = self.branch[-1] if self.branch else None
        if self.indents[-1] != line.indent or (above and not above.is_open):
            raise _wrong(line, "a line that is indented as no line above it allows")
        if len(self.branch) >= self.max_nesting:
            problem = f"elements nested more than {self.max_nesting} deep"
            raise LimitExceeded(problem, f"line {line.number}", "pass limits=Limits(max_nesting=…)")

    def property(self, line: AriaLine) -> None:
        if not self.branch or line.value is None:
            raise _wrong(line, "a property of no element")
        index = self.branch[-1].row
        row = self.rows[index]
        if line.role == "/url":
            row = row._replace(url=line.value)
        elif line.role == "/placeholder":
            row = row._replace(states={**(row.states or {}), "placeholder": line.value})
        else:
            row = row._replace(extra={**(row.extra or {}), line.role: line.value})
        self.rows[index] = row

    def element(self, line: AriaLine) -> None:
        if not self.rows and resolve_role(line.role, "aria")[0] not in vocabulary():  # later ones may be of tomorrow
            raise _wrong(line, "a role that ARIA does not have")
        depth = self.depth + len(self.branch)
        origin = self.branch[-1].origin if self.branch else (0, 0)
        given = dict(line.attributes)
        box = _box(line, given.pop("box", None), origin)
        ref = given.pop("ref", None)
        states = _states(line, given)
        holds = line.role in HOLD_VALUES
        row = Row(
            depth,
            line.role,
            line.name,
            line.value if holds else None,
            bounds=box,
            states=states,
            id=ref,
            extra={f"[{name}]": value for name, value in given.items()} or None,
        )
        if line.role == _FRAME:
            origin = None if box is None else (box[0], box[1])
        self.branch.append(_Open(line.indent, len(self.rows), line.is_open, origin))
        self.add(row, line)
        if line.value is not None and not holds:
            self.add(Row(depth + 1, "text", line.value), line)

    def add(self, row: Row, line: AriaLine) -> None:
        self.rows.append(row)
        self.lines.append(line.number)


def _wrong(line: AriaLine, problem: str) -> InvalidSnapshot:
    return InvalidSnapshot(problem, f"line {line.number}", "give what page.aria_snapshot() printed, whole")


def _states(line: AriaLine, given: dict[str, str]) -> dict[str, object]:
    """Take the states out of the attributes."""
    states: dict[str, object] = {"checked": False} if line.role in CHECKABLE_ROLES else {}
    for name in [name for name in _STATES if name in given]:
        states[_STATES[name]] = _state(line, name, given.pop(name))
    if "level" in given:
        level = given.pop("level")
        if not _LEVEL.fullmatch(level):
            raise _wrong(line, "a level that is no whole number")
        states["level"] = int(level)
    return states


def _state(line: AriaLine, name: str, word: str) -> bool | str:
    ours = _STATES[name]
    if word in _WORDS:
        return _WORDS[word]
    if ours in BOOLEAN_STATES or word not in THREE_VALUED_STATES[ours]:
        raise _wrong(line, f"the attribute {name} with a value that it does not have")
    return word


def _box(line: AriaLine, box: str | None, origin: tuple[int, int] | None) -> tuple[int, int, int, int] | None:
    if box is None:
        return None
    found = _BOX.fullmatch(box)
    if found is None:
        raise _wrong(line, "a box that is not four numbers")
    x, y, width, height = (round(float(number)) for number in found.groups())
    return None if origin is None else (x + origin[0], y + origin[1], width, height)


def _with_values(read: _AriaRows) -> _AriaRows:
    """Make the text of a field its value, where it is the only element below it."""
    rows, lines = read
    kept = _AriaRows([], [])
    depths = [row.depth for row in rows] + [-1, -1]  # nothing comes after the last two
    index = 0
    while index < len(rows):
        row = rows[index]
        alone = depths[index + 1] == row.depth + 1 > depths[index + 2]
        folds = row.role in HOLD_VALUES and row.value is None and alone and rows[index + 1].role == "text"
        kept.rows.append(row._replace(value=rows[index + 1].name) if folds else row)
        kept.lines.append(lines[index])
        index += 2 if folds else 1
    return kept


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
    """Return whether it can be the first line of an aria snapshot."""
    try:
        line = parse_line(first, 1)
    except InvalidSnapshot:
        return False
    return line.indent == 0 and line.role in vocabulary()
