"""Reads the documents of a page.

Each process that draws a part of the page gets one call for its boxes (``DOMSnapshot.captureSnapshot``) and one for
each of its frames (``Accessibility.getFullAXTree``), or those of :mod:`uidiff.backends.web.kept_trees` for what changed
since the last read: 2 calls for a page, 1 more for each frame of the same process, 2 more for a frame of another
process; where something left the tree and may live on, one more for each process. The calls that set up a new page or
frame come on top: see :func:`uidiff.backends.web.tabs.settle`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import attrs

from uidiff.backends.web.call_plans import CallPlan, ask, ending, outcomes_of
from uidiff.backends.web.clickables import clickables
from uidiff.backends.web.collector import collector_paused
from uidiff.backends.web.facts import DocumentFacts, affordable_depth, capture, documents_of
from uidiff.backends.web.layout_tables import with_layout_tables
from uidiff.backends.web.rows import PageDocument
from uidiff.backends.web.tabs import Renderer, Tab, settle
from uidiff.backends.web.tree_questions import KeptTrees, TreeQuestions
from uidiff.errors import ReadTimeout
from uidiff.importers.chrome_nodes import mended
from uidiff.importers.chrome_rows import LINE_ROLE, AxNode, AxTree, backend_id, native_role

__all__ = ["LivingNodes", "PageRead", "living_nodes", "read_page", "share"]

LivingNodes: TypeAlias = Mapping[str, frozenset[int]]
"""DOM nodes by the loader of their document."""

TRIES = 3
"""Reads of a page that loads other documents meanwhile; in the last, documents of different moments are unread."""

TREE_COST, NODES_COST = 5.0, 8.0
"""How many times longer than a captured snapshot the engine takes to make an accessibility tree, and all take that deal
with its nodes, where a third more than was measured is allowed for."""

_TICK = 0.001
"""Seconds that a call takes at least; clocks of some systems do not see it."""

_SHARE = 0.5
"""The share of the remaining time for a part of a window that may be left out."""


def share(deadline: float) -> float:
    """The deadline for a part of a window that may be left out, so that the others keep some time."""
    now = time.monotonic()
    return now + _SHARE * (deadline - now)


@attrs.frozen
class PageRead:
    """A page as it was read.

    Attributes:
        document: the page's own document, with those of its frames.
        calls: the number of protocol calls.
    """

    document: PageDocument
    calls: int


class _DocumentChanged(Exception):  # not a failure: the page is read again
    """Another document was loaded during the read."""


@attrs.define
class _Counted:
    """Counts calls of the protocol."""

    number: int = 0


def read_page(tab: Tab, deadline: float, kept: KeptTrees | None) -> CallPlan[PageRead]:
    """Read a page with its frames; a frame that is not read in time is left out.

    Args:
        tab: the page.
        deadline: a moment of ``time.monotonic()``.
        kept: trees of the last read, of which only what may have changed is asked for; they are changed. None: all is.

    Raises:
        ReadTimeout: the page's own document was not read in time.
        Exception: an error of Playwright.
    """
    for left in range(TRIES - 1, -1, -1):
        yield from settle(tab)
        try:
            return (yield from _read(tab, deadline, kept, strict=left > 0))
        except _DocumentChanged:
            tab.unsettled = True
    raise ReadTimeout("the page goes on to other documents all the time: read it when it has come to rest")


def living_nodes(family: Sequence[Tab], deadline: float) -> CallPlan[LivingNodes]:
    """The nodes of pages as they are now: one call a process. A process that does not answer in time has none."""
    renderers = [renderer for tab in family for renderer in tab.renderers]
    given: dict[str, Any] = {"computedStyles": []}
    found: dict[str, frozenset[int]] = {}
    for renderer in renderers:
        asked = renderer.bulk.ask_all([("DOMSnapshot.captureSnapshot", given)])
        outcome = yield from outcomes_of(ending(asked, share(deadline)))
        captured = outcome if isinstance(outcome, Exception) else outcome[0]
        if isinstance(captured, Exception):
            continue
        for document in captured["documents"]:
            loader = renderer.loaders.get(captured["strings"][document["frameId"]])
            if loader is not None:
                found[loader] = frozenset(document["nodes"]["backendNodeId"])
    return found


def _read(tab: Tab, deadline: float, kept: KeptTrees | None, *, strict: bool) -> CallPlan[PageRead]:
    counted = _Counted()
    by_frame: dict[str, PageDocument] = {}
    for renderer in tab.renderers:
        until = deadline if renderer is tab.main else share(deadline)
        reading = _documents(tab, renderer, counted, kept, strict=strict, until=until)
        outcome = yield from outcomes_of(ending(reading, until))
        if not isinstance(outcome, Exception):
            by_frame.update({document.facts.frame_id: document for document in outcome})
        elif isinstance(outcome, _DocumentChanged) or renderer is tab.main:
            raise outcome
        elif not isinstance(outcome, ReadTimeout):
            tab.drop(renderer)
    main = tab.renderers[0]
    if main.top not in by_frame:
        raise _DocumentChanged
    _put_together(tab, by_frame)
    return PageRead(by_frame[main.top], counted.number)


def _documents(
    tab: Tab, renderer: Renderer, counted: _Counted, kept: KeptTrees | None, *, strict: bool, until: float
) -> CallPlan[list[PageDocument]]:
    """Read the documents of a process. Unless strict, documents that changed during the read are left out; what would
    take longer than ``until`` is not asked for: the deeper part of the trees.
    """
    before = dict(renderer.loaders)
    asked = "DOMSnapshot.captureSnapshot", capture(frames=len(tab.page.frames) > 1)
    began = time.monotonic()
    (captured,) = yield from renderer.bulk.ask_all([asked])
    if isinstance(captured, Exception):
        raise captured
    now = time.monotonic()
    took = max(now - began, _TICK)
    depth = affordable_depth(captured, ((until - now) / took - TREE_COST) / NODES_COST)
    facts: list[DocumentFacts] = []

    def look_through() -> None:
        if not facts:
            with collector_paused():
                facts.extend(documents_of(captured))

    counted.number += 1
    with collector_paused():
        trees = TreeQuestions(captured, before, kept, depth)
    while trees.outcomes is None:
        calls = trees.calls()
        counted.number += len(calls)
        answers = yield from renderer.bulk.ask_all(calls, look_through)
        with collector_paused():
            trees.take(answers)
    missing = [each for each in facts if each.frame_id not in renderer.loaders]
    if missing:  # no event has named its document yet
        counted.number += 1
        tree = yield from ask(partial(renderer.session.send, "Page.getFrameTree"))
        renderer.learn(tree["frameTree"])
        before |= renderer.loaders
    made = []
    for one, outcome, changed in zip(facts, trees.outcomes, trees.changed, strict=True):
        loader = renderer.loaders.get(one.frame_id)
        document = None if loader != before.get(one.frame_id) else _document(one, outcome, loader, depth)
        if document is not None:
            trees.keep_rows(document, changed)
            made.append(document)
        elif one.frame_id == renderer.top and isinstance(outcome, Exception):
            raise outcome
        elif strict and not isinstance(outcome, ReadTimeout):
            raise _DocumentChanged
    return made


def _document(
    facts: DocumentFacts,
    outcome: Any,  # noqa: ANN401  # as the protocol says
    loader: str | None,
    depth: int | None,
) -> PageDocument | None:
    """A document; None if the two answers are of different documents."""
    if isinstance(outcome, Exception) or loader is None:
        return None
    with collector_paused():
        said = mended(outcome["nodes"] if depth is not None else _without_lines(outcome["nodes"]))
        nodes = with_layout_tables(facts, said)
        clickable = clickables(facts, nodes)
        tree = AxTree(nodes, kept=clickable.nodes)
    same = any(backend_id(top) == facts.node for top in tree.tops)
    if not same:
        return None
    if depth is not None:  # what is missing may be below
        return PageDocument(loader, facts, tree, said, clickable.nodes, is_cut=True)
    return PageDocument(loader, facts, tree, said, clickable.nodes, clickable.missing)


def _without_lines(nodes: Sequence[AxNode]) -> list[AxNode]:
    """The nodes of a whole tree without the lines of its texts, which are as many and say nothing more."""
    return [node for node in nodes if native_role(node) != LINE_ROLE]


def _put_together(tab: Tab, by_frame: dict[str, PageDocument]) -> None:
    """Attach each document below the element of its frame, from the outside in."""
    holders = {
        frame: (document, node) for document in by_frame.values() for node, frame in document.facts.frames.items()
    }
    for renderer in tab.others:
        if renderer.owner is not None and renderer.top in by_frame:
            above, node = renderer.owner
            held_by = [document for document in by_frame.values() if node in document.facts.holders]
            of_above = [document for document in held_by if document.facts.frame_id in above.loaders]
            if of_above:
                holders[renderer.top] = (of_above[0], node)
    waiting = [tab.renderers[0].top]
    while waiting:
        frame = waiting.pop()
        for inner, (outer, node) in holders.items():
            if outer.facts.frame_id == frame and inner in by_frame:
                outer.place(node, by_frame[inner])
                waiting.append(inner)
