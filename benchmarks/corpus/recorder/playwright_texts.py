"""What Playwright prints in the session of a recording: its AI snapshots, and the incremental ones of version 1.58.

The incremental snapshots come from a second client of the same browser, since later versions have none.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeAlias

from playwright.sync_api import Page

from benchmarks.corpus.recorder.record_web import write_line, written

Snapshot: TypeAlias = dict[str, Any]
Second: TypeAlias = Callable[[], Mapping[str, Any]]
"""What gives the snapshot of the second client: its texts "full" and "incremental"."""


class TextRecorder:
    """Writes one line for each snapshot of a recording, which is only read."""

    def __init__(self, page: Page, lines: IO[str], recorded: list[Snapshot], second: Second) -> None:
        self._page, self._lines, self._recorded, self._second = page, lines, recorded, second
        self._started = time.monotonic()
        self._steps = 0

    def step(self, action: str, do: Callable[[], object] | None = None, *, settle_ms: float = 250) -> None:
        """Act (or just wait), let the page settle, and write its texts. The recording must have the same step.

        It begins no earlier than in the recording: what a page changes by the clock is then much the same.
        """
        began = self._recorded[self._steps - 1]["ts"] if 0 < self._steps <= len(self._recorded) else 0.0
        self._page.wait_for_timeout(max(0.0, self._started + began - time.monotonic()) * 1000)
        if do is not None:
            do()
        self._page.wait_for_timeout(settle_ms)
        ai = self._page.aria_snapshot(mode="ai")
        of_58 = self._second()
        self._check(action, of_58["incremental"])
        line = {"app": self._recorded[0]["app"], "step": self._steps, "ai": ai}
        write_line(self._lines, line | {"inc58": of_58["incremental"], "full58": of_58["full"]})
        self._steps += 1

    def _check(self, action: str, incremental: str | None) -> None:
        before, after = ([None, *self._recorded, None][self._steps + more] for more in (0, 1))
        if after is None or after["action"] != action:
            raise SystemExit(f"step {self._steps}, {action!r}, is another one in the recording")
        is_first = before is None or before["doc"] != after["doc"]
        if is_first != (incremental is None):
            raise SystemExit(f"step {self._steps}, {action!r}: a navigation here or in the recording, not in both")

    def end(self) -> None:
        if self._steps != len(self._recorded):
            raise SystemExit(f"{self._steps} steps, and {len(self._recorded)} in the recording")


@contextmanager
def texts(
    page: Page, path: Path, recording: Path, second: Second, neutral: Mapping[str, str]
) -> Iterator[TextRecorder]:
    """Write the texts into a file at the end, and not if the session is another one than that of the recording."""
    with written(path, neutral) as lines:
        recorder = TextRecorder(page, lines, read_lines(recording), second)
        yield recorder
        recorder.end()


def read_lines(file: Path) -> list[Snapshot]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


@contextmanager
def second_client(folder: Path, port: int) -> Iterator[Second]:
    """Playwright 1.58, installed in a folder, connected to the browser at a port; its page must be open."""
    command = ["node", "snapshots.mjs", f"http://127.0.0.1:{port}"]
    client = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert client.stdin is not None and client.stdout is not None
    requests, answers = client.stdin, client.stdout

    def answer() -> Mapping[str, Any]:
        line = answers.readline()
        if not line:
            raise SystemExit("the second client has ended")
        found: dict[str, Any] = json.loads(line)
        return found

    def snapshot() -> Mapping[str, Any]:
        requests.write("\n")
        requests.flush()
        return answer()

    try:
        answer()  # it is connected
        yield snapshot
    finally:
        client.kill()
        client.communicate()
