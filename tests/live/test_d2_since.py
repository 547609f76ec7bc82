"""``Session.describe`` as ``read --since`` asks it: spec/features#d2 through sessions. What an agent reads is
quoted.
"""

import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.live.shop import ITEMS, Shop
from tests.live.watching import START, Polled
from tests.live.witness import changes
from uidiff import FileStore, Report, Session, Snapshot
from uidiff.backends.recorded import RecordedBackend
from uidiff.backends.scripted import ScriptedUI
from uidiff.errors import StaleRef
from uidiff.formats.choice import FIRST, NOTHING
from uidiff.live.baselines import EXPIRED, NOT_ASKED, TOO_OLD
from uidiff.live.moments import Clock
from uidiff.live.store import BASELINES, MemoryStore, Store

ELEMENTS = ITEMS + 4


# ------------------------------------------------------------ ts and since (spec/features#d21)


def test_d2_1_every_read_answers_with_a_ts_and_since_it_with_the_differences_only(shop: Shop) -> None:
    ui = shop.session()
    tokens = []
    for number in range(4):
        tokens.append(ui.describe().token)
        shop.time.sleep(10)
        shop.rename(number, f"Lamp {number}")
    assert tokens == ["1700000000.001", "1700000010.001", "1700000020.001", "1700000030.001"]
    for place, token in enumerate(tokens):
        assert changes(ui.describe(since=token)) == {"changed": [f"Lamp {number}" for number in range(place, 4)]}


def test_d2_1_the_full_read_of_a_first_since_says_why(shop: Shop) -> None:
    report = shop.session().describe(since=START)
    assert (report.mode, report.reason) == ("full", FIRST)


def test_d2_1_of_a_time_before_all_baselines_the_whole_tree_is_told_with_the_reason(shop: Shop) -> None:
    ui = shop.described()
    report = ui.describe(since=START - 1)
    assert (report.mode, report.reason, report.delta) == ("full", TOO_OLD, None)
    assert changes(ui.describe()) == {}


def test_d2_1_a_time_between_two_reads_means_the_earlier_one(shop: Shop) -> None:
    ui = shop.session()
    for number in range(3):
        shop.rename(number, f"Lamp {number}")
        ui.describe()
        shop.time.sleep(10)
    assert changes(ui.describe(since=START + 10.0005)) == {"changed": ["Lamp 1", "Lamp 2"]}
    assert changes(ui.describe(since=START + 10.5)) == {"changed": ["Lamp 2"]}
    assert changes(ui.describe(since=START + 19.999)) == {"changed": ["Lamp 2"]}
    assert changes(ui.describe(since=START + 3600)) == {}


def test_d2_1_a_whole_second_counts_as_its_end(shop: Shop) -> None:
    ui = shop.described()
    shop.time.sleep(0.7)
    shop.rename(3, "Lamp")
    ui.describe()
    shop.rename(4, "Chair")
    assert changes(ui.describe(since=int(START))) == {"changed": ["Chair"]}
    assert changes(ui.describe(since="1700000000.699")) == {"changed": ["Lamp", "Chair"]}


SECOND_READ = datetime.fromtimestamp(START + 10, tz=UTC)


@pytest.mark.parametrize(
    "since",
    [
        *("1700000010.001", "1700000010", 1_700_000_010, START + 10.001),
        *(SECOND_READ, SECOND_READ + timedelta(milliseconds=1), SECOND_READ.isoformat()),
        *("2023-11-14T22:13:30Z", "2023-11-14T22:13:30.001Z", "2023-11-15T03:43:30+05:30"),
    ],
)
def test_d2_1_since_is_a_token_seconds_or_a_date(shop: Shop, since: str | float | datetime) -> None:
    ui = shop.session()
    for number in range(3):
        shop.rename(number, f"Lamp {number}")
        ui.describe()
        shop.time.sleep(10)
    assert changes(ui.describe(since=since)) == {"changed": ["Lamp 2"]}


