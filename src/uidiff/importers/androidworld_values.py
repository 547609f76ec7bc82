"""The values of AndroidWorld's observations: the fields of its messages and elements, checked, as views."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from uidiff.errors import InvalidSnapshot
from uidiff.importers.android_rows import FLAGS, AndroidView
from uidiff.importers.xml_tree import Box
from uidiff.model.columns import COORDINATE_RANGE

__all__ = ["ELEMENT", "FOREST", "NODE", "TREE", "WINDOW", "Shape", "checked", "unexpected", "view_of", "window_type"]

Shape = Mapping[str, str]
"""What each field of a message or an element is, by its name; "" is read nowhere."""

_BOX, _LIST, _WHOLE, _FLAG, _TEXT, _OBJECT, _ENUM = "box", "list", "whole", "flag", "text", "object", "enum"
_KINDS: Mapping[str, tuple[str, frozenset[type]]] = {
    _BOX: ("an object", frozenset({dict})),
    _LIST: ("a list", frozenset({list})),
    _WHOLE: ("a whole number", frozenset({int})),
    _FLAG: ("true or false", frozenset({bool})),
    _TEXT: ("text", frozenset({str})),
    _OBJECT: ("an object", frozenset({dict})),
    _ENUM: ("a name or a number", frozenset({str, int})),
}

FOREST: Shape = {"windows": _LIST}
TREE: Shape = {"nodes": _LIST}
WINDOW: Shape = {
    "bounds_in_screen": _BOX,
    "display_id": _WHOLE,
    "id": _WHOLE,
    "layer": _WHOLE,
    "title": _TEXT,
    "window_type": _ENUM,
    "tree": _OBJECT,
    **dict.fromkeys(("is_accessibility_focused", "is_active", "is_focused", "is_in_picture_in_picture_mode"), _FLAG),
}
"""AndroidAccessibilityWindowInfo (android_env/proto/a11y)."""

_FLAGS: Mapping[str, str] = {f"is_{flag}": flag for flag in FLAGS - {"disabled", "offscreen", "invalid"}}
_TEXTS = ("text", "content_description", "class_name", "hint_text", "package_name")
_COMMON: Shape = {**dict.fromkeys(_TEXTS, _TEXT), **dict.fromkeys([*_FLAGS, "is_enabled"], _FLAG)}

NODE: Shape = {
    **_COMMON,
    "unique_id": _WHOLE,
    "bounds_in_screen": _BOX,
    "view_id_resource_name": _TEXT,
    "tooltip_text": _TEXT,
    "is_visible_to_user": _FLAG,
    "child_ids": _LIST,
    **dict.fromkeys(("actions", "clickable_spans", "depth", "drawing_order", "label_for_id", "labeled_by_id"), ""),
    **dict.fromkeys(("text_selection_end", "text_selection_start", "window_id"), ""),
}
"""AndroidAccessibilityNodeInfo."""

ELEMENT: Shape = {
    **_COMMON,
    "bbox_pixels": _BOX,
    "resource_name": _TEXT,
    "resource_id": _TEXT,
    "tooltip": _TEXT,
    "is_visible": _FLAG,
    **dict.fromkeys(("bbox", "metadata"), ""),
}
"""UIElement (android_world/env/representation_utils.py)."""

_SIDES: Mapping[str, tuple[str, str, str, str]] = {
    "bounds_in_screen": ("left", "top", "right", "bottom"),
    "bbox_pixels": ("x_min", "y_min", "x_max", "y_max"),
}
_WINDOW_TYPES = (
    "UNKNOWN_TYPE",
    "TYPE_APPLICATION",
    "TYPE_INPUT_METHOD",
    "TYPE_SYSTEM",
    "TYPE_ACCESSIBILITY_OVERLAY",
    "TYPE_SPLIT_SCREEN_DIVIDER",
    "TYPE_MAGNIFICATION_OVERLAY",
    "TYPE_WINDOW_CONTROL",
)
"""AndroidAccessibilityWindowInfo.WindowType, by number."""

_UPPER = re.compile(r"(?<!^)(?=[A-Z])")
_CURE = "give the forest, its MessageToDict, or the list of UIElement, whole"
_EDGES = (COORDINATE_RANGE[0], COORDINATE_RANGE[-1])


def checked(value: object, shape: Shape, path: str) -> dict[str, Any]:
    """Return the fields of an object by their names in the messages (``unique_id``), without those that are null.

    Raises:
        InvalidSnapshot: no object, a field twice, or one of another type than ``shape`` says.
    """
    if type(value) is not dict:
        raise unexpected("an object", value, path)
    found: dict[str, Any] = {}
    for key, given in value.items():
        name = _UPPER.sub("_", key).lower()
        place = f"{path}.{name}" if name in shape else path
        if name in found:
            raise InvalidSnapshot("a field in two spellings", place, _CURE)
        if given is None:
            continue
        if shape.get(name):
            kind, types = _KINDS[shape[name]]
            if type(given) not in types:
                raise unexpected(kind, given, place)
        found[name] = given
    return found


def unexpected(wanted: str, value: object, path: str) -> InvalidSnapshot:
    """Return the error for a value of another type."""
    return InvalidSnapshot(f"expected {wanted}, got {type(value).__name__}", path, _CURE)


def view_of(fields: Mapping[str, Any], path: str, *, by_default: bool) -> AndroidView:
    """Return the view of a node or an element.

    Args:
        fields: of it.
        path: its place.
        by_default: whether it is enabled and visible where it does not say so.
    """
    flags = {flag for name, flag in _FLAGS.items() if fields.get(name)}
    if not fields.get("is_enabled", by_default):
        flags.add("disabled")
    if not fields.get("is_visible_to_user", fields.get("is_visible", by_default)):
        flags.add("offscreen")
    return AndroidView(
        fields.get("class_name", ""),
        fields.get("text", ""),
        fields.get("content_description") or None,
        flags,
        hint=fields.get("hint_text") or None,
        bounds=box_of(fields, path),
        resource=_first(fields, "view_id_resource_name", "resource_name", "resource_id"),
    )


def box_of(fields: Mapping[str, Any], path: str) -> Box | None:
    """Return x, y, width and height of the box that a node, a window or an element has; a side left out is 0."""
    for name, sides in _SIDES.items():
        if name in fields:
            given = fields[name]
            for side in sides:
                if type(given.get(side, 0)) not in {int, float} or not _EDGES[0] <= given.get(side, 0) <= _EDGES[1]:
                    raise InvalidSnapshot("expected a coordinate", f"{path}.{name}.{side}", _CURE)
            left, top, right, bottom = (round(given.get(side, 0)) for side in sides)
            return left, top, right - left, bottom - top
    return None


def window_type(given: str | int) -> str:
    """Return the name of a type of window; of a number that is not known, "UNKNOWN_TYPE"."""
    if isinstance(given, str):
        return given
    return _WINDOW_TYPES[given] if given in range(len(_WINDOW_TYPES)) else _WINDOW_TYPES[0]


def _first(fields: Mapping[str, Any], *names: str) -> str | None:
    return next((fields[name] for name in names if fields.get(name)), None)
