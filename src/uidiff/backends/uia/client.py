"""What is used of the package uiautomation and of the system's UI Automation, in one place.

The package reads property by property, but the COM objects below it can be reached: ``_AutomationClient``, which is
private, holds the IUIAutomation object, and ``Control.Element`` is public. The names of COM members are those of the
type library UIAutomationClient 1.0 as comtypes writes it; the numbers of properties and patterns are the package's own.
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

__all__ = [
    "NEWER",
    "PATTERNS",
    "PROPERTIES",
    "Automation",
    "CacheRequests",
    "Package",
    "availability",
    "expect_available",
    "load_package",
]

PATTERNS = (
    "Invoke",
    "Toggle",
    "ExpandCollapse",
    "SelectionItem",
    "Selection",
    "Value",
    "RangeValue",
    "ScrollItem",
    "Window",
)
"""The patterns that are asked after: an element has one if the property Is…PatternAvailable is true."""

PROPERTIES = (
    "RuntimeId",
    "ControlType",
    "LocalizedControlType",
    "AriaRole",
    "Name",
    "AutomationId",
    "BoundingRectangle",
    "NativeWindowHandle",
    "HelpText",
    "ItemStatus",
    "IsEnabled",
    "IsOffscreen",
    "IsPassword",
    "HasKeyboardFocus",
    "IsKeyboardFocusable",
    "IsRequiredForForm",
    "IsDataValidForForm",
    "ToggleToggleState",
    "ExpandCollapseExpandCollapseState",
    "SelectionItemIsSelected",
    "SelectionCanSelectMultiple",
    "ValueValue",
    "ValueIsReadOnly",
    "RangeValueValue",
    "RangeValueMinimum",
    "RangeValueMaximum",
    "RangeValueIsReadOnly",
    "WindowIsModal",
    *(f"Is{pattern}PatternAvailable" for pattern in PATTERNS),
)
"""The properties that every Windows with UI Automation 3 knows: attributes of ``PropertyId`` without "Property"."""

NEWER = ("FullDescription", "Level", "PositionInSet", "SizeOfSet")
"""Properties that came with Windows 10; an older one refuses them, and they are left out."""

_TREE_SCOPE_ELEMENT = 1
_TREE_SCOPE_SUBTREE = 7
_AUTOMATION_ELEMENT_MODE_FULL = 1
"""TreeScope and AutomationElementMode of UIAutomationClient: full means that a cached element is a live one too."""

_LIBRARY = "UIAutomationCore.dll"

_CURE = "pip install 'uidiff[windows]'"

Automation = Any
"""An IUIAutomation object, as comtypes gives it."""


@attrs.frozen
class Package:
    """The package, and what it stands on.

    Attributes:
        uiautomation: the package.
        error: what comtypes raises where a call fails: it has ``hresult``.
        automation: gives the IUIAutomation object; called in the thread that reads.
        properties: the numbers of the properties that may be read from a cached element, by name.
        around: what a thread has to be in while it uses COM.
    """

    uiautomation: Any
    error: type[Exception]
    automation: Callable[[], Automation]
    properties: Mapping[str, int]
    around: Callable[[], AbstractContextManager[object]]


@attrs.frozen
class CacheRequests:
    """What is asked of an element at once: ``whole`` with all that is below it, ``alone`` without.

    ``properties`` are those that this system knows, by name.
    """

    whole: Any
    alone: Any
    properties: Mapping[str, int]

    @classmethod
    def made(cls, package: Package, automation: Automation) -> CacheRequests:
        """Two cache requests over the raw view; the usual view, of controls, leaves out what Qt and AccessKit show."""
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
    """Whether this is Windows, and the package is there. Nothing is imported."""
    if not _is_windows():
        return Availability(ok=False, reason="this is not Windows", cure='use "atspi" on Linux and "ax" on macOS')
    missing = next((name for name in ("uiautomation", "comtypes") if not _is_installed(name)), None)
    if missing is not None:
        return Availability(ok=False, reason=f"the package {missing} is not installed", cure=_CURE)
    return Availability(ok=True)


def load_package(client: Callable[[], Automation] | None = None) -> Package:
    """The package, imported.

    It is imported in the caller's thread: comtypes starts COM in the thread that imports it, as one that has windows,
    and ends it when the program ends. At its first time on a machine comtypes writes down the library of UI Automation
    in Python, which takes seconds.

    Args:
        client: gives an IUIAutomation object, instead of the package's own.

    Raises:
        BackendError: this is not Windows, or COM refused the thread.
        MissingExtra: a package is not installed.
    """
    expect_available()
    try:
        import comtypes.client
        import uiautomation

        if client is None:  # the package asks for it later, within the time of a read
            comtypes.client.GetModule(_LIBRARY)
    except ImportError as error:
        raise MissingExtra("windows", "uiautomation") from error
    except OSError as error:
        cure = "where it was started for many threads, set sys.coinit_flags = 0 before comtypes is imported"
        raise BackendError(f"comtypes could not start COM in this thread: {cure}") from error
    ids = uiautomation.PropertyId
    numbers = {name: getattr(ids, f"{name}Property") for name in (*PROPERTIES, *NEWER)}
    own = _own_client(uiautomation)
    return Package(uiautomation, comtypes.COMError, client or own, MappingProxyType(numbers), _around(comtypes))


def expect_available() -> None:
    """Raise what :func:`availability` says: BackendError where this is not Windows, else MissingExtra."""
    said = availability()
    if not said and not _is_windows():
        raise BackendError(f"{said.reason}, and the backend 'uia' reads Windows: {said.cure}")
    if not said:
        raise MissingExtra("windows", "uiautomation")


def _own_client(uiautomation: ModuleType) -> Callable[[], Automation]:
    def automation() -> Automation:
        return uiautomation.uiautomation._AutomationClient.instance().IUIAutomation  # noqa: SLF001  # no public one

    return automation


def _around(comtypes: ModuleType) -> Callable[[], AbstractContextManager[object]]:
    """COM for many threads: so Microsoft wants it of threads that use UI Automation ("Understanding Threading Issues").

    ``uiautomation.UIAutomationInitializerInThread`` starts it for one: such a thread has to take messages, or programs
    that send one to all windows wait for it; and what it has read, the thread that comes after it could not use.
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
    with suppress(ImportError, ValueError):  # a module that something else has put there
        return name in sys.modules or find_spec(name) is not None
    return False
