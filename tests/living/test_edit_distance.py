"""The least edit: apted's distance with our costs, against the textbook recursion over forests."""

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.living.edit_distance import distance
from uidiff import Snapshot

Tree = tuple[str, str, str | None, tuple["Tree", ...]]  # role, name, key, children

leaves = st.tuples(st.sampled_from(["button", "listitem"]), st.sampled_from("ab"), st.sampled_from([None, "k", "l"]))
trees = st.recursive(
    leaves.map(lambda leaf: (*leaf, ())),
    lambda inner: st.tuples(leaves, st.lists(inner, max_size=3)).map(lambda made: (*made[0], tuple(made[1]))),
    max_leaves=5,
)


def snapshot_of(forest: tuple[Tree, ...]) -> tuple[Snapshot, tuple[str | None, ...]]:
    nodes: list[dict[str, object]] = []
    keys: list[str | None] = []
    left: list[tuple[Tree, int | None]] = [(tree, None) for tree in reversed(forest)]
    while left:
        (role, name, key, children), parent = left.pop()
        left += [(child, len(nodes)) for child in reversed(children)]
        nodes.append({"role": role, "name": name, "parent": parent})
        keys.append(key)
    return Snapshot.from_dicts(nodes), tuple(keys)


@cache
def size(forest: tuple[Tree, ...]) -> int:
    return sum(1 + size(tree[3]) for tree in forest)


@cache
def textbook(one: tuple[Tree, ...], other: tuple[Tree, ...], *, keyed: bool) -> int:
    if not one or not other:
        return size(one) + size(other)
    (*rest, last), (*others, end) = one, other
    differs = last[0] != end[0] or (keyed and last[2] != end[2])
    rename = 2 if differs else int(last[1] != end[1])
    return min(
        1 + textbook((*rest, *last[3]), other, keyed=keyed),
        1 + textbook(one, (*others, *end[3]), keyed=keyed),
        textbook(tuple(rest), tuple(others), keyed=keyed) + textbook(last[3], end[3], keyed=keyed) + rename,
    )


@given(trees, trees, st.booleans())
def test_the_distance_is_that_of_the_textbook(one: Tree, other: Tree, keyed: bool) -> None:
    (before, left), (after, right) = snapshot_of((one,)), snapshot_of((other,))
    assert distance(before, after, (left, right) if keyed else None) == textbook((one,), (other,), keyed=keyed)


def test_a_wrapper_is_one_edit_and_a_new_text_is_one() -> None:
    items: tuple[Tree, ...] = tuple(("listitem", name, None, ()) for name in "abc")
    before, _ = snapshot_of(items)
    wrapped, _ = snapshot_of((("group", "", None, items),))
    renamed, _ = snapshot_of((*items[:2], ("listitem", "z", None, ())))
    assert [distance(before, after) for after in (before, wrapped, renamed)] == [0, 1, 1]


def test_what_moved_up_by_one_is_renamed_throughout_unless_keys_say_what_it_is() -> None:
    def items(names: str) -> tuple[Tree, ...]:
        return tuple(("listitem", "", name, (("button", name, name, ()),)) for name in names)

    (before, left), (after, right) = snapshot_of(items("abcd")), snapshot_of(items("bcde"))
    assert distance(before, after) == 4  # every button has another name
    assert distance(before, after, (left, right)) == 4  # one item went, one came: two nodes each
    (before, left), (after, right) = snapshot_of(items("ab")), snapshot_of(items("bc"))
    assert distance(before, after) == 2
    assert distance(before, after, (left, right)) == 4
