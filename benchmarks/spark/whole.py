"""The whole run: recordings are made, everyone is compared and timed, then the shapes, then the page."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import attrs

from benchmarks.report import Report
from benchmarks.spark import contestants as c
from benchmarks.spark.constants import Constants, corpus_bytes, folder_bytes, rows_and_bytes, state_bytes
from benchmarks.spark.giant import write_trees
from benchmarks.spark.made import Recordings, write
from benchmarks.spark.measure import compare, compare_trees, peak_of
from benchmarks.spark.pages import Found, Sets, write_report
from benchmarks.spark.session import costs, session

__all__ = ["FULL", "TINY", "Scale", "run_all"]

KEYED = ("id", "name-role-parent")
SHAPED = "name-role-parent"
CORE = (c.LOOP, c.DIFF_TABLE)
OUR_NAMES = ("diff_snapshots", "diff_recordings")
OURS = (c.DIFF_SNAPSHOTS, c.DIFF_RECORDINGS)


@attrs.frozen
class Scale:
    """How much there is of everything."""

    small: Recordings
    middle: Recordings
    big: Recordings
    shapes: tuple[Recordings, ...]
    wide: Recordings
    trees: int


FULL = Scale(
    small=Recordings("small", (200,) * 10, 200),
    middle=Recordings("middle", (400,) * 10, 200),
    big=Recordings("big", (2_000,) * 10, 200),
    shapes=(
        Recordings("one long session", (20_000, *(200,) * 9), 200),
        Recordings("200,000 snapshots in a session", (200_000,), 20),
    ),
    wide=Recordings("20,000 elements a snapshot", (40, 40), 20_000),
    trees=1_000_000,
)

TINY = Scale(
    small=Recordings("small", (20,) * 2, 60),
    middle=Recordings("middle", (30,) * 2, 60),
    big=Recordings("big", (40,) * 2, 60),
    shapes=(Recordings("one long session", (100, 5), 60),),
    wide=Recordings("wide", (3,), 2_000),
    trees=2_000,
)
"""To try the machinery; its times say nothing."""


def run_all(scale: Scale = FULL) -> Report:
    found = Found()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for recordings in (scale.small, scale.middle, scale.big, *scale.shapes, scale.wide):
            found.elements[recordings.name] = write(recordings, folder)
        write_trees(scale.trees, folder)
        _times(scale, folder, found)
        _peaks(scale, folder, found)
        constants = _constants(scale, folder, found)
    report = Report("Spark: recordings by the million elements")
    write_report(report, found, constants, sets=Sets(scale.small.name, scale.middle.name, scale.big.name))
    return report


def _times(scale: Scale, folder: Path, found: Found) -> None:
    """Everyone on the small set, the quick ones on the big one and on other shapes too, in one session.

    On the middle set is the UDF that takes longest with the default matcher: on the small one a job hardly begins.
    """
    small, big = scale.small.name, scale.big.name
    plan: list[tuple[str, str, Sequence[c.Contestant]]] = []
    plan.append((small, "id", (*CORE, c.PICKLE_UDF, *OURS)))
    plan.append((small, "name-role-parent", (*CORE, c.PICKLE_UDF, c.ARROW_UDF, c.SQL, *OURS)))
    plan.append((small, "content-hash", (*CORE, *OURS)))
    plan.append((scale.middle.name, "structural", (c.DIFF_TABLE, c.PICKLE_UDF, c.DIFF_SNAPSHOTS)))
    plan += [(big, matcher, (*CORE, *OURS)) for matcher in (*KEYED, "structural")]
    plan += [(one.name, SHAPED, (c.DIFF_TABLE, *OURS)) for one in (*scale.shapes, scale.wide)]
    logs = folder / "times"
    with session(logs, reuse_workers=True) as spark:
        for data, matcher, all_of_them in plan:
            found.compared.append(compare(spark, all_of_them, folder / data, found.elements[data], matcher))
        found.trees.append(compare_trees(spark, folder, scale.trees))
    found.costs |= costs(logs)


def _peaks(scale: Scale, folder: Path, found: Found) -> None:
    """Memory, in a session in which each task has a worker of its own."""
    logs = folder / "peaks"
    names = [one.name for one in (scale.big, *scale.shapes, scale.wide)]
    expected = {(name, SHAPED): found.of(name, SHAPED).answer for name in names}
    with session(logs, reuse_workers=False) as spark:
        wide = scale.wide.name
        expected[wide, "structural"], _ = c.DIFF_TABLE.answer(spark, folder / wide, "structural")
        for (data, matcher), answer in expected.items():
            found.peaks += [peak_of(spark, one, folder / data, matcher, expected=answer, logs=logs) for one in OURS]


def _constants(scale: Scale, folder: Path, found: Found) -> Constants:
    big = scale.big.name
    elements = found.elements[big]
    shuffled = found.of(big, "name-role-parent")
    cost = found.costs[shuffled.label("diff_snapshots")]
    asked = [found.of(big, matcher) for matcher in (*KEYED, "structural")]
    asked.insert(len(KEYED), found.of(scale.small.name, "content-hash"))
    seconds = {name: {one.matcher: found.core_seconds(one, name) for one in asked} for name in OUR_NAMES}
    rows, row = rows_and_bytes(folder / big, elements)
    stored = {"web pages of the corpus": corpus_bytes("web"), "desktop programs of the corpus": corpus_bytes("atspi")}
    return Constants(
        stored={"made up": folder_bytes(folder / big, elements), **stored},
        shuffled=found.shuffled(shuffled, "diff_snapshots"),
        snapshots=seconds["diff_snapshots"],
        recordings=seconds["diff_recordings"],
        map_side=cost.map_seconds / cost.task_seconds,
        state=state_bytes(folder / big),
        rows=rows,
        row=row,
        worker=max(one.mebibytes for one in found.peaks),
    )
