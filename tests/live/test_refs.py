"""spec/definitions#16-refs, spec/features#x3: an element keeps its number as long as it lives and where it comes back,
and no other one ever gets it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.live.watching import mail
from tests.live.witness import Witness, changes, described, number_of, numbers, opened, sort_anew, stale, told
from uidiff import Session, diff
from uidiff.backends.scripted import ScriptedUI
from uidiff.errors import ReadTimeout, StaleRef, WaitTimeout
from uidiff.live.core import RESTARTED, WINDOWS

Change = Callable[[ScriptedUI], object]


# -------------------------------------------------------------------- numbering


def test_definition_16_the_first_read_is_numbered_from_1_on_in_pre_order() -> None:
    report = opened(mail()).describe()
    assert numbers(report) == [1, 2, 3, 4, 5, 6, 7]
    assert report.refs.next == 8


def test_definition_16_new_elements_get_the_next_numbers_in_the_order_of_the_tree_after() -> None:
    ui, session = described()
    ui.find(name="Mails").add({"role": "listitem", "name": "last", "children": [{"role": "img", "name": "inside"}]})
    ui.find(name="Mail").add({"role": "toolbar", "name": "first"}, at=0)
    ui.add({"role": "dialog", "name": "beside"})
    report = session.describe()
    assert numbers(report) == [1, 8, 2, 3, 4, 5, 6, 9, 10, 7, 11]
    assert [number_of(report, name) for name in ("first", "last", "inside", "beside")] == [8, 9, 10, 11]


def test_definition_16_a_number_is_never_used_again(ui: ScriptedUI) -> None:
    session, witness = opened(ui), Witness(ui)
    witness.of(session.describe())
    roles = ("article", "button", "figure", "heading", "img", "link", "meter", "note", "separator", "status")
    for turn, role in enumerate(roles):  # one of the same role in its place would be the same element, renamed
        ui.find(name="Mails").children[turn % 3].replace({"role": role, "name": f"other {turn}"})
        report = session.describe()
        witness.of(report)
        assert report.refs.next == 9 + turn
    assert len(witness.nodes) == 17


def test_definition_16_what_went_and_comes_back_has_its_number() -> None:
    ui, session = described()
    button = ui.find(name="Loading...")
    button.remove()
    session.describe()
    assert "e7 was gone at the read of" in stale(session, "e7")
    button.move(ui.find(name="Mail"))
    report = session.describe()
    assert number_of(report, "Loading...") == 7
    assert changes(report) == {"added": ["Loading..."]}
    assert session.handle("e7") is button


# ---------------------------------------------------------------- carried through


def add_wrapper(ui: ScriptedUI) -> None:
    window, mails = ui.find(name="Mail"), ui.find(name="Mails")
    wrapper = window.add({"role": "generic"}, at=1)
    mails.move(wrapper)


CHANGES: dict[str, Change] = {
    "rename": lambda ui: setattr(ui.find(name="Loading..."), "name", "Loaded"),
    "value": lambda ui: setattr(ui.find(name="Search"), "value", "invoice"),
    "description": lambda ui: setattr(ui.find(name="Search"), "description", "all folders"),
    "states": lambda ui: ui.find(name="Search").set(focused=True, required=True),
    "bounds": lambda ui: setattr(ui.find(name="Search"), "bounds", (1, 2, 3, 4)),
    "title counter": lambda ui: setattr(ui, "title", "Inbox (3)"),
    "counter in the window's name": lambda ui: setattr(ui.find(name="Mail"), "name", "Mail (3)"),
    "move": lambda ui: ui.find(name="Loading...").move(ui.find(name="Mail"), at=0),
    "move of what has something inside": lambda ui: ui.find(name="Mails").move(ui.find(name="Mail")),
    "sorted again": sort_anew,
    "wrapper": add_wrapper,
    "one of them made again": lambda ui: ui.find(name="Mail 1").recreate(),
    "all of them made again": lambda ui: ui.roots[0].recreate(),
    "one more in front": lambda ui: ui.find(name="Mails").add({"role": "listitem", "name": "newest"}, at=0),
    "one less": lambda ui: ui.find(name="Mail 0").remove(),
    "a dialog": lambda ui: ui.add({"role": "dialog", "name": "Sure?"}, at=0),
}


@pytest.mark.parametrize("stable_ids", [True, False])
@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_x_3_whatever_changes_each_element_that_lives_keeps_its_number(
    change: Change, stable_ids: bool
) -> None:  # a parameter
    ui = mail(stable_ids=stable_ids)
    session, witness = opened(ui), Witness(ui)
    before = witness.of(session.describe())
    change(ui)
    for _ in range(2):
        after = witness.of(session.describe())
        alive = {node for node in before if node in after}
        assert {node: after[node] for node in alive} == {node: before[node] for node in alive}
        assert len(alive) >= 6
        assert min((after[node] for node in after if node not in before), default=8) == 8


def test_x_3_wrapper_taken_away_again_the_numbers_are_what_they_were(ui: ScriptedUI) -> None:
    session = opened(ui)
    first = session.describe()
    add_wrapper(ui)
    assert numbers(session.describe()) == [1, 2, 8, 3, 4, 5, 6, 7]
    wrapper = ui.find(role="generic")
    ui.find(name="Mails").move(ui.find(name="Mail"), at=1)
    wrapper.remove()
    report = session.describe()
    assert numbers(report) == numbers(first)
    assert report.refs.next == 9


def test_x_3_what_was_made_anew_is_renewed_with_the_native_id_before_and_after() -> None:
    ui, session = described()
    items = ui.find(name="Mails").children
    before = [node.id for node in items]
    items[0].recreate()
    items[2].recreate()
    report = session.describe()
    assert report.renewed == {"e4": (before[0], items[0].id), "e6": (before[2], items[2].id)}
    assert session.handle("e4") is items[0]
    assert session.describe().renewed == {}


def test_x_3_what_was_made_anew_while_nobody_was_answered_is_renewed_all_the_same() -> None:
    ui, session = described()
    button = ui.find(name="Loading...")
    before = button.id
    for _ in range(3):
        button.recreate()
        session.settle(quiet=0.1)
    assert session.describe().renewed == {"e7": (before, button.id)}


def test_x_3_where_native_ids_are_others_at_each_read_nothing_is_renewed() -> None:
    ui, session = described(stable_ids=False)
    ui.roots[0].recreate()
    report = session.describe()
    assert report.renewed == {}
    assert numbers(report) == [1, 2, 3, 4, 5, 6, 7]


def test_a_first_answer_renews_nothing() -> None:
    assert opened(mail()).describe().renewed == {}


# ---------------------------------------------------------------- partial reads


def test_x_7_what_a_partial_read_left_out_has_its_number_again_when_it_is_back() -> None:
    ui, session = described()
    ui.cut(ui.find(name="Mails"))
    assert numbers(session.describe()) == [1, 2, 3, 7]
    assert numbers(session.describe()) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("stable_ids", [True, False])
@pytest.mark.parametrize("reads", [1, 2, 3])
def test_x_7_three_partial_reads_in_a_row_of_one_part_forget_nobody(
    reads: int, stable_ids: bool
) -> None:  # a parameter
    ui, session = described(stable_ids=stable_ids)
    ui.cut(ui.find(name="Mails"), times=reads)
    for turn in range(reads):
        ui.find(name="Search").value = f"typed {turn}"
        assert numbers(session.describe()) == [1, 2, 3, 7]
    report = session.describe()
    assert not report.snapshot.partial
    assert numbers(report) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("stable_ids", [True, False])
def test_x_7_three_partial_reads_in_a_row_of_three_parts_forget_nobody(stable_ids: bool) -> None:  # a parameter
    groups = [
        {"role": "group", "name": name, "children": [{"role": "button", "name": f"{name} {word}"} for word in "xyz"]}
        for name in ("red", "green", "blue")
    ]
    ui = ScriptedUI([{"role": "window", "children": groups}], stable_ids=stable_ids)
    session, witness = opened(ui), Witness(ui)
    first = witness.of(session.describe())
    for name in ("red", "green", "blue"):
        ui.cut(ui.find(name=name))
        seen = witness.of(session.describe())
        assert len(seen) == 10
        assert all(first[node] == number for node, number in seen.items())
    assert witness.of(session.describe()) == first


def test_x_7_what_really_went_while_it_was_not_read_is_gone_at_the_whole_read() -> None:
    ui, session = described()
    gone = ui.find(name="Mail 1")
    ui.cut(ui.find(name="Mails"))
    gone.remove()
    session.describe()
    assert session.handle("e4") is ui.find(name="Mail 0")
    session.describe()
    assert "e5 was gone at the read of 2023-11-14T22:13:20.003Z" in stale(session, "e5")
    gone.move(ui.find(name="Mails"))
    assert numbers(session.describe()) == [1, 2, 3, 4, 6, 5, 7]


def test_x_7_what_comes_while_a_part_is_not_read_takes_no_number_of_that_part(ui: ScriptedUI) -> None:
    session, witness = opened(ui), Witness(ui)
    witness.of(session.describe())
    ui.cut(ui.find(name="Mails"))
    ui.roots[0].add({"role": "listitem", "name": "Mail 2 or so"})
    assert numbers(session.describe()) == [1, 2, 3, 7, 8]
    witness.of(session.describe())
    assert sorted(witness.nodes) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_x_7_what_moves_out_of_a_part_that_was_not_read_keeps_its_number() -> None:
    ui, session = described()
    ui.cut(ui.find(name="Mails"))
    session.describe()
    ui.find(name="Mail 2").move(ui.find(name="Mail"), at=0)
    ui.cut(ui.find(name="Mails"))
    assert numbers(session.describe()) == [1, 6, 2, 3, 7]
    assert numbers(session.describe()) == [1, 6, 2, 3, 4, 5, 7]


def test_x_7_an_element_that_was_not_read_this_time_still_has_its_handle() -> None:
    ui, session = described()
    ui.cut(ui.find(name="Mails"), times=3)
    for _ in range(3):
        report = session.describe()
        with pytest.raises(StaleRef, match="e4 is not in this snapshot"):
            report.element("e4")
        assert session.handle("e4") is ui.find(name="Mail 0")


# ------------------------------------------------------------ reads in between


def settle(session: Session) -> None:
    session.settle(quiet=0.2)


def wait_in_vain(session: Session) -> None:
    with pytest.raises(WaitTimeout):
        session.wait(lambda _: False, timeout=0.3)


def observe(session: Session) -> None:
    for _ in session.observe(interval=0.1, duration=0.3):
        pass


POLLS = {"settle": settle, "wait": wait_in_vain, "observe": observe}
polls = pytest.mark.parametrize("poll", POLLS.values(), ids=list(POLLS))


@polls
def test_x_3_numbers_given_while_nobody_was_answered_are_not_given_again(poll: Callable[[Session], None]) -> None:
    ui = mail()
    session, witness = opened(ui), Witness(ui)
    witness.of(session.describe())
    toast = ui.add({"role": "alert", "name": "Sent"})
    poll(session)
    toast.remove()
    poll(session)
    ui.find(name="Mails").add({"role": "listitem", "name": "Invoice"})
    poll(session)
    report = session.describe()
    witness.of(report)
    assert numbers(report) == [1, 2, 3, 4, 5, 6, 9, 7]
    assert "e8 was gone at the read of" in stale(session, "e8")


@pytest.mark.parametrize("poll", [settle, wait_in_vain])
def test_definition_16_the_numbers_of_an_answer_are_those_of_the_two_trees_that_were_told(
    poll: Callable[[Session], None],
) -> None:
    ui = mail(stable_ids=False)
    session, witness = opened(ui), Witness(ui)
    witness.of(session.describe())
    mails = ui.find(name="Mails")
    names = ("Ada swims", "Bob sings", "Cleo runs")
    for node, name in zip(mails.children, names, strict=True):
        node.name = name
        poll(session)
    mails.children[0].move(mails)
    poll(session)
    report = session.describe()
    witness.of(report)
    assert diff(told(report).before, report.snapshot).matching == told(report).matching
    assert {number_of(report, name) for name in names}.isdisjoint({4, 5, 6})


def test_definition_16_what_a_stream_tells_step_by_step_keeps_its_number() -> None:
    ui = mail(stable_ids=False)
    session, witness = opened(ui), Witness(ui)
    first = witness.of(session.describe())
    for node, name in zip(ui.find(name="Mails").children, ("Ada swims", "Bob sings", "Cleo runs"), strict=True):
        node.name = name
        observe(session)
    assert witness.of(session.describe()) == first


@pytest.mark.parametrize("poll", [settle, wait_in_vain])
def test_definition_16_a_list_that_is_drawn_anew_between_two_answers_keeps_its_numbers(
    poll: Callable[[Session], None],
) -> None:
    ui = mail()
    session = opened(ui)
    first = session.describe()
    mails = ui.find(name="Mails")
    items = mails.children
    for item in items:
        item.remove()
    mails.add({"role": "listitem", "name": "Loading"})
    poll(session)
    mails.children[0].remove()
    for item in items:
        mails.add({"role": "listitem", "name": item.name})
    poll(session)
    report = session.describe()
    assert numbers(report) == numbers(first)
    assert changes(report) == {}


@polls
def test_x_3_the_numbers_of_a_window_that_was_polled_first_are_those_of_the_answer(
    poll: Callable[[Session], None],
) -> None:
    ui = mail()
    session = opened(ui)
    poll(session)
    assert numbers(session.describe()) == [1, 2, 3, 4, 5, 6, 7]


def test_a_read_that_fails_in_between_changes_no_number() -> None:
    ui, session = described()
    ui.find(name="Mail 1").remove()
    ui.fail(ReadTimeout("late"))
    with pytest.raises(ReadTimeout):
        session.describe()
    assert numbers(session.describe()) == [1, 2, 3, 4, 6, 7]


# ----------------------------------------------------- windows and applications


def test_definition_16_several_windows_never_share_a_number() -> None:
    uis = [mail(pid=pid) for pid in (1, 2, 3)]
    session, witness = opened(*uis), Witness(*uis)
    for ui in uis:
        ui.roots[0].recreate()  # so that native ids differ
    assert [min(numbers(session.describe(target=ui))) for ui in uis] == [1, 8, 15]
    for turn in range(6):
        ui = uis[turn % 3]
        ui.find(name="Mails").add({"role": "listitem", "name": f"more {turn}"})
        witness.of(session.describe(target=ui))
    assert sorted(witness.nodes) == list(range(1, 28))


def test_definition_16_windows_beyond_those_that_a_session_knows_get_new_numbers() -> None:
    uis = [mail(pid=pid) for pid in range(1, WINDOWS + 2)]
    session = opened(*uis)
    for ui in uis:
        session.describe(target=ui)
    again = session.describe(target=uis[0])
    last = session.describe(target=uis[-1])
    assert min(numbers(again)) == (WINDOWS + 1) * 7 + 1
    assert numbers(last) == list(range(WINDOWS * 7 + 1, (WINDOWS + 1) * 7 + 1))


def test_definition_13_an_application_that_was_started_anew_has_new_numbers() -> None:
    ui, session = described()
    ui.restart()
    report = session.describe()
    assert numbers(report) == [8, 9, 10, 11, 12, 13, 14]
    assert (report.mode, report.reason, report.delta, report.renewed) == ("full", RESTARTED, None, {})
    assert session.handle("e14") is ui.find(name="Loading...")


def test_the_handle_of_an_element_of_a_program_that_was_started_anew_is_stale() -> None:
    ui, session = described()
    ui.restart()
    assert "e7 is not there any more" in stale(session, "e7")
    session.describe()
    assert "e7 " in stale(session, "e7")
