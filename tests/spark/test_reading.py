"""Recordings read by Spark: the rows of the core, line for line, however the files come."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pyarrow as pa
import pytest

import uidiff
from tests.recordings.common import STEPS, lines, whole
from uidiff.arrow import CHANGES, SNAPSHOTS, diff_table, snapshots_of
from uidiff.arrow.recording_rows import recording_table
from uidiff.errors import InvalidSnapshot, UnknownName

pytest.importorskip("pyspark")

from uidiff.spark import diff_recordings, diff_snapshots, semantic_events, write_recordings
from uidiff.spark.recordings import read_recordings
from uidiff.spark.schemas import SNAPSHOT_SCHEMA

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

Row = dict[str, Any]

CORPUS = Path(__file__).parents[2] / "benchmarks" / "corpus"
SMALL = ("web/jstree",)


def name_of(source: str) -> str:
    """The name of a file, given as a path or as a URI."""
    return Path(unquote(source) if source.startswith("file:") else source).name


def rows_of(table: pa.Table) -> list[Row]:
    """The rows in the order in which they were recorded, a snapshot instead of its elements."""
    good = table.filter(table["nodes"].is_valid())
    snapshots = snapshots_of(good)
    rows = []
    for row in table.to_pylist():
        held = next(snapshots) if row["nodes"] is not None else None
        told = {name: row[name] for name in ("session", "window", "seq", "ts", "taken_at", "n_nodes", "error")}
        rows.append({**told, "source": name_of(row["source"]), "snapshot": held})
    return sorted(rows, key=lambda row: row["source"])  # stable: those of a file stay as they are


def read(frame: "DataFrame") -> list[Row]:
    assert frame.schema == SNAPSHOT_SCHEMA
    return rows_of(frame.toArrow().cast(SNAPSHOTS))


def of_the_core(folder: Path) -> list[Row]:
    return rows_of(recording_table(sorted(path for path in folder.rglob("*") if path.is_file())))


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Recordings of real programs: plain and compressed, with deltas and without."""
    folder = tmp_path_factory.mktemp("recordings")
    (folder / "more").mkdir()
    for name in SMALL:
        snapshots = list(uidiff.import_recording(CORPUS / f"{name}.jsonl.gz", format="corpus"))
        for kind, full in (("full", True), ("delta", False)):
            for ending in ("jsonl", "jsonl.gz"):
                path = folder / ("more" if full else "") / f"{Path(name).name}-{kind}.{ending}"
                uidiff.write_recording(path, snapshots, session=name, full=full)
    return folder


def test_rows_are_those_of_the_core(spark: "SparkSession", recordings: Path) -> None:
    assert read(read_recordings(spark, recordings)) == of_the_core(recordings)


# ------------------------------------------------------------------ hostile files

NODE = {"role": "button", "name": "OK"}


def line(seq: object, *nodes: object, **more: object) -> str:
    return json.dumps({"kind": "snapshot", "seq": seq, "nodes": list(nodes), **more}, ensure_ascii=False)


def raw(seq: int, cells: str) -> str:
    """A line with an element whose cells are written by hand."""
    return f'{{"kind":"snapshot","seq":{seq},"nodes":[{{"role":"button",{cells}}}]}}'


