"""The rows of Playwright's aria snapshots, whether they were printed as lines or as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.aria_hidden import UNHEARD, with_telling_marks
from uidiff.importers.aria_lines import AriaLine
from uidiff.model.columns import Row
from uidiff.model.redaction import HOLD_VALUES
from uidiff.model.roles import resolve_role, vocabulary
from uidiff.model.states import BOOLEAN_STATES, CHECKABLE_ROLES, THREE_VALUED_STATES

__all__ = ["WIDGETS", "AriaRows", "read_rows"]

_STATES: Mapping[str, str] = {
    "active": "focused",
    "aria-hidden": UNHEARD,
    **{name: name for name in ("checked", "disabled", "expanded", "invalid", "pressed", "selected")},
}
"""Playwright's attributes, and our states; ``active`` is the document's active element."""

WIDGETS = frozenset(
    {
        *("button", "checkbox", "combobox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio"),
        *("searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem"),
    },
)
"""The widget roles of WAI-ARIA: that the pointer is a hand there says nothing new, and scripts change it at will."""

_POINTER, _CLICKED = "pointer", "press"
_WORDS: Mapping[str, bool] = {"true": True, "false": False}
_LEVEL = re.compile(r"[0-9]{1,9}")
_NUMBER = r"(-?[0-9]{1,10}(?:\.[0-9]{1,20})?)"
_BOX = re.compile(",".join([_NUMBER] * 4))
_FRAME = "iframe"


class AriaRows(NamedTuple):
    """The rows in document order, and for each the number of the line that it comes from."""

    rows: list[Row]
    lines: list[int]


class _Open(NamedTuple):
    """An open element: its indentation, its row, the origin of the boxes below it."""

    indent: int
    row: int
    is_open: bool
    origin: tuple[int, int] | None


def read_rows(lines: Iterable[AriaLine], *, depth: int, max_nesting: int, place: Callable[[int], str]) -> AriaRows:
    """The rows of lines, which are those of a text or made of JSON.

    Args:
        lines: the elements, texts and properties in document order.
        depth: of the outermost elements.
        max_nesting: levels that they may have.
        place: where a line is, by its number, for errors.

    Raises:
        InvalidSnapshot: a line that Playwright does not print.
        LimitExceeded: more levels than ``max_nesting``.
    """
    reader = _Reader(depth, max_nesting, place)
    for line in lines:
        reader.read(line)
    read = _with_values(AriaRows(reader.rows, reader.lines))
    return AriaRows(with_telling_marks(read.rows, WIDGETS), read.lines)


class _Reader:
    """Makes rows of lines; keeps the branch of open elements."""

    def __init__(self, depth: int, max_nesting: int, place: Callable[[int], str]) -> None:
        self.rows: list[Row] = []
        self.lines: list[int] = []
        self.depth = depth
        self.max_nesting = max_nesting
        self.place = place
        self.branch: list[_Open] = []
        self.indents: list[int] = []  # of the lists that are open, the outermost first

    def read(self, line: AriaLine) -> None:
        self.find_list(line)
        if line.role.startswith("/"):
            self.property(line)
        elif line.role == "text":
            self.add(Row(self.depth + len(self.branch), "text", line.value), line)
        else:
            self.element(line)

    def find_list(self, line: AriaLine) -> None:
        """Find the list of a line: the last one of its indentation, or a new one below the last line."""
        while self.branch and self.branch[-1].indent >= line.indent:
            self.branch.pop()
        del self.indents[len(self.branch) + 1 :]
        if len(self.indents) == len(self.branch):  # the first line below the last element, or of all
            self.indents.append(line.indent)
        above = self.branch[-1] if self.branch else None
        if self.indents[-1] != line.indent or (above and not above.is_open):
            raise self.wrong(line, "a line that is indented as no line above it allows")
        if len(self.branch) >= self.max_nesting:
            problem = f"elements nested more than {self.max_nesting} deep"
            raise LimitExceeded(problem, self.place(line.number), "pass limits=Limits(max_nesting=…)")

    def property(self, line: AriaLine) -> None:
        if not self.branch or line.value is None:
            raise self.wrong(line, "a property of no element")
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
            raise self.wrong(line, "a role that ARIA does not have")
        depth = self.depth + len(self.branch)
        origin = self.branch[-1].origin if self.branch else (0, 0)
        given = dict(line.attributes)
        box = self.box(line, given.pop("box", None), origin)
        ref = given.pop("ref", None)
        clicked = given.get("cursor") == _POINTER and line.role not in WIDGETS
        if clicked:
            del given["cursor"]
        states = self.states(line, given)
        holds = line.role in HOLD_VALUES
        row = Row(
            depth,
            line.role,
            line.name,
            line.value if holds else None,
            bounds=box,
            states=states,
            id=ref,
            actions=[_CLICKED] if clicked else None,
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

    def states(self, line: AriaLine, given: dict[str, str]) -> dict[str, object]:
        """Take the states out of the attributes."""
        states: dict[str, object] = {"checked": False} if line.role in CHECKABLE_ROLES else {}
        for name in [name for name in _STATES if name in given]:
            states[_STATES[name]] = self.state(line, name, given.pop(name))
        if "level" in given:
            level = given.pop("level")
            if not _LEVEL.fullmatch(level):
                raise self.wrong(line, "a level that is no whole number")
            states["level"] = int(level)
        return states

    def state(self, line: AriaLine, name: str, word: str) -> bool | str:
        ours = _STATES[name]
        if word in _WORDS:
            return _WORDS[word]
        if ours in BOOLEAN_STATES or word not in THREE_VALUED_STATES[ours]:
            raise self.wrong(line, f"the attribute {name} with a value that it does not have")
        return word

    def box(self, line: AriaLine, box: str | None, origin: tuple[int, int] | None) -> tuple[int, int, int, int] | None:
        if box is None:
            return None
        found = _BOX.fullmatch(box)
        if found is None:
            raise self.wrong(line, "a box that is not four numbers")
        x, y, width, height = (round(float(number)) for number in found.groups())
        return None if origin is None else (x + origin[0], y + origin[1], width, height)

    def wrong(self, line: AriaLine, problem: str) -> InvalidSnapshot:
        return InvalidSnapshot(problem, self.place(line.number), "give what page.aria_snapshot() printed, whole")


def _with_values(read: AriaRows) -> AriaRows:
    """Make the text of a field its value, where it is the only element below it."""
    rows, lines = read
    kept = AriaRows([], [])
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
