"""The ``agent`` text is honest: a parser of its grammar, and a checker that knows both trees, find nothing wrong.

Parser and checker are those of ``benchmarks/honesty``; they are made from docs/concepts/agent-format.md, not from the
code that writes the text.
"""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uidiff
from benchmarks.honesty import violations
from benchmarks.honesty.check import check_diff, check_tree
from benchmarks.honesty.cuts import makes, torn
from benchmarks.honesty.parser import parse
from benchmarks.honesty.reader import Violation
from benchmarks.honesty.syntax import (
    Item,
    Kept,
    Unparsed,
)
from tests.concealing import concealing, with_ids, without
from tests.formats.mutations import OF_DIFFS, OF_TREES, RECORDINGS, Step, mutated, recorded, steps_of
from tests.outline import outline
from uidiff import Snapshot
from uidiff.testing import rows_of, snapshot_pairs, snapshots

MUTATED = ("galculator", "jstree", "mousepad", "qt-demo", "streamlit", "tabulator", "todomvc_react")
"""Short recordings, of the web and of desktop programs."""

FOUND = 0.98
"""So much of what is wrong the checker has to find: a few mutations make another true text."""

places = st.sets(st.integers(0, 12), max_size=3)

OPEN = ("ambiguous",)
"""True lines that fit another element too."""


def wrong(found: Sequence[Violation]) -> list[Violation]:
    """Violations, but for what the benchmark counts: see OPEN."""
    return [one for one in found if not one.kind.startswith(OPEN)]


# ------------------------------------------------------------------------ what is


@pytest.mark.skipif(not RECORDINGS, reason="the corpus is not in the archive of the sources")
@pytest.mark.parametrize("app", RECORDINGS)
def test_d1_every_text_of_the_corpus_says_every_change_and_nothing_else(app: str) -> None:
    assert wrong([violation for _, violation in violations(recorded(app))]) == []


@given(snapshot_pairs())
def test_d1_of_any_two_trees_nothing_is_hidden_and_nothing_invented(pair: tuple[Snapshot, Snapshot]) -> None:
    check(*pair)


@given(snapshot_pairs(snapshots(hostile=True, unknown_roles=True, partial=True, secrets=True)))
def test_d1_neither_are_hostile_texts_and_foreign_roles(pair: tuple[Snapshot, Snapshot]) -> None:
    check(*pair)


@given(snapshot_pairs(snapshots(deep=True, wide=True, max_size=30)))
def test_d1_nor_is_anything_in_deep_and_wide_trees(pair: tuple[Snapshot, Snapshot]) -> None:
    check(*pair)


def check(before: Snapshot, after: Snapshot) -> None:
    delta = uidiff.diff(before, after)
    found = [*check_tree(before, delta.refs[0]), *check_tree(after, delta.refs[1]), *check_diff(delta)]
    assert wrong([*found, *check_diff(delta, bounds=True)]) == [], f"{uidiff.render(before)}\n{uidiff.render(delta)}"


@given(tree=snapshots(min_size=1), one=places, other=places)
def test_what_is_hidden_and_shown_is_said(tree: Snapshot, one: set[int], other: set[int]) -> None:
    whole = with_ids(tree)
    check(without(whole, one), without(whole, other))


@given(pair=snapshot_pairs(snapshots(min_size=1)), at=places)
def test_what_changed_while_it_was_hidden_is_said(pair: tuple[Snapshot, Snapshot], at: set[int]) -> None:
    before, after = map(with_ids, pair)
    check(concealing(before, without(before, at).concealed), after)


@given(tree=snapshots(min_size=2), at=places)
def test_what_a_modal_dialog_covers_is_said(tree: Snapshot, at: set[int]) -> None:
    whole = with_ids(tree)
    dialog = rows_of(outline('dialog "Sure?" modal\n  button "Yes"'))
    part = without(whole, at)
    covered = Snapshot.from_rows([*rows_of(part), *dialog], circumstances=part.circumstances)
    check(whole, covered)
    check(concealing(whole, part.concealed), whole)
    left = Snapshot.from_rows([*rows_of(whole), *dialog], circumstances=part.circumstances)
    check(left, whole)


BEHIND = """
document "Shop"
  main {"id": "m", "id_stable": true}
    button "Buy"
"""


@pytest.mark.parametrize("line", ['behind dialog "Sure?": 3 elements', "", "hidden: main e2 (+2 inside)"])
def test_what_a_modal_dialog_covers_is_counted(line: str) -> None:
    after = outline('document "Shop"\n  dialog "Sure?" modal', concealed=["m"])
    delta = uidiff.diff(outline(BEHIND), after)
    text = uidiff.render(delta)
    told = 'behind dialog "Sure?": 2 elements'
    assert told in text.splitlines()
    assert not check_diff(delta, text)
    assert check_diff(delta, text.replace(told, line).rstrip("\n"))


@pytest.mark.parametrize("given", ['{"value": "v"}', '{"description": "d"}', '{"actions": ["press"]}'])
def test_a_cell_of_several_things_says_what_it_has_besides_its_name(given: str) -> None:
    cell = f'row "R"\n  cell {given}\n    button "A"\n    button "B"\n  cell "C"'
    check(outline('row "R"'), outline(cell))


# ------------------------------------------------------- the checker finds mistakes


@pytest.fixture(scope="module")
def steps() -> list[Step]:
    if not RECORDINGS:
        pytest.skip("the corpus is not in the archive of the sources")
    return [step for app in MUTATED for step in steps_of(app)]


