"""The steps that align the children of a pair, the surest evidence first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeAlias

from uidiff.matching.matching import UNMATCHED
from uidiff.matching.structural.alignment import Alignment
from uidiff.matching.structural.evidence import CELL_ROLES, HALF, ITEM_ROLES, NAMED_BY_CONTENT, VALUED_ROLES
from uidiff.matching.structural.trees import Tree

__all__ = [
    "SEVERAL",
    "Key",
    "Siblings",
    "children_with_text",
    "pair_alike",
    "pair_by_column",
    "pair_by_votes",
    "pair_equal_across",
    "pair_equal_names",
    "pair_equal_subtrees",
    "pair_only_of_role",
    "pair_same_place",
    "pair_same_role",
    "role_and_name",
    "subtree",
    "trim_equal_ends",
]

SEVERAL = -1
"""Stands for the index of a key's only element where several have the key."""

Siblings: TypeAlias = Sequence[int]

Key: TypeAlias = Callable[[Tree, int], Hashable]
"""Returns what must be equal; None for an element to which the key does not apply."""


def subtree(tree: Tree, index: int) -> Hashable:
    """Key: the whole subtree."""
    return tree.prints[index]


def _named_subtree(tree: Tree, index: int) -> Hashable:
    """Key: the whole subtree, if it has text; a leaf needs a name with letters, or the role of an item.

    Values and numbers change places among elements that stay, so they identify no leaf, and what a user enters
    identifies no control.
    """
    if tree.roles[index] in VALUED_ROLES:
        return None
    if tree.is_leaf(index) and tree.roles[index] not in ITEM_ROLES:
        name = tree.names[index]
        return tree.prints[index] if name and any(map(str.isalpha, name)) else None
    return tree.prints[index] if tree.has_text(index) else None


def role_and_name(tree: Tree, index: int) -> Hashable:
    """Key: role and name, if there is a name."""
    return (tree.roles[index], tree.names[index]) if tree.names[index] else None


def _own_text(tree: Tree, index: int) -> Hashable:
    """Key: the element's own text, in any role."""
    return tree.text(index) or None


def _pair_unique(alignment: Alignment, mine: Siblings, theirs: Siblings, key: Key, step: str) -> None:
    """Pair elements whose key occurs once on each side."""
    found = _unique_by_key(alignment.after, theirs, key)
    for value, i in _unique_by_key(alignment.before, mine, key).items():
        j = found.get(value, SEVERAL)
        if i != SEVERAL != j:
            alignment.pair(i, j, step)


def _unique_by_key(tree: Tree, items: Siblings, key: Key) -> dict[Hashable, int]:
    found: dict[Hashable, int] = {}
    for item in items:
        value = key(tree, item)
        if value is not None:
            found[value] = SEVERAL if value in found else item
    return found


def _pair_kth(alignment: Alignment, mine: Siblings, theirs: Siblings, key: Key, step: str) -> None:
    """Pair the k-th free element of a key with the k-th free element of that key on the other side."""
    mine, theirs = alignment.free(mine, theirs)
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for j in reversed(theirs):
        waiting[key(alignment.after, j)].append(j)
    for i in mine:
        value = key(alignment.before, i)
        if value is not None and waiting.get(value):
            alignment.pair(i, waiting[value].pop(), step)


def children_with_text(tree: Tree, index: int) -> set[int]:
    """Return the subtree numbers of the children that have text."""
    return {tree.prints[child] for child in tree.children(index)} - tree.textless


