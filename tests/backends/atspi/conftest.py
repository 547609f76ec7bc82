"""One private desktop for all tests of a process, one form a toolkit for those that leave it as it is, and patience."""

from collections.abc import Iterator

import pytest

from tests.backends.atspi.subjects import Shared, form
from tests.desktop.forms import TOOLKITS
from tests.desktop.private import Desktop, private_desktop
from uidiff.backends.atspi import backend, targets
from uidiff.backends.atspi.bus import Bus

PATIENCE = 10.0
"""Seconds after which a program that does not answer counts as hung: the machine may be ten times as busy."""


@pytest.fixture(scope="package", autouse=True)
def patient() -> Iterator[None]:
    """A program that a busy machine has not got round to is not left out of a read."""
    with pytest.MonkeyPatch.context() as patched:
        for ask in (Bus.ask, Bus.one):
            patched.setattr(ask, "__kwdefaults__", {"patience": PATIENCE})
        patched.setattr(targets, "PATIENCE", PATIENCE)
        patched.setattr(backend, "_LONGEST_LISTING", 3 * PATIENCE)
        yield


@pytest.fixture(scope="session")
def desktop() -> Iterator[Desktop]:
    with private_desktop() as running:
        yield running


@pytest.fixture(scope="module", params=TOOLKITS, ids=lambda toolkit: toolkit.name)
def shared(request: pytest.FixtureRequest, desktop: Desktop) -> Iterator[Shared]:
    with form(request.param, desktop, "shared form") as (backend, program):
        yield Shared(request.param, backend, program)
