"""Reads a window again and again: the last read answers while its page is as it was, else parts of it are kept."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

import attrs

from uidiff.backends.web.call_plans import CallPlan, Interrupted, ask_all, ending, outcomes_of
from uidiff.backends.web.collector import collector_paused
from uidiff.backends.web.concealed import ConcealedNodes
from uidiff.backends.web.failures import CLOSED, CRASHED, SILENT
from uidiff.backends.web.kept_trees import KeptTree
from uidiff.backends.web.reading import PageRead, living_nodes, read_page, share
from uidiff.backends.web.rows import PageDocument, rows_of, with_inner
from uidiff.backends.web.sameness import LastRead
from uidiff.backends.web.stillness import StillTabs
from uidiff.backends.web.tabs import Tab, settle
from uidiff.backends.web.tree_questions import KeptTrees
from uidiff.errors import AppGone, ReadTimeout
from uidiff.model.columns import Row
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot

__all__ = ["ARRIVING", "WindowReads", "WindowRows"]

ARRIVING = 1.0
"""Seconds for which a read waits for a document that was asked for; then the page is unread."""


@attrs.frozen(eq=False)
class WindowRows:
    """A window as it was read.

    Attributes:
        rows: of its elements.
        documents: that were read; none where a dialog is open, or nothing else is known than rows.
        concealed: the ids of nodes that live on and are not shown.
        calls: the number of protocol calls.
    """

    rows: list[Row]
    documents: Sequence[PageDocument] = ()
    concealed: tuple[str, ...] = ()
    calls: int = 0


@attrs.frozen(eq=False)
class _WholeRead:
    """A read without anything unread, and the limits and the redaction that were asked for."""

    snapshot: Snapshot
    asked: tuple[Limits, Redaction]


class WindowReads:
    """The reads of one window.

    Attributes:
        ids: of the elements of the last read, empty if it was partial; None before the first.
        last: what the last read that saw the page showed.
        recalled: whether all that is known is of an earlier run, and no page has the window's key yet.
    """

    def __init__(self, *, recalled: bool = False) -> None:
        self.ids: frozenset[str] | None = None
        self.last: LastRead | None = None
        self.recalled = recalled
        self._concealed = ConcealedNodes()
        self._whole: _WholeRead | None = None  # whatever the page shows is in it
        self._still = StillTabs()
        self._kept: dict[str, KeptTree] = {}  # by the loaders of the documents
        self._watched = False  # whether it was ever looked at before a read

    def answer(self, family: list[Tab], asked: tuple[Limits, Redaction], deadline: float) -> CallPlan[Snapshot | None]:
        """The last read, if a page with those that it opened is as it was; None: call :meth:`rows`.

        The page is watched from now on.
        """
        still = yield from self._is_still(family, deadline)
        if still and self._whole is not None and self._whole.asked == asked:
            return self._whole.snapshot
        self._whole = None
        return None

    def _is_still(self, family: list[Tab], deadline: float) -> CallPlan[bool]:
        if any(tab.dialog or tab.crashed or tab.leaving for tab in family):
            return False
        for tab in family:
            outcome = yield from outcomes_of(ending(settle(tab), share(deadline)))
            if isinstance(outcome, Exception):
                tab.unsettled = True
                return False
        self._watched = True
        return (yield from self._still.look(family, share(deadline)))

    def rows(self, family: list[Tab], limits: Limits, deadline: float) -> CallPlan[WindowRows]:
        """Read a page with those that it opened."""
        tab, kept = family[0], self._trees()
        reads = yield from _reads(family, deadline, kept)
        if kept is not None:
            heard = yield from self._still.done(share(deadline))
            self._kept = {loader: tree for loader, tree in kept.now.items() if loader in heard}
        documents = [None if read is None else read.document for read in reads]
        for document in documents:
            if document is not None:
                document.reveal(self._concealed)
        with collector_paused():
            rows = rows_of(family, documents, limits=limits, deadline=deadline)
        if documents[0] is not None:
            tab.title, tab.document = documents[0].facts.title, documents[0].loader
        read = [document for document in documents if document is not None]
        concealed = yield from self._concealed.after_read(rows, read, partial(living_nodes, family, deadline))
        return WindowRows(rows, read, concealed, sum(each.calls for each in reads if each is not None))

    def _trees(self) -> KeptTrees | None:
        """The kept trees of the documents; None if none are kept."""
        before, self._kept = self._kept, {}
        if not self._watched:
            return None
        return KeptTrees() if self._still.touched is None else KeptTrees(before, self._still.touched)

    def note(self, found: WindowRows, snapshot: Snapshot, asked: tuple[Limits, Redaction]) -> None:
        """Take the snapshot that was made of a read."""
        whole = not any(row.unread for row in found.rows)
        self.ids = frozenset(row.id for row in found.rows if row.id) if whole else frozenset()
        if found.documents:
            self.last = LastRead.of(snapshot, found.documents)
            if whole and self._watched and not any(document.facts.closed for document in with_inner(found.documents)):
                self._whole = _WholeRead(snapshot, asked)

    def recall(self, snapshot: Snapshot) -> None:
        """Take a tree that an earlier run has told as read."""
        self._whole = None
        self._concealed.recall(snapshot)


def _reads(family: list[Tab], deadline: float, kept: KeptTrees | None) -> CallPlan[list[PageRead | None]]:
    """Read the pages; None stands for one that cannot be read now. Closed pages are removed from ``family``."""
    asking = [partial(tab.session.send, "Target.getTargetInfo") for tab in family if tab.dialog]
    yield from ending(ask_all(asking), share(deadline))  # answered after all events, such as the end of a dialog
    if any(tab.dialog for tab in family):  # the pages share a process, which the dialog blocks
        return [None for _ in family]
    reads: list[PageRead | None] = []
    for tab in tuple(family):
        until = deadline if tab is family[0] else share(deadline)
        if tab.leaving:
            until = min(until, time.monotonic() + ARRIVING)
        outcome = yield from outcomes_of(ending(_read(tab, until, kept), until))
        if any(member.dialog for member in family):
            return [None for _ in family]
        if not isinstance(outcome, Exception):
            reads.append(outcome)
        elif tab.leaving and isinstance(outcome, ReadTimeout) and time.monotonic() < deadline:
            reads.append(None)
        elif tab is family[0]:
            raise AppGone(CLOSED) if isinstance(outcome, Interrupted) and tab.page.is_closed() else outcome
        elif tab.page.is_closed():
            family.remove(tab)
        else:
            reads.append(None)
    return reads


def _read(tab: Tab, deadline: float, kept: KeptTrees | None) -> CallPlan[PageRead]:
    if tab.crashed:
        raise AppGone(CRASHED)
    try:
        return (yield from read_page(tab, deadline, kept))
    except ReadTimeout as error:
        raise error if tab.main.opened else ReadTimeout(SILENT) from error
    except Interrupted:
        if tab.crashed:
            raise AppGone(CRASHED) from None
        raise
