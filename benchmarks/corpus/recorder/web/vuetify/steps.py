"""Works at the support desk: sorts, groups, edits, deletes and undoes, picks topics, scrolls, goes through the setup."""


def record(page, step):
    def press(name, number=0, role="button"):
        return lambda: page.get_by_role(role, name=name, exact=True).nth(number).click()

    def rows():
        return page.locator("tbody tr")

    def topics():
        tree = page.locator(".v-treeview")
        for name in ("Billing", "Account"):
            tree.get_by_text(name, exact=True).click()
        tree.locator(".v-treeview-item", has_text="Data").locator(".v-checkbox-btn").click()

    step("open", lambda: page.locator("tbody tr").first.wait_for(), settle_ms=600)
    step("sort by customer", lambda: page.locator("th").get_by_text("Customer").click(), settle_ms=400)
    step("select the second, third and sixth ticket", lambda: [rows().nth(n).locator("input").click() for n in (1, 2, 5)])
    step("close them", press("Close 3"), settle_ms=500)
    step("next page", press("Next page"), settle_ms=500)
    step("delete the fourth ticket", press("Delete", 3), settle_ms=600)
    step("undo", press("Undo"), settle_ms=700)
    step("idle")
    step("new ticket", press("New ticket"), settle_ms=700)
    step("save it empty", press("Save"), settle_ms=500)
    step("write a subject, open the list of customers", lambda: [page.get_by_label("Subject").fill("Label printer prints twice"), page.locator(".v-dialog .v-select").first.click()], settle_ms=700)
    step("choose Acme Corp", lambda: page.get_by_role("option", name="Acme Corp").click(), settle_ms=600)
    step("save", lambda: [page.get_by_role("button", name="Save").click(), page.locator(".v-dialog").wait_for(state="detached")], settle_ms=700)
    step("dismiss the message, search for 'sign'", lambda: [page.get_by_role("button", name="Dismiss").click(), page.get_by_label("Search").first.fill("sign")], settle_ms=700)
    step("group by customer", press("Group"), settle_ms=500)
    step("open the first two groups", lambda: [page.locator(".v-data-table-group-header-row button").nth(n).click() for n in (1, 0)], settle_ms=500)
    step("ungroup, clear the search", lambda: [page.get_by_role("button", name="Ungroup").click(), page.get_by_label("Search").first.fill("")], settle_ms=600)
    step("refresh the data, compact rows", lambda: [page.get_by_role("button", name="Refresh").click(), page.get_by_role("button", name="Compact").click()], settle_ms=500)
    step("open Account and Billing, tick Data", topics, settle_ms=600)
    step("dark theme, account menu", lambda: [page.get_by_role("button", name="Dark").click(), page.get_by_role("button", name="Account").click()], settle_ms=700)
    step("tab Activity", lambda: [page.keyboard.press("Escape"), page.get_by_role("tab", name="Activity").click()], settle_ms=900)
    step("scroll the activity", lambda: page.locator("#activity").evaluate("list => list.scrollTop = 700"), settle_ms=500)
    step("tab Setup, next", lambda: [page.get_by_role("tab", name="Setup").click(), page.get_by_role("button", name="Next").click()], settle_ms=900)
    step("next, to the review", press("Next"), settle_ms=700)
    step("tab Help, open two answers", lambda: [page.get_by_role("tab", name="Help").click(), *[page.get_by_role("button", name=name).click() for name in ("Can I call?", "How fast do you answer?")]], settle_ms=900)
