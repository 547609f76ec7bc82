"""The modules of PyObjC that atomacos and uidiff import, over a fake of the system. Each name is one of the real ones.

Types are as PyObjC has them: texts and numbers of kinds of their own, arrays that are no lists, references of which two
may be one element, errors as values.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from tests.backends.ax.fake_mac import Mac, Thing

ERRORS = {
    "kAXErrorSuccess": 0,
    "kAXErrorFailure": -25200,
    "kAXErrorIllegalArgument": -25201,
    "kAXErrorInvalidUIElement": -25202,
    "kAXErrorInvalidUIElementObserver": -25203,
    "kAXErrorCannotComplete": -25204,
    "kAXErrorAttributeUnsupported": -25205,
    "kAXErrorActionUnsupported": -25206,
    "kAXErrorNotificationUnsupported": -25207,
    "kAXErrorNotImplemented": -25208,
    "kAXErrorNotificationAlreadyRegistered": -25209,
    "kAXErrorNotificationNotRegistered": -25210,
    "kAXErrorAPIDisabled": -25211,
    "kAXErrorNoValue": -25212,
}
KINDS = {
    "kAXValueCGPointType": 1,
    "kAXValueCGSizeType": 2,
    "kAXValueCGRectType": 3,
    "kAXValueCFRangeType": 4,
    "kAXValueAXErrorType": 5,
}
SURFACE_KEYS = {
    "kCGWindowOwnerPID": "pid",
    "kCGWindowNumber": "number",
    "kCGWindowLayer": "layer",
    "kCGWindowBounds": "box",
}
USUAL_TIMEOUT = 6.0
"""Seconds, as far as is known."""
OPTIONS = {
    "kCGWindowListOptionAll": 0,
    "kCGWindowListOptionOnScreenOnly": 1,
    "kCGWindowListExcludeDesktopElements": 16,
    "kCGNullWindowID": 0,
    "NSApplicationActivationPolicyRegular": 0,
}


class pyobjc_unicode(str):  # noqa: N801, SLOT000  # PyObjC's name
    """NSString."""


class OC_PythonLong(int):  # noqa: N801  # PyObjC's name
    """NSNumber of a whole number or a truth value."""


class OC_PythonFloat(float):  # noqa: N801  # PyObjC's name
    """NSNumber of another number."""


class Said:
    """A system object with methods that say something: NSDate, NSURL, NSAttributedString."""

    def __init__(self, method: str, value: object) -> None:
        setattr(self, method, lambda: value)


class NSArray:
    """Has the methods of a sequence, and is neither a list nor a tuple."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __getitem__(self, index: int) -> Any:  # noqa: ANN401
        return self._values[index]


class AXUIElementRef:
    """A reference; another one of the same element is another object, and not equal by Python's own means."""

    def __init__(self, thing: Thing) -> None:
        self.thing = thing
        self.timeout = USUAL_TIMEOUT


class AXValueRef:
    """A point, a size, a range, an error."""

    def __init__(self, kind: int, value: Any) -> None:  # noqa: ANN401
        self.kind = kind
        self.value = value

    def __str__(self) -> str:
        """As CoreFoundation describes it; atomacos reads it."""
        numbers = ", ".join(f"{number:f}" for number in self.value)
        return f"<AXValue 0x600 [0x7f] {{value = {{{numbers}}} type = {self.kind}}}"


class Struct:
    """CGPoint, CGSize."""

    def __init__(self, **fields: float) -> None:
        vars(self).update(fields)


class Pool:
    """NSAutoreleasePool; ``open`` says how many there are."""

    open = 0

    @classmethod
    def alloc(cls) -> "Pool":
        return cls()

    def init(self) -> "Pool":
        Pool.open += 1
        return self

    def __del__(self) -> None:
        Pool.open -= 1


def native(value: Any, name: str = "") -> Any:  # noqa: ANN401, PLR0911
    """A value of the test in the types of PyObjC."""
    if name == "AXPosition" and isinstance(value, tuple):
        return AXValueRef(1, value)
    if name == "AXSize" and isinstance(value, tuple):
        return AXValueRef(2, value)
    match value:
        case Thing():
            return AXUIElementRef(value)
        case list():
            return NSArray([native(each) for each in value])
        case bool() | int():
            return OC_PythonLong(value)
        case float():
            return OC_PythonFloat(value)
        case str():
            return pyobjc_unicode(value)
    return value


