"""Two giant trees, put together again from what was found in their parts: who moved, what was unread, and all rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.codes import Codes, in_order
from uidiff.arrow.fields import Cells, without_hidden
from uidiff.arrow.keys import NOBODY, Partners
from uidiff.arrow.memory import keep_freed_memory
from uidiff.arrow.places import out_of_order
from uidiff.arrow.rows import element_rows, error_rows
from uidiff.arrow.schema import NODE
from uidiff.arrow.tree_parts import (
    ELEMENTS,
    FIELDS_OF_PAIRS,
    NO_ROWS,
    Elements,
    Keys,
    PairParts,
    pair_elements,
    unpacked,
)
from uidiff.diffing.ignoring import Ignored, IgnoreOption, checked_ignore
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.matching.ids import IdMatcher
from uidiff.matching.name_role_parent import NameRoleParentMatcher
from uidiff.matching.strategies import MatcherOption, resolve_matcher

__all__ = ["JoinParts", "stages"]


def stages(matcher: MatcherOption, ignore: IgnoreOption, on_error: str) -> tuple[PairParts, JoinParts]:
    """What is done with each part, and then with all that was found there.

    Raises:
        UnknownName: no such field or ``on_error``, or a matcher that does not pair by key alone.
    """
    kinds: dict[type, Keys] = {IdMatcher: "id", NameRoleParentMatcher: "as read"}
    kind = kinds.get(type(resolve_matcher(matcher)))
    if kind is None:
        raise UnknownName("matcher of diff_trees (diff_snapshots takes every one)", matcher, ("id", "name-role-parent"))
    if on_error not in ("column", "raise"):
        raise UnknownName("on_error", on_error, ("column", "raise"))
    ignored = Ignored.of(checked_ignore(ignore))
    return PairParts(kind, ignored.names), JoinParts(kind, ignored, on_error)  # type: ignore[arg-type]  # one of them


@attrs.frozen
class JoinParts:
    """Makes rows of CHANGES of all parts of two trees; a value that can be sent to workers."""

    kind: Keys
    ignored: Ignored
    on_error: Literal["column", "raise"] = "column"

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """All rows of PARTS in; out come the rows of changes, in their order."""
        keep_freed_memory()
        tables = unpacked(batches)
        if not tables:
            return
        try:
            links = _Links.of_table(tables["links"])
            yield self._rows(links, tables)
        except InvalidSnapshot as error:
            if self.on_error == "raise":
                raise
            yield error_rows(NO_ROWS.slice(0, 1), {0: str(error)}, {})

    def _rows(self, links: _Links, tables: dict[str, pa.Table]) -> pa.RecordBatch:
        block = links.block(_Extra.of_tables(tables, links.middle))
        everywhere = np.ones(len(block.nodes), np.bool_)
        _expect(~out_of_order(block, everywhere), links, "it does not stand in document order below its parent", _CURE)
        partners = links.partners()
        found = [_cells(tables["fields"], links.middle)] if "fields" in tables else []
        if self.kind == "as read" and "leftovers" in tables:
            found.append(self._second_pass(tables["leftovers"], links.middle, partners))
        cells = _sorted_cells(found)
        if self.ignored.rules and len(cells.places):
            cells = without_hidden(cells, block, partners, self.ignored)
        return links.with_names(element_rows(block, partners, cells))

    def _second_pass(self, leftovers: pa.Table, middle: int, partners: Partners) -> Cells:
        """Pair what is alike up to white space and the platform's word for the role, as the core does."""
        elements = Elements.of_table(leftovers)
        found = pair_elements(elements, "as compared", self.ignored.names)
        places = elements.index + middle * elements.after
        before = np.nonzero(found.partners.after != NOBODY)[0]
        partners.pair(places[before], places[found.partners.after[before]])
        return found.cells._replace(places=places[found.cells.places])


def _cells(fields: pa.Table, middle: int) -> Cells:
    texts = [fields.column(name).combine_chunks() for name in ("field", "before", "after")]
    return Cells(_numbers(fields.column("index")) + middle, *texts)


