"""The options of ``diff`` and ``replay``: how two snapshots are compared, and in which form that is printed."""

from __future__ import annotations

import attrs
import click

from uidiff.cli.options import (
    as_value,
    bounds_option,
    budget_option,
    format_option,
    ignore_option,
    ignored,
    matcher_option,
)
from uidiff.cli.printing import print_text
from uidiff.diffing.ignoring import checked_ignore
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff, diff
from uidiff.formats.rendering import load_format, render
from uidiff.matching.strategies import resolve_matcher
from uidiff.model.snapshot import Snapshot

__all__ = ["Comparison", "comparison_options"]


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
        return diff(before, after, matcher=self.matcher, ignore=ignored(self.ignore, bounds=self.bounds), refs=refs)

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
