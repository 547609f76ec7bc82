"""A part of two giant trees: all elements of some keys, from both, in any order. Here they are paired and compared.

An element is paired by its key alone, the k-th with the k-th (see ``keys``). So the trees may be dealt out by key: what
is said of each part is put together by ``trees``. What leaves a part is packed: links, which are a few numbers an
element; the fields that differ; and what has found no partner, whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import json

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.codes import Codes, code_texts, combined, in_order
from uidiff.arrow.conform import cast_column, conformed_nodes
from uidiff.arrow.fields import Cells, changed_cells
from uidiff.arrow.keys import NOBODY, Partners, comparable_codes, numbered, pair_runs, runs_of
from uidiff.arrow.memory import keep_freed_memory
from uidiff.arrow.schema import NODE, SNAPSHOTS
from uidiff.diffing.ignoring import Ignored
from uidiff.text import fold

__all__ = [
    "ELEMENTS",
    "FIELDS_OF_PAIRS",
    "PARTS",
    "PLACE",
    "WIDTH",
    "Bundles",
    "Elements",
    "Found",
    "Keys",
    "PairParts",
    "pair_elements",
    "unpacked",
]

Keys: TypeAlias = Literal["id", "as read", "as compared"]

ELEMENTS = pa.schema([("after", pa.bool_()), ("index", pa.int32()), ("parent_name", pa.string()), *NODE])
"""Elements of two trees: of which tree, and where in it; the name of its parent; and the columns of NODE."""

FIELDS_OF_PAIRS = pa.schema(
    [
        ("before_index", pa.int32()),
        ("index", pa.int32()),
        ("field", pa.string()),
        ("before", pa.string()),
        ("after", pa.string()),
        ("name_before", pa.string()),
        ("name_after", pa.string()),
    ],
)
"""Fields that differ: of which elements of the two trees, and the names of both."""

PARTS = pa.schema([("kind", pa.string()), ("packed", pa.binary())])
"""What is known of a part: links, fields or leftovers, as batches of Arrow in the bytes of its stream format."""

PLACE = "place"
"""A column that says in one number what ``after``, ``index``, ``parent`` and ``unread`` say in four: see WIDTH."""

WIDTH = 31
"""Bits of an index or a parent in PLACE. From the lowest: whether it is of the tree after, whether it is unread, two
more than the parent (1: none, 0: one below -1), one more than the index (0: none, or one below 0)."""

_NODE_NAMES = [field.name for field in NODE]

_BLOCK = 1 << 22
"""In bytes: what the reader of JSON takes at once; a line has to fit in."""

_PACKED = 500_000
"""Rows in a batch that is packed: a cell of Spark may have 2 GiB, and lies in memory whole."""


class Bundles(NamedTuple):
    """Fields of elements that travel as the text of one JSON object each, bounds as a list: few need to be read.

    A worker takes each column of a row one by one, which costs more than all else. Elements whose texts are equal have
    equal fields; what is ignored matters where an element has no partner. Where all fields of a bundle are NULL, its
    text is.

    Attributes:
        compared: fields of NODE in the column ``compared``; some are only carried along, and seldom differ.
        ignored: fields of NODE in the column ``ignored``.
    """

    compared: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()

    @classmethod
    def of(cls, kind: Keys, ignore: tuple[str, ...]) -> Bundles:
        """Those of elements that are paired by such keys; ``ignore``: fields that are not compared."""
        apart = {"parent", "role", "name", "unread", "id", *(() if kind == "id" else ("native_role",))}
        names = [field.name for field in NODE if field.name not in apart]
        ignored = {"url_digest", *ignore} if "url" in ignore else set(ignore)
        return cls(
            tuple(name for name in names if name not in ignored), tuple(name for name in names if name in ignored)
        )


@attrs.frozen(eq=False)
class Elements:
    """Elements of two trees in any order.

    Attributes:
        after: for each whether it is of the tree after.
        index: its place in its tree; -1 where there is none.
        parent_names: the name of its parent; NULL for none.
        nodes: the elements (see ``NODE``), but for what is in the bundles.
        bundles: the texts of fields that have not been read yet, by column.
    """

    after: Flags
    index: Codes
    parent_names: pa.Array
    nodes: pa.StructArray
    bundles: dict[str, pa.Array] = attrs.field(factory=dict)
    _encoded: dict[str, pa.DictionaryArray] = attrs.field(init=False, factory=dict)

    @classmethod
    def of_table(cls, table: pa.Table) -> Elements:
        """Those in a table with columns of ELEMENTS, or with PLACE and bundles instead of some of them.

        What is missing is NULL. InvalidSnapshot: a column of another type.
        """
        whole = table.combine_chunks()
        given = {name: whole.column(name).combine_chunks() for name in whole.column_names}
        if PLACE in given:
            given |= _places(given.pop(PLACE))
        structs = pa.StructArray.from_arrays(list(given.values()), names=list(given))
        nodes = conformed_nodes(pa.ListArray.from_arrays(pa.array([0, len(structs)], pa.int32()), structs)).flatten()
        after = given["after"].to_numpy(zero_copy_only=False)
        index = cast_column(ELEMENTS.field("index"), given["index"]).fill_null(-1)
        names = given.get("parent_name", pa.nulls(len(structs), pa.string()))
        names = cast_column(ELEMENTS.field("parent_name"), names)
        bundles = {name: given[name] for name in Bundles._fields if name in given}
        return cls(after, index.to_numpy(zero_copy_only=False).astype(np.int64), names, nodes, bundles)

    def __len__(self) -> int:
        return len(self.index)

    @cached_property
    def block(self) -> Block:
        """The elements as if they were one snapshot: what is asked of their cells does not depend on their order."""
        return Block(NO_ROWS.slice(0, 1), self.nodes, np.array([0, len(self)]))

    def keys(self, kind: Keys) -> tuple[Codes, Flags | None]:
        """Numbers of their keys; and by key, where keys that stand unequally often do not pair, whether it may."""
        if kind == "id":
            ids = self.block.coded("id")
            return ids.codes, np.array([value is None for value in ids.values], np.bool_)
        if kind == "as read":
            roles = combined(*(_codes(self.encoded(name)) for name in ("role", "native_role")))
            columns = (self.encoded("name"), self.parent_names.dictionary_encode())
            texts = [_codes(column, null="") for column in columns]
        else:
            roles = comparable_codes(self.block.coded("role"), self.block.coded("native_role"))
            coded = (self.block.coded("name"), code_texts(self.parent_names))
            texts = [numbered(column, list(map(fold, column.values))) for column in coded]
        root = self.column("parent").fill_null(-1).to_numpy(zero_copy_only=False) < 0
        return combined(texts[0], roles, np.where(root, 0, texts[1] + 1)), None

    def column(self, name: str) -> pa.Array:
        """A field of all of them."""
        return pc.struct_field(self.nodes, name)

    def encoded(self, name: str) -> pa.DictionaryArray:
        """A field of all of them, each of its values once."""
        if name not in self._encoded:
            self._encoded[name] = self.column(name).dictionary_encode()
        return self._encoded[name]

    def whole(self, places: Codes, bundles: Bundles) -> Elements:
        """Some of them with all their fields."""
        where = pa.array(places)
        columns = dict(zip(_NODE_NAMES, self.nodes.take(where).flatten(), strict=True))
        for name, texts in self.bundles.items():
            columns |= _opened(texts.take(where), getattr(bundles, name))
        nodes = pa.StructArray.from_arrays([columns[field.name] for field in NODE], fields=list(NODE))
        return Elements(self.after[places], self.index[places], self.parent_names.take(where), nodes)

    def table(self) -> pa.Table:
        """Elements without bundles as a table of ELEMENTS."""
        columns = [pa.array(self.after), pa.array(self.index, pa.int32()), self.parent_names]
        return pa.table([*columns, *self.nodes.flatten()], schema=ELEMENTS)


def _places(column: pa.Array) -> dict[str, pa.Array]:
    """What a column PLACE says."""
    bits = column.to_numpy(zero_copy_only=False).view(np.uint64)
    low = np.uint64((1 << WIDTH) - 1)
    index, parent = ((bits >> np.uint64(shift) & low).astype(np.int64) for shift in (2 + WIDTH, 2))
    return {
        "after": pa.array((bits & np.uint64(1)).astype(np.bool_)),
        "unread": pa.array((bits & np.uint64(2)).astype(np.bool_)),
        "index": pa.array(index - 1, pa.int32()),
        "parent": pa.array(parent - 2, pa.int32(), mask=parent == 1),
    }


def _opened(texts: pa.Array, names: tuple[str, ...]) -> dict[str, pa.Array]:
    """The fields of these names in the texts of JSON objects."""
    if not len(texts) or not names:
        return {name: pa.nulls(len(texts), NODE.field(name).type) for name in names}
    lines = [text.encode() for text in texts.fill_null("{}").to_pylist()]
    schema = pa.schema([_SIDES if name == "bounds" else NODE.field(name) for name in names])
    block = max(_BLOCK, 2 * max(map(len, lines)))
    table = json.read_json(
        pa.BufferReader(b"\n".join(lines)),
        read_options=json.ReadOptions(use_threads=False, block_size=block),
        parse_options=json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore"),
    )
    columns = {name: _one(table.column(name)) for name in names}
    return columns | ({"bounds": _boxes(columns["bounds"])} if "bounds" in columns else {})


def _boxes(lists: pa.ListArray) -> pa.StructArray:
    """Bounds of lists of their four sides."""
    sides = [pc.list_element(lists, place) for place in range(NODE.field("bounds").type.num_fields)]
    return pa.StructArray.from_arrays(sides, fields=list(NODE.field("bounds").type), mask=lists.is_null())


_SIDES = pa.field("bounds", pa.list_(pa.int32()))


def _one(column: pa.ChunkedArray) -> pa.Array:
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)


NO_ROWS = pa.RecordBatch.from_arrays(
    [pa.nulls(2, field.type) for field in SNAPSHOTS if field.name != "nodes"],
    schema=pa.schema([field for field in SNAPSHOTS if field.name != "nodes"]),
)
"""Two snapshots of which nothing is known but the elements."""


def _codes(column: pa.DictionaryArray, null: str | None = None) -> Codes:
    """The cells as numbers, NULL as this text or else as a value of its own; of millions of names no list is made."""
    values = column.dictionary
    place = -1 if null is None else pc.index(values, null).as_py()
    codes = column.indices.fill_null(len(values) if place < 0 else place)
    found: Codes = codes.to_numpy(zero_copy_only=False).astype(np.int64)
    return found


# ------------------------------------------------------------------------ pairs


class Found(NamedTuple):
    """What is known of some elements: their partners, by places; and the fields in which these differ."""

    partners: Partners
    cells: Cells


def pair_elements(elements: Elements, kind: Keys, ignore: tuple[str, ...]) -> Found:
    """Pair the k-th element of a key with the k-th of that key, and compare them.

    ``ignore``: names of fields that are not compared.
    """
    partners = Partners.nothing(elements.block, np.zeros(1, np.bool_))
    keys, may_differ = elements.keys(kind)
    places = in_order(elements.index)
    order = places[in_order((keys * 2 + elements.after)[places])]
    sides, sorted_keys = elements.after[order].astype(np.int64), keys[order]
    starts, lengths = runs_of(sorted_keys, sides)
    follows = np.zeros(len(starts), np.bool_)
    follows[:-1] = sorted_keys[starts[1:]] == sorted_keys[starts[:-1]]
    if may_differ is not None:
        follows[:-1] &= (lengths[1:] == lengths[:-1]) | may_differ[sorted_keys[starts[:-1]]]
    pair_runs(order, starts, lengths, follows, partners)
    return Found(partners, _differing(elements, partners, Bundles.of(kind, ignore), ignore))


def _differing(elements: Elements, partners: Partners, bundles: Bundles, ignore: tuple[str, ...]) -> Cells:
    """The fields that differ. Only the pairs of which not all texts are equal are looked at."""
    stayed = np.nonzero(partners.before != NOBODY)[0]
    if "compared" in elements.bundles:
        were = partners.before[stayed]
        text = elements.bundles["compared"].fill_null("")
        differs = pc.not_equal(text.take(pa.array(were)), text.take(pa.array(stayed))).to_numpy(zero_copy_only=False)
        for column in ("role", "name"):
            codes = _codes(elements.encoded(column))
            differs |= codes[were] != codes[stayed]
        stayed = stayed[differs]
    places = np.concatenate([partners.before[stayed], stayed])
    some, count = elements.whole(places, bundles), len(stayed)
    nobody = np.full(count, NOBODY)
    after, before = np.append(count + np.arange(count), nobody), np.append(nobody, np.arange(count))
    cells = changed_cells(some.block, Partners(after, before, partners.linked), Ignored(ignore, ()))
    return cells._replace(places=places[cells.places])


# ----------------------------------------------------------------------- packing


@attrs.frozen
class PairParts:
    """Pairs the elements of a part and packs what it has found; a value that can be sent to workers."""

    kind: Keys
    ignore: tuple[str, ...] = ()

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """All elements of one part in, with columns of ELEMENTS; rows of PARTS out."""
        keep_freed_memory()
        given = [batch for batch in batches if batch.num_rows]
        if not given:
            return
        elements = Elements.of_table(pa.Table.from_batches(given))
        del given
        found = pair_elements(elements, self.kind, self.ignore)
        bundles = Bundles.of(self.kind, self.ignore)
        alone = (found.partners.after == NOBODY) & (found.partners.before == NOBODY)
        for kind, table in (
            ("links", _links(elements, found.partners)),
            ("fields", _fields(elements, found)),
            ("leftovers", elements.whole(np.nonzero(alone)[0], bundles).table()),
        ):
            yield from packed(kind, table)


def packed(kind: str, table: pa.Table) -> Iterator[pa.RecordBatch]:
    """Rows of PARTS with a table of that kind."""
    for batch in table.to_batches(max_chunksize=_PACKED):
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as stream:
            stream.write_batch(batch)
        yield pa.RecordBatch.from_arrays([pa.array([kind]), pa.array([sink.getvalue().to_pybytes()])], schema=PARTS)


def unpacked(batches: Iterable[pa.RecordBatch]) -> dict[str, pa.Table]:
    """The tables of each kind that is there."""
    found: dict[str, list[Any]] = {}
    for batch in batches:
        for kind, cell in zip(batch.column("kind").to_pylist(), batch.column("packed"), strict=True):
            found.setdefault(kind, []).extend(pa.ipc.open_stream(cell.as_buffer()))
    return {kind: pa.Table.from_batches(parts) for kind, parts in found.items()}


def _links(elements: Elements, partners: Partners) -> pa.Table:
    """Of each element where it stands, its partner, its role, and of those after their names: more no row may need."""
    partner = np.where(elements.after, partners.before, partners.after)
    after, names = pa.array(elements.after), elements.encoded("name")
    return pa.table(
        {
            "after": after,
            "index": pa.array(elements.index, pa.int32()),
            "parent": elements.column("parent"),
            "partner": pa.array(elements.index[partner], pa.int32(), mask=partner == NOBODY),
            "role": elements.encoded("role"),
            "name": pa.DictionaryArray.from_arrays(pc.if_else(after, names.indices, None), names.dictionary),
            "unread": elements.column("unread"),
        },
    )


def _fields(elements: Elements, found: Found) -> pa.Table:
    places, names, before, after = found.cells
    were = found.partners.before[places]
    indices = [pa.array(elements.index[side], pa.int32()) for side in (were, places)]
    called = [elements.column("name").take(pa.array(side)) for side in (were, places)]
    return pa.table([*indices, names, before, after, *called], schema=FIELDS_OF_PAIRS)
