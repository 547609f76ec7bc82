"""Values of fields and states as words of a line: texts quoted, everything else in words that no quoted text is."""

from __future__ import annotations

import json
from collections.abc import Sequence

from uidiff.text import quote, shorten

__all__ = ["ABSENT", "format_ranges", "format_text", "format_value"]

ABSENT = "none"
"""Stands for a value that is absent; the empty text is ``""``."""


def format_text(text: str, clip: int | None = None) -> str:
    """Return a text of the UI quoted, shortened to ``clip`` characters if given."""
    return quote(text if clip is None else shorten(text, clip))


def format_value(value: object, clip: int | None = None, *, brackets: str = "()") -> str:
    """Return a value as a word: ``"text"``, ``true``, ``1.5``, ``none``, and of a tuple its parts in ``brackets``."""
    if value is None:
        return ABSENT
    if isinstance(value, str):
        return format_text(value, clip)
    if isinstance(value, tuple):
        parts = ",".join(format_value(part, clip, brackets=brackets) for part in value)
        return f"{brackets[0]}{parts}{brackets[1]}"
    return json.dumps(value)


def format_ranges(numbers: Sequence[int]) -> str:
    """Return numbers in their order, those that count up by one as a range: ``3-9,12``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
