"""Calls with large answers, where the page leaves or is blocked before it has answered."""

from collections.abc import Mapping
from typing import Any

import attrs
import pytest

from uidiff.backends.web.bulk_calls import BulkCall, BulkCalls
from uidiff.backends.web.call_plans import Interrupted, SyncDriver

CALLS: list[BulkCall] = [("DOMSnapshot.captureSnapshot", {}), ("Accessibility.getFullAXTree", {"frameId": "F"})]


@attrs.define
class Unanswering:
    """A CDP session whose inner session answers nothing; what is evaluated fails."""

    error: Exception
    sent: list[str] = attrs.field(factory=list)

    def on(self, event: str, heard: object) -> None:
        """No event comes."""

    def send(self, method: str, _given: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        self.sent.append(method)
        if method == "Runtime.evaluate":
            raise self.error
        answers: dict[str, Mapping[str, Any]] = {
            "Target.getTargetInfo": {"targetInfo": {"targetId": "T"}},
            "Target.attachToTarget": {"sessionId": "S"},
        }
        return answers.get(method, {"answer": method})


def opened(error: Exception) -> tuple[Unanswering, BulkCalls, SyncDriver]:
    session, driver = Unanswering(error), SyncDriver()
    calls = BulkCalls(session)
    driver.drive(calls.open())
    session.sent.clear()
    return session, calls, driver


def test_of_a_page_that_leaves_what_is_unanswered_is_asked_as_usual() -> None:
    session, calls, driver = opened(RuntimeError("Inspected target navigated or closed"))
    assert driver.drive(calls.ask_all(CALLS)) == [{"answer": method} for method, _ in CALLS]
    assert session.sent == [*["Target.sendMessageToTarget"] * 2, "Runtime.evaluate", *(method for method, _ in CALLS)]


def test_of_a_page_that_a_dialog_blocks_nothing_more_is_asked() -> None:
    session, calls, driver = opened(Interrupted())
    with pytest.raises(Interrupted):
        driver.drive(calls.ask_all(CALLS))
    assert session.sent[-1] == "Runtime.evaluate"
