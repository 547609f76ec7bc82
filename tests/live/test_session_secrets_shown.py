"""A password that the page shows stays hidden to the end of the session (spec/definitions#21-secrets,
spec/bad-inputs#46).
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.live.signing_in import (
    WORDS,
    assert_hidden,
    each,
    every_format,
    password,
    show,
    sign_in,
)
from tests.live.watching import Time
from uidiff import FileStore, MemoryStore, Session, Window, dumps
from uidiff.backends.scripted import ScriptedBackend, ScriptedUI
from uidiff.errors import StoreError, WaitTimeout
from uidiff.live.store import Store
from uidiff.model.redaction import REDACTED

# ------------------------------------------------------------- show the password


@each
@every_format
def test_bad_input_46_a_password_that_is_shown_stays_hidden_in_every_format(run: Any, format: str) -> None:  # noqa: ANN401
    async def script(session: Any, ui: ScriptedUI) -> None:  # noqa: ANN401  # either
        await session.describe()
        show(ui)
        for mode in ("auto", "diff", "full"):
            assert_hidden(await session.describe(format=format, mode=mode))
        field = (await session.describe()).element("e4")
        assert (field.name, field.value, field.secret) == ("Password", REDACTED, True)
        password(ui).value = WORDS[1]
        report = await session.describe(format=format, mode="diff")
        assert "hidden" in report.text
        assert_hidden(report)

    run(script, sign_in())


@pytest.mark.parametrize("stable_ids", [True, False])
@pytest.mark.parametrize("author_id", [None, "pw"])
def test_bad_input_46_where_the_role_becomes_that_of_a_plain_box(stable_ids: bool, author_id: str | None) -> None:
    ui = sign_in(states={}, native_role="password text", automation_id=author_id)
    ui.stable_ids = stable_ids
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        password(ui).change(role="textbox", native_role="entry")
        assert_hidden(session.describe(mode="diff"))
        assert_hidden(session.describe(mode="full"))


@pytest.mark.parametrize("again", ["recreated", "replaced", "the whole form", "in a dialog", "after a while"])
def test_bad_input_46_a_form_made_anew_does_not_show_it(again: str) -> None:
    ui = sign_in()
    shown = {"role": "textbox", "name": "Password", "value": WORDS[1]}
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        if again == "recreated":
            show(ui)
            ui.roots[0].recreate()
        elif again == "replaced":
            password(ui).replace(shown)
        elif again == "the whole form":
            ui.roots[0].replace({"role": "main", "children": [{"role": "form", "children": [shown]}]})
        elif again == "in a dialog":
            password(ui).remove()
            ui.add({"role": "dialog", "name": "Are you there?", "children": [shown]})
        else:
            password(ui).remove()
            for number in range(20):
                ui.find(name="Account").value = f"ada {number}"
                session.describe()
            ui.roots[0].add(shown)
        assert_hidden(session.describe(mode="diff"))
        assert_hidden(session.describe(mode="full"))


def test_bad_input_46_a_filter_does_not_uncover_it() -> None:
    ui = sign_in()
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        show(ui)
        filters: list[dict[str, Any]] = [{"roles": {"textbox"}}, {"scope": "e4"}, {"depth": 2}, {"prune": True}]
        for asked in (*filters, {"budget": 60}, {"fold": False}, {"bounds": True}):
            assert_hidden(session.describe(mode="full", **asked))
            assert_hidden(session.describe(mode="diff", **asked))


@each
@pytest.mark.parametrize("first", ["describe", "settle", "wait", "act"])
def test_bad_input_46_whoever_read_it_first_and_whoever_reads_then(run: Any, first: str) -> None:  # noqa: ANN401
    given: list[str] = []

    def look(delta: Any) -> bool:  # noqa: ANN401  # a TreeDiff
        given.append(repr(delta.changed) + json.dumps(delta.to_dict()) + dumps(delta.after) + dumps(delta.before))
        return bool(delta)

    async def script(session: Any, ui: ScriptedUI) -> None:  # noqa: ANN401  # either
        if first == "describe":
            await session.describe()
        elif first == "settle":
            assert await session.settle(0.1)
        elif first == "act":
            await session.act(lambda: None, settle=None)
        else:
            with pytest.raises(WaitTimeout) as caught:
                await session.wait(timeout=0.1)
            assert "zq" not in str(caught.value)
        assert_hidden(await session.act(lambda: show(ui), settle=0.1))
        password(ui).value = WORDS[1]
        assert_hidden(await session.wait(look))
        assert_hidden(await session.act("type", "e4", WORDS[2], settle=0.1))
        assert_hidden(await session.describe(mode="full"))
        with pytest.raises(WaitTimeout) as caught:
            await session.wait(look, timeout=0.1)
        assert "zq" not in str(caught.value)

    run(script, sign_in())
    assert len(given) >= 2
    assert "zq" not in "".join(given)


def test_bad_input_46_what_was_typed_by_name_is_not_in_the_action_that_is_told() -> None:
    ui = sign_in()
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        report = session.act("type", "e4", WORDS[1], settle=None)
        assert report.snapshot.action == "type e4"
        assert "value changed (hidden)" in report.text
        assert_hidden(report)


@pytest.mark.parametrize("transient", [None, 2.0])
def test_bad_input_46_observe_tells_of_the_change_and_never_of_the_text(transient: float | None) -> None:
    ui, time = sign_in(), Time()
    shown = {"role": "textbox", "name": "Password", "value": WORDS[2]}
    time.at(1.5, lambda: setattr(password(ui), "value", WORDS[1]))
    time.at(2.5, lambda: show(ui))
    time.at(3.5, lambda: setattr(password(ui), "value", WORDS[2]))
    time.at(4.5, lambda: password(ui).replace(shown))
    time.at(5.5, lambda: ui.add({"role": "alert", "children": [shown]}))
    time.at(6.5, lambda: ui.find(role="alert").remove())
    with Session(ScriptedBackend(ui), ui, clock=time.clock()) as session:
        session._backend.changes = lambda _: None  # read by time alone
        records = list(session.observe(duration=10, transient=transient))
        lines = [record.line() for record in records]
        assert sum('"hidden":["v"]' in line for line in lines) >= 2
        assert "zq" not in "\n".join(lines) + repr(records)
        assert_hidden(session.describe())


# ------------------------------------------------- whatever else is lost or comes


@pytest.mark.parametrize("lost", ["expired", "damaged", "failed"])
def test_bad_input_46_a_baseline_that_is_lost_uncovers_nothing(
    lost: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ui, time = sign_in(), Time()
    store = FileStore(tmp_path / "kept", ttl=60, clock=lambda: time.clock().now())
    with Session(ScriptedBackend(ui), ui, store=store, clock=time.clock()) as session:
        session.describe()
        show(ui)
        if lost == "expired":
            for path in store.folder.iterdir():
                path.unlink()
            time.passed = 3600.0
        elif lost == "damaged":
            for path in store.folder.iterdir():
                path.write_bytes(b"{")
        else:

            def fail(_: str) -> None:
                raise StoreError("full")

            monkeypatch.setattr(store, "load", fail)
        assert_hidden(session.describe())
        password(ui).value = WORDS[1]
        assert_hidden(session.describe(mode="diff"))
        assert_hidden(session.describe(mode="full"))


def test_bad_input_46_an_expired_baseline_in_memory_uncovers_nothing() -> None:
    ui, time = sign_in(), Time()
    store = MemoryStore(ttl=60, clock=lambda: time.passed)
    with Session(ScriptedBackend(ui), ui, store=store, clock=time.clock()) as session:
        session.describe()
        show(ui)
        time.sleep(3600)
        report = session.describe()
        assert (report.mode, report.reason) == ("full", "the baseline has expired")
        assert_hidden(report)


@pytest.mark.parametrize("options", [{"on_title_change": "full"}, {"full_when": "half"}, {"matcher": "content-hash"}])
def test_bad_input_46_no_option_uncovers_it(options: dict[str, Any]) -> None:
    ui = sign_in()
    with Session(ScriptedBackend(ui), ui, **options) as session:
        session.describe()
        ui.title = "Sign in again"
        show(ui)
        assert_hidden(session.describe())
        ui.title = "Sign in"
        assert_hidden(session.describe(mode="diff"))


def test_bad_input_46_after_a_read_of_a_part_it_is_still_hidden() -> None:
    ui = sign_in()
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        ui.cut(ui.roots[0], times=2)
        session.describe()
        session.describe()
        show(ui)
        assert_hidden(session.describe(mode="diff"))
        assert_hidden(session.describe(mode="full"))


@pytest.mark.parametrize(
    ("kind", "others"),
    [
        ("memory", 31),
        *(("memory", n) for n in (32, 100)),
        *((kind, n) for kind in ("more memory", "files") for n in (31, 32, 100)),
    ],
)
def test_bad_input_46_however_many_windows_were_read_meanwhile_it_is_still_hidden(
    kind: str, others: int, tmp_path: Path
) -> None:
    stores: dict[str, Callable[[], Store]] = {
        "memory": MemoryStore,
        "more memory": lambda: MemoryStore(windows=1_000),
        "files": lambda: FileStore(tmp_path / "kept"),
    }
    ui = sign_in()
    with Session(ScriptedBackend(ui), ui, store=stores[kind](), clock=Time().clock()) as session:
        session.describe()
        for number in range(others):
            session.describe(target=ScriptedUI([{"role": "button"}], pid=5_000 + number))
        show(ui)
        assert_hidden(session.describe())


@pytest.mark.parametrize("author_id", [None, "pw"])
@pytest.mark.parametrize("stable_ids", [True, False])
@pytest.mark.parametrize("change", [{"name": "Password (visible)"}, {"role": "text"}])
def test_bad_input_46_where_the_field_is_called_otherwise_or_is_a_text_while_it_is_shown(
    change: dict[str, Any], stable_ids: bool, author_id: str | None
) -> None:
    ui = sign_in(automation_id=author_id)
    ui.stable_ids = stable_ids
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        field = password(ui)
        field.set(protected=None)
        field.change(**change)
        assert_hidden(session.describe())


def test_bad_input_46_what_hangs_below_a_field_that_is_shown_is_hidden_too() -> None:
    ui = sign_in(description=WORDS[0], extra={"typed": WORDS[0]})
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        show(ui)
        password(ui).add({"role": "text", "name": WORDS[0], "children": [{"role": "text", "value": WORDS[1]}]})
        assert_hidden(session.describe(mode="diff"))
        assert_hidden(session.describe(mode="full"))


def test_bad_input_46_a_form_that_was_away_for_some_reads_comes_back_hidden() -> None:
    ui = sign_in()
    with Session(ScriptedBackend(ui), ui) as session:
        session.describe()
        form = ui.roots[0]
        form.remove()
        ui.add({"role": "document", "name": "Waiting"})
        for _ in range(3):
            session.describe()
        ui.roots[0].remove()
        form.move()
        show(ui)
        assert_hidden(session.describe())


def test_bad_input_46_by_whatever_target_a_window_is_asked_for() -> None:
    ui = sign_in()
    with Session(ScriptedBackend(ui)) as session:
        session.describe(target=Window(app="Bank"))
        show(ui)
        assert_hidden(session.describe(target=Window(title="Sign")))
        assert_hidden(session.describe(target=ui))
