"""List sorted Parquet files of SNAPSHOTS, read their keys, and diff them part by part."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby, pairwise
from typing import TypeAlias

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import fs

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.codes import Codes as Numbers
from uidiff.arrow.conform import conformed, expect_snapshots
from uidiff.arrow.engine import MAX_NODES, Engine, pieces
from uidiff.arrow.parquet_plan import Cut, File, Group, Past, Plan, Run
from uidiff.arrow.schema import CIRCUMSTANCES, NEEDLESS, NODE, SNAPSHOTS
from uidiff.errors import InvalidSnapshot

__all__ = ["diff_task", "list_files", "scan_file"]

_BUFFER = 1 << 20
"""Bytes of each column that are read at once: a row group of any size takes at most about 30 times as much."""

_MOST_ROWS = 10_000
"""The most snapshots that are read at once: as many as Spark hands over."""

_Part: TypeAlias = tuple[Cut | None, pa.RecordBatch]

_SPARED = frozenset(field.name for field in NODE if not pa.types.is_nested(field.type)) - {"parent", "role"}
"""Columns of the elements that are not read where all is NULL. Inside of bounds, states and actions NULL has a sense;
and of two columns the lists themselves are read."""

_SPARED_OF_ROWS = frozenset({*CIRCUMSTANCES.names, "source"})
"""The same of the columns beside them."""

_DEEP = 3
"""``list.element.name``: as deep lie the columns of the elements themselves."""

_SCHEMES = {"s3a": "s3", "s3n": "s3"}
"""Names that Hadoop has for file systems, and pyarrow's."""

_CURE = "give files that write_recordings has made, or folders of them"


def list_files(path: str) -> list[File]:
    """Return the file of a path, or the files below a folder, sorted, without names that begin with a dot or ``_``.

    Args:
        path: of this machine, or a URI of a file system that pyarrow knows (``s3:``, ``gs:``, ``hdfs:``, ``file:``).

    Raises:
        InvalidSnapshot: there is no such path, or it cannot be opened.
    """
    root = path if "://" in path or path.startswith("file:") else ""
    try:
        system, inside = _system(root)
        inside = inside or os.path.abspath(path)  # noqa: PTH100  # without a root it is a path of this machine
        found = system.get_file_info(inside)
        if found.type == fs.FileType.File:
            return [File(root, inside)]
        if found.type == fs.FileType.Directory:
            below = system.get_file_info(fs.FileSelector(inside, recursive=True))
            return sorted(File(root, info.path) for info in below if info.is_file and _is_data(info.path, inside))
    except (OSError, ValueError, pa.ArrowException) as error:
        raise InvalidSnapshot(f"cannot be looked at: {type(error).__name__}", ascii(path), _CURE) from error
    raise InvalidSnapshot("no such file or folder", ascii(path), f"{_CURE}; patterns such as *.parquet are not taken")


def scan_file(file: File, number: int) -> list[Run]:
    """Return the runs of a file; only the keys are read. ``number``: that of the file.

    Raises:
        InvalidSnapshot: the file cannot be read, is no Parquet, or lacks a column.
    """
    with _opened(file) as opened:
        expect_snapshots(opened.schema_arrow)
        keys = [name for name in ("session", "window") if name in opened.schema_arrow.names]
    with _opened(file, read_dictionary=keys) as opened:
        return [run for group in range(opened.num_row_groups) for run in _runs(opened, number, group)]


def diff_task(plan: Plan, task: int, engine: Engine, *, max_nodes: int = MAX_NODES) -> Iterator[pa.RecordBatch]:
    """Do one task of a plan: yield the changes in batches of CHANGES.

    ``max_nodes``: the most elements read and diffed at once, unless one snapshot has more.
    """
    engine = attrs.evolve(engine, last=None)
    for cut, batch in _gathered(_parts(plan, task, max_nodes), max_nodes):
        if cut is not None:
            engine.last = _last_good(plan, cut, engine, max_nodes)
        yield from (changes for piece in pieces(batch, max_nodes) if (changes := engine.step(piece)).num_rows)


# ------------------------------------------------------------------------ files


def _system(root: str) -> tuple[fs.FileSystem, str]:
    """Return the file system of a URI and the path in it; that of this machine and "" without a URI."""
    if not root:
        return fs.LocalFileSystem(), ""
    scheme, _, rest = root.partition(":")
    found: tuple[fs.FileSystem, str] = fs.FileSystem.from_uri(_SCHEMES.get(scheme, scheme) + ":" + rest)
    return found


