"""The protocols of backends: a backend reads windows, one snapshot at a time, and finds the live objects of elements.

    class MyBackend:
        __api__ = 1
        name = "mine"

A backend that is registered by name, as an entry point of the group ``uidiff.backends``, is a class without required
arguments; a session takes any object that fits the protocol. ``uidiff.testing.BackendConformance`` tests the rules.

**Time.** ``deadline`` is a moment of ``time.monotonic()``. Past it ``read`` returns the elements read so far if it has
all roots, and marks as unread the elements whose descendants are incomplete; otherwise it raises ReadTimeout. The
same holds for ``limits`` (usually ``Limits.live()``): elements beyond them are left unread, and the builder clips
texts. ``uidiff.backends.bounded_walk.read_tree`` implements this.

**Targets.** A target means the only window that fits it, or of several the one in front, and keeps that window while it
exists, whatever its title becomes and whatever comes in front. When it is closed, the target may mean another one.

**Circumstances.** ``window`` is the key of the window (spec/definitions#13-windows): the process id and its start
time, or the browser's target id, with the platform's id of the window, never its title; a restarted program has
another key. ``taken_at`` may be left out: the session sets it. A session relies on two things: snapshots with the same
``window`` show the same window, and an element with ``id_stable`` keeps its id while it lives in that window.

**Threads.** A sync backend is called from one thread at a time: its session's, or a worker of an AsyncSession. A
backend with an async twin names it in ``asynchronous``, a class or another callable without arguments: an AsyncSession
that is given the name of the sync backend takes the twin.
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

__all__ = ["PERHAPS_DONE", "WINDOW_ACTIONS", "AsyncBackend", "Availability", "Backend", "ChangeSource"]

WINDOW_ACTIONS = ("key", "scroll", "goto", "back", "forward", "reload", "stop")
"""The actions of a window as a whole: press a key where the focus is, scroll it, go to an address, back, forward, load
it again, stop loading."""


PERHAPS_DONE = "it may have been done, so look before you do it again"
"""What ``act`` says of an action that was sent, and of which no more is known."""


@attrs.frozen
class Availability:
    """Whether a backend can work here.

    Attributes:
        ok: whether it can.
        reason: why it cannot; "" if it can.
        cure: what to do about it: the command that installs a package, the setting to change.
    """

    ok: bool
    reason: str = ""
    cure: str = ""

    def __bool__(self) -> bool:
        return self.ok


class ChangeSource(Protocol):
    """Wakes a reader when a window may have changed. It does not say what changed, and may miss changes."""

    def wait(self, timeout: float) -> bool:
        """Wait at most ``timeout`` seconds for a change; whether there was one since the last call."""
        ...

    def close(self) -> None:
        """Stop listening. It may be called again."""
        ...


class AsyncChangeSource(Protocol):
    """A :class:`ChangeSource` whose methods are awaited."""

    async def wait(self, timeout: float) -> bool:  # noqa: ASYNC109  # it ends by itself, and says how
        """Wait at most ``timeout`` seconds for a change; whether there was one since the last call."""
        ...

    async def close(self) -> None:
        """Stop listening. It may be called again."""
        ...


@runtime_checkable
class Backend(Protocol):
    """A backend with blocking calls. ``name`` is the name that it is registered by.

    Every method but ``available`` may raise BackendError and its subclasses: WindowNotFound (no window fits the target,
    or several fit and none is in front), AppGone (the window or its program has ended), ReadTimeout, PermissionNeeded.
    A target of an unsupported kind raises a TypeError that names the supported ones.

    Further methods are optional:

    - ``changes(target) -> ChangeSource | None``.
    - ``act(element, action, value=None) -> str | None`` does an action with the live object, such as one of
      ``element.actions``, if that still is what the element says: its role and its name at least. It raises only where
      nothing was done: StaleRef if the live object is gone or shows another thing, NotActionable if it is disabled,
      read-only, covered or the like. What goes wrong once the input was sent is no error: then it returns what is to be
      known, such as "it may have been done, …"; else None.
    - ``actions``: the names of all actions that ``act`` and ``act_window`` do, where programs have none of their own.
    - ``compares``: True if ``act`` compares the live element and those around it with what they were at the last read,
      and asks the live element whether it takes the action. Where it is not, a session reads the window before each
      action, and takes that from what it reads.
    - ``act_window(target, action, value=None) -> str | None``: the same for one of
      :data:`uidiff.backends.protocol.WINDOW_ACTIONS`.
    - ``recall(snapshot)``: what an earlier run told about the window of ``snapshot.window``. The reads after it name
      what of that lives on and is not shown (``Snapshot.concealed``). Not awaited.
    - ``loading(window) -> bool``: whether the window of that key is still loading something. Never waits.
    - ``busy(window) -> bool``: whether something is under way that may soon change the window of that key, such as a
      request to a server. Never waits. Where it is not, a window in which an action changed nothing is at rest sooner.
    """

    name: ClassVar[str]

    def available(self) -> Availability:
        """Say whether the backend can work here. Never raises."""
        ...

    def windows(self) -> Sequence[Window]:
        """List the open windows; each is a target. Never waits for a program that hangs."""
        ...

    def read(self, target: Any, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:  # noqa: ANN401  # whatever it can read
        """Read the window as it is now, with its dialogs, popups and menus as further roots; see the module.

        ``redact`` goes to the builder (``Snapshot.from_rows(…, redact=redact)``), which hides secrets.
        """
        ...

    def handle(self, element: Element) -> object:
        """Find the live object behind an element of a snapshot; StaleRef if it does not exist any more.

        It is found by ``element.id``, which is unique among all windows that the backend reads, and not by the identity
        of the snapshot, which a session may have copied.
        """
        ...

    def close(self) -> None:
        """Release everything. May be called again; afterwards every method but ``available`` raises BackendError."""
        ...


@runtime_checkable
class AsyncBackend(Protocol):
    """A :class:`Backend` whose ``read``, ``windows``, ``close`` and the optional methods for acting are awaited.

    ``changes(target)`` and ``handle`` are not awaited; ``changes`` gives an :class:`AsyncChangeSource` or None.
    """

    name: ClassVar[str]

    def available(self) -> Availability:
        """As of a sync backend."""
        ...

    async def windows(self) -> Sequence[Window]:
        """As of a sync backend."""
        ...

    async def read(self, target: Any, *, limits: Limits, redact: Redaction, deadline: float) -> Snapshot:  # noqa: ANN401  # whatever it can read
        """As of a sync backend. Past the deadline a session cancels it and raises ReadTimeout."""
        ...

    def handle(self, element: Element) -> object:
        """As of a sync backend."""
        ...

    async def close(self) -> None:
        """As of a sync backend."""
        ...
