"""Results of @playwright/mcp as texts: the tree with its page, and what cannot be read."""

from pathlib import Path

import pytest

from uidiff import import_tree
from uidiff.errors import InvalidSnapshot
from uidiff.importers.playwright_mcp import PlaywrightMcpImporter

PAGE = "### Page\n- Page URL: https://shop.example/\n- Page Title: Shop\n- Console: 1 errors, 0 warnings\n"
INLINE = PAGE + '### Snapshot\n```yaml\n- main [ref=e1]:\n  - button "Pay" [ref=e2]\n```'
LINK = f"{PAGE}### Snapshot\n- [Snapshot](.playwright-mcp/page.yml)"


def test_the_page_around_a_snapshot_becomes_circumstances() -> None:
    snapshot = import_tree(INLINE)
    assert (snapshot.title, snapshot.url) == ("Shop", "https://shop.example/")
    assert [(element.role, element.id) for element in snapshot] == [
        ("document", None),
        ("main", "e1"),
        ("button", "e2"),
    ]


@pytest.mark.parametrize("block", ["```yaml\n\n```", "```yaml\n```"])
def test_a_page_without_content_is_a_document(block: str) -> None:
    assert len(import_tree(f"{PAGE}### Snapshot\n{block}")) == 1


def test_a_link_says_to_give_its_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(LINK)
    assert str(caught.value) == (
        "line 6: a link to the snapshot, not the snapshot; give the file as a pathlib.Path,"
        ' with format="aria": the snapshot is in it'
    )
    file = tmp_path / "page.yml"
    file.write_text('- button "Pay" [ref=e2]')
    assert import_tree(file, format="aria")[1].id == "e2"


def test_an_error_within_the_snapshot_names_the_line_of_the_result() -> None:
    with pytest.raises(InvalidSnapshot, match=r"^line 8: no name in quotes behind the role"):
        import_tree(INLINE.replace('"Pay"', "Pay"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("### Result\nDone", "$: no page with a snapshot in the result"),
        ("### Error\nError: x", "line 2: a section that is not known beside a snapshot"),
        (f"### Result\none\ntwo\n{INLINE}", "line 2: a result in front of the snapshot"),
        (INLINE.replace("### Snap", "### Modal state\n- [dialog]\n### Snap"), "line 6: a dialog is open"),
        ("### Page state\n- Page URL: x\n- Page Snapshot:", "line 2: a page as @playwright/mcp 0.0.56 printed it"),
        (INLINE + "\n### Page\n- x", "line 11: a section that stands twice, or not at its place"),
        (INLINE + "\n### Tomorrow\n- x", "line 11: a section that is not known"),
        (INLINE + "\n### Events\nx", "line 11: something behind the snapshot"),
        (INLINE.replace("- Page URL: ", "- "), "line 2: a page without its URL"),
        (INLINE.removesuffix("```"), "line 6: neither a block of YAML nor a link to a file"),
        (INLINE.replace("yaml", "json"), "line 6: neither a block of YAML nor a link to a file"),
        ("x\n" + INLINE, "line 1: no line"),
    ],
)
def test_a_result_without_a_whole_snapshot_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(text, format="playwright-mcp")
    assert str(caught.value).startswith(message)
    assert caught.value.cure


@pytest.mark.parametrize("text", [INLINE, LINK, "### Result\nDone", "### Error\nx", "### Page state\n- Page URL: x"])
def test_each_result_is_known_as_one(text: str) -> None:
    assert PlaywrightMcpImporter().sniff(text.encode()) > 0.5


@pytest.mark.parametrize("text", ["", "### Steps\n- one", "Page", "#### Page\n- Page URL: x"])
def test_other_markdown_is_none(text: str) -> None:
    assert PlaywrightMcpImporter().sniff(text.encode()) == 0