def _is_data(path: str, folder: str) -> bool:
    parts = path[len(folder) :].strip("/").split("/")
    return not any(part.startswith((".", "_")) for part in parts)


@contextmanager
def _opened(file: File, *, read_dictionary: Sequence[str] = ()) -> Iterator[pq.ParquetFile]:
    """Open a file to read it in small parts. Nothing is fetched ahead: a whole row group may not fit into memory.

    Errors name the file; messages of the library are not repeated, as they may hold text of the UI.
    """
    try:
        with pq.ParquetFile(
            file.path,
            filesystem=_system(file.root)[0],
            read_dictionary=list(read_dictionary),
            buffer_size=_BUFFER,
            pre_buffer=False,
            coerce_int96_timestamp_unit="us",
        ) as opened:
            yield opened
    except InvalidSnapshot as error:
        raise error.inside(ascii(file.path)) from error
    except (OSError, ValueError, pa.ArrowException) as error:
        problem = f"no Parquet that can be read: {type(error).__name__}"
        raise InvalidSnapshot(problem, ascii(file.path), _CURE) from error


def _leaves(opened: pq.ParquetFile) -> dict[str, pq.ColumnSchema]:
    columns = [opened.schema.column(place) for place in range(len(opened.schema.names))]
    return {column.path: column for column in columns}


# ------------------------------------------------------------------------- keys


def _runs(opened: pq.ParquetFile, number: int, group: int) -> list[Run]:
    """Return the runs of a row group."""
    names = [name for name in ("session", "window", "seq", "n_nodes") if name in opened.schema_arrow.names]
    table = opened.read_row_group(group, columns=names, use_threads=False)
    if not table.num_rows:
        return []
    changed = np.zeros(table.num_rows, np.bool_)
    changed[0] = True
    for name in names[: names.index("seq")]:
        codes = _codes(table[name])
        changed[1:] |= codes[1:] != codes[:-1]
    starts = np.nonzero(changed)[0]
    nodes = _lengths(opened, group, table)
    made = {
        "session": _texts(table, "session", starts),
        "window": _texts(table, "window", starts),
        "start": starts.tolist(),
        "rows": np.diff(np.append(starts, table.num_rows)).tolist(),
        **_extremes(table["seq"].cast(pa.int64()), changed),
        "nodes": np.add.reduceat(nodes, starts).tolist(),
        "most": np.maximum.reduceat(nodes, starts).tolist(),
    }
    return [Run(number, group, *row) for row in zip(*(made[name] for name in Run._fields[2:]), strict=True)]


def _codes(column: pa.ChunkedArray) -> Numbers:
    whole = column.combine_chunks()
    encoded = whole if pa.types.is_dictionary(whole.type) else whole.dictionary_encode()
    codes: Numbers = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return codes


def _texts(table: pa.Table, name: str, places: Numbers) -> list[str | None]:
    return table[name].take(pa.array(places)).to_pylist() if name in table.column_names else [None] * len(places)


def _extremes(seqs: pa.ChunkedArray, changed: Flags) -> dict[str, list[int | None]]:
    """Return the lowest and the highest sequence number of each run."""
    runs = pa.table({"run": np.cumsum(changed), "seq": seqs}).group_by("run", use_threads=False)
    found = runs.aggregate([("seq", "min"), ("seq", "max")])
    return {"first": found["seq_min"].to_pylist(), "last": found["seq_max"].to_pylist()}


def _lengths(opened: pq.ParquetFile, group: int, table: pa.Table) -> Numbers:
    """Return the number of elements of each snapshot: its ``n_nodes``, or a count."""
    if "n_nodes" in table.column_names and not table["n_nodes"].null_count:
        said: Numbers = table["n_nodes"].to_numpy().astype(np.int64)
        return said
    inside = [path for path in _leaves(opened) if path.startswith("nodes.")]
    one = min(inside, key=lambda path: (not path.endswith(".parent"), len(path)))  # of any, the lists are as long
    lists = opened.read_row_group(group, columns=[one], use_threads=False)["nodes"]
    counted: Numbers = pc.list_value_length(lists).fill_null(0).to_numpy().astype(np.int64)
    return counted


# --------------------------------------------------------------------- snapshots


