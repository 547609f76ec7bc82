"""The strategies against naive oracles, which follow spec/definitions word for word, in quadratic time."""

from collections import Counter
from collections.abc import Callable, Hashable
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from uidiff import Element, Matching, Snapshot
from uidiff.matchers import ContentHashMatcher, IdMatcher, Matcher, NameRoleParentMatcher
from uidiff.matching.documents import DocumentMatcher
from uidiff.testing import matchings, snapshot_pairs, snapshots
from uidiff.text import fold, words

Pairs: TypeAlias = dict[int, int]
Case: TypeAlias = tuple[Snapshot, Snapshot, Matching]

HOSTILE = snapshots(max_size=14, hostile=True, unknown_roles=True, urls=False, bounds=False)
PLAIN = snapshots(max_size=14)


@st.composite
def cases(draw: st.DrawFn, *, plain: bool = False) -> Case:
    """Two snapshots, and pairs that are settled already: often none."""
    before, after = draw(snapshot_pairs(PLAIN if plain else HOSTILE))
    if plain:
        before, after = as_compared(before), as_compared(after)
    settled = draw(matchings(before, after)) if draw(st.booleans()) else Matching.nothing(before, after)
    return before, after, settled


def as_compared(snapshot: Snapshot) -> Snapshot:
    """The same tree, each name in the form in which names are compared, and none without."""
    nodes = snapshot.to_dicts()
    return Snapshot.from_dicts([{**node, "name": fold(str(node.get("name", ""))) or "none"} for node in nodes])


def answer(matcher: Matcher, case: Case) -> Pairs:
    before, after, settled = case
    return dict(matcher.match(before, after, given=settled).pairs)


def kth_with_kth(case: Case, key: Callable[[Element], Hashable]) -> Pairs:
    """Each unpaired before-element with the first unpaired after-element of its key."""
    before, after, settled = case
    found = dict(settled.pairs)
    for old in before:
        if old.index not in found:
            taken = set(found.values())
            free = [new.index for new in after if new.index not in taken and key(new) == key(old)]
            found.update({old.index: free[0]} if free else {})
    return found


def role(element: Element) -> tuple[str, str | None]:
    return element.role, (element.native_role or None) if element.role == "unknown" else None


def text(element: Element) -> tuple[str, str, str]:
    return fold(element.name), fold(element.value), fold(element.description)


# keys


@given(cases())
def test_id_matcher(case: Case) -> None:
    before, after, settled = case
    taken = set(settled.before_of)
    mine = Counter(element.id for element in before if element.index not in taken)
    theirs = Counter(element.id for element in after if settled.before_of[element.index] < 0)

    def key(element: Element) -> Hashable:
        even = element.id is None or mine[element.id] == theirs[element.id]
        return element.id if even else object()

    assert answer(IdMatcher(), case) == kth_with_kth(case, key)


@given(cases(plain=True))
def test_name_role_parent_matcher(case: Case) -> None:
    def key(element: Element) -> Hashable:
        return element.name, role(element), None if element.parent is None else element.parent.name

    assert answer(NameRoleParentMatcher(), case) == kth_with_kth(case, key)


# content


def content(element: Element) -> Hashable:
    return role(element), text(element), tuple(map(role, element.ancestors))


@given(cases())
def test_content_hash_pairs_equal_content_first(case: Case) -> None:
    assert kth_with_kth(case, content).items() <= answer(ContentHashMatcher(), case).items()


@given(cases())
def test_content_hash_pairs_leftovers_of_one_role_below_paired_parents_only(case: Case) -> None:
    before, after, _ = case
    found = answer(ContentHashMatcher(), case)
    for i in found.keys() - kth_with_kth(case, content).keys():
        old, new = before[i], after[found[i]]
        assert role(old) == role(new)
        if old.parent is None or new.parent is None:
            assert old.parent is new.parent is None
        else:
            assert found[old.parent.index] == new.parent.index


def said_words(element: Element) -> set[str]:
    return {word for part in text(element) for word in words(part)}


