"""Counts calls, so that work is measured without a clock."""

import sys
from collections.abc import Callable, Collection
from types import FrameType

PYTHON = frozenset({"call"})
"""Calls of functions written in Python, and steps of generators."""

ALL = PYTHON | {"c_call"}
"""Those of built-in functions too."""


def calls_of(run: Callable[[], object], kinds: Collection[str] = PYTHON) -> int:
    """How many calls of some kinds are made."""
    count = 0

    def note(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in kinds

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count
