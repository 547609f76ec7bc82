"""A chain 100,000 deep and 100,000 siblings go through everything: no recursion, in linear time and memory.

A million siblings (spec/bad-inputs#35) are made and compared.

Each test runs within 4 GiB, and with the recursion limit that Python has by default.
"""

import gc
import resource
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.laws import common
from uidiff import Row, Snapshot, TreeDiff, diff, load, match, read_recording, save, write_recording

DEEP = 100_000
WIDE = 100_000
MILLION = 1_000_000
MANY = 25_000
"""Siblings, or levels, where everything differs: as many records."""
NAMES = 1_000
"""Distinct names: each occurs many times, as in real trees."""
GIB = 2**30 / (1024 if sys.platform != "darwin" else 1)
"""In the unit of ru_maxrss: kilobytes on Linux, bytes on macOS."""

Rows = list[Row]


@pytest.fixture(scope="module", autouse=True)
def forgotten() -> Iterator[None]:
    """Large trees are not kept for the tests of other files, in which looking for garbage would take long."""
    yield
    tree_of.cache_clear()
    edited.cache_clear()
    gc.collect()


@pytest.fixture(autouse=True)
def bounds() -> Iterator[None]:
    """No garbage is looked for meanwhile: it takes a third of the time, and what is big must not live in circles."""
    gc.collect()
    gc.disable()
    assert sys.getrecursionlimit() == 1_000
    yield
    gc.enable()
    assert sys.getrecursionlimit() == 1_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 4 * GIB


def chain(count: int = DEEP) -> Rows:
    return [Row(depth, "group", f"link {depth % NAMES}", id=str(depth)) for depth in range(count)]


def flat(count: int = WIDE) -> Rows:
    return [Row(0, "list"), *(Row(1, "listitem", f"row {n % NAMES}", id=str(n)) for n in range(1, count))]


SHAPES = {"chain": chain, "flat": flat}
slow_if_flat = [pytest.param("chain"), pytest.param("flat", marks=pytest.mark.slow)]


@cache
def tree_of(shape: str) -> Snapshot:
    return Snapshot.from_rows(SHAPES[shape]())


@cache
def edited(shape: str) -> tuple[Snapshot, Snapshot]:
    """One element put into the middle, one renamed, the last taken away."""
    rows = SHAPES[shape]()
    middle = len(rows) // 2
    deeper = [row._replace(depth=row.depth + 1) for row in rows[middle:]] if shape == "chain" else rows[middle:]
    after = [*rows[:middle], Row(rows[middle].depth, "region", "fresh", id="fresh"), *deeper[:-1]]
    after[-1] = after[-1]._replace(name="renamed")
    return tree_of(shape), Snapshot.from_rows(after)


def as_dicts(rows: Rows) -> list[dict[str, object]]:
    """The flat list with parents that a user writes, made without uidiff."""
    nodes: list[dict[str, object]] = []
    branch: list[int] = []
    for index, row in enumerate(rows):
        del branch[row.depth :]
        nodes.append({"parent": branch[-1] if branch else None, "role": row.role, "name": row.name, "id": row.id})
        branch.append(index)
    return nodes


@pytest.mark.parametrize("shape", slow_if_flat)
def test_scale_built_from_rows_and_from_dicts_it_is_the_same(shape: str) -> None:
    rows = chain() if shape == "chain" else flat(MILLION)
    tree = Snapshot.from_rows(rows)
    assert len(tree) == len(rows)
    equal = Snapshot.from_dicts(as_dicts(rows))
    assert tree == equal
    assert not diff(tree, equal)
    assert tree[-1].depth == rows[-1].depth
    assert sum(1 for _ in tree[-1].ancestors) == rows[-1].depth
    assert sum(1 for _ in tree[0].descendants) == len(rows) - 1
    assert len(tree[0].children) == (1 if shape == "chain" else len(rows) - 1)
    assert tree[-1].path.startswith("… > group > " if shape == "chain" else "list")


@pytest.mark.parametrize("shape", slow_if_flat)
def test_scale_saved_it_is_loaded(shape: str, tmp_path: Path) -> None:
    tree = tree_of(shape)
    save(tree, tmp_path / "tree.json")
    assert load(tmp_path / "tree.json") == tree
    (tmp_path / "tree.json").unlink()


@pytest.mark.parametrize("shape", slow_if_flat)
def test_scale_recorded_it_is_read(shape: str, tmp_path: Path) -> None:
    before, after = edited(shape)
    write_recording(tmp_path / "recording.jsonl", [before, after])
    for read, written in zip(read_recording(tmp_path / "recording.jsonl"), (before, after), strict=True):
        assert read == written
    (tmp_path / "recording.jsonl").unlink()


@pytest.mark.parametrize("shape", slow_if_flat)
@pytest.mark.parametrize("name", common.NAMED)
def test_scale_diffed_and_applied(name: str, shape: str) -> None:
    before, after = edited(shape)
    delta = diff(before, after, matcher=name)
    assert delta
    assert len(before) == len(delta.removed) + len(delta.matching)
    assert len(after) == len(delta.added) + len(delta.matching)
    assert delta.unchanged_count > len(before) // 3
    assert delta.apply(before) == after


def name_of(change: Callable[[Rows], Rows]) -> str:
    return getattr(change, "__name__", "")


def few_new_names(rows: Rows) -> Rows:
    return [row._replace(name=f"other {number % NAMES}") for number, row in enumerate(rows)]


def new_roles(rows: Rows) -> Rows:
    return [row._replace(role="region", name=f"new {number}", id=None) for number, row in enumerate(rows)]


def turned_round(rows: Rows) -> Rows:
    """The same texts in the other direction."""
    return [row._replace(name=other.name, id=other.id) for row, other in zip(rows, reversed(rows), strict=True)]


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("change", [few_new_names, new_roles, turned_round], ids=name_of)
def test_scale_where_everything_differs(change: Callable[[Rows], Rows], shape: str) -> None:
    rows = SHAPES[shape](MANY)
    before, after = Snapshot.from_rows(rows), Snapshot.from_rows(change(rows))
    delta = diff(before, after)
    assert delta.unchanged_count <= len(before) // 2
    assert delta.apply(before) == after


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
def test_scale_each_matcher_stands_a_shuffled_tree(shape: str) -> None:
    rows = SHAPES[shape](MANY)
    before, after = Snapshot.from_rows(rows), Snapshot.from_rows(turned_round(rows))
    for name in common.NAMED:
        assert match(before, after, matcher=name).work <= 20 * (len(before) + len(after))


@pytest.mark.slow
@pytest.mark.parametrize("change", [few_new_names, new_roles], ids=name_of)
@pytest.mark.parametrize("shape", SHAPES)
def test_scale_a_delta_of_everything_is_stored(change: Callable[[Rows], Rows], shape: str) -> None:
    rows = SHAPES[shape](MANY // 4)
    before, after = Snapshot.from_rows(rows), Snapshot.from_rows(change(rows))
    delta = diff(before, after)
    read = TreeDiff.from_dict(delta.to_dict())
    assert read == delta
    assert read.apply(before) == after
    assert read.bind(before) == delta


@pytest.mark.parametrize("shape", slow_if_flat)
def test_scale_a_small_delta_of_a_large_tree_is_stored(shape: str) -> None:
    before, after = edited(shape)
    delta = diff(before, after)
    read = TreeDiff.from_dict(delta.to_dict())
    assert read == delta
    assert read.apply(before) == after
