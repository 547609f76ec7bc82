"""What was seen of each step, and how often: the rows are those of a loop over the core."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st

import uidiff
from tests.tables.oracle import Scripted, Step, page, scripts, steps_of, table_of, walks
from uidiff import Snapshot, arrow
from uidiff.arrow import EFFECTS
from uidiff.diffing.refs import Refs
from uidiff.formats.effect import passing_label

TOAST = {"role": "status", "children": [{"role": "text", "name": "Saved"}]}
FIELD = {"role": "textbox", "name": "User", "value": "ada"}


def expected(table: pa.Table, script: list[Scripted]) -> Iterator[dict[str, Any]]:
    """The rows by a loop over the core, with all trees at hand."""
    good = iter(arrow.snapshots_of(table.filter(pc.is_null(table["error"]))))
    trees = {look.seq: next(good) for look in script if look.snapshot is not None}
    numbers: dict[int, Refs] = {}
    clocks: dict[int, bool] = {}
    last: int | None = None
    latest: float | None = None
    for seq, tree in trees.items():
        numbers[seq] = (
            Refs.first(len(tree)) if last is None else uidiff.diff(trees[last], tree, refs=numbers[last]).refs[1]
        )
        time = next(look.seconds for look in script if look.seq == seq)
        clocks[seq] = time is not None and latest is not None and time < latest
        last, latest = seq, latest if time is None else time
    for number, step in enumerate(steps_of(script)):
        row = {"step": number, "action": step.action, "after_seq": step.looks[-1].seq}
        if step.looks[0].snapshot is None:
            yield {**row, "looks": 0, "errors": [{"kind": "read", "text": "no answer"}]}
        else:
            yield {**row, "looks": len(step.looks), **_seen(step, trees, numbers, clocks)}


def _seen(step: Step, trees: dict[int, Snapshot], numbers: dict[int, Refs], clocks: dict[int, bool]) -> dict[str, Any]:
    base = step.start if step.comparable else None
    looks = [*([] if base is None else [base]), *step.looks]
    deltas = [(one, uidiff.diff(trees[before.seq], trees[one.seq])) for before, one in pairwise(looks)]
    changed = [one for one, delta in deltas if delta]
    errors = [
        {"kind": "event", "text": event.label}
        for _, delta in deltas
        for event in delta.events
        if isinstance(event, uidiff.events.ErrorAppeared)
    ]
    row: dict[str, Any] = {"errors": errors, "passing": None, **dict.fromkeys(("seconds", "settled"))}
    if len(step.looks) > 1:
        row["settled"] = not deltas[-1][1]
        if changed:
            until = [look.seq for look in step.looks[1:] if look.seq <= changed[-1].seq]
            times = step.looks[0].seconds, changed[-1].seconds
            if None not in times and not any(clocks[seq] for seq in until) and times[0] <= times[1]:  # type: ignore[operator]
                row["seconds"] = times[1] - times[0]  # type: ignore[operator]
    if base is None:
        return row
    first, final = trees[base.seq], trees[step.looks[-1].seq]
    row |= {"no_op": not changed, "changes": uidiff.diff(first, final).record_count}
    passed = list(_passed(looks, trees, numbers))
    row["passing"] = [label for label, _ in passed]
    row["passing_elements"] = sum(size for _, size in passed)
    return row


def _passed(looks: list[Scripted], trees: dict[int, Snapshot], numbers: dict[int, Refs]) -> Iterator[tuple[str, int]]:
    """What came in a look and is in neither the first nor the last one, without what came within it."""
    ends = trees[looks[0].seq], trees[looks[-1].seq]
    known = {passing_label(element) for tree in ends for element in tree}
    for before, look in pairwise(looks):
        there, here = set(numbers[before.seq].numbers), numbers[look.seq].numbers
        for element in trees[look.seq]:
            above = element.parent
            outermost = above is None or here[above.index] in there
            came = here[element.index] not in there and outermost
            gone = here[element.index] not in numbers[looks[-1].seq].numbers
            if came and gone and passing_label(element) not in known:
                yield passing_label(element), 1 + len(list(element.descendants))


@given(scripts() | walks())
def test_rows_are_those_of_a_loop_over_the_core(script: list[Scripted]) -> None:
    table = table_of(script)
    rows = arrow.effects(table).to_pylist()
    wanted = list(expected(table, script))
    assert len(rows) == len(wanted)
    for row, want in zip(rows, wanted, strict=True):
        assert {name: row[name] for name in want} == want


def effects_of(*looks: Scripted) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = arrow.effects(table_of(looks)).to_pylist()
    return found


def test_what_was_there_for_a_moment_is_said_by_its_outermost_element() -> None:
    looks = [page(FIELD), page(FIELD), page(FIELD, TOAST), page(FIELD)]
    script = [Scripted(seq, "press e2" if seq == 1 else None, tree, 10.0 + seq) for seq, tree in enumerate(looks)]
    row = effects_of(*script)[-1]
    assert (row["passing"], row["passing_elements"]) == (['status "Saved"'], 2)
    assert (row["no_op"], row["changes"]) == (False, 0)
    assert (row["seconds"], row["settled"]) == (2.0, False)
    assert effects_of(*script[:3])[-1]["passing"] == []


def test_the_time_to_rest_is_unknown_without_a_later_look_or_times_or_where_the_clock_went_back() -> None:
    trees = [page(), page(), page(FIELD), page(FIELD)]
    actions = [None, "press e1", None, None]

    def seconds(*times: float | None) -> object:
        looks = zip(range(len(times)), actions, trees, times, strict=False)
        return effects_of(*(Scripted(*look) for look in looks))[-1]["seconds"]

    assert seconds(0.0, 1.0, 1.5, 2.0) == 0.5
    assert seconds(0.0, 1.0, 1.5, 0.0) == 0.5
    assert seconds(0.0, 1.0, 0.5, 2.0) is None
    assert seconds(0.0, None, 1.5, 2.0) is None
    assert seconds(0.0, 1.0) is None


def test_errors_are_those_of_reads_events_and_of_what_an_importer_found() -> None:
    alert = {"role": "alert", "name": "Error: the name is required"}
    extra = '{"errors":[{"kind":"action","text":"timeout"},"TypeError: x",7]}'
    bare = page(FIELD, alert)
    tree = Snapshot(bare.columns, attrs.evolve(bare.circumstances, extra=extra))
    rows = effects_of(
        Scripted(0, None, page(FIELD), 0.0), Scripted(1, "press e2", tree, 1.0), Scripted(2, "press e3", None, 2.0)
    )
    assert rows[1]["errors"] == [
        {"kind": "action", "text": "timeout"},
        {"kind": "console", "text": "TypeError: x"},
        {"kind": "event", "text": "Error: the name is required"},
    ]
    assert rows[2]["errors"] == [{"kind": "read", "text": "no answer"}]
    assert rows[2]["no_op"] is None


def _percentile(numbers: list[float], share: float) -> float:
    """By linear interpolation between the two numbers around the place."""
    ordered = sorted(numbers)
    place = share * (len(ordered) - 1)
    below = ordered[int(place)]
    above = ordered[min(int(place) + 1, len(ordered) - 1)]
    return below + (above - below) * (place - int(place))


EFFECT = st.fixed_dictionaries(
    {
        "action": st.sampled_from([None, "press", "press it"]),
        "kind": st.sampled_from([None, "press", "wait"]),
        "target": st.sampled_from([None, 'button "Save"', 'link "Mail"']),
        "no_op": st.sampled_from([None, True, False]),
        "seconds": st.none() | st.floats(0, 1e6),
        "errors": st.lists(st.just({"kind": "read", "text": "no answer"}), max_size=2),
    }
)


@given(st.lists(EFFECT, max_size=12))
def test_rates_are_those_of_a_loop(cells: list[dict[str, Any]]) -> None:
    wanted: list[dict[str, Any]] = []
    for kind, target in {(cell["kind"], cell["target"]) for cell in cells if cell["action"] is not None}:
        of_both = [cell for cell in cells if (cell["kind"], cell["target"]) == (kind, target)]
        steps = [cell for cell in of_both if cell["action"] is not None]
        known = [cell["no_op"] for cell in steps if cell["no_op"] is not None]
        times = [cell["seconds"] for cell in steps if cell["seconds"] is not None]
        row = {"kind": kind, "target": target, "steps": len(steps)}
        row["no_op_rate"] = known.count(True) / len(known) if known else None
        row["seconds_median"] = pytest.approx(_percentile(times, 0.5)) if times else None
        row["seconds_p95"] = pytest.approx(_percentile(times, 0.95)) if times else None
        row["error_rate"] = len([cell for cell in steps if cell["errors"]]) / len(steps)
        wanted.append(row)
    wanted.sort(key=lambda row: (-row["steps"], row["kind"] or "", row["target"] or ""))
    assert arrow.effect_rates(pa.Table.from_pylist(cells, schema=EFFECTS)).to_pylist() == wanted


def test_rates_are_by_kind_and_target() -> None:
    cells = [
        ("press e1", True, 1.0, []),
        ("press e2", False, 2.0, [{"kind": "read", "text": "x"}]),
        ("press e3", None, None, []),
        ('click button "Save"', False, 3.0, []),
        (None, True, 9.0, []),
    ]
    rows = [
        {
            "action": action,
            "kind": action and action.split()[0],
            "target": 'button "Save"' if action and "Save" in action else None,
            "no_op": no_op,
            "seconds": seconds,
            "errors": errors,
        }
        for action, no_op, seconds, errors in cells
    ]
    found = arrow.effect_rates(pa.Table.from_pylist(rows, schema=EFFECTS)).to_pylist()
    assert found == [
        {
            "kind": "press",
            "target": None,
            "steps": 3,
            "no_op_rate": 0.5,
            "seconds_median": 1.5,
            "seconds_p95": float(np.percentile([1.0, 2.0], 95)),
            "error_rate": 1 / 3,
        },
        {
            "kind": "click",
            "target": 'button "Save"',
            "steps": 1,
            "no_op_rate": 0.0,
            "seconds_median": 3.0,
            "seconds_p95": 3.0,
            "error_rate": 0.0,
        },
    ]
