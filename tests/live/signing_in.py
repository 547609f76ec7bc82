"""A form with a password, scripts that all sessions play, and whatever can be read in an answer."""

import asyncio
import inspect
import json
import pickle
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.formats.seven import SEVEN
from tests.live.watching import Time
from uidiff import AsyncSession, Report, Session, dumps, render
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedBackend, ScriptedUI

FORMATS = ("agent", *SEVEN)
WORDS = ("zqfirst-11", "zqsecond-2222", "zqthird-333333")
"""Passwords, one after the other; no other text has a "zq" in it."""

SECRET = re.compile("|".join(word[:5] for word in (*WORDS, "zqone", "zqtwo")).encode())
"""How they begin, and what else is secret, in the bytes of a file: where some are random, two letters are no proof."""

Script = Callable[[Any, ScriptedUI], Awaitable[None]]


class Awaited:
    """A sync session whose answers can be awaited, so that one script serves all."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever the session has
        found = getattr(self._session, name)

        async def call(*given: object, **options: object) -> object:
            return found(*given, **options)

        return call if name in ("describe", "act", "settle", "wait") else found


def sync(script: Script, ui: ScriptedUI, **options: Any) -> None:  # noqa: ANN401  # those of a session
    with Session(ScriptedBackend(ui), ui, clock=Time().clock(), **options) as session:
        asyncio.run(_as_coroutine(script(Awaited(session), ui)))


def awaited(script: Script, ui: ScriptedUI, **options: Any) -> None:  # noqa: ANN401  # those of a session
    _run_async(AsyncScriptedBackend(ui), script, ui, options)


def in_a_worker(script: Script, ui: ScriptedUI, **options: Any) -> None:  # noqa: ANN401  # those of a session
    _run_async(ScriptedBackend(ui), script, ui, options)


def _run_async(backend: Any, script: Script, ui: ScriptedUI, options: dict[str, Any]) -> None:  # noqa: ANN401
    async def main() -> None:
        async with AsyncSession(backend, ui, clock=Time().clock(awaited=True), **options) as session:
            await script(session, ui)

    asyncio.run(main())


async def _as_coroutine(awaitable: Awaitable[None]) -> None:
    await awaitable


each = pytest.mark.parametrize("run", [sync, awaited, in_a_worker])
every_format = pytest.mark.parametrize("format", FORMATS)


def sign_in(**more: Any) -> ScriptedUI:  # noqa: ANN401  # cells of the field
    """A form of ten elements: e4 is the password, e5 the button with the eye."""
    fields = [
        {"role": "heading", "name": "Sign in"},
        {"role": "textbox", "name": "Account", "value": "ada"},
        {"role": "textbox", "name": "Password", "value": WORDS[0], "states": {"protected": True}, **more},
        {"role": "button", "name": "Show"},
        *({"role": "link", "name": f"Help {number}"} for number in range(5)),
    ]
    return ScriptedUI([{"role": "form", "name": "Sign in", "children": fields}], app="Bank", title="Sign in")


def password(ui: ScriptedUI) -> Any:  # noqa: ANN401  # a node
    return ui.find(name="Password")


def show(ui: ScriptedUI) -> None:
    """What the button with the eye does."""
    password(ui).set(protected=None)
    ui.find(role="button").name = "Hide"


def everything(report: Report) -> str:
    """Whatever can be read in an answer, in whatever way."""
    snapshot, delta = report.snapshot, report.delta
    said = [report.text, str(report), repr(report), report.reason, repr(report.renewed), repr(report.refs)]
    said += [dumps(snapshot), json.dumps(snapshot.to_dicts()), repr(snapshot), repr(list(snapshot))]
    said += [repr(pickle.dumps(report)), repr(pickle.dumps(snapshot)), repr(dict(snapshot.columns._asdict()))]
    said += [repr(vars(element)) if hasattr(element, "__dict__") else repr(element) for element in snapshot]
    said += [render(snapshot, name, refs=report.refs) for name in FORMATS]
    if delta is not None:
        said += [json.dumps(delta.to_dict()), repr(delta), repr(pickle.dumps(delta)), repr(delta.events)]
        said += [repr(delta.changed), repr(delta.added), repr(delta.removed), delta.summary]
        said += [render(delta, name) for name in FORMATS]
    return "\n".join(said)


async def outcome_of(call: Callable[[], Any]) -> object:
    outcome = call()
    return await outcome if inspect.isawaitable(outcome) else outcome


def assert_hidden(report: Report) -> None:
    assert "zq" not in everything(report)


def contents(folder: Path) -> bytes:
    """All bytes of all files, and their names."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    return b"".join(path.read_bytes() + str(path).encode() for path in sorted(files))