def _sorted_cells(found: list[Cells]) -> Cells:
    if not found:
        return Cells(np.zeros(0, np.int64), *(pa.array([], pa.string()) for _ in range(3)))
    places = np.concatenate([cells.places for cells in found])
    order = in_order(places)
    columns = (pa.concat_arrays(texts) for texts in list(zip(*found, strict=True))[1:])
    return Cells(places[order], *(texts.take(pa.array(order)) for texts in columns))


# ------------------------------------------------------------------------ trees


@attrs.frozen(eq=False)
class _Links:
    """All elements of both trees, those of the one before first, each tree in its order.

    Attributes:
        middle: how many elements the tree before has.
        parents: for each the index of its parent in its tree; -1 for roots.
        partner: for each the index of its partner in the other tree; NOBODY where it has none.
        table: the links (see ``tree_parts``), in any order.
        order: for each its row in the table.
    """

    middle: int
    parents: Codes
    partner: Codes
    table: pa.Table
    order: pa.Array

    @classmethod
    def of_table(cls, table: pa.Table) -> _Links:
        """Those in the links of all parts. InvalidSnapshot: they are not those of two trees."""
        after, index = (_numbers(table.column(name)) for name in ("after", "index"))
        for side, name in enumerate(_SIDES):
            _expect_each_once(index[after == side], name)
        middle = len(after) - int(after.sum())
        order = np.empty(len(after), np.int64)
        order[index + middle * after] = np.arange(len(after))
        parents, partner = (_numbers(table.column(name))[order] for name in ("parent", "partner"))
        links = cls(middle, parents, partner, table, pa.array(order))
        links.expect_parents()
        return links

    def expect_parents(self) -> None:
        """Raise InvalidSnapshot unless each element has a role, and its parent stands before it."""
        own = self._local(np.arange(len(self.parents)))
        _expect(self.parents >= -1, self, "its parent is below 0", "take NULL for a root")
        _expect(self.parents < own, self, "its parent does not stand before it", _CURE)
        there = self.table.column("role").is_valid().to_numpy()[self.order.to_numpy()]
        _expect(there, self, "it has no role", _CURE)

    def _local(self, places: Codes) -> Codes:
        return np.where(places < self.middle, places, places - self.middle)

    def place(self, number: int) -> str:
        """How an error calls an element."""
        side = int(number >= self.middle)
        return f"$.{_SIDES[side]}[{number - side * self.middle}]"

    def partners(self) -> Partners:
        """The pairs so far."""
        there = np.where(self.partner == NOBODY, NOBODY, self.partner)
        count = len(there)
        after, before = np.full(count, NOBODY), np.full(count, NOBODY)
        after[: self.middle] = np.where(there == NOBODY, NOBODY, there + self.middle)[: self.middle]
        before[self.middle :] = there[self.middle :]
        return Partners(after, before, np.array([False, True]))

    def block(self, extra: _Extra) -> Block:
        """The two trees as a block: of most elements only what any row may have to say of them."""
        count = len(self.parents)
        roles = self.table.column("role").unify_dictionaries().combine_chunks().take(self.order)
        taken = _places(count, extra.places)
        columns = {
            "parent": pa.array(self.parents, pa.int32(), mask=self.parents < 0),
            "role": roles.cast(pa.string()),
            "name": extra.names.take(_places(count, extra.named)),
            "unread": self.table.column("unread").combine_chunks().take(self.order),
        }
        for field in NODE:
            if field.name not in columns:
                cells = extra.leftovers.column(field.name).combine_chunks()
                nothing = cells.null_count == len(cells)
                columns[field.name] = pa.nulls(count, field.type) if nothing else cells.take(taken)
        nodes = pa.StructArray.from_arrays([columns[field.name] for field in NODE], fields=list(NODE))
        return Block(NO_ROWS, nodes, np.array([0, self.middle, count]))

    def with_names(self, rows: pa.RecordBatch) -> pa.RecordBatch:
        """The rows with the names of elements that only moved, or whose children did: those are in the links."""
        ops, index = rows.column("op"), rows.column("after_index")
        only_moved = pc.and_(pc.is_in(ops, pa.array(["moved", "reordered"])), index.is_valid())
        places = pc.add(index.filter(only_moved).cast(pa.int64()), self.middle)
        names = _picked(self.table.column("name"), self.order.take(places).to_numpy())
        place = rows.schema.get_field_index("name")
        return rows.set_column(place, "name", pc.replace_with_mask(rows.column(place), only_moved, names))


