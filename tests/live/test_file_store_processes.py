"""Two processes on one store, killed again and again: nothing torn is read, nothing told to be kept is lost."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from tests.live import store_worker
from tests.live.store_worker import KEY, is_whole
from uidiff.errors import SnapshotExpired
from uidiff.live.file_store import FileStore
from uidiff.live.store import BASELINES

CALLS = 1000
KILLS = 40
PATIENCE = 120
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
    """What the store has told to be kept: labels by number. No number may have been told twice."""
    lines = [line.split() for worker in workers for line in worker.lines() if line.startswith("saved ")]
    found = {int(seq): label for _, seq, label in lines}
    assert len(found) == len(lines)
    return found


def touched(workers: list[Worker]) -> list[tuple[int, int]]:
    """The numbers of states, and the moments up to which readers were told of them."""
    lines = [line.split() for worker in workers for line in worker.lines() if line.startswith("touched ")]
    return [(int(seq), int(ts)) for _, seq, ts in lines]


def assert_never_undercut(store: FileStore, workers: list[Worker]) -> None:
    """That each moment that was told is before those of all later states, and that the store knows of it."""
    told = touched(workers)
    kept = store.kept(KEY)
    moments = {seq: int(label.split("-")[2]) for seq, label in saved(workers).items()}
    for earlier, later in pairwise(sorted(moments)):
        assert moments[earlier] < moments[later]
    latest: dict[int, int] = {}
    for seq, ts in told:
        latest[seq] = max(latest.get(seq, 0), ts)
        assert ts > moments.get(seq, 0)
        assert kept[-1].told >= ts
    for seq, ts in latest.items():
        assert all(moment > ts for later, moment in moments.items() if later > seq)


def assert_nothing_lost(store: FileStore, workers: list[Worker]) -> None:
    """That each state that was told to be kept can be read as it was, or is older than the last 8."""
    told = saved(workers)
    kept = {one.seq: one.id for one in store.kept(KEY)}
    oldest = min(store.kept(KEY), key=lambda one: one.seq, default=None)
    for seq, label in told.items():
        if seq in kept:
            assert kept[seq] == label
            try:
                assert is_whole(store.load(KEY, seq))
            except SnapshotExpired:  # pushed out since we asked
                assert seq < max(one.seq for one in store.kept(KEY)) - BASELINES + 1
        else:
            assert oldest is not None
            assert seq < oldest.seq


@pytest.mark.skipif(not hasattr(os, "fork"), reason="SIGKILL and fork are of POSIX")
def test_bad_input_58_nothing_is_torn_or_lost_when_processes_are_killed(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "store")
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
                assert_never_undercut(store, workers)
            time.sleep(0.002)
    assert_nothing_lost(store, workers)
    assert_never_undercut(store, workers)
    assert len(store.kept(KEY)) == BASELINES
    lines = [line for worker in workers for line in worker.answers()]
    assert not [line for line in lines if line.startswith("wrong")]
    assert {line.split()[0] for line in lines} >= {"saved", "read", "touched", "conflict"}
    for worker in workers:
        for answer in ("saved ", "touched "):
            assert len([line for line in worker.lines() if line.startswith(answer)]) > 10
    names = sorted(path.name for path in store.folder.iterdir())
    assert len([name for name in names if name.endswith(".tmp")]) <= kills + 2
    assert len([name for name in names if name.endswith(".json")]) <= BASELINES + 2
    for ending in (".told", ".draft"):
        assert len([name for name in names if name.endswith(ending)]) <= kills + 2
