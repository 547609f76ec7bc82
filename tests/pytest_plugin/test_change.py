"""``with ui_diff(…) as change``: what a block changes in a program."""

import asyncio
from pathlib import Path

import pytest

import uidiff
from tests.pytest_plugin.programs import DIALOG, fixture, mail
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedBackend
from uidiff.pytest_plugin import assert_no_unexpected_change
from uidiff.pytest_plugin.change import ReadOptions


def test_a_block_gives_what_changed_in_it_and_not_before(tmp_path: Path) -> None:
    program = mail()
    program.find(name="Search").value = "tax"
    ui_diff, _ = fixture(tmp_path)
    with ui_diff("scripted", program) as change:
        program.find(name="Invoice 2").remove()
    assert change.text.startswith('# diff: 1 listitem removed: "Invoice 2". ')
    assert str(change) == change.text == uidiff.render(change.delta)
    assert [type(event) for event in change.delta.events] == [uidiff.events.ItemsRemoved]
    assert change
    assert repr(change) == f"<Change: {change.delta.summary}>"
    assert change.report.settled


def test_the_text_is_of_what_changed_also_where_the_whole_tree_were_shorter(tmp_path: Path) -> None:
    program = mail(*(f"Invoice {n}" for n in range(30)))
    ui_diff, _ = fixture(tmp_path)
    with ui_diff("scripted", program) as change:
        for item in program.find_all(role="listitem"):
            item.replace({"role": "button", "name": f"{item.name} of another kind"})
    assert change.report.mode == "diff"
    assert change.text.startswith("# diff: ")


def test_where_things_stand_is_compared_only_if_that_is_wanted(tmp_path: Path) -> None:
    program = mail()
    for (ui_diff, _), is_told in ((fixture(tmp_path), False), (fixture(tmp_path, ignore=()), True)):
        with ui_diff("scripted", program) as change:
            program.find(name="Send").bounds = (program.reads, 2, 3, 4)
        assert bool(change) is is_told


def test_what_a_block_ignores_is_ignored_besides_what_all_blocks_do(tmp_path: Path) -> None:
    program = mail()
    ui_diff, _ = fixture(tmp_path, ignore=("value",))
    with ui_diff("scripted", program, ignore=[uidiff.Ignore(name="Send")]) as change:
        program.find(name="Search").value = "tax"
        program.find(name="Send").set(disabled=True)
    assert not change


def test_it_waits_until_the_program_has_come_to_rest_before_and_after(tmp_path: Path) -> None:
    program = mail()
    ui_diff, _ = fixture(tmp_path)
    later = [lambda: None, lambda: program.add(DIALOG), lambda: program.find(name="Yes").set(disabled=True)]
    for step in later:  # it is still loading when the block begins
        program.then(step)
    with ui_diff("scripted", program) as change:
        program.find(name="Search").value = "t"
        program.then(lambda: None)
        program.then(program.find(role="dialog").remove)  # and still at work when it ends
    assert [type(event) for event in change.delta.events] == [uidiff.events.DialogClosed, uidiff.events.ValueEntered]


def test_it_reads_at_once_where_it_is_not_to_wait(tmp_path: Path) -> None:
    program = mail()
    ui_diff, _ = fixture(tmp_path, settle=None)
    with ui_diff("scripted", program) as change:
        pass
    assert (program.reads, change.report.settled) == (2, None)


def test_what_never_rests_is_read_when_the_patience_is_over(tmp_path: Path) -> None:
    program = mail()

    def tick() -> None:
        program.find(name="Search").value = str(program.reads)
        program.then(tick)

    tick()
    ui_diff, _ = fixture(tmp_path, patience=0.2)
    with ui_diff("scripted", program) as change:
        pass
    assert change.report.settled is False
    with pytest.raises(AssertionError, match="had not come to rest"):
        assert_no_unexpected_change(change)


def test_a_block_that_raises_is_not_looked_at_and_its_error_is_the_one_that_is_raised(tmp_path: Path) -> None:
    program = mail()
    ui_diff, _ = fixture(tmp_path, settle=None)
    change = ui_diff("scripted", program)
    with pytest.raises(ZeroDivisionError), change:
        raise ZeroDivisionError
    assert program.reads == 1
    assert repr(change) == "<Change>"


