"""The tables that answer questions: schema, heading in docs/reference/tables.md, title, what a row has; and some."""

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from uidiff.arrow import (
    EFFECT_RATES,
    EFFECTS,
    RUN_DIFFERENCES,
    SCREEN_GRAPH,
    SCREENS,
    TOKEN_COSTS,
    TOKEN_TOTALS,
    TRANSITIONS,
    compare_runs,
    effect_rates,
    effects,
    screen_graph,
    screens,
    token_cost,
    token_totals,
    transitions,
)

_SCREEN = {"pattern": "^[0-9a-f]{32}$"}
_KINDS = {"enum": ["only_left", "only_right", "other_screen", "other_changes"]}


def _or_error(**types: str) -> list[dict[str, Any]]:
    """These columns, or an error."""
    there = {name: {"type": kind} for name, kind in types.items()}
    return [
        {"required": sorted(there), "properties": there},
        {"required": ["error"], "properties": {"error": {"type": "string"}}},
    ]


ANSWERS: Mapping[str, tuple[pa.Schema, str, str, dict[str, Any]]] = {
    "transition-row": (
        TRANSITIONS,
        "### Transitions",
        "What a step did, a row of uidiff.arrow.TRANSITIONS",
        {"required": ["step"], "anyOf": _or_error(after_text="string")},
    ),
    "effect-row": (
        EFFECTS,
        "### Effects",
        "What was seen of a step, a row of uidiff.arrow.EFFECTS",
        {"required": ["step", "looks", "errors"]},
    ),
    "effect-rate-row": (
        EFFECT_RATES,
        "### Effect rates",
        "Effects of a kind of action, a row of uidiff.arrow.EFFECT_RATES",
        {"required": ["steps", "error_rate"]},
    ),
    "token-cost-row": (
        TOKEN_COSTS,
        "### Token costs",
        "What a snapshot costs, a row of uidiff.arrow.TOKEN_COSTS",
        {"anyOf": _or_error(full_tokens="integer", auto_tokens="integer")},
    ),
    "token-total-row": (
        TOKEN_TOTALS,
        "### Token totals",
        "What a window costs, a row of uidiff.arrow.TOKEN_TOTALS",
        {"required": ["snapshots", "full_tokens", "diff_tokens", "auto_tokens"]},
    ),
    "screen-row": (
        SCREENS,
        "### Screens of snapshots",
        "The screen of a snapshot, a row of uidiff.arrow.SCREENS",
        {"properties": {"screen": _SCREEN}, "anyOf": _or_error(screen="string", is_new="boolean")},
    ),
    "screen-way-row": (
        SCREEN_GRAPH,
        "### Ways between screens",
        "A way from screen to screen, a row of uidiff.arrow.SCREEN_GRAPH",
        {
            "required": ["from_screen", "to_screen", "count"],
            "properties": {"from_screen": _SCREEN, "to_screen": _SCREEN},
        },
    ),
    "run-difference-row": (
        RUN_DIFFERENCES,
        "### Differences of runs",
        "Where two runs differ, a row of uidiff.arrow.RUN_DIFFERENCES",
        {
            "required": ["kind", "first"],
            "properties": {"kind": _KINDS, "left_screen": _SCREEN, "right_screen": _SCREEN},
        },
    ),
}


def answers_of(snapshots: pa.Table) -> dict[str, pa.Table]:
    """All of these tables about some snapshots, by the names of their rows; the other run lacks the first of them."""
    seen, shown, costs = effects(snapshots), screens(snapshots), token_cost(snapshots)
    return {
        "transition-row": transitions(snapshots),
        "effect-row": seen,
        "effect-rate-row": effect_rates(seen),
        "token-cost-row": costs,
        "token-total-row": token_totals(costs),
        "screen-row": shown,
        "screen-way-row": screen_graph(shown),
        "run-difference-row": compare_runs(snapshots, snapshots.slice(1)),
    }
