"""Compare the fields of paired elements over whole columns (spec/definitions#3-what-is-compared).

Which fields, in which order, and what counts as equal are the core's (``uidiff.diffing.differences``).
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple

import attrs
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from uidiff.arrow.block import Block, Flags, element_paths
from uidiff.arrow.codes import Coded, Codes, code_texts
from uidiff.arrow.key_pairs import NO_PARTNER, Partners
from uidiff.arrow.schema import states_of_cell
from uidiff.diffing.differences import FIELD_ORDER, TEXT_FIELDS
from uidiff.diffing.ignoring import Ignored
from uidiff.model.circumstances import REPORTED
from uidiff.model.states import state_differences
from uidiff.text import same_text, same_texts

__all__ = ["Cells", "changed_cells", "changed_circumstances", "without_hidden"]


class Cells(NamedTuple):
    """Fields that differ: the place of the after-element (or number of the snapshot), the field, both values as JSON.

    Sorted by place, the fields of one element in the order of the core.
    """

    places: Codes
    names: pa.Array
    before: pa.Array
    after: pa.Array


def json_text(value: object) -> str:
    """Write a value of a field as the table of changes has it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@attrs.define
class _Found:
    """Collects differences field by field; :meth:`cells` sorts them by element."""

    places: list[Codes] = attrs.field(factory=list)
    names: list[pa.Array] = attrs.field(factory=list)
    before: list[pa.Array] = attrs.field(factory=list)
    after: list[pa.Array] = attrs.field(factory=list)

    def add(self, places: Codes, name: str, before: pa.Array, after: pa.Array) -> None:
        self.add_each(
            places, pa.array([name], pa.string()).take(pa.array(np.zeros(len(places), np.int64))), before, after
        )

    def add_each(self, places: Codes, names: pa.Array, before: pa.Array, after: pa.Array) -> None:
        if len(places):
            self.places.append(places)
            self.names.append(names)
            self.before.append(before)
            self.after.append(after)

    def cells(self) -> Cells:
        if not self.places:
            return Cells(np.zeros(0, np.int64), *(pa.array([], pa.string()) for _ in range(3)))
        places = np.concatenate(self.places)
        order = np.argsort(places, kind="stable")
        taken = pa.array(order)
        texts = (pa.concat_arrays(texts).take(taken) for texts in (self.names, self.before, self.after))
        return Cells(places[order], *texts)


def changed_cells(block: Block, partners: Partners, ignored: Ignored) -> Cells:
    """Find the fields and states in which paired elements differ, without what is ignored."""
    ignore = ignored.names
    stayed = np.nonzero(partners.before != NO_PARTNER)[0]
    were = partners.before[stayed]
    found = _Found()
    for name in FIELD_ORDER:
        if name in ignore:
            continue
        if name in TEXT_FIELDS:
            _add_texts(found, name, block.coded(name), were, stayed)
        elif name == "bounds":
            _add_bounds(found, block, were, stayed)
        elif name == "actions":
            _add_actions(found, block.coded(name), were, stayed)
        else:
            digests = block.coded("url_digest").codes
            differs = digests[were] != digests[stayed]
            _add_values(found, name, block.coded(name), were[differs], stayed[differs])
    _add_states(found, block.coded("states"), were, stayed, ignore)
    cells = found.cells()
    return without_hidden(cells, block, partners, ignored) if ignored.rules and len(cells.places) else cells


def changed_circumstances(block: Block, linked: Flags, ignore: Collection[str]) -> Cells:
    """Find the circumstances in which snapshots differ from the one before; the places are numbers of snapshots."""
    after = np.nonzero(linked)[0]
    found = _Found()
    for name in REPORTED:
        if name in ignore:
            continue
        column = code_texts(block.rows.column(name))
        if name == "url":
            digests = code_texts(block.rows.column("url_digest")).codes
            differs = digests[after - 1] != digests[after]
            _add_values(found, name, column, after[differs] - 1, after[differs])
        else:
            _add_texts(found, name, column, after - 1, after)
    return found.cells()


class _Placed(NamedTuple):
    """The attributes of an element that a rule compares."""

    role: str
    name: str | None
    path: str


