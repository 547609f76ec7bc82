"""What is opened for a test is closed after it, and a busy machine has time to answer."""

from collections.abc import Iterator

import pytest

from tests.backends.ax.trees import opened
from tests.backends.subjects import PATIENCE
from uidiff.backends.ax import calls, desktop


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
