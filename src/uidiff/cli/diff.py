"""``uidiff diff BEFORE AFTER``: compare two snapshots. The options of comparisons are also those of ``replay``."""

from __future__ import annotations

import sys

import attrs
import click

from uidiff.cli.app import DIFFERENT, SAME
from uidiff.cli.files import FILE, is_ours, quoted_name
from uidiff.cli.options import (
    as_value,
    bounds_option,
    budget_option,
    format_option,
    ignore_option,
    ignored,
    matcher_option,
    names,
)
from uidiff.cli.printing import print_text, stop_writing
from uidiff.diffing import tree_diff
from uidiff.diffing.events import EVENTS, event_name
from uidiff.diffing.ignoring import checked_ignore
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.formats.rendering import load_format, render
from uidiff.matching.strategies import resolve_matcher
from uidiff.model.codec import load
from uidiff.model.snapshot import Snapshot

__all__ = ["Comparison", "comparison_options", "diff"]

_RECORDS = ("added", "removed", "changed", "moved", "reordered", "circumstances", "unknown", "newly-read")


@attrs.frozen(kw_only=True)
class Comparison:
    """How two snapshots are compared, and in which form that is printed; checked before a file is read.

    Raises:
        UnknownName: no such matcher, format, field or state.
        ValueError: a format that takes no budget.
    """

    matcher: str
    ignore: tuple[str, ...]
    bounds: bool
    format: str
    budget: int | None
    all: bool

    def __attrs_post_init__(self) -> None:
        resolve_matcher(self.matcher)
        checked_ignore(self.ignore)
        if self.budget is None:
            load_format(self.format)
        else:
            render(Snapshot.from_dicts([]), self.format, budget=self.budget)

    def compared(self, before: Snapshot, after: Snapshot, refs: Refs | None = None) -> TreeDiff:
        """The delta of two snapshots."""
        ignore = ignored(self.ignore, bounds=self.bounds)
        return tree_diff.diff(before, after, matcher=self.matcher, ignore=ignore, refs=refs)

    def print_delta(self, delta: TreeDiff) -> None:
        """Print a delta; a stream of records is empty where nothing changed."""
        text = render(delta, self.format, budget=self.budget, fold=not self.all, bounds=self.bounds)
        if text:
            print_text(text)


comparison_options = as_value(
    "comparison",
    Comparison,
    matcher_option,
    ignore_option,
    bounds_option,
    format_option("agent"),
    budget_option,
    click.option("--all", "all", is_flag=True, help="Fold nothing: a line for each record."),
)


@click.command(short_help="What changed between two snapshots.")
@click.argument("before", type=FILE)
@click.argument("after", type=FILE)
@comparison_options
@click.option(
    "--fail-on",
    metavar="NAMES",
    multiple=True,
    callback=names,
    help=f"What alone ends with 1: {', '.join(_RECORDS)}; or an event: error-appeared, dialog-appeared, …",
)
def diff(*, before: str, after: str, comparison: Comparison, fail_on: tuple[str, ...]) -> int:
    """What changed from one snapshot to another.

    BEFORE and AFTER are files that uidiff.save wrote, or trees of any format that uidiff import knows. The exit code is
    0: the same, 1: different, 2: trouble.

    \b
    examples:
      uidiff diff before.json after.json
      uidiff diff before.json after.json --format jsonl | jq -c .
      uidiff diff before.json after.json --fail-on removed,error-appeared,unknown
    """  # noqa: D301
    wanted = _checked_kinds(fail_on)
    delta = comparison.compared(_loaded(before), _loaded(after))
    found = _kinds_in(delta) & wanted if wanted else delta
    try:
        comparison.print_delta(delta)
    except BrokenPipeError:  # the reader of the pipe has left; the exit code stays
        stop_writing(sys.stdout)
    return DIFFERENT if found else SAME


def _loaded(path: str) -> Snapshot:
    """The snapshot in a file of uidiff's own, else the tree in a file of another tool."""
    try:
        return load(path)
    except InvalidSnapshot as own:
        from pathlib import Path

        from uidiff.importers.registry import import_tree

        if is_ours(path) or not Path(path).is_file():
            raise own.inside(quoted_name(path)) from None
        try:
            return import_tree(Path(path))
        except InvalidSnapshot:
            raise own.inside(quoted_name(path)) from None


def _checked_kinds(given: tuple[str, ...]) -> frozenset[str]:
    known = (*_RECORDS, *map(event_name, EVENTS))
    for name in given:
        if name not in known:
            raise UnknownName("kind of change", name, known)
    return frozenset(given)


def _kinds_in(delta: TreeDiff) -> frozenset[str]:
    records = [kind for kind in _RECORDS if getattr(delta, kind.replace("-", "_"))]
    return frozenset((*records, *(event_name(type(event)) for event in delta.events)))
