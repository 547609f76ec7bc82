"""A page: its nodes by their ids, the names by which they refer to one another, and what changed since it was read."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from uidiff.dom.nodes import (
    CURE,
    DOCUMENT,
    ELEMENT,
    SHADOW,
    Node,
    home_of,
    link,
    made_node,
    node_id,
    shadow_of,
    unfit,
)
from uidiff.dom.references import NAMES, References
from uidiff.errors import InvalidSnapshot, LimitExceeded

__all__ = ["MOST_LEVELS", "Page"]

MOST_LEVELS = 1_000
"""Levels of a recorded page; browsers make 512 of HTML."""

_HEADERS = 100
"""Cells of a row of which the headers are read again where another one comes or goes."""


class Page:
    """A page that is recorded.

    Args:
        root: its document, serialized.
        max_nodes: how many nodes it may have.
        max_depth: how many levels.

    Raises:
        InvalidSnapshot: something does not fit; the path begins at the node.
        LimitExceeded: it is larger than that.
    """

    def __init__(self, root: object, *, max_nodes: int, max_depth: int) -> None:
        self._max_nodes, self._max_depth = max_nodes, max_depth
        self.nodes: dict[int, Node] = {}
        self.references = References()
        self.dialogs: dict[int, Node] = {}
        """The dialogs, open or not."""
        self.touched: list[Node] = []
        """The nodes that are dirty."""
        self.styled = False
        """Whether it has, or had, a style sheet."""
        self.focus: int | None = None
        """The node that has the focus, if that is known."""
        self.focus_known = False
        self.root = self._made(root, None)
        if self.root.kind != DOCUMENT:
            raise InvalidSnapshot("a page that does not begin with a document", "$", CURE)

    # ------------------------------------------------------------------ change

    def add(self, given: object, parent: Node, after: Node | None) -> Node:
        """Add a serialized node, with all below it, before the child ``after``; a node of that id is removed first.

        Raises:
            InvalidSnapshot: something does not fit; nothing was added then.
        """
        known = self.nodes.get(node_id(given)) if isinstance(given, dict) else None
        if known is not None:
            if _within(parent, known) or known is after:
                raise InvalidSnapshot("a node that is put into itself", "$", CURE)
            self.remove(known)
        return self._made(given, parent, after)

    def remove(self, node: Node) -> None:
        """Remove a node, with all below it; the document stays."""
        if node.parent is None:
            raise InvalidSnapshot("the document is removed", "$", CURE)
        self.touch(node)
        self._touch_slot(node)
        self._touch_headers(node)
        parent = node.parent
        _note_children(parent)
        if node.before is None:
            parent.first = node.after
        else:
            node.before.after = node.after
        if node.after is None:
            parent.last = node.before
        else:
            node.after.before = node.before
        self._forget(node)

    def touch(self, node: Node) -> None:
        """Note that a node changed: it and those around it are read again, and what refers to them."""
        waiting = [node]
        while waiting:
            above: Node | None = waiting.pop()
            if above is not None:
                above.changed = True
            while above is not None and not above.dirty:
                above.dirty, above.said = True, None
                self.touched.append(above)
                waiting += self.references.dependents(above)
                above = above.parent

    def set_attribute(self, node: Node, name: str, value: object) -> None:
        """Set an attribute; None removes it."""
        if name not in NAMES:
            _put(node.attributes, name, value)
        else:
            self._touch_slot(node)
            self._touch_all(self.references.leave(node))
            _put(node.attributes, name, value)
            self._touch_all(self.references.enter(node))
            self._touch_slot(node)
        if name == "open" and node.tag == "details":
            self._touch_all(list(node.children))  # which of them are drawn
        self.touch(node)

    def settle(self) -> None:
        """Note that the page was read: nothing changed since."""
        for node in self.touched:
            node.dirty = node.changed = False
        self.touched.clear()

    def modal(self) -> Node | None:
        """Return the dialog that is modal, the last one of several."""
        dialogs = (each for each in self.dialogs.values() if "open" in each.attributes)
        return next((each for each in reversed([*dialogs]) if each.word("rr_open_mode") == "modal"), None)

    def set_text(self, node: Node, text: str) -> None:
        """Set the text of a node."""
        node.text = text
        self.touch(node)

    def set_focus(self, id_: int | None) -> None:
        """Note which node has the focus."""
        self.focus_known = True
        if id_ != self.focus:
            for each in (self.focus, id_):
                if each in self.nodes:
                    self.touch(self.nodes[each])
            self.focus = id_
            self.touch(self.root)

    # ----------------------------------------------------------------- private

    def _made(self, given: object, parent: Node | None, after: Node | None = None) -> Node:
        """Make a node and all below it; they are checked first, so that nothing of a wrong one stays."""
        made: dict[int, Node] = {}
        waiting: list[tuple[object, Node | None, int]] = [(given, None, 0)]
        while waiting:
            one, above, depth = waiting.pop()
            if not isinstance(one, dict):
                raise unfit(f"expected a node, got {type(one).__name__}", above)
            node = self._one(one, above, made)
            if depth >= self._max_depth:
                raise LimitExceeded(f"more than {self._max_depth} levels", "$", "pass limits=Limits(max_depth=…)")
            children = one.get("childNodes") or ()
            if not isinstance(children, list | tuple):
                raise unfit("children that are no list", node)
            waiting += [(child, node, depth + 1) for child in reversed(children)]
        top = made[given["id"]]  # type: ignore[index]  # checked
        if parent is not None:
            self._place(top, given, parent, after)
        for node in made.values():
            _scope(node)
            self.nodes[node.id] = node
            self.touched += (node,) if node.shadow is None else (node, node.shadow)
            self._note(node)
            self._touch_all(self.references.enter(node))
        if parent is not None:
            top.dirty = False  # so that those around it are noted
            self.touch(top)
            _note_children(top.parent)
            self._touch_slot(top)
            self._touch_headers(top)
        return top

    def _note(self, node: Node) -> None:
        if node.tag == "dialog":
            self.dialogs[node.id] = node
        elif node.tag == "style" or (node.tag == "link" and "stylesheet" in node.word("rel").split()):
            self.styled = True

    def _one(self, given: Mapping[str, Any], above: Node | None, made: dict[int, Node]) -> Node:
        """Make one node of those that are made."""
        node = made_node(given, above)
        if node.id in made or node.id in self.nodes:
            raise unfit("an id that another node has", above)
        if len(made) + len(self.nodes) >= self._max_nodes:
            raise LimitExceeded(f"more than {self._max_nodes} nodes", "$", "pass limits=Limits(max_elements=…)")
        made[node.id] = node
        if given.get("isShadowHost") and node.kind == ELEMENT:
            shadow_of(node)
        if above is not None:
            link(node, self._home(given, above), None)
        return node

    def _place(self, top: Node, given: Any, parent: Node, after: Node | None) -> None:  # noqa: ANN401  # checked
        if top.kind == DOCUMENT:  # a frame has one
            for old in [child for child in parent.children if child.kind == DOCUMENT]:
                self.remove(old)
        home = self._home(given, parent)
        link(top, home, after if after is not None and after.parent is home else None)

    def _home(self, given: Any, parent: Node) -> Node:  # noqa: ANN401  # checked
        home = home_of(given, parent)
        if home.kind == SHADOW and home.dirty:
            self.touched.append(home)
        return home

    def _forget(self, top: Node) -> None:
        """Forget a node and all below it."""
        waiting = [top]
        while waiting:
            node = waiting.pop()
            if node.kind != SHADOW:
                del self.nodes[node.id]
                self.dialogs.pop(node.id, None)
                self.focus = None if self.focus == node.id else self.focus
                self._touch_all(self.references.leave(node))
                self.references.want(node, ())
            waiting += node.children
            if node.shadow is not None:
                waiting.append(node.shadow)

    def _touch_all(self, nodes: list[Node]) -> None:
        for node in nodes:
            self.touch(node)

    def _touch_headers(self, cell: Node) -> None:
        """Note that the header cells beside one that comes or goes may be those of a row, or of a column, now."""
        if cell.tag in {"td", "th"} and cell.parent is not None:
            self._touch_all([each for each in islice(cell.parent.children, _HEADERS) if each.tag == "th"])

    def _touch_slot(self, node: Node) -> None:
        """Note that what stands in the slot of a node may be another node now."""
        if (slot := self.references.slot_of(node)) is not None:
            self.touch(slot)


def _put(attributes: dict[str, Any], name: str, value: object) -> None:
    if value is None:
        attributes.pop(name, None)
    else:
        attributes[name] = value


def _note_children(node: Node | None) -> None:
    """Note that a node, which is dirty, has other children; so has the host of a shadow root."""
    while node is not None:
        node.changed = True
        node = node.parent if node.kind == SHADOW else None


def _within(node: Node | None, top: Node) -> bool:
    while node is not None and node is not top:
        node = node.parent
    return node is top


def _scope(node: Node) -> None:
    """Set the scope of a node whose parent has one."""
    above = node.parent
    node.scope = node.id if node.kind == DOCUMENT or above is None else above.scope
