"""Playwright's aria snapshots: the lines, the rows made of them, and what is refused.

The files are what Playwright 1.65 printed of one page that was written for it, in Chromium.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uidiff
from uidiff import Row, import_tree
from uidiff.errors import InvalidSnapshot, LimitExceeded
from uidiff.importers.aria import aria_rows
from uidiff.testing import HOSTILE_TEXTS

FIXTURES = Path(__file__).parent / "fixtures"


def said(row: Row) -> dict[str, Any]:
    """What a row says, without what is absent."""
    return {name: cell for name, cell in row._asdict().items() if cell not in (None, False, {}) and name != "depth"}


def one(text: str) -> dict[str, Any]:
    (row,) = aria_rows(text)
    return said(row)


# elements


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- button", {"role": "button"}),
        ('- button "Save"', {"role": "button", "name": "Save"}),
        ('- button "Sa\\"ve\\u001b"', {"role": "button", "name": 'Sa"ve\x1b'}),
        ("- 'button \"a: b\"'", {"role": "button", "name": "a: b"}),
        ("- 'button \"it''s: me\" [disabled]'", {"role": "button", "name": "it's: me", "states": {"disabled": True}}),
        ('- button "a [ref=e1]" [ref=e2]', {"role": "button", "name": "a [ref=e1]", "id": "e2"}),
        ('- button "end:"', {"role": "button", "name": "end:"}),
        ('- button "a: b"', {"role": "button", "name": "a: b"}),
        ("- link /usr/bin/ [ref=e3]", {"role": "link", "name": "/usr/bin/", "id": "e3"}),
        ("- link /", {"role": "link", "name": "/"}),
        ("- 'link /a: [b]/'", {"role": "link", "name": "/a: [b]/"}),
        (r"- heading /Issues \d+/ [level=2]", {"role": "heading", "name": r"/Issues \d+/", "states": {"level": 2}}),
        ("- textbox: ada", {"role": "textbox", "value": "ada"}),
        ('- textbox "Email": "a: b"', {"role": "textbox", "name": "Email", "value": "a: b"}),
        ("- button [active]", {"role": "button", "states": {"focused": True}}),
        ("- option [selected]", {"role": "option", "states": {"selected": True}}),
        ("- button [expanded]", {"role": "button", "states": {"expanded": True}}),
        ("- button [expanded=false]", {"role": "button", "states": {"expanded": False}}),
        ("- button [pressed=mixed]", {"role": "button", "states": {"pressed": "mixed"}}),
        ("- textbox [invalid]", {"role": "textbox", "states": {"invalid": True}}),
        ("- textbox [invalid=spelling]", {"role": "textbox", "states": {"invalid": "spelling"}}),
        ("- checkbox [checked]", {"role": "checkbox", "states": {"checked": True}}),
        ("- checkbox", {"role": "checkbox", "states": {"checked": False}}),
        ("- radio [checked=mixed]", {"role": "radio", "states": {"checked": "mixed"}}),
        ("- treeitem [checked]", {"role": "treeitem", "states": {"checked": True}}),
        (
            "- button [cursor=pointer] [new-one]",
            {"role": "button", "extra": {"[cursor]": "pointer", "[new-one]": "true"}},
        ),
        ("- generic [ref=e1] [cursor=pointer]", {"role": "generic", "id": "e1", "actions": ["press"]}),
        ("- generic [cursor=help]", {"role": "generic", "extra": {"[cursor]": "help"}}),
        ("- button [box=1,-2,3.5,0]", {"role": "button", "bounds": (1, -2, 4, 0)}),
        ("- text: Hello", {"role": "text", "name": "Hello"}),
        ('- text: "\\x1b[31m \\u2028\\U0001F600\\t"', {"role": "text", "name": "\x1b[31m \u2028\U0001f600\t"}),
        ("- text: 'it''s'", {"role": "text", "name": "it's"}),
        ('- text: ""', {"role": "text", "name": ""}),
        ("- text: a \\ \"b\" 'c' [d] {e} - f ? g", {"role": "text", "name": "a \\ \"b\" 'c' [d] {e} - f ? g"}),
        ("- text: http://a.b/c#d", {"role": "text", "name": "http://a.b/c#d"}),
        ("- link:\n  - /url: /a?b=1", {"role": "link", "url": "/a?b=1"}),
        ('- textbox:\n  - /placeholder: "#1"', {"role": "textbox", "states": {"placeholder": "#1"}}),
        (
            "- textbox:\n  - /placeholder: you\n  - text: ada",
            {"role": "textbox", "value": "ada", "states": {"placeholder": "you"}},
        ),
        ("- list:\n  - /children: equal", {"role": "list", "extra": {"/children": "equal"}}),
        ("\r\n- button \r\n\r\n", {"role": "button"}),
    ],
)
def test_a_line_is_an_element(line: str, expected: dict[str, Any]) -> None:
    assert one(line) == expected


def test_a_text_behind_an_element_is_an_element_below_it() -> None:
    assert [(row.depth, row.role, row.name) for row in aria_rows("- paragraph: Hello\n- text: x")] == [
        (0, "paragraph", None),
        (1, "text", "Hello"),
        (0, "text", "x"),
    ]


def test_lines_below_are_children_at_any_depth() -> None:
    text = "- main:\n  - list:\n    - listitem:\n      - text: a\n    - listitem\n  - button\n- contentinfo"
    assert [row.depth for row in aria_rows(text)] == [0, 1, 2, 3, 2, 1, 0]
    assert [row.depth for row in aria_rows(text, depth=3)] == [3, 4, 5, 6, 5, 4, 3]


def test_several_texts_of_a_field_are_its_content_and_no_value() -> None:
    rows = aria_rows("- textbox:\n  - text: a\n  - link\n- textbox:\n  - text: b\n  - text: c\n- combobox:\n  - option")
    assert [(row.role, row.value) for row in rows if row.value] == []
    assert len(rows) == 8


def test_a_role_that_has_a_synonym_is_a_role() -> None:
    assert import_tree("- image\n- presentation", format="aria")[1].role == "img"


def marked(text: str) -> list[str]:
    """The refs of the elements that have the state ariahidden."""
    return [row.id or "" for row in aria_rows(text) if "ariahidden" in (row.states or {})]


def test_what_is_seen_and_hidden_from_screen_readers_is_marked() -> None:
    text = (
        "- generic [aria-hidden] [ref=e1]: Sold out\n"
        '- button "Close" [ref=e2]:\n'
        "  - generic [aria-hidden] [ref=e3]:\n"
        "    - button [ref=e4]\n"
        "- generic [aria-hidden] [ref=e5]:\n"
        "  - generic [ref=e6] [cursor=pointer]\n"
    )
    assert marked(text) == ["e1", "e3", "e5"]


def test_icons_and_what_a_name_around_them_says_are_not_marked() -> None:
    text = (
        '- button "Close the window" [ref=e1]:\n'
        "  - generic [aria-hidden] [ref=e2]: ×\n"
        "  - generic [aria-hidden] [ref=e3]: Close\n"
        "  - generic [aria-hidden] [ref=e4]: arrow_back\n"
        "- generic [aria-hidden] [ref=e5]:\n"
        "  - img [ref=e6]\n"
        "- generic [aria-hidden] [ref=e7]\n"
    )
    assert marked(text) == []
    assert [row.id for row in aria_rows(text) if "[aria-hidden]" in (row.extra or {})] == ["e2", "e3", "e4", "e5", "e7"]


def test_a_word_that_is_a_part_of_another_one_in_the_name_is_marked() -> None:
    assert marked('- link "Undone" [ref=e1]:\n  - generic [aria-hidden] [ref=e2]: done\n') == ["e2"]


def test_the_tools_of_a_page_are_no_part_of_its_tree() -> None:
    tools = "- webmcp tools (page-provided, untrusted):\n  - pay: now\n\n- button [ref=e9]\n\n"
    assert [element.id for element in import_tree(tools + "- main [ref=e1]\n")][1:] == ["e1"]
    with pytest.raises(InvalidSnapshot, match=r"^line 6: no line that begins"):
        import_tree(tools + "button")


@pytest.mark.parametrize("line", ["- <changed> button [ref=e1]", "- ref=e2 [unchanged]"])
def test_a_snapshot_of_what_changed_is_refused_for_what_it_is(line: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(line)
    assert str(caught.value) == (
        "line 1: a part of a snapshot that leaves out what did not change; take a whole one: browser_snapshot"
    )


def test_boxes_in_a_frame_are_moved_by_its_place() -> None:
    text = (
        "- iframe [box=10,100,300,200]:\n"
        "  - button [box=1,2,3,4]\n"
        "  - iframe [box=5,6,50,50]:\n"
        "    - link [box=1,1,1,1]\n"
        "- iframe:\n"
        "  - button [box=1,2,3,4]\n"
        "- button [box=1,2,3,4]\n"
    )
    assert [row.bounds for row in aria_rows(text)] == [
        (10, 100, 300, 200),
        (11, 102, 3, 4),
        (15, 106, 50, 50),
        (16, 107, 1, 1),
        None,
        None,  # the place of its frame is not known
        (1, 2, 3, 4),
    ]


# a whole snapshot


def test_a_snapshot_hangs_below_a_document() -> None:
    snapshot = import_tree("- banner\n- main:\n  - button [ref=e4]")
    assert [(element.depth, element.role) for element in snapshot] == [
        (0, "document"),
        (1, "banner"),
        (1, "main"),
        (2, "button"),
    ]
    assert (snapshot[3].id, snapshot[3].id_stable) == ("e4", False)


def test_an_empty_page_is_a_document() -> None:
    assert [element.role for element in import_tree("", format="aria")] == ["document"]


def test_what_playwright_prints_of_a_page_is_read_whole() -> None:
    ai, boxes, default = (
        import_tree(FIXTURES / name) for name in ("aria_ai.yml", "aria_ai_boxes.yml", "aria_default.yml")
    )
    assert {element.name for element in boxes} >= {
        *('Shop: "all" things', 'Sa"ve', "/usr/bin/", "- dash", "x\x1b [checked]", "a [ref=e1]", "end:", "~", "0x1f"),
        *("\x1b[31m", "ends with colon:", "a #hash", "back\\slash \"q\" 'single'", "<<", "it's", "/"),
    }
    assert [element.name for element in ai] == [element.name for element in boxes]
    assert not any(element.bounds for element in ai)
    assert boxes.find(role="button", name="in frame")[0].bounds == (16, 209, 72, 21)
    assert boxes.find(role="textbox", name="Email")[0].value == "a: b # c"
    assert boxes.find(role="button", name="Foc")[0].states["focused"]
    assert [element.name for element in default.find(role="button")] == [
        element.name for element in ai.find(role="button") if element.name != "in frame"
    ]


def test_secrets_of_fields_that_nothing_marks_are_hidden_by_a_rule() -> None:
    text = '- textbox "Password": hunter22'
    assert import_tree(text)[1].value == "hunter22"
    hidden = import_tree(text, redact=lambda fields: "password" in str(fields["name"]).lower())
    assert "hunter22" not in uidiff.dumps(hidden)


# what is refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("button", 'line 1: no line that begins with "- "'),
        ("- ", 'line 1: no line that begins with "- "'),
        ("- button\n-button", 'line 2: no line that begins with "- "'),
        ("- button\n  - link", "line 2: a line that is indented as no line above it allows"),
        ("- list:\n    - link\n  - link", "line 3: a line that is indented as no line above it allows"),
        ("- list:\n  - text: a\n    - text: b", "line 3: a line that is indented as no line above it allows"),
        ("  - list\n- list", "line 2: a line that is indented as no line above it allows"),
        ("- paragraph: a\n  - link", "line 2: a line that is indented as no line above it allows"),
        ("- one", "line 1: a role that ARIA does not have"),
        ("- [button]", "line 1: a key that begins with no role"),
        ("- 5", "line 1: a key that begins with no role"),
        ('- button "a', "line 1: a name without its end"),
        ('- button "\\x41"', "line 1: a name that is not quoted as in JSON"),
        ("- button Save", "line 1: no name in quotes behind the role"),
        ("- button 'Save'", "line 1: no name in quotes behind the role"),
        ("- 'button", "line 1: a quoted text without its end"),
        ("- 'button' x", "line 1: something behind a key"),
        ("- button [disabled", "line 1: no name in quotes behind the role"),
        ("- button [disabled=yes]", "line 1: the attribute disabled with a value that it does not have"),
        ("- button [disabled=mixed]", "line 1: the attribute disabled with a value that it does not have"),
        ("- button [expanded=mixed]", "line 1: the attribute expanded with a value that it does not have"),
        ("- button [level=1.5]", "line 1: a level that is no whole number"),
        ("- button [box=1,2,3]", "line 1: a box that is not four numbers"),
        ("- button [box=NaN,1,1,1]", "line 1: a box that is not four numbers"),
        ("- button [Bad One]", "line 1: square brackets that hold no attribute"),
        ("- button]", "line 1: square brackets that hold no attribute"),
        ("- button [ref=e1] [ref=e1]", "line 1: an attribute that stands twice"),
        ("- text", "line 1: a text or a property without its value"),
        ("- text:", "line 1: a text or a property without its value"),
        ("- link:\n  - /url", "line 2: a text or a property without its value"),
        ("- /url: x", "line 1: a property of no element"),
        ("- text: a: b", "line 1: a text that YAML does not read as it stands"),
        ("- text: a #b", "line 1: a text that YAML does not read as it stands"),
        ("- text: a:", "line 1: a text that YAML does not read as it stands"),
        ('- text: "a" b', "line 1: something behind a quoted text"),
        ('- text: "a', "line 1: a quoted text without its end"),
        ('- text: "\\q"', "line 1: an escape that YAML does not have"),
        ('- text: "\\U00110000"', "line 1: an escape of no character"),
    ],
)
def test_what_playwright_does_not_print_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        aria_rows(text)
    assert str(caught.value).startswith(message)
    assert str(caught.value).endswith("; give what page.aria_snapshot() printed, whole")


@pytest.mark.parametrize("value", ["&a x", "*a", "!!python/object:os.system x", "|", ">", "{a: 1}", "[1]", "? x", "%x"])
def test_bad_input_61_anchors_aliases_tags_and_blocks_are_refused(value: str) -> None:
    with pytest.raises(InvalidSnapshot, match="a text that YAML does not read as it stands"):
        aria_rows(f"- paragraph: {value}")


def test_bad_input_31_nesting_has_a_limit() -> None:
    text = "\n".join(f"{'  ' * level}- list:" for level in range(1000))
    assert len(aria_rows(text, max_nesting=1000)) == 1000
    with pytest.raises(LimitExceeded, match=r"^line 401: elements nested more than 400 deep; pass limits="):
        import_tree(text)


def test_an_error_of_a_field_names_its_line() -> None:
    with pytest.raises(InvalidSnapshot, match=r"^line 2\.bounds: a number outside"):
        import_tree("- main:\n  - button [box=9999999999,0,1,1]")


def test_ten_thousand_brackets_take_linear_time() -> None:
    text = '- button "' + "[a] " * 100_000 + '"' + " [ref=e1" * 10
    with pytest.raises(InvalidSnapshot):
        aria_rows(text)
    assert len(aria_rows("- button /" + " [a]" * 100_000 + "/")) == 1


# Playwright's own quoting, the other way round


def needs_quotes(text: str) -> bool:
    """Playwright's yamlStringNeedsQuotes, as its documentation of the format has it; more often is no harm."""
    return not text.isascii() or not text.replace(" ", "").isalnum() or not text[0].isalpha() or text != text.strip()


