"""The tasks: what is done on which page, and what shows that it was done.

The results of those that are held back are not read, only their figures: so these show what was fitted to others.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from benchmarks.living.forty import ROUND, STEPS
from benchmarks.proxy.agent import Step

__all__ = ["TASKS", "Task"]


@attrs.frozen
class Task:
    """A task.

    Attributes:
        name: in tables.
        page: an address below the site of benchmarks/living, or ``app:NAME`` of benchmarks/corpus/recorder/web.
        steps: what is done, by role and name.
        ends: a text that the page shows then.
        script: a function of the page that begins it, as a person who loads it would see.
        root: the part of the page whose state is compared: without what a clock writes.
        held_back: whether its results are not read while the proxy or the reader is mended.
    """

    name: str
    page: str
    steps: Sequence[Step]
    ends: str
    script: str = ""
    root: str = "body"
    held_back: bool = False


def press(name: str, role: str = "button", near: str = "") -> Step:
    return Step("press", role, name, near=near)


def fill(name: str, value: str, role: str = "textbox", near: str = "") -> Step:
    return Step("type", role, name, value, near)


def choose(name: str, value: str, near: str = "") -> Step:
    return Step("select", "combobox", name, value, near)


def key(name: str) -> Step:
    return Step("key", value=name)


def clear(name: str, role: str = "textbox") -> list[Step]:
    """Empty a field as a person does: chrome-devtools-mcp's ``fill`` with no text tells the page nothing."""
    return [press(name, role), key("Control+A"), key("Delete")]


NEVER = 100_000_000
"""Milliseconds: the shop draws itself again after what the agent does, and not by a clock."""

BEGINS = """async () => {
  while (!window.shop) await new Promise((resolve) => setTimeout(resolve, 10));
  await shop(%r, %d);
}"""
"""Opens the shop once the page's script has come."""


def shop(renderer: str, source: str, steps: Sequence[tuple[str, str, str, str | None]], ends: str) -> Task:
    """A shop of benchmarks/living, drawn by one of its renderers."""
    script = BEGINS % (renderer, NEVER)
    done = [one for step in steps for one in (clear(step[2]) if step[3] == "" else [Step(*step)])]
    return Task(f"shop ({renderer})", f"pair.html?from={source}", done, ends, script)


