"""One step of the page as JSON values: a head, which the timeline shows, and a body, read when the step is looked at.

A body holds the tree after the step: of the first step, and of every hundredth, whole; of any other as what it takes to
make it of the tree before (runs to keep, elements to put in, cells to set). All else follows from the two trees in the
page: who went, who came, what a field was before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import sub
from typing import Any, NamedTuple

from uidiff.diffing.events import Event
from uidiff.diffing.fields import Difference
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.agent.format import AgentFormat
from uidiff.formats.html.encoding import CARRIED, coded, coded_cells, columns_value, gaps, shown
from uidiff.formats.options import RenderOptions
from uidiff.matching.matching import UNMATCHED, Run
from uidiff.matching.order import off_the_longest
from uidiff.model.snapshot import Snapshot

__all__ = ["Step", "change_step", "failed_step", "first_step"]

_MOST_EVENTS = 200
"""Events that a body names; the head counts all of them."""

_SHIFT = ("bounds",)
"""The fields of a change that is a shift and no more."""


class Step(NamedTuple):
    """What the page has of one step; no body where there is no tree."""

    head: dict[str, Any]
    body: dict[str, Any] | None


def first_step(number: int, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> Step:
    """A tree with nothing to compare it with."""
    head = {**_head(number, "first", snapshot), "summary": f"{options.elements(len(snapshot))}."}
    body = {
        "size": len(snapshot),
        "whole": 1,
        **_whole(snapshot, refs),
        "text": AgentFormat().tree(snapshot, refs, options),
    }
    return Step(head, body)


def failed_step(number: int, error: str, taken_at: float | None) -> Step:
    """A read that failed: there is no tree of it."""
    return Step({"n": number, "kind": "failed", "error": shown(error), "at": taken_at}, None)


def change_step(number: int, delta: TreeDiff, options: RenderOptions, *, whole: bool = False) -> Step:
    """What a bound delta says; ``whole``: with the whole tree after it, so that no earlier step is needed for it."""
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
    return Step(head, {name: value for name, value in body.items() if value not in ([], {})})


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
    """How many records of each kind there are, those alone that there are; a shift is no change."""
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
    """By column the elements that stayed and whose cell is another one, and the cells; numbers as differences."""
    before, after, runs = delta.before.columns, delta.after.columns, delta.matching.runs_by_after
    depths = [(j, shift) for j, shift in _shifts(before.depth, after.depth, runs) if shift]
    if depths:
        yield "depth", [j for j, _ in depths], coded(shift for _, shift in depths)
    for name, found in _differences(delta).items():
        indices = [difference.after_index for difference in found]
        if name == "bounds":
            yield name, indices, coded(map(_moved_by, found))
        elif name in CARRIED:
            yield name, indices, coded_cells(name, [difference.after for difference in found])


def _differences(delta: TreeDiff) -> Mapping[str, Sequence[Difference]]:
    return {} if delta.sides is None else delta.sides.differences


def _shifts(before: Sequence[int], after: Sequence[int], runs: Sequence[Run]) -> Iterator[tuple[int, int]]:
    for i, j, n in runs:
        yield from enumerate(map(sub, after[j : j + n], before[i : i + n]), start=j)


def _moved_by(difference: Difference) -> object:
    """How far the bounds moved and grew: many have moved alike. The new ones where there were none, None for none."""
    before: Any = difference.before
    after: Any = difference.after
    return after if before is None or after is None else tuple(map(sub, after, before))


def _ranges(numbers: Sequence[int]) -> list[int]:
    """Numbers as first ones and lengths of ranges, in turns."""
    found: list[int] = []
    for number in numbers:
        if found and number == found[-2] + found[-1]:
            found[-1] += 1
        else:
            found += (number, 1)
    return found


def _marks(delta: TreeDiff) -> dict[str, Any]:
    """What is reported and does not follow from the two trees."""
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
    """The after-indices of those that left the order, which stands for the rest."""
    return (after_of[index] for index in off_the_longest(order))


def _event(event: Event) -> list[object]:
    """Its kind, its label, and where the first element behind it is, if there is one: the side and the index."""
    kind: list[object] = [type(event).__name__, shown(event.label)]
    for record in event.records[:1]:
        side, element = ("after", record.after) if record.after is not None else ("before", record.before)
        return kind if element is None else [*kind, side, element.index]
    return kind
