"""What hostile texts do to a session: nothing (spec/bad-inputs#1 to #20, #49, #50, #63 and #66)."""

import json
import logging
import re
from pathlib import Path
from typing import Any

import attrs
import pytest

from tests.formats.seven import JSON_FORMATS
from tests.live.hostility import FORMATS, TERRIBLE, TEXTS, Ask, assert_tame, error_of, shown
from tests.live.watching import Polled, Time, mail
from uidiff import FileStore, Session, Snapshot, Window
from uidiff.backends.scripted import ScriptedBackend, ScriptedUI
from uidiff.errors import (
    BackendError,
    ReadTimeout,
    StoreError,
    UIDiffError,
    WaitTimeout,
    WindowNotFound,
)
from uidiff.testing import HOSTILE_ROLES


def hostile(text: str) -> ScriptedUI:
    """A window that says it wherever it can."""
    node = {
        "role": "button",
        "name": text,
        "value": text,
        "description": text,
        "automation_id": text,
        "id": text,
        "native_role": text,
        "actions": [text],
        "states": {"valuetext": text},
        "extra": {text[:1_000]: text[:1_000]},
    }
    return ScriptedUI([{"role": "window", "children": [node, {"role": "link", "url": text}]}])


class Named(Polled):
    """A backend whose windows have the key that it is told to give."""

    def __init__(self, *uis: ScriptedUI, key: str) -> None:
        super().__init__(*uis)
        self.key = key

    def read(self, target: Any, **given: Any) -> Snapshot:  # noqa: ANN401  # as of a scripted one
        snapshot: Snapshot = super().read(target, **given)
        return attrs.evolve(snapshot, circumstances=attrs.evolve(snapshot.circumstances, window=self.key))


# --------------------------------------------------------------- hostile texts


@pytest.mark.parametrize("text", TEXTS, ids=shown)
@pytest.mark.parametrize("format", FORMATS)
def test_bad_inputs_1_to_20_titles_and_names_of_programs_break_out_of_no_answer(format: str, text: str) -> None:
    ui = mail()
    with Session(ScriptedBackend(ui), ui, format=format) as session:
        usual = session.describe(mode="full").text
        ui.tell(app=text, title=text, document=text, url=f"https://x.example/{text}")
        report = session.describe(mode="diff")
        full = session.describe(mode="full").text
        for said in (report.text, full):
            assert_tame(said, lines=None)
            if format in JSON_FORMATS:
                json.loads(said)
        if format in ("agent", "compact", "read-agent"):
            assert len(full.split("\n")) == len(usual.split("\n"))
        assert_tame(report.reason)
        assert_tame(report.token)


@pytest.mark.parametrize("text", TEXTS, ids=shown)
def test_bad_inputs_1_to_20_elements_break_out_of_no_answer(text: str) -> None:
    ui = hostile(text)
    with Session(ScriptedBackend(ui), ui) as session:
        first = session.describe()
        for name in FORMATS:
            assert_tame(session.describe(format=name, mode="full").text, lines=None)
        ui.roots[0].children[0].change(name=f"{text}!", value=f"!{text}", description=None)
        for name in FORMATS:
            assert_tame(session.describe(format=name, mode="diff", since=first.token).text, lines=None)
        said = session.describe(mode="full", roles={"button"}).text
        assert_tame(said, lines=None)
        for record in session.observe(duration=0):
            assert_tame(record.line())


@pytest.mark.parametrize("text", TEXTS, ids=shown)
def test_bad_inputs_12_49_and_50_the_key_of_a_window_is_in_no_path_and_no_text(text: str, tmp_path: Path) -> None:
    ui = mail()
    backend, other = Named(ui, key=text), Named(ui, key=text + "2")
    folder = tmp_path / "kept"
    for one in (backend, other):
        with Session(one, ui, store=FileStore(folder)) as session:
            report = session.describe()
            assert report.reason == "the first read"
            assert_tame(report.text, lines=None)
    button = ui.find(role="button")
    button.name = "Loaded"
    with Session(backend, ui, store=FileStore(folder)) as session:
        assert session.describe().mode == "diff"
    assert [path for path in tmp_path.iterdir() if path != folder] == []
    for path in folder.rglob("*"):
        assert re.fullmatch(r"[a-z0-9.-]+", path.name)


def test_bad_input_50_a_key_of_300_characters_more_is_a_file_like_any_other(ui: ScriptedUI, tmp_path: Path) -> None:
    with Session(Named(ui, key="../" * 1000), ui, store=FileStore(tmp_path / "kept")) as session:
        session.describe()
        assert session.describe().reason == "nothing changed"
    assert all(len(path.name) < 100 for path in (tmp_path / "kept").iterdir())


@pytest.mark.parametrize("text", [text for text in TEXTS if text], ids=shown)
def test_bad_inputs_12_and_63_a_window_that_is_not_found_is_said_without_what_was_asked_for(text: str) -> None:
    ui, unlike = mail(), text + "x"
    with Session(ScriptedBackend(ui)) as session:
        for window in (Window(title=unlike), Window(app=unlike), Window(id=unlike)):
            error_of(session, lambda one, window=window: one.describe(target=window), WindowNotFound)  # type: ignore[misc]


