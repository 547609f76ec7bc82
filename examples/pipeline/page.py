"""The page of the three tables: one file, without a script, that asks nothing of the network.

    python examples/pipeline/page.py OUT     # makes OUT/page.html of OUT/answers again

The texts are those of the programs that were recorded: each is made one line, escaped, and cut.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from statistics import median
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from plots import Bar, bars, columns

from uidiff.text import one_line, shorten

__all__ = ["page", "write_page"]

Row = dict[str, Any]

ANSWERS = ("actions", "screens", "failures", "files")
SHOWN, LISTED = 8, 20
"""Rows of a plot, and of a table."""

STANDS_OUT = 0.05
"""What is said of a rate: that it stands out if it is at least this, at the lower end of its interval."""

SLOWER = 1.5
"""How many times the time of the others a screen takes that stands out."""

STYLE = """
body { font: 15px/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; color: #1f2328;
  max-width: 920px; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; font-size: 13px; } td, th { padding: 3px 10px 3px 0; text-align: left;
  vertical-align: top; }
td { border-top: 1px solid #d1d9e0; overflow-wrap: anywhere; } .number { text-align: right; white-space: nowrap; }
svg { max-width: 100%; height: auto; } summary { color: #0969da; cursor: pointer; } .said { font-size: 17px; }
"""


def write_page(tables: Mapping[str, pa.Table], out: str) -> str:
    """Write the page of the tables, and return its path. A reader of the page finds the old one or the new one."""
    path = Path(out, "page.html")
    draft = path.with_name(".page.html")
    draft.write_text(page({name: tables[name].to_pylist() for name in ANSWERS}), encoding="utf-8")
    draft.replace(path)
    return os.fspath(path)


def page(rows: Mapping[str, Sequence[Row]]) -> str:
    """Return the page of the rows of each table, in their order."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><title>What the sessions say</title>',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        f"<style>{STYLE}</style></head><body>",
        "<h1>What the sessions say</h1>",
        *_read(rows["files"]),
        "<h2>What fails after which action</h2>",
        *_failures(rows["failures"]),
        "<h2>The slowest screens</h2>",
        *_screens(rows["screens"]),
        "<h2>Actions that do nothing</h2>",
        *_no_ops(rows["actions"]),
        "<h2>What could not be read</h2>",
        *_unread(rows["files"]),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _read(files: Sequence[Row]) -> Iterator[str]:
    days = sorted({row["session"].partition("/")[0].removeprefix("day=") for row in files if "/" in row["session"]})
    snapshots, elements = (sum(row[name] for row in files) for name in ("snapshots", "elements"))
    span = f", {days[0]} to {days[-1]}" if days else ""
    yield f"<p>{len(files):,} files{_text(span)}: {snapshots:,} snapshots with {elements:,} elements.</p>"


def _failures(rows: Sequence[Row]) -> Iterator[str]:
    first = rows[0] if rows else None
    if first is None:
        yield _said("No error was seen after any action.")
        return
    yield _said(_sentence_of_failure(first))
    shown = [
        Bar(
            _deed(row),
            f"{_place(row)}: {row['error']}",
            100 * row["rate"],
            f"{row['failed']:,} of {row['steps']:,}",
        )
        for row in rows[:SHOWN]
    ]
    yield bars("Steps with an error, by action and error", "% of the steps with this action there", shown, most=100)
    days = [
        (row["day"], row["failed"] / row["steps"] if row["steps"] else None, f"{row['failed']} of {row['steps']}")
        for row in first["days"]
    ]
    yield columns(f"The first of them, day by day: {shorten(one_line(_deed(first)), 60)}", "day", days)
    yield _table(
        ("action", "place", "error", "failed", "steps", "sessions", "since", "for example"),
        (
            (
                _deed(row),
                _place(row),
                row["error"],
                row["failed"],
                row["steps"],
                row["sessions"],
                _since(row),
                _where(row["example"]),
            )
            for row in rows[:LISTED]
        ),
    )


def _sentence_of_failure(row: Row) -> str:
    rate = f"{row['failed']:,} of {row['steps']:,} steps ({row['rate']:.0%})"
    if row["at_least"] < STANDS_OUT * row["steps"]:
        return (
            f"No error stands out. The most frequent one, {_quoted(row['error'])}, came after {_deed(row)} in {rate}."
        )
    before = [day for day in row["days"] if day["day"] < _since(row)]
    since = f"; the first day with it is {_since(row)}"
    if sum(day["steps"] for day in before):
        since += f", before it came in none of {sum(day['steps'] for day in before):,}"
    return f"After {_deed(row)} on {_named(row)} came {_quoted(row['error'])} in {rate}{since}."


def _since(row: Row) -> str:
    return str(next((day["day"] for day in row["days"] if day["failed"]), ""))


def _screens(rows: Sequence[Row]) -> Iterator[str]:
    timed = [row for row in rows if row["seconds_median"] is not None]
    if not timed:
        yield _said("No screen was looked at twice: how long it takes is not known.")
        return
    first, others = timed[0], [row["seconds_median"] for row in timed[1:]]
    slow = (
        f"{_named(first)} takes {first['seconds_median']:.1f} s from the first look to the last change (median of"
        f" {first['timed']:,} arrivals; of ten, one takes {first['seconds_p90']:.1f} s or more)"
    )
    if others and first["seconds_median"] >= SLOWER * median(others):
        yield _said(f"{slow}. The other screens take {median(others):.1f} s.")
    else:
        yield _said(f"No screen stands out. The slowest one: {slow}.")
    shown = [
        Bar(
            _place(row),
            f"{row['timed']:,} of {row['visits']:,} arrivals timed",
            row["seconds_median"],
            f"{row['seconds_median']:.1f} s",
            row["seconds_p90"],
        )
        for row in timed[:SHOWN]
    ]
    yield bars("Time to rest after an arrival: median, and the line to the 90th percentile", "seconds", shown)
    yield _table(
        ("screen", "arrivals", "median s", "90 % s", "not at rest", "trees", "the slowest"),
        (
            (
                _place(row),
                row["visits"],
                _seconds(row["seconds_median"]),
                _seconds(row["seconds_p90"]),
                _percent(row["unsettled_rate"]),
                row["states"],
                _where(row["slowest"]),
            )
            for row in rows[:LISTED]
        ),
    )


def _no_ops(rows: Sequence[Row]) -> Iterator[str]:
    found = [row for row in rows if row["no_ops"]]
    if not found:
        yield _said("Each action changed something.")
        return
    first = found[0]
    rate = f"{first['no_ops']:,} of {first['known']:,} steps ({first['no_op_rate']:.0%})"
    if first["no_ops_at_least"] < STANDS_OUT * first["known"]:
        yield _said(f"No action stands out. {_deed(first)} on {_named(first)} changed nothing in {rate}.")
    else:
        same = [row for row in rows if row is not first and _deed(row) == _deed(first)]
        known, none = (sum(row[name] for row in same) for name in ("known", "no_ops"))
        others = f" On other screens: in {none:,} of {known:,}." if known else ""
        yield _said(f"{_deed(first)} on {_named(first)} changed nothing in {rate}.{others}")
    shown = [
        Bar(_deed(row), _place(row), 100 * row["no_op_rate"], f"{row['no_ops']:,} of {row['known']:,}")
        for row in found[:SHOWN]
    ]
    yield bars(
        "Steps after which nothing differs, by action and screen",
        "% of the steps with this action there",
        shown,
        most=100,
    )
    yield _table(
        ("action", "place", "did nothing", "steps", "with an error", "median s", "for example"),
        (
            (
                _deed(row),
                _place(row),
                row["no_ops"],
                row["steps"],
                row["failed"],
                _seconds(row["seconds_median"]),
                _where(row["no_op_example"]),
            )
            for row in rows[:LISTED]
        ),
    )


def _unread(files: Sequence[Row]) -> Iterator[str]:
    bad = [row for row in files if row["errors"] or not row["snapshots"]]
    if not bad:
        yield _said(f"All of the {len(files):,} files were read to their end.")
        return
    yield _said(f"Of {len(files):,} files {len(bad):,} could not be read, or not to their end.")
    rows = ((row["session"], row["snapshots"], row["errors"], row["error"] or _silent(row)) for row in bad[:LISTED])
    yield _table(("file", "snapshots read", "errors", "the first one"), rows, opened=True)


def _silent(row: Row) -> str:
    return "nothing is in it" if row["kind"] else "a file of another kind, by the end of its name; it was not read"


# ------------------------------------------------------------------------------------------------------------- texts


def _deed(row: Row) -> str:
    return " ".join(part for part in (row["kind"], row["target"]) if part) or "no action"


def _place(row: Row) -> str:
    return row["place"] or "an unnamed screen"


def _named(row: Row) -> str:
    return _quoted(row["place"]) if row["place"] else _place(row)


def _quoted(text: str) -> str:
    return f"“{text}”"


def _where(step: Row | None) -> str:
    return "" if step is None else f"{step['session']}, snapshot {step['seq']}"


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.0%}"


def _said(sentence: str) -> str:
    return f'<p class="said">{_text(sentence)}</p>'


def _text(text: str) -> str:
    """Return a text of a program as one line of HTML."""
    return escape(one_line(text))


def _table(heads: Sequence[str], rows: Iterator[tuple[object, ...]], *, opened: bool = False) -> str:
    lines = [f"<details{' open' if opened else ''}><summary>The table</summary><table>"]
    lines.append("<tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads) + "</tr>")
    for row in rows:
        cells = (
            f'<td class="number">{cell:,}</td>'
            if isinstance(cell, int)
            else f"<td>{_text(shorten(str(cell), 200))}</td>"
            for cell in row
        )
        lines.append("<tr>" + "".join(cells) + "</tr>")
    return "\n".join([*lines, "</table></details>"])


if __name__ == "__main__":
    below = Path(sys.argv[1], "answers")
    print(write_page({name: pq.read_table(below / f"{name}.parquet") for name in ANSWERS}, sys.argv[1]))
