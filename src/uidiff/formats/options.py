"""What a caller may ask of a format."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from uidiff.text import estimate_tokens

__all__ = ["LEAST_BUDGET", "Options"]

LEAST_BUDGET = 40
"""Tokens below which no budget is taken: room for the summary's first words and an honest end."""


@attrs.frozen(kw_only=True)
class Options:
    """How to say it.

    Attributes:
        budget: the most tokens that the text may have, at least 40; None: as many as it takes.
        counter: counts the tokens of a text.
        fold: whether noise may be folded; if not, every record, or element, is a line or an object of its own.
        bounds: whether to say where elements stand on the screen.
        summary: whether the ``agent`` text of a diff begins with the summary.
    """

    budget: int | None = None
    counter: Callable[[str], int] = estimate_tokens
    fold: bool = True
    bounds: bool = False
    summary: bool = True

    def __attrs_post_init__(self) -> None:
        if self.budget is not None and (type(self.budget) is not int or self.budget < LEAST_BUDGET):
            raise ValueError(f"a budget is a whole number of tokens, at least {LEAST_BUDGET}, or None for no bound")
