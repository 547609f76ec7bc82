"""``with expect_change(…)``: what a block has to change, waited for and asked for."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import uidiff
from tests.pytest_plugin.programs import DIALOG, QUICK, mail, pytest_in
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedBackend, ScriptedUI
from uidiff.diffing.events import Event
from uidiff.events import (
    DialogAppeared,
    DialogClosed,
    EnabledChanged,
    ErrorAppeared,
    FocusMoved,
    ItemsAdded,
    ItemsRemoved,
    PageNavigated,
    SelectionChanged,
    StatusAnnounced,
    Toggled,
    ValueEntered,
)
from uidiff.pytest_plugin import BUDGET, ExpectChange, ExpectedChange, assert_no_unexpected_change
from uidiff.pytest_plugin.change import ReadOptions

SHORT = 0.2
"""Seconds to wait for what does not happen."""


def expecting(program: ScriptedUI, *expected: object, **options: object) -> ExpectedChange:
    """A change that the fixture makes in a test."""
    made = ExpectChange(ReadOptions.of(QUICK), budget=BUDGET)
    return made(program, *expected, backend="scripted", **{"timeout": SHORT, **options})  # type: ignore[arg-type]


def failure(change: ExpectedChange, *acts: Callable[[], object]) -> str:
    with pytest.raises(AssertionError) as caught, change:
        _ = [act() for act in acts]
    return str(caught.value)


# ------------------------------------------------------------- at the block's end


def test_an_event_with_its_label_is_what_the_block_has_to_change_and_nothing_else_may() -> None:
    program = mail()
    with expecting(program, DialogAppeared("Save?")) as change:
        program.add(DIALOG)
    assert change
    assert change.text == uidiff.render(change.delta)
    assert repr(change) == f"<ExpectedChange: {change.delta.summary}>"
    program = mail()
    change = expecting(program, DialogAppeared("Save?"))
    told = failure(change, lambda: program.add(DIALOG), lambda: program.find(name="Send").set(disabled=True))
    assert told.splitlines()[0] == '1 unexpected change: Disabled "Send". 1 changed, 6 unchanged.'
    assert told.endswith("\n(1 other change expected or allowed)")


def test_another_label_fails_with_what_was_expected_and_what_was_seen() -> None:
    program = mail()
    told = failure(expecting(program, DialogAppeared("Log in")), lambda: program.add(DIALOG))
    assert told.startswith('1 unexpected change: A dialog appeared: "Save?". ')
    assert told.endswith('\nexpected, but it did not happen: DialogAppeared "Log in"')


def test_it_waits_for_what_happens_later_and_for_what_goes_away_by_itself() -> None:
    program = mail()
    steps: list[Callable[[], object]] = [lambda: program.add({"role": "status", "name": "Saving"}), lambda: None]
    steps += [program.find(name="Invoice 2").remove, lambda: program.find(role="status").remove()]

    def next_step() -> None:
        if steps:
            steps.pop(0)()
            program.then(next_step)

    with expecting(program, ItemsRemoved("Invoice 2"), timeout=60):
        program.then(next_step)
    assert steps == []


def test_the_focus_may_move_unless_it_is_said_that_it_may_not() -> None:
    program = mail()

    def act() -> None:
        program.find(role="listitem").remove()
        program.find(name="Send").set(focused=not program.find(name="Send").states.get("focused"))

    with expecting(program, ItemsRemoved):
        act()
    told = failure(expecting(program, ItemsRemoved, allowed=()), act)
    assert told.startswith('1 unexpected change: Focus left "Send". ')


def test_with_nothing_expected_something_has_to_change_whatever_it_is() -> None:
    program = mail()
    told = failure(expecting(program), lambda: None)
    assert told == "expected, but it did not happen: any change\nwhat changed: No change."
    with expecting(program):
        program.find(name="Send").set(focused=True)
    told = failure(expecting(program, allowed=["focused"]), lambda: program.find(name="Send").set(disabled=True))
    assert told.startswith('1 unexpected change: Disabled "Send". ')


def test_a_block_that_raises_is_not_judged() -> None:
    program = mail()
    with pytest.raises(ZeroDivisionError), expecting(program, DialogAppeared) as change:
        raise ZeroDivisionError
    with pytest.raises(RuntimeError, match="is known when the block"):
        assert not change.delta
    with pytest.raises(RuntimeError, match="for each block"), change:
        pytest.fail("the block is not begun")
    assert repr(change) == "<ExpectedChange>"


def test_what_never_rests_is_judged_when_the_time_is_over_and_the_failure_says_so() -> None:
    program = mail()

    def tick() -> None:
        program.find(name="Search").value = str(program.reads)
        program.then(tick)

    told = failure(expecting(program, DialogAppeared), tick)
    assert told.endswith("the window had not come to rest when it was read: ignore what never rests, or wait longer")


def test_a_program_that_was_started_again_compares_with_nothing() -> None:
    program = mail()
    with pytest.raises(uidiff.errors.BackendError, match="nothing to compare with"), expecting(program, DialogAppeared):
        program.restart()


def test_it_reads_at_once_where_it_is_not_to_wait() -> None:
    program = mail()
    made = ExpectChange(ReadOptions.of({"settle": None}), budget=BUDGET)
    with made(program, ItemsRemoved, backend="scripted", timeout=0):
        program.find(name="Invoice 2").remove()
    assert program.reads == 2


def test_what_was_not_read_fails_until_that_is_accepted() -> None:
    program = mail()
    lists = program.find(role="list")
    program.cut(lists, times=1000)
    told = failure(expecting(program, EnabledChanged), lambda: program.find(name="Send").set(disabled=True))
    assert "the window was not read whole" in told
    with expecting(program, EnabledChanged, partial=True):
        program.find(name="Send").set(disabled=False)


# --------------------------------------------------------------------- questions


def test_questions_below_the_block_wait_and_say_what_did_happen() -> None:
    program = mail()
    with expecting(program, timeout=60) as change:
        program.find(name="Search").value = "tax"
        program.then(lambda: program.then(lambda: program.add(DIALOG)))
    change.to_show(ValueEntered, "Search", after="tax")
    change.to_show(DialogAppeared, re.compile(r"^Save\?$"))
    change.to_show("value")
    change.not_to_show(ErrorAppeared)
    change.to_show_nothing_else()


def test_a_question_that_fails_says_what_was_asked_and_what_changed() -> None:
    program = mail()
    with expecting(program) as change:
        program.find(name="Search").value = "tax"
    asked: list[tuple[Any, dict[str, object], str]] = [
        ((ValueEntered, "To"), {}, 'ValueEntered "To"'),
        ((ValueEntered, re.compile("^earch")), {}, "ValueEntered /'^earch'/"),
        ((ValueEntered, "Search"), {"after": "tix"}, "ValueEntered \"Search\" after='tix'"),
        ((uidiff.records.Added,), {}, "Added"),
    ]
    for given, attributes, name in asked:
        with pytest.raises(AssertionError) as caught:
            change.to_show(*given, **attributes)
        assert str(caught.value).splitlines()[:2] == [
            f"expected, but it did not happen: {name}",
            'what changed: "Search" = "tax". 1 changed, 6 unchanged.',
        ]
    with pytest.raises(AssertionError) as caught:
        change.not_to_show(ValueEntered, "Search")
    assert str(caught.value).startswith('expected not to happen, but it did: ValueEntered "Search"\nwhat changed: ')


def test_nothing_else_is_all_that_no_question_asked_for() -> None:
    program = mail()
    with expecting(program) as change:
        program.find(name="Search").value = "tax"
        program.add(DIALOG)
    change.to_show(DialogAppeared)
    with pytest.raises(AssertionError, match=r'^1 unexpected change: "Search" = "tax"'):
        change.to_show_nothing_else()
    change.to_show_nothing_else(allowed=["value"])


def test_a_question_may_be_asked_in_the_block() -> None:
    program = mail()
    with expecting(program) as change:
        program.add(DIALOG)
        change.to_show(DialogAppeared, "Save?")
        program.find(role="dialog").remove()
        program.find(name="Invoice 2").remove()
    with pytest.raises(AssertionError, match="DialogAppeared"):
        change.to_show(DialogAppeared)


def test_what_cannot_be_asked_is_refused_before_anything_is_read() -> None:
    program = mail()
    with expecting(program) as change:
        program.add(DIALOG)
    reads = program.reads
    with pytest.raises(uidiff.errors.UnknownName, match=r"unknown attribute of Toggled 'afer'; did you mean 'after'\?"):
        change.to_show(Toggled, "News", afer="true")
    with pytest.raises(TypeError, match="go with the class of an event"):
        change.to_show("value", "Search")
    with pytest.raises(TypeError, match="a label is a text or a compiled pattern, got int"):
        change.to_show(Toggled, 3)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(TypeError, match="expected has int in it"):
        expecting(program, 3)
    with pytest.raises(uidiff.errors.UnknownName):
        expecting(program, "vlaue")
    with pytest.raises(TypeError, match="timeout is a number of seconds"):
        expecting(program, timeout=None)
    assert program.reads == reads


# ----------------------------------------------------------------------- targets


def test_a_session_of_ones_own_is_asked_and_answers_from_the_block_on() -> None:
    program = mail()
    expect_change = ExpectChange(ReadOptions.of(QUICK), budget=BUDGET)
    with uidiff.Session("scripted", program, ignore=("value",)) as ui:
        ui.describe()
        with expect_change(ui, DialogAppeared("Save?")):
            program.add(DIALOG)
            program.find(name="Search").value = "tax"
        told = ui.describe().delta
        assert told is not None
        assert [type(event) for event in told.events] == [DialogAppeared]
        expect_change.close()
        ui.describe()

        async def awaited() -> None:
            async with expect_change(ui, DialogAppeared):
                pytest.fail("the block is not begun")

        with pytest.raises(TypeError, match="cannot be awaited"):
            asyncio.run(awaited())


def test_an_async_block_does_the_same_and_its_questions_are_of_what_was_seen() -> None:
    program = mail()
    expect_change = ExpectChange(ReadOptions.of(QUICK), budget=BUDGET)

    async def test() -> None:
        async with expect_change(program, DialogAppeared("Save?"), backend=AsyncScriptedBackend(), timeout=60) as one:
            program.then(lambda: program.add(DIALOG))
        one.to_show(DialogAppeared)
        with pytest.raises(AssertionError, match="did not happen: ErrorAppeared"):
            one.to_show(ErrorAppeared)
        async with uidiff.AsyncSession(AsyncScriptedBackend(), program) as ui:
            await ui.describe()
            async with expect_change(ui, DialogClosed):
                program.find(role="dialog").remove()
            await ui.describe()
            with pytest.raises(TypeError, match="write `async with"), expect_change(ui, DialogClosed):
                pytest.fail("the block is not begun")
        with pytest.raises(AssertionError, match="did not happen: ErrorAppeared"):
            async with expect_change(program, ErrorAppeared, backend="scripted", timeout=SHORT):
                program.find(name="Invoice 2").remove()
        with pytest.raises(uidiff.errors.AppGone):
            async with expect_change(program, ErrorAppeared, backend="scripted"):
                program.close()

    asyncio.run(test())


def test_a_target_that_needs_a_backend_says_so() -> None:
    expect_change = ExpectChange(ReadOptions.of(QUICK), budget=BUDGET)
    with pytest.raises(TypeError, match=r"^ScriptedUI is read by no backend of its own: give a page of Playwright's"):
        expect_change(mail(), DialogAppeared)


def test_blocks_share_a_session_and_earlier_questions_are_of_what_was_seen() -> None:
    program = mail()
    backend = ScriptedBackend(program)
    expect_change = ExpectChange(ReadOptions.of(QUICK), budget=BUDGET)
    with expect_change(program, backend=backend, timeout=SHORT) as first:
        program.add(DIALOG)
    with expect_change(program, backend=backend, timeout=SHORT) as second:
        with expect_change(program, backend=backend, timeout=SHORT) as inner:
            program.find(name="Search").value = "tax"
        program.find(role="dialog").remove()
    first.to_show(DialogAppeared)
    with pytest.raises(AssertionError, match="ValueEntered"):
        first.to_show(ValueEntered)
    second.to_show(DialogClosed)
    second.to_show(ValueEntered)
    inner.to_show(ValueEntered)
    assert len(expect_change._idle) == 2
    expect_change.close()


def test_in_pytest_it_is_a_fixture_that_reads_as_the_project_says_and_shows_no_frame_of_ours(tmp_path: Path) -> None:
    tests = """
