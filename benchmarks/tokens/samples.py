"""The page tokens_samples.md: real steps, what uidiff sends and what Playwright's incremental snapshot is, counted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchmarks.accuracy.quality_page import code
from benchmarks.tokens.said import Said

__all__ = ["page"]

SHORTEST, LONGEST = 20, 110  # tokens of a text that is worth a look
SAMPLES = 8
LINES = 14  # of Playwright's text
INTRODUCTION = """# Samples: what is sent after a step

Real steps, one of a recording: of its diffs with {shortest} to {longest} tokens the middle one by length (o200k_base).
Below stands Playwright's incremental snapshot (1.58) of the same step, cut after {lines} lines; it says no removals and
no old values. Lengths of all steps: [tokens.md](tokens.md)."""


def page(steps: Sequence[Said]) -> str:
    """The page as Markdown."""
    lines = [INTRODUCTION.format(shortest=SHORTEST, longest=LONGEST, lines=LINES), ""]
    for step in _chosen(steps):
        tokens = step.tokens
        lines += [f"## {step.app}, step {step.number}", "", f"Action: {code(step.action)}", ""]
        lines += [
            f"uidiff: {tokens.auto} tokens; the full text would have {tokens.full:,}.",
            "",
            *_fenced(step.auto.text),
            "",
        ]
        text = (step.playwright.incremental if step.playwright else None) or ""
        cut = _cut(text) if text else "(empty)"
        lines += [f"Playwright, incremental: {tokens.incremental:,} tokens; its AI snapshot has {tokens.ai:,}.", ""]
        lines += [*_fenced(cut), ""]
    return "\n".join(lines)


def _chosen(steps: Sequence[Said]) -> list[Said]:
    by_app: dict[str, list[Said]] = {}
    for step in steps:
        if SHORTEST <= step.tokens.auto <= LONGEST and step.auto.mode == "diff":
            by_app.setdefault(step.app, []).append(step)
    middle = [sorted(own, key=lambda step: (step.tokens.auto, step.number))[len(own) // 2] for own in by_app.values()]
    return middle[:SAMPLES]


def _cut(text: str) -> str:
    lines = text.splitlines()
    return text if len(lines) <= LINES else "\n".join([*lines[:LINES], f"… {len(lines) - LINES} more lines"])


def _fenced(text: str) -> Iterator[str]:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    yield fence + "text"
    yield text
    yield fence
