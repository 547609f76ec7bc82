"""Constants of AT-SPI: interfaces, paths, and the names of role and state numbers.

Source: at-spi2-core 2.46, ``xml/*.xml`` and ``atspi-constants.h``. Numbers are only ever added at the end.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = [
    "ACCESSIBLE",
    "ACTION",
    "APPLICATION",
    "CACHE",
    "CACHE_PATH",
    "COMPONENT",
    "EDITABLE_TEXT",
    "NULL_PATH",
    "PROPERTIES",
    "REGISTRY",
    "REGISTRY_PATH",
    "ROOT",
    "TEXT",
    "VALUE",
    "has_state",
    "role_name",
    "state_names",
]

ACCESSIBLE = "org.a11y.atspi.Accessible"
ACTION = "org.a11y.atspi.Action"
APPLICATION = "org.a11y.atspi.Application"
CACHE = "org.a11y.atspi.Cache"
COMPONENT = "org.a11y.atspi.Component"
EDITABLE_TEXT = "org.a11y.atspi.EditableText"
REGISTRY = "org.a11y.atspi.Registry"
TEXT = "org.a11y.atspi.Text"
VALUE = "org.a11y.atspi.Value"
PROPERTIES = "org.freedesktop.DBus.Properties"

ROOT = "/org/a11y/atspi/accessible/root"
"""The path of the desktop at the registry, and of the application object of each GTK 3 and Qt program."""

CACHE_PATH = "/org/a11y/atspi/cache"
REGISTRY_PATH = "/org/a11y/atspi/registry"

NULL_PATH = "/org/a11y/atspi/null"
"""The path of the null reference."""

_ROLES = (
    *("invalid", "accelerator label", "alert", "animation", "arrow", "calendar", "canvas", "check box"),
    *("check menu item", "color chooser", "column header", "combo box", "date editor", "desktop icon", "desktop frame"),
    *("dial", "dialog", "directory pane", "drawing area", "file chooser", "filler", "focus traversable"),
    *("font chooser", "frame", "glass pane", "html container", "icon", "image", "internal frame", "label"),
    *("layered pane", "list", "list item", "menu", "menu bar", "menu item", "option pane", "page tab"),
    *("page tab list", "panel", "password text", "popup menu", "progress bar", "push button", "radio button"),
    *("radio menu item", "root pane", "row header", "scroll bar", "scroll pane", "separator", "slider", "spin button"),
    *("split pane", "status bar", "table", "table cell", "table column header", "table row header"),
    *("tearoff menu item", "terminal", "text", "toggle button", "tool bar", "tool tip", "tree", "tree table"),
    *("unknown", "viewport", "window", "extended", "header", "footer", "paragraph", "ruler", "application"),
    *("autocomplete", "editbar", "embedded", "entry", "chart", "caption", "document frame", "heading", "page"),
    *("section", "redundant object", "form", "link", "input method window", "table row", "tree item"),
    *("document spreadsheet", "document presentation", "document text", "document web", "document email", "comment"),
    *("list box", "grouping", "image map", "notification", "info bar", "level bar", "title bar", "block quote"),
    *("audio", "video", "definition", "article", "landmark", "log", "marquee", "math", "rating", "timer", "static"),
    *("math fraction", "math root", "subscript", "superscript", "description list", "description term"),
    *("description value", "footnote", "content deletion", "content insertion", "mark", "suggestion"),
    *("push button menu",),
)
"""The roles by their numbers, 0 to 129, as ``atspi_role_get_name`` of 2.46 spells them."""

_STATES = (
    *("invalid", "active", "armed", "busy", "checked", "collapsed", "defunct", "editable", "enabled", "expandable"),
    *("expanded", "focusable", "focused", "has_tooltip", "horizontal", "iconified", "modal", "multi_line"),
    *("multiselectable", "opaque", "pressed", "resizable", "selectable", "selected", "sensitive", "showing"),
    *("single_line", "stale", "transient", "vertical", "visible", "manages_descendants", "indeterminate", "required"),
    *("truncated", "animated", "invalid_entry", "supports_autocompletion", "selectable_text", "is_default", "visited"),
    *("checkable", "has_popup", "read_only"),
)
"""The states by their bits."""

_BITS = {name: 1 << bit for bit, name in enumerate(_STATES)}


def role_name(number: int) -> str:
    """The name of a role; "unknown" for a number beyond the table."""
    return _ROLES[number] if 0 <= number < len(_ROLES) else "unknown"


def has_state(bits: int, *names: str) -> bool:
    """Whether at least one of these states is set."""
    return any(bits & _BITS[name] for name in names)


def state_names(bits: int) -> Iterator[str]:
    """The names of the states that are set."""
    return (name for name, bit in _BITS.items() if bits & bit)
