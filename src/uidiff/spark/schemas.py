"""The schemas of ``uidiff.arrow`` as types of Spark; they need no session.

What Arrow has in the metadata of a schema, its name and its version, each column has here: Spark keeps metadata of
columns through queries, in its tables and in the Parquet files that it writes, and knows none of a whole schema.
"""

from __future__ import annotations

import pyarrow as pa
from pyspark.sql import types as t

from uidiff.arrow.event_rows import EVENTS
from uidiff.arrow.node_rows import NODES
from uidiff.arrow.schema import CHANGES, NODE, SNAPSHOTS
from uidiff.arrow.tables import schemas as tables

__all__ = [
    "CHANGE_SCHEMA",
    "EFFECT_RATE_SCHEMA",
    "EFFECT_SCHEMA",
    "EVENT_SCHEMA",
    "NODES_SCHEMA",
    "NODE_TYPE",
    "RUN_DIFFERENCE_SCHEMA",
    "SCREEN_GRAPH_SCHEMA",
    "SCREEN_SCHEMA",
    "SNAPSHOT_SCHEMA",
    "TOKEN_COST_SCHEMA",
    "TOKEN_TOTAL_SCHEMA",
    "TRANSITION_SCHEMA",
    "arrow_type",
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
    """Convert a type of our Arrow tables to Spark's."""
    if pa.types.is_map(given):  # which are lists too
        return t.MapType(spark_type(given.key_type), spark_type(given.item_type))
    if pa.types.is_list(given):
        return t.ArrayType(spark_type(given.value_type))
    if pa.types.is_struct(given):
        return t.StructType([t.StructField(field.name, spark_type(field.type)) for field in given])
    return _TYPES[given]


def spark_schema(given: pa.Schema) -> t.StructType:
    """Convert a schema of our Arrow tables to Spark's; its metadata become those of each column."""
    said = {key.decode(): text.decode() for key, text in (given.metadata or {}).items()}
    return t.StructType([t.StructField(field.name, spark_type(field.type), metadata=dict(said)) for field in given])


def arrow_type(given: t.DataType) -> pa.DataType:
    """Convert any type of Spark to Arrow's; to binary where our tables have nothing like it."""
    if isinstance(given, t.ArrayType):
        return pa.list_(arrow_type(given.elementType))
    if isinstance(given, t.MapType):
        return pa.map_(arrow_type(given.keyType), arrow_type(given.valueType))
    if isinstance(given, t.StructType):
        return pa.struct([pa.field(field.name, arrow_type(field.dataType)) for field in given])
    if isinstance(given, t.DecimalType):
        return pa.decimal128(given.precision, given.scale)
    kinds = (found for kind, found in _KINDS.items() if isinstance(given, kind))
    return next(kinds, pa.binary())


_KINDS: dict[type[t.DataType], pa.DataType] = {
    t.StringType: pa.string(),
    t.CharType: pa.string(),
    t.VarcharType: pa.string(),
    t.BooleanType: pa.bool_(),
    t.ByteType: pa.int8(),
    t.ShortType: pa.int16(),
    t.IntegerType: pa.int32(),
    t.LongType: pa.int64(),
    t.FloatType: pa.float32(),
    t.DoubleType: pa.float64(),
    t.DateType: pa.date32(),
    t.TimestampType: pa.timestamp("us", tz="UTC"),
    t.NullType: pa.null(),
}

NODE_TYPE = spark_type(NODE)
SNAPSHOT_SCHEMA = spark_schema(SNAPSHOTS)
CHANGE_SCHEMA = spark_schema(CHANGES)
NODES_SCHEMA = spark_schema(NODES)
EVENT_SCHEMA = spark_schema(EVENTS)
TRANSITION_SCHEMA = spark_schema(tables.TRANSITIONS)
EFFECT_SCHEMA = spark_schema(tables.EFFECTS)
EFFECT_RATE_SCHEMA = spark_schema(tables.EFFECT_RATES)
TOKEN_COST_SCHEMA = spark_schema(tables.TOKEN_COSTS)
TOKEN_TOTAL_SCHEMA = spark_schema(tables.TOKEN_TOTALS)
SCREEN_SCHEMA = spark_schema(tables.SCREENS)
SCREEN_GRAPH_SCHEMA = spark_schema(tables.SCREEN_GRAPH)
RUN_DIFFERENCE_SCHEMA = spark_schema(tables.RUN_DIFFERENCES)
