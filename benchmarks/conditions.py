"""Three conditions under which recorded sessions are replayed: what ids the elements have.

- no ids: neither stable ids nor authors' ids. Names, roles, values and structure are all there is.
- authors' ids: the ids that authors gave (html ``id``, ``automation_id``) stand in the tree, and are stable ids where
  they are unique in the snapshot.
- node identity: the DOM node or the toolkit's object is the stable id, beside the authors' ids, as a live backend
  gives it. This is the truth of the corpus, so the accuracy under this condition says how far a matcher follows what
  it is given, and nothing about how well it finds out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

import attrs

import uidiff
from benchmarks.corpus.score import Node
from benchmarks.recorded import RecordedStep, Recording

__all__ = ["AUTHORS_IDS", "CONDITIONS", "NODE_IDENTITY", "NO_IDS", "under"]

NO_IDS, AUTHORS_IDS, NODE_IDENTITY = "no ids", "authors' ids", "node identity"

_Ids: TypeAlias = Sequence[str | None]


def under(condition: str, recording: Recording) -> Recording:
    """The same recording with the ids of a condition, one of ``CONDITIONS``."""
    steps = recording.steps
    if not steps:
        return recording
    read = CONDITIONS[condition]
    snapshots = [
        read(steps[0].before, steps[0].truth.before),
        *(read(step.after, step.truth.after) for step in steps),
    ]
    replayed = (
        attrs.evolve(step, before=before, after=after)
        for step, (before, after) in zip(steps, pairwise(snapshots), strict=True)
    )
    return attrs.evolve(recording, steps=tuple[RecordedStep, ...](replayed))


def _without_ids(snapshot: uidiff.Snapshot, _: Sequence[Node]) -> uidiff.Snapshot:
    columns = snapshot.columns._replace(automation_id=(None,) * len(snapshot))
    return uidiff.Snapshot(columns, snapshot.circumstances)


def _with_authors_ids(snapshot: uidiff.Snapshot, _: Sequence[Node]) -> uidiff.Snapshot:
    ids = snapshot.columns.automation_id
    often = Counter(ids)
    return _with_stable(snapshot, [one if often[one] == 1 else None for one in ids])


def _with_node_identity(snapshot: uidiff.Snapshot, nodes: Sequence[Node]) -> uidiff.Snapshot:
    return _with_stable(snapshot, [None if node.get("truth_volatile") else node["truth"] for node in nodes])


def _with_stable(snapshot: uidiff.Snapshot, ids: _Ids) -> uidiff.Snapshot:
    """The snapshot with stable ids; an element without one keeps the id that it has."""
    kept = tuple(own if given is None else given for own, given in zip(snapshot.columns.id, ids, strict=True))
    columns = snapshot.columns._replace(id=kept, id_stable=tuple(one is not None for one in ids))
    return uidiff.Snapshot(columns, snapshot.circumstances)


CONDITIONS: dict[str, Callable[[uidiff.Snapshot, Sequence[Node]], uidiff.Snapshot]] = {
    NO_IDS: _without_ids,
    AUTHORS_IDS: _with_authors_ids,
    NODE_IDENTITY: _with_node_identity,
}
"""How a snapshot is read under each condition; the nodes are those of the recording."""
