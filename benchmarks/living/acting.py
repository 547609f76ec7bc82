"""Plays the scenarios of acting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

import benchmarks.living.scenarios  # noqa: F401  # it registers them
from benchmarks.living.drivers import Driver, SessionDriver
from benchmarks.living.site import Site
from benchmarks.living.stage import KINDS, SCENARIOS, Fault, Scenario, Stage
from benchmarks.report import Report

__all__ = ["REPEATED", "Played", "add_acting", "play", "played"]

REPEATED = "100 presses"
"""How the names of scenarios begin of which one action in a hundred may fail."""


@attrs.frozen
class Played:
    """How a scenario ended; ``refusals`` are the seconds of each refusal."""

    scenario: Scenario
    actions: int
    faults: tuple[Fault, ...]
    refusals: tuple[float, ...] = ()

    @property
    def succeeded(self) -> int:
        return self.actions - sum(fault.kind in {"wrong", "denied", "claimed", "refused"} for fault in self.faults)

    def line(self) -> str:
        """The scenario as one line, each fault as a further one."""
        lines = [f"{'BAD ' if self.faults else 'ok  '} {self.scenario.group}: {self.scenario.name}"]
        counted = Counter(f"{KINDS[fault.kind]}: {fault.detail}" for fault in self.faults)
        return "\n".join([*lines, *(f"       {text}" for text in list(counted)[:3])])


def played(site: Site, browser: Any, *, only: str = "") -> Iterator[Played]:  # noqa: ANN401  # a Browser
    """Play the scenarios whose names have ``only`` in them, each on a page of its own, by sessions of uidiff."""
    for one in SCENARIOS:
        if only not in f"{one.group}: {one.name}":
            continue
        context = browser.new_context(viewport={"width": 900, "height": 700})
        page = context.new_page()
        settle = None if one.name.startswith(REPEATED) else 0.3
        drivers = [SessionDriver(page, settle=settle)]

        def more(page: Any = page, drivers: list[SessionDriver] = drivers) -> Driver:  # noqa: ANN401  # a Page
            drivers.append(SessionDriver(page))
            return drivers[-1]

        yield play(one, Stage(drivers[0], site, more, page=page))
        for driver in drivers:
            driver.close()
        context.close()


def play(one: Scenario, stage: Stage) -> Played:
    """Play one scenario; an error of it is a fault."""
    try:
        one.play(stage)
    except Exception as error:  # noqa: BLE001  # whatever the tool raises where it reads
        stage.fault("other", f"{type(error).__name__}: {error}"[:300])
    return Played(one, stage.actions, tuple(stage.faults), tuple(stage.refusals))


def add_acting(report: Report, found: Sequence[Played]) -> None:
    """Add the tables and targets."""
    groups = list(dict.fromkeys(one.scenario.group for one in found))
    rows: list[list[object]] = []
    for group, own in [
        *((group, [one for one in found if one.scenario.group == group]) for group in groups),
        ("**all**", found),
    ]:
        kinds = Counter(fault.kind for one in own for fault in one.faults)
        rows.append([group, len(own), sum(not one.faults for one in own), *(kinds[kind] for kind in KINDS)])
    report.table("Scenarios of acting", ("group", "scenarios", "as they had to", *KINDS.values()), rows)
    bad = [[one.scenario.name, KINDS[one.faults[0].kind]] for one in found if one.faults]
    if bad:
        report.table("Scenarios that did not end as they had to", ("scenario", "first fault"), bad)
    report.target("scenarios", len(found), 40, at_least=True)
    report.target("scenarios that did not end as they had to", len(bad), 0)
    for kind in ("wrong", "denied", "claimed"):
        report.target(KINDS[kind], _count(found, kind), 0)
    for one in found:
        if one.scenario.name.startswith(REPEATED):
            report.target(f"succeeded of {one.scenario.name}", one.succeeded, 99, at_least=True)


def _count(found: Iterable[Played], kind: str) -> int:
    return sum(fault.kind == kind for one in found for fault in one.faults)
