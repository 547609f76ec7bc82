"""Compares every read of the pages with reads that ask the browser for all of it, right before and right after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

import attrs

from benchmarks.report import Report
from uidiff import Snapshot
from uidiff.backends.web import WebBackend
from uidiff.backends.web.kept_trees import KeptTree
from uidiff.errors import UIDiffError
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Columns

__all__ = ["ComparedReads", "add_reads", "compared_reads"]

HOW = ("as it was", "in parts", "whole")
"""The last read answered; only what may have changed was asked for; all was."""

SAME, MEANWHILE, DIFFERS = "same as a whole one", "the page changed meanwhile", "differs"

TRIES = 3
"""So often a read is compared: what moves all the time may stand at one place in both whole reads, and elsewhere
between them, while what a read has wrong stays wrong until something else changes.
"""

_Shown = tuple[Columns, Circumstances]


@attrs.define(eq=False)
class ComparedReads:
    """Reads beside whole ones.

    Attributes:
        found: how often a read was made so, and was found to be so.
        differing: of those that differ, how they were made, and the address of the page.
    """

    found: Counter[tuple[str, str]] = attrs.field(factory=Counter)
    differing: list[tuple[str, str]] = attrs.field(factory=list)
    _beside: WeakKeyDictionary[WebBackend, WebBackend] = attrs.field(factory=WeakKeyDictionary)
    _answered: int = 0

    def read(self, read: Callable[..., Snapshot], backend: WebBackend, page: Any, **options: Any) -> Snapshot:  # noqa: ANN401
        """Read a page, and compare."""
        if backend in self._beside.values():
            return read(backend, page, **options)
        beside = self._beside.setdefault(backend, WebBackend(reuse=False))
        how, snapshot, verdict = self._compared(read, backend, beside, page, options)
        tries = 1
        while verdict == DIFFERS and tries < TRIES:
            _, snapshot, verdict = self._compared(read, backend, beside, page, options)
            tries += 1
        if verdict is not None:
            self.found[how, verdict] += 1
        if verdict == DIFFERS:
            self.differing.append((how, snapshot.circumstances.url or ""))
        return snapshot

    def _compared(
        self,
        read: Callable[..., Snapshot],
        backend: WebBackend,
        beside: WebBackend,
        page: Any,  # noqa: ANN401
        options: dict[str, Any],
    ) -> tuple[str, Snapshot, str | None]:
        """Read once, and return how it was made, and the verdict; None if it cannot be compared."""
        before = _whole(partial(read, beside, page, **options))
        self._answered = 0
        snapshot = read(backend, page, **options)
        how = HOW[0 if backend.calls == 0 else 1 if self._answered else 2]
        after = _whole(partial(read, beside, page, **options))
        if before is None or after is None or not beside.calls:  # a dialog is in front of the page, which is not read
            return how, snapshot, None
        told = _shown(snapshot)
        return how, snapshot, SAME if told in (before, after) else DIFFERS if before == after else MEANWHILE

    def answered(self, changed: Callable[..., Any], tree: KeptTree, *given: Any) -> Any:  # noqa: ANN401
        """Ask a kept tree, and count its answer."""
        said = changed(tree, *given)
        self._answered += said is not None
        return said


def _whole(read: Callable[[], Snapshot]) -> _Shown | None:
    try:
        return _shown(read())
    except UIDiffError:
        return None


def _shown(read: Snapshot) -> _Shown:
    """What a read says of the page as it is; what is concealed depends on the reads before, too."""
    return read.columns, attrs.evolve(read.circumstances, concealed=())


@contextmanager
def compared_reads() -> Iterator[ComparedReads]:
    """Compare all reads of pages within."""
    reads, read, changed = ComparedReads(), WebBackend.read, KeptTree.changed

    def compared(backend: WebBackend, page: Any, **options: Any) -> Snapshot:  # noqa: ANN401
        return reads.read(read, backend, page, **options)

    def counted(tree: KeptTree, *given: Any) -> Any:  # noqa: ANN401
        return reads.answered(changed, tree, *given)

    with patch.object(WebBackend, "read", compared), patch.object(KeptTree, "changed", counted):
        yield reads


def add_reads(report: Report, reads: ComparedReads) -> None:
    """Add the table and the target."""
    verdicts = (SAME, MEANWHILE, DIFFERS)
    rows = [[how, *(reads.found[how, verdict] for verdict in verdicts)] for how in HOW]
    title = "Reads of pairs, scenarios and steps, beside whole reads right before and after"
    report.table(title, ("the read was made", *verdicts), rows)
    report.target("reads that differ from whole ones", len(reads.differing), 0)
    report.target("reads in parts that are the same", reads.found[HOW[1], SAME], 500, at_least=True)
