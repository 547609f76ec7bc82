"""The DOM snapshots of a trace as snapshots: with ids, the title, and what an action acted on in words."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence

import attrs

from uidiff.errors import InvalidSnapshot
from uidiff.importers.playwright_dom_page import PageOfTrace
from uidiff.importers.playwright_dom_trees import DomTrees
from uidiff.importers.playwright_trace_events import Call, Recorded, TreeRef
from uidiff.importers.zip_members import Members
from uidiff.model.circumstances import Circumstances
from uidiff.model.limits import Limits
from uidiff.model.redaction import Redaction
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["TracePages"]

_ACTION = "action"


class TracePages:
    """Makes snapshots of the trees that are given, in their order; the last one again as often as it is asked for.

    Args:
        members: the archive.
        recorded: its events.
        refs: the trees that are asked for.
        limits: how large a page may be.
        redact: what is secret besides what pages mark and calls typed.
    """

    def __init__(
        self,
        members: Members,
        recorded: Recorded,
        refs: Sequence[TreeRef | None],
        limits: Limits,
        redact: RedactOption,
    ) -> None:
        redaction = redact if isinstance(redact, Redaction) else Redaction(rule=redact)
        typed = [re.compile(rf"\A{re.escape(secret)}\Z") for secret in sorted(recorded.secrets)]
        self._redaction = attrs.evolve(redaction, patterns=(*redaction.patterns, *typed))
        self._limits = limits
        vague = {call.id for call in recorded.calls.values() if call.vague}
        self._acted = {ref.call: ref for ref in recorded.pages if ref.phase == _ACTION and ref.call in vague}
        wanted: dict[str, set[int]] = {}
        self._uses = Counter((ref.file, ref.line) for ref in (*refs, *self._acted.values()) if ref is not None)
        for file, line in self._uses:
            wanted.setdefault(file, set()).add(line)
        self._trees = DomTrees(members, recorded.dom, limits, wanted)
        self._last: tuple[tuple[str, int], PageOfTrace | InvalidSnapshot] | None = None

    def snapshot(self, ref: TreeRef, call: Call | None, circumstances: Circumstances) -> Snapshot:
        """Return the snapshot of a tree.

        Raises:
            InvalidSnapshot: something in it does not fit, or is larger than it may be; the path names the line.
        """
        action = circumstances.action if call is None else self._words(call)
        page = self._page(ref)
        extra = circumstances.extra
        if page.is_styled:
            extra = json.dumps({**json.loads(extra or "{}"), "partial": "styles"}, ensure_ascii=False)
        known = attrs.evolve(
            circumstances, action=action, title=page.title, document=page.document, platform="web", extra=extra
        )
        return page.snapshot(known)

    def _words(self, call: Call) -> str:
        """Return a call in words: where it says a selector only, with the element that it acted on."""
        acted = self._acted.pop(call.id, None)
        if acted is not None:
            try:
                found = self._page(acted).target_words()
            except InvalidSnapshot:
                found = ""  # the error is one of the tree; this one was not asked for
            if found:
                call.words, call.vague = call.words.replace(call.vague, found, 1), ""
        return call.words

    def _page(self, ref: TreeRef) -> PageOfTrace:
        key = (ref.file, ref.line)
        if self._last is None or self._last[0] != key:
            self._last = None  # not in memory beside the next one
            self._last = (key, self._made(ref))
        self._uses[key] -= 1
        if self._uses[key] <= 0:
            self._trees.drop(*key)
        found = self._last[1]
        if isinstance(found, InvalidSnapshot):
            raise found
        return found

    def _made(self, ref: TreeRef) -> PageOfTrace | InvalidSnapshot:
        """Return the page of a tree, or why there is none, which is kept as a page is: it may be asked for again."""
        try:
            tree = self._trees.tree(ref.file, ref.line)
            return PageOfTrace(tree, ref.call, limits=self._limits, redaction=self._redaction)
        except InvalidSnapshot as error:
            return error.inside(ref.place)
