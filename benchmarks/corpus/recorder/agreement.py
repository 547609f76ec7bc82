"""Do the texts that Playwright printed belong to the recorded trees? The names of each tree are looked for in its text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any, TypeAlias

from benchmarks.corpus.recorder.playwright_texts import read_lines

Snapshot: TypeAlias = dict[str, Any]

DRAWN = ("ListMarker",)  # what a style sheet draws is in no text of Playwright
UNTOLD = re.compile(r'[\s\\"\'\u00ad\u200b]+')  # white space and what YAML quotes with


def agreement_of(recording: Path, texts: Path) -> str:
    """One line: the shares of the names that each step's text has, and of the own ones that came in the step."""
    trees, lines = read_lines(recording), read_lines(texts)
    if [tree["step"] for tree in trees] != [line["step"] for line in lines]:
        return f"{recording.name.split('.')[0]}: the steps differ"
    said = [plain(line["ai"]) for line in lines]
    shares = [share(names_of(tree), text) for tree, text in zip(trees, said, strict=True)]
    names = [own_names_of(tree) for tree in trees]
    own = [share(*one) for one in zip(names, said, strict=True)]
    came = [(name, text) for (old, new), text in zip(pairwise(names), said[1:], strict=True) for name in new - old]
    least = min(range(len(own)), key=own.__getitem__)
    return (
        f"{recording.name.split('.')[0]}: {len(lines)} steps, {fmean(shares):.1%} of the names,"
        f" {fmean(own):.1%} of the own ones (least {own[least]:.1%}, step {least}),"
        f" {sum(name in text for name, text in came)} of {len(came)} own ones that came,"
        f" {texts.stat().st_size / 1000:.0f} kB"
    )


def names_of(tree: Snapshot) -> set[str]:
    """The different names of the elements of a tree, without that of the page."""
    return {plain(node["t"]) for node in tree["nodes"][1:]} - {""}


def own_names_of(tree: Snapshot) -> set[str]:
    """Without those that only repeat what is within the element, as Playwright leaves many of them out."""
    nodes = tree["nodes"]
    drawn = {node["i"] for node in nodes if node["r"] in DRAWN}
    above = {node["p"] for node in nodes}
    leaves = [node for node in nodes[1:] if node["i"] not in above | drawn and node["p"] not in drawn]
    return {plain(node["t"]) for node in leaves} - {""}


def share(names: Iterable[str], text: str) -> float:
    found = [name in text for name in names]
    return fmean(found) if found else 1.0


def plain(text: str) -> str:
    """A text without what is no difference; a style sheet may show it in capitals."""
    return UNTOLD.sub("", text).casefold()
