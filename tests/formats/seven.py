"""What the tests of the seven formats of the documents share: the documents' own examples as trees, and what no text of
a format may have: raw controls, and UI texts outside of quotes.
"""

import re

from hypothesis import strategies as st

from uidiff import Matching, Snapshot, TreeDiff, diff
from uidiff.diffing.refs import Refs
from uidiff.testing import edits, matchings, snapshot_pairs, snapshots

JSON_FORMATS = ("describe-json", "json", "read-json")
LINE_FORMATS = ("compact", "jsonl", "read-agent")
SEVEN = (*JSON_FORMATS, *LINE_FORMATS, "read-yaml")

Node = dict[str, object]


def snapshot(*nodes: Node, title: str | None = None, taken_at: float | None = None, app: str | None = None) -> Snapshot:
    """A tree of one window with these elements in it, unless they say where they hang."""
    below = [{"parent": 0, **node} for node in nodes]
    return Snapshot.from_dicts([{"role": "window"}, *below], title=title, taken_at=taken_at, app=app)


def changed(before: Node, after: Node) -> TreeDiff:
    """The delta of one element that stayed."""
    same = Matching.from_pairs([(0, 0), (1, 1)], before=snapshot(before), after=snapshot(after))
    return diff(snapshot(before), snapshot(after), matcher=same)


def filler(count: int) -> list[Node]:
    """Elements that stay as they are."""
    return [{"role": "listitem", "name": f"Item {number}"} for number in range(count)]


def of_document_1() -> TreeDiff:
    """The example of D1.3 and D1.4: a dialog came, the focus moved to a search box, a button went; 147 unchanged."""
    search: Node = {"role": "textbox", "name": "Search"}
    before = snapshot(
        search,
        {"role": "button", "name": "Loading..."},
        *filler(146),
        title="Shop",
        taken_at=1705314645.0,  # 2024-01-15T10:30:45Z
    )
    dialog: Node = {"role": "dialog", "name": "Save Changes?", "bounds": [300, 200, 400, 150]}
    focused: Node = {**search, "states": {"focused": True}}
    after = snapshot(dialog, focused, *filler(146), title="Shop", taken_at=1705314647.3)
    return diff(before, after)


def of_document_2() -> TreeDiff:
    """The example of D2.2 and D2.3: a mail came with its text, one went, two texts differ; 148 unchanged."""
    mails = filler(145)
    before = Snapshot.from_dicts(
        [
            {"role": "document"},
            {"role": "list", "parent": 0},
            {"role": "row", "name": "Pinned", "parent": 1},
            {"role": "row", "name": "Old newsletter", "parent": 1},
            {"role": "text", "value": "Inbox (23288)", "parent": 0},
            {"role": "text", "name": "3 minutes ago", "parent": 0},
            *({"parent": 0, **mail} for mail in mails),
        ],
        title="Gmail - Google Chrome",
        app="Google Chrome",
        pid=44037,
        taken_at=1707504000,
    )
    after = Snapshot.from_dicts(
        [
            {"role": "document"},
            {"role": "list", "parent": 0},
            {"role": "row", "name": "New email from Alice", "bounds": [100, 400, 800, 40], "parent": 1},
            {
                "role": "text",
                "name": "Hey, are you free for lunch?",
                "bounds": [150, 410, 600, 20],
                "parent": 2,
            },
            {"role": "row", "name": "Pinned", "parent": 1},
            {"role": "text", "value": "Inbox (23289)", "parent": 0},
            {"role": "text", "name": "6 minutes ago", "parent": 0},
            *({"parent": 0, **mail} for mail in mails),
        ],
        title="Gmail - Google Chrome",
        app="Google Chrome",
        pid=44037,
        taken_at=1707504003,
    )
    numbers = (1, 2, 3, 95, 12, 45, *range(46, 46 + 49), *range(96, 96 + 96))
    stayed = [(0, 0), (1, 1), (2, 4), *((index, index + 1) for index in range(4, len(before)))]
    matching = Matching.from_pairs(stayed, before=before, after=after)
    return diff(before, after, matcher=matching, refs=Refs(numbers, 201))


@st.composite
def deltas(draw: st.DrawFn, *, times: bool = True) -> TreeDiff:
    """Deltas of hostile trees by any matching: renamed, moved, secret, half read."""
    trees = snapshots(hostile=True, unknown_roles=True, secrets=True, partial=True, circumstances=times)
    before, after = draw(snapshot_pairs(trees, scripts=edits(hostile=True)))
    return diff(before, after, matcher=draw(matchings(before, after)))


RAW = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff\ud800-\udfff]"
)
"""Controls but the line end, other line ends, bidi, invisible characters, surrogates."""

QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
"""A quoted text, as JSON quotes it."""


def assert_safe(text: str) -> None:
    """It can be encoded, drives no terminal, and has no text of a UI outside of quotes."""
    text.encode()  # no lone surrogates
    assert not RAW.search(text)
    bare = QUOTED.sub("", text).replace("…", "")  # outside of quotes that sign is ours: something is left out
    assert bare.isascii()
    assert '"' not in bare
