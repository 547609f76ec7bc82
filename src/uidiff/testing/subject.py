"""The subjects on which the rules for backends are tested."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import attrs

from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import Snapshot

__all__ = ["ENOUGH", "Acting", "Subject"]

ENOUGH = 30.0
"""The last limit, in seconds, of everything that the rules wait for."""


@attrs.frozen(kw_only=True)
class Acting:
    """An action to test: the role and the name of its element, the action, and its value."""

    role: str
    name: str
    action: str
    value: str | None = None


@attrs.frozen
class Subject:
    """A backend and a window for it.

    The window has at least two levels, and changes only by the callables below, which return when it is still again.

    Attributes:
        backend: a new backend, which the tests close.
        target: the target to read.
        change: changes something that a read shows.
        remove: removes an element with its descendants, and changes nothing else.
        restart: restarts the program, which ``target`` still fits.
        end: ends the program.
        acting: an action that changes something that a read shows.
        secret: a text that only a password field or the like of the window holds.
        live: whether its elements have live objects.
    """

    backend: Any
    target: object
    change: Callable[[], object] | None = attrs.field(default=None, kw_only=True)
    remove: Callable[[], object] | None = attrs.field(default=None, kw_only=True)
    restart: Callable[[], object] | None = attrs.field(default=None, kw_only=True)
    end: Callable[[], object] | None = attrs.field(default=None, kw_only=True)
    acting: Acting | None = attrs.field(default=None, kw_only=True)
    secret: str | None = attrs.field(default=None, kw_only=True)
    live: bool = attrs.field(default=True, kw_only=True)

    def read(
        self,
        target: object = None,
        *,
        limits: Limits | None = None,
        redact: Redaction | None = None,
        seconds: float = ENOUGH,
    ) -> Snapshot:
        """Read the window or another target, by default with the limits of a live read."""
        read: object = self.backend.read(
            self.target if target is None else target,
            limits=limits or Limits.live(),
            redact=redact or Redaction(),
            deadline=time.monotonic() + seconds,
        )
        if not isinstance(read, Snapshot):
            raise AssertionError(f"read gives a Snapshot, not {type(read).__name__}")  # noqa: TRY004  # a test fails
        return read