from uidiff.events import DialogAppeared

@pytest.fixture
def ui_diff_options():
    return {"settle": 0.05, "ignore": ["value"]}

def test_it(expect_change):
    program = mail()
    with expect_change(program, DialogAppeared("Save?"), backend="scripted", timeout=0.2) as change:
        program.add(DIALOG)
        program.find(name="Search").value = "tax"
    change.to_show(DialogAppeared, "Log in")
"""
    done = pytest_in(tmp_path, tests)
    assert done.returncode == 1
    told = [line.removeprefix("E").strip() for line in done.stdout.splitlines() if line.startswith("E ")]
    assert told[0] == 'AssertionError: expected, but it did not happen: DialogAppeared "Log in"'
    assert set(re.findall(r"^(\S+\.py):\d+:", done.stdout, re.MULTILINE)) == {"test_inner.py"}


# ------------------------------------------------------------------ events as values

ITEM = {"role": "listitem", "name": "Invoice 4"}
FIELD = {"role": "textbox", "name": "To"}


def delta(before: dict | list, after: dict | list, **circumstances: tuple) -> uidiff.TreeDiff:
    sides = []
    for side, tree in enumerate((before, after)):
        window = {"role": "window", "name": "Mail", "children": tree if isinstance(tree, list) else [tree]}
        sides.append(uidiff.Snapshot.from_dicts(window, **{name: pair[side] for name, pair in circumstances.items()}))
    return uidiff.diff(*sides)


def button(**states: object) -> dict:
    return {"role": "button", "name": "Save", "states": states}


OPTIONS = [
    {
        "role": "listbox",
        "name": "Size",
        "children": [{"role": "option", "name": n, "states": {"selected": n == on}} for n in "SML"],
    }
    for on in "SM"
]
MANY = [
    {"role": "list", "name": "Box", "children": [{"role": "listitem", "name": f"Invoice {n}"} for n in range(last)]}
    for last in (3, 5)
]


@pytest.mark.parametrize(
    ("change", "meant", "others"),
    [
        (
            delta(button(disabled=True), button()),
            [EnabledChanged("Save"), EnabledChanged],
            [EnabledChanged("Save", enabled=False), EnabledChanged("Send")],
        ),
        (
            delta(button(pressed=True), button(pressed=False)),
            [Toggled("Save", after="false"), Toggled("Save", state="pressed", before="true", after="false")],
            [Toggled("Save"), Toggled("Save", state="expanded", after="false")],
        ),
        (
            delta({**FIELD, "value": ""}, {**FIELD, "value": "Ada"}),
            [ValueEntered("To"), ValueEntered("To", after="Ada"), ValueEntered(" To ", role="textbox")],
            [ValueEntered("To", after="Bob"), ValueEntered("Ada")],
        ),
        (delta(*OPTIONS), [SelectionChanged("M")], [SelectionChanged("M", selected=False), SelectionChanged("S")]),
        (
            delta([], {"role": "alertdialog", "name": "Save?", "states": {"modal": True}}),
            [DialogAppeared("Save?"), DialogAppeared("Save?", modal=True), DialogAppeared("", role="alertdialog")],
            [DialogAppeared("Save?", role="window"), DialogClosed("Save?")],
        ),
        (
            delta([FIELD], [FIELD], url=("https://a.example/a", "https://a.example/b"), document=("1", "2")),
            [PageNavigated("", after_url="https://a.example/b")],
            [PageNavigated("", soft=True)],
        ),
        (delta(*MANY), [ItemsAdded("Invoice 3", count=2)], [ItemsAdded("Invoice 3"), ItemsAdded("Invoice 4", count=2)]),
    ],
)
def test_an_event_as_a_value_means_what_it_says_and_the_direction(
    change: uidiff.TreeDiff, meant: list[Event], others: list[Event]
) -> None:
    for item in meant:
        assert_no_unexpected_change(change, expected=[item])
    for item in others:
        with pytest.raises(AssertionError):
            assert_no_unexpected_change(change, expected=[item])


def test_one_of_several_items_stands_for_itself_alone() -> None:
    change = delta(*MANY)
    with pytest.raises(AssertionError, match=r"^1 unexpected change: 1 added") as caught:
        assert_no_unexpected_change(change, expected=[ItemsAdded("Invoice 4")])
    assert '"Invoice 3"' in str(caught.value)
    assert '"Invoice 4"' not in str(caught.value)
    assert_no_unexpected_change(change, expected=[ItemsAdded("Invoice 4"), ItemsAdded("Invoice 3")])


def test_a_selection_stands_for_what_it_replaced_and_is_called_by_any_that_is_selected() -> None:
    rows = [
        {
            "role": "listbox",
            "name": "Size",
            "states": {"multiselectable": True},
            "children": [{"role": "option", "name": n, "states": {"selected": n in on}} for n in "SML"],
        }
        for on in ("S", "ML")
    ]
    assert_no_unexpected_change(delta(*rows), expected=[SelectionChanged("L")])
    with pytest.raises(AssertionError):
        assert_no_unexpected_change(delta(*rows), expected=[SelectionChanged("S")])


def test_another_document_is_another_page_with_all_in_it_and_a_route_is_not() -> None:
    pages = [{"role": "main", "children": [FIELD]}, {"role": "article", "children": [button(), DIALOG]}]
    urls = ("https://a.example/a", "https://a.example/b")
    assert_no_unexpected_change(
        delta(*pages, url=urls, document=("1", "2"), title=("A", "B")), expected=[PageNavigated("B")]
    )
    with pytest.raises(AssertionError, match="added"):
        assert_no_unexpected_change(delta(*pages, url=urls, document=("1", "1")), expected=[PageNavigated])


def test_a_modal_that_stood_alone_at_the_first_read_stands_for_the_page_behind_it() -> None:
    page = [FIELD, button(), *MANY]
    modal = {**DIALOG, "states": {"modal": True}}
    assert_no_unexpected_change(delta(modal, page), expected=[DialogClosed("Save?")])
    assert_no_unexpected_change(delta(page, modal), expected=[DialogAppeared("Save?")])
    with pytest.raises(AssertionError, match="1 unexpected change"):  # one beside the page
        assert_no_unexpected_change(delta([modal, *page[:-1]], page), expected=[DialogClosed("Save?")])


def test_an_alert_that_is_a_dialog_stands_for_the_page_that_it_hides_too() -> None:
    page = [FIELD, button(), *MANY]
    alert = {"role": "alertdialog", "name": "Oops", "children": [{"role": "text", "name": "Error: no connection"}]}
    assert_no_unexpected_change(delta(page, alert), expected=[ErrorAppeared("Error: no connection")])


def test_a_status_is_meant_by_what_it_says_now_and_not_when_it_is_gone() -> None:
    status = {"role": "status", "children": [{"role": "text", "name": "Saved"}]}
    assert_no_unexpected_change(
        delta([FIELD, {"role": "status"}], [FIELD, status]), expected=[StatusAnnounced("Saved")]
    )
    gone = delta([FIELD, status], [FIELD, {"role": "status"}])
    assert_no_unexpected_change(gone, expected=[StatusAnnounced("Saved", gone=True)])
    with pytest.raises(AssertionError):
        assert_no_unexpected_change(gone, expected=[StatusAnnounced("Saved")])


def test_a_label_is_compared_with_single_spaces_and_the_pattern_is_searched() -> None:
    change = delta([], {"role": "dialog", "name": "Save  the\nfile?"})
    for label in ("Save the file?", re.compile("the file")):
        assert_no_unexpected_change(change, expected=[DialogAppeared(label)])  # type: ignore[arg-type]  # a pattern too
    with pytest.raises(AssertionError):
        assert_no_unexpected_change(change, expected=[DialogAppeared("Save")])


def test_the_focus_is_named_by_its_element() -> None:
    change = delta([FIELD, button()], [FIELD, button(focused=True)])
    assert_no_unexpected_change(change, expected=[FocusMoved("Save", role="button")])
    with pytest.raises(AssertionError, match='FocusMoved "To"'):
        assert_no_unexpected_change(change, expected=[FocusMoved("To")])
