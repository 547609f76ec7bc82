"""Trees of which a part lives on out of sight, for tests of hidden elements (spec/definitions#20a-hidden)."""

from collections.abc import Collection, Sequence

import attrs

from uidiff import Snapshot
from uidiff.testing import rows_of

__all__ = ["concealing", "with_ids", "without"]


def with_ids(snapshot: Snapshot) -> Snapshot:
    """The same tree with a stable id on each element."""
    rows = [row._replace(id=f"n{number}", id_stable=True) for number, row in enumerate(rows_of(snapshot))]
    return Snapshot.from_rows(rows, circumstances=snapshot.circumstances)


def concealing(snapshot: Snapshot, ids: Sequence[str]) -> Snapshot:
    """The same tree, which conceals the elements of these ids."""
    return attrs.evolve(snapshot, circumstances=attrs.evolve(snapshot.circumstances, concealed=tuple(ids)))


def without(snapshot: Snapshot, tops: Collection[int]) -> Snapshot:
    """The tree without the elements at these places and all below them, which it conceals."""
    gone = {e.index for e in snapshot if any(one.index in tops for one in (e, *e.ancestors))}
    outermost = [e for e in snapshot if e.index in gone and (e.parent is None or e.parent.index not in gone)]
    rows = [row for number, row in enumerate(rows_of(snapshot)) if number not in gone]
    read = Snapshot.from_rows(rows, circumstances=snapshot.circumstances)
    return concealing(read, [e.id for e in outermost if e.id is not None])
