"""Works in the film archive: sorts, filters, edits, lends, scrolls the log, fills the form in steps."""


def record(page, step):
    def press(name, number=0, role="button"):
        return lambda: page.get_by_role(role, name=name, exact=True).nth(number).click()

    step("open", lambda: page.get_by_role("table").wait_for())
    step("sort by title", lambda: page.get_by_role("columnheader", name="Title").click(), settle_ms=500)
    step("next page", press("Next page"), settle_ms=500)
    step("select three films", lambda: [page.locator("tbody .q-checkbox").nth(n).click() for n in (1, 3, 4)])
    step("lend them", press("Lend 3"))
    step("idle until the toast is gone", lambda: page.locator(".q-notification").wait_for(state="detached"))
    step("pick the genre Drama in the tree", lambda: page.locator(".q-tree").get_by_text("Drama").click(), settle_ms=500)
    step("edit the second film", press("Edit", 1), settle_ms=500)

    def save():
        page.get_by_label("Title", exact=True).fill("The Restored Version")
        page.get_by_label("Director").fill("Jane Doe")
        page.get_by_role("button", name="Save").click()
        page.get_by_role("dialog").wait_for(state="detached")

    step("change title and director, save", save)
    step("ask to delete the first film", press("Delete", 0), settle_ms=500)

    def confirm():
        page.get_by_role("button", name="OK").click()
        page.get_by_role("dialog").wait_for(state="detached")

    step("confirm", confirm)
    step("search for 'the'", lambda: page.get_by_label("Search films").fill("the"), settle_ms=600)
    step("collapse genres, expand ratings", lambda: [page.locator(".q-tree__arrow").nth(n).click() for n in (0, 1)], settle_ms=600)
    step("dense rows", lambda: page.get_by_role("switch", name="Dense").click(), settle_ms=500)
    step("refresh the data", press("Refresh"))
    step("open the account menu", lambda: page.locator(".q-toolbar").get_by_text("Account").click(), settle_ms=500)
    step("tab Log", lambda: [page.keyboard.press("Escape"), page.get_by_role("tab", name="Log").click()], settle_ms=700)
    step("scroll the log by 600 pixels", lambda: page.locator("#log").evaluate("log => log.scrollTop = 600"), settle_ms=500)
    step("scroll the log to its middle", lambda: page.locator("#log").evaluate("log => log.scrollTop = 8000"), settle_ms=500)
    step("tab New loan", press("New loan", role="tab"), settle_ms=700)
    step("continue without a name", press("Continue"), settle_ms=500)

    def fill():
        page.get_by_label("Name", exact=True).fill("Ada Example")
        page.get_by_label("E-mail").fill("ada@example.org")
        page.get_by_role("button", name="Continue").click()
        page.get_by_role("radiogroup").wait_for()

    step("fill name and e-mail, continue", fill, settle_ms=700)
    step("back", press("Back"), settle_ms=700)
    step("tab Settings, dark theme", lambda: [page.get_by_role("tab", name="Settings").click(), page.get_by_role("button", name="Dark").click()], settle_ms=700)
    step("expand Sound", lambda: page.get_by_role("button", name="Expand \"Sound\"").or_(page.locator(".q-expansion-item").nth(1).locator(".q-item")).first.click(), settle_ms=700)
