"""What did not change, but is printed of an element only now: a line has to say it, as the reader saw it elsewhere.

A name that the texts below said, which went; a text that stood in a name; a value that was the name.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.honesty.case import Case, has_ref, place_faults
from benchmarks.honesty.reader import seen
from benchmarks.honesty.syntax import Item, NowLine

__all__ = ["check_uncovered"]

_FIELDS = ("name", "value", "description")


def _texts(item: Item | NowLine) -> dict[str, str]:
    """By field, what is said of an element."""
    return {field: text for field in _FIELDS if (text := getattr(item, field)) is not None}


def _uncovered(case: Case, index: int, item: Item) -> dict[str, str]:
    """By field, what is printed of an element only now, though it did not change."""
    i = case.delta.matching.before_of[index]
    if i < 0:
        return {}
    was = case.before.found.get(i)
    before = {} if was is None else _texts(was)
    old = {field: getattr(case.before.columns, field)[i] for field in _FIELDS} | {"name": case.before.names[i]}
    record = case.records.get(index)
    hidden = {field for field, pair in record.fields.items() if pair[0] == pair[1]} if record else set[str]()
    now = {field: text for field, text in _texts(item).items() if field not in hidden}  # what is hidden did change
    return {field: text for field, text in now.items() if field not in before and old[field] == text}


def check_uncovered(case: Case) -> None:
    """Check ``now``; after the moves, of which some say that a text stands no longer in a name."""
    now = {j: texts for j, item in case.after.found.items() if (texts := _uncovered(case, j, item))}
    said: dict[int, dict[str, str]] = {}
    for line in case.lines:
        if isinstance(line, NowLine):
            _line(case, line, now, said)
    for index, texts in now.items():
        left = {field for field, text in texts.items() if seen(text)} - said.get(index, {}).keys()
        if index in case.unfolded:
            left -= {"name"}
        if left:
            element = case.delta.after[index]
            what = f"e{case.after.numbers[index]} {element.role} {element.name!r}"
            why = "is printed only now, and no line says it"
            case.fault("uncovered: not said", f"{what}: {', '.join(f'{one} {texts[one]!r}' for one in left)} {why}")


def _line(case: Case, line: NowLine, now: Mapping[int, dict[str, str]], said: dict[int, dict[str, str]]) -> None:
    texts = _texts(line)
    fits = []
    for index, uncovered in now.items():
        node = case.after.nodes[index]
        right = node.spelt == line.called.role and has_ref(line.called, node, case.after) and index not in said
        if right and texts.items() <= uncovered.items():
            fault = "" if line.place is None else "; ".join(place_faults(line.place, node, case.after))
            fits.append((bool(fault), len(uncovered) - len(texts), index, fault))
    if not fits:
        case.fault("uncovered: invented", f"{texts}: it is not so, changed, or was printed before", line)
        return
    _, _, index, fault = min(fits)
    said[index] = texts
    if fault:
        case.fault("uncovered: place", f"e{case.after.numbers[index]}: {fault}", line)
