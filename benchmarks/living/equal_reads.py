"""Compares every read of the pages with reads that ask the browser for all of it, right before and right after."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

import attrs

from benchmarks.report import Report
from uidiff import Snapshot
from uidiff.backends.web import WebBackend
from uidiff.backends.web.tree_questions import TreeQuestions
from uidiff.errors import UIDiffError
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Columns

__all__ = ["ComparedReads", "add_reads", "compared_reads"]

HOW = ("as it was", "in parts", "whole")
"""The last read answered; only what may have changed was asked for; all was."""

SAME = "same as a whole one"
MEANWHILE = "the page changed meanwhile"
ONCE = "differed, and when read again did not"
DIFFERS = "differed each time"
APART = "not compared"
"""A dialog is in front of the page, which is not read then, or a whole read failed."""

VERDICTS = (SAME, MEANWHILE, ONCE, DIFFERS, APART)

TRIES = 3
"""How many times a read that differs is made, at most: what moves all the time may stand at one place in both whole
reads, and elsewhere between them.
"""

_Shown = tuple[Columns, Circumstances]


@attrs.define(eq=False)
class ComparedReads:
    """Reads beside whole ones.

    Attributes:
        found: how often a read was made so, and was found to be so.
        differing: of those that differ each time, how they were made, and the address of the page.
    """

    found: Counter[tuple[str, str]] = attrs.field(factory=Counter)
    differing: list[tuple[str, str]] = attrs.field(factory=list)
    _beside: WeakKeyDictionary[WebBackend, WebBackend] = attrs.field(factory=WeakKeyDictionary)
    _in_parts: bool = False

    def read(self, read: Callable[..., Snapshot], backend: WebBackend, page: Any, **options: Any) -> Snapshot:  # noqa: ANN401
        """Read a page, and compare."""
        how, snapshot, verdict = self._compared(read, backend, page, options)
        last, tries = verdict, 1
        while last == DIFFERS and tries < TRIES:
            _, snapshot, last = self._compared(read, backend, page, options)
            tries += 1
        if verdict == DIFFERS != last:
            verdict = ONCE
        self.found[how, verdict] += 1
        if verdict == DIFFERS:
            self.differing.append((how, snapshot.circumstances.url or ""))
        return snapshot

    def _compared(
        self,
        read: Callable[..., Snapshot],
        backend: WebBackend,
        page: Any,  # noqa: ANN401
        options: dict[str, Any],
    ) -> tuple[str, Snapshot, str]:
        """Read once, and return how it was made, and the verdict."""
        beside = self._beside.setdefault(backend, WebBackend(reuse=False))
        seconds = options["deadline"] - time.monotonic()
        before = _whole(read, beside, page, seconds, options)
        self._in_parts = False
        snapshot = read(backend, page, **{**options, "deadline": time.monotonic() + seconds})
        how = HOW[0 if backend.calls == 0 else 1 if self._in_parts else 2]
        after = _whole(read, beside, page, seconds, options)
        if before is None or after is None or not beside.calls:
            return how, snapshot, APART
        told = _shown(snapshot)
        return how, snapshot, SAME if told in (before, after) else DIFFERS if before == after else MEANWHILE

    def changed(self, changed: Callable[..., Any], *given: Any) -> Any:  # noqa: ANN401
        """Ask the kept trees, and note whether they answer."""
        said = changed(*given)
        self._in_parts = said is not None
        return said


def _whole(
    read: Callable[..., Snapshot],
    beside: WebBackend,
    page: Any,  # noqa: ANN401
    seconds: float,
    options: dict[str, Any],
) -> _Shown | None:
    try:
        return _shown(read(beside, page, **{**options, "deadline": time.monotonic() + seconds}))
    except UIDiffError:
        return None


def _shown(read: Snapshot) -> _Shown:
    """What a read says of the page as it is; what is concealed depends on the reads before, too."""
    return read.columns, attrs.evolve(read.circumstances, concealed=())


@contextmanager
def compared_reads() -> Iterator[ComparedReads]:
    """Compare all reads of pages within."""
    reads, read, changed = ComparedReads(), WebBackend.read, TreeQuestions._changed  # noqa: SLF001  # no other place knows it

    def compared(backend: WebBackend, page: Any, **options: Any) -> Snapshot:  # noqa: ANN401
        return reads.read(read, backend, page, **options)

    def asked(*given: Any) -> Any:  # noqa: ANN401
        return reads.changed(changed, *given)

    with patch.object(WebBackend, "read", compared), patch.object(TreeQuestions, "_changed", asked):
        yield reads


def add_reads(report: Report, reads: ComparedReads) -> None:
    """Add the table and the target."""
    rows = [[how, *(reads.found[how, verdict] for verdict in VERDICTS)] for how in HOW]
    title = "Reads of pairs, scenarios and steps, beside whole reads right before and after"
    report.table(title, ("the read was made", *VERDICTS), rows)
    report.target("reads that differ from whole ones", len(reads.differing), 0)
    report.target("reads in parts that are the same", reads.found[HOW[1], SAME], 500, at_least=True)
