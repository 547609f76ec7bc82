"""Rows: the quick way into a snapshot, and what it refuses, field by field."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff.errors import InvalidSnapshot
from uidiff.model.circumstances import Circumstances
from uidiff.model.codec import dumps, loads
from uidiff.model.columns import Bounds, Row, common_cells, unequal_cells
from uidiff.model.snapshot import Snapshot

WHOLE = Row(
    1,
    "textbox",
    "Search",
    "tea",
    "in all folders",
    (1, 2, 3, 4),
    {"focused": True},
    "n7",
    id_stable=True,
    automation_id="search",
    url="/find?q=tea",
    native_role="Edit",
    actions=("focus",),
    secret=False,
    unread=True,
    extra={"x-tool": [1]},
)
TEXT_FIELDS = ("name", "value", "description", "id", "automation_id", "url", "native_role", "url_digest")
NO_TEXT: list[object] = [5, True, 1.5, b"x", ["x"], {"x": 1}]
WRONG: dict[str, list[object]] = {
    "role": NO_TEXT,
    **dict.fromkeys(TEXT_FIELDS, NO_TEXT),
    "bounds": ["1234", 5, {}, True, (1, 2, 3), (1, 2, 3, 4, 5), [], (1, 2, 3, 4.0), (1, 2, 3, "4"), (1, 2, 3, True)],
    "states": [["focused"], "focused", 5, True, [], "", 0, False],
    "id_stable": [None, 0, 1, "false", "", []],
    "secret": [None, 0, 1, "true"],
    "unread": [None, 0, 1, "true"],
    "actions": ["press", {"press"}, 5, True, "", 0, False, {}],
    "extra": [[1], "x", 5, True, {1: 2}, {"x": math.nan}, {"x": object()}, {"x": b""}],
}


def of(*rows: object) -> Snapshot:
    return Snapshot.from_rows(rows)  # type: ignore[arg-type]  # some of them are wrong


# what comes out


def test_rows_give_the_same_snapshot_as_dicts() -> None:
    node = {name: value for name, value in WHOLE._asdict().items() if name not in {"depth", "extra"}}
    nodes = [{"role": "window", "name": "Mail"}, {**node, "parent": 0, "x-tool": [1]}, {"role": "dialog"}]
    rows = [Row(0, "window", "Mail"), WHOLE, Row(0, "dialog")]
    assert Snapshot.from_rows(rows) == Snapshot.from_dicts(nodes)


def test_plain_tuples_of_all_fields_do_as_well() -> None:
    assert of((0, "window", *[None] * 6, False, *[None] * 4, False, False, None, None)) == of(Row(0, "window"))


def test_rows_may_come_one_by_one() -> None:
    assert Snapshot.from_rows(Row(depth, "group") for depth in range(3)).columns.depth == (0, 1, 2)


def test_no_rows_are_an_empty_snapshot() -> None:
    assert len(Snapshot.from_rows([])) == 0


def test_circumstances_come_along() -> None:
    circumstances = Circumstances(title="Inbox", platform="uia", taken_at=1.5)
    snapshot = Snapshot.from_rows([Row(0, "Edit")], circumstances=circumstances)
    assert (snapshot.title, snapshot.taken_at, snapshot[0].role) == ("Inbox", 1.5, "textbox")


@pytest.mark.parametrize("extra", ["", "{}", '{"a":1}', '{"a": 1}', '{"a":"\ud800"}'])
def test_unknown_circumstances_are_kept_in_one_form(extra: str) -> None:
    snapshot = Snapshot.from_rows([], circumstances=Circumstances(extra=extra))
    assert loads(dumps(snapshot)) == snapshot


@pytest.mark.parametrize(
    "extra",
    ["no JSON", "[1]", "5", "null", '{"a":NaN}', '{"a":1,"a":2}', '{"title":"x"}', '{"nodes":[]}', '{"seq":1}'],
)
def test_unknown_circumstances_are_an_object_of_unknown_keys(extra: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        Snapshot.from_rows([], circumstances=Circumstances(extra=extra))
    assert caught.value.path.startswith("$")


def test_a_role_given_with_its_native_role_is_aria_already() -> None:
    snapshot = Snapshot.from_rows([Row(0, "Edit", native_role="Edit")], circumstances=Circumstances(platform="uia"))
    assert (snapshot[0].role, snapshot[0].native_role) == ("edit", "Edit")


def test_a_native_role_that_is_spelt_as_the_role_is_not_kept_twice() -> None:
    assert of(Row(0, "button", native_role="button"))[0].native_role is None


def test_empty_mappings_and_sequences_are_absent() -> None:
    assert of(Row(0, "button", states={}, actions=(), extra={})) == of(Row(0, "button"))


@pytest.mark.parametrize("states", [{}, {"focused": True}])
def test_states_may_be_any_mapping(states: Mapping[str, object]) -> None:
    given = of(Row(0, "button", states=states))[0].states
    assert isinstance(given, MappingProxyType)
    assert of(Row(0, "button", states=given)) == of(Row(0, "button", states=states))


def test_bounds_may_be_bounds() -> None:
    assert of(Row(0, "button", bounds=Bounds(1, 2, 3, 4)))[0].bounds == Bounds(1, 2, 3, 4)


# what is refused


@pytest.mark.parametrize(
    ("field", "value"),
    [(field, value) for field, values in WRONG.items() for value in values],
)
def test_a_cell_of_another_type_is_refused_with_its_place(field: str, value: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidSnapshot) as caught:
        of(Row(0, "window"), Row(1, "button")._replace(**{field: value}))
    allowed = {f"$[1].{field}", *({"$[1]"} if field == "extra" else ())}  # which of the unknown keys it was is named
    assert caught.value.path in allowed
    assert caught.value.cure


@pytest.mark.parametrize("value", ["", 0, False, {}])
def test_actions_of_another_type_are_refused_beside_actions_that_fit(value: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidSnapshot) as caught:
        of(Row(0, "window", actions=["close"]), Row(1, "button", actions=value))
    assert caught.value.path == "$[1].actions"


@pytest.mark.parametrize("value", ["", 0, False, [], ()])
@pytest.mark.parametrize("beside", [None, {"x": 1}], ids=["alone", "beside an extra"])
def test_an_extra_of_another_type_is_refused_though_it_is_empty(value: Any, beside: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidSnapshot) as caught:
        of(Row(0, "window", extra=beside), Row(1, "button", extra=value))
    assert caught.value.path == "$[1].extra"


@pytest.mark.parametrize("key", ["role", "name", "states", "parent", "children", "url_digest"])
def test_an_extra_with_the_name_of_a_field_is_refused(key: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        of(Row(0, "window"), Row(1, "button", "Save", extra={key: None}))
    assert caught.value.path.startswith("$[1]")


def test_a_role_must_be_given() -> None:
    with pytest.raises(InvalidSnapshot, match=r"^\$\[1\]: no role; give one"):
        of(Row(0, "window"), Row(1, "button")._replace(role=None))  # type: ignore[arg-type]  # that is the point


def test_a_wrong_action_is_named_by_its_number() -> None:
    with pytest.raises(InvalidSnapshot, match=r"^\$\[0\]\.actions\[1\]: expected text, got int; "):
        of(Row(0, "button", actions=["press", 5]))  # type: ignore[list-item]  # that is the point


def test_a_wrong_state_is_named() -> None:
    with pytest.raises(InvalidSnapshot, match=r"^\$\[1\]\.states\.focused: expected true or false, got str; "):
        of(Row(0, "window"), Row(1, "button", states={"focused": "false"}))


@pytest.mark.parametrize(
    ("depths", "wrong"),
    [
        ([1], 0),
        ([-1], 0),
        ([0, 2], 1),
        ([0, 1, 2, 4, 5], 3),
        ([0, 1, -1], 2),
        ([0, -1, 1], 1),
    ],
)
def test_depths_that_are_no_tree_are_refused(depths: Sequence[int], wrong: int) -> None:
    with pytest.raises(InvalidSnapshot, match="pre-order") as caught:
        of(*(Row(depth, "group") for depth in depths))
    assert caught.value.path == f"$[{wrong}].depth"


@pytest.mark.parametrize("depth", [None, "0", 0.0, False])
def test_a_depth_of_another_type_is_refused(depth: Any) -> None:  # noqa: ANN401
    with pytest.raises(InvalidSnapshot, match=r"^\$\[1\]\.depth: expected whole number, got "):
        of(Row(0, "window"), Row(depth, "button"))


@pytest.mark.parametrize(
    ("row", "length"),
    [((), 0), ((0, "button"), 2), ((*Row(0, "button"), None), 18), ({"role": "button"}, "dict")],
)
def test_a_row_of_another_length_is_refused(row: object, length: int | str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        of(Row(0, "window"), row)
    assert (caught.value.path, caught.value.problem) == ("$[1]", f"expected a row of 17 fields, got {length}")


@pytest.mark.parametrize("row", [None, 5])
def test_a_row_that_is_no_sequence_is_refused(row: object) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        of(Row(0, "window"), row)
    assert caught.value.path == "$[1]"


# columns compared in slices


columns = st.lists(st.sampled_from("aab"), max_size=6).map(lambda cells: cells * 97)
places = st.integers(0, 5)


@given(left=columns, right=columns, i=places, j=places, changed=st.lists(st.integers(0, 700), max_size=3))
def test_the_unequal_cells_are_those_that_differ(
    left: list[str],
    right: list[str],
    i: int,
    j: int,
    changed: list[int],
) -> None:
    for place in changed:
        if place < len(left):
            left[place] = "c"
    limit = max(0, min(len(left) - i, len(right) - j))
    expected = [k for k in range(limit) if left[i + k] != right[j + k]]
    assert list(unequal_cells(left, right, i, j, limit)) == expected
    assert common_cells(left, right, i, j, limit) == (expected[0] if expected else limit)


def test_nothing_is_compared_behind_the_limit() -> None:
    assert list(unequal_cells("aab", "aac", 0, 0, 2)) == []
    assert common_cells("aab", "aac", 0, 0, 2) == 2
    assert common_cells("a", "b", 0, 0, 0) == 0
