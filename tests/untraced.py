"""Tests that coverage does not watch: they compute much, and show no line that others do not show as well."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["UNTRACED", "not_traced"]

UNTRACED = (
    "tests/laws/",
    "tests/diffing/test_event_scale.py",
    "tests/diffing/test_events_on_the_corpus.py",
    "tests/formats/test_honesty.py",
    "tests/live/test_corpus_sessions.py",
    "tests/matching/structural/test_edit_scripts.py",
    "tests/matching/structural/test_metamorphic.py",
)
"""What their names begin with."""


@contextmanager
def not_traced() -> Iterator[None]:
    """Without coverage, which makes them two or three times as slow."""
    current = sys.modules["coverage"].Coverage.current() if "coverage" in sys.modules else None
    if current is None:
        yield
        return
    current.stop()
    try:
        yield
    finally:
        current.start()
