"""What came: each ``+`` line is so, and each added element that says something is in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from benchmarks.honesty.case import Case, ambiguous, is_called, place_faults
from benchmarks.honesty.readable import is_repeated, item_faults
from benchmarks.honesty.reader import Node, is_passed, seen
from benchmarks.honesty.syntax import Called, Came, Item, Kept, Place, Where
from uidiff.records import Added, NewlyRead, Shown

__all__ = ["check_came"]


class _Came:
    """The lines of one sign and the records that they tell of."""

    def __init__(self, case: Case, records: Sequence[Added | NewlyRead | Shown], kind: str) -> None:
        self.case = case
        self.reader = case.after
        self.kind = kind
        self.lines = [line for line in case.lines if isinstance(line, Came) and line.kind == kind]
        self.needed = sorted(r.after.index for r in records if not isinstance(r, Shown) or r.before is None)
        self.came = frozenset(record.after.index for record in records)
        self.said: dict[int, Item] = {}
        self.last: Node | None = None

    def check(self) -> None:
        for line in self.lines:
            self._line(line)
        for index in self.needed:
            self._is_said(index)

    # ------------------------------------------------------------------- lines

    def _line(self, line: Came) -> None:
        items = [item for item in line.items if isinstance(item, Item)]
        found = self._found(line, items)
        if found is None:
            if not self._is_folded_text(line, items):
                self._not_so(line, items)
            return
        self.said.update(found)
        for index, item in found.items():
            for fault in item_faults(self.reader, index, item):
                self.case.fault(f"{self.kind}: {fault.kind}", fault.message, line)
            printed = self.reader.found.get(index)
            if item.ref is None and printed is not None and printed.ref is not None:
                self.case.fault(f"{self.kind}: ref hidden", f"of e{printed.ref}", line)
        self._check_kept(line, found)
        unknown = [ref for ref in _known_refs(line.place) if ref not in self.case.before.shown_refs]
        if unknown:
            self.case.fault("ambiguous: ref", f"e{unknown[0]} is not printed in the whole text before", line)
        doubt = ambiguous(line.place, self.reader) if line.place else None
        if doubt:
            self.case.fault("ambiguous: place", doubt, line)

    def _found(self, line: Came, items: Sequence[Item]) -> dict[int, Item] | None:
        """The elements of a line, the first that fit and stand where the line says; each element in one line only.

        Of equal ones those in which what the line mentions stayed.
        """
        allowed = self.came - self.said.keys()
        for strict in (True, False):
            for index in sorted(allowed):
                node = self.reader.nodes.get(index)
                if node is None or not self.reader.fits(items[0], index) or not self._stands(line, node):
                    continue
                found = self._aligned(items, node, allowed, strict=strict)
                if found is not None:
                    last = max(i for i, item in found.items() if item is items[-1])
                    self.last = self.reader.nodes.get(last, node)
                    return found
        return None

    def _aligned(
        self,
        items: Sequence[Item],
        node: Node,
        allowed: frozenset[int],
        *,
        strict: bool,
    ) -> dict[int, Item] | None:
        """The first item is that node, the others are the next siblings."""
        found: dict[int, Item] = {}
        at: Node | None = node
        for item in items:
            one = None if at is None else self._at(item, at, allowed, strict=strict)
            if at is None or one is None:
                return None
            found.update(one)
            at = self._next(at)
        return found

    def _at(self, item: Item, node: Node, allowed: frozenset[int], *, strict: bool) -> dict[int, Item] | None:
        """The item is the node, or the one thing in it that stands for it."""
        accept = self._keeps if strict else None
        standing = [node]
        while is_passed(standing[-1]):
            standing.append(standing[-1].children[0])
        kids = [kid for kid in item.children if isinstance(kid, Item)]
        for index in (one.index for one in reversed(standing)):
            if index in allowed and self.reader.fits(item, index) and (accept is None or accept(item, index)):
                below = self.reader.align(kids, index + 1, self.reader.ends[index], allowed, accept)
                if below is not None:
                    return {index: item, **below}
        return None

    def _keeps(self, item: Item, index: int) -> bool:
        """Whether what an item mentions, and nothing else, stayed in an element or in left-out groups in it."""
        node = self.reader.nodes.get(index)
        if node is None:
            return not any(isinstance(kid, Kept) for kid in item.children)
        return self._mentions(item, self._kept_runs(node.children)) or self._keeps_in_groups(item, node)

    def _keeps_in_groups(self, item: Item, node: Node) -> bool:
        return self._mentions(item, self._kept_runs(map(self._in_groups, node.children)))

    def _mentions(self, item: Item, runs: Sequence[Sequence[Node]]) -> bool:
        said = [kid.called for kid in item.children if isinstance(kid, Kept)]
        return len(said) == len(runs) and all(map(self._is_run, said, runs))

    def _kept_runs(self, nodes: Iterable[Node]) -> list[list[Node]]:
        """Neighbours that stayed."""
        runs: list[list[Node]] = [[]]
        for child in nodes:
            if child.index in self.came:
                runs.append([])
            else:
                runs[-1].append(child)
        return [run for run in runs if run]

    def _in_groups(self, node: Node) -> Node:
        """What stands for a group that came and says nothing; else the node."""
        while node.index in self.came and node.role == "group" and is_passed(node):
            node = node.children[0]
        return node

    def _is_run(self, mention: Called, run: Sequence[Node]) -> bool:
        return (
            mention.count == len(run)
            and is_called(mention, run[0], self.reader)
            and (mention.last is None or is_called(mention.last, run[-1], self.reader))
        )

    def _next(self, node: Node) -> Node | None:
        for one in self._standing(node):
            siblings = self.reader.siblings(one)
            if one.position + 1 < len(siblings):
                return siblings[one.position + 1]
        return None

    @staticmethod
    def _standing(node: Node) -> Iterator[Node]:
        """It, and what it stands for."""
        yield node
        while node.parent is not None and is_passed(node.parent):
            node = node.parent
            yield node

    def _stands(self, line: Came, node: Node) -> bool:
        if line.place is not None:
            return not place_faults(line.place, node, self.reader)
        if self.last is None:
            return False
        after = self._next(self.last)
        return after is not None and any(one is after for one in self._standing(node))

    def _not_so(self, line: Came, items: Sequence[Item]) -> None:
        """Say whether there is such an element elsewhere, or none."""
        allowed = self.came - self.said.keys()
        found = self.reader.align(items, 0, len(self.reader.snapshot), allowed)
        if found is None:
            self.case.fault(f"{self.kind}: invented", "no such element came", line)
            return
        self.said.update(found)
        index = min(found)
        node = self.reader.nodes.get(index)
        why = "it is not printed in the whole text"
        if node is not None:
            why = "; ".join(place_faults(line.place, node, self.reader)) if line.place else "not the next sibling"
            self.last = node
        self.case.fault(f"{self.kind}: place", f"e{self.reader.numbers[index]}: {why}", line)

    def _is_folded_text(self, line: Came, items: Sequence[Item]) -> bool:
        """Whether the line says a text that is folded into an element that stayed."""
        if line.place is None or line.place[0] != "in" or len(items) != 1 or items[0].role or items[0].children:
            return False
        around = line.place[1]
        assert isinstance(around, Where)
        mention = Called(around.role, around.ref, around.label)
        for index in sorted(self.came - self.case.said_texts):
            holder = self.reader.nearest(index)
            if index in self.reader.found or self.reader.names[index] != items[0].name:
                continue
            if holder is None or holder.index in self.came:
                continue
            bare = mention if mention.role else Called(holder.spelt, mention.ref, mention.label)
            if is_called(bare, holder, self.reader):
                self.case.said_texts.add(index)
                return True
        return False

    # -------------------------------------------------------------------- kept

    def _check_kept(self, line: Came, found: dict[int, Item]) -> None:
        for index, item in found.items():
            if not self._keeps(item, index):
                stayed = [[one.first_text for one in run] for run in self._kept_runs(self.reader.nodes[index].children)]
                self.case.fault(f"{self.kind}: kept", f"in e{self.reader.numbers[index]} stayed {stayed}", line)

    # ------------------------------------------------------------ completeness

    def _is_said(self, index: int) -> None:
        reader = self.reader
        if index in self.said or reader.is_dropped(index) or index in self.case.said_texts:
            return
        if index in reader.nodes and self._stands_below(reader.nodes[index]):
            return
        element = reader.snapshot[index]
        what = f"e{reader.numbers[index]} {element.role} {element.name!r}"
        if index in reader.found:
            self.case.fault(f"{self.kind}: not said", what)
            return
        holder = reader.nearest(index)
        if not seen(reader.names[index]) or holder is None or holder.index in self.came:
            return  # the whole text was checked: it says nothing, or stands in what came
        if element.role != "text" and is_repeated(reader, index):
            return
        if not self.case.renamed(holder.index, element.name or "", 1):
            said = f"folded into e{reader.numbers[holder.index]}, of which no line says that"
            self.case.fault(f"{self.kind}: not said", f"{what}: {said}")

    def _stands_below(self, node: Node) -> bool:
        """Whether what stands for a node is said."""
        if self._in_groups(node).index not in self.came and self._is_in_groups_of_what_is_said(node):
            return True
        while is_passed(node):
            node = node.children[0]
            if node.index in self.said:
                return True
        return False

    def _is_in_groups_of_what_is_said(self, node: Node) -> bool:
        """Whether what is said around a group mentions what stayed in it."""
        around = node.parent
        while around is not None and self._in_groups(around) is not around:
            around = around.parent
        item = None if around is None else self.said.get(around.index)
        return around is not None and item is not None and self._keeps_in_groups(item, around)


def _known_refs(place: Place | None) -> list[int]:
    """The refs in a place that a reader knows: with its role stands one that was not printed before."""
    around = None if place is None else place[1]
    while isinstance(around, Where) and around.within is not None:
        around = around.within
    if not isinstance(around, Called | Where) or around.ref is None or around.role:
        return []
    return [around.ref]


def check_came(case: Case) -> None:
    """Check ``+``, ``+?`` and ``shown``; after the changes, of which some say what came into a name."""
    _Came(case, case.delta.added, "added").check()
    _Came(case, case.delta.newly_read, "newly read").check()
    shown = _Came(case, case.delta.shown, "shown")
    shown.check()
    case.shown_in_full.update(shown.said)
