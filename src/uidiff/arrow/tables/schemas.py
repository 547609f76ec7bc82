"""The tables that answer questions, as Arrow schemas with the names and the version that all our tables have.

Moments are timestamps in microseconds, UTC; durations are seconds.
"""

from __future__ import annotations

import pyarrow as pa

from uidiff.arrow.schema import TIME, versioned

__all__ = [
    "EFFECTS",
    "EFFECT_RATES",
    "RUN_DIFFERENCES",
    "SCREENS",
    "SCREEN_GRAPH",
    "TOKEN_COSTS",
    "TOKEN_TOTALS",
    "TRANSITIONS",
]

_WINDOW = (("session", pa.string()), ("window", pa.string()))
_STEP = (
    *_WINDOW,
    ("step", pa.int64()),
    ("before_seq", pa.int64()),
    ("after_seq", pa.int64()),
    ("ts", TIME),
    ("action", pa.string()),
    ("target", pa.string()),
)

STEP_EVENT = pa.struct(
    [
        ("event", pa.string()),
        ("label", pa.string()),
        ("before_index", pa.int32()),
        ("after_index", pa.int32()),
        ("details", pa.string()),
    ]
)
"""An event, as columns of EVENTS have it."""

STEP_ERROR = pa.struct([("kind", pa.string()), ("text", pa.string())])
"""An error after an action: ``read``, ``event``, or the kind in ``extra.errors``, such as ``console``; and its text."""


TRANSITIONS = versioned(
    "transition-row",
    [
        *_STEP,
        ("before_text", pa.string()),
        ("after_text", pa.string()),
        ("delta_text", pa.string()),
        ("events", pa.list_(STEP_EVENT)),
        ("before_tokens", pa.int64()),
        ("after_tokens", pa.int64()),
        ("delta_tokens", pa.int64()),
        ("error", pa.string()),
    ],
)
"""What each step did, a row a step (spec/definitions#32-tables), or a row a snapshot.

``ts`` is when the tree after was read, ``target`` the role and the quoted name in the words of the action. Columns of
the tree before and of the delta are NULL where there is no tree before, all texts where the read failed (``error``).
"""

EFFECTS = versioned(
    "effect-row",
    [
        *_STEP,
        ("kind", pa.string()),
        ("looks", pa.int64()),
        ("changes", pa.int64()),
        ("no_op", pa.bool_()),
        ("seconds", pa.float64()),
        ("settled", pa.bool_()),
        ("passing", pa.list_(pa.string())),
        ("passing_elements", pa.int64()),
        ("errors", pa.list_(STEP_ERROR)),
    ],
)
"""What was seen of each step, a row a step.

``ts`` is when the first tree after the action was read; ``kind`` the words of the action without what it was done to;
``looks`` how many trees were read; ``changes`` the changes from the tree before to the last one; ``no_op`` whether no
tree differs from the one before; ``seconds`` the time from the first look to the last change; ``settled`` whether a
look after that shows no change; ``passing`` what came and went within the step, by role and quoted label, the outermost
elements only; ``passing_elements`` how many elements these were with all below.
"""

EFFECT_RATES = versioned(
    "effect-rate-row",
    [
        ("kind", pa.string()),
        ("target", pa.string()),
        ("steps", pa.int64()),
        ("no_op_rate", pa.float64()),
        ("seconds_median", pa.float64()),
        ("seconds_p95", pa.float64()),
        ("error_rate", pa.float64()),
    ],
)
"""Effects by kind of action and target. Rates are from 0 to 1, NULL where no step is known."""

TOKEN_COSTS = versioned(
    "token-cost-row",
    [
        *_WINDOW,
        ("seq", pa.int64()),
        ("ts", TIME),
        ("full_tokens", pa.int64()),
        ("diff_tokens", pa.int64()),
        ("auto_tokens", pa.int64()),
        ("mode", pa.string()),
        ("reason", pa.string()),
        ("error", pa.string()),
    ],
)
"""What the answers cost, a row a snapshot: the whole tree, the diff to the snapshot before it, and what a session would
send of the two (``mode``, ``reason``)."""

TOKEN_TOTALS = versioned(
    "token-total-row",
    [
        *_WINDOW,
        ("snapshots", pa.int64()),
        ("full_tokens", pa.int64()),
        ("diff_tokens", pa.int64()),
        ("auto_tokens", pa.int64()),
    ],
)
"""What the answers of a window cost together. A first snapshot, which has no diff, counts in full everywhere."""

SCREENS = versioned(
    "screen-row",
    [
        *_WINDOW,
        ("seq", pa.int64()),
        ("ts", TIME),
        ("action", pa.string()),
        ("screen", pa.string()),
        ("is_new", pa.bool_()),
        ("error", pa.string()),
    ],
)
"""Which screen each snapshot shows: 32 hexadecimal digits, the same for trees that are alike up to numbers. ``is_new``:
whether the window is there for the first time."""

SCREEN_GRAPH = versioned(
    "screen-way-row",
    [
        ("from_screen", pa.string()),
        ("action", pa.string()),
        ("to_screen", pa.string()),
        ("count", pa.int64()),
        ("seconds_median", pa.float64()),
    ],
)
"""The ways from screen to screen: by which action, how many times, and the median of the seconds between the looks."""

_SIDES = [
    (f"{side}_{name}", kind)
    for side in ("left", "right")
    for name, kind in (
        ("session", pa.string()),
        ("window", pa.string()),
        ("step", pa.int64()),
        ("seq", pa.int64()),
        ("screen", pa.string()),
        ("events", pa.list_(pa.string())),
    )
]

RUN_DIFFERENCES = versioned(
    "run-difference-row",
    [
        ("kind", pa.string()),
        ("first", pa.bool_()),
        ("action", pa.string()),
        ("target", pa.string()),
        *_SIDES,
        ("delta_text", pa.string()),
        ("error", pa.string()),
    ],
)
"""Where two runs differ, a row a step: ``only_left``, ``only_right``, ``other_screen`` (the same action led to another
screen), ``other_changes`` (to the same screen, by other events). ``first`` marks where a session diverges first.
``delta_text`` says what differs between the two trees after the step.
"""
