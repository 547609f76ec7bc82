"""The real package uiautomation on a machine without Windows: ``with on_windows() as machine``.

What lies below the package is put there for as long as that lasts: comtypes, the libraries of the system, and what
``ctypes``, ``sys`` and ``platform`` have on Windows. The package is imported once for each version and kept.
"""

import atexit
import ctypes
import functools
import importlib
import os
import platform
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

from tests.backends.uia.fake_com import Automation
from tests.backends.uia.fake_dlls import Libraries
from tests.backends.uia.fake_machine import COMError, Machine
from tests.parts import missing

INSTALLED = "installed"
WHEELS = Path(os.environ.get("UIDIFF_WHEELS") or Path(sys.prefix, "wheels"))
"""A folder with wheels of other versions of the package, and of comtypes."""

_CLASS_OF_CUIAUTOMATION = "{ff48dba4-60ef-4201-aa87-54103eef594e}"
_PREFIXES = ("uiautomation", "comtypes")


class Quiet:
    """Functions of the system that the package calls as it is imported: all of them do nothing."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return self

    def __call__(self, *_: object) -> int:
        return 0


class Core:
    """The interfaces of UI Automation, by name."""

    def __getattr__(self, name: str) -> str:
        if name != "IUIAutomation" and not (name.startswith("IUIAutomation") and name.endswith("Pattern")):
            raise AttributeError(name)
        return name


class Comtypes:
    """The modules of comtypes, over the machine that is there at the moment."""

    def __init__(self) -> None:
        self.machine = Machine()
        core = Core()
        self.main = _module("comtypes")
        self.client = _module("comtypes.client")
        known = {
            "COMError": COMError,
            "COINIT_MULTITHREADED": 0,
            "COINIT_APARTMENTTHREADED": 2,
            "CoInitializeEx": lambda mode=2: self.machine.start_com(mode),
            "CoUninitialize": lambda: self.machine.end_com(),  # noqa: PLW0108  # the machine of then
            "IUnknown": type("IUnknown", (ctypes.Structure,), {}),
            "client": self.client,
        }
        vars(self.main).update(known)
        vars(self.client).update(GetModule=lambda _: core, CreateObject=self._created)

    def _created(self, clsid: str, interface: str) -> Automation:
        if (clsid, interface) != (_CLASS_OF_CUIAUTOMATION, "IUIAutomation"):
            raise AssertionError("only this class is known")
        return Automation(self.machine)


def versions() -> list[str]:
    """The version that is installed, and those that wheels are there of."""
    return [INSTALLED, *map(str, sorted(WHEELS.glob("uiautomation-*.whl")))]


@contextmanager
def on_windows(version: str = INSTALLED, *, package: bool = True) -> Iterator[Machine]:
    """A machine, new and empty, and for as long as it lasts Windows, with the package or without."""
    comtypes, modules = _package(version) if package else (Comtypes(), {})
    machine = comtypes.machine = Machine()
    libraries = Libraries(machine)
    kept = {name: sys.modules.pop(name) for name in tuple(sys.modules) if name.split(".")[0] in _PREFIXES}
    with ExitStack() as stack:
        stack.callback(sys.modules.update, kept)
        stack.enter_context(_system(libraries))
        if package:
            stack.enter_context(patch.dict(sys.modules, modules))
            client = modules["uiautomation.uiautomation"]._AutomationClient
            stack.enter_context(patch.object(client, "_instance", None))
            stack.enter_context(patch.object(modules["uiautomation.uiautomation"], "_PatternIdInterfaces", {}))
        machine.start_com(2)  # as the import of comtypes does
        stack.callback(machine.free.set)
        yield machine
    assert libraries.opened == set()


@functools.cache
def _package(version: str) -> tuple[Comtypes, dict[str, ModuleType]]:
    """The package, imported once, with what it was imported over."""
    if version == INSTALLED and find_spec("uiautomation") is None:
        missing("the package uiautomation", "none: pip install --no-deps uiautomation")
    comtypes = Comtypes()
    registered: list[Any] = []
    with ExitStack() as stack:
        stack.enter_context(_system(Libraries(comtypes.machine)))
        stack.enter_context(patch.dict(sys.modules, {"comtypes": comtypes.main, "comtypes.client": comtypes.client}))
        stack.enter_context(patch.object(atexit, "register", registered.append))
        if version != INSTALLED:
            stack.enter_context(patch.object(sys, "path", [version, *sys.path]))
        package = importlib.import_module("uiautomation")
        package.Logger.SetLogFile("")  # else it complains to a file where the tests run
        found = {name: module for name, module in sys.modules.items() if name.split(".")[0] in _PREFIXES}
        return comtypes, found


@contextmanager
def _system(libraries: Libraries) -> Iterator[None]:
    """What Python has on Windows only."""
    windows = SimpleNamespace(major=10, minor=0, build=19045)
    with ExitStack() as stack:
        for name, value in {
            "WinDLL": libraries.load,
            "WINFUNCTYPE": ctypes.CFUNCTYPE,
            "windll": Quiet(),
            "HRESULT": ctypes.c_long,
        }.items():
            stack.enter_context(patch.object(ctypes, name, value, create=True))
        stack.enter_context(patch.object(sys, "getwindowsversion", lambda: windows, create=True))
        stack.enter_context(patch.object(platform, "system", lambda: "Windows"))
        yield


def _module(name: str) -> Any:  # noqa: ANN401  # whatever is put into it
    module = ModuleType(name)
    module.__path__ = []
    return module