def test_d2_1_since_does_not_bring_back_what_was_told(shop: Shop) -> None:
    ui = shop.session()
    token = ui.describe().token
    shop.rename(3, "Lamp")
    ui.describe()
    assert changes(ui.describe(since=token)) == {"changed": ["Lamp"]}
    assert changes(ui.describe()) == {}


def test_d2_1_the_last_eight_baselines_are_kept(shop: Shop) -> None:
    ui = shop.session()
    tokens = []
    for number in range(BASELINES + 1):
        shop.rename(number, f"Lamp {number}")
        tokens.append(ui.describe().token)
    assert ui.describe(since=tokens[0]).reason == TOO_OLD
    changed = changes(ui.describe(since=tokens[1]))["changed"]
    assert changed == [f"Lamp {number}" for number in range(2, BASELINES + 1)]


def test_d2_1_reads_that_found_no_change_push_no_baseline_out(shop: Shop) -> None:
    ui = shop.session()
    token = ui.describe().token
    shop.rename(3, "Lamp")
    tokens = []
    for _ in range(2 * BASELINES):
        shop.time.sleep(1)
        tokens.append(ui.describe().token)
    assert changes(ui.describe(since=token)) == {"changed": ["Lamp"]}
    assert changes(ui.describe(since=tokens[-1])) == {}


def test_d2_1_an_element_that_changed_back_has_not_changed_since(shop: Shop) -> None:
    ui = shop.session()
    token = ui.describe().token
    shop.rename(3, "Lamp")
    ui.describe()
    shop.rename(3, "Item 3")
    assert changes(ui.describe()) == {"changed": ["Item 3"]}
    report = ui.describe(since=token)
    assert (changes(report), report.reason) == ({}, NOTHING)


def recorded(*moments: float | None) -> Session:
    """A backend that knows when each read was taken: one button that counts."""
    steps = [
        Snapshot.from_dicts([{"role": "button", "name": f"Buy {number}"}, *LINES], taken_at=moment)
        for number, moment in enumerate(moments)
    ]
    return Session(RecordedBackend(), steps, format="compact", clock=Clock(now=lambda: START, monotonic=lambda: 5.0))


LINES = [{"role": "paragraph", "name": f"Line {number}"} for number in range(20)]


def test_d2_1_a_backends_own_times_are_the_tokens_and_the_ages() -> None:
    ui = recorded(1_707_504_000.0, 1_707_504_003.5, 1_707_504_004.5)
    assert ui.describe().token == "1707504000.001"  # noqa: S105  # no password
    assert ui.describe().text.startswith("DIFF since 3.5s ago (20 unchanged): ")
    report = ui.describe(since="1707504000.001")
    assert report.token == "1707504004.500"  # noqa: S105  # no password
    assert report.text.startswith("DIFF since 4.5s ago (20 unchanged): ")


def test_d2_1_the_tokens_of_a_backend_whose_times_go_back_rise_all_the_same() -> None:
    ui = recorded(1_707_504_000.0, 1_707_503_000.0, None, 1_707_504_000.25)
    tokens = [ui.describe().token for _ in range(4)]
    assert tokens == ["1707504000.001", "1707504000.002", "1707504000.003", "1707504000.250"]


# ------------------------------------------------------------- read-agent (spec/features#d23)


def gmail() -> Shop:
    """The document's own window, at its own time."""
    shop = Shop(app="Google Chrome", title="Gmail - Google Chrome", pid=44037)
    shop.time.passed = 1_707_504_000.5 - START
    shop.ui.find(name="Search").value = "Inbox (23288)"
    return shop


def test_d2_3_the_samples_of_the_document_by_a_session() -> None:
    shop = gmail()
    ui = shop.session(format="read-agent")
    first = ui.describe().text.splitlines()
    assert first[:3] == ['# "Gmail - Google Chrome" (pid: 44037) [full]', "ts: 1707504000.500", '[1] window "Shop"']
    shop.time.sleep(2.75)
    mails = shop.ui.find(role="list")
    mails.add({"role": "row", "name": "New email from Alice", "bounds": [100, 400, 800, 40]}, at=0)
    shop.ui.find(name="Search").value = "Inbox (23289)"
    shop.ui.find(name="Item 144").remove()
    assert ui.describe().text == (
        '# "Gmail - Google Chrome" (pid: 44037) [diff since 1707504000.500]\n'
        "ts: 1707504003.250\n"
        '~ [2] input "Search" val="Inbox (23289)" (was "Inbox (23288)")\n'
        '+ [150] row "New email from Alice" (100,400,800,40)\n'
        '- [149] listitem "Item 144"\n'
        "# 147 elements unchanged"
    )