TASKS = (
    shop("react, keys", "/built/renderers/react.mjs", ROUND[:18], "1 in the basket"),
    shop("innerHTML", "/renderers/plain.mjs", STEPS[:28], "1 in the basket"),
    shop("vue, no keys", "/built/renderers/vue.mjs", STEPS[20:37], "Sort by number"),
    Task(
        "invoices (Alpine)",
        "app:alpine",
        [
            press("2044 Elmet Furniture"),
            press("Edit"),
            fill("Quantity", "12", "spinbutton", "SC-440"),
            press("Move down", near="SC-440"),
            press("Copy", near="SC-440"),
            press("Add article"),
            press("Varnish", "menuitem"),
            press("Delete", near="SC-440"),
            press("Undo"),
            choose("Customer", "Cove Boatyard"),
            press("Done"),
            press("Sort by name"),
            press("Sent (4)"),
            fill("Search invoices", "elm", "searchbox"),
            *clear("Search invoices", "searchbox"),
            press("All (14)"),
            press("Compact rows"),
            press("2048 Bakewell School"),
            press("Send…"),
            press("Send"),
        ],
        "Sent, due 2026-02-23",
        root="aside, main",
    ),
    Task(
        "orders (Mantine)",
        "app:mantine",
        [
            press("Customer"),
            press("Page 3"),
            press("Page 2"),
            press("Actions", near="Birch School"),
            press("Edit", "menuitem"),
            fill("Customer", "Al"),
            press("Save order"),
            fill("Customer", "Fir Bakery"),
            press("Save order"),
            press("Refresh"),
            fill("Search", "zzz"),
            *clear("Search"),
            press("Hall 2", "treeitem"),
            press("Search everywhere"),
            fill("Find an item", "desk"),
            key("Escape"),
            press("Hide shelves"),
            press("Dark"),
            press("Stock 8", "tab"),
            press("Setup", "tab"),
            press("Next"),
            press("Next"),
        ],
        "66 found, 29 sent",
        root="header, nav, main, footer",
        held_back=True,
    ),
    Task(
        "cars (PrimeVue)",
        "app:primevue",
        [
            press("Price", "columnheader"),
            press("Page 2"),
            press("Page 1"),
            fill("Search cars", "ford"),
            press("New car"),
            press("Add"),
            fill("Name", "Ford Capri"),
            press("Add"),
            *clear("Search cars"),
            press("By origin", "tab"),
            press("Offices", "tab"),
            press("Workshop queue", "tab"),
        ],
        "91 cars, 15 sold",
        root=".p-menubar, .p-tabs",
    ),
    Task(
        "tickets (Vuetify)",
        "app:vuetify",
        [
            press("Customer", "columnheader"),
            press("Next page"),
            press("New ticket"),
            press("Save"),
            fill("Subject", "Label printer prints twice"),
            press("Cancel"),
            fill("Search", "sign"),
            press("Group"),
            press("Ungroup"),
            *clear("Search"),
            press("Refresh"),
            press("Compact"),
            press("Dark"),
            press("Setup", "tab"),
            press("Next"),
            press("Help", "tab"),
            press("Can I call?"),
            press("How fast do you answer?"),
        ],
        "Within 8 hours",
        root="header, nav, main",
    ),
    Task(
        "people (Radix)",
        "app:radix",
        [
            press("State"),
            press("Name"),
            press("More", near="greta.holm"),
            press("Rename", "menuitem"),
            fill("Name", "Zora Holm"),
            key("Enter"),
            press("Team", "combobox"),
            press("Transport", "option"),
            press("Team", "combobox"),
            press("All teams", "option"),
            press("Compact", "switch"),
            press("More", near="Ines Duarte"),
            press("Remove…", "menuitem"),
            press("Remove"),
            press("Invite"),
            fill("Full name", "Jonas Berg"),
            fill("Mail", "jonas.berg@holm.example"),
            key("Enter"),
            press("Policies", "tab"),
            press("Exports"),
            press("Organisation", "tab"),
            press("Save"),
            press("People (20)", "tab"),
            fill("Search people", "berg", "searchbox"),
        ],
        "4 of 20 people",
        root="header, [role=tabpanel]",
        held_back=True,
    ),
    Task(
        "orders (Turbo)",
        "app:turbo",
        [
            press("Edit", "link", near="1078"),
            fill("Quantity", "many"),
            press("Save"),
            fill("Quantity", "12"),
            press("Save"),
            press("New order", "link"),
            press("Create"),
            choose("Customer", "Casa Verde"),
            fill("Quantity", "4"),
            press("Create"),
            press("1075", "link"),
            press("Delete", near="1076"),
            press("Select order 1080", "checkbox"),
            press("Select order 1077", "checkbox"),
            press("Mark as shipped"),
            press("Amount", "link"),
            press("Dense rows"),
            fill("Search orders", "desk", "searchbox"),
            *clear("Search orders", "searchbox"),
            press("2", "link"),
            press("Customers", "link"),
        ],
        "40 orders in the books",
        held_back=True,
    ),
    Task(
        "airports (Flask-Admin)",
        "app:flask_admin",
        [
            press("Name", "link"),
            press("Elizabeth", "link"),
            fill("name, city", "Denver"),
            press("Search"),
            press("States", "link"),
            press("Create", "link"),
            press("Airports", "link"),
            press("Inspections", "link"),
            press("Home", "link"),
            press("Airports", "link"),
            press("City", "link"),
            press("With selected"),
        ],
        "List (70)",
        held_back=True,
    ),
)
