"""The lines of a diff, by their signs."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from benchmarks.honesty import change_lines, parser
from benchmarks.honesty.phrases import called, group, is_group, is_place, place, where
from benchmarks.honesty.syntax import (
    ROLE,
    Ascending,
    Called,
    Came,
    Covered,
    Line,
    Listed,
    MovedLine,
    Order,
    ReorderedLine,
    Scanner,
    SortedBy,
    Unparsed,
    Went,
)

__all__ = ["parse"]

_INSIDE = re.compile(r" \(\+(\d+) inside\)")
_COUNTED = re.compile(r": (\d+) elements?")
_DIRECTION = re.compile(r", (ascending|descending)")
_MORE = re.compile(r" and (\d+) more")
_REORDERED = re.compile(rf"(\d+) ({ROLE}) in ")


def parse(lines: Sequence[str]) -> list[Line]:
    """The lines below the head of a diff."""
    found: list[Line] = []
    start = 0
    while start < len(lines):
        end = start + 1
        while end < len(lines) and lines[end].startswith("  "):
            end += 1
        found.append(_line(lines[start], start + 2, lines[start + 1 : end]))
        start = end
    return found


def _line(text: str, number: int, below: Sequence[str]) -> Line:
    found = _hidden_or_shown(text, number, below)
    if found is not None:
        return found
    sign, space, _ = text.partition(" ")
    scanner = Scanner(text, len(sign) + 1)
    if not space or sign not in {"+", "+?", "-", "-?", "~", ">"}:
        raise Unparsed(f"no sign: {text[:120]!r}")
    if sign[0] == "+":
        return _came(scanner, number, below, "added" if sign == "+" else "newly read")
    if below and sign[0] != "+":
        raise Unparsed(f"lines below {text[:120]!r}")
    if sign[0] == "-":
        return _went(scanner, number, "removed" if sign == "-" else "unknown")
    return change_lines.parse(scanner, number) if sign == "~" else _moved(scanner, number)


# ------------------------------------------------------------------- came, went


def _hidden_or_shown(text: str, number: int, below: Sequence[str]) -> Line | None:
    """A line about what lives on out of sight, or is in sight again; None if it is another one."""
    if text.startswith("behind "):
        scanner = Scanner(text, len("behind "))
        mention = called(scanner)
        count = scanner.match(_COUNTED)
        scanner.end()
        if count is None or below:
            raise Unparsed(f"no number of elements: {text[:120]!r}")
        return Covered(number=number, text=text, count=int(count[1]), called=mention)
    counted = re.fullmatch(rf"shown{_COUNTED.pattern}", text)
    if counted is not None:
        return Covered(number=number, text=text, count=int(counted[1]))
    for kind in ("hidden", "still hidden", "shown"):
        if text.startswith(f"{kind}: ") and not below:
            return _went(Scanner(text, len(kind) + 2), number, kind)
    if text.startswith("shown "):
        return _came(Scanner(text, len("shown ")), number, below, "shown")
    return None


def _came(scanner: Scanner, number: int, below: Sequence[str], kind: str) -> Came:
    text = "\n".join([scanner.text, *below])
    found = None
    if is_place(scanner):
        found = place(scanner)
        scanner.needs(": ")
    rest = [(0, scanner.text[scanner.at :]), *(parser.indented(line[1:]) for line in below)]
    return Came(number=number, text=text, kind=kind, place=found, items=parser.nested(rest))


def _went(scanner: Scanner, number: int, kind: str) -> Went:
    if is_group(scanner):
        several = group(scanner)
        inside = scanner.match(_INSIDE)
        scanner.end()
        count = int(inside[1]) if inside else 0
        return Went(number=number, text=scanner.text, kind=kind, group=several, inside=count)
    mentions = [_mention(scanner)]
    while scanner.takes(", "):
        mentions.append(_mention(scanner))
    at = None if scanner.done else place(scanner, " ")
    scanner.end()
    return Went(number=number, text=scanner.text, kind=kind, called=tuple(mentions), place=at)


def _mention(scanner: Scanner) -> Called:
    found = called(scanner)
    inside = scanner.match(_INSIDE)
    kept = None
    if scanner.takes(" (kept "):
        kept = called(scanner)
        scanner.needs(")")
    return attrs.evolve(found, inside=int(inside[1]) if inside else 0, kept=kept)


# ------------------------------------------------------------------------ moved


def _moved(scanner: Scanner, number: int) -> Line:
    reordered = scanner.match(_REORDERED)
    if reordered is not None:
        around = where(scanner)
        scanner.needs(" reordered")
        order = _order(scanner)
        scanner.end()
        count = int(reordered[1])
        plural = reordered[2]
        return ReorderedLine(number=number, text=scanner.text, count=count, plural=plural, where=around, order=order)
    mention = called(scanner)
    scanner.needs(": ")
    source = place(scanner)
    scanner.needs(" -> ")
    target = place(scanner)
    scanner.end()
    return MovedLine(number=number, text=scanner.text, called=mention, source=source, target=target)


def _order(scanner: Scanner) -> Order:
    if scanner.takes(" by "):
        header = scanner.string()
        direction = scanner.need(_DIRECTION, "a direction")
        return SortedBy(header, ascending=direction[1] == "ascending")
    scanner.needs(": ")
    if scanner.takes("reversed"):
        return None
    if scanner.takes("ascending from "):
        first = called(scanner)
        scanner.needs(" to ")
        return Ascending(first, called(scanner))
    scanner.needs("now ")
    mentions = [called(scanner)]
    while scanner.takes(","):
        mentions.append(called(scanner))
    more = scanner.match(_MORE)
    return Listed(tuple(mentions), int(more[1]) if more else 0)
