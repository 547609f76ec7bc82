"""Circumstances that are reported, and what ``ignore`` leaves out of a report (spec/definitions#3-what-is-compared)."""

from collections.abc import Iterable

import pytest

from tests.outline import outline, said
from uidiff import Snapshot, TreeDiff, diff
from uidiff.errors import UnknownName

BEFORE = outline(
    'slider "Volume" focused {"value": "30", "bounds": [0, 0, 9, 9]}',
    title="Player",
    url="https://player.test/?song=1",
    document="d1",
)
AFTER = outline(
    'slider "Volume" {"value": "35", "bounds": [0, 5, 9, 9]}',
    title="Player *",
    url="https://player.test/?song=2",
    document="d2",
)
ALL = [
    'title: "Player" -> "Player *"',
    'url: "https://player.test/?song=…" -> "https://player.test/?song=…"',
    'document: "d1" -> "d2"',
    '~ 0:0 slider "Volume": value "30" -> "35", bounds [0, 0, 9, 9] -> [0, 5, 9, 9], focused true -> false',
]


def ignoring(*names: str) -> TreeDiff:
    return diff(BEFORE, AFTER, matcher="id", ignore=names)


# circumstances


def test_title_url_and_document_are_reported_as_circumstances() -> None:
    assert dict(ignoring().circumstances) == {
        "title": ("Player", "Player *"),
        "url": ("https://player.test/?song=…", "https://player.test/?song=…"),
        "document": ("d1", "d2"),
    }


@pytest.mark.parametrize("name", ["title", "document"])
def test_a_circumstance_that_comes_or_goes_is_reported(name: str) -> None:
    without = Snapshot.from_dicts([{"role": "window"}])
    known = Snapshot.from_dicts(
        [{"role": "window"}], title="x" if name == "title" else None, document="x" if name == "document" else None
    )
    assert dict(diff(without, known).circumstances) == {name: (None, "x")}
    assert dict(diff(known, without).circumstances) == {name: ("x", None)}


def test_an_empty_title_is_not_an_absent_one() -> None:
    assert dict(diff(outline("window"), outline("window", title="")).circumstances) == {"title": (None, "")}


def test_equal_circumstances_are_not_reported() -> None:
    again = outline('slider "Mute"', title="Player", url="https://player.test/?song=1", document="d1")
    assert dict(diff(BEFORE, again, matcher="id").circumstances) == {}


def test_bad_input_21_another_normalisation_of_a_title_is_not_reported() -> None:
    assert said(diff(outline("window", title="Caf\u00e9"), outline("window", title="Cafe\u0301"))) == []


# ignore


def test_without_ignore_everything_is_reported() -> None:
    assert said(ignoring()) == ALL


def test_a_field_that_is_ignored_is_left_out() -> None:
    assert said(ignoring("bounds")) == [*ALL[:3], '~ 0:0 slider "Volume": value "30" -> "35", focused true -> false']


def test_a_state_that_is_ignored_is_left_out() -> None:
    assert said(ignoring("focused", "bounds")) == [*ALL[:3], '~ 0:0 slider "Volume": value "30" -> "35"']


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_circumstance_that_is_ignored_is_left_out(number: int) -> None:
    name = ALL[number].partition(":")[0]
    assert said(ignoring(name)) == [line for line in ALL if line != ALL[number]]


def test_url_stands_for_the_elements_and_the_page() -> None:
    one = outline('link "Next" {"url": "/1"}', url="/a")
    other = outline('link "Next" {"url": "/2"}', url="/b")
    assert said(diff(one, other)) == ['url: "/a" -> "/b"', '~ 0:0 link "Next": url "/1" -> "/2"']
    assert said(diff(one, other, ignore=("url",))) == []


def test_an_element_whose_changes_are_all_ignored_counts_as_unchanged() -> None:
    delta = ignoring("value", "bounds", "focused")
    assert delta.changed == ()
    assert delta.unchanged_count == 1


def test_a_delta_of_which_everything_is_ignored_is_false() -> None:
    assert not ignoring("value", "bounds", "focused", "title", "url", "document")


def test_ignore_is_kept_sorted_and_once() -> None:
    assert ignoring("value", "bounds", "value").ignore == ("bounds", "value")


def test_ignore_takes_any_collection() -> None:
    names: list[Iterable[str]] = [["bounds"], {"bounds"}, {"bounds": 1}, (name for name in ["bounds"])]
    assert [diff(BEFORE, AFTER, ignore=given).ignore for given in names] == [("bounds",)] * 4


def test_what_is_ignored_is_carried_all_the_same() -> None:
    delta = ignoring("value", "bounds", "focused", "title", "url", "document")
    assert delta.apply(BEFORE) == AFTER


def test_ignoring_a_field_does_not_hide_what_came_went_or_moved() -> None:
    one = outline('list\n  row "A"\n  row "B"\n  row "C"')
    other = outline('list\n  row "B"\n  row "A"\n  row "D"')
    names = ("name", "role", "value", "description", "bounds", "url", "actions")
    delta = diff(one, other, matcher="name-role-parent", ignore=names)
    assert said(delta) == ['- 3 row "C"', '+ 3 row "D"', '> 2:1 row "B": 0[1] -> 0[0]']


def test_a_state_of_the_platforms_own_may_be_ignored() -> None:
    one = outline('region {"states": {"live": "off"}}')
    other = outline('region {"states": {"live": "polite"}}')
    assert said(diff(one, other)) == ['~ 0:0 region: live "off" -> "polite"']
    assert said(diff(one, other, ignore=("live",))) == []


@pytest.mark.parametrize(
    ("typo", "meant"),
    [("bound", "bounds"), ("focussed", "focused"), ("Bounds", "bounds"), ("titel", "title"), ("read-only", "readonly")],
)
def test_a_slip_of_the_pen_is_refused(typo: str, meant: str) -> None:
    with pytest.raises(UnknownName, match=f"unknown field '{typo}'; did you mean '{meant}'"):
        diff(BEFORE, AFTER, ignore=(typo,))


@pytest.mark.parametrize("name", ["", "no name", "näme", "1", "x" * 41, "NAME"])
def test_what_can_be_no_name_of_a_field_is_refused(name: str) -> None:
    with pytest.raises(UnknownName, match="unknown field"):
        diff(BEFORE, AFTER, ignore=(name,))


def test_a_name_is_checked_even_where_the_trees_are_equal() -> None:
    with pytest.raises(UnknownName, match="did you mean 'bounds'"):
        diff(BEFORE, BEFORE, ignore=("bounds", "bound"))


@pytest.mark.parametrize("given", ["bounds", ""])
def test_a_text_in_place_of_a_collection_is_refused(given: str) -> None:
    with pytest.raises(TypeError, match="ignore takes a collection of names"):
        diff(BEFORE, AFTER, ignore=given)


@pytest.mark.parametrize("given", [None, 5, (5,), (None,), b"bounds"])
def test_what_is_no_collection_of_names_is_refused(given: Iterable[str]) -> None:
    with pytest.raises(TypeError):
        diff(BEFORE, AFTER, ignore=given)