class Accessibility:
    """The functions of HIServices. Each checks its arguments as PyObjC does."""

    def __init__(self, mac: Mac) -> None:
        self.mac = mac

    # ------------------------------------------------- answered by other processes

    def AXUIElementCopyMultipleAttributeValues(self, ref: Any, names: Any, options: int, out: None) -> tuple[int, Any]:  # noqa: N802, ANN401
        self._expect(ref, out, *names)
        assert options == 0, "stop on error: then one attribute that is absent is the end of all"
        code = self._answer("AXUIElementCopyMultipleAttributeValues", ref)
        values = [self._value(ref.thing, name) for name in names]
        return (code, None) if code else (0, NSArray(values[1:] if ref.thing.short else values))

    def AXUIElementCopyAttributeValue(self, ref: Any, name: str, out: None) -> tuple[int, Any]:  # noqa: N802, ANN401
        self._expect(ref, out, name)
        code = self._answer("AXUIElementCopyAttributeValue", ref)
        value = None if code else self._value(ref.thing, name)
        return (value.value, None) if isinstance(value, AXValueRef) and value.kind == 5 else (code, value)

    def AXUIElementCopyAttributeNames(self, ref: Any, out: None) -> tuple[int, Any]:  # noqa: N802, ANN401
        self._expect(ref, out)
        code = self._answer("AXUIElementCopyAttributeNames", ref)
        return (code, None) if code else (0, native([*self._given(ref.thing)]))

    def AXUIElementCopyActionNames(self, ref: Any, out: None) -> tuple[int, Any]:  # noqa: N802, ANN401
        self._expect(ref, out)
        code = self._answer("AXUIElementCopyActionNames", ref)
        return (code, None) if code else (0, native(list(ref.thing.actions)))

    def AXUIElementPerformAction(self, ref: Any, action: str) -> int:  # noqa: N802, ANN401
        self._expect(ref, None, action)
        code = self._answer("AXUIElementPerformAction", ref)
        if code or action not in ref.thing.actions:
            return code or -25206
        ref.thing.done.append(action)
        do = ref.thing.on.get(action)
        return (do() or 0) if do else 0

    def AXUIElementSetAttributeValue(self, ref: Any, name: str, value: object) -> int:  # noqa: N802, ANN401
        self._expect(ref, None, name)
        code = self._answer("AXUIElementSetAttributeValue", ref)
        if code or name not in ref.thing.given:
            return code or -25205
        ref.thing.done.append((name, value))
        ref.thing.given[name] = value
        return 0

    def AXUIElementIsAttributeSettable(self, ref: Any, name: str, out: None) -> tuple[int, bool]:  # noqa: N802, ANN401
        self._expect(ref, out, name)
        return self._answer("AXUIElementIsAttributeSettable", ref), name in ref.thing.given

    # ------------------------------------------------------- answered in the process

    def AXUIElementSetMessagingTimeout(self, ref: Any, seconds: float) -> int:  # noqa: N802, ANN401
        self._expect(ref, None)
        self.mac.timeouts += [seconds] if seconds else []
        ref.timeout = seconds or USUAL_TIMEOUT
        return 0

    def AXUIElementCreateApplication(self, pid: int) -> AXUIElementRef:  # noqa: N802
        found = [app for app in self.mac.apps if app.pid == pid]
        return AXUIElementRef(found[-1] if found else Thing("AXApplication"))

    def AXUIElementGetPid(self, ref: Any, out: None) -> tuple[int, int]:  # noqa: N802, ANN401
        self._expect(ref, out)
        app = self.mac.owner(ref.thing)
        return (-25202, 0) if app is None else (0, app.pid)

    def AXIsProcessTrusted(self) -> bool:  # noqa: N802
        return self.mac.trusted

    def AXValueGetType(self, value: AXValueRef) -> int:  # noqa: N802
        if not isinstance(value, AXValueRef):
            assert "atomacos" in sys.modules, "it is no AXValue"  # atomacos asks it of everything
            return 0
        return value.kind

    def AXValueGetValue(self, value: AXValueRef, kind: int, out: None) -> tuple[bool, Any]:  # noqa: N802
        assert out is None
        assert isinstance(value, AXValueRef), "it is no AXValue"
        if kind not in KINDS.values():
            raise ValueError("'type' is invalid")
        if kind != value.kind or value.value is None:
            return False, None
        if kind == 5:
            return True, value.value
        return True, Struct(**dict(zip(("x", "y") if kind == 1 else ("width", "height"), value.value, strict=True)))

    def CFEqual(self, one: Any, other: Any) -> bool:  # noqa: N802, ANN401
        return bool(one.thing is other.thing)

    def CFHash(self, ref: Any) -> int:  # noqa: N802, ANN401
        return 2**63 + (id(ref.thing) >> 4) % 1009  # unsigned; and some have the same

    def AXUIElementGetTypeID(self) -> int:  # noqa: N802
        return TYPES[AXUIElementRef]

    # ---------------------------------------------------------------------- windows

    def CGWindowListCopyWindowInfo(self, options: int, relative: int) -> NSArray:  # noqa: N802
        assert (options | 1, relative) == (17, 0)
        self.mac.local["CGWindowListCopyWindowInfo"] += 1
        found: list[dict[str, Any]] = []
        for surface in self.mac.surfaces():
            box = dict(zip(("X", "Y", "Width", "Height"), map(OC_PythonFloat, surface["box"]), strict=True))
            found.append({key: OC_PythonLong(surface[short]) for key, short in SURFACE_KEYS.items() if short != "box"})
            found[-1]["kCGWindowBounds"] = box
        return NSArray(found)

    # --------------------------------------------------------------------- insides

    def _given(self, thing: Thing) -> dict[str, Any]:
        own = {"AXWindows": thing.windows, "AXChildren": thing.children} if hasattr(thing, "windows") else {}
        return {**({"AXChildren": thing.children} if thing.children else {}), **own, **thing.given}

    def _value(self, thing: Thing, name: str) -> Any:  # noqa: ANN401
        if name in thing.errors:
            return AXValueRef(5, thing.errors[name])
        given = self._given(thing)
        return native(given[name], name) if name in given else AXValueRef(5, -25205)

    def _answer(self, function: str, ref: AXUIElementRef) -> int:
        assert Pool.open > 0 or "atomacos" in sys.modules, "without a pool a thread lets go of nothing"
        return self.mac.answer(function, ref.thing, ref.timeout)

    def _expect(self, ref: object, out: object, *names: object) -> None:
        if not isinstance(ref, AXUIElementRef) or out is not None or not all(isinstance(name, str) for name in names):
            raise TypeError("PyObjC takes no such arguments")


