"""Recorded trees by the million: what changed in them, as DataFrames (``from uidiff import spark as uispark``).

Every function takes DataFrames and gives one; options are keyword-only; classic sessions and Spark Connect do alike.
The workers need uidiff too. It needs pyspark, pandas, pyarrow and numpy: ``pip install 'uidiff[spark]'``.
"""

from __future__ import annotations

from uidiff.errors import MissingExtra

try:
    from uidiff.spark.schemas import CHANGE_SCHEMA, NODE_TYPE, SNAPSHOT_SCHEMA
except ModuleNotFoundError as error:
    if error.name not in ("numpy", "pandas", "pyarrow", "pyspark"):
        raise
    raise MissingExtra("spark", error.name) from error

__all__ = ["CHANGE_SCHEMA", "NODE_TYPE", "SNAPSHOT_SCHEMA"]
