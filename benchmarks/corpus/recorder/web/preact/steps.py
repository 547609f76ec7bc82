"""Works on a board: votes, drags, renames, deletes and undoes, filters, ranks, builds while the log grows."""


def record(page, step):
    def column(name):
        return page.get_by_role("region", name=name, exact=True)

    def card(name, number=0):
        return column(name).get_by_role("article").nth(number)

    def press(name, number=0):
        return page.get_by_role("button", name=name, exact=True).nth(number).click

    def drag(start, number, end):
        return lambda: card(start, number).drag_to(column(end).get_by_role("heading", level=2))

    step("open", card("To do").wait_for)
    step("vote twice for the second", lambda: card("To do", 1).get_by_label("Vote").dblclick())
    step("drag the first of To do to Doing", drag("To do", 0, "Doing"))
    step("rename the third of Review: the field", lambda: card("Review", 2).get_by_role("heading").dblclick())
    step("another title, Enter", lambda: [page.get_by_label("Title").fill("Blurred icons on large screens"), page.keyboard.press("Enter")])
    step("delete the second of Done", lambda: card("Done", 1).get_by_role("button", name="Delete").click())
    step("details of the third of Doing", lambda: card("Doing", 2).get_by_role("button", name="Details").click())
    step("tick Fixed, undo the deletion", lambda: [page.get_by_label("Fixed").click(), press("Undo")()])
    step("compact cards", press("Compact"))
    step("drag two of Review to Done", lambda: [drag("Review", 1, "Done")(), drag("Review", 0, "Done")()])
    step("idle")
    step("new card of two letters", lambda: [page.get_by_label("New card").fill("Ab"), press("Add")()])
    step("more letters, add", lambda: [page.get_by_label("New card").fill("About page is empty"), press("Add")()])
    step("build", press("Build"), settle_ms=400)
    step("wait while it builds", settle_ms=700)
    step("roomy cards while it builds", press("Roomy"))
    step("the build has finished", page.get_by_text("Build finished").wait_for)
    step("by votes", press("By votes"))
    step("two votes for the second of Done, details of the first of Review", lambda: [card("Done", 1).get_by_label("Vote").dblclick(), card("Review").get_by_role("button", name="Details").click()])
    step("only bugs and docs, by date", lambda: [page.get_by_label("bug").click(), page.get_by_label("docs").click(), press("By date")()])
    step("search for 'kim'", lambda: page.get_by_label("Search").fill("kim"))
    step("clear the search, all tags, dismiss the message", lambda: [page.get_by_label("Search").fill(""), page.get_by_label("bug").click(), page.get_by_label("docs").click(), press("Dismiss")()])
