"""Limits of numbers, and of the size of one input: what is larger is refused (LimitExceeded) or, for texts, clipped."""

from __future__ import annotations

import attrs

from uidiff.text import SHORTEST_CLIP

__all__ = ["LARGEST_EXACT", "Limits", "exact_number"]

LARGEST_EXACT = 2**53
"""Beyond it, either way, JSON readers in other languages lose digits (RFC 8259, section 6)."""

_KIB = 1024


def exact_number(value: object) -> int | float | None:
    """Return a finite number of at most LARGEST_EXACT either way, whole ones as ``int``; None for anything else."""
    if not isinstance(value, int | float) or type(value) not in {int, float}:
        return None
    if not abs(value) <= LARGEST_EXACT:  # or NaN
        return None
    return int(value) if value == int(value) else value


def _positive(_: object, attribute: attrs.Attribute[int], value: int) -> None:
    if type(value) is not int or value < 1:
        raise ValueError(f"Limits.{attribute.name} must be a whole number above 0, got {type(value).__name__}")


def _long_enough_to_clip(_: object, attribute: attrs.Attribute[int], value: int) -> None:
    if value < SHORTEST_CLIP:
        raise ValueError(f"Limits.{attribute.name} must be at least {SHORTEST_CLIP}, so that a clipped text can say so")


@attrs.frozen(kw_only=True)
class Limits:
    """Limits of one input. The defaults are those of data that is stored or given (spec/definitions#23-limits).

    Attributes:
        max_elements: elements in a snapshot.
        max_depth: levels of a flat tree, where each element names its depth or its parent.
        max_nesting: levels of nested input: JSON brackets, or ``children`` within ``children``.
        max_text: characters (code points) of one text; a longer one is clipped, with a digest of the whole.
        max_file: bytes of a file, after decompression; for a recording, bytes of one line.
    """

    max_elements: int = attrs.field(default=2_000_000, validator=_positive)
    max_depth: int = attrs.field(default=1_000_000, validator=_positive)
    max_nesting: int = attrs.field(default=400, validator=_positive)
    max_text: int = attrs.field(default=64 * _KIB, validator=[_positive, _long_enough_to_clip])
    max_file: int = attrs.field(default=_KIB**3, validator=_positive)

    @classmethod
    def live(cls) -> Limits:
        """Return the limits of a live read: 50,000 elements, 200 levels, 4,000 characters of a text
        (spec/definitions#23-limits).

        What exceeds them is left unread or clipped, not refused.
        """
        return cls(max_elements=50_000, max_depth=200, max_text=4_000)