def without_hidden(cells: Cells, block: Block, partners: Partners, ignored: Ignored) -> Cells:
    """Leave out the cells that a rule hides."""
    places, inverse = np.unique(cells.places, return_inverse=True)
    sides = [_placed(block, side) for side in (partners.before[places], places)]
    hidden = [ignored.hidden_fields(before, after) for before, after in zip(*sides, strict=True)]
    said = zip(inverse.tolist(), cells.names.to_pylist(), strict=True)
    kept = np.array([hidden[number].isdisjoint((name, None)) for number, name in said], np.bool_)
    taken = pa.array(np.nonzero(kept)[0])
    return Cells(cells.places[kept], *(texts.take(taken) for texts in cells[1:]))


def _placed(block: Block, places: Codes) -> list[_Placed]:
    role, name = (block.coded(column) for column in ("role", "name"))
    roles = [role.values[code] for code in role.codes[places].tolist()]
    names = [name.values[code] for code in name.codes[places].tolist()]
    return list(map(_Placed, roles, names, element_paths(block, places).to_pylist()))


# ----------------------------------------------------------------------- fields


def _add_texts(found: _Found, name: str, column: Coded, before: Codes, after: Codes) -> None:
    """Add the differences of a column of texts, without those of Unicode normalisation alone."""
    if len(column.values) == 1:
        return
    differs = column.codes[before] != column.codes[after]
    before, after = before[differs], after[differs]
    values = column.values
    pairs = zip(column.codes[before].tolist(), column.codes[after].tolist(), strict=True)
    alike = [k for k, (old, new) in enumerate(pairs) if same_text(values[old], values[new])]
    if alike:
        kept = np.ones(len(after), np.bool_)
        kept[alike] = False
        before, after = before[kept], after[kept]
    _add_values(found, name, column, before, after)


def _add_values(found: _Found, name: str, column: Coded, before: Codes, after: Codes) -> None:
    found.add(after, name, _as_json(column, before), _as_json(column, after))


def _as_json(column: Coded, places: Codes) -> pa.Array:
    used, inverse = np.unique(column.codes[places], return_inverse=True)
    texts = pa.array([json_text(column.values[code]) for code in used.tolist()], pa.string())
    return texts.take(pa.array(inverse))


def _add_bounds(found: _Found, block: Block, before: Codes, after: Codes) -> None:
    if block.boxes is None:
        return
    there, sides = block.boxes
    differs = there[before] != there[after]
    for side in sides:
        differs |= side[before] != side[after]
    before, after = before[differs], after[differs]
    if len(after):
        found.add(after, "bounds", _boxes(sides, there, before), _boxes(sides, there, after))


def _boxes(sides: list[Codes], there: Flags, places: Codes) -> pa.Array:
    numbers = [pa.array(side[places]).cast(pa.string()) for side in sides]
    inside = pc.binary_join_element_wise(*numbers, ",")
    boxes = pc.binary_join_element_wise("[", inside, "]", "")
    return pc.if_else(pa.array(there[places]), boxes, "null")


def _add_actions(found: _Found, column: Coded, before: Codes, after: Codes) -> None:
    if len(column.values) == 1:
        return
    differs = column.codes[before] != column.codes[after]
    pairs = zip(column.codes[before[differs]].tolist(), column.codes[after[differs]].tolist(), strict=True)
    kept = np.array([not same_texts(column.values[old], column.values[new]) for old, new in pairs], np.bool_)
    before, after = before[differs][kept], after[differs][kept]
    _add_values(found, "actions", column, before, after)


def _add_states(found: _Found, column: Coded, before: Codes, after: Codes, ignore: Collection[str]) -> None:
    differs = column.codes[before] != column.codes[after]
    after = after[differs]
    pairs = np.stack([column.codes[before[differs]], column.codes[after]], axis=1)
    if not len(pairs):
        return
    distinct, inverse = np.unique(pairs, axis=0, return_inverse=True)
    told = [_told(column.values[old], column.values[new], ignore) for old, new in distinct.tolist()]
    places, rows = [], []
    for place, number in zip(after.tolist(), inverse.ravel().tolist(), strict=True):
        for row in told[number]:
            places.append(place)
            rows.append(row)
    texts = [pa.array([row[part] for row in rows], pa.string()) for part in range(3)]
    found.add_each(np.array(places, np.int64), *texts)


def _told(before: tuple, after: tuple, ignore: Collection[str]) -> list[tuple[str, str, str]]:  # type: ignore[type-arg]  # cells
    differences = state_differences(tuple(states_of_cell(before).items()), tuple(states_of_cell(after).items()))  # type: ignore[arg-type]  # checked
    return [(name, json_text(old), json_text(new)) for name, (old, new) in differences if name not in ignore]
