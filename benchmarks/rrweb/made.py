"""Sessions that are made, of any length: a page of about 2,000 elements whose parts change in bursts.

Each event is what rrweb 2 writes; the words are numbers. Nothing is random but by the seed.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple

__all__ = ["ELEMENTS", "KINDS", "Burst", "events", "lines"]

ELEMENTS = 2_000
"""Rows on the page of a session, about."""

_EACH = 9
"""Rows of one line of the page's table: the row, its three cells, and what is in them."""

_SECOND = 1_000
_START = 1_700_000_000_000
_EVENT = 25
"""Mutations of one event: a script changes more than one thing before the recorder is asked."""


class _Line(NamedTuple):
    """A line of the table: its elements, its own id first, and the text in it that changes."""

    elements: tuple[int, ...]
    text: int


class Burst:
    """The page, and the changes of one burst after the other.

    Args:
        kind: one of ``KINDS``.
        seed: of the choice.
    """

    def __init__(self, kind: str, seed: int) -> None:
        self._ids = itertools.count(1)
        self._random = Random(seed)  # no secret
        self._counts = itertools.count()
        self._change: Callable[[int], dict[str, Any]] = partial(KINDS[kind], self)
        self._lines: list[_Line] = []
        self._table = 0
        self.document = self._page()

    def mutations(self, count: int) -> dict[str, Any]:
        """Return the data of an event with a number of changes."""
        return {"source": 0, "texts": [], "attributes": [], "removes": [], "adds": [], **self._change(count)}

    # ----------------------------------------------------------------- private

    def _page(self) -> dict[str, Any]:
        table = self._element("tbody", [self._line() for _ in range(ELEMENTS // _EACH)])
        self._table = table["id"]
        style = self._element("style", [self._text(".a { color: red }")])
        head = self._element("head", [self._element("title", [self._text("Orders")]), style])
        header = self._element("thead", [self._element("tr", [self._cell("th", "Order"), self._cell("th", "State")])])
        body = self._element("body", [self._element("main", [self._element("table", [header, table])])])
        html = self._element("html", [head, body])
        return {"type": 0, "childNodes": [html], "id": next(self._ids)}

    def _line(self) -> dict[str, Any]:
        number = next(self._counts)
        link = self._element("a", [self._text(f"Order {number}")], href=f"/orders/{number}")
        button = self._element("button", [self._text("Open")], type="button")
        text = self._text("new")
        state = self._element("td", [text])
        line = self._element("tr", [self._element("td", [link]), state, self._element("td", [button])])
        elements = tuple(each["id"] for each in (line, state, link, button))
        self._lines.append(_Line(elements, text["id"]))
        return line

    def _cell(self, tag: str, text: str) -> dict[str, Any]:
        return self._element(tag, [self._text(text)])

    def _element(self, tag: str, children: list[dict[str, Any]], **attributes: str) -> dict[str, Any]:
        return {"type": 2, "tagName": tag, "attributes": attributes, "childNodes": children, "id": next(self._ids)}

    def _text(self, text: str) -> dict[str, Any]:
        return {"type": 3, "textContent": text, "id": next(self._ids)}

    def classes(self, count: int) -> dict[str, Any]:
        return {"attributes": [self._toggled() for _ in range(count)]}

    def _toggled(self) -> dict[str, Any]:
        number = next(self._counts)
        change: dict[str, object] = {"class": f"c{number % 7}"}
        if number % 2:
            change = {"style": {"display": False if number % 4 == 1 else "none", "color": f"#{number % 1000:03}"}}
        return {"id": self._random.choice(self._random.choice(self._lines).elements), "attributes": change}

    def scattered(self, count: int) -> dict[str, Any]:
        ids = (self._random.choice(self._lines).text for _ in range(count))
        return {"texts": [{"id": id_, "value": f"{next(self._counts)} pieces"} for id_ in ids]}

    def ticks(self, count: int) -> dict[str, Any]:
        """Texts that change again and again: clocks and counters."""
        ids = (self._lines[number % 5].text for number in range(count))
        return {"texts": [{"id": id_, "value": f"{next(self._counts)} s"} for id_ in ids]}

    def lines(self, count: int) -> dict[str, Any]:
        gone = [self._lines.pop(self._random.randrange(len(self._lines))).elements[0] for _ in range(count // 2)]
        befores = [self._random.choice(self._lines).elements[0] for _ in gone]
        adds = [{"parentId": self._table, "nextId": before, "node": self._line()} for before in befores]
        return {"removes": [{"parentId": self._table, "id": id_} for id_ in gone], "adds": adds}

    def mixed(self, count: int) -> dict[str, Any]:
        """As pages do: half of the changes are classes and styles, the rest texts, and some lines."""
        lines = self.lines(max(2, count // 10))
        half = count // 2
        return {**self.classes(half), **self.scattered(count - half - 2 * len(lines["adds"])), **lines}


KINDS: Mapping[str, Callable[[Burst, int], dict[str, Any]]] = {
    "classes and styles": Burst.classes,
    "texts, scattered": Burst.scattered,
    "texts, the same five": Burst.ticks,
    "lines that come and go": Burst.lines,
    "mixed": Burst.mixed,
}
"""What changes in a session, by its name."""


def events(kind: str, *, size: int, pause: int = _SECOND, seed: int = 24) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield the events of a session without an end, each with the number of its mutations.

    Args:
        kind: one of ``KINDS``.
        size: mutations of a burst.
        pause: milliseconds between two bursts.
        seed: of the choice.
    """
    made = Burst(kind, seed)
    yield {"type": 4, "data": {"href": "https://shop.example/", "width": 9, "height": 9}, "timestamp": _START}, 0
    yield {"type": 2, "data": {"node": made.document, "initialOffset": {}}, "timestamp": _START + 1}, 0
    for burst in itertools.count(1):
        for number, start in enumerate(range(0, size, _EVENT)):
            data = made.mutations(min(_EVENT, size - start))
            count = sum(len(data[key]) for key in ("texts", "attributes", "removes", "adds"))
            yield {"type": 3, "data": data, "timestamp": _START + burst * pause + number}, count


def lines(kind: str, *, size: int, mutations: int, pause: int = _SECOND) -> tuple[list[str], int]:
    """Return the lines of a session with at least ``mutations`` mutations, and their number."""
    found, total = [], 0
    for event, count in events(kind, size=size, pause=pause):
        found.append(json.dumps(event, separators=(",", ":")))
        total += count
        if total >= mutations:
            return found, total
    raise AssertionError
