"""The ``agent`` text read back, by the grammar of docs/concepts/agent-format.md and not by the renderer.

Strict: a line that the grammar does not have raises :class:`Unparsed`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmarks.honesty import diff_lines
from benchmarks.honesty.phrases import called
from benchmarks.honesty.roles import FRAMES, TAKEN
from benchmarks.honesty.syntax import ROLE, Item, Kept, Scanner, Text, Unparsed, Word

__all__ = ["item_line", "parse"]

_FULL = re.compile(r"# full: (\d+)(?: of (\d+))? elements?")
_NONE = re.compile(r"# No change\.(?: \d+ changes? outside the filter\.)?$")
_OUTSIDE = re.compile(r"\. (\d+) changes? outside the filter\.$")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_COUNTS = re.compile(r"(?:(?<=: )|(?<= ))((?:\d+ [a-z ]+, )*\d+ unchanged)\.?$")
_UNREAD = re.compile(r", not read below (\d+) of them")
_ROLE = re.compile(ROLE)
_REF = re.compile(r"e(\d+)(?=[ =:,\]]|$)")
_SPACED_REF = re.compile(r" e(\d+)(?=[ =:,\]]|$)")
_WORD = re.compile(r" ([a-z][a-z0-9_-]*)(=?)")
_PLAIN_VALUE = re.compile(r"[A-Za-z0-9.+-]+")
_INDENT = re.compile(r" {64}\[(\d+)\] | *")
_LEFT = re.compile(r"… (\d+) more(?: \((.*)\))?")
_LEFT_KIND = re.compile(r"(\d+) ([a-z ]+)")
_BOUNDS = re.compile(r" @(-?\d+),(-?\d+),(-?\d+),(-?\d+)(?=[ =:,\]]|$)")


def parse(text: str) -> Text:
    """A text in its parts."""
    head, *lines = text.split("\n")
    left = _left_out(lines.pop()) if lines and lines[-1].startswith("… ") else {}
    scanner = Scanner(head)
    nothing, beyond = _NONE.match(head), _OUTSIDE.search(head)
    outside = int(beyond[1]) if beyond else 0
    if nothing:
        if lines:
            raise Unparsed("lines below a head that says that nothing changed")
        return Text("none", head, outside=outside)
    if head.startswith("# diff: "):
        found = Text("diff", head, outside=outside, counts=_counts(_OUTSIDE.sub("", head)))
        found.lines = diff_lines.parse(lines)
        found.left = left
        return found
    counts = scanner.need(_FULL, "a head")
    of = int(counts[2]) if counts[2] else None
    found = Text("full", head, count=int(counts[1]), of=of, outside=outside, left=left)
    if scanner.takes(" of "):
        found.title = scanner.string()
    if scanner.takes(" at "):
        found.url = scanner.string()
    unread = scanner.match(_UNREAD)
    found.unread = int(unread[1]) if unread else 0
    _sentences(scanner)
    found.items = nested([indented(line) for line in lines])
    return found


def _sentences(scanner: Scanner) -> None:
    """What happened, in sentences, and at the very end how many changes a selection leaves out."""
    rest = _QUOTED.sub("", _OUTSIDE.sub(".", scanner.text[scanner.at :]))
    if rest and (not rest.startswith(".") or not rest.endswith((".", "…")) or "outside the filter" in rest):
        scanner.fail("no sentences")


def _counts(head: str) -> dict[str, int]:
    """What the end of the head says that the lines tell, and how many elements are unchanged."""
    found = _COUNTS.search(head)
    if found is None:
        raise Unparsed(f"no counts: {head[-120:]!r}")
    kinds = [part.partition(" ") for part in found[1].split(", ")]
    return {kind: int(count) for count, _, kind in kinds}


def _left_out(line: str) -> dict[str, int]:
    """What the last line says that a budget left out, by kind; "" where it does not say of what kind."""
    found = _LEFT.fullmatch(line)
    if found is None:
        raise Unparsed(f"no count of what is left out: {line[:120]!r}")
    if found[2] is None:
        return {"": int(found[1])}
    kinds = [_LEFT_KIND.fullmatch(part) for part in found[2].split(", ")]
    counts = {kind[2]: int(kind[1]) for kind in kinds if kind is not None}
    if len(counts) != len(kinds) or sum(counts.values()) != int(found[1]):
        raise Unparsed(f"counts that are none, or not the sum: {line[:120]!r}")
    return counts


def indented(line: str) -> tuple[int, str]:
    """The level of a line, and the line without its indent; deeper than 64 levels, the number is written."""
    found = _INDENT.match(line)
    assert found is not None
    return int(found[1] or found.end()), line[found.end() :]


def nested(lines: Sequence[tuple[int, str]]) -> list[Item | Kept]:
    """The items of lines, each as (its level, what it says)."""
    tops: list[Item | Kept] = []
    levels: list[list[Item | Kept]] = [tops]
    for depth, line in lines:
        if depth >= len(levels):
            raise Unparsed(f"indented too deep: {line[:120]!r}")
        items, opened = item_line(Scanner(line))
        del levels[depth + 1 :]
        levels[depth] += items
        if opened is not None:
            levels.append(opened.children)
    return tops


def item_line(scanner: Scanner) -> tuple[list[Item | Kept], Item | None]:
    """The items of one line, and the one below which the next lines stand, if it says so."""
    if scanner.takes("(kept "):
        return [_kept(scanner)], None
    top, last = _chain(scanner, "", "")
    if scanner.takes(":"):
        if scanner.done:
            return [top], last
        scanner.needs(" ")
        if scanner.takes("(kept "):
            last.children.append(_kept(scanner))
            return [top], None
        last.children += _run(scanner, last.role)
        scanner.end()
        return [top], None
    items: list[Item | Kept] = [top, *_more(scanner, "", top)]
    scanner.end()
    return items, None


def _kept(scanner: Scanner) -> Kept:
    mention = Kept(called(scanner))
    scanner.needs(")")
    scanner.end()
    return mention


def _run(scanner: Scanner, within: str) -> list[Item]:
    first = _piece(scanner, "", within)
    return [first, *_more(scanner, within, first)]


def _more(scanner: Scanner, within: str, last: Item) -> list[Item]:
    found = []
    while scanner.takes(","):
        if _ends_in_a_frame(last):
            scanner.fail("something on the line of a document or frame that is not in it")
        spaced = scanner.takes(" ")
        if not spaced and not (scanner.text[scanner.at - 2] == '"' == scanner.text[scanner.at : scanner.at + 1]):
            scanner.fail("a comma without a space, not between two quotes")
        last = _piece(scanner, last.role, within)
        found.append(last)
    return found


def _ends_in_a_frame(item: Item) -> bool:
    """Whether the last thing that was read is in a document or frame."""
    while item.children and not item.brackets:
        if item.role in FRAMES:
            return True
        last = item.children[-1]
        if not isinstance(last, Item):
            return False
        item = last
    return False


def _piece(scanner: Scanner, like: str, within: str) -> Item:
    if not scanner.takes("["):
        return _chain(scanner, like, within)[0]
    first = _piece(scanner, "", "")
    if scanner.takes(": "):
        first.brackets = True
        first.children += _run(scanner, "")
        scanner.needs("]")
        return first
    cell = Item(brackets=True, within=within)
    cell.children += [first, *_more(scanner, "", first)]
    scanner.needs("]")
    return cell


def _chain(scanner: Scanner, like: str, within: str) -> tuple[Item, Item]:
    top = last = _item(scanner, like, within)
    while scanner.takes(" > "):
        below = _item(scanner, "", "")
        last.children.append(below)
        last = below
    return top, last


def _item(scanner: Scanner, like: str, within: str) -> Item:
    if scanner.sees('"'):
        return Item(name=scanner.string(), within=within)
    found = Item(within=within)
    ref = scanner.match(_REF) if like else None
    if ref is None:
        if scanner.match(_REF):
            scanner.fail("a ref without a role, and none was said before")
        found.role = scanner.need(_ROLE, "a role")[0]
        if TAKEN.fullmatch(found.role):
            scanner.fail(f"{found.role} is no role")
        ref = scanner.match(_SPACED_REF)
    else:
        found.role = like
    found.ref = None if ref is None else int(ref[1])
    if scanner.sees(' "'):
        scanner.needs(" ")
        found.name = scanner.string()
    if scanner.takes("="):
        found.value = scanner.string()
    if scanner.takes(' ("'):
        scanner.at -= 1
        found.description = scanner.string()
        scanner.needs(")")
    found.words = _words(scanner)
    box = scanner.match(_BOUNDS)
    if box is not None:
        found.bounds = tuple(map(int, box.groups()))
    return found


def _words(scanner: Scanner) -> tuple[Word, ...]:
    words: list[Word] = []
    while True:
        found = scanner.match(_WORD)
        if found is None:
            return tuple(words)
        value: object = None
        if found[2]:
            value = scanner.string() if scanner.sees('"') else scanner.need(_PLAIN_VALUE, "a value")[0]
        words.append(Word(found[1], value=value))
