"""One step of the page as JSON values: a head, which the timeline shows, and a body, read when the step is shown.

A body has the tree after the step: whole in the first step and in every hundredth; in the others as a patch of the tree
before (runs to keep, elements to insert, cells to set). The page computes the rest from the two trees: what was removed
and added, and the old values of fields.

Columns are short, exact, and without a character that controls or hides anything. A *coded* column is its distinct
values and a list of codes: a number from 0 on is the index of a value, a number below 0 repeats the value before it
that many times. A list of *gaps* stands for ascending indices: how many to skip, how many to take, and so on. Texts of
the UI are written as ``uidiff.text.quote`` shows them, without the quotation marks, so that the page never has them
raw.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import sub
from typing import Any, NamedTuple

from uidiff.diffing.differences import Difference
from uidiff.diffing.events import Event
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.agent.format import AgentFormat
from uidiff.formats.options import RenderOptions
from uidiff.matching.concealed import concealed_by, concealed_in_itself
from uidiff.matching.matching import UNMATCHED
from uidiff.matching.order import off_the_longest
from uidiff.model.columns import Columns
from uidiff.model.snapshot import Snapshot
from uidiff.model.states import States
from uidiff.text import quote

__all__ = ["CARRIED", "PageStep", "change_step", "embedded", "failed_step", "first_step", "shown"]

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


def _as_it_is(cell: object) -> object:
    return cell


def _coded(
    cells: Iterable[object],
    plain: Callable[[object], object] = _as_it_is,
    key: Callable[[object], object] = _as_it_is,
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


def _coded_cells(name: str, cells: Iterable[object]) -> list[object]:
    """Return cells of the column of that name, coded."""
    plain = _PLAIN.get(name, _as_it_is)
    return _coded(cells, plain, repr) if name == "states" else _coded(cells, plain)  # 1 equals True, and is not it


def _columns_value(columns: Columns, indices: Sequence[int]) -> dict[str, list[object]]:
    """Return the cells of some elements, by column; columns in which all are absent are left out."""
    found = {}
    for name in CARRIED:
        column: Sequence[object] = getattr(columns, name)
        cells = [column[index] for index in indices]
        absent = _ABSENT.get(name)
        if any(cell != absent for cell in cells):
            found[name] = _coded_cells(name, cells)
    return found


def _gaps(indices: Iterable[int]) -> list[int]:
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


def _states(cell: States) -> list[object]:
    """Return names and values, in turns."""
    return [part for name, value in cell for part in (name, shown(value) if isinstance(value, str) else value)]


_PLAIN: Mapping[str, Callable[..., object]] = {
    **dict.fromkeys(("name", "value", "description", "url", "native_role", "automation_id"), shown),
    "states": _states,
    "actions": lambda cell: [*map(shown, cell)],
    "secret": int,
    "unread": int,
}
"""By column what makes a JSON value of a cell, if the cell is none."""


_MOST_EVENTS = 200
"""Events that a body names; the head counts all of them."""

_SHIFT = ("bounds",)
"""The fields of a change that is only a shift."""


class PageStep(NamedTuple):
    """One step of the page; it has no body if there is no tree."""

    head: dict[str, Any]
    body: dict[str, Any] | None


def first_step(number: int, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> PageStep:
    """Return the step of a tree without one before it."""
    head = {**_head(number, "first", snapshot), "summary": f"{options.elements(len(snapshot))}."}
    body = {
        "size": len(snapshot),
        "whole": 1,
        **_whole(snapshot, refs),
        "text": AgentFormat().tree(snapshot, refs, options),
    }
    return PageStep(head, body)


def failed_step(number: int, error: str, taken_at: float | None) -> PageStep:
    """Return the step of a failed read; it has no tree."""
    return PageStep({"n": number, "kind": "failed", "error": shown(error), "at": taken_at}, None)


def change_step(number: int, delta: TreeDiff, options: RenderOptions, *, whole: bool = False) -> PageStep:
    """Return the step of a bound delta; ``whole``: with the whole tree after it, so that it needs no earlier step."""
    after, refs = delta.after, delta.refs[1]
    head = {
        **_head(number, "change", after),
        "summary": delta.summary,
        "counts": _counts(delta),
        "events": [list(pair) for pair in Counter(type(event).__name__ for event in delta.events).items()],
    }
    if delta.circumstances:
        head["changes"] = {name: [*map(_shown, pair)] for name, pair in delta.circumstances.items()}
    if options.outside_words:
        head["outside"] = options.outside_words
    body = {
        "size": len(after),
        "runs": [number for run in delta.matching.runs_by_after for number in run],
        **({"whole": 1, **_whole(after, refs)} if whole else _patch(delta, refs)),
        **_marks(delta),
        "events": [_event(event) for event in delta.events[:_MOST_EVENTS]],
        "text": AgentFormat().diff(delta, options),
    }
    return PageStep(head, {name: value for name, value in body.items() if value not in ([], {})})


# ------------------------------------------------------------------------ heads


def _head(number: int, kind: str, snapshot: Snapshot) -> dict[str, Any]:
    known = snapshot.circumstances
    found = {
        "n": number,
        "kind": kind,
        "at": known.taken_at,
        **{name: shown(getattr(known, name)) for name in ("action", "app", "window", "title", "url")},
    }
    return {name: value for name, value in found.items() if value is not None}


def _counts(delta: TreeDiff) -> dict[str, int]:
    """Return the number of records of each kind that is not empty; shifts are counted apart from changes."""
    shifts = sum(tuple(record.fields) == _SHIFT for record in delta.changed)
    reordered = sum(len(off_the_longest(record.order)) for record in delta.reordered)
    counts = {
        "added": len(delta.added),
        "removed": len(delta.removed),
        "changed": len(delta.changed) - shifts,
        "moved": len(delta.moved) + reordered,
        "shifted": shifts,
        "unknown": len(delta.unknown),
        "newly_read": len(delta.newly_read),
        "hidden": len(delta.hidden),
        "shown": len(delta.shown),
        "unchanged": delta.unchanged_count,
    }
    return {name: count for name, count in counts.items() if count}


def _shown(value: object) -> object:
    return shown(value) if isinstance(value, str) else value


# ----------------------------------------------------------------------- bodies


def _whole(snapshot: Snapshot, refs: Refs) -> dict[str, Any]:
    everything = range(len(snapshot))
    return {"put": _columns_value(snapshot.columns, everything), "refs": _ranges(refs.numbers)}


def _patch(delta: TreeDiff, refs: Refs) -> dict[str, Any]:
    came = list(delta.matching.unpaired_after)
    return {
        "put": _columns_value(delta.after.columns, came),
        "refs": _ranges([refs.numbers[index] for index in came]),
        "set": {name: [_gaps(indices), cells] for name, indices, cells in _cells_to_set(delta)},
    }


def _cells_to_set(delta: TreeDiff) -> Iterator[tuple[str, list[int], list[object]]]:
    """Yield by column the matched elements whose cells differ, and the new cells; depths and bounds as differences."""
    before, after, runs = delta.before.columns, delta.after.columns, delta.matching.runs_by_after
    shifts = (enumerate(map(sub, after.depth[j : j + n], before.depth[i : i + n]), start=j) for i, j, n in runs)
    depths = [(j, shift) for run in shifts for j, shift in run if shift]
    if depths:
        yield "depth", [j for j, _ in depths], _coded(shift for _, shift in depths)
    for name, found in delta.differences.items():
        indices = [difference.after_index for difference in found]
        if name == "bounds":
            yield name, indices, _coded(map(_moved_by, found))
        elif name in CARRIED:
            yield name, indices, _coded_cells(name, [difference.after for difference in found])


def _moved_by(difference: Difference) -> object:
    """Return the shift of the bounds, which is often the same for many; the new bounds if there were none."""
    before: Any = difference.before
    after: Any = difference.after
    return after if before is None or after is None else tuple(map(sub, after, before))


def _ranges(numbers: Sequence[int]) -> list[int]:
    """Return numbers as ranges: first numbers and lengths, in turns."""
    found: list[int] = []
    for number in numbers:
        if found and number == found[-2] + found[-1]:
            found[-1] += 1
        else:
            found += (number, 1)
    return found


def _marks(delta: TreeDiff) -> dict[str, Any]:
    """Return what is reported and does not follow from the two trees."""
    changed: dict[tuple[str, ...], list[int]] = {}
    for record in delta.changed:
        changed.setdefault(tuple(record.fields), []).append(record.after.index)
    after_of = delta.matching.after_of
    return {
        "changed": [[list(fields), _gaps(indices)] for fields, indices in changed.items()],
        "moved": _gaps(record.after.index for record in delta.moved),
        "reordered": [
            [
                UNMATCHED if record.parent is None else record.parent,
                _gaps(sorted(after_of[index] for index in off_the_longest(record.order))),
            ]
            for record in delta.reordered
        ],
        "unknown": _gaps(record.before.index for record in delta.unknown),
        "newly_read": _gaps(record.after.index for record in delta.newly_read),
        "hidden": _gaps(_out_of_sight(delta)),
        "shown": _gaps(record.after.index for record in delta.shown),
    }


def _out_of_sight(delta: TreeDiff) -> list[int]:
    """Return the before-elements that are hidden, those that were before too."""
    both = zip(concealed_in_itself(delta.before), concealed_by(delta.before, delta.after), strict=True)
    still = (index for index, marks in enumerate(both) if all(marks))
    return sorted({*still, *(record.before.index for record in delta.hidden)})


def _event(event: Event) -> list[object]:
    """Return the kind and the label of an event, and the tree and the index of its first element, if any."""
    kind: list[object] = [type(event).__name__, shown(event.label)]
    for record in event.records[:1]:
        side, element = ("after", record.after) if record.after is not None else ("before", record.before)
        return kind if element is None else [*kind, side, element.index]
    return kind
