"""What moved: each ``>`` line is so, each move that can be seen is said, and each new order can be made by a reader."""

from __future__ import annotations

from benchmarks.honesty.case import Case, is_around, is_called, place_faults
from benchmarks.honesty.reader import Node, is_cut_of
from benchmarks.honesty.roles import singulars
from benchmarks.honesty.syntax import MovedLine, ReorderedLine
from uidiff import Moved, Reordered

__all__ = ["check_moves"]


class _Moves:
    def __init__(self, case: Case) -> None:
        self.case = case
        self.left = [
            (record, *pair)
            for record in case.delta.moved
            if all(pair := (case.before.topmost(record.before.index), case.after.topmost(record.after.index)))
        ]
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
        for record, _, nodes in self.left:
            self.case.fault("moved: not said", f"e{self.case.after.numbers[nodes[0].index]} {record}")
        for order, nodes in self.orders:
            self.case.fault("reordered: not said", f"{len(nodes)} in {order.after}")

    # ------------------------------------------------------------------- moves

    def _moved(self, line: MovedLine) -> None:
        best: tuple[Moved, str] | None = None
        for number, (record, sources, targets) in enumerate(self.left):
            said = line.called
            if len(targets) != said.count or not is_called(said, targets[0], self.case.after):
                continue
            if said.last is not None and not is_called(said.last, targets[-1], self.case.after):
                continue
            faults = [f"before, {fault}" for fault in place_faults(line.source, sources[0], self.case.before)]
            faults += [f"now, {fault}" for fault in place_faults(line.target, targets[0], self.case.after)]
            if not faults:
                del self.left[number]
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
        if isinstance(line.order, tuple) and line.order and isinstance(line.order[0], str):
            labels = [str(label) for label in line.order]
            fits = len(labels) == len(nodes) and all(
                is_cut_of(label, node.first_text) for label, node in zip(labels, nodes, strict=True)
            )
            return "" if fits else f"the order is {[node.first_text[:20] for node in nodes]}"
        order = self._places_before(record)
        said = tuple(range(len(nodes), 0, -1)) if line.order is None else line.order
        return "" if said == order else f"the places before are {order[:40]}, of {len(order)}"

    def _places_before(self, record: Reordered) -> tuple[int, ...]:
        """Of what can be seen of the elements, from 1 on, in the new order."""
        after_of = self.case.delta.matching.after_of
        visible = [i for i in record.order if self.case.after.topmost(after_of[i])]
        rank = {i: number for number, i in enumerate(sorted(visible), start=1)}
        return tuple(rank[i] for i in visible)


def check_moves(case: Case) -> None:
    """Check ``>``."""
    _Moves(case).check()
