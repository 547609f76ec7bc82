"""The log of the proxy: a line of JSON for each answer, with numbers and names of tools, and no text of a page."""

from __future__ import annotations

import json
import time
from typing import IO

from uidiff.live.watcher import Saved, Watcher

__all__ = ["AnswerLog"]


class AnswerLog:
    """Writes the lines.

    Args:
        file: a text file, to whose end they are written; None: nowhere.
    """

    def __init__(self, file: IO[str] | None = None) -> None:
        self._file = file

    def answer(self, tool: str, watcher: Watcher, before: Saved, *, seconds: float) -> None:
        """Write the line of one answer: how many tokens the server wrote and how many the client gets."""
        saved, last = watcher.saved, watcher.last
        self._write(
            {
                "tool": tool,
                "mode": None if last is None else last.mode,
                "reason": None if last is None else last.reason,
                "upstream_tokens": saved.given - before.given,
                "tokens": saved.answered - before.answered,
                "milliseconds": round(1000 * seconds, 1),
            }
        )

    def total(self, saved: Saved) -> None:
        """Write the last line of a client: the sums."""
        self._write({"answers": saved.answers, "upstream_tokens": saved.given, "tokens": saved.answered})

    def _write(self, values: dict[str, object]) -> None:
        if self._file is not None:
            self._file.write(json.dumps({"ts": round(time.time(), 3), **values}) + "\n")
            self._file.flush()
