"""Works with devices: sorts, selects, edits in a drawer, removes and undoes, hides columns, opens trees and tabs."""


def record(page, step):
    grid = page.get_by_role("grid")

    def button(name, number=0):
        return page.get_by_role("button", name=name, exact=True).nth(number)

    def press(name, number=0):
        return button(name, number).click

    def select(*rows):
        return lambda: [grid.get_by_role("checkbox", name="Select row", exact=True).nth(row).click() for row in rows]

    def more(row, item):
        def do():
            grid.get_by_role("row").nth(row + 1).get_by_role("button").last.click()
            page.get_by_role("menuitem", name=item).click()

        return do

    step("open", grid.wait_for, settle_ms=600)
    step("sort by owner", press("Owner"))
    step("sort by owner, descending", press("Owner"))
    step("select the first, third and eighth device", select(0, 2, 7))
    step("remove them: the question", press("Remove 3"), settle_ms=700)

    def removed():
        page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
        page.get_by_role("alertdialog").wait_for(state="detached")

    step("confirm", removed, settle_ms=700)
    step("undo", press("Undo"), settle_ms=900)
    step("show 12 more", press("Show 12 more"))
    step("send the second to repair", more(1, "repair"), settle_ms=500)
    step("edit the fifth: the drawer", press("Edit", 4), settle_ms=800)

    def wrong():
        page.get_by_label("Model").fill("X")
        page.get_by_label("Storage").click()
        page.get_by_role("switch").click()
        button("Save").click()

    step("write a short model, move it, insure it, save", wrong)

    def saved():
        page.get_by_label("Model").fill("Osprey 15")
        button("Save").click()
        page.get_by_role("dialog").wait_for(state="detached")

    step("correct the model, save", saved, settle_ms=900)
    step("idle")
    step("menu Columns, without Room", lambda: [button("Columns").click(), page.get_by_role("menuitemcheckbox", name="Room").click()], settle_ms=500)
    step("with Room again, close the menu, refresh the data", lambda: [page.get_by_role("menuitemcheckbox", name="Room").click(), page.keyboard.press("Escape"), button("Refresh").click()], settle_ms=500)
    step("only spare ones", press("Only spare"))
    step("dismiss the message, all devices, dark theme", lambda: [button("Dismiss").click(), button("Only spare").click(), button("Dark").click()], settle_ms=900)
    step("show the lost ones", press("Show them"))

    def sites():
        for name in ("House B", "House A", "Floor 1"):
            page.get_by_role("treeitem", name=name, exact=True).click()

    step("open House B, House A, Floor 1", sites, settle_ms=600)
    step("clear the search, hide the warning", lambda: [page.get_by_role("searchbox").fill(""), button("Hide the warning").click()])
    step("new device: the list of kinds", lambda: [button("New device").click(), page.get_by_role("combobox", name="Kind").click()], settle_ms=800)
    step("choose Printer, write a model, save", lambda: [page.get_by_role("option", name="Printer").click(), page.get_by_label("Model").fill("Heron 500"), button("Save").click(), page.get_by_role("dialog").wait_for(state="detached")], settle_ms=900)
    step("tab People", page.get_by_role("tab", name="People").click)
    step("tab Rules, more days, without Printer, open a rule", lambda: [page.get_by_role("tab", name="Rules").click(), page.get_by_role("spinbutton").press("ArrowUp"), page.locator(".fui-InteractionTagSecondary").nth(2).click(), button("When it is lost").click()], settle_ms=600)
