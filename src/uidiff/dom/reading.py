"""Read a page as a snapshot: the rows of what did not change since the last read are taken over.

A node is read again if it changed, or if what is around it says something else (:class:`~uidiff.dom.around.Around`).
What follows from a change costs as much as the changed nodes, and the children of those around them; the columns of the
snapshot are cut and joined, which runs in C.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import is_
from typing import Any

import attrs

from uidiff.dom.around import TOP, Around
from uidiff.dom.drawn import flat_children, is_hidden
from uidiff.dom.nodes import DOCUMENT, ELEMENT, TEXT, Node
from uidiff.dom.page import Page
from uidiff.dom.rows import (
    around_children,
    document_row,
    element_row,
    has_popup,
    has_rows_below,
    is_repeated,
    is_steady,
    is_unseen,
    popup_row,
    text_row,
    title_of,
)
from uidiff.errors import LimitExceeded
from uidiff.model.builder import Checked, checked_cells, row_place
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import EMPTY, Columns, Row, Uniform
from uidiff.model.finishing import Finished, finish
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.text import replace_surrogates

__all__ = ["PageReader"]


@attrs.define(eq=False)
class _Open:
    """A node whose children are being read.

    Attributes:
        node: it.
        children: those to come.
        around: what it says of them.
        start: where its rows begin now.
        old: where they began; None if they are not taken over.
        expanded: the number of the read in which its children were read last.
    """

    node: Node
    children: Iterator[Node]
    around: Around
    start: int
    old: int | None
    expanded: int


class PageReader:
    """Reads a page again and again.

    Args:
        page: it; only this reader may :meth:`~uidiff.dom.page.Page.settle` it.
        limits: how large a snapshot may be.
        redaction: what is secret besides what the page marks.
    """

    def __init__(self, page: Page, *, limits: Limits, redaction: Redaction) -> None:
        self._page, self._limits, self._redaction = page, limits, redaction
        self._columns: Columns = EMPTY
        self._finished: Finished | None = None
        self._longest = 0
        self._number = 0
        self._is_whole = False  # there are columns of all rows
        self._modal: Node | None = None
        self._pieces: list[tuple[bool, int, int]] = []
        self._length = 0
        self._fresh: list[Row] = []
        self._depths: list[int] = []

    @property
    def columns(self) -> Columns:
        """The columns as they were read last, before secrets are hidden: to compare, and not to give on."""
        return self._columns

    @property
    def title(self) -> str | None:
        """The title of the page."""
        return title_of(self._page.root) or None

    def changed(self) -> bool:
        """Read what changed; return whether any row is another one than before.

        Raises:
            LimitExceeded: there are more rows or levels than ``limits`` allow.
        """
        if not self._page.touched:
            return False
        before = self._columns
        try:
            self._read()
            self._join()
        except BaseException:
            self._columns, self._is_whole = EMPTY, False  # what is there of this read fits no more
            raise
        self._page.settle()
        self._is_whole = True
        if all(map(is_, self._columns, before)) or self._columns == before:
            self._columns = before
            return False
        self._finished = None
        return True

    def snapshot(self, circumstances: Circumstances) -> Snapshot:
        """Return the page as it is now, with these circumstances."""
        self.changed()
        known = circumstances.with_texts(lambda text: replace_surrogates(text)[0]).with_shown_url()
        if self._finished is None:
            states = set(self._columns.states) or {()}
            checked = Checked(self._columns, known, {}, states, self._longest)
            self._finished = finish(checked, limits=self._limits, redaction=self._redaction)
            return Snapshot(*self._finished)
        alone = finish(Checked(EMPTY, known, {}, {()}, 0), limits=self._limits, redaction=self._redaction)
        columns, _, notes, hidden = self._finished
        return Snapshot(columns, alone.circumstances, notes, hidden)

    # ----------------------------------------------------------------- private

    def _read(self) -> None:
        """Find the pieces of the snapshot: those of the last one, and new rows."""
        self._pieces, self._length, self._fresh, self._depths = [], 0, [], []
        self._note_modal()
        old = 0 if self._is_whole else None
        self._number += 1
        top = TOP._replace(behind=self._modal is not None)
        opened = self._enter(self._page.root, top, None, 0, old)
        stack = [opened] if opened is not None else []
        while stack:
            one = stack[-1]
            opened = self._next_opened(one)
            if opened is not None:
                stack.append(opened)
                continue
            one.node.size = self._length - one.start
            stack.pop()

    def _next_opened(self, one: _Open) -> _Open | None:
        """Go on with the children of a node, up to one whose children are to be read; None behind the last one."""
        node, around, expanded, number = one.node, one.around, one.expanded, self._number
        for child in one.children:
            old = None
            if one.old is not None and child.listed == expanded and child.holder is node:
                old = one.old + child.offset
                if not child.dirty and (child.kind != TEXT or _stands(child, node)) and child.around == around:
                    child.offset, child.listed = self._length - one.start, number
                    self._piece(old, old + child.size, fresh=False)
                    continue
            opened = self._enter(child, around, node, one.start, old)
            if opened is not None:
                return opened
        return None

    def _note_modal(self) -> None:
        modal = self._page.modal()
        if modal is not self._modal:
            for each in (modal, self._modal):
                if each is not None and each.id in self._page.nodes:
                    self._page.touch(each)
            self._modal = modal

    def _enter(self, node: Node, around: Around, holder: Node | None, start: int, old: int | None) -> _Open | None:
        """Make the row of a node; return it, opened, if its children are to be read."""
        node.offset, node.holder, node.listed = self._length - start, holder, self._number
        if old is not None and node.own >= 0 and not node.changed and node.around == around:
            self._piece(old, old + node.own, fresh=False)
            expanded, node.expanded = node.expanded, self._number
            return _Open(node, flat_children(self._page, node), node.inner, start + node.offset, old, expanded)
        node.around, node.control, node.own = around, None, -1
        expanded, node.expanded, node.size = node.expanded, 0, 0
        if node.kind == TEXT:
            if not (around.unseen or around.behind or is_hidden(node)):
                self._put(text_row(node, around), around.depth)
            node.size = self._length - start - node.offset
            return None
        children = flat_children(self._page, node)
        inner: Around | None
        if node.tag == "label" and is_repeated(self._page, node):
            inner = around._replace(label=node.id)
            children = (child for child in children if child.kind == ELEMENT)
        else:
            inner = self._put_element(node, around)
        if inner is None:
            node.size = self._length - start - node.offset
            return None
        node.expanded, node.inner = self._number, inner
        if self._length - start - node.offset == 1 and is_steady(node, self._fresh[-1], around):
            node.own = 1
        return _Open(node, children, inner, start + node.offset, old, expanded)

    def _put_element(self, node: Node, around: Around) -> Around | None:
        """Put the row of a document or an element; return what it says of those below it, None if none are read."""
        if node.kind == DOCUMENT:
            self._put(
                document_row(self._page, node) if not around.behind or node is self._page.root else None, around.depth
            )
            return TOP._replace(depth=around.depth + 1, unseen=around.unseen, behind=around.behind)
        if node.kind != ELEMENT or is_hidden(node):
            return None
        if node is self._modal:
            around = around._replace(behind=False)
        row = None if around.behind or is_unseen(node, around) else element_row(self._page, node, around)
        self._put(row, around.depth)
        if row is not None and has_popup(node):
            self._put(popup_row(node), around.depth + 1)
        return around_children(node, around, row) if has_rows_below(node) else None

    def _put(self, row: Row | None, depth: int) -> None:
        if row is None:
            return
        if depth >= self._limits.max_depth:
            raise LimitExceeded(f"more than {self._limits.max_depth} levels", "$", "pass limits=Limits(max_depth=…)")
        self._fresh.append(row)
        self._depths.append(depth)
        self._piece(len(self._fresh) - 1, len(self._fresh), fresh=True)

    def _piece(self, start: int, stop: int, *, fresh: bool) -> None:
        """Go on with rows that are new, or with those of the last read."""
        if start == stop:
            return
        pieces = self._pieces
        if pieces and pieces[-1][0] is fresh and pieces[-1][2] == start:
            pieces[-1] = (fresh, pieces[-1][1], stop)
        else:
            pieces.append((fresh, start, stop))
        self._length += stop - start
        if self._length > self._limits.max_elements:
            problem = f"more than {self._limits.max_elements} elements"
            raise LimitExceeded(problem, "$", "pass limits=Limits(max_elements=…)")

    def _join(self) -> None:
        """Join the pieces to columns."""
        made = checked_cells(self._fresh, self._limits, row_place)
        if self._fresh:
            made = made._replace(depth=tuple(self._depths))
            texts = (made.name, made.value, made.description, made.automation_id, made.url)
            lengths = (len(text) for column in texts if type(column) is not Uniform for text in column if text)
            self._longest = max(self._longest, max(lengths, default=0), *(len(column[0] or "") for column in texts))
        whole = self._pieces in ([(True, 0, self._length)], [(False, 0, len(self._columns.role))])
        if not whole:
            self._columns = Columns.of(map(self._joined, self._columns, made))
        elif self._fresh:
            self._columns = made

    def _joined(self, old: tuple[Any, ...], made: tuple[Any, ...]) -> tuple[Any, ...]:
        if type(old) is Uniform is type(made) and old[:1] == made[:1]:
            return Uniform.of(old[0], self._length)
        if type(old) is Uniform and not made:
            return Uniform.of(old[0], self._length)
        cells: list[Any] = []
        for fresh, start, stop in self._pieces:
            cells += (made if fresh else old)[start:stop]
        joined = tuple(cells)
        return old if joined == old else joined


def _stands(text: Node, holder: Node) -> bool:
    """Return whether what stands beside a text is as it was."""
    before, after = text.before, text.after
    return not (holder.changed or (before is not None and before.dirty) or (after is not None and after.dirty))
