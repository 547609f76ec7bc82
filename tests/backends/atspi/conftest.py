"""One private desktop for all tests of a process, and one form a toolkit for those that leave it as it is."""

from collections.abc import Iterator

import pytest

from tests.backends.atspi.subjects import Shared, form
from tests.desktop.forms import TOOLKITS
from tests.desktop.private import Desktop, private_desktop


@pytest.fixture(scope="session")
def desktop() -> Iterator[Desktop]:
    with private_desktop() as running:
        yield running


@pytest.fixture(scope="module", params=TOOLKITS, ids=lambda toolkit: toolkit.name)
def shared(request: pytest.FixtureRequest, desktop: Desktop) -> Iterator[Shared]:
    with form(request.param, desktop, "shared form") as (backend, program):
        yield Shared(request.param, backend, program)
