"""Sets of roles that the ``agent`` text treats alike.

Sources: WAI-ARIA 1.2 (widget roles, landmark roles, "name from content", section 5.2.8.6), the roles that Chromium adds
for HTML elements (roles.csv), and what each rule of folding saved on the corpus. A role in none of the sets is
printed if the element has a name, another text, a state or children.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "CELLS",
    "CONTAINERS",
    "DROPPED",
    "MESSAGES",
    "NAMED_FROM_CONTENT",
    "PASSED",
    "PLAIN_CONTENT",
    "TEXT",
    "TRANSPARENT",
]

TEXT = "text"
"""A leaf of this role is printed as a bare quoted string."""


def _roles(words: str) -> frozenset[str]:
    return frozenset(words.split())


_MENU_ITEMS = _roles("menuitem menuitemcheckbox menuitemradio")

CELLS = _roles("cell gridcell columnheader rowheader layout-table-cell")

CONTAINERS = _roles(
    "alertdialog application article banner complementary contentinfo dialog feed form grid group list listbox main"
    " menu menubar navigation radiogroup region search table tablist tabpanel toolbar tree treegrid window"
)
"""They have a ref if they have several children, so that a reader can refer to them as a place."""

NAMED_FROM_CONTENT = (
    CELLS
    | _MENU_ITEMS
    | _roles(
        "button checkbox definition heading label link listitem option radio row summary switch tab term"
        " tooltip treeitem"
    )
)
"""Their names are made of the texts in them (WAI-ARIA 1.2, 5.2.8.6, and what browsers add)."""

TRANSPARENT = _roles(
    "abbr caption canvas code emphasis figcaption figure generic graphics-document iframe img label layout-table"
    " mark none paragraph rowgroup ruby sectionfooter sectionheader separator strong"
    " subscript superscript time"
)
"""Without name, value, description and state they are hoisted: their children take their place."""

DROPPED = _roles("line-break list-marker")
"""Never printed, nor what is below them: browsers draw them, and the order of the items implies them."""

PASSED = _roles("cell definition gridcell group layout-table-cell layout-table-row list listitem note term")
"""Without name and state, an only child is printed in their place."""

PLAIN_CONTENT: Mapping[str, frozenset[str]] = {
    "combobox": _roles("option"),
    "list": _roles("listitem"),
    "layout-table-row": _roles("layout-table-cell"),
    "row": _roles("cell gridcell"),
}
"""In such a container a bare string is an element of that role; a text has its role printed."""

MESSAGES = _roles("alert alertdialog dialog log status tooltip")
"""When they are removed, their texts are repeated (spec/folding#5)."""
