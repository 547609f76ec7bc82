"""What the functions of this room share: columns by name, whatever the name is."""

from __future__ import annotations

import attrs
from pyspark.sql import Column, DataFrame

from uidiff.arrow.schema import SNAPSHOTS
from uidiff.errors import InvalidSnapshot
from uidiff.spark.sending import spread

__all__ = ["Names", "column", "expect_columns"]

_UNREAD = ("source", "n_nodes", "schema_version")
"""Columns of SNAPSHOTS of which the engine needs nothing."""


@attrs.frozen
class Names:
    """The columns of a frame of snapshots that hold the keys and the elements; None: there is no such column."""

    session: str | None
    window: str | None
    seq: str
    ts: str | None
    nodes: str

    def chosen(self, frame: DataFrame) -> DataFrame:
        """What the frame has of the columns of SNAPSHOTS that the engine needs, for ``lean_pieces`` in the workers.

        They go by their own names, the elements as :func:`spread` has them.

        Raises:
            InvalidSnapshot: no such column, or one of elements that is of another type.
        """
        named = {field.name: getattr(self, field.name) for field in attrs.fields(type(self))}
        wanted = (name for own, name in named.items() if own in ("seq", "nodes") or name not in (None, own))
        expect_columns(frame, *wanted)
        places = {own: named.get(own, own) for own in SNAPSHOTS.names if own not in _UNREAD}
        there = set(frame.columns)
        found = {own: column(frame, name) for own, name in places.items() if name in there}
        found |= spread(found.pop("nodes"), frame.schema[self.nodes].dataType)
        return frame.select(*(cells.alias(name) for name, cells in found.items()))


def column(frame: DataFrame, name: str) -> Column:
    """The column of exactly that name: dots, spaces and backticks in it mean nothing."""
    return frame["`" + name.replace("`", "``") + "`"]


def expect_columns(frame: DataFrame, *names: str) -> None:
    """Raise InvalidSnapshot unless the frame has these columns."""
    for name in names:
        if name not in frame.columns:
            shown = ", ".join(ascii(known)[:40] for known in frame.columns[:20])
            cure = f"name the column that holds it; there are: {shown}"
            raise InvalidSnapshot(f"no column {ascii(name)[:80]}", "$", cure)
