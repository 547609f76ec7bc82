"""``uidiff.Ignore``: changes of some elements that are not reported, and all the same are carried."""

import copy
import pickle
from typing import Any

import attrs
import pytest

from tests.diffing.happening import alone, through_json
from tests.outline import outline, said
from uidiff import Ignore, Matching, Session, Snapshot, TreeDiff, diff
from uidiff.diffing.ignoring import IgnoreOption, checked_ignore
from uidiff.diffing.selection import select_delta
from uidiff.errors import InvalidSnapshot, UnknownName

BEFORE = outline(
    """
    window "W" focused
      timer "Clock" {"value": "1", "bounds": [0, 0, 9, 9]}
      group "Pane"
        timer "Clock" {"value": "1"}
        button {"value": "x"}
        img "Logo" {"description": "a"}
        tool-bar "Own" {"value": "1"}
    """
)
AFTER = outline(
    """
    window "W"
      timer "Clock" {"value": "2", "bounds": [0, 5, 9, 9]}
      group "Pane"
        timer "Time" {"value": "2"}
        button disabled {"value": "y"}
        img "Logo" {"description": "b"}
        tool-bar "Own" {"value": "2"}
    """
)
SAME = Matching.identity(7)
ALL = {
    0: "focused",
    1: "value bounds",
    3: "name value",
    4: "value disabled",
    5: "description",
    6: "value",
}
"""By index what is reported of each element if nothing is ignored."""


def ignoring(*ignore: str | Ignore) -> TreeDiff:
    return diff(BEFORE, AFTER, matcher=SAME, ignore=ignore)


def fields(delta: TreeDiff) -> dict[int, str]:
    return {record.after.index: " ".join(record.fields) for record in delta.changed}


# ---------------------------------------------------------------- what a rule is


def test_without_a_rule_everything_is_reported() -> None:
    assert fields(ignoring()) == ALL


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        (Ignore(role="timer"), {1: "", 3: ""}),
        (Ignore(path="window"), {1: ""}),
        (Ignore(path=""), {0: ""}),
        (Ignore(path="window > group"), {3: "", 4: "", 5: "", 6: ""}),
        (Ignore(name="Clock"), {1: "", 3: ""}),
        (Ignore(name=""), {4: ""}),
        (Ignore(field="value"), {1: "bounds", 3: "name", 4: "disabled", 6: ""}),
        (Ignore(field="focused"), {0: ""}),
        (Ignore(role="timer", field="value"), {1: "bounds", 3: "name"}),
        (Ignore(role="timer", path="window > group"), {3: ""}),
        (Ignore(role="timer", name="Time"), {3: ""}),
        (Ignore(path="window > group", name="Clock", field="name"), {3: "value"}),
        (Ignore(role="timer", path="window", name="Clock", field="bounds"), {1: "value"}),
        (Ignore(role="button", name="", field="disabled"), {4: "value"}),
        (Ignore(role="image"), {5: ""}),
        (Ignore(role="Image", field="description"), {5: ""}),
        (Ignore(role="tool-bar"), {6: ""}),
    ],
)
def test_what_a_rule_says_has_to_hold_together(rule: Ignore, left: dict[int, str]) -> None:
    expected = {index: text for index, text in {**ALL, **left}.items() if text}
    assert fields(ignoring(rule)) == expected
    assert ignoring(rule).unchanged_count == len(BEFORE) - len(expected)


@pytest.mark.parametrize(
    "rule",
    [
        Ignore(role="clock"),
        Ignore(name="clock"),
        Ignore(name="Clock "),
        Ignore(path="group"),
        Ignore(path="window > group > timer"),
        Ignore(role="timer", name=""),
        Ignore(role="button", field="focused"),
        Ignore(role="button", path="window"),
    ],
)
def test_a_rule_that_no_element_fits_leaves_nothing_out(rule: Ignore) -> None:
    assert fields(ignoring(rule)) == ALL


def test_rules_and_names_are_one_list() -> None:
    delta = ignoring("bounds", Ignore(role="timer", name="Clock", field="value"), "focused", Ignore(role="button"))
    assert fields(delta) == {3: "name", 5: "description", 6: "value"}


