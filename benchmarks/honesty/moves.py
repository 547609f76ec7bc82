"""What moved: each ``>`` line is so, and each move and new order that can be seen is said."""

from __future__ import annotations

import attrs

from benchmarks.honesty.case import Case, Meant, is_called, is_where, place_faults
from benchmarks.honesty.orders import Group, groups, order_fault
from benchmarks.honesty.reader import Node, Reader, is_cut_of, seen
from benchmarks.honesty.syntax import Called, MovedLine, Place, ReorderedLine, Where
from uidiff.records import Moved

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
            name = self.reader.names[self.folded[0]]
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
    is_text = columns.role[index] == "text" and seen(reader.names[index])
    return is_text and index not in reader.found and not reader.is_dropped(index) and reader.nearest(index) is not None


class _Moves:
    def __init__(self, case: Case) -> None:
        self.case = case
        self.groups = [group for group in groups(case) if not all(map(self._stands_where_it_stood, group.nodes))]
        in_groups = {index for group in self.groups for index in group.moved}
        ends = [(record, *self._ends(record)) for record in case.delta.moved]
        visible = [one for one in ends if one[1].seen and one[2].seen]
        self.left = [one for one in visible if not {node.index for node in one[2].nodes} & in_groups]

    def check(self) -> None:
        for line in self.case.lines:
            if isinstance(line, MovedLine):
                self._moved(line)
            elif isinstance(line, ReorderedLine):
                self._reordered(line)
        for record, source, target in self.left:
            # a text out of a name: what is printed of it only now has to be said so, see uncovered
            if source.nodes and not (target.nodes and self._is_where_it_was(source.nodes[0], target.nodes[0])):
                self.case.fault("moved: not said", f"e{self.case.after.numbers[record.after.index]} {record}")
        for group in self.groups:
            self.case.fault("reordered: not said", f"{len(group.nodes)} {group.nodes[0].spelt}: {self._texts(group)}")
        self._unsaid_orders()

    def _ends(self, record: Moved) -> tuple[_End, _End]:
        """The moved element in both trees; of a wrapper that is printed in neither, what stood elsewhere in it."""
        i, j = record.before.index, record.after.index
        before, after = self.case.before, self.case.after
        source, target = _End.of(before, i), _End.of(after, j)
        if i in before.nodes or j in after.nodes or not (source.nodes and target.nodes):
            return source, target
        pairs = [(was, node) for node in target.nodes if (was := self._partner(node)) is not None]
        apart = [(was, node) for was, node in pairs if not self._is_where_it_was(was, node)]
        return _End(before, [was for was, _ in apart], []), _End(after, [node for _, node in apart], [])

    def _partner(self, node: Node) -> Node | None:
        """What a node of the tree after was, if that was printed."""
        return self.case.before.nodes.get(self.case.delta.matching.before_of[node.index])

    def _stands_where_it_stood(self, node: Node) -> bool:
        was = self._partner(node)
        return was is not None and self._is_where_it_was(was, node)

    def _texts(self, group: Group) -> list[str]:
        return [node.first_text[:20] for node in group.nodes[:12]]

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
                end = target if target.nodes else source
                if end.nodes:
                    self.case.meant.append(Meant(line, line.called, end.nodes[0], end.reader, placed=True))
                if not source.nodes:
                    self.case.unfolded.update(node.index for node in target.nodes)
                return
            best = best or (record, "; ".join(faults))
        if best is None:
            self.case.fault("moved: invented", "no such element moved", line)
            return
        self.left = [one for one in self.left if one[0] is not best[0]]
        self.case.fault("moved: place", best[1], line)

    def _is_where_it_was(self, source: Node, target: Node) -> bool:
        """Whether it is in the same printed parent, behind the same ones of those that stayed in there."""
        after_of = self.case.delta.matching.after_of
        parent = -1 if source.parent is None else after_of[source.parent.index]
        if parent != (-1 if target.parent is None else target.parent.index):
            return False
        here, there = self.case.after.siblings(target), self.case.before.siblings(source)
        now = [node.index for node in here]
        stayed = {after_of[node.index] for node in there} & set(now)
        behind = {after_of[node.index] for node in there[: source.position]} & stayed
        return behind == set(now[: target.position]) & stayed

    # ------------------------------------------------------------------ orders

    def _reordered(self, line: ReorderedLine) -> None:
        faults = []
        for number, group in enumerate(self.groups):
            fault = order_fault(line, group, self.case)
            if not fault:
                del self.groups[number]
                return
            faults.append(fault)
        self.case.fault("reordered: invented", "; ".join(faults) or "nothing was re-ordered", line)
        if len(self.groups) == 1:
            self.groups = []

    def _unsaid_orders(self) -> None:
        """Elements of a new order that are too few for a line, and stand elsewhere among those that stayed."""
        case = self.case
        in_lines = {node.index for group in groups(case) for node in group.nodes}
        for record in case.delta.reordered:
            if record.after is None and "document" in case.delta.circumstances:
                continue  # another page: what stood where is no news
            unsaid = []
            for i in record.order:
                sources, targets = case.before.topmost(i), case.after.topmost(case.delta.matching.after_of[i])
                if not sources or not targets or targets[0].index in in_lines:
                    continue
                if not self._is_where_it_was(sources[0], targets[0]):
                    unsaid.append(targets[0])
            if unsaid:
                number = case.after.numbers[unsaid[0].index]
                what = f"e{number} {unsaid[0].spelt} {unsaid[0].first_text!r} and {len(unsaid) - 1} more"
                case.fault("reordered: not said", what)


def check_moves(case: Case) -> None:
    """Check ``>``."""
    _Moves(case).check()
