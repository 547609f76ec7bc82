"""Files of every format: damaged, an error that names the place, or a tree; with one change, that change alone."""

import random
from pathlib import Path
from typing import Any

import pytest

import uidiff
from uidiff import Snapshot, import_recording, import_tree
from uidiff.errors import InvalidSnapshot
from uidiff.importers.registry import IMPORTERS

FIXTURES = Path(__file__).parent / "fixtures"
FILES = sorted(path.name for path in FIXTURES.iterdir() if path.is_file())


def format_of(name: str) -> str:
    data = (FIXTURES / name).read_bytes()[:8192]
    scores = {known: IMPORTERS.make(known, "sniff").sniff(data) for known in IMPORTERS.names()}  # type: ignore[attr-defined]
    return max(scores, key=lambda known: scores[known])


def outcome(data: bytes, format: str) -> Snapshot | None:
    """The tree, or None where it was refused as it should be."""
    message = refusal(data, format)
    if message is None:
        return import_tree(data, format=format)
    assert message.isprintable()
    assert len(message) < 500
    return None


def refusal(data: bytes, format: str) -> str | None:
    """The message of the error, which says a cure; None where there is none."""
    try:
        import_tree(data, format=format)
    except InvalidSnapshot as error:
        return str(error) if error.cure else "no cure\n"
    return None


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_cut_short_is_an_error_or_a_tree(name: str) -> None:
    data, known = (FIXTURES / name).read_bytes(), format_of(name)
    cut = [outcome(data[:length], known) for length in range(0, len(data) - 1, 97)]
    assert cut.count(None) > (0 if known == "read" else len(cut) / 2 if data.startswith(b"<") else 5)
    if data.lstrip().startswith((b"<", b"{")):
        assert not any(cut), "no part of XML or JSON is whole"


@pytest.mark.parametrize("name", FILES)
def test_a_file_with_flipped_bytes_is_an_error_or_a_tree(name: str) -> None:
    data, known = (FIXTURES / name).read_bytes(), format_of(name)
    rng = random.Random(name)  # noqa: S311  # no secret
    whole = import_tree(data)
    differing = 0
    for _ in range(150):
        damaged = bytearray(data)
        for _ in range(rng.choice([1, 1, 5])):
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        differing += outcome(bytes(damaged), known) != whole
    assert differing > 20


@pytest.mark.parametrize("name", FILES)
def test_a_file_with_lines_that_change_places_is_an_error_or_a_tree(name: str) -> None:
    lines, known = (FIXTURES / name).read_bytes().splitlines(keepends=True), format_of(name)
    rng = random.Random(name)  # noqa: S311  # no secret
    for _ in range(60):
        shuffled = list(lines)
        for _ in range(3):
            shuffled.insert(rng.randrange(len(shuffled)), shuffled.pop(rng.randrange(len(shuffled))))
        outcome(b"".join(shuffled), known)


@pytest.mark.parametrize("format", IMPORTERS.names())
@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)),
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\xff\xfea",
        b"\x00" * 1000,
        b"caf\xe9",
        b"- button \xe9",
        b"<hierarchy text='\xe9'/>",
        b'{"elements": "\xe9"}',
        b"[" * 10_000,
        b"<a>" * 10_000,
        b"- list:\n   " * 10_000 + b"x",
        b'"' * 10_000,
        b"\\" * 10_000,
        b"{" * 10_000,
        b"- " * 10_000,
        b'[{"r":1' * 1000,
    ],
)
def test_bytes_that_are_no_tree_are_an_error_or_an_empty_one(data: bytes, format: str) -> None:
    made = outcome(data, format)
    assert made is None or len(made) <= 1


@pytest.mark.parametrize(
    ("name", "format", "mark"),
    [
        ("android_dump.xml", "android", b"ada@example.org"),
        ("xcuitest.xml", "xcuitest", b"ada@example.org"),
        ("aria_ai.yml", "aria", b"secret1"),
        ("desktop_cli.json", "read", b"notes.txt"),
        ("desktop_cli.yaml", "read", b"notes.txt"),
        ("desktop_cli_agent.txt", "read", b"notes.txt"),
    ],
)
def test_no_text_of_the_ui_is_in_a_message(name: str, format: str, mark: bytes) -> None:
    data = (FIXTURES / name).read_bytes()
    place = data.index(mark)
    for damage in (b"\x1b", b"\xff", b'"', b"'", b"<", b"\n", b"\\", b": ", b"}", b" #", b"]"):
        for inside in (0, 3, len(mark)):
            damaged = data[: place + inside] + damage + data[place + inside :]
            message = refusal(damaged, format) or ""
            assert not any(part in message for part in ("example.org", "ecret1", "es.txt", "\x1b"))


def test_a_damaged_recording_gives_what_is_before_the_damage(tmp_path: Path) -> None:
    text = uidiff.render(Snapshot.from_dicts([{"role": "button"}]), "read-json")
    (tmp_path / "a").write_text(f"{text}\n{text}\n{text[:-9]}\n")
    found = import_recording(tmp_path / "a", format="read")
    assert [len(next(found)), len(next(found))] == [1, 1]
    with pytest.raises(InvalidSnapshot, match=r"^line 3: "):
        next(found)


def chrome_node(number: int, *below: int, role: str = "none", ignored: bool = True) -> dict[str, Any]:
    return {
        "nodeId": str(number),
        "ignored": ignored,
        "role": {"type": "role", "value": role},
        "childIds": [str(child) for child in below],
    }


