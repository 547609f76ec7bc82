"""What a user does with the notebook."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page


def record(page: Page, step: Callable[..., None]) -> None:
    cells = page.locator("#notebook-container > .cell")
    page.goto(page.url.split("/tree")[0].rstrip("/") + "/notebooks/penguins.ipynb")
    page.wait_for_function("window.Jupyter && Jupyter.notebook && Jupyter.notebook.kernel && Jupyter.notebook.kernel.is_connected()")

    def ran() -> None:
        page.wait_for_function("!document.querySelector('.cell.running') && document.body.classList.length >= 0 && !Jupyter.notebook.kernel_busy")
        page.wait_for_timeout(700)

    def select(place: int) -> None:
        cells.nth(place).locator(".input_prompt, .prompt").first.click()
        page.keyboard.press("Escape")

    def menu(name: str, item: str) -> None:
        page.locator("#menubar").get_by_role("link", name=name, exact=True).or_(page.locator("#menubar").get_by_role("menuitem", name=name, exact=True)).first.click()
        page.locator(f"#{item} > a").click()

    def run(place: int) -> None:
        select(place)
        page.keyboard.press("Control+Enter")
        ran()

    step("open", settle_ms=1500)
    step("run the first code cell", lambda: run(1))
    step("run the means", lambda: run(3))
    step("run the table", lambda: run(4))
    step("run the cell that fails", lambda: run(6))
    step("idle")
    step("add a cell below", lambda: (select(4), page.keyboard.press("b")))
    step(
        "type into it and run it",
        lambda: (page.keyboard.press("Enter"), page.keyboard.type("sorted(weights)"), page.keyboard.press("Control+Enter"), ran()),
    )
    step("move it up", lambda: page.locator("#move_up_cell button, button[data-jupyter-action='jupyter-notebook:move-cell-up']").first.click())
    step("open the menu Cell", lambda: page.locator("#celllink").click())
    step("close it", lambda: page.keyboard.press("Escape"))
    step("run all", lambda: (menu("Cell", "run_all_cells"), ran()))
    step("make the last cell Markdown", lambda: (select(7), page.keyboard.press("m")))
    step("undo: code again", lambda: page.keyboard.press("y"))
    step("select three cells and copy them to the end", lambda: (select(1), page.keyboard.press("Shift+ArrowDown"), page.keyboard.press("Shift+ArrowDown"), page.keyboard.press("c"), select(7), page.keyboard.press("v")), settle_ms=500)
    step("delete a cell", lambda: (select(8), page.keyboard.press("d"), page.keyboard.press("d")))
    step("undo the deletion", lambda: page.keyboard.press("z"))
    step("show line numbers", lambda: page.keyboard.press("Shift+L"))
    step("command palette", lambda: page.keyboard.press("Control+Shift+P"), settle_ms=800)
    step("look for 'merge'", lambda: page.keyboard.type("merge"), settle_ms=800)
    step("close the palette", lambda: page.keyboard.press("Escape"), settle_ms=600)
    step("rename the notebook: dialog", lambda: page.locator("#notebook_name").click(), settle_ms=800)
    step("rename it", lambda: (page.locator(".modal input.form-control").fill("birds"), page.locator(".modal-footer button").last.click()), settle_ms=1000)
    step("clear all output", lambda: page.evaluate("Jupyter.notebook.clear_all_output()"), settle_ms=500)
    step("keyboard shortcuts", lambda: (select(1), page.keyboard.press("h")), settle_ms=1000)
