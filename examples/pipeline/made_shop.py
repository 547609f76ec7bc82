"""A shop's console, as a program that is used: screens, what their buttons do, and faults that are planted in it.

A look is what a recorder sees: the tree, when, and what was done right before.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs

__all__ = ["SCREENS", "Look", "Planted", "Shop"]

Node = dict[str, Any]

SCREENS: dict[str, str] = {
    "Orders": "Refresh",
    "Profile": "Save",
    "Address": "Save",
    "Settings": "Save",
    "Basket": "Pay",
    "Reports": "Export",
}
"""The button of each screen."""

ERRORS = ("TypeError: total is undefined", "Error 503: the warehouse does not answer", "KeyError: currency")
GOODS = ("Lamp", "Pump", "Rope", "Tea", "Milk", "Chair", "Stove", "Kettle")

SOMETIMES = 0.02
"""The share of steps that go wrong, or come to nothing, without a cause."""

MOSTLY = 0.7
"""The share of steps that fail by the planted error."""

GOING = 0.5
"""The share of steps that go to another screen."""

SLOW, QUICK = (3.6, 4.6), (0.3, 0.9)
"""Seconds to rest of the planted screen, and of the others."""

STILL = 0.6
"""Seconds without a change at the end of a step."""


@attrs.frozen
class Planted:
    """The faults: a button that does nothing on one screen, an error after another one, a screen that is slow."""

    dead_screen: str
    dead_button: str
    error_screen: str
    error_button: str
    error_text: str
    error_from_day: int
    slow_screen: str

    @classmethod
    def drawn(cls, random: Random, days: int) -> Planted:
        """Draw them: no screen has two."""
        dead = random.choice([name for name, button in SCREENS.items() if button == "Save"])
        wrong, slow = random.sample([name for name, button in SCREENS.items() if button != "Save"], 2)
        text, day = random.choice(ERRORS), random.randrange(1, max(days, 2))
        return cls(dead, SCREENS[dead], wrong, SCREENS[wrong], text, day, slow)


@attrs.frozen
class Look:
    """What a recorder sees. ``target``: role and name of what was clicked; ``errors``: new lines of the console."""

    at: float
    tree: Node
    target: tuple[str, str] | None = None
    errors: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The title of the window."""
        return str(self.tree["name"])

    @property
    def action(self) -> str | None:
        """What was done, in words."""
        return None if self.target is None else f'click {self.target[0]} "{self.target[1]}"'


class Shop:
    """A session: someone who clicks through the console, step after step."""

    def __init__(self, planted: Planted, random: Random, *, day: int, start: float, rows: int) -> None:
        self._planted, self._random, self._day = planted, random, day
        self._now = start
        self._start = start
        self._screen = "Orders"
        self._alert: str | None = None
        self._done = 0
        self._rows = [f"{random.choice(GOODS)} {random.randrange(1, 500)}" for _ in range(rows)]

    def looks(self, steps: int) -> Iterator[Look]:
        """Yield what is seen, of this number of steps."""
        yield Look(self._now, self._tree())
        for _ in range(steps):
            self._now += self._random.uniform(1, 6)
            yield from self._go() if self._random.random() < GOING else self._press()

    def _go(self) -> Iterator[Look]:
        self._screen = self._random.choice([name for name in SCREENS if name != self._screen])
        self._alert = None
        yield Look(self._now, self._tree(loading=True), ("link", self._screen))
        self._now += self._random.uniform(*(SLOW if self._screen == self._planted.slow_screen else QUICK))
        yield Look(self._now, self._tree())
        yield self._still()

    def _press(self) -> Iterator[Look]:
        button = SCREENS[self._screen]
        errors: tuple[str, ...] = ()
        chance = self._random.random()
        if self._screen != self._planted.dead_screen and chance > SOMETIMES:
            self._done += 1
            self._alert = None
        if self._fails():
            self._alert = self._planted.error_text
            errors = (self._alert,)
        elif self._random.random() < SOMETIMES:
            self._alert = "Error: the server took too long"
        yield Look(self._now, self._tree(), ("button", button), errors)
        yield self._still()

    def _fails(self) -> bool:
        planted = self._planted
        here = self._screen == planted.error_screen and self._day >= planted.error_from_day
        return here and self._random.random() < MOSTLY

    def _still(self) -> Look:
        self._now += STILL
        return Look(self._now, self._tree())

    def _tree(self, *, loading: bool = False) -> Node:
        """Return the window as it is now."""
        links = [{"role": "link", "name": name} for name in SCREENS]
        seconds = int(self._now - self._start)
        parts: list[Node] = [
            {"role": "timer", "name": f"{seconds // 60:02}:{seconds % 60:02}"},
            {"role": "navigation", "name": "Main", "children": links},
            {"role": "heading", "name": self._screen},
        ]
        if loading:
            parts.append({"role": "status", "name": "Loading"})
        else:
            rows = [
                {
                    "role": "listitem",
                    "children": [
                        {"role": "text", "name": f"{self._screen} {number}"},
                        {"role": "link", "name": row},
                        {"role": "button", "name": f"Open {number}"},
                    ],
                }
                for number, row in enumerate(self._rows, 1)
            ]
            parts += [
                {"role": "button", "name": SCREENS[self._screen]},
                {"role": "status", "name": f"Done: {self._done}"},
                {"role": "list", "name": self._screen, "children": rows},
            ]
        if self._alert is not None:
            parts.append({"role": "alert", "children": [{"role": "text", "name": self._alert}]})
        return {"role": "document", "name": f"Console: {self._screen}", "children": parts}
