"""Reads the objects of a window level by level; all calls of a level are on their way together.

A program's cache has most facts of most objects in one call (``Cache.GetItems``), but neither order nor bounds. So each
object that is reached is asked for its children and for the fields that only it has. Objects that are not in the
cache, as all of Qt, are asked for their facts as well.

The limits hold as in ``uidiff.backends.bounded_walk``: an element is unread where something below it was left out
(too many, too deep or too late), and all roots are read.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, MutableMapping, Sequence
from math import inf
from time import monotonic

import attrs

from uidiff.backends.atspi.bus import Bus, BusCall, Fault, Reply, get_property
from uidiff.backends.atspi.constants import ACCESSIBLE, CACHE, CACHE_PATH, TEXT, has_state
from uidiff.backends.atspi.facts import (
    FACTS,
    AtspiFacts,
    AtspiNode,
    cached_facts,
    facts_calls,
    facts_in,
    field_calls,
    in_order,
)
from uidiff.backends.atspi.replies import ObjectKey, children_in, number_in, text_in, value_in
from uidiff.errors import AppGone, BackendError, ReadTimeout
from uidiff.model.limits import Limits

__all__ = ["ReadRequest", "read_nodes"]

_LOG = logging.getLogger(__name__)

_TOGETHER = 256
"""Elements of a level that are read together; when the time is over, earlier groups are complete."""

_TOO_MANY_REMOVED = 0.2
"""A window of which a larger share was removed during the read is read once more."""


@attrs.frozen(kw_only=True)
class ReadRequest:
    """How to read a window.

    Attributes:
        bus: the accessibility bus.
        from_screen: ask for bounds relative to the screen: those of Qt relative to the window are wrong, in 5.15 in
            all four numbers, in 6.4 in the size.
        limits: ``max_elements`` and ``max_depth`` are used.
        deadline: a moment of ``time.monotonic()``.
        fleeting: for each known container, whether its children get new keys with each request; it is added to.
    """

    bus: Bus
    from_screen: bool
    limits: Limits
    deadline: float
    fleeting: MutableMapping[ObjectKey, bool]


def read_nodes(request: ReadRequest, roots: Sequence[ObjectKey]) -> list[AtspiNode]:
    """Read the roots that exist, with their descendants. The first root is the window, and must exist.

    Raises:
        AppGone: the program has ended, or the window was closed.
        BackendError: there are more roots than ``max_elements``, or the connection is lost.
        ReadTimeout: the roots were not read in time.
    """
    most = request.limits.max_elements
    if len(roots) > most:
        raise BackendError(f"there are more windows than max_elements, which is {most}: allow for more")
    reading = _LevelReader(request, roots)
    reading.run()
    if reading.removed > _TOO_MANY_REMOVED * reading.known and monotonic() < request.deadline:
        _LOG.info("%d of %d elements were removed while they were read: reading again", reading.removed, reading.known)
        reading = _LevelReader(request, roots)
        reading.run()
    return [root for root in reading.roots if not root.gone]


class _LevelReader:
    """Reads a window once."""

    def __init__(self, request: ReadRequest, roots: Sequence[ObjectKey]) -> None:
        self._request = request
        self._program = roots[0].bus
        self._hung: set[str] = set()
        self._facts: dict[ObjectKey, AtspiFacts] = {}
        self._seen = set(roots)
        self._left = request.limits.max_elements - len(roots)
        self._shows: bool | None = None  # whether elements below the roots have the state "showing"
        self._says_ids = True
        self.roots = [AtspiNode(key, None, place) for place, key in enumerate(roots)]
        self.removed = 0

    @property
    def known(self) -> int:
        """The number of objects that were found."""
        return len(self._seen)

    def run(self) -> None:
        """Read the window, within the limits and the deadline."""
        now = monotonic()
        items = BusCall(self._program, CACHE_PATH, CACHE, "GetItems")
        self._facts = cached_facts(self._request.bus.one(items, now + (self._request.deadline - now) / 2, patience=inf))
        level = self.roots
        while level:
            parts = (level[start : start + _TOGETHER] for start in range(0, len(level), _TOGETHER))
            level = self._children([node for part in parts for node in self._with_fields(self._with_facts(part))])
        nodes = list(in_order(self.roots))
        self._read_texts_again([node for node in nodes if node.text == "" and TEXT in node.facts.interfaces])
        self._read_labels([node for node in nodes if node.labels])

    # ------------------------------------------------------------------- levels

    def _with_facts(self, level: Sequence[AtspiNode]) -> list[AtspiNode]:
        """The nodes of a level that exist, with their facts and their visibility."""
        if monotonic() >= self._request.deadline:  # making calls for thousands of nodes would take long
            for node in level:
                self._drop(node, late=True)
            return []
        lacking = [node for node in level if node.key not in self._facts]
        asked = [(*facts_calls(node.key), BusCall(*node.key, ACCESSIBLE, "GetChildren")) for node in lacking]
        if self._says_ids:  # asked until a whole level has none
            ids = [get_property(*node.key, ACCESSIBLE, "AccessibleId") for node in lacking]
            asked = [(*calls, call) for calls, call in zip(asked, ids, strict=True)]
        for node, replies in zip(lacking, self._ask_each(asked), strict=True):
            if not self._goes_on(node, replies):
                continue
            if replies[0] is Fault.ABSENT:  # an object without a role was removed
                self._drop(node)
                continue
            self._facts[node.key] = facts_in(replies[:FACTS])
            node.below = self._known_below(node, replies[FACTS])
            node.automation_id = text_in(replies[-1]) if self._says_ids else ""
        self._says_ids = self._says_ids and any(node.automation_id for node in lacking)
        there = [node for node in level if not node.gone]
        for node in there:
            node.facts = self._facts[node.key]
        if there and there[0].depth == 1 and self._shows is None:
            self._shows = any(has_state(node.facts.states, "showing") for node in there)
        for node in there:
            node.shown = self._is_shown(node)
        return there

    def _is_shown(self, node: AtspiNode) -> bool:
        """Whether a node is visible. In GTK 4 only windows are "showing"; in Qt children of hidden elements may be."""
        states = node.facts.states
        if node.parent is None:
            return has_state(states, "showing", "visible")
        return node.parent.shown and (not states or has_state(states, "showing" if self._shows else "visible"))

    def _with_fields(self, level: Sequence[AtspiNode]) -> list[AtspiNode]:
        """The nodes of a level that still exist, with their fields and the keys of their children."""
        asked = [list(field_calls(node, from_screen=self._request.from_screen)) for node in level]
        looks = [list(self._looks(node)) for node in level]
        calls = [(*(call for call, _, _ in mine), *look) for mine, look in zip(asked, looks, strict=True)]
        doubted: list[AtspiNode] = []
        for node, mine, replies in zip(level, asked, self._ask_each(calls), strict=True):
            if not self._goes_on(node, replies):
                continue
            for (_, field, found_in), reply in zip(mine, replies, strict=False):
                setattr(node, field, found_in(reply))
            self._take_children(node, replies[len(mine) :])
            if replies and all(reply is Fault.ABSENT for reply in replies):
                doubted.append(node)
        again = [(BusCall(*node.key, ACCESSIBLE, "GetRole"),) for node in doubted]
        for node, (reply,) in zip(doubted, self._ask_each(again), strict=True):
            if reply is Fault.ABSENT:
                self._drop(node)
            else:
                self._goes_on(node, [reply])
        return [node for node in level if not node.gone]

    def _looks(self, node: AtspiNode) -> Iterator[BusCall]:
        """Make the calls for the children of a node: one, none for a leaf, two to see whether the keys change."""
        call = BusCall(*node.key, ACCESSIBLE, "GetChildren")
        has_some = node.facts.children != 0 or node.parent is None  # -1 is the count of menus of GTK 3 in the cache
        if has_some and node.below is None:
            yield call
        if has_some and node.key not in self._request.fleeting and has_state(node.facts.states, "manages_descendants"):
            yield call

    def _take_children(self, node: AtspiNode, looks: Sequence[Reply]) -> None:
        """Take the keys of a node's children, and note whether two requests gave different ones."""
        answers = [self._known_below(node, look) for look in looks]
        if node.below is not None:
            answers.insert(0, node.below)
        if not answers:
            return
        node.below = answers[-1]
        if len(answers) > 1 and answers[0]:
            others = {*answers[0]}.difference(answers[-1])
            self._request.fleeting[node.key] = len(others) * 2 > len(answers[0])

    def _known_below(self, node: AtspiNode, reply: Reply) -> list[ObjectKey]:
        """The keys of a node's children in a reply; without such a list the node is unread."""
        below = children_in(reply)
        node.unread |= below is None
        return below or []

    def _children(self, level: Sequence[AtspiNode]) -> list[AtspiNode]:
        """Make the nodes below a level, within the limits."""
        found: list[AtspiNode] = []
        for node in level:
            fleeting = self._request.fleeting.get(node.key, False)
            for place, key in enumerate(node.below or ()):
                if key in self._seen:
                    continue  # a cycle, or a child of two parents
                if not self._left or node.depth + 1 == self._request.limits.max_depth:
                    node.unread = True
                    break
                self._left -= 1
                self._seen.add(key)
                node.children.append(AtspiNode(key, node, place, fleeting=fleeting))
            found += node.children
        return found

    # -------------------------------------------------------------------- later

    def _read_texts_again(self, nodes: Sequence[AtspiNode]) -> None:
        """Read empty texts again with an explicit end: without it GTK 4 gives "" for some fields."""
        counts = self._ask_each([(get_property(*node.key, TEXT, "CharacterCount"),) for node in nodes])
        ends = [number_in(reply) for (reply,) in counts]
        longer = [(node, end) for node, end in zip(nodes, ends, strict=True) if type(end) is int and end > 0]
        calls = [(BusCall(*node.key, TEXT, "GetText", "ii", (0, end)),) for node, end in longer]
        for node, (reply,) in [
            *zip(nodes, counts, strict=True),
            *zip((node for node, _ in longer), self._ask_each(calls), strict=True),
        ]:
            if self._goes_on(node, [reply]) and type(text := value_in(reply)) is str:
                node.text = text

    def _read_labels(self, nodes: Sequence[AtspiNode]) -> None:
        """Name elements by their labels."""
        names = {node.key: node.facts.name for node in in_order(self.roots)}
        others = list(dict.fromkeys(key for node in nodes for key in node.labels if key not in names))
        calls = [(get_property(*key, ACCESSIBLE, "Name"),) for key in others]
        by_label = {key: reply for key, (reply,) in zip(others, self._ask_each(calls), strict=True)}
        for node in nodes:
            if self._goes_on(node, [by_label[key] for key in node.labels if by_label.get(key) is Fault.SLOW]):
                texts = (names.get(key) or text_in(by_label.get(key, ())) for key in node.labels)
                node.facts = node.facts._replace(name=" ".join(filter(None, texts)))

    # ------------------------------------------------------------------ asking

    def _ask_each(self, bundles: Sequence[Sequence[BusCall]]) -> list[list[Reply]]:
        """Make the calls of each node; their replies. A program that hung before is not called again.

        Raises:
            AppGone: the program of the window has ended.
        """
        silent = frozenset(self._hung)
        calls = [call for bundle in bundles for call in bundle if call.to not in silent]
        replies = self._request.bus.ask(calls, self._request.deadline)
        for call, reply in zip(calls, replies, strict=True):
            if reply is Fault.SLOW:
                self._hung.add(call.to)
            elif reply is Fault.GONE and call.to == self._program:
                raise AppGone("the program has ended while it was read")
        left = iter(replies)
        return [[Fault.SLOW if call.to in silent else next(left) for call in bundle] for bundle in bundles]

    def _goes_on(self, node: AtspiNode, replies: Sequence[Reply]) -> bool:
        """Whether to go on with a node; it is left out if it was removed or did not answer in time."""
        if Fault.SLOW in replies:
            self._drop(node, late=True)
        elif Fault.STALE in replies or Fault.GONE in replies:
            self._drop(node)
        return not node.gone

    def _drop(self, node: AtspiNode, *, late: bool = False) -> None:
        """Leave a node and its descendants out, because it was removed or (``late``) did not answer in time.

        Raises:
            AppGone: the window itself was removed.
            ReadTimeout: a root did not answer in time.
        """
        node.gone = True
        self.removed += not late
        if node.parent is not None:
            node.parent.unread |= late
        elif late:
            raise ReadTimeout("the window was not read in time: give it longer, or end the program if it hangs")
        elif node is self.roots[0]:
            raise AppGone("the window was closed: name another window of the program")
