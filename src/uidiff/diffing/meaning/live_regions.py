"""Find the texts that are new in alerts and live regions, and those that are gone."""

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
"""Roles that are live without a state, apart from alerts (WAI-ARIA 1.3: the implicit value of aria-live)."""

_POLITENESS = frozenset({"assertive", "polite"})
_TABLES = frozenset({"grid", "table", "treegrid"})
_NOTHING_SAID = -2
"""Stands for a live region where no text counts as news of one."""


@attrs.frozen(eq=False, repr=False)
class RegionChange:
    """What changed in an alert or a live region.

    Attributes:
        before, after: its index in each tree, None where it is not.
        new_texts: the after-indices of the texts that are new in it.
        gone_texts: the before-indices of the texts that are gone from it, with no equal text in it.
    """

    before: int | None
    after: int | None
    new_texts: list[int]
    gone_texts: list[int]


def alert_changes(context: DiffContext) -> list[RegionChange]:
    """Return the changes of alerts and alert dialogs; of nested ones, those of the outermost."""
    if not any(tree.has_role(*ALERTS) for tree in _sides(context)):
        return []
    before, after = (tree.outermost(partial(_is_alert, tree)) for tree in _sides(context))
    return _changes(context, before, after)


def live_region_changes(context: DiffContext) -> list[RegionChange]:
    """Return the changes of live regions; of nested ones, those of the outermost."""
    if not any(tree.has_role(*_LIVE_ROLES) or tree.has_state("live") for tree in _sides(context)):
        return []
    before, after = (Inherited(tree.parent, NO_PARENT, _region_step(tree)) for tree in _sides(context))
    return _changes(context, before, after)


def nearest_live_region(tree: TreeView) -> Inherited[int]:
    """Return for each element the nearest live region, itself or an ancestor; NO_PARENT if there is none."""
    return tree.nearest(partial(_is_live, tree))


def _sides(context: DiffContext) -> tuple[TreeView, TreeView]:
    return context.before, context.after


def _is_alert(tree: TreeView, index: int) -> bool:
    return tree.role(index) in ALERTS


def _is_live(tree: TreeView, index: int) -> bool:
    return tree.state(index, "live") in _POLITENESS or tree.role(index) in _LIVE_ROLES


def _region_step(tree: TreeView) -> Callable[[int, int], int]:
    """Return the step that finds the region of an element, given that of its parent; alerts are no part of a region."""

    def step(index: int, above: int) -> int:
        live, role = tree.state(index, "live"), tree.role(index)
        if above == _NOTHING_SAID or role in ALERTS or (live and role in _TABLES):
            return _NOTHING_SAID
        if live == "off":
            return NO_PARENT
        return index if above == NO_PARENT and _is_live(tree, index) else above

    return step


# ------------------------------------------------------------------ comparing


def _changes(context: DiffContext, region_before: Inherited[int], region_after: Inherited[int]) -> list[RegionChange]:
    """Return the regions whose texts changed: those in the tree after, then those that were removed."""
    stayed = _maybe_changed(context, region_before, region_after)
    new_texts: dict[tuple[int, int], list[int]] = {}
    gone_texts: dict[tuple[int, int], list[int]] = {}
    before, after = context.before, context.after
    for j in sorted((*after.unpaired, *stayed)):
        region = region_after(j)
        if region >= 0 and after.visible(j) and after.is_text(j):
            new_texts.setdefault((after.partners[region], region), []).append(j)
    for i in sorted((*before.unpaired, *(after.partners[j] for j in stayed))):
        region = region_before(i)
        if region >= 0 and before.visible(i) and before.is_text(i):
            gone_texts.setdefault((region, before.partners[region]), []).append(i)
    keys = sorted({*new_texts, *gone_texts}, key=lambda key: (key[1] == UNMATCHED, key[1], key[0]))
    changes = []
    for i, j in keys:
        new, old = _without_repeats(context, new_texts.get((i, j), []), gone_texts.get((i, j), []), region_before)
        if new or old:
            changes.append(RegionChange(None if i == UNMATCHED else i, None if j == UNMATCHED else j, new, old))
    return list(_without_recreated(context, changes))


def _maybe_changed(context: DiffContext, region_before: Inherited[int], region_after: Inherited[int]) -> list[int]:
    """Return the paired elements, by after-index, whose text may differ.

    An element also becomes a text when the last text below it is removed, and ceases to be one when a text is added.
    """
    before, after = context.before, context.after
    stayed = {j for j, _ in context.changed_with("name", "value")}
    stayed.update(context.visibility_candidates)
    beside = [after.parent(j) for j in after.unpaired] + [region_after(j) for j in (*after.unpaired, *stayed)]
    beside_before = [before.parent(i) for i in before.unpaired] + [region_before(i) for i in before.unpaired]
    beside += [before.partners[i] for i in beside_before if i >= 0]
    stayed.update(j for j in beside if j >= 0 and after.stays(j))
    return sorted(stayed)


def _without_repeats(
    context: DiffContext,
    new_texts: list[int],
    gone_texts: list[int],
    region_before: Inherited[int],
) -> tuple[list[int], list[int]]:
    """Leave out texts that the region has on both sides, in any elements, and those whose change is not reported."""
    before, after = context.before, context.after
    quiet = set()
    for j in new_texts:
        i = after.partners[j]
        if i != UNMATCHED and before.visible(i) and region_before(i) >= 0 and not _says_new_text(context, j):
            quiet.add(i)
    for i in gone_texts:
        j = before.partners[i]
        if j != UNMATCHED and not same_text(before.own_text(i), after.own_text(j)) and not _says_new_text(context, j):
            quiet.add(i)
    kept = [j for j in new_texts if after.partners[j] not in quiet]
    lost = [i for i in gone_texts if i not in quiet]
    return _left(after, kept, before, lost), _left(before, lost, after, kept)


def _says_new_text(context: DiffContext, index: int) -> bool:
    """Return whether a change of the name or value of an element is reported."""
    record = context.changed_record(context.after, index)
    return record is not None and not {"name", "value"}.isdisjoint(record.fields)


def _left(tree: TreeView, indices: list[int], other: TreeView, others: list[int]) -> list[int]:
    """Return the texts that have no equal among the others; each of the others stands for one text."""
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
    """Leave out re-created regions: added ones with the role and texts of a removed one, and these removed ones."""
    before, after = context.before, context.after

    def key(tree: TreeView, region: int, texts: list[int]) -> tuple[object, ...]:
        return (tree.role(region), *(fold(tree.own_text(index)) for index in texts))

    added = Counter(key(after, t.after, t.new_texts) for t in changes if t.before is None and t.after is not None)
    removed = Counter(key(before, t.before, t.gone_texts) for t in changes if t.after is None and t.before is not None)
    both = added & removed
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


def text_records(context: DiffContext, tree: TreeView, region: int, texts: Sequence[int]) -> tuple[Record, ...]:
    """Return the records of texts, and that of their region if it was added or removed itself."""
    found: list[Record | None] = [context.unpaired_record(tree, region)]
    for index in texts:
        changed = context.changed_record(tree, index)
        tells = changed is not None and not {"name", "value"}.isdisjoint(changed.fields)
        found.append(changed if tells else context.visibility_record(tree, index))
    return context.in_order(found)
