"""What the rules for backends are tried on."""

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
"""Seconds that a read may take in these tests."""


@attrs.frozen(kw_only=True)
class Acting:
    """Something that can be done: an element by its role and its name, one of its actions, a value for it."""

    role: str
    name: str
    action: str
    value: str | None = None


@attrs.frozen
class Subject:
    """A backend and a window for it, which has two levels at least and is still unless one of these is called.

    Each of these returns when the window is still again.

    Attributes:
        backend: a new one, which the tests close.
        target: what it is to read.
        change: changes something that a read shows.
        remove: takes one element away, with what is below it, and changes nothing else.
        restart: starts the program anew; ``target`` fits it then as well.
        end: ends the program.
        acting: something that can be done, and changes something that a read shows.
        secret: a text that the window holds in a password field or the like, and nowhere else.
        live: whether there are live objects behind its elements.
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
        """The window, or another target, with the limits of a live read unless others are given."""
        read: object = self.backend.read(
            self.target if target is None else target,
            limits=limits or Limits.live(),
            redact=redact or Redaction(),
            deadline=time.monotonic() + seconds,
        )
        if not isinstance(read, Snapshot):
            raise AssertionError(f"read gives a Snapshot, not {type(read).__name__}")  # noqa: TRY004  # a test fails
        return read
