"""The format ``html``: one tree or one diff as a whole page, of the kind that ``uidiff.write_html`` writes for many."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import attrs

from uidiff.diffing.refs import Refs
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.html.page import Page
from uidiff.formats.html.page_steps import PageStep, change_step, first_step
from uidiff.formats.json_text import refuse_budget
from uidiff.formats.options import RenderOptions
from uidiff.model.snapshot import Snapshot

__all__ = ["TEXT_BUDGET", "HtmlFormat"]

TEXT_BUDGET = 2_000
"""The default budget in tokens of the ``agent`` text of a step."""


class HtmlFormat:
    """A page for a person, in one file. It takes no budget; the ``agent`` text in it has one of 2,000 tokens."""

    __api__: ClassVar[int] = 1
    holds_both: ClassVar[bool] = True
    """A page of a diff has the whole tree too, so their lengths are not compared to choose one."""

    def diff(self, delta: TreeDiff, options: RenderOptions) -> str:
        """Return the page of a bound delta: the tree before as its first step, the changes as its second."""
        asked = _asked(options)
        first = first_step(0, delta.before, delta.refs[0], attrs.evolve(asked, outside=0))
        return _page(delta.after, [first, change_step(1, delta, asked)])

    def tree(self, snapshot: Snapshot, refs: Refs, options: RenderOptions) -> str:
        """Return the page of one tree."""
        return _page(snapshot, [first_step(0, snapshot, refs, _asked(options))])


def _asked(options: RenderOptions) -> RenderOptions:
    refuse_budget("html", options)
    return attrs.evolve(options, budget=TEXT_BUDGET)


def _page(snapshot: Snapshot, steps: Iterable[PageStep]) -> str:
    pieces: list[str] = []
    page = Page(pieces.append, snapshot.title or snapshot.window or snapshot.app or "User interface")
    for step in steps:
        page.add(step)
    page.end()
    return "".join(pieces).removesuffix("\n")
