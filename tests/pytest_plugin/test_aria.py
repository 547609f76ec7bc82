"""``ui_diff.check_aria``: aria baselines of Playwright's against pages, snapshots and programs."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.backends.web.browsers import browser
from tests.pytest_plugin.programs import fixture, mail
from uidiff import Snapshot, import_tree
from uidiff.errors import InvalidSnapshot
from uidiff.pytest_plugin import BUDGET
from uidiff.pytest_plugin.aria_check import mismatch
from uidiff.pytest_plugin.aria_template import read_template

SHOP = """<!doctype html><title>Shop</title><main><h1>Shop</h1>
<ul aria-label="Basket"><li>Lamp 12.50 <button>Remove</button><li>Chair</ul>
<label>Email <input value="ada@example.com"></label><input type=checkbox checked aria-label="News">
<button disabled>Pay</button><button aria-expanded=true>More</button><button aria-pressed=mixed>Bold</button>
<a href="https://shop.example/help">Help: a "b"</a><div><p>Two  words</p></div></main>"""

DEEP = '- list "Basket":\n  - /children: deep-equal\n  - listitem:'

BASELINES = {
    '- button "Pay"': True,
    '- button "pay"': False,
    "- button /^P.y$/": True,
    "- button /Pax/": False,
    "- button": True,
    "- dialog": False,
    '- button "Pay" [disabled]': True,
    '- button "More" [disabled]': False,
    '- button "More" [expanded]': True,
    '- button "More" [expanded=false]': False,
    '- button "Bold" [pressed=mixed]': True,
    '- button "Bold" [pressed]': False,
    '- checkbox "News" [checked]': True,
    '- heading "Shop" [level=1]': True,
    '- heading "Shop" [level=2]': False,
    '- textbox "Email": ada@example.com': True,
    '- textbox "Email": bob@example.com': False,
    "- textbox: /@example/": True,
    "- paragraph: Two words": True,
    "- text: Two words": True,
    '- \'link "Help: a \\"b\\""\':\n  - /url: https://shop.example/help': True,
    "- link:\n  - /url: /shop.*help/": True,
    "- link:\n  - /url: https://shop.example/": False,
    '- main:\n  - heading\n  - list\n  - button "More"': True,
    '- main:\n  - list\n  - heading "Shop"': False,
    '- heading "Shop"\n- button "Bold"': True,
    '- button "Bold"\n- heading "Shop"': False,
    '- list "Basket":\n  - listitem: Chair': True,
    '- list "Basket":\n  - /children: equal\n  - listitem: Chair': False,
    '- list "Basket":\n  - /children: equal\n  - listitem\n  - listitem': True,
    '- list "Basket":\n  - /children: deep-equal\n  - listitem\n  - listitem': False,
    DEEP + '\n    - text: /Lamp/\n    - button "Remove"\n  - listitem: Chair': True,
    DEEP + '\n    - button "Remove"\n  - listitem: Chair': False,
    DEEP + "\n    - /children: contain\n    - button\n  - listitem: Chair": True,
    '- list:\n  - listitem:\n    - text: Lamp 12.50\n    - button "Remove"': True,
    '- list:\n  - listitem:\n    - button "Remove"\n    - text: Lamp 12.50': False,
    '- list:\n  - button "Remove"': False,
}
"""Baselines, and whether the shop matches them."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as launched:
        yield launched


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    opened = chromium.new_page()
    opened.set_content(SHOP)
    yield opened
    opened.close()


def test_the_shop_matches_what_playwright_says_it_matches(page: Page, tmp_path: Path) -> None:
    ui_diff, _ = fixture(tmp_path)
    body = page.locator("body")
    for baseline, matches in BASELINES.items():
        assert passes(partial(expect(body).to_match_aria_snapshot, baseline, timeout=200)) is matches, baseline
        assert passes(partial(ui_diff.check_aria, baseline, body, timeout=0)) is matches, baseline


