"""Back from changes to snapshots, session by session."""

from __future__ import annotations

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f

from uidiff.arrow.applying import APPLIED, OF_CHANGES, Applier
from uidiff.model.limits import Limits
from uidiff.spark.frames import column, expect_columns
from uidiff.spark.schemas import SNAPSHOT_SCHEMA, spark_schema

__all__ = ["apply_changes"]

_APPLIED = spark_schema(APPLIED)
_GROUP = ("session", "window")


def apply_changes(base: DataFrame, changes: DataFrame, *, limits: Limits | None = None) -> DataFrame:
    """All snapshots, of some and of what changed between them: the opposite of ``diff_snapshots(…, carry=True)``.

    Args:
        base: rows of ``SNAPSHOT_SCHEMA``: of each session and window the first one, and any others.
        changes: rows of ``CHANGE_SCHEMA``, made with ``carry=True``.
        limits: how large a snapshot may be.

    Returns:
        Rows of ``SNAPSHOT_SCHEMA``, in no order: those of ``base``, and one for each patch and each error in
        ``changes``. They are the snapshots that were diffed, which their digests show; where one cannot be made, its
        row has an ``error``. The ``source`` of those made is not known. Each session and window is the work of one
        task, which holds a snapshot and a batch.

    Raises:
        InvalidSnapshot: no such columns.
    """
    expect_columns(base, "seq", "nodes")
    expect_columns(changes, "op", *OF_CHANGES.values())
    patched = changes.where((column(changes, "op") == "error") | column(changes, "carried").isNotNull())
    given = {name: column(patched, of) for name, of in OF_CHANGES.items()}
    rows = _filled(base, {name: column(base, name) for name in SNAPSHOT_SCHEMA.names if name in base.columns})
    rows = rows.union(_filled(patched, given))
    return (
        rows.repartition(*_GROUP)
        .sortWithinPartitions(*_GROUP, "seq", "before_seq")
        .mapInArrow(Applier(limits or Limits()), SNAPSHOT_SCHEMA)
    )


def _filled(frame: DataFrame, given: dict[str, Column]) -> DataFrame:
    """All columns of what is applied, NULL where none is given."""
    return frame.select(
        *(given.get(field.name, f.lit(None)).cast(field.dataType).alias(field.name) for field in _APPLIED)
    )
