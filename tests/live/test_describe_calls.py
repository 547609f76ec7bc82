"""The way of ``describe`` through ``uidiff.live`` before anything is matched: read, number, compare, choose, save."""

import sys
from pathlib import Path
from types import FrameType

import uidiff.live
from tests.live.witness import changes, described
from uidiff.matching.strategies import match

ROOM = str(Path(uidiff.live.__file__ or "").parent)

MOST = 36
"""What there are today; the first version had 59."""


def test_describe_reaches_the_matcher_by_few_calls() -> None:
    ui, session = described()
    ui.find(name="Search").value = "x"
    calls: list[str] = []
    matching = False

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal matching
        matching = matching or frame.f_code is match.__code__
        if event == "call" and not matching and frame.f_code.co_filename.startswith(ROOM):
            calls.append(f"{Path(frame.f_code.co_filename).name} {frame.f_code.co_name}")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        report = session.describe()
    finally:
        sys.setprofile(before)
    assert changes(report) == {"changed": ["Search"]}
    assert matching
    assert calls[:2] == ["steps.py verb", "session_base.py _describe"]
    assert len(calls) <= MOST, calls
