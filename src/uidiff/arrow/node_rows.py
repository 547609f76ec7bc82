"""Make flat tables of elements, a row each: for SQL, and for :func:`uidiff.spark.diff_trees`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any, Literal, TypeAlias

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.block import Block, child_positions, element_paths, nearest_marked
from uidiff.arrow.codes import Codes, combined, dense, firsts, in_order
from uidiff.arrow.conform import conformed, expect_table
from uidiff.arrow.engine import MAX_NODES, pieces
from uidiff.arrow.schema import NODE, TIME, versioned
from uidiff.arrow.validator import Checked, Validator
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.model.limits import Limits
from uidiff.model.roles import UNKNOWN
from uidiff.text import fold

__all__ = ["NODES", "NodeRows", "nodes_table", "subtree_hashes"]

NODES = versioned(
    "node-row",
    [
        ("session", pa.string()),
        ("window", pa.string()),
        ("seq", pa.int64()),
        ("ts", TIME),
        ("index", pa.int32()),
        ("parent", pa.int32()),
        ("depth", pa.int32()),
        ("position", pa.int32()),
        ("parent_name", pa.string()),
        ("path", pa.string()),
        ("subtree_hash", pa.int64()),
        *[field for field in NODE if field.name != "parent"],
    ],
)
"""Elements, a row each: which snapshot, where in it, and then the columns of NODE.

``index`` counts in pre-order from 0, ``parent`` is the index of the parent (NULL for a root), ``position`` the place
among all its children. ``parent_name`` is NULL for a root and below an element without name. ``path``:
spec/definitions#19-path.
``subtree_hash``: see :func:`subtree_hashes`.
"""


@attrs.frozen
class NodeRows:
    """Makes batches of NODES of batches of SNAPSHOTS; a value that can be sent to workers.

    ``on_error``: what becomes of a row that is no snapshot: it is left out ("drop"), or InvalidSnapshot ("raise").
    ``limits``: how large a snapshot may be.
    """

    on_error: Literal["drop", "raise"] = attrs.field(default="drop")
    limits: Limits | None = None

    @on_error.validator
    def _is_known(self, _: object, given: str) -> None:
        if given not in ("drop", "raise"):
            raise UnknownName("on_error", given, ("drop", "raise"))

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the elements of the snapshots in these batches, in their order."""
        validator = Validator(self.limits or Limits())
        for batch in batches:
            for piece in pieces(conformed(batch), MAX_NODES):
                checked = validator.check(piece)
                if self.on_error == "raise":
                    _expect_none(piece, checked)
                yield _rows(checked.block)


def nodes_table(
    table: pa.Table, *, on_error: Literal["drop", "raise"] = "drop", limits: Limits | None = None
) -> pa.Table:
    """Return the elements of the snapshots in a table, as a table of NODES.

    Args:
        table: rows of ``SNAPSHOTS``; required are ``seq`` and ``nodes``.
        on_error: what becomes of a row that is no snapshot: it is left out ("drop"), or InvalidSnapshot ("raise").
        limits: how large a snapshot may be.

    Raises:
        InvalidSnapshot: no such columns, or columns of other types; or as ``on_error`` says.
        TypeError: no table.
        UnknownName: no such ``on_error``.
    """
    rows = NodeRows(on_error, limits)
    expect_table(table)
    return pa.Table.from_batches(rows(table.to_batches()), schema=NODES)


def _expect_none(batch: pa.RecordBatch, checked: Checked) -> None:
    for place, error in sorted(checked.errors.items())[:1]:
        key = [batch.column(name)[place].as_py() for name in ("session", "window", "seq")]
        shown = "session {}, window {}, seq {}".format(*(ascii(part)[:80] for part in key))
        raise InvalidSnapshot(error, shown, "mend the row, or take on_error='drop'")


def _rows(block: Block) -> pa.RecordBatch:
    count = len(block.nodes)
    taken = pa.array(block.snap)
    columns = {name: block.rows.column(name).take(taken) for name in ("session", "window", "seq", "ts")}
    columns |= {name: pc.struct_field(block.nodes, name) for name in NODES.names if name in _FIELDS}
    root = block.parents == count
    places = np.arange(count)
    columns |= {
        "index": pa.array(places - block.offsets[block.snap], pa.int32()),
        "parent": pa.array(block.parents - block.offsets[block.snap], pa.int32(), mask=root),
        "depth": pa.array(block.depths[:-1], pa.int32()),
        "position": pa.array(child_positions(block, places), pa.int32()),
        "parent_name": columns["name"].take(pa.array(block.parents, pa.int64(), mask=root)),
        "path": element_paths(block, places) if count else pa.array([], pa.string()),
        "subtree_hash": pa.array(subtree_hashes(block), pa.int64()),
    }
    return pa.RecordBatch.from_arrays([columns[name] for name in NODES.names], schema=NODES)


