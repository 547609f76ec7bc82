"""Snapshots as flat columns, the form in which the engine compares them; paths and places of their elements."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.codes import Coded, Codes, code_lists, code_texts, combined, dense, firsts, in_order
from uidiff.arrow.schema import CIRCUMSTANCES, NODE, circumstances_of, states_of_cell
from uidiff.errors import InvalidSnapshot
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import NODE_KEYS, Bounds, Columns
from uidiff.model.element import PATH_LENGTH, path_text
from uidiff.model.jsontext import expect_unknown
from uidiff.model.snapshot import Snapshot

__all__ = ["Block", "Flags", "child_positions", "element_paths", "nearest_marked", "out_of_order"]

Flags = np.ndarray[Any, np.dtype[np.bool_]]

_FLAGS = [field.name for field in NODE if field.type == pa.bool_()]


@attrs.frozen(eq=False)
class Block:
    """Snapshots in the order in which they were taken, with the elements of all in one array.

    Attributes:
        rows: the table of the snapshots (see ``SNAPSHOTS``).
        nodes: the elements of all (see ``NODE``), N of them.
        offsets: S + 1 numbers: where the elements of each snapshot begin, and N.
    """

    rows: pa.RecordBatch
    nodes: pa.StructArray
    offsets: Codes
    _known: dict[str, Any] = attrs.field(factory=dict, init=False)
    _snapshots: dict[int, Snapshot] = attrs.field(factory=dict, init=False)

    @classmethod
    def of_batch(cls, batch: pa.RecordBatch) -> Block:
        """Make a block of a batch of SNAPSHOTS, none of whose ``nodes`` is NULL."""
        nodes = batch.column("nodes")
        offsets = np.zeros(len(nodes) + 1, np.int64)
        np.cumsum(pc.list_value_length(nodes).fill_null(0).to_numpy(zero_copy_only=False), out=offsets[1:])
        return cls(batch, nodes.flatten(), offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    # ----------------------------------------------------------------- columns

    @cached_property
    def snap(self) -> Codes:
        """For each element the number of its snapshot."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    @cached_property
    def parents(self) -> Codes:
        """For each element the place of its parent among all elements of the block; N for roots."""
        given = pc.struct_field(self.nodes, "parent").fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
        return np.where(given < 0, len(self.nodes), given + self.offsets[:-1][self.snap])

    @cached_property
    def depths(self) -> Codes:
        """For each element the number of its ancestors; one more number, 0, stands for the place above the roots."""
        depth = np.append(self.parents < len(self.nodes), False).astype(np.int64)
        above = np.append(self.parents, len(self.nodes))
        while (above < len(self.nodes)).any():
            depth += depth[above]
            above = above[above]
        return depth

    def coded(self, name: str) -> Coded:
        """Return a column of the elements as numbers; computed once."""
        if name not in self._known:
            self._known[name] = self._code(name)
        found: Coded = self._known[name]
        return found

    def flags(self, name: str) -> Flags:
        """Return a column of flags; NULL is false."""
        column = pc.struct_field(self.nodes, name)
        if column.null_count == len(column):
            return np.zeros(len(column), np.bool_)
        found: Flags = column.fill_null(False).to_numpy(zero_copy_only=False)  # noqa: FBT003  # not ours
        return found

    def _code(self, name: str) -> Coded:
        column = pc.struct_field(self.nodes, name)
        if name == "states":
            return self._code_lists(column, ("name", "value"))
        if name == "actions":
            return self._code_lists(column, ())
        if name in _FLAGS:
            return Coded(self.flags(name).astype(np.int64), [False, True])
        return code_texts(column)

    @staticmethod
    def _code_lists(column: pa.ListArray, parts: tuple[str, ...]) -> Coded:
        """Code lists of texts or of structs of texts; NULL is the empty list. The values are tuples."""
        lengths = pc.list_value_length(column).fill_null(0).to_numpy(zero_copy_only=False).astype(np.int64)
        if not lengths.any():
            return Coded(np.zeros(len(column), np.int64), [()])
        items = column.flatten()
        each = [code_texts(pc.struct_field(items, part)) for part in parts] or [code_texts(items)]
        starts = np.cumsum(lengths) - lengths
        codes = code_lists(starts, lengths, combined(*(coded.codes for coded in each)))
        values: list[tuple[object, ...]] = []
        for first in firsts(codes).tolist():
            span = slice(starts[first], starts[first] + lengths[first])
            cells = [[coded.values[code] for code in coded.codes[span]] for coded in each]
            values.append(tuple(zip(*cells, strict=True)) if parts else tuple(cells[0]))
        return Coded(codes, values)

    # --------------------------------------------------------------- snapshots

    def snapshot(self, number: int) -> Snapshot:
        """Return a snapshot as a value of the core; made once."""
        if number not in self._snapshots:
            span = slice(self.offsets[number], self.offsets[number + 1])
            cells = {name: coded.cells(span) for name, coded in self._coded_cells.items()}
            cells |= {"depth": self.depths[span].tolist(), "bounds": self._bounds_in(span)}
            columns = Columns.of(cells[name] for name in Columns._fields)
            self._snapshots[number] = Snapshot(columns, self.circumstances(number))
        return self._snapshots[number]

    @property
    def known_snapshots(self) -> dict[int, Snapshot]:
        """The snapshots that were made already, by number."""
        return self._snapshots

    def keep(self, number: int, snapshot: Snapshot) -> None:
        """Keep a snapshot, so that :meth:`snapshot` need not make it."""
        self._snapshots[number] = snapshot

    def circumstances(self, number: int) -> Circumstances:
        """Return the circumstances of a snapshot. InvalidSnapshot or UnknownName: the core refuses them."""
        given = {name: cells[number] for name, cells in self._circumstances.items()}
        if given["taken_at"] is None:
            given["taken_at"] = seconds(self.rows.column("ts")[number])
        return circumstances_of(given)

    @cached_property
    def concealing(self) -> set[int]:
        """The numbers of the snapshots that conceal something."""
        return set(np.nonzero(pc.is_valid(self.rows.column("concealed")).to_numpy(zero_copy_only=False))[0].tolist())

    def dicts(self, number: int) -> list[dict[str, Any]]:
        """Return the elements of a snapshot as ``Snapshot.from_dicts`` takes them; only the unknown keys are checked.

        InvalidSnapshot: they are no object, or one of them has the name of a field.
        """
        start, stop = self.offsets[number], self.offsets[number + 1]
        nodes = self.nodes.slice(start, stop - start).to_pylist()
        return [_plain(node, f"$[{index}]") for index, node in enumerate(nodes)]

    @cached_property
    def _circumstances(self) -> dict[str, list[Any]]:
        return {name: self.rows.column(name).to_pylist() for name in (*CIRCUMSTANCES.names, "window")}

    @cached_property
    def _coded_cells(self) -> dict[str, Coded]:
        """The columns of a snapshot but for depth and bounds, with the values that a snapshot has."""
        found = {name: self.coded(name) for name in Columns._fields if name not in ("depth", "bounds", "states")}
        states = self.coded("states")
        return {**found, "states": Coded(states.codes, [tuple(states_of_cell(cell).items()) for cell in states.values])}

    @cached_property
    def boxes(self) -> tuple[Flags, list[Codes]] | None:
        """Which elements have bounds, and their four numbers, 0 without; None if no element has any."""
        column = pc.struct_field(self.nodes, "bounds")
        if column.null_count == len(column):
            return None
        there = column.is_valid().to_numpy(zero_copy_only=False)
        sides = (pc.struct_field(column, side).fill_null(0).to_numpy(zero_copy_only=False) for side in Bounds._fields)
        return there, [side if column.null_count == 0 else np.where(there, side, 0) for side in sides]

    def _bounds_in(self, span: slice) -> list[tuple[int, ...] | None]:
        """Return the bounds of some elements."""
        if self.boxes is None:
            return [None] * (span.stop - span.start)
        there, sides = self.boxes
        found: list[tuple[int, ...] | None] = list(zip(*(side[span].tolist() for side in sides), strict=True))
        for place in np.nonzero(~there[span])[0].tolist():
            found[place] = None
        return found


