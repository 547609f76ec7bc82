"""The row of a node: whether it is one at all, and with which role, texts and states."""

from __future__ import annotations

from uidiff.dom.around import Around
from uidiff.dom.drawn import flat_children, is_block, is_hidden, keeps_spaces, line_text, said
from uidiff.dom.html import SECTIONS
from uidiff.dom.names import texts_of
from uidiff.dom.nodes import ELEMENT, Node
from uidiff.dom.page import Page
from uidiff.dom.roles import chosen_option, given_role, is_edited, is_focusable, is_many, role_of
from uidiff.dom.states import is_mask, states_of, value_of
from uidiff.model.columns import Row
from uidiff.model.states import StateValue

__all__ = [
    "around_children",
    "document_row",
    "element_row",
    "has_popup",
    "has_rows_below",
    "is_repeated",
    "is_steady",
    "is_unseen",
    "popup_row",
    "text_row",
    "title_of",
]

_POINTER = "pointer"
_TABLES = frozenset({"grid", "layout-table", "table", "treegrid"})
_DISABLING = frozenset({"fieldset", "optgroup", "select"})
_SECTIONED = frozenset({"article", "complementary", "main", "navigation", "region"})
_LISTS = frozenset({"menu", "ol", "ul"})
_LINKS = {"a": "href", "frame": "src", "iframe": "src", "img": "src", "input": "src"}
_ROOTS = frozenset({"body", "html"})
_STEADY = frozenset(
    {
        *("article", "aside", "blockquote", "dd", "details", "dl", "em", "footer", "form", "header", "li", "main"),
        *("menu", "nav", "ol", "p", "section", "strong", "tr", "ul"),
    }
)
"""Elements whose rows say nothing of what is below them, unless their author gave them another role."""
_WITHOUT_TEXTS = frozenset({"audio", "input", "meter", "option", "progress", "textarea", "video"})
"""Elements of which nothing below is a row: they are one thing to a reader."""


def element_row(page: Page, node: Node, around: Around) -> Row | None:
    """Return the row of an element that is drawn; None if what is below it stands in its place."""
    role, native = role_of(node, around)
    if role == "none" or (role == "generic" and not _is_kept(page, node, around)):
        return None
    name, description = texts_of(page, node, role, around)
    states = states_of(page, node, role, around, name)
    value = value_of(page, node, role)
    secret = states.get("protected") is True or is_mask(value) or is_mask(name)
    if secret and value is not None:
        states["protected"] = True
    return Row(
        0,
        role,
        name,
        value,
        description,
        states=states,
        id=str(node.id),
        id_stable=True,
        automation_id=node.string("id") or None,
        url=node.string(_LINKS[node.tag]) or None if node.tag in _LINKS else None,
        native_role=native,
        actions=("press",) if role == "generic" and _takes_clicks(node) else None,
        secret=secret,
        unread=is_blocked(node) or (node.tag in {"frame", "iframe"} and node.first is None),
    )


def text_row(node: Node, around: Around) -> Row | None:
    """Return the row of a text; None if nothing of it is seen."""
    text = node.text if around.spaces else line_text(node)
    if not text:
        return None
    return Row(0, "text", text, id=str(node.id), id_stable=True, native_role="StaticText", secret=is_mask(text))


def document_row(page: Page, node: Node) -> Row:
    """Return the row of the document of a page or of a frame."""
    states: dict[str, StateValue] = {"focusable": True}
    if node is page.root and page.focus is None:
        states["focused"] = True
    name = title_of(node) or None
    return Row(0, "document", name, states=states, id=str(node.id), id_stable=True, native_role="RootWebArea")


def popup_row(node: Node) -> Row:
    """Return the row of the list of options of a ``select``, which is no node."""
    return Row(0, "listbox", id=f"{node.id}/options", id_stable=True, native_role="MenuListPopup")


def has_popup(node: Node) -> bool:
    """Return whether an element is a ``select`` whose options are in a list that opens."""
    return node.tag == "select" and not is_many(node)


