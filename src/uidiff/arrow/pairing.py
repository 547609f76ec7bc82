"""Pair the elements of a block: by keys or by places over whole columns, and by the core what these leave."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.in_place import pair_in_place
from uidiff.arrow.key_pairs import NO_PARTNER, Partners, pair_by_keys
from uidiff.errors import UIDiffError
from uidiff.matching.content_hash import ContentHashMatcher
from uidiff.matching.ids import IdMatcher
from uidiff.matching.matching import UNMATCHED, Matcher, Matching
from uidiff.matching.name_role_parent import NameRoleParentMatcher
from uidiff.matching.strategies import match
from uidiff.matching.structural.matcher import StructuralMatcher

__all__ = ["BlockPairs", "matching_of", "pair_block", "why_failed"]


class BlockPairs(NamedTuple):
    """The pairs of a block; by number of a snapshot, why it could not be compared with the one before it."""

    partners: Partners
    errors: dict[int, str]


def pair_block(block: Block, linked: Flags, matcher: Matcher) -> BlockPairs:
    """Pair the elements of each two linked snapshots as ``matcher`` does.

    A subclass of one of our matchers, any other matcher, and snapshots that conceal something are for the core.
    """
    concealing = {number for each in block.concealing for number in (each, each + 1) if number < len(block)}
    apart = {number for number in concealing if linked[number]}
    if isinstance(matcher, _BY_KEYS) and type(matcher) in _BY_KEYS:
        partners, left = pair_by_keys(block, linked, matcher.keys)
        left = left if type(matcher) is ContentHashMatcher else np.zeros(len(block), np.bool_)
    elif type(matcher) is StructuralMatcher:
        partners, left = pair_in_place(block, linked, stable_ids=matcher.stable_ids)
    else:
        partners, left = Partners.nothing(block, linked), linked
    return _one_by_one(block, partners, sorted({*np.nonzero(left)[0].tolist(), *apart}), matcher)


_BY_KEYS = (IdMatcher, NameRoleParentMatcher, ContentHashMatcher)
"""The matchers that pair by keys; the last one looks at what is left afterwards, snapshot by snapshot."""


def matching_of(block: Block, partners: Partners, number: int) -> Matching:
    """Return the pairs of a snapshot and the one before it as a matching of the core."""
    start, middle, stop = block.offsets[number - 1 : number + 2].tolist()
    after_of = partners.after[start:middle]
    local = np.where(after_of == NO_PARTNER, UNMATCHED, after_of - middle)
    return Matching.from_partners(local.tolist(), stop - middle)


def _one_by_one(block: Block, partners: Partners, numbers: list[int], matcher: Matcher) -> BlockPairs:
    errors: dict[int, str] = {}
    for number in numbers:
        try:
            runs = _runs(block, number, matcher)
        except Exception as error:  # noqa: BLE001  # a matcher of the caller's may raise anything
            errors[number] = why_failed(error)
        else:
            _settle(block, partners, number, runs)
    for number in errors:
        partners.linked[number] = False
    return BlockPairs(partners, errors)


def why_failed(error: Exception) -> str:
    """Say why two snapshots could not be compared. A foreign error is not quoted: it may hold text of the UI."""
    return str(error) if isinstance(error, UIDiffError) else f"the matcher failed: {type(error).__name__}"


def _runs(block: Block, number: int, matcher: Matcher) -> tuple[tuple[int, int, int], ...]:
    before, after = block.snapshot(number - 1), block.snapshot(number)
    if before.columns == after.columns:
        return Matching.identity(len(before)).runs
    return match(before, after, matcher=matcher).runs


def _settle(block: Block, partners: Partners, number: int, runs: tuple[tuple[int, int, int], ...]) -> None:
    """Replace the pairs of a snapshot and the one before it."""
    start, middle, stop = block.offsets[number - 1 : number + 2].tolist()
    partners.after[start:middle] = NO_PARTNER
    partners.before[middle:stop] = NO_PARTNER
    for i, j, n in runs:
        partners.after[start + i : start + i + n] = np.arange(middle + j, middle + j + n)
        partners.before[middle + j : middle + j + n] = np.arange(start + i, start + i + n)
