"""What sessions answer, and whom every number of theirs has named: the oracle of refs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.live.watching import Polled, Time, mail
from uidiff import Report, Session, TreeDiff
from uidiff.backends.scripted import Node, ScriptedUI
from uidiff.errors import StaleRef

__all__ = ["Witness", "changes", "described", "number_of", "numbers", "opened", "sort_anew", "stale", "told", "why"]


def opened(*uis: ScriptedUI, time: Time | None = None, **options: Any) -> Session:  # noqa: ANN401  # of a Session
    """A session on the first of scripted UIs, in a time that passes only where somebody sleeps."""
    backend = Polled(*uis, time=time)
    return Session(backend, uis[0], clock=backend.time.clock(), **options)


def described(**options: Any) -> tuple[ScriptedUI, Session]:  # noqa: ANN401  # of the ScriptedUI
    """A mail program, and a session that has described it once."""
    ui = mail(**options)
    session = opened(ui)
    session.describe()
    return ui, session


class Witness:
    """Sees the answers of one session, and remembers which node each number names.

    Attributes:
        nodes: the node that each number has named, and names for ever.
    """

    def __init__(self, *uis: ScriptedUI) -> None:
        self.nodes: dict[int, Node] = {}
        self._uis = uis

    def of(self, report: Report) -> dict[Node, int]:
        """The numbers of the nodes that an answer shows; AssertionError if one of them has named another node."""
        found: dict[Node, int] = {}
        for number, element in zip(report.refs.numbers, report.snapshot, strict=True):
            (node,) = [node for ui in self._uis if (node := ui.node_of(element.id)) is not None]
            assert self.nodes.setdefault(number, node) is node, f"e{number} has named another element"
            assert 0 < number < report.refs.next
            found[node] = number
        assert len(found) == len(report.snapshot)
        return found


def told(report: Report) -> TreeDiff:
    """The delta of an answer that has one."""
    assert report.delta is not None, report.reason
    return report.delta


def changes(report: Report) -> dict[str, list[str | None]]:
    """The names of what an answer tells of, by kind of record."""
    delta = told(report)
    found = {
        "added": [record.after.name for record in delta.added],
        "removed": [record.before.name for record in delta.removed],
        "changed": [record.after.name for record in delta.changed],
        "moved": [record.after.name for record in delta.moved],
        "unknown": [record.before.name for record in delta.unknown],
        "newly_read": [record.after.name for record in delta.newly_read],
    }
    return {kind: names for kind, names in found.items() if names}


def why(report: Report) -> str:
    """Why there was nothing to compare with."""
    assert (report.mode, report.delta, report.renewed) == ("full", None, {})
    return report.reason


def numbers(report: Report) -> list[int]:
    """The numbers of all elements of an answer, in their order."""
    return list(report.refs.numbers)


def number_of(report: Report, name: str) -> int:
    """The number of the only element of a name."""
    (found,) = [number for number, one in zip(report.refs.numbers, report.snapshot, strict=True) if one.name == name]
    return found


def stale(session: Session, ref: str) -> str:
    """Why a ref names nothing."""
    with pytest.raises(StaleRef) as caught:
        session.handle(ref)
    return str(caught.value)


def sort_anew(ui: ScriptedUI) -> None:
    """Have the mails stand in the opposite order."""
    for node in ui.find(name="Mails").children[::-1]:
        node.move(ui.find(name="Mails"))
