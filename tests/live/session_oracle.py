"""What a session has to answer, worked out the plain way: every element by its live node, every state kept whole.

Nothing here is of uidiff but the scripted program that is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import TypeVar

import attrs

from uidiff.backends.scripted import Node, ScriptedUI

BASELINES = 8
"""So many states of a window may be asked for by ``since``."""

QUESTIONS = 8
"""So many filters of a window have a baseline."""

PARTIAL_IN_A_ROW = 3
"""After so many reads of a part what they left out may have been forgotten."""


@attrs.frozen(eq=False)
class Row:
    """One element as it can be seen."""

    node: Node
    native_id: str
    depth: int
    unread: bool

    name: str | None
    value: str | None

    @property
    def shown(self) -> tuple[object, ...]:
        return self.node.role, self.depth, self.name, self.value, self.unread


@attrs.frozen(eq=False)
class Picture:
    """A window as it is at one moment."""

    title: str | None
    document: str | None
    rows: tuple[Row, ...]

    @property
    def shown(self) -> tuple[object, ...]:
        """What a reader could tell it from another picture by; the native ids left out."""
        return self.title, self.document, tuple(row.shown for row in self.rows)

    @property
    def nodes(self) -> list[Node]:
        return [row.node for row in self.rows]

    @property
    def partial(self) -> bool:
        return any(row.unread for row in self.rows)

    def is_same(self, other: Picture) -> bool:
        """Whether they differ in nothing, but in ids that are others at each read."""
        ids = [[row.native_id for row in picture.rows if "@" not in row.native_id] for picture in (self, other)]
        return self.shown == other.shown and ids[0] == ids[1]


def look(ui: ScriptedUI, cut: Node | None = None) -> Picture:
    """The window as the last read has seen it, which saw nothing below the node that was cut."""
    rows: list[Row] = []

    def walk(node: Node, depth: int) -> None:
        native_id = node.id if ui.stable_ids else f"{node.id}@{ui.reads}"
        rows.append(Row(node, native_id, depth, node is cut, node.name, node.value))
        for child in () if node is cut else node.children:
            walk(child, depth + 1)

    for root in ui.roots:
        walk(root, 0)
    return Picture(ui.title, ui.document, tuple(rows))


@attrs.define(eq=False)
class Told:
    """A state that a reader was answered with.

    Attributes:
        picture: what it was.
        numbers: of its elements, in order; none if nobody was told of them.
        ts: its moment, in milliseconds.
        until: the last moment at which somebody was told that it is still so.
        chain: readers of one chain mean the same elements by the same numbers.
        baseline: whether later answers may be compared with it.
        reader: who was told.
        token: as it was said.
        question: which was answered.
        unsure: elements that may have another number since.
    """

    picture: Picture
    numbers: tuple[int, ...] = ()
    ts: int = 0
    until: int = 0
    chain: object = None
    baseline: bool = True
    reader: object = None
    token: str = ""
    question: str = ""
    unsure: set[Node] = attrs.field(factory=set)

    def doubt_hidden(self, picture: Picture) -> None:
        """Who goes on from this and from a later picture of a part is not certain of what the picture does not show."""
        self.unsure.update(set(self.picture.nodes) - set(picture.nodes))

    def may_be_followed_by(self, other: Told) -> bool:
        """Whether all that the other does not show was not shown here either."""
        here = self._unread_by_pair()
        parents = parents_of(other.picture)
        pairs = dict(zip(other.picture.nodes, other.numbers, strict=True))
        for row in other.picture.rows:
            node: Node | None = row.node if row.unread else None
            while node is not None and (node, pairs[node]) not in here:
                node = parents[node]
            if row.unread and (node is None or not here[node, pairs[node]]):
                return False
        return True

    def _unread_by_pair(self) -> dict[tuple[Node, int], bool]:
        """Which elements show that something below them, or below one above them, was not read."""
        found: dict[tuple[Node, int], bool] = {}
        unread_at: int | None = None
        for row, number in zip(self.picture.rows, self.numbers, strict=True):
            if unread_at is not None and row.depth <= unread_at:
                unread_at = None
            if row.unread and unread_at is None:
                unread_at = row.depth
            found[row.node, number] = unread_at is not None
        return found


def parents_of(picture: Picture) -> dict[Node, Node | None]:
    """The parents of its elements, as they were then."""
    branch: list[Node] = []
    found: dict[Node, Node | None] = {}
    for row in picture.rows:
        del branch[row.depth :]
        found[row.node] = branch[-1] if branch else None
        branch.append(row.node)
    return found


class Shelf:
    """What a store has to have of one window.

    Attributes:
        told: the states, oldest first.
        asked: by question what its last answer was of, the one asked last at the end.
        used: when a reader asked for it last.
        numbers: whose each number ever was, by chain.
    """

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.asked: dict[str, Told] = {}
        self.used = 0.0
        self.numbers: dict[object, dict[int, Node]] = {}

    @property
    def newest(self) -> Told | None:
        return next((told for told in reversed(self.told) if told.baseline), None)

    @property
    def until(self) -> int:
        return max((told.until for told in self.told), default=0)

    def up_to(self, moment: int, own: Iterable[tuple[Told, int]]) -> Told | None:
        """The newest baseline of the last ones up to a moment, or what this session told with an answer until then."""
        baselines = [told for told in self.told if told.baseline]
        kept = [told for told in baselines if told in baselines[-BASELINES:] or told in self.asked.values()]
        fitting = [(ts, told) for told, ts in (*((told, told.ts) for told in kept), *own) if ts <= moment]
        return max(fitting, key=itemgetter(0), default=(0, None))[1]

    def clear(self) -> None:
        """Nothing is kept any more."""
        self.told.clear()
        self.asked.clear()

    def add(self, told: Told, newest: Told | None, question: str, own: Told | None) -> Told:
        """A state that a question was answered with; what its baseline is then."""
        self.numbers.setdefault(told.chain, {}).update(zip(told.numbers, told.picture.nodes, strict=True))
        if newest is None:
            self.asked.clear()
        last = self.told[-1] if self.told and newest is not None else None
        if last and last.baseline and last.picture.is_same(told.picture) and last.numbers == told.numbers:
            last.until = told.until
            ask_again(self.asked, question, last)
            return last
        follows = own is None or own.may_be_followed_by(told)
        told.baseline = follows and (newest is None or newest.may_be_followed_by(told))
        self.told.append(told)
        if follows:
            ask_again(self.asked, question, told)
        return told if own is None or follows else own


_T = TypeVar("_T")


def ask_again(asked: dict[str, _T], question: str, answer: _T) -> None:
    """Put a question to the end, and leave out the filters that were asked too long ago."""
    asked.pop(question, None)
    asked[question] = answer
    for old in [each for each in asked if each][:-QUESTIONS]:
        del asked[old]


class Memory:
    """Which element a reader means by each number, over all windows.

    Attributes:
        nodes: by number, for good.
        numbers: by window and element: the number that it has to have as long as it lives.
        own: by window and question what the reader was told last, and when.
        chains: of each window.
        last_token: of each window.
        last_window: of each program, the key of the window that was read last.
    """

    def __init__(self) -> None:
        self.nodes: dict[int, tuple[str, Node]] = {}
        self.numbers: dict[tuple[str, Node], int] = {}
        self.own: dict[str, dict[str, tuple[Told, int]]] = {}
        self.chains: dict[str, object] = {}
        self.last_token: dict[str, int] = {}
        self.last_window: dict[ScriptedUI, str] = {}
        self._parents: dict[str, dict[Node, Node | None]] = {}
        self._partial: dict[str, int] = {}

    def lose(self, key: str) -> None:
        """There is no baseline of the window any more."""
        self.own.pop(key, None)
        self.chains.pop(key, None)

    def last_answer(self, key: str, question: str, shelf: Shelf) -> Told | None:
        """What the next answer to a question is compared with."""
        own = self.own.get(key, {})
        told, _ = own.get(question) or own.get("") or (None, 0)
        return told or shelf.asked.get(question) or shelf.asked.get("")

    def looked(self, ui: ScriptedUI, picture: Picture) -> None:
        """A read of the window. What surely went for whoever saw no more than this may have another number later."""
        key = self.last_window[ui] = ui.key
        self._partial[key] = self._partial.get(key, 0) + 1 if picture.partial else 0
        shown = {row.node: row.unread for row in picture.rows}
        before = self._parents.get(key, {})
        for window, node in list(self.numbers):
            if window != key or node in shown:
                continue
            above = before.get(node)
            while above is not None and above not in shown:
                above = before.get(above)
            seen_last = node in before
            if self._partial[key] > PARTIAL_IN_A_ROW or (seen_last and (above is None or not shown[above])):
                self.forget(key, [node])
        self._parents[key] = parents_of(picture)

    def adopt(self, ui: ScriptedUI, told: Told) -> None:
        """Go on from what somebody else was told."""
        key = ui.key
        self.chains[key] = told.chain
        self.learn(key, told)
        self.forget(key, sorted(told.unsure, key=id))
        self._parents[key] = parents_of(told.picture)

    def forget(self, key: str, nodes: Sequence[Node]) -> None:
        """From now on nobody says that these elements keep their numbers."""
        for node in nodes:
            self.numbers.pop((key, node), None)

    def forget_hidden(self, key: str, picture: Picture) -> None:
        """Nobody says that what a picture of the window does not show keeps its numbers."""
        shown = set(picture.nodes)
        self.forget(key, [node for window, node in self.numbers if window == key and node not in shown])

    def learn(self, key: str, told: Told) -> None:
        """What the numbers of a state mean: each what it always meant, and each element has the one that it had."""
        assert len(set(told.numbers)) == len(told.numbers) == len(told.picture.rows)
        for number, node in zip(told.numbers, told.picture.nodes, strict=True):
            assert self.nodes.setdefault(number, (key, node)) == (key, node), f"e{number} names two elements"
            assert self.numbers.setdefault((key, node), number) == number, f"e{number} is e{self.numbers[key, node]}"
