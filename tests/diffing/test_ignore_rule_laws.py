"""spec/laws#2-a-delta-carries-everything and #3-every-element-is-counted-once with rules of ``uidiff.Ignore``, drawn
from the elements of the trees themselves.
"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.diffing.happening import through_json
from tests.laws.common import matched_pairs, reported
from uidiff import Element, Ignore, Matching, Snapshot, diff
from uidiff.diffing.ignoring import Ignored, checked_ignore
from uidiff.diffing.selection import SelectedPart, select_delta


@st.composite
def ruled(draw: st.DrawFn) -> tuple[Snapshot, Snapshot, Matching, list[str | Ignore]]:
    """Any pair, any matching, and names and rules made of its own elements."""
    before, after, matching = draw(matched_pairs())
    elements = [*before, *after]
    names = draw(st.lists(st.sampled_from(["name", "value", "bounds", "focused", "title"]), max_size=1))
    if not elements:
        return before, after, matching, [*names]
    rules = draw(st.lists(st.sampled_from(elements).flatmap(rules_of), max_size=3))
    return before, after, matching, [*rules, *names]


def rules_of(element: Element) -> st.SearchStrategy[Ignore]:
    """Rules that an element fits."""
    known = {"role": element.role, "path": element.path, "name": element.name or ""}
    field = st.sampled_from([None, "role", "name", "value", "url", "bounds", "focused", "checked"])
    kept = st.sets(st.sampled_from(sorted(known)), min_size=1)
    return st.builds(lambda keys, one: Ignore(**{key: known[key] for key in sorted(keys)}, field=one), kept, field)


def fits(rule: Ignore, element: Element) -> bool:
    """spec/definitions in plain words, one element at a time."""
    return (
        rule.role in {None, element.role}
        and rule.path in {None, element.path}
        and rule.name in {None, element.name or ""}
    )


@given(case=ruled())
def test_law_2_what_is_ignored_is_carried_and_kept_in_a_file(
    case: tuple[Snapshot, Snapshot, Matching, list[str | Ignore]],
) -> None:
    before, after, matching, ignore = case
    delta = diff(before, after, matcher=matching, ignore=ignore)
    assert delta.apply(before) == after
    assert delta.patch == diff(before, after, matcher=matching).patch
    read = through_json(delta)
    assert read == delta
    assert json.dumps(read.to_dict()) == json.dumps(delta.to_dict())
    bound = read.bind(before)
    assert bound == delta
    assert reported(bound) == reported(delta)
    assert (bound.events, bound.summary) == (delta.events, delta.summary)


@given(case=ruled())
def test_law_3_only_changes_are_left_out_and_exactly_those_that_a_rule_names(
    case: tuple[Snapshot, Snapshot, Matching, list[str | Ignore]],
) -> None:
    before, after, matching, ignore = case
    names = [each for each in ignore if isinstance(each, str)]
    rules = [each for each in ignore if isinstance(each, Ignore)]
    whole, delta = (diff(before, after, matcher=matching, ignore=given) for given in (names, ignore))
    expected = {}
    for record in whole.changed:
        fitting = [rule.field for rule in rules if fits(rule, record.before) or fits(rule, record.after)]
        left = {name: pair for name, pair in record.fields.items() if None not in fitting and name not in fitting}
        if left:
            expected[record.after.index] = left
    assert {record.after.index: dict(record.fields) for record in delta.changed} == expected
    others = ("added", "removed", "moved", "reordered", "unknown", "newly_read", "circumstances")
    assert all(getattr(delta, name) == getattr(whole, name) for name in others)
    gone = len(before) - len(delta.removed) - len(delta.unknown)
    assert gone == len(after) - len(delta.added) - len(delta.newly_read) == len(matching)
    if not delta.reordered:
        assert delta.unchanged_count == len(matching) - len({r.after.index for r in (*delta.changed, *delta.moved)})


class Nowhere:
    """An element whose path must not be read: that costs time."""

    role = "timer"
    name = "Clock"

    @property
    def path(self) -> str:
        raise AssertionError


def test_a_path_is_asked_for_only_where_a_rule_needs_it() -> None:
    rules = [Ignore(role="timer", field="value"), Ignore(path="window", name="Logo"), Ignore(role="img", path="window")]
    asked = Ignored.of(checked_ignore(["bounds", *rules]))
    assert asked.hidden_fields(Nowhere(), Nowhere()) == {"value"}
    with pytest.raises(AssertionError):
        Ignored.of([*rules, Ignore(path="window")]).hidden_fields(Nowhere(), Nowhere())


# -------------------------------------------------------------------- selections


@st.composite
def selected(draw: st.DrawFn) -> SelectedPart:
    before, after, matching, ignore = draw(ruled())
    delta = diff(before, after, matcher=matching, ignore=ignore)
    marks = (draw(st.lists(st.booleans(), min_size=len(side), max_size=len(side))) for side in (before, after))
    return select_delta(delta, *marks)


@given(part=selected())
def test_a_part_goes_by_the_paths_of_the_whole_also_from_a_file(part: SelectedPart) -> None:
    kept = part.chosen[1].kept
    whole = {record.after.index: dict(record.fields) for record in part.whole.changed if record.after.index in kept}
    assert {kept[record.after.index]: dict(record.fields) for record in part.delta.changed} == whole
    read = through_json(part.delta)
    assert read == part.delta
    bound = read.bind(part.delta.before)
    assert [dict(record.fields) for record in bound.changed] == [dict(record.fields) for record in part.delta.changed]
    assert bound.apply(part.delta.before) == part.delta.after
