"""What a reader of the proxy's answers does not learn: told from what the server behind it wrote."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.proxy.measure import Run
from benchmarks.proxy.printed import PrintedRefs
from benchmarks.proxy.written import WrittenRefs
from uidiff.proxy.tree_results import FULL
from uidiff.tokens import estimate_tokens

__all__ = ["longer_answers", "unread_controls"]

CONTROLS = frozenset(
    {
        *("button", "checkbox", "combobox", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "radio"),
        *("searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem"),
    },
)
"""The roles that an agent acts on by their refs; options of native lists are chosen by their names."""


def unread_controls(run: Run) -> list[str]:
    """The controls that the server gave a ref, and the answers so far did not: with the number of the answer."""
    return list(_unread(run))


def _unread(run: Run) -> Iterator[str]:
    reader, passed = PrintedRefs(), iter(run.passed)
    for number, answer in enumerate(run.answers):
        reader.read(answer.text)
        tree = WrittenRefs()
        if answer.call[0] == FULL or not tree.read(next(passed).text):
            continue
        for ref, one in tree.known.items():
            if one.role in CONTROLS and ref not in reader.known:
                yield f"answer {number}: {one.role} {one.label!a} {ref}"


def longer_answers(run: Run) -> int:
    """How many answers have more tokens than the server's own."""
    given = (answer.text for answer in run.answers if answer.call[0] != FULL)
    pairs = zip(given, run.passed, strict=True)
    return sum(estimate_tokens(text) > estimate_tokens(passed.text) for text, passed in pairs)
