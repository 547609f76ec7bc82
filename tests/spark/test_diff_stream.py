"""A stream gives the rows that all its snapshots at once give."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.arrow.oracle import plain
from uidiff import Snapshot
from uidiff.arrow import CHANGES, SNAPSHOTS, batch_of, diff_table
from uidiff.errors import InvalidSnapshot

pytest.importorskip("pyspark")

from uidiff.arrow.convert import unpacked
from uidiff.arrow.engine import Engine
from uidiff.spark.schemas import SNAPSHOT_SCHEMA
from uidiff.spark.streaming import _pack, _Step, diff_stream

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

HOSTILE = "a`.b'\"\x00 \\"
KEYS = [("s", "w"), (None, None), (None, HOSTILE), (HOSTILE, "w")]


def tree(number: int) -> Snapshot:
    rows = [{"role": "listitem", "name": f"Row {row % 5}", "parent": 0} for row in range(number % 7)]
    states = {"focused": number % 2 == 0}
    field = {"role": "textbox", "name": HOSTILE, "parent": 0, "value": str(number % 3), "states": states}
    return Snapshot.from_dicts([{"role": "list", "id": "top"}, *rows, field])


def table_of(seqs: list[int], keys: list[tuple[str | None, str | None]] = KEYS) -> pa.Table:
    batches = [
        batch_of([tree(seq + shift) for seq in seqs], session=session, seqs=seqs, windows=[window] * len(seqs))
        for shift, (session, window) in enumerate(keys)
    ]
    return pa.Table.from_batches(batches)


def stream_of(spark: "SparkSession", folder: Path) -> "DataFrame":
    return spark.readStream.schema(SNAPSHOT_SCHEMA).option("maxFilesPerTrigger", 1).parquet(str(folder))


def run(changes: "DataFrame", folder: Path, **trigger: bool) -> list[dict]:
    """All rows of the stream up to now, the query started at its checkpoint."""
    query = changes.writeStream.option("checkpointLocation", str(folder / "checkpoint")).trigger(**trigger)
    assert query.start(str(folder / "out"), format="parquet").awaitTermination(100)
    return rows_of(pq.read_table(folder / "out").cast(CHANGES))


def rows_of(table: pa.Table) -> list[dict]:
    return sorted(plain(table), key=lambda row: json.dumps(row, sort_keys=True))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    return tmp_path


def add(folder: Path, name: str, table: pa.Table) -> None:
    pq.write_table(table, folder / "in" / f"{name}.parquet")


def test_a_stream_gives_the_rows_of_a_batch_and_goes_on_at_its_checkpoint(
    classic: "SparkSession", folder: Path
) -> None:
    first, second = table_of([3, 1, 2]), table_of([5, 4], KEYS[:3])
    late = batch_of([tree(9)] * 2, session="s", seqs=[2, 3], windows=["w", "w"])
    changes = diff_stream(stream_of(classic, folder / "in"), matcher="structural")
    add(folder, "0", first)
    assert run(changes, folder, availableNow=True) == rows_of(diff_table(first, matcher="structural"))
    add(folder, "1", pa.concat_tables([second, pa.Table.from_batches([late])]))
    found = run(changes, folder, availableNow=True)
    whole = pa.concat_tables([first, second])
    assert [row for row in found if row["op"] != "error"] == rows_of(diff_table(whole, matcher="structural"))
    errors = [(row["after_seq"], row["error"].partition(":")[0]) for row in found if row["op"] == "error"]
    assert errors == [
        (2, "a sequence number below the one before it"),
        (3, "a row of this session, window and sequence number is there already"),
    ]


def test_columns_of_any_name_on_connect_with_a_timeout_and_faults(connect: "SparkSession", folder: Path) -> None:
    from pyspark.sql import functions as f

    good = table_of([1, 2, 4])
    row = good.slice(0, 1).to_pylist()[0]
    faults: list[dict] = [{"seq": 3, "nodes": None}, {"seq": 5, "error": "lost"}, {"seq": None}, {"seq": 4}]
    table = pa.concat_tables([good, pa.Table.from_pylist([{**row, **fault} for fault in faults], schema=SNAPSHOTS)])
    add(folder, "0", table)
    stream = stream_of(connect, folder / "in").withColumnRenamed("seq", HOSTILE)
    stream = stream.withColumn("s.e", f.col("session")).drop("session")
    changes = diff_stream(stream, matcher="id", session="s.e", seq=HOSTILE, timeout="1 hour")
    assert run(changes, folder, once=True) == rows_of(diff_table(table, matcher="id"))


class State:
    """What Spark keeps for one window."""

    def __init__(self) -> None:
        self.kept: tuple[bytes] | None = None
        self.hasTimedOut = False
        self.pause: int | None = None

    @property
    def exists(self) -> bool:
        return self.kept is not None

    @property
    def get(self) -> tuple[bytes]:
        assert self.kept is not None
        return self.kept

    def update(self, kept: tuple[bytes]) -> None:
        self.kept = kept

    def remove(self) -> None:
        self.kept = None

    def setTimeoutDuration(self, pause: int) -> None:  # noqa: N802  # as Spark calls it
        assert self.exists, "Spark takes no time-out for nothing"
        self.pause = pause


def test_a_window_that_was_quiet_for_too_long_is_forgotten_and_starts_anew() -> None:
    step, state = _Step(Engine.of(), 1500), State()

    def feed(seqs: list[int]) -> int:
        frames = [batch.to_pandas() for batch in _pack(table_of(seqs, KEYS[:1]).to_batches())]
        return len(list(step(None, frames, state)))  # type: ignore[arg-type]  # it is like one

    assert (feed([]), state.exists) == (0, False)
    assert (feed([1]), feed([2]), feed([3, 4]), state.pause) == (0, 1, 1, 1500)
    state.hasTimedOut = True
    assert (feed([]), state.exists) == (0, False)
    state.hasTimedOut = False
    assert (feed([9]), feed([10])) == (0, 1)


def test_rows_of_one_micro_batch_are_put_in_order_however_they_were_packed() -> None:
    whole = table_of([1, 2, 3, 4, 5, 6, 7, 8], KEYS[:1])
    parts = [whole.take(places) for places in ([6, 7], [0, 3], [1], [5, 2], [4])]
    frames = [batch.to_pandas() for part in parts for batch in _pack(part.combine_chunks().to_batches())]
    found = list(_Step(Engine.of(), None)(None, frames, State()))  # type: ignore[arg-type]  # it is like one
    changes = [unpacked(binary) for frame in found for binary in frame["changes"]]
    assert plain(pa.Table.from_batches(changes)) == plain(diff_table(whole))
    assert len(changes) == 2, "what does not overlap is not unpacked together"


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), "", "1 year", "soon", "0 hours", True, [1]])
def test_a_timeout_is_a_duration(connect: "SparkSession", timeout: Any) -> None:  # noqa: ANN401  # also what it must not be
    with pytest.raises(ValueError, match="timeout is a number of seconds"):
        diff_stream(connect.range(1), timeout=timeout)


def test_a_column_that_is_missing_is_named(connect: "SparkSession") -> None:
    with pytest.raises(InvalidSnapshot, match=r"no column 'when'.*there are: 'id'"):
        diff_stream(connect.range(1), seq="id", nodes="id", ts="when")
