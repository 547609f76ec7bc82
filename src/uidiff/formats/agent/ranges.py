"""Numbers in few signs: ``3-9,12``."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ranges"]


def ranges(numbers: Sequence[int]) -> str:
    """The numbers in their order, those that count up by one as ``3-9``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
