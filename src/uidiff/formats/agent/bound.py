"""A lower bound of the tokens of a whole tree, by which a diff is known to be shorter before the tree is written.

It counts what is printed whatever is folded, with passes over columns in C.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain, compress, count, islice
from operator import and_, ge

from uidiff.diffing.labels import ACTED_ON
from uidiff.formats.options import RenderOptions
from uidiff.formats.role_sets import DROPPED, TEXT
from uidiff.model.columns import Columns
from uidiff.model.snapshot import Snapshot

__all__ = ["least_tokens"]

LONGEST_WORD = 16
"""The most letters and digits in one token of the table in data/tokens.json, that of "interoperability"."""

_WITH_REF = ACTED_ON - {"option"}
"""Roles of elements that have a ref in every text of the tree, but for those below a dropped one."""

_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalnum())


def least_tokens(snapshot: Snapshot, options: RenderOptions, enough: int = sys.maxsize) -> int:
    """Return a number of tokens that the text of a whole tree costs at least, by ``estimate_tokens``.

    From ``enough`` on it is not counted further.

    Two tokens are the ref of an element (``e`` and digits; a tool's own may be one), whose letters and digits stand
    between spaces or signs; and the ASCII letters and digits of the texts that are leaves are printed, in a line of
    their own or in the name or value that they are folded into, each once, at most 16 in a token.
    """
    columns = snapshot.columns
    a_ref = 1 if options.native_refs else 2
    if not options.fold:
        return a_ref * len(snapshot)
    dropped = list(_dropped(columns))
    most = min(enough // a_ref + 1 + len(dropped), len(snapshot))
    refs = a_ref * max(0, sum(1 for _ in islice(filter(_WITH_REF.__contains__, columns.role), most)) - len(dropped))
    if refs >= enough:
        return refs
    is_leaf = map(ge, columns.depth, chain(columns.depth[1:], (0,)))
    texts = compress(columns.name, map(and_, map(TEXT.__eq__, columns.role), is_leaf))
    letters = _letters("".join(filter(None, texts))) - sum(_letters(columns.name[index] or "") for index in dropped)
    return refs + max(0, letters // LONGEST_WORD)


def _letters(text: str) -> int:
    """Return the number of ASCII letters and digits."""
    return len(text.encode("ascii", "ignore").translate(None, _NO_LETTERS))


def _dropped(columns: Columns) -> Iterator[int]:
    """Yield the elements that are never printed: line breaks and markers, and what is below them."""
    if DROPPED.isdisjoint(columns.role):
        return
    end = 0
    for top in compress(count(), map(DROPPED.__contains__, columns.role)):
        if top >= end:
            depth = columns.depth[top]
            end = next(
                (at for at in range(top + 1, len(columns.depth)) if columns.depth[at] <= depth), len(columns.depth)
            )
            yield from range(top, end)
