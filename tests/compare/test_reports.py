"""Text, Markdown and JSON of a comparison: what a person reads, and what hostile text cannot do."""

import json
import re

import pytest

from tests.compare.pages import button, changed, shop
from uidiff import Snapshot
from uidiff.compare import RunComparison, compare_runs
from uidiff.compare.reports import FOLDED, FORMATS, ROWS
from uidiff.testing import HOSTILE_ROLES, HOSTILE_TEXTS

COMMENT = 65_536
"""Characters that a comment on GitHub has at most."""


def compared(*pages: tuple[str, dict]) -> RunComparison:
    return compare_runs(
        [Snapshot.from_dicts(shop(), action=action) for action, _ in pages],
        [Snapshot.from_dicts(page, action=action) for action, page in pages],
    )


def nameless(names: list[str], *, role: str = "button", action: str = "open") -> RunComparison:
    """Buttons that have no name any more."""
    sides = [
        [{"role": role, **({"name": name} if named else {}), "automation_id": f"b{n}"} for n, name in enumerate(names)]
        for named in (True, False)
    ]
    pages = [{"role": "document", "children": [{"role": "main", "children": side}]} for side in sides]
    one, other = (Snapshot.from_dicts(page, action=action) for page in pages)
    return compare_runs([one], [other])


def test_text_is_a_headline_and_a_line_for_each_finding() -> None:
    closed = changed("button", "Close", name=None)
    result = compared(("open", shop()), ("more", closed), ("pay", closed))
    assert FORMATS["text"](result) == (
        "# compare: 1 finding, 3 steps compared: 1 lost-name.\n"
        'lost-name: button "Close" in form "Order": "Close" -> none, step 1 "more" and 1 more'
    )
    assert FORMATS["text"](compared(("open", shop()))) == "# compare: No loss of accessibility, 1 step compared."


def test_text_says_each_missing_step_steps_of_the_second_run_and_notes() -> None:
    before = [Snapshot.from_dicts(shop(), action=action) for action in ("open", "a", "b")]
    partial = {**shop(), "children": [], "unread": True}
    after = [Snapshot.from_dicts(partial, action="open"), Snapshot.from_dicts(shop(), action="c")]
    assert FORMATS["text"](compare_runs(before, after)).splitlines() == [
        "# compare: 2 findings, 1 step compared: 2 missing-step.",
        'missing-step: step 1 "a"',
        'missing-step: step 2 "b"',
        'only in the second run: step 1 "c"',
        'note: step 0 "open": not read whole; what was not read is not judged',
    ]


def test_markdown_says_steps_and_notes_and_many_of_them_are_counted() -> None:
    before = [Snapshot.from_dicts(shop(), action=action) for action in ("open", *["idle"] * 30)]
    partial = {**shop(), "children": [], "unread": True}
    after = [Snapshot.from_dicts(partial, action="open"), Snapshot.from_dicts(shop(), action="a | b")]
    said = FORMATS["markdown"](compare_runs(before, after))
    assert '| step |\n| --- |\n| step 1 `"idle"`, step 2 ' in said
    assert 'step 20 `"idle"` and 10 more |' in said
    assert '<summary>Steps only in the second run (1)</summary>\n\n- step 1 `"a \\| b"`\n\n</details>' in said
    assert said.endswith('- `step 0 "open": not read whole; what was not read is not judged`')
    steps = [Snapshot.from_dicts(partial, action=f"{n}") for n in range(25)]
    assert FORMATS["markdown"](compare_runs(steps, steps)).endswith("\n- 5 more notes")


