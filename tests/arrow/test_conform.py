"""Tables of other types: a kind that is wrong is refused with the table, a cell that does not fit with its row."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arrow.oracle import plain
from uidiff.arrow import SNAPSHOTS, apply_table, diff_table, events_table, ignore_rules, nodes_table, volatility
from uidiff.arrow.conform import cast_column, conformed
from uidiff.errors import InvalidSnapshot

TEXT = pa.string()
INTS = {"int32": (pa.int32(), 2**31), "int64": (pa.int64(), 2**63)}


def nodes_of(name: str, cells: Sequence[object], kind: pa.DataType) -> pa.Array:
    """For each cell a tree of two elements: the second one has the cell in the field ``name``."""
    trees = [[{"role": "window"}, {"role": "button", name: cell}] for cell in cells]
    return pa.array(trees, pa.list_(pa.struct([("role", TEXT), (name, kind)])))


def table_with(name: str, cells: Sequence[object], kind: pa.DataType) -> pa.Table:
    """Rows with these cells in a column beside the tree; but for ``seq`` itself they count up from 0."""
    trees = [[{"role": "button", "name": str(number)}] for number in range(len(cells))]
    return pa.table({"seq": range(len(cells)), "nodes": trees, name: pa.array(cells, kind)})


def errors(table: pa.Table) -> dict[int | None, str]:
    return {row.get("after_seq"): row["error"] for row in plain(diff_table(table)) if row["op"] == "error"}


# ------------------------------------------------------------------------ cells


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (pa.int64(), 0, [2**40, -(2**40), 2**31]),
        (pa.uint64(), 0, [2**64 - 1, 2**63, 2**31]),
        (pa.float64(), 0.0, [0.5, float("inf"), 1e30, float("nan"), 2.0**31]),
        (pa.float32(), 0.0, [0.5, float("-inf")]),
        (pa.float16(), np.float16(0), [np.float16(0.5), np.float16("inf")]),
        (pa.decimal128(38, 2), Decimal(0), [Decimal("0.5"), Decimal("1e30"), Decimal("-1e30")]),
        (pa.dictionary(pa.int8(), pa.int64()), 0, [2**40]),
    ],
    ids=str,
)
def test_a_parent_that_is_no_index_is_an_error_of_its_row(kind: pa.DataType, good: Any, bad: list[Any]) -> None:  # noqa: ANN401
    cells = [good, *bad, None, good]
    nodes = nodes_of("parent", cells, kind)
    found = errors(pa.table({"seq": range(len(cells)), "nodes": nodes}))
    assert list(found) == list(range(1, len(bad) + 1))
    assert all(text.startswith("$[1].parent: ") for text in found.values())


_SIDES = ("x", "y", "width", "height")


@pytest.mark.parametrize(
    ("kind", "bad"), [(pa.int64(), 2**40), (pa.float64(), 1.5), (pa.decimal128(30, 1), Decimal("0.5"))]
)
@pytest.mark.parametrize("form", ["struct", "list", "large_list", "fixed_size_list"])
def test_a_side_that_is_no_pixel_is_an_error_of_its_row(kind: pa.DataType, bad: Any, form: str) -> None:  # noqa: ANN401
    boxes: list[Any] = [[1, 2, 3, 4], [1, 2, bad, 4], None, [1, None, 3, 4], [5, 6, 7, 8]]
    types = {
        "struct": pa.struct([(side, kind) for side in _SIDES]),
        "list": pa.list_(kind),
        "large_list": pa.large_list(kind),
        "fixed_size_list": pa.list_(kind, 4),
    }
    if form == "struct":
        boxes = [box and dict(zip(_SIDES, box, strict=True)) for box in boxes]
    if pa.types.is_decimal(kind):  # made of decimals only
        boxes = _decimals(boxes)
    table = pa.table({"seq": range(5), "nodes": nodes_of("bounds", boxes, types[form])})
    found = errors(table)
    assert list(found) == [1, 3]
    assert all(text.startswith("$[1].bounds: ") for text in found.values())
    (change,) = [row for row in plain(diff_table(table)) if row["after_seq"] == 4]
    assert [(field["field"], field["after"]) for field in change["fields"]] == [("bounds", "[5,6,7,8]")]


def _decimals(given: Any) -> Any:  # noqa: ANN401  # cells of any shape
    if isinstance(given, dict):
        return {name: _decimals(cell) for name, cell in given.items()}
    if isinstance(given, list):
        return [_decimals(cell) for cell in given]
    return None if given is None else Decimal(given)


def test_a_list_of_another_length_is_an_error_of_its_row() -> None:
    boxes = [[1, 2, 3, 4], [1, 2], [], None, [1, 2, 3, 4, 5], [5, 6, 7, 8]]
    table = pa.table({"seq": range(6), "nodes": nodes_of("bounds", boxes, pa.list_(pa.int64()))})
    assert list(errors(table)) == [1, 2, 4]
    assert [cell["bounds"] for cell in nodes_table(table).to_pylist() if cell["bounds"]] == [
        dict(zip(_SIDES, box, strict=True)) for box in ([1, 2, 3, 4], [5, 6, 7, 8])
    ]
    nothing = pa.table({"seq": range(2), "nodes": nodes_of("bounds", [[], None], pa.list_(pa.null()))})
    assert list(errors(nothing)) == [0]


@pytest.mark.parametrize(
    ("kind", "cells"),
    [
        (pa.decimal128(38, 1), [Decimal(1), Decimal("1e30"), Decimal("1.5"), Decimal(2)]),
        (pa.float64(), [1.0, float("nan"), 0.5, 2.0**63, 1e300, 2.0]),
        (pa.uint64(), [1, 2**63, 2]),
    ],
    ids=str,
)
def test_a_sequence_number_that_is_none_is_an_error_of_its_row(kind: pa.DataType, cells: list[Any]) -> None:
    trees = [[{"role": "button", "name": str(number)}] for number in range(len(cells))]
    rows = plain(diff_table(pa.table({"seq": pa.array(cells, kind), "nodes": trees})))
    wrong = [row for row in rows if row["op"] == "error"]
    assert [row["error"] for row in wrong] == ["no sequence number: seq is NULL"] * (len(cells) - 2)
    assert [(row["before_seq"], row["after_seq"]) for row in rows if row["op"] == "changed"] == [(1, 2)]


def test_a_process_id_that_is_none_is_an_error_of_its_row() -> None:
    found = errors(table_with("pid", [7.0, 0.5, None, 1e30, 8.0], pa.float64()))
    assert list(found) == [1, 3]
    assert all(text.startswith("$.pid: out of range") for text in found.values())


def test_what_nobody_reads_is_no_error() -> None:
    assert not errors(table_with("n_nodes", [2**40, 1], pa.int64()))


def test_times_in_seconds_may_be_numbers_of_any_kind() -> None:
    assert not errors(table_with("taken_at", [2**62 + 1, 1], pa.int64()))
    assert not errors(table_with("taken_at", [Decimal("1.5"), None], pa.decimal128(38, 9)))
    assert list(errors(table_with("taken_at", [1.0, float("nan")], pa.float32()))) == [1]


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_moments_without_a_time_zone_are_in_utc(unit: str) -> None:
    moment = datetime(2026, 1, 1, 12, tzinfo=UTC)
    for cells in (
        pa.array([moment, None], pa.timestamp(unit)),
        pa.array([moment], pa.timestamp(unit)).dictionary_encode(),
    ):
        trees = [[{"role": "a"}]] * len(cells)
        made = conformed(pa.RecordBatch.from_pydict({"seq": range(len(cells)), "nodes": trees, "ts": cells}))
        assert made.column("ts").to_pylist() == [moment, None][: len(cells)]


def test_moments_are_cut_to_microseconds_and_those_of_no_calendar_are_null() -> None:
    for unit, cells, kept in (
        ("ns", [1_001, 2_000, None], [1, 2, None]),
        ("s", [2**62, -(2**63), 3], [None, None, 3_000_000]),
    ):
        batch = table_with("ts", cells, pa.timestamp(unit, "Europe/Berlin")).to_batches()[0]
        assert conformed(batch).column("ts").cast(pa.int64()).to_pylist() == kept
    early = datetime(2026, 1, 1, tzinfo=UTC)
    assert not errors(table_with("ts", [early, None], pa.timestamp("ns", "UTC")))


@given(
    st.sampled_from([*INTS]),
    st.sampled_from([pa.int8(), pa.int64(), pa.uint32(), pa.uint64(), pa.float64(), pa.decimal128(38, 2)]),
    st.data(),
)
def test_a_number_is_kept_or_refused_by_what_it_is(name: str, kind: pa.DataType, data: st.DataObject) -> None:
    wanted, limit = INTS[name]
    edges = st.sampled_from([sign * edge + by for edge in (0, 2**31, 2**63) for sign in (1, -1) for by in (-1, 0, 1)])
    if pa.types.is_floating(kind):
        numbers: Any = st.floats() | edges.map(float)
    elif pa.types.is_decimal(kind):
        numbers = st.decimals(-(10**35), 10**35, places=2) | edges.map(Decimal)
    else:
        bits = kind.bit_width
        low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if pa.types.is_signed_integer(kind) else (0, 2**bits - 1)
        numbers = st.integers(low, high) | edges.filter(lambda edge: low <= edge <= high)
    cells = data.draw(st.lists(numbers | st.none(), max_size=6))
    column = cast_column(pa.field("n", wanted), pa.array(cells, kind, from_pandas=False))
    fits = [cell is not None and -limit <= cell < limit and cell == int(cell) for cell in cells]
    assert column.type == wanted
    assert column.to_pylist() == [int(cell) if fit else None for cell, fit in zip(cells, fits, strict=True)]
    refused = cast_column(pa.field("parent", wanted), pa.array(cells, kind, from_pandas=False)).to_pylist()
    assert [cell == 2**31 - 1 for cell, fit in zip(refused, fits, strict=True) if not fit] == [
        cell is not None for cell, fit in zip(cells, fits, strict=True) if not fit
    ]


# ------------------------------------------------------------------------ kinds


@pytest.mark.parametrize("name", [name for name in SNAPSHOTS.names if name != "error"])
def test_a_column_without_any_cell_fits_every_field(name: str) -> None:
    given = {"seq": pa.array([0, 1]), "nodes": pa.array([[{"role": "a"}]] * 2)} | {name: pa.nulls(2)}
    wanted = {"seq": "no sequence number: seq is NULL", "nodes": "no tree: nodes is NULL"}.get(name)
    assert [row["error"] for row in plain(diff_table(pa.table(given)))] == ([wanted] * 2 if wanted else [])


@pytest.mark.parametrize("name", ["parent", "bounds", "states", "actions", "secret", "name", "extra"])
def test_a_field_without_any_cell_is_absent(name: str) -> None:
    assert not errors(pa.table({"seq": [0], "nodes": nodes_of(name, [None], pa.null())}))


@pytest.mark.parametrize(
    ("name", "column", "wanted", "found"),
    [
        ("seq", pa.array([True]), "int64", "bool"),
        ("seq", pa.array([0], pa.timestamp("us", "UTC")), "int64", "timestamp[us, tz=UTC]"),
        ("seq", pa.array([date(2026, 1, 1)]), "int64", "date32[day]"),
        ("seq", pa.array([b"1"]), "int64", "binary"),
        ("pid", pa.array([True]), "int64", "bool"),
        ("taken_at", pa.array([True]), "double", "bool"),
        ("taken_at", pa.array([0], pa.timestamp("us", "UTC")), "double", "timestamp[us, tz=UTC]"),
        ("ts", pa.array([0]), "timestamp[us, tz=UTC]", "int64"),
        ("ts", pa.array([0.5]), "timestamp[us, tz=UTC]", "double"),
        ("ts", pa.array([date(2026, 1, 1)]), "timestamp[us, tz=UTC]", "date32[day]"),
        ("session", pa.array([["a"]]), "string", "list<item: string>"),
        ("session", pa.array([[("a", "b")]], pa.map_(TEXT, TEXT)), "string", "map<string, string>"),
        ("session", pa.array([{"a\n'": 1}]), "string", "struct<a\\n'"),
        ("session", pa.array([b"\xff"], pa.large_binary()), "string", "large_binary"),
    ],
    ids=lambda given: str(given) if isinstance(given, str) else "",
)
def test_a_column_of_another_kind_is_refused_and_its_type_named(
    name: str, column: pa.Array, wanted: str, found: str
) -> None:
    table = pa.table({"seq": [0], "nodes": [[{"role": "a"}]]} | {name: column})
    for function in (diff_table, events_table, nodes_table):
        with pytest.raises(InvalidSnapshot) as caught:
            function(table)
        assert caught.value.path == f"$.{name}"
        assert caught.value.problem == "a column of another type"
        assert caught.value.cure.startswith(f"make it {wanted}, not {found}")
        assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("name", "kind", "cell"),
    [
        ("parent", pa.bool_(), False),
        ("parent", pa.timestamp("us"), 0),
        ("bounds", pa.list_(TEXT), ["hunter2"]),
        ("bounds", pa.list_(pa.int32(), 3), [1, 2, 3]),
        ("bounds", pa.struct([(side, TEXT) for side in _SIDES]), {"x": "hunter2"}),
        ("bounds", TEXT, "hunter2"),
        ("actions", pa.list_(pa.binary()), [b"\xffhunter2"]),
        ("actions", pa.list_(pa.int64()), [1]),
        ("actions", TEXT, "hunter2"),
        ("secret", TEXT, "hunter2"),
        ("secret", pa.timestamp("us"), 1),
        ("secret", pa.decimal128(3), Decimal(1)),
        ("name", pa.int64(), 1),
    ],
    ids=str,
)
def test_so_is_a_field_of_another_kind_and_no_cell_is_quoted(name: str, kind: pa.DataType, cell: object) -> None:
    table = pa.table({"seq": [0], "nodes": nodes_of(name, [cell], kind)})
    with pytest.raises(InvalidSnapshot) as caught:
        diff_table(table)
    assert caught.value.path.startswith(f"$.nodes.{name}")
    assert "hunter2" not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_the_type_that_was_found_is_clipped() -> None:
    wide = pa.array([{f"field_{number}": 1 for number in range(50)}])
    with pytest.raises(InvalidSnapshot) as caught:
        conformed(pa.record_batch({"seq": [0], "nodes": [[{"role": "a"}]], "title": wide}))
    assert len(caught.value.cure) < 130


def test_a_table_without_rows_is_looked_at_too() -> None:
    for function in (diff_table, events_table):
        with pytest.raises(InvalidSnapshot, match=r"\$\.session"):
            function(pa.table({"seq": [0], "nodes": [[{"role": "a"}]], "session": [["a"]]}).slice(0, 0))
        with pytest.raises(InvalidSnapshot, match=r"\$\.nodes: no such column"):
            function(pa.table({"seq": [0], "x": [1]}))


@pytest.mark.parametrize("kind", [pa.dictionary(pa.int8(), TEXT), pa.string_view(), pa.large_string()], ids=str)
def test_keys_are_sorted_whatever_their_kind_is(kind: pa.DataType) -> None:
    trees = [[{"role": "button", "name": name}] for name in ("b", "a", "c")]
    given = pa.table(
        {"session": pa.array(["y", "x", "y"], kind), "seq": pa.array([2, 1, 1], pa.uint8()), "nodes": trees}
    )
    chunked = pa.concat_tables([given.slice(0, 1), given.slice(1)])
    for table in (given, chunked):
        rows = [(row["session"], row["before_seq"], row["after_seq"]) for row in plain(diff_table(table))]
        assert rows == [("y", 1, 2)]


@pytest.mark.parametrize("given", ["recordings", None, [1], pa.table({"seq": [0]}).to_batches()[0]], ids=type)
def test_what_is_no_table_is_refused_and_the_ways_to_one_named(given: Any) -> None:  # noqa: ANN401  # anything
    with pytest.raises(TypeError) as caught:
        diff_table(given)
    for function in (events_table, nodes_table, volatility, ignore_rules, partial(apply_table, given)):
        with pytest.raises(TypeError, match=re.escape(str(caught.value))):
            function(given)
    said = str(caught.value)
    assert said.startswith(f"a pyarrow.Table is wanted, not {type(given).__name__}: recording_table(path)")
    assert "pa.Table.from_pandas(frame)" in said
