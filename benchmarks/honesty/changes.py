"""What changed: each ``~`` line is so, and each field of each changed record is said, or what is said implies it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import attrs

from benchmarks.honesty.case import Case, Meant, is_around, is_called, is_meant, is_where, place_faults
from benchmarks.honesty.cuts import makes, torn
from benchmarks.honesty.gone import wrong_group
from benchmarks.honesty.implied import Implied
from benchmarks.honesty.labelling import may_be_called, would_be_called
from benchmarks.honesty.reader import Node
from benchmarks.honesty.roles import singulars
from benchmarks.honesty.states import STILL
from benchmarks.honesty.still import is_still
from benchmarks.honesty.syntax import (
    Called,
    ChangedLine,
    Circumstance,
    Group,
    Line,
    Pairs,
    Place,
    Shifted,
    Where,
    Word,
)
from uidiff.records import Changed
from uidiff.text import without_glyphs

__all__ = ["check_changes"]

_WORDS: dict[str, tuple[str, object]] = {
    "checked": ("checked", True),
    "unchecked": ("checked", False),
    "not checkable": ("checked", None),
    "expanded": ("expanded", True),
    "collapsed": ("expanded", False),
    "not expandable": ("expanded", None),
    "pressed": ("pressed", True),
    "unpressed": ("pressed", False),
    "not pressable": ("pressed", None),
    "enabled": ("disabled", False),
    "onscreen": ("offscreen", False),
}


_ENDED = {"unchecked": "checked", "collapsed": "expanded", "unpressed": "pressed"}
"""Also said of a state that was on and is absent now; one that was off is "not checkable"."""

_CUT = ("description", "url")
"""Words of which the texts may be cut."""

_HIDDEN = ("url", "value")
"""Of which a change may be said without the texts."""

LEAST_OF_ALL = 4
"""So many have to become the same before it is said of all."""

_PAGE = Called("page")
"""What holds nothing that is printed, and is in nothing."""


class _Changes:
    """The ``~`` lines and the records that they tell of."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.reader = case.after
        self.left = dict(case.records)

    def check(self) -> None:
        self._circumstances()
        for line in self.case.lines:
            if isinstance(line, ChangedLine) and not is_still(line):
                self._line(line)
            elif isinstance(line, Shifted):
                self._shifted(line)
        implied = Implied(self.case)
        for index, record in self.case.records.items():
            for field in record.fields:
                if not implied.is_said(index, field):
                    what = f"e{self.reader.numbers[index]} {record.after.role} {record.after.name!r}"
                    self.case.fault("changed: not said", f"{what}: {field} {record.fields[field]}")

    def _circumstances(self) -> None:
        left = dict(self.case.delta.circumstances)
        for line in self.case.lines:
            if isinstance(line, Circumstance):
                pair = left.pop(line.name, None)
                hidden = pair is not None and not line.pairs and pair[0] == pair[1]
                if not hidden and not (line.pairs and makes_field(line.pairs, pair)):
                    self.case.fault("circumstance: invented", f"it is {pair}", line)
                self._check_torn(line, line.pairs, pair)
        for name, pair in left.items():
            self.case.fault("circumstance: not said", f"{name} {pair}")

    def _shifted(self, line: Shifted) -> None:
        moves: Counter[tuple[int, ...] | None] = Counter()
        for index, record in self.case.records.items():
            if "bounds" in record.fields:
                moves[_by(*record.fields["bounds"])] += 1
                self.case.said_fields.setdefault(index, set()).add("bounds")
        said = {by: count for count, by in line.by if by is not None}
        if line.count != moves.total() or any(moves[by] != count for by, count in said.items()):
            self.case.fault("changed: shifted", f"they are {moves.most_common(5)}", line)
        others = sum(count for count, by in line.by if by is None)
        if line.by and others != moves.total() - sum(said.values()):
            self.case.fault("changed: shifted", f"{moves.total() - sum(said.values())} shifted otherwise", line)

    # ------------------------------------------------------------------- lines

    def _line(self, line: ChangedLine) -> None:
        if line.group is not None:
            self._group(line, line.group)
            return
        if line.all_in is not None:
            self._all_in(line, line.all_in, line.words[0])
            return
        subjects = line.subjects or (Called(),)
        for pairs, place in zip(line.texts, self._places(line) if line.texts else (), strict=True):
            self._subject(attrs.evolve(line, texts=(), name=pairs, place=place), subjects[0], several=False)
        for subject in subjects if not line.texts else ():
            self._subject(line, subject, several=len(subjects) > 1)

    def _places(self, line: ChangedLine) -> Sequence[Place | None]:
        """The place of each of several texts."""
        if line.place is None or line.place[0] != "at":
            return [line.place] * len(line.texts)
        kind, around, numbers = line.place
        if len(numbers) != len(line.texts):
            self.case.fault("changed: place", f"{len(numbers)} places of {len(line.texts)} texts", line)
            return [None] * len(line.texts)
        return [(kind, around, (number,)) for number in numbers]

    def _subject(self, line: ChangedLine, subject: Called, *, several: bool) -> None:
        found = [index for index, record in self.left.items() if self._is_meant(line, subject, index, record)]
        if not found:
            self.case.fault("changed: invented", f"{subject}: no element changed so", line)
            return
        index = min(found, key=lambda one: (bool(self._place_faults(line, one)), not self._says_all(line, one)))
        record = self.left.pop(index)
        self._note(line, record)
        self._mean(line, subject, index)
        if subject.ref is None and not several and not line.about:
            self._check_doubt(line, record)
        said = [(line.name, "name"), (line.value, "value"), *((word.pairs, word.name) for word in line.words)]
        for pairs, field in said:
            self._check_torn(line, pairs, record.fields.get(field))
        for fault in () if several else self._place_faults(line, index):
            self.case.fault("changed: place", f"e{self.reader.numbers[index]}: {fault}", line)

    def _mean(self, line: ChangedLine, subject: Called, index: int) -> None:
        """Note what the line calls an element; one with another name by that it had."""
        node = self.reader.nodes.get(index)
        if line.about or node is None:
            return
        old = line.name[0][0] if line.name and subject.label is None else None
        if isinstance(old, str):
            subject, i = attrs.evolve(subject, label=old), self.case.delta.matching.before_of[index]
            was = self.case.before.nodes.get(i)
            if was is not None:
                placed = line.place is not None
                self.case.meant.append(Meant(line, subject, was, self.case.before, placed))
            return
        self.case.meant.append(Meant(line, subject, node, self.reader, line.place is not None))

    def _check_torn(self, line: Line, pairs: Pairs, change: tuple[object, object] | None) -> None:
        is_text = change is not None and all(isinstance(text, str) for pair in pairs for text in pair)
        tear = torn(pairs, str(change[0] or "")) if pairs and change is not None and is_text else None
        if tear:
            self.case.fault("changed: torn", f"{tear!r} is cut within a word", line)

    def _check_doubt(self, line: ChangedLine, record: Changed) -> None:
        """Whether a reader could take something else for what changed."""
        before = self.case.before
        node = before.nodes.get(record.before.index)
        for other in before.nodes.values() if node is not None else ():
            if node is None or other is node or not self._is_called_alike(line, node, other):
                continue
            index = self.case.delta.matching.after_of[other.index]
            partner = self.case.records.get(index)
            if partner is not None and partner.fields == record.fields:
                continue
            after = self.reader.nodes.get(index)
            if line.place is None or (after is not None and not self._place_faults(line, index)):
                what = f"e{before.numbers[other.index]} {other.spelt} {other.label!r}"
                self.case.fault("ambiguous: changed", f"{what} is called so too", line)
                return

    def _is_called_alike(self, line: ChangedLine, node: Node, other: Node) -> bool:
        """Whether a line that means one element would mean another that was in the tree before too."""
        label = line.subjects[0].label if line.subjects else None
        if other.spelt != node.spelt:
            return False
        if label is None or line.name or not may_be_called(label, node.index, self.case.before):
            return other.label == node.label
        return would_be_called(label, node.index, other.index, self.case.before)

    def _is_meant(self, line: ChangedLine, subject: Called, index: int, record: Changed) -> bool:
        return self._are_claims_so(line, record) and self._is_subject(line, subject, index)

    def _is_subject(self, line: ChangedLine, subject: Called, index: int) -> bool:
        reader = self.reader
        if subject == _PAGE and not reader.topmost(index) and reader.nearest(index) is None:
            return True
        if line.about:
            return index not in reader.found and self._is_about(line, subject, index)
        node, named = reader.nodes.get(index), not line.name
        was = self.case.before.nodes.get(self.case.delta.matching.before_of[index])
        if index not in reader.found and was is not None and subject.ref is not None:  # it may be called as before
            return is_meant(subject, was, self.case.before, named=named) or (
                node is not None and is_meant(subject, node, reader, named=named)
            )
        if node is None:
            return False
        if not subject.role and subject.ref is None and subject.label is None:
            return node.role == "text"
        return is_meant(subject, node, reader, named=named)

    def _is_about(self, line: ChangedLine, subject: Called, index: int) -> bool:
        if line.about == "in":
            return any(is_meant(subject, one, self.reader) for one in self.reader.around(index))
        nodes = self.reader.topmost(index)
        return len(nodes) == subject.count and self._are_called(subject, nodes)

    def _are_called(self, subject: Called, nodes: Sequence[Node]) -> bool:
        last = subject.last or subject
        return is_called(subject, nodes[0], self.reader) and is_called(last, nodes[-1], self.reader)

    def _place_faults(self, line: ChangedLine, index: int) -> list[str]:
        node = self.reader.nodes.get(index)
        if node is not None and line.column is not None and not self._is_under(line.column, node):
            return [f"it is not under {line.column!r}"]
        if line.place is None or node is None:
            return []
        kind, around, _ = line.place
        if kind == "in" and isinstance(around, Where):
            return [] if is_around(around, node, self.reader) else ["it is not in there"]
        return place_faults(line.place, node, self.reader)

    def _is_under(self, column: str, cell: Node) -> bool:
        """Whether the one header row of a table, or the headers before flat rows, have this at the place of a cell."""
        row = cell.parent
        if row is None or row.role != "row":
            return False
        beside = self.reader.siblings(row)
        heads = [one.children for one in beside if any(kid.role == "columnheader" for kid in one.children)]
        heads = heads or [[one for one in beside if one.role == "columnheader"]]
        place = row.children.index(cell)
        fits = len(heads) == 1 and len(heads[0]) == len(row.children)
        return fits and may_be_called(column, heads[0][place].index, self.reader)

    def _group(self, line: ChangedLine, group: Group) -> None:
        by_parent: dict[int, list[Node]] = {}
        for index, record in self.left.items():
            node = self.reader.nodes.get(index)
            right = node is not None and node.spelt in singulars(group.plural) and self._are_claims_so(line, record)
            if right and node is not None:
                by_parent.setdefault(-1 if node.parent is None else node.parent.index, []).append(node)
        wrong = []
        for nodes in by_parent.values():
            for start in range(len(nodes) - group.count + 1):
                members = nodes[start : start + group.count]
                fault = wrong_group(group, members, self.reader, "changed so")
                if not fault:
                    self.case.counted[1].update(node.index for node in members)
                    for node in members:
                        self._note(line, self.left.pop(node.index))
                    return
                wrong.append(fault)
        self.case.fault("changed: group", f"no such elements changed so: {'; '.join(wrong[:3])}", line)

    def _all_in(self, line: ChangedLine, around: Where, word: Word) -> None:
        """What all that is printed in an element became, but for what cannot be told of."""
        for node in self.reader.nodes.values():
            if not is_where(around, node, self.reader):
                continue
            became = [kid for kid in node.children if self._became(kid, word)]
            others = [kid for kid in node.children if kid not in became]
            said = any(word.name in self.case.said_all.get(kid.index, ()) for kid in became)
            if not said and len(became) >= LEAST_OF_ALL and not any(map(self._can_be_told, others)):
                self.case.all_in[line.number] = len(became)
                for kid in became:
                    self.case.counted[1].add(kid.index)
                    self.case.said_all.setdefault(kid.index, set()).add(word.name)
                    record = self.case.records[kid.index]
                    self.case.said_fields.setdefault(kid.index, set()).add(field_of(word, record))
                    if set(record.fields) <= self.case.said_fields[kid.index]:
                        self.left.pop(kid.index, None)
                return
        self.case.fault("changed: all in", "not all in there became so", line)

    def _became(self, node: Node, word: Word) -> bool:
        record = self.case.records.get(node.index)
        return record is not None and bool(field_of(word, record))

    def _can_be_told(self, node: Node) -> bool:
        """Whether an element has a ref, or a text by which it may be called."""
        has_one = node.item is not None and node.item.ref is not None
        return has_one or any(True for _ in self.reader.texts_in(node.index))

    # ------------------------------------------------------------------ claims

    def _are_claims_so(self, line: ChangedLine, record: Changed) -> bool:
        fields = record.fields
        if line.name and not makes_field(line.name, _name(fields.get("name"))):
            return False
        if line.value and not makes_field(line.value, fields.get("value")):
            return False
        if line.new_value and ("value" not in fields or fields["value"][0] or fields["value"][1] != line.new_value[0]):
            return False
        return all(field_of(word, record) for word in line.words if word.name not in STILL)

    def _says_all(self, line: ChangedLine, index: int) -> bool:
        record = self.left[index]
        return self._fields(line, record) >= set(record.fields)

    @staticmethod
    def _fields(line: ChangedLine, record: Changed) -> set[str]:
        said = {field_of(word, record) for word in line.words if word.name not in STILL}
        said |= {"name"} if line.name else set()
        return said | ({"value"} if line.value or line.new_value else set())

    def _note(self, line: ChangedLine, record: Changed) -> None:
        self.case.said_fields.setdefault(record.after.index, set()).update(self._fields(line, record))
        for word in line.words:
            if word.name in STILL:
                index = record.after.index
                self.case.said_still.add((index, word.name))
                if not self.case.stayed_so(index, word.name):
                    self.case.fault("uncovered: still", f"e{self.reader.numbers[index]} did not stay so", line)


