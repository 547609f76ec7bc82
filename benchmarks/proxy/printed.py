"""What a reader of uidiff's texts knows: the elements that they named, each with the ref to act on it by.

Written from docs/concepts/agent-format.md, as a model would read: the whole tree, then lines that came (``+``), went
(``-``) and changed (``~``), and ``~ refs: e14 is now e52``.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator

import attrs

from benchmarks.proxy.refs import Known, Refs

__all__ = ["PrintedRefs"]

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|->|[:>,=\[\]]|[^\s",:>=\[\]]+')
_ROLE = re.compile(r"[\w:-]+")
_REF = re.compile(r"(?:f\d+)?e\d+|\d+_\d+|#\d+")
_RENEWED = re.compile(r"(\w+)(?:-(\w+))? (?:is|are) now (\w+)(?:-(\w+))?(?:, |$)")
_NUMBERED = re.compile(r"(.*?)(\d+)$")
_PLACE = re.compile(r'(?:after|first in|in|at) (?:[^":]|"(?:[^"\\]|\\.)*"|:(?! ))*: ')
_LEFT = re.compile(r"; left: .*")
_GROUP = re.compile(r"(?:all \d+|\d+ of \d+) \w+ in .*?: ")
_ENDS, _OPENS = frozenset({",", "=", "->", "]"}), ":"
_BEHIND = frozenset({"after", "at", "first", "in"})
_SIGNED = re.compile(r"(\+\?|-\?|[+~>-]|shown|behind|hidden:|still hidden:|shown:) ")
_CAME = ("+", "+?", "~", "shown")
_SEEN_THEN = ("# full", "# diff", "# No change")
_SECTION = "### "


class PrintedRefs(Refs):
    """The elements by their refs, as the texts of uidiff so far have told them."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[list[str]] = []

    def read(self, text: str) -> bool:
        """Take in a result; whether a text of uidiff was in it."""
        lines = text.split("\n")
        start = next((i for i, line in enumerate(lines) if line.startswith(_SEEN_THEN)), None)
        if start is None:
            return False
        end = next((i for i in range(start, len(lines)) if lines[i].startswith(_SECTION)), len(lines))
        if lines[start].startswith("# full"):
            self.known = {}
            self._learn(lines[start + 1 : end])
        else:
            for block in _blocks(lines[start + 1 : end]):
                self._change(block)
        return True

    # ------------------------------------------------------------------------- lines

    def _change(self, block: list[str]) -> None:
        sign = _SIGNED.match(block[0])
        if sign is None:
            return
        rest = block[0][sign.end() :]
        if sign[1] == "~" and rest.startswith("refs: "):
            self._renew(rest.removeprefix("refs: "))
        elif sign[1] == "~":
            self._learn([rest], calling=True)
        elif sign[1] == "-":
            words = _WORD.findall(_GROUP.sub("", _LEFT.sub("", rest)))
            called = itertools.takewhile(lambda word: word not in _BEHIND, words)
            gone = {word for word in called if _REF.fullmatch(word)}
            self.known = {ref: one for ref, one in self.known.items() if ref not in gone and not one.inside & gone}
        elif sign[1] in _CAME:
            place = _PLACE.match(rest)
            around = self._around(place[0].removesuffix(": ")) if place else []
            self._learn([rest[place.end() if place else 0 :], *block[1:]], outer=around)

    def _around(self, place: str) -> list[str]:
        """The lines around a place: those up to the element behind which it is, as they were printed last."""
        words = place.removeprefix("after ")
        if words == place:
            return [place]
        found = next((one for one in reversed(self.lines) if words in one[0]), [place])
        end = found[0].index(words) + len(words)
        return [text[: max(text.find(found[0]), 0) + end] for text in found]

    def _renew(self, words: str) -> None:
        """Rename what the tool has given other refs: ranges are in step."""
        renamed = dict(_renamed(words))
        self.known = {
            renamed.get(ref, ref): attrs.evolve(one, inside=frozenset(renamed.get(each, each) for each in one.inside))
            for ref, one in self.known.items()
        }

    def _learn(self, lines: list[str], *, outer: list[str] | None = None, calling: bool = False) -> None:
        """Take in lines; those that only call elements by a label do not name again what is known."""
        depths = [len(line) - len(line.lstrip(" ")) for line in lines]
        around: list[tuple[int, list[str], frozenset[str]]] = []  # the depth of each open line, its lines, its refs
        for place, line in enumerate(lines):
            below = next((i for i in range(place + 1, len(lines)) if depths[i] <= depths[place]), len(lines))
            around = [one for one in around if one[0] < depths[place]]
            texts = ["\n".join(lines[place:below]), *(texts[0] for _, texts, _ in reversed(around)), *(outer or [])]
            self.lines.append(texts)
            inside = around[-1][2] if around else frozenset[str]()
            named = list(_named(line.strip()))
            for ref, role, words, within in named:
                old = self.known.get(ref)
                label = _new_label(words, old.label if old else "")
                if old is None or not calling:
                    self.known.pop(ref, None)
                    self.known[ref] = Known(role, label, ref, texts, inside | within)
                elif len(words) > 1:
                    self.known[ref] = attrs.evolve(old, label=label)
            opened = {ref for ref, *_ in named} if line.endswith(":") else set[str]()
            around.append((depths[place], texts, inside | _last(line, opened)))


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    """Yield each line of a diff with those that are indented below it."""
    block: list[str] = []
    for line in lines:
        if not line.startswith(" ") and block:
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _last(line: str, refs: set[str]) -> frozenset[str]:
    """The refs of the chain that a line ends with and opens: what stands below is in all of them."""
    chain = line.rsplit(", ", 1)[-1]
    return frozenset(word for word in _WORD.findall(chain) if word in refs)


