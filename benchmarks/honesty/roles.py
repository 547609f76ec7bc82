"""What the page of the grammar says about roles, and what WAI-ARIA says where the page leaves it to that."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = [
    "ACTED_ON",
    "CELLS",
    "CONTROLS",
    "DECORATES",
    "DROPPED",
    "FRAMES",
    "ITEMS",
    "MESSAGES",
    "NAMED",
    "NAMED_FROM_CONTENT",
    "NEWS",
    "STANDS_FOR",
    "STRUCTURE",
    "TAKEN",
    "printed_role",
    "roles_of",
    "singulars",
]

ACTED_ON = frozenset(
    {
        *("button", "checkbox", "combobox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio"),
        *("searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem"),
    },
)
"""Widgets (WAI-ARIA 1.2, 5.3.2): a reader can act on them, so each is to be seen, with its ref."""

NEWS = ACTED_ON | {
    *("alert", "alertdialog", "cell", "columnheader", "dialog", "grid", "gridcell", "listbox", "log", "progressbar"),
    *("rowheader", "status", "table", "tree"),
}
"""Widgets, cells, dialogs, messages, tables: a reader has to know of each, whatever it says."""

STRUCTURE = frozenset(
    {
        *("article", "banner", "complementary", "contentinfo", "feed", "form", "group", "list", "listitem", "main"),
        *("menu", "menubar", "navigation", "radiogroup", "region", "row", "search", "tablist", "tabpanel", "toolbar"),
        *("treegrid", "window"),
    },
)
"""What is printed when something below it is: WAI-ARIA's structures and landmarks that are more than a wrapper."""

NAMED_FROM_CONTENT = frozenset(
    {
        *("button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "menuitem", "menuitemcheckbox"),
        *("menuitemradio", "option", "radio", "row", "rowheader", "switch", "tab", "tooltip", "treeitem"),
        # browsers and toolkits name these so
        *("definition", "label", "layout-table-cell", "listitem", "summary", "term"),
    },
)
"""WAI-ARIA 1.2, 5.2.8.6."""

FRAMES = frozenset({"document", "iframe"})
"""What stands on a line behind one of these is in it."""

ITEMS = frozenset(
    {"article", "generic", "group", "layout-table-row", "listitem", "option", "region", "row", "treeitem"},
)
"""Items of collections, and what may be a card."""

CONTROLS = ACTED_ON - {"option", "treeitem"}
"""What is called by something beside it, if it has no name."""

DECORATES = frozenset(
    {
        *("abbr", "caption", "canvas", "code", "emphasis", "figcaption", "figure", "generic", "graphics-document"),
        *("iframe", "img", "label", "layout-table", "mark", "none"),
        *("paragraph", "rowgroup", "ruby", "sectionfooter", "sectionheader", "separator", "strong", "subscript"),
        *("superscript", "time"),
    },
)
"""Roles that only group or decorate."""

DROPPED = frozenset({"line-break", "list-marker"})
"""Never printed."""

STANDS_FOR = frozenset(
    {
        *("cell", "definition", "gridcell", "group", "layout-table-cell", "layout-table-row", "list", "listitem"),
        *("note", "term"),
    },
)
"""On a line, the one thing in such an element without a name may stand for it."""

MESSAGES = frozenset({"alert", "alertdialog", "dialog", "log", "status", "tooltip"})
"""When one of these goes, all that it said is said, up to 60 characters."""

NAMED = frozenset({"alertdialog", "dialog"})
"""The same only if they have no name."""

BARE: Mapping[str, frozenset[str]] = {
    "combobox": frozenset({"option"}),
    "list": frozenset({"listitem"}),
    "row": frozenset({"cell", "gridcell", "layout-table-cell"}),
}
CELLS = frozenset({"cell", "columnheader", "gridcell", "layout-table-cell", "rowheader"})
_SPELT: Mapping[str, frozenset[str]] = {
    "cell": frozenset({"cell", "gridcell", "layout-table-cell"}),
    "row": frozenset({"layout-table-row", "row"}),
    "item": frozenset({"listitem"}),
    "p": frozenset({"paragraph"}),
}
TAKEN = re.compile(r"e\d+|after|all|at|first|in|now|page|title|url")
"""Words that the grammar has another reading of: no role is printed so."""

_LOOKS_LIKE = re.compile(rf"{TAKEN.pattern}|h\d+|item|p")
_HEADING = re.compile(r"h-?\d+")
_SHORT: Mapping[str, str] = {
    "gridcell": "cell",
    "layout-table-cell": "cell",
    "layout-table-row": "row",
    "listitem": "item",
    "paragraph": "p",
}


def roles_of(printed: str, *, brackets: bool = False, within: str = "") -> frozenset[str]:
    """The ARIA roles that a printed role can be; "" is a bare string, or a cell in brackets."""
    if not printed:
        return CELLS if brackets else BARE.get(within, frozenset({"text"}))
    if printed.startswith("role:"):
        return frozenset({printed.removeprefix("role:")})
    if _HEADING.fullmatch(printed):
        return frozenset({"heading"})
    return _SPELT.get(printed) or frozenset({printed})


def printed_role(role: str, level: object) -> str:
    """How the page says that a role is spelt."""
    if role == "heading" and isinstance(level, int):
        return f"h{level}"
    return f"role:{role}" if _LOOKS_LIKE.fullmatch(role) else _SHORT.get(role, role)


def singulars(plural: str) -> frozenset[str]:
    """The printed roles of which this can be the plural."""
    return frozenset({plural.removesuffix("s"), plural.removesuffix("es")})
