"""Moves, new orders, unread and hidden parts, and circumstances, as each format prints them; secrets are in
test_hidden_values.
"""

import json

import pytest

from tests.formats import seven
from tests.outline import outline
from uidiff import Matching, Snapshot, TreeDiff, diff, render

WHOLE, PARTIAL = outline('window\n  list\n    row "1"'), outline("window\n  list unread")
IN, OUT = outline('window\n  dialog "d"'), outline('window\ndialog "d"')
PANEL = 'window\n  tabpanel "P" {"id": "p", "id_stable": true}\n    row "1"'
OPEN, KEPT, CLOSED = outline(PANEL), outline(PANEL, concealed=["p"]), outline("window", concealed=["p"])
WINDOWS = [{"role": "window", "name": str(number)} for number in range(10)]
SHOWN = "https://example.org/a?q=…"

DELTAS = {
    "moved": diff(IN, OUT, matcher=Matching.from_pairs([(0, 0), (1, 1)], before=IN, after=OUT)),
    "reordered": diff(seven.snapshot(*seven.filler(10)), seven.snapshot(*reversed(seven.filler(10)))),
    "reordered roots": diff(Snapshot.from_dicts(WINDOWS), Snapshot.from_dicts(WINDOWS[::-1])),
    "not read": diff(WHOLE, PARTIAL),
    "newly read": diff(PARTIAL, WHOLE),
    "hidden": diff(OPEN, CLOSED),
    "shown": diff(KEPT, OPEN, matcher="id"),
    "navigated": diff(
        outline("document", title="A", url="https://example.org/a?q=1", document="d1"),
        outline("document", url="https://example.org/a?q=2", document="d2"),
    ),
}

COMPACT = {
    "moved": ['> [Dialog] "d" | moved from e1 position 0 to none position 1'],
    "reordered": ['= [Window] "" | order e11 e10 e9 e8 e7 e6 e5 e4 e3 e2'],
    "reordered roots": ["= [Roots] | order e10 e9 e8 e7 e6 e5 e4 e3 e2 e1"],
    "not read": ['? [Row] "1" |'],
    "newly read": ['! [Row] "1" |'],
    "hidden": ['< [Tabpanel] "P" | (+1 inside)'],
    "shown": ['^ [Tabpanel] "P" | (+1 inside)'],
    "navigated": ['@ title | "A" -> none', "@ url | changed (hidden)", '@ document | "d1" -> "d2"'],
}
READ_AGENT = {
    "moved": ['> [2] dialog "d" from [1] position 0 to none position 1'],
    "reordered": ["= [1] window order [11] [10] [9] [8] [7] [6] [5] [4] [3] [2]"],
    "reordered roots": ["= roots order [10] [9] [8] [7] [6] [5] [4] [3] [2] [1]"],
    "not read": ['? [3] row "1"'],
    "newly read": ['! [3] row "1"'],
    "hidden": ['< [2] tabpanel "P" (+1 inside)'],
    "shown": ['^ [2] tabpanel "P" (+1 inside)'],
    "navigated": ['@ title none (was "A")', "@ url changed (hidden)", '@ document "d2" (was "d1")'],
}

PLACES = {"from_position": 0, "to_parent": None, "to_position": 1}
PAIRS = {"title": ["A", None], "url": [SHOWN, SHOWN], "document": ["d1", "d2"]}
DOWN = list(range(11, 1, -1))
ROW = {"name": "1", "role": "row", "ref": "e3", "path": "window > list"}
JSONL = {
    "moved": [{"type": "moved", "ts": None, "id": 2, "from_parent": 1, **PLACES}],
    "reordered": [{"type": "reordered", "ts": None, "parent": 1, "order": DOWN}],
    "reordered roots": [{"type": "reordered", "ts": None, "parent": None, "order": [n - 1 for n in DOWN]}],
    "not read": [{"type": "unknown", "ts": None, "id": 3, "r": "row", "t": "1"}],
    "newly read": [{"type": "newly_read", "ts": None, "el": {"i": 3, "r": "row", "t": "1"}, "p": "window > list"}],
    "hidden": [{"type": "hidden", "ts": None, "id": 2, "r": "tabpanel", "t": "P", "inside": 1}],
    "shown": [{"type": "shown", "ts": None, "el": {"i": 2, "r": "tabpanel", "t": "P"}, "p": "window", "inside": 1}],
    "navigated": [{"type": "circumstances", "ts": None, "changes": PAIRS, "hidden": ["url"]}],
}
READ_JSON: dict[str, dict[str, object]] = {
    "moved": {"moved": [{"i": 2, "from_parent": 1, **PLACES}]},
    "reordered": {"reordered": [{"parent": 1, "order": DOWN}]},
    "reordered roots": {"reordered": [{"parent": None, "order": [n - 1 for n in DOWN]}]},
    "not read": {"unknown": [{"i": 3}]},
    "newly read": {"newly_read": [{"i": 3, "ref": "e3", "r": "row", "t": "1", "p": "window > list"}]},
    "hidden": {"hidden": [{"i": 2, "inside": 1}]},
    "shown": {"shown": [{"i": 2, "ref": "e2", "r": "tabpanel", "t": "P", "p": "window", "inside": 1}]},
    "navigated": {
        "circumstances": [
            {"field": "title", "from": "A", "to": None},
            {"field": "url", "from": SHOWN, "to": SHOWN, "hidden": True},
            {"field": "document", "from": "d1", "to": "d2"},
        ]
    },
}
DESCRIBE_JSON: dict[str, dict[str, object]] = {
    "moved": {"moved": [{"name": "d", "role": "dialog", "ref": "e2", "path": "", "from_parent": "e1", **PLACES}]},
    "reordered": {"reordered": [{"parent": "e1", "order": [f"e{n}" for n in DOWN]}]},
    "reordered roots": {"reordered": [{"parent": None, "order": [f"e{n - 1}" for n in DOWN]}]},
    "not read": {"unknown": [ROW]},
    "newly read": {"newly_read": [ROW]},
    "hidden": {"hidden": [{"name": "P", "role": "tabpanel", "ref": "e2", "path": "window", "inside": 1}]},
    "shown": {"shown": [{"name": "P", "role": "tabpanel", "ref": "e2", "path": "window", "inside": 1}]},
    "navigated": {"circumstances": {"changes": PAIRS, "hidden": ["url"]}},
}
ALWAYS = {"command", "mode", "since", "unchanged_count", "summary", "events"}


def reported(name: str, delta: TreeDiff) -> object:
    """The lines of the records, or the keys of an answer that are not empty."""
    text = render(delta, name)
    if name == "jsonl":
        return [json.loads(line) for line in text.splitlines()]
    if name in {"compact", "read-agent"}:
        return [line for line in text.splitlines() if line[0] in "+-~?!>=@<^"]
    answer = json.loads(text)
    return {key: value for key, value in answer.get("diff", answer).items() if value and key not in ALWAYS}


@pytest.mark.parametrize("change", DELTAS)
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("compact", COMPACT),
        ("read-agent", READ_AGENT),
        ("jsonl", JSONL),
        ("read-json", READ_JSON),
        ("describe-json", DESCRIBE_JSON),
    ],
)
def test_each_format_says_it(name: str, expected: dict[str, object], change: str) -> None:
    assert reported(name, DELTAS[change]) == expected[change]
