"""Applications of any size, as they are met: lists with rows of many kinds, forms, tables, cards, trees, menus.

What makes identity hard is in them on purpose: rows that share the names of their buttons, rows and wrappers without a
name, titles that occur several times, ages that are the same everywhere, columns with few different values.
"""

import itertools
import random
from collections.abc import Callable, Sequence

from tests.ui_trees.nodes import Node, Screen

WORDS = [
    head + tail
    for head in ("am", "bor", "cop", "gar", "har", "lan", "mar", "quar")
    for tail in ("ber", "den", "low", "mond", "per", "tern", "vest")
]
PEOPLE = ("Ada", "Bela", "Cyril", "Dora", "Egon", "Fanny", "Goran", "Hilde", "Ines", "Jonas", "Kaja", "Lars", "Mira")
COMMANDS = ("New", "Open", "Save", "Print", "Undo", "Redo", "Cut", "Copy", "Paste", "Find", "Replace", "Bold", "Italic")
TITLES = ("Untitled", "New folder", "Draft")


class Maker:
    """Makes new elements; the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311  # no secret
        self._numbers = itertools.count()

    def node(self, role: str, name: str | None = None, *children: Node, **fields: str | None) -> Node:
        """A new element."""
        return Node(next(self._numbers), role, name, fields.get("value"), fields.get("description"), {}, [*children])

    def copy(self, node: Node) -> Node:
        """Another element, with others below it, that looks like this one."""
        same = Screen([node]).copy().roots[0]
        for one in same.walk():
            one.number = next(self._numbers)
        return same

    def words(self, count: int) -> str:
        """Some words, the same ones now and then."""
        return " ".join(self.random.choices(WORDS, k=count))

    def title(self) -> str:
        """What somebody called a thing; others are called so too, now and then."""
        chance = self.random.random()
        if chance < 0.1:
            return self.random.choice(TITLES)
        return self.words(2) if chance < 0.6 else f"{self.words(1)} {self.random.randrange(100)}"

    # ---------------------------------------------------------------------- rows

    def mail(self) -> Node:
        """A row that says everything twice, with the buttons that every row has."""
        who, subject = self.random.choice(PEOPLE), self.title()
        texts = (who, subject, f"{self.random.randrange(1, 9)} minutes ago")
        star = self.node("checkbox", "Star")
        star.states["checked"] = self.random.random() < 0.3
        parts = [star, *(self.node("text", text) for text in texts)]
        return self.node("listitem", f"{who}: {subject}", *parts, *map(self.button, ("Archive", "Delete")))

    def file(self) -> Node:
        """A row without a name, with a wrapper without a name."""
        size = self.node("text", value=f"{self.random.randrange(900)} kB")
        wrapper = self.node("group", None, self.node("link", self.title(), description=self.words(2)), size)
        return self.node("listitem", None, wrapper, self.button("Delete"))

    def plain(self) -> Node:
        """A row that is all in its name."""
        return self.node("listitem", self.title())

    def message(self) -> Node:
        """One of many in a conversation: some say the same."""
        text = self.words(5) if self.random.random() < 0.8 else "ok"
        when = self.node("time", f"{self.random.randrange(1, 5)} minutes ago")
        body = self.node("generic", None, self.node("text", text))
        return self.node(
            "article", None, self.node("text", self.random.choice(PEOPLE)), when, body, self.button("Reply")
        )

    def card(self) -> Node:
        """Boxes in boxes, as web pages have them."""
        image = self.node("image", description=self.words(2))
        text = self.node("generic", None, self.node("link", self.title()), self.node("text", self.words(6)))
        front = self.node("generic", None, image, text)
        return self.node("generic", None, front, self.node("generic", None, *map(self.button, ("Like", "Share"))))

    def record(self) -> Node:
        """A row of a table."""
        kind, size = self.random.choice(("Text", "Image", "Sound")), f"{self.random.randrange(40)} kB"
        day = f"2031-0{self.random.randrange(1, 9)}-1{self.random.randrange(9)}"
        return self.node("row", None, *(self.node("cell", text) for text in (self.title(), size, kind, day)))

    def icon(self) -> Node:
        """A picture that says nothing, with a button that says nothing: it looks like the next one."""
        return self.node("listitem", None, self.node("image"), self.node("button"))

    # ------------------------------------------------------------------ sections

    def button(self, name: str) -> Node:
        """A button."""
        return self.node("button", name)

    def heading(self) -> Node:
        """A heading."""
        return self.node("heading", self.words(2))

    def listed(self, rows: Sequence[Node]) -> Node:
        """A list below its heading."""
        return self.node("region", self.words(1), self.heading(), self.node("list", None, *rows))

    def table(self, rows: Sequence[Node]) -> Node:
        """A table with its column headers."""
        columns = (self.node("columnheader", name) for name in ("Name", "Size", "Kind", "Modified"))
        body = self.node("rowgroup", None, *rows)
        return self.node("table", self.words(1), self.node("row", None, *columns), body)

    def cards(self, rows: Sequence[Node]) -> Node:
        """Cards, with a box around them."""
        return self.node("generic", None, self.node("generic", None, *rows))

    def form(self, count: int) -> Node:
        """Fields of several kinds."""
        fields = []
        for number in range(count):
            label = f"{self.words(1)} {number}"
            kind = self.random.randrange(4)
            if kind < 2:
                field = self.node("textbox", label, value=self.random.choice((None, self.words(1))))
                fields.append(self.node("group", None, self.node("text", label), field))
            elif kind == 2:
                fields.append(self.node("checkbox", label))
            else:
                fields.append(self.node("combobox", label, self.button("Open"), value=self.words(1)))
        return self.node("form", self.words(1), *fields, *map(self.button, ("OK", "Cancel", "Apply")))

    def branches(self, count: int) -> Node:
        """A tree of folders."""
        tree = self.node("tree", self.words(1))
        for number in range(count):
            folder = tree if number % 4 == 0 else self.random.choice(tree.children)
            folder.children.append(self.node("treeitem", self.title()))
        return tree

    def dialog(self) -> Node:
        """A question, with a focused answer."""
        question = self.node("text", f"Do you want to keep the changes of {self.title()}?")
        buttons = [*map(self.button, ("Keep", "Discard", "Cancel"))]
        buttons[0].states["focused"] = True
        return self.node("dialog", "Keep changes?", question, *buttons)

    def recent(self, section: Node) -> Node:
        """What stands elsewhere too, in short: the same texts in two places."""
        texts = [
            node.name for node in section.walk() if node.name and node.role in {"link", "text", "cell", "listitem"}
        ]
        rows = (self.node("listitem", text) for text in texts[:6])
        return self.node("region", "Recent", self.node("list", None, *rows))

    def section(self, kind: int, count: int) -> Node:
        """One of the sections, with about that many rows."""
        rows: dict[int, Callable[[], Node]] = {0: self.mail, 1: self.file, 2: self.plain, 3: self.message}
        rows |= {4: self.record, 5: self.card, 8: self.icon}
        if kind in rows:
            made = [rows[kind]() for _ in range(count)]
            return self.table(made) if kind == 4 else self.cards(made) if kind == 5 else self.listed(made)
        return self.form(count) if kind == 6 else self.branches(count)

    # --------------------------------------------------------------------- whole

    def screen(self, size: int) -> Screen:
        """A window of about that number of elements."""
        menus = (self.node("menuitem", name) for name in ("File", "Edit", "View", "Help"))
        tools = [*map(self.button, self.random.sample(COMMANDS, 8))]
        tools[4:4] = [self.node("separator")]
        side, main = self.node("navigation", "Places"), self.node("main")
        status = self.node("status", None, self.node("text", value="Ready"), self.node("text", value="Line 1"))
        window = self.node(
            "window",
            "Untitled - Studio",
            self.node("menubar", None, *menus),
            self.node("toolbar", None, *tools, self.node("separator")),
            self.node("group", None, side, main),
            status,
        )
        screen = Screen([window])
        count = sum(1 for _ in screen.walk())
        kinds = [0, 4, 6, 5, 1, 3, 2, 7, 8]
        self.random.shuffle(kinds)
        for number in itertools.count():
            if count >= size and number > 3:
                break
            rows = min(self.random.randrange(5, 6 + size // 50), 4 + max(0, size - count) // 6)
            section = self.section(kinds[number % len(kinds)], rows)
            (side if number % 4 == 0 else main).children.append(section)
            if number == 1:
                side.children.append(self.recent(section))
            count = sum(1 for _ in screen.walk())
        self.focusable(screen)[0].states["focused"] = True
        return screen

    def focusable(self, screen: Screen) -> list[Node]:
        """What can have the focus."""
        return [node for node in screen.walk() if node.role in {"button", "textbox", "checkbox"}]
