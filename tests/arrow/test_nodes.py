"""The flat table of elements says of each what the core says of it; the hash of its subtree is that of its content."""

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff import Snapshot
from uidiff.arrow import batch_of
from uidiff.arrow.node_rows import NODES, nodes_table
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.matching.keys import comparable_roles
from uidiff.model.columns import Row
from uidiff.model.element import Element
from uidiff.testing.strategies import snapshots


def table_of(*trees: Snapshot) -> pa.Table:
    return pa.Table.from_batches([batch_of(trees, session="s", seqs=range(len(trees)), windows=["w"] * len(trees))])


def subtree(snapshot: Snapshot, roles: tuple[str, ...], index: int) -> tuple:
    """What matching compares of an element and all below it, written out."""
    texts = tuple(column[index] for column in snapshot.folded)
    below = tuple(subtree(snapshot, roles, at) for at, parent in enumerate(snapshot.parents) if parent == index)
    return (roles[index], *texts, below)


def elements_of(trees: list[Snapshot]) -> Iterator[tuple[int, Element]]:
    return ((seq, element) for seq, tree in enumerate(trees) for element in tree)


@given(st.lists(snapshots(hostile=True, unknown_roles=True, secrets=True, partial=True), max_size=3))
def test_each_row_says_what_the_element_says(trees: list[Snapshot]) -> None:
    table = nodes_table(table_of(*trees))
    assert table.schema.equals(NODES)
    assert [
        (r["session"], r["window"], r["seq"], r["index"], r["parent"], r["depth"], r["path"], r["role"], r["name"])
        for r in table.to_pylist()
    ] == [
        ("s", "w", seq, e.index, e.parent.index if e.parent else None, e.depth, e.path, e.role, e.name)
        for seq, e in elements_of(trees)
    ]
    assert [(r["position"], r["parent_name"], r["value"]) for r in table.to_pylist()] == [
        (trees[seq].positions[e.index], e.parent.name if e.parent else None, e.value) for seq, e in elements_of(trees)
    ]


@given(st.lists(snapshots(hostile=True, unknown_roles=True, deep=True, wide=True), min_size=1, max_size=3))
def test_equal_subtrees_and_only_these_have_equal_hashes(trees: list[Snapshot]) -> None:
    hashes = nodes_table(table_of(*trees)).column("subtree_hash").to_pylist()
    by_content = defaultdict(set)
    by_hash = defaultdict(set)
    places = [(tree, comparable_roles(tree), index) for tree in trees for index in range(len(tree))]
    for number, (tree, roles, index) in zip(hashes, places, strict=True):
        said = subtree(tree, roles, index)
        by_content[said].add(number)
        by_hash[number].add(said)
    assert all(len(numbers) == 1 for numbers in by_content.values())
    assert all(len(contents) == 1 for contents in by_hash.values())


def test_a_hash_does_not_depend_on_where_the_subtree_stands_nor_on_what_else_is_in_the_table() -> None:
    part: list[dict[str, Any]] = [{"role": "list", "name": "L"}, {"role": "listitem", "name": "a", "parent": 0}]
    below = [{"role": "window"}, *({**node, "parent": node.get("parent", -1) + 1} for node in part)]
    alone, within = Snapshot.from_dicts(part), Snapshot.from_dicts(below)
    (number, *_) = nodes_table(table_of(alone)).column("subtree_hash").to_pylist()
    assert nodes_table(table_of(within, alone)).column("subtree_hash").to_pylist()[1] == number
    assert number == nodes_table(table_of(within)).column("subtree_hash").to_pylist()[1]


PINNED = """
import pyarrow as pa
from uidiff import Snapshot
from uidiff.arrow import batch_of
from uidiff.arrow.node_rows import nodes_table
tree = Snapshot.from_dicts([{"role": "list", "name": "L"}, {"role": "listitem", "name": "Caf\\u00e9", "parent": 0}])
table = pa.Table.from_batches([batch_of([tree], session=None, seqs=[0])])
print(*nodes_table(table).column("subtree_hash").to_pylist())
"""


@pytest.mark.parametrize("seed", ["0", "1"])
def test_a_hash_is_the_same_in_every_process(seed: str) -> None:
    command = [sys.executable, "-c", PINNED]
    said = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}).stdout
    assert said.split() == ["606655673830285892", "1635443264024404958"]


def test_rows_that_are_no_snapshots_are_left_out_or_raise() -> None:
    good = Snapshot.from_dicts([{"role": "button"}])
    rows = table_of(good, good, good).to_pylist()
    rows[1]["nodes"] = None
    rows[2]["nodes"] = [{**rows[2]["nodes"][0], "parent": 5}]
    table = pa.Table.from_pylist(rows, schema=table_of(good).schema)
    assert nodes_table(table).column("seq").to_pylist() == [0]
    with pytest.raises(InvalidSnapshot, match=r"session 's', window 'w', seq 1: no tree: nodes is NULL"):
        nodes_table(table, on_error="raise")
    with pytest.raises(UnknownName, match="column"):
        nodes_table(table, on_error="column")  # type: ignore[arg-type]  # it is refused


def test_a_chain_of_many_elements_is_no_trouble() -> None:
    chain = Snapshot.from_rows([Row(depth, "group") for depth in range(20_000)])
    table = nodes_table(table_of(chain))
    assert table.column("depth").to_pylist() == list(range(20_000))
    assert len(set(table.column("subtree_hash").to_pylist())) == 20_000
