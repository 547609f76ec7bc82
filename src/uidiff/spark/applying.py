"""Make snapshots again of changes, session by session."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as f

from uidiff.arrow.apply_rows import APPLIED, OF_CHANGES, Applier
from uidiff.arrow.schema import CHANGES, SNAPSHOTS
from uidiff.model.limits import Limits
from uidiff.spark.frames import conformed_frame, expect_columns
from uidiff.spark.schemas import SNAPSHOT_SCHEMA, spark_schema

__all__ = ["apply_changes"]

_APPLIED = spark_schema(APPLIED)
_GROUP = ("session", "window")
_OF_BASE = {name: name for name in SNAPSHOT_SCHEMA.names}
_NEEDED = ("op", *OF_CHANGES.values())


def apply_changes(base: DataFrame, changes: DataFrame, *, limits: Limits | None = None) -> DataFrame:
    """Make all snapshots of some and of what changed between them: the inverse of ``diff_snapshots(…, carry=True)``.

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
        InvalidSnapshot: no such columns, or one of another type.
    """
    expect_columns(base, "seq", "nodes", cure="give the snapshots that were diffed")
    expect_columns(changes, *_NEEDED, cure="give what diff_snapshots gave with carry=True")
    said = conformed_frame(changes, pa.schema([CHANGES.field(name) for name in _NEEDED]))
    patched = said.where((f.col("op") == "error") | f.col("carried").isNotNull())
    rows = _filled(conformed_frame(base, SNAPSHOTS), _OF_BASE)
    rows = rows.union(_filled(patched, OF_CHANGES))
    return (
        rows.repartition(*_GROUP)
        .sortWithinPartitions(*_GROUP, "seq", "before_seq")
        .mapInArrow(Applier(limits or Limits()), SNAPSHOT_SCHEMA)
    )


def _filled(frame: DataFrame, names: Mapping[str, str]) -> DataFrame:
    """Select all columns of APPLIED, NULL where ``names`` has none for it."""
    return frame.select(
        *(
            (f.col(names[field.name]) if field.name in names else f.lit(None).cast(field.dataType)).alias(field.name)
            for field in _APPLIED
        )
    )
