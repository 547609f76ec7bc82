"""The ``agent`` text is honest: a parser of its grammar, and a checker that knows both trees, find nothing wrong.

Parser and checker are those of ``benchmarks/honesty``; they are made from docs/concepts/agent-format.md, not from the
code that writes the text.
"""

from collections.abc import Sequence

import pytest
from hypothesis import given

import uidiff
from benchmarks.honesty import violations
from benchmarks.honesty.check import check_diff, check_tree
from benchmarks.honesty.cuts import makes, torn
from benchmarks.honesty.parser import parse
from benchmarks.honesty.reader import Violation
from benchmarks.honesty.syntax import (
    Called,
    Came,
    ChangedLine,
    Circumstance,
    Group,
    Item,
    Kept,
    Line,
    MovedLine,
    NowLine,
    ReorderedLine,
    Shifted,
    Unparsed,
    Went,
    Where,
    Word,
)
from tests.formats.mutations import OF_DIFFS, OF_TREES, RECORDINGS, Step, mutated, recorded, steps_of
from tests.outline import outline
from uidiff import Snapshot
from uidiff.testing import snapshot_pairs, snapshots

MUTATED = ("galculator", "jstree", "mousepad", "qt-demo", "streamlit", "tabulator", "todomvc_react")
"""Short recordings, of the web and of desktop programs."""

FOUND = 0.98
"""So much of what is wrong the checker has to find: a few mutations make another true text."""

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


def line(text: str) -> Line:
    (found,) = parse(f"# diff: words\n{text}").lines
    return found


def test_the_heads() -> None:
    assert parse("# No change in 5 elements.").count == 5
    head = parse('# full: 2 elements of "Shop", not read below 1 of them\nwindow e1')
    assert (head.kind, head.count, head.title, head.unread) == ("full", 2, "Shop", 1)
    assert parse("# diff: 5 added, 2 removed, 40 unchanged").kind == "diff"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [("… 5 more (3 added, 2 not read before)", {"added": 3, "not read before": 2}), ("… 5 more", {"": 5})],
)
def test_the_end_of_a_text_that_a_budget_cut(text: str, kinds: dict[str, int]) -> None:
    assert parse(f'# diff: words\n- item "x"\n{text}').left == kinds


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ('"Hello"', Item(name="Hello")),
        ('link e4 "Home"', Item("link", 4, "Home")),
        ('textbox e4 "Age"="3" ("in years")', Item("textbox", 4, "Age", "3", "in years")),
        ('slider e4="3" range=0..10', Item("slider", 4, None, "3", words=(Word("range", value="0..10"),))),
        ('item "x" focused x-y="z"', Item("item", None, "x", words=(Word("focused"), Word("x-y", value="z")))),
        ("button e4 @-1,2,30,40", Item("button", 4, bounds=(-1, 2, 30, 40))),
        ("role:e5", Item("role:e5")),
        ('list e2: "a","b"', Item("list", 2, children=[Item(name=name, within="list") for name in "ab"])),
        (
            'row: "a", [text "b", link e3]',
            Item(
                "row",
                children=[
                    Item(name="a", within="row"),
                    Item(within="row", brackets=True, children=[Item("text", None, "b"), Item("link", 3)]),
                ],
            ),
        ),
        (
            'row: [cell "a": "b"]',
            Item("row", children=[Item("cell", None, "a", brackets=True, children=[Item(name="b")])]),
        ),
        ('item > link e3 "x"', Item("item", children=[Item("link", 3, "x")])),
        ('list e2:\n (kept item "x")', Item("list", 2, children=[Kept(Called("item", None, "x"))])),
    ],
)
def test_an_item(text: str, item: Item) -> None:
    assert tree(text) == [item]


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
    ("text", "place"),
    [
        ("after e4", ("after", Called(ref=4), ())),
        ('after "x"', ("after", Called(label="x"), ())),
        ("first in e4", ("at", Where(ref=4), (1,))),
        ('after row "x"', ("after", Called("row", None, "x"), ())),
        ("at 3-4,7 in e4", ("at", Where(ref=4), (3, 4, 7))),
        ("at 3-4, 7 in e4", ("at", Where(ref=4), (3, 4, 7))),
        ("at 2 in dialog in e1", ("at", Where("dialog", within=Where(ref=1)), (2,))),
        ('first in item in row "x"', ("at", Where("item", within=Where("row", None, "x")), (1,))),
        ("in navigation in page", ("in", Where("navigation", within=Where()), ())),
        ('in row "x"', ("in", Where("row", None, "x"), ())),
        ("in page", ("in", Where(), ())),
        ("at 2 at top", ("at top", None, (2,))),
    ],
)
def test_a_place(text: str, place: object) -> None:
    came, went, changed = line(f'+ {text}: "x"'), line(f'- item "x" {text}'), line(f"~ group offscreen {text}")
    assert isinstance(came, Came)
    assert isinstance(went, Went)
    assert isinstance(changed, ChangedLine)
    assert came.place == went.place == changed.place == place
    assert came.items == [Item(name="x")]


