"""``Session.describe``: spec/features#d1, and #x6, through a session. What an agent reads is quoted as it is."""

import json
from collections.abc import Callable

import pytest

from tests.live.shop import ITEMS, TREE, Shop
from tests.live.watching import START, Polled
from tests.live.witness import changes, told
from uidiff import Report, Session, Snapshot
from uidiff.backends.scripted import ScriptedUI
from uidiff.formats.choice import ASKED, FEWER, FIRST, HALF, LONGER, NEW_TITLE, NOTHING, SHORTER
from uidiff.live.moments import Clock
from uidiff.live.store import MemoryStore
from uidiff.tokens import estimate_tokens

ELEMENTS = ITEMS + 4


# ------------------------------------------------- compared with the last (spec/features#d11)


def test_d1_1_the_first_read_is_the_whole_tree_and_says_so(shop: Shop) -> None:
    report = shop.session().describe()
    assert (report.mode, report.reason, report.delta) == ("full", FIRST, None)
    assert report.text.startswith('# full: 149 elements\nwindow e1 "Shop":\n textbox e2 "Search"\n')
    assert str(report) == report.text
    assert len(report.snapshot) == len(report.refs.numbers) == ELEMENTS


def test_d1_1_each_description_is_compared_with_the_one_before(shop: Shop) -> None:
    ui = shop.described()
    shop.rename(3, "Item 3, sold")
    assert changes(ui.describe()) == {"changed": ["Item 3, sold"]}
    shop.ui.find(role="list").add({"role": "listitem", "name": "New one"})
    assert changes(ui.describe()) == {"added": ["New one"]}
    shop.ui.find(name="Item 7").remove()
    assert changes(ui.describe()) == {"removed": ["Item 7"]}
    assert changes(ui.describe()) == {}
    shop.ui.find(name="Search").value = "lamp"
    shop.ui.find(name="Loading...").set(disabled=True)
    assert changes(ui.describe()) == {"changed": ["Search", "Loading..."]}


def test_d1_1_what_is_unchanged_is_counted_and_never_listed(shop: Shop) -> None:
    ui = shop.described()
    shop.save_dialog()
    report = ui.describe()
    assert told(report).unchanged_count == ELEMENTS - 2
    assert report.text == (
        '# diff: A dialog appeared: "Save Changes?". Focus moved to "Search" textbox. '
        "1 added, 1 removed, 1 changed, 147 unchanged.\n"
        '+ at 1 at top: dialog e150 "Save Changes?"\n'
        '~ textbox e2 "Search" focused\n'
        '- button e3 "Loading..."'
    )
    assert ui.describe().text == "# No change."


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        (lambda node: node.set(focused=True), {"focused": (False, True)}),
        (lambda node: node.set(disabled=True), {"disabled": (False, True)}),
        (lambda node: setattr(node, "value", "lamp"), {"value": (None, "lamp")}),
        (lambda node: setattr(node, "name", "Find"), {"name": ("Search", "Find")}),
        (lambda node: setattr(node, "description", "All shops"), {"description": (None, "All shops")}),
        (lambda node: setattr(node, "role", "searchbox"), {"role": ("textbox", "searchbox")}),
    ],
)
def test_d1_1_changed_is_the_same_element_with_other_properties(
    shop: Shop, change: Callable[[object], object], fields: dict[str, object]
) -> None:
    ui = shop.described()
    change(shop.ui.find(name="Search"))
    report = ui.describe()
    assert [dict(record.fields) for record in told(report).changed] == [fields]
    assert report.refs.numbers[1] == 2


def test_d1_1_a_change_of_position_is_a_change(shop: Shop) -> None:
    search = shop.ui.find(name="Search")
    search.bounds = [10, 10, 200, 20]
    ui = shop.described(bounds=True)
    search.bounds = [10, 40, 200, 20]
    assert changes(ui.describe()) == {"changed": ["Search"]}


def test_d1_1_each_window_is_compared_with_its_own_last_description() -> None:
    one, other = Shop(pid=1), Shop(pid=2)
    with Session(Polled(one.ui, other.ui), clock=one.time.clock()) as ui:
        assert ui.describe(target=one.ui).reason == FIRST
        assert ui.describe(target=other.ui).reason == FIRST
        one.rename(1, "Lamp")
        other.rename(2, "Chair")
        assert changes(ui.describe(target=one.ui)) == {"changed": ["Lamp"]}
        assert changes(ui.describe(target=other.ui)) == {"changed": ["Chair"]}
        assert changes(ui.describe(target=one.ui)) == {}


