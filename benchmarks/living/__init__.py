"""Living pages: pages that change by their own scripts, read and acted on by a session (see README.md).

``python -m benchmarks living`` runs all of it and writes the results; ``python -m benchmarks.living`` runs parts.
It needs Chromium, and Node.js with npm for the frameworks.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.chromium import browser
from benchmarks.living.acting import Played, add_acting, played
from benchmarks.living.drivers import SessionDriver
from benchmarks.living.equal_reads import ComparedReads, add_reads, compared_reads
from benchmarks.living.figures import figures_of, figures_of_peer
from benchmarks.living.forty import PAGES, Used, add_forty, use
from benchmarks.living.modal import add_modal
from benchmarks.living.pair_report import Row, add_pairs, row_of
from benchmarks.living.pairs import pairs
from benchmarks.living.peers import Row as PeerRow
from benchmarks.living.peers import add_peers, rows_of
from benchmarks.living.recorded import recorded_pairs, write_pairs
from benchmarks.living.site import BUILD, built, site
from benchmarks.report import Report

__all__ = [
    "record",
    "run",
    "run_acting",
    "run_forty",
    "run_modal",
    "run_pairs",
    "run_peers",
    "run_reads",
    "run_recorded",
]


def run() -> Report:
    report = Report("Living pages: one identity from reading to acting")
    add_pairs(report, run_pairs())
    run_modal(report)
    found = run_acting()
    add_acting(report, found)
    add_forty(report, run_forty())
    add_reads(report, run_reads())
    add_peers(report, run_peers(found, kept=True))
    return report


def run_pairs(only: str = "") -> list[Row]:
    """The pairs whose names have ``only`` in them, each judged."""
    built()
    with site() as where, browser() as chromium:
        return [row_of(pair) for pair in pairs(where, chromium.new_page(), only=only)]


def run_recorded(only: str = "") -> list[Row]:
    """The recorded pairs with ``only`` in their names, as ``uidiff.diff`` tells them with the browser's ids."""
    found = (one for one in recorded_pairs() if only in one.pair.name)
    return [row_of(one.pair, (one.least, one.shorter)) for one in found]


def record() -> int:
    """Write the recorded pairs again, from a browser; return how many there are."""
    built()
    with site() as where, browser() as chromium:
        return write_pairs(pairs(where, chromium.new_page()))


def run_modal(report: Report) -> None:
    """Add the target of a modal above a large page."""
    with site() as where, browser() as chromium:
        add_modal(report, where, chromium.new_page())


def run_acting(only: str = "") -> list[Played]:
    """The scenarios whose groups or names have ``only`` in them, each played."""
    with site() as where, browser() as chromium:
        return list(played(where, chromium, only=only))


def run_peers(found: Sequence[Played], only: str = "", *, kept: bool = False) -> list[PeerRow]:
    """Measure both tools; ``found`` is how the scenarios ended for uidiff.

    ``kept``: take the figures of agent-browser from the last run that was asked to keep them.
    """
    built()
    with site() as where, browser() as chromium:
        theirs = figures_of_peer(where, only, BUILD / "agent-browser.json" if kept else None)
        driver = SessionDriver(chromium.new_page(viewport={"width": 900, "height": 700}))
        rows = rows_of(figures_of(driver, where, found, only), theirs)
        driver.close()
    return rows


def run_forty(only: str = "") -> list[Used]:
    """The pages of the renderers with ``only`` in their names, each used for forty steps."""
    built()
    with site() as where, browser() as chromium:
        return [use(where, chromium.new_page(), renderer) for renderer in PAGES if only in renderer]


def run_reads(only: str = "") -> ComparedReads:
    """Pairs, scenarios and steps once more, with each read compared with whole ones; how they end is not judged."""
    with compared_reads() as found:
        run_pairs(only)
        run_acting(only)
        run_forty(only)
    return found
