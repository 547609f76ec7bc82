"""The calls to other applications: each in a thread of its own, with a time within which it has to be answered."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, TypeVar

from uidiff.backends.ax.facts import ATTRIBUTES, AxFacts, facts_of
from uidiff.backends.ax.handles import AxHandle
from uidiff.backends.ax.system import expect_trust
from uidiff.backends.worker import Worker
from uidiff.errors import ReadTimeout

__all__ = ["CALL_TIMEOUT", "AxCalls", "AxFailure", "Denied", "Hung", "Stale"]

CALL_TIMEOUT = 1.0
"""Seconds that an application has to answer one call, if nothing less is left. The system's own limit is about 6."""

_USUAL_TIMEOUT = 0.0
"""Gives an element back the limit of the process (AXUIElement.h). A limit is that of one reference: not of what is
below it, and not of the process, whose limit is its owner's to set."""

_LEAST_TIMEOUT = 0.01
"""Seconds; as 0 is something else."""

_FAREWELL = 1.0
"""Seconds after which a call is left behind that is not answered and does not end by itself either."""

_T = TypeVar("_T")


class AxFailure(Exception):
    """A call that failed; ``code`` is the system's, an AXError."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Denied(AxFailure):
    """The application lets nobody read it, though the user allows this process to (kAXErrorAPIDisabled)."""


class Hung(AxFailure):
    """The application did not answer in time, or is ending (kAXErrorCannotComplete)."""


class Stale(AxFailure):
    """The element is not there any more (kAXErrorInvalidUIElement)."""


class AxCalls:
    """Calls of the accessibility API that other processes answer. ``close`` ends the thread.

    Args:
        system: the module.
    """

    def __init__(self, system: Any) -> None:  # noqa: ANN401  # a module
        self.system = system
        self._worker = Worker("uidiff-ax")

    # ------------------------------------------------------------------ asking

    def facts(self, handle: AxHandle, names: Sequence[str] = ATTRIBUTES, *, deadline: float = inf) -> AxFacts:
        """The attributes of an element, by one call.

        Raises:
            Hung, Stale, Denied, AxFailure: why there are none.
            PermissionNeeded: this process may not ask.
            ReadTimeout: the deadline came first.
        """
        system = self.system

        def ask() -> AxFacts:
            code, values = system.AXUIElementCopyMultipleAttributeValues(handle.ref, names, 0, None)
            self._expect_success(code)
            if values is None or len(values) != len(names):  # nobody could say which value is whose
                raise AxFailure(system.kAXErrorFailure)
            facts = facts_of(system, names, values)
            error = facts.errors.get("AXRole", system.kAXErrorSuccess)
            if error in (system.kAXErrorInvalidUIElement, system.kAXErrorCannotComplete):
                self._expect_success(error)  # it went, or its application began to hang, within the call
            return facts

        return self._answer(handle, ask, deadline)

    def actions(self, handle: AxHandle) -> tuple[str, ...]:
        """The actions that an element has now."""

        def ask() -> tuple[str, ...]:
            code, names = self.system.AXUIElementCopyActionNames(handle.ref, None)
            self._expect_success(code)
            return tuple(map(str, names or ()))

        return self._answer(handle, ask)

    def perform(self, handle: AxHandle, action: str) -> None:
        """Do one of them."""
        self._answer(handle, lambda: self._expect_success(self.system.AXUIElementPerformAction(handle.ref, action)))

    def set(self, handle: AxHandle, name: str, value: object) -> None:
        """Give an attribute another value."""
        self._answer(
            handle, lambda: self._expect_success(self.system.AXUIElementSetAttributeValue(handle.ref, name, value))
        )

    def local(self, ask: Callable[[], _T]) -> _T:
        """What a call gives that no application has to answer; it is made in the same thread."""
        return self._worker.run(lambda: self._pooled(ask), time.monotonic() + CALL_TIMEOUT + _FAREWELL)

    def close(self) -> None:
        """End the thread. It may be called again."""
        self._worker.close()

    # ---------------------------------------------------------------- elements

    def application(self, pid: int) -> AxHandle:
        """The element of a process, whether there is such a process or not."""
        return AxHandle(self.system.AXUIElementCreateApplication(pid), self.system)

    def pid(self, handle: AxHandle) -> int:
        """The process of an element; it is not asked.

        Raises:
            Stale, AxFailure: the element is of none.
        """
        code, pid = self.system.AXUIElementGetPid(handle.ref, None)
        self._expect_success(code)
        return int(pid)

    # ----------------------------------------------------------------- insides

    def _answer(self, handle: AxHandle, ask: Callable[[], _T], deadline: float = inf) -> _T:
        """What an application answers, within the time that one call has, and what is left until the deadline."""
        left = min(CALL_TIMEOUT, deadline - time.monotonic())
        if left <= 0:
            raise ReadTimeout("the window was not read in time: give it longer, or read again when it is less busy")

        def call() -> _T:
            self.system.AXUIElementSetMessagingTimeout(handle.ref, max(left, _LEAST_TIMEOUT))
            try:
                return ask()
            finally:
                self.system.AXUIElementSetMessagingTimeout(handle.ref, _USUAL_TIMEOUT)

        until = time.monotonic() + CALL_TIMEOUT + _FAREWELL
        return self._worker.run(lambda: self._pooled(call), min(deadline, until))

    def _pooled(self, call: Callable[[], _T]) -> _T:
        """A thread has no pool of its own that would let go of what the system made for the call."""
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
