"""Two processes on one store, killed again and again: nothing torn is read, nothing told to be kept is lost."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.live import store_worker
from tests.live.store_worker import KEY, is_whole
from uidiff.errors import SnapshotExpired
from uidiff.live.file_store import FileStore
from uidiff.live.store import BASELINES

CALLS = 300
KILLS = int(os.environ.get("UIDIFF_KILLS", "40"))
PATIENCE = 15 * KILLS
"""Seconds after which the test gives up: a hundred times what it needs."""


class Worker:
    """A process of store_worker, whose child is killed."""

    def __init__(self, folder: Path, name: str) -> None:
        self.log = folder.parent / f"{name}.log"
        self.log.touch()
        arguments = [str(folder), str(self.log), name]
        self.process = subprocess.Popen([sys.executable, store_worker.__file__, *arguments], start_new_session=True)
        self.killed = ""

    def lines(self) -> list[str]:
        """What it wrote down: whole lines only."""
        return self.log.read_text().split("\n")[:-1]

    def answers(self) -> list[str]:
        """What the store answered."""
        return [line for line in self.lines() if not line.startswith("run ")]

    @property
    def works(self) -> bool:
        """Whether there is a child, not yet killed, that has had an answer of the store."""
        assert self.process.poll() is None, "a worker has ended by itself"
        lines = self.lines()
        return bool(lines) and not lines[-1].startswith("run ") and self.child(lines) != self.killed

    def child(self, lines: list[str]) -> str:
        return next(line for line in reversed(lines) if line.startswith("run "))

    def kill(self) -> None:
        self.killed = self.child(self.lines())
        os.kill(int(self.killed.split()[1]), signal.SIGKILL)

    def end(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def two_workers(folder: Path) -> Iterator[list[Worker]]:
    workers = [Worker(folder, name) for name in ("a", "b")]
    try:
        yield workers
    finally:
        for worker in workers:
            worker.end()


def saved(workers: list[Worker]) -> dict[int, str]:
    """What the store has told to be safe: labels by number, "-" for a save without a state. None was told twice."""
    lines = [line.split() for worker in workers for line in worker.lines() if line.startswith("saved ")]
    found = {int(number): label for _, number, label in lines}
    assert len(found) == len(lines)
    return found


def assert_nothing_lost(store: FileStore, workers: list[Worker]) -> None:
    """That the history is no older than what was told, and has each state that was told, but for those pushed out."""
    told = saved(workers)
    found = store.load(KEY)
    if not told:
        return
    assert found is not None
    history = found[0]
    assert history.reported_at >= max(told)
    kept = [entry.id for entry in history.entries]
    oldest = history.entries[0].ts
    assert all(label in kept for number, label in told.items() if label != "-" and number >= oldest)
    assert len(kept) == BASELINES or oldest <= min(told)
    with suppress(SnapshotExpired):  # the workers go on
        assert all(is_whole(entry.state()) for entry in history.entries)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="SIGKILL and fork are of POSIX")
def test_bad_input_58_nothing_is_torn_or_lost_when_processes_are_killed(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "store", ttl=None)
    chance = random.Random(5)  # noqa: S311  # not a secret
    kills = 0
    end = time.monotonic() + PATIENCE
    with two_workers(store.folder) as workers:
        while kills < KILLS or sum(len(worker.answers()) for worker in workers) < CALLS:
            assert time.monotonic() < end
            worker = workers[kills % 2]
            if worker.works:
                time.sleep(chance.random() * 0.05)
                worker.kill()
                kills += 1
                assert_nothing_lost(store, workers)
            time.sleep(0.002)
    assert_nothing_lost(store, workers)
    found = store.load(KEY)
    assert found is not None
    assert len(found[0].entries) == BASELINES
    lines = [line for worker in workers for line in worker.answers()]
    assert not [line for line in lines if line.startswith("wrong")]
    assert {line.split()[0] for line in lines} >= {"saved", "read", "conflict"}
    for worker in workers:
        assert len([line for line in worker.lines() if line.startswith("saved ")]) > 10
    names = [path.name for path in store.folder.iterdir()]
    assert len([name for name in names if name.endswith(".tmp")]) <= 2
    assert len(names) <= 4
