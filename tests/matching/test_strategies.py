"""Strategies by name and by object; plug-ins are in tests/test_plugins.py."""

import attrs
import pytest

from tests.outline import outline, said
from uidiff import Matching, Snapshot, diff, match
from uidiff.errors import UnknownName
from uidiff.matchers import ContentHashMatcher, IdMatcher, Matcher, NameRoleParentMatcher, StructuralMatcher
from uidiff.matching.strategies import MATCHERS, resolve_matcher

BEFORE = outline('button "A"\nbutton "B"')
AFTER = outline('button "B"\nbutton "A"\nbutton "C"')


@attrs.frozen
class BackToFront:
    """A user's own matcher."""

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:  # noqa: ARG002
        count = min(len(before), len(after))
        pairs = [(i, len(after) - 1 - i) for i in range(count)]
        return Matching.from_pairs(pairs, before=before, after=after)


@attrs.frozen
class Unwanted:
    """A matcher that must not be asked."""

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        raise AssertionError((before, after, given))


# names


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("auto", StructuralMatcher()),
        ("content-hash", ContentHashMatcher()),
        ("id", IdMatcher()),
        ("name-role-parent", NameRoleParentMatcher()),
        ("structural", StructuralMatcher()),
    ],
)
def test_a_name_gives_its_matcher(name: str, made: Matcher) -> None:
    assert resolve_matcher(name) == made
    assert name in MATCHERS.names()


def test_the_default_is_auto() -> None:
    before = outline('button "Follow" id_stable {"id": "1"}\nbutton "Mute" id_stable {"id": "2"}')
    after = outline('button "Muted" id_stable {"id": "2"}\nbutton "Following" id_stable {"id": "1"}')
    assert match(before, after).pairs == match(before, after, matcher="auto").pairs == ((0, 1), (1, 0))


@pytest.mark.parametrize(
    ("typo", "meant"),
    [
        ("content_hash", "content-hash"),
        ("name-parent-role", "name-role-parent"),
        ("Auto", "auto"),
        ("ids", "id"),
    ],
)
def test_bad_input_66_a_typo_is_answered_with_the_name_that_was_meant(typo: str, meant: str) -> None:
    with pytest.raises(UnknownName, match=f"unknown matcher '{typo}'; did you mean '{meant}'") as caught:
        match(BEFORE, AFTER, matcher=typo)
    assert set(MATCHERS.builtins) <= set(caught.value.known)


def test_a_name_like_none_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownName) as caught:
        match(BEFORE, AFTER, matcher="xyzzy")
    assert "did you mean" not in str(caught.value)
    assert "auto, content-hash, id, name-role-parent, structural" in str(caught.value)


def test_a_name_is_looked_up_even_where_the_trees_are_equal() -> None:
    with pytest.raises(UnknownName):
        diff(BEFORE, BEFORE, matcher="xyzzy")


# objects


def test_a_matcher_of_the_users_own_is_asked() -> None:
    assert match(BEFORE, AFTER, matcher=BackToFront()).pairs == ((0, 2), (1, 1))


def test_diff_takes_a_matcher_of_the_users_own() -> None:
    before, after = outline('button "A"'), outline('button "A"\nlink "B"')
    assert said(diff(before, after, matcher=BackToFront())) == [
        '+ 0 button "A"',
        '~ 0:1 link "B": role "button" -> "link", name "A" -> "B"',
    ]


def test_between_equal_trees_no_matcher_is_asked() -> None:
    same = outline('button "A"\nbutton "B"', title="another title", taken_at=5.0)
    assert diff(BEFORE, same, matcher=Unwanted()).matching == Matching.identity(2)


@pytest.mark.parametrize("given", [IdMatcher, None, 7, b"id", ("id",), object()])
def test_what_is_no_matcher_is_refused(given: object) -> None:
    with pytest.raises(TypeError, match=f"a name or an object with a method match, got {type(given).__name__}"):
        match(BEFORE, AFTER, matcher=given)  # type: ignore[arg-type]  # the bad input


@pytest.mark.parametrize(
    "name", ["likeness", "shared_text", "moved_text", "wrapped", "letters", "cells", "budget", "rounds"]
)
@pytest.mark.parametrize("value", [0, -1, 1.5])
def test_a_threshold_that_cannot_be_is_refused(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"{name} must be"):
        StructuralMatcher(**{name: value})  # type: ignore[arg-type]  # by name
