"""``still disabled``: what stayed as it was, and is said of an element only now, as what is around it changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.honesty.case import Case, Meant, is_bare, is_meant, place_faults
from benchmarks.honesty.gone import wrong_group
from benchmarks.honesty.reader import Node
from benchmarks.honesty.roles import singulars
from benchmarks.honesty.states import STILL
from benchmarks.honesty.syntax import Called, ChangedLine, Group

__all__ = ["check_still", "is_still"]


def is_still(line: ChangedLine) -> bool:
    """Whether a line says nothing else than what stayed."""
    changes = (line.name, line.value, line.new_value, line.texts)
    return bool(line.words) and not any(changes) and all(word.name in STILL for word in line.words)


class _Still:
    def __init__(self, case: Case) -> None:
        self.case = case
        self.reader = case.after
        self.needed = set(self._needed())

    def _needed(self) -> Iterator[tuple[int, str]]:
        """What is printed of elements that stayed, was not before, and is no change."""
        case = self.case
        for index, item in case.after.found.items():
            i = case.delta.matching.before_of[index]
            was = case.before.found.get(i)
            if is_bare(case.after.nodes[index], case.after):
                continue
            words = set() if was is None else {word.name for word in was.words}
            for word in item.words:
                still = f"still {word.name}"
                if still in STILL and word.name not in words and case.stayed_so(index, still):
                    yield index, still

    def check(self) -> None:
        for line in self.case.lines:
            if isinstance(line, ChangedLine) and is_still(line):
                self._line(line)
        for index, word in sorted(self.needed - self.case.said_still):
            element = self.case.delta.after[index]
            what = f"e{self.reader.numbers[index]} {element.role} {element.name!r}"
            self.case.fault("uncovered: still", f"{what} is {word}, and that is printed of it only now")

    def _line(self, line: ChangedLine) -> None:
        words = {word.name for word in line.words}
        if line.about or (line.group is None and not line.subjects):
            self.case.fault("uncovered: still", "not of an element that is printed", line)
            return
        if line.group is not None:
            found = self._group(line.group, words)
            if found is None:
                self.case.fault("uncovered: still", "no such elements stayed so", line)
        for subject in line.subjects:
            node = self._subject(line, subject, words)
            if node is None:
                self.case.fault("uncovered: still", f"{subject}: no such element stayed so", line)

    def _stayed(self, words: set[str]) -> list[Node]:
        """The printed elements of which nobody said that yet, those that need it first."""
        case = self.case
        nodes = [
            node
            for node in self.reader.nodes.values()
            if all(case.stayed_so(node.index, word) for word in words)
            and not any((node.index, word) in case.said_still for word in words)
        ]
        needed = {index for index, word in self.needed if word in words}
        return sorted(nodes, key=lambda node: (node.index not in needed, node.index))

    def _say(self, nodes: Sequence[Node], words: set[str]) -> None:
        self.case.said_still.update((node.index, word) for node in nodes for word in words)

    def _subject(self, line: ChangedLine, subject: Called, words: set[str]) -> Node | None:
        for node in self._stayed(words):
            right = node.item is not None and is_meant(subject, node, self.reader)
            if right and (line.place is None or not place_faults(line.place, node, self.reader)):
                self._say([node], words)
                self.case.meant.append(Meant(line, subject, node, self.reader, line.place is not None))
                return node
        return None

    def _group(self, group: Group, words: set[str]) -> list[Node] | None:
        """Those of one parent that need it, else neighbours that stayed so."""
        needed = {index for index, word in self.needed if word in words}
        for nodes in (self._by_parent(group, words, needed), self._by_parent(group, words, None)):
            for like in nodes:
                for start in range(len(like) - group.count + 1):
                    members = like[start : start + group.count]
                    if not wrong_group(group, members, self.reader, "stayed so"):
                        self._say(members, words)
                        return members
        return None

    def _by_parent(self, group: Group, words: set[str], wanted: set[int] | None) -> list[list[Node]]:
        found: dict[int, list[Node]] = {}
        for node in sorted(self._stayed(words), key=lambda one: one.index):
            if node.spelt in singulars(group.plural) and (wanted is None or node.index in wanted):
                found.setdefault(-1 if node.parent is None else node.parent.index, []).append(node)
        return list(found.values())


def check_still(case: Case) -> None:
    """Check ``still``; after the changes, of which some lines say it too."""
    _Still(case).check()
