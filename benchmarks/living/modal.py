"""A modal dialog over a large page: what its coming and going costs, and whether the refs behind it live."""

from __future__ import annotations

from typing import Any

import uidiff
from benchmarks.living.site import Site
from benchmarks.report import Report
from benchmarks.tokens.counter import count

__all__ = ["ELEMENTS", "PAGE", "TOKENS", "add_modal", "refs_by_id"]

PAGE = "reading/modal.html"
ELEMENTS, TOKENS = 667, 200


def add_modal(report: Report, site: Site, page: Any) -> None:  # noqa: ANN401  # a Page
    """Add a table and the targets."""
    page.goto(site.page(PAGE))
    with uidiff.Session("web", page, timeout=30) as ui:
        first = ui.describe()
        page.evaluate("ask.showModal()")
        opened = ui.describe()
        page.evaluate("ask.close()")
        closed = ui.describe()
    before, after = refs_by_id(first), refs_by_id(closed)
    lost = sum(after.get(id_) != ref for id_, ref in before.items())
    used = count([opened.text, closed.text])
    removed = len(opened.delta.removed) if opened.delta is not None else 0
    columns = ("elements", "tokens when it opens", "when it closes", "refs lost", "removed when it opens")
    report.table("A modal dialog over a large page", columns, [[len(first.snapshot), *used, lost, removed]])
    report.target("modal: elements of the page", len(first.snapshot), ELEMENTS, at_least=True)
    report.target("modal: tokens of both answers", sum(used), TOKENS)
    report.target("modal: refs lost", lost, 0)
    report.target("modal: elements falsely said to be removed", removed, 0)


def refs_by_id(report: uidiff.Report) -> dict[str | None, int]:
    """The refs of the elements of an answer by the ids of their nodes."""
    return dict(zip(report.snapshot.columns.id, report.refs.numbers, strict=True))
