"""Salted digests of what is hidden, so that a session can say that a secret changed (spec/definitions#21-secrets).

They are held in memory only. Whoever has no salt has none; whoever has another one learns nothing from them.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

__all__ = ["MAX_SALT", "MIN_SALT", "HiddenDigests", "checked_salt"]

MIN_SALT = 16
"""Bytes of a salt at the least: it cannot be guessed."""

MAX_SALT = 64
"""Bytes of a salt at the most: what blake2b takes as a key."""

_SIZE = 16
"""Bytes of a digest."""

_LENGTH = 8
"""Bytes of the length that stands before each part."""


def checked_salt(_: object, __: attrs.Attribute[bytes | None], salt: object) -> None:
    """Raise where it is no salt; the message does not say what was given."""
    if salt is None:
        return
    if not isinstance(salt, bytes):
        raise TypeError(f"Redaction.salt takes bytes, such as secrets.token_bytes(32), got {type(salt).__name__}")
    if not MIN_SALT <= len(salt) <= MAX_SALT:
        raise ValueError(f"Redaction.salt takes {MIN_SALT} to {MAX_SALT} bytes, such as secrets.token_bytes(32)")


class HiddenDigests:
    """Takes what is hidden, field by field, and gives one digest for each field in which something was hidden.

    What is hidden already is only known by the digest that it has; such a field keeps it.

    Args:
        salt: the key of the digests; without, none are made.
        known: by index the digests of what was hidden before.
    """

    def __init__(self, salt: bytes | None, known: Mapping[int, bytes]) -> None:
        self._salt = salt
        self._known = known
        self._field = -1
        self._parts: list[bytes] = []
        self._found: dict[int, bytes] = {}

    def enter(self, index: int, *, is_field: bool) -> None:
        """What comes next is hidden in that element: the field itself, or one below the last field."""
        if is_field:
            self._close()
            self._field = index
        elif index in self._known:
            self._add(b"digest", self._known[index])

    def hide(self, name: str, text: str) -> None:
        """A text that is hidden, and what it is; the empty text is nothing."""
        if text and self._salt is not None:
            self._add(_bytes(name), _bytes(text))

    def by_field(self) -> dict[int, bytes]:
        """By the index of each field its digest."""
        self._close()
        return self._found

    def _add(self, *parts: bytes) -> None:
        for part in parts:
            self._parts += (len(part).to_bytes(_LENGTH, "big"), part)

    def _close(self) -> None:
        if self._field in self._known:
            self._found[self._field] = self._known[self._field]
        elif self._parts and self._salt is not None:
            from hashlib import blake2b  # slow to import, and needed where there is a salt

            self._found[self._field] = blake2b(b"".join(self._parts), key=self._salt, digest_size=_SIZE).digest()
        self._parts = []
        self._field = -1


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
