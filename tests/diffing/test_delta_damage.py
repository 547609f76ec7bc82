"""Damaged and forged deltas: refused with their place, and never the way to a wrong snapshot.

A valid delta is walked: each value in it is taken away, replaced by values of other types, by indices out of range and
by other plausible values. What is still accepted must apply exactly and be whole again once it is bound.
"""

import copy
import json
from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest

from tests.outline import outline
from uidiff import Ignore, Matching, TreeDiff, diff
from uidiff.errors import DeltaMismatch, InvalidSnapshot
from uidiff.events import EventRules

Place: TypeAlias = tuple[str | int, ...]

ROWS = "abcdefghij"
BEFORE = outline(
    """
    window "Mail" focused {"url": "https://a.test/?t=1"}
      toolbar
        button "New" {"bounds": [0, 0, 1, 1], "actions": ["press"], "odd": 1}
        button "Old"
      region "P" unread
      region "Q"
        img "pic"
      form "F"
        link "gone" {"states": {"level": 2}}
        link "hidden" {"id": "h1", "id_stable": true}
    list "L"
"""
    + "".join(f'      listitem "{name}"\n' for name in ROWS),
    title="Inbox (1)",
    url="https://a.test/?t=1",
    concealed=["h2"],
)
AFTER = outline(
    """
    window "Mail!" {"url": "https://a.test/?t=2"}
      toolbar
        button "New" {"value": "v", "bounds": [0, 5, 1, 1], "actions": ["press", "x"], "odd": 2}
      group "B"
        button "Old"
      region "P"
        img "seen"
      region "Q" unread
      dialog "D" modal
        button "OK"
        button "Shown" {"id": "h2", "id_stable": true}
    list "L"
"""
    + "".join(f'      listitem "{name}"\n' for name in reversed(ROWS)),
    title="Inbox (2)",
    url="https://a.test/?t=2",
    concealed=["h1"],
)
PAIRS = [(0, 0), (1, 1), (2, 2), (3, 4), (4, 5), (5, 7), (10, 11), *((11 + k, 21 - k) for k in range(10))]


def made() -> TreeDiff:
    """A delta with at least one record of each kind."""
    matching = Matching.from_pairs(PAIRS, before=BEFORE, after=AFTER)
    return diff(
        BEFORE,
        AFTER,
        matcher=matching,
        ignore=("description", Ignore(role="button", path="nowhere")),
        rules=EventRules(loaded_count=3),
    )


GOOD = json.loads(json.dumps(made().to_dict()))


def test_the_delta_that_is_damaged_here_has_a_record_of_each_kind() -> None:
    assert all(GOOD["counts"].values())
    assert GOOD["events"]
    assert GOOD["rules"]
    assert [bool(GOOD["patch"][part]) for part in ("pieces", "inserted", "changes")] == [True] * 3
    assert TreeDiff.from_dict(GOOD) == made()


# the walk


def places(value: object, above: Place = ()) -> Iterator[Place]:
    """Where each value of the JSON stands."""
    inside: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inside:
        yield (*above, key)
        yield from places(below, (*above, key))


def at(value: Any, place: Place) -> Any:  # noqa: ANN401  # JSON
    for key in place:
        value = value[key]
    return value


def with_value(place: Place, value: object) -> Any:  # noqa: ANN401  # JSON
    """The good delta with another value at a place; what is not on the way to it is shared."""
    damaged = copy.copy(GOOD)
    holder = damaged
    for key in place[:-1]:
        holder[key] = copy.copy(holder[key])
        holder = holder[key]
    holder[place[-1]] = value
    return damaged


def without(place: Place) -> Any:  # noqa: ANN401  # JSON
    """The good delta without what stands at a place."""
    holder = copy.copy(at(GOOD, place[:-1]))
    del holder[place[-1]]
    return with_value(place[:-1], holder) if place[:-1] else holder


def shown(place: Place) -> str:
    return "$" + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place)


PLACES = list(places(GOOD))


def assert_harmless(damaged: object) -> None:
    """Refused with a path, or not applied, or exact: never another error, never a wrong snapshot or record."""
    try:
        delta = TreeDiff.from_dict(damaged)
    except InvalidSnapshot as error:
        path = error.path
    else:
        assert_exact_if_applied(delta)
        return
    assert path.startswith("$")


