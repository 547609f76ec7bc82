"""How many tokens a language model counts in a text: an estimate without a tokenizer, never too low.

It cuts a text as the encoding o200k_base does, and merges bytes by the commonest of its merges, a table in
data/tokens.json (benchmarks/tokens/table.py makes it). The table is independent of the Unicode tables of the running
Python, its locale and its hash seed.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import cache
from itertools import accumulate, pairwise
from typing import cast

__all__ = ["SIGNS_BEFORE_WORDS", "LineTokens", "estimate_tokens", "token_pieces"]

_KINDS = {"o": "\x80", "U": "\x81", "l": "\x82", "n": "\x83", "s": "\x84", "m": "\x85", "-": "\x86"}
"""Stand-ins for characters above ASCII while a text is cut, by kind: letters without case, upper case, lower case,
numbers, white space, combining marks, the rest.
"""

_SPACE = r"\t\n\x0b\x0c\r \x84"
_WORD_CHARACTERS = r"A-Za-z0-9\x80-\x83"
_UPPER, _LOWER = r"[A-Z\x80\x81\x85]", r"[a-z\x80\x82\x85]"
_SUFFIX = "(?: '(?:[sStTmMdD]|[rR][eE]|[vV][eE]|[lL][lL]) )?"


@cache
def _token_piece() -> re.Pattern[str]:
    """The regular expression by which o200k_base cuts a text before it merges bytes."""
    return re.compile(
        rf"""
        [^\r\n{_WORD_CHARACTERS}]? {_UPPER}*{_LOWER}+ {_SUFFIX}
        | [^\r\n{_WORD_CHARACTERS}]? {_UPPER}+{_LOWER}* {_SUFFIX}
        | [0-9\x83]{{1,3}}
        | [ ]? [^{_SPACE}{_WORD_CHARACTERS}]+ [\r\n/]*
        | [{_SPACE}]* [\r\n]+
        | [{_SPACE}]+ (?! [^{_SPACE}] )
        | [{_SPACE}]+
        """,
        re.VERBOSE,
    )


_ABOVE_ASCII = r"[^\x00-\x7f]+"

SIGNS_BEFORE_WORDS = frozenset('!"#$%&)*+,:;=>?@[\\]^`{|}~')
"""A word of the table, even of one token, is at most two tokens with one of these signs before it."""

_LONGEST_MERGED = 256
"""Bytes of the longest piece that is merged: a longer one counts one token a byte."""

_LONGEST_KEPT, _KEPT_PIECES = 32, 1 << 15
_KEPT_CHARACTERS = 1 << 16


class _PieceTokens(dict[str, int]):
    """An upper bound of the tokens of each piece, computed once."""

    def __init__(self, table: Mapping[str, list[str]]) -> None:
        super().__init__()
        self.ranks = {_tabled_bytes(token): rank for rank, token in enumerate(table["merges"])}
        self.words = frozenset(table["words"])

    def __missing__(self, piece: str) -> int:
        if piece in self.words:
            found = 1
        elif piece[0] in SIGNS_BEFORE_WORDS and piece[1:] in self.words:
            found = 2
        else:
            found = self._merged(piece if piece.isascii() else _as_bytes(piece))
        if len(piece) <= _LONGEST_KEPT:
            if len(self) >= _KEPT_PIECES:
                self.clear()
            self[piece] = found
        return found

    def _merged(self, parts_of: str) -> int:
        """Return the number of tokens after the tabled merges, lowest rank first."""
        if len(parts_of) > _LONGEST_MERGED:
            return len(parts_of)
        rank, none = self.ranks.get, len(self.ranks)
        parts = list(parts_of)
        ranks = [rank(left + right, none) for left, right in pairwise(parts)]
        while ranks and (lowest := min(ranks)) < none:
            place = ranks.index(lowest)
            parts[place : place + 2] = [parts[place] + parts[place + 1]]
            del ranks[place]
            if place:
                ranks[place - 1] = rank(parts[place - 1] + parts[place], none)
            if place < len(ranks):
                ranks[place] = rank(parts[place] + parts[place + 1], none)
        return len(parts)


class _Kinds(dict[int, str]):
    """The stand-in of a character above ASCII, by its code point; for ``str.translate``."""

    def __init__(self, runs: str) -> None:
        super().__init__()
        found = [(kind, int(length or 1)) for kind, length in re.findall(r"(\D)(\d*)", runs)]
        self.kinds = [*(_KINDS[kind] for kind, _ in found), _KINDS["-"]]
        self.starts = list(accumulate((length for _, length in found), initial=128))

    def __missing__(self, code: int) -> str:
        kind = self.kinds[bisect_right(self.starts, code) - 1]
        if len(self) < _KEPT_CHARACTERS:
            self[code] = kind
        return kind


def _as_bytes(text: str) -> str:
    """Return the bytes in UTF-8, each as the character of that number."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


