"""Screens in the making: elements that know who they are, and the snapshots of them, which do not tell."""

from collections.abc import Iterable, Iterator

import attrs

from uidiff import Row, Snapshot

Pairs = tuple[tuple[int, int], ...]


@attrs.define(eq=False)
class Node:
    """One element that can be changed; ``number`` is its true identity."""

    number: int
    role: str
    name: str | None = None
    value: str | None = None
    description: str | None = None
    states: dict[str, object] = attrs.field(factory=dict)
    children: list["Node"] = attrs.field(factory=list)

    def walk(self) -> Iterator["Node"]:
        """Itself and all below it, in pre-order."""
        return (node for node, _ in _walk([self]))


@attrs.define(eq=False)
class Screen:
    """A window and the dialogs of its process."""

    roots: list[Node]

    def walk(self) -> Iterator[Node]:
        """All elements, in pre-order."""
        return (node for node, _ in _walk(self.roots))

    def parent(self, child: Node) -> Node | None:
        """The parent, None for a root."""
        return next((node for node in self.walk() if any(one is child for one in node.children)), None)

    def siblings(self, child: Node) -> list[Node]:
        """The list in which an element stands."""
        parent = self.parent(child)
        return self.roots if parent is None else parent.children

    def copy(self) -> "Screen":
        """The same elements, to be changed by themselves."""
        branch: list[Node] = []
        roots: list[Node] = []
        for node, depth in _walk(self.roots):
            del branch[depth:]
            same = attrs.evolve(node, states=dict(node.states), children=[])
            (branch[-1].children if branch else roots).append(same)
            branch.append(same)
        return Screen(roots)

    def snapshot(self, *, stable_ids: float = 0.0) -> Snapshot:
        """The elements as they are read, one lower than the other; that share of them with stable ids."""
        rows = []
        for place, (node, depth) in enumerate(_walk(self.roots)):
            known = node.number * 7_919 % 1_000 < 1_000 * stable_ids
            row = Row(
                depth,
                node.role,
                node.name,
                node.value,
                node.description,
                (8 * depth, 20 * place, 400, 20),
                dict(node.states),
                f"id {node.number}" if known else None,
                known,
            )
            rows.append(row)
        return Snapshot.from_rows(rows)


def true_pairs(before: Screen, after: Screen) -> Pairs:
    """The places of the elements that are on both screens, sorted."""
    places = {node.number: j for j, node in enumerate(after.walk())}
    return tuple((i, places[node.number]) for i, node in enumerate(before.walk()) if node.number in places)


def _walk(roots: Iterable[Node]) -> Iterator[tuple[Node, int]]:
    """The elements with their depths, in pre-order."""
    waiting = [(node, 0) for node in reversed([*roots])]
    while waiting:
        node, depth = waiting.pop()
        yield node, depth
        waiting.extend((child, depth + 1) for child in reversed(node.children))
