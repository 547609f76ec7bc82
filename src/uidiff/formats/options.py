"""What a caller may ask of a format."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from uidiff.text import counted, estimate_tokens

__all__ = ["LEAST_BUDGET", "RenderOptions"]

LEAST_BUDGET = 40
"""Tokens below which no budget is taken: room for the summary's first words and an honest end."""


@attrs.frozen(kw_only=True)
class RenderOptions:
    """How to say it.

    Attributes:
        budget: the most tokens that the text may have, at least 40; None: as many as it takes.
        counter: counts the tokens of a text.
        fold: whether noise may be folded; if not, every record, or element, is a line or an object of its own.
        bounds: whether to say where elements stand on the screen.
        summary: whether the ``agent`` text of a diff begins with the summary.
        of: how many elements the whole window has, where what is rendered is a selection of them.
        outside: how many changes the selection leaves out.
        age: seconds since the state before was read, where a session has counted them: clocks may be set meanwhile.
    """

    budget: int | None = None
    counter: Callable[[str], int] = estimate_tokens
    fold: bool = True
    bounds: bool = False
    summary: bool = True
    of: int | None = None
    outside: int = 0
    age: float | None = None

    def __attrs_post_init__(self) -> None:
        if not callable(self.counter):
            raise TypeError(f"counter is a function that counts tokens, got {type(self.counter).__name__}")
        for name, given in (("fold", self.fold), ("bounds", self.bounds), ("summary", self.summary)):
            if type(given) is not bool:
                raise TypeError(f"{name} is True or False, got {type(given).__name__}")
        if self.budget is not None and (type(self.budget) is not int or self.budget < LEAST_BUDGET):
            raise ValueError(f"a budget is a whole number of tokens, at least {LEAST_BUDGET}, or None for no bound")
        for name, count in (("of", self.of), ("outside", self.outside)):
            if count is not None and (type(count) is not int or count < 0):
                raise ValueError(f"{name} is a whole number from 0 on")

    def elements(self, count: int) -> str:
        """So many elements in words, and of how many if they are a selection: "12 of 345 elements"."""
        return counted(count, "element") if self.of is None else f"{count} of {counted(self.of, 'element')}"

    @property
    def outside_words(self) -> str:
        """The changes that the selection leaves out in words, "" if there are none."""
        return f"{counted(self.outside, 'change')} outside the filter" if self.outside else ""

    @property
    def outside_sentence(self) -> str:
        """The same as a sentence that stands behind another: with a space before it, and a full stop."""
        return f" {self.outside_words}." if self.outside else ""

    def filtered(self, *, diff: bool) -> dict[str, object]:
        """What the JSON formats say of a selection, under the key ``filtered``; nothing of a whole.

        ``diff``: say the changes outside even where there are none, which a whole tree without a baseline cannot know.
        """
        if self.of is None:
            return {}
        changes = {"changes_outside": self.outside} if diff or self.outside else {}
        return {"filtered": {"elements": self.of, **changes}}