def test_bad_input_33_ignored_nodes_below_themselves_or_often_below_others_are_looked_at_once() -> None:
    page = chrome_node(0, 1, 1, role="RootWebArea", ignored=False)
    around = [page, {**chrome_node(1, 2, 1), "parentId": "0"}, {**chrome_node(2, 1), "parentId": "1"}]
    assert len(import_tree({"nodes": around})) == 1
    doubled = [{**chrome_node(number, number + 1, number + 1), "parentId": str(number - 1)} for number in range(1, 60)]
    (whole,) = import_tree({"nodes": [page, *doubled[:-1], {**chrome_node(59), "parentId": "58"}]})
    assert not whole.unread
    (cut,) = import_tree({"nodes": [page, *doubled]})  # there is no number 60
    assert cut.unread


# one change between two trees of one tool: that one change, and nothing else


CHANGES: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "android: a text": ("android_dump.xml", 'text="Pay"', 'text="Pay now"', {"name": ("Pay", "Pay now")}),
    "android: a box": (
        "android_dump.xml",
        'checkable="true" checked="false"',
        'checkable="true" checked="true"',
        {"checked": (False, True)},
    ),
    "android: enabled": ("android_dump.xml", 'enabled="false"', 'enabled="true"', {"disabled": (True, False)}),
    "appium: a toast": ("android_appium.xml", 'text="Saved"', 'text="Not saved"', {"name": ("Saved", "Not saved")}),
    "xcuitest: a value": ("xcuitest.xml", 'value="30%"', 'value="35%"', {"value": ("30%", "35%")}),
    "xcuitest: a switch": ("xcuitest.xml", 'value="1"', 'value="0"', {"checked": (True, False)}),
    "aria: a value": ("aria_ai.yml", '"a: b # c"', "ada", {"value": ("a: b # c", "ada")}),
    "aria: a state": ("aria_default.yml", '- button "Menu" [expanded]', '- button "Menu"', {"expanded": (True, None)}),
    "aria: new refs": (
        "aria_ai_boxes.yml",
        '"Bold" [pressed] [ref=e8]',
        '"Bold" [pressed=mixed] [ref=e999]',
        {"pressed": (True, "mixed")},
    ),
    "read: enabled": ("desktop_cli.json", '"e":false', '"e":true', {"disabled": (True, False)}),
    "read: a title": ("desktop_cli.yaml", "t: notes.txt", "t: notes.md", {"name": ("notes.txt", "notes.md")}),
    "read: a flag": (
        "desktop_cli_agent.txt",
        '"Back" (110,90,30,24) disabled',
        '"Back" (110,90,30,24)',
        {"disabled": (True, False)},
    ),
}


@pytest.mark.parametrize("kind", sorted(CHANGES))
def test_one_change_is_told_as_one_change(kind: str) -> None:
    file, old, new, fields = CHANGES[kind]
    text = (FIXTURES / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    before, after = import_tree(text), import_tree(text.replace(old, new))
    delta = uidiff.diff(before, after)
    assert [dict(record.fields) for record in delta.changed] == [fields]
    assert (*delta.added, *delta.removed, *delta.moved, *delta.reordered) == ()
    assert delta.unchanged_count == len(before) - 1
    assert delta.apply(before) == after


@pytest.mark.parametrize("file", sorted(path.name for path in FIXTURES.iterdir() if path.is_file()))
def test_a_tree_that_is_read_again_has_not_changed(file: str) -> None:
    assert not uidiff.diff(import_tree(FIXTURES / file), import_tree(FIXTURES / file))


def test_a_new_window_of_android_is_a_dialog_that_appeared() -> None:
    text = (FIXTURES / "android_dump.xml").read_text(encoding="utf-8")
    window = '<node class="android.widget.FrameLayout"><node class="android.widget.TextView" text="Sure?"/></node>'
    delta = uidiff.diff(import_tree(text), import_tree(text.replace("</hierarchy>", window + "</hierarchy>")))
    assert [record.after.role for record in delta.added] == ["generic", "text"]
    assert any(type(event).__name__ == "DialogAppeared" for event in delta.events)


def test_a_dialog_of_ios_is_said() -> None:
    text = (FIXTURES / "xcuitest.xml").read_text(encoding="utf-8")
    alert = '<XCUIElementTypeAlert type="XCUIElementTypeAlert" name="Sure?" label="Sure?"/></XCUIElementTypeWindow>'
    delta = uidiff.diff(import_tree(text), import_tree(text.replace("</XCUIElementTypeWindow>", alert)))
    assert [(type(event).__name__, event.label) for event in delta.events][:1] == [("DialogAppeared", "Sure?")]


def test_rows_of_a_list_that_are_renumbered_are_the_same() -> None:
    old = {"elements": [{"i": 1, "r": "list", "c": [{"i": 2 + n, "r": "row", "t": f"Mail {n}"} for n in range(5)]}]}
    rows = [{"i": 2, "r": "row", "t": "New mail"}, *({"i": 3 + n, "r": "row", "t": f"Mail {n}"} for n in range(5))]
    delta = uidiff.diff(import_tree(old), import_tree({"elements": [{"i": 1, "r": "list", "c": rows}]}))
    assert [record.after.name for record in delta.added] == ["New mail"]
    assert (*delta.removed, *delta.changed, *delta.moved) == ()
