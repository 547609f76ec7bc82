"""What the functions of this room share: columns by name, whatever the name is."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f

from uidiff.errors import InvalidSnapshot

__all__ = ["column", "expect_columns"]


def column(frame: DataFrame, name: str) -> Column:
    """The column of exactly that name: dots, spaces and backticks in it mean nothing."""
    return frame["`" + name.replace("`", "``") + "`"]


def named(name: str) -> Column:
    """The same without a frame, for expressions."""
    return f.col("`" + name.replace("`", "``") + "`")


def expect_columns(frame: DataFrame, *names: str) -> None:
    """Raise InvalidSnapshot unless the frame has these columns."""
    for name in names:
        if name not in frame.columns:
            shown = ", ".join(ascii(known)[:40] for known in frame.columns[:20])
            cure = f"name the column that holds it; there are: {shown}"
            raise InvalidSnapshot(f"no column {ascii(name)[:80]}", "$", cure)
