"""What most tests of sessions begin with: a program, a time that a test lets pass, and backends that live in it."""

import pytest

from tests.live.shop import Shop
from tests.live.watching import Polled, Time, Woken, mail
from uidiff.backends.scripted import ScriptedUI


@pytest.fixture
def ui() -> ScriptedUI:
    return mail()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def polled(ui: ScriptedUI) -> Polled:
    return Polled(ui)


@pytest.fixture
def woken(ui: ScriptedUI) -> Woken:
    return Woken(ui)


@pytest.fixture
def shop() -> Shop:
    return Shop()
