"""Trees for measuring time and work: no real interface, but of the sizes and the shapes that hurt."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from random import Random

import uidiff

ROLES = ("list", "button", "text")


def rows(count: int, *, name: str = "Item") -> list[uidiff.Row]:
    """A window with elements on two levels: names, values for half of them, bounds, states for two of three."""
    found = [uidiff.Row(0, "window", "Main", bounds=(0, 0, 1280, 800), states={}, actions=())]
    for i in range(1, count):
        states = {"focusable": True} if i % 3 else {}
        value = None if i % 2 else str(i)
        depth, role, bounds = 1 + (i % 3 != 1), ROLES[i % 3], (i, 2, 3, 4)
        found.append(uidiff.Row(depth, role, f"{name} {i}", value, bounds=bounds, states=states, actions=()))
    return found


def edited(given: Sequence[uidiff.Row], edit: str) -> list[uidiff.Row]:
    """The rows after an edit: "three values", "one inserted", or "mixed", which are seven edits of six kinds."""
    count = len(given)
    middle, later = (next(i for i in range(at, count) if given[i].depth == 1) for at in (count // 2, 3 * count // 4))
    changed = list(given)

    def change(index: int, **fields: object) -> None:
        changed[index] = changed[index]._replace(**fields)  # type: ignore[arg-type]  # fields of a row

    if edit == "three values":
        for index in (2, middle, count - 1):
            change(index, value="typed")
        return changed
    new = [uidiff.Row(1, "list", "New"), uidiff.Row(2, "button", "Newer")]
    if edit == "one inserted":
        return [*given[:middle], *new, *given[middle:]]
    change(0, name="Main *")
    change(2, value="typed")
    change(middle + 1, value="typed too")
    change(count // 4, name="Renamed")
    change(count // 3, states={"focused": True})
    end = next((i for i in range(later + 1, count) if given[i].depth == 1), count)
    dialog = [uidiff.Row(1, "dialog", "Save changes?"), uidiff.Row(2, "button", "Save"), uidiff.Row(2, "button", "No")]
    return [*changed[:middle], *new, *changed[middle:later], *changed[end:], *dialog]


def separate(given: Sequence[uidiff.Row]) -> list[uidiff.Row]:
    """Equal rows that share no object with those given."""
    made: list[uidiff.Row] = pickle.loads(pickle.dumps(list(given)))  # noqa: S301  # just written
    return made


FEW_ROLES = ("button", "checkbox", "group", "heading", "img", "link", "list", "listitem", "text", "textbox")
FEW_WORDS = (
    *("Account", "Back", "Close", "Date", "Draft", "Edit", "File", "Help", "Home", "Inbox", "Login", "Logout", "Mail"),
    *("Name", "Next", "Open", "Profile", "Save", "Search", "Send", "Sent", "Settings", "Size", "Trash", "View"),
)


def alike(count: int) -> list[uidiff.Row]:
    """A random tree of ten roles and a vocabulary of 25 words: little tells its elements apart.

    Each element is the last child of any of those before it; it is named by one word, and three in ten have a value.
    """
    chance = Random(count)
    children: list[list[int]] = [[] for _ in range(count)]
    for element in range(1, count):
        children[chance.randrange(element)].append(element)
    found: list[uidiff.Row] = []
    waiting = [(0, 0)]
    while waiting:
        element, depth = waiting.pop()
        value = chance.choice(FEW_WORDS) if chance.random() < 0.3 else None
        found.append(
            uidiff.Row(depth, chance.choice(FEW_ROLES) if depth else "window", chance.choice(FEW_WORDS), value)
        )
        waiting.extend((child, depth + 1) for child in reversed(children[element]))
    return found


def scattered_in(given: Sequence[uidiff.Row]) -> list[uidiff.Row]:
    """One in a hundred of the rows renamed, given another value, gone (a leaf) or come, by words of the vocabulary."""
    chance, count = Random(len(given) + 1), len(given)
    touched = set(chance.sample(range(1, count), max(count // 100, 1)))
    changed: list[uidiff.Row] = []
    for index, row in enumerate(given):
        kind = chance.choice(("name", "value", "gone", "come")) if index in touched else ""
        if kind == "gone" and (index + 1 == count or given[index + 1].depth <= row.depth):
            continue
        if kind == "come":
            changed.append(uidiff.Row(row.depth, chance.choice(FEW_ROLES), chance.choice(FEW_WORDS)))
        if kind == "value":
            changed.append(row._replace(value=chance.choice(FEW_WORDS)))
        else:
            changed.append(row._replace(name=chance.choice(FEW_WORDS)) if kind in {"name", "gone"} else row)
    return changed


def scattered(count: int) -> tuple[uidiff.Snapshot, uidiff.Snapshot]:
    """A random tree, and the same with one in a hundred of its elements renamed, given another value, gone or come."""
    chance = Random(count)
    given = [uidiff.Row(0, "window", "Main")]
    while len(given) < count:
        depth = min(1 + chance.randrange(given[-1].depth + 1), 12)
        role, number = chance.choice(ROLES), chance.randrange(max(count // 4, 1))
        given.append(uidiff.Row(depth, role, f"{role} {number}", str(number) if number % 3 == 0 else None))
    changed: list[uidiff.Row] = []
    touched = set(chance.sample(range(1, count), max(count // 100, 4)))
    kinds = ("name", "value", "gone", "come")
    for index, row in enumerate(given):
        kind = kinds[chance.randrange(4)] if index in touched else ""
        is_leaf = index + 1 == count or given[index + 1].depth <= row.depth
        if kind == "gone" and is_leaf:
            continue
        if kind == "come":
            changed.append(uidiff.Row(row.depth, "button", f"New {index}"))
        renamed, typed = f"Renamed {index}" if kind == "name" else row.name, "typed" if kind == "value" else row.value
        changed.append(row._replace(name=renamed, value=typed))
    return uidiff.Snapshot.from_rows(given), uidiff.Snapshot.from_rows(changed)


def chain(depth: int, *, text: str = "leaf") -> uidiff.Snapshot:
    """Each element the only child of the one before; one text at the bottom."""
    found = [uidiff.Row(i, "generic", None if i < depth - 1 else text) for i in range(depth)]
    return uidiff.Snapshot.from_rows(found)


def siblings(count: int, *, names: Sequence[str] = ("Star",)) -> uidiff.Snapshot:
    """A list of that many buttons, named in turn."""
    found = [uidiff.Row(1, "button", names[i % len(names)]) for i in range(count)]
    return uidiff.Snapshot.from_rows([uidiff.Row(0, "list"), *found])


def ten_containers(count: int) -> tuple[uidiff.Snapshot, uidiff.Snapshot, int, list[int]]:
    """A root with ten equal containers without names; the same with three values changed and one element inserted.

    With them the after-index of what was inserted, and those of what changed, in order.
    """
    each = count // 10
    rows_of_one = [uidiff.Row(1, "group"), *(uidiff.Row(2, "textbox", f"Field {i}", "old") for i in range(each - 1))]
    given = [uidiff.Row(0, "window"), *rows_of_one * 10]
    changed = list(given)
    places = [1 + 2 * each + each // 2, 1 + 4 * each + 7, 1 + 8 * each + each // 3]
    for place in places:
        changed[place] = changed[place]._replace(value="typed")
    inserted = 1 + 6 * each + each // 2
    changed.insert(inserted, uidiff.Row(2, "button", "New"))
    indices = [place + (place >= inserted) for place in places]
    return uidiff.Snapshot.from_rows(given), uidiff.Snapshot.from_rows(changed), inserted, indices
