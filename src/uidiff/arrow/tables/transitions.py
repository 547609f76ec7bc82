"""What each step of a session did: the tree before, the tree after, what changed, what it means, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias

import attrs
import pyarrow as pa

from uidiff.arrow.event_rows import event_cells
from uidiff.arrow.tables.answers import Row, Rows, answered, in_batches
from uidiff.arrow.tables.comparing import Comparing, NumberedLooks, step_cells
from uidiff.arrow.tables.counted import CountedTrees
from uidiff.arrow.tables.looks import Look, good, looks_of
from uidiff.arrow.tables.schemas import TRANSITIONS
from uidiff.arrow.tables.steps import StepLook, step_looks
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.diffing.rules import EventRules
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.errors import UnknownName
from uidiff.formats.options import RenderOptions
from uidiff.formats.rendering import load_format
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.tokens import estimate_tokens

__all__ = ["Each", "Transitions", "transitions"]

Each: TypeAlias = Literal["step", "snapshot"]

_EACH = ("step", "snapshot")


def transitions(
    table: pa.Table | pa.RecordBatchReader,
    *,
    each: Each = "step",
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    rules: EventRules | None = None,
    format: str = "agent",  # the word of the public face
    budget: int | None = None,
    counter: Callable[[str], int] = estimate_tokens,
    fold: bool = True,
    bounds: bool = False,
    urls: bool = False,
    summary: bool = True,
    limits: Limits | None = None,
) -> pa.Table | pa.RecordBatchReader:
    """Say of each step of each session what it did: a row a step (see ``TRANSITIONS``).

    The elements of a window keep their numbers from row to row: ``[12]`` in one text is ``[12]`` in all of them.

    Args:
        table: rows of ``SNAPSHOTS`` in any order; or a reader of rows sorted by session, window and seq, which is
            answered by a reader: it holds a batch and a few snapshots.
        each: "step": a row from the tree before an action to the last one before the next action. "snapshot": a row
            for each snapshot and the one before it.
        matcher, ignore, rules: as in ``uidiff.diff``.
        format, budget, counter, fold, bounds, urls, summary: of the texts, as in ``uidiff.render``.
        limits: how large a snapshot may be.

    Raises:
        InvalidSnapshot: no such columns, or columns of other types; rows of a reader that are not sorted.
        TypeError: neither a table nor a reader.
        UnknownName: no such matcher, field, format or ``each``.
        ValueError: a budget that is too small.
    """
    options = RenderOptions(budget=budget, counter=counter, fold=fold, bounds=bounds, urls=urls, summary=summary)
    engine = Transitions(Comparing.of(matcher, ignore, rules), options, format, each, limits)
    return answered(table, engine, TRANSITIONS)


@attrs.frozen
class Transitions:
    """The engine: makes batches of TRANSITIONS of sorted batches of SNAPSHOTS."""

    comparing: Comparing
    options: RenderOptions
    format: str = "agent"
    each: Each = "step"
    limits: Limits | None = None

    def __attrs_post_init__(self) -> None:
        if self.each not in _EACH:
            raise UnknownName("each", self.each, _EACH)
        load_format(self.format)

    def __call__(self, batches: Rows) -> Iterator[pa.RecordBatch]:
        """Return the rows in batches."""
        return in_batches(self._rows(batches), TRANSITIONS)

    def _rows(self, batches: Rows) -> Iterator[Row]:
        teller = _Teller(self)
        for at in step_looks(looks_of(batches, self.limits)):
            if at.look.error is not None:
                before = at.earlier
                yield {**step_cells(at), "before_seq": before and before.seq, "error": at.look.error}
            elif self.each == "snapshot":
                yield teller.row(at, at.earlier, comparable=at.comparable or not at.first)
            elif at.last:
                yield teller.row(at, at.start, comparable=at.comparable)


class _Teller:
    """Writes the texts of the trees of a window, each once."""

    def __init__(self, engine: Transitions) -> None:
        self._trees = CountedTrees(engine.format, engine.options)
        self._looks = NumberedLooks(engine.comparing)
        self._text = ""
        self._tokens = 0

    def row(self, at: StepLook, before: Look | None, *, comparable: bool) -> Row:
        """Return the row about a look and the one that was told before it."""
        look, old = at.look, {"before_text": self._text, "before_tokens": self._tokens}
        delta = self._looks.step(before, look)
        changes = self._changes(delta) if delta is not None and comparable else {}  # before the tree: see Outline
        if delta is None or not _is_same_text(delta):
            self._text, self._tokens = self._trees.text(good(look), self._looks.refs)
        row = {**step_cells(at), "after_text": self._text, "after_tokens": self._tokens, "error": self._looks.problem}
        return {**row, "before_seq": before.seq, **old, **changes} if before is not None and comparable else row

    def _changes(self, delta: TreeDiff) -> dict[str, Any]:
        options = self._trees.options
        text = self._trees.format.diff(delta, options)
        events = [event_cells(event) for event in delta.events]
        return {"delta_text": text, "delta_tokens": options.counter(text), "events": events}


def _is_same_text(delta: TreeDiff) -> bool:
    """Whether the text of a whole tree is that of the tree before it."""
    before, after = delta.before, delta.after
    kept = before.columns == after.columns and delta.refs[0].same_numbers(delta.refs[1])
    return kept and (before.title, before.url) == (after.title, after.url)
