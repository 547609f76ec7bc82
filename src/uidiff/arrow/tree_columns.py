"""Compare the two trees of a row, and hash single trees: for functions of columns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.codes import Codes, code_texts, combined, dense, firsts
from uidiff.arrow.conform import conformed, conformed_nodes
from uidiff.arrow.engine import MAX_NODES, Engine, spans
from uidiff.arrow.schema import CHANGES
from uidiff.arrow.validator import Validator
from uidiff.model.states import FIELDS

__all__ = ["TREE_CHANGES", "pair_changes", "tree_hashes"]

TREE_CHANGES = pa.list_(pa.struct([field for field in CHANGES if field.name not in CHANGES.names[:5]]))
"""The rows of CHANGES for two trees, without the columns that name snapshots."""

_COMPARED = (*(name for name in FIELDS if name != "bounds"), "native_role", "url_digest", "states", "unread")
"""Columns of texts and lists; bounds are four numbers more."""


def pair_changes(before: pa.Array, after: pa.Array, engine: Engine) -> pa.ListArray:
    """Diff, row by row, the tree in one column with that in the other, as TREE_CHANGES.

    Args:
        before, after: lists of structs with columns of NODE, of equal length.
        engine: how they are compared.

    Raises:
        InvalidSnapshot: columns of other types.
    """
    sides = [conformed_nodes(column) for column in (before, after)]
    sizes = pc.add(*(pc.list_value_length(side).fill_null(0) for side in sides))
    cut = ([side.slice(start, stop - start) for side in sides] for start, stop in spans(sizes, MAX_NODES))
    parts = [_changes(before, after, engine) for before, after in cut]
    made: pa.ListArray = pa.concat_arrays(parts) if parts else pa.array([], TREE_CHANGES)
    return made


def tree_hashes(nodes: pa.Array, validator: Validator) -> pa.Array:
    """Hash each tree to 64 bits of BLAKE2b, the same on every machine; NULL where a cell is no tree.

    The hash covers all that is compared: the shape, and of each element role, name, value, description, url, bounds,
    actions, states and whether it was read; not ids, unknown keys and other carried fields.

    Raises:
        InvalidSnapshot: a column of another type.
    """
    column = conformed_nodes(nodes)
    found: list[int | None] = [None] * len(column)
    for start, stop in spans(pc.list_value_length(column), MAX_NODES):
        part = [pa.array(np.arange(stop - start)), column.slice(start, stop - start)]
        checked = validator.check(conformed(pa.RecordBatch.from_arrays(part, names=["seq", "nodes"])))
        for place, digest in zip(checked.places, _digests(checked.block), strict=True):
            found[start + place] = digest
    return pa.array(found, pa.int64())


def _changes(before: pa.ListArray, after: pa.ListArray, engine: Engine) -> pa.ListArray:
    """Diff each row as a session of two snapshots."""
    count = len(before)
    each = np.repeat(np.arange(count), 2)
    columns = {
        "session": pa.array(each).cast(pa.string()),
        "seq": pa.array(np.tile([0, 1], count)),
        "nodes": pa.concat_arrays([before, after]).take(pa.array(each + np.tile([0, count], count))),
    }
    batch = conformed(pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns)))
    rows = attrs.evolve(engine, last=None).step(batch)
    of = rows.column("session").cast(pa.int64()).to_numpy(zero_copy_only=False)
    order = np.argsort(of, kind="stable")
    order = order[_first_errors(of[order], rows.column("op").take(pa.array(order)))]
    structs = [rows.column(field.name).take(pa.array(order)) for field in TREE_CHANGES.value_type]
    offsets = np.searchsorted(of[order], np.arange(count + 1))
    items = pa.StructArray.from_arrays(structs, fields=list(TREE_CHANGES.value_type))
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), items).cast(TREE_CHANGES)


def _first_errors(of: Codes, ops: pa.Array) -> Flags:
    """Mark all rows but the second error of a pair."""
    wrong = pc.equal(ops, "error").to_numpy(zero_copy_only=False)
    second = np.zeros(len(of), np.bool_)
    second[1:] = wrong[1:] & wrong[:-1] & (of[1:] == of[:-1])
    kept: Flags = ~second
    return kept


def _digests(block: Block) -> Iterator[int]:
    """Yield BLAKE2b over the parents and the elements of each snapshot; each distinct element is hashed once."""
    words = _words(block) if len(block.nodes) else np.empty(0, "V16")
    cells = np.empty(len(words), [("parent", "<i8"), ("element", "V16")])
    cells["parent"] = np.where(block.parents == len(words), -1, block.parents - block.offsets[:-1][block.snap])
    cells["element"] = words
    for start, stop in zip(block.offsets[:-1].tolist(), block.offsets[1:].tolist(), strict=True):
        digest = blake2b(cells[start:stop].tobytes(), digest_size=8).digest()
        yield int.from_bytes(digest, "big", signed=True)


def _words(block: Block) -> np.ndarray:
    """Return for each element 16 bytes of BLAKE2b over its compared fields, as JSON text."""
    coded = [block.coded(name) for name in _COMPARED] + [code_texts(side) for side in _sides(block)]
    codes = dense(combined(*(column.codes for column in coded)))
    texts = (json.dumps([column.values[column.codes[place]] for column in coded]) for place in firsts(codes).tolist())
    return np.array([blake2b(text.encode(), digest_size=16).digest() for text in texts], "V16")[codes]


def _sides(block: Block) -> list[pa.Array]:
    boxes = pc.struct_field(block.nodes, "bounds")
    return [pc.struct_field(boxes, side.name) for side in boxes.type]
