"""``uidiff replay RECORDING``: print the diff of each step of a recording."""

from __future__ import annotations

from itertools import pairwise

import click

from uidiff.cli.diff import Comparison, comparison_options
from uidiff.cli.printing import print_note, print_text
from uidiff.cli.recording_source import RecordingSource, recording_options
from uidiff.text import quote, shorten

__all__ = ["HEADED", "replay"]

_LABEL = 60
"""Characters of an action in the line of its step."""

HEADED = frozenset({"agent", "compact", "read-agent"})
"""Formats for readers, in which a line starts each step; programs that read the other formats know no such line."""


@click.command(short_help="What changed at each step of a recording.")
@recording_options
@comparison_options
def replay(*, source: RecordingSource, comparison: Comparison) -> None:
    """What changed at each step of a recording, uidiff's own or of a known format.

    \b
    examples:
      uidiff replay --demo
      uidiff replay session.jsonl.gz --bounds
      uidiff replay --demo --format jsonl | jq -c .
    """  # noqa: D301
    number = 0
    refs = None
    for number, (before, after) in enumerate(pairwise(source), start=1):
        delta = comparison.compared(before, after, refs)
        refs = delta.refs[1]
        if comparison.format in HEADED:
            print_text(f"step {number}" + (f" {quote(shorten(after.action, _LABEL))}" if after.action else ""))
        elif comparison.format == "read-yaml":
            print_text("---")  # each diff is a document of the YAML stream
        comparison.print_delta(delta)
    if number == 0:
        source.notes.append("fewer than two snapshots: no step to compare")
    for line in source.notes:
        print_note(line)
