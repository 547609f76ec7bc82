"""spec/definitions#13-windows and #16-refs: two sessions on one store, one after the other and in turn.

No number ever names two elements in either of them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.live.store_contract import Clock
from tests.live.two_readers import Desk, observe, settle
from tests.live.watching import mail
from tests.live.witness import Witness, changes, why
from uidiff import Report, Session
from uidiff.errors import CorruptSnapshot
from uidiff.live.baselines import EXPIRED
from uidiff.live.file_store import FileStore
from uidiff.live.store import MemoryStore, WindowHistory


@pytest.fixture(params=["memory", "files"])
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return Desk() if request.param == "memory" else Desk(lambda: FileStore(tmp_path / "s", ttl=None))


def by_name(report: Report) -> dict[str | None, int]:
    return {one.name: number for number, one in zip(report.refs.numbers, report.snapshot, strict=True)}


# --------------------------------------------------------- one after the other


def test_definition_16_a_second_session_goes_on_with_the_numbers_of_the_first(desk: Desk) -> None:
    first = desk.reader().describe()
    desk.add("new")
    second = desk.reader().describe()
    assert changes(second) == {"added": ["new"]}
    assert by_name(second) == {**by_name(first), "new": 8}
    assert second.refs.next == 9


def test_definition_16_a_third_session_gives_no_number_of_what_went_before_the_second(desk: Desk) -> None:
    desk.reader().describe()
    gone = desk.add("gone")
    desk.reader().describe()
    gone.remove()
    desk.reader().describe()
    desk.add("new")
    assert by_name(desk.reader().describe())["new"] == 9


def test_a_scope_by_ref_works_from_one_session_to_the_next(desk: Desk) -> None:
    desk.reader().describe()
    desk.ui.find(name="Mails").move(desk.ui.find(name="Mail"))
    report = desk.reader().describe(scope="e3", mode="full", format="describe-json")
    assert '"name":"Mails"' in report.text
    assert '"name":"Search"' not in report.text


def test_act_and_handle_by_ref_work_in_a_new_session_once_it_has_answered(desk: Desk) -> None:
    desk.reader().describe()
    desk.add("in front")
    reader = desk.reader()
    reader.describe()
    assert reader.session.handle("e4") is desk.ui.find(name="Mail 0")


def test_act_in_a_new_session_tells_what_changed_since_the_answer_of_the_one_before(desk: Desk) -> None:
    desk.reader().describe()
    desk.ui.find(name="Loading...").name = "Ready"
    pressed: list[str] = []
    desk.ui.on(desk.ui.find(name="Search"), "press", lambda: pressed.append("Search"))
    report = desk.reader().session.act("press", "e2", settle=None)
    assert pressed == ["Search"]
    assert "Ready" in changes(report)["changed"]


# ------------------------------------------------------------------ alternating


def test_two_sessions_in_turn_call_the_same_the_same(desk: Desk) -> None:
    one, two = desk.two_that_described()
    for turn in range(6):
        desk.add(f"new {turn}")
        first, second = one.describe(), two.describe()
        assert by_name(first) == by_name(second)
        assert by_name(first)[f"new {turn}"] == 8 + turn


def test_what_each_is_told_is_what_changed_since_its_own_answer(desk: Desk) -> None:
    one, two = desk.two_that_described()
    for turn in range(3):
        desk.add(f"for both {turn}")
        assert changes(one.describe()) == {"added": [f"for both {turn}"]}
        desk.add(f"for two {turn}")
        told = [f"for two {turn}", f"for both {turn}"]
        assert changes(two.describe()) == {"added": told}
        assert changes(one.describe()) == {"added": told[:1]}


def test_the_token_of_an_answer_tells_all_that_changed_behind_it_whoever_was_told(desk: Desk) -> None:
    one, two = desk.reader(), desk.reader()
    one.describe()
    token = two.describe().token
    for turn in range(3):
        desk.add(f"new {turn}")
        (one, two)[turn % 2].describe()
    for reader in (one, two, desk.reader()):
        assert changes(reader.describe(since=token)) == {"added": ["new 2", "new 1", "new 0"]}


# ------------------------------------------------------------- unsaved numbers


polls = pytest.mark.parametrize("poll", [settle, observe])


@polls
def test_numbers_that_a_poll_gave_and_nobody_kept_name_nothing_else_in_that_session(
    desk: Desk, poll: Callable[[Session], None]
) -> None:
    one, two = desk.reader(), desk.reader()
    one.describe()
    toast = desk.ui.add({"role": "alert", "name": "Sent"})
    poll(one.session)  # e8, which is in no store
    polled = one.session.handle("e8")
    assert polled is toast
    one.witness.nodes[8] = toast
    toast.remove()
    desk.add("new")
    assert by_name(two.describe())["new"] == 8
    report = one.describe()
    assert 8 not in report.refs.numbers
    for turn in range(3):
        desk.add(f"more {turn}")
        two.describe()
        one.describe()


@polls
def test_what_a_poll_has_numbered_first_keeps_its_number_in_that_session(
    desk: Desk, poll: Callable[[Session], None]
) -> None:
    one, two = desk.reader(), desk.reader()
    one.describe()
    desk.add("a")
    desk.add("b")
    poll(one.session)
    named = {number: one.session.handle(number) for number in range(1, 10)}
    desk.add("c")
    two.describe()
    one.describe()
    for number, node in named.items():
        assert one.witness.nodes.setdefault(number, node) is node  # type: ignore[arg-type]  # nodes they are
    assert changes(one.describe()) == {}
    two.describe()
    assert changes(two.describe()) == {}


@polls
def test_a_session_that_polls_first_takes_over_the_numbers_in_the_store(
    desk: Desk, poll: Callable[[Session], None]
) -> None:
    desk.reader().describe()
    desk.ui.find(name="Mail 0").remove()
    two = desk.reader()
    poll(two.session)
    assert by_name(two.describe())["Loading..."] == 7


@polls
def test_a_number_that_only_a_poll_gave_is_not_taken_over_from_the_other_after_they_have_met(
    desk: Desk, poll: Callable[[Session], None]
) -> None:
    one, two = desk.reader(), desk.reader()
    one.describe()
    toast = desk.ui.add({"role": "alert", "name": "Sent"})
    poll(one.session)
    assert one.session.handle("e8") is toast
    one.witness.nodes[8] = toast
    toast.remove()
    poll(one.session)
    desk.ui.find(name="Search").value = "x"
    two.describe()
    one.describe()  # it goes on from what the other has kept, and keeps nothing
    desk.add("new")
    assert by_name(two.describe())["new"] == 8
    assert by_name(one.describe())["new"] == 9


@polls
def test_x_3_what_only_a_poll_has_numbered_keeps_its_number_though_the_other_has_kept_a_state_without_it(
    desk: Desk, poll: Callable[[Session], None]
) -> None:
    one, two = desk.reader(), desk.reader()
    one.describe()
    desk.ui.find(name="Search").value = "x"
    two.describe()
    new = desk.add("new")
    poll(one.session)
    assert one.session.handle("e8") is new
    assert by_name(one.describe())["new"] == 8
    two.describe()
    assert by_name(one.describe())["new"] == 8


def test_a_chain_that_others_have_gone_on_from_is_not_gone_on_from_again_behind_a_foreign_state(desk: Desk) -> None:
    one, two, three = (desk.reader() for _ in range(3))
    one.describe()
    two.describe()
    x = desk.add("x")
    settle(one.session)  # calls x e8, which is not in the store
    y = desk.add("y")
    three.describe()  # calls y e8 and x e9, in the lineage of all of them
    one.describe()  # so it has a lineage of its own from here on
    assert one.witness.nodes[8] is x
    two.describe()  # knows nothing of what the third has saved
    three.describe()
    assert three.witness.nodes[8] is y
    for turn in range(3):
        desk.add(f"new {turn}")
        for reader in (one, two, three):
            reader.describe()


# ------------------------------------------------------------------ expiry


def expiring(clock: Clock) -> Desk:
    store = MemoryStore(ttl=60, clock=clock)
    return Desk(lambda: store)


def test_bad_input_60_what_has_expired_is_begun_anew_by_the_other_and_the_first_goes_on_right() -> None:
    clock = Clock()
    desk = expiring(clock)
    one = desk.reader()
    one.describe()
    desk.ui.find(name="Loading...").remove()
    clock.now += 61
    two = desk.reader()
    assert why(two.describe()) == EXPIRED
    desk.add("new")
    report = one.describe()
    assert by_name(report)["new"] >= 8
    assert report.delta is None or changes(report) == {"removed": ["Loading..."], "added": ["new"]}
    for turn in range(4):
        desk.add(f"more {turn}")
        assert f"more {turn}" in changes((one, two)[turn % 2].describe())["added"]


def test_what_a_session_has_not_read_this_time_keeps_its_number_though_the_others_know_it_no_more() -> None:
    clock = Clock()
    desk = expiring(clock)
    one = desk.reader()
    first = by_name(one.describe())
    clock.now += 61
    desk.ui.cut(desk.ui.roots[0])
    assert why(one.describe()) == EXPIRED
    desk.reader().describe()  # it has never heard of e2 to e7
    assert by_name(one.describe()) == first


@polls
def test_what_has_expired_while_a_session_had_unsaved_numbers_names_nothing_twice(
    poll: Callable[[Session], None],
) -> None:
    clock = Clock()
    desk = expiring(clock)
    one, two = desk.two_that_described()
    toast = desk.ui.add({"role": "alert", "name": "Sent"})
    poll(one.session)
    one.witness.nodes[8] = toast
    clock.now += 61
    desk.add("new")
    two.describe()
    toast.remove()
    for turn in range(4):
        desk.add(f"more {turn}")
        for reader in (one, two):
            reader.describe()


# -------------------------------------------------- damage, and reads of a part


class Spoilt(MemoryStore):
    """A store of which everything is damaged once, when it is told so."""

    spoilt = False

    def load(self, key: str) -> tuple[WindowHistory, str] | None:
        if self.spoilt:
            self.spoilt = False
            raise CorruptSnapshot("broken")
        return super().load(key)


def test_what_was_damaged_is_begun_anew_by_one_and_the_other_calls_nothing_by_an_old_number() -> None:
    store = Spoilt()
    desk = Desk(lambda: store)
    one, two = desk.reader(), desk.reader()
    one.describe()
    x = desk.add("x")
    two.describe()
    x.remove()
    desk.add("y")
    store.spoilt = True
    one.describe()
    desk.add("z")
    report = two.describe()
    assert report.delta is None or set(changes(report)["added"]) >= {"z"}
    for _ in range(2):
        assert changes(one.describe()).get("removed") is None
        assert changes(two.describe()) == {}


def test_x_7_what_one_has_read_in_part_makes_nobody_lose_a_number_in_the_other(desk: Desk) -> None:
    one, two = desk.reader(), desk.reader()
    for turn in range(4):
        desk.ui.cut(desk.ui.roots[0])
        one.describe()
        two.describe()
        desk.add(f"new {turn}")
        desk.ui.cut(desk.ui.find(name="Mails"))
        two.describe()
        one.describe()
    third = desk.reader()
    third.describe()
    for reader in (one, two, third):
        reader.describe()
        assert changes(reader.describe()) == {}


def test_numbers_of_another_window_of_one_session_are_not_given_by_the_other_to_this_session(desk: Desk) -> None:
    beside = mail(pid=7)
    beside.roots[0].recreate()
    one, two = desk.reader(), desk.reader()
    one.witness = Witness(desk.ui, beside)
    one.describe()
    two.describe()
    desk.ui.title = "told to the other first"
    two.describe()
    one.describe()
    one.witness.of(one.session.describe(target=beside))
    for turn in range(3):
        desk.add(f"new {turn}")
        two.describe()
        one.describe()
        one.witness.of(one.session.describe(target=beside))
