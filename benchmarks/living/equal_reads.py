"""Compares every read of the pages with reads that ask the browser for all of it, right before and right after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

import attrs

from benchmarks.report import Report
from uidiff import Snapshot
from uidiff.backends.web import WebBackend
from uidiff.backends.web.kept_trees import KeptTree
from uidiff.errors import UIDiffError

__all__ = ["ComparedReads", "add_reads", "compared_reads"]

HOW = ("as it was", "in parts", "whole")
"""The last read answered; only what may have changed was asked for; all was."""


@attrs.define(eq=False)
class ComparedReads:
    """Reads beside whole ones.

    Attributes:
        same: how often a read was the same as one of the whole reads around it, by how it was made.
        meanwhile: the same for those that cannot be compared, as the page changed from one whole read to the other.
        differing: of those that differ, how they were made, and the address of the page.
    """

    same: Counter[str] = attrs.field(factory=Counter)
    meanwhile: Counter[str] = attrs.field(factory=Counter)
    differing: list[tuple[str, str]] = attrs.field(factory=list)

    def add(self, how: str, read: Snapshot, around: list[Snapshot]) -> None:
        """Compare a read with those around it."""
        if any(read.columns == one.columns and read.circumstances == one.circumstances for one in around):
            self.same[how] += 1
        elif around[0].columns != around[-1].columns:
            self.meanwhile[how] += 1
        else:
            self.differing.append((how, read.circumstances.url or ""))


@contextmanager
def compared_reads() -> Iterator[ComparedReads]:
    """Compare all reads of pages within; those that fail are not, as a page that shows a dialog fails differently."""
    found, parts = ComparedReads(), Counter[str]()
    whole: WeakKeyDictionary[WebBackend, WebBackend] = WeakKeyDictionary()
    read, changed = WebBackend.read, KeptTree.changed

    def counted(tree: KeptTree, *given: Any) -> Any:  # noqa: ANN401  # as KeptTree.changed
        said = changed(tree, *given)
        parts["answered"] += said is not None
        return said

    def compared(backend: WebBackend, page: Any, **options: Any) -> Snapshot:  # noqa: ANN401  # as WebBackend.read
        if backend in whole.values():
            return read(backend, page, **options)
        beside = whole.setdefault(backend, WebBackend(reuse=False))
        try:
            around = [read(beside, page, **options)]
        except UIDiffError:
            around = []
        parts.clear()
        snapshot = read(backend, page, **options)
        how = HOW[0] if backend.calls == 0 else HOW[1] if parts["answered"] else HOW[2]
        try:
            around.append(read(beside, page, **options))
        except UIDiffError:
            around = []
        if around:
            found.add(how, snapshot, around)
        return snapshot

    with patch.object(WebBackend, "read", compared), patch.object(KeptTree, "changed", counted):
        yield found


def add_reads(report: Report, found: ComparedReads) -> None:
    """Add the table and the target."""
    differing = Counter(how for how, _ in found.differing)
    rows = [[how, found.same[how], found.meanwhile[how], differing[how]] for how in HOW]
    columns = ("the read was made", "same as a whole one", "the page changed meanwhile", "differ")
    report.table("Reads of pairs, scenarios and steps, beside whole reads right before and after", columns, rows)
    report.target("reads that differ from whole ones", len(found.differing), 0)
    report.target("reads in parts that were compared", found.same[HOW[1]], 500, at_least=True)
