"""Pair by structure, over whole columns, what stayed in place in snapshots between which at most one part came or went.

This is the usual case of the structural matcher, decided for all pairs of a block at once. The walk of its frame
(``uidiff.matching.structural.frame``) ends in one run, or in two with a window between them that is empty on one side;
each text that differs within them is an edit in place. Then nothing is aligned. What is looked at here suffices for
that; a pair of snapshots of which it does not hold is left to the core.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.block_edits import Edits, Places, marked, recurring
from uidiff.arrow.codes import Codes, code_texts
from uidiff.arrow.key_pairs import Partners
from uidiff.matching.structural.flat_tables import HEADER
from uidiff.matching.structural.frame import EDITS_OF, LOOK_AHEAD, MOST_EDITS, PROBE

__all__ = ["pair_in_place"]


def pair_in_place(block: Block, linked: Flags, *, stable_ids: bool) -> tuple[Partners, Flags]:
    """Pair the elements of linked snapshots of which all stayed in place but for one part that came or went.

    ``stable_ids``: as in ``StructuralMatcher``.

    Returns:
        The pairs; and for each snapshot whether it and the one before it are left to the core.
    """
    partners = Partners.nothing(block, linked)
    walk = _Walk(Places(block), linked & ~_navigated(block))
    for codes in _ids(block) if stable_ids else ():
        walk.drop_disputed(codes)
    partners.pair(*walk.pairs())
    return partners, linked & ~walk.open


def _navigated(block: Block) -> Flags:
    """For each snapshot whether its document and that of the one before it are known and differ."""
    documents = code_texts(block.rows.column("document"))
    known = marked(documents, (document is not None for document in documents.values))
    found = np.zeros(len(block), np.bool_)
    found[1:] = known[1:] & known[:-1] & (documents.codes[1:] != documents.codes[:-1])
    return found


def _ids(block: Block) -> Iterator[Codes]:
    """Number the stable ids and then the author's ids of the elements, from 1 on; 0 without."""
    stable = block.flags("id_stable")
    for name, counts in (("id", stable), ("automation_id", np.ones(len(stable), np.bool_))):
        coded = block.coded(name)
        if counts.any() and coded.values != [None]:
            yield np.where(marked(coded, coded.values) & counts, coded.codes + 1, 0)


def _with_headers(block: Block) -> Flags:
    """For each snapshot whether it has a column header, and so perhaps a flat table, which the core gives rows."""
    roles = block.coded("role")
    found = np.zeros(len(block), np.bool_)
    found[block.snap[marked(roles, (role == HEADER for role in roles.values))]] = True
    return found


