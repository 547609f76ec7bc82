"""spec/features#d26: ``since`` works together with filters, and a filtered read never becomes a wrong baseline."""

from typing import Any

import pytest

from tests.live.shop import Shop
from tests.live.witness import changes
from uidiff.errors import StaleRef, UnknownName
from uidiff.formats.choice import NOTHING, NOTHING_INSIDE
from uidiff.formats.rendering import FORMATS

FILTERS: tuple[dict[str, Any], ...] = (
    {"roles": {"textbox"}},
    {"roles": ["edit"]},  # a word of a format
    {"scope": "e2"},
    {"scope": 2},
    {"depth": 1},
    {"prune": True},
    {"roles": ("button", "textbox"), "scope": "e1", "depth": 2, "prune": True},
)


def at_first(asked: dict[str, Any]) -> dict[str, Any]:
    """The same filter as one who has seen no ref yet can ask for it."""
    return {name: value for name, value in asked.items() if name != "scope"}


@pytest.mark.parametrize("asked", FILTERS)
def test_d2_6_a_filtered_read_never_becomes_a_wrong_baseline(shop: Shop, asked: dict[str, Any]) -> None:
    ui = shop.described()
    shop.rename(3, "Lamp")
    shop.ui.find(name="Search").set(focused=True)
    assert changes(ui.describe(**asked)) == {"changed": ["Search", "Lamp"]}
    assert changes(ui.describe()) == {"changed": ["Search", "Lamp"]}
    assert changes(ui.describe(**asked)) == {}
    shop.ui.find(name="Loading...").remove()
    shop.ui.find(role="list").add({"role": "listitem", "name": "Chair"})
    for question in ({}, asked):
        assert changes(ui.describe(**question)) == {"added": ["Chair"], "removed": ["Loading..."]}
        report = ui.describe(**question)
        assert (changes(report), report.reason) == ({}, NOTHING)
    shop.rename(3, "Item 3")
    assert changes(ui.describe()) == {"changed": ["Item 3"]}


@pytest.mark.parametrize("asked", FILTERS)
def test_d2_6_since_brings_back_what_a_filter_has_left_out(shop: Shop, asked: dict[str, Any]) -> None:
    ui = shop.session()
    token = ui.describe(**at_first(asked)).token
    shop.rename(3, "Lamp")
    ui.describe(**asked)
    report = ui.describe(since=token)
    assert report.text == '# diff: 1 changed, 148 unchanged.\n~ item "Item 3" -> "Lamp"'


def test_d2_6_the_whole_text_of_roles(shop: Shop) -> None:
    text = shop.session().describe(roles={"textbox", "button"}).text
    assert text == '# full: 2 of 149 elements of "Shop"\ntextbox e2 "Search", button e3 "Loading..."'


def test_d2_6_the_diff_of_roles_says_what_it_leaves_out(shop: Shop) -> None:
    ui = shop.described()
    shop.save_dialog()
    assert ui.describe(roles={"button"}, mode="diff").text == (
        '# diff: 1 removed, 0 unchanged. 2 changes outside the filter.\n- button e3 "Loading..."'
    )
    shop.rename(3, "Lamp")
    report = ui.describe(roles={"textbox"})
    assert report.text == (
        '# diff: Focus moved to "Search" textbox. 1 changed, 0 unchanged. '
        "3 changes outside the filter.\n~ textbox e2 focused"
    )
    shop.rename(3, "Chair")
    report = ui.describe(roles={"textbox"})
    assert (report.text, report.reason) == ("# No change. 1 change outside the filter.", NOTHING_INSIDE)
    report = ui.describe(roles={"textbox"})
    assert (report.text, report.reason) == ("# No change.", NOTHING)


def test_d2_6_a_scope_is_an_element_and_what_is_below_it(shop: Shop) -> None:
    ui = shop.described()
    shop.rename(3, "Lamp")
    shop.ui.find(name="Search").value = "lamp"
    assert ui.describe(scope="e4").text == (
        '# diff: 1 changed, 145 unchanged. 1 change outside the filter.\n~ item "Item 3" -> "Lamp"'
    )


def test_d2_6_a_scope_that_went_is_told_once_more_and_then_is_stale(shop: Shop) -> None:
    ui = shop.described()
    shop.ui.find(name="Loading...").remove()
    assert ui.describe(scope="e3", mode="diff").text == '# diff: 1 removed, 0 unchanged.\n- button e3 "Loading..."'
    with pytest.raises(StaleRef, match=r"e3 was gone at the read of 2023-11-14T22:13:20.002Z; describe"):
        ui.describe(scope="e3")


def test_d2_6_depth_counts_from_the_roots_or_the_scope(shop: Shop) -> None:
    ui = shop.session()
    assert ui.describe(depth=1).text == '# full: 1 of 149 elements\nwindow e1 "Shop"'
    report = ui.describe(mode="full", scope="e4", depth=1)
    assert report.text == '# full: 1 of 149 elements of "Shop"\nlist e4'
    assert ui.describe(depth=2).mode == "full"
    shop.rename(3, "Lamp")
    assert ui.describe(depth=2).text == "# No change. 1 change outside the filter."


def test_d2_6_prune_leaves_out_wrappers_that_say_nothing(shop: Shop) -> None:
    wrapper = shop.ui.find(name="Shop").add({"role": "generic", "children": [{"role": "link", "name": "Help"}]})
    ui = shop.session(format="compact")
    whole, pruned = ui.describe().text, ui.describe(mode="full", prune=True).text
    assert "[Generic]" in whole
    assert "[Generic]" not in pruned
    assert '[Link] "Help"' in pruned
    wrapper.remove()
    assert changes(ui.describe(prune=True)) == {"removed": [None, "Help"]}


def test_d2_6_a_role_that_nothing_has_is_refused_and_one_of_elements_that_went_is_not(shop: Shop) -> None:
    ui = shop.described()
    with pytest.raises(UnknownName, match=r"unknown role 'buton'; did you mean 'button'\?"):
        ui.describe(roles={"buton"})
    shop.ui.find(name="Loading...").role = "x-spinner"
    ui.describe()
    shop.ui.find(name="Loading...").remove()
    assert ui.describe(roles={"x-spinner"}, mode="diff").text.endswith('\n- x-spinner e3 "Loading..."')


@pytest.mark.parametrize("format", sorted(FORMATS.builtins))
def test_d2_6_every_format_tells_of_a_selection(shop: Shop, format: str) -> None:
    ui = shop.session(format=format)
    assert "Item 3" not in ui.describe(roles={"textbox"}).text
    shop.ui.find(name="Search").value = "lamp"
    shop.rename(3, "Chair")
    report = ui.describe(roles={"textbox"})
    assert "lamp" in report.text
    assert "Chair" not in report.text


@pytest.mark.parametrize("scope", ["e1", "e2", "e99"])
def test_a_scope_that_nobody_was_told_of_is_none(shop: Shop, scope: str) -> None:
    """Its number would be that of whatever element comes to have it: after a state has expired, of another one."""
    ui = shop.session()
    with pytest.raises(StaleRef, match=f"^{scope} is a ref that no element has had in this session; describe the"):
        ui.describe(scope=scope)
    assert ui.describe().mode == "full"


def test_an_element_that_came_just_now_is_no_scope_yet(shop: Shop) -> None:
    ui = shop.session()
    came = f"e{ui.describe().refs.next}"
    shop.ui.find(role="list").add({"role": "listitem", "name": "Chair"})
    with pytest.raises(StaleRef, match="no element has had"):
        ui.describe(scope=came)
    ui.describe()
    assert '"Chair"' in ui.describe(mode="full", scope=came).text