def test_d2_3_a_shell_loop_finds_the_ts_and_asks_with_it() -> None:
    shop = gmail()
    ui = shop.session(format="read-agent")
    found = re.findall(r"^ts: (\S+)$", ui.describe().text, re.MULTILINE)
    shop.rename(3, "Lamp")
    ui.describe()
    assert changes(ui.describe(since=found[0])) == {"changed": ["Lamp"]}
    assert len(found) == 1


@pytest.mark.parametrize("format", ["read-agent", "read-yaml", "read-json"])
def test_d2_2_the_ts_of_each_shape_is_the_token(shop: Shop, format: str) -> None:
    ui = shop.session(format=format)
    shop.time.sleep(0.25)
    for _ in range(2):
        report = ui.describe()
        found = re.search(r'\bts"?: ?([0-9.]+)', report.text)
        assert found is not None
        assert float(found[1]) == float(report.token)
        shop.time.sleep(1)
        shop.rename(3, "Lamp")


def test_d2_2_read_json_has_a_row_for_each_field_that_changed(shop: Shop) -> None:
    ui = shop.described(format="read-json")
    shop.ui.find(name="Search").change(value="lamp", states={"focused": True})
    answer = json.loads(ui.describe().text)
    assert (answer["ok"], answer["action"], answer["since"]) == (True, "read", START + 0.001)
    assert sorted((row["i"], row["field"], row["to"]) for row in answer["diff"]["changed"]) == [
        (2, "f", True),
        (2, "v", "lamp"),
    ]


# --------------------------------------------------------------- two stores (spec/features#d24)