def seconds(moment: pa.Scalar) -> float | None:
    """Convert a moment in whole microseconds to Unix seconds."""
    return moment.value / 1_000_000 if moment.is_valid else None


_NAMES = [field.name for field in NODE]


def _plain(node: dict[str, Any] | None, path: str) -> Any:  # noqa: ANN401  # what is no object is refused by its reader
    if node is None:
        return None
    given = {name: node[name] for name in _NAMES if node[name] is not None}
    if given.get("parent") == -1:  # another way to write a root
        del given["parent"]
    extra = given.pop("extra", None)
    if "states" in given:
        given["states"] = states_of_cell((state["name"], state["value"]) for state in given["states"] if state)
    if "bounds" in given:
        given["bounds"] = list(given["bounds"].values())
    return {**given, **(_object(extra, path) if extra else {})}


def _object(extra: str, path: str) -> dict[str, Any]:
    """Parse the unknown keys. InvalidSnapshot: no object, or one with the name of a field, such as ``secret``."""
    try:
        value = json.loads(extra)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InvalidSnapshot("extra is not the text of a JSON object", path, "leave it out, or give an object")
    expect_unknown(value, NODE_KEYS, path, "give it as the field that it is")
    return value


# ---------------------------------------------------------------------- places


def nearest_marked(parents: Codes, marked: Flags) -> Codes:
    """Return each element's nearest marked ancestor, N where there is none. Pointer jumping: log(depth) rounds."""
    jump = np.arange(len(parents) + 1)
    others = np.nonzero(~marked)[0]
    further = parents[others]
    while (further != jump[others]).any():
        jump[others] = further
        further = jump[further]
    return jump[parents]