def test_what_went() -> None:
    found = line('- row e4 "x" (+3 inside), 2 from item "a" to item "b" (kept link e7) after e3')
    assert isinstance(found, Went)
    several = Called("item", None, "a", 2, Called("item", None, "b"), kept=Called("link", 7))
    assert found.called == (Called("row", 4, "x", inside=3), several)
    assert found.sure
    lost = line('-? row e4 "x" (+3 inside) (kept link e7), item "a" at 2-3 in list in e3')
    assert isinstance(lost, Went)
    assert not lost.sure
    assert lost.called == (Called("row", 4, "x", inside=3, kept=Called("link", 7)), Called("item", None, "a"))
    assert lost.place == ("at", Where("list", within=Where(ref=3)), (2, 3))


@pytest.mark.parametrize(
    ("text", "group"),
    [
        (
            'all 4 items in e3: e5 … e9 "z"',
            Group(4, 4, "items", Where(ref=3), Called(ref=5), Called(ref=9, label="z"), None),
        ),
        (
            '3 of 9 rows in page: "a" … "b" at 1,3-4',
            Group(3, 9, "rows", Where(), Called(label="a"), Called(label="b"), (1, 3, 4)),
        ),
    ],
)
def test_a_group(text: str, group: Group) -> None:
    went, changed = line(f"- {text} (+8 inside)"), line(f"~ {text}: not selected, enabled")
    assert isinstance(went, Went)
    assert isinstance(changed, ChangedLine)
    assert went.group == changed.group == group
    assert went.inside == 8
    assert changed.words == (Word("not selected"), Word("enabled"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"a" -> "b"', {"name": (("a", "b"),)}),
        ('"a" -> "b", "c" -> "d" in page', {"texts": ((("a", "b"),), (("c", "d"),))}),
        ('cell "a" -> "b", "c" -> "d" in e3', {"subjects": (Called("cell"),), "texts": ((("a", "b"),), (("c", "d"),))}),
        (
            'link e4 "a…" -> "b…"; "…c" -> "…d"',
            {"subjects": (Called("link", 4),), "name": (("a…", "b…"), ("…c", "…d"))},
        ),
        ('textbox e4 "x"="a" -> "b"', {"subjects": (Called("textbox", 4, "x"),), "value": (("a", "b"),)}),
        ('textbox e4 ="b" focused', {"new_value": ("b",), "words": (Word("focused"),)}),
        ("textbox e4 =none", {"new_value": (None,)}),
        ('link e4, e5 "x", e6: checked', {"subjects": (Called("link", 4), Called("link", 5, "x"), Called("link", 6))}),
        ('in button e4 "x": level 1 -> none', {"about": "in", "words": (Word("level", ((1, None),)),)}),
        ("in e4: focused", {"about": "in", "subjects": (Called(ref=4),)}),
        ('list e4: "a" -> "b"', {"about": "of", "name": (("a", "b"),)}),
        (
            'link e4 url "a" -> "b", role link -> button',
            {"words": (Word("url", (("a", "b"),)), Word("role", (("link", "button"),)))},
        ),
        ("link e4 url changed (hidden part)", {"words": (Word("url"),)}),
        ('link e4 url "a…" -> "b…"; "…c" -> "…d"', {"words": (Word("url", (("a…", "b…"), ("…c", "…d"))),)}),
        ('link e4 name none -> ""', {"words": (Word("name", ((None, ""),)),)}),
        ('link e4 "a" still disabled, focused', {"words": (Word("still disabled"), Word("focused"))}),
        ("link e4, e5: still enabled, still offscreen", {"words": (Word("still enabled"), Word("still offscreen"))}),
        ('link e4 actions ("a","b") -> ()', {"words": (Word("actions", ((("a", "b"), ()),)),)}),
        ("link e4 bounds (0,-1,2,3) -> none", {"words": (Word("bounds", (((0, -1, 2, 3), None),)),)}),
    ],
)
def test_what_changed(text: str, expected: dict[str, object]) -> None:
    found = line(f"~ {text}")
    assert isinstance(found, ChangedLine)
    assert {name: getattr(found, name) for name in expected} == expected


