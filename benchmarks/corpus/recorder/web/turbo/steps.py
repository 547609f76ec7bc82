"""What a user does at the order desk."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect


def record(page: Page, step: Callable[..., None]) -> None:
    rows = page.locator("#rows tr")
    flashes = page.locator("#flashes p")

    def row(number: int) -> object:
        return page.locator(f"#order_{number}")

    def then(do: Callable[[], object], *conditions: Callable[[], object]) -> Callable[[], None]:
        def act() -> None:
            do()
            for condition in conditions:
                condition()

        return act

    def press(name: str, within: object = page, role: str = "button") -> Callable[[], None]:
        return lambda: within.get_by_role(role, name=name, exact=True).first.click()  # type: ignore[attr-defined]

    def appears(what: str) -> Callable[[], None]:
        return lambda: expect(page.get_by_text(what).first).to_be_visible()

    step("open")
    step("edit order 1078 in place", then(press("Edit", row(1078), "link"), lambda: page.get_by_label("Quantity").wait_for()))
    quantity = page.get_by_label("Quantity", exact=True)
    step("save a quantity that is no number", then(lambda: (quantity.fill("many"), quantity.press("Enter")), appears("is not a number")))
    step(
        "save 12 as Packed",
        then(
            lambda: (quantity.fill("12"), row(1078).get_by_label("Status").select_option("Packed"), press("Save")()),  # type: ignore[attr-defined]
            appears("Order 1078 was saved."),
        ),
    )
    step("open the form for a new order", then(press("New order", role="link"), page.get_by_label("Product").wait_for))
    step("submit it without a quantity", then(press("Create"), page.get_by_role("alert").wait_for))
    step(
        "create an order of Casa Verde",
        then(
            lambda: (page.get_by_label("Customer").select_option("Casa Verde"), quantity.fill("4"), press("Create")()),
            appears("Order 1081 was created."),
        ),
    )
    step("idle")
    step("show the details of 1075", then(press("1075", role="link"), appears("Order 1075")))
    step("show the details of 1072", then(press("1072", role="link"), appears("Order 1072")))
    step("delete order 1076", then(press("Delete", row(1076)), appears("Order 1076 was deleted.")))
    step(
        "select four orders",
        lambda: [page.get_by_label(f"Select order {n}").check() for n in (1080, 1077, 1074, 1073)],
    )
    step("mark them as shipped", then(press("Mark as shipped"), appears("4 orders were shipped.")))
    step("dismiss two messages", lambda: [press("Dismiss")(), press("Dismiss")()])
    step("sort by amount", then(press("Amount", role="link"), lambda: page.wait_for_url("**sort=amount**")))
    step("dense rows", press("Dense rows"))
    step(
        "fetch the courier's report (morphing refresh)",
        then(press("Fetch courier report"), lambda: expect(page.locator("#summary")).to_contain_text("Packed 0")),
    )
    step(
        "filter: Delivered",
        then(
            lambda: page.get_by_role("search").get_by_label("Status").select_option("Delivered"),
            lambda: page.wait_for_url("**status=Delivered**"),
        ),
    )
    step("search desk", then(lambda: page.get_by_role("searchbox").fill("desk"), lambda: page.wait_for_url("**q=desk**")))
    step(
        "clear both filters",
        then(
            lambda: (
                page.get_by_role("searchbox").fill(""),
                page.get_by_role("search").get_by_label("Status").select_option("Any status"),
            ),
            appears("41 found"),
        ),
    )
    step("page 2", then(press("2", page.get_by_label("Pages"), "link"), appears("Page 2 of 4")))
    step("go to Customers (Turbo Drive)", then(press("Customers", role="link"), lambda: page.wait_for_url("**/customers")))
    first = page.get_by_role("region", name="Casa Verde")
    step("open the orders of Casa Verde", then(lambda: first.locator("summary").click(), first.locator("li").first.wait_for))
    step("add a note to it", then(press("Add a note", first, "link"), first.get_by_label("Note").wait_for))
    step(
        "save the note",
        then(
            lambda: (first.get_by_label("Note").fill("pays late"), press("Save", first)()),
            first.get_by_text("pays late").wait_for,
        ),
    )
    step("go back (a restoration visit)", then(page.go_back, rows.first.wait_for), settle_ms=600)
    expect(flashes).to_have_count(0)
