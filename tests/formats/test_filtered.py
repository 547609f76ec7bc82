"""spec/features#d26, spec/definitions#14-filters: a text of a selection does not look like one of the whole window."""

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.honesty.check import check_diff, check_tree
from benchmarks.honesty.parser import parse
from benchmarks.honesty.syntax import Unparsed
from tests.outline import outline
from uidiff import diff
from uidiff.diffing.refs import Refs
from uidiff.diffing.selection import SelectedPart, select_delta
from uidiff.formats.choice import full_or_diff
from uidiff.formats.options import RenderOptions
from uidiff.formats.rendering import load_format
from uidiff.testing import snapshot_pairs, snapshots
from uidiff.tokens import estimate_tokens

BEFORE = outline('window "W"\n  button "Save"\n  textbox "Name"\n  link "Help"\n  button "Send"', title="Mail")
AFTER = outline(
    'window "W"\n  button "Save"\n  textbox "Name" {"value": "Ann"}\n  button "Send" disabled', title="Mail"
)


def of_roles(*roles: str) -> SelectedPart:
    one, other = ([role in roles for role in side.columns.role] for side in (BEFORE, AFTER))
    return select_delta(diff(BEFORE, AFTER), one, other)


def options(part: SelectedPart, **more: object) -> RenderOptions:
    return RenderOptions(**{"of": len(part.whole.after), "outside": part.outside, **more})  # type: ignore[arg-type]


def whole(format: str, part: SelectedPart, **more: object) -> str:
    """The whole tree in place of the diff; with ``outside=0`` as it is sent where there is nothing to compare with."""
    return load_format(format).tree(part.delta.after, part.delta.refs[1], options(part, **more))


def changes(format: str, part: SelectedPart, **more: object) -> str:
    return load_format(format).diff(part.delta, options(part, **more))


# ---------------------------------------------------------------- what is shown


def test_a_whole_text_says_of_how_many_elements() -> None:
    part = of_roles("button")
    assert whole("agent", part, outside=0) == '# full: 2 of 4 elements of "Mail"\nbutton e2 "Save", e5 "Send" disabled'
    assert whole("agent", part, outside=0, fold=False).startswith('# full: 2 of 4 elements of "Mail"\n')
    assert whole("compact", part, outside=0).startswith('FULL (2 of 4 elements)\n[Btn] "Save" |')
    assert whole("read-agent", part, outside=0).endswith('\n[5] btn "Send" disabled\n# 2 of 4 elements')
    for name in ("read-json", "describe-json"):
        answer = json.loads(whole(name, part, outside=0))
        assert answer["filtered"] == {"elements": 4}
        assert len(answer["elements"]) == 2
    assert yaml.safe_load(whole("read-yaml", part, outside=0)) == json.loads(whole("read-json", part, outside=0))


def test_a_whole_text_in_place_of_a_diff_says_how_many_changes_there_are_outside_the_filter() -> None:
    part = of_roles("button")
    head = '# full: 2 of 4 elements of "Mail". 2 changes outside the filter.'
    assert whole("agent", part) == f'{head}\nbutton e2 "Save", e5 "Send" disabled'
    assert whole("agent", part, fold=False).split("\n")[0] == head
    assert whole("compact", part).split("\n")[0] == "FULL (2 of 4 elements): 2 changes outside the filter."
    assert whole("read-agent", part).split("\n")[-1] == "# 2 of 4 elements, 2 changes outside the filter"
    read, described = (json.loads(whole(name, part)) for name in ("read-json", "describe-json"))
    assert read["filtered"] == described["filtered"] == {"elements": 4, "changes_outside": 2}
    assert yaml.safe_load(whole("read-yaml", part)) == read


def test_what_was_not_read_stands_before_the_changes_outside() -> None:
    before, after = outline('window "W"\n  link "Help"'), outline('window "W" unread\n  link "Home"')
    part = select_delta(diff(before, after), [True, False], [True, False])
    text = whole("agent", part)
    assert text.split("\n")[0] == "# full: 1 of 2 elements, not read below 1 of them. 1 change outside the filter."
    assert check_tree(part.delta.after, part.delta.refs[1], text, of=2, outside=1) == []