def passes(check: Callable[[], None]) -> bool:
    try:
        check()
    except AssertionError:
        return False
    return True


def test_a_tree_of_another_backend_matches_as_the_page_does(page: Page, tmp_path: Path) -> None:
    ui_diff, _ = fixture(tmp_path)
    snapshot = ui_diff.read("web", page)
    ui_diff.close()
    for baseline, matches in BASELINES.items():
        assert (mismatch(read_template(baseline), snapshot, BUDGET) is None) is matches, baseline


def test_what_playwright_prints_matches_the_page_it_is_of(page: Page, tmp_path: Path) -> None:
    ui_diff, _ = fixture(tmp_path)
    printed = page.locator("body").aria_snapshot()
    ui_diff.check_aria(printed, page.locator("body"))
    ui_diff.check_aria(printed, printed)
    ui_diff.check_aria(printed, import_tree(printed))


def test_a_page_is_waited_for(page: Page, tmp_path: Path) -> None:
    ui_diff, _ = fixture(tmp_path)
    page.evaluate("setTimeout(() => document.querySelector('h1').textContent = 'Sale', 500)")
    ui_diff.check_aria('- heading "Sale"', page.locator("body"))


def test_a_page_and_one_of_an_older_playwright_are_read_by_their_body(page: Page, tmp_path: Path) -> None:
    class Older:
        def locator(self, selector: str) -> object:
            return page.locator(selector)

    ui_diff, _ = fixture(tmp_path)
    ui_diff.check_aria('- heading "Shop"', page)
    ui_diff.check_aria('- heading "Shop"', Older())


def test_an_async_page_is_refused_with_the_cure(tmp_path: Path) -> None:
    class Awaited:
        async def aria_snapshot(self) -> str:
            return "- main"

    ui_diff, _ = fixture(tmp_path)
    with pytest.raises(TypeError, match="an async page is awaited: give the text"):
        ui_diff.check_aria("- main", Awaited())


# failures


def failure(baseline: str, tree: str) -> str:
    said = mismatch(read_template(baseline), import_tree(tree, format="aria"), BUDGET)
    assert said is not None
    return said


def test_a_failure_names_the_lines_and_says_what_differs_and_nothing_else() -> None:
    baseline = '- main:\n  - heading "Shop" [level=1]\n  - button "Pay" [disabled]\n  - link "Help"\n'
    tree = '- main:\n  - heading "Shop" [level=2]\n'
    tree += '  - textbox "Email": a\n  - button "Pay"\n  - list:\n    - listitem: Lamp\n'
    assert failure(baseline, tree).splitlines() == [
        'line 2: heading "Shop" is nowhere',
        'line 3: button "Pay" is nowhere',
        'line 4: link "Help" is nowhere',
        '3 unexpected changes: Enabled "Pay". 1 removed, 2 changed, 2 unchanged.',
        '~ h2 "Shop" level 1 -> 2',
        '~ button e4 "Pay" enabled',
        '- link e5 "Help"',
    ]


def test_what_is_too_many_where_no_other_children_may_be_is_said() -> None:
    baseline = '- list "Basket":\n  - /children: equal\n  - listitem: Lamp\n'
    said = failure(baseline, '- list "Basket":\n  - listitem: Lamp\n  - listitem: Chair\n- button "Pay"\n').splitlines()
    assert said[0] == 'line 1: list "Basket" has no such children, or has others'
    assert '1 listitem added: "Chair"' in said[1]
    assert "Pay" not in "".join(said)


def test_another_order_is_said() -> None:
    said = failure('- button "A"\n- button "B"\n', '- button "B"\n- button "A"\n').splitlines()
    assert said[-1].startswith(">") or "not in this order" in said[-1]


def test_a_pattern_that_nothing_has_is_said_as_it_is_written() -> None:
    said = failure("- heading /Total \\d+/\n", '- heading "Total none"\n')
    assert said.splitlines()[0] == 'line 1: heading "/Total \\\\d+/" is nowhere'


