"""The least edit from one tree to another: the exact tree edit distance, by ``apted`` from PyPI.

Nodes are inserted and deleted one by one, at cost 1 each, as a record of uidiff tells of one element; a wrapper that
comes or goes is one node. A node becomes another at cost 1 if any field differs that uidiff compares
(spec/definitions#3-what-is-compared; not bounds), and at cost 2, that of deleting one and inserting the other, where
it would not be true: the roles differ, or the two show different things by their ``data-key``. Without keys the
distance is smaller, and says less: of a list that moved up by one all texts would be renamed.

The order of siblings counts and there are no moves: what moved is deleted and inserted, node by node. uidiff tells of a
move in one record, so where something moved the records may be fewer than this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

import uidiff

__all__ = ["distance"]

Keys = Sequence[str | None]


@attrs.define(eq=False)
class _Node:
    """A node as apted takes it."""

    role: str
    content: object
    key: str | None
    children: list[_Node] = attrs.field(factory=list)


def distance(before: uidiff.Snapshot, after: uidiff.Snapshot, keys: tuple[Keys, Keys] | None = None) -> int:
    """The least number of nodes to insert, delete and change.

    Args:
        before, after: the trees; several roots hang below one.
        keys: for each side the thing that each element shows; None: any node may become any other of its role.
    """
    from apted import APTED

    left, right = keys or ((None,) * len(before), (None,) * len(after))
    return int(APTED(_tree(before, left), _tree(after, right), _config()).compute_edit_distance())


def _config() -> Any:  # noqa: ANN401  # a class of apted, which has no types
    from apted import Config

    class Costs(Config):  # type: ignore[misc]  # see above
        def rename(self, one: _Node, other: _Node) -> int:
            if one.role != other.role or one.key != other.key:
                return 2
            return int(one.content != other.content)

        def children(self, node: _Node) -> list[_Node]:
            return node.children

    return Costs()


def _tree(snapshot: uidiff.Snapshot, keys: Keys) -> _Node:
    top = _Node("", (), None)
    nodes: list[_Node] = []
    columns, texts = snapshot.columns, snapshot.folded
    for index, parent in enumerate(snapshot.parents):
        content = (
            *(text[index] for text in texts),
            columns.url_digest[index],
            columns.states[index],
            columns.actions[index],
        )
        node = _Node(columns.role[index], content, keys[index])
        nodes.append(node)
        (nodes[parent] if parent >= 0 else top).children.append(node)
    return top
