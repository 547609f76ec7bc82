"""What went: each ``-`` line is so, and each removed element that says something is in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from benchmarks.honesty.case import Case, Meant, has_ref, is_around, is_called, is_end, is_where, place_faults
from benchmarks.honesty.labelling import would_be_called
from benchmarks.honesty.reader import Node, Reader, is_cut_of, seen, squashed
from benchmarks.honesty.roles import MESSAGES, NAMED, singulars
from benchmarks.honesty.syntax import Called, Covered, Group, Went, Where
from uidiff.matching.concealed import concealed_by, concealed_in_itself

__all__ = ["check_gone"]


ALL_NAMED = 8
"""Of so many each is named."""


class _Gone:
    """The lines of one sign and the records that they tell of."""

    def __init__(self, case: Case, gone: Iterable[int], kind: str) -> None:
        self.case = case
        self.reader = case.after if kind == "shown" else case.before
        self.kind = kind
        self.lines = [line for line in case.lines if isinstance(line, Went) and line.kind == kind]
        self.gone = frozenset(gone)
        nodes = [self.reader.nodes[index] for index in sorted(self.gone) if index in self.reader.nodes]
        self.tops = [node for node in nodes if node.parent is None or node.parent.index not in self.gone]
        self.left = {node.index: node for node in self.tops}

    def check(self) -> None:
        for line in self.lines:
            if line.group is not None:
                self._group(line, line.group)
            elif len(line.called) == 1 and self._is_folded(line, line.called[0]):
                continue
            else:
                self._called(line)
        for node in self.left.values():
            self.case.fault(f"{self.kind}: not said", self._named(node))
        for index in sorted(self.gone) if self.kind in {"removed", "unknown", "hidden"} else ():
            self._folded_is_said(index)

    def _named(self, node: Node) -> str:
        return f"e{self.reader.numbers[node.index]} {node.spelt} {node.first_text!r}"

    def _with_it(self, node: Node) -> Iterator[Node]:
        """It and what went with it; not what was in something that stayed: that has a line of its own."""
        yield node
        for kid in node.children:
            if kid.index in self.gone:
                yield from self._with_it(kid)

    def _inside(self, node: Node) -> int:
        """How many went with it."""
        return sum(1 for _ in self._with_it(node)) - 1

    # ------------------------------------------------------------------- lines

    def _called(self, line: Went) -> None:
        """Neighbours, the first of them at the place that is said; else each of them, wherever it was."""
        runs = [run for node in self.left.values() if (run := self._run(line, node)) is not None]
        whole = [run for run in runs if all(map(self._is_counted, line.called, run))]
        if not runs:
            for mention in line.called:
                self._mention(line, mention)
            return
        run = (whole or runs)[0]
        if all(one.ref is None and one.kept is None for one in line.called):
            self._check_doubt(line, run)
        for mention, node in zip(line.called, run, strict=True):
            self._take(line, mention, node)

    def _run(self, line: Went, node: Node, *, gone: bool = True) -> list[Node] | None:
        """The neighbours from that node on, if the line can mean them."""
        neighbours = self.reader.siblings(node)[node.position : node.position + len(line.called)]
        if len(neighbours) < len(line.called) or (gone and any(one.index not in self.left for one in neighbours)):
            return None
        if not all(map(self._is_called, line.called, neighbours)):
            return None
        return None if line.place is not None and place_faults(line.place, node, self.reader) else neighbours

    def _is_counted(self, mention: Called, node: Node) -> bool:
        return self._inside(node) == mention.inside

    def _mention(self, line: Went, mention: Called) -> None:
        fits = [node for node in self.left.values() if self._is_called(mention, node)]
        if fits:
            node = fits[0]
            if line.place or not self._may_stand_anywhere(mention):
                why = place_faults(line.place, node, self.reader) if line.place else []
                what = "; ".join(why) or "not side by side"
                self.case.fault(f"{self.kind}: place", f"{self._named(node)}: {what}", line)
            self._take(line, mention, node)
        elif not self._is_folded(line, mention):
            self.case.fault(f"{self.kind}: invented", f"{mention} did not go", line)

    def _may_stand_anywhere(self, mention: Called) -> bool:
        """Whether it is shown again, and no other element is called so: those on one line need not be neighbours."""
        return self.kind == "shown" and sum(self._is_called(mention, node) for node in self.reader.nodes.values()) == 1

    def _take(self, line: Went, mention: Called, node: Node) -> None:
        if not self._is_counted(mention, node):
            self.case.fault(f"{self.kind}: count", f"{self._inside(node)} went with {self._named(node)}", line)
        del self.left[node.index]
        self.case.meant.append(Meant(line, mention, node, self.reader, line.place is not None))
        if self.kind != "shown":
            self._check_kept(line, mention, node)

    def _are_alike(self, line: Went, went: Sequence[Node], run: Sequence[Node]) -> bool:
        """Whether what is said of some neighbours would be said of others too."""
        three = zip(line.called, went, run, strict=True)
        return all(
            one.label is None or would_be_called(one.label, node.index, other.index, self.reader)
            for one, node, other in three
        )

    def _check_doubt(self, line: Went, went: Sequence[Node]) -> None:
        """Whether a reader could take something that stayed for what went."""
        for node in self.reader.nodes.values():
            run = self._run(line, node, gone=False) or []
            stayed = [one for one in run if one.index not in self.gone]
            if stayed and self._are_alike(line, went, run):
                self.case.fault(f"ambiguous: {self.kind}", f"{self._named(stayed[0])} stayed and is called so", line)
                return

    def _is_called(self, mention: Called, node: Node) -> bool:
        """By its label; what holds a message, and is no dialog with a name, by all of that, as far as it went."""
        if is_called(mention, node, self.reader):
            return True
        is_named = node.role in NAMED and bool(self.reader.names[node.index])
        right = (mention.role or None, True) == (node.spelt, has_ref(mention, node, self.reader))
        if self.kind not in {"removed", "unknown"} or node.role not in MESSAGES or is_named or not right:
            return False
        texts = dict.fromkeys(one.label for one in self._with_it(node) if one.label)
        return is_cut_of(mention.label, " ".join(texts), 60)

    def _check_kept(self, line: Went, mention: Called, node: Node) -> None:
        kept = list(self._kept(node))
        said = mention.kept
        right = len(kept) == (0 if said is None else said.count)
        if right and said is not None:
            right = is_called(said, kept[0], self.reader)
            right = right and (said.last is None or is_called(said.last, kept[-1], self.reader))
        if not right:
            self.case.fault(f"{self.kind}: kept", f"{len(kept)} elements in {self._named(node)} stayed", line)

    def _kept(self, node: Node) -> Iterator[Node]:
        """What stayed of what was in it, not looking into that."""
        for kid in node.children:
            if kid.index in self.gone:
                yield from self._kept(kid)
            else:
                yield kid

    def _is_folded(self, line: Went, mention: Called) -> bool:
        """Whether the line says a text that was folded into an element that stayed."""
        if line.place is None or mention.role or mention.label is None:
            return False
        kind, around, _ = line.place
        if kind != "in" or not isinstance(around, Where):
            return False
        for index in sorted(self.gone - self.case.gone_texts):
            holder = self.reader.nearest(index)
            if index in self.reader.found or holder is None:
                continue
            text = self.reader.names[index]
            if is_cut_of(mention.label, text) and is_where(around, holder, self.reader):
                self.case.gone_texts.add(index)
                return True
        return False

    def _group(self, line: Went, group: Group) -> None:
        members = self._members(group)
        if members is None:
            self.case.fault(f"{self.kind}: group", f"no such elements went: {self._nearest_groups(group)}", line)
            return
        inside = sum(self._inside(node) for node in members)
        if inside != line.inside:
            self.case.fault(f"{self.kind}: count", f"{inside} went with them", line)
        self.case.counted[self.reader is self.case.after].update(node.index for node in members)
        for node in members:
            del self.left[node.index]

    def _members(self, group: Group) -> list[Node] | None:
        for members in self._alike(group):
            if not wrong_group(group, members, self.reader, "went"):
                return members
        return None

    def _alike(self, group: Group) -> list[list[Node]]:
        found: dict[int, list[Node]] = {}
        for node in self.left.values():
            if node.spelt in singulars(group.plural):
                found.setdefault(-1 if node.parent is None else node.parent.index, []).append(node)
        return list(found.values())

    def _nearest_groups(self, group: Group) -> str:
        return "; ".join(wrong_group(group, members, self.reader, "went") for members in self._alike(group)) or "none"

    # ------------------------------------------------------------ completeness

    def _folded_is_said(self, index: int) -> None:
        """Texts that are folded into what stayed."""
        reader = self.reader
        if index in reader.nodes or reader.is_dropped(index) or index in self.case.gone_texts:
            return
        element = reader.snapshot[index]
        holder = reader.nearest(index)
        if not seen(reader.names[index]) or holder is None or holder.index in self.gone:
            return
        end = reader.ends[index]
        below = "".join(squashed(reader.names[at]) for at in range(index + 1, end))
        if element.role != "text" and squashed(reader.names[index]) in below:
            return
        after = self.case.delta.matching.after_of[holder.index]
        if not self.case.renamed(after, element.name or "", 0):
            said = f"it stood in e{reader.numbers[holder.index]}, of which no line says that"
            self.case.fault(
                f"{self.kind}: not said", f"e{reader.numbers[index]} {element.role} {element.name!r}: {said}"
            )


def wrong_group(group: Group, members: Sequence[Node], reader: Reader, what: str) -> str:
    """What is wrong with a group, if it is meant to be these; "" if nothing is."""
    like = [node for node in reader.siblings(members[0]) if node.spelt == members[0].spelt]
    at = tuple(node.position + 1 for node in members)
    if len(members) != group.count:
        return f"{len(members)} {what}"
    if len(like) != group.among:
        return f"of {len(like)}"
    if group.numbers is not None and group.numbers != at:
        return f"they stood at {at}"
    if group.numbers is None and not group.left and at[-1] - at[0] + 1 != len(at):
        return f"they stood at {at}, not side by side"
    if not is_around(group.where, members[0], reader):
        return "they are not in there"
    others = [node for node in like if node not in members] if group.left else []
    return _ends_fault(group, members, reader) or _left_fault(group, others, reader)


def _left_fault(group: Group, others: Sequence[Node], reader: Reader) -> str:
    """What is wrong with those that are said to be left."""
    right = len(others) == len(group.left) and all(map(partial(is_end, reader=reader), group.left, others))
    return "" if right else f"left are {[node.label for node in others]}"


def _ends_fault(group: Group, members: Sequence[Node], reader: Reader) -> str:
    """What is wrong with the elements of a group that are named: each of few, else the first and the last."""
    named = members if group.all_named else [members[0], members[-1]]
    if group.all_named is not (group.count <= ALL_NAMED) or len(named) != len(group.ends):
        return f"{len(group.ends)} of {group.count} are named"
    ends = zip(group.ends, named, strict=True)
    return "".join(f"not from/to {end}" for end, node in ends if not is_end(end, node, reader))


def check_gone(case: Case) -> None:
    """Check ``-``, ``-?``, and what is hidden or shown; after the changes, of which some say what went from a name."""
    delta = case.delta
    _Gone(case, (record.before.index for record in delta.removed), "removed").check()
    _Gone(case, (record.before.index for record in delta.unknown), "unknown").check()
    covers = [line for line in case.lines if isinstance(line, Covered)]
    behind = [line for line in covers if line.called is not None]
    hidden = frozenset(record.before.index for record in delta.hidden)
    for line in behind:
        modal = [node for node in case.after.nodes.values() if _is_modal(node, case.after)]
        if not any(is_called(line.called, node, case.after) for node in modal if line.called is not None):
            case.fault("hidden: cover", "nothing modal is called so", line)
    _whole(case, behind, hidden, "hidden")
    uncovered = [line for line in covers if line.called is None]
    _whole(case, uncovered, _shown_as_it_was(case), "shown")
    if uncovered:
        both = zip(concealed_in_itself(delta.before), concealed_by(delta.before, delta.after), strict=True)
        _Gone(case, (index for index, marks in enumerate(both) if all(marks)), "still hidden").check()


def _whole(case: Case, lines: Sequence[Covered], indices: frozenset[int], kind: str) -> None:
    """Check lines that say the number of all elements; else those that name them."""
    for line in lines:
        if line.count != len(indices) or len(lines) > 1:
            case.fault(f"{kind}: count", f"there are {len(indices)}", line)
    if not lines:
        _Gone(case, indices, kind).check()


def _shown_as_it_was(case: Case) -> frozenset[int]:
    """The shown elements that the reader knows and that no line has in full."""
    parents = case.delta.after.parents
    found, full = set[int](), set(case.shown_in_full)
    for record in case.delta.shown:
        index = record.after.index
        if index in full or parents[index] in full:
            full.add(index)
        elif record.before is not None:
            found.add(index)
    return frozenset(found)


def _is_modal(node: Node, reader: Reader) -> bool:
    return reader.snapshot[node.index].states.get("modal") is True
