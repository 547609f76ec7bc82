"""What happens to an application between two reads, with the true identity of every element kept."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType

import attrs

from tests.ui_trees.apps import WORDS, Maker
from tests.ui_trees.nodes import Node, Pairs, Screen, true_pairs
from uidiff import Snapshot

ROWS = ("listitem", "article", "row", "treeitem")
OTHER_ROLE = {"button": "link", "checkbox": "switch", "textbox": "searchbox", "link": "button"}


@attrs.frozen
class Case:
    """Two snapshots and the truth about them."""

    before: Snapshot
    after: Snapshot
    pairs: Pairs


@attrs.frozen
class Draft:
    """A screen that is changed, and who makes what is new on it."""

    maker: Maker
    screen: Screen

    def pick(self, nodes: Sequence[Node]) -> Node:
        """One of them."""
        return self.maker.random.choice(nodes)

    def some(self, nodes: Sequence[Node], count: int) -> list[Node]:
        """That number of them, or all."""
        return self.maker.random.sample(nodes, min(count, len(nodes)))

    def of_role(self, *roles: str) -> list[Node]:
        """All elements of these roles."""
        return [node for node in self.screen.walk() if node.role in roles]

    def collection(self) -> Node:
        """A list, table or box of cards with some rows in it."""
        holders = [node for node in self.screen.walk() if len(node.children) > 3 and _is_row(node.children[-1])]
        return self.pick(holders)

    def like(self, holder: Node) -> Node:
        """A new row of the kind that a collection holds."""
        sample = holder.children[-1]
        if sample.role == "listitem":
            if sample.children and sample.children[0].role == "image":
                return self.maker.icon()
            kinds = {0: self.maker.plain, 2: self.maker.file}
            return kinds.get(len(sample.children), self.maker.mail)()
        makers = {"row": self.maker.record, "article": self.maker.message, "generic": self.maker.card}
        return makers[sample.role]() if sample.role in makers else self.maker.node("treeitem", self.maker.title())


def _is_row(node: Node) -> bool:
    """Whether it is a row, or a card: a box of two boxes."""
    boxes = [child.role for child in node.children] == ["generic", "generic"]
    return node.role in ROWS or (node.role == "generic" and boxes)


# ------------------------------------------------------------------------ edits


def change_value(draft: Draft) -> None:
    fields = draft.of_role("textbox", "combobox") or [node for node in draft.screen.walk() if node.value]
    field = draft.pick(fields)
    field.value = f"{field.value or ''}x"


def change_three_values(draft: Draft) -> None:
    for _ in range(3):
        change_value(draft)


def toggle(draft: Draft) -> None:
    for node in draft.some(draft.of_role("checkbox", "button"), 2):
        state = "checked" if node.role == "checkbox" else "pressed"
        node.states[state] = not node.states.get(state, False)


def rename(draft: Draft) -> None:
    draft.pick(draft.of_role("text", "link", "heading", "cell")).name = draft.maker.title()


def rename_a_button(draft: Draft) -> None:
    draft.pick(draft.of_role("button")).name = "Working"


def rename_a_row(draft: Draft) -> None:
    """A title that a row says twice."""
    rows = [row for row in draft.of_role("listitem") if row.name] or draft.of_role("heading")
    row = draft.pick(rows)
    title = draft.maker.title()
    for node in row.walk():
        if node.role == "text" and node.name and (row.name or "").endswith(node.name):
            node.name = title
    row.name = title


def retitle(draft: Draft) -> None:
    draft.screen.roots[0].name = f"({draft.maker.random.randrange(1, 99)}) Untitled - Studio"


def move_focus(draft: Draft) -> None:
    for node in draft.screen.walk():
        node.states.pop("focused", None)
    draft.pick(draft.maker.focusable(draft.screen)).states["focused"] = True


def _insert(draft: Draft, at: Callable[[int], int], count: int = 1) -> None:
    holder = draft.collection()
    place = at(len(holder.children))
    holder.children[place:place] = [draft.like(holder) for _ in range(count)]


def insert_first(draft: Draft) -> None:
    _insert(draft, lambda _: 0)


def insert_in_the_middle(draft: Draft) -> None:
    _insert(draft, lambda count: count // 2)


def insert_last(draft: Draft) -> None:
    _insert(draft, lambda count: count)


def insert_five(draft: Draft) -> None:
    _insert(draft, lambda count: count // 3, 5)


def remove_first(draft: Draft) -> None:
    del draft.collection().children[0]


def remove_in_the_middle(draft: Draft) -> None:
    rows = draft.collection().children
    del rows[len(rows) // 2]


def remove_last(draft: Draft) -> None:
    del draft.collection().children[-1]


def remove_some(draft: Draft) -> None:
    rows = draft.collection().children
    for row in draft.some(rows, len(rows) // 3):
        rows.remove(row)


def replace_a_row(draft: Draft) -> None:
    """One goes and another comes somewhere else."""
    holder = draft.collection()
    del holder.children[len(holder.children) // 2]
    holder.children.append(draft.like(holder))


def scroll(draft: Draft) -> None:
    holder = draft.collection()
    count = draft.maker.random.randrange(1, 4)
    del holder.children[:count]
    holder.children += [draft.like(holder) for _ in range(count)]


def reorder_one(draft: Draft) -> None:
    rows = draft.collection().children
    rows.insert(draft.maker.random.randrange(len(rows)), rows.pop())


def sort(draft: Draft) -> None:
    draft.collection().children.sort(key=_text)


def _text(node: Node) -> str:
    return " ".join(one.name or one.value or one.description or "" for one in node.walk())


def swap_two(draft: Draft) -> None:
    rows = draft.collection().children
    one, other = sorted(draft.maker.random.sample(range(len(rows)), 2))
    rows[one], rows[other] = rows[other], rows[one]


def turn_the_page(draft: Draft) -> None:
    """Other rows in the same table."""
    holder = draft.collection()
    holder.children = [draft.like(holder) for _ in holder.children]


def update_a_row(draft: Draft) -> None:
    """All but one of its texts."""
    rows = [[one for one in node.walk() if one.name] for node in draft.screen.walk() if _is_row(node)]
    texts = draft.maker.random.choice([texts for texts in rows if len(texts) > 1])
    for node in draft.some(texts, len(texts) - 1):
        node.name = draft.maker.title()


def update_a_column(draft: Draft) -> None:
    """The sizes, everywhere."""
    for node in draft.screen.walk():
        if node.role in {"cell", "text"} and (node.name or node.value or "").endswith(" kB"):
            size = f"{draft.maker.random.randrange(900)} kB"
            node.name, node.value = (size, None) if node.name else (None, size)


def wrap_each_row(draft: Draft) -> None:
    """As a framework does when a list can be dragged."""
    holder = draft.collection()
    holder.children = [draft.maker.node("generic", None, row) for row in holder.children]


def wrap(draft: Draft) -> None:
    """A box without a name around a section."""
    holder = draft.pick([node for node in draft.of_role("main", "navigation") if node.children])
    place = draft.maker.random.randrange(len(holder.children))
    holder.children[place] = draft.maker.node("group", None, holder.children[place])


def unwrap(draft: Draft) -> None:
    """The other way round: what stands in a section takes its place."""
    holder = draft.pick([node for node in draft.of_role("main", "navigation") if node.children])
    place = draft.maker.random.randrange(len(holder.children))
    holder.children[place : place + 1] = holder.children[place].children


def move_a_section(draft: Draft) -> None:
    side, main = draft.of_role("navigation")[0].children, draft.of_role("main")[0].children
    source, target = (main, side) if main else (side, main)
    target.insert(len(target) // 2, source.pop(len(source) // 2))


def move_a_row(draft: Draft) -> None:
    """A row with a text of its own goes to another collection."""
    rows = [row for row in draft.of_role("listitem") if row.name and row.name.split()[-1].isdigit()]
    if rows:
        row = draft.pick(rows)
        draft.screen.siblings(row).remove(row)
        draft.collection().children.insert(1, row)


def open_a_dialog(draft: Draft) -> None:
    for node in draft.screen.walk():
        node.states.pop("focused", None)
    draft.screen.roots[0].children.append(draft.maker.dialog())


def open_a_window(draft: Draft) -> None:
    """A dialog that is a window of its own."""
    draft.screen.roots.append(draft.maker.dialog())


def close_dialogs(draft: Draft) -> None:
    for dialog in draft.of_role("dialog"):
        draft.screen.siblings(dialog).remove(dialog)


def change_a_role(draft: Draft) -> None:
    """Of an element with a name: of another it is not clear that it is the same."""
    node = draft.pick([node for node in draft.of_role(*OTHER_ROLE) if node.name])
    node.role = OTHER_ROLE[node.role]


def duplicate_a_row(draft: Draft) -> None:
    rows = draft.collection().children
    place = draft.maker.random.randrange(len(rows))
    rows.insert(place + 1, draft.maker.copy(rows[place]))


def let_time_pass(draft: Draft) -> None:
    for node in draft.screen.walk():
        words = (node.name or "").split()
        if words[1:] == ["minutes", "ago"]:
            node.name = f"{int(words[0]) + 1} minutes ago"


def open_a_menu(draft: Draft) -> None:
    entries = [draft.maker.node("menuitem", word.title()) for word in draft.maker.random.sample(WORDS, 4)]
    draft.pick(draft.of_role("menuitem")).children = [draft.maker.node("menu", None, *entries)]


def change_nothing(_: Draft) -> None:
    pass


ONE_EDIT: Mapping[str, Callable[[Draft], None]] = MappingProxyType(
    {
        edit.__name__: edit
        for edit in (
            *(change_nothing, change_value, change_three_values, toggle, rename, rename_a_button, rename_a_row),
            *(retitle, move_focus, insert_first, insert_in_the_middle, insert_last, insert_five, remove_first),
            *(remove_in_the_middle, remove_last, remove_some, replace_a_row, scroll, reorder_one, sort),
            *(swap_two, turn_the_page, update_a_row, update_a_column, wrap_each_row, wrap, unwrap),
            *(move_a_section, move_a_row, open_a_dialog, open_a_window, close_dialogs, change_a_role),
            *(duplicate_a_row, let_time_pass, open_a_menu),
        )
    },
)

MIXED = "several edits"

SCRIPTS = (*ONE_EDIT, MIXED)
"""What can be asked of :func:`make_case`."""


def make_case(script: str, size: int, seed: int, *, stable_ids: float = 0.0) -> Case:
    """A screen of about that number of elements, and what became of it; stable ids on that share of its elements."""
    maker = Maker(seed)
    before = maker.screen(size)
    draft = Draft(maker, before)
    if script == close_dialogs.__name__:
        open_a_dialog(draft)
    draft = Draft(maker, before.copy())
    for edit in _edits(draft, script):
        with suppress(IndexError):  # nothing is there to choose from: then nothing happens
            edit(draft)
    shown = [screen.snapshot(stable_ids=stable_ids) for screen in (before, draft.screen)]
    return Case(shown[0], shown[1], true_pairs(before, draft.screen))


def _edits(draft: Draft, script: str) -> list[Callable[[Draft], None]]:
    if script == MIXED:
        # rows that are all replaced in place may be called changed as well: a judgement, not to be counted many times
        edits = [edit for edit in ONE_EDIT.values() if edit not in {change_nothing, turn_the_page}]
        return draft.maker.random.sample(edits, draft.maker.random.randrange(3, 9))
    return [ONE_EDIT[script]]