# ---------------------------------------------------------- who is who (spec/features#d12)


def rows_moved(shop: Shop) -> None:
    """The window gets a banner on top, and its list another order."""
    shop.ui.find(name="Shop").add({"role": "banner", "name": "Sale"}, at=0)
    shop.ui.find(name="Item 0").move(shop.ui.find(role="list"))


def test_d1_2_by_name_role_and_parent_nothing_depends_on_the_position() -> None:
    shop = Shop(stable_ids=False)
    ui = shop.described(matcher="name-role-parent")
    rows_moved(shop)
    report = ui.describe()
    assert changes(report) == {"added": ["Sale"], "moved": ["Item 0"]}
    assert report.element("e5").name == "Item 0"


def test_d1_2_under_it_another_name_is_another_element_and_auto_knows_better() -> None:
    found = {}
    for matcher in ("name-role-parent", "auto"):
        shop = Shop(stable_ids=False)
        ui = shop.described(matcher=matcher)
        shop.ui.find(name="Search").name = "Search the shop"
        found[matcher] = changes(ui.describe())
    assert found["name-role-parent"] == {"added": ["Search the shop"], "removed": ["Search"]}
    assert found["auto"] == {"changed": ["Search the shop"]}


@pytest.mark.parametrize("platform", ["uia", "web"])
def test_d1_2_native_and_web_trees_alike(platform: str) -> None:
    shop = Shop(platform=platform)
    ui = shop.described()
    shop.save_dialog()
    assert changes(ui.describe()) == {"added": ["Save Changes?"], "removed": ["Loading..."], "changed": ["Search"]}


# ------------------------------------------- the documents' shapes (spec/features#d13, #d14)


def test_d1_3_describe_json_of_a_session(shop: Shop) -> None:
    ui = shop.described(format="describe-json")
    shop.time.sleep(45)
    shop.save_dialog()
    answer = json.loads(ui.describe().text)
    assert answer["command"] == "describe"
    assert answer["mode"] == "diff"
    assert answer["since"] == "2023-11-14T22:13:20.001Z"
    assert [(one["name"], one["ref"]) for one in answer["added"]] == [("Save Changes?", "e150")]
    assert [(one["name"], one["ref"]) for one in answer["removed"]] == [("Loading...", "e3")]
    assert [(one["name"], one["changes"]) for one in answer["changed"]] == [("Search", {"focused": [False, True]})]
    assert answer["unchanged_count"] == 147


def test_d1_3_since_is_the_last_description_also_where_that_told_of_no_change(shop: Shop) -> None:
    ui = shop.described(format="describe-json")
    shop.time.sleep(10)
    ui.describe()
    shop.time.sleep(10)
    assert json.loads(ui.describe().text)["since"] == "2023-11-14T22:13:30.001Z"


def test_d1_3_since_is_what_was_asked_for(shop: Shop) -> None:
    ui = shop.session(format="describe-json")
    token = ui.describe().token
    shop.time.sleep(10)
    shop.save_dialog()
    ui.describe()
    shop.time.sleep(10)
    assert json.loads(ui.describe(since=token).text)["since"] == "2023-11-14T22:13:20.001Z"


def test_d1_4_compact_of_a_session_counts_its_seconds_by_the_monotonic_clock(shop: Shop) -> None:
    now = [START]
    time = shop.time
    ui = shop.described(format="compact", clock=Clock(now=lambda: now[0], monotonic=lambda: time.passed))
    time.sleep(2.3)
    now[0] -= 3600  # somebody sets the clock back
    shop.save_dialog()
    assert ui.describe().text == (
        'DIFF since 2.3s ago (147 unchanged): A dialog appeared: "Save Changes?". Focus moved to "Search" textbox. '
        "1 removed.\n"
        '+ [Dialog] "Save Changes?" | (300,200) 400x150\n'
        '~ [Edit] "Search" | focused\n'
        '- [Btn] "Loading..." |'
    )
    time.sleep(0.5)
    now[0] += 86_400
    assert ui.describe().text == "DIFF since 0.5s ago (149 unchanged): No change."


