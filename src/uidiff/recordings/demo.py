"""The recording that ships with uidiff: a real session of a to-do list, 23 snapshots."""

from __future__ import annotations

from pathlib import Path

__all__ = ["demo_path"]


def demo_path() -> Path:
    """The path of a recording of TodoMVC's React example in Chromium; ``read_recording`` reads it."""
    return Path(__file__).with_name("data") / "todomvc_react.jsonl.gz"
