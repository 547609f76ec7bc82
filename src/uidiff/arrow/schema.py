"""The two tables, as Arrow schemas: recorded snapshots, a row each, and what changed between them, a row a record.

They are what Parquet files hold and what Spark sees. A column that is not listed as required may be missing in a table
that is given; names, types and order are those of the tables that are made.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from uidiff.errors import InvalidSnapshot
from uidiff.model import jsontext
from uidiff.model.circumstances import Circumstances
from uidiff.model.columns import Bounds, Columns
from uidiff.model.states import BOOLEAN_STATES, NUMBER_STATES, THREE_VALUED_STATES, States

__all__ = [
    "CHANGES",
    "CIRCUMSTANCES",
    "NAME_KEY",
    "NODE",
    "OPS",
    "SCHEMA_VERSION",
    "SNAPSHOTS",
    "VERSION_KEY",
    "cell_of_ids",
    "cell_of_states",
    "circumstances_of",
    "states_of_cell",
    "versioned",
]

SCHEMA_VERSION = 1
"""Of all our tables. It is raised when a column changes its meaning, not when one is added."""

NAME_KEY, VERSION_KEY = b"uidiff.schema", b"uidiff.schema_version"
"""Keys of the metadata of a schema: the name that ``uidiff.json_schema`` has for its rows, and ``SCHEMA_VERSION``."""


def versioned(name: str, columns: Iterable[pa.Field | tuple[str, pa.DataType]]) -> pa.Schema:
    """Make the schema of one of our tables; its metadata, which Parquet files keep, say what it is."""
    return pa.schema(columns, metadata={NAME_KEY: name, VERSION_KEY: str(SCHEMA_VERSION)})


BOUNDS = pa.struct([(name, pa.int32()) for name in Bounds._fields])

STATES = pa.list_(pa.struct([("name", pa.string()), ("value", pa.string())]))
"""Sorted by name. What a value is, a word, a number or true, follows from the name (spec/definitions#4-states)."""

_TYPES = {
    "bounds": BOUNDS,
    "states": STATES,
    "id_stable": pa.bool_(),
    "actions": pa.list_(pa.string()),
    "secret": pa.bool_(),
    "unread": pa.bool_(),
}

NODE = pa.struct([("parent", pa.int32()), *((name, _TYPES.get(name, pa.string())) for name in Columns._fields[1:])])
"""An element: the index of its parent in the list (NULL for a root), then the columns of a snapshot.

``extra`` is the text of a JSON object. NULL stands for what is absent, false, or an empty list.
"""

TIME = pa.timestamp("us", tz="UTC")

CIRCUMSTANCES = pa.schema(
    [
        ("app", pa.string()),
        ("pid", pa.int64()),
        ("title", pa.string()),
        ("url", pa.string()),
        ("url_digest", pa.string()),
        ("document", pa.string()),
        ("action", pa.string()),
        ("taken_at", pa.float64()),
        ("platform", pa.string()),
        ("extra", pa.string()),
        ("concealed", pa.string()),
    ],
)
"""Columns of the circumstances of a snapshot, beside its window; ``taken_at`` in Unix seconds, ``concealed`` the text
of a JSON array of ids, NULL where there is none.
"""


def cell_of_ids(ids: Sequence[str]) -> str | None:
    """Return the cell of the ids that a snapshot conceals."""
    return json.dumps(list(ids), ensure_ascii=False) if ids else None


def circumstances_of(cells: Mapping[str, Any]) -> Circumstances:
    """Make the circumstances of the cells of a row. InvalidSnapshot or UnknownName: the core refuses them."""
    text = cells["concealed"]
    try:
        ids = [] if text is None else jsontext.parse(text, max_nesting=2)
    except InvalidSnapshot as error:
        raise error.inside("$.concealed") from None
    return Circumstances(**{**cells, "platform": cells["platform"] or "aria", "concealed": ids})


SNAPSHOTS = versioned(
    "snapshot-row",
    [
        ("session", pa.string()),
        ("window", pa.string()),
        ("seq", pa.int64()),
        ("ts", TIME),
        *CIRCUMSTANCES,
        ("source", pa.string()),
        ("n_nodes", pa.int32()),
        ("schema_version", pa.int32()),
        ("nodes", pa.list_(NODE)),
        ("error", pa.string()),
    ],
)
"""Recorded snapshots. Required are ``seq`` and ``nodes``; a row with an ``error`` is a read that failed.

One run of one recorder is a session (spec/definitions#26-change-table); in a session and window, seq counts up, with
gaps or without.
Where ``source`` is known, snapshots of two files are not compared: files of one name are no one session.
"""

NEEDLESS = ("n_nodes",)
"""Columns of SNAPSHOTS of which the engine needs nothing."""

FIELDS = pa.list_(pa.struct([("field", pa.string()), ("before", pa.string()), ("after", pa.string())]))

STEP = pa.schema(
    [
        ("session", pa.string()),
        ("window", pa.string()),
        ("before_seq", pa.int64()),
        ("after_seq", pa.int64()),
        ("ts", TIME),
        ("ordinal", pa.int32()),
    ],
)
"""Columns of rows about two successive snapshots: which they are, when the later one was read, and the number of the
row among those of the two."""

CHANGES = versioned(
    "change-row",
    [
        *STEP,
        ("op", pa.string()),
        ("before_index", pa.int32()),
        ("after_index", pa.int32()),
        ("role", pa.string()),
        ("name", pa.string()),
        ("path", pa.string()),
        ("fields", FIELDS),
        ("from_parent", pa.int32()),
        ("from_position", pa.int32()),
        ("to_parent", pa.int32()),
        ("to_position", pa.int32()),
        ("order", pa.list_(pa.int32())),
        ("node", NODE),
        ("carried", pa.string()),
        ("error", pa.string()),
    ],
)
"""What changed between two successive snapshots of a window, a row a record (spec/definitions#26-change-table).

``ts`` is that of the later snapshot, ``ordinal`` the place of the row among those of the two. Role, name and path are
those of the element after, of what went before. The values in ``fields`` are JSON text. ``node`` is the element of
``added``, ``newly_read`` and ``shown``. ``carried`` is a patch as JSON text, in the row ``circumstances``, where it was
asked for.
"""

OPS = (
    "added",
    "removed",
    "changed",
    "moved",
    "reordered",
    "hidden",
    "shown",
    "circumstances",
    "unknown",
    "newly_read",
    "error",
)
"""What a row of changes may be about, in the order of the rows of two snapshots."""

# ------------------------------------------------------------------------ states

_FLAGS = {"true": True, "false": False}


def cell_of_states(states: States) -> list[tuple[str, str]] | None:
    """Return the cell of the states of an element; None where it has none.

    A word is written as it is, a number or a flag as JSON has it.
    """
    return [(name, value if isinstance(value, str) else json.dumps(value)) for name, value in states] or None


def states_of_cell(cell: Iterable[tuple[str | None, str | None]] | None) -> dict[str, object]:
    """Read the states in a cell, without checks: what cannot be a value of its name stays a text."""
    return {name or "": _value_of_text(name or "", text) for name, text in cell or ()}


def _value_of_text(name: str, text: str | None) -> object:
    """Read a value of the state of that name."""
    if text is None:
        return None
    if name in BOOLEAN_STATES or name in THREE_VALUED_STATES:
        return _FLAGS.get(text, text)
    if name not in NUMBER_STATES:
        return text
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text
