"""What Playwright printed for the web recordings (``web/playwright_text`` in benchmarks/corpus)."""

from __future__ import annotations

import gzip
import json

import attrs

from benchmarks.recorded import CORPUS, entries

__all__ = ["PlaywrightText", "playwright_texts"]


@attrs.frozen
class PlaywrightText:
    """One snapshot in Playwright's words.

    Attributes:
        ai: the AI snapshot of 1.65.
        incremental: the incremental snapshot of 1.58, empty where it saw no change; None where it made none: for the
            first snapshot and after a navigation.
    """

    ai: str
    incremental: str | None


def playwright_texts(corpus: str = "first") -> dict[tuple[str, int], PlaywrightText]:
    """The texts by application and step, of a set; of the recordings that have some."""
    found = {}
    for entry in entries("web", corpus):
        file = CORPUS / "web" / "playwright_text" / f"{entry.app}.pw.jsonl.gz"
        if not file.exists():
            continue
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in map(json.loads, lines):
                found[line["app"], line["step"]] = PlaywrightText(line["ai"], line["inc58"])
    return found