def pair_by_column(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair the cells of two rows by their places, if there are as many and no cell stands at another place."""
    before, after = alignment.before, alignment.after
    if len(mine) != len(theirs) or any(before.roles[i] not in CELL_ROLES for i in mine):
        return
    if any(before.roles[i] != after.roles[j] or not alignment.is_free(i, j) for i, j in zip(mine, theirs, strict=True)):
        return
    changed = [(i, j) for i, j in zip(mine, theirs, strict=True) if before.prints[i] != after.prints[j]]
    left = {before.prints[i] for i, _ in changed if before.has_text(i)}
    if left.isdisjoint(after.prints[j] for _, j in changed):
        for i, j in zip(mine, theirs, strict=True):
            alignment.pair(i, j, "same column")


def trim_equal_ends(alignment: Alignment, mine: Siblings, theirs: Siblings) -> tuple[Siblings, Siblings]:
    """Pair equal subtrees from the start and from the end of the siblings; return what stands between them.

    From the end only subtrees with text: of siblings without text a new one is taken to be the last.
    """
    shorter = min(len(mine), len(theirs))
    head = 0
    while head < shorter and _pair_equal(alignment, mine[head], theirs[head]):
        head += 1
    tail = 0
    while tail < shorter - head and alignment.before.has_text(mine[-1 - tail]):
        if not _pair_equal(alignment, mine[-1 - tail], theirs[-1 - tail]):
            break
        tail += 1
    return mine[head : len(mine) - tail], theirs[head : len(theirs) - tail]


def _pair_equal(alignment: Alignment, i: int, j: int) -> bool:
    """Pair two equal elements; return whether they are a pair."""
    equal = alignment.before.prints[i] == alignment.after.prints[j]
    equal = equal and alignment.is_free(i, j) and alignment.can_pair_equal(i, j)
    if equal:
        alignment.pair(i, j, "equal ends")
    return equal or alignment.after_of[i] == j


def pair_equal_subtrees(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair equal subtrees that have enough text and occur once on each side, in any order."""
    _pair_unique(alignment, mine, theirs, _named_subtree, "equal subtree")


def pair_equal_names(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair siblings whose role and name occur once on each side: their values or children may have changed.

    A container whose name went to another sibling is known by what it holds.
    """
    found = _unique_by_key(alignment.after, theirs, role_and_name)
    named = _unique_by_key(alignment.before, mine, role_and_name)
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
    mine_by_text = _only_owner_of_each_text(mine, lambda i: evidence.contents_of(before, i))
    theirs_by_text = _only_owner_of_each_text(theirs, lambda j: evidence.contents_of(after, j))
    common = [(mine_by_text[text], theirs_by_text[text]) for text in mine_by_text.keys() & theirs_by_text.keys()]
    owners = Counter((i, j) for i, j in common if i != SEVERAL != j and before.roles[i] == after.roles[j])
    named, named_after = {i for i, _ in pairs}, {j for _, j in pairs}
    found = [(i, j) for (i, j), _ in owners.most_common() if i in named or j in named_after]
    return [] if owners.keys() & {*pairs} else found


def pair_same_place(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair siblings whose role and box occur once on each side, unless they are items of a collection.

    Items in one place may be others after scrolling or sorting: their text decides.
    """
    _pair_unique(alignment, mine, theirs, _role_and_box, "same place")


def _role_and_box(tree: Tree, index: int) -> Hashable:
    """Key: role and bounds of an element that is no item."""
    box = tree.boxes[index]
    if box is None or tree.roles[index] in ITEM_ROLES or tree.roles[index] in CELL_ROLES:
        return None
    if tree.size(index) > 16:
        return None
    return (*tree.roles[index:tree.ends[index]], box, tree.has_text(index))


def pair_alike(alignment: Alignment, mine: Siblings, theirs: Siblings, *, cells: int) -> None:
    """Pair, in a gap, similar elements in order with the greatest sum of likeness.

    This is the alignment of two sequences by Needleman and Wunsch (1970), with :meth:`Evidence.alike` as the score of
    a pair and no gap penalty. Beyond ``cells`` cells, or the budget, queues replace the table: equal subtrees, equal
    names, equal text in another role, the k-th with the k-th.
    """
    before, after = alignment.before, alignment.after
    if len(mine) == 1 == len(theirs) and _needs_no_scores(alignment, mine[0], theirs[0]):
        alignment.pair(mine[0], theirs[0], "alike")
        return
    needed = len(mine) * len(theirs)
    cost = needed + sum(map(before.size, mine)) + sum(map(after.size, theirs))
    if needed > cells or not alignment.afford(cost):
        for key in (subtree, role_and_name, _own_text):
            _pair_kth(alignment, mine, theirs, key, "alike")
        return
    scores = _scores(alignment, mine, theirs)
    transposed = [*map(list, zip(*scores, strict=True))]
    second = alignment.comes_second(mine, theirs)
    if transposed < scores if second is None else second:  # a tie is broken the same way for either order
        pairs = [(i, j) for j, i in _best_in_order(theirs, mine, transposed)]
    else:
        pairs = _best_in_order(mine, theirs, scores)
    for i, j in pairs:
        alignment.pair(i, j, "alike")


def _scores(alignment: Alignment, mine: Siblings, theirs: Siblings) -> list[list[float]]:
    """Return the likeness of each two elements, lowered a little by the distance of their places in the gap."""
    evidence = alignment.evidence
    common_words = evidence.common_words(mine, theirs)
    candidates = max(len(mine), len(theirs))
    scores = [[evidence.alike(i, j, common_words, candidates) for j in theirs] for i in mine]
    for row, line in enumerate(scores):
        for column, score in enumerate(line):
            if score:
                line[column] -= NEARNESS * abs(row / len(mine) - column / len(theirs))
    return scores


NEARNESS = 0.001
"""How much the place in a gap may lower a score: less than any evidence."""


def _needs_no_scores(alignment: Alignment, i: int, j: int) -> bool:
    """Return whether two single leftovers are a pair without a table.

    They are the only roots, of one role; or containers of one role with equal names, or with at least half of their
    children in common.
    """
    before, after = alignment.before, alignment.after
    if before.roles[i] != after.roles[j]:
        return False
    if before.is_only_root(i) and after.is_only_root(j):
        return True
    if before.is_leaf(i) or after.is_leaf(j):
        return False
    if before.names[i] == after.names[j]:
        return True
    mine, theirs = children_with_text(before, i), children_with_text(after, j)
    return 2 * len(mine & theirs) >= max(len(mine), len(theirs), 1)


def _best_in_order(mine: Siblings, theirs: Siblings, scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Return the order-preserving pairs with the greatest sum of scores; of equal ones, the first."""
    best = [[0.0] * (len(theirs) + 1) for _ in range(len(mine) + 1)]
    for row in range(len(mine) - 1, -1, -1):
        here, below, score = best[row], best[row + 1], scores[row]
        for column in range(len(theirs) - 1, -1, -1):
            skipped = max(below[column], here[column + 1])
            paired = score[column] + below[column + 1] if score[column] else 0.0
            here[column] = max(skipped, paired)
    pairs = []
    row = column = 0
    while row < len(mine) and column < len(theirs):
        paired = scores[row][column] + best[row + 1][column + 1]
        if scores[row][column] and best[row][column] == paired:
            pairs.append((mine[row], theirs[column]))
            row, column = row + 1, column + 1
        elif best[row][column] == best[row + 1][column]:
            row += 1
        else:
            column += 1
    return pairs


def pair_by_votes(
    alignment: Alignment,
    mine: Siblings,
    theirs: Siblings,
    *,
    share: float,
    moved: bool,
    step: str,
    records: bool = False,
) -> None:
    """Pair containers of one role that share text that no other has: rows that were sorted and changed.

    Each text that occurs once in each document is a vote for its two containers.

    A pair needs ``share`` of the weight of the smaller container's texts, or half if the names differ; if it
    ``moved``, votes that identify an element wherever it stands. The heaviest votes go first.
    """
    before, after, evidence = alignment.before, alignment.after, alignment.evidence
    mine = [i for i in mine if not before.is_leaf(i) and (not records or before.roles[i] in ITEM_ROLES)]
    theirs = [j for j in theirs if not after.is_leaf(j)]
    if {before.roles[i] for i in mine}.isdisjoint(after.roles[j] for j in theirs):
        return
    if not alignment.afford(sum(map(before.size, mine)) + sum(map(after.size, theirs))):
        return
    mine_by_text = _only_owner_of_each_text(mine, lambda i: evidence.subtree_texts(before, i))
    theirs_by_text = _only_owner_of_each_text(theirs, lambda j: evidence.subtree_texts(after, j))
    votes: dict[tuple[int, int], list[int]] = defaultdict(list)
    for text, i in mine_by_text.items():
        j = theirs_by_text.get(text, SEVERAL)
        if i != SEVERAL != j and before.roles[i] == after.roles[j]:
            votes[i, j] += [text] if evidence.is_unique(text) else []
    weights = {pair: evidence.total_weight(frozenset(texts)) for pair, texts in votes.items()}
    if records:
        weights = {pair: evidence.odds(*pair) or 0.0 for pair in votes}
    for (i, j), weight in sorted(weights.items(), key=lambda item: (-item[1], item[0])):
        renamed = before.names[i] and after.names[j] and before.names[i] != after.names[j]
        smaller = min(
            evidence.total_weight(evidence.subtree_texts(before, i)),
            evidence.total_weight(evidence.subtree_texts(after, j)),
        )
        enough = weight >= (max(share, HALF) if renamed else share) * smaller
        enough = enough and (not moved or evidence.are_distinctive(votes[i, j], before.roles[i]))
        known = evidence.odds(i, j)
        enough = known > evidence.prior(i) if known is not None else enough and not records
        if enough and alignment.is_free(i, j):
            alignment.pair(i, j, step)


def _only_owner_of_each_text(items: Siblings, subtree_texts: Callable[[int], Iterable[int]]) -> dict[int, int]:
    """Return for each text the only item that contains it, SEVERAL where there are more."""
    found: dict[int, int] = {}
    for item in items:
        for text in subtree_texts(item):
            found[text] = SEVERAL if text in found else item
    return found


def pair_equal_across(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair equal subtrees with enough text that are not unique, the k-th with the k-th, also across other pairs."""
    _pair_kth(alignment, mine, theirs, _named_subtree, "equal, elsewhere")


def pair_only_of_role(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair controls without text that are the only ones of their role on each side, also across other pairs."""
    _pair_unique(alignment, *alignment.free(mine, theirs), _role_of_control, "equal, elsewhere")


def _role_of_control(tree: Tree, index: int) -> Hashable:
    """Key: the role of a leaf without text that says more than that it is a container."""
    plain = tree.is_leaf(index) and not tree.has_text(index) and tree.roles[index] not in {"generic", "group"}
    return tree.roles[index] if plain else None


def pair_same_role(alignment: Alignment, mine: Siblings, theirs: Siblings) -> None:
    """Pair, in a gap, elements of one role in order, if their number is equal on both sides.

    Several items of a collection are not paired so: rows must share text. Containers with names are paired only if
    their names are their only texts and their shapes are equal: a button with its label.
    """
    before, after = alignment.before, alignment.after
    of_role: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for i in mine:
        of_role[before.roles[i]][0].append(i)
    for j in theirs:
        of_role[after.roles[j]][1].append(j)
    for role, (ours, others) in of_role.items():
        if len(ours) != len(others) or (role in ITEM_ROLES and len(ours) > 1):
            continue
        for i, j in zip(ours, others, strict=True):
            named = before.names[i] and after.names[j]
            leaves = before.is_leaf(i) and after.is_leaf(j)
            unnamed = not named and not _is_wrapper(alignment, i, j)
            if leaves or unnamed or (named and _is_renamed(alignment, i, j, alone=len(ours) == 1)):
                alignment.pair(i, j, "same role")


def _is_wrapper(alignment: Alignment, i: int, j: int) -> bool:
    """Return whether one of two siblings is known to be around siblings of the other."""
    before, after = alignment.before, alignment.after
    around = before.parents[i], after.parents[j]
    if not alignment.afford(before.size(i) + after.size(j)):
        return False
    partners = (alignment.after_of[one] for one in before.children(i))
    others = (alignment.before_of[one] for one in after.children(j))
    return any(one != UNMATCHED and after.parents[one] == around[1] for one in partners) or any(
        one != UNMATCHED and before.parents[one] == around[0] for one in others
    )


def _is_renamed(alignment: Alignment, i: int, j: int, *, alone: bool) -> bool:
    """Return whether two small containers with names have equal roles in order: a button with its label and icon.

    Among several of one role, their names must be their only texts.
    """
    before, after = alignment.before, alignment.after
    alone = alone and before.roles[i] in NAMED_BY_CONTENT
    small = before.size(i) == after.size(j) and (not alone or before.size(i) <= MOST_OF_A_CONTROL)
    inside, inside_after = slice(i, before.ends[i]), slice(j, after.ends[j])
    if not small or not alignment.afford(before.size(i)) or before.roles[inside] != after.roles[inside_after]:
        return False
    said, said_after = set(before.names[inside]) - {None}, set(after.names[inside_after]) - {None}
    return alone or len(said) == 1 == len(said_after)


MOST_OF_A_CONTROL = 8
"""Elements of a control with its labels and icons, at most."""
