"""What ``read`` answers as lines (spec/features#d23): ours come back, desktop-cli's are read, a diff is refused."""

from pathlib import Path

import pytest
from hypothesis import given, settings

import uidiff
from uidiff import Snapshot, import_tree
from uidiff.errors import InvalidSnapshot
from uidiff.testing.strategies import snapshots

FIXTURES = Path(__file__).parent / "fixtures"


@given(snapshot=snapshots())
@settings(max_examples=100)
def test_any_tree_that_we_print_is_printed_the_same_again(snapshot: Snapshot) -> None:
    text = uidiff.render(snapshot, "read-agent", bounds=True)
    again = import_tree(text, format="read")
    assert [element.depth for element in again] == [element.depth for element in snapshot]
    _, _, ours = uidiff.render(again, "read-agent", bounds=True).partition("]")
    assert ours.partition("[1]")[2] == text.partition("]")[2].partition("[1]")[2]


def test_a_tree_deeper_than_lines_are_indented_is_read() -> None:
    rows = [{"role": "group", **({"parent": index - 1} if index else {})} for index in range(50)]
    again = import_tree(uidiff.render(Snapshot.from_dicts(rows), "read-agent"))
    assert [element.depth for element in again] == list(range(50))


def test_the_header_says_what_was_read() -> None:
    known = {"title": "In\nbox", "app": "Mail", "pid": 7, "taken_at": 1700000000.5}
    snapshot = import_tree(uidiff.render(Snapshot.from_dicts([{"role": "btn"}], **known), "read-agent"))  # type: ignore[arg-type]
    assert (snapshot.title, snapshot.app, snapshot.pid, snapshot.taken_at) == tuple(known.values())
    assert snapshot[0].role == "btn"


def test_lines_of_desktop_cli_are_read() -> None:
    snapshot = import_tree(FIXTURES / "desktop_cli_agent.txt")
    assert (snapshot.title, snapshot.pid, snapshot.taken_at) == ("Downloads - Finder", 501, 1707500000.0)
    assert snapshot.to_dicts() == [
        {"role": "button", "name": "Back", "bounds": [110, 90, 30, 24], "states": {"disabled": True}, "id": "3"},
        {"role": "textbox", "name": "Search", "bounds": [800, 90, 180, 24], "states": {"focused": True}, "id": "4"},
        {"role": "row", "name": "notes.txt", "bounds": [100, 132, 900, 24], "states": {"selected": True}, "id": "6"},
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('# "Gmail" (pid: 1) [diff since 1707504000]\n~ [12] txt', "line 1: what changed, and no tree; read without"),
        ("# [full]\n[1] btn\n# 1 of 9 elements", "line 3: a selection, and no whole tree; read without filters"),
        ("# [full]\n[1] btn\n\u2026 12 more (8 added)\n# 13 elements", "line 3: no line of an element"),
        ("# [full]\n[1] btn\n# 2 elements", "$: 1 elements, though it counts 2"),
        ("# [full]\n[1] btn\n# 1 elements\n[2] btn", "line 4: something behind the last line"),
        ("# [full]\nts: now", "line 2: no line of an answer of read"),
        ("# [full] \nbtn", "line 2: no line of an element"),
        ("# [full]\n [1] btn", "line 2: no line of an element"),
        ("# [full]\n  [1] btn", "line 2: a line that is indented as no line above it allows"),
        ('[1] btn "a" "b"', "line 1: a word that stands twice"),
        ('[1] btn "a\\x"', "line 1: a text that is not quoted as in JSON"),
        ('[1] btn "a', "line 1: a word that no line of an element has"),
        ("[1] btn (1,2,3)", "line 1: no line of an answer of read"),
        ("[1] btn dancing", "line 1: a word that no line of an element has"),
        ("[1] btn level=", "line 1: a word without its value"),
        ("[1] btn level=high", "line 1: a value that is neither quoted nor a number"),
        ("[1] btn level=" + "[" * 100_000, "line 1: "),
        ("[1] btn val=5", "line 1.v: expected null, text, got whole number"),
        ("[1] btn  focused", "line 1: a word that no line of an element has"),
    ],
)
def test_what_is_no_whole_tree_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(text, format="read")
    assert str(caught.value).startswith(message)