def test_a_diff_says_how_many_changes_there_are_outside_the_filter() -> None:
    part = of_roles("button")
    head, line = changes("agent", part).split("\n")
    assert head.endswith(" 1 unchanged. 2 changes outside the filter.")
    assert line == "~ button e5 disabled"
    assert changes("agent", part, summary=False).split("\n")[0] == (
        "# diff: 1 changed, 1 unchanged. 2 changes outside the filter."
    )
    assert changes("compact", part).split("\n")[0].endswith(". 2 changes outside the filter.")
    assert changes("read-agent", part).split("\n")[-1] == "# 1 elements unchanged, 2 changes outside the filter"
    read, described = (json.loads(changes(name, part)) for name in ("read-json", "describe-json"))
    assert read["filtered"] == described["filtered"] == {"elements": 4, "changes_outside": 2}
    assert read["diff"]["unchanged_count"] == described["unchanged_count"] == 1
    assert yaml.safe_load(changes("read-yaml", part)) == read


def test_where_nothing_changed_inside_it_is_said_that_something_did_outside() -> None:
    part = of_roles("window")
    assert changes("agent", part) == "# No change. 3 changes outside the filter."
    assert changes("compact", part) == "DIFF (1 unchanged): No change. 3 changes outside the filter."
    assert changes("read-agent", part).endswith("\n# 1 elements unchanged, 3 changes outside the filter")
    answer = json.loads(changes("describe-json", part))
    assert (answer["summary"], answer["filtered"]["changes_outside"]) == ("No change in 1 element.", 3)


def test_one_change_is_one() -> None:
    assert ". 1 change outside the filter." in changes("agent", of_roles("window", "button", "link"))


def test_where_nothing_changed_outside_the_diff_is_as_ever() -> None:
    part = of_roles("button", "textbox", "link")
    assert part.outside == 0
    for name in ("agent", "compact", "read-agent"):
        assert changes(name, part) == load_format(name).diff(part.delta, RenderOptions())
    for name in ("agent", "compact", "read-agent", "read-json", "read-yaml", "describe-json"):
        assert whole(name, part) == whole(name, part, outside=0)
        assert "outside" not in whole(name, part)


@pytest.mark.parametrize("format", ["agent", "compact", "read-agent", "read-json", "read-yaml", "describe-json"])
def test_a_text_of_the_whole_says_nothing_of_filters(format: str) -> None:
    delta = diff(BEFORE, AFTER)
    texts = (
        load_format(format).diff(delta, RenderOptions()),
        load_format(format).tree(AFTER, delta.refs[1], RenderOptions()),
    )
    assert not any("filter" in text or " of 4 elements" in text for text in texts)


# ------------------------------------------------------------------ full or diff


def test_the_answer_does_not_say_that_nothing_changed_where_something_did_outside() -> None:
    part = of_roles("window")
    choice = full_or_diff(part.delta.after, part.delta, options=options(part))
    assert (choice.mode, choice.reason) == ("diff", "nothing changed inside the filter")
    same = diff(AFTER, AFTER)
    assert full_or_diff(AFTER, same, options=RenderOptions(of=4)).reason == "nothing changed"


def test_the_shorter_of_a_selection_is_sent_with_its_counts() -> None:
    part = of_roles("button")
    choice = full_or_diff(part.delta.after, part.delta, options=options(part), mode="full")
    assert choice.text == whole("agent", part, news='Disabled "Send".')
    assert choice.text.startswith('# full: 2 of 4 elements of "Mail". Disabled "Send". 2 changes outside the filter.\n')


def test_the_whole_tree_that_is_shorter_than_the_diff_says_what_happened_outside() -> None:
    rows = "\n".join(f'  link "Link {number}"' for number in range(9))
    before, after = outline(f'window "W"\n{rows}\n  button "A"'), outline('window "W" busy\n  button "B"')
    part = select_delta(
        diff(before, after), *([element.role != "window" for element in one] for one in (before, after))
    )
    choice = full_or_diff(part.delta.after, part.delta, options=options(part))
    assert (choice.mode, choice.reason) == ("full", "diff larger than full")
    assert choice.text.split("\n")[0] == "# full: 1 of 2 elements. 1 change outside the filter."