@pytest.mark.parametrize("kind", OF_DIFFS)
def test_a_diff_that_is_wrong_in_one_place_is_found(kind: str, steps: Sequence[Step]) -> None:
    made, missed = 0, []
    for step in steps:
        text = mutated(OF_DIFFS[kind], step.lines, f"{kind} {step.key}")
        if text is not None:
            made += 1
            usual = check_diff(step.delta, before=step.before, after=step.after)
            found = check_diff(step.delta, text, before=step.before, after=step.after)
            missed += [text] * (not wrong(found) and len(found) <= len(usual))
    assert made > 20
    assert len(missed) <= (1 - FOUND) * made, "\n\n".join(missed)


@pytest.mark.parametrize("kind", OF_TREES)
def test_a_whole_text_that_is_wrong_in_one_place_is_found(kind: str, steps: Sequence[Step]) -> None:
    made, missed = 0, []
    for step in steps[::3]:
        text = mutated(OF_TREES[kind], step.tree, f"{kind} {step.key}")
        if text is not None:
            made += 1
            missed += [text] * (not check_tree(step.delta.after, step.delta.refs[1], text))
    assert made > 20
    assert len(missed) <= (1 - FOUND) * made, "\n\n".join(missed)


def test_a_text_that_is_cut_has_to_make_the_new_one_of_the_old_one() -> None:
    old, new = "It is 12 o'clock in London now", "It is 13 o'clock in London now"
    assert makes(((old, new),), old, new)
    assert makes((("…is 12 o'clock…", "…is 13 o'clock…"),), old, new)
    assert not makes((("…is 12 o'clock", "…is 13 o'clock"),), old, new)
    assert not makes((("…is 12 o'clock…", "…is 14 o'clock…"),), old, new)
    assert torn((("…2 o'clock…", "…3 o'clock…"),), old) == "…2 o'clock…"
    assert torn((("…is 12 o'clock…", "…is 13 o'clock…"),), old) is None


# --------------------------------------------------------------------- the parser


def tree(text: str) -> list[Item | Kept]:
    return parse(f"# full: 9 elements\n{text}").items


def test_the_heads() -> None:
    assert parse("# No change. 2 changes outside the filter.").outside == 2
    head = parse('# full: 2 elements of "Shop", not read below 1 of them\nwindow e1')
    assert (head.kind, head.count, head.title, head.unread) == ("full", 2, "Shop", 1)
    diff = parse("# diff: 5 added, 2 removed, 40 unchanged")
    assert (diff.kind, diff.counts) == ("diff", {"added": 5, "removed": 2, "unchanged": 40})
    sentence = 'Title is now "1 added, 2 unchanged."'
    assert parse(f"# diff: {sentence} 3 not read before, 7 unchanged. 1 change outside the filter.").counts == {
        "not read before": 3,
        "unchanged": 7,
    }
    full = parse(f'# full: 2 elements of "Shop" at "http://a/". {sentence}.\nwindow e1')
    assert (full.title, full.url) == ("Shop", "http://a/")
    for wrong_head in ("# diff: words", "# diff: 3 added", "# diff: 3 unchanged, 2 added"):
        with pytest.raises(Unparsed):
            parse(wrong_head)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [("… 5 more (3 added, 2 not read before)", {"added": 3, "not read before": 2}), ("… 5 more", {"": 5})],
)
def test_the_end_of_a_text_that_a_budget_cut(text: str, kinds: dict[str, int]) -> None:
    assert parse(f'# diff: 1 removed, 3 unchanged\n- item "x"\n{text}').left == kinds


def test_a_role_is_said_once_on_a_line_until_a_bare_string_stands_between() -> None:
    assert tree('link e4 "a", e5 "b"') == [Item("link", 4, "a"), Item("link", 5, "b")]
    with pytest.raises(Unparsed):
        tree('link e4 "a","x", e5 "b"')


def test_lines_below_are_indented_and_deep_ones_say_their_level() -> None:
    deep = "\n".join(" " * level + "group:" for level in range(65)) + f'\n{" " * 64}[65] "x"'
    at = tree(deep)[0]
    for _ in range(65):
        assert isinstance(at, Item)
        at = at.children[0]
    assert at == Item(name="x")
    with pytest.raises(Unparsed):
        tree('group:\n  "x"')


@pytest.mark.parametrize(
    "text",
    [
        "* item",
        "+ item ",
        '+ after: item "x"',
        "- item (+ inside)",
        '- item "x" before e4',
        "~ link e4",
        '~ link e4 "x" -> ',
        '~ "a" -> "b", "c"',
        "~ 5 elements shifted: 5",
        "> item: first in e3",
        "> 3 items in e2 reordered: now, by their places before, 4-3",
        '- 3 of 9 rows in e3 "a" … "b"',
        '- 3 of 9 rows in e3: "a" … "b","c"',
        '> 3 rows in e3 reordered by "Name"',
        '> 3 rows in e3 reordered: sorted by "Name"',
        "~ all in e3: checked",
        '+ after e4: iframe > "x", button e5',
        '~ "a\nb" -> "c"',
        '~ item e3 now "a" "b"',
        "~ link e4 still focused",
        '+ at 2 in row "x" in e3: "y"',
        "… 5 more (3 added, 1 removed)",
    ],
)
def test_what_the_grammar_does_not_have_is_refused(text: str) -> None:
    with pytest.raises(Unparsed):
        parse(f"# diff: 3 unchanged\n{text}")
