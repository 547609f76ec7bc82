"""The tree diff as a whole (spec/definitions#11-delta): true or not, applied, stored, bound again."""

import json
from typing import Any

import attrs
import pytest

from tests.diffing.happening import through_json
from tests.outline import outline, said
from uidiff import Element, Limits, Matching, Snapshot, TreeDiff, diff, render
from uidiff.diffing.delta import LISTS
from uidiff.diffing.patch import Patch
from uidiff.errors import DeltaMismatch, InvalidSnapshot, LimitExceeded
from uidiff.formats import rendering

BEFORE = outline(
    """
    window "Mail"
      list "Inbox"
        listitem "Ann"
        listitem "Ben" focused
      list "Sent"
      button "Delete" {"bounds": [10, 20, 80, 20], "actions": ["press"]}
        img "bin"
    """,
    title="Inbox (2)",
    url="https://mail.test/?token=1",
    taken_at=1.0,
)
AFTER = outline(
    """
    window "Mail"
      list "Inbox"
        listitem "Ben" {"value": "1 new"}
      list "Sent"
        listitem "Ann"
      dialog "Saved" modal
        button "OK"
    """,
    title="Inbox (1)",
    url="https://mail.test/?token=2",
    taken_at=2.0,
)
PAIRS = [(0, 0), (1, 1), (2, 4), (3, 2), (4, 3)]
SAID = [
    'title: "Inbox (2)" -> "Inbox (1)"',
    'url: "https://mail.test/?token=…" -> "https://mail.test/?token=…"',
    '- 5 button "Delete"',
    '  - 6 img "bin"',
    '+ 5 dialog "Saved"',
    '  + 6 button "OK"',
    '~ 3:2 listitem "Ben": value null -> "1 new", focused true -> false',
    '> 2:4 listitem "Ann": 1[0] -> 3[0]',
]


def made(*, ignore: tuple[str, ...] = ()) -> TreeDiff:
    return diff(BEFORE, AFTER, matcher=Matching.from_pairs(PAIRS, before=BEFORE, after=AFTER), ignore=ignore)


def stored(delta: TreeDiff) -> Any:  # noqa: ANN401  # JSON
    """The delta as it is after a file."""
    return json.loads(json.dumps(delta.to_dict()))


# what it says


def test_a_delta_says_everything_that_differs() -> None:
    assert said(made()) == SAID
    assert made().unchanged_count == 3


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("window", "window\ndialog", id="added"),
        pytest.param("window\ndialog", "window", id="removed"),
        pytest.param("window", "window focused", id="changed"),
        pytest.param('text "a"\ntext "b"', 'text "b"\ntext "a"', id="moved"),
        pytest.param("window\n  text", "window unread", id="unknown"),
        pytest.param("window unread", "window\n  text", id="newly read"),
    ],
)
def test_a_delta_with_a_record_is_true(before: str, after: str) -> None:
    assert diff(outline(before), outline(after))


def test_a_delta_with_a_circumstance_is_true() -> None:
    assert diff(outline("window", title="a"), outline("window", title="b"))


def test_a_delta_of_re_ordered_elements_is_true() -> None:
    one, other = (outline("".join(f'text "{n}"\n' for n in order)) for order in (range(20), range(19, -1, -1)))
    delta = diff(one, other, matcher="content-hash")
    assert len(delta.reordered) == 1
    assert delta


def test_a_delta_that_reports_nothing_is_false() -> None:
    assert not diff(BEFORE, BEFORE)
    assert not diff(outline("window", taken_at=1.0), outline("window", taken_at=2.0))


def test_bad_input_42_of_an_empty_tree() -> None:
    empty = Snapshot.from_dicts([])
    assert said(diff(empty, outline("window\n  text"))) == ["+ 0 window", "  + 1 text"]
    assert said(diff(outline("window\n  text"), empty)) == ["- 0 window", "  - 1 text"]
    assert said(diff(empty, empty)) == []


def test_repr_counts_what_there_is() -> None:
    assert repr(made()) == "<TreeDiff 2 added, 2 removed, 1 changed, 1 moved, 3 unchanged>"
    assert repr(diff(BEFORE, BEFORE)) == "<TreeDiff empty, 7 unchanged>"


def test_a_delta_is_not_hashable() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(made())


def test_a_delta_cannot_be_changed() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        made().added = ()  # type: ignore[misc]  # that is the point


