"""Shows every operation of every application by its renderers, and reads each step with a session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypedDict

import uidiff
from benchmarks.living.pair import IGNORED, Pair, Sight
from benchmarks.living.site import Site
from benchmarks.living.truth import truth_of

__all__ = ["RENDERERS", "pairs", "source_of"]

RENDERERS = {
    "plain": ("by hand", "innerHTML", "innerHTML, ids", "item again"),
    "react": ("react, keys", "react, no keys", "react, mounted again"),
    "vue": ("vue, keys", "vue, no keys"),
    "svelte": ("svelte, keys", "svelte, no keys"),
    "lit": ("lit, repeat", "lit, map"),
    "morph": ("morphdom", "morphdom, ids", "idiomorph", "idiomorph, ids"),
    "htmx": ("htmx, innerHTML", "htmx, innerMorph", "htmx, innerMorph, ids"),
}
"""The renderers by their files in pages/renderers; those of "plain" need no package."""

EVERY = 5
"""An operation is shown by every fifth renderer, the next one by those behind them: each meets each kind of page."""


class Operation(TypedDict):
    """What a page says of an operation: its names, how many steps it has, and whether the last brings things back."""

    app: str
    operation: str
    steps: int
    back: bool


def pairs(site: Site, page: Any, *, files: tuple[str, ...] = tuple(RENDERERS), only: str = "") -> Iterator[Pair]:  # noqa: ANN401  # a Page
    """Yield the pairs whose names have ``only`` in them.

    Args:
        site: where the pages are.
        page: to show them in, of Playwright's sync API.
        files: the files of the renderers; all but "plain" have to be bundled (``site.built``).
        only: a part of a name.
    """
    renderers = [(file, renderer) for file in RENDERERS for renderer in RENDERERS[file]]
    for turn, (file, renderer) in enumerate(renderers):
        if file not in files:
            continue
        address = site.page(f"pair.html?from={source_of(renderer)}")
        _open(page, address)
        operations: list[Operation] = page.evaluate("operations()")
        for number, operation in enumerate(operations):
            name = f"{operation['app']}: {operation['operation']} ({renderer})"
            if (number + turn) % EVERY == 0 and only in name:
                _open(page, address)
                yield from _steps(page, renderer, operation, name)


def source_of(renderer: str) -> str:
    """The address of the file of a renderer, below that of the site."""
    file = next(file for file, renderers in RENDERERS.items() if renderer in renderers)
    return f"/renderers/{file}.mjs" if file == "plain" else f"/built/renderers/{file}.mjs"


def _open(page: Any, address: str) -> None:  # noqa: ANN401  # a Page
    page.goto(address)
    page.wait_for_function("window.loaded")


def _steps(page: Any, renderer: str, operation: Operation, name: str) -> Iterator[Pair]:  # noqa: ANN401  # a Page
    page.evaluate("given => begin(...given)", [renderer, operation["app"], operation["operation"]])
    with uidiff.Session("web", page, ignore=IGNORED, timeout=30) as ui:
        first = before = _seen(page, ui.describe())
        for step in range(1, operation["steps"] + 1):
            page.evaluate("step()")
            report = ui.describe()
            after = _seen(page, report)
            back = operation["back"] and step == operation["steps"]
            numbered = f"{name} {step}" if operation["steps"] > 1 else name
            yield Pair(numbered, before, after, first if back else None, report.delta)
            before = after


def _seen(page: Any, report: uidiff.Report) -> Sight:  # noqa: ANN401  # a Page
    return Sight(report.snapshot, truth_of(page, report.snapshot), tuple(report.refs.numbers))
