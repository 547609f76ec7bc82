"""Names that are no names: the class of a widget, which GTK 4 gives out where an application gives no name."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["class_names"]

_OF_THE_TOOLKIT = re.compile(r"(?:Adw|Gdk|Gsk|Gtk|Hdy)[A-Z][A-Za-z0-9]*")
_CLASS = re.compile(r"[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+")

_TEXTS = frozenset({"label", "static"})
"""AT-SPI roles whose name is visible text, even if it looks like a class, but for that of a label itself."""

_OF_A_LABEL = "GtkLabel"
"""The class of a label: the name that GTK 4 gives out for an empty one."""

_HOLDERS = frozenset(
    {
        *("filler", "widget", "panel", "unknown", "scroll pane", "viewport", "split pane", "layered pane", "generic"),
        *("frame", "window", "list", "list box", "list item", "grid", "grid cell", "table cell", "table row", "tree"),
        *("row", "tree grid"),
        *("tool bar", "text", "text box", "search box", "entry", "notification", "group", "image", "icon"),
    }
)
"""AT-SPI roles of elements that mostly have no name of their own: there an application's classes show too."""


def class_names(names: Sequence[str], roles: Sequence[str], texts: Sequence[str | None]) -> frozenset[int]:
    """Return the indices of the names of one tree that are those of classes.

    These are the toolkit's own classes; and where there are any, so that it is GTK 4, words in camel case on elements
    that seldom have a name (``NautilusGridCell``).

    Args:
        names: of the elements, "" where there is none.
        roles: the elements' AT-SPI roles.
        texts: the elements' visible texts, where known: a name that is one is no class.
    """
    shown = [
        (role in _TEXTS and (name != _OF_A_LABEL or text == name)) or (role == "text" and text in {None, name})
        for name, role, text in zip(names, roles, texts, strict=True)
    ]
    found = {i for i, name in enumerate(names) if not shown[i] and _OF_THE_TOOLKIT.fullmatch(name)}
    if found:
        found.update(
            i
            for i, (name, role) in enumerate(zip(names, roles, strict=True))
            if role in _HOLDERS and not shown[i] and _CLASS.fullmatch(name)
        )
    return frozenset(found)
