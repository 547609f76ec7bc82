"""Texts that changed in place, in all pairs of a block at once: the rules of the structural matcher's frame.

They are those of ``_edit`` and ``_reappears_elsewhere`` in ``uidiff.matching.structural.frame``, over codes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import attrs
import numpy as np

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.codes import Coded, Codes, combined, joined
from uidiff.arrow.key_pairs import comparable_roles

__all__ = ["Edits", "Places", "marked", "recurring"]

_TEXTS = ("name", "value", "description")


def marked(column: Coded, marks: Iterable[object]) -> Flags:
    """For each cell whether its value is marked; ``marks`` has an object for each value."""
    found: Flags = np.fromiter(map(bool, marks), np.bool_, len(column.values))[column.codes]
    return found


def recurring(steps: tuple[Codes, Codes], codes: tuple[Codes, Codes]) -> Codes:
    """Return the steps at which a code other than 0 stands on both sides, perhaps at two places."""
    width = int(max(side.max(initial=0) for side in codes)) + 1
    old, new = (step[side > 0] * width + side[side > 0] for step, side in zip(steps, codes, strict=True))
    found: Codes = np.intersect1d(old, new) // width
    return found


@attrs.frozen(eq=False)
class Places:
    """What the frame compares of the elements of a block, by their places."""

    block: Block

    @cached_property
    def shape(self) -> tuple[Codes, Codes]:
        """Depths and comparable roles."""
        return self.block.depths[:-1], comparable_roles(self.block)

    @cached_property
    def texts(self) -> tuple[Codes, ...]:
        """Name, value and description."""
        return tuple(self.block.coded(name).codes for name in _TEXTS)

    @cached_property
    def rows(self) -> Codes:
        """A number for shape and texts together."""
        return joined(*self.shape, *self.texts)[0]

    @cached_property
    def has_text(self) -> Flags:
        """Whether an element itself has any text."""
        found: Flags = np.logical_or.reduce([marked(one, one.values) for one in map(self.block.coded, _TEXTS)])
        return found

    @cached_property
    def names(self) -> Codes:
        """A number for each name, from 1 on; 0 without, also for the empty one."""
        names = self.block.coded("name")
        return np.where(marked(names, names.values), names.codes + 1, 0)

    @cached_property
    def behind(self) -> Codes:
        """The depth of the next element, 0 behind the last one of a snapshot."""
        found = np.append(self.shape[0][1:], 0)
        found[self.block.offsets[1:][np.diff(self.block.offsets) > 0] - 1] = 0
        return found

    @cached_property
    def tops(self) -> Codes:
        """For each leaf the top of the chain that ends in it: of elements without text that have one child each."""
        places, depths = np.arange(len(self.behind)), self.shape[0]
        is_leaf = self.behind <= depths
        leaf = np.minimum.accumulate(np.where(is_leaf, places, len(places))[::-1])[::-1]
        ends_chain = is_leaf | self.has_text | (self.behind[leaf] > depths)
        last = np.maximum.accumulate(np.where(ends_chain, places, -1))
        return np.append(-1, last[:-1]) + 1

    @staticmethod
    def differ(columns: Iterable[Codes], before: Codes, after: Codes) -> Flags:
        """For each two elements whether they differ in one of the columns."""
        found = np.zeros(len(after), np.bool_)
        for codes in columns:
            found |= codes[before] != codes[after]
        return found


@attrs.frozen(eq=False)
class Edits:
    """Elements of one depth and role of which a text differs, at their places before and after."""

    places: Places
    before: Codes
    after: Codes

    def at(self, chosen: Flags) -> Edits:
        """Return some of them."""
        return Edits(self.places, self.before[chosen], self.after[chosen])

    def and_at(self, before: Codes, after: Codes) -> Edits:
        """Return them and others."""
        return Edits(self.places, np.append(self.before, before), np.append(self.after, after))

    @property
    def step(self) -> Codes:
        """The numbers of the later snapshots."""
        return self.places.block.snap[self.after]

    @cached_property
    def named(self) -> Flags:
        """Whether an element kept its name, or is the only root."""
        block, step = self.places.block, self.step
        names = block.coded("name")
        roots = np.bincount(block.snap[self.places.shape[0] == 0], minlength=len(block))
        kept = marked(names, (name is not None for name in names.values))[self.after]
        kept &= names.codes[self.before] == names.codes[self.after]
        first = self.after == block.offsets[step]
        found: Flags = np.where(first, (roots[step] == 1) & (roots[step - 1] == 1), kept)
        return found

    @cached_property
    def containers(self) -> Codes:
        """The place before of the container that identifies a leaf; -1 if it is no leaf, or what follows it differs."""
        block, places = self.places.block, self.places
        ends = block.offsets[1:][block.snap[self.before]], block.offsets[1:][self.step]
        is_last = [side + 1 == end for side, end in zip((self.before, self.after), ends, strict=True)]
        differs = is_last[0] != is_last[1]
        inside = np.nonzero(~is_last[0] & ~is_last[1])[0]
        differs[inside] = places.rows[self.before[inside] + 1] != places.rows[self.after[inside] + 1]
        differs |= places.behind[self.before] > places.shape[0][self.before]
        found = block.parents[places.tops[self.before]]
        return np.where(differs | (found == len(block.nodes)), -1, found)

    @property
    def accepted(self) -> Flags:
        """Whether an element is the same in its place; of a leaf that is so unless it is :attr:`crowded`."""
        return self.named | (self.containers >= 0)

    @property
    def crowded(self) -> Flags:
        """Whether a leaf is known by its container alone, which has no text that stayed, and another such leaf."""
        changed = np.zeros(len(self.places.has_text), np.bool_)
        changed[self.before] = True
        containers = self.containers
        weak = np.nonzero(~self.named & (containers >= 0))[0]
        weak = weak[changed[containers[weak]] | ~self.places.has_text[containers[weak]]]
        _, inverse, often = np.unique(containers[weak], return_inverse=True, return_counts=True)
        found = np.zeros(len(containers), np.bool_)
        found[weak] = often[inverse] > 1
        return found

    def reappearing(self, windows: tuple[Codes, Codes]) -> Codes:
        """Return the steps at which a text that changed reappears in another edit, or in a window of the other side.

        ``windows``: the places before and after of what stands in windows, at steps with edits.
        """
        block, places = self.places.block, self.places
        sides = (self.before, windows[0]), (self.after, windows[1])
        steps = np.append(self.step, block.snap[windows[0]] + 1), np.append(self.step, block.snap[windows[1]])
        rows = [np.concatenate(side) for side in sides]
        codes = combined(*(one[np.concatenate(rows)] for one in (places.shape[1], *places.texts))) + 1
        found = recurring(steps, (codes[: len(rows[0])], codes[len(rows[0]) :]))
        names = block.coded("name")
        known = np.where(marked(names, (name is not None for name in names.values)), names.codes + 1, 0)
        renamed = (known[self.before] != known[self.after]) | (places.names[self.before] == 0)
        taken = [np.append(renamed, np.ones(len(window), np.bool_)) for window in windows]
        named = recurring(
            (steps[0][taken[0]], steps[1][taken[1]]), (known[rows[0][taken[0]]], known[rows[1][taken[1]]])
        )
        return np.append(found, named)
