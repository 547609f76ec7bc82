"""Sets of roles that the ``agent`` text treats alike: which can be acted on, which say nothing by themselves.

Sources: WAI-ARIA 1.2 (widget roles, landmark roles, "name from content", section 5.2.8.6), the roles that Chromium adds
for HTML elements (roles.csv), and what each rule of folding saved on the corpus. A role that stands nowhere here is
printed whenever it says something or holds something.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "ACTED_ON",
    "CELLS",
    "CONTAINERS",
    "DROPPED",
    "KEPT_EMPTY",
    "MESSAGES",
    "NAMED_FROM_CONTENT",
    "PASSED",
    "PLAIN_CONTENT",
    "TEXT",
    "TRANSPARENT",
]

TEXT = "text"
"""A leaf of this role is printed as a bare quoted string."""

_MENU_ITEMS = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio"})

CELLS = frozenset({"cell", "gridcell", "columnheader", "rowheader"})

ACTED_ON = _MENU_ITEMS | {
    "button",
    "checkbox",
    "combobox",
    "link",
    "option",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "textbox",
    "treeitem",
}
"""Widgets: they get a ref, so that a reader can act on them."""

CONTAINERS = frozenset(
    {
        *("alertdialog", "application", "article", "banner", "complementary", "contentinfo", "dialog", "feed", "form"),
        *(
            "grid",
            "group",
            "list",
            "listbox",
            "main",
            "menu",
            "menubar",
            "navigation",
            "radiogroup",
            "region",
            "search",
        ),
        *("table", "tablist", "tabpanel", "toolbar", "tree", "treegrid", "window"),
    },
)
"""They get a ref where they hold several things: a reader can name them as a place."""

NAMED_FROM_CONTENT = (
    CELLS
    | _MENU_ITEMS
    | {
        *("button", "checkbox", "definition", "heading", "label", "link", "listitem", "option", "radio", "row"),
        *("summary", "switch", "tab", "term", "tooltip", "treeitem"),
    }
)
"""Their names are made of the texts in them (WAI-ARIA 1.2, 5.2.8.6, and what browsers do besides)."""

TRANSPARENT = frozenset(
    {
        *("caption", "canvas", "code", "emphasis", "figcaption", "figure", "generic", "iframe", "img", "label"),
        *("graphics-document", "layout-table", "layout-table-cell", "layout-table-row", "mark", "none", "paragraph"),
        *("rowgroup", "ruby", "sectionfooter", "sectionheader", "separator", "strong", "subscript", "superscript"),
        *("abbr", "time"),
    },
)
"""Without name, value, description and state they say nothing: what they hold stands in their place."""

DROPPED = frozenset({"line-break", "list-marker"})
"""Never printed, nor what is in them: browsers draw them, and the order of the items says the same."""

KEPT_EMPTY = (
    ACTED_ON
    | CELLS
    | {
        *("alert", "alertdialog", "application", "dialog", "document", "grid", "listbox", "log", "menu", "meter"),
        *("progressbar", "scrollbar", "status", "table", "timer", "tooltip", "tree", "treegrid", "window"),
        *("deletion", "insertion"),
    }
)
"""They are printed although they say nothing and hold nothing; others are not."""

PASSED = frozenset({"cell", "definition", "gridcell", "group", "list", "listitem", "note", "term"})
"""Without name and state, with one thing in them: on a line that thing stands for them."""

PLAIN_CONTENT: Mapping[str, frozenset[str]] = {
    "combobox": frozenset({"option"}),
    "list": frozenset({"listitem"}),
    "row": frozenset({"cell", "gridcell"}),
}
"""In such a container a bare string is an element of that role; a text that is none says so."""

MESSAGES = frozenset({"alert", "alertdialog", "dialog", "log", "status", "tooltip"})
"""When they go, what they said is said (spec/folding#5)."""
