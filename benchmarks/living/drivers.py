"""What acts in a scenario: a session of uidiff, or a peer. Each has the same verbs, and says what an agent is told."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import attrs

import uidiff
from uidiff.errors import UIDiffError

__all__ = ["Driver", "Names", "Outcome", "SessionDriver", "timed"]

Names: TypeAlias = dict[tuple[str, str, int], str]
"""Refs by role, name, and which of the elements with both."""

_DONE = re.compile(r"(?<!nothing )was done", re.IGNORECASE)
_UNKNOWN = re.compile(r"\b(may|might) have been|not known whether|unknown whether", re.IGNORECASE)


@attrs.frozen
class Outcome:
    """What an agent is told of one action.

    Attributes:
        done: whether it is told that the action was done.
        said: the words.
        seconds: how long that took.
        unknown: whether it is told that nothing is known of the action.
    """

    done: bool
    said: str
    seconds: float
    unknown: bool = False


class Driver(Protocol):
    """What a scenario asks of a tool."""

    name: str

    def open(self, address: str) -> None:
        """Show a page, as the agent's own doing is not."""

    def script(self, code: str) -> Any:  # noqa: ANN401  # a JSON value
        """Run a script in the page: its own doing, of which the tool knows nothing."""

    def read(self) -> str:
        """Read the whole page, and return what the agent is told."""

    def changes(self) -> str:
        """Read the page, and return what the agent is told of it after it was read before."""

    def names(self) -> Names:
        """The elements that have a ref, by the last whole read."""

    def ref(self, role: str, name: str, nth: int = 0) -> str:
        """The ref of an element by the last read; LookupError if there is none."""

    def act(self, action: str, ref: str | None = None, value: str | None = None) -> Outcome:
        """Act by a ref, as told."""

    def after(self) -> str:
        """What an agent reads right after an action besides its answer."""


def timed(do: Callable[[], str], failures: tuple[type[Exception], ...]) -> Outcome:
    """Do something; an error of these kinds is what the agent is told."""
    start = time.monotonic()
    try:
        said, done = do(), True
    except failures as error:
        said = f"{type(error).__name__}: {error}"
        done = bool(_DONE.search(said))
    return Outcome(done, said, time.monotonic() - start, unknown=bool(_UNKNOWN.search(said)))


class SessionDriver:
    """A session of uidiff over a page of Playwright."""

    name = "uidiff"

    def __init__(self, page: Any, *, settle: float | None = 0.3) -> None:  # noqa: ANN401  # a Page
        self.page = page
        self.settle = settle
        self.ui = uidiff.Session("web", page, timeout=10)
        self.report: uidiff.Report | None = None
        page.on("dialog", lambda _: None)  # it stays open until it is answered

    def open(self, address: str) -> None:
        self.page.goto(address)

    def script(self, code: str) -> Any:  # noqa: ANN401  # a JSON value
        return self.page.evaluate(code)

    def read(self) -> str:
        self.report = self.ui.describe()
        return self.report.text

    def changes(self) -> str:
        return self.read()

    def names(self) -> Names:
        assert self.report is not None
        counts: Counter[tuple[str, str]] = Counter()
        names: Names = {}
        for element, number in zip(self.report.snapshot, self.report.refs.numbers, strict=True):
            what = (element.role, element.name or "")
            names[*what, counts[what]] = f"e{number}"
            counts[what] += 1
        return names

    def ref(self, role: str, name: str, nth: int = 0) -> str:
        names = self.names()
        if (role, name, nth) not in names:
            raise LookupError(f"no {role} {name!a} in what was read")
        return names[role, name, nth]

    def act(self, action: str, ref: str | None = None, value: str | None = None) -> Outcome:
        def do() -> str:
            self.report = self.ui.act(action, ref, value, settle=self.settle)
            return self.report.text

        return timed(do, (UIDiffError, TypeError, ValueError))

    def after(self) -> str:
        return ""  # the answer has it

    def close(self) -> None:
        self.ui.close()
