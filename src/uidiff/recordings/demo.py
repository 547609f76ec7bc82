"""The recording that ships with uidiff: a real session of a to-do list, 23 snapshots."""

from __future__ import annotations

from pathlib import Path

__all__ = ["demo_path"]


def demo_path() -> Path:
    """Where it is: a recording of TodoMVC's React example in Chromium, to be read with ``read_recording``."""
    return Path(__file__).with_name("data") / "todomvc_react.jsonl.gz"