def assert_exact_if_applied(delta: TreeDiff) -> None:
    try:
        after = delta.apply(BEFORE)
    except DeltaMismatch:
        return
    assert after == AFTER
    try:
        bound = delta.bind(BEFORE)
    except DeltaMismatch:
        return
    whole = diff(BEFORE, AFTER, matcher=made().matching, ignore=delta.ignore)
    assert (bound.before, bound.after, bound.patch) == (BEFORE, AFTER, whole.patch)
    assert [record.path for record in bound.added] == [record.path for record in whole.added]


@pytest.mark.parametrize("place", PLACES, ids=shown)
def test_a_value_that_is_missing(place: Place) -> None:
    assert_harmless(without(place))


OTHER_TYPES: list[object] = [None, True, False, 0, 1, -1, 1.5, "", "x", [], [0], [None], [{}], {}, {"role": "button"}]
ODD: list[object] = [
    float("nan"),
    float("inf"),
    2**70,
    10**9,
    (1, 2),
    {1: 2},
    [[0, 0, 0, 0]],
    [0, 0, {}],
    "2.0",
    "\x00",
]


@pytest.mark.parametrize("place", PLACES, ids=shown)
def test_a_value_of_another_type(place: Place) -> None:
    for value in (*OTHER_TYPES, *ODD):
        assert_harmless(with_value(place, value))


@pytest.mark.parametrize("place", PLACES, ids=shown)
def test_bad_input_19_a_lone_surrogate(place: Place) -> None:
    assert_harmless(with_value(place, "\ud800"))


NUMBERS = [place for place in PLACES if type(at(GOOD, place)) is int]


@pytest.mark.parametrize("place", NUMBERS, ids=shown)
def test_a_number_that_is_another(place: Place) -> None:
    right = at(GOOD, place)
    for value in (right - 1, right + 1, -right, right * 2, 20, 21, 22, 2_000_000, 2_000_001, -(2**40)):
        assert_harmless(with_value(place, value))


LISTS = [place for place in PLACES if isinstance(at(GOOD, place), list) and at(GOOD, place)]


@pytest.mark.parametrize("place", LISTS, ids=shown)
def test_a_list_that_is_repeated_reversed_or_cut(place: Place) -> None:
    right = at(GOOD, place)
    for value in (right + right, right[::-1], right[:-1], right[1:], [right], [*right, right[0]]):
        assert_harmless(with_value(place, value))


@pytest.mark.parametrize("one", [place for place in PLACES if len(place) == 2], ids=shown)
def test_two_values_that_changed_places(one: Place) -> None:
    for other in (place for place in PLACES if len(place) == 2 and place != one):
        damaged = copy.deepcopy(with_value(one, at(GOOD, other)))
        at(damaged, other[:-1])[other[-1]] = at(GOOD, one)
        assert_harmless(damaged)


@pytest.mark.parametrize("value", [None, [], "delta", 5, True, {}, {"format": "uidiff/delta"}, [GOOD]])
def test_what_is_no_delta_at_all(value: object) -> None:
    with pytest.raises(InvalidSnapshot, match=r"^\$"):
        TreeDiff.from_dict(value)


# what the refusal says


def refused(damaged: object) -> str:
    """The path of the place that is refused."""
    with pytest.raises(InvalidSnapshot) as caught:
        TreeDiff.from_dict(damaged)
    return caught.value.path


