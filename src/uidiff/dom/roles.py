"""The role of an element: HTML-AAM 1.0, WAI-ARIA 1.2, and Chromium's words where they differ.

A subset: mathematics, images of SVG in parts, maps, and fields of several parts (dates) are one element each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from uidiff.dom.around import Around
from uidiff.dom.html import ARIA_ROLES, INPUT_ROLES, ROLES
from uidiff.dom.nodes import ELEMENT, Node
from uidiff.text import single_spaced

__all__ = ["GENERIC", "chosen_option", "given_role", "has_label", "is_focusable", "options", "role_of", "takes_typing"]

GENERIC = ("generic", None)
_NO_ROLES = frozenset({"none", "presentation"})
_SPELT = {"directory": ("list", None), "image": ("img", "image"), "img": ("img", "image")}
_FOCUSABLE = frozenset({"button", "input", "option", "select", "summary", "textarea"})
_DISABLING = frozenset({"button", "input", "optgroup", "option", "select", "textarea"})
_DATA = frozenset({"caption", "col", "colgroup", "tfoot", "thead"})
_LAYOUT_ROWS = 20
"""A table with at least this number of rows is one of data (Chromium, AXNodeObject::IsDataTable)."""
_LINKS = frozenset({"href", "onclick"})
"""What makes an ``a`` a link (Chromium: also one that takes clicks)."""
_CELLS = 100
"""Cells of a row that are looked at."""
_CELL_ROLES = {"table": "cell", "grid": "gridcell", "treegrid": "gridcell", "layout-table": "layout-table-cell"}
_ROW_ROLES = {"table": "row", "grid": "row", "treegrid": "row", "layout-table": "layout-table-row"}


def role_of(node: Node, around: Around) -> tuple[str, str | None]:
    """Return the role of an element, and Chromium's word for it where that is another one."""
    given = given_role(node)
    if given in _NO_ROLES:
        return ("none", None) if not is_focusable(node, around) else _native(node, around)
    if given in {"form", "region"} and not has_label(node):
        return GENERIC
    return _SPELT.get(given, (given, None)) if given else _native(node, around)


def given_role(node: Node) -> str:
    """Return the role that its author gave to an element; "" without one."""
    words = node.word("role").split() if "role" in node.attributes else ()
    return next((word for word in words if word in ARIA_ROLES), "")


def has_label(node: Node) -> bool:
    """Return whether its author named an element."""
    attributes = node.attributes
    return any(
        single_spaced(node.string(name) or "")
        for name in ("aria-label", "aria-labelledby", "title")
        if name in attributes
    )


def is_disabled(node: Node, around: Around) -> bool:
    """Return whether an element is disabled, by itself or by what is around it."""
    if node.word("aria-disabled") == "true":
        return True
    return node.tag in _DISABLING and ("disabled" in node.attributes or around.disabled)


def is_focusable(node: Node, around: Around) -> bool:
    """Return whether an element takes the focus (HTML standard, "The tabindex attribute")."""
    attributes = node.attributes
    if node.tag in _DISABLING and ("disabled" in attributes or around.disabled):
        return False
    if node.tag in _FOCUSABLE or ("href" in attributes and node.tag == "a"):
        return True
    if node.tag == "dialog" or (node.tag in {"audio", "video"} and "controls" in attributes) or is_edited(node):
        return True
    return node.word("tabindex").removeprefix("-").isdecimal() if "tabindex" in attributes else False


def is_edited(node: Node) -> bool:
    """Return whether the content of an element is edited."""
    return "contenteditable" in node.attributes and node.word("contenteditable") in {"", "true", "plaintext-only"}


def takes_typing(node: Node, role: str) -> bool:
    """Return whether one types in a field."""
    if node.tag == "input":
        return role in {"textbox", "searchbox", "spinbutton", "combobox"} and role_of_input(node)[1] is None
    return node.tag == "textarea" or is_edited(node)


def role_of_input(node: Node) -> tuple[str, str | None]:
    """Return the role of an ``input`` by its type."""
    kind = node.word("type")
    if kind not in INPUT_ROLES and "list" in node.attributes:
        return ("combobox", None)
    return INPUT_ROLES.get(kind, ("textbox", None))


