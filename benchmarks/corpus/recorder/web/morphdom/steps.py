"""What a user sees and does at the job monitor."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page


def record(page: Page, step: Callable[..., None]) -> None:
    def patched(do: Callable[[], object]) -> Callable[[], None]:
        """Act, and wait until the server's answer has been put into the page."""

        def act() -> None:
            do()
            page.wait_for_function("!document.getElementById('root').hasAttribute('aria-busy')")

        return act

    def press(name: str, within: object = page) -> Callable[[], None]:
        return patched(lambda: within.get_by_role("button", name=name, exact=True).first.click())  # type: ignore[attr-defined]

    def tick(times: int = 1) -> Callable[[], None]:
        return patched(lambda: [page.evaluate("dispatchEvent(new Event('tick'))") for _ in range(times)])

    dialog = page.get_by_role("dialog")
    step("open")
    step("a minute passes", tick())
    step("three minutes pass", tick(3))
    step("sort by progress", press("Progress"))
    step("sort by progress, the highest first", press("Progress"))
    step("a minute passes in the sorted table", tick())
    step("filter: running", patched(lambda: page.get_by_label("State").select_option("running")))
    step("two minutes pass in the filtered table", tick(2))
    step("search index", patched(lambda: page.get_by_role("searchbox").press_sequentially("index")))
    step(
        "clear the filters",
        patched(
            lambda: (page.get_by_label("State").select_option(""), page.get_by_role("searchbox").fill("")),
        ),
    )
    step("idle")
    step(
        "choose three jobs",
        patched(lambda: [page.locator("tr", has_text="running").nth(n).get_by_role("checkbox").click() for n in (0, 1, 3)]),
    )
    step("ask to cancel them", press("Cancel 3 jobs"))
    step("cancel them", press("Cancel jobs"))
    step("sort by kind", press("Kind"))
    step("show the log of two jobs", patched(lambda: [page.get_by_label("Log").nth(n).click() for n in (1, 4)]))
    step("group by queue", press("Group by queue"))
    step("two minutes pass in the groups", tick(2))
    step("show more", press("Show more"))
    step("close the message", press("Close"))
    step("open a cancelled job", press("Open", page.locator("tr", has_text="cancelled")))
    step("its output", patched(lambda: dialog.get_by_role("tab", name="Output").click()))
    step("try it again from the dialog", press("Retry", dialog))
    step("three minutes pass behind the dialog", tick(3))
    step("close the dialog with Escape", patched(lambda: page.keyboard.press("Escape")))
    step("new job: a kind that is too short", lambda: (press("New job")(), patched(lambda: page.get_by_label("Kind", exact=True).last.press_sequentially("Tax"))()))
    step("a longer kind", patched(lambda: page.get_by_label("Kind", exact=True).last.press_sequentially(" report")))
    step("create it", press("Create"))
    step("dark theme and pause", lambda: (press("Dark theme")(), press("Pause")()))
