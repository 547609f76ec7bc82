"""Whether the counts of the head are those of what the lines tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from benchmarks.honesty.case import Case
from benchmarks.honesty.syntax import Came, ChangedLine, Circumstance, Covered, Line, Shifted, Went

__all__ = ["check_counts", "told"]

_CAME = {"added": "added", "newly read": "not read before", "shown": "shown"}
_WENT = {"removed": "removed", "unknown": "not read", "hidden": "hidden", "still hidden": "hidden", "shown": "shown"}


def check_counts(case: Case, counts: Mapping[str, int], unchanged: int) -> None:
    """Check the counts; after the changes, of which one line may tell of all in an element."""
    found: Counter[str] = Counter()
    for line in case.lines:
        kind, count = told(line, case)
        found[kind] += count
    said = {kind: count for kind, count in counts.items() if kind != "unchanged"}
    expected = {kind: count for kind, count in found.items() if count}
    if said != expected:
        case.fault("head: counts", f"{said} are said, the lines tell {expected}")
    if counts.get("unchanged") != unchanged:
        case.fault("head: counts", f"{counts.get('unchanged')} unchanged are said, there are {unchanged}")


def told(line: Line, case: Case) -> tuple[str, int]:
    """What a line tells of, and of how many."""
    if isinstance(line, Came):
        return _CAME[line.kind], len(line.items)
    if isinstance(line, Went):
        return _WENT[line.kind], len(line.called) if line.group is None else line.group.count
    if isinstance(line, Covered):
        return "shown" if line.called is None else "hidden", line.count
    return ("moved" if line.text.startswith(">") else "changed"), _changed(line, case)


def _changed(line: Line, case: Case) -> int:
    if isinstance(line, Shifted):
        return line.count
    if not isinstance(line, ChangedLine):
        return 0 if isinstance(line, Circumstance) else 1
    if line.group is not None:
        return line.group.count
    if line.all_in is not None:
        return case.all_in.get(line.number, 0)
    return max(len(line.subjects), len(line.texts), 1)
