"""Strategies by name and by object; plug-ins are in tests/test_plugins.py."""

import attrs
import pytest

from tests.outline import outline, said
from uidiff import Matching, Snapshot, diff, match
from uidiff.errors import PluginError, UnknownName
from uidiff.matchers import (
    ChainMatcher,
    ContentHashMatcher,
    IdMatcher,
    Matcher,
    NameRoleParentMatcher,
    StructuralMatcher,
)
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
    before = outline('button "Delete" id_stable {"id": "1"}\nbutton "Delete" id_stable {"id": "2"}')
    after = outline('button "Delete" id_stable {"id": "2"}')
    assert match(before, after).pairs == match(before, after, matcher="auto").pairs == ((1, 0),)


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


# a chain of matchers


THREE = outline("""
    button "A"
    button "B"
    button "C"
""")
FOUR = outline("""
    button "A"
    button "B"
    button "C"
    button "D"
""")


@attrs.define
class Scripted:
    """A matcher that adds these pairs, and remembers what it was given."""

    added: tuple[tuple[int, int], ...]
    work: int = 0
    seen: list[Matching] = attrs.field(factory=list)

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:
        self.seen.append(given)
        pairs = [*given.pairs, *self.added]
        return Matching.from_pairs(pairs, before=before, after=after, work=given.work + self.work)


@attrs.frozen
class Answering:
    """A matcher that answers this, whatever it is asked."""

    answer: object

    def match(self, before: Snapshot, after: Snapshot, *, given: Matching) -> Matching:  # noqa: ARG002
        return self.answer  # type: ignore[return-value]  # it may be wrong


def pairs(*given: tuple[int, int]) -> Matching:
    return Matching.from_pairs(given, before=THREE, after=FOUR)


def run(*steps: Matcher) -> Matching:
    return match(THREE, FOUR, matcher=ChainMatcher(steps))


# steps


def test_each_step_is_given_the_pairs_of_those_before_it() -> None:
    first, second, third = Scripted(((0, 1),)), Scripted(()), Scripted(((2, 0),))
    assert run(first, second, third).pairs == ((0, 1), (2, 0))
    assert first.seen == [pairs()]
    assert second.seen == [pairs((0, 1))]
    assert third.seen == [pairs((0, 1))]


def test_a_later_step_pairs_only_what_was_left() -> None:
    settled = Scripted(((0, 1), (1, 0)))
    assert run(settled, NameRoleParentMatcher()).pairs == ((0, 1), (1, 0), (2, 2))


def test_the_work_of_the_steps_adds_up() -> None:
    assert run(Scripted((), work=3), Scripted((), work=4)).work == 7


def test_a_chain_without_steps_answers_what_it_was_given() -> None:
    given = pairs((0, 3))
    assert ChainMatcher(()).match(THREE, FOUR, given=given) == given


def test_a_chain_can_be_a_step() -> None:
    inner = ChainMatcher((Scripted(((0, 1),)),))
    assert run(inner, Scripted(((1, 0),))).pairs == ((0, 1), (1, 0))


def test_the_steps_may_come_from_any_iterable() -> None:
    chain = ChainMatcher(step for step in (Scripted(((0, 0),)), Scripted(((1, 1),))))
    assert match(THREE, FOUR, matcher=chain).pairs == ((0, 0), (1, 1))
    assert match(THREE, FOUR, matcher=chain).pairs == ((0, 0), (1, 1))


def test_diff_takes_a_chain() -> None:
    before = outline('checkbox "Loud" {"id": "1"}\nbutton "Play"')
    after = outline('button "Play"\nswitch "Loud" {"id": "1"}')
    chain = ChainMatcher((ContentHashMatcher(), IdMatcher()))
    assert said(diff(before, after, matcher=chain)) == [
        '~ 0:1 switch "Loud": role "checkbox" -> "switch"',
        '> 1:0 button "Play": None[1] -> None[0]',
    ]


# broken promises


def test_a_step_that_drops_given_pairs_is_named() -> None:
    with pytest.raises(PluginError, match=r"Answering\.match dropped pairs"):
        run(Scripted(((0, 0), (1, 1))), Answering(pairs((0, 0))))


def test_a_step_that_gives_a_given_pair_another_partner_is_named() -> None:
    with pytest.raises(PluginError, match=r"Answering\.match dropped pairs"):
        run(Scripted(((0, 0),)), Answering(pairs((0, 1))))


@pytest.mark.parametrize("answer", [None, ((0, 0),), [], "auto"])
def test_a_step_that_returns_something_else_is_named(answer: object) -> None:
    with pytest.raises(PluginError, match=rf"Answering\.match returned {type(answer).__name__}"):
        run(Answering(answer))


@pytest.mark.parametrize("other", [Matching(3, 3), Matching(4, 4), Matching(0, 0), Matching(4, 3)])
def test_a_step_that_returns_the_matching_of_other_snapshots_is_named(other: Matching) -> None:
    with pytest.raises(PluginError, match=r"Answering\.match returned a matching of other snapshots"):
        run(Answering(other))


def test_a_matcher_alone_is_checked_as_a_step_is() -> None:
    with pytest.raises(PluginError, match=r"Answering\.match returned NoneType"):
        match(THREE, FOUR, matcher=Answering(None))


def test_a_broken_step_is_found_in_diff_too() -> None:
    with pytest.raises(PluginError, match="other snapshots"):
        diff(THREE, FOUR, matcher=Answering(Matching(1, 1)))


# what is no step


@pytest.mark.parametrize("step", ["id", None, 7, object()])
def test_what_has_no_method_match_is_no_step(step: object) -> None:
    with pytest.raises(TypeError, match=f"must have a method match, got {type(step).__name__}"):
        ChainMatcher((NameRoleParentMatcher(), step))  # type: ignore[arg-type]  # the bad input


def test_a_class_in_place_of_a_matcher_is_no_step() -> None:
    with pytest.raises(TypeError, match="must have a method match, got type"):
        ChainMatcher((IdMatcher,))  # type: ignore[arg-type]  # the bad input