# ------------------------------------------------------------------------ always


@st.composite
def selected(draw: st.DrawFn) -> SelectedPart:
    before, after = draw(snapshot_pairs(snapshots(max_size=16, hostile=draw(st.booleans()), partial=True)))
    marks = (draw(st.lists(st.booleans(), min_size=len(side), max_size=len(side))) for side in (before, after))
    return select_delta(diff(before, after), *marks)


@given(selected())
def test_the_text_of_a_selection_says_every_change_in_it_and_how_many_are_not(part: SelectedPart) -> None:
    text = changes("agent", part)
    found = [
        *check_tree(
            part.delta.after, part.delta.refs[1], whole("agent", part), of=len(part.whole.after), outside=part.outside
        ),
        *check_diff(part.delta, text, outside=part.outside),
    ]
    assert [one for one in found if not one.kind.startswith("ambiguous")] == [], text


@given(selected(), st.integers(40, 120), st.sampled_from(["agent", "compact", "read-agent"]), st.booleans())
def test_x_5_never_above_a_budget_and_the_changes_outside_are_always_said(
    part: SelectedPart,
    budget: int,
    format: str,
    summary: bool,
) -> None:
    text = changes(format, part, budget=budget, summary=summary)
    for one in (text, whole(format, part, budget=budget)):
        assert estimate_tokens(one) <= budget
        assert ("outside the filter" in one) is bool(part.outside)


def test_x_5_the_count_of_changes_outside_fits_into_the_least_budget() -> None:
    rows = "\n".join(f'  row "Row {number} of the list that came"' for number in range(300))
    before, after = outline('window "W"'), outline(f'window "W" busy\n{rows}')
    part = select_delta(diff(before, after), [True], [element.index < 150 for element in after])
    for name in ("agent", "compact", "read-agent"):
        text = changes(name, part, budget=40)
        assert estimate_tokens(text) <= 40
        assert "151 changes outside the filter" in text
        assert "… " in text


@pytest.mark.parametrize("format", ["agent", "compact", "read-agent"])
def test_x_5_the_head_of_a_whole_tree_with_large_counts_fits_into_the_least_budget(format: str) -> None:
    rows = "\n".join(f'  row "Row {number} of the list that came"' for number in range(300))
    tree = outline(f'window "W" unread\n{rows}', title="A long title " * 20, taken_at=1707504003.125)
    counts = RenderOptions(of=999_999, outside=999_999, budget=40)
    text = load_format(format).tree(tree, Refs.first(len(tree)), counts)
    assert estimate_tokens(text) <= 40
    assert "301 of 999999 elements" in text
    assert "999999 changes outside the filter" in text
    assert "… " in text


@pytest.mark.parametrize("given", [{"of": -1}, {"of": 1.5}, {"of": True}, {"outside": -1}, {"outside": "3"}])
def test_counts_are_whole_numbers(given: dict) -> None:
    with pytest.raises(ValueError, match="is a whole number from 0 on"):
        RenderOptions(**given)


# --------------------------------------------------------------------- the parser


def test_the_checker_finds_wrong_counts() -> None:
    part = of_roles("button")
    text = changes("agent", part)
    assert check_diff(part.delta, text, outside=2) == []
    assert [one.kind for one in check_diff(part.delta, text)] == ["head"]
    text, refs = whole("agent", part), part.delta.refs[1]
    assert check_tree(part.delta.after, refs, text, of=4, outside=2) == []
    for counts in ({"of": 4}, {"outside": 2}, {"of": 4, "outside": 3}):
        assert [one.kind for one in check_tree(part.delta.after, refs, text, **counts)] == ["full: head"]


@pytest.mark.parametrize(
    "head",
    [
        "# full: 1 of 2 elements 1 change outside the filter.",
        "# full: 1 of 2 elements, 1 change outside the filter",
        "# full: 1 of 2 elements. 1 change outside the filter, not read below 1 of them",
        "# full: 1 of 2 elements. 1 change outside the filter. 1 more.",
    ],
)
def test_a_head_that_the_grammar_does_not_have_is_refused(head: str) -> None:
    with pytest.raises(Unparsed):
        parse(f"{head}\nwindow e1")