def _tabled_bytes(token: str) -> str:
    """The same for the table, where bytes of incomplete characters stand as lone surrogates."""
    return token if token.isascii() else token.encode("utf-8", "surrogateescape").decode("latin-1")


@cache
def _token_tables() -> tuple[_PieceTokens, _Kinds]:
    from pkgutil import get_data  # slow to import, and only needed to count tokens

    table = json.loads(cast("bytes", get_data("uidiff", "data/tokens.json")))
    return _PieceTokens(table), _Kinds(table["kinds"])


def token_pieces(text: str) -> list[str]:
    """Return the pieces into which o200k_base cuts a text."""
    if text.isascii():
        return _token_piece().findall(text)
    kinds = _token_tables()[1]
    pieces = _token_piece().findall(re.sub(_ABOVE_ASCII, lambda found: found[0].translate(kinds), text))
    ends = accumulate(map(len, pieces))
    return [piece if piece.isascii() else text[end - len(piece) : end] for piece, end in zip(pieces, ends, strict=True)]


def estimate_tokens(text: str) -> int:
    """Estimate how many tokens a language model counts in a text, rather too high, without a tokenizer.

    **It is never below the count of the encoding o200k_base**, by construction: it cuts a text into the same pieces,
    and merges the bytes of a piece as that encoding does, but by its commonest 16,000 merges only. The real tokenizer
    takes the same steps and then goes on, and each further step makes one token of two. A table of longer words that
    are one token keeps the estimate near. (The kinds of characters, by which pieces are cut, are those of Unicode
    14.)

    Measured: 1.00 to 1.2 times the count for the texts of the corpus in the formats made of lines, half of them below
    1.03; 1.03 to 1.3 for JSON; 1.1 to 1.3 for English texts that the table was not made from; 1.4 to 1.8 for German,
    Russian, Chinese, Japanese, Korean, Arabic, Hindi and Thai.

    The time is linear. The estimate of a text is the sum of the estimates of its lines, ends included, if none is
    blank and none begins with a slash; cut elsewhere, the parts may be one or two tokens less than the whole.
    """
    return sum(map(_token_tables()[0].__getitem__, token_pieces(text)))


_JOINED = re.compile(r"\n *(?![!-.0-~])")
"""A line feed at which a piece may go on: before a blank line, a slash, or what may be white space."""


class LineTokens:
    """Counts as :func:`estimate_tokens`, faster in texts that share lines with the text that was counted before."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        """Return the estimate of a text, which is the sum of its lines' unless pieces go on from line to line."""
        if "\r" in text or _JOINED.search(text):
            return estimate_tokens(text)
        before, self._known = self._known, {}
        total = 0
        for line in _lines(text):
            count = before.get(line)
            if count is None:
                count = estimate_tokens(line)
            self._known[line] = count
            total += count
        return total


def _lines(text: str) -> list[str]:
    """Cut a text at its line feeds alone."""
    *lines, last = text.split("\n")
    return [*(f"{line}\n" for line in lines), last]
