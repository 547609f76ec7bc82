"""Who is who in a block: by columns where the strategy is one of keys, else by the matcher itself, pair by pair."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from uidiff.arrow.block import Block, Flags
from uidiff.arrow.key_pairs import NO_PARTNER, Partners, pair_by_content, pair_by_id, pair_by_name
from uidiff.errors import UIDiffError
from uidiff.matching.chain import run_matcher
from uidiff.matching.content_hash import ContentHashMatcher
from uidiff.matching.ids import IdMatcher
from uidiff.matching.matching import UNMATCHED, Matcher, Matching
from uidiff.matching.name_role_parent import NameRoleParentMatcher

__all__ = ["BlockPairs", "matching_of", "pair_block", "why_failed"]


class BlockPairs(NamedTuple):
    """The pairs of a block; and by snapshot why it could not be compared with the one before it."""

    partners: Partners
    errors: dict[int, str]


def pair_block(block: Block, linked: Flags, matcher: Matcher) -> BlockPairs:
    """Say who is who in each two linked snapshots, as ``matcher`` says it of each."""
    if type(matcher) is IdMatcher:
        return BlockPairs(pair_by_id(block, linked), {})
    if type(matcher) is NameRoleParentMatcher:
        return BlockPairs(pair_by_name(block, linked), {})
    if type(matcher) is ContentHashMatcher:
        partners, left = pair_by_content(block, linked)
        return _one_by_one(block, partners, np.nonzero(left)[0].tolist(), matcher)
    partners = Partners.nothing(block, linked)
    return _one_by_one(block, partners, np.nonzero(linked)[0].tolist(), matcher)


def matching_of(block: Block, partners: Partners, number: int) -> Matching:
    """The pairs of one snapshot and the one before it, as the core has them."""
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
    """Why two snapshots could not be compared. What a matcher of the caller's says may be text of the UI."""
    return str(error) if isinstance(error, UIDiffError) else f"the matcher failed: {type(error).__name__}"


def _runs(block: Block, number: int, matcher: Matcher) -> tuple[tuple[int, int, int], ...]:
    before, after = block.snapshot(number - 1), block.snapshot(number)
    if before.columns == after.columns:
        return Matching.identity(len(before)).runs
    return run_matcher(matcher, before, after, Matching.nothing(before, after)).runs


def _settle(block: Block, partners: Partners, number: int, runs: tuple[tuple[int, int, int], ...]) -> None:
    """Note these pairs, and no others, of a snapshot and the one before it."""
    start, middle, stop = block.offsets[number - 1 : number + 2].tolist()
    partners.after[start:middle] = NO_PARTNER
    partners.before[middle:stop] = NO_PARTNER
    for i, j, n in runs:
        partners.after[start + i : start + i + n] = np.arange(middle + j, middle + j + n)
        partners.before[middle + j : middle + j + n] = np.arange(start + i, start + i + n)
