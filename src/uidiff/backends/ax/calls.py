"""The module of PyObjC, and the calls to applications: made in a thread, each with a limited time to answer."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, TypeVar

from uidiff.backends.ax.facts import ATTRIBUTES, AxFacts, facts_of
from uidiff.backends.ax.handles import AxHandle
from uidiff.backends.deadlines import late
from uidiff.backends.protocol import Availability
from uidiff.backends.worker import Worker
from uidiff.errors import MissingExtra, PermissionNeeded

__all__ = ["AxCalls", "AxFailure", "Denied", "Hung", "Stale", "availability", "expect_trust", "load_system"]

EXTRA = "macos"
PACKAGE = "pyobjc-framework-ApplicationServices"

_ALLOW = (
    "allow the program that runs Python in System Settings > Privacy & Security > Accessibility, and start it again"
)


def load_system() -> Any:  # noqa: ANN401  # a module that is there on macOS only
    """Import the module ``ApplicationServices``; it also has the names of HIServices, Quartz, AppKit, CoreFoundation.

    Raises:
        MissingExtra: the module is not installed.
    """
    try:
        import ApplicationServices
    except ImportError:
        raise MissingExtra(EXTRA, PACKAGE) from None
    return ApplicationServices


def expect_trust(system: Any) -> None:  # noqa: ANN401  # a module
    """Raise PermissionNeeded if the user has not allowed this process to read other programs."""
    if not system.AXIsProcessTrusted():
        raise PermissionNeeded(f"macOS does not allow this process to read other programs: {_ALLOW}")


def availability(system: Any) -> Availability:  # noqa: ANN401  # a module; None: import it
    """Say whether windows can be read here."""
    try:
        expect_trust(load_system() if system is None else system)
    except MissingExtra as error:
        here: str = sys.platform
        if here != "darwin":
            reason = f"this is {here}, and the backend reads the windows of macOS"
            return Availability(ok=False, reason=reason, cure=f"on macOS: pip install 'uidiff[{error.extra}]'")
        reason = f"the package {PACKAGE} is not installed"
        return Availability(ok=False, reason=reason, cure=f"pip install 'uidiff[{error.extra}]'")
    except PermissionNeeded:
        reason = "macOS does not allow this process to read other programs"
        return Availability(ok=False, reason=reason, cure=_ALLOW)
    except Exception as error:  # noqa: BLE001  # a broken installation may raise anything; this must not
        reason = f"the package {PACKAGE} is broken ({type(error).__name__})"
        return Availability(ok=False, reason=reason, cure=f"pip install --force-reinstall 'uidiff[{EXTRA}]'")
    return Availability(ok=True)


CALL_TIMEOUT = 1.0
"""Seconds for an application to answer one call, if the deadline allows; the system's own limit is about 6."""

_USUAL_TIMEOUT = 0.0
"""Resets the timeout of an element to that of the process (AXUIElement.h). The timeout is set for single references:
that of the process belongs to the program."""

_LEAST_TIMEOUT = 0.01
"""Seconds; 0 would mean the usual timeout."""

_FAREWELL = 1.0
"""Further seconds after which a call that does not end at its timeout is abandoned."""

_T = TypeVar("_T")


