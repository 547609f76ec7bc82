"""Ten pages used for a while, as an agent would: read, act by a ref, read; forty steps each.

The pages are one shop, drawn by ten renderers, again and again also while nothing happens. The agent goes by what it
was told: it takes the ref with which an element was named first. It opens and closes a modal dialog, goes to and fro in
a list of which a part is in the page, hides and shows panels, sorts, types, chooses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

import uidiff
from benchmarks.living.pairs import source_of
from benchmarks.living.site import Site
from benchmarks.living.truth import living_nodes
from benchmarks.report import Report
from uidiff.backends.web.rows import node_of_id
from uidiff.errors import UIDiffError

__all__ = ["PAGES", "STEPS", "Used", "add_forty", "use"]

PAGES = (
    *("by hand", "innerHTML", "react, keys", "react, mounted again", "vue, no keys"),
    *("svelte, keys", "lit, map", "morphdom", "idiomorph, ids", "htmx, innerMorph"),
)
EVERY = 250
"""Milliseconds until everything is drawn again."""

ROUND = (
    ("press", "button", "Add Lamp", None),
    ("press", "button", "Next page", None),
    ("press", "button", "Add Basket", None),
    ("press", "button", "Previous page", None),
    ("press", "button", "Add Lamp", None),
    ("type", "textbox", "Search", "ch"),
    ("press", "button", "Add Chair", None),
    ("type", "textbox", "Search", ""),
    ("press", "button", "Checkout", None),
    ("type", "textbox", "Your name", "Ada"),
    ("select", "combobox", "Delivery", "Express"),
    ("press", "button", "Order now", None),
    ("press", "button", "Add Shelf", None),
    ("press", "tab", "Orders", None),
    ("press", "button", "Repeat the last order", None),
    ("press", "tab", "Shop", None),
    ("press", "button", "Sort by price", None),
    ("press", "button", "Sort by number", None),
    ("press", "checkbox", "Only in stock", None),
    ("press", "button", "Add Rug", None),
)
"""One round: the action, the role and name of the element, and what is typed or chosen."""

STEPS = (*ROUND, *ROUND[:18], ROUND[18], ("press", "button", "Add Vase", None))
"""Forty steps; the second time the box is emptied again."""

SHOWN = 8
"""So many different faults of a kind are printed."""

CONTROLS = frozenset({"button", "checkbox", "combobox", "tab", "textbox"})
"""The roles whose elements have names of their own on the page."""

KEYS = {"Lamp": "g0", "Chair": "g1", "Shelf": "g2", "Rug": "g3", "Vase": "g5", "Basket": "g10"}


@attrs.define
class Used:
    """What came of one page.

    Attributes:
        steps: how many were done.
        ends: the steps at which the agent could not go on, and why.
        wrong: what was received in place of what was meant.
        false: the controls that were told to be removed while their DOM nodes are in the page and show nothing else.
        renumbered: the elements that have another ref than the one that they were named with first.
    """

    renderer: str
    steps: int = 0
    ends: list[str] = attrs.field(factory=list)
    wrong: list[str] = attrs.field(factory=list)
    false: list[str] = attrs.field(factory=list)
    renumbered: list[str] = attrs.field(factory=list)

    def line(self) -> str:
        """The page as one line, each thing that went wrong as a further one."""
        kinds = {
            "": self.ends,
            "wrong element: ": self.wrong,
            "not removed: ": self.false,
            "another ref: ": self.renumbered,
        }
        wrong = [f"{kind}{one}" for kind, some in kinds.items() for one in [*dict.fromkeys(some)][:SHOWN]]
        head = f"{'BAD ' if wrong else 'ok  '} {self.renderer}: {self.steps} of {len(STEPS)} steps"
        return "\n".join([head, *(f"       {one}" for one in wrong)])


def use(site: Site, page: Any, renderer: str, steps: Sequence[tuple[str, str, str, str | None]] = STEPS) -> Used:  # noqa: ANN401  # a Page
    """Use one page."""
    page.goto(site.page(f"pair.html?from={source_of(renderer)}"))
    page.wait_for_function("window.loaded")
    page.evaluate("given => shop(...given)", [renderer, EVERY])
    used, known = Used(renderer), dict[tuple[str, str], str]()
    with uidiff.Session("web", page, timeout=30) as ui:
        report = ui.describe()
        for number, (action, role, name, value) in enumerate(steps, 1):
            _learn(known, report, used)
            what = f"step {number}, {action} {role} {name!a}"
            ref = known.get((role, name))
            if ref is None:
                used.ends.append(f"{what}: it has no ref")
                continue
            site.log.clear()
            try:
                report = ui.act(action, ref, value)
            except UIDiffError as error:
                used.ends.append(f"{what}: {type(error).__name__}: {error}"[:240])
                report = ui.describe()
            else:
                used.steps += 1
                if not site.log:
                    used.ends.append(f"{what}: said to be done, and nothing was received")
            key = _key(action, name)
            wanted = (key, key.replace("type ", "key "), "type stock-box")  # a box that is pressed also says its value
            used.wrong += [f"{what} received {entry!a}" for entry in site.log if not entry.startswith(wanted)]
            used.false += _false(page, report)
    return used


def _learn(known: dict[tuple[str, str], str], report: uidiff.Report, used: Used) -> None:
    """Take in the refs of what is new to the agent."""
    for element, number in zip(report.snapshot, report.refs.numbers, strict=True):
        what = (element.role, element.name or "")
        if what[1] and known.setdefault(what, f"e{number}") != f"e{number}" and what[0] in CONTROLS:
            used.renumbered.append(f"{what[0]} {what[1]!a}: {known[what]}, then e{number}")
            known[what] = f"e{number}"


def _key(action: str, name: str) -> str:
    """What the page receives of an action with the element of that name."""
    keys = {
        **{f"Add {thing}": f"press {key}-add" for thing, key in KEYS.items()},
        "Next page": "press next",
        "Previous page": "press previous",
        "Checkout": "press checkout",
        "Order now": "press confirm",
        "Orders": "press at Orders",
        "Shop": "press at Shop",
        "Repeat the last order": "press again",
        "Sort by price": "press byPrice",
        "Sort by number": "press byPrice",
        "Only in stock": "press stock-box",
        "Search": "type search",
        "Your name": "type ask-name",
        "Delivery": "type ask-delivery",
    }
    assert keys[name].startswith("press") == (action == "press")
    return keys[name]


def _false(page: Any, report: uidiff.Report) -> list[str]:  # noqa: ANN401  # a Page
    """The controls that an answer says were removed, and whose nodes are in the page: hidden, or shown as the same."""
    removed = [] if report.delta is None else [record.before for record in report.delta.removed]
    shown = {one.id: (one.role, one.name) for one in report.snapshot}
    controls = [(one, node_of_id(one.id or "")) for one in removed if one.role in CONTROLS]
    living = living_nodes(page) if controls else set()
    return [
        f"{one.role} {one.name!a}"
        for one, node in controls
        if node is not None and node[1] in living and shown.get(one.id, (one.role, one.name)) == (one.role, one.name)
    ]


def add_forty(report: Report, found: Sequence[Used]) -> None:
    """Add the table and the targets."""
    columns = ("page", "steps done", "dead ends", "wrong elements", "falsely removed", "refs changed")
    rows = [[one.renderer, one.steps, *map(len, (one.ends, one.wrong, one.false, one.renumbered))] for one in found]
    report.table(f"Ten pages, {len(STEPS)} steps each", columns, rows)
    report.target("steps on ten pages", sum(one.steps for one in found), len(PAGES) * len(STEPS), at_least=True)
    report.target("dead ends", sum(len(one.ends) for one in found), 0)
    report.target("wrong elements on ten pages", sum(len(one.wrong) for one in found), 0)
    report.target("falsely removed on ten pages", sum(len(one.false) for one in found), 0)
    report.target("refs changed on ten pages", sum(len(one.renumbered) for one in found), 0)
