"""What of a page is drawn as far as its attributes tell, where its parts stand, and what their texts are.

What a style sheet hides is not known: style sheets are not evaluated.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from uidiff.dom.html import BLOCKS, NOT_DRAWN, REPLACED
from uidiff.dom.nodes import BLANKS, COMMENT, DOCUMENT, ELEMENT, SHADOW, TEXT, Node, collapsed
from uidiff.dom.page import Page

__all__ = [
    "beside_all",
    "flat_children",
    "is_block",
    "is_hidden",
    "keeps_spaces",
    "line_text",
    "own_text",
    "said",
]

_LONGEST = 4_000
"""Characters of a name: as of a text of a live read (spec/definitions#23-limits)."""

_SHAPES = frozenset({"g", "svg"})
_SIDES = (False, True)
_PASSED = 3
"""Nodes that are passed over on each side of a text."""
_DEEP = 4
"""Levels in which the text beside a blank is looked for (``CanIgnoreSpaceNextTo``)."""
_APART = REPLACED | {"br"}
"""Elements in a line that are drawn without anything in them."""
_CELLS = frozenset({"cell", "columnheader", "gridcell", "rowheader"})
_KEPT_SPACES = frozenset({"break-spaces", "pre", "pre-line", "pre-wrap"})


def is_hidden(node: Node) -> bool:
    """Return whether an element, with all below it, is neither drawn nor told, by what it says itself.

    So are elements that are never drawn, ``hidden``, ``aria-hidden``, ``inert``, ``display: none``, a dialog that is
    not open, what a closed ``details`` has beside its summary, and an ``input`` of the type hidden.
    """
    attributes = node.attributes
    if node.tag in NOT_DRAWN:
        return True
    if attributes and (
        "hidden" in attributes
        or "inert" in attributes
        or node.word("aria-hidden") == "true"
        or node.style("display") == "none"
        or (node.tag == "input" and node.word("type") == "hidden")
    ):
        return True
    if node.tag == "dialog" and "open" not in attributes:
        return True
    parent = node.parent
    return parent is not None and parent.tag == "details" and "open" not in parent.attributes and node.tag != "summary"


def flat_children(page: Page, node: Node) -> Iterator[Node]:
    """Yield the children of a node as they are drawn: those of its shadow root, and what stands in a slot."""
    if node.kind == ELEMENT:
        if node.shadow is not None:
            return node.shadow.children
        if node.tag == "slot" and (slotted := _slotted(page, node)):
            return iter(slotted)
    return node.children


def is_block(node: Node) -> bool:
    """Return whether an element stands in lines of its own: by its own ``display``, else by its name."""
    display = node.style("display") if "style" in node.attributes else ""
    if display:
        return not (display.startswith("inline") or display == "contents")
    return node.tag in BLOCKS


def keeps_spaces(node: Node) -> bool | None:
    """Return whether spaces in an element's texts are kept; None if it says nothing about it."""
    if (style := node.style("white-space")) != "":
        return style in _KEPT_SPACES
    return True if node.tag in {"listing", "plaintext", "pre", "textarea", "xmp"} else None


def line_text(node: Node) -> str:
    """Return a text as it stands in its lines: single-spaced, without blanks at the ends of lines; "" for no text.

    A blank alone is a text where none of those beside it is told apart from its text anyway (Chromium,
    AXNodeObject, ``CanIgnoreSpaceNextTo``).
    """
    text = collapsed(node.text)
    if not text:
        is_text = node.text and node.parent is not None and node.parent.tag not in _SHAPES
        return (
            " " if is_text and not any(_drops_blank(_beside(node, after=side), after=side) for side in _SIDES) else ""
        )
    front = node.text[:1] in BLANKS and _stands_in_line(_beside(node, after=False), node.parent)
    end = node.text[-1:] in BLANKS and _stands_in_line(_beside(node, after=True), node.parent)
    return f"{' ' if front else ''}{text}{' ' if end else ''}"


def _beside(node: Node, *, after: bool) -> Node | None:
    """Return what stands beside a node in its parent: what is not drawn is passed over, a few nodes at most."""
    last = next(iter(deque(beside_all(node, after=after), maxlen=1)), None)
    return last if last is None or _next(last, after=after) is not None or not _is_passed(last) else None


def beside_all(node: Node, *, after: bool) -> Iterator[Node]:
    """Yield the nodes that decide what stands beside a node: those passed over, and the one behind them."""
    found = _next(node, after=after)
    for _ in range(_PASSED):
        if found is None:
            return
        yield found
        if not _is_passed(found):
            return
        found = _next(found, after=after)


def _next(node: Node, *, after: bool) -> Node | None:
    return node.after if after else node.before


def _is_passed(node: Node) -> bool:
    """Return whether a node takes no place in a line: a comment, what is hidden, an empty element."""
    if node.kind != ELEMENT:
        return node.kind == COMMENT or (node.kind == TEXT and not node.text)
    is_empty = node.first is None and node.shadow is None and node.tag not in _APART
    return (is_empty and not (_is_icon(node) or is_block(node))) or is_hidden(node)


def _is_icon(node: Node) -> bool:
    """Return whether an element is what style sheets draw icons with: an empty ``i``."""
    return node.tag == "i" and node.first is None


def _stands_in_line(beside: Node | None, parent: Node | None) -> bool:
    """Return whether something is drawn in the line beside a text, before or after it."""
    if beside is None:
        return parent is not None and parent.kind == ELEMENT and not is_block(parent) and parent.tag not in REPLACED
    if beside.kind == ELEMENT:
        return not (is_block(beside) or beside.tag == "br")
    return beside.kind == TEXT and bool(beside.text.strip(BLANKS))


def _drops_blank(beside: Node | None, *, after: bool) -> bool:
    """Return whether a blank next to a node is no text."""
    for _ in range(_DEEP):
        if beside is None:
            return True
        if beside.kind == TEXT:
            return not beside.text.strip(BLANKS) or beside.text[0 if after else -1] in BLANKS
        if beside.tag == "img":
            return False
        is_apart = beside.tag in _APART or beside.word("role") in _CELLS
        if beside.kind != ELEMENT or is_apart or is_block(beside) or _is_icon(beside):
            return True
        found = beside.first if after else beside.last
        while found is not None and _is_passed(found):
            found = found.after if after else found.before
        beside = found
    return False


def said(page: Page, node: Node) -> tuple[str, bool]:
    """Return what the content of a node says, with single spaces, and whether anything is drawn of it.

    It is accname 1.2, step 2F, without what style sheets generate: fields in it say nothing.
    """
    waiting = [node]
    while waiting:
        one = waiting[-1]
        if one.said is None:
            more = [child for child in flat_children(page, one) if child.said is None and _asks(child)]
            if more:
                waiting += more
                continue
            one.said = _joined(page, one)
        waiting.pop()
    return node.said or ("", False)


def own_text(page: Page, node: Node) -> str | None:
    """Return what an element says in place of its content: its label, the alternative of an image, a button's value."""
    if label := collapsed(node.string("aria-label") or ""):
        return label
    if node.tag == "img" or (node.tag == "input" and node.word("type") == "image"):
        return node.string("alt") or node.string("title") or ""
    if node.tag == "input":
        return (node.string("value") or "") if node.word("type") in {"button", "reset", "submit"} else ""
    if node.tag == "svg":
        return next((said(page, each)[0] for each in node.children if each.tag == "title"), "")
    return "" if node.tag in {"audio", "canvas", "iframe", "select", "textarea", "video"} else None


def _asks(child: Node) -> bool:
    """Return whether the content of a child counts for what its parent says."""
    if child.kind == ELEMENT:
        return not is_hidden(child)
    return child.kind == SHADOW


def _joined(page: Page, node: Node) -> tuple[str, bool]:
    parts: list[str] = []
    length, drawn = 0, False
    for child in flat_children(page, node):
        if child.kind == TEXT:
            text, shown, block = child.text, bool(child.text.strip(BLANKS)), False
        elif child.kind == ELEMENT and not is_hidden(child):
            own, below = own_text(page, child), child.said or ("", False)
            text = below[0] if own is None else own
            shown = below[1] or child.tag in REPLACED or "role" in child.attributes or "tabindex" in child.attributes
            block = child.tag == "br" or is_block(child)
        else:
            continue
        drawn = drawn or shown
        if length <= _LONGEST:
            parts += [" ", text, " "] if block else [text]
            length += len(text)
    joined = "".join(parts)
    spaced = collapsed(joined)[:_LONGEST]
    front, end = joined[:1] in BLANKS, joined[-1:] in BLANKS
    return (f"{' ' if front else ''}{spaced}{' ' if end else ''}" if spaced else joined[:1] and " "), drawn


def _slotted(page: Page, slot: Node) -> list[Node]:
    host = page.nodes.get(slot.scope)
    if host is None or host.kind == DOCUMENT or host.first is None:
        return []
    if not page.references.is_slot(slot):
        return []
    name = slot.string("name") or ""
    return [each for each in host.children if (each.string("slot") or "") == name and each.kind in {ELEMENT, TEXT}]
