"""spec/definitions#14-filters: kept elements hang under the nearest kept ancestor."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.outline import outline
from uidiff import Element, Snapshot
from uidiff.model.columns import Columns
from uidiff.model.selection import NOT_KEPT, Selection, select
from uidiff.testing import snapshots

WHOLE = """
    window "W"
      generic
        list "Inbox" unread
          listitem "Ann"
            button "Reply"
      button "Close"
"""


@st.composite
def marked(draw: st.DrawFn) -> tuple[Snapshot, list[bool]]:
    snapshot = draw(snapshots(partial=True, hostile=True, secrets=True, deep=draw(st.booleans()), max_size=20))
    return snapshot, draw(st.lists(st.booleans(), min_size=len(snapshot), max_size=len(snapshot)))


def by_role(snapshot: Snapshot, *roles: str) -> Selection:
    return select(snapshot, [role in roles for role in snapshot.columns.role])


def lines(snapshot: Snapshot) -> list[str]:
    return [f"{'  ' * one.depth}{one.role} {one.name}{' unread' * one.unread}" for one in snapshot]


def test_kept_elements_hang_under_the_nearest_kept_ancestor() -> None:
    selection = by_role(outline(WHOLE), "window", "list", "button")
    assert lines(selection.snapshot) == ["window W", "  list Inbox unread", "    button Reply", "  button Close"]
    assert selection.kept == [0, 2, 4, 5]
    assert selection.places == [0, NOT_KEPT, 1, NOT_KEPT, 2, 3]


def test_what_has_no_kept_ancestor_is_a_root() -> None:
    assert lines(by_role(outline(WHOLE), "button").snapshot) == ["button Reply", "button Close"]


def test_that_something_was_not_read_is_said_by_the_nearest_kept_ancestor() -> None:
    assert lines(by_role(outline(WHOLE), "window", "generic", "listitem").snapshot) == [
        "window W",
        "  generic None unread",
        "    listitem Ann",
    ]


def test_where_no_ancestor_is_kept_nothing_says_that_something_was_not_read() -> None:
    assert not by_role(outline(WHOLE), "button").snapshot.partial


def test_of_all_elements_the_selection_is_the_same_object() -> None:
    snapshot = outline(WHOLE)
    selection = select(snapshot, [True] * len(snapshot))
    assert selection.snapshot is snapshot
    assert list(selection.kept) == list(selection.places) == list(range(6))


def test_of_no_element_it_is_empty() -> None:
    snapshot = outline(WHOLE, title="Mail")
    selection = select(snapshot, [False] * len(snapshot))
    assert (len(selection.snapshot), selection.snapshot.title) == (0, "Mail")
    assert set(selection.places) == {NOT_KEPT}


@pytest.mark.parametrize("count", [0, 5, 7])
def test_each_element_needs_a_mark(count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} marks for 6 elements: give one for each"):
        select(outline(WHOLE), [True] * count)


@given(marked())
def test_elements_are_the_same_in_another_place(given: tuple[Snapshot, list[bool]]) -> None:
    whole, marks = given
    selection = select(whole, marks)
    assert selection.snapshot.circumstances == whole.circumstances
    assert [index for index, mark in enumerate(marks) if mark] == list(selection.kept)
    for place, index in enumerate(selection.kept):
        assert selection.places[index] == place
        assert _without_unread(selection.snapshot[place]) == _without_unread(whole[index])
        parent = selection.snapshot[place].parent
        above = next((one.index for one in whole[index].ancestors if marks[one.index]), None)
        assert (None if parent is None else selection.kept[parent.index]) == above


@given(marked())
def test_an_element_is_unread_if_it_is_or_something_below_it_that_only_it_stands_for(
    given: tuple[Snapshot, list[bool]],
) -> None:
    whole, marks = given
    selection = select(whole, marks)
    expected = set()
    for unread in whole.unread:
        chain = [unread, *unread.ancestors]
        expected.update([one.index for one in chain if marks[one.index]][:1])
    assert {selection.kept[one.index] for one in selection.snapshot.unread} == expected


def _without_unread(element: Element) -> tuple[object, ...]:
    left_out = Columns._fields[1:].index("unread")
    return element.fields[:left_out] + element.fields[left_out + 1 :]


@pytest.mark.parametrize("deep", [False, True])
def test_very_wide_and_very_deep_trees(deep: bool) -> None:
    count = 100_000
    columns = outline("group").columns
    depths = range(count) if deep else (0, *[1] * (count - 1))
    whole = Snapshot(
        Columns.of({**{name: column * count for name, column in columns._asdict().items()}, "depth": depths}.values()),
        outline("").circumstances,
    )
    selection = select(whole, [True, False] * (count // 2))
    assert len(selection.snapshot) == count // 2
    assert max(selection.snapshot.columns.depth) == (count // 2 - 1 if deep else 1)
