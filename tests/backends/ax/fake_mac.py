"""A fake of macOS, as far as the accessibility API shows it: applications, their elements, and what goes wrong."""

import threading
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

LAUNCHED = 1_700_000_000.25


class Thing:
    """An element inside an application: what references to it lead to."""

    def __init__(
        self,
        role: str,
        *children: "Thing",
        actions: tuple[str, ...] = (),
        **given: Any,  # noqa: ANN401  # attributes
    ) -> None:
        self.given: dict[str, Any] = {"AXRole": role, **given}
        self.children = list(children)
        self.actions = actions
        self.errors: dict[str, int] = {}  # attributes that come as an error of this code
        self.failure = 0  # every call ends with this code
        self.gone = False
        self.short = False  # the array of values has one too few
        self.app: App | None = None
        self.done: list[object] = []  # what was done with it: actions, and attributes with their values
        self.on: dict[str, Any] = {}  # what an action does
        for child in children:
            assert isinstance(child, Thing)

    def walk(self) -> Iterator["Thing"]:
        waiting, seen = [self], set[int]()
        while waiting:
            thing = waiting.pop()
            if id(thing) not in seen:
                seen.add(id(thing))
                yield thing
                waiting += thing.children[::-1]

    def find(self, text: str) -> "Thing":
        return next(thing for thing in self.walk() if text in (thing.given.get("AXTitle"), thing.given.get("AXValue")))

    def remove(self, child: "Thing") -> None:
        self.children.remove(child)
        for thing in child.walk():
            thing.gone = True


class App(Thing):
    """A process. Its windows are the children that are AXWindows."""

    def __init__(
        self,
        name: str,
        *children: Thing,
        pid: int = 501,
        regular: bool = True,
        **given: Any,  # noqa: ANN401  # attributes
    ) -> None:
        super().__init__("AXApplication", *children, AXTitle=name, **given)
        self.name = name
        self.pid = pid
        self.bundle: str | None = f"com.example.{name.lower()}"
        self.launched: float | None = LAUNCHED
        self.regular = regular
        self.ended = False
        self.closed = False  # to accessibility, as some helpers are
        self.hung: threading.Event | None = None  # until it is set, nothing is answered
        self.deaf = False  # not even the messaging timeout ends a call

    @property
    def windows(self) -> list[Thing]:
        return [child for child in self.children if child.given["AXRole"] == "AXWindow"]


class Mac:
    """The system. ``calls`` counts what other processes answer, by function; ``asked`` the same by element."""

    def __init__(self, *apps: App) -> None:
        self.apps = list(apps)
        self.trusted = True
        self.calls: Counter[str] = Counter()
        self.asked: Counter[Thing] = Counter()
        self.local: Counter[str] = Counter()
        self.timeouts: list[float] = []
        self.before: Any = None  # called with each element that is asked
        self.ended = -25204  # what calls to a process that has ended give
        self._numbers = count(100)
        self.numbers: dict[Thing, int] = {}

    def app(self, pid: int) -> App | None:
        return next((app for app in self.apps if app.pid == pid and not app.ended), None)

    def owner(self, thing: Thing) -> App | None:
        """The process of an element, be it that it has ended or the element is gone."""
        if thing.app is None:
            thing.app = next((app for app in self.apps if thing in app.walk()), None)
        return thing.app

    def answer(self, function: str, thing: Thing, timeout: float) -> int:
        """The code of a call to another process."""
        self.calls[function] += 1
        self.asked[thing] += 1
        if self.before is not None:
            self.before(thing)
        app = self.owner(thing)
        if not self.trusted or (app is not None and app.closed):
            return -25211
        if app is None or app.ended:
            return self.ended
        if app.hung is not None and not app.hung.wait(None if app.deaf else timeout):
            return -25204
        if thing.gone:
            return -25202
        return thing.failure

    def surfaces(self) -> list[dict[str, Any]]:
        """What the window server shows, from front to back: its menu bar, then the windows."""
        found = [{"pid": 1, "number": 1, "layer": 25, "box": (0, 0, 1440, 24)}]
        for app in self.apps:
            for window in () if app.ended else app.windows:
                number = self.numbers.setdefault(window, next(self._numbers))
                box = (*window.given.get("AXPosition", (0, 0)), *window.given.get("AXSize", (0, 0)))
                found.append({"pid": app.pid, "number": number, "layer": 0, "box": box})
        return found

    def restart(self, app: App, again: App) -> App:
        """End a process, and start another one in its place."""
        app.ended = True
        again.pid, again.launched = app.pid + 10_000, (app.launched or 0) + 60
        self.apps.append(again)
        return again
