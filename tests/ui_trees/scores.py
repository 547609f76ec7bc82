"""How good a matching is, measured against the truth."""

from collections import Counter
from collections.abc import Hashable

from tests.ui_trees.nodes import Pairs
from tests.ui_trees.scripts import Case
from uidiff import Snapshot


def lenient_f1(case: Case, pairs: Pairs) -> float:
    """The F1 of pairs, where what cannot be seen is not asked for.

    Twins count for each other: of the pairs that join the same kinds of twins as many are right as are true. Beyond
    that, pairs are not counted as far as of these kinds elements truly went and came that look the same.
    """
    numbering: dict[Hashable, int] = {}
    trees_before, trees_after = _trees(case.before, numbering), _trees(case.after, numbering)
    before = _looks(case.before, trees_before, numbering)
    after = _looks(case.after, trees_after, numbering)
    true = Counter((before[i], after[j]) for i, j in case.pairs)
    found = Counter((before[i], after[j]) for i, j in pairs)
    stayed_before, stayed_after = {i for i, _ in case.pairs}, {j for _, j in case.pairs}
    went = Counter(look for i, look in enumerate(before) if i not in stayed_before)
    came = Counter(look for j, look in enumerate(after) if j not in stayed_after)
    alike = {(before[i], after[j]) for i, j in pairs if trees_before[i] == trees_after[j]}
    right = excused = 0
    for kinds, count in found.items():
        right += min(count, true[kinds])
        surplus = count - min(count, true[kinds])
        if surplus and kinds in alike:
            made_anew = min(surplus, went[kinds[0]], came[kinds[1]])
            went[kinds[0]] -= made_anew
            came[kinds[1]] -= made_anew
            excused += made_anew
    counted = len(pairs) - excused + len(case.pairs)
    return 2 * right / counted if counted else 1.0


def _trees(snapshot: Snapshot, numbering: dict[Hashable, int]) -> list[int]:
    """For each element a number that stands for all that it and those below it say."""
    columns = snapshot.columns
    own = list(zip(columns.role, columns.name, columns.value, columns.description, columns.states, strict=True))
    below: list[list[int]] = [[] for _ in own]
    trees = [0] * len(own)
    for i in range(len(own) - 1, -1, -1):
        trees[i] = numbering.setdefault((own[i], *reversed(below[i])), len(numbering))
        if snapshot.parents[i] >= 0:
            below[snapshot.parents[i]].append(trees[i])
    return trees


def _looks(snapshot: Snapshot, trees: list[int], numbering: dict[Hashable, int]) -> list[int]:
    """For each element a number: equal for twins, which have equal subtrees below equal ancestors."""
    looks: list[int] = []
    for tree, parent in zip(trees, snapshot.parents, strict=True):
        looks.append(numbering.setdefault((None if parent < 0 else looks[parent], tree), len(numbering)))
    return looks
