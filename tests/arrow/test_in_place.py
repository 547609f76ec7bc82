"""spec/laws#9-one-answer-wherever-it-is-computed: what is paired by places over whole columns is what the core pairs.

Compared are the pairs themselves, not only the rows of changes: two matchings may have equal records.
"""

import random
from collections.abc import Sequence
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject, SearchStrategy

import uidiff
from benchmarks.spark.made import Application
from tests.laws import adversaries
from uidiff import Circumstances, Row, Snapshot
from uidiff.arrow import batch_of
from uidiff.arrow.block import Block, Flags
from uidiff.arrow.in_place import pair_in_place
from uidiff.arrow.pairing import matching_of, pair_block
from uidiff.matchers import StructuralMatcher
from uidiff.matching.matching import Run
from uidiff.testing.edits import apply_edits, rows_of
from uidiff.testing.strategies import edits, snapshots

CORPUS = Path(__file__).parents[2] / "benchmarks" / "corpus"


def block_of(run: Sequence[Snapshot]) -> tuple[Block, Flags]:
    linked = np.ones(len(run), np.bool_)
    linked[:1] = False
    return Block.of_batch(batch_of(run, session="s", seqs=list(range(len(run))))), linked


def left_to_core(run: Sequence[Snapshot], *, stable_ids: bool = True) -> list[bool]:
    """For each snapshot but the first whether it is left to the core."""
    left: list[bool] = pair_in_place(*block_of(run), stable_ids=stable_ids)[1].tolist()
    return left[1:]


def of_core(before: Snapshot, after: Snapshot, matcher: StructuralMatcher) -> tuple[Run, ...]:
    if before.columns == after.columns:
        return ((0, 0, len(before)),) if len(before) else ()
    return uidiff.match(before, after, matcher=matcher).runs


def assert_pairs_of_core(run: Sequence[Snapshot], *, stable_ids: bool = True) -> None:
    matcher = StructuralMatcher(stable_ids=stable_ids)
    block, linked = block_of(run)
    partners, errors = pair_block(block, linked, matcher)
    assert not errors
    for number, (before, after) in enumerate(pairwise(run), 1):
        assert matching_of(block, partners, number).runs == of_core(before, after, matcher), number


FEW = st.sampled_from([None, "", "a", "b", "c"])
"""Texts that stand at several places, and come again."""
TEXTS = FEW | st.integers(0, 99).map("text {}".format)
ROLES = st.sampled_from(
    [("group", "text"), ("list", "listitem"), ("table", "columnheader", "cell"), ("unknown", "text")]
)


@st.composite
def rows_with_few_texts(draw: st.DrawFn) -> list[Row]:
    """Rows without any order, or in a chain, with texts that tell little."""
    roles, texts = draw(ROLES), draw(st.sampled_from([FEW, TEXTS]))
    chain, roots = draw(st.booleans()), draw(st.booleans())
    rows: list[Row] = []
    for number in range(draw(st.integers(0, 24))):
        deepest = rows[-1].depth + 1 if rows else 0
        least = min(deepest, max(1, deepest - 1) if chain else int(not roots))
        rows.append(
            Row(
                draw(st.integers(least, deepest)),
                draw(st.sampled_from(roles)),
                name=draw(texts),
                value=draw(texts),
                id=f"i{number}" if draw(st.booleans()) else None,
                id_stable=draw(st.booleans()),
                automation_id=draw(FEW),
                native_role=draw(st.sampled_from("xy")),
            )
        )
    return rows


FIELDS = st.sampled_from(
    ["name", "name", "value", "value", "description", "id", "automation_id", "bounds", "id_stable"]
)


def _cell(draw: st.DrawFn, field: str) -> object:
    if field == "bounds":
        return (draw(st.integers(0, 9)), 0, 5, 5)
    if field == "id":
        return draw(st.none() | st.integers(0, 24).map("i{}".format))
    return draw(st.booleans()) if field == "id_stable" else draw(TEXTS)


@st.composite
def edited_in_place(draw: st.DrawFn, rows: list[Row]) -> list[Row]:
    """The rows after edits of some fields; now and then a subtree is gone, or stands somewhere once more."""
    found = list(rows)
    for _ in range(draw(st.integers(0, 5)) if rows else 0):
        at, field = draw(st.integers(0, len(rows) - 1)), draw(FIELDS)
        found[at] = found[at]._replace(**{field: _cell(draw, field)})  # type: ignore[arg-type]  # by their names
    made = Snapshot.from_rows(found)
    kinds = ["remove", "insert", "duplicate", "move"]
    script = draw(edits(kinds=kinds, max_edits=1)) if draw(st.booleans()) else []
    return rows_of(apply_edits(made, script).after)


@st.composite
def runs(draw: st.DrawFn) -> list[Snapshot]:
    """A tree that is edited again and again, now and then with another document."""
    documents = draw(st.sampled_from([(None,), (None, "d", "e")]))
    rows = draw(rows_with_few_texts())
    made = []
    for _ in range(draw(st.integers(2, 4))):
        made.append(Snapshot.from_rows(rows, circumstances=Circumstances(document=draw(st.sampled_from(documents)))))
        rows = draw(edited_in_place(rows))
    return made


@given(run=runs(), stable_ids=st.booleans())
def test_the_pairs_are_those_of_the_core(run: list[Snapshot], stable_ids: bool) -> None:
    assert_pairs_of_core(run, stable_ids=stable_ids)


Item = tuple[str | None, str | None, str | None]
"""The name of an item, the text in it, and the value of the field in it."""

ITEMS = st.tuples(FEW, TEXTS, FEW) | st.tuples(st.integers(0, 999).map("item {}".format), TEXTS, st.none())


