"""``uidiff.Ignore`` in all that takes ``ignore=`` while a program runs."""

import asyncio
from pathlib import Path

from tests.live.watching import Polled, Time, mail, observed, observed_async
from tests.live.witness import told
from uidiff import AsyncSession, Ignore, Recorder, Session, read_recording
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedUI
from uidiff.diffing.ignoring import checked_ignore

RULES = (Ignore(role="textbox", field="value"), Ignore(path="window > list", name="Mail 1"))


def play(time: Time, ui: ScriptedUI) -> None:
    """Two changes that the rules leave out, one that they don't."""
    time.at(1, lambda: setattr(ui.find(role="textbox"), "value", "x"))
    time.at(2, lambda: setattr(ui.find(name="Mail 1"), "name", "Mail 9"))
    time.at(3, lambda: setattr(ui.find(name="Mail 2"), "value", "y"))


def test_a_session_answers_without_what_its_rules_leave_out(ui: ScriptedUI, time: Time) -> None:
    with Session(Polled(ui), ui, ignore=("bounds", *RULES), clock=time.clock()) as session:
        session.describe()
        play(time, ui)
        time.sleep(2.5)
        assert session.describe().text == "# No change."
        time.sleep(1)
        report = session.describe(roles={"item"})
        assert told(report).ignore == checked_ignore(("bounds", *RULES))
        assert [record.after.name for record in told(report).changed] == ["Mail 2"]
        assert ui.find(name="Mail 9").name in {element.name for element in report.snapshot}


def test_observe_tells_of_nothing_that_its_rules_leave_out(ui: ScriptedUI, time: Time) -> None:
    play(time, ui)
    records = observed(ui, time, ignore=RULES)
    assert [record.type for record in records] == ["snapshot", "changed", "done"]
    ui, time = mail(), Time()
    play(time, ui)
    filtered = observed(ui, time, ignore=RULES, roles={"textbox", "listitem"})  # by the paths of the whole window
    assert [record.type for record in filtered] == ["snapshot", "changed", "done"]


def test_an_async_session_takes_rules_too(ui: ScriptedUI, time: Time) -> None:
    play(time, ui)
    records = observed_async(AsyncScriptedBackend(ui), ui, time, ignore=RULES)
    assert [record.type for record in records] == ["snapshot", "changed", "done"]

    async def answers() -> list[str]:
        shown = mail()
        async with AsyncSession(AsyncScriptedBackend(shown), shown, ignore=RULES) as session:
            await session.describe()
            shown.find(role="textbox").value = "z"
            return [(await session.describe()).text]

    assert asyncio.run(answers()) == ["# No change."]


def test_a_change_that_is_ignored_alone_is_worth_no_step_of_a_recording(tmp_path: Path) -> None:
    ui, time = mail(), Time()
    play(time, ui)
    with Recorder(Polled(ui), ui, tmp_path / "a.jsonl", clock=time.clock(), ignore=RULES) as recorder:
        recorder.run(duration=10)
    steps = list(read_recording(tmp_path / "a.jsonl"))
    assert len(steps) == 2
    assert {element.name for element in steps[1]} >= {"Mail 9"}  # nothing is lost of what was left out before
