"""Depots on a map: zoom, pan, markers with popups, layers, and a list beside it with search, filter and sorting."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page


def record(page: Page, step: Callable[..., None]) -> None:
    def button(name: str) -> Callable[[], None]:
        return lambda: page.get_by_role("button", name=name, exact=True).click()

    def marker(city: str) -> Callable[[], None]:
        return lambda: page.locator(f".leaflet-marker-icon[title='{city}']").click()

    def show(city: str) -> Callable[[], None]:
        return lambda: page.locator("#results li", has_text=city).get_by_role("button").click()

    def layer(name: str) -> Callable[[], None]:
        return lambda: page.locator(".leaflet-control-layers").get_by_text(name).click()

    def drag_map() -> None:
        box = page.locator("#map").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 600, box["y"] + 700)
        page.mouse.down()
        page.mouse.move(box["x"] + 300, box["y"] + 500, steps=8)
        page.wait_for_timeout(200)  # without it the map glides on
        page.mouse.up()

    step("open")
    step("click the marker of Vienna", marker("Vienna"))
    step("click the marker of Madrid", marker("Madrid"))
    step("close the depot", button("Close depot"))
    step("close the popup", button("Close popup"))
    step("zoom out", button("Zoom out"))
    step("drag the map", drag_map)
    step("point at the layers", lambda: page.locator(".leaflet-control-layers").hover())
    step("show the routes", layer("Routes"))
    step("hide the warehouses", layer("Warehouse"))
    step("show Mumbai from the list", show("Mumbai"))
    step("list only those in view", lambda: page.get_by_label("Only those in view").check())
    step("sort by parcels", button("Sort by parcels"))
    step("zoom out twice", lambda: (button("Zoom out")(), button("Zoom out")()))
    step("idle")
    step("refresh", button("Refresh"))
    step("list all depots", lambda: page.get_by_label("Only those in view").uncheck())
    step("search for 'on'", lambda: page.get_by_label("City").press_sequentially("on"))
    step("show Montreal from the list", show("Montreal"))
    step("clear the search", lambda: page.get_by_label("City").fill(""))
    step("only the delayed ones", lambda: page.get_by_label("State").select_option("Delayed"))
    step("sort by city", button("Sort by city"))
    step("all states, popup closed", lambda: (
        page.get_by_label("State").select_option("All"),
        button("Close popup")() if page.locator(".leaflet-popup").count() else None,
    ))  # fmt: skip
