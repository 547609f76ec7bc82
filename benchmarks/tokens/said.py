"""What is said of each step of the corpus: by uidiff as a full text and as a diff, and by Playwright."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

import uidiff
from benchmarks.conditions import NO_IDS, under
from benchmarks.recorded import Recording, recordings
from benchmarks.tokens.counter import count
from benchmarks.tokens.playwright import PlaywrightText, playwright_texts
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.formats.choice import Choice, full_or_diff

__all__ = ["BUDGET", "FORMAT", "Said", "Tokens", "said", "said_beside_playwright"]

FORMAT = "agent"
BUDGET = 300


@attrs.frozen
class Tokens:
    """The true counts of the texts of one step; 0 where Playwright says nothing or was not asked."""

    full: int
    diff: int
    brief: int
    auto: int
    budgeted: int
    ai: int
    incremental: int


@attrs.frozen(eq=False, kw_only=True)
class Said:
    """One step within one document, in words.

    Attributes:
        touched: (added + removed + changed + moved) / the larger number of elements (spec/definitions#15-full-or-diff).
        full, diff: our texts, of the whole tree after the step and of what changed.
        brief: the diff without a summary.
        auto: what is sent, the full text or the diff.
        budgeted: the diff with a budget of 300 tokens, kept by the default counter.
        playwright: what Playwright said; None on desktops, and where its texts were not made.
    """

    place: str
    app: str
    number: int
    action: str
    touched: float
    full: str
    diff: str
    brief: str
    auto: Choice
    budgeted: str
    playwright: PlaywrightText | None
    tokens: Tokens = Tokens(0, 0, 0, 0, 0, 0, 0)


def said(place: str, corpus: str = "first") -> list[Said]:
    """All steps within one document of a place and a set, without ids, counted."""
    return _counted(_said(place, corpus))


def said_beside_playwright(corpus: str) -> list[Said]:
    """Those of the web, in the recordings of a set of which Playwright's texts were made."""
    return _counted([step for step in _said("web", corpus) if step.playwright is not None])


def _said(place: str, corpus: str) -> list[Said]:
    texts = playwright_texts(corpus) if place == "web" else {}
    return [step for recording in recordings(place, corpus) for step in _of(under(NO_IDS, recording), texts)]


def _counted(steps: list[Said]) -> list[Said]:
    flat = [text for step in steps for text in _texts(step)]
    counts = iter(count(flat))
    return [attrs.evolve(step, tokens=Tokens(*(next(counts) for _ in _texts(step)))) for step in steps]


def _texts(step: Said) -> tuple[str, ...]:
    other = step.playwright or PlaywrightText("", None)
    return (step.full, step.diff, step.brief, step.auto.text, step.budgeted, other.ai, other.incremental or "")


def _of(recording: Recording, texts: dict[tuple[str, int], PlaywrightText]) -> Iterator[Said]:
    refs = None
    for step in recording.steps:
        delta = uidiff.diff(step.before, step.after, ignore=("bounds",), refs=refs)
        refs = delta.refs[1]
        if step.truth.is_navigation:
            continue
        yield Said(
            place=recording.place,
            app=recording.app,
            number=step.number,
            action=step.action,
            touched=_touched(delta) / max(len(step.before), len(step.after)),
            full=uidiff.render(step.after, FORMAT, refs=refs),
            diff=uidiff.render(delta, FORMAT),
            brief=uidiff.render(delta, FORMAT, summary=False),
            auto=full_or_diff(step.after, delta, format=FORMAT),
            budgeted=uidiff.render(delta, FORMAT, budget=BUDGET),
            playwright=texts.get((recording.app, step.number)),
        )


def _touched(delta: TreeDiff) -> int:
    moved = len(delta.moved) + sum(len(record.order) for record in delta.reordered)
    return len(delta.added) + len(delta.removed) + len(delta.changed) + moved