def head(report: Report) -> str:
    return report.text.partition(" (")[0]


def test_d1_4_the_age_is_that_of_the_baseline_not_of_a_partial_answer_since(shop: Shop) -> None:
    ui = shop.described(format="compact")
    shop.time.sleep(5)
    shop.ui.cut(shop.ui.find(role="list"))
    assert head(ui.describe(mode="diff")) == "DIFF since 5.0s ago"
    shop.time.sleep(3)
    shop.rename(3, "Lamp")
    assert head(ui.describe()) == "DIFF since 8.0s ago"


def test_d1_4_the_age_is_that_of_the_last_answer_of_this_session(shop: Shop) -> None:
    store = MemoryStore()
    one, other = (shop.session(format="compact", store=store) for _ in range(2))
    one.describe()
    shop.time.sleep(5)
    shop.rename(3, "Lamp")
    assert head(other.describe()) == "DIFF since 5.0s ago"
    shop.time.sleep(3)
    shop.rename(4, "Chair")
    assert head(one.describe()) == "DIFF since 8.0s ago"


def test_d1_4_the_age_of_an_older_baseline_is_that_of_the_older_one(shop: Shop) -> None:
    ui = shop.session(format="compact")
    token = ui.describe().token
    shop.time.sleep(5)
    shop.rename(3, "Lamp")
    ui.describe()
    shop.time.sleep(3)
    assert head(ui.describe(since=token)) == "DIFF since 8.0s ago"


# ------------------------------------------------ the summary comes first (spec/features#d16)


@pytest.mark.parametrize("format", ["agent", "compact"])
def test_d1_6_the_first_line_is_enough_to_decide_by(shop: Shop, format: str) -> None:
    ui = shop.described(format=format)
    shop.save_dialog()
    first = ui.describe().text.splitlines()[0]
    assert 'A dialog appeared: "Save Changes?". Focus moved to "Search" textbox.' in first
    assert "147 unchanged" in first


def test_d1_6_the_summary_of_the_delta_is_that_sentence(shop: Shop) -> None:
    ui = shop.described()
    shop.save_dialog()
    report = ui.describe()
    assert told(report).summary == (
        'A dialog appeared: "Save Changes?". Focus moved to "Search" textbox. 1 removed. 147 elements unchanged.'
    )


# ------------------------------------------------------ full or diff (spec/features#d17, #x6)


def test_d1_7_the_whole_tree_can_be_asked_for(shop: Shop) -> None:
    ui = shop.session()
    first = ui.describe()
    again = ui.describe(mode="full")
    assert (again.mode, again.reason, again.text) == ("full", ASKED, first.text)
    shop.rename(3, "Lamp")
    forced = ui.describe(mode="full")
    assert '"Lamp"' in forced.text
    assert changes(forced) == {"changed": ["Lamp"]}


def test_d1_7_a_description_that_was_forced_is_the_next_baseline(shop: Shop) -> None:
    ui = shop.described()
    shop.rename(3, "Lamp")
    ui.describe(mode="full")
    assert changes(ui.describe()) == {}


def test_d1_7_a_diff_can_be_asked_for_however_long_it_is(shop: Shop) -> None:
    ui = shop.described(fold=False)
    shop.describe_items("Reduced")
    report = ui.describe(mode="diff")
    assert (report.mode, report.reason) == ("diff", ASKED)
    assert report.text.count("\n~ ") == ITEMS


def test_d1_7_without_a_baseline_a_diff_is_the_whole_tree_all_the_same(shop: Shop) -> None:
    report = shop.session().describe(mode="diff")
    assert (report.mode, report.reason, report.delta) == ("full", FIRST, None)


def test_d1_7_without_a_baseline_that_reason_goes_before_being_asked(shop: Shop) -> None:
    assert shop.session().describe(mode="full").reason == FIRST


def small() -> tuple[ScriptedUI, Session]:
    """Four buttons in a window; nothing of it is said at length."""
    names = ("New", "Open", "Share", "Print")
    ui = ScriptedUI({"role": "window", "children": [{"role": "button", "name": name} for name in names]}, title="A")
    return ui, Session(Polled(ui), ui)