HOSTILE: Sequence[str | bytes] = [
    line(0, {**NODE, "name": "NUL \0, U+2028 \u2028, NEL \x85, \U0001f600, \u202e"}, title="\u2029\0", window="w'\"`"),
    "",
    "[]",
    "null",
    '{"kind":"snapshot","seq":1,"nodes":[{"role":"but',
    b'{"kind":"snapshot","seq":1,"nodes":[{"role":"button","name":"caf\xe9"}]}',
    line(1, NODE) + " behind it",
    line(1, NODE)[:-1] + "}\r",
    line(1, NODE),
    raw(2, r'"name":"lone \ud800"'),
    raw(3, r'"name":"pair \ud83d\ude00"'),
    raw(4, '"bounds":[1,2,3]'),
    raw(4, '"bounds":[1,2,3,4.5]'),
    raw(4, '"bounds":[1,2,3,99999999999]'),
    raw(4, '"bounds":[1,2,3,null]'),
    raw(4, '"bounds":[1,2,3,-4],"actions":["press"],"states":{"level":2,"checked":"mixed","focused":true}'),
    raw(5, '"states":{"focused":null}'),
    raw(5, '"states":{"level":"two"}'),
    raw(5, '"states":[]'),
    raw(5, '"parent":0'),
    raw(5, '"parent":"0"'),
    raw(5, '"id_stable":"true"'),
    raw(5, '"actions":"press"'),
    raw(5, '"actions":[null]'),
    raw(5, '"url_digest":"0123456789abcdef"'),
    raw(5, '"name":null,"children":[{"role":"link","name":"below"}]'),
    line(6, {"role": "textbox", "value": "hunter2", "states": {"protected": True}}, title="a password"),
    line(7, {"role": "link", "url": "https://u:pw@a.b/c?key=hunter2#x"}, url="https://u:pw@a.b/c?key=hunter2"),
    line(8, {"role": "text", "name": "x" * 70_000}, title="y" * 70_000, taken_at=1_700_000_000),
    line(9, {"role": "AXButton"}, {"role": "no role at all"}, platform="ax"),
    line(10, NODE, platform="nowhere"),
    line(10, NODE, pid=-1),
    line(10, NODE, taken_at=1e300),
    '{"kind":"snapshot","seq":11,"taken_at":1e999,"nodes":[]}',
    line("11", NODE),
    line(11.0, NODE),
    line(-1, NODE),
    line(2**53, NODE),
    line(None, NODE),
    line(11),
    line(12, None),
    line(12, "text"),
    line(12, {"name": "no role"}),
    line(12, NODE, {**NODE, "parent": 0}, {**NODE, "parent": 0}, {**NODE, "parent": 1}, {**NODE, "parent": 2}),
    line(12, *({**NODE, **({"parent": parent} if parent is not None else {})} for parent in (None, 0, 1, 0, 2))),
    '{"kind":"snapshot","seq":12,"nodes":{"role":"window","children":[{"role":"button"}]}}',
    '{"kind":"snapshot","seq":13}',
    '{"kind":["snapshot"],"seq":13,"nodes":[]}',
    '{"kind":"event","seq":13}',
    '{"kind":"error","seq":13,"error":"it did not answer","taken_at":1.5}',
    '{"kind":"error","seq":14,"error":7}',
    '{"kind":"error","seq":14,"error":"","taken_at":"now"}',
    "[" * 100_000,
    line(1, NODE),
    line(14, NODE, digest="0" * 32),
    raw(14, '"zoom":2'),
    raw(15, '"name":5'),
    raw(15, '"name":"a","name":"b"'),
    line(
        20, {**NODE, "native_role": "push button"}, {**NODE, "native_role": "button"}, app="a", document="d", action="c"
    ),
]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files that are hostile in their lines, their names and their sessions; and some that are no recordings."""
    folder = tmp_path_factory.mktemp("hostile")
    header = {"format": "uidiff/recording", "version": "1.0", "session": 'it\'s "`a`"\0; DROP TABLE x --\u2028'}
    given = [json.dumps(header, ensure_ascii=False), *HOSTILE]
    encoded = b"\n".join(one if isinstance(one, bytes) else one.encode() for one in given)
    (folder / "lines.jsonl").write_bytes(encoded + b"\n")
    (folder / "a'b\"`c` %20 {d} \u00e9\U0001f600 #?.jsonl").write_bytes(whole())
    (folder / "only a header.jsonl").write_bytes(lines()[0] + b"\n")
    (folder / "cut short.jsonl").write_bytes(whole()[:-20] + b"\n")
    (folder / "newer.jsonl").write_bytes(whole().replace(b'"1.0"', b'"2.0"', 1))
    (folder / "newer minor.jsonl").write_bytes(whole().replace(b'"1.0"', b'"1.9"', 1) + b'{"kind":"event"}\n')
    (folder / "no header.txt").write_bytes(whole().partition(b"\n")[2])
    (folder / "binary").write_bytes(bytes(range(128, 256)) + b"\n")
    for number in range(1, 7):  # a damaged line, and the deltas that rest on it
        damaged = [one if place != number else one[:-1] for place, one in enumerate(lines())]
        (folder / f"damaged {number}.jsonl").write_bytes(b"\n".join(damaged) + b"\n")
    return folder


def test_what_is_hostile_is_read_as_the_core_reads_it_and_the_job_goes_on(
    classic: "SparkSession", hostile: Path
) -> None:
    found, expected = read(read_recordings(classic, hostile)), of_the_core(hostile)
    for row, core in zip(found, expected, strict=True):
        assert row == core
    assert {row["source"] for row in expected} == {p.name for p in hostile.iterdir()} - {"only a header.jsonl"}
    assert "hunter2" not in str([str(row["snapshot"] and row["snapshot"].to_dicts()) for row in found])


# ----------------------------------------------------------------------- files


@contextmanager
def setting(spark: "SparkSession", **settings: str) -> Iterator[None]:
    """A session with other settings, ``__`` for each dot."""
    names = {name.replace("__", "."): value for name, value in settings.items()}
    before = {name: spark.conf.get(name) for name in names}
    for name, value in names.items():
        spark.conf.set(name, value)
    yield
    for name, known in before.items():
        spark.conf.set(name, str(known))


def test_a_file_that_is_read_in_parts_is_put_together(classic: "SparkSession", recordings: Path) -> None:
    paths = [recordings / "jstree-delta.jsonl", recordings / "more" / "jstree-full.jsonl"]
    with setting(classic, spark__sql__files__maxPartitionBytes="20000", spark__sql__files__openCostInBytes="1k"):
        parts = classic.read.text([str(path) for path in paths]).select(
            "_metadata.file_name", "_metadata.file_block_start"
        )
        assert parts.distinct().count() > len(paths) + 2
        assert read(read_recordings(classic, paths)) == rows_of(recording_table(paths))


def test_a_compressed_file_cut_short_is_read_as_far_as_it_goes_where_the_session_says_so(
    classic: "SparkSession", tmp_path: Path
) -> None:
    with (
        setting(classic, spark__sql__files__ignoreCorruptFiles="true"),
        uidiff.RecordingWriter(tmp_path / "a.jsonl.gz") as writer,
    ):
        for step in STEPS:
            writer.write(step)
        assert [row["snapshot"] for row in read(read_recordings(classic, tmp_path))] == STEPS


def test_a_folder_without_files_and_an_empty_file_give_no_rows(
    classic: "SparkSession", tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert read(read_recordings(classic, tmp_path)) == []
    assert diff_recordings(classic, tmp_path).count() == 0
    told = [(one.name, one.getMessage()) for one in caplog.records if one.name.startswith("uidiff")]
    assert told == [("uidiff.spark", "no file below the paths: no rows")] * 2
    caplog.clear()
    (tmp_path / "empty.jsonl").touch()
    assert read(read_recordings(classic, tmp_path)) == []
    assert not [one for one in caplog.records if one.name.startswith("uidiff")]


def test_recordings_of_one_name_are_not_mixed_in_silence(spark: "SparkSession", tmp_path: Path) -> None:
    """Whichever way is taken: as a frame, as sorted files, as events; and by their files they are told apart."""
    for folder, length in (("1", 1), ("2", 3)):
        (tmp_path / "in" / folder).mkdir(parents=True)
        uidiff.write_recording(tmp_path / "in" / folder / "a.jsonl", STEPS[int(folder) - 1 :][:length])
    snapshots = read_recordings(spark, tmp_path / "in")
    write_recordings(snapshots, tmp_path / "out")
    expected = diff_table(snapshots.toArrow().cast(SNAPSHOTS)).to_pylist()
    errors = [row for row in expected if row["op"] == "error"]
    assert len(errors) == 2
    assert all('session="source"' in row["error"] for row in errors)
    for found in (diff_snapshots(snapshots), diff_recordings(spark, tmp_path / "out")):
        assert sorted(map(repr, found.toArrow().cast(CHANGES).to_pylist())) == sorted(map(repr, expected))
    told = {row["error"] for row in semantic_events(snapshots).collect()} - {None}
    assert told == {row["error"] for row in errors}
    apart = diff_snapshots(snapshots, session="source")
    assert apart.where("op = 'error'").count() == 0
    assert {name_of(row["session"]) for row in apart.collect()} == {"a.jsonl"}


def test_a_byte_order_mark_is_passed_over(classic: "SparkSession", tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"\xef\xbb\xbf" + whole())
    assert [row["snapshot"] for row in read(read_recordings(classic, tmp_path)) if row["snapshot"]] == STEPS


def test_no_path_is_an_error_of_spark(spark: "SparkSession", tmp_path: Path) -> None:
    from pyspark.errors import AnalysisException

    with pytest.raises(AnalysisException, match="PATH_NOT_FOUND"):
        read_recordings(spark, tmp_path / "nowhere").schema  # noqa: B018  # Connect looks only now


def test_formats_are_told_by_names_and_not_mixed(classic: "SparkSession", tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(whole())
    (tmp_path / "b.parquet").write_bytes(b"PAR1")
    with pytest.raises(InvalidSnapshot, match="read them apart"):
        read_recordings(classic, tmp_path)
    with pytest.raises(UnknownName, match="known: jsonl, parquet"):
        read_recordings(classic, tmp_path, format="json")  # type: ignore[arg-type]  # the point
    assert len(read(read_recordings(classic, [tmp_path / "a.jsonl"], format="jsonl"))) == len(lines()) - 1
