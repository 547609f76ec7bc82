"""Two giant trees: however their elements are dealt out by key, the rows are those that the core gives."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

import uidiff
from tests.arrow.oracle import Row, plain, rows_of_pairs, said
from uidiff import Snapshot
from uidiff.arrow import CHANGES, batch_of
from uidiff.arrow.nodes import nodes_table
from uidiff.arrow.tree_parts import PARTS, Bundles
from uidiff.arrow.trees import stages
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.testing.strategies import snapshot_pairs, snapshots

RICH = snapshots(secrets=True, partial=True, unknown_roles=True, hostile=True)
FLAT = snapshots(max_size=25, wide=True, bounds=False, urls=False, extras=False, circumstances=False)
TREES = st.one_of(*map(snapshot_pairs, (snapshots(), RICH, FLAT, snapshots(deep=True, partial=True))))
KEYS: dict[str, Callable[[Row], Any]] = {
    "id": lambda row: row["id"],
    "name-role-parent": lambda row: (
        row["role"],
        row["native_role"],
        row["name"] or "",
        row["parent_name"] or "",
        row["parent"] is None,
    ),
}


def elements_of(snapshot: Snapshot, *, after: bool) -> pa.Table:
    table = nodes_table(pa.Table.from_batches([batch_of([snapshot], session="s", seqs=[0])]))
    return table.append_column("after", pa.array([after] * len(table), pa.bool_()))


def bundled(table: pa.Table, bundles: Bundles) -> pa.Table:
    """The fields of the bundles as texts of JSON, as they travel in Spark."""
    rows = [{name: cell for name, cell in row.items() if cell is not None} for row in table.to_pylist()]
    for row in rows:
        if "bounds" in row:
            row["bounds"] = list(row["bounds"].values())
    texts = {}
    for bundle, fields in bundles._asdict().items():
        told = ({name: row[name] for name in fields if name in row} for row in rows)
        texts[bundle] = pa.array([json.dumps(one) if one else None for one in told], pa.string())
    kept = table.drop_columns([*bundles.compared, *bundles.ignored])
    return pa.table({**{name: kept.column(name) for name in kept.column_names}, **texts})


def rows_of(
    parts: Sequence[pa.Table], *, matcher: str, ignore: IgnoreOption = (), on_error: str = "column"
) -> list[Row]:
    """Each part by itself, and then what was found in all."""
    pair, join = stages(matcher, ignore, on_error)
    found = [batch for part in parts for batch in pair(part.to_batches())]
    assert all(batch.schema.equals(PARTS) for batch in found)
    return plain(pa.Table.from_batches(join(found), schema=CHANGES))


def expected_rows(before: Snapshot, after: Snapshot, *, matcher: str, ignore: IgnoreOption = ()) -> list[Row]:
    """The rows of the core, but for the circumstances, which a table of elements has not."""
    rows = said(rows_of_pairs([(0, before), (0, after)], matcher=matcher, ignore=ignore))
    return [
        {name: value for name, value in row.items() if name not in ("before_seq", "after_seq")}
        for row in rows
        if row["op"] != "circumstances"
    ]


def dealt(data: DataObject, table: pa.Table, matcher: str, ignore: IgnoreOption = ()) -> list[pa.Table]:
    """The elements in a few parts, those of one key in one, in any order; plain or bundled."""
    rows = data.draw(st.permutations(table.to_pylist()))
    key = KEYS[matcher]
    part_of = {one: data.draw(st.integers(0, 2)) for one in sorted({key(row) for row in rows}, key=repr)}
    parts = [[row for row in rows if part_of[key(row)] == part] for part in range(3)]
    tables = [pa.Table.from_pylist(part, schema=table.schema) for part in parts]
    pair, _ = stages(matcher, ignore, "column")
    return (
        [bundled(part, Bundles.of(pair.kind, pair.ignore)) for part in tables] if data.draw(st.booleans()) else tables
    )


@pytest.mark.parametrize("matcher", KEYS)
@given(data=st.data())
def test_dealt_out_trees_give_the_rows_of_the_core(matcher: str, data: DataObject) -> None:
    before, after = data.draw(TREES)
    table = pa.concat_tables([elements_of(before, after=False), elements_of(after, after=True)])
    found = rows_of(dealt(data, table, matcher), matcher=matcher)
    expected = expected_rows(before, after, matcher=matcher)
    for ordinal, row in enumerate(expected):
        row["ordinal"] = ordinal
    assert found == expected


@given(data=st.data())
def test_what_is_ignored_is_ignored_as_the_core_does(data: DataObject) -> None:
    before, after = data.draw(snapshot_pairs(snapshots(circumstances=False)))
    elements = [*before, *after]
    rule = st.builds(
        lambda element, by_path, by_name, field: uidiff.Ignore(
            role=element.role,
            path=element.path if by_path else None,
            name=(element.name or "") if by_name else None,
            field=field,
        ),
        st.sampled_from(elements) if elements else st.nothing(),
        st.booleans(),
        st.booleans(),
        st.sampled_from([None, "name", "value", "bounds"]),
    )
    names = st.sampled_from(["bounds", "name", "value"])
    ignore = data.draw(st.lists(st.one_of(names, rule) if elements else names, max_size=4))
    table = pa.concat_tables([elements_of(before, after=False), elements_of(after, after=True)])
    matcher = data.draw(st.sampled_from(sorted(KEYS)))
    expected = expected_rows(before, after, matcher=matcher, ignore=ignore)
    assert rows_of(dealt(data, table, matcher, ignore), matcher=matcher, ignore=ignore) == expected


def test_what_is_paired_by_folded_names_and_moved_keeps_its_name() -> None:
    groups = [{"role": "group", "name": "G"}, {"role": "group", "name": "G"}]
    before = Snapshot.from_dicts([*groups, {"role": "button", "name": "OK ", "parent": 1}])
    after = Snapshot.from_dicts([groups[0], {"role": "button", "name": "OK", "parent": 0}, groups[1]])
    table = pa.concat_tables([elements_of(before, after=False), elements_of(after, after=True)])
    found = rows_of([table], matcher="name-role-parent")
    assert [(row["op"], row["name"]) for row in found] == [("changed", "OK"), ("moved", "OK")]
    assert found == expected_rows(before, after, matcher="name-role-parent")


# ------------------------------------------------------------------------ faults

THREE = Snapshot.from_dicts([{"role": "window"}, {"role": "list", "parent": 0}, {"role": "button", "parent": 0}])


def with_cell(name: str, index: int, value: object) -> pa.Table:
    """Twice the same tree, with one cell of the one after made wrong."""
    rows = elements_of(THREE, after=True).to_pylist()
    rows[index][name] = value
    before = elements_of(THREE, after=False)
    return pa.concat_tables([before, pa.Table.from_pylist(rows, schema=before.schema)])


@pytest.mark.parametrize(
    ("name", "index", "value", "place", "problem"),
    [
        ("index", 1, 2, "$.after[2]", "two elements"),
        ("index", 2, 3, "$.after[2]", "no element has this index"),
        ("index", 0, None, "$.after", "without index"),
        ("parent", 1, 7, "$.after[1]", "does not stand before it"),
        ("parent", 1, -2, "$.after[1]", "below 0"),
        ("role", 2, None, "$.after[2]", "no role"),
    ],
)
def test_what_is_no_tree_is_said_with_its_place(name: str, index: int, value: object, place: str, problem: str) -> None:
    table = with_cell(name, index, value)
    (row,) = rows_of([table], matcher="name-role-parent")
    assert row["op"] == "error"
    assert row["error"].startswith(place + ": ")
    assert problem in row["error"]
    assert "explode_nodes" in row["error"] or "NULL for a root" in row["error"]
    with pytest.raises(InvalidSnapshot, match=problem):
        rows_of([table], matcher="name-role-parent", on_error="raise")


def test_elements_that_stand_out_of_document_order_are_an_error() -> None:
    nodes = [
        {"role": "window"},
        {"role": "list", "parent": 0},
        {"role": "button", "parent": 0},
        {"role": "row", "parent": 2},
    ]
    rows = elements_of(Snapshot.from_dicts(nodes), after=True).to_pylist()
    rows[3]["parent"] = 1
    before = elements_of(THREE, after=False)
    table = pa.concat_tables([before, pa.Table.from_pylist(rows, schema=before.schema)])
    (row,) = rows_of([table], matcher="id")
    assert row["error"].startswith("$.after[3]: it does not stand in document order")


def test_an_element_two_levels_below_the_one_before_it_is_out_of_document_order() -> None:
    tree = [("window", None), ("list", 0), ("window", None), ("row", 1)]
    rows = [{"role": role, "parent": up, "index": at, "after": True} for at, (role, up) in enumerate(tree)]
    schema = elements_of(THREE, after=True).schema
    (row,) = rows_of([pa.Table.from_pylist(rows, schema=schema)], matcher="id")
    assert row["error"].startswith("$.after[3]: it does not stand in document order")


def test_a_matcher_that_does_not_pair_by_key_is_refused_with_the_cure() -> None:
    with pytest.raises(UnknownName, match=r"diff_snapshots takes every one.*known: id, name-role-parent"):
        stages("structural", (), "column")
    with pytest.raises(UnknownName, match="on_error"):
        stages("id", (), "drop")


def test_a_column_of_another_type_is_refused_by_name() -> None:
    table = elements_of(THREE, after=True)
    place = table.column_names.index("index")
    with pytest.raises(InvalidSnapshot, match="index"):
        rows_of([table.set_column(place, "index", pa.array(["a", "b", "c"]))], matcher="id")


def test_the_columns_that_are_missing_are_null() -> None:
    table = elements_of(THREE, after=True).select(["after", "index", "parent", "parent_name", "role"])
    found = rows_of([table], matcher="name-role-parent")
    assert [(row["op"], row["role"], row["path"]) for row in found] == [
        ("added", "window", ""),
        ("added", "list", "window"),
        ("added", "button", "window"),
    ]


@pytest.mark.parametrize("rows", [0, 2])
def test_trees_without_elements_give_what_the_core_gives(rows: int) -> None:
    tree = Snapshot.from_dicts([{"role": "button"}] * rows)
    empty = elements_of(Snapshot.from_dicts([]), after=False)
    table = pa.concat_tables([empty, elements_of(tree, after=True)])
    assert [row["op"] for row in rows_of([table], matcher="name-role-parent")] == ["added"] * rows
