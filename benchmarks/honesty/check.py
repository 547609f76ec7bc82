"""Proves that the ``agent`` text of a diff says every change, and nothing that is not so."""

from __future__ import annotations

from benchmarks.honesty.came import check_came
from benchmarks.honesty.case import Case
from benchmarks.honesty.changes import check_changes
from benchmarks.honesty.counts import check_counts
from benchmarks.honesty.gone import check_gone
from benchmarks.honesty.moves import check_moves
from benchmarks.honesty.parser import parse
from benchmarks.honesty.readable import tree_faults
from benchmarks.honesty.reader import Reader, Violation
from benchmarks.honesty.still import check_still
from benchmarks.honesty.syntax import Text, Unparsed
from benchmarks.honesty.uncovered import check_uncovered
from uidiff import Snapshot, TreeDiff, render
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import with_table_rows
from uidiff.matching.matching import UNMATCHED
from uidiff.matching.structural.flat_tables import with_any_rows

__all__ = ["case_of", "check_diff", "check_tree", "read"]

NO_REF = -1
"""In place of the ref of a row that the platform did not tell: none is printed."""


def read(snapshot: Snapshot, refs: Refs, text: str | None = None) -> tuple[Reader, Text]:
    """A tree as a reader of its whole text knows it: with rows in flat tables."""
    parsed = parse(render(snapshot, refs=refs) if text is None else text)
    tree = with_any_rows(snapshot)
    numbers = [NO_REF if own == UNMATCHED else refs.numbers[own] for own in tree.originals]
    return Reader(tree.snapshot, numbers, parsed, count=len(snapshot)), parsed


def check_tree(
    snapshot: Snapshot,
    refs: Refs,
    text: str | None = None,
    *,
    of: int | None = None,
    outside: int = 0,
) -> list[Violation]:
    """What is wrong with the whole text of a tree, by default the one that ``uidiff.render`` makes.

    Args:
        snapshot, refs, text: the tree, the numbers of its elements, and what is said of it.
        of: how many elements there are in all, where the tree is a selection and the text has to say so.
        outside: how many changes there are that a selection leaves out, where it is sent in place of a diff.
    """
    try:
        return list(tree_faults(*read(snapshot, refs, text), of=of, outside=outside))
    except Unparsed as error:
        return [Violation("full: unparsed", str(error))]


def check_diff(
    delta: TreeDiff,
    text: str | None = None,
    *,
    before: Reader | None = None,
    after: Reader | None = None,
    bounds: bool = False,
    outside: int = 0,
) -> list[Violation]:
    """What is wrong with the text of a bound delta, by default the one that ``uidiff.render`` makes.

    Args:
        delta, text: what changed, and what is said of it.
        before, after: both trees as they were read before; this spares reading the whole texts again.
        bounds: whether the text has to say where elements stand.
        outside: how many changes there are that the delta leaves out, where it is of a selection.
    """
    try:
        parsed = parse(render(delta, bounds=bounds) if text is None else text)
        before = before or read(delta.before, delta.refs[0])[0]
        after = after or read(delta.after, delta.refs[1])[0]
    except Unparsed as error:
        return [Violation("unparsed", str(error))]
    if (parsed.kind == "none") is bool(delta):
        return [Violation("head", f"{parsed.head!r} of {delta!r}")]
    if parsed.outside != outside:
        return [Violation("head", f"{parsed.head!r} with {outside} changes outside")]
    return case_of(delta, parsed, before=before, after=after, bounds=bounds).faults


def case_of(delta: TreeDiff, parsed: Text, *, before: Reader, after: Reader, bounds: bool = False) -> Case:
    """A bound delta with its parsed text, checked."""
    case = Case(with_table_rows(delta), parsed.lines, before, after, bounds=bounds)
    check_changes(case)
    check_came(case)
    check_gone(case)
    check_moves(case)
    check_uncovered(case)
    check_still(case)
    if parsed.kind == "diff":
        check_counts(case, parsed.counts, delta.unchanged_count)
    return case
