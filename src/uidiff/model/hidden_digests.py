"""Salted digests of hidden texts, so that a session can report that a secret changed (spec/definitions#21-secrets).

They exist in memory only. Without the salt they reveal nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

__all__ = ["MAX_SALT", "MIN_SALT", "HiddenDigests", "checked_salt"]

MIN_SALT = 16
"""The least bytes of a salt: it cannot be guessed."""

MAX_SALT = 64
"""The most bytes of a salt: what blake2b takes as a key."""

_SIZE = 16
"""Bytes of a digest."""

_LENGTH = 8
"""Bytes of the length before each part."""


def checked_salt(_: object, __: attrs.Attribute[bytes | None], salt: object) -> None:
    """Raise unless it is a salt; the message does not contain the value."""
    if salt is None:
        return
    if not isinstance(salt, bytes):
        raise TypeError(f"Redaction.salt takes bytes, such as secrets.token_bytes(32), got {type(salt).__name__}")
    if not MIN_SALT <= len(salt) <= MAX_SALT:
        raise ValueError(f"Redaction.salt takes {MIN_SALT} to {MAX_SALT} bytes, such as secrets.token_bytes(32)")


class HiddenDigests:
    """Collect hidden texts, field by field, and make one digest for each field with any.

    A text that is hidden already is only known by its digest; such a field keeps it.

    Args:
        salt: the key of the digests; without it none are made.
        known: by index the digests of what was hidden before.
    """

    def __init__(self, salt: bytes | None, known: Mapping[int, bytes]) -> None:
        self._salt = salt
        self._known = known
        self._field = -1
        self._parts: list[bytes] = []
        self._found: dict[int, bytes] = {}

    def enter(self, index: int, *, is_field: bool) -> None:
        """Begin the element at ``index``: a field itself, or an element below the last field."""
        if is_field:
            self._close()
            self._field = index
        elif index in self._known:
            self._add(b"digest", self._known[index])

    def hide(self, name: str, text: str) -> None:
        """Add a hidden text and its name; the empty text does not count."""
        if text and self._salt is not None:
            self._add(_bytes(name), _bytes(text))

    def by_field(self) -> dict[int, bytes]:
        """Return the digest of each field by its index."""
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