def is_unseen(node: Node, around: Around) -> bool:
    """Return whether an element is not visible, by its own style or that around it."""
    seen = node.style("visibility") if "style" in node.attributes else ""
    return seen in {"collapse", "hidden"} if seen else around.unseen


def is_repeated(page: Page, node: Node) -> bool:
    """Return whether a label only repeats the name of its check box or radio button, which Chromium leaves out."""
    inside = [child for child in node.children if child.kind == ELEMENT]
    target = node.string("for")
    if target is not None:
        page.references.want(node, ((node.scope, target),))
        box = page.references.by_id(node.scope, target)
    else:
        box = inside[0] if inside else None
    if box is None or box.tag != "input" or box.word("type") not in {"checkbox", "radio"} or inside not in ([], [box]):
        return False
    return not is_hidden(box) and "aria-label" not in box.attributes and "aria-labelledby" not in box.attributes


def is_steady(node: Node, row: Row, around: Around) -> bool:
    """Return whether the row of an element stays as it is while only what is below it changes."""
    if node.tag not in _STEADY or "role" in node.attributes:
        return False
    return row.role != "generic" and not (row.role == "row" and around.table in {"grid", "treegrid"})


def title_of(document: Node) -> str:
    """Return the title of a document: the text of its first ``title``."""
    node: Node | None = document
    for tag in ("html", "head", "title"):
        node = next((child for child in node.children if child.tag == tag), None) if node is not None else None
    return "" if node is None else node.words


def is_blocked(node: Node) -> bool:
    """Return whether a recorder left out an element's content (rrweb, blockClass and blockSelector)."""
    return "rr_blocked" in node.attributes or "rr_width" in node.attributes


def has_rows_below(node: Node) -> bool:
    """Return whether what is below an element may have rows."""
    return node.tag not in _WITHOUT_TEXTS and not is_blocked(node)


def around_children(node: Node, around: Around, row: Row | None) -> Around:
    """Return what an element says of those below it."""
    changes: dict[str, object] = {} if row is None else {"depth": around.depth + 1}
    role = "" if row is None else row.role
    tag, attributes = node.tag, node.attributes
    if "style" in attributes:
        changes["unseen"] = is_unseen(node, around)
    if (spaces := keeps_spaces(node)) is not None:
        changes["spaces"] = spaces
    if tag in _DISABLING and "disabled" in attributes:
        changes["disabled"] = True
    if tag in SECTIONS or role in _SECTIONED:
        changes["sectioned"] = True
    if tag in _LISTS or role == "list":
        changes["bare"] = role != "list"
        changes["level"] = around.level + (role == "list")
    elif tag == "table" or role in _TABLES:
        changes["table"] = role if role in _TABLES else "none"
    elif tag == "label":
        changes["label"] = node.id
    elif has_popup(node):
        chosen = chosen_option(node)
        changes |= {"chosen": 0 if chosen is None else chosen.id, "depth": around.depth + (0 if row is None else 2)}
    return around._replace(**changes) if changes else around  # type: ignore[arg-type]  # of these names


def _is_kept(page: Page, node: Node, around: Around) -> bool:
    """Return whether an element without a role is a row.

    So are those that have a name, a description, the focus or clicks, a part of a page, and a block with only what
    stands in lines, if anything does: as in Chromium's tree.
    """
    attributes = node.attributes
    if node.tag in _ROOTS:
        return False
    if is_focusable(node, around) or is_edited(node) or _takes_clicks(node):
        return True
    if any(name in attributes for name in ("aria-label", "aria-labelledby", "aria-describedby", "aria-live", "title")):
        return True
    if node.tag == "section" or given_role(node) or is_blocked(node):
        return True
    return is_block(node) and _is_of_lines(page, node)


def _is_of_lines(page: Page, node: Node) -> bool:
    """Return whether all children stand in lines, and something is drawn of them."""
    for child in flat_children(page, node):
        if child.kind == ELEMENT and is_block(child) and not is_hidden(child):
            return False
        if child.tag == "slot":
            return False
    return said(page, node)[1]


def _takes_clicks(node: Node) -> bool:
    return "onclick" in node.attributes or node.style("cursor") == _POINTER