@pytest.mark.parametrize("text", TEXTS, ids=shown)
def test_bad_input_63_an_error_of_somebody_elses_is_one_line_that_drives_no_terminal(ui: ScriptedUI, text: str) -> None:
    asks: list[Ask] = [
        lambda session: session.describe(),
        lambda session: session.act(lambda: None),
        lambda session: session.settle(timeout=0),
        lambda session: session.wait(timeout=0),
    ]
    with Session(ScriptedBackend(ui), ui) as session:
        for ask in asks:
            ui.fail(OSError(text))
            error = error_of(session, ask, BackendError)
            assert str(error).startswith("the backend 'scripted' failed: OSError ")
        session.describe()


@pytest.mark.parametrize("text", TEXTS, ids=shown)
def test_bad_input_63_an_error_record_is_one_line_whoever_raised_it(text: str) -> None:
    for error in (OSError(text), BackendError(text), ReadTimeout(text)):
        ui, time = mail(), Time()
        time.at(0.5, lambda ui=ui, error=error: ui.fail(error))  # type: ignore[misc]
        with Session(Polled(ui, time=time), ui, clock=time.clock()) as session:
            records = list(session.observe(duration=3))
        assert [record.type for record in records] == ["snapshot", "error", "done"]
        for record in records:
            assert_tame(record.line())


def test_bad_input_63_an_error_of_a_hundred_thousand_characters_is_cut(ui: ScriptedUI) -> None:
    ui.fail(OSError("\x1b" * 100_000))
    with Session(ScriptedBackend(ui), ui) as session:
        assert len(str(error_of(session, lambda one: one.describe(), BackendError))) < 2_000


@pytest.mark.parametrize("text", [*TEXTS, *HOSTILE_ROLES, "x" * 10_000], ids=shown)
def test_bad_inputs_63_and_66_what_is_asked_in_hostile_words_is_refused_in_tame_ones(ui: ScriptedUI, text: str) -> None:
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        for ask in (
            lambda one: one.describe(roles={text + "\x1b"}),
            lambda one: one.describe(format=text + "\x1b"),
            lambda one: one.describe(mode=text),
            lambda one: one.describe(scope=f"{text}\x1b"),
            lambda one: one.describe(since=text),
            lambda one: one.act(text, "e7"),
            lambda one: one.act("press", f"{text}\x1b"),
            lambda one: one.handle(f"{text}\x1b"),
        ):
            error = error_of(session, ask, UIDiffError, ValueError)
            assert len(str(error)) < 2_000
        assert session.describe().reason == "nothing changed"


def test_bad_input_66_a_role_word_of_our_own_output_is_no_hostile_one() -> None:
    with Session("scripted", mail()) as session:
        for word in ("btn", "Button", "button", "textbox", "item"):
            assert session.describe(mode="full", roles={word}).mode == "full"


def test_bad_input_63_the_log_has_nothing_of_the_window(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    ui = hostile(TERRIBLE)
    ui.tell(app=TERRIBLE, title=TERRIBLE, document=TERRIBLE)
    store = FileStore(tmp_path / "kept")

    def fail(*_: object, **__: object) -> None:
        raise StoreError(TERRIBLE)

    monkeypatch.setattr(store, "save", fail)
    with Session(Named(ui, key=TERRIBLE), ui, store=store) as session:
        session.describe()
        session.describe()
        ui.fail(OSError(TERRIBLE))
        error_of(session, lambda one: one.describe(), BackendError)
    ours = [record for record in caplog.records if record.name.startswith("uidiff")]
    assert [record.getMessage() for record in ours] == [
        "the store of baselines has failed (StoreError): they are kept in memory from now on"
    ]


def test_bad_input_16_a_text_is_no_pattern_and_no_format() -> None:
    ui = hostile("{0.__class__} %s %(x)s {x!r:>{y}} \\g<0> $1")
    with Session(ScriptedBackend(ui), ui) as session:
        assert '"{0.__class__} %s %(x)s {x!r:>{y}} \\\\g<0> $1"' in session.describe().text
        with pytest.raises(WaitTimeout):
            session.wait(timeout=0)


@pytest.mark.parametrize("text", TEXTS, ids=shown)
def test_bad_input_63_what_an_action_raises_is_the_callers_own_and_an_action_by_name_is_not_repeated_raw(
    text: str,
) -> None:
    ui = mail()

    def fail() -> None:
        raise LookupError(text)

    ui.on(ui.find(role="button"), "press", fail)
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        with pytest.raises(LookupError) as caught:
            session.act(fail)
        assert caught.value.args == (text,)
        error_of(session, lambda one: one.act("press", "e7"), BackendError)


@pytest.mark.parametrize("text", [text for text in TEXTS if text], ids=shown)
def test_bad_inputs_12_and_63_an_action_of_a_hostile_name_is_done_and_breaks_out_of_no_answer(text: str) -> None:
    ui = hostile(text)
    done: list[int] = []
    button = ui.find(role="button")
    button.recreate()  # by a hostile id it may not be found again
    ui.on(button, text, lambda: done.append(1))
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        report = session.act(text, "e2", settle=None)
        assert done == [1]
        assert_tame(report.text, lines=2)
        assert_tame(report.reason)
        for name in FORMATS:
            assert_tame(session.describe(format=name, mode="full").text, lines=None)