class AxFailure(Exception):
    """A call failed; ``code`` is the AXError."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Denied(AxFailure):
    """The application forbids access, though the user allows it to this process (kAXErrorAPIDisabled)."""


class Hung(AxFailure):
    """The application did not answer in time, or is ending (kAXErrorCannotComplete)."""


class Stale(AxFailure):
    """The element does not exist any more (kAXErrorInvalidUIElement)."""


class AxCalls:
    """Makes calls of the accessibility API. ``close`` ends the thread.

    Args:
        system: the module ``ApplicationServices``.
    """

    def __init__(self, system: Any) -> None:  # noqa: ANN401  # a module
        self.system = system
        self._worker = Worker("uidiff-ax")

    # ------------------------------------------------------------------ asking

    def facts(self, handle: AxHandle, names: Sequence[str] = ATTRIBUTES, *, deadline: float = inf) -> AxFacts:
        """Get the attributes of an element by one call.

        Raises:
            Hung, Stale, Denied, AxFailure: the call failed.
            PermissionNeeded: this process has no access.
            ReadTimeout: the deadline came first.
        """
        system = self.system

        def ask() -> AxFacts:
            code, values = system.AXUIElementCopyMultipleAttributeValues(handle.ref, names, 0, None)
            self._expect_success(code)
            if values is None or len(values) != len(names):  # the values cannot be assigned to names
                raise AxFailure(system.kAXErrorFailure)
            facts = facts_of(system, names, values)
            error = facts.errors.get("AXRole", system.kAXErrorSuccess)
            if error in (system.kAXErrorInvalidUIElement, system.kAXErrorCannotComplete):
                self._expect_success(error)  # the element was removed, or its application hung, within the call
            return facts

        return self._answer(handle, ask, deadline)

    def actions(self, handle: AxHandle) -> tuple[str, ...]:
        """Get the system actions that an element has now."""

        def ask() -> tuple[str, ...]:
            code, names = self.system.AXUIElementCopyActionNames(handle.ref, None)
            self._expect_success(code)
            return tuple(map(str, names or ()))

        return self._answer(handle, ask)

    def perform(self, handle: AxHandle, action: str) -> None:
        """Do a system action."""
        self._answer(handle, lambda: self._expect_success(self.system.AXUIElementPerformAction(handle.ref, action)))

    def set(self, handle: AxHandle, name: str, value: object) -> None:
        """Set an attribute."""
        self._answer(
            handle, lambda: self._expect_success(self.system.AXUIElementSetAttributeValue(handle.ref, name, value))
        )

    def local(self, ask: Callable[[], _T]) -> _T:
        """Make a call that no application has to answer, in the same thread."""
        return self._worker.run(lambda: self._pooled(ask), time.monotonic() + CALL_TIMEOUT + _FAREWELL)

    def close(self) -> None:
        """End the thread. May be called again."""
        self._worker.close()

    # ---------------------------------------------------------------- elements

    def application(self, pid: int) -> AxHandle:
        """Make the element of a process, which need not exist."""
        return AxHandle(self.system.AXUIElementCreateApplication(pid), self.system)

    def pid(self, handle: AxHandle) -> int:
        """The process id of an element, without a call to the process.

        Raises:
            Stale, AxFailure: the element has no process.
        """
        code, pid = self.system.AXUIElementGetPid(handle.ref, None)
        self._expect_success(code)
        return int(pid)

    # ----------------------------------------------------------------- insides

    def _answer(self, handle: AxHandle, ask: Callable[[], _T], deadline: float = inf) -> _T:
        """Make a call, within :data:`CALL_TIMEOUT` and the deadline."""
        left = min(CALL_TIMEOUT, deadline - time.monotonic())
        if left <= 0:
            raise late()

        def call() -> _T:
            self.system.AXUIElementSetMessagingTimeout(handle.ref, max(left, _LEAST_TIMEOUT))
            try:
                return ask()
            finally:
                self.system.AXUIElementSetMessagingTimeout(handle.ref, _USUAL_TIMEOUT)

        until = time.monotonic() + CALL_TIMEOUT + _FAREWELL
        return self._worker.run(lambda: self._pooled(call), min(deadline, until))

    def _pooled(self, call: Callable[[], _T]) -> _T:
        """Make a call within an autorelease pool, which a thread does not have by itself."""
        pool = self.system.NSAutoreleasePool.alloc().init()
        try:
            return call()
        finally:
            del pool

    def _expect_success(self, code: int) -> None:
        system = self.system
        if code == system.kAXErrorSuccess:
            return
        if code == system.kAXErrorCannotComplete:
            raise Hung(code)
        if code == system.kAXErrorInvalidUIElement:
            raise Stale(code)
        if code == system.kAXErrorAPIDisabled:
            expect_trust(system)
            raise Denied(code)
        raise AxFailure(code)
