"""Damages samples at random, so that each importer is asked about texts that no tool wrote."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

__all__ = ["LINES", "mutated"]

LINES = 40
"""Lines of a part of a sample that is damaged, where it is not the whole: small, so that many can be tried."""

_DAMAGES_OF_ONE = (1, 1, 1, 2, 4)
"""Mostly one: a text that is damaged more is refused at its first line, and nothing behind it is tried."""

_HOSTILE = (
    *("\0", "\r", "\r\n", "\n", "\n\n", "\t", "  ", "\u2028", "\x1b[31m", "\ufeff", "\ud800", "é", "👩‍👩‍👧", "\u202e"),
    *('"', "'", "\\", "\\u", "\\ud800", "\\x4", "[", "]", "{", "}", "(", ")", "<", ">", ":", ": ", "- ", "#", "`", "="),
    *("```", "```yaml\n", "### Snapshot\n", "### Page\n", "## Latest page snapshot\n", "- text: ", "- /url: ", "uid="),
    *("[ref=e1]", "[box=1,2,3,4]", "[box=9e9,0,0,0]", "[level=99999999999]", "[checked=maybe]", "[aria-hidden]"),
    *("<changed> ", "- ref=e2 [unchanged]", "- webmcp tools (page-provided, untrusted):\n", "[cursor=pointer]"),
    *("null", "true", "NaN", "Infinity", "-0", "1e999", "9" * 400, "9" * 5000, '{"role":', '"children":[', "[" * 500),
    *("a" * 3000, '"' + "\\" * 1000, "  " * 900 + "- list:\n", "- list:\n" * 50),
)


_VALUE = re.compile(r'[\[:,]\s*("(?:[^"\\]|\\.)*"|-?[0-9][0-9.e+-]*|true|false|null)(?=\s*[,\]}])')
"""A value of JSON that holds no other, with what is in front of it."""

_VALUES = ("null", "true", "0", "-1", "1e400", "2147483648", '""', '"true"', "[]", "{}", '"\\ud800"', '"12"')


def mutated(random: Random, texts: Sequence[str]) -> str:
    """Return one of the texts or a part of it, with one to four damages; pieces of the others are put into it."""
    lines = random.choice(texts).split("\n")
    start = random.choice((0, 0, random.randrange(len(lines))))
    text = "\n".join(lines[start : random.choice((start + LINES, len(lines)))])
    for _ in range(random.choice(_DAMAGES_OF_ONE)):
        text = random.choice(_DAMAGES)(random, text, texts)
    return text


def _span(random: Random, text: str) -> tuple[int, int]:
    start = random.randint(0, len(text))
    return start, min(len(text), start + random.choice((0, 1, 1, 2, 5, 20, 200)))


def _without(random: Random, text: str, _: Sequence[str]) -> str:
    start, end = _span(random, text)
    return text[:start] + text[end:]


def _with_hostile(random: Random, text: str, _: Sequence[str]) -> str:
    start, end = _span(random, text)
    return text[:start] + random.choice(_HOSTILE) + text[random.choice((start, end)) :]


def _with_another(random: Random, text: str, texts: Sequence[str]) -> str:
    other = random.choice(texts)
    start, end = _span(random, other)
    place = random.randint(0, len(text))
    return text[:place] + other[start:end] + text[place:]


def _repeated(random: Random, text: str, _: Sequence[str]) -> str:
    start, end = _span(random, text)
    return text[:end] + text[start:end] * random.randint(1, 3) + text[end:]


def _with_another_value(random: Random, text: str, texts: Sequence[str]) -> str:
    """Put a value of JSON in the place of another: what is still JSON is read further than its first error."""
    other = random.choice(texts)
    old = _VALUE.search(text, random.randint(0, len(text)))
    new = _VALUE.search(other, random.randint(0, len(other)))
    if old is None or new is None:
        return text
    return f"{text[: old.start(1)]}{new[1] if random.randrange(2) else random.choice(_VALUES)}{text[old.end(1) :]}"


def _cut(random: Random, text: str, _: Sequence[str]) -> str:
    return text[: random.randint(0, len(text))]


def _changed(random: Random, text: str, _: Sequence[str]) -> str:
    place = random.randint(0, len(text))
    return text[:place] + chr(random.choice((random.randrange(128), random.randrange(0xD800)))) + text[place + 1 :]


def _with_other_lines(random: Random, text: str, _: Sequence[str]) -> str:
    """Swap two lines, or move one in or out."""
    lines = text.split("\n")
    first, second = random.randrange(len(lines)), random.randrange(len(lines))
    if random.randrange(2):
        lines[first], lines[second] = lines[second], lines[first]
    else:
        lines[first] = random.choice((" " + lines[first], "  " + lines[first], lines[first].removeprefix("  ")))
    return "\n".join(lines)


_DAMAGES: Sequence[Callable[[Random, str, Sequence[str]], str]] = (
    _without,
    _with_hostile,
    _with_hostile,
    _with_another,
    _with_another_value,
    _with_another_value,
    _repeated,
    _cut,
    _changed,
    _with_other_lines,
)
