"""What an editor does in the pages."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page


def record(page: Page, step: Callable[..., None]) -> None:
    site = page.url.rstrip("/")
    results = page.locator("#listing-results")
    body = page.locator("#panel-child-content-body-section")
    dialog = page.locator(".modal.in, .modal.show, .modal:visible").first

    def log_in() -> None:
        page.goto(f"{site}/admin/login/?next=/admin/pages/3/", wait_until="domcontentloaded")
        page.get_by_label("Username").fill("editor")
        page.locator("[name=password]").fill("editor")
        page.keyboard.press("Enter")
        results.wait_for(timeout=30_000)

    def block(words: str) -> Locator:
        return body.get_by_role("region", name=words).last

    def press(words: str, button: str) -> None:
        block(words).get_by_role("button", name=button, exact=True).first.click()

    def search(words: str, count: str) -> None:
        page.locator("form[data-controller*=w-swap] [name=q]").fill(words)
        page.keyboard.press("Tab")  # leaving the field fetches the results once more
        page.get_by_text(count).first.wait_for()
        page.wait_for_timeout(700)
        page.wait_for_load_state("networkidle")

    log_in()
    step("open", settle_ms=1000)
    step("search ridge", lambda: search("ridge", "of 5 pages"), settle_ms=600)
    step("select three", lambda: [results.get_by_role("checkbox").nth(n).check(force=True) for n in (1, 2, 4)])
    step("search lochs instead", lambda: search("two lochs", "of 4 pages"), settle_ms=600)
    step("search no more", lambda: search("", "of 24 pages"), settle_ms=600)
    step("open the menu of a row", lambda: results.get_by_role("button", name="More options for").nth(4).click())
    step("close it", lambda: page.keyboard.press("Escape"))
    step("open the explorer", lambda: page.get_by_role("button", name="Pages", exact=True).click(), settle_ms=800)
    step("idle")
    step("close the explorer", lambda: page.keyboard.press("Escape"), settle_ms=600)
    step(
        "edit Ashby: ridge walk",
        lambda: (page.get_by_role("link", name="Ashby: ridge walk").first.click(), body.wait_for()),
        settle_ms=1500,
    )
    step("collapse a stage", lambda: press("Stage Ashby", "Toggle section"))
    step("move it down", lambda: press("Stage Ashby", "Move down"), settle_ms=700)
    step("duplicate the other", lambda: press("Stage Corrie", "Duplicate"), settle_ms=700)
    step(
        "open the list of blocks",
        lambda: body.get_by_role("button", name="Insert a block").nth(2).click(),
        settle_ms=500,
    )
    step("insert a paragraph", lambda: page.get_by_role("option", name="Paragraph").click(), settle_ms=900)
    step("write into it", lambda: page.keyboard.type("Parking is free on Sundays."), settle_ms=600)
    step("delete the heading", lambda: press("Heading", "Delete"), settle_ms=700)
    step(
        "swap two pieces of advice",
        lambda: block("* Dogs on a lead.").get_by_role("button", name="Move up").first.click(),
        settle_ms=700,
    )
    step(
        "add a link to a page",
        lambda: (
            body.get_by_role("button", name="Insert a block").last.click(),
            page.get_by_role("option", name="See also").click(),
        ),
        settle_ms=700,
    )
    step(
        "choose a page",
        lambda: (body.get_by_role("button", name="Choose a page").last.click(), dialog.wait_for()),
        settle_ms=900,
    )
    step("explore the pages of the site", lambda: dialog.get_by_role("link", name="Explore").click(), settle_ms=900)
    step("search for loch", lambda: dialog.locator("[name=q]").fill("loch"), settle_ms=1200)
    step("choose the first", lambda: dialog.locator("a.choose-page").first.click(), settle_ms=900)
    step("collapse all", lambda: page.get_by_role("button", name="Collapse all").click(), settle_ms=600)
    step("expand all", lambda: page.get_by_role("button", name="Expand all").click(), settle_ms=600)
    step("tab Promote", page.get_by_role("tab", name="Promote").click)
    step("show the status", lambda: page.get_by_role("button", name="Toggle status").click(), settle_ms=600)
