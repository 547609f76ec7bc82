"""What of a page is drawn as far as its attributes tell, where its parts stand, and what their texts are.

What a style sheet hides is not known: style sheets are not evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator

from uidiff.dom.html import BLOCKS, NOT_DRAWN, REPLACED
from uidiff.dom.nodes import DOCUMENT, ELEMENT, SHADOW, TEXT, Node
from uidiff.dom.page import Page
from uidiff.text import single_spaced

__all__ = ["flat_children", "is_block", "is_hidden", "keeps_spaces", "line_text", "own_text", "said", "stands_in_line"]

_LONGEST = 4_000
"""Characters of a name: as of a text of a live read (spec/definitions#23-limits)."""

_SHAPES = frozenset({"g", "svg"})
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
    """Return a text as it stands in its lines: single-spaced, without blanks at the ends of lines; "" for no text."""
    text = single_spaced(node.text)
    if not text and not (_is_text(node.before) and _is_text(node.after)):
        return ""
    front = node.text[:1].isspace() and stands_in_line(node.before, node.parent)
    end = node.text[-1:].isspace() and stands_in_line(node.after, node.parent)
    if not text:
        return " " if front and end and node.parent is not None and node.parent.tag not in _SHAPES else ""
    return f"{' ' if front else ''}{text}{' ' if end else ''}"


def stands_in_line(beside: Node | None, parent: Node | None) -> bool:
    """Return whether something is drawn in the line beside a text, before or after it."""
    if beside is None:
        return parent is not None and parent.kind == ELEMENT and not is_block(parent) and parent.tag not in REPLACED
    if beside.kind == ELEMENT:
        return not (is_block(beside) or beside.tag == "br" or is_hidden(beside))
    return beside.kind == TEXT and not beside.text.isspace()


def _is_text(beside: Node | None) -> bool:
    """Return whether what stands beside a blank is a text, or an element that flows as one: Chromium drops others."""
    return beside is not None and (beside.kind == TEXT or beside.tag not in REPLACED)


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
    if label := single_spaced(node.string("aria-label") or ""):
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
            text, shown, block = child.text, not child.text.isspace() and bool(child.text), False
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
    spaced = single_spaced(joined)[:_LONGEST]
    front, end = joined[:1].isspace(), joined[-1:].isspace()
    return (f"{' ' if front else ''}{spaced}{' ' if end else ''}" if spaced else joined[:1] and " "), drawn


def _slotted(page: Page, slot: Node) -> list[Node]:
    host = page.nodes.get(slot.scope)
    if host is None or host.kind == DOCUMENT or host.first is None:
        return []
    if not page.references.is_slot(slot):
        return []
    name = slot.string("name") or ""
    return [each for each in host.children if (each.string("slot") or "") == name and each.kind in {ELEMENT, TEXT}]
