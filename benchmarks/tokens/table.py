"""Makes the table of ``uidiff.tokens.estimate_tokens``: ``python -m benchmarks.tokens.table``.

It writes src/uidiff/data/tokens.json from the real vocabulary. The words that it knows beyond the commonest merges
are those of the corpus: of its names, values and descriptions, of Playwright's texts and of the format ``agent``.
"""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path

import uidiff
from benchmarks.recorded import PLACES, recordings
from benchmarks.tokens.counter import vocabulary
from benchmarks.tokens.playwright import playwright_texts
from benchmarks.tokens.said import FORMAT
from uidiff import tokens as token_estimate
from uidiff.text import quote

TABLE = Path(token_estimate.__file__).parent / "data" / "tokens.json"
MERGES_BELOW = 16_000  # rank: all tokens of a lower one are known, so that merging goes as far as it can
WORDS = 4_000
SOURCE = "o200k_base, as published with tiktoken (MIT License, Copyright (c) 2022 OpenAI, Shantanu Jain)"
SEPARATORS = (",", ":")

Vocabulary = dict[bytes, int]


def main() -> None:
    known = vocabulary()
    merges = sorted((token for token, rank in known.items() if rank < MERGES_BELOW), key=known.__getitem__)
    value: dict[str, object] = {
        "source": SOURCE,
        "unicode": unicodedata.unidata_version,
        "kinds": "".join(f"{kind}{length if length > 1 else ''}" for kind, length in _runs()),
        "merges": [token.decode("utf-8", "surrogateescape") for token in merges if len(token) > 1],
        "words": [],
    }
    _write(value)  # by these the texts are cut into the pieces that are counted
    _write(value | {"words": _words(known)})


def _write(value: dict[str, object]) -> None:
    TABLE.parent.mkdir(exist_ok=True)
    lines = [f"{json.dumps(key)}:{json.dumps(part, separators=SEPARATORS)}" for key, part in value.items()]
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="ascii")


def _runs() -> Iterator[tuple[str, int]]:
    """The kinds of the characters above ASCII, as runs; after the last run all are of the kind "-"."""
    runs = [(kind, sum(1 for _ in run)) for kind, run in groupby(map(_kind, range(128, 0x110000)))]
    return iter(runs[: -1 if runs[-1][0] == "-" else None])


def _kind(code: int) -> str:
    """As the pattern of o200k_base tells characters apart: by their general category."""
    character = chr(code)
    category = unicodedata.category(character)
    if category in {"Zs", "Zl", "Zp"} or code == 0x85:
        return "s"
    if category in {"Lu", "Lt", "Ll"}:
        return "l" if category == "Ll" else "U"
    return {"L": "o", "M": "m", "N": "n"}.get(category[0], "-")


def tokens(piece: bytes, known: Vocabulary) -> int:
    """How many tokens a piece becomes: of all neighbours those with the lowest rank are merged, again and again."""
    if piece in known:
        return 1
    parts = [piece[place : place + 1] for place in range(len(piece))]
    while True:
        ranks = [known.get(left + right, len(known)) for left, right in pairwise(parts)]
        if not ranks or min(ranks) == len(known):
            return len(parts)
        place = ranks.index(min(ranks))
        parts[place : place + 2] = [parts[place] + parts[place + 1]]


def _words(known: Vocabulary) -> list[str]:
    """The commonest pieces that are one token of their own, those of letters at most two with a sign before them."""
    counted: Counter[str] = Counter()
    for one in _texts():
        for piece in set(token_estimate.token_pieces(one)):
            counted[piece] += 1
            if piece[0] in token_estimate.SIGNS_BEFORE_WORDS and piece[1:].isalpha():
                counted[piece[1:]] += 1
    found = []
    single = ((known.get(piece.encode(), 0), piece) for piece in counted if piece.isascii())
    for _, _, piece in sorted((-counted[piece], rank, piece) for rank, piece in single if rank >= MERGES_BELOW):
        if _stays_whole(piece, known):
            found.append(piece)
    return sorted(found[:WORDS])


def _stays_whole(piece: str, known: Vocabulary) -> bool:
    return not piece[0].isalpha() or all(
        tokens((sign + piece).encode(), known) <= 2 for sign in token_estimate.SIGNS_BEFORE_WORDS
    )


def _texts() -> Iterator[str]:
    seen: dict[str, None] = {}
    for place in PLACES:
        for recording in recordings(place):
            for step in recording.steps:
                columns = step.after.columns
                for column in (columns.name, columns.value, columns.description):
                    seen.update(dict.fromkeys(filter(None, column)))
                delta = uidiff.diff(step.before, step.after, ignore=("bounds",))
                yield from (uidiff.render(delta.after, FORMAT), uidiff.render(delta, FORMAT))
    yield from map(quote, seen)
    for line in playwright_texts().values():
        yield from (one for one in (line.ai, line.incremental) if one)


if __name__ == "__main__":
    main()
