"""Chromium's accessibility tree: what ``Accessibility.getFullAXTree`` of the Chrome DevTools protocol answers.

cdp = page.context.new_cdp_session(page)
snapshot = uidiff.import_tree(cdp.send("Accessibility.getFullAXTree"), format="chrome")
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from uidiff.errors import InvalidSnapshot
from uidiff.importers.chrome_reader import AX_FIELDS, AxReader, checked_nodes, circumstances_of, is_unread
from uidiff.importers.chrome_rows import AxNode, AxTree, ax_row, backend_id, is_masked
from uidiff.importers.source import decoded_head, snapshot_of_rows, text_of, whole
from uidiff.model import jsontext
from uidiff.model.columns import Row
from uidiff.model.files import Line
from uidiff.model.limits import Limits
from uidiff.model.snapshot import RedactOption, Snapshot

__all__ = ["ChromeImporter"]

_KEYS = ('"nodeId"', '"ignored"')
"""The keys of every node (Accessibility.AXNode)."""

_ALSO = ('"role"', '"ignoredReasons"', '"childIds"', '"properties"')
_FIRST = re.compile(r'\s*(?:\[\s*\{|\{\s*"(?:nodes|result|id|sessionId)"\s*:)')
_BROWSERGYM = "browsergym_id"
_OF_BROWSERGYM = re.compile(rf'[{{,]\s*"{_BROWSERGYM}"\s*:')
"""A key that BrowserGym adds to nodes: a text of the page cannot hold it, as its quotes are escaped."""


class ChromeImporter:
    """Reads one tree: ``{"nodes": […]}``, the bare list of nodes, or the whole message with its ``result``.

    The ids are those of the DOM nodes. They are not stable: two dumps may be of different documents with the same
    numbers. There are no bounds. A field whose value is given as bullets is secret. The content of a frame is only in
    its own dump: the element of the frame is unread.
    """

    def sniff(self, head: bytes) -> float:
        """Return 1 for JSON whose first object is a node of such a tree, and not of BrowserGym's."""
        text = decoded_head(head)
        known = _FIRST.match(text) and all(key in text for key in _KEYS) and any(key in text for key in _ALSO)
        return 1.0 if known and not _OF_BROWSERGYM.search(text) else 0.0

    def snapshots(self, lines: Iterator[Line], *, limits: Limits, redact: RedactOption) -> Iterator[Snapshot]:
        """Yield the one snapshot."""
        value = jsontext.parse(text_of(whole(lines, limits)), max_nesting=limits.max_nesting)
        nodes, path = checked_nodes(value)
        for number, node in enumerate(nodes):
            if _BROWSERGYM in node:
                problem = "a node of BrowserGym, whose refs are not Chromium's"
                raise InvalidSnapshot(problem, f"{path}[{number}].{_BROWSERGYM}", 'pass format="browsergym"')
        reader = AxReader(nodes, lambda number: f"{path}[{number}]", _row)
        yield snapshot_of_rows(
            reader.rows(), circumstances_of(nodes), reader.row_place, limits=limits, redact=redact, keys=_FIELDS
        )


_FIELDS: Mapping[str, str] = {**AX_FIELDS, "id": "backendDOMNodeId"}


def _row(tree: AxTree, node: AxNode, depth: int, states: Mapping[str, object]) -> Row:
    dom = backend_id(node)
    id_ = node["nodeId"] if dom is None else str(dom)
    return ax_row(node, depth, states=states, id=id_, secret=is_masked(node), unread=is_unread(tree, node))