def test_x_6_auto_sends_what_is_really_shorter_and_says_which_and_why() -> None:
    ui, session = small()
    whole = session.describe()
    ui.find(name="Share").set(disabled=True)
    shorter = session.describe()
    assert (shorter.mode, shorter.reason) == ("diff", SHORTER)
    assert estimate_tokens(shorter.text) <= estimate_tokens(session.describe(mode="full").text)
    for name in ("New", "Open", "Share", "Print"):
        ui.find(name=name).name = f"{name} this and nothing else"
    longer = session.describe()
    assert (longer.mode, longer.reason) == ("full", LONGER)
    assert len(told(longer).changed) == 4
    assert whole.reason == FIRST
    still = session.describe()
    assert (still.mode, still.reason, still.text) == ("diff", NOTHING, "# No change.")


def test_x_6_the_reader_counts_by_a_counter_of_his_own() -> None:
    ui, _ = small()
    session = Session(Polled(ui), ui, counter=lambda text: 1000 * text.startswith("# diff"))
    session.describe()
    ui.find(name="Share").set(disabled=True)
    assert session.describe().reason == LONGER


@pytest.mark.parametrize(("changed", "mode", "reason"), [(2, "diff", FEWER), (3, "full", HALF)])
def test_d1_7_half_counts_the_elements(changed: int, mode: str, reason: str) -> None:
    ui, _ = small()
    session = Session(Polled(ui), ui, full_when="half")
    session.describe()
    for node in ui.find_all(role="button")[:changed]:
        node.name = f"{node.name} this and nothing else"
    report = session.describe()
    assert (report.mode, report.reason) == (mode, reason)


@pytest.mark.parametrize(("mode", "sent", "reason"), [("diff", "diff", ASKED), ("full", "full", ASKED)])
def test_d1_7_what_is_asked_for_goes_before_the_half(mode: str, sent: str, reason: str) -> None:
    ui, _ = small()
    session = Session(Polled(ui), ui, full_when="half")
    session.describe()
    for node in ui.find_all(role="button"):
        node.name = f"{node.name} this"
    report = session.describe(mode=mode)  # type: ignore[arg-type]  # one of its words
    assert (report.mode, report.reason) == (sent, reason)


def test_x_6_a_filter_is_judged_by_what_it_leaves(shop: Shop) -> None:
    ui = shop.described()
    shop.describe_items("Reduced")
    shop.ui.find(name="Search").set(focused=True)
    report = ui.describe(roles={"textbox"}, mode="diff")
    assert report.text.splitlines()[0] == (
        '# diff: Focus moved to "Search" textbox. 1 changed, 0 unchanged. 145 changes outside the filter.'
    )
    shop.describe_items("Sold")
    assert ui.describe(roles={"textbox"}).reason == "nothing changed inside the filter"


# ------------------------------------------------------------ the title (spec/features#d18)


def test_d1_8_a_counter_in_the_title_keeps_the_diff(shop: Shop) -> None:
    ui = shop.described()
    shop.ui.title = "Shop (1)"
    report = ui.describe()
    assert (report.mode, report.reason) == ("diff", SHORTER)
    assert report.text == '# diff: New title: "Shop (1)". 149 unchanged.\n~ title "Shop" -> "Shop (1)"'


def test_d1_8_full_drops_the_baseline_when_the_title_changes(shop: Shop) -> None:
    ui = shop.session(on_title_change="full")
    token = ui.describe().token
    shop.ui.title = "Basket"
    shop.rename(3, "Lamp")
    report = ui.describe()
    assert (report.mode, report.reason, report.delta) == ("full", NEW_TITLE, None)
    assert changes(ui.describe()) == {}
    assert ui.describe(since=token).reason == "no baseline is that old"


def test_d1_8_full_tells_nothing_of_an_equal_title(shop: Shop) -> None:
    shop.ui.title = "Caf\u00e9"
    ui = shop.described(on_title_change="full")
    shop.ui.title = "Cafe\u0301"  # spelt otherwise, and the same
    shop.rename(3, "Lamp")
    assert changes(ui.describe()) == {"changed": ["Lamp"]}


