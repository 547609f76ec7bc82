"""What a run has found, as tables, targets and a plot."""

from __future__ import annotations

import attrs

from benchmarks.report import Report
from benchmarks.spark import plot, simulate
from benchmarks.spark.constants import Constants
from benchmarks.spark.measure import Compared, Peak
from benchmarks.spark.session import CORES, Cost

__all__ = ["Found", "Sets", "write_report"]

KEYED = ("id", "name-role-parent")
OURS = ("diff_table", "diff_snapshots", "diff_recordings", "diff_trees")
WORKER = 350
"""MiB."""

NOTES = (
    f"""One run on local[{CORES}]; every time is the median of three rounds, in which all take turns (a contestant
    that has taken 20 s is not asked again), after a first run in which the answers are compared, and in Spark as many
    more as fill 10 s: Java, the workers and the caches are warm, and no time counts but those of equal answers. The
    recordings are made up
    (`benchmarks/spark/made.py`): an application of about 200 elements, read every half second, in which 2 to 3 things
    happen between two reads. They lie in sorted Parquet files, in row groups as `write_recordings` makes them.""",
    f"""**loop**: rows by pyarrow, `Snapshot.from_dicts`, `uidiff.diff`, in one plain Python process. **pickle UDF** and
    **Arrow UDF**: the same in a `udf` over pairs of snapshots that `lag` has put side by side. **SQL join**: the
    elements exploded, k-th numbered by a window function, a null-safe full outer join on typed keys, all in SQL; it
    sees what came, went and changed, not what moved. **diff_table**: `uidiff.arrow` in one process. The join runs on
    the small set only and the UDFs not on the big one, where each would take minutes. uidiff's rows say more than the
    others' (path, place, the whole element that came). Of two trees, **join, k-th known** is the join of tables that
    say of each element already the how many-th of its key it is, which Python has found out before. Shuffles have
    {4 * CORES} partitions, which is best for the joins; it makes fewer of them where they are small.""",
)


@attrs.define
class Found:
    """What a run has found. ``elements``: of each set, by its name."""

    elements: dict[str, int] = attrs.field(factory=dict)
    compared: list[Compared] = attrs.field(factory=list)
    trees: list[Compared] = attrs.field(factory=list)
    peaks: list[Peak] = attrs.field(factory=list)
    costs: dict[str, Cost] = attrs.field(factory=dict)

    def of(self, data: str, matcher: str) -> Compared:
        return next(one for one in self.compared if (one.data, one.matcher) == (data, matcher))

    def core_seconds(self, one: Compared, name: str) -> float:
        """For 10^6 elements; of a job the time of its tasks, of a process its own. It has run once in each round."""
        cost = self.costs.get(one.label(name))
        rounds = len(one.times[name])
        seconds = one.seconds(name) if cost is None else cost.task_seconds / rounds
        return seconds / one.elements * 1e6

    def shuffled(self, one: Compared, name: str) -> float:
        """Bytes an element."""
        cost = self.costs.get(one.label(name))
        return 0 if cost is None else cost.shuffle_bytes / len(one.times[name]) / one.elements


@attrs.frozen
class Sets:
    """The names of three sets of one kind of recordings."""

    small: str
    middle: str
    big: str


def write_report(report: Report, found: Found, constants: Constants, *, sets: Sets) -> None:
    report.notes += [" ".join(note.split()) for note in NOTES]
    for one in found.compared:
        _compared(report, found, one, base="loop" if "loop" in one.times else "diff_table")
    for one in found.trees:
        _compared(report, found, one, base="join")
    _growth(report, found, sets)
    _matchers(report, found, sets)
    _peaks(report, found)
    _constants(report, constants)
    _simulated(report, constants)
    _targets(report, found, sets)
    report.files["spark.svg"] = plot.svg(_bars(found, sets))


def _compared(report: Report, found: Found, one: Compared, *, base: str) -> None:
    udf = "pickle UDF" if "pickle UDF" in one.times else None
    columns = [
        "",
        "s",
        f"times the {base}",
        *(["times the pickle UDF"] if udf else []),
        "core s for 10^6",
        "shuffle, B an element",
    ]
    rows = []
    for name in one.times:
        ratios = [f"{one.ratio(name, other):.2f}" for other in (base, udf) if other]
        cost = f"{found.core_seconds(one, name):.2f}"
        rows.append([name, f"{one.seconds(name):.2f}", *ratios, cost, f"{found.shuffled(one, name):.1f}"])
    report.table(f"{one.data}, {one.matcher}: {one.elements:,} elements, {one.answer.rows:,} changes", columns, rows)


