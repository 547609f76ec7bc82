"""spec/definitions#14-filters: of the delta of the whole window, what it says of some elements; nothing is compared
again.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.common import matched_pairs, reported
from tests.outline import outline, said
from uidiff import Element, Snapshot, TreeDiff, diff, render
from uidiff.diffing.events import ContentLoaded, DialogAppeared, FocusMoved, ItemsAdded, LayoutShifted, ListReordered
from uidiff.diffing.records import Record, Removed
from uidiff.diffing.refs import Refs
from uidiff.diffing.selection import SelectedPart, select_delta
from uidiff.errors import DeltaMismatch
from uidiff.matching.matching import Matching
from uidiff.model.columns import Columns
from uidiff.testing import snapshot_pairs, snapshots

partial_pairs = snapshot_pairs(snapshots(partial=True, max_size=16))


@st.composite
def deltas(draw: st.DrawFn) -> TreeDiff:
    """Deltas of any pair by any matching, with refs of an earlier step."""
    before, after, matching = draw(st.one_of(matched_pairs(), matched_pairs(partial_pairs)))
    numbers = draw(st.permutations(range(5, 5 + len(before))))
    ignore = draw(st.sampled_from([(), ("bounds",), ("name", "title")]))
    return diff(before, after, matcher=matching, refs=Refs(tuple(numbers), 100), ignore=ignore)


def marks(count: int) -> st.SearchStrategy[list[bool]]:
    return st.lists(st.booleans(), min_size=count, max_size=count)


@st.composite
def selected(draw: st.DrawFn) -> SelectedPart:
    delta = draw(deltas())
    return select_delta(delta, draw(marks(len(delta.before))), draw(marks(len(delta.after))))


def of_roles(before: Snapshot, after: Snapshot, *roles: str) -> SelectedPart:
    one, other = ([role in roles for role in side.columns.role] for side in (before, after))
    return select_delta(diff(before, after), one, other)


# --------------------------------------------------------------------- the parts


@given(deltas())
def test_of_everything_it_is_the_delta(delta: TreeDiff) -> None:
    everything = select_delta(delta, [True] * len(delta.before), [True] * len(delta.after))
    assert everything.delta == delta
    assert reported(everything.delta) == reported(delta)
    assert (everything.delta.events, everything.delta.summary, everything.delta.refs) == (
        delta.events,
        delta.summary,
        delta.refs,
    )
    assert everything.outside == 0
    assert render(everything.delta) == render(delta)


@given(deltas())
def test_of_nothing_it_reports_circumstances_at_the_most(delta: TreeDiff) -> None:
    nothing = select_delta(delta, [False] * len(delta.before), [False] * len(delta.after))
    assert bool(nothing.delta) is bool(delta.circumstances)
    changes = (delta.added, delta.removed, delta.changed, delta.moved, delta.reordered)
    assert nothing.outside == sum(map(len, changes))
    assert nothing.delta.unchanged_count == 0


@given(deltas(), st.data())
def test_an_element_that_stayed_is_kept_on_both_sides_if_it_is_on_either(delta: TreeDiff, data: st.DataObject) -> None:
    one, other = data.draw(marks(len(delta.before))), data.draw(marks(len(delta.after)))
    part = select_delta(delta, one, other)
    pairs = {(i, j) for i, j in delta.matching.pairs if one[i] or other[j]}
    alone = {i for i, j in enumerate(delta.matching.after_of) if j < 0 and one[i]}
    came = {j for j, i in enumerate(delta.matching.before_of) if i < 0 and other[j]}
    before, after = part.chosen
    assert {(before.kept[i], after.kept[j]) for i, j in part.delta.matching.pairs} == pairs
    assert set(before.kept) == {i for i, _ in pairs} | alone
    assert set(after.kept) == {j for _, j in pairs} | came


@given(selected())
def test_the_records_are_those_of_the_whole_whose_elements_are_kept(part: SelectedPart) -> None:
    whole = part.whole
    before, after = (set(chosen.kept) for chosen in part.chosen)
    for name in ("added", "newly_read", "changed"):
        expected = [_content(record) for record in getattr(whole, name) if record.after.index in after]
        assert [_content(record) for record in getattr(part.delta, name)] == expected
    for name in ("removed", "unknown"):
        expected = [_content(record) for record in getattr(whole, name) if record.before.index in before]
        assert [_content(record) for record in getattr(part.delta, name)] == expected
    assert part.delta.circumstances == whole.circumstances


def _content(record: Record) -> tuple[object, ...]:
    """What a record says, wherever its elements stand."""
    elements = [element for element in (record.before, record.after) if element is not None]
    fields = [dict(getattr(record, "fields", {}))]
    return (type(record), *map(_without_unread, elements), *fields)


def _without_unread(element: Element) -> tuple[object, ...]:
    return tuple(value for name, value in zip(Columns._fields[1:], element.fields, strict=True) if name != "unread")


@given(selected())
def test_roots_are_those_whose_kept_parent_is_not_in_the_list(part: SelectedPart) -> None:
    for records in (part.delta.added, part.delta.newly_read):
        listed = {record.after.index for record in records}
        assert all(record.root is (_parent(record.after) not in listed) for record in records)
    for lost in (part.delta.removed, part.delta.unknown):
        listed = {record.before.index for record in lost}
        assert all(record.root is (_parent(record.before) not in listed) for record in lost)


def _parent(element: Element) -> int | None:
    return None if element.parent is None else element.parent.index


@given(selected())
def test_what_moved_is_what_a_diff_of_the_selections_finds(part: SelectedPart) -> None:
    again = diff(part.delta.before, part.delta.after, matcher=part.delta.matching, ignore=part.delta.ignore)
    assert part.delta.moved == again.moved
    assert part.delta.reordered == again.reordered


@given(selected())
def test_law_2_applied_to_the_selection_before_it_gives_the_one_after(part: SelectedPart) -> None:
    assert part.delta.apply(part.delta.before) == part.delta.after
    loaded = TreeDiff.from_dict(part.delta.to_dict())
    assert loaded == part.delta
    assert (loaded.summary, loaded.apply(part.delta.before)) == (part.delta.summary, part.delta.after)


@given(selected())
def test_law_3_counts(part: SelectedPart) -> None:
    assert len(part.delta.before) == len(part.delta.removed) + len(part.delta.unknown) + len(part.delta.matching)
    assert len(part.delta.after) == len(part.delta.added) + len(part.delta.newly_read) + len(part.delta.matching)
    untouched = {j for _, j in part.delta.matching.pairs} - {
        record.after.index for record in (*part.delta.changed, *part.delta.moved)
    }
    if not part.delta.reordered:
        assert part.delta.unchanged_count == len(untouched)
    assert 0 <= part.delta.unchanged_count <= len(untouched)


@given(selected())
def test_law_10_what_was_unknown_is_not_removed(part: SelectedPart) -> None:
    sure = {record.before.index for record in part.whole.removed}
    assert {part.chosen[0].kept[record.before.index] for record in part.delta.removed} <= sure


@given(selected())
def test_refs_are_the_same_numbers(part: SelectedPart) -> None:
    for refs, chosen, whole in zip(part.delta.refs, part.chosen, part.whole.refs, strict=True):
        assert list(refs.numbers) == [whole.numbers[index] for index in chosen.kept]
        assert refs.next == whole.next


@given(selected())
def test_events_name_records_of_the_selection(part: SelectedPart) -> None:
    lists = (part.delta.added, part.delta.removed, part.delta.changed, part.delta.moved, part.delta.reordered)
    mine = [record for records in lists for record in records]
    assert all(record in mine for event in part.delta.events for record in event.records)
    assert part.delta.summary


@given(selected())
def test_nothing_but_what_it_does_not_tell_is_outside(part: SelectedPart) -> None:
    whole = part.whole
    lists = ("added", "removed", "changed")
    left = sum(len(getattr(whole, name)) - len(getattr(part.delta, name)) for name in lists)
    places = len(whole.moved) + len(whole.reordered)
    assert left <= part.outside <= left + places
    if not part.delta.moved and not part.delta.reordered:
        assert part.outside == left + places


# ---------------------------------------------------------------------- examples

BEFORE = outline(
    """
    window "W"
      generic
        button "Save" focused
        textbox "Name"
      list "Inbox"
        listitem "Ann"
    """,
)
AFTER = outline(
    """
    window "W"
      generic
        button "Save"
        textbox "Name" focused
        button "Undo"
      list "Inbox"
        listitem "Ann"
        listitem "Ben"
        listitem "Cem"
    """,
)


def test_a_new_root_of_a_selection_is_no_dialog() -> None:
    part = of_roles(BEFORE, AFTER, "button")
    assert said(part.delta) == ['+ 1 button "Undo"', '~ 0:0 button "Save": focused true -> false']
    assert not any(isinstance(event, DialogAppeared) for event in part.delta.events)


def test_focus_that_goes_to_what_is_left_out_has_not_left_the_window() -> None:
    (event,) = of_roles(BEFORE, AFTER, "button").delta.events
    assert isinstance(event, FocusMoved)
    assert (event.label, event.from_label, len(event.records)) == ("Name", "Save", 1)


def test_items_are_counted_as_far_as_they_are_kept() -> None:
    delta = diff(BEFORE, AFTER)
    (whole,) = (event for event in delta.events if isinstance(event, ItemsAdded))
    assert (whole.label, whole.count) == ("Ben", 2)
    part = select_delta(delta, [False] * 6, [element.name == "Cem" for element in AFTER])
    (event,) = part.delta.events
    assert event == ItemsAdded("Cem", "listitem", 1, "Inbox", records=part.delta.added)
    assert part.outside == 4


def test_the_rows_of_a_flat_table_are_counted_and_not_their_cells() -> None:
    headers = 'table "Files"\n  columnheader "Name"\n  columnheader "Size"\n'
    before = outline(headers + '  cell "a"\n  cell "1 kB"')
    after = outline(headers + '  cell "a"\n  cell "1 kB"\n  cell "b"\n  cell "2 kB"\n  cell "c"\n  cell "3 kB"')
    delta = diff(before, after)
    for kept, count in ((lambda _: True, 2), (lambda element: element.name in {"b", "2 kB"}, 1)):
        part = select_delta(delta, [False] * len(before), list(map(kept, after)))
        (event,) = part.delta.events
        assert isinstance(event, ItemsAdded)
        assert (event.role, event.count) == ("row", count)


def test_items_that_went_are_called_by_all_that_was_in_them() -> None:
    before = outline('list "L"\n  listitem\n    text "Ann"\n  listitem\n    text "Ben"')
    part = select_delta(diff(before, outline('list "L"')), [False, False, False, True, False], [False])
    assert [event.label for event in part.delta.events] == ["Ben"]
    assert isinstance(part.delta.removed[0], Removed)


def test_a_layout_shift_counts_what_is_kept() -> None:
    before = outline('window "W"\n  button "A" {"bounds": [0, 0, 9, 9]}\n  link "B" {"bounds": [0, 9, 9, 9]}')
    after = outline('window "W"\n  button "A" {"bounds": [0, 5, 9, 9]}\n  link "B" {"bounds": [0, 14, 9, 9]}')
    part = of_roles(before, after, "button")
    assert [event for event in part.delta.events if isinstance(event, LayoutShifted) and event.count == 1]
    assert part.outside == 1


def test_content_loaded_counts_the_selection() -> None:
    links = "\n".join(f'  link "L{number}"' for number in range(100))
    buttons = "\n".join(f'  button "B{number}"' for number in range(30))
    before, after = (
        outline(f'window "W"\n  button "A"\n{links}'),
        outline(f'window "W"\n  button "A"\n{links}\n{buttons}'),
    )
    assert not any(isinstance(event, ContentLoaded) for event in diff(before, after).events)
    (event,) = (one for one in of_roles(before, after, "button").delta.events if isinstance(one, ContentLoaded))
    assert (event.before_count, event.after_count) == (1, 31)


def test_an_order_of_what_is_left_out_is_outside() -> None:
    buttons = [f'  button "B{number}"' for number in range(12)]
    before, after = (outline("\n".join(['link "L"', "window", *rows])) for rows in (buttons, buttons[::-1]))
    delta = diff(before, after)
    assert len(delta.reordered) == 1
    inside, outside = of_roles(before, after, "button"), of_roles(before, after, "link")
    assert (len(inside.delta.reordered), inside.outside) == (1, 0)
    assert (len(outside.delta.reordered), outside.outside) == (0, 1)
    assert [type(event) for event in inside.delta.events] == [ListReordered]
    two = select_delta(delta, [element.name in {"B0", "B1"} for element in before], [False] * len(after))
    assert (len(two.delta.moved), two.outside) == (1, 0)


def test_marks_are_one_for_each_element() -> None:
    delta = diff(BEFORE, AFTER)
    with pytest.raises(ValueError, match="5 marks for 6 elements"):
        select_delta(delta, [True] * 5, [True] * len(AFTER))
    with pytest.raises(ValueError, match="1 marks for 9 elements"):
        select_delta(delta, [True] * 6, [True])


def test_a_delta_that_was_read_from_a_file_is_to_be_bound_first() -> None:
    loaded = TreeDiff.from_dict(diff(BEFORE, AFTER).to_dict())
    with pytest.raises(DeltaMismatch, match="bind it"):
        select_delta(loaded, [True] * 6, [True] * 9)


def test_a_selection_of_a_selection() -> None:
    part = of_roles(BEFORE, AFTER, "button", "textbox")
    again = select_delta(part.delta, [False, True], [False, True, False])
    assert said(again.delta) == ['~ 0:0 textbox "Name": focused false -> true']
    assert again.delta.refs[1].numbers == (4,)


@pytest.mark.parametrize("deep", [False, True])
def test_very_wide_and_very_deep_trees(deep: bool) -> None:
    count = 100_000 if deep else 300_000
    columns = outline("group").columns
    depths = range(count) if deep else (0, *[1] * (count - 1))
    cells = {**{name: column * count for name, column in columns._asdict().items()}, "depth": depths}
    before = Snapshot(Columns.of(cells.values()), BEFORE.circumstances)
    names = Columns.of({**cells, "name": ["x", None] * (count // 2)}.values())
    after = Snapshot(names, BEFORE.circumstances)
    delta = diff(before, after, matcher=Matching.identity(count))
    part = select_delta(delta, [index < count // 2 for index in range(count)], [False] * count)
    assert (len(part.delta.before), len(part.delta.changed), part.outside) == (count // 2, count // 4, count // 4)
