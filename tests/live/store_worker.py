"""A process that reads and writes one window of a store until it is killed, and writes down what it was told.

Run as ``python store_worker.py FOLDER LOG NAME``. It forks a child that works, and when that is killed another one.
Each line of the log is ``run PID``, of a child that begins, or one answer of the store: ``saved SEQ LABEL``, ``read SEQ
LABEL``, ``touched SEQ MOMENT``, ``conflict``, ``gone``, or ``wrong`` and why. A line is written when the call has
returned. The clock of the workers stands: each moment is the next one after those that the store knows of.
"""

import os
import random
import sys
from itertools import count

from uidiff import Snapshot
from uidiff.diffing.refs import Refs
from uidiff.errors import CorruptSnapshot, SnapshotExpired, StoreConflict
from uidiff.live.file_store import FileStore
from uidiff.live.store import EMPTY, State

KEY = "window"
ELEMENTS = 150


def labelled(label: str) -> State:
    """The state of a label, which ends in its moment: all depends on the label, so that a mixture of two is seen."""
    nodes = [{"role": "row", "name": f"{label} {number}"} for number in range(ELEMENTS)]
    _, number, ts = label.split("-")
    first = 1 + int(number)
    return State(
        ts=int(ts),
        snapshot=Snapshot.from_dicts(nodes, title=label),
        refs=Refs(tuple(range(first, first + ELEMENTS)), first + ELEMENTS),
        id=label,
    )


def is_whole(found: State) -> bool:
    """Whether a state is exactly that of the label that it says."""
    given = labelled(found.id)
    refs = (tuple(found.refs.numbers), found.refs.next) == (given.refs.numbers, given.refs.next)
    return refs and (found.ts, found.line) == (given.ts, given.line) and found.snapshot == given.snapshot


def step(store: FileStore, label: str, chance: random.Random) -> str:
    """One call that reads, and one that reads, touches or writes; what came of it."""
    try:
        kept = store.kept(KEY)
        if kept and chance.random() < 0.4:
            one = chance.choice(kept)
            found = store.load(KEY, one.seq)
            whole = is_whole(found) and found.id == one.id
            return f"read {one.seq} {found.id}" if whole else f"wrong: torn {one.seq}"
        last = kept[-1].seq if kept else EMPTY
        ts = kept[-1].told + 1 if kept else 1
        if kept and chance.random() < 0.5:
            store.touch(KEY, ts, after=last)
            return f"touched {last} {ts}"
        label = f"{label}-{ts}"
        seq = store.save(KEY, labelled(label), after=last)
    except StoreConflict:
        return "conflict"
    except CorruptSnapshot as error:
        return f"wrong: {error}"
    except SnapshotExpired:
        return "gone"
    return f"saved {seq} {label}"


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
            work(FileStore(folder), descriptor, name, run)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            sys.exit("a worker has ended by itself")


if __name__ == "__main__":
    main(*sys.argv[1:])
