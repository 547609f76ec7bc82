"""Two giant trees as tables of elements: in whatever order these come, the rows are those of the core."""

from collections.abc import Sequence

import attrs
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

import uidiff
from tests.arrow.oracle import Row, plain, rows_of_pairs, said
from uidiff import Snapshot
from uidiff.arrow import CHANGES, batch_of, nodes_table
from uidiff.arrow.element_tables import CompareTrees, PackElements
from uidiff.diffing.ignoring import IgnoreOption
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.matching.matching import Matching
from uidiff.matching.strategies import MatcherOption
from uidiff.testing.strategies import snapshot_pairs, snapshots

RICH = snapshots(secrets=True, partial=True, unknown_roles=True, hostile=True)
TREES = st.one_of(*map(snapshot_pairs, (snapshots(), RICH, snapshots(deep=True, partial=True))))


def elements_of(snapshot: Snapshot) -> pa.Table:
    return nodes_table(pa.Table.from_batches([batch_of([snapshot], session="s", seqs=[0])]))


def rows_of(
    before: Sequence[pa.Table],
    after: Sequence[pa.Table],
    *,
    matcher: MatcherOption = "id",
    ignore: IgnoreOption = (),
    on_error: str = "column",
) -> list[Row]:
    sides = [[batch for table in side for batch in table.to_batches()] for side in (before, after)]
    rows = [row for after, batches in enumerate(sides) for row in PackElements(bool(after))(batches)]
    compare = CompareTrees.of(matcher=matcher, ignore=ignore, on_error=on_error)
    return plain(pa.Table.from_batches(compare(rows), schema=CHANGES))


def expected_rows(before: Snapshot, after: Snapshot, *, matcher: str, ignore: IgnoreOption = ()) -> list[Row]:
    """The rows of the core without the circumstances, which a table of elements does not have: nor another document."""
    bare = [Snapshot(tree.columns, attrs.evolve(tree.circumstances, document=None)) for tree in (before, after)]
    rows = said(rows_of_pairs([(0, tree) for tree in bare], matcher=matcher, ignore=ignore))
    kept = [row for row in rows if row["op"] != "circumstances"]
    unkeyed = ({name: cell for name, cell in row.items() if name not in ("before_seq", "after_seq")} for row in kept)
    return [{**row, "ordinal": ordinal} for ordinal, row in enumerate(unkeyed)]


def shuffled(data: DataObject, snapshot: Snapshot) -> list[pa.Table]:
    table = elements_of(snapshot)
    order = data.draw(st.permutations(range(len(table))))
    middle = data.draw(st.integers(0, len(order)))
    return [table.take(pa.array(part, pa.int64())) for part in (order[:middle], order[middle:])]


@pytest.mark.parametrize("matcher", ["id", "name-role-parent", "content-hash", "auto"])
@given(data=st.data())
def test_the_rows_are_those_of_the_core(matcher: str, data: DataObject) -> None:
    before, after = data.draw(TREES)
    ignore = data.draw(st.sampled_from([(), ("bounds",), (uidiff.Ignore(role="button", field="name"), "value")]))
    found = rows_of(shuffled(data, before), shuffled(data, after), matcher=matcher, ignore=ignore)
    assert found == expected_rows(before, after, matcher=matcher, ignore=ignore)


# ------------------------------------------------------------------------ faults

THREE = elements_of(
    Snapshot.from_dicts([{"role": "window"}, {"role": "list", "parent": 0}, {"role": "button", "parent": 0}])
)


@pytest.mark.parametrize(
    ("name", "index", "value", "place", "problem"),
    [
        ("index", 1, 2, "$.after[2]", "two elements"),
        ("index", 2, 3, "$.after[2]", "no element has this index"),
        ("index", 0, None, "$.after", "without index"),
        ("parent", 1, 7, "$.after", "parent"),
        ("parent", 1, -2, "$.after", "parent"),
        ("role", 2, None, "$.after", "role"),
    ],
)
def test_what_is_no_tree_is_said_with_its_place(name: str, index: int, value: object, place: str, problem: str) -> None:
    rows = THREE.to_pylist()
    rows[index][name] = value
    after = pa.Table.from_pylist(rows, schema=THREE.schema)
    (row,) = rows_of([THREE], [after])
    assert row["op"] == "error"
    assert row["error"].startswith(place + ": ")
    assert problem in row["error"]
    assert "give the elements of one snapshot, as explode_nodes has them" in row["error"]
    with pytest.raises(InvalidSnapshot, match=problem):
        rows_of([THREE], [after], on_error="raise")


@pytest.mark.parametrize("parents", [(None, 0, 0, 1), (None, 0, None, 1)], ids=["a sibling between", "a root between"])
def test_elements_that_stand_out_of_document_order_are_an_error(parents: Sequence[int | None]) -> None:
    nodes = [{"index": index, "parent": parent, "role": "group"} for index, parent in enumerate(parents)]
    (row,) = rows_of([THREE], [pa.Table.from_pylist(nodes, schema=THREE.schema)])
    assert row["error"].startswith("$.after: $[3]")


def test_a_matcher_that_fails_is_an_error_of_the_pair() -> None:
    class Broken:
        def match(self, *_: Snapshot, given: Matching) -> Matching:  # noqa: ARG002  # the protocol's
            raise RuntimeError("secret")

    (row,) = rows_of([THREE], [THREE.slice(0, 2)], matcher=Broken())
    assert row["error"].startswith("$: the matcher failed: RuntimeError")


def test_options_are_checked_at_once() -> None:
    for options in ({"matcher": "nearest"}, {"on_error": "drop"}):
        with pytest.raises(UnknownName):
            rows_of([], [], **options)


def test_a_column_of_another_type_is_refused_by_name() -> None:
    place = THREE.column_names.index("index")
    with pytest.raises(InvalidSnapshot, match="index"):
        rows_of([], [THREE.set_column(place, "index", pa.array(["a", "b", "c"]))])


@pytest.mark.parametrize("count", [0, 3])
def test_a_tree_without_elements_gives_what_the_core_gives(count: int) -> None:
    found = rows_of([THREE.slice(0, 0)], [THREE.slice(0, count).select(["index", "parent", "role"])])
    assert [(row["op"], row["path"]) for row in found] == [("added", ""), ("added", "window"), ("added", "window")][
        :count
    ]
