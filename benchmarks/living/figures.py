"""What one tool came to: the measures of reading, and how the scenarios ended."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

import attrs

from benchmarks.living.acting import Played, play
from benchmarks.living.agent_browser import agent_browser
from benchmarks.living.drivers import Driver
from benchmarks.living.pairs import RENDERERS
from benchmarks.living.reading import Measure, changes_told, clickables, facts_told, hidden, kept_by, modal, tokens
from benchmarks.living.site import Site
from benchmarks.living.stage import SCENARIOS, Fault, Scenario, Stage

__all__ = ["LESS", "Figures", "figures_of", "figures_of_peer", "read"]

MODAL = "reading/modal.html"
SORT = "rows.append(...[...rows.rows].sort((a, b) => a.cells[2].textContent - b.cells[2].textContent))"

LESS = "tokens: "
"""How the names of measures begin of which less is better."""

Measures: TypeAlias = Mapping[str, Callable[[Driver], Measure]]


@attrs.frozen
class Figures:
    """What a tool came to.

    Attributes:
        measures: by their names.
        played: the scenarios, in their order.
    """

    measures: Mapping[str, Measure]
    played: Sequence[Played]

    def to_json(self) -> str:
        played = [
            [one.scenario.name, one.actions, [[fault.kind, fault.detail] for fault in one.faults], one.refusals]
            for one in self.played
        ]
        return json.dumps({"measures": self.measures, "played": played}, indent=1, ensure_ascii=False)

    @classmethod
    def of_json(cls, text: str) -> Figures:
        value = json.loads(text)
        known: dict[str, Scenario] = {one.name: one for one in SCENARIOS}
        played = [
            Played(known[name], actions, tuple(Fault(*fault) for fault in faults), tuple(refusals))
            for name, actions, faults, refusals in value["played"]
        ]
        return cls({name: tuple(measure) for name, measure in value["measures"].items()}, played)


def _measures(site: Site) -> Measures:
    def said(*changes: str) -> Callable[[Driver], Measure]:
        return lambda driver: tokens(driver, site.page(MODAL), *changes)

    def kept(operation: str) -> Callable[[Driver], Measure]:
        def of(driver: Driver) -> Measure:
            found = [kept_by(driver, site, one, "todo", operation) for each in RENDERERS.values() for one in each]
            return sum(one for one, *_ in found), sum(of for _, of, _ in found), ""

        return of

    return {
        "tokens: a page of 667 elements, read first": said(),
        "tokens: nothing changed": said("0"),
        "tokens: a modal opened and closed over 667 elements": said("ask.showModal()", "ask.close()"),
        "tokens: one value of 667 elements changed": said("rows.rows[3].cells[2].textContent = '99'"),
        "tokens: one of 64 rows was removed": said("rows.rows[3].remove()"),
        "tokens: 64 rows were sorted": said(SORT),
        "refs kept: behind a modal that was opened and closed": partial(modal, site=site),
        "refs kept: hidden in eight ways and shown again": partial(hidden, site=site),
        "refs kept: a list of to-dos, one checked, by 20 renderers": kept("toggle"),
        "refs kept: a list of to-dos, one put first, by 20 renderers": kept("add first"),
        "refs kept: a list of to-dos, sorted, by 20 renderers": kept("sort"),
        "clickables without a role that can be pressed by a ref": partial(clickables, site=site),
        "kinds of change that are told at all": partial(changes_told, site=site),
        "facts told without the whole page": partial(facts_told, site=site),
    }


def read(driver: Driver, site: Site, only: str = "") -> dict[str, Measure]:
    """Take the measures with ``only`` in their names."""
    return {what: measure(driver) for what, measure in _measures(site).items() if only in what}


def figures_of(driver: Driver, site: Site, played: Iterable[Played], only: str = "") -> Figures:
    """The figures of a tool whose scenarios were played; those that no peer can play are left out."""
    return Figures(read(driver, site, only), [one for one in played if not one.scenario.only_ours])


def figures_of_peer(site: Site, only: str = "", kept: Path | None = None) -> Figures:
    """The figures of agent-browser.

    Args:
        site: where the pages are.
        only: a part of the names of the measures and scenarios that are taken.
        kept: the figures of an earlier run, if there was one; else those of a whole run are written there.
    """
    if kept is not None and kept.exists():
        return Figures.of_json(kept.read_text(encoding="utf-8"))
    with agent_browser() as driver:
        played = [
            play(one, Stage(driver, site))
            for one in SCENARIOS
            if not one.only_ours and only in f"{one.group}: {one.name}"
        ]
        figures = Figures(read(driver, site, only), played)
    if kept is not None and not only:
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(figures.to_json(), encoding="utf-8")
    return figures
