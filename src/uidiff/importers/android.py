"""Android's page sources: ``uiautomator dump``, and those of Appium's UiAutomator2 driver.

    <hierarchy rotation="0">
      <node class="android.widget.Button" text="Pay" resource-id="shop:id/pay" bounds="[0,40][320,96]" …/>
    </hierarchy>

Appium writes the class as the element's name in place of ``node``. The elements directly below ``hierarchy`` are
windows, and so the roots. Attributes as UiAutomator's AccessibilityNodeInfoDumper and Appium's server write them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from uidiff.errors import InvalidSnapshot
from uidiff.importers.android_rows import AndroidView, android_row
from uidiff.importers.source import snapshot_of_rows, whole
from uidiff.importers.xml_tree import Box, XmlElement, attribute, first_tag, flag, kept_attributes, moved, xml_elements
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["AndroidImporter"]

_ROOT = "hierarchy"
_SAID = b"UI hier"
"""What ``uiautomator dump /dev/tty`` prints behind the document ("UI hierchary dumped to …", DumpCommand)."""
_CURE = "give what uiautomator or Appium wrote, whole"
_BOUNDS = re.compile(r"\[(-?[0-9]{1,9}),(-?[0-9]{1,9})\]\[(-?[0-9]{1,9}),(-?[0-9]{1,9})\]")

_KEYS: Mapping[str, str] = {
    "role": "class",
    "native_role": "class",
    "name": "content-desc",
    "value": "text",
    "automation_id": "resource-id",
}
_FLAGS: Mapping[str, str] = {
    **{name: name for name in ("checkable", "checked", "clickable", "focusable", "focused", "password")},
    **{name: name for name in ("scrollable", "selected")},
    "content-invalid": "invalid",
    "long-clickable": "long_clickable",
}
_SHOWN = ("displayed", "visible-to-user")

_READ = frozenset(
    {
        *(*_FLAGS, *_SHOWN, "enabled"),
        *("class", "text", "content-desc", "resource-id", "bounds", "hint", "showing-hint"),
        *("package", "index", "instance", "NAF"),
    },
)
"""Attributes that are read, or say nothing of the element; the others are kept in ``extra``."""


class AndroidImporter:
    """Reads one page source of Android.

    The name is the content description, else the text; the text of a field, or beside a description, is the value.
    ``resource-id`` is the automation id, which need not be unique; there are no ids. Bounds are in the source's own
    pixels, from the top left of the first window. ``password`` makes an element secret.
    """

    def sniff(self, head: bytes) -> float:
        """Return 1 for XML that begins with a hierarchy; less for a class, with which Appium's can begin."""
        tag = first_tag(head)
        return 1.0 if tag == _ROOT else 0.9 if tag.startswith(("android.", "androidx.")) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the one snapshot."""
        outermost, *below = xml_elements(whole(lines, limits), limits, behind=_SAID)
        is_hierarchy = outermost.name == _ROOT
        elements = below if is_hierarchy else [outermost, *below]
        app = attribute(elements[0], "package") if elements else None
        outer = dict(outermost.attributes) if is_hierarchy else {}
        known = {name: outer[name] for name in ("rotation", "width", "height") if name in outer}
        circumstances = Circumstances(app=app, platform="android", extra=json.dumps(known) if known else None)
        rows = _rows(elements, app, 1 if is_hierarchy else 0)
        yield snapshot_of_rows(
            rows, circumstances, lambda row: elements[row].place, limits=limits, redact=redact, keys=_KEYS
        )


def _rows(elements: Sequence[XmlElement], app: str | None, outside: int) -> list[Row]:
    origin = _bounds(elements[0]) if elements else None
    return [_row(element, element.depth - outside, app, origin) for element in elements]


def _row(element: XmlElement, depth: int, app: str | None, origin: Box | None) -> Row:
    said = "showing-hint" in element.attributes  # uiautomator gives the hint, and not whether it shows
    view = AndroidView(
        _class(element),
        element.attributes.get("text"),
        attribute(element, "content-desc"),
        _flags(element),
        hint=attribute(element, "hint"),
        shows_hint=flag(element, "showing-hint") if said else None,
        bounds=moved(_bounds(element), origin),
        resource=attribute(element, "resource-id"),
    )
    extra = kept_attributes(element, _READ)
    package = attribute(element, "package")
    if package and package != app:
        extra["package"] = package
    return android_row(view, depth)._replace(extra={"attributes": extra} if extra else None)


def _flags(element: XmlElement) -> set[str]:
    flags = {ours for theirs, ours in _FLAGS.items() if flag(element, theirs)}
    if "enabled" in element.attributes and not flag(element, "enabled"):
        flags.add("disabled")
    if any(name in element.attributes and not flag(element, name) for name in _SHOWN):
        flags.add("offscreen")
    return flags


def _class(element: XmlElement) -> str:
    """Return the class: an attribute, or in Appium's sources the element's name."""
    native = element.attributes.get("class")
    if native is None and "." in element.name:
        native = element.name
    if native is None:
        raise InvalidSnapshot("neither a node nor an element with the name of a class", element.place, _CURE)
    return native


def _bounds(element: XmlElement) -> Box | None:
    given = element.attributes.get("bounds")
    if given is None:
        return None
    found = _BOUNDS.fullmatch(given)
    if found is None:
        raise InvalidSnapshot("expected [x1,y1][x2,y2]", f"{element.place}.bounds", _CURE)
    left, top, right, bottom = map(int, found.groups())
    return left, top, right - left, bottom - top
