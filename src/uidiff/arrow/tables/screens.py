"""The screens of an application: trees that are alike up to numbers, and the ways between them."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import numpy as np
import pyarrow as pa

from uidiff.arrow.conform import expect_columns, expect_readable
from uidiff.arrow.tables.alike import Alike
from uidiff.arrow.tables.answers import Row, Rows, answered, in_batches
from uidiff.arrow.tables.comparing import key_cells
from uidiff.arrow.tables.looks import Look, good, looks_of
from uidiff.arrow.tables.schemas import SCREEN_GRAPH, SCREENS
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.model.limits import Limits

__all__ = ["ScreenRows", "Screens", "screen_graph", "screens"]

_MICROSECONDS = 1_000_000


def screens(
    table: pa.Table | pa.RecordBatchReader, *, ignore: IgnoreOption = (), limits: Limits | None = None
) -> pa.Table | pa.RecordBatchReader:
    """Say which screen each snapshot shows: a row a snapshot (see ``SCREENS``).

    Two snapshots show the same screen if they are alike up to numbers (spec/definitions#32-tables). The name of a
    screen is made of its tree alone: it is the same in another session, table and process.

    Args:
        table: rows of ``SNAPSHOTS`` in any order, or a reader of sorted ones, as in ``transitions``.
        ignore: what else ticks: names of fields and states, and values of ``uidiff.Ignore``, such as those of
            ``ignore_rules(volatility(…))``. Not taken by itself: in few steps a heading that names the screen changes
            as often as a clock does.
        limits: how large a snapshot may be.

    Raises:
        InvalidSnapshot: no such columns, or columns of other types; rows of a reader that are not sorted.
        TypeError: neither a table nor a reader.
        UnknownName: no such field.
    """
    return answered(table, Screens(Alike.of(ignore), limits), SCREENS)


@attrs.frozen
class Screens:
    """The engine: makes batches of SCREENS of sorted batches of SNAPSHOTS. It keeps the names of a window's screens."""

    alike: Alike
    limits: Limits | None = None

    def __call__(self, batches: Rows) -> Iterator[pa.RecordBatch]:
        """Return the rows in batches."""
        return in_batches(self._rows(batches), SCREENS)

    def _rows(self, batches: Rows) -> Iterator[Row]:
        return map(ScreenRows(self.alike).row, looks_of(batches, self.limits))


class ScreenRows:
    """Makes the rows of looks, one by one."""

    def __init__(self, alike: Alike) -> None:
        self._alike = alike
        self._known: set[bytes] = set()
        self._key: tuple[str | None, str | None] | None = None

    def row(self, look: Look) -> Row:
        """Return the row of the next look."""
        if self._key != (look.session, look.window):
            self._known.clear()
            self._key = look.session, look.window
        row = {**key_cells(look), "seq": look.seq, "action": look.action, "error": look.error}
        if look.error is None:
            screen = self._alike.digest(good(look))
            row |= {"screen": screen, "is_new": bytes.fromhex(screen) not in self._known}
            self._known.add(bytes.fromhex(screen))
        return row


def screen_graph(screens: pa.Table) -> pa.Table:
    """Count the ways between screens: from which one by which action to which, the most frequent first.

    A way leads from each snapshot of a window to the next one, also to the same screen if there was an action; not over
    a read that failed. Seconds are those between the two looks, where both times are known and the clock did not go
    back.

    Args:
        screens: rows of ``SCREENS``, those of a window in order.

    Raises:
        InvalidSnapshot: no such column, or a newer uidiff wrote the table.
        TypeError: no table.
    """
    names = ("session", "window", "screen", "action", "ts")
    expect_columns(screens, names, "give what screens gave")
    expect_readable(screens.schema, SCREENS)
    times = screens["ts"].cast(pa.int64()).to_pylist()
    cells = zip(*(screens[name].to_pylist() for name in names[:-1]), times, strict=True)
    ways: dict[tuple[str, str | None, str], list[float | None]] = {}
    before = None
    for session, window, screen, action, ts in cells:
        if before is not None and before[:2] == (session, window) and None not in (before[2], screen):
            source, start = before[2], before[3]
            if source != screen or action is not None:
                known = start is not None and ts is not None and ts >= start
                ways.setdefault((source, action, screen), []).append((ts - start) / _MICROSECONDS if known else None)
        before = session, window, screen, ts
    ordered = sorted(ways.items(), key=lambda way: (-len(way[1]), way[0][0], way[0][1] or "", way[0][2]))
    return pa.Table.from_pylist([_row(way, seconds) for way, seconds in ordered], schema=SCREEN_GRAPH)


def _row(way: tuple[str, str | None, str], seconds: list[float | None]) -> Row:
    known = [one for one in seconds if one is not None]
    return {
        **dict(zip(("from_screen", "action", "to_screen"), way, strict=True)),
        "count": len(seconds),
        "seconds_median": float(np.median(known)) if known else None,
    }
