"""The records of a tree diff as values: what they hold, how they compare."""

from collections.abc import Callable, Mapping

import attrs
import pytest

from tests.outline import outline
from uidiff import Matching, Snapshot, TreeDiff, diff
from uidiff.diffing.records import Added, Changed, Moved, NewlyRead, Record, Removed, Reordered, Unknown


def before() -> Snapshot:
    return outline("""
        window "Mail"
          toolbar
            button "Old"
              img "x"
            textbox "Search"
          list "Inbox"
            listitem "Ann"
            listitem "Ben"
          region "Lost" unread
            text "seen before"
          region "Found"
    """)


def after() -> Snapshot:
    return outline("""
        window "Mail"
          toolbar
            textbox "Search" {"value": "boots"}
          list "Inbox"
            listitem "Ben"
            listitem "Ann"
          region "Lost"
            text "seen again"
          region "Found" unread
          dialog "Save?"
            button "OK"
    """)


PAIRS = ((0, 0), (1, 1), (4, 2), (5, 3), (6, 5), (7, 4), (8, 6), (10, 8))


def made() -> TreeDiff:
    """A delta with a record of each kind but reordered, from snapshots that are built again each time."""
    one, other = before(), after()
    return diff(one, other, matcher=Matching.from_pairs(PAIRS, before=one, after=other))


ORDERS = (range(10), range(9, -1, -1))


def reordered() -> TreeDiff:
    one, other = (outline("".join(f'window "{number}"\n' for number in order)) for order in ORDERS)
    return diff(one, other, matcher="content-hash")


def one_of_each() -> list[Record]:
    delta = made()
    lists = (delta.added, delta.newly_read, delta.removed, delta.changed, delta.moved, reordered().reordered)
    return [records[0] for records in lists]


# what they hold


def test_added_and_newly_read() -> None:
    delta, tree = made(), after()
    assert delta.added == (Added(tree[9], root=True), Added(tree[10], root=False))
    assert delta.newly_read == (NewlyRead(tree[7], root=True),)


def test_removed() -> None:
    delta, tree = made(), before()
    assert delta.removed == (
        Removed(tree[2], root=True),
        Removed(tree[3], root=False),
        Removed(tree[9], root=True),
    )


def test_unknown() -> None:
    one = outline('window\n  region "A"\n    text "seen"')
    other = outline('window\n  region "A" unread')
    assert diff(one, other).unknown == (Unknown(one[2], root=True),)


def test_changed() -> None:
    fields: Mapping[str, tuple[object, object]] = {"value": (None, "boots")}
    assert made().changed == (Changed(before()[4], after()[2], fields),)


def test_moved() -> None:
    assert made().moved == (Moved(before()[7], after()[4], from_parent=5, from_position=1, to_parent=3, to_position=0),)


def test_reordered() -> None:
    one, other = (outline("list\n" + "".join(f'  listitem "{number}"\n' for number in order)) for order in ORDERS)
    delta = diff(one, other, matcher="content-hash")
    assert delta.reordered == (Reordered(one[0], other[0], tuple(range(10, 0, -1))),)
    assert delta.reordered[0].parent == 0


def test_reordered_roots_have_no_parent() -> None:
    assert reordered().reordered == (Reordered(None, None, tuple(range(9, -1, -1))),)


def test_what_came_has_no_before_and_what_went_no_after() -> None:
    delta = made()
    assert [record.before for record in (*delta.added, *delta.newly_read)] == [None, None, None]
    assert [record.after for record in delta.removed] == [None, None, None]


def test_reordered_roots_have_neither_before_nor_after() -> None:
    record = Reordered(None, None, (1, 0))
    assert (record.before, record.after, record.parent, record.path) == (None, None, None, "")


def test_the_elements_of_a_bound_delta_can_be_walked_from() -> None:
    delta = made()
    assert [child.name for child in delta.added[0].after.children] == ["OK"]
    assert delta.removed[1].before.parent == delta.before[2]


# paths


def test_a_path_is_that_of_the_element_on_the_side_where_it_is() -> None:
    delta = made()
    assert [record.path for record in delta.added] == ["window", "window > dialog"]
    assert [record.path for record in delta.removed] == [
        "window > toolbar",
        "window > toolbar > button",
        "window > region",
    ]
    assert [record.path for record in delta.newly_read] == ["window > region"]


