"""Labels of a tree are the same whether it takes over what the trees before it know or not."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.test_outline_update import changed, trees
from uidiff import Row, Snapshot, diff
from uidiff.diffing import item_texts
from uidiff.diffing.focus_holder import focused_elements
from uidiff.diffing.labels import Labels
from uidiff.diffing.telling_texts import telling_texts
from uidiff.matching.matching import Matching

WORDS = st.sampled_from(["", "Ann", "Bob", "12:30", "7", "Open"])


@st.composite
def lists(draw: st.DrawFn) -> list[Row]:
    rows = [Row(0, "window", "W"), Row(1, "list")]
    for _ in range(draw(st.integers(2, 5))):
        rows += [Row(2, "listitem"), Row(3, "text", draw(WORDS)), Row(3, "checkbox"), Row(3, "button", draw(WORDS))]
    return rows


@given(rows=lists() | trees(), data=st.data(), asked=st.lists(st.booleans(), min_size=4, max_size=4))
def test_labels_are_those_of_the_tree_alone(rows: list[Row], data: st.DataObject, asked: list[bool]) -> None:
    before = Snapshot.from_rows(rows)
    for is_asked in asked:
        if is_asked:
            assert labels_of(before) == labels_of(Snapshot.from_rows(rows))
        cut = data.draw(st.integers(min(2, len(rows)), len(rows))) if data.draw(st.booleans()) else len(rows)
        rows = changed(data, rows[:cut])
        after = Snapshot.from_rows(rows)
        assert diff(before, after).after is after
        before = after
    assert labels_of(before) == labels_of(Snapshot.from_rows(rows))


def labels_of(snapshot: Snapshot) -> list[str]:
    labels = Labels.of(snapshot)
    return [labels[index] for index in range(len(snapshot))]


def test_items_that_stay_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    found: list[int] = []
    telling, parts_in = telling_texts, Labels._parts_in

    def noted_telling(items: Sequence[Sequence[str]]) -> list[str]:
        told.append(len(items))
        return telling(items)

    def noted_parts(self: Labels, index: int) -> list[str]:
        found.append(index)
        return parts_in(self, index)

    monkeypatch.setattr(item_texts, "telling_texts", noted_telling)
    monkeypatch.setattr(Labels, "_parts_in", noted_parts)
    rows = [Row(0, "window", "W", "1")]
    for name in "ABC":
        rows += [Row(1, "listitem"), Row(2, "text", name), Row(2, "text", f"{name}2")]
    trees_ = [Snapshot.from_rows([rows[0]._replace(value=value), *rows[1:]]) for value in "123"]
    trees_.append(Snapshot.from_rows([*rows[:4], rows[4], rows[5]._replace(name="D"), *rows[6:]]))
    assert labels_of(trees_[0])[1::3] == ["A", "B", "C"]
    for before, after in pairwise(trees_):
        assert diff(before, after)
    assert labels_of(trees_[2])[1::3] == ["A", "B", "C"]
    assert (told, found) == ([3], [1, 4, 7])
    assert labels_of(trees_[3])[1::3] == ["A", "D", "C"]
    assert (told, found) == ([3, 3], [1, 4, 7, 4])


def test_an_element_that_went_elsewhere_in_place_is_labelled_by_where_it_is() -> None:
    rows = [Row(0, "window", "W"), Row(1, "group"), Row(2, "text", "Ann"), Row(2, "button"), Row(1, "text", "Bob")]
    before, after = (Snapshot.from_rows(each) for each in (rows, [*rows[:3], Row(1, "button"), rows[4]]))
    assert labels_of(before)[3] == "Ann"
    assert diff(before, after, matcher=Matching.identity(5))
    assert labels_of(after) == labels_of(Snapshot.from_rows([*rows[:3], Row(1, "button"), rows[4]]))


def test_the_focus_is_found_again_where_an_element_stands_deeper_among_the_same_ones() -> None:
    rows = [Row(0, "window", "W"), *(Row(1, "group", name, states={"focused": True}) for name in "AB")]
    before, after = Snapshot.from_rows(rows), Snapshot.from_rows([*rows[:2], rows[2]._replace(depth=2)])
    assert focused_elements(before) == (1, 2)
    diff(before, after, matcher=Matching.identity(3))
    assert focused_elements(after) == (2, 1)
