"""The lines of a diff that tell of changes: ``~``."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from benchmarks.honesty.phrases import called, group, is_group, is_place, place, where
from benchmarks.honesty.syntax import (
    ROLE,
    Called,
    ChangedLine,
    Circumstance,
    Line,
    NowLine,
    Pairs,
    Scanner,
    Shifted,
    Word,
)

__all__ = ["parse"]

_CIRCUMSTANCE = re.compile(r"(title|url|document-id) (?=none|\")|url (?=changed)")
_NOW = re.compile(rf'({ROLE})(?: e(\d+))? now(?= ?=?"| \(")')
_VISIBILITY = re.compile(r"onscreen|offscreen|enabled|disabled")
_SHIFTED = re.compile(r"(\d+) elements shifted")
_BY = re.compile(r"(\d+) (?:by (-?\d+),(-?\d+)(?: and (-?\d+),(-?\d+) in size)?|otherwise)")
_WORD_WITH_PAIR = re.compile(r"([a-z][a-z0-9_-]*) (?=none -|true -|false -|-?[0-9]|\(|\")")
_PLAIN_WORD = re.compile(r"(?:not |still (?=disabled|enabled|offscreen|selected|expanded|collapsed))?[a-z][a-z0-9_-]*")
_ROLE_CHANGE = re.compile(rf"role ({ROLE}) -> ({ROLE})")
_ATOM = re.compile(r"none|true|false|-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?")
_CALLED_WITHOUT_LABEL = re.compile(rf"{ROLE}(?: e\d+(?![A-Za-z0-9-]))?")
_REF = re.compile(r"e(\d+)(?![A-Za-z0-9-])")


def parse(scanner: Scanner, number: int) -> Line:
    """A line, behind its sign."""
    circumstance = scanner.match(_CIRCUMSTANCE)
    if circumstance is not None:
        if scanner.takes("changed (hidden part)"):
            scanner.end()
            return Circumstance(number=number, text=scanner.text, name="url", pairs=())
        pairs = _pairs(scanner)
        scanner.end()
        return Circumstance(number=number, text=scanner.text, name=circumstance[1].removesuffix("-id"), pairs=pairs)
    shifted = scanner.match(_SHIFTED)
    if shifted is not None:
        by = tuple(_shifts(scanner))
        scanner.end()
        return Shifted(number=number, text=scanner.text, count=int(shifted[1]), by=by)
    now = scanner.match(_NOW)
    if now is not None:
        mention = Called(role=now[1], ref=None if now[2] is None else int(now[2]))
        return _now(scanner, NowLine(number=number, text=scanner.text, called=mention))
    if scanner.sees("all in ") or is_group(scanner):
        return _of_many(scanner, ChangedLine(number=number, text=scanner.text))
    return _of_some(scanner, ChangedLine(number=number, text=scanner.text))


def _of_many(scanner: Scanner, line: ChangedLine) -> ChangedLine:
    """A change of all in an element, or of a group."""
    if scanner.takes("all in "):
        line = attrs.evolve(line, all_in=where(scanner))
        scanner.needs(": ")
        word = Word(scanner.need(_VISIBILITY, "onscreen, offscreen, enabled or disabled")[0])
        line = attrs.evolve(line, words=(word,))
    else:
        line = attrs.evolve(line, group=group(scanner))
        scanner.needs(": ")
        line = attrs.evolve(line, words=_words(scanner))
    scanner.end()
    return line


def _now(scanner: Scanner, line: NowLine) -> NowLine:
    """What is printed of an element only now."""
    start = scanner.at
    if scanner.sees(' "'):
        scanner.needs(" ")
        line = attrs.evolve(line, name=scanner.string())
    if scanner.takes("=") or scanner.takes(" ="):
        line = attrs.evolve(line, value=scanner.string())
    if scanner.takes(' ("'):
        scanner.at -= 1
        line = attrs.evolve(line, description=scanner.string())
        scanner.needs(")")
    if scanner.at == start:
        scanner.fail("nothing is said to be there now")
    if not scanner.done:
        line = attrs.evolve(line, place=place(scanner, " "))
    scanner.end()
    return line


def _shifts(scanner: Scanner) -> Iterator[tuple[int, tuple[int, ...] | None]]:
    between = ": "
    while not scanner.done:
        scanner.needs(between)
        by = scanner.need(_BY, "how many shifted by how much")
        yield int(by[1]), None if by[2] is None else tuple(int(part or 0) for part in by.groups()[1:])
        between = ", "


# -------------------------------------------------------------------- of what


def _of_some(scanner: Scanner, line: ChangedLine) -> ChangedLine:
    """A change of one element, or of several that are called."""
    if scanner.takes("in "):
        line = attrs.evolve(line, about="in", subjects=(_folder(scanner),))
        scanner.needs(": ")
        return _claims(scanner, line)
    if scanner.sees("none -> ") or (scanner.sees('"') and _is_pair(scanner)):  # a text that has changed, or several
        return _of_texts(scanner, line)
    subject = _subject(scanner)
    if scanner.sees(' "') or scanner.sees(' none -> "'):  # a name that has changed, or several
        scanner.needs(" ")
        return _of_texts(scanner, attrs.evolve(line, subjects=(subject,)))
    subjects = [subject]
    while scanner.takes(", "):
        subjects.append(_also_called(scanner, subject.role))
    line = attrs.evolve(line, subjects=tuple(subjects))
    if len(subjects) > 1:
        scanner.needs(": ")
        line = attrs.evolve(line, words=_words(scanner))
        scanner.end()
        return line
    if scanner.takes(": "):
        return _claims(scanner, attrs.evolve(line, about="of"))
    scanner.takes(" ")
    return _claims(scanner, line)


def _of_texts(scanner: Scanner, line: ChangedLine) -> ChangedLine:
    """``"a" -> "b", "c" -> "d" at 1-2 in e5``; else it is one of which more may have changed."""
    texts = [_pairs(scanner)]
    while scanner.sees(', "') or scanner.sees(', none -> "'):
        scanner.needs(", ")
        texts.append(_pairs(scanner))
    if len(texts) == 1:
        return _claims(scanner, attrs.evolve(line, name=texts[0]))
    at = None if scanner.done else place(scanner, " ")
    scanner.end()
    return attrs.evolve(line, texts=tuple(texts), place=at)


def _is_pair(scanner: Scanner) -> bool:
    """Whether ``"old" -> "new"`` comes next."""
    ahead = Scanner(scanner.text, scanner.at)
    ahead.string()
    return ahead.sees(" -> ")


def _subject(scanner: Scanner) -> Called:
    """What a line is about; a name that has changed is left to be read."""
    ahead = Scanner(scanner.text, scanner.at)
    found = called(ahead)
    if found.count == 1 and found.role and found.label is not None and ahead.sees(" -> "):
        ahead = Scanner(scanner.text, scanner.at)
        found = attrs.evolve(found, label=None)
        ahead.need(_CALLED_WITHOUT_LABEL, "a role")
    scanner.at = ahead.at
    return found


def _folder(scanner: Scanner) -> Called:
    ref = scanner.match(_REF)
    return called(scanner) if ref is None else Called(ref=int(ref[1]))


def _also_called(scanner: Scanner, role: str) -> Called:
    ref = scanner.match(_REF)
    if ref is None:
        return Called(role, label=scanner.string())
    label = scanner.string() if scanner.sees(' "') and scanner.takes(" ") else None
    return Called(role, int(ref[1]), label)


# --------------------------------------------------------------- what changed


def _claims(scanner: Scanner, line: ChangedLine) -> ChangedLine:
    """The rest of a line about one element."""
    empty = line
    if not line.name and (scanner.sees('"') or scanner.sees('none -> "')):
        line = attrs.evolve(line, name=_pairs(scanner))
    if scanner.takes("=") or scanner.takes(" ="):
        start = scanner.at
        first = _atom(scanner)
        if scanner.sees(" -> "):
            scanner.at = start
            line = attrs.evolve(line, value=_pairs(scanner))
        else:
            line = attrs.evolve(line, new_value=(first,))
    scanner.takes(" ")
    if not scanner.done and not scanner.sees('under "') and not is_place(scanner):
        line = attrs.evolve(line, words=_words(scanner))
        scanner.takes(" ")
    if scanner.takes("under "):
        line = attrs.evolve(line, column=scanner.string())
        scanner.takes(" ")
    if not line.name and line == empty:
        scanner.fail("nothing is said to have changed")
    if not scanner.done:
        line = attrs.evolve(line, place=place(scanner))
    scanner.end()
    return line


def _words(scanner: Scanner) -> tuple[Word, ...]:
    words = [_word(scanner)]
    while scanner.takes(", "):
        words.append(_word(scanner))
    return tuple(words)


def _word(scanner: Scanner) -> Word:
    if scanner.takes("url changed (hidden part)"):
        return Word("url")
    if scanner.takes("icon changed"):
        return Word("icon")
    if scanner.takes("value changed (hidden)"):
        return Word("value")
    role = scanner.match(_ROLE_CHANGE)
    if role is not None:
        return Word("role", ((role[1], role[2]),))
    found = scanner.match(_WORD_WITH_PAIR)
    if found is not None:
        return Word(found[1], _pairs(scanner))
    return Word(scanner.need(_PLAIN_WORD, "a word")[0])


def _pairs(scanner: Scanner) -> Pairs:
    found = [_pair(scanner)]
    while scanner.takes("; "):
        found.append(_pair(scanner))
    return tuple(found)


def _pair(scanner: Scanner) -> tuple[object, object]:
    old = _atom(scanner)
    scanner.needs(" -> ")
    return old, _atom(scanner)


def _atom(scanner: Scanner) -> object:
    """A value: a text, a number, true, false, none, or several in parentheses."""
    if scanner.sees('"'):
        return scanner.string()
    if scanner.takes("("):
        parts = []
        while not scanner.takes(")"):
            parts.append(_atom(scanner))
            scanner.takes(",")
        return tuple(parts)
    word = scanner.need(_ATOM, "a value")[0]
    known: dict[str, object] = {"none": None, "true": True, "false": False}
    if word in known:
        return known[word]
    return float(word) if any(sign in word for sign in ".e") else int(word)
