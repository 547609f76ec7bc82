"""The interface to the package uiautomation and to the COM objects of UI Automation below it.

The package reads property by property, so the COM objects are used: the private ``_AutomationClient`` holds the
IUIAutomation object, and ``Control.Element`` is public. The names of COM members are those of the type library
UIAutomationClient 1.0 as comtypes generates it; the numbers of properties and patterns are the package's.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from importlib.util import find_spec
from types import MappingProxyType, ModuleType
from typing import Any

import attrs

from uidiff.backends.protocol import Availability
from uidiff.backends.uia.failures import failed
from uidiff.errors import BackendError, MissingExtra

__all__ = ["PATTERNS", "Automation", "CacheRequests", "Package", "availability", "expect_available", "load_package"]

PATTERNS = (
    *("Invoke", "Toggle", "ExpandCollapse", "SelectionItem", "Selection", "Value", "RangeValue", "ScrollItem"),
    "Window",
)
"""The patterns that are read: an element has one if its property Is…PatternAvailable is true."""

PROPERTIES = (
    *("RuntimeId", "ControlType", "LocalizedControlType", "AriaRole", "Name", "AutomationId", "BoundingRectangle"),
    *("AriaProperties", "NativeWindowHandle", "HelpText", "ItemStatus", "IsEnabled", "IsOffscreen", "IsPassword"),
    *("HasKeyboardFocus",),
    *("IsKeyboardFocusable", "IsRequiredForForm", "IsDataValidForForm", "ToggleToggleState"),
    *("ExpandCollapseExpandCollapseState", "SelectionItemIsSelected", "SelectionCanSelectMultiple"),
    *("ValueValue", "ValueIsReadOnly", "RangeValueValue", "RangeValueMinimum", "RangeValueMaximum"),
    *("RangeValueIsReadOnly", "WindowIsModal", *(f"Is{pattern}PatternAvailable" for pattern in PATTERNS)),
)
"""The properties that every Windows with UI Automation 3 has: attributes of ``PropertyId`` without "Property"."""

NEWER = ("FullDescription", "Level", "PositionInSet", "SizeOfSet")
"""Properties of Windows 10; older systems refuse them, and they are left out."""

_TREE_SCOPE_ELEMENT = 1
_TREE_SCOPE_SUBTREE = 7
_AUTOMATION_ELEMENT_MODE_FULL = 1
"""TreeScope and AutomationElementMode of UIAutomationClient; full: a cached element is also a live one."""

_LIBRARY = "UIAutomationCore.dll"

_CURE = "pip install 'uidiff[windows]'"

Automation = Any
"""An IUIAutomation object, as comtypes gives it."""


@attrs.frozen
class Package:
    """The package and its COM basis.

    Attributes:
        uiautomation: the package.
        error: the class of errors of failed COM calls; they have ``hresult``.
        automation: gives the IUIAutomation object; called in the thread that reads.
        properties: the numbers of the properties to read, by name.
        around: makes the context that a thread needs to use COM.
    """

    uiautomation: Any
    error: type[Exception]
    automation: Callable[[], Automation]
    properties: Mapping[str, int]
    around: Callable[[], AbstractContextManager[object]]


@attrs.frozen
class CacheRequests:
    """Cache requests: ``whole`` for an element with its descendants, ``alone`` for it without.

    ``properties`` are the numbers of the properties that this system has, by name.
    """

    whole: Any
    alone: Any
    properties: Mapping[str, int]

    @classmethod
    def made(cls, package: Package, automation: Automation) -> CacheRequests:
        """Make both requests over the raw view: the control view leaves out elements of Qt and AccessKit."""
        known: dict[str, int] = {}
        made: list[Any] = []
        for scope in (_TREE_SCOPE_SUBTREE, _TREE_SCOPE_ELEMENT):
            request = automation.CreateCacheRequest()
            for name, number in package.properties.items():
                try:
                    request.AddProperty(number)
                except package.error as error:
                    if name not in NEWER:
                        raise failed(f"Windows refuses the property {name}", error) from error
                else:
                    known[name] = number
            request.TreeScope = scope
            request.TreeFilter = automation.RawViewCondition
            request.AutomationElementMode = _AUTOMATION_ELEMENT_MODE_FULL
            made.append(request)
        return cls(made[0], made[1], MappingProxyType(known))


def availability() -> Availability:
    """Say whether this is Windows and the packages are installed. Nothing is imported."""
    if not _is_windows():
        return Availability(ok=False, reason="this is not Windows", cure='use "atspi" on Linux and "ax" on macOS')
    missing = next((name for name in ("uiautomation", "comtypes") if not _is_installed(name)), None)
    if missing is not None:
        return Availability(ok=False, reason=f"the package {missing} is not installed", cure=_CURE)
    return Availability(ok=True)


def load_package(client: Callable[[], Automation] | None = None) -> Package:
    """Import the package, in the caller's thread.

    comtypes initialises COM in the thread that imports it, as an apartment with windows, until the process ends. Its
    first import on a machine generates a Python module of the type library, which takes seconds.

    Args:
        client: makes an IUIAutomation object, instead of the package's own.

    Raises:
        BackendError: this is not Windows, or COM could not be initialised in the thread.
        MissingExtra: a package is not installed.
    """
    expect_available()
    try:
        import comtypes.client
        import uiautomation

        if client is None:  # otherwise generated later, within the time of a read
            comtypes.client.GetModule(_LIBRARY)
    except ImportError as error:
        raise MissingExtra("windows", "uiautomation") from error
    except OSError as error:
        cure = "where it was started for many threads, set sys.coinit_flags = 0 before comtypes is imported"
        raise BackendError(f"comtypes could not start COM in this thread: {cure}") from error
    ids = uiautomation.PropertyId
    numbers = {name: getattr(ids, f"{name}Property") for name in (*PROPERTIES, *NEWER)}

    def own() -> Automation:
        return uiautomation.uiautomation._AutomationClient.instance().IUIAutomation  # noqa: SLF001  # no public one

    return Package(uiautomation, comtypes.COMError, client or own, MappingProxyType(numbers), _around(comtypes))


def expect_available() -> None:
    """Raise BackendError if this is not Windows, and MissingExtra if a package is not installed."""
    found = availability()
    if not found and not _is_windows():
        raise BackendError(f"{found.reason}, and the backend 'uia' reads Windows: {found.cure}")
    if not found:
        raise MissingExtra("windows", "uiautomation")


def _around(comtypes: ModuleType) -> Callable[[], AbstractContextManager[object]]:
    """Make contexts that initialise COM for many threads, as Microsoft demands ("Understanding Threading Issues").

    ``uiautomation.UIAutomationInitializerInThread`` makes a single-threaded apartment. Such a thread must process
    messages, or programs that broadcast one wait for it, and other threads could not use the elements it has read.
    """

    @contextmanager
    def around() -> Iterator[None]:
        comtypes.CoInitializeEx(comtypes.COINIT_MULTITHREADED)
        try:
            yield
        finally:
            comtypes.CoUninitialize()

    return around


def _is_windows() -> bool:
    return platform.system() == "Windows"


def _is_installed(name: str) -> bool:
    with suppress(ImportError, ValueError):  # a module without a spec
        return name in sys.modules or find_spec(name) is not None
    return False