class _Walk:
    """Where the walks through each two snapshots, side by side, come to the part that came or went.

    Attributes:
        open: for each snapshot whether it may be paired here with the one before it.
        split: how many elements of both are in front of that part; all where there is none.
        grown: how many elements more there are after than before.
    """

    def __init__(self, places: Places, given: Flags) -> None:
        self.places, self.block, self.open = places, places.block, given.copy()
        self._lengths = np.diff(self.block.offsets)
        self.grown = np.diff(self._lengths, prepend=self._lengths[:1])
        self.split = self._lengths - np.maximum(self.grown, 0)
        self._after = self.block.offsets[:-1]
        self._before = np.append(0, self._after[:-1])
        before, after, shape = self._differing(*self._in_front())
        self._cut(after[shape])
        edits = Edits(places, before, after).at(~shape & self._is_in_front(after))
        self._cut(edits.after[~edits.accepted])
        headed = _with_headers(self.block)
        self.drop((self.grown == 0) & (self.split < self._lengths) | (self.grown != 0) & headed)
        parts = np.nonzero(self.open & (self.grown != 0))[0]
        self.open[parts] = _Part(self, parts).is_found()
        before, after, shape = self._differing(*self._behind())
        self.open[self.block.snap[after[shape]]] = False
        edits = edits.at(self._is_in_front(edits.after)).and_at(before, after)
        edits = edits.at(self.open[edits.step])
        if len(edits.after):
            self.drop(self._refused(edits) | (headed & (np.bincount(edits.step, minlength=len(headed)) > 0)))

    def drop(self, steps: Flags) -> None:
        """Leave some pairs to the core."""
        self.open &= ~steps

    def drop_disputed(self, ids: Codes) -> None:
        """Drop the pairs in which an id, as a number from 1 on, stands on both sides, on elements that are no pair."""
        before, after = self.pairs()
        differs = ids[before] != ids[after]
        sides = [np.append(side[differs], out) for side, out in zip((before, after), self._parts(), strict=True)]
        snap = self.block.snap
        self.open[recurring((snap[sides[0]] + 1, snap[sides[1]]), (ids[sides[0]], ids[sides[1]]))] = False

    def pairs(self) -> tuple[Codes, Codes]:
        """Return the places before and after of all pairs."""
        front, behind = self._in_front(), self._behind()
        return np.append(front[0], behind[0]), np.append(front[1], behind[1])

    def _in_front(self) -> tuple[Codes, Codes]:
        """Return the places of the elements in front of the parts."""
        counts = np.where(self.open, self.split, 0)
        return _spans(self._before, counts), _spans(self._after, counts)

    def _behind(self) -> tuple[Codes, Codes]:
        """Return the places of the elements behind the parts."""
        skipped = self.split + np.maximum(self.grown, 0)
        counts = np.where(self.open & (self.grown != 0), self._lengths - skipped, 0)
        return _spans(self._before + skipped - self.grown, counts), _spans(self._after + skipped, counts)

    def _parts(self) -> tuple[Codes, Codes]:
        """Return the places before of what went, and those after of what came."""
        went, came = (np.where(self.open, np.maximum(size, 0), 0) for size in (-self.grown, self.grown))
        return _spans(self._before + self.split, went), _spans(self._after + self.split, came)

    def _differing(self, before: Codes, after: Codes) -> tuple[Codes, Codes, Flags]:
        """Return which of these elements differ in shape or text, and whether it is in shape."""
        differs = self.places.rows[before] != self.places.rows[after]
        before, after = before[differs], after[differs]
        return before, after, self.places.differ(self.places.shape, before, after)

    def _is_in_front(self, after: Codes) -> Flags:
        step = self.block.snap[after]
        found: Flags = after < (self._after + self.split)[step]
        return found

    def _cut(self, refused: Codes) -> None:
        """End the first runs where these elements, given in order, stand after."""
        steps, first = np.unique(self.block.snap[refused], return_index=True)
        self.split[steps] = np.minimum(self.split[steps], refused[first] - self._after[steps])

    def _refused(self, edits: Edits) -> Flags:
        """For each snapshot whether not all of these are edits in place, or the core would doubt it."""
        counts = np.bincount(edits.step, minlength=len(self.block))
        most = np.where(self.grown == 0, np.maximum(MOST_EDITS, self._lengths // EDITS_OF), MOST_EDITS)
        found: Flags = counts > most
        found[edits.step[~edits.accepted | edits.crowded]] = True
        snap, parts = self.block.snap, self._parts()
        steps = snap[parts[0]] + 1, snap[parts[1]]
        before, after = (part[counts[step] > 0] for part, step in zip(parts, steps, strict=True))
        found[edits.reappearing((before, after))] = True
        return found


def _spans(starts: Codes, counts: Codes) -> Codes:
    """Return the places from each start on, as many as it counts."""
    found: Codes = np.repeat(starts - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
    return found


class _Part:
    """The parts that came or went at some steps.

    Attributes:
        long, short: the places of the part, and of what follows on the side that does not have it.
        sizes: the elements of each part.
        rest: how many elements follow it.
    """

    def __init__(self, walk: _Walk, steps: Codes) -> None:
        self.places, split, grown = walk.places, walk.split[steps], walk.grown[steps]
        offsets = walk.block.offsets
        longer = np.where(grown > 0, steps, steps - 1)
        self.long, self.short = offsets[longer] + split, offsets[2 * steps - 1 - longer] + split
        self.sizes, self.rest = np.abs(grown), offsets[2 * steps - longer] - self.short
        self._is_first = split == 0

    def is_found(self) -> Flags:
        """Whether the walk skips exactly this part: one subtree, or near the end, where nothing is probed, siblings."""
        depths = self.places.shape[0]
        wrong: Flags = self._is_first | (self.sizes >= LOOK_AHEAD)
        below = _spans(self.long + 1, self.sizes - 1)
        owner = np.repeat(np.arange(len(wrong)), self.sizes - 1)
        highest = depths[self.long] - (self.rest < PROBE)
        wrong[owner[depths[below] <= highest[owner]]] = True
        follows = np.nonzero((self.rest > 0) & ~wrong)[0]
        wrong[follows] = ~self._is_resumed(follows)
        return ~wrong

    def _is_resumed(self, chosen: Codes) -> Flags:
        """Whether the walk goes on behind the part, and has no other way to (see ``_resync`` and ``_common_end``)."""
        long, short, sizes, rest = (column[chosen] for column in (self.long, self.short, self.sizes, self.rest))
        depths, names, rows = self.places.shape[0], self.places.names, self.places.rows
        agree: Flags = depths[short] <= depths[long]
        agree &= (_ahead(rows, long + sizes, rest, PROBE) == _ahead(rows, short, rest, PROBE)).all(axis=1)
        width = min(2 * LOOK_AHEAD, max(PROBE, int((sizes + rest).max(initial=0))))
        part, behind, others = (
            _ahead(names, *side, width) for side in ((long, sizes + rest), (long + sizes, rest), (short, rest))
        )
        probe = others[:, :PROBE]
        once = [(probe[:, :, None] == side[:, None, :LOOK_AHEAD]).sum(axis=2) == 1 for side in (behind, others)]
        found = ((probe > 0) & once[0] & once[1]).any(axis=1)
        step, name = _first_name(probe)
        found &= ~_has(part, name, step + 1, sizes + step)
        step, name = _first_name(part[:, :PROBE])
        found &= ~_has(others, name, step + 1, LOOK_AHEAD + step)
        agree &= np.where(rest < PROBE, self.places.has_text[short], found)
        return agree


def _ahead(column: Codes, start: Codes, left: Codes, width: int) -> Codes:
    """Return the next cells from each start on, a row each; -1 beyond the end, which is ``left`` elements away."""
    nth = np.arange(width)
    return np.where(nth < left[:, None], column[np.minimum(start[:, None] + nth, len(column) - 1)], -1)


def _first_name(names: Codes) -> tuple[Codes, Codes]:
    """Return where the first name of each row stands, and that name: 0 or -1 where a row has none."""
    step = (names > 0).argmax(axis=1)
    return step, names[np.arange(len(names)), step]


def _has(names: Codes, name: Codes, start: Codes, stop: Codes) -> Flags:
    """Whether each row has a name between two places."""
    nth = np.arange(names.shape[1])
    within = (nth >= start[:, None]) & (nth < stop[:, None])
    found: Flags = ((names == name[:, None]) & within).any(axis=1) & (name > 0)
    return found
