"""Items are known by the column that names them, whatever live values the others show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from uidiff import Snapshot, match
from uidiff.matching.structural.fields import columns_of

TOWNS = [
    "Arden",
    "Bakewell",
    "Cove",
    "Dunmore",
    "Elmet",
    "Fenwick",
    "Glen",
    "Harrow",
    "Inver",
    "Jarrow",
    "Kelso",
    "Lorne",
]
ROLES = [("row", "cell"), ("listitem", "text"), ("generic", "text")]

Texts = tuple[str, ...]


def collection(rows: Sequence[Texts], item: str, part: str) -> Snapshot:
    """Items with a part for each text, and a button in each item."""
    nodes: list[dict[str, object]] = [{"role": "table", "name": "Market"}]
    for row in rows:
        at = len(nodes)
        nodes.append({"parent": 0, "role": item})
        nodes += [{"parent": at, "role": part, "name": text} for text in row]
        nodes.append({"parent": at, "role": "button", "name": "Edit"})
    return Snapshot.from_dicts(nodes)


def partners(before: Sequence[Texts], after: Sequence[Texts], item: str, part: str) -> dict[int, int]:
    """Return the number of the item after for each item before."""
    sides = collection(before, item, part), collection(after, item, part)
    places = [
        {at: number for number, at in enumerate(at for at, one in enumerate(side) if one.role == item)}
        for side in sides
    ]
    return {places[0][i]: places[1][j] for i, j in match(*sides).pairs if i in places[0]}


def price(chance: Random) -> str:
    return f"{chance.uniform(5, 99):.2f}"


def quote(chance: Random, number: int) -> Texts:
    """A name, and two prices."""
    return f"{TOWNS[number % 11]} {TOWNS[number // 11 % 11]}", price(chance), price(chance)


def share(chance: Random, number: int) -> Texts:
    """A code, a name, a price, a direction, and by how much."""
    town = TOWNS[number % 11] + TOWNS[number // 11 % 11]
    return town[:3].upper() + town[-3:], town, price(chance), chance.choice("▲▼"), price(chance)


def process(chance: Random, number: int) -> Texts:
    """A program of which several run, its process id, usage."""
    usage = f"{chance.uniform(0, 9):.1f} %", f"{chance.randint(1, 900)} MB", f"{chance.randint(1, 900)} kB"
    return TOWNS[number % 4], str(1_000 + 7 * number), *usage


@pytest.mark.parametrize(("item", "part"), ROLES)
@pytest.mark.parametrize("count", [5, 12, 40])
@pytest.mark.parametrize("made", [quote, share, process])
@pytest.mark.parametrize("in_order", [True, False], ids=["in order", "sorted"])
def test_items_stay_while_all_their_numbers_change(
    made: Callable[[Random, int], Texts], count: int, item: str, part: str, *, in_order: bool
) -> None:
    chance = Random(count)  # noqa: S311
    before = [made(chance, number) for number in range(count)]
    order = list(range(count))
    if not in_order:
        chance.shuffle(order)
    after = [made(chance, number) for number in order]
    assert partners(before, after, item, part) == {number: place for place, number in enumerate(order)}


def test_rows_that_share_their_number_with_others_of_another_page_went() -> None:
    chance = Random(1)  # noqa: S311
    before = [(str(n), f"{TOWNS[n % 11]} & Sons", chance.choice(("New", "Sent")), price(chance)) for n in range(40)]
    after = [(str(n), f"{TOWNS[(n + 5) % 11]} Ltd", chance.choice(("New", "Sent")), price(chance)) for n in range(40)]
    assert partners(before, after, "row", "cell") == {}


def test_products_that_come_round_again_are_others() -> None:
    def order(number: int) -> Texts:
        date = f"2024-{number % 11 + 1:02}-{number % 29 + 1:02}"
        return f"o{number}", f"Bolt {number % 30}", TOWNS[number % 7], f"{number * 37 % 901}.50", date

    before, after = [order(n) for n in range(30)], [order(n) for n in range(90, 120)]
    assert partners(before, after, "row", "cell") == {}


def test_a_column_is_judged_by_what_items_with_one_key_say() -> None:
    before = [{f"{town} & Sons": (1,), str(n): (2,), "New": (3,)} for n, town in enumerate(TOWNS)]
    after = [{f"{town} & Sons": (1,), str(n + 50): (2,), "New": (3,)} for n, town in enumerate(TOWNS)]
    found = columns_of(before, after)
    assert found.key == (1,)
    assert found.kept == {(1,): 0.9, (2,): pytest.approx(0.1), (3,): 0.9}


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_items_tell_nothing_about_their_columns(count: int) -> None:
    items = [{town: (1,), str(n): (2,)} for n, town in enumerate(TOWNS[:count])]
    assert columns_of(items, items).key is None


def test_the_number_of_an_item_in_its_list_is_no_field() -> None:
    def rules(*texts: str) -> Snapshot:
        nodes: list[dict[str, object]] = [{"role": "list", "name": "Rules"}]
        for number, text in enumerate(texts, 1):
            at = len(nodes)
            nodes += [{"parent": 0, "role": "listitem"}, {"parent": at, "role": "list-marker", "name": f"{number}. "}]
            nodes += [{"parent": at, "role": "textbox", "name": "Rule", "value": text.upper()}]
            nodes += [{"parent": at, "role": "text", "name": text}, {"parent": at, "role": "button", "name": "Up"}]
        return Snapshot.from_dicts(nodes)

    texts = ("hotels up to 150", "meals with guests", "taxi at night only", "trains in second class")
    before, after = rules(*texts), rules(texts[0], texts[2], texts[1], texts[3])
    pairs = dict(match(before, after).pairs)
    for at, element in enumerate(before):
        if element.role == "text":
            assert after[pairs[at]].name == element.name
            assert after.parents[pairs[at]] == pairs[before.parents[at]]


def test_a_row_in_which_a_search_marks_a_word_is_the_same_row() -> None:
    def tickets(marked: str, *rows: Texts) -> Snapshot:
        nodes: list[dict[str, object]] = [{"role": "table", "name": "Tickets"}]
        for row in rows:
            at = len(nodes)
            nodes.append({"parent": 0, "role": "row"})
            for text in row:
                cell = len(nodes)
                nodes.append({"parent": at, "role": "cell", "name": text})
                start, found, end = text.partition(marked) if marked else (text, "", "")
                nodes += [{"parent": cell, "role": "text", "name": some} for some in (start, found, end) if some]
        return Snapshot.from_dicts(nodes)

    rows = [(str(4_100 + 7 * n), f"Cannot sign in to {TOWNS[n]}", f"{TOWNS[n % 5]} Corp", "Low") for n in range(11)]
    before, after = tickets("", *rows), tickets("sign", *rows[3:9])
    pairs = match(before, after).pairs
    found = {before[i + 1].name: after[j + 1].name for i, j in pairs if before[i].role == "row"}
    assert found == {row[0]: row[0] for row in rows[3:9]}
