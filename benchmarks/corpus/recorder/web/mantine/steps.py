"""Works with orders: sorts, pages, edits in modals, confirms, searches in the spotlight, goes through the setup."""


def record(page, step):
    def press(name, number=0, role="button"):
        return lambda: page.get_by_role(role, name=name, exact=True).nth(number).click()

    def actions(row, item):
        def do():
            page.get_by_label("Actions").nth(row).click()
            page.get_by_role("menuitem", name=item).click()

        return do

    step("open", lambda: page.get_by_role("table").wait_for())
    step("sort by customer", press("Customer"))
    step("page 3", press("Page 3"))
    step("select the first, fourth and seventh order", lambda: [page.get_by_label("Select row").nth(n).click() for n in (0, 3, 6)])
    step("send them", press("Send 3"))
    step("actions of the second order", lambda: page.get_by_label("Actions").nth(1).click(), settle_ms=500)
    step("edit it", press("Edit", role="menuitem"), settle_ms=700)

    def wrong():
        page.get_by_role("dialog").get_by_role("textbox").first.fill("Al")
        page.get_by_role("button", name="Save order").click()

    step("save with a customer of two letters", wrong)

    def right():
        page.get_by_role("dialog").get_by_role("textbox").first.fill("Fir Bakery")
        page.get_by_role("button", name="Save order").click()
        page.get_by_role("dialog").wait_for(state="detached")

    step("correct it, save", right, settle_ms=700)
    step("delete the fifth order: the question", actions(4, "Delete"), settle_ms=700)
    step("confirm", press("Delete"), settle_ms=700)
    step("idle until the second notification is gone", lambda: page.wait_for_function("document.querySelectorAll('.mantine-Notification-root').length < 2"), settle_ms=500)
    step("show only packed ones", lambda: page.locator(".mantine-SegmentedControl-label", has_text="Packed").click(), settle_ms=500)
    step("take back the first", actions(0, "Take back"), settle_ms=500)
    step("refresh the data", press("Refresh"))
    step("search for what is not there", lambda: page.get_by_label("Search", exact=True).fill("zzz"))
    step("show all, clear the search", lambda: [page.get_by_label("Search", exact=True).fill(""), page.locator(".mantine-SegmentedControl-label", has_text="All").click()], settle_ms=500)
    step("expand Hall 2 and Shelf D", lambda: [page.get_by_role("treeitem", name="Hall 2").click(), page.get_by_text("Shelf D").click()], settle_ms=500)
    step("open the spotlight, type 'desk'", lambda: [page.get_by_role("button", name="Search everywhere").click(), page.get_by_placeholder("Find an item").fill("desk")], settle_ms=700)
    step("choose Desk lamp", lambda: [page.locator(".mantine-Spotlight-action", has_text="Desk lamp").click(), page.get_by_placeholder("Find an item").wait_for(state="detached")], settle_ms=500)
    step("hide the shelves, dark theme", lambda: [page.get_by_role("button", name="Hide shelves").click(), page.get_by_role("button", name="Dark").click()], settle_ms=600)
    step("tab Stock", press("Stock 8", role="tab"))
    step("tab Setup, next", lambda: [page.get_by_role("tab", name="Setup").click(), page.get_by_role("button", name="Next", exact=True).click()], settle_ms=500)
    step("next, expand Invoices", lambda: [page.get_by_role("button", name="Next", exact=True).click(), page.get_by_role("button", name="Invoices").click()], settle_ms=600)
