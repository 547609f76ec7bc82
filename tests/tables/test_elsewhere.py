"""The tables in pandas, in DuckDB, and through Arrow's C stream, which others read too."""

from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

from tests.schemas.answer_rows import answers_of
from tests.tables.oracle import PARTS, Scripted, page, table_of
from uidiff import arrow

SCRIPT = [
    Scripted(0, None, page(PARTS[0]), 0.0),
    Scripted(1, 'click button "Save"', page(PARTS[0], PARTS[2]), 1.0),
    Scripted(2, None, page(PARTS[0]), 1.5),
    Scripted(3, "wait", None, 2.0),
    Scripted(4, "wait", page(PARTS[4]), None),
]
TABLES = answers_of(table_of(SCRIPT))


@pytest.mark.parametrize("name", TABLES)
def test_pandas_has_the_rows_with_our_types(name: str) -> None:
    table = TABLES[name]
    frame = table.to_pandas(types_mapper=pd.ArrowDtype)
    assert len(frame) > 0
    assert pa.Table.from_pandas(frame, schema=table.schema, preserve_index=False) == table


class Stream:
    """What another library sees of a table or a reader."""

    def __init__(self, table: Any) -> None:  # noqa: ANN401  # of either kind
        self.__arrow_c_stream__ = table.__arrow_c_stream__


@pytest.mark.parametrize("name", TABLES)
def test_the_c_stream_of_a_table_gives_its_rows(name: str) -> None:
    assert pa.RecordBatchReader.from_stream(Stream(TABLES[name])).read_all() == TABLES[name]


def test_the_c_stream_of_a_lazy_reader_gives_the_rows_of_the_table() -> None:
    rows = table_of(SCRIPT).combine_chunks()
    reader = pa.RecordBatchReader.from_batches(rows.schema, rows.to_batches(max_chunksize=1))
    found = pa.RecordBatchReader.from_stream(Stream(arrow.effects(reader)))
    assert found.read_all() == TABLES["effect-row"]


@pytest.mark.parametrize("name", TABLES)
def test_duckdb_has_the_rows(name: str) -> None:
    import duckdb

    table = TABLES[name]
    with duckdb.connect() as database:
        database.execute("SET TimeZone = 'UTC'")
        database.register("given", table)
        found = database.sql("SELECT * FROM given").to_arrow_table()
    assert found.cast(table.schema) == table