def _picked(column: pa.ChunkedArray, rows: Codes) -> pa.Array:
    """A few cells of a column of encoded texts. Chunk by chunk: ``take`` would make one of all chunks first."""
    starts = np.cumsum([0, *map(len, column.chunks)])
    chunks = np.searchsorted(starts, rows, side="right") - 1
    found = [
        chunk.take(pa.array(rows[chunks == number] - starts[number])).cast(pa.string())
        for number, chunk in enumerate(column.chunks)
    ]
    order = np.argsort(chunks, kind="stable")
    back = np.empty(len(rows), np.int64)
    back[order] = np.arange(len(rows))
    return pa.concat_arrays([pa.array([], pa.string()), *found]).take(pa.array(back))


def _places(count: int, places: Codes) -> pa.Array:
    """Indices for ``take``: the k-th cell goes to the k-th of the places, and elsewhere there is NULL."""
    found = np.full(count, NOBODY)
    found[places] = np.arange(len(places))
    return pa.array(found, pa.int64(), mask=found == NOBODY)


class _Extra(NamedTuple):
    """What is known of some elements besides the links: leftovers whole, and the names of changed elements."""

    leftovers: pa.Table
    places: Codes
    names: pa.Array
    named: Codes

    @classmethod
    def of_tables(cls, tables: dict[str, pa.Table], middle: int) -> _Extra:
        leftovers = tables.get("leftovers", ELEMENTS.empty_table())
        fields = tables.get("fields", FIELDS_OF_PAIRS.empty_table())
        places = _numbers(leftovers.column("index")) + middle * _numbers(leftovers.column("after"))
        named = [places, _numbers(fields.column("before_index")), middle + _numbers(fields.column("index"))]
        names = [leftovers.column("name"), fields.column("name_before"), fields.column("name_after")]
        chunks = [chunk for column in names for chunk in column.chunks]
        return cls(leftovers, places, pa.chunked_array(chunks, pa.string()).combine_chunks(), np.concatenate(named))


# ----------------------------------------------------------------------- checks

_SIDES = ("before", "after")
_CURE = "give the elements of one snapshot, as explode_nodes has them"


def _expect_each_once(index: Codes, side: str) -> None:
    """Raise InvalidSnapshot unless these are the numbers from 0 on."""
    found = np.sort(index)
    if len(found) and found[0] < 0:
        raise InvalidSnapshot("an element without index, or with one below 0", f"$.{side}", _CURE)
    twice = found[1:][found[1:] == found[:-1]]
    if len(twice):
        raise InvalidSnapshot("two elements have this index", f"$.{side}[{twice[0]}]", _CURE)
    missing = np.nonzero(found != np.arange(len(found)))[0]
    if len(missing):
        raise InvalidSnapshot("no element has this index, and some have higher ones", f"$.{side}[{missing[0]}]", _CURE)


def _expect(right: Flags, links: _Links, problem: str, cure: str) -> None:
    wrong = np.nonzero(~right)[0]
    if len(wrong):
        raise InvalidSnapshot(problem, links.place(int(wrong[0])), cure)


def _numbers(column: pa.ChunkedArray) -> Codes:
    """Whole numbers and flags; NULL is -1."""
    numbers: Codes = column.cast(pa.int64()).fill_null(-1).to_numpy()
    return numbers
