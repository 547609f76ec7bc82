"""What a backend is: it reads windows, one snapshot at a time, and knows the live objects behind their elements.

    class MyBackend:
        __api__ = 1
        name = "mine"

Registered under its name, as an entry point of the group ``uidiff.backends``, it is a class that needs no arguments;
made by hand, any object will do. ``uidiff.testing.BackendConformance`` are the tests that it should pass.

**Time.** ``deadline`` is a moment of ``time.monotonic()``. Past it ``read`` returns what it has, with the elements
below which it did not get marked as unread, if it has at least all roots; else it raises ReadTimeout. The same holds
for ``limits``: what is beyond them is left unread (``Limits.live()`` are the usual ones), texts are clipped by the
builder. ``uidiff.backends.bounded_walk.read_tree`` is the walk that does so.

**Circumstances.** ``window`` is the key of the window (spec/definitions#13-windows): the process id with its start
time, or the
browser's target id, and the platform's id of the window, never its title; a program that was started anew has another.
``taken_at`` may be left out: the session knows the time. What a session may rely on: two snapshots with the same
``window`` are of the same window; an element with ``id_stable`` keeps its id as long as it lives in that window.

**Threads.** A sync backend is called from one thread at a time: that of its session; under an AsyncSession a worker.
One that has an async twin names it as ``asynchronous``, a class or another callable without arguments: an AsyncSession
that is given the sync one's name takes the twin.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, runtime_checkable

import attrs

from uidiff.model.element import Element
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot
from uidiff.model.window import Window

__all__ = ["AsyncBackend", "AsyncChangeSource", "Availability", "Backend", "ChangeSource"]


@attrs.frozen
class Availability:
    """Whether a backend can work here.

    Attributes:
        ok: it can.
        reason: why it cannot, in words of our own; "" if it can.
        cure: what to do about it: the line that installs it, the switch to turn on.
    """

    ok: bool
    reason: str = ""
    cure: str = ""

    def __bool__(self) -> bool:
        return self.ok


class ChangeSource(Protocol):
    """Wakes a reader when something may have changed. It never says what, and may miss something."""

    def wait(self, timeout: float) -> bool:
        """Wait for a change, at most so many seconds: whether there was one since the last call."""
        ...

    def close(self) -> None:
        """Stop listening. It may be called again."""
        ...


class AsyncChangeSource(Protocol):
    """As :class:`ChangeSource`, awaited."""

    async def wait(self, timeout: float) -> bool:  # noqa: ASYNC109  # it ends by itself, and says how
        """Wait for a change, at most so many seconds: whether there was one since the last call."""
        ...

    async def close(self) -> None:
        """Stop listening. It may be called again."""
        ...


@runtime_checkable
class Backend(Protocol):
    """A backend whose calls return when they are done. ``name`` is the name that it is registered by.

    All may raise BackendError and its kinds: WindowNotFound (no window fits the target, or more than one and none is
    in front), AppGone (it was there, and is not any more), ReadTimeout, PermissionNeeded. A target of a kind that it
    cannot read is a TypeError that says which it can.

    Two methods more are optional: ``changes(target) -> ChangeSource | None`` and
    ``act(element, action, value=None) -> None`` (``action`` is one of ``element.actions``).
    """

    name: ClassVar[str]

    def available(self) -> Availability:
        """Whether it can work here. Never raises, and imports nothing heavy before it is called."""
        ...

    def windows(self) -> Sequence[Window]:
        """The windows that are open; each is a target. Hung programs are left out or listed, never waited for."""
        ...

    def read(self, target: Any, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:  # noqa: ANN401  # whatever it can read
        """The window as it is now, with its dialogs, popups and menus as further roots; see the module.

        ``redact`` goes to the builder (``Snapshot.from_rows(…, redact=redact)``), which hides secrets by it.
        """
        ...

    def handle(self, element: Element) -> object:
        """The live object behind an element of a snapshot that it read; StaleRef if it is not there any more.

        It goes by what the element says, its ``id``, not by the snapshot's identity: a session may have copied that.
        So an ``id`` means one element of all windows that the backend reads.
        """
        ...

    def close(self) -> None:
        """Let go of everything. It may be called again; any other call after it but available raises BackendError."""
        ...


@runtime_checkable
class AsyncBackend(Protocol):
    """As :class:`Backend`, with ``read``, ``windows``, ``close`` and the optional ``act`` awaited.

    ``changes(target)`` is not awaited and gives an :class:`AsyncChangeSource` or None; ``handle`` is not awaited.
    """

    name: ClassVar[str]

    def available(self) -> Availability:
        """As of a sync backend."""
        ...

    async def windows(self) -> Sequence[Window]:
        """As of a sync backend."""
        ...

    async def read(self, target: Any, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:  # noqa: ANN401  # whatever it can read
        """As of a sync backend. Past the deadline a session cancels it, and says ReadTimeout."""
        ...

    def handle(self, element: Element) -> object:
        """As of a sync backend."""
        ...

    async def close(self) -> None:
        """As of a sync backend."""
        ...