def test_d1_8_full_holds_for_a_diff_that_was_asked_for_too(shop: Shop) -> None:
    ui = shop.described(on_title_change="full")
    shop.ui.title = None
    report = ui.describe(mode="diff")
    assert (report.mode, report.reason) == ("full", NEW_TITLE)


def test_d1_8_elements_keep_their_refs_under_another_title(shop: Shop) -> None:
    ui = shop.described(on_title_change="full")
    shop.ui.title = "Basket"
    shop.ui.find(role="list").add({"role": "listitem", "name": "First"}, at=0)
    report = ui.describe()
    assert report.element("e5").name == "Item 0"
    assert report.element(f"e{ELEMENTS + 1}").name == "First"


def test_d1_8_a_real_page_change_gives_the_whole_tree_by_what_is_shorter() -> None:
    shop = Shop(url="https://shop.test/", document="d1")
    ui = shop.described()
    results = [{"role": "link", "name": f"Result {n}: {n * 7919}"} for n in range(40)]
    shop.ui.navigate("https://shop.test/found", "d2", {"role": "document", "name": "Found", "children": results})
    shop.ui.title = "Found"
    report = ui.describe()
    assert (report.mode, report.reason) == ("full", LONGER)
    assert '"Result 39: 308841"' in report.text


# ------------------------------------------------------------ the tokens (spec/features#d19)


@pytest.mark.parametrize("format", ["agent", "compact", "describe-json", "read-agent", "read-json", "read-yaml"])
def test_d1_9_a_second_description_takes_at_most_a_fifth_of_the_tokens(shop: Shop, format: str) -> None:
    ui = shop.session(format=format)
    first = ui.describe()
    shop.save_dialog()
    second = ui.describe()
    assert second.mode == "diff"
    assert estimate_tokens(second.text) <= 0.2 * estimate_tokens(first.text)
    assert estimate_tokens(ui.describe().text) <= 0.2 * estimate_tokens(first.text)


def test_d1_9_focus_changes_and_elements_that_came_and_went_are_told_right(shop: Shop) -> None:
    shop.ui.find(name="Loading...").set(focused=True)
    ui = shop.described()
    shop.save_dialog()
    report = ui.describe()
    assert changes(report) == {"added": ["Save Changes?"], "removed": ["Loading..."], "changed": ["Search"]}
    assert [type(event).__name__ for event in told(report).events] == ["DialogAppeared", "FocusMoved"]


# ---------------------------------------------------- what a report holds besides


def test_a_report_holds_the_window_as_it_was_read(shop: Shop) -> None:
    ui = shop.session()
    first = ui.describe(budget=60)
    assert len(first.snapshot) == ELEMENTS
    assert (first.snapshot.app, first.snapshot.title, first.snapshot.taken_at) == ("Shop", "Shop", START + 0.001)
    assert first.token == "1700000000.001"  # noqa: S105  # no password
    shop.rename(3, "Lamp")
    second = ui.describe(scope="e2")
    assert told(second).apply(first.snapshot) == second.snapshot
    assert isinstance(second.snapshot, Snapshot)
    assert [record.after.name for record in told(second).changed] == ["Lamp"]


def test_tokens_rise_though_the_clock_stands(shop: Shop) -> None:
    ui = shop.session()
    tokens = []
    for number in range(5):
        shop.rename(number, f"Lamp {number}")
        tokens.append(ui.describe().token)
    assert tokens == [f"1700000000.00{place}" for place in range(1, 6)]


def test_elements_that_were_made_anew_are_named_with_their_ids_before_and_after(shop: Shop) -> None:
    ui = shop.described()
    search = shop.ui.find(name="Search")
    old = search.id
    search.recreate()
    report = ui.describe()
    assert report.renewed == {"e2": (old, search.id)}
    assert changes(report) == {}
    assert ui.handle("e2") is search
    assert ui.describe().renewed == {}


def test_nothing_is_renewed_where_ids_are_others_at_each_read() -> None:
    shop = Shop(stable_ids=False)
    ui = shop.described()
    assert ui.describe().renewed == {}


def test_an_empty_window_can_be_described() -> None:
    ui = ScriptedUI([])
    session = Session(Polled(ui), ui)
    assert session.describe().text == "# full: 0 elements"
    assert session.describe().text == "# No change."
    ui.add(TREE)
    assert len(session.describe().snapshot) == ELEMENTS
