"""The attributes of an element, with values as plain Python."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import attrs

from uidiff.backends.ax.handles import AxHandle

__all__ = ["ATTRIBUTES", "AxFacts", "facts_of"]

ATTRIBUTES = (
    *("AXRole", "AXSubrole", "AXRoleDescription", "AXTitle", "AXDescription", "AXHelp", "AXValue"),
    "AXValueDescription",
    *("AXPlaceholderValue", "AXIdentifier", "AXDOMIdentifier", "AXPosition", "AXSize", "AXEnabled", "AXFocused"),
    *("AXSelected", "AXExpanded", "AXDisclosing", "AXDisclosureLevel", "AXModal", "AXMinimized", "AXElementBusy"),
    *("AXRequired", "AXInvalid", "AXHasPopup", "AXPopupValue", "AXURL", "AXMinValue", "AXMaxValue", "AXOrientation"),
    *("AXSortDirection", "AXMenuItemMarkChar", "AXARIACurrent", "AXARIAPosInSet", "AXARIASetSize"),
    *("AXTitleUIElement", "AXShownMenuUIElement", "AXChildren"),
)
"""The attributes that are read, all in one call. Most elements have few of them; the others come as errors.

All but AXRequired, which is WebKit's, are in the headers of HIServices (AXAttributeConstants.h, AXWebConstants.h)."""

_LISTS = frozenset({"AXChildren", "AXWindows"})
"""The attributes that are lists of elements."""

_SIGNIFICANT = 10
"""Significant digits of a number as text: 32-bit floats of sliders have fewer."""

_LARGEST = 2**53 - 1


@attrs.frozen
class AxFacts:
    """The attributes of an element by name.

    Attributes:
        given: the attributes that it has; points and sizes are pairs of numbers, elements are handles, lists of
            elements are tuples; other values are those of PyObjC.
        errors: the AXError codes of attributes that it may have and that could not be read.
    """

    given: Mapping[str, Any]
    errors: Mapping[str, int] = MappingProxyType({})

    @property
    def role(self) -> str:
        """The role; AXUnknown if it has none."""
        return self.text("AXRole") or "AXUnknown"

    @property
    def subrole(self) -> str | None:
        """The subrole."""
        return self.text("AXSubrole") or None

    def text(self, name: str) -> str | None:
        """A text attribute; None if it is absent or no text."""
        return _text(self.given.get(name))

    def flag(self, name: str) -> bool | None:
        """A boolean attribute; None if it is absent."""
        value = self.given.get(name)
        return bool(value) if isinstance(value, int | float) else None

    def number(self, name: str) -> int | float | None:
        """A number attribute that a snapshot can hold; else None."""
        value = self.given.get(name)
        if not isinstance(value, int | float) or not abs(value) <= _LARGEST:  # or NaN
            return None
        return int(value) if value == int(value) else float(value)

    def shown(self, name: str) -> str | None:
        """An attribute as text: a number in digits, a time in ISO 8601; None for an element or a list."""
        value: Any = self.given.get(name)
        if isinstance(value, int | float):
            number = self.number(name)
            return None if number is None else f"{number:.{_SIGNIFICANT}g}" if type(number) is float else str(number)
        if hasattr(value, "timeIntervalSince1970"):  # NSDate
            return _time(value.timeIntervalSince1970())
        return _text(value)

    def pair(self, name: str) -> tuple[float, float] | None:
        """A position or size in points, which are logical pixels."""
        value = self.given.get(name)
        return value if isinstance(value, tuple) and all(map(math.isfinite, value)) else None

    def element(self, name: str) -> AxHandle | None:
        """An element attribute."""
        value = self.given.get(name)
        return value if isinstance(value, AxHandle) else None

    def elements(self, name: str) -> tuple[AxHandle, ...]:
        """An attribute that is a list of elements; empty if it is absent."""
        found: tuple[AxHandle, ...] = self.given.get(name, ())
        return found


def facts_of(system: Any, names: Sequence[str], values: Sequence[Any]) -> AxFacts:  # noqa: ANN401  # a module
    """Convert the values of one call, in the order of the names.

    An attribute that the element does not have comes as an AXValue of the error type, and is left out.
    """
    given: dict[str, Any] = {}
    errors: dict[str, int] = {}
    for name, value in zip(names, values, strict=True):
        if isinstance(value, system.AXValueRef):
            _unpack(system, name, value, given, errors)
        elif isinstance(value, system.AXUIElementRef):
            given[name] = AxHandle(value, system)
        elif name not in _LISTS:
            given[name] = value
        elif hasattr(value, "__iter__"):  # an NSArray is no list
            given[name] = tuple(AxHandle(each, system) for each in value if isinstance(each, system.AXUIElementRef))
    return AxFacts(given, errors)


def _unpack(system: Any, name: str, value: Any, given: dict[str, Any], errors: dict[str, int]) -> None:  # noqa: ANN401
    """Convert an AXValue: an error, a point or a size; other types are not read."""
    kind = system.AXValueGetType(value)
    if kind not in (system.kAXValueAXErrorType, system.kAXValueCGPointType, system.kAXValueCGSizeType):
        return
    done, inside = system.AXValueGetValue(value, kind, None)
    if not done:
        return
    if kind == system.kAXValueAXErrorType:
        if inside not in (system.kAXErrorNoValue, system.kAXErrorAttributeUnsupported):
            errors[name] = inside
    elif kind == system.kAXValueCGPointType:
        given[name] = (float(inside.x), float(inside.y))
    else:
        given[name] = (float(inside.width), float(inside.height))


def _text(value: Any) -> str | None:  # noqa: ANN401  # whatever PyObjC gives
    """A text as plain ``str``, also of NSAttributedString and NSURL; None if it is no text."""
    for method in () if isinstance(value, str) else ("string", "absoluteString"):
        if hasattr(value, method):
            value = getattr(value, method)()
            break
    return str(value) if isinstance(value, str) else None


def _time(seconds: float) -> str | None:
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
    except (OverflowError, ValueError):
        return None