def test_many_lines_that_are_nowhere_are_counted() -> None:
    said = failure("".join(f'- button "B{n}"\n' for n in range(9)), "- main\n").splitlines()
    assert said[5] == "and 4 more lines"


# baselines


def test_a_baseline_is_a_file_beside_the_test_or_its_text(tmp_path: Path) -> None:
    ui_diff, _ = fixture(tmp_path)
    (tmp_path / "shop.aria.yml").write_text('- button "Pay"\n')
    ui_diff.check_aria(Path("shop.aria.yml"), '- main:\n  - button "Pay"\n')
    with pytest.raises(AssertionError, match=r'^shop.aria.yml does not match:\nline 1: button "Pay" is nowhere\n'):
        ui_diff.check_aria(Path("shop.aria.yml"), "- main\n")
    with pytest.raises(FileNotFoundError):
        ui_diff.check_aria(Path("none.aria.yml"), "- main\n")
    with pytest.raises(TypeError, match=r"a baseline is a text or a pathlib\.Path, got int"):
        ui_diff.check_aria(3, "- main\n")  # type: ignore[arg-type]


def test_a_program_that_is_no_page_has_baselines_too(tmp_path: Path) -> None:
    ui_diff, _ = fixture(tmp_path)
    program = mail()
    ui_diff.check_aria('- list:\n  - listitem "Invoice 2"\n- button "Send"\n', "scripted", program)
    with pytest.raises(AssertionError, match=r'line 1: dialog "Sure" is nowhere\n1 unexpected change: .*"Sure"'):
        ui_diff.check_aria('- dialog "Sure"\n', "scripted", program)
    ui_diff.close()


def test_what_was_not_read_is_no_match_unless_that_is_accepted(tmp_path: Path) -> None:
    ui_diff, _ = fixture(tmp_path)
    partial = Snapshot.from_dicts({"role": "document", "children": [{"role": "button", "name": "Pay", "unread": True}]})
    with pytest.raises(AssertionError, match="the window was not read whole"):
        ui_diff.check_aria('- button "Pay"', partial)
    ui_diff.check_aria('- button "Pay"', partial, partial=True)


@pytest.mark.parametrize(
    ("baseline", "said"),
    [
        ("", r"^\$: a baseline without an element; write it as Playwright does"),
        ("button", "^line 1: no line that begins"),
        ('- button "Pay', "^line 1: "),
        ('- main:\n  - button "Pay" [disabled', "^line 2: "),
        ("- main:\n  - button /(/", "^line 2: a pattern that cannot be read; most patterns"),
        ("- main:\n  - /children: some", "^line 2: no way to compare children; contain, equal or deep-equal"),
    ],
)
def test_a_damaged_baseline_is_refused_with_its_line(baseline: str, said: str) -> None:
    with pytest.raises(InvalidSnapshot, match=said):
        read_template(baseline)


def test_the_name_of_a_damaged_file_is_said(tmp_path: Path) -> None:
    ui_diff, _ = fixture(tmp_path)
    (tmp_path / "bad.aria.yml").write_text("- main:\n  - button /(/\n")
    with pytest.raises(InvalidSnapshot, match=r'^"bad.aria.yml": line 2: a pattern'):
        ui_diff.check_aria(Path("bad.aria.yml"), "- main\n")


def test_deep_baselines_and_hostile_texts_do_no_harm() -> None:
    deep = "".join(f"{'  ' * level}- group:\n" for level in range(390)) + f"{'  ' * 390}- button\n"
    assert mismatch(read_template(deep), import_tree(deep, format="aria"), BUDGET) is None
    said = failure('- button "Pay"\n', '- button "Pay\\n- link e9 \\"x\\""\n')
    assert all(line.isprintable() for line in said.split("\n"))
    assert os.linesep not in said.split("\n")[0]