def test_an_element_fits_as_it_was_or_as_it_is() -> None:
    one = outline('window\n  text "10 s"\n  group\n    link "A"')
    other = outline('window\n  status "9 s"\n  link "A" {"value": "v"}\n  group')
    matching = Matching.from_pairs([(0, 0), (1, 1), (2, 3), (3, 2)], before=one, after=other)
    both = ['~ 1:1 status "9 s": role "text" -> "status", name "10 s" -> "9 s"', '~ 3:2 link "A": value null -> "v"']
    moved = ['> 3:2 link "A": 2[0] -> 0[1]']

    def left(rule: Ignore) -> list[str]:
        return said(diff(one, other, matcher=matching, ignore=(rule,)))

    assert left(Ignore(name="nothing")) == [*both, *moved]
    for rule in (Ignore(name="10 s"), Ignore(name="9 s"), Ignore(role="text"), Ignore(role="status")):
        assert left(rule) == [*both[1:], *moved]
    assert left(Ignore(path="window > group")) == [*both[:1], *moved]
    assert left(Ignore(path="window")) == moved
    assert left(Ignore(role="text", name="9 s")) == [*both, *moved]  # it never was a text of that name


def test_none_and_an_empty_name_are_both_without_name() -> None:
    names: list[str | None] = [None, ""]
    for name in names:
        one, other = (Snapshot.from_dicts([{"role": "text", "name": name, "value": value}]) for value in "ab")
        assert diff(one, other)
        assert not diff(one, other, ignore=(Ignore(name=""),))


def test_a_deep_path_is_that_of_its_record() -> None:
    one, other = (outline("\n".join("  " * depth + f'group {{"value": "{v}"}}' for depth in range(30))) for v in "ab")
    deepest = diff(one, other, matcher=Matching.identity(30)).changed[-1]
    assert deepest.path.startswith("… > group")
    delta = diff(one, other, matcher=Matching.identity(30), ignore=(Ignore(path=deepest.path),))
    assert [record.after.index for record in delta.changed] == list(range(17))


def test_what_came_went_or_moved_is_always_reported() -> None:
    one = outline('list\n  row "A"\n  row "B"\n  row "C"', title="1")
    other = outline('list\n  row "B"\n  row "A"\n  row "D"', title="2")
    everything = (Ignore(role="row"), Ignore(path="list"), Ignore(name="D"), Ignore(field="name"))
    delta = diff(one, other, matcher="name-role-parent", ignore=everything)
    assert said(delta) == ['title: "1" -> "2"', '- 3 row "C"', '+ 3 row "D"', '> 2:1 row "B": 0[1] -> 0[0]']


def test_a_rule_for_urls_is_about_elements_and_the_plain_name_about_the_page_too() -> None:
    one, other = (outline(f'link "Next" {{"url": "/{page}"}}', url=f"/{page}") for page in "ab")
    assert said(diff(one, other, ignore=(Ignore(field="url"),))) == ['url: "/a" -> "/b"']
    assert said(diff(one, other, ignore=("url",))) == []


def test_a_hidden_change_of_a_secret_is_a_change_of_its_value() -> None:
    form = outline('form\n  textbox "Password" secret {"value": "a"}')
    assert diff(form, form, hidden=(1,)).changed
    assert not diff(form, form, hidden=(1,), ignore=(Ignore(name="Password", field="value"),))
    assert diff(form, form, hidden=(1,), ignore=(Ignore(name="Password", field="name"),)).changed


@pytest.mark.parametrize("name", ["a\u2028b\x00", '"] > {0.__class__}', "x" * 10_000, "\u202egpj", "`'\\n"])
def test_hostile_names_are_names(name: str) -> None:
    one, other = (Snapshot.from_dicts([{"role": "text", "name": name, "value": value}]) for value in "ab")
    delta = diff(one, other, ignore=(Ignore(name=name),))
    assert not delta
    assert through_json(delta) == delta
    assert diff(one, other, ignore=(Ignore(name=name[:-1]),))


def test_a_lone_surrogate_is_what_a_snapshot_makes_of_it() -> None:
    one, other = (Snapshot.from_dicts([{"role": "text", "name": "a\ud800", "value": value}]) for value in "ab")
    assert not diff(one, other, ignore=(Ignore(name="a\ud800"),))
    assert Ignore(name="a\ud800") == Ignore(name="a\ufffd")


