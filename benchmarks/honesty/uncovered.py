"""Names that are printed only now: whose texts below went, so that a line has to say that the name is still there."""

from __future__ import annotations

from benchmarks.honesty.case import Case, has_ref, place_faults
from benchmarks.honesty.reader import seen
from benchmarks.honesty.syntax import NowLine

__all__ = ["check_uncovered"]


def check_uncovered(case: Case) -> None:
    """What stayed as it was called, but is printed with its name only now: the reader was never told that name."""
    lines = [line for line in case.lines if isinstance(line, NowLine)]
    after_of = case.delta.matching.after_of
    for index, was in case.before.found.items():
        item = case.after.found.get(after_of[index])
        if item is None or was.name is not None or item.name is None:
            continue
        if not seen(item.name) or case.before.columns.name[index] != item.name:
            continue
        node = case.after.nodes[after_of[index]]
        line = next((one for one in lines if one.name == item.name and has_ref(one.called, node, case.after)), None)
        what = f"e{case.after.numbers[node.index]} {item.role} {item.name!r}"
        if line is None:
            case.fault("uncovered: name", f"{what}: the texts below that said it went, and no line says it")
            continue
        lines.remove(line)
        if line.called.role != node.spelt or (line.place is not None and place_faults(line.place, node, case.after)):
            case.fault("uncovered: invented", f"{what} is not called so, or stands elsewhere", line)
    for line in lines:
        if not _passed_before(case, line):
            case.fault("uncovered: invented", "no such name was said below before", line)


def _passed_before(case: Case, line: NowLine) -> bool:
    """Whether it tells of what stood for what is in it on a line of several, and is printed itself only now."""
    for index, item in case.after.found.items():
        i = case.delta.matching.before_of[index]
        stayed = i >= 0 and i not in case.before.found and case.before.columns.name[i] == item.name == line.name
        if stayed and has_ref(line.called, case.after.nodes[index], case.after):
            return True
    return False
