"""No session gives a secret away, in whatever it says and keeps (spec/definitions#21-secrets, spec/bad-inputs#45, #47
and #48).
"""

import logging
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.live.signing_in import (
    SECRET,
    WORDS,
    assert_hidden,
    contents,
    each,
    every_format,
    everything,
    outcome_of,
    password,
    show,
    sign_in,
)
from tests.live.watching import Time
from tests.live.witness import told
from uidiff import FileStore, Redaction, Session, diff
from uidiff.backends.scripted import ScriptedBackend, ScriptedUI
from uidiff.errors import BackendError, UIDiffError
from uidiff.model.redaction import REDACTED
from uidiff.tokens import estimate_tokens

# ------------------------------------------------------------ what is never said


@each
@every_format
def test_definitions_21_a_changed_password_is_said_and_neither_shown(run: Any, format: str) -> None:  # noqa: ANN401
    async def script(session: Any, ui: ScriptedUI) -> None:  # noqa: ANN401  # either
        assert_hidden(await session.describe(format=format, mode="full"))
        password(ui).value = WORDS[1]
        report = await session.describe(format=format, mode="diff")
        assert "hidden" in report.text
        assert [(one.after.name, one.fields) for one in report.delta.changed] == [
            ("Password", {"value": (REDACTED, REDACTED)})
        ]
        assert_hidden(report)
        assert not (await session.describe(format=format)).delta

    run(script, sign_in())


def test_definitions_21_for_an_agent_the_words_are_value_changed_hidden() -> None:
    ui = sign_in()
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        password(ui).value = WORDS[1]
        assert session.describe().text.split("\n")[1:] == ['~ textbox e4 "Password" value changed (hidden)']


@pytest.mark.parametrize(
    "cells",
    [
        {"states": {"protected": True}},
        {"states": {"inputtype": "password"}},
        {"states": {}, "native_role": "AXSecureTextField"},
        {"states": {}, "native_role": "password text"},
        {"states": {}, "secret": True},
        {"states": {"autocomplete": "one-time-code"}},
        {"states": {"autocomplete": "section-a cc-number"}},
        {"states": {"autocomplete": "new-password"}},
    ],
)
@pytest.mark.parametrize("length", [1, 3, 40])
def test_bad_inputs_45_and_47_each_kind_of_secret_is_hidden_with_its_length_and_its_leaf(
    cells: dict[str, object], length: int
) -> None:
    texts = []
    for word in ("zq", "zq" * length):
        ui = sign_in(**{**cells, "value": word, "children": [{"role": "text", "name": word}]})
        with Session(ScriptedBackend(ui), ui, clock=Time().clock()) as session:
            report = session.describe()
            assert_hidden(report)
            texts.append(report.text)
            password(ui).children[0].name = word + "zq"
            password(ui).value = word + "zq"
            report = session.describe()
            assert_hidden(report)
            assert "changed (hidden)" in report.text
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    "redact",
    [
        lambda fields: fields["name"] == "Account",
        Redaction(rule=lambda fields: fields["name"] == "Account"),
        Redaction(patterns=("zq[a-z]*",)),
    ],
)
def test_bad_input_47_what_the_caller_calls_secret_is_hidden_too(redact: Any) -> None:  # noqa: ANN401  # each kind
    ui = sign_in()
    ui.find(name="Account").value = "zqada"
    with Session(ScriptedBackend(ui), ui, redact=redact) as session:
        assert_hidden(session.describe())
        ui.find(name="Account").value = "zqgrace"
        assert_hidden(session.describe(mode="diff"))


def test_bad_input_48_what_a_url_hides_is_in_no_answer_and_its_change_is_seen() -> None:
    ui = sign_in()
    ui.navigate("https://bank.example/in?token=zqone#access_token=zqone", "1")
    with Session(ScriptedBackend(ui), ui) as session:
        assert_hidden(session.describe())
        ui.tell(url="https://bank.example/in?token=zqtwo#access_token=zqtwo")
        report = session.describe()
        assert "url" in told(report).circumstances
        assert_hidden(report)
        ui.navigate("https://bank.example/home?sid=zqthree", "2", [{"role": "heading", "name": "Home"}])
        assert_hidden(session.describe(mode="diff"))


def test_bad_input_48_nor_is_it_in_a_stream() -> None:
    ui = sign_in()
    ui.navigate("https://bank.example/in?token=zqone", "1")
    ui.then(lambda: None)
    ui.then(lambda: ui.tell(url="https://bank.example/in?token=zqtwo"))
    ui.then(lambda: ui.navigate("https://bank.example/home?sid=zqthree", "2"))
    with Session(ScriptedBackend(ui), ui, clock=Time().clock()) as session:
        records = list(session.observe(duration=5))
    assert [record.type for record in records].count("circumstances") == 2
    assert "zq" not in "\n".join(map(repr, records)) + "\n".join(record.line() for record in records)


# ---------------------------------------------------------------- what is kept


