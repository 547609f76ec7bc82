"""Keep the first of trees that are nearly equal."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

import attrs
import pyarrow as pa

from uidiff.arrow.conform import conformed
from uidiff.arrow.engine import pieces
from uidiff.arrow.outgoing import MAX_NODES
from uidiff.arrow.schema import SNAPSHOTS
from uidiff.arrow.tables.alike import Alike
from uidiff.arrow.tables.answers import Rows, answered
from uidiff.arrow.tables.looks import Look, good, looks_of
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.errors import UnknownName
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot

__all__ = ["Deduplicate", "Within", "deduplicate"]

Within: TypeAlias = Literal["window", "table"]

_WITHIN = ("window", "table")

MOST_DIGESTS = 100_000
"""The most kept trees that are remembered by their digests, the last ones: some 20 MB."""

MOST_LINES = 200_000
"""The most distinct lines of kept trees that are remembered for ``most_differing``: some 30 MB."""

MOST_COMPARED = 50
"""The most kept trees that a tree is compared with line by line, the last ones."""


def deduplicate(
    table: pa.Table | pa.RecordBatchReader,
    *,
    most_differing: float = 0.0,
    within: Within = "window",
    ignore: IgnoreOption = (),
    limits: Limits | None = None,
) -> pa.Table | pa.RecordBatchReader:
    """Keep of trees that are nearly equal the first: rows of ``SNAPSHOTS``, as they are.

    Args:
        table: rows of ``SNAPSHOTS`` in any order, or a reader of sorted ones, as in ``transitions``.
        most_differing: how large a share of the elements of both trees may differ, 0 to 1. 0: only trees that are alike
            up to numbers, as one screen is (spec/definitions#32-tables). With more a tree is also compared with the
            last 50 that were kept.
        within: "window": trees of each session and window are compared; "table": those of all.
        ignore: what else does not count, as in ``screens``.
        limits: how large a snapshot may be.

    Returns:
        The rows that are kept, in order. Rows that are no snapshots are kept too. The last 100,000 kept trees are
        remembered: one that comes back after more of them is kept again.

    Raises:
        InvalidSnapshot: no such columns, or columns of other types; rows of a reader that are not sorted.
        TypeError: neither a table nor a reader.
        UnknownName: no such field or ``within``.
        ValueError: ``most_differing`` is not from 0 to 1.
    """
    return answered(table, Deduplicate(Alike.of(ignore), most_differing, within, limits), SNAPSHOTS)


@attrs.frozen
class Deduplicate:
    """The engine: makes batches of SNAPSHOTS of sorted batches of SNAPSHOTS."""

    alike: Alike
    most_differing: float = 0.0
    within: Within = "window"
    limits: Limits | None = None

    def __attrs_post_init__(self) -> None:
        given: object = self.most_differing
        if type(given) not in (int, float) or not 0 <= self.most_differing <= 1:
            raise ValueError("most_differing is a number from 0 to 1")
        if self.within not in _WITHIN:
            raise UnknownName("within", self.within, _WITHIN)

    def __call__(self, batches: Rows) -> Iterator[pa.RecordBatch]:
        """Return the rows that are kept, a batch for each piece of the batches."""
        current: list[pa.RecordBatch] = []
        places: list[int] = []
        start = 0

        def one_by_one() -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for piece in pieces(conformed(batch), MAX_NODES):
                    current.append(piece)
                    yield piece

        for look, is_kept in self._judged(looks_of(one_by_one(), self.limits)):
            while len(current) > 1:
                start += current[0].num_rows
                yield _taken(current.pop(0), places)
                places = []
            if is_kept and look.row - start not in places[-1:]:  # a change of files is a look too, of the same row
                places.append(look.row - start)
        while current:
            yield _taken(current.pop(0), places)
            places = []

    def _judged(self, looks: Iterable[Look]) -> Iterator[tuple[Look, bool]]:
        """Yield each look, and whether it is kept."""
        memory = _Memory(self.alike, self.most_differing)
        key = None
        for look in looks:
            if self.within == "window" and key != (look.session, look.window):
                memory = _Memory(self.alike, self.most_differing)
            key = look.session, look.window
            yield look, look.error is not None or not memory.has(good(look))


def _taken(batch: pa.RecordBatch, places: list[int]) -> pa.RecordBatch:
    return batch if len(places) == batch.num_rows else batch.take(pa.array(places, pa.int64()))


class _Memory:
    """The trees that were kept last."""

    def __init__(self, alike: Alike, most_differing: float) -> None:
        self._alike = alike
        self._most_differing = most_differing
        self._digests: OrderedDict[bytes, None] = OrderedDict()
        self._trees: list[Counter[int]] = []
        self._lines = 0

    def has(self, snapshot: Snapshot) -> bool:
        """Whether a tree is nearly equal to a kept one. If not, it is remembered as kept."""
        digest = bytes.fromhex(self._alike.digest(snapshot))
        if digest in self._digests:
            return True
        if self._most_differing:
            lines = self._alike.counts(snapshot)
            if any(_share(lines, kept) <= self._most_differing for kept in self._trees):
                return True
            self._remember(lines)
        self._digests[digest] = None
        if len(self._digests) > MOST_DIGESTS:
            self._digests.popitem(last=False)
        return False

    def _remember(self, lines: Counter[int]) -> None:
        self._trees.append(lines)
        self._lines += len(lines)
        while len(self._trees) > MOST_COMPARED or (self._lines > MOST_LINES and len(self._trees) > 1):
            self._lines -= len(self._trees.pop(0))


def _share(lines: Counter[int], others: Counter[int]) -> float:
    """Return the share of the elements of two trees that have no equal in the other tree."""
    total = lines.total() + others.total()
    return ((lines - others).total() + (others - lines).total()) / total if total else 0.0
