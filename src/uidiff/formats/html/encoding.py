"""Encodes the columns of a page: short, exact, and without a character that controls or hides anything.

There are two encodings. A *coded* column is its distinct values and a list of codes: a number from 0 on is the index of
a value, a number below 0 repeats the value before it that many times. A list of *gaps* stands for ascending indices:
how many to skip, how many to take, and so on.

Texts of the UI are written as ``uidiff.text.quote`` shows them, without the quotation marks, so that the page never has
them raw.
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
"""The columns that the page has: the compared ones, and those that help to find an element in its program.

Left out are ids, digests and unknown keys, which no text of a diff has.
"""


def shown(text: str | None) -> str | None:
    """Return a text as it is shown between quotation marks."""
    return None if text is None else quote(text)[1:-1]


def embedded(value: object) -> str:
    """Return a value as JSON for a script element: nothing in it begins or ends a tag."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.translate(_ESCAPED)


_ESCAPED = {code: f"\\u{code:04x}" for code in (*map(ord, "<>&"), 0x7F, 0x85, 0x2028, 0x2029)}


def coded(
    cells: Iterable[object],
    plain: Callable[[object], object] = lambda cell: cell,
    key: Callable[[object], object] = lambda cell: cell,
) -> list[object]:
    """Return a coded column; ``plain`` makes a JSON value of each distinct cell, equal cells have equal ``key``."""
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
    """Return cells of the column of that name, coded."""
    plain = _PLAIN.get(name, _as_it_is)
    return coded(cells, plain, repr) if name == "states" else coded(cells, plain)  # 1 equals True, and is not it


def columns_value(columns: Columns, indices: Sequence[int]) -> dict[str, list[object]]:
    """Return the cells of some elements, by column; columns in which all are absent are left out."""
    found = {}
    for name in CARRIED:
        column: Sequence[object] = getattr(columns, name)
        cells = [column[index] for index in indices]
        absent = _ABSENT.get(name)
        if any(cell != absent for cell in cells):
            found[name] = coded_cells(name, cells)
    return found


def gaps(indices: Iterable[int]) -> list[int]:
    """Return ascending indices as gaps and lengths, in turns."""
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
"""The absent value of a column, if it is not None."""


def _as_it_is(cell: object) -> object:
    return cell


def _states(cell: States) -> list[object]:
    """Return names and values, in turns."""
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
"""By column what makes a JSON value of a cell, if the cell is none."""