@each
def test_bad_input_45_no_file_of_a_store_has_the_secret_or_its_digest(run: Any, tmp_path: Path) -> None:  # noqa: ANN401
    folder = tmp_path / "kept"
    digests: list[bytes] = []

    async def script(session: Any, ui: ScriptedUI) -> None:  # noqa: ANN401  # either
        reports = [await session.describe()]
        for word in WORDS[1:]:
            password(ui).value = word
            reports.append(await session.describe())
        show(ui)
        reports += [await session.describe(), await session.describe(since=reports[0].token)]
        for report in reports:
            assert_hidden(report)
            digests.extend(report.snapshot.hidden.values())

    ui = sign_in()
    ui.navigate("https://bank.example/in?token=zqone", "1")
    run(script, ui, store=FileStore(folder))
    written = contents(folder)
    assert b"Password" in written  # nothing is packed: it would be found
    assert not SECRET.search(written)
    assert len(set(digests)) >= 3
    assert not [digest for digest in digests if digest in written or digest.hex().encode() in written]


def test_bad_input_46_nor_has_one_when_a_later_run_finds_the_password_shown(tmp_path: Path) -> None:
    ui = sign_in()

    def type_on() -> None:
        password(ui).value = WORDS[1]

    steps: list[Callable[[], object]] = [list, lambda: show(ui), type_on]
    for step in steps:
        step()
        with Session(ScriptedBackend(ui), ui, store=FileStore(tmp_path / "kept")) as session:
            assert_hidden(session.describe(mode="diff"))
            assert_hidden(session.describe(mode="full"))
    assert not SECRET.search(contents(tmp_path / "kept"))


# ---------------------------------------------------------------------- salts


def hidden_of(session: Session) -> list[bytes]:
    return list(session.describe().snapshot.hidden.values())


def test_definitions_21_two_sessions_have_two_salts_and_one_session_one() -> None:
    ui = sign_in()
    with Session(ScriptedBackend(ui), ui) as one, Session(ScriptedBackend(ui), ui) as other:
        assert len(hidden_of(one)) == 1
        assert hidden_of(one) == hidden_of(one)
        assert hidden_of(one) != hidden_of(other)


def test_definitions_21_a_redaction_that_two_sessions_share_gives_them_two_salts() -> None:
    ui, redaction = sign_in(), Redaction(salt=b"x" * 16)
    with (
        Session(ScriptedBackend(ui), ui, redact=redaction) as one,
        Session(ScriptedBackend(ui), ui, redact=redaction) as other,
    ):
        assert hidden_of(one) != hidden_of(other)


def test_definitions_21_without_a_session_there_is_no_digest_and_a_pickle_has_none() -> None:
    ui = sign_in()
    with Session(ScriptedBackend(ui), ui) as session:
        report = session.describe()
        (digest,) = report.snapshot.hidden.values()
        copy = pickle.loads(pickle.dumps(report.snapshot))  # noqa: S301  # our own
        assert copy == report.snapshot
        assert copy.hidden == {}
        assert digest not in pickle.dumps(report.snapshot)
        assert digest.hex() not in everything(report)
        assert repr(digest)[2:-1] not in everything(report)
        assert diff(copy, report.snapshot).to_dict() == diff(copy, copy).to_dict()


# ------------------------------------------------------------- logs and errors


@each
def test_bad_input_45_no_error_and_no_log_line_has_it(
    run: Any,  # noqa: ANN401  # a runner
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)

    async def script(session: Any, ui: ScriptedUI) -> None:  # noqa: ANN401  # either
        await session.describe()
        show(ui)
        for path in (tmp_path / "kept").iterdir():
            path.write_bytes(b"{")
        await session.describe()
        said = []
        calls: list[Callable[[], Any]] = [
            lambda: session.describe(budget=1),
            lambda: session.describe(scope="e99"),
            lambda: session.describe(roles={"buton"}),
            lambda: session.wait(timeout=0.1),
            lambda: session.act("fly", "e4", WORDS[0]),
            lambda: session.act("type", "e98", WORDS[0]),
            lambda: session.handle("e97"),
        ]
        for call in calls:
            with pytest.raises((UIDiffError, ValueError)) as caught:
                await outcome_of(call)
            said.append(f"{caught.value} {caught.value!r} {caught.value.__cause__!r}")
        assert len(said) == len(calls)
        assert "zq" not in "".join(said)
        assert "zq" not in repr(session)

    run(script, sign_in(), store=FileStore(tmp_path / "kept"))
    assert "zq" not in caplog.text


def test_bad_input_45_a_counter_of_tokens_sees_none() -> None:
    seen: list[str] = []

    def count(text: str) -> int:
        seen.append(text)
        return estimate_tokens(text)

    ui = sign_in()
    with Session(ScriptedBackend(ui), ui, counter=count, budget=500) as session:
        session.describe()
        show(ui)
        password(ui).value = WORDS[1]
        session.describe()
    assert seen
    assert "zq" not in "".join(seen)


def test_bad_input_45_a_read_that_fails_in_between_uncovers_nothing() -> None:
    ui = sign_in()
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        show(ui)
        ui.fail(OSError("lost"))
        with pytest.raises(BackendError):
            session.describe()
        assert_hidden(session.describe())


def test_bad_input_45_a_program_started_anew_hides_what_it_marks_itself() -> None:
    ui = sign_in()
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        ui.restart()
        report = session.describe()
        assert report.reason == "the application was started again"
        assert_hidden(report)
