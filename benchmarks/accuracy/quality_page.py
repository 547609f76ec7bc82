"""The page quality.md: every step in which the matcher is wrong, with its reasons. The corpus's text is only quoted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from benchmarks.accuracy.quality import Finding, Judgement, Reason
from benchmarks.corpus.score import Node, Step
from uidiff.text import fold, quote, shorten

__all__ = ["code", "page"]

EXAMPLES = 2
LABEL_LENGTH = 40
ACTION_LENGTH = 120


def page(judgements: Sequence[Judgement], remarks: Mapping[tuple[str, int], str], *, matcher: str) -> str:
    """The page as Markdown."""
    wrong = [judgement for judgement in judgements if judgement.findings]
    lines = [f"# Where the matcher {code(matcher)} is wrong by the truth", "", *_introduction(judgements), ""]
    lines += ["## Each recording", "", *_recordings(judgements), "", "## Reasons", "", *_reasons(wrong), ""]
    app = ""
    for judgement in wrong:
        if judgement.app != app:
            app = judgement.app
            lines += [f"## {app} ({judgement.place})", ""]
        lines += [*_step(judgement, remarks), ""]
    known = {(judgement.app, judgement.step.number) for judgement in wrong}
    stale = [key for key in sorted(remarks) if key not in known]
    if stale:
        lines += ["## Remarks about steps without a fault", ""]
        lines += [*(f"- {name}, step {number}: {remarks[name, number]}" for name, number in stale), ""]
    return "\n".join(lines)


def code(text: str) -> str:
    """The text as a Markdown code span, on one line, whatever is in it."""
    shown = fold(text) or " "
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def _introduction(judgements: Sequence[Judgement]) -> list[str]:
    steps = len(judgements)
    faulty = sum(bool(judgement.findings) for judgement in judgements)
    return [
        f"Of {steps} steps within one document, {steps - faulty} are without any fault; the other {faulty} are below.",
        "The truth is the identity of the DOM node or of the toolkit's object: see",
        "[what that means](../corpus/README.md#the-truth-and-its-limits). Wrong: pairs of two identities, without",
        "those that the scorer excuses. Missed: true pairs that were not found. One slip often counts twice, as a",
        "wrong and as a missed pair. The reasons are found by a program (benchmarks/accuracy/quality.py), the examples",
        "are the first ones. Numbers in brackets are the places of the elements before and after.",
    ]


def _recordings(judgements: Sequence[Judgement]) -> list[str]:
    lines = ["| recording | steps | with a fault | true | wrong | missed | excused |", "|---|---|---|---|---|---|---|"]
    for app in dict.fromkeys(judgement.app for judgement in judgements):
        mine = [judgement for judgement in judgements if judgement.app == app]
        numbers = (
            len(mine),
            sum(bool(one.findings) for one in mine),
            sum(one.true for one in mine),
            sum(one.wrong for one in mine),
            sum(one.missed for one in mine),
            sum(one.excused for one in mine),
        )
        lines.append(f"| {app} | {' | '.join(map(str, numbers))} |")
    return lines


def _reasons(wrong: Sequence[Judgement]) -> list[str]:
    lines = ["| reason | wrong | missed | steps |", "|---|---|---|---|"]
    for reason in Reason:
        found = [[one for one in judgement.findings if one.reason is reason] for judgement in wrong]
        everything = [one for of_step in found for one in of_step]
        if everything:
            missed = sum(one.missed for one in everything)
            steps = sum(bool(of_step) for of_step in found)
            lines.append(f"| {reason.value} | {len(everything) - missed} | {missed} | {steps} |")
    return lines


def _step(judgement: Judgement, remarks: Mapping[tuple[str, int], str]) -> list[str]:
    step = judgement.step
    counts = [f"{name} {getattr(judgement, name)}" for name in ("true", "wrong", "missed", "excused")]
    lines = [
        f"### {judgement.app}, step {step.number}",
        "",
        f"Action: {code(quote(shorten(step.action, ACTION_LENGTH)))}. {', '.join(counts).capitalize()}.",
        "",
    ]
    for reason in Reason:
        found = [finding for finding in judgement.findings if finding.reason is reason]
        if found:
            missed = sum(finding.missed for finding in found)
            numbers = [f"{len(found) - missed} wrong"] * (missed < len(found)) + [f"{missed} missed"] * (missed > 0)
            lines.append(f"- {reason.value}: {', '.join(numbers)}")
            lines += [f"  - {_example(finding, step.truth)}" for finding in found[:EXAMPLES]]
    remark = remarks.get((judgement.app, step.number))
    return [*lines, "", f"Remark: {remark}"] if remark else lines


def _example(finding: Finding, truth: Step) -> str:
    i, j = finding.pair
    kind = "missed" if finding.missed else "paired"
    return f"{kind} {_label(truth.before, i)} [{i}] with {_label(truth.after, j)} [{j}]"


def _label(nodes: Sequence[Node], index: int) -> str:
    """The role, and the first text of the node or, after a colon, below it."""
    role, text = nodes[index]["r"], _text(nodes[index])
    if text:
        return code(f"{role} {quote(shorten(text, LABEL_LENGTH))}")
    for node in nodes[index + 1 :]:
        if node["p"] < index:
            break
        if _text(node):
            return code(f"{role}: {quote(shorten(_text(node), LABEL_LENGTH))}")
    return code(role)


def _text(node: Node) -> str:
    """Its name, else its value, else its description."""
    return next((str(text) for text in (node["t"], node.get("v"), node.get("d")) if text not in {None, ""}), "")