def test_what_changed_is_not_known_before_the_block_has_ended(tmp_path: Path) -> None:
    ui_diff, _ = fixture(tmp_path)
    with ui_diff("scripted", mail()) as change, pytest.raises(RuntimeError, match=r"when the block .* has ended"):
        assert not change.delta
    with pytest.raises(RuntimeError, match="for each block"), change:
        pass


def test_a_program_that_cannot_be_read_is_an_error_and_no_failure(tmp_path: Path) -> None:
    program = mail()
    ui_diff, _ = fixture(tmp_path)
    with pytest.raises(uidiff.errors.AppGone), ui_diff("scripted", program):
        program.close()
    with pytest.raises(uidiff.errors.AppGone), ui_diff("scripted", program):
        pytest.fail("the block is not begun")


def test_a_restarted_program_compares_with_nothing(tmp_path: Path) -> None:
    program = mail()
    ui_diff, _ = fixture(tmp_path)
    with ui_diff("scripted", program) as change:
        program.restart()
    assert repr(change) == "<Change>"
    with pytest.raises(uidiff.errors.BackendError, match="nothing to compare with: the application was started again"):
        assert_no_unexpected_change(change)


def test_a_backend_of_a_name_is_made_once_and_closed_at_the_end_and_one_that_is_given_is_not(tmp_path: Path) -> None:
    ui_diff, _ = fixture(tmp_path)
    program = mail()
    given = ScriptedBackend(program)
    with ui_diff(given, program), ui_diff("scripted", program), ui_diff("scripted", program):
        pass
    (made,) = ui_diff._backends.values()
    ui_diff.close()
    with pytest.raises(uidiff.errors.BackendError, match="closed"):
        made.windows()
    assert len(given.windows()) == 1


def test_two_blocks_may_be_open_at_once(tmp_path: Path) -> None:
    program = mail()
    ui_diff, _ = fixture(tmp_path)
    with ui_diff("scripted", program) as outer:
        program.find(name="Search").value = "tax"
        with ui_diff("scripted", program) as inner:
            program.find(name="Send").set(disabled=True)
    assert_no_unexpected_change(inner, expected=[uidiff.events.EnabledChanged])
    assert_no_unexpected_change(outer, expected=[uidiff.events.EnabledChanged, uidiff.events.ValueEntered])


def test_an_async_block_does_the_same(tmp_path: Path) -> None:
    program = mail()
    ui_diff, _ = fixture(tmp_path)

    async def test() -> None:
        async with ui_diff(AsyncScriptedBackend(), program) as change:
            program.find(name="Invoice 2").remove()
        assert_no_unexpected_change(change, expected=[uidiff.events.ItemsRemoved])
        async with ui_diff("scripted", program) as change:
            program.close()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(test())

    async def gone() -> None:
        async with ui_diff("scripted", program):
            pytest.fail("the block is not begun")

    with pytest.raises(uidiff.errors.AppGone):
        asyncio.run(gone())


def test_two_snapshots_are_compared_as_all_blocks_are(tmp_path: Path) -> None:
    ui_diff, _ = fixture(tmp_path, ignore=("value",))
    program = mail()
    before = ui_diff.read("scripted", program)
    program.find(name="Search").value = "tax"
    program.find(name="Send").set(disabled=True)
    after = ui_diff.read("scripted", program)
    assert [dict(record.fields) for record in ui_diff(before, after).changed] == [{"disabled": (False, True)}]
    assert not ui_diff(before, after, ignore=["disabled"])
    with pytest.raises(TypeError, match="compared with another one, got ScriptedUI"):
        ui_diff(before, program)  # type: ignore[call-overload]  # that is the point


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        ({"ingore": ()}, uidiff.errors.UnknownName, "did you mean 'ignore'"),
        ({"ignore": "bounds"}, TypeError, "ignore takes a collection"),
        ({"settle": -1}, ValueError, "settle is a number of seconds from 0 on"),
        ({"patience": None}, TypeError, "patience is a number of seconds"),
    ],
)
def test_options_that_cannot_be_are_refused(tmp_path: Path, options: dict, kind: type[Exception], said: str) -> None:
    with pytest.raises(kind, match=said):
        fixture(tmp_path, **options)
    with pytest.raises(TypeError, match="ui_diff_options gives a dict of options, got tuple"):
        ReadOptions.of(("bounds",))
