"""A table says what it is and in which version; of a newer version it is refused, without one it is read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import uidiff
from tests.arrow.oracle import plain
from tests.schemas.answer_rows import ANSWERS, answers_of
from uidiff import Snapshot
from uidiff.arrow import (
    CHANGES,
    EVENTS,
    NODES,
    SNAPSHOTS,
    apply_table,
    batch_of,
    diff_batches,
    diff_table,
    effect_rates,
    events_table,
    nodes_table,
    screen_graph,
    token_totals,
    volatility,
)
from uidiff.arrow.engine import Engine
from uidiff.arrow.parquet_files import diff_task, list_files, scan_file
from uidiff.arrow.parquet_plan import make_plan
from uidiff.errors import InvalidSnapshot

STEPS = [Snapshot.from_dicts([{"role": "window"}, {"parent": 0, "role": "button", "name": name}]) for name in "abc"]
TABLE = pa.Table.from_batches([batch_of(STEPS, session="s", windows=["w"] * 3, seqs=range(3))])
CARRIED = diff_table(TABLE, carry=True)
ANSWERED = answers_of(TABLE)
MADE = {
    "snapshot-row": (SNAPSHOTS, TABLE),
    "change-row": (CHANGES, CARRIED),
    "event-row": (EVENTS, events_table(TABLE)),
    "node-row": (NODES, nodes_table(TABLE)),
    **{name: (schema, ANSWERED[name]) for name, (schema, *_) in ANSWERS.items()},
}


def said_to_be(table: pa.Table, version: object, name: str | None = None) -> pa.Table:
    said = {**table.schema.metadata, b"uidiff.schema_version": str(version).encode()}
    return table.replace_schema_metadata(said if name is None else {**said, b"uidiff.schema": name.encode()})


def of_version(*versions: int | None) -> pa.Table:
    """The table with these in its column ``schema_version``."""
    place = TABLE.column_names.index("schema_version")
    return TABLE.set_column(place, "schema_version", pa.array(versions, pa.int32()))


@pytest.mark.parametrize("name", MADE)
def test_a_table_and_the_parquet_of_it_say_which_rows_they_hold_and_in_which_version(name: str, tmp_path: Path) -> None:
    schema, table = MADE[name]
    pq.write_table(table, tmp_path / "a.parquet")
    with pq.ParquetWriter(tmp_path / "b.parquet", schema) as writer:
        writer.write_table(table.replace_schema_metadata(None))
    said = {b"uidiff.schema": name.encode(), b"uidiff.schema_version": b"1"}
    for known in (schema, table.schema, *(pq.read_schema(tmp_path / f"{file}.parquet") for file in "ab")):
        assert said.items() <= known.metadata.items()


def test_tables_with_and_without_their_version_are_equal_and_are_one_table() -> None:
    bare = TABLE.replace_schema_metadata(None)
    assert bare.schema.equals(SNAPSHOTS)
    assert diff_table(bare).equals(diff_table(TABLE))
    mixed = [*bare.slice(0, 1).to_batches(), *TABLE.slice(1).to_batches()]
    assert pa.Table.from_batches(diff_batches(mixed)).equals(diff_table(TABLE))
    assert diff_table(pa.concat_tables([TABLE.slice(0, 2), bare.slice(2)])).equals(diff_table(TABLE))
    again = apply_table(bare.slice(0, 1), CARRIED.replace_schema_metadata(None))
    assert again.drop(["source"]).equals(apply_table(TABLE.slice(0, 1), CARRIED).drop(["source"]))


READERS: dict[str, Callable[[pa.Table], Any]] = {
    "diff_table": diff_table,
    "diff_batches": lambda table: list(diff_batches(table.to_batches())),
    "events_table": events_table,
    "nodes_table": nodes_table,
    "apply_table, the base": lambda table: apply_table(table, CARRIED),
}
READERS_OF_OTHERS: dict[str, tuple[Callable[[pa.Table], Any], pa.Table, str]] = {
    "apply_table": (lambda table: apply_table(TABLE, table), CARRIED, "change-row"),
    "volatility": (volatility, CARRIED, "change-row"),
    "effect_rates": (effect_rates, ANSWERED["effect-row"], "effect-row"),
    "screen_graph": (screen_graph, ANSWERED["screen-row"], "screen-row"),
    "token_totals": (token_totals, ANSWERED["token-cost-row"], "token-cost-row"),
}


@pytest.mark.parametrize("version", ["2", "10", "9" * 5000])
@pytest.mark.parametrize("reader", [*READERS, *READERS_OF_OTHERS])
def test_a_table_of_a_newer_version_is_refused_by_name(reader: str, version: str) -> None:
    read, table, name = READERS_OF_OTHERS.get(reader) or (READERS[reader], TABLE, "snapshot-row")
    with pytest.raises(
        InvalidSnapshot, match=f"version {version[:9]} of uidiff/{name} was written by a newer"
    ) as error:
        read(said_to_be(table, version))
    assert error.value.path == "metadata uidiff.schema_version"
    assert error.value.cure == "upgrade uidiff to read it"


def test_an_empty_table_of_a_newer_version_is_refused_too() -> None:
    with pytest.raises(InvalidSnapshot, match="newer uidiff"):
        diff_table(said_to_be(TABLE.schema.empty_table(), 2))


@pytest.mark.parametrize("version", ["", "one", "-1", "1.5", "0", "²"])
def test_bad_input_68_a_version_that_is_none_is_refused(version: str) -> None:
    with pytest.raises(InvalidSnapshot, match=r"metadata uidiff\.schema_version: no version; write the table again"):
        diff_table(said_to_be(TABLE, version))


def test_what_the_metadata_say_of_another_table_says_nothing_of_its_columns() -> None:
    assert diff_table(said_to_be(TABLE, 2, name="node-row")).equals(diff_table(TABLE))


def test_a_row_of_a_newer_version_is_an_error_and_its_neighbours_are_compared() -> None:
    *changes, wrong = plain(diff_table(of_version(1, 2, None)))
    assert (wrong["op"], wrong["after_seq"]) == ("error", 1)
    assert wrong["error"] == "schema_version 2: a newer uidiff wrote this row; upgrade uidiff to read it"
    assert [(row["before_seq"], row["after_seq"], row["op"]) for row in changes] == [(0, 2, "changed")]
    with pytest.raises(InvalidSnapshot, match="a newer uidiff wrote this row"):
        diff_table(of_version(1, 2, None), on_error="raise")


def test_a_parquet_file_of_a_newer_version_is_refused_and_its_newer_rows_are_errors(tmp_path: Path) -> None:
    """As ``diff_recordings`` reads it; files that Spark wrote have the column alone."""
    path = tmp_path / "a.parquet"
    pq.write_table(said_to_be(TABLE, 2), path)
    (file,) = list_files(str(path))
    with pytest.raises(InvalidSnapshot, match="version 2 of uidiff/snapshot-row") as error:
        scan_file(file, 0)
    assert "a.parquet" in error.value.path
    pq.write_table(of_version(2, 1, 1).replace_schema_metadata(None), path)
    plan = make_plan([file], scan_file(file, 0))
    found = pa.Table.from_batches(diff_task(plan, 0, Engine.of()), schema=CHANGES)
    assert [(row["op"], row.get("before_seq"), row["after_seq"]) for row in plain(found)] == [
        ("changed", 1, 2),
        ("error", None, 0),
    ]


def test_the_version_of_the_rows_is_that_of_the_schema() -> None:
    assert set(TABLE["schema_version"].to_pylist()) == {int(SNAPSHOTS.metadata[b"uidiff.schema_version"])}
    assert uidiff.arrow.recording_table([]).schema.metadata == SNAPSHOTS.metadata
