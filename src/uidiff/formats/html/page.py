"""The format ``html`` and ``uidiff.write_html``: one page for a person, in one file that loads nothing.

A page is a timeline of steps (see ``page_steps``). Its policy allows only its own script and style sheet.
"""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from html import escape
from importlib import resources
from math import isfinite
from pathlib import Path
from typing import ClassVar, Protocol

import attrs

from uidiff._version import __version__
from uidiff.diffing.ignoring import IgnoreOption, checked_ignore
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff, diff
from uidiff.formats.html.page_steps import CARRIED, PageStep, change_step, embedded, failed_step, first_step, shown
from uidiff.formats.json_text import refuse_budget
from uidiff.formats.options import RenderOptions
from uidiff.matching.strategies import MatcherOption, resolve_matcher
from uidiff.model.files import replacing
from uidiff.model.snapshot import Snapshot
from uidiff.model.states import BOOLEAN_STATES

__all__ = ["TEXT_BUDGET", "FailedRead", "HtmlFormat", "write_html"]

_SCRIPTS = ("data.js", "compare.js", "dom.js", "lists.js", "wireframe.js", "details.js", "trees.js", "page.js")
"""The parts of the script in order: later ones use earlier ones."""

_POLICY = "default-src 'none'; style-src {}; script-src {}; base-uri 'none'; form-action 'none'"
"""Allows one style sheet and one script, each by its hash; nothing may be loaded or sent."""


def _pieces(title: str, steps: Iterable[PageStep]) -> Iterator[str]:
    """Yield a page piece by piece; written steps are not kept."""
    yield _start().replace("{title}", escape(shown(title) or ""))
    yield _block("config", {"columns": CARRIED, "booleans": sorted(BOOLEAN_STATES)})
    for step in steps:
        yield _block("head", step.head)
        if step.body is not None:
            yield _block("body", step.body, step.head["n"])
    yield f"<script>{_script()}</script>\n</body>\n</html>\n"  # reads the steps above it


def _block(kind: str, value: object, number: int | None = None) -> str:
    own = "" if number is None else f' id="body-{number}"'
    return f'<script type="application/json" class="{kind}"{own}>{embedded(value)}</script>\n'


@cache
def _script() -> str:
    parts = "\n".join(map(_asset, _SCRIPTS))
    return f'(() => {{\n"use strict";\n{parts}}})();\n'


@cache
def _start() -> str:
    """Return everything before the steps; ``{title}`` is to be replaced by the title, twice."""
    style = f"\n{_asset('report.css')}"
    policy = _POLICY.format(_hash(style), _hash(_script()))
    head = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="uidiff {__version__}">
<title>{{title}}</title>
<style>{style}</style>
</head>
"""
    return head + _asset("body.html")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _asset(name: str) -> str:
    return (resources.files("uidiff.formats.html") / "assets" / name).read_text(encoding="utf-8")


TEXT_BUDGET = 2_000
"""The default budget in tokens of the ``agent`` text of a step."""


class HtmlFormat:
    """A page for a person, in one file. It takes no budget; the ``agent`` text in it has one of 2,000 tokens."""

    __api__: ClassVar[int] = 1
    holds_both: ClassVar[bool] = True
    """A page of a diff has the whole tree too, so their lengths are not compared to choose one."""

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """Return the page of a bound delta: the tree before as its first step, the changes as its second."""
        asked = _asked(options)
        first = first_step(0, delta.before, delta.refs[0], attrs.evolve(asked, outside=0))
        return _page(delta.after, [first, change_step(1, delta, asked)])

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """Return the page of one tree."""
        return _page(snapshot, [first_step(0, snapshot, refs, _asked(options))])


def _asked(options: RenderOptions) -> RenderOptions:
    refuse_budget("html", options)
    return attrs.evolve(options, budget=TEXT_BUDGET)


def _page(snapshot: Snapshot, steps: Iterable[PageStep]) -> str:
    title = snapshot.title or snapshot.window or snapshot.app or "User interface"
    return "".join(_pieces(title, steps)).removesuffix("\n")


WHOLE_EVERY = 100
"""Steps from one whole tree in the page to the next, which bounds the steps that are needed to show one."""


class FailedRead(Protocol):
    """A read that failed, as recordings have it: ``uidiff.read_recording(path).errors`` has such values."""

    @property
    def error(self) -> str:
        """What failed, in words."""

    @property
    def taken_at(self) -> float | None:
        """Unix seconds, if known."""


def write_html(
    path: str | os.PathLike[str],
    snapshots: Iterable[Snapshot | FailedRead],
    *,
    title: str | None = None,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    budget: int | None = TEXT_BUDGET,
    on_step: Callable[[int], object] | None = None,
) -> None:
    """Write the changes from snapshot to snapshot as one self-contained page, whole or not at all.

    The file loads nothing and sends nothing; texts of the user interface are data in it, never markup or code. The same
    snapshots give the same bytes. Two snapshots at a time are kept in memory.

    Args:
        path: the file. An existing file is replaced after the last snapshot is written.
        snapshots: in the order in which they were taken; failed reads may be among them, values with ``error`` and
            ``taken_at``: the timeline shows them.
        title: of the page; by default the file's name without its extension.
        matcher: pairs the elements of one snapshot with those of the next.
        ignore: fields whose changes are not reported, as in ``uidiff.diff``.
        budget: the most tokens of the ``agent`` text that each step shows beside its trees; None: no limit.
        on_step: called with the number of each written step, from 0 on.

    Raises:
        TypeError: a value that is neither a snapshot nor a failed read.
        UnknownName: no such matcher, or a name in ``ignore`` that is no field.
        ValueError: a budget that is too small, or no number.
        OSError: as the system raises it.
    """
    if title is not None and type(title) is not str:
        raise TypeError(f"title must be text, got {type(title).__name__}")
    resolve_matcher(matcher)  # refuse wrong options before there is a file
    asked = checked_ignore(ignore)
    options = RenderOptions(budget=budget)
    with replacing(path) as file:
        steps = _steps(snapshots, matcher, asked, options, on_step)
        for piece in _pieces(Path(path).stem if title is None else title, steps):
            file.write(piece.encode())


def _steps(
    snapshots: Iterable[Snapshot | FailedRead],
    matcher: MatcherOption,
    ignore: IgnoreOption,
    options: RenderOptions,
    on_step: Callable[[int], object] | None,
) -> Iterator[PageStep]:
    """Yield the steps; ``on_step`` is called when the next one is asked for, as the last one is written then."""
    before: Snapshot | None = None
    refs: Refs | None = None
    behind = 0  # steps since the last whole tree
    for number, given in enumerate(snapshots):
        if not isinstance(given, Snapshot):
            yield _failed(number, given)
        elif before is None or refs is None:
            before, refs = given, Refs.first(len(given))
            yield first_step(number, given, refs, options)
        else:
            behind += 1
            delta = diff(before, given, matcher=matcher, ignore=ignore, refs=refs)
            before, refs = given, delta.refs[1]
            yield change_step(number, delta, options, whole=behind % WHOLE_EVERY == 0)
        if on_step is not None:
            on_step(number)


def _failed(number: int, given: FailedRead) -> PageStep:
    error, taken_at = getattr(given, "error", None), getattr(given, "taken_at", None)
    is_time = taken_at is None or (isinstance(taken_at, int | float) and isfinite(taken_at))
    if not isinstance(error, str) or not is_time:
        raise TypeError(f"a report takes snapshots and failed reads, got {type(given).__name__}")
    return failed_step(number, error, taken_at)
