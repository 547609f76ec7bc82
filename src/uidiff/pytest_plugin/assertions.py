"""Check a delta against what a test expects and allows; the message of the failure has the changes that remain.

Also the explanation of a failed ``assert before == after`` of two snapshots or two deltas.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from uidiff.diffing.delta import place_of
from uidiff.diffing.events import ValueEntered
from uidiff.diffing.records import NewlyRead, Unknown
from uidiff.diffing.tree_diff import TreeDiff, diff
from uidiff.formats.rendering import render
from uidiff.formats.report import Report
from uidiff.model.snapshot import Snapshot
from uidiff.pytest_plugin.change_filter import ChangeFilter, ChangeItem, checked_items, item_name
from uidiff.text import counted

__all__ = ["CheckResult", "check_delta", "check_given", "delta_text", "explain_inequality"]

_HEAD = "# diff: "

_ONLY_CARRIED = "They differ only in what is not reported, such as ids, time or process: assert not uidiff.diff(a, b)"
_SAME_TEXT = "They read the same, and differ in what they carry: compare their to_dict()"


def check_given(
    given: object, *, expected: Iterable[ChangeItem], allowed: Iterable[ChangeItem], partial: bool
) -> CheckResult:
    """As :func:`check_delta`, of a delta, a report or a change. Raises as ``assert_no_unexpected_change``."""
    result = check_delta(_delta_of(given), expected=expected, allowed=allowed, partial=partial)
    report = getattr(given, "report", given)
    return attrs.evolve(result, settled=not (isinstance(report, Report) and report.settled is False))


def _delta_of(given: object) -> TreeDiff:
    delta = given if isinstance(given, TreeDiff) else getattr(given, "delta", None)
    if isinstance(given, Report) and delta is None:
        raise TypeError(f"this report compares with nothing: {given.reason}; describe the window once before")
    if not isinstance(delta, TreeDiff):
        cure = "give a delta of uidiff.diff, a report, or what `with ui_diff(…) as change` gave"
        raise TypeError(f"{type(given).__name__} is no change: {cure}")
    return delta


@attrs.frozen
class CheckResult:
    """The result of a check.

    Attributes:
        delta: all changes.
        rest: the changes that are neither expected nor allowed.
        missing: the items of ``expected`` that did not happen.
        unread: the number of elements whose children were not read; 0 where that is accepted.
        settled: False if the window had not come to rest.
        allows_all: whether anything may change besides.
    """

    delta: TreeDiff
    rest: TreeDiff
    missing: tuple[str, ...]
    unread: int
    settled: bool = True
    allows_all: bool = False

    @property
    def passed(self) -> bool:
        """Whether the test passes."""
        return not (self._fails or self.missing or self.unread)

    @property
    def _fails(self) -> bool:
        return bool(self.rest) and not self.allows_all

    def message(self, budget: int | None) -> str:
        """The text of the failure, the most important line first; texts of the UI are quoted."""
        lines: list[str] = []
        if self._fails:
            unexpected = _count(self.rest)
            lines.append(f"{counted(unexpected, 'unexpected change')}: {delta_text(self.rest, budget)}")
            meant = _count(self.delta) - unexpected
            lines += [f"({counted(meant, 'other change')} expected or allowed)"] if meant else []
        if self.missing:
            lines.append(f"expected, but it did not happen: {', '.join(self.missing)}")
            lines += [] if self._fails else [f"what changed: {delta_text(self.delta, budget)}"]
        if self.unread:
            lines.append(
                f"the window was not read whole: what is below {counted(self.unread, 'element')} is not known; "
                "read it with larger limits or a longer timeout, or accept that with partial=True"
            )
        if not self.settled:
            lines.append("the window had not come to rest when it was read: ignore what never rests, or wait longer")
        return "\n".join(lines)


def check_delta(
    delta: TreeDiff, *, expected: Iterable[ChangeItem], allowed: Iterable[ChangeItem], partial: bool
) -> CheckResult:
    """Compare a delta with what is expected and allowed. Raises as ``assert_no_unexpected_change``."""
    wanted, more = checked_items("expected", expected), checked_items("allowed", allowed)
    sides = delta.before, delta.after  # raises where it is not bound: events and texts need the whole trees
    rest = ChangeFilter.of((*wanted, *more, *((Unknown, NewlyRead) if partial else ()))).rest(delta)
    return CheckResult(
        delta,
        rest,
        tuple(item_name(item) for item in wanted if not ChangeFilter.of((item,)).occurs(delta)),
        0 if partial else max(len(side.unread) for side in sides),
    )


def _count(delta: TreeDiff) -> int:
    """The number of changes for a reader: an added or removed element counts once, with all that is in it.

    The texts in a field are one change with its value.
    """
    values = [event for event in delta.events if isinstance(event, ValueEntered)]
    texts = {place_of(one) for event in values for one in event.records if "value" not in getattr(one, "fields", ())}
    inside = sum(not getattr(one, "root", True) or place_of(one) in texts for one in delta.delta.records)
    return delta.record_count - inside


def delta_text(delta: TreeDiff, budget: int | None) -> str:
    """The agent text of a delta, without the mark of its first line."""
    return render(delta, budget=budget).removeprefix(_HEAD).removeprefix("# ")


# ------------------------------------------------------------------ inequality


def explain_inequality(left: object, right: object, *, budget: int | None) -> list[str] | None:
    """The lines of the explanation, of ``budget`` tokens at most; None for values of other classes."""
    head = f"{left!r} == {right!r}"
    if isinstance(left, Snapshot) and isinstance(right, Snapshot):
        delta = diff(left, right)
        return [head, *(render(delta, budget=budget).splitlines() if delta else [_ONLY_CARRIED])]
    if isinstance(left, TreeDiff) and isinstance(right, TreeDiff):
        before, after = (_lines(delta, None if budget is None else budget // 2) for delta in (left, right))
        return [head, _SAME_TEXT, *before] if before == after else [head, "left", *before, "right", *after]
    return None


def _lines(delta: TreeDiff, budget: int | None) -> list[str]:
    """The text of a delta; only the summary of one that was read from a file, as its trees are not known."""
    return render(delta, budget=budget).splitlines() if delta.bound else [delta.summary]