def test_circumstances_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        made().circumstances["title"] = ("a", "b")  # type: ignore[index]  # that is the point


# equality


def test_deltas_of_equal_snapshots_are_equal() -> None:
    one = Snapshot.from_dicts(BEFORE.to_dicts(), title="Inbox (2)", url="https://mail.test/?token=1", taken_at=1.0)
    assert one == BEFORE
    assert diff(one, AFTER) == diff(BEFORE, AFTER)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lambda: made(ignore=("value",)), id="another ignore"),
        pytest.param(lambda: diff(BEFORE, AFTER, matcher=Matching(7, 7)), id="another matching"),
        pytest.param(lambda: diff(AFTER, BEFORE), id="the other way round"),
        pytest.param(lambda: made().to_dict(), id="no delta"),
    ],
)
def test_other_deltas_differ(other: Any) -> None:  # noqa: ANN401  # anything
    assert made() != other()


def test_deltas_that_report_the_same_but_carry_another_time_differ() -> None:
    assert diff(outline("window"), outline("window", taken_at=1.0)) != diff(outline("window"), outline("window"))


# apply


def test_apply_makes_the_after_snapshot() -> None:
    assert made().apply(BEFORE) == AFTER


@pytest.mark.parametrize("ignore", [(), ("value", "focused", "title", "url")])
def test_apply_is_exact_whatever_is_ignored_and_however_it_was_stored(ignore: tuple[str, ...]) -> None:
    assert through_json(made(ignore=ignore)).apply(BEFORE) == AFTER


def test_apply_takes_an_equal_snapshot_that_was_built_elsewhere() -> None:
    again = Snapshot.from_dicts(BEFORE.to_dicts(), title="Inbox (2)", url="https://mail.test/?token=1", taken_at=1.0)
    assert made().apply(again) == AFTER


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lambda: AFTER, id="after"),
        pytest.param(lambda: Snapshot.from_dicts([]), id="empty"),
        pytest.param(lambda: Snapshot.from_dicts(BEFORE.to_dicts()), id="other circumstances"),
    ],
)
def test_another_base_is_refused(other: Any) -> None:  # noqa: ANN401  # a function
    for delta in (made(), through_json(made())):
        with pytest.raises(DeltaMismatch, match="made from another snapshot"):
            delta.apply(other())
        with pytest.raises(DeltaMismatch, match="made from another snapshot"):
            delta.bind(other())


def test_a_matching_of_other_snapshots_is_refused() -> None:
    with pytest.raises(DeltaMismatch, match="one of other snapshots"):
        diff(BEFORE, AFTER, matcher=Matching.identity(3))


# stored


def test_a_stored_delta_is_plain_json_and_names_its_format() -> None:
    given = made().to_dict()
    assert json.loads(json.dumps(given, allow_nan=False)) == given
    assert (given["format"], given["version"]) == ("uidiff/delta", "2.0")
    assert not {"added", "changed", "removed"} & given.keys()


def test_a_loaded_delta_equals_the_one_that_was_stored() -> None:
    assert through_json(made()) == made()
    assert stored(through_json(made())) == stored(made())
    assert repr(through_json(made())) == repr(made())


def test_a_loaded_delta_keeps_its_ignore_counts_and_matching() -> None:
    delta = through_json(made(ignore=("title", "value")))
    assert delta.counts == made(ignore=("title", "value")).counts
    assert delta.record_count == 7
    assert delta.ignore == ("title", "value")
    assert delta.unchanged_count == 3
    assert delta.matching.pairs == tuple(PAIRS)


def test_a_loaded_delta_is_true_as_the_stored_one_was() -> None:
    assert through_json(made())
    assert not through_json(diff(BEFORE, BEFORE))


def test_a_loaded_delta_of_re_ordered_roots_equals_the_one_that_was_stored() -> None:
    one, other = (outline("".join(f'text "{n}"\n' for n in order)) for order in (range(20), range(19, -1, -1)))
    delta = diff(one, other, matcher="content-hash")
    assert through_json(delta) == delta
    assert through_json(delta).bind(one).reordered == delta.reordered


