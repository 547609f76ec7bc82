"""``uidiff.write_html``: successive snapshots as one page for a person."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from math import isfinite
from pathlib import Path
from typing import Protocol

from uidiff.diffing.ignoring import IgnoreOption, checked_ignore
from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import diff
from uidiff.formats.html.format import TEXT_BUDGET
from uidiff.formats.html.page import Page
from uidiff.formats.html.page_steps import PageStep, change_step, failed_step, first_step
from uidiff.formats.options import RenderOptions
from uidiff.matching.strategies import MatcherOption, resolve_matcher
from uidiff.model.files import replacing
from uidiff.model.snapshot import Snapshot

__all__ = ["FailedRead", "write_html"]

WHOLE_EVERY = 100
"""Steps from one whole tree in the page to the next, which bounds the steps that are needed to show one."""


class FailedRead(Protocol):
    """A read that failed, as recordings have it: ``uidiff.read_recording(path).errors`` has such values."""

    @property
    def error(self) -> str:
        """What failed, in words."""
        ...

    @property
    def taken_at(self) -> float | None:
        """Unix seconds, if known."""
        ...


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

        def write(piece: str) -> None:
            file.write(piece.encode())

        page = Page(write, Path(path).stem if title is None else title)
        for number, step in enumerate(_steps(snapshots, matcher, asked, options)):
            page.add(step)
            if on_step is not None:
                on_step(number)
        page.end()


def _steps(
    snapshots: Iterable[Snapshot | FailedRead],
    matcher: MatcherOption,
    ignore: IgnoreOption,
    options: RenderOptions,
) -> Iterator[PageStep]:
    before: Snapshot | None = None
    refs: Refs | None = None
    behind = 0  # steps since the last whole tree
    for number, given in enumerate(snapshots):
        if not isinstance(given, Snapshot):
            yield _failed(number, given)
            continue
        if before is None or refs is None:
            refs = Refs.first(len(given))
            yield first_step(number, given, refs, options)
        else:
            behind += 1
            delta = diff(before, given, matcher=matcher, ignore=ignore, refs=refs)
            refs = delta.refs[1]
            yield change_step(number, delta, options, whole=behind % WHOLE_EVERY == 0)
        before = given


def _failed(number: int, given: FailedRead) -> PageStep:
    error, taken_at = getattr(given, "error", None), getattr(given, "taken_at", None)
    is_time = taken_at is None or (isinstance(taken_at, int | float) and isfinite(taken_at))
    if not isinstance(error, str) or not is_time:
        raise TypeError(f"a report takes snapshots and failed reads, got {type(given).__name__}")
    return failed_step(number, error, taken_at)
