"""How the agent of benchmarks/proxy reads: the texts of uidiff as their grammar says, and the servers' own trees."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.proxy.printed import PrintedRefs
from benchmarks.proxy.written import WrittenRefs, with_linked_file

FULL = """\
### Page
- Page Title: Shop
### Snapshot
# full: 12 elements of "Shop"
document #1:
 menuitem e2 > generic e3 > "File"
 list e4: link e5 "Home", e6 "Cart"
 row: checkbox e7 "Select","501", [button e8 "Edit", e9 "Delete"]
 row: checkbox e10 "Select","502", [button e11 "Edit", e12 "Delete"]
 textbox e13="lamp"
### Events
- button e99 "No"
"""


@pytest.fixture
def reader() -> PrintedRefs:
    reader = PrintedRefs()
    assert reader.read(FULL)
    return reader


def test_a_whole_text_names_its_elements(reader: PrintedRefs) -> None:
    assert reader.find("link", "Cart") == "e6"
    assert reader.find("menuitem", "File") == "e2"
    assert reader.find("textbox", "") == "e13"
    assert reader.find("button", "Edit", near='"502"') == "e11"
    assert reader.find("button", "Edit", near="503") is None
    assert reader.find("button", "No") is None


@pytest.mark.parametrize(
    ("lines", "element", "near", "ref"),
    [
        ("~ refs: e5 is now f1e5, e7-e9 are now e20-e22", ("button", "Edit"), '"501"', "e21"),
        ('~ link e6 "Cart" -> "Cart (1)"', ("link", "Cart (1)"), "", "e6"),
        ('~ link e6 "…art" -> "…art (1)"', ("link", "Cart (1)"), "", "e6"),
        ('~ all 2 links in e4: e5 "Home",e6 "Cart": focused', ("link", "Cart"), "", "e6"),
        ('~ textbox e13 "Search" focused', ("textbox", "Search"), "", None),
        ('+ after e4: dialog e30 "Order":\n  button e31 "Now", e32 "Later"', ("button", "Later"), "", "e32"),
        ('+ in cell in row "501": button e33 "Edit"', ("button", "Edit"), 'row "501"', "e33"),
        ('+ after "502": button e34 "Copy"', ("button", "Copy"), '"502"', "e34"),
        ('+ after "501": button e34 "Copy"', ("button", "Copy"), '"501"', "e34"),
        ('+ after e7: button e34 "Copy"', ("button", "Copy"), '"501"', None),
        ('- link e6 "Cart"', ("link", "Cart"), "", None),
        ('- link e6 "Cart"', ("link", "Home"), "", "e5"),
        ('- 1 of 2 links in e4: e5 "Home"; left: e6 "Cart"', ("link", "Cart"), "", "e6"),
        ("- list e4 (+2 inside)", ("link", "Home"), "", None),
        ('- "gone" in list e4', ("link", "Home"), "", "e5"),
        ('- all 2 links in e4: e5 "Home",e6 "Cart"', ("link", "Home"), "", None),
    ],
)
def test_a_diff_changes_what_is_known(
    reader: PrintedRefs, lines: str, element: tuple[str, str], near: str, ref: str | None
) -> None:
    assert reader.read(f"# diff: 1 changed.\n{lines}")
    assert reader.find(*element, near) == ref


def test_a_result_without_a_text_of_uidiff_changes_nothing(reader: PrintedRefs) -> None:
    assert not reader.read('- button "Buy" [ref=e70]')
    assert reader.find("button", "Buy") is None


def test_the_servers_own_trees_are_read() -> None:
    reader = WrittenRefs()
    assert reader.read(
        '- row [ref=e1]:\n  - text: "501"\n  - button "Buy" [ref=e2] [cursor=pointer]: Buy\n- button [ref=e3]: Pay'
    )
    assert reader.find("button", "Buy", near="501") == "e2"
    assert reader.find("button", "Pay") == "e3"
    assert reader.read('uid=1_0 RootWebArea "Shop"\n  uid=1_1 button "Say "Hi"" disabled')
    assert reader.find("button", 'Say "Hi"') == "1_1"
    assert reader.find("button", "Pay") is None


def test_a_linked_snapshot_is_read_in_the_place_of_its_link(tmp_path: Path) -> None:
    (tmp_path / "page.yml").write_text('- button "Buy" [ref=e2]')
    text = with_linked_file("### Snapshot\n- [Snapshot](page.yml)\n### Events", tmp_path)
    assert text == '### Snapshot\n```yaml\n- button "Buy" [ref=e2]\n```\n### Events'
    assert with_linked_file("no link", tmp_path) == "no link"
