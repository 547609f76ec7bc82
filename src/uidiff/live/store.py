"""Where a session keeps its baselines: what a store is, and what it holds.

A store holds, by window, the last states that were read of it, in a row without forks: each has the next number
(``seq``) and is added only behind the one that its writer knew to be the last (``after``). So two sessions, or two
processes, on one store never take each other's state for their own: the second to come gets StoreConflict, loads and
tries again.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol

import attrs

from uidiff.diffing.refs import Refs
from uidiff.errors import SnapshotExpired, StoreConflict
from uidiff.model.snapshot import Snapshot

__all__ = [
    "BASELINES",
    "EMPTY",
    "Kept",
    "State",
    "Store",
    "checked_moment",
    "checked_ttl",
    "conflict",
    "gone",
    "hash_of_key",
    "that_stay",
]

BASELINES = 8
"""How many baselines of a window a store keeps, the last ones (spec/definitions#2-time-and-tokens)."""

EMPTY = 0
"""The ``seq`` before the first one: nothing is kept yet."""

_END = 10**14
"""No moment is that late (the year 5138)."""


def conflict() -> StoreConflict:
    """The error of whoever comes second."""
    return StoreConflict("the window was kept by somebody else in between: load what is there and try again")


def gone() -> SnapshotExpired:
    """The error of whoever asks for a state that a store has let go of."""
    return SnapshotExpired("this state of the window is not kept any more: read the window anew")


def hash_of_key(key: str) -> str:
    """The hash of a window's key, which is all of it that is written anywhere, or kept longer than the window."""
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def new_id() -> str:
    """16 hex digits that nothing else has."""
    return secrets.token_hex(8)


@attrs.frozen(kw_only=True, eq=False)
class State:
    """A window as it was read once, and how its elements are called.

    Attributes:
        ts: when, in Unix milliseconds: strictly increasing within a window.
        snapshot: the whole window.
        refs: the numbers of its elements, and the next free one of the session.
        baseline: whether later reads may be compared with it. One that is not was read only in part, and is kept for
            the numbers in it; a store may drop it as soon as there is a baseline behind it.
        id: 16 hex digits that no other state has: numbers begin anew where everything has expired, and clocks are set.
        line: the id of the state from which on the refs are one chain: those of another line mean other elements.
    """

    ts: int
    snapshot: Snapshot = attrs.field(repr=False)
    refs: Refs = attrs.field(repr=False)
    baseline: bool = True
    id: str = attrs.field(factory=new_id)
    line: str = attrs.field(default=attrs.Factory(lambda state: state.id, takes_self=True))


@attrs.frozen(kw_only=True)
class Kept:
    """What a store has, without loading it: the number of a state in its window, and what it says of itself.

    Attributes:
        seq: its number.
        ts: its moment, in Unix milliseconds.
        baseline: whether later reads may be compared with it.
        id: its own id.
        line: the chain of refs that it is in; "" where that is not known.
        told: the latest moment, in Unix milliseconds, at which a reader was told that this is how things are. Known of
            the last state of a window, on which the next moments have to follow; of the others it is ``ts``.
    """

    seq: int
    ts: int
    baseline: bool
    id: str
    line: str = ""
    told: int = attrs.field(default=attrs.Factory(lambda kept: kept.ts, takes_self=True))


def with_told(kept: Sequence[Kept], told: int) -> tuple[Kept, ...]:
    """The states of a window, oldest first; of the last one readers were told up to ``told`` at least."""
    return tuple(attrs.evolve(one, told=max(one.told, told)) if one is kept[-1] else one for one in kept)


def that_stay(kept: Sequence[Kept]) -> tuple[Kept, ...]:
    """The states of a window, given and named oldest first, that stay: the last 8 baselines, the last 8 behind them."""
    last = max((one.seq for one in kept if one.baseline), default=EMPTY)
    baselines = [one for one in kept if one.baseline]
    behind = [one for one in kept if one.seq > last]
    return (*baselines[-BASELINES:], *behind[-BASELINES:])


def checked_ttl(ttl: float | None) -> float | None:
    """For how many seconds after its last use a window is kept; None: for ever. ValueError if it cannot be."""
    if ttl is not None and not ttl > 0:  # what is not a number is not above 0
        raise ValueError(f"ttl is a number of seconds above 0, or None, not {ascii(ttl)[:40]}")
    return ttl


def checked_moment(ts: int) -> int:
    """A moment at which a window was read, in Unix milliseconds. ValueError if it cannot be one."""
    if type(ts) is not int or not 0 <= ts < _END:
        raise ValueError(f"a moment is whole Unix milliseconds, from 1970 to the year 5138, not {ascii(ts)[:40]}")
    return ts


class Store(Protocol):
    """What a session needs of a store. Keys are any texts, as hostile as they come; none is empty.

    Every method may raise StoreError (an OSError: the disk is full, the folder is gone); nothing is half-written then.
    """

    def kept(self, key: str) -> Sequence[Kept]:
        """What there is of a window, oldest first: at most the last 8 baselines and what is behind them.

        Raises:
            SnapshotExpired: there was something, and its time is over. It is removed: said once.
            CorruptSnapshot: what there is cannot be read. It is removed: said once.
        """
        ...

    def load(self, key: str, seq: int) -> State:
        """A state of a window.

        Raises:
            SnapshotExpired: it is not there (any more).
            CorruptSnapshot: it cannot be read. It is removed.
        """
        ...

    def save(self, key: str, state: State, *, after: int) -> int:
        """Keep a state behind the one of the number ``after``; its own number. What is too old is removed.

        When it returns, the state is safe.

        Raises:
            StoreConflict: ``after`` is not the last one (any more), or was touched at the state's moment or later.
        """
        ...

    def touch(self, key: str, ts: int, *, after: int) -> None:
        """The window was read at the moment ``ts``, and was as its newest baseline says: so readers may be told.

        The last state was told up to then at least (``Kept.told``), and no later state is of that moment or an earlier
        one. What is kept of the window stays as long as if it were new. Where nothing is kept, this is nothing.

        Raises:
            StoreConflict: ``after`` is not the last one (any more).
            ValueError: ``ts`` is no moment.
        """
        ...

    def forget(self, key: str, *, before: int) -> None:
        """Remove what has a lower number."""
        ...

    def close(self) -> None:
        """Let go of everything that is not to be kept for others. It may be called again."""
        ...