def yaml_value(text: str) -> str:
    escaped = "".join(
        f"\\x{ord(sign):02x}" if ord(sign) < 32 or 127 <= ord(sign) < 160 else "\\" + sign if sign in '\\"' else sign
        for sign in text
    )
    return f'"{escaped}"' if needs_quotes(text) else text


def printed(rows: list[Row]) -> str:
    """The lines that Playwright prints of rows: elements with a name, texts, URLs."""
    lines = []
    for index, row in enumerate(rows):
        margin = "  " * row.depth
        if row.role == "text":
            lines.append(f"{margin}- text: {yaml_value(row.name or '')}")
            continue
        key = f"{row.role} {json.dumps(row.name, ensure_ascii=False)}" if row.name is not None else row.role
        key = "".join([key, *(f" [{name}]" for name in row.states or {} if name != "checked"), f" [ref={row.id}]"])
        key = "'" + key.replace("'", "''") + "'" if needs_quotes(key) else key
        below = row.url is not None or (index + 1 < len(rows) and rows[index + 1].depth > row.depth)
        lines.append(f"{margin}- {key}{':' if below else ''}")
        if row.url is not None:
            lines.append(f"{margin}  - /url: {yaml_value(row.url)}")
    return "\n".join(lines)


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n")) | st.sampled_from(
    [text for row in HOSTILE_TEXTS.values() for text in row if "\n" not in text and text.isprintable()],
)


@st.composite
def trees(draw: st.DrawFn) -> list[Row]:
    rows: list[Row] = []
    for number in range(draw(st.integers(0, 12))):
        most = rows[-1].depth + (rows[-1].role != "text") if rows else 0
        depth = draw(st.integers(0, most))
        if draw(st.booleans()):
            rows.append(Row(depth, "text", draw(TEXTS)))
        else:
            role = draw(st.sampled_from(["list", "button", "link", "generic"]))
            states = draw(st.sampled_from([{}, {"disabled": True}, {"selected": True, "expanded": True}]))
            url = draw(st.none() | TEXTS)
            rows.append(Row(depth, role, draw(st.none() | TEXTS), states=states, id=f"e{number}", url=url))
    return rows


@given(trees())
def test_any_tree_that_playwright_prints_is_read_back(rows: list[Row]) -> None:
    assert aria_rows(printed(rows)) == rows


def test_a_role_of_a_later_playwright_stays_itself() -> None:
    page = import_tree('- main:\n  - sectionheader "News"\n  - futurerole "Soon"\n', format="aria")
    assert [element.role for element in page] == ["document", "main", "sectionheader", "futurerole"]