# -------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({}, "nothing in it.*field='value'"),
        ({"role": None, "path": None, "name": None, "field": None}, "nothing in it"),
        ({"path": "window>list"}, "write what a record's path says"),
        ({"path": "window > "}, "write what a record's path says"),
        ({"path": "Window > List"}, "write what a record's path says"),
        ({"field": "title"}, r"title is a circumstance.*write ignore=\('title',\)"),
        ({"field": "document"}, "document is a circumstance"),
    ],
)
def test_a_rule_that_can_never_apply_is_refused(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Ignore(**given)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"field": "bound"}, "unknown field 'bound'; did you mean 'bounds'"),
        ({"field": "pid"}, "unknown field 'pid'"),
        ({"field": ""}, "unknown field ''"),
        ({"role": "ListItem"}, "unknown role 'ListItem'; did you mean 'listitem'"),
        ({"role": ""}, "unknown role ''"),
        ({"role": "gr\u00f6\u00dfe"}, r"unknown role 'gr\\xf6\\xdfe'"),
    ],
)
def test_a_slip_of_the_pen_is_refused(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(UnknownName, match=problem):
        Ignore(**given)


@pytest.mark.parametrize("name", ["role", "path", "name", "field"])
@pytest.mark.parametrize("value", [5, b"text", ("text",), True])
def test_what_is_no_text_is_refused(name: str, value: object) -> None:
    with pytest.raises(TypeError, match=f"{name} takes a text, or None for any, got {type(value).__name__}"):
        Ignore(**{name: value})  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (Ignore(role="timer"), r"one item of it: write ignore=\(uidiff.Ignore\(…\),\)"),
        ("bounds", r"write ignore=\('bounds',\)"),
        (5, r"int is not iterable: write ignore=\('bounds',\)"),
        ([Ignore(role="timer"), 5], "got int in it: write names of fields, or values of uidiff.Ignore"),
        ([{"role": "timer"}], "got dict in it"),
    ],
)
def test_another_type_in_ignore_is_refused_with_the_cure(given: IgnoreOption, problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        diff(BEFORE, AFTER, ignore=given)
    with pytest.raises(TypeError, match=problem):
        Session("scripted", ignore=given)


def test_a_rule_is_a_frozen_value() -> None:
    rule = Ignore(role="Timer", name="x")
    assert rule == Ignore(name="x", role="timer")
    assert len({rule, Ignore(role="timer", name="x"), Ignore(role="timer")}) == 2
    assert copy.deepcopy(rule) == pickle.loads(pickle.dumps(rule)) == rule  # noqa: S301  # our own bytes
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        rule.role = "button"  # type: ignore[misc]  # on purpose


# ------------------------------------------------------------------ as it is kept


def test_names_come_first_then_the_rules_each_once_and_in_one_order() -> None:
    rules = [
        Ignore(field="value"),
        Ignore(name=""),
        Ignore(name="a"),
        Ignore(path="window"),
        Ignore(role="button"),
        Ignore(role="button", name="b"),
        Ignore(role="img"),
    ]
    given: list[str | Ignore] = [*reversed(rules), "value", Ignore(role="image"), "bounds", rules[0], "value"]
    assert checked_ignore(given) == ("bounds", "value", *rules)
    assert checked_ignore(iter(reversed(given))) == ("bounds", "value", *rules)
    assert ignoring(*given).ignore == ("bounds", "value", *rules)


def test_a_delta_says_in_json_what_its_rules_say() -> None:
    delta = ignoring("bounds", Ignore(name="", field="value"), Ignore(role="timer", path="window"))
    assert delta.to_dict()["ignore"] == ["bounds", {"name": "", "field": "value"}, {"role": "timer", "path": "window"}]
    read = through_json(delta)
    assert read == delta
    assert read.ignore == delta.ignore
    assert read.bind(BEFORE) == delta
    assert read.bind(BEFORE).to_dict() == delta.to_dict()


def test_another_list_of_rules_makes_another_delta() -> None:
    assert ignoring(Ignore(name="nothing")) != ignoring()


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({}, "$.ignore[0]"),
        ({"roles": "timer"}, "$.ignore[0]"),
        ({"role": "timer", "anywhere": True}, "$.ignore[0]"),
        ({"role": "ListItem"}, "$.ignore[0]"),
        ({"path": "a\nb"}, "$.ignore[0]"),
        ({"field": "title"}, "$.ignore[0]"),
        ({"field": "bound"}, "$.ignore[0]"),
        ({"role": None}, "$.ignore[0].role"),
        ({"name": 5}, "$.ignore[0].name"),
        ({"name": "\ud800"}, "$.ignore[0].name"),
        ({"path": ["window"]}, "$.ignore[0].path"),
        (["timer"], "$.ignore[0]"),
        (None, "$.ignore[0]"),
    ],
)
def test_a_damaged_rule_in_a_file_is_refused_with_its_place(given: object, path: str) -> None:
    written = ignoring(Ignore(role="timer")).to_dict()
    with pytest.raises(InvalidSnapshot) as caught:
        TreeDiff.from_dict({**written, "ignore": [given]})
    assert caught.value.path == path