def test_markdown_has_a_table_for_each_kind() -> None:
    page = changed("button", "Close", name=None)
    page["children"][0]["children"][1]["states"]["level"] = 2
    assert FORMATS["markdown"](compared(("open", page))) == (
        "### uidiff compare: 2 findings, 1 step compared: 1 lost-name, 1 heading-level\n\n"
        "**lost-name**: elements without an accessible name\n\n"
        "| element | before -> after | step |\n"
        "| --- | --- | --- |\n"
        '| button `"Close"` in form `"Order"` | `"Close"` -> none | step 0 `"open"` |\n\n'
        "**heading-level**: headings of another level\n\n"
        "| element | before -> after | step |\n"
        "| --- | --- | --- |\n"
        '| heading `"Shop"` in main | 1 -> 2 | step 0 `"open"` |'
    )


def test_markdown_without_a_finding_says_so() -> None:
    assert FORMATS["markdown"](compared(("open", shop()))) == (
        "### uidiff compare: no loss of accessibility\n\nNo loss of accessibility, 1 step compared."
    )


def test_long_tables_are_folded_and_a_comment_fits() -> None:
    few, many = nameless([f"B{n}" for n in range(FOLDED)]), nameless([f"Button {n} {'x|' * 99}" for n in range(300)])
    assert "<details>" not in FORMATS["markdown"](few)
    said = FORMATS["markdown"](many)
    assert "<summary><b>lost-name</b>: elements without an accessible name (100)</summary>\n\n| element" in said
    assert f"\n\n{300 - ROWS} more findings: `uidiff compare --format json` has all." in said
    assert len(said) < COMMENT
    assert len(json.loads(FORMATS["json"](many))["findings"]) == 300


HOSTILE = [
    *(text for texts in HOSTILE_TEXTS.values() for text in texts),
    "</details><script>alert(1)</script>",
    "| a | b |\n|---|---|",
    "``` ` `` @owner #1 https://evil.example [x](javascript:1) ![](http://evil.example)",
    "\\| \\` \\\\|",
    "<!-- --> &lt; <img src=x onerror=1>",
]


@pytest.mark.parametrize("text", HOSTILE, ids=map(str, range(len(HOSTILE))))
def test_hostile_texts_are_one_cell_and_one_span_of_code(text: str) -> None:
    result = nameless([f"A {text}", "B"], action=text)
    for line in FORMATS["markdown"](result).splitlines():
        if line.startswith("| button"):
            outside = re.sub(r" ?(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", "", line)  # CommonMark: spans end at a run as long
            assert re.fullmatch(r"\| button in main \| -> none \| step 0 \|", outside), outside
            assert not re.search(r"(?<!\\)\|", line[1:-1].replace(" | ", "   ")), line
    lines = FORMATS["text"](result).splitlines()
    assert [line.partition(":")[0] for line in lines[1:]] == ["lost-name", "lost-name"]
    assert all(line.isprintable() or "\u200d" in line or "\u200c" in line for line in lines)
    assert json.loads(FORMATS["json"](result))["findings"][0]["label"].startswith("A")


@pytest.mark.parametrize("role", HOSTILE_ROLES)
def test_hostile_roles_are_tokens(role: str) -> None:
    before = {"role": "document", "children": [button("Go"), {"role": role, "name": "Name", "description": "Why"}]}
    after = {"role": "document", "children": [button("Go"), {"role": role, "name": "Name"}]}
    result = compare_runs([Snapshot.from_dicts(before)], [Snapshot.from_dicts(after)])
    for finding in result.findings:
        assert re.fullmatch(r"[a-z0-9-]+", finding.loss.role)


def test_json_has_all_of_a_finding_and_both_steps() -> None:
    said = json.loads(FORMATS["json"](compared(("open", changed("button", "Close", name=None)))))
    assert (said["format"], said["version"], said["compared"]) == ("uidiff/comparison", "1.0", 1)
    place = {"number": 0, "action": "open", "file": ""}
    assert said["findings"] == [
        {
            "kind": "lost-name",
            "role": "button",
            "label": "Close",
            "within": {"role": "form", "label": "Order"},
            "before": "Close",
            "after": None,
            "text": 'lost-name: button "Close" in form "Order": "Close" -> none',
            "count": 1,
            "steps": [[place, place]],
        }
    ]
