"""How often actions of one kind come to nothing, how long they take, how often they go wrong."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import pyarrow as pa

from uidiff.arrow.conform import expect_columns, expect_readable
from uidiff.arrow.tables.schemas import EFFECT_RATES, EFFECTS

__all__ = ["effect_rates"]

_NEEDED = ("kind", "target", "action", "no_op", "seconds", "errors")
_HIGH = 95


def effect_rates(effects: pa.Table) -> pa.Table:
    """Count effects by kind of action and target: a row each, the most frequent first (see ``EFFECT_RATES``).

    Steps without an action are left out. ``no_op_rate`` is of the steps of which that is known, ``error_rate`` of all;
    the median and the 95th percentile of ``seconds`` are of those that are known, by linear interpolation.

    Args:
        effects: rows of ``EFFECTS``.

    Raises:
        InvalidSnapshot: no such column, or a newer uidiff wrote the table.
        TypeError: no table.
    """
    expect_columns(effects, _NEEDED, "give what effects gave")
    expect_readable(effects.schema, EFFECTS)
    groups: dict[tuple[str, str], list[tuple[Any, ...]]] = {}
    cells = zip(*(effects[name].to_pylist() for name in _NEEDED), strict=True)
    for kind, target, action, *seen in cells:
        if action is not None:
            groups.setdefault((kind or "", target or ""), []).append(tuple(seen))
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return pa.Table.from_pylist([_row(*key, seen) for key, seen in ordered], schema=EFFECT_RATES)


def _row(kind: str, target: str, seen: Collection[tuple[Any, ...]]) -> dict[str, Any]:
    known = [no_op for no_op, _, _ in seen if no_op is not None]
    times = [seconds for _, seconds, _ in seen if seconds is not None]
    return {
        "kind": kind or None,
        "target": target or None,
        "steps": len(seen),
        "no_op_rate": sum(known) / len(known) if known else None,
        "seconds_median": float(np.median(times)) if times else None,
        "seconds_p95": float(np.percentile(times, _HIGH)) if times else None,
        "error_rate": sum(bool(errors) for _, _, errors in seen) / len(seen),
    }
