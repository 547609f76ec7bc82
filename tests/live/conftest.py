"""What most tests of sessions begin with: the mail program of ``watching``, and a time that a test lets pass."""

import pytest

from tests.live.watching import Time, mail
from uidiff.backends.scripted import ScriptedUI


@pytest.fixture
def ui() -> ScriptedUI:
    return mail()


@pytest.fixture
def time() -> Time:
    return Time()
