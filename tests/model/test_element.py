"""Elements: fields, the way through the tree, labels, and what makes two of them equal."""

import copy
import pickle
from collections.abc import Iterable

import pytest

from uidiff import Row, Snapshot, render
from uidiff.model.columns import Bounds
from uidiff.model.element import PATH_LENGTH, Element

#  0 window
#  1   toolbar
#  2     button Reply
#  3     button Send
#  4   list
#  5     listitem
#  6       text Hello
#  7 dialog
TREE = Snapshot.from_dicts(
    [
        {"role": "window"},
        {"role": "toolbar", "parent": 0},
        {"role": "button", "name": "Reply", "parent": 1},
        {"role": "button", "name": "Send", "parent": 1},
        {"role": "list", "parent": 0},
        {"role": "listitem", "parent": 4},
        {"role": "text", "name": "Hello", "parent": 5},
        {"role": "dialog"},
    ],
)
CHANGES: list[dict[str, object]] = [
    {"role": "link"},
    {"name": "Other"},
    {"value": ""},
    {"description": "d"},
    {"bounds": [0, 0, 1, 1]},
    {"states": {"busy": True}},
    {"id": "1"},
    {"id_stable": True},
    {"automation_id": "a"},
    {"url": "/x"},
    {"native_role": "Btn"},
    {"actions": ["press"]},
    {"secret": True},
    {"unread": True},
    {"x-tool": 1},
]


def only(**fields: object) -> Element:
    return Snapshot.from_dicts([{"role": "button", **fields}])[0]


def numbers(elements: Iterable[Element]) -> list[int]:
    return [element.index for element in elements]


# fields


def test_everything_but_the_role_is_absent_unless_it_is_given() -> None:
    element = only()
    assert element.role == "button"
    texts = ("name", "value", "description", "id", "automation_id", "url", "url_digest", "native_role", "bounds")
    assert {getattr(element, name) for name in texts} == {None}
    assert (element.id_stable, element.secret, element.unread) == (False, False, False)
    assert (element.states, element.actions, element.extra) == ({}, (), {})


@pytest.mark.parametrize("field", ["name", "value", "description", "id", "automation_id"])
def test_an_empty_text_is_not_an_absent_one(field: str) -> None:
    assert getattr(only(**{field: ""}), field) == ""
    assert getattr(only(**{field: None}), field) is None
    assert not only(**{field: ""}).same_fields(only())


def test_bounds_are_named_numbers() -> None:
    bounds = only(bounds=[1, -2, 3, 0]).bounds
    assert bounds is not None
    assert bounds == Bounds(x=1, y=-2, width=3, height=0)
    assert type(bounds) is Bounds


def test_states_are_a_mapping_without_what_is_false_by_being_absent() -> None:
    states = only(states={"focused": True, "busy": False, "checked": False, "level": 3, "valuetext": "high"}).states
    assert dict(states) == {"checked": False, "focused": True, "level": 3, "valuetext": "high"}
    assert list(states) == sorted(states)


@pytest.mark.parametrize("name", ["states", "extra"])
def test_mappings_of_an_element_cannot_be_changed(name: str) -> None:
    with pytest.raises(TypeError):
        getattr(only(), name)["focused"] = True


def test_fields_cannot_be_set() -> None:
    with pytest.raises(AttributeError):
        only().name = "Other"  # type: ignore[misc]  # that is the point


def test_fields_are_all_that_is_kept_but_the_place() -> None:
    assert TREE[2].fields != TREE[3].fields
    assert Snapshot.from_dicts([{"role": "link"}, {"role": "button", "name": "Send", "parent": 0}])[1].fields == (
        TREE[3].fields
    )


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: next(iter(change)))
def test_same_fields_sees_every_field(change: dict[str, object]) -> None:
    assert only(name="Save").same_fields(only(name="Save"))
    assert not only(name="Save").same_fields(only(**{"name": "Save", **change}))


# label, repr


@pytest.mark.parametrize(
    ("fields", "label"),
    [
        ({"name": "N", "value": "V", "description": "D"}, "N"),
        ({"value": "V", "description": "D"}, "V"),
        ({"name": "", "value": "", "description": "D"}, "D"),
        ({"name": "", "value": "V"}, "V"),
        ({}, ""),
        ({"name": "", "value": "", "description": ""}, ""),
    ],
)
def test_the_label_is_name_else_value_else_description(fields: dict[str, object], label: str) -> None:
    assert only(**fields).label == label


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (None, "<Element 0 button>"),
        ("Save", '<Element 0 button "Save">'),
        ('a\n"b"\x1b', '<Element 0 button "a\\n\\"b\\"\\u001b">'),
        ("x" * 41, f'<Element 0 button "{"x" * 39}…">'),
    ],
)
def test_repr_is_one_line_with_a_short_quoted_label(name: str | None, text: str) -> None:
    assert repr(only(name=name)) == text


