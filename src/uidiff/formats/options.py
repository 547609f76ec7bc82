"""The options of a rendering."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from uidiff.formats.written import WrittenLines
from uidiff.text import counted
from uidiff.tokens import estimate_tokens

__all__ = ["LEAST_BUDGET", "RenderOptions"]

LEAST_BUDGET = 40
"""The smallest budget in tokens: room for the first words of the summary and the count of what is left out."""


@attrs.frozen(kw_only=True)
class RenderOptions:
    """The options of a rendering.

    Attributes:
        budget: the most tokens that the text may have, at least 40; None: no limit.
        counter: counts the tokens of a text.
        fold: whether noise may be folded; if not, each record or element is a line or an object of its own.
        bounds: whether to print the bounds of elements.
        urls: whether the ``agent`` text prints where links lead.
        summary: whether the ``agent`` text of a diff begins with the summary.
        native_refs: whether elements are called by the refs of the tool that read the tree, not by uidiff's own.
        of: the number of elements of the whole window, if a selection of them is rendered.
        outside: the number of changes that the selection leaves out.
        news: what a whole tree is headed by that is sent in place of a diff: the sentences of the events; else "".
        age: seconds since the state before was read, if a session measured them: the clock may have been set.
        written: lines of the last whole tree that was written with equal options, which a format may take over.
    """

    budget: int | None = None
    counter: Callable[[str], int] = estimate_tokens
    fold: bool = True
    bounds: bool = False
    urls: bool = False
    summary: bool = True
    native_refs: bool = False
    of: int | None = None
    outside: int = 0
    news: str = ""
    age: float | None = None
    written: WrittenLines | None = attrs.field(default=None, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if not callable(self.counter):
            raise TypeError(f"counter is a function that counts tokens, got {type(self.counter).__name__}")
        for name, given in (
            ("fold", self.fold),
            ("bounds", self.bounds),
            ("urls", self.urls),
            ("summary", self.summary),
            ("native_refs", self.native_refs),
        ):
            if type(given) is not bool:
                raise TypeError(f"{name} is True or False, got {type(given).__name__}")
        if self.budget is not None and (type(self.budget) is not int or self.budget < LEAST_BUDGET):
            raise ValueError(f"a budget is a whole number of tokens, at least {LEAST_BUDGET}, or None for no bound")
        for name, count in (("of", self.of), ("outside", self.outside)):
            if count is not None and (type(count) is not int or count < 0):
                raise ValueError(f"{name} is a whole number from 0 on")

    def elements(self, count: int) -> str:
        """Return a number of elements in words, of how many if they are a selection: "12 of 345 elements"."""
        return counted(count, "element") if self.of is None else f"{count} of {counted(self.of, 'element')}"

    @property
    def outside_words(self) -> str:
        """The number of changes that the selection leaves out, in words; "" if there are none."""
        return f"{counted(self.outside, 'change')} outside the filter" if self.outside else ""

    @property
    def outside_sentence(self) -> str:
        """The same as a sentence, with a space before it and a full stop."""
        return f" {self.outside_words}." if self.outside else ""

    def filtered(self, *, diff: bool) -> dict[str, object]:
        """Return the key ``filtered`` of the JSON formats for a selection; nothing for a whole window.

        With ``diff`` it has the changes outside even if there are none; a tree without a baseline cannot know that.
        """
        if self.of is None:
            return {}
        changes = {"changes_outside": self.outside} if diff or self.outside else {}
        return {"filtered": {"elements": self.of, **changes}}
