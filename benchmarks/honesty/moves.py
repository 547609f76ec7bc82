"""What moved: each ``>`` line is so, each move that can be seen is said, and each new order can be made by a reader."""

from __future__ import annotations

import attrs

from benchmarks.honesty.case import Case, is_around, is_called, is_where, place_faults
from benchmarks.honesty.reader import Node, Reader, is_cut_of, seen
from benchmarks.honesty.roles import singulars
from benchmarks.honesty.syntax import Called, MovedLine, Place, ReorderedLine, Where
from uidiff.records import Moved, Reordered

__all__ = ["check_moves"]


@attrs.frozen
class _End:
    """A moved element in one of the trees.

    Attributes:
        reader: of that tree.
        nodes: what is printed of it.
        folded: where nothing is, the texts of it that stand in the name of something.
    """

    reader: Reader
    nodes: list[Node]
    folded: list[int]

    @classmethod
    def of(cls, reader: Reader, index: int) -> _End:
        """That of an element."""
        nodes = reader.topmost(index)
        return cls(
            reader, nodes, [] if nodes else [j for j in range(index, reader.ends[index]) if _is_folded(reader, j)]
        )

    @property
    def seen(self) -> bool:
        """Whether a reader knows of it."""
        return bool(self.nodes or self.folded)

    def is_called(self, mention: Called) -> bool:
        """Whether it may be called so."""
        if not self.nodes:
            name = self.reader.columns.name[self.folded[0]] or ""
            return not mention.role and mention.count == 1 and is_cut_of(mention.label, name)
        if len(self.nodes) != mention.count or not is_called(mention, self.nodes[0], self.reader):
            return False
        return mention.last is None or is_called(mention.last, self.nodes[-1], self.reader)

    def faults(self, place: Place) -> list[str]:
        """Why it does not stand at a place."""
        if self.nodes:
            return place_faults(place, self.nodes[0], self.reader)
        kind, around, _ = place
        holder = self.reader.nearest(self.folded[0])
        right = kind == "in" and isinstance(around, Where) and holder is not None
        if right and holder is not None and isinstance(around, Where) and is_where(around, holder, self.reader):
            return []
        return [f"its text stands in {'nothing' if holder is None else holder.spelt} {holder and holder.label!r}"]


def _is_folded(reader: Reader, index: int) -> bool:
    """Whether it is a text that stands in the name of what it is in."""
    columns = reader.columns
    is_text = columns.role[index] == "text" and seen(columns.name[index])
    return is_text and index not in reader.found and not reader.is_dropped(index) and reader.nearest(index) is not None


class _Moves:
    def __init__(self, case: Case) -> None:
        self.case = case
        ends = [
            (record, _End.of(case.before, record.before.index), _End.of(case.after, record.after.index))
            for record in case.delta.moved
        ]
        self.left = [one for one in ends if one[1].seen and one[2].seen]
        self.orders = [(record, nodes) for record in case.delta.reordered if (nodes := self._order(record))]

    def _order(self, record: Reordered) -> list[Node]:
        """What stands for each element of a new order, as far as something does, in that order."""
        after_of = self.case.delta.matching.after_of
        return [node for i in record.order for node in self.case.after.topmost(after_of[i])[:1]]

    def check(self) -> None:
        for line in self.case.lines:
            if isinstance(line, MovedLine):
                self._moved(line)
            elif isinstance(line, ReorderedLine):
                self._reordered(line)
        for record, source, _ in self.left:
            if source.nodes:  # else what is printed of it only now has to be said so: see uncovered
                self.case.fault("moved: not said", f"e{self.case.after.numbers[record.after.index]} {record}")
        for order, nodes in self.orders:
            self.case.fault("reordered: not said", f"{len(nodes)} in {order.after}")

    # ------------------------------------------------------------------- moves

    def _moved(self, line: MovedLine) -> None:
        best: tuple[Moved, str] | None = None
        for number, (record, source, target) in enumerate(self.left):
            if not (target if target.nodes else source).is_called(line.called):
                continue
            faults = [f"before, {fault}" for fault in source.faults(line.source)]
            faults += [f"now, {fault}" for fault in target.faults(line.target)]
            if not faults:
                del self.left[number]
                if not source.nodes:
                    self.case.unfolded.update(node.index for node in target.nodes)
                return
            best = best or (record, "; ".join(faults))
        if best is None:
            self.case.fault("moved: invented", "no such element moved", line)
            return
        self.left = [one for one in self.left if one[0] is not best[0]]
        self.case.fault("moved: place", best[1], line)

    # ------------------------------------------------------------------ orders

    def _reordered(self, line: ReorderedLine) -> None:
        faults = []
        for number, (record, nodes) in enumerate(self.orders):
            fault = self._order_fault(line, record, nodes)
            if not fault:
                del self.orders[number]
                return
            faults.append(fault)
        self.case.fault("reordered: invented", "; ".join(faults) or "nothing was re-ordered", line)
        if len(self.orders) == 1:
            self.orders = []

    def _order_fault(self, line: ReorderedLine, record: Reordered, nodes: list[Node]) -> str:
        after = self.case.after
        if len(nodes) != line.count:
            return f"{len(nodes)} elements"
        named = {node.spelt for node in nodes}
        if line.plural != "elements" and not named <= singulars(line.plural):
            return f"they are {sorted(named)}"
        if not is_around(line.where, nodes[0], after):
            return "not in there"
        if line.order is None:
            indices = [i for i in record.order if after.topmost(self._after(i))]
            return "" if indices == sorted(indices, reverse=True) else "not reversed"
        if isinstance(line.order[0], int):
            order = self._places_before(record)
            return "" if line.order == order else f"the places before are {order and order[:40]}"
        fits = len(line.order) == len(nodes) and all(map(self._is_next, line.order, self._ends(record)))
        return "" if fits else f"the order is {[node.first_text[:20] for node in nodes]}"

    def _ends(self, record: Reordered) -> list[_End]:
        """What can be seen of the elements, in their new order."""
        ends = [_End.of(self.case.after, self._after(i)) for i in record.order]
        return [end for end in ends if end.nodes]

    @staticmethod
    def _is_next(said: str | int | Called, end: _End) -> bool:
        """Whether an element may be called so in a new order: by its first text, or as elsewhere."""
        return end.is_called(said) if isinstance(said, Called) else is_cut_of(str(said), end.nodes[0].first_text)

    def _after(self, index: int) -> int:
        return self.case.delta.matching.after_of[index]

    def _places_before(self, record: Reordered) -> tuple[int, ...] | None:
        """Where what can be seen stood among all in its parent, from 1 on; None where that is several parents."""
        before = self.case.before
        found = [before.topmost(i) for i in record.order if self.case.after.topmost(self._after(i))]
        if any(len(nodes) != 1 or nodes[0].parent is not found[0][0].parent for nodes in found):
            return None
        return tuple(nodes[0].position + 1 for nodes in found)


def check_moves(case: Case) -> None:
    """Check ``>``."""
    _Moves(case).check()
