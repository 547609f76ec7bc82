"""Works at the dealer of used cars: edits rows in place, groups, menus, tree, order list."""


def record(page, step):
    def press(name, number=0, role="button", exact=True):
        return lambda: page.get_by_role(role, name=name, exact=exact).nth(number).click()

    def row(number):
        return page.locator("tbody tr").nth(number)

    step("open", lambda: page.get_by_role("table").first.wait_for())
    step("sort by price", lambda: page.locator("th").get_by_text("Price").click())
    step("edit the third row in place", lambda: row(2).get_by_label("Row Edit").click(), settle_ms=400)

    def save():
        row(2).get_by_label("Name").fill("Fiat 850 Sport")
        row(2).get_by_label("Save Edit").click()

    step("rename, save the row", save, settle_ms=500)
    step("select the first and the fourth row", lambda: [row(n).locator("input[type=checkbox]").click() for n in (0, 3)])
    step("page 2", lambda: page.get_by_label("Page 2").click())
    step("more actions of the second row", lambda: row(1).get_by_label("More").click(), settle_ms=500)
    step("reserve it", press("Reserve", role="menuitem"), settle_ms=500)
    step("idle until its toast is gone", lambda: page.wait_for_function("document.querySelectorAll('.p-toast-message').length < 2"), settle_ms=500)
    step("search for 'ford'", lambda: page.get_by_label("Search cars").fill("ford"))
    step("open the menu File", press("File", role="menuitem"), settle_ms=400)
    step("New car", press("New car", role="menuitem"), settle_ms=600)
    step("add it without a name", press("Add"))

    def add():
        page.locator("#name").fill("Ford Capri")
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_role("dialog").wait_for(state="detached")

    step("give it a name, add it", add, settle_ms=500)
    step("delete the third row: the question", lambda: [row(2).get_by_label("More").click(), page.get_by_role("menuitem", name="Delete").click()], settle_ms=600)
    step("confirm", press("Yes"), settle_ms=700)
    step("refresh the data", lambda: [page.get_by_role("menuitem", name="View").click(), page.get_by_role("menuitem", name="Refresh").click()], settle_ms=500)
    step("clear the search, close the toasts", lambda: [page.get_by_label("Search cars").fill(""), *[page.locator(".p-toast-close-button").first.click() or page.wait_for_timeout(500) for _ in range(2)]], settle_ms=700)
    step("tab By origin", press("By origin", role="tab"))
    step("collapse Europe", lambda: page.locator(".p-datatable-row-toggle-button:visible").first.click())
    step("tab Offices, expand Lyon", lambda: [page.get_by_role("tab", name="Offices").click(), page.get_by_role("treeitem", name="Lyon").locator("button").click()], settle_ms=500)
    step("tick the USA", lambda: page.get_by_role("treeitem", name="USA").locator("input[type=checkbox]").click())
    step("find 'rosa'", lambda: page.get_by_placeholder("Find a person").fill("rosa"), settle_ms=600)
    step("tab Workshop queue, first car to the bottom", lambda: [page.get_by_role("tab", name="Workshop queue").click(), page.get_by_role("option").first.click(), page.get_by_label("Move Bottom").click()], settle_ms=500)