def options(node: Node) -> Iterator[Node]:
    """Yield the options of a list, those in groups too."""
    for child in node.children:
        if child.tag == "option":
            yield child
        elif child.tag == "optgroup":
            yield from (each for each in child.children if each.tag == "option")


def chosen_option(node: Node) -> Node | None:
    """Return the option that a list of one choice shows: that of its value, else the first."""
    value, first, selected = node.string("value"), None, None
    for option in options(node):
        if value is not None and option_value(option) == value:
            return option
        first = first or option
        selected = selected or (option if "selected" in option.attributes else None)
    return selected or first


def option_value(node: Node) -> str:
    """Return the value of an option: its text, without another one."""
    value = node.string("value")
    return node.words if value is None else value


def is_many(node: Node) -> bool:
    """Return whether a ``select`` shows several options."""
    size = node.word("size")
    return "multiple" in node.attributes or (size.isdecimal() and len(size) < len("1000") and int(size) > 1)


def _native(node: Node, around: Around) -> tuple[str, str | None]:
    """Return the role by HTML-AAM."""
    tag = node.tag
    if tag in ROLES:
        return ROLES[tag]
    if tag in _BY_PLACE:
        return _BY_PLACE[tag](node, around)
    return GENERIC


def _table(node: Node, _: Around) -> tuple[str, str | None]:
    return ("table", None) if _is_of_data(node) else ("layout-table", "LayoutTable")


def _is_of_data(table: Node) -> bool:
    """Return whether a table has headers, a caption, borders or many rows, as tables for the layout have not."""
    if table.word("border") not in {"", "0"} or has_label(table):
        return True
    rows = 0
    for part in islice(table.children, _CELLS):
        if part.tag in _DATA:
            return True
        for row in islice(part.children if part.tag == "tbody" else (part,), _LAYOUT_ROWS):
            rows += row.tag == "tr"
            if any(cell.tag == "th" or "scope" in cell.attributes for cell in islice(row.children, _CELLS)):
                return True
    return rows >= _LAYOUT_ROWS


def _row(_: Node, around: Around) -> tuple[str, str | None]:
    role = _ROW_ROLES.get(around.table, "generic")
    return role, "LayoutTableRow" if role == "layout-table-row" else None


def _cell(_: Node, around: Around) -> tuple[str, str | None]:
    role = _CELL_ROLES.get(around.table, "generic")
    return role, "LayoutTableCell" if role == "layout-table-cell" else None


def _header_cell(node: Node, around: Around) -> tuple[str, str | None]:
    """Return the role of a ``th``: by its scope, else that of a row where a cell of data stands beside it."""
    if around.table not in _CELL_ROLES:
        return GENERIC
    scope = node.word("scope")
    if scope in {"row", "rowgroup"}:
        return ("rowheader", None)
    if scope in {"col", "colgroup"}:
        return ("columnheader", None)
    beside = (_beside(node.before, back=True), _beside(node.after, back=False))
    return ("rowheader" if "td" in beside else "columnheader", None)


def _beside(node: Node | None, *, back: bool) -> str:
    """Return the tag of the nearest element beside, of the few next to it."""
    for _ in range(4):
        if node is None or node.kind == ELEMENT:
            break
        node = node.before if back else node.after
    return "" if node is None else node.tag


_BY_PLACE: Mapping[str, Callable[[Node, Around], tuple[str, str | None]]] = {
    "a": lambda node, _: ("link", None) if not _LINKS.isdisjoint(node.attributes) else GENERIC,
    "canvas": lambda node, _: ("img", "Canvas") if node.first is not None or has_label(node) else ("none", None),
    "footer": lambda _, around: ("sectionfooter" if around.sectioned else "contentinfo", None),
    "header": lambda _, around: ("sectionheader" if around.sectioned else "banner", None),
    "img": lambda node, _: (
        ("none", None) if node.attributes.get("alt") == "" and not has_label(node) else ("img", "image")
    ),
    "input": lambda node, _: role_of_input(node),
    "li": lambda _, around: ("none", None) if around.bare else ("listitem", None),
    "p": lambda node, _: ("none" if node.first is None else "paragraph", None),
    "section": lambda node, _: ("region", None) if has_label(node) else GENERIC,
    "select": lambda node, _: ("listbox" if is_many(node) else "combobox", None),
    "table": _table,
    "td": _cell,
    "th": _header_cell,
    "tr": _row,
}
