"""Works with the list of airports: sorts, filters, pages, edits, deletes and undoes; tree, wizard, chips."""


def record(page, step):
    def press(name, number=0, role="button"):
        return lambda: page.get_by_role(role, name=name, exact=True).nth(number).click()

    step("open", lambda: page.locator("td").first.wait_for())
    step("sort by city", press("City"), settle_ms=500)
    step("sort by city, descending", press("City"), settle_ms=500)
    step("select the first, third and sixth airport", lambda: [page.locator("td input[type=checkbox]").nth(n).click() for n in (0, 2, 5)])
    step("close them", press("Close 3"))
    step("next page", press("Next page"), settle_ms=400)
    step("25 a page: open the list", lambda: page.locator(".mat-mdc-paginator-touch-target").click(), settle_ms=500)
    step("25 a page", lambda: page.get_by_role("option", name="25").click(), settle_ms=500)
    step("edit the fourth airport", press("Edit", 3), settle_ms=500)
    step("empty its name and save", lambda: [page.get_by_label("Name").last.fill(""), page.get_by_role("button", name="Save").click()], settle_ms=500)

    def save():
        page.get_by_role("dialog").get_by_label("Name").fill("Old Mill Field")
        page.get_by_role("button", name="Save").click()
        page.get_by_role("dialog").wait_for(state="detached")

    step("give it another name, save", save, settle_ms=500)
    step("delete the second airport", press("Delete", 1), settle_ms=600)
    step("undo", press("Undo"), settle_ms=600)
    step("filter by 'tx'", lambda: page.get_by_label("Filter").fill("tx"))
    step("refresh the data", press("Refresh"))
    step("idle")
    step("menu More, Export", lambda: [page.get_by_role("button", name="More").click(), page.get_by_role("menuitem", name="Export").click()], settle_ms=500)

    def places():
        page.locator(".cdk-overlay-backdrop").click(position={"x": 300, "y": 700})
        page.get_by_role("menu").first.wait_for(state="detached")
        page.get_by_role("tab", name="Places").click()
        page.get_by_role("button", name="Toggle CA").click()

    step("tab Places, expand CA", places, settle_ms=500)
    step("expand TX and the second city of CA", lambda: [page.get_by_role("button", name="Toggle TX").click(), page.locator("mat-tree-node[aria-level='2'] button").nth(1).click()])
    step("live", press("Paused", role="switch"))
    step("tab Trip, from FL, next", lambda: [page.get_by_role("tab", name="Trip").click(), page.get_by_role("radio", name="FL").click(), page.get_by_role("button", name="Next").first.click()], settle_ms=500)
    step("next without a place", lambda: page.locator("button[matStepperNext]:visible").click(), settle_ms=400)
    step("tab Alerts, remove Fog, add Ice", lambda: [page.get_by_role("tab", name="Alerts").click(), page.get_by_role("button", name="Remove Fog").click(), page.get_by_placeholder("Add").fill("Ice"), page.keyboard.press("Enter")], settle_ms=500)
    step("expand CO", press("CO 3 words"), settle_ms=500)