def _by(before: object, after: object) -> tuple[int, ...] | None:
    """By how much an element went right and down, and grew."""
    if not (isinstance(before, tuple) and isinstance(after, tuple)):
        return None
    return tuple(new - old for old, new in zip(before, after, strict=True))


def makes_field(pairs: Pairs, change: tuple[object, object] | None) -> bool:
    """Whether pairs, as they are or as cut texts, say a change."""
    if change is None:
        return False
    return _plain(pairs) == _plain((change,)) or makes(pairs, str(change[0] or ""), str(change[1] or ""))


def field_of(word: Word, record: Changed) -> str:
    """The field of a record of which a word says the change; "" if the record has no such change."""
    fields = record.fields
    name, pairs = word.name, word.pairs
    if not pairs:
        if name in _HIDDEN:
            return name if name in fields and fields[name][0] == fields[name][1] else ""
        return _of_plain_word(name, record)
    if name not in fields:
        return ""
    if name in _CUT:
        return name if makes_field(pairs, fields[name]) else ""
    return name if len(pairs) == 1 and _plain(pairs[0]) == _plain(fields[name]) else ""


def _of_plain_word(word: str, record: Changed) -> str:
    fields = record.fields
    if word == "mixed":
        return next((name for name in ("checked", "pressed") if name in fields and fields[name][1] == "mixed"), "")
    if word == "icon":
        return "name" if "name" in fields and _is_icon(fields["name"]) else ""
    if word in _ENDED and fields.get(_ENDED[word], (None, True))[1] is None:
        return _ENDED[word] if fields[_ENDED[word]][0] not in {None, False} else ""
    if word in _WORDS:
        name, after = _WORDS[word]
        pair = fields.get(name)
        return name if pair and pair[1] is after and not (after is None and pair[0]) else ""
    if word.startswith("not "):
        name = word.removeprefix("not ")
        return name if name in fields and fields[name][0] is True and not fields[name][1] else ""
    return word if word in fields and fields[word][1] is True else ""


def _is_icon(change: tuple[object, object]) -> bool:
    """Whether a name changed in glyphs of icon fonts only."""
    old, new = (str(text or "") for text in change)
    return old != new and without_glyphs(old) == without_glyphs(new)


def _name(change: tuple[object, object] | None) -> tuple[object, object] | None:
    """The change of a name as it is printed: without glyphs, None where nothing is left to be seen."""
    if change is None:
        return None
    return without_glyphs(str(change[0] or "")) or None, without_glyphs(str(change[1] or "")) or None


def _plain(value: object) -> object:
    if isinstance(value, tuple | list):
        return tuple(_plain(part) for part in value)
    return repr(value) if isinstance(value, bool) or value is None else value


def check_changes(case: Case) -> None:
    """Check ``~``."""
    _Changes(case).check()
