"""Lines that fit into a budget of tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from uidiff.text import estimate_tokens

__all__ = ["BudgetedLines"]


class BudgetedLines:
    """Keep the first lines that fit into a budget, and count the others by kind.

    Args:
        budget: tokens of the text at most; None: no bound.
        more: the line that stands for the lines left out, given their number by kind.
    """

    def __init__(self, budget: int | None, more: Callable[[Mapping[str, int]], str]) -> None:
        self._budget = budget
        self._more = more
        self._lines: list[tuple[str, str]] = []
        self._last = ""
        self._left_out: Counter[str] = Counter()
        self._tokens = 0

    def add(self, line: str, *, kind: str = "", last: bool = False) -> None:
        """Add a line; the last one is always kept."""
        if last:
            self._last = line
            return
        self._tokens += estimate_tokens(f"\n{line}")
        if self._left_out or (self._budget is not None and self._tokens > self._budget):
            self._left_out[kind] += 1
        else:
            self._lines.append((kind, line))

    def text(self) -> str:
        """The lines that fit, the line about those left out, and the last line."""
        while True:
            more = self._more(self._left_out) if self._left_out else ""
            text = "\n".join(filter(None, [*(line for _, line in self._lines), more, self._last]))
            if not self._lines or self._budget is None or estimate_tokens(text) <= self._budget:
                return text
            self._left_out[self._lines.pop()[0]] += 1
