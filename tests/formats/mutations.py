"""The texts of the corpus, and how they are made wrong in one place, to show that the checker of honesty can fail."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random

import attrs

import uidiff
from benchmarks.honesty.check import read
from benchmarks.honesty.reader import Reader
from benchmarks.recorded import entries
from uidiff import Snapshot, TreeDiff

RECORDINGS = {entry.app: entry.file for entry in sorted(entries(of="first"), key=lambda entry: entry.file)}

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_REF = re.compile(r"\be\d+\b")
_SPACED_REF = re.compile(r" e\d+\b")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?![\w])")
_WORD = re.compile(
    r"(?: |(?<=: ))(?:not |still )?(?:busy|checked|collapsed|disabled|enabled|expanded|focused|invalid|mixed|modal"
    r"|offscreen|onscreen|pressed|required|selected|unchecked|unpressed)(?![\w-])"
)
_PLACE = re.compile(r"(?:after|first in|at \d[\d, -]* in) (?:e\d+)(?!\d)")
_AROUND = re.compile(r"(?<= )in e\d+")

_PIECE = re.compile(r", ?(?:[a-z0-9:-]+(?: e\d+)? ?)?\"\0*\"(?! ?[->=(])| \(\+\d+ inside\)| \(kept [^)]*\)| > [^:>]*")
_OTHER_WORDS = ("disabled", "focused", "required")

Mutation = Callable[[Sequence[str], Random], str | None]


@attrs.frozen(eq=False)
class Step:
    """A text and what it tells of."""

    key: str
    delta: TreeDiff
    before: Reader
    after: Reader
    lines: list[str]
    tree: list[str]


def recorded(app: str) -> list[Snapshot]:
    return list(uidiff.import_recording(RECORDINGS[app], format="corpus"))


def steps_of(app: str) -> Iterator[Step]:
    refs = None
    for number, (old, new) in enumerate(pairwise(recorded(app))):
        delta = uidiff.diff(old, new, refs=refs, ignore=("bounds",))
        refs = delta.refs[1]
        before, after = (read(side, side_refs)[0] for side, side_refs in zip((old, new), delta.refs, strict=True))
        lines, tree = (text.split("\n") for text in (uidiff.render(delta), uidiff.render(new, refs=refs)))
        yield Step(f"{app} {number}", delta, before, after, lines, tree)


def mutated(mutation: Mutation, lines: Sequence[str], seed: str) -> str | None:
    """The text of lines with one mistake, the same for the same seed; None if there is no place for it."""
    text = mutation(lines, Random(seed)) if len(lines) > 1 else None  # noqa: S311  # no secret
    return None if text == "\n".join(lines) else text


def _masked(line: str) -> str:
    """The line with its quoted texts blanked, each as long as it is."""
    return _QUOTED.sub(lambda found: '"' + "\0" * (len(found[0]) - 2) + '"', line)


def _one_of(lines: Sequence[str], random: Random, pattern: re.Pattern[str], new: Callable[[str], str]) -> str | None:
    """One of the places outside quotes where a pattern matches, written again; None if there is none."""
    found = [(at, match) for at, line in enumerate(lines) if at for match in pattern.finditer(_masked(line))]
    if not found:
        return None
    at, match = random.choice(found)
    line = lines[at]
    changed = line[: match.start()] + new(line[match.start() : match.end()]) + line[match.end() :]
    return "\n".join([*lines[:at], changed, *lines[at + 1 :]])


def drop_a_line(lines: Sequence[str], random: Random) -> str | None:
    at = random.randrange(1, len(lines))
    return "\n".join([*lines[:at], *lines[at + 1 :]])


def repeat_a_line(lines: Sequence[str], random: Random) -> str | None:
    at = random.randrange(1, len(lines))
    return "\n".join([*lines[: at + 1], *lines[at:]])


def no_piece(lines: Sequence[str], random: Random) -> str | None:
    """Without one of several things on a line, or without the count of what went with one."""
    return _one_of(lines, random, _PIECE, lambda _: "")


def another_ref(lines: Sequence[str], random: Random) -> str | None:
    return _one_of(lines, random, _REF, lambda ref: f"e{int(ref[1:]) + random.choice((1, 2, 100))}")


def no_ref(lines: Sequence[str], random: Random) -> str | None:
    return _one_of(lines, random, _SPACED_REF, lambda _: "")


def another_number(lines: Sequence[str], random: Random) -> str | None:
    return _one_of(lines, random, _NUMBER, lambda number: str(int(number) + random.choice((1, 2, 10))))


def another_text(lines: Sequence[str], random: Random) -> str | None:
    def changed(text: str) -> str:
        return f'"x{text[1:]}' if random.random() < 0.5 or len(text) < 4 else f'{text[:-2]}x"'

    return _one_of(lines, random, _QUOTED, changed)


def no_word(lines: Sequence[str], random: Random) -> str | None:
    return _one_of(lines, random, _WORD, lambda _: "")


def another_word(lines: Sequence[str], random: Random) -> str | None:
    def changed(word: str) -> str:
        return " " * word.startswith(" ") + random.choice([one for one in _OTHER_WORDS if one != word.strip()])

    return _one_of(lines, random, _WORD, changed)


def another_place(lines: Sequence[str], random: Random) -> str | None:
    def changed(place: str) -> str:
        kind, ref = place.rsplit(" ", 1)
        return f"{'at 77 in' if kind != 'after' else 'first in'} {ref}"

    return _one_of(lines, random, _PLACE, changed)


def elsewhere(lines: Sequence[str], random: Random) -> str | None:
    return _one_of(lines, random, _AROUND, lambda where: f"in e{int(where[4:]) + 1}")


OF_DIFFS: Mapping[str, Mutation] = {
    mutation.__name__: mutation
    for mutation in (
        drop_a_line,
        repeat_a_line,
        no_piece,
        another_ref,
        no_ref,
        another_number,
        another_text,
        no_word,
        another_word,
        another_place,
        elsewhere,
    )
}
OF_TREES: Mapping[str, Mutation] = {
    mutation.__name__: mutation
    for mutation in (drop_a_line, repeat_a_line, no_piece, another_ref, another_text, no_word, another_word)
}
