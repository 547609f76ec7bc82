"""The accessible name and description of an element: a subset of accname 1.2 and HTML-AAM 1.0.

In this order: ``aria-labelledby``; ``aria-label``; what HTML has for it (labels, ``alt``, a legend, a caption, the
value of a button); its content, for the roles that are named by it; ``title``; ``placeholder``. Left out are what style
sheets generate or hide, and the values of fields within a label or a content. The description is ``aria-describedby``,
else ``aria-description``, else a ``title`` that is not the name.
"""

from __future__ import annotations

from itertools import islice

from uidiff.dom.around import Around
from uidiff.dom.drawn import own_text, said
from uidiff.dom.html import NAMED_BY_CONTENT
from uidiff.dom.nodes import Key, Node, collapsed
from uidiff.dom.page import Page

__all__ = ["texts_of"]

_REFERENCES = 20
"""Ids of one reference that are followed."""

_LABELLED = frozenset({"button", "input", "meter", "output", "progress", "select", "textarea"})
_NO_TITLE = frozenset({"generic", "none", "paragraph", "text"})
"""Roles that take no name from ``title`` (WAI-ARIA 1.2, "Roles which cannot be named")."""
_INPUT_NAMES = {"reset": "Reset", "submit": "Submit"}
"""What browsers write on buttons without a value (HTML-AAM, input type=submit)."""
_ATTRIBUTES = {"img": "alt", "optgroup": "label", "option": "label"}
_FIRST_CHILD = {"fieldset": "legend", "table": "caption", "svg": "title"}


def texts_of(page: Page, node: Node, role: str, around: Around) -> tuple[str | None, str | None]:
    """Return the name and the description of an element; None without one."""
    wants: list[Key] = []
    attributes = node.attributes
    name = ""
    if "aria-labelledby" in attributes:
        name = _referred(page, node, "aria-labelledby", wants)
    name = name or (collapsed(node.string("aria-label") or "") if "aria-label" in attributes else "")
    name = name or _native_name(page, node, around)
    if not name and _by_content(role, around):
        name = collapsed(said(page, node)[0])
    title = collapsed(node.string("title") or "") if "title" in attributes else ""
    if not name and title and role not in _NO_TITLE:
        name, title = title, ""
    if not name and "placeholder" in attributes and node.tag in {"input", "textarea"}:
        name = collapsed(node.string("placeholder") or "")
    description = ""
    if "aria-describedby" in attributes:
        description = _referred(page, node, "aria-describedby", wants)
    description = description or collapsed(node.string("aria-description") or "")
    if not description and title != name:
        description = title
    if wants or node.wants:
        page.references.want(node, tuple(wants))
    return name or ("\n" if node.tag == "br" else None), description or None


def _by_content(role: str, around: Around) -> bool:
    return role in NAMED_BY_CONTENT or (role == "row" and around.table in {"grid", "treegrid"})


def _referred(page: Page, node: Node, attribute: str, wants: list[Key]) -> str:
    """Return the texts of the elements that an attribute names; they may be hidden."""
    texts = []
    for id_ in islice((node.string(attribute) or "").split(), _REFERENCES):
        wants.append((node.scope, id_))
        target = page.references.by_id(node.scope, id_)
        if target is not None:
            own = own_text(page, target)
            texts.append(said(page, target)[0] if own is None else own)
    return collapsed(" ".join(texts))


def _native_name(page: Page, node: Node, around: Around) -> str:
    tag = node.tag
    if tag in _LABELLED and (label := _labels(page, node, around)):
        return label
    if tag == "input":
        return _input_name(node)
    if tag in _ATTRIBUTES:
        return collapsed(node.string(_ATTRIBUTES[tag]) or "")
    child = _FIRST_CHILD.get(tag)
    if child is not None:
        found = next((each for each in node.children if each.tag == child), None)
        return "" if found is None else collapsed(said(page, found)[0])
    return ""


def _input_name(node: Node) -> str:
    kind = node.word("type")
    if kind == "image":
        return collapsed(node.string("alt") or node.string("title") or "Submit")
    if kind in {"button", "reset", "submit"}:
        return collapsed(node.string("value") or _INPUT_NAMES.get(kind, ""))
    return ""


def _labels(page: Page, node: Node, around: Around) -> str:
    """Return the texts of the labels of a field: those that are for its id, and the one around it."""
    found = page.references.labels_for(node)
    label = page.nodes.get(around.label)
    if label is not None and "for" not in label.attributes and label.control in {None, node}:
        label.control = node
        found.append(label)
    return collapsed(" ".join(said(page, each)[0] for each in found))
