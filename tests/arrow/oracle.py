"""The obvious answer: each two snapshots diffed by the core, its records written down as rows, one at a time."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pyarrow as pa

import uidiff
from uidiff import Snapshot, TreeDiff
from uidiff.arrow import CHANGES, NODE, OPS, batch_of
from uidiff.model.element import Element

Row = dict[str, Any]


def rows_of_pairs(
    snapshots: Sequence[tuple[int, Snapshot | None]],
    *,
    session: str | None = None,
    window: str | None = None,
    **options: Any,  # noqa: ANN401  # those of diff
) -> list[Row]:
    """The rows of one window, from (seq, snapshot); None stands for a read that failed, which is not looked at."""
    good = [(seq, snapshot) for seq, snapshot in snapshots if snapshot is not None]
    rows = []
    for (before_seq, before), (after_seq, after) in pairwise(good):
        delta = uidiff.diff(before, after, **options)
        key = {"session": session, "window": window, "before_seq": before_seq, "after_seq": after_seq}
        rows += [{**key, **row, "ordinal": ordinal} for ordinal, row in enumerate(rows_of_delta(delta))]
    return rows


def rows_of_delta(delta: TreeDiff) -> list[Row]:
    """The rows of one delta, without their key."""
    made = [
        *(_row("added", None, r.after, r.after, node=_node(r.after)) for r in delta.added),
        *(_row("removed", r.before, None, r.before) for r in delta.removed),
        *(_row("changed", r.before, r.after, r.after, fields=_fields(r.fields)) for r in delta.changed),
        *(
            _row(
                "moved",
                r.before,
                r.after,
                r.after,
                from_parent=r.from_parent,
                from_position=r.from_position,
                to_parent=r.to_parent,
                to_position=r.to_position,
            )
            for r in delta.moved
        ),
        *(_row("reordered", r.before, r.after, r.after, order=list(r.order)) for r in delta.reordered),
        *(_row("hidden", r.before, None, r.before) for r in delta.hidden),
        *(_row("shown", r.before, r.after, r.after, node=_node(r.after)) for r in delta.shown),
        *(
            [_row("circumstances", None, None, None, fields=_fields(delta.circumstances))]
            if delta.circumstances
            else []
        ),
        *(_row("unknown", r.before, None, r.before) for r in delta.unknown),
        *(_row("newly_read", None, r.after, r.after, node=_node(r.after)) for r in delta.newly_read),
    ]
    assert [OPS.index(row["op"]) for row in made] == sorted(OPS.index(row["op"]) for row in made)
    return made


def _row(op: str, before: Element | None, after: Element | None, shown: Element | None, **more: object) -> Row:
    return {
        "op": op,
        "before_index": None if before is None else before.index,
        "after_index": None if after is None else after.index,
        "role": None if shown is None else shown.role,
        "name": None if shown is None else shown.name,
        "path": None if shown is None else shown.path,
        **more,
    }


def _fields(fields: Mapping[str, tuple[object, object]]) -> list[Row]:
    return [{"field": name, "before": _json(before), "after": _json(after)} for name, (before, after) in fields.items()]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _node(element: Element) -> Row:
    nodes = batch_of([element._tree], session=None, seqs=[0]).column("nodes")  # type: ignore[list-item]  # a snapshot
    node: Row = nodes[0].as_py()[element.index]
    assert list(node) == [field.name for field in NODE]
    return node


def plain(table: pa.Table) -> list[Row]:
    """The rows of a table of changes, without what is NULL and without the time."""
    assert table.schema.equals(CHANGES)
    return [{k: v for k, v in row.items() if v is not None and k != "ts"} for row in table.to_pylist()]


def said(rows: Iterable[Row]) -> list[Row]:
    """The rows of the oracle in the same form."""
    return [{k: v for k, v in row.items() if v is not None} for row in rows]