def _batches(opened: pq.ParquetFile, group: Group | Past, max_nodes: int) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Read a row group in batches of bounded size, each with the number of its first row."""
    rows = max(1, min(_MOST_ROWS, max_nodes // max(1, group.most)))
    names = _wanted(opened, group.group)
    start = 0
    for batch in opened.iter_batches(batch_size=rows, row_groups=[group.group], columns=names, use_threads=False):
        yield start, conformed(batch)
        start += batch.num_rows


def _wanted(opened: pq.ParquetFile, group: int) -> list[str]:
    """Choose the columns to read, as paths: not those of which the row group has nothing but NULL by its statistics."""
    known = opened.metadata.row_group(group)
    paths = []
    for place in range(known.num_columns):
        chunk = known.column(place)
        name, *inside = chunk.path_in_schema.split(".")
        if name not in SNAPSHOTS.names or name in NEEDLESS:
            continue
        spared = inside[-1] in _SPARED and len(inside) <= _DEEP if inside else name in _SPARED_OF_ROWS
        said = chunk.statistics if spared else None
        if said is None or not said.has_null_count or said.null_count < chunk.num_values:
            paths.append(chunk.path_in_schema)
    return paths


def _parts(plan: Plan, task: int, max_nodes: int) -> Iterator[_Part]:
    """Read the rows of a task in small batches that end at cuts; each with the cut before it, if any."""
    for number, groups in groupby(plan.groups(task), key=lambda group: group.file):
        with _opened(plan.files[number]) as opened:
            for group in groups:
                cuts = {cut.row: cut for cut in group.cuts}
                for start, batch in _batches(opened, group, max_nodes):
                    stop = start + batch.num_rows
                    ends = [start, *(row for row in sorted(cuts) if start < row < stop), stop]
                    for at, end in pairwise(ends):
                        yield cuts.get(at), batch.slice(at - start, end - at)


def _gathered(parts: Iterable[_Part], max_nodes: int) -> Iterator[_Part]:
    """Join small batches into larger ones: where one snapshot is large, all are read in small batches."""
    held: list[pa.RecordBatch] = []
    nodes, cut = 0, None
    for at, part in parts:
        more = pc.sum(pc.list_value_length(part.column("nodes"))).as_py() or 0
        if held and (at is not None or nodes + more > max_nodes):
            yield cut, _joined(held)
            held, nodes, cut = [], 0, None
        held.append(part)
        nodes, cut = nodes + more, at or cut
    if held:
        yield cut, _joined(held)


def _joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    return batches[0] if len(batches) == 1 else pa.Table.from_batches(batches).combine_chunks().to_batches()[0]


# -------------------------------------------------------------- the snapshot before


def _last_good(plan: Plan, cut: Cut, engine: Engine, max_nodes: int) -> Block | None:
    """Find the snapshot before a cut as the engine would: the first good row with the highest number."""
    found: Block | None = None
    for past in plan.before(cut):
        if found is not None and (past.reach is None or past.reach < _seq(found)):
            break
        candidate = _last_good_of_run(plan.files[past.file], past, engine, max_nodes)
        if candidate is not None and (found is None or _seq(candidate) >= _seq(found)):
            found = candidate
    return found


def _last_good_of_run(file: File, run: Past, engine: Engine, max_nodes: int) -> Block | None:
    found: Block | None = None
    with _opened(file) as opened:
        for start, batch in _batches(opened, run, max_nodes):
            below, above = max(run.start - start, 0), min(run.start + run.rows - start, batch.num_rows)
            if below < above:
                candidate = _last_good_row(batch.slice(below, above - below), engine)
                if candidate is not None and (found is None or _seq(candidate) > _seq(found)):
                    found = candidate
            if above < batch.num_rows:
                break
    return found


def _last_good_row(batch: pa.RecordBatch, engine: Engine) -> Block | None:
    """Try the rows one by one, from the highest number down; mostly the first is good."""
    seqs = batch.column("seq")
    hopeless = pc.or_(batch.column("nodes").is_null(), pc.or_(batch.column("error").is_valid(), seqs.is_null()))
    rows = pa.table({"seq": seqs, "row": np.arange(batch.num_rows)}).filter(pc.invert(hopeless))
    for row in rows.sort_by([("seq", "descending"), ("row", "ascending")])["row"].to_pylist():
        alone = attrs.evolve(engine, last=None, on_error="drop")
        alone.step(batch.slice(row, 1))
        if alone.last is not None:
            return alone.last
    return None


def _seq(block: Block) -> int:
    found: int = block.rows.column("seq")[0].as_py()
    return found
