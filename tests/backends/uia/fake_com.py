"""UI Automation as comtypes gives it, over a :class:`Machine`: only what is in the type library has a name here."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from tests.backends.uia.fake_machine import (
    E_FAIL,
    E_INVALIDARG,
    UIA_E_ELEMENTNOTENABLED,
    COMError,
    Machine,
    Widget,
)
from tests.backends.uia.fake_numbers import CONTROL_TYPES, PATTERNS, PROPERTIES, WINDOWS_10

_NAMES = {number: name for name, number in PROPERTIES.items()}
_OFF, _ON, _MIXED = range(3)
_ELEMENT, _CHILDREN, _SUBTREE = 1, 2, 7


class Null:
    """A null pointer."""

    def __bool__(self) -> bool:
        return False

    def __getattr__(self, name: str) -> object:
        raise ValueError("NULL COM pointer access")


class NotSupported:
    """What stands for a property of which the program says nothing: an object without properties."""


class Condition:
    __slots__ = ("raw",)

    def __init__(self, *, raw: bool) -> None:
        self.raw = raw


class CacheRequest:
    """An IUIAutomationCacheRequest: what is not asked for is not in the cache."""

    __slots__ = ("AutomationElementMode", "TreeFilter", "TreeScope", "_machine", "_properties")

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._properties: set[int] = set()
        self.TreeScope = _ELEMENT
        self.TreeFilter = Condition(raw=False)
        self.AutomationElementMode = 1

    def AddProperty(self, number: int) -> int:  # noqa: N802
        self._machine.expect_com()
        known = set(_NAMES) - (set() if self._machine.knows_windows_10 else WINDOWS_10)
        if number not in known - self._machine.refuses:
            raise COMError(E_INVALIDARG)
        self._properties.add(number)
        return 0


class Array:
    """An IUIAutomationElementArray."""

    __slots__ = ("_elements",)

    def __init__(self, elements: list["Element"]) -> None:
        self._elements = elements

    @property
    def Length(self) -> int:  # noqa: N802
        return len(self._elements)

    def GetElement(self, index: int) -> "Element":  # noqa: N802
        return self._elements[index]


class Element:
    """An IUIAutomationElement."""

    __slots__ = ("_below", "_cache", "_full", "_machine", "_rect", "_widget")

    def __init__(self, machine: Machine, widget: Widget, request: CacheRequest | None = None) -> None:
        self._machine = machine
        self._widget = widget
        self._cache: dict[int, object] | None = None
        self._rect: tuple[int, int, int, int] | None = None
        self._below: list[Element] | None = None
        self._full = request is None or request.AutomationElementMode == 1
        if request is not None:
            self._fill(request)

    # ------------------------------------------------------------------- cache

    def _fill(self, request: CacheRequest) -> None:
        said = _said(self._machine, self._widget)
        self._cache = {number: said.get(_NAMES[number], NotSupported()) for number in request._properties}
        if PROPERTIES["BoundingRectangle"] in request._properties:
            self._rect = self._widget.rect
        if request.TreeScope == _SUBTREE:
            self._below = [Element(self._machine, child, request) for child in _view(self._widget, request)]

    def GetCachedPropertyValueEx(self, number: int, ignore: int) -> object:  # noqa: N802
        self._machine.expect_com()
        self._machine.cached += 1
        if self._cache is None or number not in self._cache or not ignore:
            raise COMError(E_INVALIDARG)  # with a default it is not known what the program said
        return self._cache[number]

    @property
    def CachedBoundingRectangle(self) -> SimpleNamespace:  # noqa: N802
        self._machine.expect_com()
        self._machine.cached += 1
        if self._rect is None:
            raise COMError(E_INVALIDARG)
        left, top, right, bottom = self._rect
        return SimpleNamespace(left=left, top=top, right=right, bottom=bottom)

    def GetCachedChildren(self) -> Array | Null:  # noqa: N802
        self._machine.expect_com()
        self._machine.cached += 1
        if self._below is None:
            raise COMError(E_INVALIDARG)
        return Array(self._below) if self._below else Null()

    # -------------------------------------------------------------------- live

    def BuildUpdatedCache(self, request: CacheRequest) -> "Element":  # noqa: N802
        return built(self._machine, "BuildUpdatedCache", self._live(), request)

    def _live(self) -> Widget:
        if not self._full:
            raise COMError(E_FAIL)
        return self._widget

    @property
    def CurrentControlType(self) -> int:  # noqa: N802
        self._machine.ask("CurrentControlType", self._live())
        return _said(self._machine, self._widget)["ControlType"]

    @property
    def CurrentName(self) -> str:  # noqa: N802
        self._machine.ask("CurrentName", self._live())
        return str(self._widget.values["Name"])

    @property
    def CurrentNativeWindowHandle(self) -> int:  # noqa: N802
        self._machine.ask("CurrentNativeWindowHandle", self._live())
        return int(self._widget.values.get("NativeWindowHandle", 0))  # type: ignore[call-overload]

    def GetCurrentPattern(self, number: int) -> "Pattern | Null":  # noqa: N802
        self._machine.ask("GetCurrentPattern", self._live())
        name = next(name for name, known in PATTERNS.items() if known == number)
        return Pattern(self._machine, self._widget, name) if name in self._widget.patterns else Null()

    def SetFocus(self) -> int:  # noqa: N802
        self._machine.ask("SetFocus", self._live())
        _expect_enabled(self._widget)
        root = self._widget
        while root.parent is not None:
            root = root.parent
        for widget in root.tree():
            widget.values["HasKeyboardFocus"] = widget is self._widget
        return 0


class Walker:
    """An IUIAutomationTreeWalker."""

    __slots__ = ("_machine", "_raw")

    def __init__(self, machine: Machine, *, raw: bool) -> None:
        self._machine = machine
        self._raw = raw

    def GetFirstChildElement(self, element: Element) -> Element | Null:  # noqa: N802
        self._machine.ask("GetFirstChildElement", element._live(), also=iter(()))
        return self._element(element._widget.children[:1])

    def GetNextSiblingElement(self, element: Element) -> Element | Null:  # noqa: N802
        self._machine.ask("GetNextSiblingElement", element._live(), also=iter(()))
        above = element._widget.parent
        siblings = above.children if above is not None else []
        return self._element(siblings[siblings.index(element._widget) + 1 :][:1])

    def GetParentElement(self, element: Element) -> Element | Null:  # noqa: N802
        self._machine.ask("GetParentElement", element._live(), also=iter(()))
        above = element._widget.parent
        return self._element([] if above is None else [above])

    def _element(self, widgets: list[Widget]) -> Element | Null:
        return Element(self._machine, widgets[0]) if widgets else Null()


class Pattern:
    """The COM object of a pattern: asked for its interface it is one with the members of that."""

    def __init__(self, machine: Machine, widget: Widget, name: str) -> None:
        self._machine = machine
        self._widget = widget
        self._name = name

    def QueryInterface(self, interface: object) -> "Pattern":  # noqa: N802
        if interface != f"IUIAutomation{self._name}Pattern":
            raise COMError(-2147467262)  # E_NOINTERFACE
        return _INTERFACES[self._name](self._machine, self._widget, self._name)

    def _do(self, what: str, **changed: object) -> int:
        self._machine.ask(what, self._widget)
        _expect_enabled(self._widget)
        self._widget.values |= changed
        self._widget.does.get(what, int)()
        return 0


class _Invoke(Pattern):
    def Invoke(self) -> int:  # noqa: N802
        return self._do("Invoke")


class _Toggle(Pattern):
    def Toggle(self) -> int:  # noqa: N802
        return self._do("Toggle", ToggleToggleState=_OFF if self._widget.values["ToggleToggleState"] == _ON else _ON)


class _SelectionItem(Pattern):
    def Select(self) -> int:  # noqa: N802
        return self._do("Select", SelectionItemIsSelected=True)


class _ExpandCollapse(Pattern):
    def Expand(self) -> int:  # noqa: N802
        return self._do("Expand", ExpandCollapseExpandCollapseState=_ON)

    def Collapse(self) -> int:  # noqa: N802
        return self._do("Collapse", ExpandCollapseExpandCollapseState=_OFF)


class _ScrollItem(Pattern):
    def ScrollIntoView(self) -> int:  # noqa: N802
        return self._do("ScrollIntoView", IsOffscreen=False)


class _Value(Pattern):
    @property
    def CurrentIsReadOnly(self) -> bool:  # noqa: N802
        self._machine.ask("CurrentIsReadOnly", self._widget)
        return bool(self._widget.values.get("ValueIsReadOnly"))

    def SetValue(self, value: str) -> int:  # noqa: N802
        if type(value) is not str:
            raise TypeError("a BSTR is a text")
        return self._do("SetValue", ValueValue=value)


class _RangeValue(Pattern):
    @property
    def CurrentIsReadOnly(self) -> bool:  # noqa: N802
        self._machine.ask("CurrentIsReadOnly", self._widget)
        return bool(self._widget.values.get("RangeValueIsReadOnly"))

    def SetValue(self, value: float) -> int:  # noqa: N802
        if type(value) is not float:
            raise TypeError("a double is a number")
        return self._do("SetValue", RangeValueValue=value)


_INTERFACES: dict[str, type[Pattern]] = {
    "Invoke": _Invoke,
    "Toggle": _Toggle,
    "SelectionItem": _SelectionItem,
    "ExpandCollapse": _ExpandCollapse,
    "ScrollItem": _ScrollItem,
    "Value": _Value,
    "RangeValue": _RangeValue,
}


class Automation:
    """An IUIAutomation object."""

    __slots__ = ("ControlViewCondition", "ControlViewWalker", "RawViewCondition", "RawViewWalker", "_machine")

    def __init__(self, machine: Machine) -> None:
        machine.expect_com()
        self._machine = machine
        self.RawViewCondition = Condition(raw=True)
        self.ControlViewCondition = Condition(raw=False)
        self.RawViewWalker = Walker(machine, raw=True)
        self.ControlViewWalker = Walker(machine, raw=False)

    def CreateCacheRequest(self) -> CacheRequest:  # noqa: N802
        self._machine.expect_com()
        return CacheRequest(self._machine)

    def ElementFromHandleBuildCache(self, handle: int, request: CacheRequest) -> Element:  # noqa: N802
        found = [shown for shown in self._machine.shown if shown.handle == handle]
        if not found:
            self._machine.calls["ElementFromHandleBuildCache"] += 1
            raise COMError(E_FAIL)
        return built(self._machine, "ElementFromHandleBuildCache", found[0].widget, request)

    def ElementFromHandle(self, handle: int) -> Element:  # noqa: N802
        widget = self._machine.window(handle).widget
        self._machine.ask("ElementFromHandle", widget)
        return Element(self._machine, widget)


# ----------------------------------------------------------------------- parts


def built(machine: Machine, what: str, widget: Widget, request: CacheRequest) -> Element:
    """An element with its cache filled: one call, which touches all that goes into the cache."""
    machine.ask(what, widget, also=_touched(widget, request))
    return Element(machine, widget, request)


def _touched(widget: Widget, request: CacheRequest) -> Iterator[Widget]:
    return widget.tree() if request.TreeScope == _SUBTREE else iter((widget,))


def _view(widget: Widget, request: CacheRequest) -> Iterator[Widget]:
    """The children in a view: that of controls leaves out some, and shows what is below them in their place."""
    waiting = widget.children[::-1]
    while waiting:
        child = waiting.pop()
        if child.only_raw and not request.TreeFilter.raw:
            waiting += child.children[::-1]
        else:
            yield child


def _said(machine: Machine, widget: Widget) -> dict[str, Any]:
    """All that a program says of an element."""
    kind = CONTROL_TYPES.get(widget.kind, widget.kind) if isinstance(widget.kind, str) else widget.kind
    patterns = {f"Is{name}PatternAvailable": name in widget.patterns for name in PATTERNS}
    return {"ControlType": kind, "RuntimeId": machine.runtime_id(widget), **patterns, **widget.values}


def _expect_enabled(widget: Widget) -> None:
    if not widget.values["IsEnabled"]:
        raise COMError(UIA_E_ELEMENTNOTENABLED)
