"""What is opened for a test is closed after it."""

from collections.abc import Iterator

import pytest

from tests.backends.ax.trees import opened


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """The backends of a test are closed after it."""
    with opened:
        yield
