"""Reads a window once: one call for each element; elements that do not answer are unread."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from uidiff.backends.ax.calls import AxCalls, AxFailure, Hung, Stale
from uidiff.backends.ax.desktop import AxWindow
from uidiff.backends.ax.facts import AxFacts
from uidiff.backends.ax.handles import AxHandle, ElementIds
from uidiff.backends.ax.rows import is_secret, row_of
from uidiff.backends.bounded_walk import read_tree
from uidiff.errors import ReadTimeout
from uidiff.model.columns import Row
from uidiff.model.limits import Limits

__all__ = ["WindowReader"]

MOST_UNANSWERED = 3
"""The number of unanswered calls in a row after which the application counts as hung."""

MOST_STALE = 0.2
"""A window of which a larger share of elements was removed during the read is read once more."""

_MENU_OWNERS = frozenset({"AXMenuBarItem", "AXMenuItem"})
"""Owners of menus, which macOS always lists; they are open while the owner is selected."""


@attrs.frozen(eq=False)
class _AxElement:
    """An element that was read.

    Attributes:
        handle: the element.
        facts: its attributes.
        id: the id of its row.
        inside: whether it lies in the window and has bounds there; the menu bar does not.
        in_page: whether it lies in a web page.
    """

    handle: AxHandle
    facts: AxFacts
    id: str
    inside: bool
    in_page: bool


class WindowReader:
    """Reads one window once.

    It leaves out closed menus of the menu bar, which are hundreds of invisible elements, and further occurrences of an
    element, such as a table cell that is listed in its row and in its column.

    Attributes:
        rows: the rows of the window.
        stale: the number of elements that were removed during the read.
    """

    def __init__(self, calls: AxCalls, ids: ElementIds, opened: AxWindow, *, limits: Limits, deadline: float) -> None:
        self._calls = calls
        self._ids = ids
        self._opened = opened
        self._limits = limits
        self._deadline = deadline
        self._origin = opened.top.facts.pair("AXPosition")
        self._seen: set[AxHandle] = set()
        self._unread: set[str] = set()
        self._unanswered = 0
        self._labels: dict[str, AxHandle] = {}
        self._pages: list[str | None] = []
        self.stale = 0
        self.rows: list[Row] = []

    def read(self) -> None:
        """Read the window.

        Raises:
            Stale: the window was closed meanwhile.
            ReadTimeout: the deadline came before all roots were read.
            BackendError: there are more roots than the limits allow.
        """
        roots = self._roots()
        rows = read_tree(roots, row=self._row, children=self._children, limits=self._limits, deadline=self._deadline)
        partial = bool(self._unread) or any(row.unread for row in rows)
        self.rows = [self._finished(row, partial=partial) for row in rows]
        if self.stale:
            self._expect_open()

    @property
    def is_whole(self) -> bool:
        """Whether no element is unread."""
        return not any(row.unread for row in self.rows)

    @property
    def is_shaky(self) -> bool:
        """Whether the share of removed elements calls for another read."""
        return self.stale > MOST_STALE * (len(self.rows) + self.stale)

    def url(self) -> str | None:
        """The address of the page; None if there is none, or several side by side."""
        found = self._pages[0] if len(self._pages) == 1 else None
        return self._ids.url(self._opened.key, found, whole=self.is_whole)

    # ----------------------------------------------------------------- insides

    def _expect_open(self) -> None:
        """Raise Stale if the window itself was closed."""
        try:
            self._calls.facts(self._opened.top.handle, ("AXRole",))
        except Stale:
            raise
        except (AxFailure, ReadTimeout):
            return

    def _roots(self) -> Iterator[_AxElement]:
        """Read the roots: the window, what belongs to it, and the menu bar of its application."""
        opened = self._opened
        tops = (opened.top, *opened.tops.beside(opened.top))
        menu_bar = opened.tops.menu_bar
        self._seen.update(top.handle for top in tops)
        for top in tops:
            yield self._node(top.handle, top.facts)
        if menu_bar is not None and menu_bar not in self._seen:
            self._seen.add(menu_bar)
            try:
                facts = self._calls.facts(menu_bar, deadline=self._deadline)
            except Stale:
                return
            except AxFailure as error:  # it exists, but nothing else is known
                facts = AxFacts({"AXRole": "AXMenuBar"}, {"AXChildren": error.code})
            yield self._node(menu_bar, facts, inside=False)

    def _node(self, handle: AxHandle, facts: AxFacts, *, inside: bool = True, in_page: bool = False) -> _AxElement:
        id_ = self._ids.id_of(handle, facts.role, self._opened.key)
        if facts.role == "AXWebArea":
            if not in_page:
                self._pages.append(facts.text("AXURL"))
            in_page = True
        return _AxElement(handle, facts, id_, inside, in_page)

    def _row(self, node: _AxElement, depth: int) -> Row:
        row = row_of(node.facts, depth, id_=node.id, origin=self._origin if node.inside else None)
        label = node.facts.element("AXTitleUIElement")
        if row.name is None and label is not None:
            self._labels[node.id] = label
        self._ids.set_name(node.handle, None if is_secret(node.facts) else row.name)
        return row

    def _children(self, node: _AxElement) -> Iterable[_AxElement] | None:
        """The children of an element; None if they cannot be read."""
        facts = node.facts
        if "AXChildren" in facts.errors or self._gave_up:
            return None
        if facts.role in _MENU_OWNERS and not facts.flag("AXSelected"):
            return ()
        shown = facts.element("AXShownMenuUIElement")
        handles = facts.elements("AXChildren")
        return self._below(node, handles if shown is None else (*handles, shown))

    def _below(self, node: _AxElement, handles: Iterable[AxHandle]) -> Iterator[_AxElement]:
        for handle in handles:
            if handle in self._seen:
                continue
            if self._gave_up:
                self._unread.add(node.id)
                return
            try:
                facts = self._calls.facts(handle, deadline=self._deadline)
            except Stale:
                self.stale += 1
                continue
            except (AxFailure, ReadTimeout) as error:
                self._unread.add(node.id)
                self._unanswered += isinstance(error, Hung | ReadTimeout)
                continue
            self._unanswered = 0
            self._seen.add(handle)
            yield self._node(handle, facts, inside=node.inside, in_page=node.in_page)

    @property
    def _gave_up(self) -> bool:
        return self._unanswered >= MOST_UNANSWERED

    def _finished(self, row: Row, *, partial: bool) -> Row:
        """The row with the name of its label (of an earlier read if this one is partial) and whether it is unread."""
        label = self._labels.get(row.id or "")
        name = row.name if label is None else self._ids.name_of(label, earlier=partial)
        return row._replace(name=name, unread=row.unread or row.id in self._unread)
