"""An overview of sessions as text: tables with a heading each, and what could not be read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from uidiff.arrow.tables.overview import Overview, Screen
from uidiff.cli.printing import table_lines
from uidiff.text import counted, quote, shorten

__all__ = ["stats_text"]

_LABEL = 60
"""Characters of a text in a table; a part of it is enough to know it again."""

_ERROR = 160


def stats_text(found: Overview, limit: int) -> str:
    """Return it as lines; ``limit``: the most rows of a table. Texts of programs are quoted and shortened."""
    parts = (_actions, _screens, _ways, _tokens)
    blocks = ["\n".join(part(found, limit)) for part in parts]
    return "\n\n".join([*blocks, "\n".join(_totals(found))])


def _actions(found: Overview, limit: int) -> Iterator[str]:
    rows = found.effect_rates.to_pylist()
    columns = ("action", "target", "steps", "no-op", "median s", "95 % s", "errors")
    steps = counted(sum(row["steps"] for row in rows), "step")
    yield f"# Actions: {counted(len(rows), 'kind')} in {steps}{_cut(rows, limit)}"
    yield from table_lines(
        columns,
        [
            (
                _text(row["kind"]),
                _target(row["target"]),
                str(row["steps"]),
                _share(row["no_op_rate"]),
                _seconds(row["seconds_median"]),
                _seconds(row["seconds_p95"]),
                _share(row["error_rate"]),
            )
            for row in rows[:limit]
        ],
        right=columns[2:],
    )


def _screens(found: Overview, limit: int) -> Iterator[str]:
    slowest = _slowest(found)
    yield f"# Screens: {len(found.screens)}{_cut(found.screens, limit)}"
    rows = []
    for number, screen in enumerate(found.screens[:limit], 1):
        seconds, action = slowest.get(screen.screen, (None, None))
        by = "-" if seconds is None else _text(action)
        rows.append((str(number), _text(screen.label), str(screen.visits), _seconds(seconds), by))
    columns = ("screen", "label", "visits", "slowest way s", "by")
    yield from table_lines(columns, rows, right=("screen", "visits", "slowest way s"))


def _slowest(found: Overview) -> dict[str, tuple[float, str | None]]:
    """Return the slowest median of the ways to each screen from another one, and the action."""
    slowest: dict[str, tuple[float, str | None]] = {}
    for way in found.screen_graph.to_pylist():
        screen, seconds = way["to_screen"], way["seconds_median"]
        if seconds is not None and way["from_screen"] != screen and seconds > slowest.get(screen, (-1.0,))[0]:
            slowest[screen] = seconds, way["action"]
    return slowest


def _ways(found: Overview, limit: int) -> Iterator[str]:
    numbers = {screen.screen: (number, screen) for number, screen in enumerate(found.screens, 1)}
    rows = found.screen_graph.to_pylist()
    yield f"# Ways: {len(rows)}{_cut(rows, limit)}"
    columns = ("from", "action", "to", "times", "median s")
    yield from table_lines(
        columns,
        [
            (
                _numbered(*numbers[row["from_screen"]]),
                _text(row["action"]),
                _numbered(*numbers[row["to_screen"]]),
                str(row["count"]),
                _seconds(row["seconds_median"]),
            )
            for row in rows[:limit]
        ],
        right=("times", "median s"),
    )


def _tokens(found: Overview, limit: int) -> Iterator[str]:
    names = ("snapshots", "full_tokens", "diff_tokens", "auto_tokens")
    rows = sorted(found.token_totals.to_pylist(), key=lambda row: -row["full_tokens"])
    total = {name: sum(row[name] for row in rows) for name in names}
    yield f"# Tokens: {counted(len(rows), 'window')}{_cut(rows, limit)}"
    cells = [(_text(row["session"]), _text(row["window"]), *_costs(row, names)) for row in rows[:limit]]
    columns = ("session", "window", "snapshots", "full", "diff", "auto", "auto of full")
    yield from table_lines(columns, [*cells, ("all", "", *_costs(total, names))], right=columns[2:])


def _costs(row: dict[str, Any], names: tuple[str, ...]) -> tuple[str, ...]:
    full = row["full_tokens"]
    return *(str(row[name]) for name in names), _share(row["auto_tokens"] / full if full else None)


def _totals(found: Overview) -> Iterator[str]:
    errors = counted(found.errors, "row") + " with an error" if found.errors else "no row with an error"
    yield f"# {counted(found.sessions, 'session')}, {counted(found.snapshots, 'snapshot')}, {errors}"
    for one in found.problems:
        seq = "" if one.seq is None else f" seq {one.seq}"
        yield f"{_text(one.session)}{seq}: {_text(one.error, _ERROR)}"
    if found.errors > len(found.problems):
        yield f"… {found.errors - len(found.problems)} more"


# ------------------------------------------------------------------------- cells


def _cut(rows: Any, limit: int) -> str:  # noqa: ANN401  # a list or a tuple
    return f", the first {limit}" if len(rows) > limit else ""


def _text(text: str | None, most: int = _LABEL) -> str:
    return "-" if text is None else quote(shorten(text, most))


def _target(target: str | None) -> str:
    """Return a role with its quoted name, quoted as we do it, whatever wrote the action."""
    if target is None:
        return "-"
    role, _, quoted = target.partition(" ")
    try:
        name = json.loads(quoted)
    except ValueError:
        return _text(target)
    return f"{role} {_text(name)}"


def _numbered(number: int, screen: Screen) -> str:
    return f"{number} {_text(screen.label, _LABEL // 2)}"


def _share(share: float | None) -> str:
    return "-" if share is None else f"{share:.0%}"


def _seconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.2f}"
