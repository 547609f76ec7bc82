"""spec/definitions#14-filters: each question, a window with a filter, has its own baseline."""

from pathlib import Path

import pytest

from tests.live.shop import Shop
from tests.live.witness import changes
from uidiff import FileStore
from uidiff.formats.choice import FIRST, NEW_TITLE, NOTHING
from uidiff.live.baselines import NOT_ASKED, TOO_OLD
from uidiff.live.store import QUESTIONS, MemoryStore, Store


def test_a_filtered_answer_uses_up_no_change_outside_its_filter(shop: Shop) -> None:
    ui = shop.described()
    shop.save_dialog()
    assert ui.describe(roles={"textbox"}).text.startswith("# diff: Focus moved")
    assert ui.describe(roles={"textbox"}).reason == NOTHING
    assert 'A dialog appeared: "Save Changes?"' in ui.describe().text
    assert ui.describe().reason == NOTHING


def test_a_question_that_is_asked_first_goes_on_from_the_answer_without_a_filter(shop: Shop) -> None:
    ui = shop.described()
    shop.rename(3, "Lamp")
    ui.describe()
    shop.rename(4, "Chair")
    report = ui.describe(roles={"listitem"})
    assert report.text == '# diff: 1 changed, 144 unchanged.\n~ item e9 "Item 4" -> "Chair"'


def test_the_whole_window_is_told_where_only_parts_of_it_were(shop: Shop) -> None:
    ui = shop.session()
    assert ui.describe(roles={"textbox"}).reason == FIRST
    for asked in ({}, {"roles": {"button"}}):  # the second goes on from the first
        report = ui.describe(**asked)  # type: ignore[arg-type]  # as given
        assert (report.reason, report.delta is None) == ((NOTHING, False) if asked else (NOT_ASKED, True))
    assert ui.describe(roles={"textbox"}, mode="full").delta is not None


def test_a_filter_is_the_same_question_however_it_is_written(shop: Shop) -> None:
    ui = shop.session()
    for roles in ({"textbox", "button"}, ["button", "textbox"], ("textbox", "button", "button")):
        first = ui.describe(roles=roles)
        assert first.reason == (FIRST if isinstance(roles, set) else NOTHING)
    ui.describe()
    assert ui.describe(scope="e4").reason == ui.describe(scope=4).reason == NOTHING


def test_an_act_is_answered_with_all_that_no_answer_without_a_filter_told(shop: Shop) -> None:
    ui = shop.described()
    shop.rename(3, "Lamp")
    ui.describe(roles={"listitem"})
    report = ui.act(lambda: shop.rename(4, "Chair"), settle=None)
    assert changes(report) == {"changed": ["Lamp", "Chair"]}
    assert changes(ui.describe(roles={"listitem"})) == {"changed": ["Chair"]}


def test_an_act_after_answers_of_parts_alone_is_answered_with_what_it_did(shop: Shop) -> None:
    ui = shop.session()
    ui.describe(roles={"listitem"})
    shop.rename(3, "Lamp")
    assert changes(ui.act(lambda: shop.rename(4, "Chair"), settle=None)) == {"changed": ["Chair"]}
    shop.rename(5, "Desk")
    assert changes(ui.wait(timeout=0)) == {"changed": ["Desk"]}
    assert changes(ui.describe(roles={"listitem"})) == {"changed": ["Lamp", "Chair", "Desk"]}


@pytest.fixture(params=["one session", "memory", "files"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store | None:
    """What keeps baselines from session to session; None: one session asks all."""
    stores: dict[str, Store] = {"memory": MemoryStore(), "files": FileStore(tmp_path / "store", ttl=None)}
    return stores.get(request.param)


@pytest.mark.parametrize("described", [False, True])
def test_the_questions_asked_last_have_a_baseline(shop: Shop, store: Store | None, *, described: bool) -> None:
    ui = shop.session(store=store)

    def ask(depth: int) -> tuple[str, dict[str, list[str | None]]]:
        nonlocal ui
        if store is not None:
            ui.close()
            ui = shop.session(store=store)
        report = ui.describe(depth=depth, prune=True)
        return report.reason, {} if report.delta is None else changes(report)

    if described:
        ui.describe()
    reasons = [ask(depth)[0] for depth in range(1, QUESTIONS + 1)]
    assert reasons == ([NOTHING] * QUESTIONS if described else [FIRST, *[NOT_ASKED] * (QUESTIONS - 1)])
    shop.ui.find(name="Search").value = "lamp"
    assert ask(1)[1] == {"changed": ["Search"]}
    for number in range(10):  # more than there are baselines
        shop.rename(number, f"Lamp {number}")
        ask(1)
    assert ask(2)[1] == {"changed": ["Search", *[f"Lamp {number}" for number in range(10)]]}
    ask(QUESTIONS + 1)  # one too many: that of depth 3 goes
    reason, told = ask(3)
    if described:  # all that was told there
        assert told == {"changed": ["Search", *[f"Lamp {number}" for number in range(10)]]}
    else:
        assert (reason, told) == (NOT_ASKED, {})
    assert ask(1)[0] == NOTHING


def test_another_title_drops_the_baselines_of_all_questions(shop: Shop) -> None:
    ui = shop.session(on_title_change="full")
    token = ui.describe().token
    ui.describe(roles={"textbox"})
    shop.ui.title = "Basket"
    assert ui.describe(roles={"textbox"}).reason == NEW_TITLE
    assert ui.describe().reason == NEW_TITLE
    assert ui.describe(roles={"button"}).reason == NOTHING
    assert ui.describe(since=token).reason == TOO_OLD


def test_since_takes_the_token_of_any_answer(shop: Shop) -> None:
    ui = shop.described()
    shop.rename(3, "Lamp")
    token = ui.describe(roles={"textbox"}).token
    shop.rename(4, "Chair")
    assert changes(ui.describe(since=token)) == {"changed": ["Chair"]}
    assert changes(ui.describe(roles={"listitem"}, since=token)) == {"changed": ["Chair"]}


def test_a_part_that_was_not_read_leaves_the_baseline_of_its_question(shop: Shop) -> None:
    ui = shop.described()
    ui.describe(roles={"listitem"})
    shop.rename(3, "Lamp")
    shop.ui.cut(shop.ui.find(role="list"))
    assert "unknown" in changes(ui.describe(roles={"listitem"}, mode="diff"))
    assert changes(ui.describe(roles={"listitem"})) == {"changed": ["Lamp"]}
    assert changes(ui.describe()) == {"changed": ["Lamp"]}