def test_a_patch_made_without_a_delta_is_the_one_that_the_delta_carries() -> None:
    assert Patch.between(BEFORE, AFTER, made().matching) == made().patch == through_json(made()).patch


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("role", "switch"),
        ("role", "unknown"),
        ("name", ""),
        ("value", "a"),
        ("description", "a"),
        ("bounds", [0, -1, 2, 3]),
        ("states", {"checked": False, "level": 2.5, "focused": True}),
        ("id", "a"),
        ("id_stable", True),
        ("automation_id", "a"),
        ("url", "/a?t=1"),
        ("url", ""),
        ("url", "data:a"),
        ("native_role", "AXButton"),
        ("native_role", "unknown"),
        ("native_role", "Rolle Ä"),
        ("actions", ["press", ""]),
        ("secret", True),
        ("unread", True),
        ("tip", {"a": [1, None]}),
    ],
)
def test_a_field_that_comes_or_goes_comes_and_goes_through_a_file(field: str, value: object) -> None:
    without, known = (Snapshot.from_dicts([{"role": "button", **more}]) for more in ({}, {field: value}))
    there = diff(without, known, matcher=Matching.identity(1))
    assert through_json(there) == there
    assert through_json(there).apply(without) == known
    back = diff(known, without, matcher=Matching.identity(1))
    assert through_json(back) == back
    assert through_json(back).apply(known) == without


def test_a_newer_minor_version_with_more_keys_is_read() -> None:
    assert TreeDiff.from_dict({**stored(made()), "version": "2.7", "mood": "cheerful"}) == made()


def test_bad_input_28_a_newer_major_version_is_refused_by_name() -> None:
    with pytest.raises(InvalidSnapshot, match=r"\$\.version: version 3 of uidiff/delta was written by a newer uidiff"):
        TreeDiff.from_dict({**stored(made()), "version": "3.0"})


def test_another_format_is_refused_with_a_hint() -> None:
    with pytest.raises(InvalidSnapshot, match=r"\$\.format: expected the format uidiff/delta"):
        TreeDiff.from_dict({**stored(made()), "format": "uidiff/snapshot"})


def test_a_delta_of_more_elements_than_the_limits_allow_is_too_large_not_damaged() -> None:
    with pytest.raises(LimitExceeded, match=r"\$\.patch\.before\.elements"):
        TreeDiff.from_dict(stored(made()), limits=Limits(max_elements=6))


def test_a_secret_field_with_a_reason_why_it_is_invalid_can_be_stored() -> None:
    before = outline('textbox "Code" secret {"value": "1", "states": {"invalid": "spelling"}}')
    delta = diff(before, outline('textbox "Code" secret focused {"value": "2"}'))
    assert through_json(delta).apply(before) == delta.after


# not bound


def element_of(delta: TreeDiff) -> Element:
    return delta.removed[1].before


def test_a_made_delta_is_bound_a_loaded_one_is_not() -> None:
    assert made().bound
    assert not through_json(made()).bound


@pytest.mark.parametrize("name", [*LISTS, "circumstances", "before", "after", "differences"])
def test_what_needs_the_snapshots_asks_for_them(name: str) -> None:
    with pytest.raises(DeltaMismatch, match="bind it to its snapshot"):
        getattr(through_json(made()), name)


@pytest.mark.parametrize("name", rendering.FORMATS.builtins)
def test_a_format_asks_for_the_snapshots_unless_it_is_lossless(name: str) -> None:
    if name == "json":
        assert render(through_json(made()), name) == render(made(), name)
    else:
        with pytest.raises(DeltaMismatch, match="bind it to its snapshot"):
            render(through_json(made()), name)


# bound again


def test_bind_gives_the_records_their_tree_back() -> None:
    delta = through_json(made()).bind(BEFORE)
    assert delta == made()
    assert (delta.before, delta.after) == (BEFORE, AFTER)
    assert element_of(delta).parent == delta.before[5]
    assert [child.name for child in delta.added[0].after.children] == ["OK"]


def test_bind_keeps_what_is_ignored_and_who_is_who() -> None:
    delta = through_json(made(ignore=("value", "url"))).bind(BEFORE)
    assert delta.ignore == ("url", "value")
    assert delta.matching.pairs == tuple(PAIRS)
    assert said(delta) == said(made(ignore=("value", "url")))


def test_bind_keeps_a_matching_that_no_strategy_would_find() -> None:
    one, other = outline('text "a"\ntext "b"'), outline('text "b"\ntext "a"')
    straight = Matching.identity(2)
    assert through_json(diff(one, other, matcher=straight)).bind(one).matching == straight


def test_a_bound_delta_can_be_bound_again() -> None:
    assert made().bind(BEFORE) == made()