# navigation


def test_depth_counts_ancestors() -> None:
    assert [element.depth for element in TREE] == [0, 1, 2, 2, 1, 2, 3, 0]


def test_parent_is_the_element_above_and_none_for_roots() -> None:
    assert [element.parent.index if element.parent else None for element in TREE] == [None, 0, 1, 1, 0, 4, 5, None]


def test_children_are_direct_ones_in_order() -> None:
    assert [numbers(element.children) for element in TREE] == [[1, 4], [2, 3], [], [], [5], [6], [], []]


def test_descendants_are_all_below_in_pre_order() -> None:
    assert [numbers(element.descendants) for element in TREE] == [
        [1, 2, 3, 4, 5, 6],
        [2, 3],
        [],
        [],
        [5, 6],
        [6],
        [],
        [],
    ]


def test_ancestors_go_from_the_parent_up_to_the_root() -> None:
    assert [numbers(element.ancestors) for element in TREE] == [[], [0], [1, 0], [1, 0], [0], [4, 0], [5, 4, 0], []]


def test_position_counts_among_siblings_and_among_roots() -> None:
    assert [element.position for element in TREE] == [0, 0, 0, 1, 1, 0, 0, 1]


def test_a_way_of_100_000_levels_is_walked_without_recursion() -> None:
    count = 100_000
    nodes = [{"role": "group", "parent": index - 1 if index else None} for index in range(count)]
    deep = Snapshot.from_dicts(nodes)
    assert numbers(deep[-1].ancestors) == list(range(count - 2, -1, -1))
    assert numbers(deep[0].descendants) == list(range(1, count))
    assert deep[-1].path == " > ".join(["…", *["group"] * PATH_LENGTH])


# path


def test_the_path_is_the_roles_above_from_the_root_down() -> None:
    assert [element.path for element in TREE] == [
        "",
        "window",
        "window > toolbar",
        "window > toolbar",
        "window",
        "window > list",
        "window > list > listitem",
        "",
    ]


@pytest.mark.parametrize(("depth", "cut"), [(15, False), (16, False), (17, True), (40, True)])
def test_a_path_names_the_16_nearest_ancestors(depth: int, cut: bool) -> None:
    nodes = [{"role": f"r{index}", "parent": index - 1 if index else None} for index in range(depth + 1)]
    nearest = [f"r{index}" for index in range(max(0, depth - 16), depth)]
    assert Snapshot.from_dicts(nodes)[depth].path == " > ".join(["…"] * cut + nearest)


# identity


def test_two_views_of_one_element_are_equal_and_hash_alike() -> None:
    assert TREE[3] == TREE[-5] == TREE[1].children[1]
    assert len({TREE[3], TREE[-5], TREE[1].children[1]}) == 1


def test_elements_at_two_places_of_a_snapshot_differ_whatever_they_hold() -> None:
    snapshot = Snapshot.from_dicts([{"role": "row"}, {"role": "row"}])
    assert snapshot[0] != snapshot[1]
    assert snapshot[0].same_fields(snapshot[1])


def test_elements_of_two_snapshots_differ_although_the_snapshots_are_equal() -> None:
    one, other = Snapshot.from_dicts([{"role": "row"}]), Snapshot.from_dicts([{"role": "row"}])
    assert one == other
    assert one[0] != other[0]
    assert len({one[0], other[0]}) == 2


def test_an_element_equals_nothing_that_is_no_element() -> None:
    assert TREE[0] != 0
    assert TREE[0] != TREE


# views of a snapshot are made once, and copied with none


DEEP = Snapshot.from_rows([Row(depth, "group", f"level {depth}") for depth in range(5_000)])


def test_a_view_is_made_once() -> None:
    made: list[int] = []

    def count(snapshot: Snapshot) -> int:
        made.append(len(snapshot))
        return made[-1]

    assert [DEEP.view(count), DEEP.view(count)] == [5_000, 5_000]
    assert made == [5_000]


def test_a_rendered_snapshot_is_copied_and_pickled_however_deep() -> None:
    text = render(DEEP)
    for twin in (copy.copy(DEEP), copy.deepcopy(DEEP), pickle.loads(pickle.dumps(DEEP))):  # noqa: S301  # made here
        assert twin == DEEP
        assert twin.digest == DEEP.digest
        assert render(twin) == text


def test_notes_go_along() -> None:
    noted = Snapshot.from_dicts([{"role": "button", "name": "\ud800"}])
    assert noted.notes
    assert copy.copy(noted).notes == noted.notes
