"""Finds the trees in the text of a tool result, whichever tool wrote it.

Three kinds are known: results of @playwright/mcp, results of chrome-devtools-mcp (as of 1.11), and texts that are
nothing but a tree, such as agent-browser's. A tool prints texts of the page between lines of its own (messages of the
console and of dialogs, bodies of responses, names of elements), so a page can forge what stands around a tree. A text
in which that may be is not read: better no tree than one that the page wrote. A tool that prints such a text alone, and
as the beginning of its result, cannot be told from its text: a caller who knows the tool's name should not ask about
``browser_network_request``, ``browser_evaluate`` or the like.
"""

from __future__ import annotations

import attrs

from uidiff.errors import InvalidSnapshot
from uidiff.importers.agent_browser import find_tree
from uidiff.importers.chrome_devtools import find_snapshot, is_of_server
from uidiff.importers.playwright_mcp import read_tool_result
from uidiff.importers.registry import builtin_scores
from uidiff.importers.source import HEAD
from uidiff.text import replace_surrogates

__all__ = ["EmbeddedTree", "embedded_trees"]


@attrs.frozen
class EmbeddedTree:
    """A tree in a text, or a link to its file.

    Attributes:
        format: the name of its importer: "aria", "chrome-devtools", "agent-browser".
        start: the first character that the tree takes, its fence included; of a link, of the line of the link.
        end: the character behind the last one.
        text: the tree as the tool printed it; None: it is in the file.
        path: the linked file, exactly as written; else None. It may name any file: a caller must check it.
        title: the title of the page, as the text around the tree says it.
        url: the address of the page, likewise.
    """

    format: str
    start: int
    end: int
    text: str | None
    path: str | None
    title: str | None
    url: str | None


def embedded_trees(text: str) -> tuple[EmbeddedTree, ...]:
    """Return the trees in the text of a tool result, in its order; none where the text may be forged.

    That a tree is found does not say that it can be read: its importer may raise InvalidSnapshot.
    """
    found = _of_playwright(text) or _of_devtools(text) or _alone(text)
    return () if found is None else (found,)


def _of_playwright(text: str) -> EmbeddedTree | None:
    try:
        found = read_tool_result(text)
    except InvalidSnapshot:
        return None
    return EmbeddedTree("aria", found.start, found.end, found.text, found.path, found.title, found.url)


# ------------------------------------------------------------ chrome-devtools-mcp

_DEVTOOLS = "chrome-devtools"
_SAVED, _SAVED_END = "Saved snapshot to ", "."
_UID = "uid="


def _of_devtools(text: str) -> EmbeddedTree | None:
    found = find_snapshot(text)
    if found is None:
        return _saved(text)
    return EmbeddedTree(_DEVTOOLS, found.start, found.end, text[found.start : found.end], None, None, None)


def _saved(text: str) -> EmbeddedTree | None:
    """Return the link in the last line of a result, which is the server's own form of one."""
    end = len(text.rstrip("\n"))
    start = text.rfind("\n", 0, end) + 1
    line = text[start:end]
    if not line.startswith(_SAVED) or not line.endswith(_SAVED_END) or not is_of_server(text[:start]):
        return None
    path = line[len(_SAVED) : -len(_SAVED_END)]
    return EmbeddedTree(_DEVTOOLS, start, end, None, path, None, None) if path else None


# --------------------------------------------------------------- nothing but a tree

_AGENT_BROWSER = "agent-browser"
_ALONE = (_AGENT_BROWSER, "aria", _DEVTOOLS)
_LEAST = 0.5
_REFS = ("[ref=", ", ref=", _UID)
"""A tree without one is of no use to who acts by refs, and a list in Markdown may look like one."""


def _alone(text: str) -> EmbeddedTree | None:
    if not any(sign in text for sign in _REFS):
        return None
    head = replace_surrogates(text[:HEAD])[0].encode()[:HEAD]
    scores = builtin_scores(head, _ALONE)
    best = max(scores, key=lambda name: scores[name], default=None)
    if best is None or scores[best] < _LEAST:
        return None
    if best == _AGENT_BROWSER:
        found = find_tree(text)
        if found is None:
            return None
        start, end, url = found
        return EmbeddedTree(best, start, end, text[start:end], None, None, url)
    return EmbeddedTree(best, 0, len(text), text, None, None, None)
