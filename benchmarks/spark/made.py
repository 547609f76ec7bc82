"""Recordings that are made up: an application with a tool bar, a list and a form, read again and again while in use.

Between two reads little happens, as in recorded sessions: a value, the focus, a text, now and then a row that comes or
goes. Same seed, same file. The folder holds a file a session, sorted, in row groups of the size that
``write_recordings`` makes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import attrs
import pyarrow as pa
import pyarrow.parquet as pq

from uidiff.arrow import NODE, SNAPSHOTS

__all__ = ["Recordings", "write"]

GROUP = 100_000
"""Elements in a row group."""

ROW = 5
"""Elements of a row of the list: the row, its texts, a box to tick and a button."""

FIXED = 45
"""Elements around the list."""

BEGIN = 1_700_000_000.0
INTERVAL = 0.5
"""Seconds between two reads."""


@attrs.frozen
class Recordings:
    """What is to be made.

    Attributes:
        name: of the folder.
        sessions: how many snapshots each session has.
        elements: about so many in a snapshot.
    """

    name: str
    sessions: tuple[int, ...]
    elements: int

    @property
    def snapshots(self) -> int:
        return sum(self.sessions)


class Cell(NamedTuple):
    """An element; ``depth`` tells where it hangs."""

    depth: int
    role: str
    name: str | None
    value: str | None
    description: str | None
    bounds: tuple[int, int, int, int]
    states: tuple[str, ...]
    id: str


def write(recordings: Recordings, folder: Path) -> int:
    """Write a folder of Parquet files below this one; the number of all elements."""
    place = folder / recordings.name
    place.mkdir()
    count = 0
    for number, snapshots in enumerate(recordings.sessions):
        session = f"session {number:03d}"
        application = Application(random.Random(f"{recordings.name} {number}"), recordings.elements)
        with pq.ParquetWriter(place / f"{session}.parquet", SNAPSHOTS, compression="zstd") as writer:
            for batch in _batches(application, session, snapshots):
                writer.write_batch(batch)
                count += sum(batch.column("n_nodes").to_pylist())
    return count


def _batches(application: Application, session: str, snapshots: int) -> Iterator[pa.RecordBatch]:
    """Batches of about as many elements as a row group has."""
    taken: list[tuple[list[Cell], list[int | None]]] = []
    nodes = first = 0
    for number in range(snapshots):
        if number:
            application.step()
        taken.append((list(application.cells), application.parents))
        nodes += len(application.cells)
        if nodes >= GROUP or number == snapshots - 1:
            yield _batch(taken, session, first)
            taken, nodes, first = [], 0, number + 1


def _batch(taken: list[tuple[list[Cell], list[int | None]]], session: str, first: int) -> pa.RecordBatch:
    count = len(taken)
    times = [BEGIN + INTERVAL * (first + place) for place in range(count)]
    columns = {field.name: pa.nulls(count, field.type) for field in SNAPSHOTS}
    columns |= {
        "session": pa.array([session] * count),
        "window": pa.array(["main"] * count),
        "seq": pa.array([2 * (first + place) for place in range(count)], pa.int64()),  # gaps, as where a read fails
        "ts": pa.array([round(time * 1_000_000) for time in times], pa.int64()).cast(SNAPSHOTS.field("ts").type),
        "app": pa.array(["Mail"] * count),
        "title": pa.array(["Inbox"] * count),
        "taken_at": pa.array(times, pa.float64()),
        "n_nodes": pa.array([len(cells) for cells, _ in taken], pa.int32()),
        "schema_version": pa.array([1] * count, pa.int32()),
        "nodes": node_lists([cells for cells, _ in taken], [parents for _, parents in taken]),
    }
    return pa.RecordBatch.from_arrays([columns[name] for name in SNAPSHOTS.names], schema=SNAPSHOTS)


def node_lists(trees: list[list[Cell]], parents: list[list[int | None]]) -> pa.ListArray:
    """The trees as lists of NODE, built by columns."""
    given = dict(zip(Cell._fields, zip(*chain.from_iterable(trees), strict=True), strict=True))
    count = len(given["role"])
    columns = {field.name: pa.nulls(count, field.type) for field in NODE}
    for name in ("role", "name", "value", "description", "id"):
        columns[name] = pa.array(given[name], pa.string())
    columns["parent"] = pa.array(list(chain.from_iterable(parents)), pa.int32())
    sides = [pa.array(side, pa.int32()) for side in zip(*given["bounds"], strict=True)]
    columns["bounds"] = pa.StructArray.from_arrays(sides, fields=list(NODE.field("bounds").type))
    columns["states"] = _states(given["states"])
    structs = pa.StructArray.from_arrays([columns[field.name] for field in NODE], fields=list(NODE))
    offsets = [0]
    for tree in trees:
        offsets.append(offsets[-1] + len(tree))
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), structs)


def _states(cells: tuple[tuple[str, ...], ...]) -> pa.ListArray:
    kinds = sorted(set(cells))
    numbers = {kind: number for number, kind in enumerate(kinds)}
    lists = [[{"name": name, "value": "true"} for name in kind] or None for kind in kinds]
    return pa.array(lists, NODE.field("states").type).take(pa.array([numbers[cell] for cell in cells], pa.int32()))


class Application:
    """A window in pre-order, and what happens in it.

    Args:
        rng: says what happens.
        elements: about so many are in the window.
    """

    def __init__(self, rng: random.Random, elements: int) -> None:
        self.rng = rng
        self.ids = 0
        self.rows = 0
        self.focus: int | None = None
        self.cells = self._window(max(0, elements - FIXED) // ROW)[:elements]
        self.parents = parents_of(self.cells)

    def step(self) -> None:
        """What happens between two reads."""
        for _ in range(self.rng.randrange(4)):
            place = self.rng.randrange(len(self.cells))
            what = self.rng.random()
            if what < 0.5:
                self._set(place, value=f"value {self.rng.randrange(1000)}")
            elif what < 0.65:
                x, y, width, height = self.cells[place].bounds
                self._set(place, bounds=(x, y + 5, width, height))
            elif what < 0.75:
                self._turn(place, "disabled")
            else:
                self._focus(place)
        if self.rng.random() < 0.15 and self.rows:
            self._rows_come_or_go()

    # ------------------------------------------------------------------ what there is

    def _window(self, rows: int) -> list[Cell]:
        cells = [self._cell(0, "window", "Inbox"), self._cell(1, "toolbar", None)]
        cells += [self._cell(2, "button", f"Action {number}") for number in range(9)]
        cells += [self._cell(1, "navigation", "Folders")]
        cells += [self._cell(2, "link", f"Folder {number}") for number in range(20)]
        cells += [self._cell(1, "form", "Search")]
        for number in range(4):
            cells += [self._cell(2, "label", f"Field {number}"), self._cell(2, "textbox", f"Field {number}", "text")]
        cells += [self._cell(1, "status", "Ready"), self._cell(1, "separator", None), self._cell(1, "img", None)]
        cells += [self._cell(1, "list", "Messages")]
        for _ in range(rows):
            cells += self._row()
        return cells

    def _row(self) -> list[Cell]:
        self.rows += 1
        name = f"Message {self.rows % 400}" if self.rng.random() < 0.7 else None  # what is below is told apart by order
        return [
            self._cell(2, "listitem", name),
            self._cell(3, "text", f"Sender {self.rng.randrange(90)}"),
            self._cell(3, "text", f"{self.rng.randrange(24):02d}:{self.rng.randrange(60):02d}"),
            self._cell(3, "checkbox", None),
            self._cell(3, "button", "Open", None, "Opens the message"),
        ]

    def _cell(
        self, depth: int, role: str, name: str | None, value: str | None = None, description: str | None = None
    ) -> Cell:
        self.ids += 1
        bounds = (self.rng.randrange(1900), self.rng.randrange(1000), 10 + self.rng.randrange(300), 20)
        states = () if self.rng.random() < 0.8 else ("disabled",)
        return Cell(depth, role, name, value, description, bounds, states, f"n{self.ids}")

    # ------------------------------------------------------------------ what happens

    def _set(self, place: int, **fields: object) -> None:
        self.cells[place] = self.cells[place]._replace(**fields)  # type: ignore[arg-type]  # by their names

    def _turn(self, place: int, state: str) -> None:
        states = set(self.cells[place].states) ^ {state}
        self._set(place, states=tuple(sorted(states)))

    def _focus(self, place: int) -> None:
        had = [number for number, cell in enumerate(self.cells) if "focused" in cell.states]
        for number in {*had, place}:
            self._turn(number, "focused")

    def _rows_come_or_go(self) -> None:
        starts = [number for number, cell in enumerate(self.cells) if cell.role == "listitem"]
        place = self.rng.choice(starts) if starts else len(self.cells)
        if len(starts) > 2 and self.rng.random() < 0.5:
            del self.cells[place : place + ROW]
        else:
            self.cells[place:place] = self._row()
        self.parents = parents_of(self.cells)


def parents_of(cells: list[Cell]) -> list[int | None]:
    """The index of the parent of each element of a tree in pre-order."""
    last: list[int] = []
    parents: list[int | None] = []
    for number, cell in enumerate(cells):
        depth = cell.depth
        parents.append(last[depth - 1] if depth else None)
        last[depth:] = [number]
    return parents
