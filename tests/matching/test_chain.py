"""Strategies one after another, and what a chain does to a step that breaks its promise."""

import attrs
import pytest

from tests.outline import outline, said
from uidiff import Matching, Snapshot, diff, match
from uidiff.errors import PluginError
from uidiff.matchers import ChainMatcher, ContentHashMatcher, IdMatcher, Matcher, NameRoleParentMatcher

BEFORE = outline("""
    button "A"
    button "B"
    button "C"
""")
AFTER = outline("""
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
    return Matching.from_pairs(given, before=BEFORE, after=AFTER)


def run(*steps: Matcher) -> Matching:
    return match(BEFORE, AFTER, matcher=ChainMatcher(steps))


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
    assert ChainMatcher(()).match(BEFORE, AFTER, given=given) == given


def test_a_chain_can_be_a_step() -> None:
    inner = ChainMatcher((Scripted(((0, 1),)),))
    assert run(inner, Scripted(((1, 0),))).pairs == ((0, 1), (1, 0))


def test_the_steps_may_come_from_any_iterable() -> None:
    chain = ChainMatcher(step for step in (Scripted(((0, 0),)), Scripted(((1, 1),))))
    assert match(BEFORE, AFTER, matcher=chain).pairs == ((0, 0), (1, 1))
    assert match(BEFORE, AFTER, matcher=chain).pairs == ((0, 0), (1, 1))


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
        match(BEFORE, AFTER, matcher=Answering(None))


def test_a_broken_step_is_found_in_diff_too() -> None:
    with pytest.raises(PluginError, match="other snapshots"):
        diff(BEFORE, AFTER, matcher=Answering(Matching(1, 1)))


# what is no step


@pytest.mark.parametrize("step", ["id", None, 7, object()])
def test_what_has_no_method_match_is_no_step(step: object) -> None:
    with pytest.raises(TypeError, match=f"must have a method match, got {type(step).__name__}"):
        ChainMatcher((NameRoleParentMatcher(), step))  # type: ignore[arg-type]  # the bad input


def test_a_class_in_place_of_a_matcher_is_no_step() -> None:
    with pytest.raises(TypeError, match="must have a method match, got type"):
        ChainMatcher((IdMatcher,))  # type: ignore[arg-type]  # the bad input
