"""A scenario of acting, and how it is judged: by what the page says that it received."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import attrs

from benchmarks.living.drivers import Driver, Outcome
from benchmarks.living.site import Site

__all__ = ["KINDS", "SCENARIOS", "Fault", "Play", "Scenario", "Stage", "scenario"]

KINDS = {
    "wrong": "acted on a wrong element",
    "forced": "acted on what takes no action",
    "denied": "done, and reported as not done",
    "claimed": "not done, and reported as done",
    "refused": "not done, though it could have been",
    "cause": "refused without its cause",
    "late": "told too late",
    "other": "something else than what had to happen",
}
"""What may be wrong with the answer to an action."""

AT_ONCE = 3.0
"""Seconds in which a refusal has to come: a machine under load answers a read within one."""

SOON = 20.0
"""Seconds in which anything has to come."""


@attrs.frozen
class Fault:
    """Something that went wrong, as a word of KINDS, and what was said and received."""

    kind: str
    detail: str


@attrs.frozen
class _Wanted:
    """What has to happen, as :meth:`Stage.act` takes it."""

    does: Sequence[str] | None
    refuses: str | None
    meant: str

    def allows(self, entry: str) -> bool:
        """Whether the page may receive this; a field may also be emptied before it is typed into."""
        known = {each.removesuffix("?") for each in self.does or ()}
        return entry in known or (entry.startswith("type ") and any(each.startswith(entry) for each in known))

    def all_in(self, received: Sequence[str]) -> bool:
        """Whether the page has received everything that it has to."""
        return self.does is not None and all(each in received for each in self.does if not each.endswith("?"))


NOTHING = Outcome(done=False, said="", seconds=0.0)


@attrs.define(eq=False)
class Stage:
    """Where a scenario takes place.

    Attributes:
        driver: what acts.
        site: where the pages are, and the log of what they received.
        more: makes another driver on the same page, if the tool can.
        faults: what went wrong so far.
        actions: how many actions were judged.
        refusals: the seconds of the refusals among them.
    """

    driver: Driver
    site: Site
    more: Callable[[], Driver] | None = None
    faults: list[Fault] = attrs.field(factory=list)
    actions: int = 0
    refusals: list[float] = attrs.field(factory=list)
    last: Outcome = attrs.field(default=NOTHING)
    page: Any = None  # of Playwright, where the driver has one
    _after: str = ""

    def open(self, name: str) -> str:
        """Show a page, and read it."""
        self.driver.open(self.site.page(f"acting/{name}"))
        self.site.log.clear()
        return self.driver.read()

    def act(
        self,
        action: str,
        ref: str | None = None,
        value: str | None = None,
        *,
        does: Sequence[str] | None = None,
        refuses: str | None = None,
        within: float | None = None,
        meant: str = "",
        driver: Driver | None = None,
    ) -> Outcome:
        """Act, and judge the answer.

        Args:
            action, ref, value: what is done.
            does: what the page has to receive, and nothing else; an entry that ends with "?" may be missing.
            refuses: a pattern that the answer has to fit instead. With both, either is right.
            within: seconds in which the answer has to come.
            meant: the key of the element of a ref that is to be refused, if it is still that element.
            driver: what acts, if it is not the first.
        """
        before = len(self.site.log)
        self.last = outcome = (driver or self.driver).act(action, ref, value)
        received = self.site.log[before:]
        if outcome.done and not _Wanted(does, refuses, meant).all_in(received):
            time.sleep(0.3)  # what was done a moment ago is on its way
            received = self.site.log[before:]
        self.actions += 1
        wanted = _Wanted(does, refuses, meant)
        self._judge(f"{action} {ref}", outcome, received, wanted)
        self._after = (driver or self.driver).after()
        if not outcome.done and not received:
            self.refusals.append(outcome.seconds)
        limit = within or (SOON if refuses is None or does is not None else AT_ONCE)
        if outcome.seconds > limit:
            self.fault("late", f"{action}: {outcome.seconds:.1f} s, not {limit:g}")
        return outcome

    def _judge(self, what: str, outcome: Outcome, received: list[str], wanted: _Wanted) -> None:
        told = f"{what}: received {received}, told {outcome.said[:200]!a}"
        if not all(map(wanted.allows, received)):
            same = wanted.meant and all(entry.split(" ", 1)[1].startswith(wanted.meant) for entry in received)
            self.fault("forced" if same else "wrong", told)
        elif outcome.unknown and wanted.does is not None:
            pass
        elif outcome.done:
            if not wanted.all_in(received):
                self.fault("claimed", told)
        elif received:
            self.fault("denied", told)
        elif wanted.refuses is None:
            self.fault("refused", told)
        elif not re.search(wanted.refuses, outcome.said, re.IGNORECASE):
            self.fault("cause", f"{told}; expected {wanted.refuses!a}")

    def told(self) -> str:
        """The answer to the last action, with what an agent reads after it."""
        return f"{self.last.said}\n{self._after}"

    def expect(self, holds: object, what: str) -> None:
        """Note a fault unless something holds."""
        if not holds:
            self.fault("other", f"{what}; told {self.last.said[:200]!a}")

    def fault(self, kind: str, detail: str) -> None:
        assert kind in KINDS
        self.faults.append(Fault(kind, detail))

    def until(self, holds: Callable[[], object], seconds: float = 20) -> bool:
        """Wait until something holds; while the page goes elsewhere, its scripts fail."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(Exception):
                if holds():
                    return True
                self.driver.script("new Promise((done) => setTimeout(done, 50))")
        return False


Play: TypeAlias = Callable[[Stage], None]


@attrs.frozen
class Scenario:
    """One scenario: its name, what happens, and why no peer can play it, if so."""

    name: str
    group: str
    play: Play
    only_ours: str = ""


SCENARIOS: list[Scenario] = []


def scenario(name: str, *, only_ours: str = "") -> Callable[[Play], Play]:
    """Register a scenario.

    Args:
        name: what has to happen, in words.
        only_ours: why no peer can play it.
    """

    def register(play: Play) -> Play:
        group = play.__module__.rpartition(".")[2].replace("_", " ")
        SCENARIOS.append(Scenario(name, group, play, only_ours))
        return play

    return register
