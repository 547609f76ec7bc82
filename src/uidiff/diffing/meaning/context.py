"""The context of the rules: a delta, views of its two trees, its records by element, and which elements appeared."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from operator import attrgetter
from typing import Any, TypeVar

from uidiff.diffing.delta import LISTS, Delta, place_of
from uidiff.diffing.labels import DIALOGS
from uidiff.diffing.meaning.tree_view import MENU_ITEMS, Inherited, TreeView, opened
from uidiff.diffing.records import Added, Changed, Hidden, Record, Removed, Shown
from uidiff.diffing.rules import EventRules
from uidiff.matching.documents import is_navigation
from uidiff.matching.matching import UNMATCHED, Matching
from uidiff.model.element import Element

__all__ = ["LIVE_ROLES", "POLITENESS", "DiffContext", "without_equals"]

_T = TypeVar("_T")

_ITEMS = {"menu": MENU_ITEMS, "listbox": frozenset({"option"})}
"""The roles of the items of a menu and of a list box."""


LIVE_ROLES = frozenset({"log", "status"})
"""Roles that are live without a state, apart from alerts (WAI-ARIA 1.3: the implicit value of aria-live)."""

POLITENESS = frozenset({"assertive", "polite"})
"""The states ``live`` of regions whose text is news."""

_NO_DIALOGS = frozenset({"listbox", "menu", "tooltip"})
"""Roles that desktop programs give to windows that are none to a person."""

_FEW = 3
"""The most elements at the top of a window that are searched for the menu that it is for."""

_HIDDEN_SHARE = 4
"""A page of which less than a quarter is left beside a dialog or a menu stands behind it."""

_POPUPS = DIALOGS | {"listbox", "menu"}
"""The roles of elements that open and close."""


class DiffContext:
    """A delta, and the lookups that rules share.

    Attributes:
        before, after: views of the two trees; ``trees`` has both. Most rules work on either: an element that appeared
            in one direction of time disappeared in the other.
    """

    def __init__(self, delta: Delta, rules: EventRules) -> None:
        self.delta = delta
        self.rules = rules
        self._added = {record.after.index: record for record in delta.added}
        self._removed = {record.before.index: record for record in delta.removed}
        self._hidden = {record.before.index: record for record in delta.hidden}
        self._shown_again = {record.after.index: record for record in delta.shown}
        self._changed = {record.after.index: record for record in delta.changed}
        self._moved = {record.after.index: record for record in delta.moved}
        hidden = [(record.root, record.before) for record in delta.hidden]
        shown = [(record.root, record.after) for record in delta.shown]
        came = [*(record.after for record in delta.added), *(element for _, element in shown)]
        went = [*(record.before for record in delta.removed), *(element for _, element in hidden)]
        notices_gone, notices = _notices(hidden, came), _notices(shown, went)
        after_of, before_of = _without(notices, delta.matching)
        self.before = TreeView(delta.before, after_of, sorted((*self._removed, *notices_gone)))
        self.after = TreeView(delta.after, before_of, sorted((*self._added, *notices)))
        self.trees = self.before, self.after
        self._found: dict[object, Any] = {}
        self._shown: dict[tuple[bool, str], list[int]] = {}
        self._alone: dict[TreeView, bool] = {}
        for tree, turned in zip((self.after, self.before), self._visibility_changes, strict=True):
            seen = filter(tree.visible, tree.unpaired) if tree.has_state("offscreen") else tree.unpaired
            tree.appeared = sorted((*seen, *turned, *self._popups(tree)))
            tree.appeared_set = frozenset(tree.appeared)

    def once(self, find: Callable[[DiffContext], _T]) -> _T:
        """Return what a function finds in this context; it is called once."""
        if find not in self._found:
            self._found[find] = find(self)
        return self._found[find]  # type: ignore[no-any-return]  # what ``find`` returned

    def other(self, tree: TreeView) -> TreeView:
        """Return the view of the other tree."""
        return self.before if tree is self.after else self.after

    @cached_property
    def new_document(self) -> bool:
        """Whether another document was loaded, and that is reported."""
        return "document" in self.delta.circumstances and is_navigation(self.delta.before, self.delta.after)

    def reports(self, field: str) -> bool:
        """Return whether changes of a field or state are reported."""
        return field not in self.delta.ignore

    # ----------------------------------------------------------------- records

    def unpaired_record(self, tree: TreeView, index: int) -> Added | Removed | Hidden | Shown | None:
        """Return the record of an element that was added or shown (or removed or hidden)."""
        if tree is self.after:
            return self._added.get(index) or self._shown_again.get(index)
        return self._removed.get(index) or self._hidden.get(index)

    def changed_record(self, tree: TreeView, index: int) -> Changed | None:
        """Return the record of a paired element that changed."""
        return self._changed.get(index if tree is self.after else tree.partners[index])

    def changed_with(self, *fields: str) -> Iterator[tuple[int, Changed]]:
        """Yield the records with a change of any of these fields, each with its after-index."""
        wanted = set(fields)
        return ((index, record) for index, record in self._changed.items() if not wanted.isdisjoint(record.fields))

    @cached_property
    def changed_indices(self) -> list[int]:
        """The after-indices of the changed elements, ascending."""
        return list(self._changed)

    @staticmethod
    def in_order(records: Iterable[Record | None]) -> tuple[Record, ...]:
        """Return the records in the order of the delta, without duplicates."""
        placed = {place_of(record): record for record in records if record is not None}
        return tuple(placed[place] for place in sorted(placed, key=lambda place: (LISTS.index(place[0]), place[1])))

    # -------------------------------------------------------------- visibility

    @cached_property
    def _visibility_changes(self) -> tuple[list[int], list[int]]:
        """The paired elements that became visible, by after-index, and those that became invisible, by before-index."""
        shown, hidden = [], []
        for j in self.visibility_candidates:
            i = self.after.partners[j]
            seen, seen_before = self.after.visible(j), self.before.visible(i)
            if seen and not seen_before:
                shown.append(j)
            elif seen_before and not seen:
                hidden.append(i)
        return shown, sorted(hidden)

    @cached_property
    def visibility_candidates(self) -> list[int]:
        """The paired elements, by after-index, whose own record or an ancestor's may change their visibility."""
        after, before = self.after, self.before
        stayed = [(j, after.partners[j]) for j, _ in self.changed_with("offscreen")]
        stayed += [(record.after.index, record.before.index) for record in self.delta.moved]
        tops, tops_before = [j for j, _ in stayed], [i for _, i in stayed]
        if after.has_state("offscreen"):
            without = (*after.unpaired, *(record.after.index for record in self.delta.newly_read))
            tops += [j for j in without if after.state(j, "offscreen")]
        if before.has_state("offscreen"):
            without = (*before.unpaired, *(record.before.index for record in self.delta.unknown))
            tops_before += [i for i in without if before.state(i, "offscreen")]
        found = {j for j in _below(after, tops) if after.stays(j)}
        found.update(j for j in map(before.partners.__getitem__, _below(before, tops_before)) if j != UNMATCHED)
        return sorted(found)

    def _popups(self, tree: TreeView) -> list[int]:
        """Return the shown (or hidden) elements of popups: these open and close, though their nodes live on.

        What a modal dialog covers, or uncovers, does not: only another modal dialog counts then.
        """
        here = self._shown_again if tree is self.after else self._hidden
        if not here:
            return []
        there = (
            self._removed.keys() | self._hidden.keys()
            if tree is self.after
            else self._added.keys() | self._shown_again.keys()
        )
        covered = any(self.other(tree).state(index, "modal") is True for index in there)
        found: set[int] = set()
        for index in here:
            is_popup = tree.role(index) in _POPUPS and not (covered and tree.state(index, "modal") is not True)
            if is_popup or tree.parent(index) in found:
                found.add(index)
        return sorted(found)

    def visibility_record(self, tree: TreeView, index: int) -> Record | None:
        """Return the record that explains why an element is visible in this tree and not in the other one."""
        own = self.unpaired_record(tree, index)
        if own is not None:
            return own
        above = self._visibility_source[tree is self.after](index)
        if above < 0:
            return None
        place = above if tree is self.after else tree.partners[above]
        return self._moved.get(place) or self._changed.get(place)

    @cached_property
    def _visibility_source(self) -> tuple[Inherited[int], Inherited[int]]:
        """For both trees: the nearest element, itself or an ancestor, whose own record changes its visibility."""
        before, after = (tree.nearest(partial(self._changes_visibility, tree)) for tree in self.trees)
        return before, after

    def _changes_visibility(self, tree: TreeView, index: int) -> bool:
        place = index if tree is self.after else tree.partners[index]
        record = self._changed.get(place)
        return place in self._moved or (record is not None and "offscreen" in record.fields)

    # ------------------------------------------------------------------ dialogs

    def dialogs(self, tree: TreeView) -> list[int]:
        """Return the outermost dialogs and further windows that appeared in a tree, ascending.

        A window in a window is a part of it, such as a dock; one that holds nothing but a menu is the menu's.
        """
        key = tree is self.after, "dialog"
        if key not in self._shown:
            depths = tree.columns.depth
            roots = [index for index in tree.appeared if depths[index] == 0 and not tree.stays(index)]
            further = set()
            if roots and any(tree.stays(index) for index, depth in enumerate(depths) if depth == 0):
                further = {index for index in roots if tree.role(index) not in _NO_DIALOGS}
            found = [index for index in tree.appeared if index in further or self._is_dialog(tree, index)]
            self._shown[key] = tree.outermost_of(found)
        return self._shown[key]

    @staticmethod
    def _is_dialog(tree: TreeView, index: int) -> bool:
        role = tree.role(index)
        if role != "window":
            return role in DIALOGS
        inside = range(index + 1, tree.end(index))
        holds_popup = any(tree.role(one) in _NO_DIALOGS for one in inside[:_FEW])
        return tree.columns.depth[index] <= 1 and not (holds_popup and not tree.own_name(index))

    def stands_alone(self, tree: TreeView) -> bool:
        """Return whether a dialog or a menu is in this tree only, and nearly nothing of the page: that is behind it."""
        if tree not in self._alone:
            popups = tree.outermost_of(sorted({*self.dialogs(tree), *self.shown_only_in(tree, "menu")}))
            outside = len(tree.snapshot) - sum(tree.end(index) - index for index in popups)
            self._alone[tree] = bool(popups) and _HIDDEN_SHARE * outside < len(self.other(tree).snapshot)
        return self._alone[tree]

    # -------------------------------------------------------- menus, list boxes

    def shown_only_in(self, tree: TreeView, role: str) -> list[int]:
        """Return the menus (or list boxes) that are open in this tree and not in the other one, ascending.

        A paired list box counts only if a combo box was expanded or collapsed: else options came to an open list.
        """
        key = tree is self.after, role
        if key not in self._shown:
            found = opened(tree, self.other(tree), role, _ITEMS[role])
            if role == "listbox" and not any(
                self.after.role(j) == "combobox" for j, _ in self.changed_with("expanded")
            ):
                found = [index for index in found if index in tree.appeared_set]
            self._shown[key] = found
        return self._shown[key]

    def visibility_records(self, tree: TreeView, index: int) -> list[Changed]:
        """Return the records of ``offscreen`` changes of an element and its descendants."""
        side = "after" if tree is self.after else "before"
        place = attrgetter(f"{side}.index")
        records = self._by_index[side]
        start, end = (bisect_left(records, at, key=place) for at in (index, tree.end(index)))
        return records[start:end]

    @cached_property
    def _by_index(self) -> dict[str, list[Changed]]:
        """For both trees the records with a change of ``offscreen``, ascending by the index there."""
        records = [record for _, record in self.changed_with("offscreen")]
        return {"before": sorted(records, key=attrgetter("before.index")), "after": records}