TYPES = {pyobjc_unicode: 7, NSArray: 19, AXUIElementRef: 300, AXValueRef: 301}


class NSRunningApplication:
    """A process, as LaunchServices knows it."""

    mac: Mac

    def __init__(self, app: Any) -> None:  # noqa: ANN401
        self.app = app

    @classmethod
    def runningApplicationWithProcessIdentifier_(cls, pid: int) -> "NSRunningApplication | None":  # noqa: N802
        found = cls.mac.app(pid)
        return None if found is None else cls(found)

    def isTerminated(self) -> bool:  # noqa: N802
        return bool(self.app.ended)

    def localizedName(self) -> object:  # noqa: N802
        return native(self.app.name)

    def bundleIdentifier(self) -> object:  # noqa: N802
        return native(self.app.bundle)

    def launchDate(self) -> object:  # noqa: N802
        return None if self.app.launched is None else Said("timeIntervalSince1970", OC_PythonFloat(self.app.launched))

    def activationPolicy(self) -> object:  # noqa: N802
        return OC_PythonLong(0 if self.app.regular else 1)


def _nothing(*_: object) -> None:
    raise AssertionError("it is not needed here")


def fake_system(mac: Mac) -> ModuleType:
    """The module ApplicationServices."""
    module = ModuleType("ApplicationServices")
    functions = Accessibility(mac)
    for name in dir(functions):
        if not name.startswith("_") and name != "mac":
            setattr(module, name, getattr(functions, name))
    running = type("NSRunningApplication", (NSRunningApplication,), {"mac": mac})
    kinds = {"AXUIElementRef": AXUIElementRef, "AXValueRef": AXValueRef}
    vars(module).update(ERRORS | KINDS | OPTIONS | {key: key for key in SURFACE_KEYS} | kinds)
    vars(module).update(NSAutoreleasePool=Pool, NSRunningApplication=running)
    return module


def _of_text(*names: str) -> Any:  # noqa: ANN401
    def made(text: str) -> Struct:
        return Struct(**dict(zip(names, map(float, re.findall(r"-?[\d.]+", text)), strict=False)))  # the kind follows

    return made


@contextmanager
def installed(mac: Mac) -> Iterator[ModuleType]:
    """All that the real atomacos imports, in place of what is only on macOS; taken away again, and atomacos with it."""
    system = fake_system(mac)
    vars(system).update(
        NSPointFromString=_of_text("x", "y"),
        NSSizeFromString=_of_text("width", "height"),
        NSDefaultRunLoopMode="kCFRunLoopDefaultMode",
    )
    unused = "AXObserverCreate AXObserverAddNotification AXObserverRemoveNotification AXObserverGetRunLoopSource"
    unused += " AXUIElementCreateSystemWide AXUIElementCopyElementAtPosition NSRangeFromString NSRectFromString"
    keys = "hotkey keyDown keyUp press typewrite click doubleClick dragRel dragTo hscroll middleClick mouseDown"
    keys += " mouseUp moveRel moveTo position rightClick scroll tripleClick"
    modules = {
        "ApplicationServices": vars(system) | dict.fromkeys(unused.split(), _nothing),
        "AppKit": {"NSRunningApplication": system.NSRunningApplication},
        "CoreFoundation": {
            "CFGetTypeID": lambda value: TYPES.get(type(value), 0),
            "CFStringGetTypeID": lambda: TYPES[pyobjc_unicode],
            "CFArrayGetTypeID": lambda: TYPES[NSArray],
            "CFRunLoopAddSource": _nothing,
            "CFRunLoopGetCurrent": _nothing,
        },
        "objc": {"callbackFor": lambda _: lambda function: function},
        "PyObjCTools": {"AppHelper": ModuleType("AppHelper")},
        "pyautogui": {"KEY_NAMES": []} | dict.fromkeys(keys.split(), _nothing),
    }
    earlier = {name: sys.modules.get(name) for name in modules}
    for name, names in modules.items():
        sys.modules[name] = ModuleType(name)
        vars(sys.modules[name]).update({key: value for key, value in names.items() if not key.startswith("__")})
    try:
        yield sys.modules["ApplicationServices"]
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "atomacos"]:
            del sys.modules[name]
        for name, module in earlier.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
