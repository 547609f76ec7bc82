"""One step of the page as JSON values: a head, which the timeline shows, and a body, read when the step is shown.

A body has the tree after the step: whole in the first step and in every hundredth; in the others as a patch of the tree
before (runs to keep, elements to insert, cells to set). The page computes the rest from the two trees: what was removed
and added, and the old values of fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import sub
from typing import Any, NamedTuple

from uidiff.diffing.differences import Difference
from uidiff.diffing.events import Event
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.agent.format import AgentFormat
from uidiff.formats.html.encoding import CARRIED, coded, coded_cells, columns_value, gaps, shown
from uidiff.formats.options import RenderOptions
from uidiff.matching.matching import UNMATCHED, Run
from uidiff.matching.order import off_the_longest
from uidiff.model.snapshot import Snapshot

__all__ = ["PageStep", "change_step", "failed_step", "first_step"]

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
        "unchanged": delta.unchanged_count,
    }
    return {name: count for name, count in counts.items() if count}


def _shown(value: object) -> object:
    return shown(value) if isinstance(value, str) else value


# ----------------------------------------------------------------------- bodies


def _whole(snapshot: Snapshot, refs: Refs) -> dict[str, Any]:
    everything = range(len(snapshot))
    return {"put": columns_value(snapshot.columns, everything), "refs": _ranges(refs.numbers)}


def _patch(delta: TreeDiff, refs: Refs) -> dict[str, Any]:
    came = list(delta.matching.unpaired_after)
    return {
        "put": columns_value(delta.after.columns, came),
        "refs": _ranges([refs.numbers[index] for index in came]),
        "set": {name: [gaps(indices), cells] for name, indices, cells in _cells_to_set(delta)},
    }


def _cells_to_set(delta: TreeDiff) -> Iterator[tuple[str, list[int], list[object]]]:
    """Yield by column the matched elements whose cells differ, and the new cells; depths and bounds as differences."""
    before, after, runs = delta.before.columns, delta.after.columns, delta.matching.runs_by_after
    depths = [(j, shift) for j, shift in _shifts(before.depth, after.depth, runs) if shift]
    if depths:
        yield "depth", [j for j, _ in depths], coded(shift for _, shift in depths)
    for name, found in delta.differences.items():
        indices = [difference.after_index for difference in found]
        if name == "bounds":
            yield name, indices, coded(map(_moved_by, found))
        elif name in CARRIED:
            yield name, indices, coded_cells(name, [difference.after for difference in found])


def _shifts(before: Sequence[int], after: Sequence[int], runs: Sequence[Run]) -> Iterator[tuple[int, int]]:
    for i, j, n in runs:
        yield from enumerate(map(sub, after[j : j + n], before[i : i + n]), start=j)


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
        "changed": [[list(fields), gaps(indices)] for fields, indices in changed.items()],
        "moved": gaps(record.after.index for record in delta.moved),
        "reordered": [
            [UNMATCHED if record.parent is None else record.parent, gaps(sorted(_off(record.order, after_of)))]
            for record in delta.reordered
        ],
        "unknown": gaps(record.before.index for record in delta.unknown),
        "newly_read": gaps(record.after.index for record in delta.newly_read),
    }


def _off(order: Sequence[int], after_of: Sequence[int]) -> Iterator[int]:
    """Yield the after-indices of the elements that are not in the longest unchanged order."""
    return (after_of[index] for index in off_the_longest(order))


def _event(event: Event) -> list[object]:
    """Return the kind and the label of an event, and the tree and the index of its first element, if any."""
    kind: list[object] = [type(event).__name__, shown(event.label)]
    for record in event.records[:1]:
        side, element = ("after", record.after) if record.after is not None else ("before", record.before)
        return kind if element is None else [*kind, side, element.index]
    return kind