def _notices(here: Iterable[tuple[bool, Element]], there: Iterable[Element]) -> list[int]:
    """Return the elements of alerts and live regions that were shown (or hidden) by themselves.

    These come and go, though their nodes live on; what a modal dialog uncovers (or covers) does not.

    Args:
        here: the shown (or hidden) elements, and which of them are the outermost.
        there: what is gone from the other tree (or came into it).
    """
    if any(element.states.get("modal") is True for element in there):
        return []
    found, is_notice = [], False
    for is_root, element in here:
        if is_root:
            is_notice = element.role in {"alert", *LIVE_ROLES} or element.states.get("live") in POLITENESS
        if is_notice:
            found.append(element.index)
    return found


def _without(notices: Sequence[int], matching: Matching) -> tuple[Sequence[int], Sequence[int]]:
    """Return the partners of both sides; these after-elements were hidden before, and have none."""
    if not notices:
        return matching.after_of, matching.before_of
    after_of, before_of = list(matching.after_of), list(matching.before_of)
    for j in notices:
        if before_of[j] != UNMATCHED:
            after_of[before_of[j]] = before_of[j] = UNMATCHED
    return after_of, before_of


def without_equals(items: Iterable[_T], key: Callable[[_T], object], others: Iterable[object]) -> list[_T]:
    """Return the items whose key is not among the others; each of the others stands for one item."""
    known = Counter(others)
    left = []
    for item in items:
        same = key(item)
        if known[same]:
            known[same] -= 1
        else:
            left.append(item)
    return left


def _below(tree: TreeView, tops: Sequence[int]) -> Iterator[int]:
    """Yield the given elements and their descendants, each once."""
    return (index for top in tree.outermost_of(sorted(set(tops))) for index in range(top, tree.end(top)))
