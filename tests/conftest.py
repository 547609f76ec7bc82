"""How hard Hypothesis tries, how long a read may take, which tests are none here, and that Ctrl-C is heard.

HYPOTHESIS_PROFILE names a profile, ``thorough`` before a release; CI takes ``ci``: fewer examples, the same each time.
"""

import os
import signal
import sys
from collections.abc import Generator
from contextlib import nullcontext

import pytest
from hypothesis import settings

import uidiff
from tests.untraced import UNTRACED, not_traced
from uidiff.live.session_base import SessionBase

PLATFORMS = {"windows": "win32", "macos": "darwin"}
"""The marks of tests that read real programs of one system, and its name."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out, not skip, the tests of other systems: they are reported as deselected, and never as passed."""
    elsewhere = [mark for mark, platform in PLATFORMS.items() if platform != sys.platform]
    others = [item for item in items if any(item.get_closest_marker(mark) for mark in elsewhere)]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test, with what it needs, without coverage where that only costs time."""
    with not_traced() if item.nodeid.startswith(UNTRACED) else nullcontext():
        return (yield)


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell's job in the background: its programs would be deaf too
    signal.signal(signal.SIGINT, signal.default_int_handler)

PATIENCE = 60.0
"""Seconds that a read may take where a test names none: a machine may be ten times as busy, or stand still a while."""

for reader in (SessionBase.__init__, uidiff.Recorder.__init__, uidiff.record):
    reader.__kwdefaults__ = {**(reader.__kwdefaults__ or {}), "timeout": PATIENCE}


settings.register_profile("default", deadline=None, max_examples=100)
settings.register_profile("ci", settings.get_profile("default"), max_examples=25, derandomize=True, print_blob=True)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=2_000)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") == "true" else "default"))
