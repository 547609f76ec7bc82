"""Make the JSON Schemas of rows: types of the Arrow schemas, words of the tables in two pages of docs."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from tests.schemas.answer_rows import ANSWERS
from tests.schemas.made import Schema, whole
from uidiff.arrow import CHANGES, EVENTS, NODE, NODES, OPS, SNAPSHOTS
from uidiff.arrow.schema import BOUNDS, NAME_KEY, STATES, VERSION_KEY
from uidiff.arrow.tables.schemas import STEP_ERROR, STEP_EVENT

DOCS = Path(__file__).parents[2] / "docs"
PAGES = (DOCS / "howto" / "spark.md", DOCS / "reference" / "tables.md")

_FIELDS = CHANGES.field("fields").type.value_type

ALWAYS: Mapping[pa.DataType, tuple[str, ...]] = {
    BOUNDS: ("x", "y", "width", "height"),
    NODE: ("role",),
    STATES.value_type: ("name", "value"),
    _FIELDS: ("field",),
    STEP_ERROR: ("kind", "text"),
    STEP_EVENT: ("event", "label"),
}
"""What is never NULL in a struct."""

MOMENT = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}"
"""For validators that do not look at formats."""

INSIDE = {
    "x": "From the left, in pixels.",
    "y": "From the top, in pixels.",
    "width": "In pixels.",
    "height": "In pixels.",
    "field": "The field or state.",
    "before": "What it was, as JSON text.",
    "after": "What it is, as JSON text.",
}
OF_A_STATE = {"name": "The state.", "value": "true, false, a word or a number, as text."}
OF_AN_ERROR = {"kind": "read, event, or what an importer calls it, such as console.", "text": "What it says."}

TABLES: Mapping[str, tuple[pa.Schema, str, str, Schema]] = {
    "snapshot-row": (
        SNAPSHOTS,
        "### Snapshots",
        "A snapshot, a row of uidiff.arrow.SNAPSHOTS",
        {
            "anyOf": [
                {
                    "required": ["seq", "nodes"],
                    "properties": {"seq": {"type": "integer"}, "nodes": {"type": "array"}, "error": {"type": "null"}},
                },
                {"required": ["error"], "properties": {"error": {"type": "string"}}},
            ]
        },
    ),
    "change-row": (
        CHANGES,
        "### Changes",
        "A record of what changed, a row of uidiff.arrow.CHANGES",
        {"required": ["op"], "properties": {"op": {"enum": list(OPS)}}},
    ),
    "event-row": (
        EVENTS,
        "### Events, a row each",
        "An event, a row of uidiff.arrow.EVENTS",
        {
            "anyOf": [
                {"required": ["event"], "properties": {"event": {"type": "string"}}},
                {"required": ["error"], "properties": {"error": {"type": "string"}}},
            ]
        },
    ),
    "node-row": (
        NODES,
        "### Elements, a row each",
        "An element, a row of uidiff.arrow.NODES",
        {"required": ["seq", "index", "depth", "role"]},
    ),
    **ANSWERS,
}


def row(name: str) -> Schema:
    """The schema of a row of one of our tables, as JSON."""
    schema, heading, title, required = TABLES[name]
    assert schema.metadata[NAME_KEY].decode() == name
    said = words("### An element") | words(heading)
    never_null = required.get("required", ())
    columns = {each.name: cell(each, said, never_null=each.name in never_null) for each in schema}
    for column, more in required.get("properties", {}).items():
        columns[column] |= more
    return whole(
        name,
        schema.metadata[VERSION_KEY].decode(),
        title,
        "As JSON, moments as ISO 8601 texts. A key that is absent is null; keys that are not listed are left out.",
        type="object",
        properties=columns,
        **{key: value for key, value in required.items() if key != "properties"},
    )


def cell(field: pa.Field, said: Mapping[str, str], *, never_null: bool) -> Schema:
    made = of_type(field.type, said)
    if not never_null:
        made["type"] = [made["type"], "null"]
    return {"description": said[field.name], **made}


def of_type(given: pa.DataType, said: Mapping[str, str]) -> dict[str, Any]:
    if pa.types.is_list(given):
        return {"type": "array", "items": of_type(given.value_type, said)}
    if pa.types.is_struct(given):
        own = {STATES.value_type: OF_A_STATE, STEP_ERROR: OF_AN_ERROR}
        inside = own.get(given, {**words("### Events, a row each"), **said, **INSIDE})
        names = ALWAYS[given]
        cells = {field.name: cell(field, inside, never_null=field.name in names) for field in given}
        if given == NODE:
            cells["parent"]["minimum"] = -1
        return {"type": "object", "properties": cells, "required": list(names)}
    if pa.types.is_integer(given):
        half = 2 ** (given.bit_width - 1)
        return {"type": "integer", "minimum": -half, "maximum": half - 1}
    if pa.types.is_timestamp(given):
        return {"type": "string", "format": "date-time", "pattern": MOMENT}
    return {"type": {pa.string(): "string", pa.bool_(): "boolean", pa.float64(): "number"}[given]}


def words(heading: str) -> dict[str, str]:
    """What the table below a heading says of each column."""
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    section = text.partition(f"\n{heading}\n")[2]
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (.*) \|$", re.split(r"\n#", section)[0], re.MULTILINE)
    said = {name: re.sub(r"[`*]", "", told) for name, told in rows}
    if _AS_THERE in said.values():
        there = words("### Snapshots")
        return {name: there[name] if told == _AS_THERE else told for name, told in said.items()}
    return {name: f"{told[:1].upper()}{told[1:]}".rstrip(".") + "." for name, told in said.items()}


_AS_THERE = "as in the snapshots"
