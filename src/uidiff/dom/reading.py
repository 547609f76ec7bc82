"""Read a page as a snapshot: the rows of what did not change since the last read are taken over.

A node is read again if it changed, or if what is around it says something else (:class:`~uidiff.dom.around.Around`).
Of a node whose children are those of the last read only those are looked at that changed. So what follows from a change
costs as much as the changed nodes, and the children of those that got or lost some; the columns of the snapshot are cut
and joined, which runs in C.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter, is_

import attrs

from uidiff.dom.around import TOP, Around
from uidiff.dom.drawn import beside_all, flat_children, is_hidden
from uidiff.dom.nodes import DOCUMENT, ELEMENT, TEXT, Node
from uidiff.dom.page import Page
from uidiff.dom.pieces import Pieces
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
from uidiff.model.builder import Checked
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import EMPTY, Columns
from uidiff.model.finishing import Finished, finish
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.model.states import States
from uidiff.text import replace_surrogates

__all__ = ["PageReader"]

_BY_PLACE = attrgetter("offset", "size")


@attrs.define(eq=False)
class _Open:
    """A node whose children are being read.

    Attributes:
        node: it.
        children: those to come.
        around: what it says of them.
        start: where its rows begin now.
        old: where they began; None if they are not taken over.
        expanded: the number of the read in which its children were listed last.
        cursor: up to where the rows of the last read are taken over, where only changed children are read; else None.
        stop: where they ended.
        shifted: whether a child that is not read begins elsewhere now.
    """

    node: Node
    children: Iterator[Node]
    around: Around
    start: int
    old: int | None
    expanded: int
    cursor: int | None = None
    stop: int = 0
    shifted: bool = False


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
        self._pieces = Pieces(limits)
        self._states_of: tuple[States, ...] | None = None  # the column whose distinct states are known
        self._states: set[States] = {()}
        self._changed: dict[int, dict[int, Node]] = {}  # children to read, by the node that they are listed in

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
            self._columns = self._pieces.joined(before)
            self._longest = max(self._longest, self._pieces.longest)
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
            if self._states_of is not self._columns.states:
                self._states_of, self._states = self._columns.states, set(self._columns.states) or {()}
            checked = Checked(self._columns, known, {}, self._states, self._longest)
            self._finished = finish(checked, limits=self._limits, redaction=self._redaction)
            return Snapshot(*self._finished)
        alone = finish(Checked(EMPTY, known, {}, {()}, 0), limits=self._limits, redaction=self._redaction)
        columns, _, notes, hidden = self._finished
        return Snapshot(columns, alone.circumstances, notes, hidden)

    # ----------------------------------------------------------------- private

    def _read(self) -> None:
        """Find the pieces of the snapshot: those of the last one, and new rows."""
        self._pieces = Pieces(self._limits)
        self._note_modal()
        self._note_changed()
        old = 0 if self._is_whole else None
        self._number += 1
        top = TOP._replace(behind=self._modal is not None)
        opened = self._enter(self._page.root, top, None, 0, old)
        stack = [opened] if opened is not None else []
        while stack:
            one = stack[-1]
            opened = self._next_changed(one) if one.cursor is not None else self._next_opened(one)
            if opened is not None:
                stack.append(opened)
                continue
            self._close(one)
            stack.pop()

    def _next_opened(self, one: _Open) -> _Open | None:
        """Go on with the children of a node, up to one whose children are to be read; None behind the last one."""
        node, around, expanded, number, pieces = one.node, one.around, one.expanded, self._number, self._pieces
        for child in one.children:
            old = None
            if one.old is not None and child.listed == expanded and child.holder is node:
                old = one.old + child.offset
                is_same = child.around is around or child.around == around
                if is_same and not child.dirty and (child.kind != TEXT or _stands(child, node)):
                    child.offset, child.listed = pieces.length - one.start, number
                    pieces.take(old, old + child.size)
                    continue
            opened = self._enter(child, around, node, one.start, old)
            if opened is not None:
                return opened
        return None

    def _next_changed(self, one: _Open) -> _Open | None:
        """Go on with the children of a node that changed, and take the rows between them over."""
        for child in one.children:
            offset, old = child.offset, (one.old or 0) + child.offset
            self._pieces.take(one.cursor or 0, old)
            one.cursor = old + child.size
            opened = self._enter(child, one.around, one.node, one.start, old)
            one.shifted = one.shifted or child.offset != offset
            if opened is not None:
                return opened
        return None

    def _close(self, one: _Open) -> None:
        """Note how many rows a node has whose children were read."""
        node = one.node
        if one.cursor is not None:
            self._pieces.take(one.cursor, one.stop)
            if one.shifted or self._pieces.length - one.start != one.stop - (one.old or 0):
                offset = node.head
                for child in flat_children(self._page, node):
                    if child.holder is node and child.listed == node.expanded:
                        child.offset = offset
                        offset += child.size
        node.size = self._pieces.length - one.start

    def _note_modal(self) -> None:
        modal = self._page.modal()
        if modal is not self._modal:
            for each in (modal, self._modal):
                if each is not None and each.id in self._page.nodes:
                    self._page.touch(each)
            self._modal = modal

    def _note_changed(self) -> None:
        """Note which children of a node are to be read: those that changed, and the texts beside them."""
        found: dict[int, dict[int, Node]] = {}
        self._changed = found
        for node in self._page.touched:
            holder = node.holder
            if holder is None:
                continue
            listed = found.setdefault(id(holder), {})
            listed[id(node)] = node
            if node.before is None and node.after is None:
                continue
            for after in (False, True):
                for each in beside_all(node, after=after):
                    if each.kind == TEXT and each.holder is holder:
                        listed[id(each)] = each

    def _only_changed(self, node: Node, expanded: int) -> list[Node] | None:
        """Return the changed children of a node in their order; None if that is not known."""
        known = self._changed.get(id(node), {}).values()
        found = [child for child in known if child.holder is node and child.listed == expanded]
        if len(found) <= 1:
            return found
        found.sort(key=_BY_PLACE)
        places = [child.offset for child in found if not child.size]
        return found if len(set(places)) == len(places) else None

    def _enter(self, node: Node, around: Around, holder: Node | None, start: int, old: int | None) -> _Open | None:
        """Make the row of a node; return it, opened, if its children are to be read."""
        pieces = self._pieces
        node.offset, node.holder = pieces.length - start, holder
        node.listed = self._number if holder is None else holder.expanded
        begin, stop, expanded = pieces.length, 0 if old is None else old + node.size, node.expanded
        if old is not None and node.own >= 0 and not node.changed and node.around == around:
            pieces.take(old, old + node.own)
            return self._opened(node, expanded, begin, range(old, stop), node.head)
        node.around, node.control, node.own = around, None, -1
        node.expanded, node.size = 0, 0
        if node.kind == TEXT:
            if not (around.unseen or around.behind or is_hidden(node)):
                pieces.put(text_row(node, around), around.depth)
            node.size = pieces.length - begin
            return None
        is_label = node.tag == "label"
        is_cut = is_label and is_repeated(self._page, node)
        inner = around._replace(label=node.id) if is_cut else self._put_element(node, around)
        if inner is None:
            node.size = pieces.length - begin
            return None
        if pieces.length - begin == 1 and is_steady(node, pieces.fresh[-1], around):
            node.own = 1
        if old is not None and not (node.changed or is_label) and expanded and inner == node.inner:
            before, node.head = node.head, pieces.length - begin
            return self._opened(node, expanded, begin, range(old, stop), before)
        node.inner, node.head, node.expanded = inner, pieces.length - begin, self._number
        children = flat_children(self._page, node)
        if is_cut:
            children = (child for child in children if child.kind == ELEMENT)
        return _Open(node, children, inner, begin, old, expanded)

    def _opened(self, node: Node, expanded: int, start: int, old: range, head: int) -> _Open:
        """Open a node that says the same of its children as in the last read.

        There it had the rows ``old``, of which ``head`` were its own.
        """
        changed = None if node.changed else self._only_changed(node, expanded)
        if changed is None:
            node.expanded = self._number
            return _Open(node, flat_children(self._page, node), node.inner, start, old.start, expanded)
        node.expanded = expanded
        cursor, shifted = old.start + head, head != node.head
        return _Open(node, iter(changed), node.inner, start, old.start, expanded, cursor, old.stop, shifted=shifted)

    def _put_element(self, node: Node, around: Around) -> Around | None:
        """Put the row of a document or an element; return what it says of those below it, None if none are read."""
        if node.kind == DOCUMENT:
            row = document_row(self._page, node) if not around.behind or node is self._page.root else None
            self._pieces.put(row, around.depth)
            return TOP._replace(depth=around.depth + 1, unseen=around.unseen, behind=around.behind)
        if node.kind != ELEMENT or is_hidden(node):
            return None
        if node is self._modal:
            around = around._replace(behind=False)
        row = None if around.behind or is_unseen(node, around) else element_row(self._page, node, around)
        self._pieces.put(row, around.depth)
        if row is not None and has_popup(node):
            self._pieces.put(popup_row(node), around.depth + 1)
        return around_children(node, around, row) if has_rows_below(node) else None


def _stands(text: Node, holder: Node) -> bool:
    """Return whether what stands beside a text is as it was."""
    if holder.changed:
        return False
    return not any(each.dirty for after in (False, True) for each in beside_all(text, after=after))