def element_paths(block: Block, places: Codes) -> pa.Array:
    """Return the paths (spec/definitions#19-path) of elements."""
    roles = block.coded("role")
    top = len(block.nodes)
    chain: list[Codes] = []
    above = block.parents[places]
    up = np.append(block.parents, top)
    codes = np.append(roles.codes + 1, 0)
    for _ in range(PATH_LENGTH + 1):
        chain.append(codes[above])
        if (above == top).all():
            break
        above = up[above]
    each = dense(combined(*chain))
    distinct = np.stack(chain, axis=1)[firsts(each)].tolist()
    texts = [path_text([roles.values[code - 1] for code in codes if code]) for codes in distinct]
    return pa.array(texts, pa.string()).take(pa.array(each))


def child_positions(block: Block, places: Codes) -> Codes:
    """Return for each of these elements its place among all children of its parent, or among the roots."""
    count = len(block.nodes)
    above = np.where(block.parents == count, count + block.snap, block.parents)
    asked = np.zeros(count + len(block), np.bool_)
    asked[above[places]] = True
    children = np.nonzero(asked[above])[0]
    children = children[in_order(above[children])]
    begins = np.ones(len(children), np.bool_)
    begins[1:] = above[children[1:]] != above[children[:-1]]
    nth = np.arange(len(children))
    found = np.zeros(count, np.int64)
    found[children] = nth - np.maximum.accumulate(np.where(begins, nth, 0))
    return found[places]


def out_of_order(block: Block, checked: Flags) -> Flags:
    """Mark the elements that are not in pre-order: each belongs below the last element that is one less deep.

    ``checked``: which elements to look at; the shapes of the others are known to be right.
    """
    count, depths = len(block.nodes), block.depths[:-1]
    odd = np.zeros(count, np.bool_)
    odd[1:] = (depths[1:] > depths[:-1] + 1) & (block.snap[1:] == block.snap[:-1])
    below = np.nonzero(checked & (depths > 0))[0]
    if len(below):
        order = in_order(depths)
        follows = np.full(count, count)  # the next one of the same depth
        follows[order[:-1]] = np.where(depths[order[1:]] == depths[order[:-1]], order[1:], count)
        odd[below] |= follows[block.parents[below]] < below
    return odd
