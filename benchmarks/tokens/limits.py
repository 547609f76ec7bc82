"""What a text costs on made trees: nothing changed, three changes in two hundred elements, five thousand additions."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from functools import partial

import uidiff
from benchmarks.report import Report, best
from benchmarks.tokens.counter import count
from benchmarks.tokens.said import FORMAT
from benchmarks.trees import edited, rows, separate
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.tokens import estimate_tokens

__all__ = ["add_limits"]

SIZES = (1, 200, 10_000, 100_000)
NO_CHANGE = 14
SHARE_OF_FULL, TOKENS_A_CHANGE, CHANGES = 0.10, 25, 3
ADDITIONS = 5_000
TIMES_JSON = 2.0


def add_limits(report: Report) -> None:
    """The tables and targets of all three."""
    _no_change(report)
    _three_changes(report)
    _additions(report)


def _diff(before: Sequence[uidiff.Row], after: Sequence[uidiff.Row]) -> TreeDiff:
    left, right = (uidiff.Snapshot.from_rows(separate(given)) for given in (before, after))
    return uidiff.diff(left, right, ignore=("bounds",))


def _no_change(report: Report) -> None:
    texts = [uidiff.render(_diff(rows(size), rows(size)), FORMAT) for size in SIZES]
    counts = count(texts)
    report.table("Nothing changed", ("elements", "tokens"), list(zip(map("{:,}".format, SIZES), counts, strict=True)))
    report.target(
        f"tokens where nothing changed, at {' to '.join(f'{size:,}' for size in SIZES[::3])} elements",
        max(counts),
        NO_CHANGE,
    )


def _three_changes(report: Report) -> None:
    """spec/features#d28."""
    given = rows(200)
    one_each = [
        *given[:20],
        given[20]._replace(name="Renamed"),
        *given[21:50],
        *given[51:],
        uidiff.Row(1, "button", "New"),
    ]
    ticked = [
        row._replace(states={"focusable": True, "checked": True}) if index in (20, 80, 140) else row
        for index, row in enumerate(given)
    ]
    edits = {
        "three values": edited(given, "three values"),
        "one added, one removed, one renamed": one_each,
        "three ticked": ticked,
    }
    deltas = [_diff(given, after) for after in edits.values()]
    texts = [text for delta in deltas for text in (uidiff.render(delta.after, FORMAT), uidiff.render(delta, FORMAT))]
    counts = count(texts)
    table: list[list[object]] = []
    for edit, full, diff in zip(edits, counts[::2], counts[1::2], strict=True):
        table.append([edit, full, diff, f"{diff / full:.3f}", f"{diff / CHANGES:.1f}"])
        report.target(f"200 elements, {edit}: diff / full", diff / full, SHARE_OF_FULL)
        report.target(f"200 elements, {edit}: tokens a change", diff / CHANGES, TOKENS_A_CHANGE)
    columns = ("200 elements", "own full", "own diff", "diff / full", "tokens a change")
    report.table("Three changes", columns, table)


def _additions(report: Report) -> None:
    given = rows(200)
    delta = _diff(given, [*given, *rows(ADDITIONS + 1, name="New")[1:]])
    assert len(delta.added) == ADDITIONS
    text, records = uidiff.render(delta, FORMAT), _records(delta)
    rendered = _first_time(delta, lambda fresh: uidiff.render(fresh, FORMAT))
    others = {
        "JSON of the records, made into dicts": _first_time(delta, lambda fresh: json.dumps(_records(fresh))),
        "JSON of dicts that are there": best(lambda: json.dumps(records), times=5),
        "the estimate of the text's tokens": best(lambda: estimate_tokens(text), times=5),
    }
    table = [[what, f"{time * 1e3:.1f}", f"{rendered / time:.2f}"] for what, time in others.items()]
    table.insert(0, ["the text", f"{rendered * 1e3:.1f}", ""])
    report.table(f"{ADDITIONS:,} additions", ("made", "ms", "the text / this"), table)
    what = f"rendering {ADDITIONS:,} additions / json.dumps of the records, their conversion included"
    report.target(what, rendered / others["JSON of the records, made into dicts"], TIMES_JSON)


def _first_time(delta: TreeDiff, use: Callable[[TreeDiff], object]) -> float:
    """What it takes to use a delta that was not used before, of snapshots that were only compared."""
    times = []
    for _ in range(5):
        fresh = uidiff.diff(copy.copy(delta.before), copy.copy(delta.after), ignore=("bounds",))
        times.append(best(partial(use, fresh), times=1))
    return min(times)


def _records(delta: TreeDiff) -> list[dict[str, object]]:
    """The records as one would write them without a format: what each says."""
    return [
        {
            "op": "added",
            "index": record.after.index,
            "root": record.root,
            "path": record.path,
            "role": record.after.role,
            "name": record.after.name,
            "value": record.after.value,
            "description": record.after.description,
            "bounds": record.after.bounds,
            "states": dict(record.after.states),
        }
        for record in delta.added
    ]