@pytest.mark.parametrize(
    ("place", "value", "path"),
    [
        (("ignore", 0), "bound", "$.ignore"),
        (("ignore",), "bounds", "$.ignore"),
        (("ignore", 1), {"roles": "timer"}, "$.ignore[1]"),
        (("counts",), [1], "$.counts"),
        (("counts", "unchanged"), -1, "$.counts.unchanged"),
        (("counts", "added"), "1", "$.counts.added"),
        (("counts", "touched"), 1, "$.counts"),
        (("rules", "loaded_count"), 0, "$.rules"),
        (("rules", "loaded_count"), True, "$.rules.loaded_count"),
        (("rules", "loaded_ratio"), "2", "$.rules.loaded_ratio"),
        (("rules", "error_words"), "oops", "$.rules.error_words"),
        (("rules", "error_words"), ["oops", 1], "$.rules.error_words[1]"),
        (("hidden",), [22], "$.hidden[0]"),
        (("hidden",), [8], "$.hidden"),
        (("reported", 0), [0], "$.reported[0]"),
        (("reported", 0, 0), 99, "$.reported[0][0]"),
        (("reported", 0, 1, 0), 1, "$.reported[0][1][0]"),
        (("summary",), "One line\nor two.", "$.summary"),
        (("summary",), "\x1b[31mPay now", "$.summary"),
        (("summary",), "x" * 201, "$.summary"),
        (("patch", "before", "digest"), 5, "$.patch.before.digest"),
        (("patch", "after", "elements"), -1, "$.patch.after.elements"),
        (("patch", "pieces", 0), [0, 0, 3], "$.patch.pieces[0]"),
        (("patch", "inserted", 0, 1), -1, "$.patch.inserted[0][1]"),
        (("patch", "inserted", 0, 2, "role"), None, "$.patch.inserted[0][2]"),
        (("patch", "changes", "mood"), [[0, "good"]], "$.patch.changes"),
        (("patch", "changes", "depth"), [[0, 1]], "$.patch.changes"),
        (("patch", "changes", "name", 0), [99, "x"], "$.patch.changes.name[0][0]"),
        (("patch", "after", "circumstances", "title"), 5, "$.patch.after.circumstances.title"),
        (("patch", "changes", "name", 0, 1), 5, "$.patch.changes.name[0][1]"),
        (("patch", "changes", "states", 0, 1), {"focused": "yes"}, "$.patch.changes.states[0][1].focused"),
    ],
)
def test_the_place_is_named(place: Place, value: object, path: str) -> None:
    assert refused(with_value(place, value)) == path


@pytest.mark.parametrize("piece", [[0, 0, 22, 0], [1, 1, 9, 0], [4, 4, 1, 0], [20, 20, 9, 0]])
def test_pieces_that_overlap_or_leave_the_tree_are_refused(piece: list[int]) -> None:
    assert refused(with_value(("patch", "pieces"), [*GOOD["patch"]["pieces"], piece])).startswith("$.patch.pieces")


def test_a_piece_that_is_missing_leaves_a_hole_that_is_refused() -> None:
    assert refused(without(("patch", "pieces", 0))) == "$.patch.inserted"


def test_an_element_put_in_where_another_is_kept_is_refused() -> None:
    inserted = [[0, 0, {"role": "window"}], *GOOD["patch"]["inserted"]]
    assert refused(with_value(("patch", "inserted"), inserted)) == "$.patch.inserted"


@pytest.mark.parametrize("shift", [1, -1, 5])
def test_a_wrong_depth_of_a_piece_is_no_tree_or_another_tree(shift: int) -> None:
    delta = TreeDiff.from_dict(with_value(("patch", "pieces", 1, 3), shift))
    with pytest.raises(DeltaMismatch):
        delta.apply(BEFORE)


@pytest.mark.parametrize("depth", [0, 2, 5])
def test_a_wrong_depth_of_an_element_put_in_is_no_tree_or_another_tree(depth: int) -> None:
    delta = TreeDiff.from_dict(with_value(("patch", "inserted", 0, 1), depth))
    with pytest.raises(DeltaMismatch):
        delta.apply(BEFORE)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("patch", "after", "circumstances", "title"), "Inbox (0)"),
        (("patch", "after", "circumstances", "taken_at"), 5.0),
        (("patch", "inserted", 0, 2, "name"), "Pay now"),
        (("patch", "inserted", 0, 2, "states"), {"disabled": True}),
        (("patch", "before", "digest"), "0" * 32),
        (("patch", "after", "digest"), "0" * 32),
    ],
)
def test_a_forged_value_is_found_when_it_is_applied(place: Place, value: object) -> None:
    delta = TreeDiff.from_dict(with_value(place, value))
    with pytest.raises(DeltaMismatch):
        delta.apply(BEFORE)