@pytest.fixture(params=["files", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path, shop: Shop) -> Callable[[], Store]:
    """What makes the store of each command: one of its own on one folder, or one for all."""
    memory = MemoryStore(ttl=60, clock=lambda: shop.time.passed)
    if request.param == "memory":
        return lambda: memory
    return lambda: FileStore(tmp_path / "baselines", ttl=None)


Command = Callable[..., Report]


@pytest.fixture
def command(shop: Shop, store: Callable[[], Store]) -> Command:
    """What a stateless command line does: a session for one question."""

    def run(**asked: Any) -> Report:  # noqa: ANN401  # as of describe
        with shop.session(store=store()) as ui:
            return ui.describe(**asked)

    return run


def test_d2_4_each_command_is_told_what_changed_since_the_one_before(shop: Shop, command: Command) -> None:
    assert command().reason == FIRST
    shop.save_dialog()
    report = command()
    assert report.text == (
        '# diff: A dialog appeared: "Save Changes?". Focus moved to "Search" textbox. '
        "1 added, 1 removed, 1 changed, 147 unchanged.\n"
        '+ at 1 at top: dialog e150 "Save Changes?"\n'
        '~ textbox e2 "Search" focused\n'
        '- button e3 "Loading..."'
    )
    assert command().text == "# No change."


def test_d2_4_since_goes_from_command_to_command(shop: Shop, command: Command) -> None:
    token = command().token
    for number in range(3):
        shop.time.sleep(5)
        shop.rename(number, f"Lamp {number}")
        assert changes(command(since=token)) == {"changed": [f"Lamp {n}" for n in range(number + 1)]}


def test_d2_4_refs_and_scopes_go_from_command_to_command(shop: Shop, command: Command) -> None:
    first = command()
    shop.ui.find(name="Shop").add({"role": "banner", "name": "Sale"}, at=0)
    second = command()
    assert second.element("e150").name == "Sale"
    shop.ui.find(name="Sale").remove()
    shop.ui.find(name="Shop").add({"role": "alert", "name": "Other"}, at=0)
    third = command()
    assert third.element("e151").name == "Other"
    for number in (1, 2, 77, 149):
        assert third.element(number).name == first.element(number).name
    shop.ui.find(name="Search").set(focused=True)
    text = command(scope="e2").text
    assert text == '# diff: Focus moved to "Search" textbox. 1 changed, 0 unchanged.\n~ textbox e2 focused'
    with pytest.raises(StaleRef, match=r"e999 is a ref that no element has had in this session; describe"):
        command(scope="e999")


def test_d2_4_a_filter_of_one_command_is_none_of_the_next(shop: Shop, command: Command) -> None:
    command()
    shop.rename(3, "Lamp")
    assert command(roles={"textbox"}).text == "# No change. 1 change outside the filter."
    assert changes(command()) == {"changed": ["Lamp"]}


def test_d2_4_each_filter_goes_on_from_command_to_command(shop: Shop, command: Command) -> None:
    first = command(roles={"textbox"})
    shop.ui.find(name="Search").value = "lamp"
    assert command().reason == NOT_ASKED
    shop.rename(3, "Lamp")
    for _ in range(2):
        assert changes(command(since=first.token)) == {"changed": ["Search", "Lamp"]}
    report = command(roles=["textbox"])
    assert report.text.endswith('\n~ textbox e2 ="lamp"')
    assert command(roles=["textbox"]).reason == NOTHING


def test_d2_4_moments_rise_from_command_to_command_though_the_clock_is_set_back(shop: Shop, command: Command) -> None:
    shop.time.sleep(100)
    tokens = [command().token]
    for seconds in (0, -50, -40, 30):
        shop.time.passed += seconds
        shop.rename(abs(seconds), f"Lamp {seconds}")
        tokens.append(command().token)
    assert tokens == sorted(set(tokens))


def test_d2_4_what_was_not_asked_for_in_time_has_expired_and_is_the_whole_tree(shop: Shop) -> None:
    store = MemoryStore(ttl=60, clock=lambda: shop.time.passed)
    with shop.session(store=store) as ui:
        ui.describe()
        for _ in range(3):  # each read gives it another minute
            shop.time.sleep(59)
            assert ui.describe().reason == NOTHING
        shop.time.sleep(61)
        report = ui.describe()
        assert (report.mode, report.reason) == ("full", EXPIRED)
        assert report.element("e149").name == "Item 144"


def test_d2_4_the_same_of_files(shop: Shop, tmp_path: Path) -> None:
    def ask() -> Report:
        with shop.session(store=FileStore(tmp_path / "baselines", clock=clock)) as ui:
            return ui.describe()

    def clock() -> float:
        return began + shop.time.passed

    began = datetime.now(tz=UTC).timestamp()  # files have times of the machine's
    assert ask().reason == FIRST
    shop.time.sleep(50)
    assert ask().reason == NOTHING
    shop.time.sleep(3600)
    assert ask().reason == EXPIRED
    assert ask().reason == NOTHING


def test_d2_4_a_server_has_one_store_in_memory_for_many_windows() -> None:
    shops = [Shop(pid=pid) for pid in range(1, 6)]
    with Session(Polled(*(shop.ui for shop in shops)), clock=shops[0].time.clock()) as ui:
        for shop in shops:
            assert ui.describe(target=shop.ui).reason == FIRST
        for number, shop in enumerate(shops):
            shop.rename(number, "Lamp")
        for shop in shops:
            assert changes(ui.describe(target=shop.ui)) == {"changed": ["Lamp"]}


# ------------------------------------------------------ by content, not by id (spec/features#d25)


@pytest.mark.parametrize("matcher", ["content-hash", "auto"])
def test_d2_5_ids_that_are_others_at_each_read_change_nothing(matcher: str) -> None:
    shop = Shop(stable_ids=False)
    ui = shop.session(matcher=matcher)
    first = ui.describe()
    second = ui.describe()
    assert first.snapshot[5].id != second.snapshot[5].id
    assert second.text == "# No change."


@pytest.mark.parametrize("matcher", ["content-hash", "auto"])
def test_d2_5_a_value_that_changed_is_a_change_as_in_the_document(matcher: str) -> None:
    shop = Shop(stable_ids=False)
    shop.ui.find(name="Search").value = "Inbox (23288)"
    ui = shop.described(matcher=matcher, format="read-agent")
    shop.ui.find(name="Search").value = "Inbox (23289)"
    shop.ui.find(role="list").add({"role": "listitem", "name": "New email from Alice"}, at=0)
    report = ui.describe()
    assert changes(report) == {"added": ["New email from Alice"], "changed": ["Search"]}
    assert '~ [2] input "Search" val="Inbox (23289)" (was "Inbox (23288)")' in report.text


def test_d2_5_equal_elements_are_told_apart_by_what_is_above_them() -> None:
    rows = [{"role": "row", "name": name, "children": [{"role": "button", "name": "Edit"}]} for name in "ABCDEFGH"]
    window = ScriptedUI([{"role": "table", "children": rows}], stable_ids=False)
    with Session(Polled(window), window, matcher="auto") as ui:
        ui.describe()
        window.find(name="C").remove()
        report = ui.describe()
        assert changes(report) == {"removed": ["C", "Edit"]}
        assert [element.parent.name for element in report.snapshot if element.role == "button" and element.parent] == [
            *"ABDEFGH"
        ]


# --------------------------------------------------------------- after actions (spec/features#d27)


@pytest.fixture
def acting(shop: Shop) -> Iterator[Session]:
    shop.ui.on(shop.ui.find(name="Loading..."), "press", shop.save_dialog)
    with shop.session() as ui:
        yield ui


def test_d2_7_an_action_is_answered_with_the_diff_against_the_state_before(shop: Shop, acting: Session) -> None:
    acting.describe()
    report = acting.act("press", "e3")
    assert changes(report) == {"added": ["Save Changes?"], "removed": ["Loading..."], "changed": ["Search"]}
    assert (report.mode, report.settled, report.snapshot.action) == ("diff", True, "press e3")
    assert report.text == (
        '# diff: A dialog appeared: "Save Changes?". Focus moved to "Search" textbox. '
        "1 added, 1 removed, 1 changed, 147 unchanged.\n"
        '+ at 1 at top: dialog e150 "Save Changes?"\n'
        '~ textbox e2 "Search" focused\n'
        '- button e3 "Loading..."'
    )
    assert changes(acting.describe()) == {}
    shop.rename(3, "Lamp")
    assert changes(acting.describe()) == {"changed": ["Lamp"]}


def test_d2_7_without_a_baseline_the_state_before_is_read_first(shop: Shop, acting: Session) -> None:
    report = acting.act(shop.save_dialog, settle=None)
    assert changes(report) == {"added": ["Save Changes?"], "removed": ["Loading..."], "changed": ["Search"]}
    assert shop.ui.reads == 2


def test_d2_7_what_happened_between_the_answer_and_the_action_is_told_with_it(shop: Shop, acting: Session) -> None:
    acting.describe()
    shop.rename(3, "Lamp")
    assert changes(acting.act(lambda: shop.rename(4, "Chair"), settle=None)) == {"changed": ["Lamp", "Chair"]}


def test_d2_7_fresh_tells_only_what_changed_since_the_action(shop: Shop, acting: Session) -> None:
    token = acting.describe().token
    shop.rename(3, "Lamp")
    report = acting.act(lambda: shop.rename(4, "Chair"), settle=None, fresh=True)
    assert changes(report) == {"changed": ["Chair"]}
    assert changes(acting.describe(since=token)) == {"changed": ["Lamp", "Chair"]}


def test_d2_7_what_changes_until_the_window_is_at_rest_is_told_too(shop: Shop, acting: Session) -> None:
    acting.describe()
    for number in range(3):
        shop.time.at(1 + number / 5, partial(shop.rename, number, f"Lamp {number}"))
    report = acting.act(lambda: shop.rename(9, "Chair"), settle=1.5)
    assert changes(report) == {"changed": ["Lamp 0", "Lamp 1", "Lamp 2", "Chair"]}
    assert report.settled is True
