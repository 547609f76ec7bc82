"""A reader of a watcher's answers knows of each element the ref that the tool calls it by now, whatever the tool does.

The names are unique here, so that each ref that the reader believes in is right or wrong; the tool counts its refs anew
at every read, keeps them, shuffles them, or does of each a little.
"""

import random
import re

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st

import uidiff

_ELEMENT = re.compile(r'(?P<ref>e[0-9]+|#[0-9]+) "(?P<name>[^"]*)"(?: -> "(?P<new>[^"]*)")?')
_RENEWED = re.compile(r"(?P<a>\S+?)(?:-(?P<b>\S+))? (?:is|are) now (?P<c>\S+?)(?:-(?P<d>\S+))?")

Tree = list[tuple[str, list[str]]]
"""Groups of at least two buttons, all by their names: of a group of one no ref is printed."""


def _written(tree: Tree, refs: dict[str, int]) -> str:
    lines = []
    for group, buttons in tree:
        lines.append(f'- group "{group}" [ref=e{refs[group]}]:')
        lines += [f'  - button "{button}" [ref=e{refs[button]}]' for button in buttons]
    return "\n".join(lines) + "\n"


def _names(tree: Tree) -> list[str]:
    return [name for group, buttons in tree for name in (group, *buttons)]


def _numbers(word: str, last: str | None) -> list[str]:
    if last is None:
        return [word]
    return [f"{word[0]}{number}" for number in range(int(word[1:]), int(last[1:]) + 1)]


@attrs.define
class _Reader:
    """Takes every line at its word."""

    known: dict[str, str] = attrs.field(factory=dict)

    def read(self, said: str, before: Tree) -> None:
        lines = said.splitlines()
        if lines[0].startswith("# full"):
            self.known.clear()
        self._renew(", ".join(line.removeprefix("~ refs: ") for line in lines if line.startswith("~ refs: ")))
        for line in lines:
            if line.startswith("- "):
                self._remove(line, before)
        for line in lines:
            if not line.startswith("- "):
                self.known |= {one["ref"]: one["new"] or one["name"] for one in _ELEMENT.finditer(line)}

    def _renew(self, said: str) -> None:
        renewed = {}
        for part in said.split(", ") if said else ():
            found = _RENEWED.fullmatch(part)
            assert found, part
            for was, now in zip(_numbers(found["a"], found["b"]), _numbers(found["c"], found["d"]), strict=True):
                if was in self.known:
                    renewed[now] = self.known.pop(was)
        self.known |= renewed  # what had such a ref until now is inside of something removed

    def _remove(self, line: str, before: Tree) -> None:
        removed = {one["ref"]: one["name"] for one in _ELEMENT.finditer(line)}
        assert removed, line
        assert removed == {ref: self.known[ref] for ref in removed}, line
        gone = {name for group, inside in before if group in removed.values() for name in inside}
        self.known = {ref: name for ref, name in self.known.items() if ref not in removed and name not in gone}


def _edited(tree: Tree, chance: random.Random, names: list[str]) -> Tree:
    """The tree with one thing removed, added or moved."""
    tree = [(group, [*buttons]) for group, buttons in tree]
    _, buttons = chance.choice(tree)
    match chance.randrange(5):
        case 0 if len(buttons) > 2:
            buttons.pop(chance.randrange(len(buttons)))
        case 1 if len(tree) > 1:
            tree.pop(chance.randrange(len(tree)))
        case 2 if len(buttons) > 2:
            moved = buttons.pop(chance.randrange(len(buttons)))
            chance.choice(tree)[1].append(moved)
        case 3:
            tree.insert(chance.randrange(len(tree) + 1), (names.pop(), [names.pop() for _ in range(3)]))
        case _:
            buttons.insert(chance.randrange(len(buttons) + 1), names.pop())
    return tree


def _given(tree: Tree, refs: dict[str, int], chance: random.Random) -> dict[str, int]:
    """The refs of the next read, as tools give them."""
    names = _names(tree)
    counted = dict(zip(names, range(1, len(names) + 1), strict=True))
    mode = chance.choice(["counted", "kept", "anew", "shuffled"])
    if mode == "counted":
        return counted
    fresh = max(refs.values()) + 1
    if mode == "anew":
        return {name: fresh + number for name, number in counted.items()}
    kept = {name: refs.get(name, fresh + number) for name, number in counted.items()}
    if mode == "shuffled":
        numbers = list(kept.values())
        chance.shuffle(numbers)
        return dict(zip(names, numbers, strict=True))
    return kept


@settings(max_examples=50)
@given(st.randoms(use_true_random=False))
def test_a_reader_knows_the_ref_that_each_element_has_now(chance: random.Random) -> None:
    names = [f"{kind} {number}" for number in range(99, 0, -1) for kind in ("Lamp", "Desk", "Chair", "Shelf")]
    watcher = uidiff.Watcher(format="agent", full_every=None)
    reader = _Reader()
    tree: Tree = []
    after: Tree = [(names.pop(), [names.pop() for _ in range(4)]) for _ in range(3)]
    refs = {name: number for number, name in enumerate(_names(after), 1)}
    for _ in range(6):
        said = watcher.watch(_written(after, refs))
        reader.read(said, tree)
        assert reader.known == {f"e{refs[name]}": name for name in _names(after)}, said
        tree, after = after, _edited(after, chance, names)
        refs = _given(after, refs, chance)
