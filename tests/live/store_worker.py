"""A process that reads and writes one window of a store until it is killed, and writes down what it was told.

Run as ``python store_worker.py FOLDER LOG NAME``. It forks a child that works, and when that is killed another one.
Each line of the log is ``run PID``, of a child that begins, or one answer of the store: ``saved NUMBER LABEL``, ``read
NUMBER``, ``conflict``, ``gone``, or ``wrong`` and why. A line is written when the call has returned. The number is that
of the save since the window began, which its history has as its moment.
"""

import os
import random
import sys
from itertools import count

from uidiff import Snapshot
from uidiff.diffing.refs import Refs
from uidiff.errors import CorruptSnapshot, SnapshotExpired, StoreConflict
from uidiff.live.file_store import FileStore
from uidiff.live.store import State, WindowHistory

KEY = "window"
ELEMENTS = 150


def labelled(label: str) -> State:
    """The state of a label, which ends in its number: all depends on the label, so that a mixture of two is seen."""
    nodes = [{"role": "row", "name": f"{label} {number}"} for number in range(ELEMENTS)]
    _, run, number = label.split("-")
    first = 1 + int(run)
    refs = Refs(tuple(range(first, first + ELEMENTS)), first + ELEMENTS)
    return State(ts=int(number), snapshot=Snapshot.from_dicts(nodes, title=label), refs=refs, id=label)


def is_whole(found: State) -> bool:
    """Whether a state is exactly that of the label that it says."""
    given = labelled(found.id)
    refs = (tuple(found.refs.numbers), found.refs.next) == (tuple(given.refs.numbers), given.refs.next)
    return refs and found.ts == given.ts and found.snapshot == given.snapshot


def step(store: FileStore, label: str, chance: random.Random) -> str:
    """Load, and read a state or save another one or none; what came of it."""
    try:
        found = store.load(KEY)
        history, version = found or (WindowHistory(), None)
        number = history.reported_at
        if history.entries and chance.random() < 0.4:
            state = chance.choice(history.entries).state()
            return f"read {number}" if is_whole(state) else f"wrong: torn {state.id}"
        if history.entries and chance.random() < 0.5:
            store.save(KEY, history.reported(number + 1), version)
            return f"saved {number + 1} -"
        label = f"{label}-{number + 1}"
        store.save(KEY, history.with_state(labelled(label), baseline=True), version)
    except StoreConflict:
        return "conflict"
    except CorruptSnapshot as error:
        return f"wrong: {error}"
    except SnapshotExpired:
        return "gone"
    return f"saved {number + 1} {label}"


def work(store: FileStore, descriptor: int, name: str, run: int) -> None:
    """Read and write for ever."""
    chance = random.Random(f"{name} {run}")  # noqa: S311  # not a secret
    os.write(descriptor, f"run {os.getpid()}\n".encode())
    for number in count(run * 100_000):
        os.write(descriptor, step(store, f"{name}-{number}", chance).encode() + b"\n")


def main(folder: str, log: str, name: str) -> None:
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for run in count():
        child = os.fork()
        if not child:
            work(FileStore(folder, ttl=None), descriptor, name, run)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            sys.exit("a worker has ended by itself")


if __name__ == "__main__":
    main(*sys.argv[1:])
