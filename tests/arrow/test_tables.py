"""What a table may look like, and what of the core's rules is kept to whoever made it."""

import json
from typing import Any

import attrs
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import uidiff
from tests.arrow.oracle import plain
from tests.arrow.test_same_rows import table_of
from uidiff import Snapshot
from uidiff.arrow import SNAPSHOTS, diff_table
from uidiff.arrow.conform import conformed
from uidiff.arrow.validator import Validator
from uidiff.diffing.patch import Patch
from uidiff.errors import InvalidSnapshot
from uidiff.testing.strategies import snapshot_pairs, snapshots

TEXT = pa.string()


def checked(nodes: pa.Array, **columns: Any) -> list[Snapshot]:  # noqa: ANN401  # cells of one row
    batch = pa.RecordBatch.from_pydict({"seq": [0], "nodes": nodes, **{name: [cell] for name, cell in columns.items()}})
    found = Validator().check(conformed(batch))
    assert not found.errors
    return [found.block.snapshot(number) for number in range(len(found.block))]


def one(node: dict[str, Any], of: pa.DataType | None = None) -> pa.Array:
    return pa.array([[node]], None if of is None else pa.list_(of))


# ------------------------------------------------------------------------ types


def test_states_may_be_a_map_in_any_order_as_json_readers_give_it() -> None:
    of = pa.struct([("role", TEXT), ("states", pa.map_(TEXT, TEXT))])
    nodes = one({"role": "checkbox", "states": [("level", "2"), ("checked", "mixed"), ("focused", "true")]}, of)
    (snapshot,) = checked(nodes)
    assert dict(snapshot[0].states) == {"checked": "mixed", "focused": True, "level": 2}


def test_bounds_may_be_a_list_of_four() -> None:
    nodes = pa.array(
        [[{"role": "a", "bounds": [1, 2, 3, 4]}, {"role": "b", "bounds": None}, {"role": "c", "bounds": [5, 6, 7, 8]}]]
    )
    (snapshot,) = checked(nodes)
    assert [element.bounds for element in snapshot] == [(1, 2, 3, 4), None, (5, 6, 7, 8)]


@pytest.mark.parametrize("kind", [pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), TEXT)])
def test_texts_may_be_of_any_kind(kind: pa.DataType) -> None:
    (snapshot,) = checked(one({"role": "button", "name": "OK"}, pa.struct([("role", kind), ("name", kind)])))
    assert (snapshot[0].role, snapshot[0].name) == ("button", "OK")


def test_numbers_may_be_wider_than_they_need_to_be() -> None:
    of = pa.struct([("role", TEXT), ("parent", pa.int64())])
    nodes = pa.array([[{"role": "a", "parent": None}, {"role": "b", "parent": 0}]], pa.large_list(of))
    (snapshot,) = checked(nodes)
    assert snapshot.parents == (-1, 0)


@pytest.mark.parametrize(
    ("columns", "place"),
    [
        ({"nodes": [[{"role": "a"}]]}, "$.seq"),
        ({"seq": [0]}, "$.nodes"),
        ({"seq": [0], "nodes": ["[]"]}, "$.nodes"),
        ({"seq": [0], "nodes": [["a"]]}, "$.nodes"),
        ({"seq": [0], "nodes": [[{"role": "a", "bounds": {"x": 1}}]]}, "$.nodes.bounds"),
        ({"seq": [0], "nodes": [[{"role": "a", "states": ["focused"]}]]}, "$.nodes.states"),
        ({"seq": [0], "nodes": [[{"role": "a", "states": [{"name": "x"}]}]]}, "$.nodes.states"),
        ({"seq": [0], "nodes": [[{"role": b"a"}]]}, "$.nodes.role"),
    ],
)
def test_a_column_of_no_use_is_named(columns: dict[str, Any], place: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        diff_table(pa.table(columns))
    assert caught.value.path == place


# ------------------------------------------------------------- the core's rules


def test_what_a_password_field_holds_reaches_no_row() -> None:
    before = [{"role": "textbox", "name": "Password", "value": "hunter1", "states": [("protected", "true")]}]
    after = [{**before[0], "value": "hunter2"}, {"role": "text", "name": "hunter2", "secret": True}]
    given_rows = [{"seq": seq, "nodes": nodes} for seq, nodes in enumerate((before, after))]
    changes = diff_table(pa.Table.from_pylist(given_rows, schema=SNAPSHOTS), carry=True)
    assert [row["op"] for row in plain(changes)] == ["added", "circumstances"]
    assert "hunter" not in repr(changes.to_pylist())


def test_urls_are_cut_to_what_may_be_shown() -> None:
    (snapshot,) = checked(one({"role": "link", "url": "https://a.example/x?token=1"}), url="https://me:pw@a.example/")
    assert snapshot[0].url == "https://a.example/x?token=…"
    assert snapshot.url == "https://…@a.example/"


def test_native_roles_are_looked_up_for_their_platform() -> None:
    (snapshot,) = checked(one({"role": "AXButton"}), platform="ax")
    assert (snapshot[0].role, snapshot[0].native_role) == ("button", "AXButton")


def test_spellings_are_mended_as_the_core_mends_them() -> None:
    (snapshot,) = checked(
        one({"role": "Button", "states": [{"name": "focused", "value": "false"}], "extra": '{"a":1}'})
    )
    assert snapshot[0].role == "button"
    assert not snapshot[0].states
    assert snapshot[0].extra == {"a": 1}


def test_a_chain_of_a_hundred_thousand_and_a_row_of_as_many_are_diffed() -> None:
    count = 100_000
    for parents in ([None, *range(count - 1)], [None] + [0] * (count - 1)):
        nodes = [{"role": "group", "parent": parent, "name": str(i)} for i, parent in enumerate(parents)]
        changed = [*nodes[:-1], {**nodes[-1], "value": "x"}]
        table = pa.Table.from_pylist([{"seq": 0, "nodes": nodes}, {"seq": 1, "nodes": changed}], schema=SNAPSHOTS)
        for matcher in ("id", "name-role-parent", "content-hash"):
            (row,) = plain(diff_table(table, matcher=matcher))
            assert (row["op"], row["after_index"], row["fields"][0]["after"]) == ("changed", count - 1, '"x"')


# ----------------------------------------------------------------------- carried


@given(snapshot_pairs(snapshots(secrets=True, partial=True)), st.sampled_from(["id", "structural"]))
def test_what_is_carried_makes_the_later_snapshot_of_the_earlier(pair: tuple[Snapshot, Snapshot], matcher: str) -> None:
    before, after = (attrs.evolve(side, circumstances=attrs.evolve(side.circumstances, window="w")) for side in pair)
    rows = plain(diff_table(table_of([before, after]), matcher=matcher, carry=True))
    carrying = [row for row in rows if "carried" in row]
    assert [row["op"] for row in carrying] == ["circumstances"]
    patch = Patch.from_dict(json.loads(carrying[0]["carried"]))
    assert uidiff.dumps(patch.apply(before)) == uidiff.dumps(after)
    told = [row for row in rows if row not in carrying or row["fields"]]
    assert list(map(_uncarried, told)) == list(
        map(_uncarried, plain(diff_table(table_of([before, after]), matcher=matcher)))
    )


def _uncarried(row: dict[str, Any]) -> dict[str, Any]:
    return {name: cell for name, cell in row.items() if name not in ("carried", "ordinal")}
