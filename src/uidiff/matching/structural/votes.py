"""The steps in which texts vote for the containers that hold them: rows that were sorted, renamed or changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from uidiff.matching.structural.alignment import Alignment
from uidiff.matching.structural.evidence import HALF
from uidiff.matching.structural.roles import ITEM_ROLES
from uidiff.matching.structural.siblings import SEVERAL, Siblings, role_and_name, unique_by_key
from uidiff.matching.structural.trees import Tree

__all__ = ["pair_by_votes", "pair_equal_names", "pair_records"]


def pair_equal_names(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair siblings whose role and name occur once on each side: their values or children may have changed.

    A container whose name went to another sibling is known by what it holds.
    """
    found = unique_by_key(alignment.after, theirs, role_and_name)
    named = unique_by_key(alignment.before, mine, role_and_name)
    pairs = [(i, found.get(name, SEVERAL)) for name, i in named.items()]
    pairs = [(i, j) for i, j in pairs if i != SEVERAL != j]
    for i, j in _owners_of_contents(alignment, mine, theirs, pairs):
        if alignment.is_free(i, j):
            alignment.pair(i, j, "shared text")
    for i, j in pairs:
        if alignment.is_free(i, j):
            alignment.pair(i, j, "equal name")


def _owners_of_contents(
    alignment: Alignment, mine: Siblings, theirs: Siblings, pairs: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return pairs of containers that share contents, where their names say that others are pairs."""
    before, after, evidence = alignment.before, alignment.after, alignment.evidence
    mine = [i for i in mine if not before.is_leaf(i)]
    theirs = [j for j in theirs if not after.is_leaf(j)]
    if len(mine) == 1 == len(theirs) or all(before.prints[i] == after.prints[j] for i, j in pairs):
        return []
    if not alignment.afford(sum(map(before.size, mine)) + sum(map(after.size, theirs))):
        return []
    owners = Counter(pair for pair, _ in _shared(alignment, mine, theirs, evidence.contents_of))
    named, named_after = {i for i, _ in pairs}, {j for _, j in pairs}
    found = [(i, j) for (i, j), _ in owners.most_common() if i in named or j in named_after]
    return [] if owners.keys() & {*pairs} else found


def pair_by_votes(
    alignment: Alignment,
    mine: Siblings,
    theirs: Siblings,
    *,
    share: float,
    moved: bool,
    step: str,
) -> None:
    """Pair containers of one role that share text that no other has: rows that were sorted and changed.

    Each text that occurs once in each document is a vote for its two containers.

    A pair needs ``share`` of the weight of the smaller container's texts, or half if the names differ; if it
    ``moved``, votes that identify an element wherever it stands. Items must be one record. The heaviest votes go first.
    """
    before, after, evidence = alignment.before, alignment.after, alignment.evidence
    votes = _votes(alignment, mine, theirs)
    weights = {pair: evidence.total_weight(frozenset(texts)) for pair, texts in votes.items()}
    for (i, j), weight in sorted(weights.items(), key=lambda item: (-item[1], item[0])):
        odds = evidence.records.odds(i, j)
        if odds is None:
            renamed = before.names[i] and after.names[j] and before.names[i] != after.names[j]
            smaller = min(
                evidence.total_weight(evidence.subtree_texts(before, i)),
                evidence.total_weight(evidence.subtree_texts(after, j)),
            )
            enough = weight >= (max(share, HALF) if renamed else share) * smaller
            enough = enough and (not moved or evidence.are_distinctive(votes[i, j], before.roles[i]))
        else:
            enough = odds > evidence.records.prior(i)
        if enough and alignment.is_free(i, j):
            alignment.pair(i, j, step)


def pair_records(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair items that are more likely one record than any two items are by chance; the most likely go first."""
    records = alignment.evidence.records
    mine = [i for i in mine if alignment.before.roles[i] in ITEM_ROLES]
    odds = {pair: records.odds(*pair) for pair in _votes(alignment, mine, theirs)}
    likely = [(found, pair) for pair, found in odds.items() if found is not None and found > records.prior(pair[0])]
    for _, (i, j) in sorted(likely, key=lambda item: (-item[0], item[1])):
        if alignment.is_free(i, j):
            alignment.pair(i, j, "shared text")


def _votes(alignment: Alignment, mine: Siblings, theirs: Siblings) -> dict[tuple[int, int], list[int]]:
    """Return for two containers of one role the texts that occur once in each document, and in no other container.

    Containers that share only texts that occur elsewhere too have no such text.
    """
    before, after, evidence = alignment.before, alignment.after, alignment.evidence
    mine = [i for i in mine if not before.is_leaf(i)]
    theirs = [j for j in theirs if not after.is_leaf(j)]
    if {before.roles[i] for i in mine}.isdisjoint(after.roles[j] for j in theirs):
        return {}
    if not alignment.afford(sum(map(before.size, mine)) + sum(map(after.size, theirs))):
        return {}
    votes: dict[tuple[int, int], list[int]] = defaultdict(list)
    for pair, text in _shared(alignment, mine, theirs, evidence.subtree_texts):
        votes[pair] += [text] if evidence.is_unique(text) else []
    return votes


def _shared(
    alignment: Alignment, mine: Siblings, theirs: Siblings, texts_of: Callable[[Tree, int], Iterable[int]]
) -> list[tuple[tuple[int, int], int]]:
    """Return each text that one container on each side has, with these two, if their roles are equal."""
    before, after = alignment.before, alignment.after
    owners = _only_owner_of_each_text(mine, lambda i: texts_of(before, i))
    others = _only_owner_of_each_text(theirs, lambda j: texts_of(after, j))
    shared = (((i, others.get(text, SEVERAL)), text) for text, i in owners.items())
    return [((i, j), text) for (i, j), text in shared if i != SEVERAL != j and before.roles[i] == after.roles[j]]


def _only_owner_of_each_text(items: Siblings, subtree_texts: Callable[[int], Iterable[int]]) -> dict[int, int]:
    """Return for each text the only item that contains it, SEVERAL where there are more."""
    found: dict[int, int] = {}
    for item in items:
        for text in subtree_texts(item):
            found[text] = SEVERAL if text in found else item
    return found
