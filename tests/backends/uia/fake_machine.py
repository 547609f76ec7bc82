"""A Windows machine without Windows: processes, their windows, and the elements that their programs show.

This is the other side: what programs answer. How it is asked is in ``fake_com`` (UI Automation) and ``fake_dlls``
(the windows of the system).
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from math import inf

E_FAIL = -2147467259  # 0x80004005
E_ACCESSDENIED = -2147024891  # 0x80070005
E_INVALIDARG = -2147024809  # 0x80070057
CO_E_NOTINITIALIZED = -2147221008  # 0x800401F0
UIA_E_ELEMENTNOTAVAILABLE = -2147220991  # 0x80040201
UIA_E_ELEMENTNOTENABLED = -2147220992  # 0x80040200
UIA_E_TIMEOUT = -2146233083  # 0x80131505
RPC_S_SERVER_UNAVAILABLE = -2147023174  # 0x800706BA

MOST_SECONDS = 30.0
"""A call that hangs ends then, whatever happens."""


class COMError(Exception):
    """As comtypes has it."""

    def __init__(self, hresult: int, text: str = "", details: object = None) -> None:
        super().__init__(hresult, text, details)
        self.hresult = hresult
        self.text = text
        self.details = details


class Widget:
    """An element of a program.

    Args:
        kind: its control type by name; a number that stands for none, too.
        below: its children.
        patterns: by name, what it can do.
        rect: left, top, right, bottom in physical pixels of the screen.
        values: properties by name. What is not there, the program says nothing of.
    """

    def __init__(
        self,
        kind: str | int,
        name: str = "",
        *below: "Widget",
        patterns: tuple[str, ...] = (),
        rect: tuple[int, int, int, int] = (0, 0, 0, 0),
        **values: object,
    ) -> None:
        self.kind = kind
        self.children: list[Widget] = []
        self.parent: Widget | None = None
        self.patterns = patterns
        self.rect = rect
        self.values = {"Name": name, "IsEnabled": True, **values}
        self.runtime_id: tuple[int, ...] | None = None
        self.only_raw = False
        self.fails: dict[int, float] = {}  # by error number, how many further calls that touch it fail
        self.hangs = False
        self.removed = False
        self.does: dict[str, Callable[[], object]] = {}
        for child in below:
            self.add(child)

    def add(self, child: "Widget", at: int | None = None) -> "Widget":
        self.children.insert(len(self.children) if at is None else at, child)
        child.parent = self
        return child

    def remove(self) -> None:
        if self.parent is not None:
            self.parent.children.remove(self)
        for widget in self.tree():
            widget.removed = True

    def tree(self) -> Iterator["Widget"]:
        waiting = [self]
        while waiting:
            widget = waiting.pop()
            yield widget
            waiting += widget.children[::-1]

    def find(self, name: str) -> "Widget":
        return next(widget for widget in self.tree() if widget.values["Name"] == name)

    def fail(self, code: int = E_FAIL, times: float = inf) -> None:
        self.fails = {code: times}


class Shown:
    """A top-level window of the system, with the element that its program shows for it."""

    def __init__(self, handle: int, pid: int, widget: Widget, title: str, *, thread: int, owner: int = 0) -> None:
        self.handle = handle
        self.pid = pid
        self.thread = thread
        self.owner = owner
        self.title = title
        self.widget = widget
        self.visible = True
        self.cloaked = False
        self.style = 0
        self.dpi = 96
        self.hung = False
        self.frames: Shown | None = None  # the window of the app that is in it, if it is a frame
        widget.values["NativeWindowHandle"] = handle


class Running:
    """A process."""

    def __init__(self, pid: int, path: str, start: int) -> None:
        self.pid = pid
        self.path = path
        self.start = start
        self.secret = False  # nothing may be known of it


class Machine:
    """Everything; also what is counted: calls to other programs by name, and answers out of caches."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.cached = 0
        self.shown: list[Shown] = []
        self.ghosts: list[int] = []  # handles of windows that go as they are listed
        self.processes: dict[int, Running] = {}
        self.foreground = 0
        self.knows_windows_10 = True
        self.refuses: set[int] = set()  # properties that it does not know, against all expectation
        self.modes: list[int] = []  # how COM was started, whenever it was
        self.before: Callable[[str, Widget], object] = lambda what, widget: None  # noqa: ARG005  # each call
        self.free = threading.Event()  # what hangs waits for it
        self.threads: dict[int, tuple[int, int]] = {}  # by thread how COM was started in it, and how often
        self._numbers = count(1)
        self._handles = count(0x10010, 0x10)

    # ---------------------------------------------------------------- programs

    def start(self, path: str, pid: int) -> Running:
        self.processes[pid] = Running(pid, path, 0x1_0000_0000 * 7 + next(self._numbers))
        return self.processes[pid]

    def show(self, pid: int, widget: Widget, title: str, *, owner: int = 0, thread: int | None = None) -> Shown:
        """Show a window; one that is owned also hangs below its owner's element, as UI Automation has it."""
        shown = Shown(next(self._handles), pid, widget, title, thread=pid + 1 if thread is None else thread)
        shown.owner = owner
        self.shown.insert(0, shown)
        if owner:
            self.window(owner).widget.add(widget, at=0)
        return shown

    def window(self, handle: int) -> Shown:
        return next(shown for shown in self.shown if shown.handle == handle)

    def hide(self, shown: Shown) -> None:
        """Close a window."""
        self.shown.remove(shown)
        shown.widget.remove()

    def end(self, pid: int) -> None:
        """End a process with all its windows."""
        for shown in [shown for shown in self.shown if shown.pid == pid]:
            self.hide(shown)
        del self.processes[pid]

    # --------------------------------------------------------------------- COM

    def start_com(self, mode: int) -> None:
        thread = threading.get_ident()
        known, times = self.threads.get(thread, (mode, 0))
        if known != mode:
            raise OSError(None, "Cannot change thread mode after it is set", None, -2147417850)
        self.threads[thread] = (mode, times + 1)
        self.modes.append(mode)

    def end_com(self) -> None:
        thread = threading.get_ident()
        mode, times = self.threads.pop(thread)
        if times > 1:
            self.threads[thread] = (mode, times - 1)

    def expect_com(self) -> None:
        if threading.get_ident() not in self.threads:
            raise COMError(CO_E_NOTINITIALIZED)

    def ask(self, what: str, widget: Widget, *, also: Iterator[Widget] | None = None) -> None:
        """One call to another program, which asks for what an element says, or what others say instead."""
        self.expect_com()
        self.calls[what] += 1
        self.before(what, widget)
        if widget.removed:
            raise COMError(UIA_E_ELEMENTNOTAVAILABLE)
        touched = [widget] if also is None else list(also)
        if any(one.hangs for one in touched):
            self.free.wait(MOST_SECONDS)
        for one in touched:
            for code, times in one.fails.items():
                if times > 0:
                    one.fails[code] = times - 1
                    raise COMError(code)

    def runtime_id(self, widget: Widget) -> tuple[int, ...]:
        if widget.runtime_id is None:
            widget.runtime_id = (42, next(self._numbers))
        return widget.runtime_id

    @property
    def asked(self) -> int:
        """All calls to other programs."""
        return sum(self.calls.values())