def _growth(report: Report, found: Found, sets: Sets) -> None:
    """What n → 10 n does to the time of an element."""
    rows = []
    for matcher in KEYED:
        few, many = found.of(sets.small, matcher), found.of(sets.big, matcher)
        for name in many.times:
            growth = many.seconds(name) / few.seconds(name)
            rows.append([name, matcher, f"{growth:.1f}", f"{growth * few.elements / many.elements:.2f}"])
    times = found.elements[sets.big] / found.elements[sets.small]
    report.table(f"n → {times:.1f} n", ("", "matcher", "times the time", "an element's time, times"), rows)


def _matchers(report: Report, found: Found, sets: Sets) -> None:
    """What the default matcher costs beside a key."""
    rows = [[name, f"{_beside_key(found, sets, name):.2f}"] for name in OURS[:-1]]
    report.table(f"{sets.big}, structural / name-role-parent", ("", "times the time"), rows)


def _beside_key(found: Found, sets: Sets, name: str) -> float:
    """How many times as long the structural matcher takes as name-role-parent."""
    return found.of(sets.big, "structural").seconds(name) / found.of(sets.big, "name-role-parent").seconds(name)


def _peaks(report: Report, found: Found) -> None:
    rows = [
        [
            one.data,
            f"{found.elements[one.data]:,}",
            one.name,
            one.matcher,
            f"{one.rows:,}",
            one.mebibytes,
        ]
        for one in found.peaks
    ]
    columns = ("", "elements", "function", "matcher", "changes", "largest worker, MiB")
    report.table("Memory of the Python workers, each task in one of its own", columns, rows)


def _constants(report: Report, constants: Constants) -> None:
    stored = [[f"bytes an element in Parquet, {kind}", f"{value:.2f}"] for kind, value in constants.stored.items()]
    seconds = [
        [f"core seconds for 10^6 elements, {name}, {matcher}", f"{value:.2f}"]
        for name, by_matcher in (("diff_recordings", constants.recordings), ("diff_snapshots", constants.snapshots))
        for matcher, value in by_matcher.items()
    ]
    rows = [
        *stored,
        ["bytes an element in the shuffle of diff_snapshots", f"{constants.shuffled:.1f}"],
        *seconds,
        ["share of diff_snapshots before its shuffle", f"{constants.map_side:.2f}"],
        ["bytes an element of the state of diff_stream", f"{constants.state:.1f}"],
        ["changes for 1,000 elements", f"{constants.rows:.1f}"],
        ["bytes a change in Parquet", f"{constants.row:.1f}"],
        ["MiB of the largest Python worker", str(constants.worker)],
    ]
    report.table("Constants", ("what", "measured"), rows)


def _simulated(report: Report, constants: Constants) -> None:
    report.table("A day of 10^10 elements", ("what", "how much"), simulate.needs(constants))
    columns, rows = simulate.makespans(constants)
    report.table("A day of 10^10 elements on k cores, a tenth of them one session: minutes", columns, rows)


def _targets(report: Report, found: Found, sets: Sets) -> None:
    for matcher in KEYED:
        few, many = found.of(sets.small, matcher), found.of(sets.big, matcher)
        report.target(
            f"diff_recordings / loop, big, {matcher}", many.ratio("diff_recordings", "loop"), 20, at_least=True
        )
        udf, loop = few.ratio("diff_snapshots", "pickle UDF"), many.ratio("diff_snapshots", "loop")
        report.target(f"diff_snapshots / pickle UDF, small, {matcher}", udf, 15, at_least=True)
        report.target(f"diff_snapshots / loop, big, {matcher}", loop, 4, at_least=True)
    udf = found.of(sets.middle, "structural").ratio("diff_snapshots", "pickle UDF")
    report.target("diff_snapshots / pickle UDF, middle, structural", udf, 15, at_least=True)
    structural = found.of(sets.big, "structural")
    for name in OURS[1:-1]:
        report.target(f"{name} / loop, big, structural", structural.ratio(name, "loop"), 4, at_least=True)
        report.target(f"structural / name-role-parent, big, {name}", _beside_key(found, sets, name), 1.6)
    for trees in found.trees:
        report.target("diff_trees / join", trees.ratio("diff_trees", "join"), 1.5, at_least=True)
    report.target("MiB of the largest Python worker", max(one.mebibytes for one in found.peaks), WORKER)
    equal = [one.equal for one in (*found.compared, *found.trees)] + [one.equal for one in found.peaks]
    report.target("answers that differ from the core's", equal.count(False), 0)


def _bars(found: Found, sets: Sets) -> list[plot.Bars]:
    shown = [found.of(sets.small, "name-role-parent")]
    shown += [found.of(sets.big, matcher) for matcher in (*KEYED, "structural")]
    return [
        plot.Bars(
            f"{one.elements / 1e6:.1f} million elements, {one.matcher}",
            [(name, one.ratio(name, "loop"), name in OURS) for name in one.times if name != "loop"],
        )
        for one in shown
    ]
