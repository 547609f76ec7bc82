"""A DOM snapshot of Playwright's as a page of :mod:`uidiff.dom`, with the snapshots of its frames in their places.

The page is made of the form of nodes that rrweb has, which is what a page reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from uidiff.dom.nodes import Node
from uidiff.dom.page import MOST_LEVELS, Page
from uidiff.dom.reading import PageReader
from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.playwright_dom import CURE, FRAME, SHADOW_ROOT, STYLE_SHEET, TARGET, DomNode
from uidiff.importers.rrweb_words import TargetWords
from uidiff.model.circumstances import Circumstances
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot

__all__ = ["DomTree", "PageOfTrace", "Shot"]

_DOCUMENT, _ELEMENT, _TEXT = 0, 2, 3
"""rrweb's types of nodes."""

_FRAMES = frozenset({"frame", "iframe"})
_ALL = frozenset({"body", "html"})
_UNKNOWN_FOCUS = -1
"""The id of no node: a trace does not say what has the focus."""


@attrs.frozen
class Shot:
    """A snapshot of one frame: its top, its address, and the number of its document."""

    top: DomNode
    url: str
    document: int


@attrs.frozen
class DomTree:
    """A snapshot of a page: that of its main frame, and those of the others by the ids of frames."""

    main: Shot
    frames: Mapping[str, Shot]


class PageOfTrace:
    """A page as it was at a snapshot.

    Args:
        tree: the snapshot.
        call: the id of the call at which it was made.
        limits: how large a page may be.
        redaction: what is secret besides what the page marks.

    Raises:
        InvalidSnapshot: a reference does not fit, or a node stands twice.
        LimitExceeded: it is larger than that.
    """

    def __init__(self, tree: DomTree, call: str, *, limits: Limits, redaction: Redaction) -> None:
        made = _Serialized(tree.frames, call, limits.max_elements)
        root = made.document(tree.main)
        self._page = Page(root, max_nodes=limits.max_elements, max_depth=MOST_LEVELS)
        self._page.focus = _UNKNOWN_FOCUS
        self._reader = PageReader(self._page, limits=limits, redaction=redaction)
        self._target = made.target
        self.document = str(tree.main.document)
        self.is_styled = self._page.styled
        """Whether it has a style sheet: what that hides is not known."""

    @property
    def title(self) -> str | None:
        """The title of the page."""
        return self._reader.title

    def snapshot(self, circumstances: Circumstances) -> Snapshot:
        """Return the page with these circumstances."""
        return self._reader.snapshot(circumstances)

    def target_words(self) -> str:
        """Return the role and the quoted name of the element that the call acts on; "" if that is none, or all."""
        node: Node | None = self._page.nodes.get(self._target) if self._target is not None else None
        if node is None or node.tag in _ALL:
            return ""
        return TargetWords(self.snapshot(Circumstances(platform="web"))).words(node).strip()


class _Serialized:
    """Writes the nodes of a snapshot in rrweb's form, each once: references can make a few nodes into a bomb."""

    def __init__(self, frames: Mapping[str, Shot], call: str, most: int) -> None:
        self._frames, self._call, self._most = frames, call, most
        self._seen: set[int] = set()
        self.target: int | None = None

    def document(self, shot: Shot) -> dict[str, Any]:
        """Return the document of a frame, with those of the frames in it."""
        root = self._document(shot)
        waiting: list[tuple[DomNode, dict[str, Any], bool]] = [(shot.top, root, False)]
        while waiting:
            node, parent, in_shadow = waiting.pop()
            self._see(node)
            made = self._node(node)
            if in_shadow:
                made["isShadow"] = True
            parent["childNodes"].append(made)
            if not node.tag:
                continue
            below = [(child, made, False) for child in node.children]
            if any(SHADOW_ROOT in child.attributes for child in node.children):
                made["isShadowHost"] = True
                below = [each for child in node.children for each in self._of_host(child, made)]
            if node.tag in _FRAMES:
                below = self._in_frame(node, made)
            waiting += reversed(below)
        return root

    def _in_frame(self, node: DomNode, made: dict[str, Any]) -> list[tuple[DomNode, dict[str, Any], bool]]:
        """Return the top of the document in a frame, if it is known: what stands in its element is never shown."""
        inner = self._frames.get(_frame_id(node))
        if inner is None:
            return []
        content = self._document(inner)
        made["childNodes"].append(content)
        made["attributes"]["src"] = inner.url
        return [(inner.top, content, False)]

    def _of_host(self, child: DomNode, made: dict[str, Any]) -> list[tuple[DomNode, dict[str, Any], bool]]:
        """Return a child of a shadow host; in place of the shadow root what is in it."""
        if SHADOW_ROOT not in child.attributes:
            return [(child, made, False)]
        self._see(child)
        return [(each, made, True) for each in child.children]

    def _document(self, shot: Shot) -> dict[str, Any]:
        self._once(shot.document)
        return {"type": _DOCUMENT, "id": shot.document, "childNodes": []}

    def _node(self, node: DomNode) -> dict[str, Any]:
        if not node.tag:
            return {"type": _TEXT, "id": node.id, "textContent": node.text}
        attributes = dict(node.attributes)
        if self.target is None and attributes.pop(TARGET, None) in {"", self._call}:
            self.target = node.id
        if node.tag in _FRAMES:
            attributes.pop("src", None)
        tag = "style" if STYLE_SHEET in attributes else node.tag
        return {"type": _ELEMENT, "id": node.id, "tagName": tag, "attributes": attributes, "childNodes": []}

    def _see(self, node: DomNode) -> None:
        if node.problem:
            raise InvalidSnapshot(node.problem, "$.snapshot.html", CURE)
        self._once(node.id)

    def _once(self, number: int) -> None:
        if number in self._seen:
            raise InvalidSnapshot("a node that stands twice in one snapshot", "$.snapshot.html", CURE)
        if len(self._seen) >= self._most:
            problem = f"more than {self._most} nodes"
            raise LimitExceeded(problem, "$.snapshot.html", "pass limits=Limits(max_elements=…)")
        self._seen.add(number)


def _frame_id(node: DomNode) -> str:
    address = node.attributes.get("src", "")
    return address.removeprefix(FRAME) if address.startswith(FRAME) else ""
