"""The tables of ``uidiff.arrow`` as Spark has them; a schema object needs no session."""

from __future__ import annotations

import pyarrow as pa
from pyspark.sql import types as t

from uidiff.arrow.events import EVENTS
from uidiff.arrow.nodes import NODES
from uidiff.arrow.schema import CHANGES, NODE, SNAPSHOTS

__all__ = [
    "CHANGE_SCHEMA",
    "EVENT_SCHEMA",
    "NODES_SCHEMA",
    "NODE_TYPE",
    "SNAPSHOT_SCHEMA",
    "spark_schema",
    "spark_type",
]

_TYPES: dict[pa.DataType, t.DataType] = {
    pa.string(): t.StringType(),
    pa.binary(): t.BinaryType(),
    pa.bool_(): t.BooleanType(),
    pa.int32(): t.IntegerType(),
    pa.int64(): t.LongType(),
    pa.float64(): t.DoubleType(),
    pa.timestamp("us", tz="UTC"): t.TimestampType(),
}


def spark_type(given: pa.DataType) -> t.DataType:
    """The type of Spark for one of Arrow's, of those that our tables have."""
    if pa.types.is_list(given):
        return t.ArrayType(spark_type(given.value_type))
    if pa.types.is_struct(given):
        return t.StructType([t.StructField(field.name, spark_type(field.type)) for field in given])
    return _TYPES[given]


def spark_schema(given: pa.Schema) -> t.StructType:
    """The schema of Spark for one of Arrow's."""
    return t.StructType([t.StructField(field.name, spark_type(field.type)) for field in given])


NODE_TYPE = spark_type(NODE)
SNAPSHOT_SCHEMA = spark_schema(SNAPSHOTS)
CHANGE_SCHEMA = spark_schema(CHANGES)
NODES_SCHEMA = spark_schema(NODES)
EVENT_SCHEMA = spark_schema(EVENTS)