def test_circumstances_and_shifts() -> None:
    title, url, shifted = (
        line(f"~ {text}")
        for text in (
            'title "a" -> none',
            "url changed (hidden part)",
            "8 elements shifted: 5 by 0,-7, 2 by 1,2 and 3,4 in size, 1 otherwise",
        )
    )
    assert isinstance(title, Circumstance)
    assert isinstance(url, Circumstance)
    assert isinstance(shifted, Shifted)
    assert (title.name, title.pairs) == ("title", (("a", None),))
    assert (url.name, url.pairs) == ("url", ())
    assert getattr(line('~ url "…a…" -> "…b…"; "…c" -> "…d"'), "pairs", None) == (("…a…", "…b…"), ("…c", "…d"))
    assert shifted.by == ((5, (0, -7, 0, 0)), (2, (1, 2, 3, 4)), (1, None))


def test_what_moved() -> None:
    found = line('> item "x": first in e3 -> after e4')
    assert isinstance(found, MovedLine)
    assert (found.source, found.target) == (("at", Where(ref=3), (1,)), ("after", Called(ref=4), ()))
    folded = line('> "Save": in button e2 "Save" -> after e4')
    assert isinstance(folded, MovedLine)
    assert folded.source == ("in", Where("button", 2, "Save"), ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('item e3 now "Ada"', (Called("item", 3), "Ada", None, None, None)),
        ('text now "Ada" after e4', (Called("text"), "Ada", None, None, ("after", Called(ref=4), ()))),
        ('textbox e3 now ="5"', (Called("textbox", 3), None, "5", None, None)),
        ('textbox e3 now "a"="5" ("b")', (Called("textbox", 3), "a", "5", "b", None)),
        ('img now ("b")', (Called("img"), None, None, "b", None)),
    ],
)
def test_what_is_printed_only_now(text: str, expected: tuple[object, ...]) -> None:
    found = line(f"~ {text}")
    assert isinstance(found, NowLine)
    assert (found.called, found.name, found.value, found.description, found.place) == expected


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("reversed", None),
        ('now "b","a"', ("b", "a")),
        ('now "a"', ("a",)),
        ("now, by their places before, 3-4,1", (3, 4, 1)),
        (
            'now link e4; "b"; 2 from item "c" to item e7',
            (Called("link", 4), Called(label="b"), Called("item", None, "c", 2, Called("item", 7))),
        ),
        ('now "b"; link e4', (Called(label="b"), Called("link", 4))),
    ],
)
def test_a_new_order(text: str, order: object) -> None:
    found = line(f"> 3 items in e2 reordered: {text}")
    assert isinstance(found, ReorderedLine)
    assert (found.count, found.plural, found.where, found.order) == (3, "items", Where(ref=2), order)


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
        '~ "a\nb" -> "c"',
        '~ item e3 now "a" "b"',
        "~ link e4 still focused",
        '+ at 2 in row "x" in e3: "y"',
        "… 5 more (3 added, 1 removed)",
    ],
)
def test_what_the_grammar_does_not_have_is_refused(text: str) -> None:
    with pytest.raises(Unparsed):
        parse(f"# diff: words\n{text}")
