"""The calls for the accessibility trees of the documents of a process: of kept ones, for what may have changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import attrs

from uidiff.backends.web.bulk_calls import BulkCall
from uidiff.backends.web.dom_nodes import DomNodes, dom_nodes
from uidiff.backends.web.kept_trees import KeptTree, Questions
from uidiff.backends.web.rows import PageDocument

__all__ = ["KeptTrees", "TreeQuestions"]


@attrs.define
class KeptTrees:
    """The trees of some documents, by their loaders.

    Attributes:
        before: of the last read; none where they tell nothing of this one.
        touched: the DOM nodes that may be others since then, whatever a captured snapshot says.
        now: of this read.
    """

    before: dict[str, KeptTree] = attrs.field(factory=dict)
    touched: Mapping[str, frozenset[int]] = attrs.field(factory=dict)
    now: dict[str, KeptTree] = attrs.field(factory=dict)


class TreeQuestions:
    """What is asked for the trees of the documents of a captured snapshot: only what may have changed, if all of them
    are kept, as a document tells on those in its frames; else, or where that is not enough, the whole trees.

    Args:
        captured: the snapshot.
        loaders: of the documents, by the id of the frame.
        kept: the trees of the last read; None: none is used, and none kept.
        depth: how deep the trees are read; None: to the bottom.
    """

    def __init__(
        self, captured: Mapping[str, Any], loaders: Mapping[str, str], kept: KeptTrees | None, depth: int | None
    ) -> None:
        strings, documents = captured["strings"], captured["documents"]
        self._frames = [strings[document["frameId"]] for document in documents]
        self._loaders = [loaders.get(frame, "") for frame in self._frames]
        self._kept = kept if depth is None else None
        self._bound = {} if depth is None else {"depth": depth}
        self._now: list[DomNodes] = []
        self._asked: list[Questions] | None = None
        if self._kept is not None:
            self._now = [dom_nodes(document, strings) for document in documents]
            self._asked = self._questions(self._kept, frozenset(strings))
        self.outcomes: list[Any] | None = None
        """For each document the answer with its tree, or an error; None before all are there."""
        self.changed: list[Collection[int] | None] = [None] * len(documents)
        """For each document the DOM nodes that changed since the last read, but for their boxes; None: not known."""

    def _questions(self, kept: KeptTrees, strings: frozenset[str]) -> list[Questions] | None:
        """What to ask for again of each document; None: the whole trees."""
        found = []
        for loader, now in zip(self._loaders, self._now, strict=True):
            tree = kept.before.get(loader)
            asked = None if tree is None else tree.questions(now, strings, kept.touched.get(loader, ()))
            if asked is None:
                return None
            found.append(asked)
        return found

    def calls(self) -> list[BulkCall]:
        """The calls for the trees."""
        if self._asked is None:
            return [("Accessibility.getFullAXTree", {"frameId": frame, **self._bound}) for frame in self._frames]
        return [call for asked in self._asked for call in _calls(asked)]

    def take(self, answers: Sequence[Any]) -> None:
        """Take the answers of the calls; if there are no outcomes then, the calls are others."""
        if self._asked is None:
            self.outcomes = list(answers)
        else:
            asked, self._asked = self._asked, None
            self.outcomes = self._changed(asked, answers)
            if self.outcomes is not None:
                self.changed = [one.changed for one in asked]
        if self._kept is None:
            return
        if self.outcomes is None:
            self._kept.before.clear()  # a document tells on those in its frames, which another process may draw
            return
        for loader, now, outcome in zip(self._loaders, self._now, self.outcomes, strict=True):
            if not isinstance(outcome, Exception):
                self._kept.now[loader] = KeptTree(outcome["nodes"], now)

    def keep_rows(self, document: PageDocument, changed: Collection[int] | None) -> None:
        """Keep the rows of a document with its tree, and make them of the last ones where it is known what changed."""
        if self._kept is not None and document.loader in self._kept.now:
            document.made = self._kept.now[document.loader].rows
            document.changed = changed
            document.last = {} if changed is None else self._kept.before[document.loader].rows

    def _changed(self, asked: Sequence[Questions], answers: Sequence[Any]) -> list[Any] | None:
        """The trees by the answers; None if they do not tell."""
        if self._kept is None or any(isinstance(answer, Exception) for answer in answers):
            return None
        given, found = iter(answers), []
        for loader, now, one in zip(self._loaders, self._now, asked, strict=True):
            nodes = [next(given)["nodes"] for _ in _calls(one)]
            changed = self._kept.before[loader].changed(one, nodes, now)
            if changed is None:
                return None
            found.append({"nodes": changed})
        return found


def _calls(asked: Questions) -> list[BulkCall]:
    alone = {"fetchRelatives": False}
    deep: list[BulkCall] = [("Accessibility.queryAXTree", {"backendNodeId": node}) for node in asked.deep]
    return [*deep, *(("Accessibility.getPartialAXTree", {"backendNodeId": node, **alone}) for node in asked.own)]