def test_a_path_of_what_stayed_is_where_it_is_now() -> None:
    one = outline('window\n  toolbar\n    button "Open"\n  menu "M"')
    other = outline('window\n  toolbar\n  menu "M"\n    button "Open" focused')
    delta = diff(one, other, matcher=Matching.from_pairs([(0, 0), (1, 1), (2, 3), (3, 2)], before=one, after=other))
    assert [record.path for record in delta.changed] == ["window > menu"]
    assert [record.path for record in delta.moved] == ["window > menu"]
    assert [record.before.path for record in delta.moved] == ["window > toolbar"]


def test_a_root_has_an_empty_path() -> None:
    assert diff(outline("window"), outline("window\ndialog")).added[0].path == ""


def test_a_path_names_at_most_sixteen_ancestors_the_nearest_ones() -> None:
    levels = [{"role": f"level-{index}", "parent": index - 1 if index else None} for index in range(18)]
    one = Snapshot.from_dicts(levels)
    other = Snapshot.from_dicts([*levels, {"role": "text", "parent": 16}, {"role": "text", "parent": 15}])
    paths = [record.path for record in diff(one, other).added]
    assert paths == [
        "… > " + " > ".join(f"level-{index}" for index in range(1, 17)),
        " > ".join(f"level-{index}" for index in range(16)),
    ]


def test_the_path_of_a_reordered_record_is_that_of_its_parent() -> None:
    rows = [{"role": "row", "name": str(number), "parent": 1} for number in range(10)]
    head = [{"role": "window"}, {"role": "table", "parent": 0}]
    one, other = Snapshot.from_dicts([*head, *rows]), Snapshot.from_dicts([*head, *reversed(rows)])
    assert [record.path for record in diff(one, other, matcher="content-hash").reordered] == ["window"]


# equality


def test_records_of_separately_built_equal_snapshots_are_equal() -> None:
    one, other = made(), made()
    assert one.after is not other.after
    assert (one.added, one.removed, one.changed, one.moved) == (other.added, other.removed, other.changed, other.moved)
    assert one.newly_read == other.newly_read
    assert reordered().reordered == reordered().reordered


def test_equal_records_have_equal_hashes() -> None:
    assert [hash(record) for record in one_of_each()] == [hash(record) for record in one_of_each()]


def test_records_of_different_kinds_differ() -> None:
    tree = before()
    assert Added(tree[2], root=True) != NewlyRead(tree[2], root=True)  # type: ignore[comparison-overlap]  # they differ
    assert Removed(tree[2], root=True) != Unknown(tree[2], root=True)  # type: ignore[comparison-overlap]  # they differ


Edit = Callable[[], Record]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lambda: Added(after()[10], root=True), id="another element"),
        pytest.param(lambda: Added(after()[9], root=False), id="another root"),
        pytest.param(
            lambda: Added(
                Snapshot.from_dicts([{**node, "name": "Save all?"} for node in after().to_dicts()])[9], root=True
            ),
            id="other fields",
        ),
        pytest.param(
            lambda: Added(Snapshot.from_dicts([{"role": "form"}, *after().to_dicts()[1:]])[9], root=True),
            id="another path",
        ),
    ],
)
def test_added_records_differ_in_any_part(other: Edit) -> None:
    assert Added(after()[9], root=True) != other()


@pytest.mark.parametrize(
    "change",
    [
        {"before": before()[5]},
        {"after": after()[3]},
        {"from_parent": None},
        {"from_position": 0},
        {"to_parent": None},
        {"to_position": 1},
    ],
)
def test_moved_records_differ_in_any_part(change: Mapping[str, object]) -> None:
    (moved,) = made().moved
    assert attrs.evolve(moved, **change) != moved  # type: ignore[arg-type]  # one of the fields


@pytest.mark.parametrize("fields", [{"value": (None, "socks")}, {"name": (None, "boots")}, {}])
def test_changed_records_differ_in_their_fields(fields: Mapping[str, tuple[object, object]]) -> None:
    (changed,) = made().changed
    assert attrs.evolve(changed, fields=fields) != changed


# frozen


def test_a_record_cannot_be_changed() -> None:
    (moved,) = made().moved
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        moved.to_position = 5  # type: ignore[misc]  # that is the point


def test_the_fields_of_a_changed_record_cannot_be_changed() -> None:
    (changed,) = made().changed
    with pytest.raises(TypeError):
        changed.fields["value"] = (None, "socks")  # type: ignore[index]  # that is the point