# ----------------------------------------------------------------------- events


@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [
        ('textbox "N" {"value": "a"}', 'textbox "N" {"value": "b"}', Ignore(role="textbox")),
        ('status "1 s"', 'status "2 s"', Ignore(role="status")),
        ('alert ""', 'alert "No!"', Ignore(role="alert", field="name")),
        ('status\n    text "1 s"', 'status\n    text "2 s"', Ignore(path="window > status")),
        ('checkbox "C" {"states": {"checked": false}}', 'checkbox "C" {"states": {"checked": true}}', Ignore(name="C")),
        ('button "B" focused', 'button "B"', Ignore(field="focused")),
        ('button "B"', 'button "B" focused', Ignore(role="button", field="focused")),
        ('button "B"', 'button "B" disabled', Ignore(name="B", field="disabled")),
        ('button "B" busy', 'button "B"', Ignore(field="busy")),
        ('option "O" selected', 'option "O"', Ignore(role="option")),
        ('dialog "D" offscreen', 'dialog "D"', Ignore(role="dialog")),
        ('textbox "T"', 'textbox "T" {"states": {"invalid": true}}', Ignore(role="textbox", field="invalid")),
        ('button "B" {"bounds": [0, 0, 1, 1]}', 'button "B" {"bounds": [0, 1, 1, 1]}', Ignore(role="button")),
    ],
)
def test_a_change_that_is_ignored_makes_no_event(before: str, after: str, rule: Ignore) -> None:
    one, other = (outline(f'window "W"\n  {text}\n  link "L"') for text in (before, after))
    same = Matching.identity(len(one))
    assert diff(one, other, matcher=same).events
    delta = diff(one, other, matcher=same, ignore=(rule,))
    assert (delta.events, delta.changed) == ((), ())
    assert delta.summary == f"No change in {len(one)} elements."
    assert through_json(delta).events == ()


def test_the_name_of_the_window_makes_no_title_where_it_is_ignored() -> None:
    one, other = (outline(f'window "{name}"\n  link "L" {{"value": "{name}"}}') for name in ("Mail", "Mail (1)"))
    assert [type(event).__name__ for event in diff(one, other).events] == ["TitleChanged"]
    assert diff(one, other, ignore=(Ignore(role="window"),)).events == ()
    assert [type(event).__name__ for event in diff(one, other, ignore=(Ignore(role="link"),)).events] == [
        "TitleChanged"
    ]


def test_another_event_is_told_all_the_same() -> None:
    one = outline('window "W"\n  timer "T" {"value": "1"}\n  textbox "N"')
    other = outline('window "W"\n  timer "T" {"value": "2"}\n  textbox "N" {"value": "b"}')
    whole, left = diff(one, other), diff(one, other, ignore=(Ignore(role="timer"),))
    assert alone(whole.events) == alone(left.events)
    assert left.summary == '"N" = "b". 2 elements unchanged.'


# -------------------------------------------------------------------- selections


def test_a_path_of_the_whole_is_still_asked_for_where_the_ancestors_are_left_out() -> None:
    rule = Ignore(path="window > group", field="value")
    other_path = Ignore(path="", field="value")  # what the path of each is in the part
    marks = [role in {"timer", "tool-bar"} for role in AFTER.columns.role]
    for ignore, expected in (
        (rule, {0: "value bounds", 1: "name"}),
        (other_path, {0: "value bounds", 1: "name value", 2: "value"}),
    ):
        part = select_delta(ignoring(ignore), marks, marks).delta
        assert fields(part) == expected
        assert fields(through_json(part).bind(part.before)) == expected
