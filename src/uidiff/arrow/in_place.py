"""Pair by structure, over whole columns, the snapshots whose elements all stayed in place.

This is the usual case of the structural matcher, decided for all pairs of a block at once: the walk of its frame
(``uidiff.matching.structural.frame``) ends in one run, as both trees have one shape, and each text that differs is an
edit in place. Then nothing is aligned, and each element is paired with the one at its place. A pair of snapshots for
which that is not certain is left to the core.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs
import numpy as np

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.codes import Coded, Codes, code_texts, combined
from uidiff.arrow.key_pairs import Partners, comparable_roles
from uidiff.matching.structural.flat_tables import HEADER
from uidiff.matching.structural.frame import EDITS_OF, MOST_EDITS

__all__ = ["pair_in_place"]

_TEXTS = ("name", "value", "description")


def pair_in_place(block: Block, linked: Flags, *, stable_ids: bool) -> tuple[Partners, Flags]:
    """Pair the elements of linked snapshots of one shape whose texts changed in place at most.

    ``stable_ids``: as in ``StructuralMatcher``.

    Returns:
        The pairs; and for each snapshot whether it and the one before it are left to the core.
    """
    partners = Partners.nothing(block, linked)
    lengths = np.diff(block.offsets)
    settled = linked & ~_navigated(block)
    settled[1:] &= lengths[1:] == lengths[:-1]
    after = np.nonzero(settled[block.snap])[0]
    step = block.snap[after]
    before = after - lengths[step]
    for codes in (block.depths, comparable_roles(block)):
        settled[step[codes[before] != codes[after]]] = False
    edited = np.zeros(len(after), np.bool_)
    for name in _TEXTS:
        codes = block.coded(name).codes
        edited |= codes[before] != codes[after]
    edited &= settled[step]
    if edited.any():
        settled[_Edits(block, before[edited], after[edited]).refused] = False
    for codes in _ids(block) if stable_ids else ():
        differs = codes[before] != codes[after]
        settled[_recurring(step[differs], codes[before[differs]], codes[after[differs]])] = False
    here = settled[step]
    partners.pair(before[here], after[here])
    return partners, linked & ~settled


def _navigated(block: Block) -> Flags:
    """For each snapshot whether its document and that of the one before it are known and differ."""
    documents = code_texts(block.rows.column("document"))
    known = _marked(documents, [document is not None for document in documents.values])
    found = np.zeros(len(block), np.bool_)
    found[1:] = known[1:] & known[:-1] & (documents.codes[1:] != documents.codes[:-1])
    return found


def _ids(block: Block) -> Iterator[Codes]:
    """Number the stable ids and then the author's ids of the elements, from 1 on; 0 without."""
    stable = block.flags("id_stable")
    for name, counts in (("id", stable), ("automation_id", np.bool_(True))):  # noqa: FBT003  # not ours
        coded = block.coded(name)
        if counts.any() and coded.values != [None]:
            yield np.where(_marked(coded, map(bool, coded.values)) & counts, coded.codes + 1, 0)


def _marked(column: Coded, marks: Iterable[bool]) -> Flags:
    """For each cell whether its value is marked."""
    found: Flags = np.fromiter(marks, np.bool_, len(column.values))[column.codes]
    return found


def _recurring(steps: Codes, before: Codes, after: Codes) -> Codes:
    """Return the steps at which a code other than 0 stands on both sides, perhaps at two places."""
    width = int(max(before.max(initial=0), after.max(initial=0))) + 1
    old, new = (steps[codes > 0] * width + codes[codes > 0] for codes in (before, after))
    found: Codes = np.intersect1d(old, new) // width
    return found


@attrs.frozen(eq=False)
class _Edits:
    """The elements of which a text differs, at the places ``before`` and ``after`` in snapshots of one shape."""

    block: Block
    before: Codes
    after: Codes

    @property
    def refused(self) -> Codes:
        """The snapshots in which not all of these are edits in place, or the core would doubt it."""
        block, step = self.block, self.block.snap[self.after]
        counts = np.bincount(step, minlength=len(block))
        most = np.maximum(MOST_EDITS, np.diff(block.offsets) // EDITS_OF)
        headers = _marked(block.coded("role"), [role == HEADER for role in block.coded("role").values])
        doubtful = (counts > most) | ((counts > 0) & (np.bincount(block.snap[headers], minlength=len(block)) > 0))
        unsure = ~self._named()
        wrong = [step[unsure][self._unidentified(unsure)], *self._reappearing(step)]
        return np.concatenate([np.nonzero(doubtful)[0], *wrong])

    def _named(self) -> Flags:
        """For each element whether it kept its name, or is the only root."""
        block, names = self.block, self.block.coded("name")
        roots = np.bincount(block.snap[block.depths[:-1] == 0], minlength=len(block))
        step = block.snap[self.after]
        there = _marked(names, [name is not None for name in names.values])
        kept = there[self.after] & (names.codes[self.before] == names.codes[self.after])
        found: Flags = np.where(self.after == block.offsets[step], roots[step] == 1, kept)
        return found

    def _unidentified(self, unsure: Flags) -> Flags:
        """For each of these elements whether it is no leaf that its container identifies.

        What follows it is unchanged, and the container has an unchanged text, or no other such leaf.
        """
        block, leaf = self.block, self.before[unsure]
        count = len(block.nodes)
        changed = np.zeros(count + 1, np.bool_)
        changed[self.before] = True
        depths, behind = block.depths[:-1], np.append(block.depths[1:-1], 0)
        behind[block.offsets[1:][np.diff(block.offsets) > 0] - 1] = 0
        is_last = block.offsets[1:][block.snap[leaf]] == leaf + 1
        wrong: Flags = (changed[leaf + 1] & ~is_last) | (behind[leaf] > depths[leaf])
        told = np.logical_or.reduce([_marked(one, map(bool, one.values)) for one in map(block.coded, _TEXTS)])
        container = block.parents[_top_of_chain(depths, behind, told)[leaf]]
        wrong |= container == count
        weak = np.nonzero(~wrong)[0]
        weak = weak[changed[container[weak]] | ~told[container[weak]]]
        _, inverse, often = np.unique(container[weak], return_inverse=True, return_counts=True)
        wrong[weak] |= often[inverse] > 1
        return wrong

    def _reappearing(self, step: Codes) -> Iterator[Codes]:
        """Yield the snapshots in which the old texts of one of them are the new ones of another; or the name is."""
        block = self.block
        places = np.concatenate([self.before, self.after])
        rows = combined(comparable_roles(block)[places], *(block.coded(name).codes[places] for name in _TEXTS)) + 1
        yield _recurring(step, rows[: len(step)], rows[len(step) :])
        names = block.coded("name")
        codes = np.where(_marked(names, [name is not None for name in names.values]), names.codes + 1, 0)
        old, new = codes[self.before], codes[self.after]
        renamed = (old != new) | ~_marked(names, map(bool, names.values))[self.before]
        yield _recurring(step[renamed], old[renamed], new[renamed])


def _top_of_chain(depths: Codes, behind: Codes, told: Flags) -> Codes:
    """Return for each leaf the top of the chain that ends in it: of elements without text that have one child each.

    ``behind``: for each element the depth of the next one, 0 for the last one of a snapshot.
    """
    places = np.arange(len(depths))
    is_leaf = behind <= depths
    leaf = np.minimum.accumulate(np.where(is_leaf, places, len(depths))[::-1])[::-1]
    ends_chain = is_leaf | told | (behind[leaf] > depths)
    last = np.maximum.accumulate(np.where(ends_chain, places, -1))
    return np.append(-1, last[:-1]) + 1
