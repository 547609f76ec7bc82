"""What the answers about a session cost in tokens: whole trees, diffs, and what a session would send."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pyarrow as pa

from uidiff.arrow.conform import expect_columns, expect_readable
from uidiff.arrow.tables.answers import Row, Rows, answered, in_batches
from uidiff.arrow.tables.comparing import Comparing, NumberedLooks, key_cells
from uidiff.arrow.tables.counted import CountedTrees
from uidiff.arrow.tables.looks import Look, good, looks_of
from uidiff.arrow.tables.schemas import TOKEN_COSTS, TOKEN_TOTALS
from uidiff.arrow.tables.steps import StepLook, step_looks
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.formats.choice import FullWhen, check_words, full_or_diff
from uidiff.formats.options import RenderOptions
from uidiff.formats.rendering import load_format
from uidiff.matching.strategies import MatcherOption
from uidiff.model.limits import Limits
from uidiff.tokens import estimate_tokens

__all__ = ["CostRows", "TokenCosts", "token_cost", "token_totals"]

_COUNTS = ("full_tokens", "diff_tokens", "auto_tokens")


def token_cost(
    table: pa.Table | pa.RecordBatchReader,
    *,
    matcher: MatcherOption = "auto",
    ignore: IgnoreOption = (),
    format: str = "agent",  # the word of the public face
    full_when: FullWhen = "longer",
    counter: Callable[[str], int] = estimate_tokens,
    limits: Limits | None = None,
) -> pa.Table | pa.RecordBatchReader:
    """Count what each snapshot costs a reader who saw the one before it: a row a snapshot (see ``TOKEN_COSTS``).

    Args:
        table: rows of ``SNAPSHOTS`` in any order, or a reader of sorted ones, as in ``transitions``.
        matcher, ignore: as in ``uidiff.diff``.
        format, counter: of the texts, as in ``uidiff.render``.
        full_when: when a session sends the whole tree in place of a diff (spec/definitions#15-full-or-diff).
        limits: how large a snapshot may be.

    Raises:
        InvalidSnapshot: no such columns, or columns of other types; rows of a reader that are not sorted.
        TypeError: neither a table nor a reader.
        UnknownName: no such matcher, field or format.
        ValueError: another word for ``full_when``.
    """
    engine = TokenCosts(Comparing.of(matcher, ignore), RenderOptions(counter=counter), format, full_when, limits)
    return answered(table, engine, TOKEN_COSTS)


@attrs.frozen
class TokenCosts:
    """The engine: makes batches of TOKEN_COSTS of sorted batches of SNAPSHOTS."""

    comparing: Comparing
    options: RenderOptions
    format: str = "agent"
    full_when: FullWhen = "longer"
    limits: Limits | None = None

    def __attrs_post_init__(self) -> None:
        check_words(full_when=self.full_when)
        load_format(self.format)

    def __call__(self, batches: Rows) -> Iterator[pa.RecordBatch]:
        """Return the rows in batches."""
        return in_batches(self._rows(batches), TOKEN_COSTS)

    def _rows(self, batches: Rows) -> Iterator[Row]:
        rows = CostRows(self, NumberedLooks(self.comparing))
        return map(rows.row, step_looks(looks_of(batches, self.limits)))

    def costs(self, looks: NumberedLooks, trees: CountedTrees, before: Look | None, look: Look) -> dict[str, Any]:
        """Return what a look costs; ``looks`` compares it with the one before it, ``trees`` writes the trees."""
        delta = looks.step(before, look)
        count, options = self.options.counter, trees.options
        choice = full_or_diff(
            good(look), delta, format=self.format, options=options, refs=looks.refs, full_when=self.full_when
        )
        cost = count(choice.text)
        diff = None
        if delta is not None:
            diff = cost if choice.mode == "diff" else count(trees.format.diff(delta, options))
        return {
            "full_tokens": trees.text(good(look), looks.refs)[1],
            "diff_tokens": diff,
            "auto_tokens": cost,
            "mode": choice.mode,
            "reason": choice.reason if looks.problem is None else "not compared",
            "error": looks.problem,
        }


class CostRows:
    """Makes the rows of looks, one by one."""

    def __init__(self, engine: TokenCosts, looks: NumberedLooks) -> None:
        self._engine = engine
        self._looks = looks
        self._trees = CountedTrees(engine.format, engine.options)

    def row(self, at: StepLook) -> Row:
        """Return the row of the next look."""
        row = {**key_cells(at.look), "seq": at.look.seq, "error": at.look.error}
        if at.look.error is not None:
            return row
        return {**row, **self._engine.costs(self._looks, self._trees, at.earlier, at.look)}


def token_totals(costs: pa.Table) -> pa.Table:
    """Add up the costs of each session and window, in their order (see ``TOKEN_TOTALS``).

    Args:
        costs: rows of ``TOKEN_COSTS``. Rows of reads that failed cost nothing.

    Raises:
        InvalidSnapshot: no such column, or a newer uidiff wrote the table.
        TypeError: no table.
    """
    expect_columns(costs, ("session", "window", *_COUNTS), "give what token_cost gave")
    expect_readable(costs.schema, TOKEN_COSTS)
    totals: dict[tuple[str | None, str | None], list[int]] = {}
    cells = zip(*(costs[name].to_pylist() for name in ("session", "window", *_COUNTS)), strict=True)
    for session, window, full, diff, auto in cells:
        total = totals.setdefault((session, window), [0] * (1 + len(_COUNTS)))
        if full is not None:
            for place, count in enumerate((1, full, full if diff is None else diff, auto)):
                total[place] += count
    names = TOKEN_TOTALS.names
    rows = [dict(zip(names, (*key, *total), strict=True)) for key, total in totals.items()]
    return pa.Table.from_pylist(rows, schema=TOKEN_TOTALS)
