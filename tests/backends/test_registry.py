"""Backends by name: those that uidiff brings along, and those of plug-ins."""

import asyncio
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from uidiff import AsyncSession, Snapshot
from uidiff.backends.protocol import AsyncBackend, Availability, Backend
from uidiff.backends.recorded import RecordedBackend
from uidiff.backends.registry import BACKENDS, load_backend
from uidiff.backends.scripted import AsyncScriptedBackend, ScriptedBackend
from uidiff.backends.scripted.ui import ScriptedUI
from uidiff.errors import PluginError, UnknownName


@pytest.mark.parametrize(("name", "kind"), [("recorded", RecordedBackend), ("scripted", ScriptedBackend)])
def test_each_name_makes_a_new_backend_of_that_name(name: str, kind: type) -> None:
    made = load_backend(name)
    assert type(made) is kind
    assert made is not load_backend(name)
    assert (made.name, bool(made.available())) == (name, True)
    assert isinstance(made, Backend)
    assert name in BACKENDS.names()


def test_the_async_backend_is_one() -> None:
    assert isinstance(AsyncScriptedBackend(), AsyncBackend)


def test_an_unknown_name_is_said_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="unknown backend 'recordet'; did you mean 'recorded'"):
        load_backend("recordet")


def test_a_plug_in_that_needs_arguments_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    points = EntryPoints([EntryPoint("plain", "tests.backends.test_registry:NeedsArguments", "uidiff.backends")])
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points.select(group=group))
    with pytest.raises(PluginError, match="it must be a class that needs no arguments"):
        load_backend("plain")


def test_an_async_session_takes_the_async_twin_of_a_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    points = EntryPoints([EntryPoint("both", "tests.backends.test_registry:HasTwin", "uidiff.backends")])
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points.select(group=group))
    ui = ScriptedUI([{"role": "button", "name": "Save"}])

    async def said() -> str:
        async with AsyncSession("both", ui) as session:
            return (await session.describe()).text

    assert "Save" in asyncio.run(said())
    assert type(load_backend("both")) is HasTwin
    assert type(load_backend("both", asynchronous=True)) is AsyncScriptedBackend
    assert type(load_backend("recorded", asynchronous=True)) is RecordedBackend  # it has none


class HasTwin(ScriptedBackend):
    __api__ = 1
    asynchronous = AsyncScriptedBackend

    def read(self, target: object, **_: object) -> Snapshot:
        raise AssertionError(f"the twin reads {target!a}")


class NeedsArguments:
    __api__ = 1

    def __init__(self, page: object) -> None:
        self.page = page


def test_availability_is_true_where_it_is() -> None:
    assert Availability(ok=True)
    assert not Availability(ok=False, reason="no bus", cure="start at-spi2-core")