_FIELDS = frozenset(field.name for field in NODE if field.name != "parent")

# ------------------------------------------------------------------------ hashes

_Bits: TypeAlias = "np.ndarray[Any, np.dtype[np.uint64]]"

_PRIMES = (2**31 - 1, 2**31 - 19)
"""The two largest primes below 2**31: a product of two remainders fits into 64 bits, and so does a sum of 2**31."""

_BASES = (0x2545F491, 0x5851F42D)
"""Any numbers below the primes would do; these are the upper halves of multipliers of well-known generators."""


def subtree_hashes(block: Block) -> Codes:
    """Return a hash of each element's subtree, the same on every machine: equal subtrees, equal numbers.

    It covers what matching compares: role, name, value, description (up to white space and Unicode normalisation), and
    the shape. 62 bits of a polynomial: collisions by chance have odds of 10^-18, but can be made on purpose. Use it to
    sort and group, not as a proof.
    """
    ends = _ends(block)
    tokens = _mixed(_text_hashes(block), ends - np.arange(len(ends)))
    first, second = (_spans(tokens, ends, prime, base) for prime, base in zip(_PRIMES, _BASES, strict=True))
    return (first << 31) | second


def _ends(block: Block) -> Codes:
    """Return for each element the place behind its last descendant."""
    count = len(block.nodes)
    families = np.where(block.parents == count, count + block.snap, block.parents)
    order = in_order(families)
    last = np.ones(count, np.bool_)
    last[order[:-1]] = families[order[1:]] != families[order[:-1]]
    end = block.offsets[1:][block.snap]  # of the last roots
    end[order[:-1]] = np.where(last[order[:-1]], end[order[:-1]], order[1:])
    settled = ~last | (block.parents == count)
    nearest = nearest_marked(block.parents, settled)
    return np.where(settled, end, end[np.minimum(nearest, max(0, count - 1))])


def _text_hashes(block: Block) -> _Bits:
    """Return for each element 64 bits of its role and texts."""
    role, native, *texts = (block.coded(name) for name in ("role", "native_role", "name", "value", "description"))
    each = dense(combined(role.codes, native.codes, *(coded.codes for coded in texts)))
    folded = [[fold(value) for value in coded.values] for coded in texts]
    made = []
    for first in firsts(each).tolist():
        words = [column[coded.codes[first]] for column, coded in zip(folded, texts, strict=True)]
        word, own = role.values[role.codes[first]], native.values[native.codes[first]]
        said = json.dumps([word, own or "" if word == UNKNOWN else "", *words]).encode()
        made.append(int.from_bytes(blake2b(said, digest_size=8).digest(), "little"))
    found: _Bits = np.array(made, np.uint64)[each]
    return found


def _mixed(hashes: _Bits, sizes: Codes) -> _Bits:
    """Mix both into 64 bits by the finaliser of splitmix64: in pre-order, the sizes of the subtrees are the shape."""
    found: _Bits = hashes + sizes.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        found = (found ^ (found >> np.uint64(shift))) * np.uint64(factor)
    return found ^ (found >> np.uint64(31))


def _spans(tokens: _Bits, ends: Codes, prime: int, base: int) -> Codes:
    """Return for each element the polynomial of the tokens in its subtree, modulo the prime.

    It is a difference of prefix sums, times the inverse of the power at the element's own place.
    """
    count = len(tokens)
    digits = (tokens % np.uint64(prime)).astype(np.int64)
    sums = np.zeros(count + 1, np.int64)
    np.cumsum(digits * _powers(base, prime, count) % prime, out=sums[1:])
    found = (sums[ends] - sums[:-1]) % prime
    return found * _powers(pow(base, -1, prime), prime, count) % prime


def _powers(base: int, prime: int, count: int) -> Codes:
    """Return the powers of the base from 0 on, modulo the prime."""
    found = np.ones(max(1, count), np.int64)
    known = 1
    while known < count:
        more = min(known, count - known)
        found[known : known + more] = found[:more] * pow(base, known, prime) % prime
        known += more
    return found[:count]
