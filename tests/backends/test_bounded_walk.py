"""A window walked within limits: what is left out is unread, and no more is asked for than is kept."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff import Element, Limits, Matching, Row, Snapshot, diff
from uidiff.backends import bounded_walk, deadlines
from uidiff.backends.bounded_walk import read_tree
from uidiff.backends.deadlines import expect_time
from uidiff.errors import BackendError, ReadTimeout
from uidiff.testing import rows_of, snapshots


class Walked:
    """A snapshot walked as if it were alive: what was asked of it, and a clock that each question moves on by one."""

    def __init__(self, whole: Snapshot) -> None:
        self.whole = whole
        self.rows = rows_of(whole)
        self.asked = 0
        self.stepped = 0

    def row(self, element: Element, depth: int) -> Row:
        assert depth == element.depth
        self.asked += 1
        return self.rows[element.index]

    def children(self, element: Element) -> Iterator[Element]:
        for child in element.children:
            self.stepped += 1
            yield child

    def read(self, limits: Limits | None = None, deadline: float = 1e9) -> tuple[Snapshot, list[int]]:
        """What was read, and which elements these are."""
        kept: list[int] = []

        def row(element: Element, depth: int) -> Row:
            kept.append(element.index)
            return self.row(element, depth)._replace(automation_id=str(element.index))

        rows = read_tree(
            self.whole.roots, row=row, children=self.children, limits=limits or Limits(), deadline=deadline
        )
        indices = [int(row.automation_id or "") for row in rows]
        made = [
            row._replace(automation_id=self.rows[index].automation_id) for row, index in zip(rows, indices, strict=True)
        ]
        return Snapshot.from_rows(made, circumstances=self.whole.circumstances), indices


def nothing_is_said_to_be_gone(whole: Snapshot, read: Snapshot, kept: Sequence[int]) -> bool:
    matching = Matching.from_pairs([(j, i) for i, j in enumerate(kept)], before=whole, after=read)
    delta = diff(whole, read, matcher=matching)
    return not (delta.removed or delta.added)


trees = snapshots(min_size=1, deep=True, wide=True, max_size=30, urls=False, extras=False)


@given(whole=trees)
def test_without_limits_all_is_read(whole: Snapshot) -> None:
    read, kept = Walked(whole).read()
    assert read == whole
    assert kept == list(range(len(whole)))


@given(whole=trees, most=st.integers(1, 30), deepest=st.integers(1, 10))
def test_what_is_beyond_the_limits_is_not_asked_for_leaves_its_parent_unread_and_is_never_said_to_be_gone(
    whole: Snapshot, most: int, deepest: int
) -> None:
    most = max(most, len(whole.roots))
    walked = Walked(whole)
    read, kept = walked.read(Limits(max_elements=most, max_depth=deepest))
    assert len(read) <= most
    assert max(read.columns.depth) < deepest
    assert kept == sorted(kept)
    for element, index in zip(read, kept, strict=True):
        left_out = any(child.index not in kept for child in whole[index].children)
        assert element.unread == (whole[index].unread or left_out)
    assert nothing_is_said_to_be_gone(whole, read, kept)
    assert walked.asked == len(read)  # no row is asked for that is not kept, and at most one child of each element
    assert walked.stepped <= len(read) - len(read.roots) + len(read.unread)


def test_as_many_elements_are_kept_as_there_is_room_for_in_pre_order_behind_the_roots() -> None:
    leaves = [{"role": "listitem", "children": [{"role": "button"}]} for _ in range(3)]
    tree = [{"role": "list", "children": leaves}, {"role": "dialog", "children": [{"role": "button"}]}]
    whole = Snapshot.from_dicts(tree)
    _, kept = Walked(whole).read(Limits(max_elements=5))
    assert kept == [0, 1, 2, 3, 7]


def test_where_there_are_more_roots_than_room_nothing_is_read() -> None:
    walked = Walked(Snapshot.from_dicts([{"role": "dialog"}] * 5))
    with pytest.raises(BackendError, match=r"^there are more windows than max_elements, which is 2: allow for more$"):
        walked.read(Limits(max_elements=2))
    assert walked.asked == 3
    assert walked.read(Limits(max_elements=5))[1] == [0, 1, 2, 3, 4]


def test_a_root_that_went_in_the_meantime_takes_no_room() -> None:
    rows = read_tree(
        ["here", "gone", "gone"],
        row=lambda root, depth: Row(depth, "dialog") if root == "here" else None,
        children=lambda _: (),
        limits=Limits(max_elements=1),
    )
    assert rows == [Row(0, "dialog")]


def test_a_tree_far_deeper_than_the_stack_is_read() -> None:
    whole = Snapshot.from_rows([Row(depth, "group") for depth in range(20_000)])
    assert Walked(whole).read()[0] == whole


def test_an_endless_window_is_read_as_far_as_there_is_room() -> None:
    rows = read_tree(
        [0], row=lambda _, depth: Row(depth, "group"), children=lambda node: [node], limits=Limits(max_elements=100)
    )
    assert [row.unread for row in rows] == [False] * 99 + [True]


def test_what_went_in_the_meantime_is_left_out_with_all_below_it() -> None:
    below = {"window": ["gone", "button"], "gone": ["image"], "button": []}
    rows = read_tree(
        ["window", "gone"],
        row=lambda node, depth: None if node == "gone" else Row(depth, node),
        children=lambda node: below[node],
        limits=Limits(),
    )
    assert rows == [Row(0, "window"), Row(1, "button")]


def test_what_cannot_be_read_below_an_element_leaves_it_unread() -> None:
    below = {"window": ["table", "button"], "table": None, "button": []}
    rows = read_tree(
        ["window"], row=lambda node, depth: Row(depth, node), children=lambda node: below[node], limits=Limits()
    )
    assert rows == [Row(0, "window"), Row(1, "table", unread=True), Row(1, "button")]


# ------------------------------------------------------------------- deadline


@given(whole=trees, steps=st.integers(0, 70))
def test_past_the_deadline_what_is_missing_is_never_said_to_be_gone(whole: Snapshot, steps: int) -> None:
    walked = Walked(whole)
    clock = SimpleNamespace(monotonic=lambda: walked.asked + walked.stepped)
    with pytest.MonkeyPatch.context() as patch:
        for module in (bounded_walk, deadlines):
            patch.setattr(module, "time", clock)
        try:
            read, kept = walked.read(deadline=steps)
        except ReadTimeout:
            assert steps < len(whole.roots)
            return
    assert steps >= len(whole.roots)
    assert nothing_is_said_to_be_gone(whole, read, kept)
    assert read.partial or read == whole
    assert walked.asked + walked.stepped <= max(steps, len(whole.roots)) + 1


def test_a_deadline_that_is_over_leaves_the_window_alone() -> None:
    walked = Walked(Snapshot.from_dicts([{"role": "window"}]))
    with pytest.raises(ReadTimeout, match="give it longer"):
        walked.read(deadline=0)
    assert walked.asked == 0
    with pytest.raises(ReadTimeout):
        expect_time(0)
