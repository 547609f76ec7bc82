"""Schemas and readers judge alike: what a schema refuses no reader takes, nor the other way round."""

import re
from collections.abc import Iterable
from typing import Any

import pyarrow as pa
import pytest

from tests.schemas.answer_rows import ANSWERS, answers_of
from tests.schemas.examples import AFTER, BEFORE, READ, Reader, delta_with, read_delta
from tests.schemas.mutants import Mutant, mutants
from tests.schemas.test_written import as_json
from tests.schemas.validators import problems
from uidiff.arrow import CHANGES, EVENTS, NODES, SNAPSHOTS, batch_of, diff_table, events_table, nodes_table
from uidiff.diffing.events import EVENTS as KINDS
from uidiff.errors import InvalidSnapshot
from uidiff.events import Event

UNSAYABLE = re.compile(
    r"parent \d+ does not stand before|not in pre-order|elements are put in where others are kept|change together"
    r"|a whole number from 0 to \d+, got another number|more than 2000000|a delta that does not fit the snapshot"
    r"|a sequence number that is not above"
)
"""What readers refuse by something else in the file, or by their limits: no JSON Schema can."""

STRICTER = re.compile(r"(before|after)\.digest = 'x'")
"""A digest is looked at where it is compared."""


@pytest.mark.parametrize("kind", READ)
def test_a_value_with_every_key_is_right_and_is_read(kind: str) -> None:
    name, value, read, _ = READ[kind]
    assert problems(name, value) == []
    read(value)


@pytest.mark.parametrize("kind", READ)
def test_a_changed_value_is_refused_by_the_schema_and_by_the_reader_or_by_neither(kind: str) -> None:
    name, value, read, depth = READ[kind]
    assert judged_differently(name, read, mutants(value, depth)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_event_is_refused_by_both_or_by_neither(kind: type[Event]) -> None:
    changed = (mutant for mutant in mutants(delta_with(kind), 9) if mutant.what.startswith("events"))
    assert judged_differently("delta", read_delta, changed) == []


def judged_differently(name: str, read: Reader, changes: Iterable[Mutant]) -> list[str]:
    judged = {"neither": 0, "both": 0}
    differently = []
    for what, changed in changes:
        wrong = problems(name, changed)
        try:
            read(changed)
        except InvalidSnapshot as error:
            if not wrong and (what.endswith("= -1") or not UNSAYABLE.search(error.problem)):
                differently.append(f"{what}: only the reader refuses it: {error}")
        else:
            if wrong and not STRICTER.search(what):
                differently.append(f"{what}: only the schema refuses it: {wrong[0]}")
        judged["both" if wrong else "neither"] += 1
    assert min(judged.values()) > 0
    return differently


TABLE = pa.Table.from_batches([batch_of([BEFORE, AFTER], session="s", seqs=[0, 1])])
ANSWERED = answers_of(TABLE)
TABLES = {
    "snapshot-row": (SNAPSHOTS, TABLE),
    "change-row": (CHANGES, diff_table(TABLE, carry=True)),
    "event-row": (EVENTS, events_table(TABLE)),
    "node-row": (NODES, nodes_table(TABLE)),
    **{name: (schema, ANSWERED[name]) for name, (schema, *_) in ANSWERS.items()},
}


def of_another_kind(cell: pa.DataType) -> list[Any]:
    kinds = {"x": pa.types.is_string, 7: pa.types.is_integer, True: pa.types.is_boolean, 0.5: pa.types.is_floating}
    found: list[Any] = [{"x": 1}] if not pa.types.is_struct(cell) else []
    found += [7] if pa.types.is_nested(cell) else [other for other, own in kinds.items() if not own(cell)][:1]
    return found


@pytest.mark.parametrize("name", TABLES)
def test_a_cell_of_another_kind_is_refused_by_the_schema_and_by_arrow(name: str) -> None:
    schema, table = TABLES[name]
    row = as_json(table.slice(table.num_rows - 1), without_null=False)[0]
    assert problems(name, row) == []
    for field in schema:
        for cell in of_another_kind(field.type):
            assert problems(name, {**row, field.name: cell}), (field.name, cell)
            with pytest.raises((pa.ArrowInvalid, pa.ArrowTypeError)):
                pa.array([cell], field.type)


@pytest.mark.parametrize("place", ["seq", "nodes", "role"])
def test_a_row_without_what_must_be_there_is_refused_by_the_schema_and_by_the_engine(place: str) -> None:
    row = TABLE.to_pylist()[0]
    (row["nodes"][0] if place == "role" else row)[place] = None
    table = pa.Table.from_pylist([row], schema=SNAPSHOTS)
    (as_written,) = as_json(table, without_null=True)
    assert problems("snapshot-row", as_written) != []
    with pytest.raises(InvalidSnapshot):
        diff_table(table, on_error="raise")
    if place != "role":
        assert problems("snapshot-row", {**as_written, "error": "the window did not answer"}) == []


@pytest.mark.parametrize("name", ["change-row", "event-row", "node-row", *ANSWERS])
def test_a_row_of_nothing_is_none(name: str) -> None:
    assert problems(name, {}) != []
    assert problems(name, {"op": "vanished"}) != []
