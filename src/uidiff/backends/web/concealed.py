"""Which nodes of a page live on out of its accessibility tree (spec/definitions#20a-hidden)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from uidiff.backends.web.call_plans import CallPlan
from uidiff.backends.web.reading import LivingNodes
from uidiff.backends.web.rows import UNHEARD, PageDocument, node_of_id, with_inner
from uidiff.model.columns import Row
from uidiff.model.snapshot import Snapshot
from uidiff.text import single_spaced

__all__ = ["ConcealedNodes"]


class ConcealedNodes:
    """The nodes of one window that its reads showed, and those of them that live on and are not shown."""

    def __init__(self) -> None:
        self._above: dict[str, str | None] = {}  # by the id of each known node that of the nearest one above
        self._concealed: frozenset[str] = frozenset()
        self._outermost: tuple[str, ...] = ()
        self._unheard: frozenset[str] = frozenset()  # those that were aria-hidden when they were last shown
        self._texts: set[str] = set()  # names in the last read, without those
        self._put_away: set[str] = set()  # texts of earlier reads that are aria-hidden by now

    def recall(self, snapshot: Snapshot) -> None:
        """Take the nodes of a tree that an earlier run has told as shown by a read, unless a read has shown them."""
        columns = snapshot.columns
        nodes = zip(columns.depth, columns.id, columns.id_stable, strict=True)
        told = _above(nodes)
        unheard = (id_ for id_, states in zip(columns.id, columns.states, strict=True) if (UNHEARD, True) in states)
        self._unheard |= {id_ for id_ in unheard if id_ is not None and id_ not in self._above}
        self._above = told | self._above
        texts = zip(columns.name, columns.states, strict=True)
        self._texts |= {single_spaced(name) for name, states in texts if name and (UNHEARD, True) not in states}

    def was_heard(self, id_: str) -> bool:
        """Whether a read showed a node without its being ``aria-hidden``."""
        return id_ in self._above and id_ not in self._unheard

    def was_unheard(self, id_: str) -> bool:
        """Whether a read showed a node that was ``aria-hidden``."""
        return id_ in self._unheard

    def were_said(self, texts: Collection[str]) -> bool:
        """Whether all these texts were read without being ``aria-hidden``: they were made again to be put away, and are
        remembered as long as that holds.
        """
        said = self._texts.issuperset(texts)
        if said:
            self._put_away.update(texts)
        return said

    def after_read(
        self,
        rows: Sequence[Row],
        documents: Iterable[PageDocument],
        living_now: Callable[[], CallPlan[LivingNodes]],
    ) -> CallPlan[tuple[str, ...]]:
        """Return the ids of the outermost concealed nodes after a read.

        Args:
            rows: what was read. Where a part was not read, only nodes that were concealed before are known to be.
            documents: of the window; none where a dialog keeps them from being read.
            living_now: asks for the nodes that live after the read. Those of ``documents`` lived before it, and a node
                that was replaced meanwhile is not hidden.
        """
        living = _living(documents)
        shown = _above((row.depth, row.id, row.id_stable) for row in rows)
        now_unheard = {row.id for row in rows if row.id is not None and UNHEARD in (row.states or ())}
        self._unheard = frozenset(id_ for id_ in self._unheard if id_ in self._above and id_ not in shown) | now_unheard
        texts = {single_spaced(row.name) for row in rows if row.name and row.id not in now_unheard}
        self._texts, self._put_away = texts | self._put_away, set()
        if any(row.unread for row in rows):
            self._outermost = tuple(id_ for id_ in self._outermost if id_ not in shown and _lives(id_, living))
            self._above = {id_: above for id_, above in self._above.items() if _lives(id_, living)} | shown
            return self._outermost
        concealed = {id_: above for id_, above in self._above.items() if id_ not in shown and _lives(id_, living)}
        if not self._concealed.issuperset(concealed):
            now = yield from living_now()
            concealed = {id_: above for id_, above in concealed.items() if id_ in self._concealed or _lives(id_, now)}
        self._concealed = frozenset(concealed)
        self._outermost = tuple(id_ for id_, above in concealed.items() if above not in concealed)
        self._above = shown | concealed
        return self._outermost


def _above(nodes: Iterable[tuple[int, str | None, bool]]) -> dict[str, str | None]:
    """By each stable id that of the nearest node above; generated texts are no nodes of their own.

    Args:
        nodes: the depth, the id and whether it is stable of each, in pre-order.
    """
    found: dict[str, str | None] = {}
    branch: list[str | None] = []
    for depth, id_, is_stable in nodes:
        del branch[depth:]
        above = branch[-1] if branch else None
        own = id_ if is_stable and "/" not in (id_ or "") else None
        if own is not None:
            found[own] = above
        branch.append(above if own is None else own)
    return found


def _living(documents: Iterable[PageDocument]) -> LivingNodes | None:
    """The DOM nodes by the loader of their document; None where no document was read."""
    return {document.loader: document.facts.nodes for document in with_inner(documents)} or None


def _lives(id_: str, living: LivingNodes | None) -> bool:
    if living is None:
        return True
    place = node_of_id(id_)
    return place is not None and place[1] in living.get(place[0], ())
