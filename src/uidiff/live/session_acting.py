"""The verb ``act`` of the sync and the async session."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from uidiff.backends.protocol import WINDOW_ACTIONS
from uidiff.diffing.refs import number_of_ref
from uidiff.errors import BackendError, NotActionable
from uidiff.formats.report import Report
from uidiff.live.acting import Deed, act
from uidiff.live.core import SessionCore
from uidiff.live.plans import checked_seconds
from uidiff.live.refusals import expect_taken
from uidiff.live.settings import Question
from uidiff.live.steps import Plan
from uidiff.model.element import Element

__all__ = ["SETTLE", "WAIT", "SessionActing"]

SETTLE = 0.3
"""Seconds for which nothing may change after an action before it is answered."""

WAIT = 10.0
"""Seconds to wait for something by default."""

_FUNCTION = 'act takes a function, or the name of an action and a ref: ui.act("press", "e12")'


class SessionActing:
    """The part of a session that acts."""

    _backend: Any
    _core: SessionCore

    def _target(self, given: object) -> object:
        raise NotImplementedError

    def _done(self, do: Callable[..., object], *given: object, typed: str | None = None, target: object = None) -> Any:  # noqa: ANN401
        raise NotImplementedError

    def _act(
        self,
        action: Callable[[], object] | str,
        ref: str | int | None = None,
        value: str | None = None,
        *,
        target: object = None,
        fresh: bool = False,
        settle: float | None = SETTLE,
        timeout: float = WAIT,
    ) -> Plan[Report]:
        """Act, wait until the window is quiet, and answer with what changed since the last answer.

            ui.act(lambda: page.keyboard.press("Enter"))
            ui.act("press", "e12")
            ui.act("goto", value="https://example.org")

        An action by name is done only if the element still is what the reader was told. If its live object is gone, the
        window is read again, and the element found by its identity. ``report.effect`` says what was seen.

        Args:
            action: a function, or the name of an action, which the backend does.
            ref, value: the element, and what the action needs: the text to type. Without an element the action is the
                window's: "key", "scroll", "back", "goto" and others, as the backend has them.
            target: what is read, if it is not the session's.
            fresh: read the window before the action, and answer with what changed since then. Without it the answer
                includes what happened between the last answer and the action.
            settle: seconds for which nothing may change before it is read; None: read at once. Where nothing came of
                the action, and the backend knows that nothing is under way, 0.15 seconds do.
            timeout: seconds after which it is read all the same; ``report.settled`` is False then. For as long an
                element is found again that dies each time before the action.

        Raises:
            StaleRef: the element of ``ref`` was removed, or is another one now; nothing was done.
            NotActionable: it is disabled, covered or the like, or there is no such action; nothing was done.
            BackendError: the backend cannot act, or the window could not be read; the message says whether the action
                was done.
            Whatever a function raises; the baseline is as it was then.
        """
        if not isinstance(action, str):
            if ref is not None or value is not None:
                raise TypeError(_FUNCTION)
            deed = Deed(do=lambda _: action(), loading=self._asking("loading"), busy=self._asking("busy"))
        else:
            deed = self._deed(action, ref, value, self._target(target))
        return self._acting(deed, self._core.settings.usual, target, fresh=fresh, settle=settle, timeout=timeout)

    def _acting(
        self,
        deed: Deed,
        question: Question,
        target: object,
        *,
        fresh: bool,
        settle: float | None,
        timeout: float,
    ) -> Plan[Report]:
        return act(
            self._core,
            self._target(target),
            deed,
            question=question,
            fresh=fresh,
            quiet=None if settle is None else checked_seconds("settle", settle),
            timeout=checked_seconds("timeout", timeout),
        )

    def _asking(self, method: str) -> Callable[[str], object] | None:
        """Asks a backend that has the method about the window of a key."""
        asked = getattr(self._backend, method, None)
        return partial(self._done, asked) if callable(asked) else None

    def _deed(self, action: str, ref: str | int | None, value: str | None, target: object) -> Deed:
        """What is to be done by the name of an action."""
        if ref is None:
            steer = getattr(self._backend, "act_window", None)
            if action not in WINDOW_ACTIONS or not callable(steer):
                known = ", ".join(WINDOW_ACTIONS) if callable(steer) else "no actions"
                problem = f"{ascii(action)[:80]} needs the ref of an element"
                raise NotActionable("no element", problem, f"give one, such as e12; of a window there are {known}")
            do = lambda _: self._done(steer, target, action, value, typed=value)  # noqa: E731  # as below
            return Deed(do=do, said=action, loading=self._asking("loading"), busy=self._asking("busy"))
        number = number_of_ref(ref)
        compares = getattr(self._backend, "compares", False)
        by_name = getattr(self._backend, "act", None)
        if not callable(by_name):
            raise BackendError(f"the backend {self._backend.name!a} cannot act: act by ui.handle(ref) yourself")

        def with_element(element: Element | None) -> object:
            if not compares and element is not None:
                expect_taken(element, action)
            return self._done(by_name, element, action, value, typed=value)

        said = f"{action} e{number}"
        loading, busy = self._asking("loading"), self._asking("busy")
        return Deed(do=with_element, ref=number, said=said, look=not compares, loading=loading, busy=busy)
