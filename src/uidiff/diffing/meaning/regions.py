"""What changed in alerts and live regions (WAI-ARIA 1.3, "Live Region Roles"): new texts, and those that are gone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import attrs

from uidiff.diffing.meaning.context import LIVE_ROLES, POLITENESS, DiffContext, without_equals
from uidiff.diffing.meaning.tree_view import Inherited, TreeView
from uidiff.diffing.records import Record
from uidiff.matching.matching import UNMATCHED
from uidiff.model.shape import NO_PARENT
from uidiff.text import fold, same_text

__all__ = ["ALERTS", "RegionChange", "alert_changes", "is_live", "joined_texts", "live_region_changes", "text_records"]

ALERTS = frozenset({"alert", "alertdialog"})
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
    if not any(tree.has_role(*ALERTS) for tree in context.trees):
        return []
    before, after = (tree.outermost(partial(_is_alert, tree)) for tree in context.trees)
    return _changes(context, before, after)


def live_region_changes(context: DiffContext) -> list[RegionChange]:
    """Return the changes of live regions; of nested ones, those of the outermost."""
    if not any(tree.has_role(*LIVE_ROLES) or tree.has_state("live") for tree in context.trees):
        return []
    before, after = (Inherited(tree.parent, NO_PARENT, _region_step(tree)) for tree in context.trees)
    return _changes(context, before, after)


def _is_alert(tree: TreeView, index: int) -> bool:
    return tree.role(index) in ALERTS


def is_live(tree: TreeView, index: int) -> bool:
    """Return whether an element is a live region by its role, or says so."""
    return tree.state(index, "live") in POLITENESS or tree.role(index) in LIVE_ROLES


def _region_step(tree: TreeView) -> Callable[[int, int], int]:
    """Return the step that finds the region of an element, given that of its parent; alerts are no part of a region."""

    def step(index: int, above: int) -> int:
        live, role = tree.state(index, "live"), tree.role(index)
        if above == _NOTHING_SAID or role in ALERTS or (live and role in _TABLES):
            return _NOTHING_SAID
        if live == "off":
            return NO_PARENT
        return index if above == NO_PARENT and is_live(tree, index) else above

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
    here, there = lambda j: fold(after.own_text(j)), lambda i: fold(before.own_text(i))
    return without_equals(kept, here, map(there, lost)), without_equals(lost, there, map(here, kept))


def _says_new_text(context: DiffContext, index: int) -> bool:
    """Return whether a change of the name or value of an element is reported."""
    record = context.changed_record(context.after, index)
    return record is not None and not {"name", "value"}.isdisjoint(record.fields)


def _without_recreated(context: DiffContext, changes: Sequence[RegionChange]) -> Iterator[RegionChange]:
    """Leave out re-created regions: added ones with the role and texts of a removed one, and these removed ones."""
    before, after = context.before, context.after

    def key(change: RegionChange) -> tuple[str, ...]:
        if change.after is not None:
            return after.role(change.after), *_folded(after, change.new_texts)
        assert change.before is not None  # noqa: S101  # for the type checker: it is in one of the trees
        return before.role(change.before), *_folded(before, change.gone_texts)

    added = [change for change in changes if change.before is None]
    removed = [change for change in changes if change.after is None]
    kept = {*without_equals(added, key, map(key, removed)), *without_equals(removed, key, map(key, added))}
    return (change for change in changes if change in kept or None not in (change.before, change.after))


def _folded(tree: TreeView, texts: Iterable[int]) -> list[str]:
    return [fold(tree.own_text(index)) for index in texts]


def text_records(context: DiffContext, tree: TreeView, region: int, texts: Sequence[int]) -> tuple[Record, ...]:
    """Return the records of texts, and that of their region if it was added or removed itself."""
    found: list[Record | None] = [context.unpaired_record(tree, region)]
    for index in texts:
        changed = context.changed_record(tree, index)
        tells = changed is not None and not {"name", "value"}.isdisjoint(changed.fields)
        found.append(changed if tells else context.visibility_record(tree, index))
    return context.in_order(found)


def joined_texts(tree: TreeView, texts: Sequence[int]) -> str:
    """Return texts, joined by spaces."""
    return " ".join(map(tree.own_text, texts))