def groups(case: Case, found: Pairs) -> list[tuple[list[Element], list[Element]]]:
    """What equal content left: for each pair of parents (or the roots) and each role, the children of both sides."""
    before, after, _ = case
    first = kth_with_kth(case, content)
    taken = set(first.values())
    families = [(before.roots, after.roots)]
    families += [(before[i].children, after[j].children) for i, j in found.items()]
    made = []
    for mine, theirs in families:
        for one in sorted({role(element) for element in mine}, key=str):
            left = [element for element in mine if element.index not in first and role(element) == one]
            right = [element for element in theirs if element.index not in taken and role(element) == one]
            made.append((left, right))
    return made


@given(cases())
def test_content_hash_pairs_leftovers_for_one_of_the_three_reasons(case: Case) -> None:
    found = answer(ContentHashMatcher(), case)
    for left, right in groups(case, found):
        silent = [len([element for element in side if not any(text(element))]) for side in (left, right)]
        pairs = [(old, new) for old in left for new in right if found.get(old.index) == new.index]
        for old, new in pairs:
            is_only_one = all(
                len([element for element in side if element.index not in set(others)]) == 1
                for side, others in (
                    (left, [one.index for one, _ in pairs if one != old]),
                    (right, [other.index for _, other in pairs if other != new]),
                )
            )
            both_silent = not any(text(old)) and not any(text(new)) and silent[0] == silent[1]
            assert said_words(old) & said_words(new) or both_silent or is_only_one


@given(cases())
def test_content_hash_leaves_no_pair_of_only_ones_and_no_equal_number_of_textless(case: Case) -> None:
    found = answer(ContentHashMatcher(), case)
    taken = set(found.values())
    for left, right in groups(case, found):
        open_left = [element for element in left if element.index not in found]
        open_right = [element for element in right if element.index not in taken]
        assert (len(open_left), len(open_right)) != (1, 1)
        silent = [len([element for element in side if not any(text(element))]) for side in (left, right)]
        if silent[0] == silent[1]:
            assert all(any(text(element)) for element in open_left)


@given(cases())
def test_content_hash_pairs_leftovers_that_share_a_word_in_order(case: Case) -> None:
    found = answer(ContentHashMatcher(), case)
    for left, right in groups(case, found):
        partners = {new.index: new for new in right}
        pairs = [(old, partners[found[old.index]]) for old in left if found.get(old.index) in partners]
        sharing = [new.index for old, new in pairs if said_words(old) & said_words(new)]
        assert sharing == sorted(sharing)


# documents


def whole(element: Element) -> Hashable:
    """The text of a subtree with its shape."""
    below = tuple((other.depth - element.depth, role(other), text(other)) for other in element.descendants)
    return role(element), text(element), below


@given(cases())
def test_document_matcher(case: Case) -> None:
    before, after, settled = case
    found = dict(settled.pairs)
    touched = {element.index for i in settled.after_of if i >= 0 for element in (after[i], *after[i].ancestors)}
    mine = [old for old in before if not any(e.index in found for e in (old, *old.descendants))]
    theirs = [new for new in after if new.index not in touched]
    for size in range(len(before), 0, -1):
        for old in mine:
            for new in theirs:
                free = old.index not in found and new.index not in set(found.values())
                if free and size == 1 + len([*old.descendants]) and whole(old) == whole(new):
                    found.update(zip(range(old.index, old.index + size), range(new.index, len(after)), strict=False))
    for old in before:
        for new in after:
            free = old.index not in found and new.index not in set(found.values())
            if free and (role(old), text(old)) == (role(new), text(new)) and _same_parent(old, new, found):
                found[old.index] = new.index
    assert answer(DocumentMatcher(), case) == found


def _same_parent(old: Element, new: Element, found: Pairs) -> bool:
    if old.parent is None or new.parent is None:
        return old.parent is new.parent is None
    return found.get(old.parent.index) == new.parent.index


# all


@given(cases(), st.sampled_from([IdMatcher(), NameRoleParentMatcher(), ContentHashMatcher()]))
def test_a_strategy_keeps_what_is_settled(case: Case, matcher: Matcher) -> None:
    assert dict(case[2].pairs).items() <= answer(matcher, case).items()
