"""The frame: what stays in place without a look at single elements, and the windows between."""

import pytest
from hypothesis import given

from benchmarks.trees import alike, scattered, scattered_in
from tests.laws import common
from tests.outline import outline
from uidiff import Snapshot, match
from uidiff.matching.structural.frame import find_frame
from uidiff.matching.structural.windows import Document, Frame, Window


def frame_of(before: Snapshot, after: Snapshot) -> Frame:
    return find_frame(Document(before, None), Document(after, None))


@given(sides=common.pairs)
def test_runs_and_windows_cover_both_documents_in_turn(sides: tuple[Snapshot, Snapshot]) -> None:
    before, after = sides
    frame = frame_of(before, after)
    assert len(frame.windows) == len(frame.runs) - 1
    place = (0, 0)
    for number, (i, j, n) in enumerate(frame.runs):
        window = frame.windows[number - 1] if number else Window(range(i), range(j), 0, -1)
        assert (window.before, window.after) == (range(place[0], i), range(place[1], j))
        place = (i + n, j + n)
    assert place == (len(before), len(after))


@given(sides=common.pairs)
def test_a_window_holds_whole_siblings_of_one_pair_of_parents(sides: tuple[Snapshot, Snapshot]) -> None:
    before, after = sides
    frame = frame_of(before, after)
    partners = {i + k: j + k for i, j, n in frame.runs for k in range(n)} | {-1: -1}
    for window in frame.windows:
        for snapshot, span, parent in (
            (before, window.before, window.parent),
            (after, window.after, partners[window.parent]),
        ):
            tops = [index for index in span if snapshot.columns.depth[index] == window.depth]
            assert all(snapshot.parents[index] == parent for index in tops)
            assert not span or tops[0] == span.start
            assert sum(snapshot.ends[top] - top for top in tops) == len(span)


@given(sides=common.pairs)
def test_what_is_in_place_has_its_shape_and_role(sides: tuple[Snapshot, Snapshot]) -> None:
    before, after = (snapshot.columns for snapshot in sides)
    for i, j, n in frame_of(*sides).runs:
        assert before.depth[i : i + n] == after.depth[j : j + n]
        assert before.role[i : i + n] == after.role[j : j + n]


FORM = """
    window "Order"
      textbox "City" {"value": "Bern"}
      textbox "Street" {"value": ""}
      generic
        text "1 item"
      button "Send"
"""


def pairs_in_place(before: Snapshot, after: Snapshot) -> set[tuple[int, int]]:
    return {(i + k, j + k) for i, j, n in frame_of(before, after).runs for k in range(n)}


def test_texts_that_change_in_place_end_no_run() -> None:
    typed = FORM.replace('"Bern"', '"Basel"').replace("1 item", "2 items").replace('"Order"', '"Order *"')
    assert pairs_in_place(outline(FORM), outline(typed)) == {(k, k) for k in range(6)}


def test_names_that_change_places_are_no_changes_in_place() -> None:
    swapped = FORM.replace("City", "?").replace("Street", "City").replace("?", "Street")
    assert not {(1, 1), (2, 2)} & pairs_in_place(outline(FORM), outline(swapped))


def test_where_something_wandered_to_another_parent_one_window_is_left() -> None:
    def lists(*names: str) -> Snapshot:
        cards = (f"  list\n{''.join(card(name) for name in one)}" for one in names)
        return outline(f'main "Board"\n{"".join(cards)}  button "Add"')

    def card(name: str) -> str:
        return f'    listitem\n      text "Card {name}"\n      button "Open"\n'

    before, after = lists("ABCDEF", "GHIJKL"), lists("BCDEF", "GHIJKAL")
    assert pairs_in_place(before, after) == {(0, 0), (39, 39)}
    assert [window.before for window in frame_of(before, after).windows] == [range(1, 39)]


def test_what_came_in_the_middle_stands_alone_in_its_window() -> None:
    rows = [f'  listitem "Row {number}"' for number in range(20)]
    before = outline("\n".join(['list "Rows"', *rows]))
    after = outline("\n".join(['list "Rows"', *rows[:10], '  listitem "New"', *rows[10:]]))
    windows = [window for window in frame_of(before, after).windows if window.before or window.after]
    assert [(window.before, window.after) for window in windows] == [(range(11, 11), range(11, 12))]


@pytest.mark.parametrize("count", [20_000, 50_000])
def test_two_edits_side_by_side_do_not_end_the_walk(count: int) -> None:
    """Of many scattered edits some are neighbours: behind these the walk goes on, and little is aligned."""
    before, after = scattered(count)
    frame = frame_of(before, after)
    assert sum(len(window.before) for window in frame.windows) < count / 10
    assert match(before, after).work < 2 * count


@pytest.mark.parametrize("count", [1_000, 10_000])
def test_where_no_name_tells_a_place_several_in_a_row_do(count: int) -> None:
    """Of a tree of 25 words only what stands around scattered edits is aligned."""
    given = alike(count)
    before, after = Snapshot.from_rows(given), Snapshot.from_rows(scattered_in(given))
    frame = frame_of(before, after)
    assert sum(len(window.before) for window in frame.windows) < count / 10
    assert match(before, after).work < 2 * count


def test_equal_rows_tell_no_place_however_many_stand_in_a_row() -> None:
    before = outline("\n".join(['list "Rows"', *['  button "Star"'] * 40, '  text "10"', *['  button "Star"'] * 40]))
    after = outline("\n".join(['list "Rows"', *['  button "Star"'] * 38, '  text "20"', *['  button "Star"'] * 42]))
    assert len(frame_of(before, after).windows) == 1