def of_items(items: Sequence[Item], status: str) -> Snapshot:
    """A window with a list and what stands around it."""
    rows = [Row(0, "window", "Main"), Row(1, "group"), Row(2, "button", "Save"), Row(1, "list", "Items")]
    for name, text, value in items:
        rows += [Row(2, "listitem", name), Row(3, "text", text), Row(3, "textbox", "Field", value)]
    rows += [
        Row(1, "toolbar"),
        *(Row(2, "button", f"Action {number}") for number in range(5)),
        Row(1, "status", status),
    ]
    return Snapshot.from_rows(rows)


@st.composite
def runs_of_items(draw: st.DrawFn) -> list[Snapshot]:
    """A list in which texts change while items come and go, one or two at a time."""
    items = draw(st.lists(ITEMS, max_size=30))
    made = []
    for _ in range(draw(st.integers(2, 5))):
        made.append(of_items(items, draw(st.sampled_from(["Ready", "Busy", "a"]))))
        items, at = list(items), draw(st.integers(0, len(items)))
        items[at : at + draw(st.integers(0, 2))] = draw(st.lists(ITEMS, max_size=2))
        for _ in range(draw(st.integers(0, 2)) if items else 0):
            place = draw(st.integers(0, len(items) - 1))
            items[place] = (items[place][0], draw(TEXTS), draw(FEW))
    return made


@given(run=runs_of_items())
def test_the_pairs_are_those_of_the_core_where_items_come_and_go(run: list[Snapshot]) -> None:
    assert_pairs_of_core(run)


NAMES = [f"Item {number}" for number in range(40)]


def named(names: Sequence[str], **cells: str) -> Snapshot:
    return of_items([(name, f"about {name}", cells.get(name.replace(" ", "_"))) for name in names], "Ready")


def test_what_the_core_need_not_see() -> None:
    without, other = [*NAMES[:20], *NAMES[21:]], [*NAMES[:20], "Other", *NAMES[21:]]
    run = [named(NAMES), named(NAMES, Item_3="typed"), named(without, Item_3="typed"), named(NAMES, Item_3="typed")]
    assert left_to_core(run) == [False] * 3
    assert left_to_core([named(NAMES), named(NAMES[1:]), named(NAMES), named(other)]) == [False, False, True]
    assert_pairs_of_core([*run, named(other), named([])])


def test_parts_near_the_end() -> None:
    def of(names: Sequence[str | None]) -> Snapshot:
        return Snapshot.from_rows([Row(0, "list"), *(Row(1, "listitem", name) for name in names)])

    run = [of("abcdefg"), of("abcdfg"), of("abcdf"), of("abcdfxyz"), of("abcdfz"), of("abz")]
    assert left_to_core(run) == [False] * 5
    without_text = [of([*"abcdef", None, "g"]), of([*"abcde", None, "g"])]
    assert left_to_core(without_text) == [True]
    assert_pairs_of_core([*run, *without_text])


def test_ids_that_contradict_are_for_the_core() -> None:
    def with_ids(ids: Sequence[str], *, stable: bool = True) -> Snapshot:
        rows = [
            Row(0, "list"),
            *(Row(1, "listitem", f"Item {n}", id=id_, id_stable=stable) for n, id_ in enumerate(ids)),
        ]
        return Snapshot.from_rows(rows)

    ids = [f"i{number}" for number in range(12)]
    fresh = [f"j{number}" for number in range(12)]
    run = [with_ids(ids), with_ids(ids[::-1]), with_ids(fresh), with_ids(fresh[::-1], stable=False)]
    assert left_to_core(run) == [True, False, False]
    assert left_to_core(run, stable_ids=False) == [False] * 3
    assert_pairs_of_core(run)


def test_few_elements_of_a_recording_are_left_to_the_core() -> None:
    application = Application(random.Random(1), 200)  # noqa: S311  # nothing secret
    run = []
    for _ in range(150):
        run.append(Snapshot.from_rows([Row(*cell[:6], dict.fromkeys(cell.states, True)) for cell in application.cells]))
        application.step()
    left = sum(len(after) for after, is_left in zip(run[1:], left_to_core(run), strict=True) if is_left)
    assert left < 0.15 * sum(map(len, run)), left
    assert_pairs_of_core(run)


TREES: dict[str, SearchStrategy[Snapshot]] = {
    "usual": snapshots(),
    "rich": snapshots(secrets=True, partial=True, unknown_roles=True, hostile=True),
    "wide": snapshots(max_size=25, wide=True),
    "deep": snapshots(deep=True),
}


@pytest.mark.parametrize("kind", TREES)
@given(data=st.data())
def test_whatever_the_trees_and_edits_are(kind: str, data: DataObject) -> None:
    tree = data.draw(TREES[kind])
    run = [tree]
    for script in data.draw(st.lists(edits(max_edits=3), max_size=3)):
        run.append(apply_edits(run[-1], script).after)
    assert_pairs_of_core(run)


@pytest.mark.parametrize("case", adversaries.PAIRS)
def test_trees_that_drive_careless_matchers_to_quadratic_work(case: str) -> None:
    before, after = adversaries.pair(case, 200)
    assert_pairs_of_core([before, after, after, before])
    assert left_to_core([before, before]) == [False]


@pytest.mark.parametrize("family", ["web", "atspi"])
def test_recorded_programs(family: str) -> None:
    settled = pairs = 0
    for path in sorted((CORPUS / family).glob("*.jsonl.gz")):
        run = list(islice(uidiff.import_recording(path, format="corpus"), 4))
        if sum(map(len, run)) <= 3_000:
            assert_pairs_of_core(run)
            left = left_to_core(run)
            settled, pairs = settled + left.count(False), pairs + len(left)
    assert 0 < settled < pairs