def _named(line: str) -> Iterator[tuple[str, str, list[str], frozenset[str]]]:
    """Yield ref, role, label (a change: the old and the new one) of each element on a line, and the refs it is in."""
    words = _WORD.findall(line)
    role, last, opened, chain = "", "", frozenset[str](), frozenset[str]()
    for i, word in enumerate(words):
        match word:
            case ":" if last:
                opened |= {last}
            case ">" if last:
                chain |= {last}
            case ",":
                chain, last = frozenset(), ""
        if not _REF.fullmatch(word):
            continue
        if i and _ROLE.fullmatch(words[i - 1]) and not _REF.fullmatch(words[i - 1]):
            role = words[i - 1]
        last = word
        yield word, role, _label(words[i + 1 :]), opened | chain


def _label(following: list[str]) -> list[str]:
    """The label behind a ref, as JSON strings: one, an old and a new one, or none; else the first text in it."""
    match following:
        case [old, "->", new, *_] if old.startswith('"') or old == "none":
            return [old, new]
        case ["now", name, *_] if name.startswith('"'):
            return ["none", name]
    for word, after in itertools.pairwise([*following, ""]):
        if word.startswith('"'):
            return [word]
        if word in _ENDS or word.startswith("(") or (word == _OPENS and not after.startswith('"')):
            break
    return []


def _new_label(words: list[str], known: str) -> str:
    texts = ["" if word == "none" else json.loads(word) if word.startswith('"') else word for word in words]
    if len(texts) < 2:
        return texts[0] if texts else known
    old, new = (text.strip("…") for text in texts)
    cut = texts[0] != old or texts[1] != new
    return known.replace(old, new, 1) if cut and old else new


def _renamed(words: str) -> Iterator[tuple[str, str]]:
    for first, last, now, _ in _RENEWED.findall(words):
        old, new = _NUMBERED.fullmatch(first), _NUMBERED.fullmatch(now)
        end = _NUMBERED.fullmatch(last) if last else old
        assert old is not None
        assert new is not None
        assert end is not None
        for step in range(int(end[2]) - int(old[2]) + 1):
            yield f"{old[1]}{int(old[2]) + step}", f"{new[1]}{int(new[2]) + step}"
