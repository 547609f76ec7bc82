"""What alerts and live regions say that they did not say, and what they no longer say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import attrs

from uidiff.diffing.meaning.context import DiffContext
from uidiff.diffing.meaning.tree_view import Inherited, TreeView
from uidiff.diffing.records import Record
from uidiff.matching.matching import UNMATCHED
from uidiff.model.shape import NO_PARENT
from uidiff.text import fold, same_text

__all__ = ["ALERTS", "RegionChange", "alert_changes", "live_region_changes", "nearest_live_region", "text_records"]

ALERTS = frozenset({"alert", "alertdialog"})
_LIVE_ROLES = frozenset({"log", "status"})
"""Roles that are live without a state (WAI-ARIA 1.3: the implicit value of aria-live), but for alerts."""

_POLITENESS = frozenset({"assertive", "polite"})
_TABLES = frozenset({"grid", "table", "treegrid"})
_NOTHING_SAID = -2
"""In place of a live region: whatever stands here is no news of one."""


@attrs.frozen(eq=False, repr=False)
class RegionChange:
    """One who speaks, in both trees: an alert or a live region.

    Attributes:
        before, after: its index there, None where it is not.
        said: the after-indices of the texts that are new in it.
        unsaid: the before-indices of the texts that it no longer says, and nothing like them.
    """

    before: int | None
    after: int | None
    new_texts: list[int]
    gone_texts: list[int]


def alert_changes(context: DiffContext) -> list[RegionChange]:
    """What changed in alerts and alert dialogs, the outermost of several in each other."""
    if not any(tree.has_role(*ALERTS) for tree in _sides(context)):
        return []
    before, after = (tree.outermost(partial(_is_alert, tree)) for tree in _sides(context))
    return _changes(context, before, after)


def live_region_changes(context: DiffContext) -> list[RegionChange]:
    """What changed in live regions, the outermost of several in each other."""
    if not any(tree.has_role(*_LIVE_ROLES) or tree.has_state("live") for tree in _sides(context)):
        return []
    before, after = (Inherited(tree.parent, NO_PARENT, _region_step(tree)) for tree in _sides(context))
    return _changes(context, before, after)


def nearest_live_region(tree: TreeView) -> Inherited[int]:
    """For each element the nearest live region at or above it, NO_PARENT if there is none."""
    return tree.nearest(partial(_is_live, tree))


def _sides(context: DiffContext) -> tuple[TreeView, TreeView]:
    return context.before, context.after


def _is_alert(tree: TreeView, index: int) -> bool:
    return tree.role(index) in ALERTS


def _is_live(tree: TreeView, index: int) -> bool:
    return tree.state(index, "live") in _POLITENESS or tree.role(index) in _LIVE_ROLES


def _region_step(tree: TreeView) -> Callable[[int, int], int]:
    """Finds the region of an element, given that of its parent. An alert in a region speaks for itself."""

    def step(index: int, above: int) -> int:
        live, role = tree.state(index, "live"), tree.role(index)
        if above == _NOTHING_SAID or role in ALERTS or (live and role in _TABLES):
            return _NOTHING_SAID
        if live == "off":
            return NO_PARENT
        return index if above == NO_PARENT and _is_live(tree, index) else above

    return step


# ------------------------------------------------------------------ comparing


def _changes(context: DiffContext, holder_before: Inherited[int], holder_after: Inherited[int]) -> list[RegionChange]:
    """Those that say something else: those that are there now in order, then those that went in order."""
    came, went, stayed = _touched(context, holder_before, holder_after)
    new_texts: dict[tuple[int, int], list[int]] = {}
    gone_texts: dict[tuple[int, int], list[int]] = {}
    before, after = context.before, context.after
    for j in sorted((*came, *stayed)):
        holder = holder_after(j)
        if holder >= 0 and after.visible(j) and after.is_text(j):
            new_texts.setdefault((after.partners[holder], holder), []).append(j)
    for i in sorted((*went, *(after.partners[j] for j in stayed))):
        holder = holder_before(i)
        if holder >= 0 and before.visible(i) and before.is_text(i):
            gone_texts.setdefault((holder, before.partners[holder]), []).append(i)
    keys = sorted({*new_texts, *gone_texts}, key=lambda key: (key[1] == UNMATCHED, key[1], key[0]))
    changes = []
    for i, j in keys:
        new, old = _without_repeats(context, new_texts.get((i, j), []), gone_texts.get((i, j), []), holder_before)
        if new or old:
            changes.append(RegionChange(None if i == UNMATCHED else i, None if j == UNMATCHED else j, new, old))
    return list(_without_recreated(context, changes))


def _touched(
    context: DiffContext, holder_before: Inherited[int], holder_after: Inherited[int]
) -> tuple[list[int], list[int], list[int]]:
    """The elements whose words may differ: those that came, those that went, and those that stayed, by after-index.

    An element also begins to speak when the last text below it goes, and falls silent when one comes.
    """
    before, after = context.before, context.after
    stayed = {j for j, _ in context.changed_with("name", "value")}
    stayed.update(context.visibility_candidates)
    beside = [after.parent(j) for j in after.unpaired] + [holder_after(j) for j in (*after.unpaired, *stayed)]
    beside_before = [before.parent(i) for i in before.unpaired] + [holder_before(i) for i in before.unpaired]
    beside += [before.partners[i] for i in beside_before if i >= 0]
    stayed.update(j for j in beside if j >= 0 and after.stays(j))
    return list(after.unpaired), list(before.unpaired), sorted(stayed)


def _without_repeats(
    context: DiffContext,
    new_texts: list[int],
    gone_texts: list[int],
    holder_before: Inherited[int],
) -> tuple[list[int], list[int]]:
    """Without texts that are there on both sides, in whichever elements, or whose change is not reported."""
    before, after = context.before, context.after
    quiet = set()
    for j in new_texts:
        i = after.partners[j]
        if i != UNMATCHED and before.visible(i) and holder_before(i) >= 0 and not _says_new_text(context, j):
            quiet.add(i)
    for i in gone_texts:
        j = before.partners[i]
        if j != UNMATCHED and not same_text(before.own_text(i), after.own_text(j)) and not _says_new_text(context, j):
            quiet.add(i)
    kept = [j for j in new_texts if after.partners[j] not in quiet]
    lost = [i for i in gone_texts if i not in quiet]
    return _left(after, kept, before, lost), _left(before, lost, after, kept)


def _says_new_text(context: DiffContext, index: int) -> bool:
    """Whether it is reported that an element has another name or value."""
    record = context.changed_record(context.after, index)
    return record is not None and not {"name", "value"}.isdisjoint(record.fields)


def _left(tree: TreeView, indices: list[int], other: TreeView, others: list[int]) -> list[int]:
    """Those of the texts that have no equal among the others, the first equals paired with the first."""
    known = Counter(fold(other.own_text(index)) for index in others)
    left = []
    for index in indices:
        text = fold(tree.own_text(index))
        if known[text]:
            known[text] -= 1
        else:
            left.append(index)
    return left


def _without_recreated(context: DiffContext, changes: Sequence[RegionChange]) -> Iterator[RegionChange]:
    """Without those that came and say, in the same role, what one says that went: they were made anew."""
    before, after = context.before, context.after

    def key(tree: TreeView, holder: int, texts: list[int]) -> tuple[object, ...]:
        return (tree.role(holder), *(fold(tree.own_text(index)) for index in texts))

    came = Counter(key(after, t.after, t.new_texts) for t in changes if t.before is None and t.after is not None)
    went = Counter(key(before, t.before, t.gone_texts) for t in changes if t.after is None and t.before is not None)
    both = came & went
    left = {True: Counter(both), False: Counter(both)}
    for change in changes:
        is_new = change.before is None
        if change.before is None and change.after is not None:
            place = key(after, change.after, change.new_texts)
        elif change.after is None and change.before is not None:
            place = key(before, change.before, change.gone_texts)
        else:
            yield change
            continue
        if left[is_new][place]:
            left[is_new][place] -= 1
        else:
            yield change


def text_records(context: DiffContext, tree: TreeView, holder: int, texts: Sequence[int]) -> tuple[Record, ...]:
    """The records of some texts, and of the one who speaks if it came or went itself."""
    found: list[Record | None] = [context.unpaired_record(tree, holder)]
    for index in texts:
        changed = context.changed_record(tree, index)
        tells = changed is not None and not {"name", "value"}.isdisjoint(changed.fields)
        found.append(changed if tells else context.visibility_record(tree, index))
    return context.in_order(found)
