"""Works with expenses: sorts, selects, edits in the row, deletes and undoes, lets rates move, reorders rules."""


def record(page, step):
    def button(name, number=0, role="button"):
        return page.get_by_role(role, name=name, exact=True).nth(number)

    def press(name, number=0, role="button"):
        return button(name, number, role).click

    step("open", page.get_by_role("table").wait_for)
    step("sort by what it was", press("What"))
    step("descending", press("What ▲"))
    step("select the second, fifth and sixth", lambda: [page.get_by_label("Select").nth(n).click() for n in (1, 4, 5)])
    step("approve them", press("Approve 3"))
    step("edit the third", press("Edit", 2))
    step("empty what it was", lambda: page.get_by_label("What").fill(""))
    step("write another, another category", lambda: [page.get_by_label("What").fill("Tram tickets"), page.get_by_label("Category of it").select_option("Travel")])
    step("save", press("Save"))
    step("next page, dismiss the first message", lambda: [button("Next").click(), button("Dismiss").click()])
    step("delete the fourth: the question", press("Delete", 3))
    step("delete it", press("Delete it"))
    step("undo", press("Undo"))
    step("idle")
    step("live rates", press("Live rates"), settle_ms=700)
    step("idle while rates move", settle_ms=1000)
    step("freeze rates, sort by euros", lambda: [button("Freeze rates").click(), button("In EUR").click()])
    step("receive expenses", press("Receive"))
    step("show only meals, open Meals and Hotel", lambda: [page.locator("main p select").select_option("Meals"), button("Meals").click(), button("Hotel").click()])
    step("search for 'lucas'", lambda: page.get_by_role("searchbox").fill("lucas"))
    step("search for what is not there", lambda: page.get_by_role("searchbox").fill("lucasz"))
    step("clear the search, all categories, new expense", lambda: [page.get_by_role("searchbox").fill(""), page.locator("main p select").select_option(""), button("New expense").click()])
    step("describe it, 31.50, save", lambda: [page.get_by_label("What").fill("Toner"), page.get_by_label("Amount").fill("31.50"), button("Save").click()])
    step("tab Totals", press("Totals", role="tab"))
    step("tab Rules", press("Rules", role="tab"))
    step("third rule up, first refuses", lambda: [button("Up", 2).click(), page.get_by_role("radio", name="Refuse").first.click()])
