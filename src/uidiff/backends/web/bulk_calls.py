"""Calls of the DevTools protocol with large answers, which come as one text each and are parsed here.

Playwright turns an answer into objects of its own, value by value; of a large page that takes longer than the browser
does. A session that is not flat (``Target.attachToTarget`` with ``flatten: false``) gives each answer as a text, in an
event. Where a browser has no such sessions, which the protocol calls deprecated, the calls are made as usual.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any, TypeAlias

from uidiff.backends.web.call_plans import BrowserCall, CallPlan, ask, ask_all
from uidiff.backends.web.collector import collector_paused
from uidiff.errors import UIDiffError

__all__ = ["BulkCall", "BulkCalls"]

BulkCall: TypeAlias = tuple[str, Mapping[str, Any]]
"""The method and the parameters of a call."""

_NUMBER = re.compile(r'\{"id":(\d+)')


class _ProtocolError(Exception):
    """The browser refused a call."""


class BulkCalls:
    """Makes the calls of one CDP session that have large answers.

    Args:
        session: Playwright's CDPSession, sync or async.
    """

    def __init__(self, session: Any) -> None:  # noqa: ANN401  # Playwright's
        self._session = session
        self._inner: str | None = None  # the session that is not flat
        self._numbers = count(1)
        self._answers: dict[int, str | None] = {}  # by the numbers of the calls that are waited for

    def open(self) -> CallPlan[None]:
        """Attach the session for texts, if the browser has one."""
        self._session.on("Target.receivedMessageFromTarget", self._received)
        self._session.on("Target.detachedFromTarget", self._detached)
        (about,) = yield from ask_all([partial(self._session.send, "Target.getTargetInfo")])
        if not isinstance(about, Exception):
            given = {"targetId": about["targetInfo"]["targetId"], "flatten": False}
            (attached,) = yield from ask_all([partial(self._session.send, "Target.attachToTarget", given)])
            self._inner = None if isinstance(attached, Exception) else attached["sessionId"]

    def ask_all(self, calls: Sequence[BulkCall], meanwhile: Callable[[], object] = lambda: None) -> CallPlan[list[Any]]:
        """Make calls; the result or the error of each.

        Args:
            calls: the method and the parameters of each.
            meanwhile: is called while the browser works.
        """
        numbered = dict(zip(self._numbers, calls, strict=False))
        self._answers.update(dict.fromkeys(numbered))
        try:
            for number, call in numbered.items() if self._inner is not None else ():
                yield from ask(self._sending(number, *call))
            meanwhile()
            while self._inner is not None and any(self._answers[number] is None for number in numbered):
                # The page does one thing after the other: it answers this once it has answered those.
                (said,) = yield from ask_all([partial(self._session.send, "Runtime.evaluate", {"expression": "0"})])
                if isinstance(said, UIDiffError):
                    raise said
                if isinstance(said, Exception):  # the page went to another document, which ends evaluations alone
                    break
            answers = {number: self._answers[number] for number in numbered}
        finally:
            for number in numbered:
                del self._answers[number]
        plain = [partial(self._session.send, *numbered[each]) for each, text in answers.items() if text is None]
        made = iter((yield from ask_all(plain)))
        return [next(made) if text is None else _result(text) for text in answers.values()]

    def _sending(self, number: int, method: str, given: Mapping[str, Any]) -> BrowserCall:
        message = json.dumps({"id": number, "method": method, "params": given})
        return partial(self._session.send, "Target.sendMessageToTarget", {"sessionId": self._inner, "message": message})

    def _received(self, event: Mapping[str, Any]) -> None:
        found = _NUMBER.match(event["message"]) if event.get("sessionId") == self._inner else None
        if found is not None and (number := int(found[1])) in self._answers:
            self._answers[number] = event["message"]

    def _detached(self, event: Mapping[str, Any]) -> None:
        if event.get("sessionId") == self._inner:
            self._inner = None


def _result(answer: str) -> Any:  # noqa: ANN401  # as the protocol says
    with collector_paused():
        said = json.loads(answer)
    return said["result"] if "result" in said else _ProtocolError(said.get("error", {}).get("message", ""))
