"""The handles of live elements: what ``Session.handle`` gives."""

from __future__ import annotations

from typing import Any

import attrs

__all__ = ["AxHandle"]


@attrs.frozen(eq=False, repr=False)
class AxHandle:
    """An element of a running application; handles of the same element are equal.

    atomacos accepts its reference: ``atomacos.NativeUIElement(handle.ref)``.

    Attributes:
        ref: an AXUIElement. Different references may be of one element, which ``CFEqual`` compares.
    """

    ref: Any
    _system: Any
    _hash: int = attrs.field(init=False)

    @_hash.default
    def _hash_of_element(self) -> int:
        return hash(self._system.CFHash(self.ref))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AxHandle):
            return NotImplemented
        if self.ref is other.ref or self._hash != other._hash:
            return self.ref is other.ref
        return bool(self._system.CFEqual(self.ref, other.ref))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<AxHandle {self._hash:x}>"
