"""What is opened for a test is closed after it, and a busy machine has time to answer."""

from collections.abc import Iterator

import pytest

from tests.backends.ax.trees import opened
from uidiff.backends.ax import calls, desktop

PATIENCE = 60.0
"""Seconds that a call which does not hang may take: the machine may be ten times as busy, or stand still a while."""


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """The backends of a test are closed after it."""
    with opened:
        yield


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the fake system answers at once is not given up because this process had to wait for its turn."""
    monkeypatch.setattr(calls, "_FAREWELL", PATIENCE)
    monkeypatch.setattr(desktop, "_LISTING_TIME", PATIENCE)
