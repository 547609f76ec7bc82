"""Columns of cells as the page carries them: short, exact, and without a character that drives or hides anything.

Two forms serve for everything. A *coded* column is its distinct values and a list of codes: a number from 0 on is the
place of a value, a number below 0 says how many times more the one before it stands. A list of *gaps* names ascending
indices: how many to pass over, how many to take, and so on.

Texts of the UI are carried as ``uidiff.text.quote`` shows them, without its quotation marks: what is escaped there is
plain text here, and the page never holds it raw.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from uidiff.model.columns import Columns
from uidiff.model.states import States
from uidiff.text import quote

__all__ = ["CARRIED", "coded", "coded_cells", "columns_value", "embedded", "gaps", "shown"]

CARRIED = (
    "depth",
    "role",
    "name",
    "value",
    "description",
    "bounds",
    "states",
    "url",
    "actions",
    "native_role",
    "automation_id",
    "secret",
    "unread",
)
"""The columns that the page has: what is compared, and what helps to find an element in its program.

Left out are the ids of one read, digests and unknown keys: no text of a diff tells of them.
"""


def shown(text: str | None) -> str | None:
    """A text as it is shown between quotation marks."""
    return None if text is None else quote(text)[1:-1]


def embedded(value: object) -> str:
    """The value as JSON that may stand inside of a script element: nothing in it begins or ends a tag."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.translate(_ESCAPED)


_ESCAPED = {code: f"\\u{code:04x}" for code in (*map(ord, "<>&"), 0x7F, 0x85, 0x2028, 0x2029)}


def coded(
    cells: Iterable[object],
    plain: Callable[[object], object] = lambda cell: cell,
    key: Callable[[object], object] = lambda cell: cell,
) -> list[object]:
    """The column in its coded form; ``plain`` makes a JSON value of each distinct cell, ``key`` tells them apart."""
    places: dict[object, int] = {}
    values: list[object] = []
    codes: list[int] = []
    last = -1
    for cell in cells:
        code = places.setdefault(key(cell), len(values))
        if code == len(values):
            values.append(plain(cell))
        if code != last:
            codes.append(code)
            last = code
        elif codes[-1] < 0:
            codes[-1] -= 1
        else:
            codes.append(-1)
    return [values, codes]


def coded_cells(name: str, cells: Iterable[object]) -> list[object]:
    """Cells of the column of that name in their coded form."""
    plain = _PLAIN.get(name, _as_it_is)
    return coded(cells, plain, repr) if name == "states" else coded(cells, plain)  # 1 equals True, and is not it


def columns_value(columns: Columns, indices: Sequence[int]) -> dict[str, list[object]]:
    """The cells of some elements, by column; columns in which all of them have nothing are left out."""
    found = {}
    for name in CARRIED:
        column: Sequence[object] = getattr(columns, name)
        cells = [column[index] for index in indices]
        absent = _ABSENT.get(name)
        if any(cell != absent for cell in cells):
            found[name] = coded_cells(name, cells)
    return found


def gaps(indices: Iterable[int]) -> list[int]:
    """Ascending indices as gaps and lengths, in turns."""
    found: list[int] = []
    end = 0
    for index in indices:
        if index == end and found:
            found[-1] += 1
        else:
            found += (index - end, 1)
        end = index + 1
    return found


_ABSENT: Mapping[str, object] = {"states": (), "actions": (), "secret": False, "unread": False}
"""What stands in a column where an element has nothing, if it is not None."""


def _as_it_is(cell: object) -> object:
    return cell


def _states(cell: States) -> list[object]:
    """Names and values in turns."""
    return [part for name, value in cell for part in (name, shown(value) if isinstance(value, str) else value)]


def _actions(cell: tuple[str, ...]) -> list[object]:
    return [*map(shown, cell)]


_PLAIN: Mapping[str, Callable[..., object]] = {
    **dict.fromkeys(("name", "value", "description", "url", "native_role", "automation_id"), shown),
    "states": _states,
    "actions": _actions,
    "secret": int,
    "unread": int,
}
"""What makes a JSON value of a cell, where it is none."""
