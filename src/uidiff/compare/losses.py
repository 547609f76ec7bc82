"""What elements lost that are in both runs: role, name, focus by the keyboard, description, states, level."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import attrs

from uidiff.compare.findings import Loss
from uidiff.diffing.events import ErrorAppeared
from uidiff.diffing.labels import ACTED_ON, CONTROLS, DIALOGS, ITEMS, Labels
from uidiff.diffing.tree_diff import TreeDiff
from uidiff.matching.matching import UNMATCHED
from uidiff.model.shape import NO_PARENT
from uidiff.model.snapshot import Snapshot
from uidiff.model.states import StateValue
from uidiff.text import readable

__all__ = ["LANDMARKS", "WEAK", "Pair", "losses_of_pairs", "role_kind", "says_something"]

LANDMARKS = frozenset({"banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search"})
"""The landmark roles of WAI-ARIA 1.3."""

WEAK = frozenset({"generic", "group", "label", "none", "paragraph", "text", "unknown"})
"""Roles by which a screen reader says nothing, or nothing but that there is a text."""

_TEXT_LEVEL = frozenset(
    {
        *("abbr", "caret", "code", "deletion", "emphasis", "insertion", "line-break", "list-marker", "mark", "ruby"),
        *("ruby-annotation", "strong", "subscript", "superscript", "time"),
    }
)
"""Roles of parts of a text, whose loss is a matter of style."""

_NAMED_BY_CONTENT = frozenset(
    {
        *("alert", "article", "blockquote", "caption", "cell", "comment", "definition", "gridcell", "listitem", "log"),
        *("meter", "note", "progressbar", "row", "rowheader", "status", "term", "timer", "tooltip"),
    }
)
"""Roles whose name is their text: without one they are empty."""

_ITEMS = ITEMS | {"cell", "columnheader", "gridcell", "rowheader"}
"""Elements that are many of one kind: their losses are one finding."""

_LABELLED = DIALOGS | ITEMS
_GROUPS = frozenset({"group", "list", "menu", "radiogroup", "table", "tabpanel", "toolbar", "tree"})
_STATES = ("checked", "expanded", "pressed")


def says_something(text: str | None) -> bool:
    """Whether a name has a letter or a digit: a screen reader reads signs and icons as nothing, or not as a name."""
    return any(map(str.isalnum, readable(text)))


def role_kind(role: str) -> str:
    """Return the kind of finding for an element that lost this role."""
    if role in LANDMARKS:
        return "lost-landmark"
    return "lost-heading" if role == "heading" else "lost-role"


def is_semantic(role: str) -> bool:
    """Whether the loss of a role is one for users of a screen reader."""
    return role not in WEAK and role not in _TEXT_LEVEL


@attrs.frozen(eq=False)
class Pair:
    """A pair of steps: their delta, and what their trees tell.

    Attributes:
        delta: of the step before to the step after.
        comparable: whether both trees tell of focusability, or both do not: they come from one kind of source. A tree
            without controls has nothing to tell.
        false_states: the states that are false somewhere in the step after: where such a state is absent, it is lost.
    """

    delta: TreeDiff
    comparable: bool
    false_states: frozenset[str]

    @classmethod
    def of(cls, delta: TreeDiff) -> Pair:
        """Look at both trees."""
        tells = {_has_state(side, "focusable") for side in (delta.before, delta.after) if _has_controls(side)}
        states = delta.after.columns.states
        false_states = frozenset(name for one in states for name, value in one if value is False)
        return cls(delta, len(tells) < 2, false_states)  # noqa: PLR2004  # they tell, and do not

    @property
    def before(self) -> Snapshot:
        """The step of the run before."""
        return self.delta.before

    @property
    def after(self) -> Snapshot:
        """The step of the run after."""
        return self.delta.after

    def loss(self, kind: str, index: int, before: str | None = None, after: str | None = None) -> Loss:
        """Make the loss of a before-element."""
        snapshot, labels = self.before, Labels.of(self.before)
        role = snapshot.columns.role[index]
        label = "" if role in _ITEMS and role not in ACTED_ON else labels[index]
        return Loss(kind, role, label, _around(snapshot, index), before, after)


def _around(snapshot: Snapshot, index: int) -> tuple[str, str] | None:
    """Return role and label of the nearest landmark, dialog, item or named group around an element."""
    labels = Labels.of(snapshot)
    for above in snapshot[index].ancestors:
        if above.role in LANDMARKS:
            return above.role, readable(above.name)
        if above.role in _LABELLED and labels[above.index]:
            return above.role, labels[above.index]
        if above.role in _GROUPS and readable(above.name):
            return above.role, readable(above.name)
    return None


def _has_state(snapshot: Snapshot, name: str) -> bool:
    return any(state == name for states in snapshot.columns.states for state, _ in states)


def _has_controls(snapshot: Snapshot) -> bool:
    return not ACTED_ON.isdisjoint(snapshot.columns.role)


def losses_of_pairs(pair: Pair) -> Iterator[Loss]:
    """Yield the losses of elements that have a partner, and the errors that are new, in document order."""
    for event in pair.delta.events:
        if isinstance(event, ErrorAppeared):
            yield Loss("new-error", event.role, event.label)
    for i, j in pair.delta.matching.pairs:
        yield from _losses(pair, i, j)
    yield from _duplicates(pair)
    yield from _other_focus(pair)


def _losses(pair: Pair, i: int, j: int) -> Iterator[Loss]:
    one, other = pair.before[i], pair.after[j]
    states, left = dict(one.states), dict(other.states)
    if is_semantic(one.role) and other.role in WEAK:
        yield pair.loss(role_kind(one.role), i, one.role, other.role)
    elif one.role == other.role:
        yield from _lost_texts(pair, i, j)
        yield from _lost_states(pair, i, states, left)
    gone = states.get("focusable") is True and not left.get("focusable") and not left.get("disabled")
    if gone and pair.comparable and one.parent is not None:  # a page and a window are no stops of the keyboard
        yield pair.loss("not-focusable", i)
    if left.get("ariahidden") and not states.get("ariahidden"):
        yield pair.loss("hidden", i)


def _lost_texts(pair: Pair, i: int, j: int) -> Iterator[Loss]:
    one, other = pair.before[i], pair.after[j]
    if is_semantic(one.role) and one.role not in _NAMED_BY_CONTENT and says_something(one.name):
        placeholders = {one.states.get("placeholder"), other.states.get("placeholder")} - {None}
        is_placeholder = other.name in placeholders and one.name not in placeholders
        if is_placeholder or not says_something(other.name):
            yield pair.loss("lost-name", i, one.name, other.name or None)
    if one.role != "text" and says_something(one.description) and not readable(other.description):
        yield pair.loss("lost-description", i, one.description)


def _lost_states(pair: Pair, i: int, states: dict[str, StateValue], left: dict[str, StateValue]) -> Iterator[Loss]:
    if states.get("level") != left.get("level") and pair.before.columns.role[i] == "heading":
        yield pair.loss("heading-level", i, *(None if level is None else f"{level}" for level in _levels(states, left)))
    if not pair.comparable:
        return
    for name in _STATES:  # a source may leave out what is false
        if name in states and name not in left and (states[name] is False or name in pair.false_states):
            yield pair.loss("lost-state", i, name)
    if states.get("live", "off") != "off" and left.get("live", "off") == "off":
        yield pair.loss("lost-state", i, "live")


def _levels(*states: dict[str, StateValue]) -> tuple[StateValue | None, ...]:
    return tuple(one.get("level") for one in states)


def _duplicates(pair: Pair) -> Iterator[Loss]:
    """Yield controls that have one role and name, and had names of their own before."""
    before, after = pair.before.columns, pair.after.columns
    by_name: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i, j in pair.delta.matching.pairs:
        role, name = after.role[j], readable(after.name[j])
        if (role in CONTROLS or role == "link") and before.role[i] == role and says_something(name):
            by_name[role, name].append(i)
    for (_, name), same in by_name.items():
        renamed = [i for i in same if readable(before.name[i]) not in {"", name}]
        if len({before.name[i] for i in renamed}) > 1:
            for i in renamed:
                yield pair.loss("duplicate-name", i, before.name[i], name)


def _other_focus(pair: Pair) -> Iterator[Loss]:
    """Yield the element that has the focus before, if its partner does not have it, where both tell of the focus."""
    one, other = _focused(pair.before), _focused(pair.after)
    if one is None or other is None or pair.before.parents[one] == NO_PARENT:
        return
    partner = pair.delta.matching.after_of[one]
    if partner not in (UNMATCHED, other):
        yield pair.loss("other-focus", one, *(_called(*which) for which in ((pair.before, one), (pair.after, other))))


def _called(snapshot: Snapshot, index: int) -> str:
    return f"{snapshot.columns.role[index]} {Labels.of(snapshot)[index]}".strip()


def _focused(snapshot: Snapshot) -> int | None:
    """Return the innermost focused element, None without one."""
    focused = [index for index, states in enumerate(snapshot.columns.states) if ("focused", True) in states]
    return focused[-1] if focused else None
