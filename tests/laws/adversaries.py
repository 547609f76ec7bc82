"""Pairs of large trees that drive careless matchers to quadratic work, by name, in any size."""

import random
from collections.abc import Callable, Iterable, Sequence

from uidiff import Circumstances, Row, Snapshot

Rows = Sequence[Row]


def siblings(names: Iterable[str | None], role: str = "listitem") -> list[Row]:
    """All below one list."""
    return [Row(0, "list"), *(Row(1, role, name) for name in names)]


def all_equal(count: int) -> tuple[Rows, Rows]:
    rows = siblings(["row"] * count)
    return rows, [*rows, Row(1, "listitem", "row")]


def all_equal_without_text(count: int) -> tuple[Rows, Rows]:
    return siblings([None] * count), siblings([None] * (count + 1))


def one_inserted(count: int) -> tuple[Rows, Rows]:
    names = ["row", "other"] * (count // 2)
    return siblings(names), siblings([*names[: count // 2], "new", *names[count // 2 :]])


def half_removed(count: int) -> tuple[Rows, Rows]:
    return siblings(["row"] * count), siblings(["row"] * (count // 2))


def reversed_list(count: int) -> tuple[Rows, Rows]:
    names = [f"row {n}" for n in range(count)]
    return siblings(names), siblings(names[::-1])


def _shuffle(names: list[str]) -> list[str]:
    return random.Random(len(names)).sample(names, len(names))  # noqa: S311  # no secret


def shuffled(count: int) -> tuple[Rows, Rows]:
    names = [f"row {n}" for n in range(count)]
    return siblings(names), siblings(_shuffle(names))


def shuffled_duplicates(count: int) -> tuple[Rows, Rows]:
    names = [f"row {n % 7}" for n in range(count)]
    return siblings(names), siblings(_shuffle(names))


def all_texts_changed(count: int) -> tuple[Rows, Rows]:
    return siblings(f"a{n}" for n in range(count)), siblings(f"b{n}" for n in range(count + 1))


def all_texts_changed_a_word_in_common(count: int) -> tuple[Rows, Rows]:
    return siblings(f"row a{n}" for n in range(count)), siblings(f"row b{n}" for n in range(count + 1))


def words_crosswise(count: int) -> tuple[Rows, Rows]:
    """Each shares a word, but with the one at the other end."""
    return siblings(f"w{n} a" for n in range(count)), siblings(f"w{count - n} b" for n in range(count))


def chain(count: int) -> tuple[Rows, Rows]:
    rows = [Row(depth, "group") for depth in range(count)]
    return rows, [*rows, Row(count, "group")]


def chain_renamed(count: int) -> tuple[Rows, Rows]:
    before = [Row(depth, "group", f"a{depth}") for depth in range(count)]
    return before, [Row(depth, "group", f"b{depth}") for depth in range(count)]


def chain_cut_in_the_middle(count: int) -> tuple[Rows, Rows]:
    rows = [Row(depth, "group", f"a{depth % 3}") for depth in range(count)]
    half = count // 2
    return rows, [*rows[:half], Row(half, "region"), *(Row(row.depth + 1, row.role, row.name) for row in rows[half:])]


def caterpillar(count: int) -> tuple[Rows, Rows]:
    """A chain with a leaf on each link; then each leaf is another."""
    half = count // 2

    def rows(word: str) -> Rows:
        links = ((Row(depth, "group"), Row(depth + 1, "button", word)) for depth in range(half))
        return [row for pair in links for row in pair]

    return rows("a"), rows("b")


def caterpillar_other_end(count: int) -> tuple[Rows, Rows]:
    """As above, the leaves behind the link that follows: all of them close at the end."""
    half = count // 2
    links = [Row(depth, "group") for depth in range(half)]
    before = [*links, *(Row(depth, "button", f"leaf {depth}") for depth in range(half - 1, 0, -1))]
    after = [*links, *(Row(depth, "button", f"leaf {half - depth}") for depth in range(half - 1, 0, -1))]
    return before, after


def everything_new(count: int) -> tuple[Rows, Rows]:
    return siblings((f"a{n}" for n in range(count)), "row"), siblings((f"b{n}" for n in range(count)), "cell")


def duplicates_across_sides(count: int) -> tuple[Rows, Rows]:
    """The k-th of one side stands at the other end on the other side."""
    half = count // 2
    return siblings([*"x" * half, *"y" * half]), siblings([*"y" * half, *"x" * half])


def huge_values(count: int) -> tuple[Rows, Rows]:
    fields = count // 8
    before, after = Row(1, "textbox", value="ab" * 8_000), Row(1, "textbox", value="ba" * 8_000)
    return [Row(0, "form"), *[before] * fields], [Row(0, "form"), *[after] * (fields + 1)]


def many_small_parents(count: int) -> tuple[Rows, Rows]:
    def rows(word: str) -> Rows:
        groups = ((Row(1, "row", f"r{n}"), Row(2, "cell", f"{word}{n}"), Row(2, "cell")) for n in range(count // 3))
        return [Row(0, "table"), *(row for group in groups for row in group)]

    return rows("a"), rows("b")


def one_id_for_all(count: int) -> tuple[Rows, Rows]:
    rows = [Row(int(depth > 0), "row", "row", id="1") for depth in range(count)]
    return rows, [*rows, Row(1, "row", "row", id="1")]


def stable_ids_reversed(count: int) -> tuple[Rows, Rows]:
    rows = [Row(1, "row", "row", id=str(n), id_stable=True) for n in range(count)]
    return [Row(0, "list"), *rows], [Row(0, "list"), *rows[::-1]]


def unread_everywhere(count: int) -> tuple[Rows, Rows]:
    before = [Row(depth, "group", unread=depth % 3 == 0) for depth in range(count)]
    return before, [Row(depth, "group", f"a{depth}", unread=depth % 2 == 0) for depth in range(count)]


PAIRS: dict[str, Callable[[int], tuple[Rows, Rows]]] = {
    make.__name__: make
    for make in (
        all_equal,
        all_equal_without_text,
        one_inserted,
        half_removed,
        reversed_list,
        shuffled,
        shuffled_duplicates,
        all_texts_changed,
        all_texts_changed_a_word_in_common,
        words_crosswise,
        chain,
        chain_renamed,
        chain_cut_in_the_middle,
        caterpillar,
        caterpillar_other_end,
        everything_new,
        duplicates_across_sides,
        huge_values,
        many_small_parents,
        one_id_for_all,
        stable_ids_reversed,
        unread_everywhere,
    )
}


def pair(name: str, count: int, *, navigation: bool = False) -> tuple[Snapshot, Snapshot]:
    """The two snapshots, of one document or of two."""
    before, after = PAIRS[name](count)
    other = Circumstances(document="d2" if navigation else "d1")
    return (
        Snapshot.from_rows(before, circumstances=Circumstances(document="d1")),
        Snapshot.from_rows(after, circumstances=other),
    )
