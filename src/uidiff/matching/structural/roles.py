"""Sets of roles that say what kind of evidence an element gives; the sources stand with each."""

from __future__ import annotations

__all__ = ["CELL_ROLES", "ITEM_ROLES", "MARKER", "NAMED_BY_CONTENT", "PLAIN_CONTAINERS", "VALUED_ROLES"]

CELL_ROLES = frozenset({"cell", "columnheader", "gridcell", "rowheader"})
"""Roles of what a row holds (WAI-ARIA 1.2, row)."""

ITEM_ROLES = frozenset(
    {"article", "listitem", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "row", "tab", "treeitem"},
)
"""Roles of the elements that a collection repeats (WAI-ARIA 1.2, the required owned elements of list, grid, tree, menu,
listbox, tablist and feed). Such an element is identified by its text; any other container also by its place.
"""

NAMED_BY_CONTENT = (
    frozenset({"button", "checkbox", "heading", "link", "radio", "switch", "tooltip"})
    | CELL_ROLES
    | (ITEM_ROLES - {"article", "listitem"})
)
"""Roles whose name is what they hold (WAI-ARIA 1.2, roles supporting name from content)."""

VALUED_ROLES = frozenset(
    {"combobox", "meter", "progressbar", "scrollbar", "searchbox", "slider", "spinbutton", "textbox"}
)
"""Roles of controls whose value changes while they stay (WAI-ARIA 1.2, range and input)."""

PLAIN_CONTAINERS = frozenset({"generic", "group"})
"""Roles of containers that may be items of a collection whose author gave them no role."""

MARKER = "list-marker"
"""The role of the number or bullet of an item: it tells the place, not the item."""
