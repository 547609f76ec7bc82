"""Apple's page sources: those of Appium's XCUITest driver (iOS) and of its Mac2 driver.

    <AppiumAUT>
      <XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Shop" label="Shop" …>
        <XCUIElementTypeButton type="XCUIElementTypeButton" name="pay" label="Pay" x="0" y="40" width="320" …/>

Attributes as WebDriverAgent's FBXPath writes them. ``name`` is the accessibility identifier where there is one, else
the label: so where the two differ, ``name`` is the author's id and ``label`` what is read aloud.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from uidiff.errors import InvalidSnapshot
from uidiff.importers.source import snapshot_of_rows, whole
from uidiff.importers.xml_tree import Box, XmlElement, attribute, first_tag, flag, kept_attributes, moved, xml_elements
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Row
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.roles import resolve_role
from uidiff.model.snapshot import RedactOption, Snapshot
from uidiff.model.states import CHECKABLE_ROLES

__all__ = ["XCUITestImporter"]

_AROUND = "AppiumAUT"
_PREFIX = "XCUIElementType"
_SECRET = "XCUIElementTypeSecureTextField"  # noqa: S105  # the name of a type
_CURE = "give Appium's page source, whole"
_KEYS: Mapping[str, str] = {"role": "type", "automation_id": "name", "name": "label"}

_NUMBER = re.compile(r"-?[0-9]{1,10}(?:\.[0-9]{1,20})?")
_BOX = ("x", "y", "width", "height")
_ON_OFF: Mapping[str, bool | str] = {"1": True, "0": False, "2": "mixed", "true": True, "false": False}
_FOCUS = ("focused", "hasFocus")

_READ = frozenset(
    {
        *(*_BOX, *_FOCUS),
        *("type", "elementType", "name", "identifier", "label", "title", "value", "placeholderValue"),
        *("enabled", "visible", "selected", "index"),
    },
)
"""Attributes that are read, or say nothing of the element; the others are kept in ``extra``."""


class XCUITestImporter:
    """Reads one page source of iOS or macOS.

    Bounds are points, from the top left of the outermost element. The value of a switch or a check box is its state
    ``checked``; an empty field shows its placeholder as its value, which is dropped. Secure text fields are secret.
    """

    def sniff(self, head: bytes) -> float:
        """Return 1 for XML that begins with the application under test, or with one of Apple's types."""
        tag = first_tag(head)
        return 1.0 if tag == _AROUND or tag.startswith(_PREFIX) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the one snapshot."""
        outermost, *below = xml_elements(whole(lines, limits), limits)
        is_around = outermost.name == _AROUND
        elements = below if is_around else [outermost, *below]
        origin = _bounds(elements[0]) if elements else None
        rows = [_row(element, element.depth - is_around, origin) for element in elements]
        circumstances = _circumstances(elements[0] if elements else outermost)
        yield snapshot_of_rows(
            rows, circumstances, lambda row: elements[row].place, limits=limits, redact=redact, keys=_KEYS
        )


def _circumstances(first: XmlElement) -> Circumstances:
    """Return the application by its own name, and its process id, which newer drivers give."""
    if first.name != f"{_PREFIX}Application":
        return Circumstances(platform="xcuitest")
    process = first.attributes.get("processId", "")
    return Circumstances(
        app=attribute(first, "label") or attribute(first, "name") or attribute(first, "title"),
        pid=int(process) if re.fullmatch(r"[0-9]{1,9}", process) else None,
        platform="xcuitest",
    )


def _row(element: XmlElement, depth: int, origin: Box | None) -> Row:
    native = element.attributes.get("type") or element.name
    if not element.name.startswith(_PREFIX) or native != element.name:
        raise InvalidSnapshot("no element of one of Apple's types", element.place, _CURE)
    role, _ = resolve_role(native, "xcuitest")
    label = attribute(element, "label") or attribute(element, "title")
    author = attribute(element, "identifier") or attribute(element, "name")
    value = element.attributes.get("value")
    checked = _ON_OFF.get(value or "") if role in CHECKABLE_ROLES else None
    extra = kept_attributes(element, _READ)
    return Row(
        depth,
        native,
        label or author,
        None if checked is not None or value in {label, attribute(element, "placeholderValue")} else value,
        bounds=moved(_bounds(element), origin),
        states=_states(element, checked),
        automation_id=None if author == label else author,
        secret=native == _SECRET,
        extra={"attributes": extra} if extra else None,
    )


def _states(element: XmlElement, checked: bool | str | None) -> dict[str, object]:  # noqa: FBT001  # a state
    states: dict[str, object] = {} if checked is None else {"checked": checked}
    if "enabled" in element.attributes and not flag(element, "enabled"):
        states["disabled"] = True
    if "visible" in element.attributes and not flag(element, "visible"):
        states["offscreen"] = True
    if any(flag(element, name) for name in _FOCUS):
        states["focused"] = True
    if flag(element, "selected"):
        states["selected"] = True
    hint = attribute(element, "placeholderValue")
    return {**states, "placeholder": hint} if hint else states


def _bounds(element: XmlElement) -> Box | None:
    """Return whole points, rounded; None where the place is unknown."""
    given = [element.attributes.get(name) for name in _BOX]
    numbers = [text for text in given if text is not None]
    if len(numbers) < len(_BOX):
        return None
    wrong = next((name for name, text in zip(_BOX, numbers, strict=True) if not _NUMBER.fullmatch(text)), None)
    if wrong is not None:
        raise InvalidSnapshot("expected a number", f"{element.place}.{wrong}", _CURE)
    x, y, width, height = (round(float(text)) for text in numbers)
    return x, y, width, height
