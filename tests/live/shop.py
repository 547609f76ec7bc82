"""The window of the documents' own example, asked again and again: a search box, a button, a long list."""

from __future__ import annotations

from typing import Any

from tests.live.watching import Polled, Time
from uidiff import Session
from uidiff.backends.scripted import ScriptedUI

ITEMS = 145

TREE = {
    "role": "window",
    "name": "Shop",
    "children": [
        {"role": "textbox", "name": "Search"},
        {"role": "button", "name": "Loading..."},
        {"role": "list", "children": [{"role": "listitem", "name": f"Item {n}"} for n in range(ITEMS)]},
    ],
}
"""149 elements: e1 the window, e2 the search box, e3 the button, e4 the list, e5 to e149 its items."""

DIALOG = {"role": "dialog", "name": "Save Changes?", "bounds": [300, 200, 400, 150]}


class Shop:
    """The window, a time that passes only where a test lets it, and sessions that read the one in the other."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401  # those of a ScriptedUI
        self.time = Time()
        self.ui = ScriptedUI([TREE], **{"app": "Shop", "title": "Shop", **options})

    def session(self, **options: Any) -> Session:  # noqa: ANN401  # those of a Session
        backend = options.pop("backend", None) or Polled(self.ui, time=self.time)
        return Session(backend, self.ui, **{"clock": self.time.clock(), **options})

    def described(self, **options: Any) -> Session:  # noqa: ANN401  # those of a Session
        """A session that has described the window once."""
        session = self.session(**options)
        session.describe()
        return session

    def save_dialog(self) -> None:
        """What happens in the documents: a dialog comes, the focus goes to the search box, the button goes."""
        self.ui.add(DIALOG, at=0)
        self.ui.find(name="Search").set(focused=True)
        self.ui.find(name="Loading...").remove()

    def rename(self, number: int, name: str) -> None:
        """Another name for an item."""
        self.ui.find_all(role="listitem")[number].name = name

    def describe_items(self, word: str) -> None:
        """Another description for each item."""
        for number, item in enumerate(self.ui.find_all(role="listitem")):
            item.description = f"{word} by {number * 7919}"
