"""An answer that fails changes nothing: the next one tells all, to this session and to others on its store."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.live.shop import Shop
from tests.live.watching import Polled
from tests.live.witness import changes
from uidiff import FileStore, Session, Snapshot
from uidiff.errors import AppGone, BackendError, PermissionNeeded, ReadTimeout, StaleRef, UnknownName
from uidiff.formats.choice import FIRST
from uidiff.live.baselines import TOO_OLD
from uidiff.live.core import RESTARTED
from uidiff.live.store import MemoryStore, Store, WindowHistory
from uidiff.matching.matching import Matching
from uidiff.matching.strategies import match

ALL = {"added": ["Save Changes?"], "removed": ["Loading..."], "changed": ["Search"]}
"""What ``Shop.save_dialog`` changes."""

BROKEN = """
class Broken:
    __api__ = 1
    error = None

    def diff(self, delta, options):
        raise self.error

    def tree(self, snapshot, refs, options):
        if len(snapshot):
            raise self.error
        return ""
"""

ERRORS = {"value": ValueError, "any": RuntimeError, "interrupt": KeyboardInterrupt, "exit": SystemExit}


@pytest.fixture(autouse=True)
def plug_ins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Formats ``broken-any`` and so on, installed: each raises another error as soon as there is something to say."""
    info = tmp_path / "plugins" / "broken_formats-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-formats\nVersion: 1.0\n")
    lines = [f"broken-{kind} = broken_formats:{kind.title()}\n" for kind in ERRORS]
    (info / "entry_points.txt").write_text("[uidiff.formats]\n" + "".join(lines))
    kinds = [f"class {kind.title()}(Broken):\n    error = {error.__name__}()\n" for kind, error in ERRORS.items()]
    (info.parent / "broken_formats.py").write_text(BROKEN + "\n" + "\n".join(kinds))
    monkeypatch.syspath_prepend(info.parent)
    yield
    sys.modules.pop("broken_formats", None)


class Moody:
    """A matcher, a counter and a rule that work until one of them is told not to."""

    def __init__(self) -> None:
        self.moods: dict[str, BaseException] = {}

    def work(self, part: str) -> None:
        if part in self.moods:
            raise self.moods[part]

    def match(self, before: Snapshot, after: Snapshot, *, given: Any = None) -> Matching:  # noqa: ANN401, ARG002
        self.work("matcher")
        return match(before, after)

    def count(self, text: str) -> int:
        self.work("counter")
        return 100 * max(0, len(text) - len("# full: 0 elements"))

    def is_secret(self, _: object) -> bool:
        self.work("rule")
        return False


class MoodyStore(MemoryStore):
    """A store that may be interrupted before it has saved anything."""

    def __init__(self, moody: Moody) -> None:
        super().__init__()
        self._moody = moody

    def save(self, key: str, history: WindowHistory, expected_version: str | None) -> str:
        self._moody.work("store")
        return super().save(key, history, expected_version)


Go = Callable[["Failing"], object]


class Failing:
    """A shop and a session with a baseline, in which anything may go wrong."""

    def __init__(self, shop: Shop, store: Store | None = None) -> None:
        self.shop = shop
        self.moody = Moody()
        self.store = store or MoodyStore(self.moody)
        self.ui = self.session()

    def session(self, **options: Any) -> Session:  # noqa: ANN401  # those of a Session
        return self.shop.session(
            store=self.store, matcher=self.moody, counter=self.moody.count, redact=self.moody.is_secret, **options
        )

    def fail(self, go: Go, error: type[BaseException]) -> None:
        """Something goes wrong after the window was asked for, and then nothing any more."""
        reads = self.shop.ui.reads
        with pytest.raises(error):
            go(self)
        assert self.shop.ui.reads == reads + 1
        self.moody.moods.clear()


def asked(**question: Any) -> Go:  # noqa: ANN401  # as of describe
    return lambda it: it.ui.describe(**question)


def read_fails(error: BaseException) -> Go:
    def go(it: Failing) -> None:
        it.shop.ui.then(lambda: _raise(error))
        it.ui.describe()

    return go


def moody(part: str, error: BaseException) -> Go:
    def go(it: Failing) -> None:
        it.moody.moods[part] = error
        it.ui.describe()

    return go


def _raise(error: BaseException) -> None:
    raise error


FAILURES: dict[str, tuple[Go, type[BaseException]]] = {
    "a plug-in's format is wrong": (asked(format="broken-value"), ValueError),
    "a plug-in's format fails": (asked(format="broken-any"), RuntimeError),
    "interrupted while it is said": (asked(format="broken-interrupt"), KeyboardInterrupt),
    "ended while it is said": (asked(format="broken-exit"), SystemExit),
    "the whole tree cannot be said": (asked(format="broken-any", mode="full"), RuntimeError),
    "a budget below the first line": (asked(budget=40), ValueError),
    "an unknown role": (asked(roles={"buton"}), UnknownName),
    "a scope that never was": (asked(scope="e999"), StaleRef),
    "the read fails": (read_fails(OSError("broken")), BackendError),
    "the read is late": (read_fails(ReadTimeout("late")), ReadTimeout),
    "the read is not permitted": (read_fails(PermissionNeeded("no")), PermissionNeeded),
    "the program seems to have gone": (read_fails(AppGone("gone")), AppGone),
    "interrupted in the read": (read_fails(KeyboardInterrupt()), KeyboardInterrupt),
    "the reader's rule fails": (moody("rule", LookupError("moody")), BackendError),
    "the reader's matcher fails": (moody("matcher", LookupError("moody")), LookupError),
    "the reader's counter fails": (moody("counter", LookupError("moody")), LookupError),
    "interrupted while it is matched": (moody("matcher", KeyboardInterrupt()), KeyboardInterrupt),
    "interrupted before it is kept": (moody("store", KeyboardInterrupt()), KeyboardInterrupt),
}

WITH_A_BASELINE = (
    "the reader's matcher fails",
    "the reader's counter fails",
    "interrupted while it is matched",
)
"""What cannot go wrong in a first answer."""

failures = pytest.mark.parametrize(("go", "error"), FAILURES.values(), ids=FAILURES)


@pytest.fixture
def failing() -> Failing:
    return Failing(Shop())


@failures
def test_after_an_answer_that_failed_the_next_one_tells_all(
    failing: Failing, go: Go, error: type[BaseException]
) -> None:
    token = failing.ui.describe().token
    failing.shop.save_dialog()
    failing.fail(go, error)
    report = failing.ui.describe()
    assert changes(report) == ALL
    assert report.refs.numbers[0] in {150, 151}  # no number is given twice, whatever it was interrupted by
    assert changes(failing.ui.describe()) == {}
    assert changes(failing.ui.describe(since=token)) == ALL


@failures
def test_another_session_on_the_store_is_told_all_too(failing: Failing, go: Go, error: type[BaseException]) -> None:
    failing.ui.describe()
    failing.shop.save_dialog()
    failing.fail(go, error)
    assert changes(failing.session().describe()) == ALL


@failures
def test_what_failed_again_and_again_is_told_once(failing: Failing, go: Go, error: type[BaseException]) -> None:
    failing.ui.describe()
    for number in range(3):
        failing.shop.rename(number, f"Lamp {number}")
        failing.fail(go, error)
    assert changes(failing.ui.describe()) == {"changed": ["Lamp 0", "Lamp 1", "Lamp 2"]}
    assert changes(failing.ui.describe()) == {}


@failures
def test_what_came_and_went_between_two_answers_of_which_one_failed_is_not_told(
    failing: Failing, go: Go, error: type[BaseException]
) -> None:
    failing.ui.describe()
    failing.shop.save_dialog()
    failing.fail(go, error)
    failing.shop.ui.find(name="Save Changes?").remove()
    failing.shop.ui.add({"role": "dialog", "name": "Sign in"})
    report = failing.ui.describe()
    assert changes(report) == {"added": ["Sign in"], "removed": ["Loading..."], "changed": ["Search"]}
    numbers = report.refs.numbers
    assert len(set(numbers)) == len(numbers)
    assert failing.ui.handle(numbers[-1]) is failing.shop.ui.find(name="Sign in")


@pytest.mark.parametrize("what", [what for what in FAILURES if what not in WITH_A_BASELINE])
def test_a_first_answer_that_failed_leaves_the_next_one_the_first(failing: Failing, what: str) -> None:
    failing.fail(*FAILURES[what])
    assert failing.ui.describe().reason == FIRST


def kept(failing: Failing) -> tuple[str, int]:
    """The version of what is kept, and the moment of the last answer."""
    (key,) = failing.ui._core._windows
    found = failing.store.load(key)
    assert found is not None
    return found[1], found[0].reported_at


def test_a_failed_answer_leaves_the_database_of_a_store_as_it_is(tmp_path: Path) -> None:
    failing = Failing(Shop(), FileStore(tmp_path / "baselines", ttl=None))
    failing.ui.describe()
    before = kept(failing)
    failing.shop.save_dialog()
    for what, (go, error) in FAILURES.items():
        if what != "interrupted before it is kept":  # which only the store in memory is
            failing.fail(go, error)
    assert kept(failing) == before
    assert changes(failing.ui.describe()) == ALL


def test_the_reason_of_a_program_started_anew_is_kept_for_the_answer_that_can_be_given(shop: Shop) -> None:
    ui = shop.described()
    shop.ui.restart()
    for _ in range(2):
        with pytest.raises(UnknownName):
            ui.describe(roles={"buton"})
    assert ui.describe().reason == RESTARTED
    assert ui.describe().mode == "diff"


def test_a_title_that_only_a_failed_answer_has_seen_drops_no_baseline(shop: Shop) -> None:
    ui = shop.described(on_title_change="full")
    shop.ui.title = "Basket"
    with pytest.raises(UnknownName):
        ui.describe(roles={"buton"})
    shop.ui.title = "Shop"
    shop.rename(3, "Lamp")
    assert changes(ui.describe()) == {"changed": ["Lamp"]}


def test_a_password_that_changed_in_a_failed_answer_is_told_by_the_next(shop: Shop) -> None:
    shop.ui.find(name="Search").change(value="hunter2", states={"protected": True})
    ui = shop.described()
    shop.ui.find(name="Search").value = "correct horse"
    with pytest.raises(UnknownName):
        ui.describe(roles={"buton"})
    report = ui.describe()
    assert report.text == (
        '# diff: "Search" changed (hidden). 1 changed, 148 unchanged.\n~ textbox e2 "Search" value changed (hidden)'
    )
    assert changes(ui.describe()) == {}


def test_an_answer_since_too_long_ago_that_failed_can_be_asked_for_again(shop: Shop) -> None:
    ui = shop.described()
    shop.save_dialog()
    with pytest.raises(UnknownName):
        ui.describe(since=1, roles={"buton"})
    assert changes(ui.describe()) == ALL
    assert ui.describe(since=1).reason == TOO_OLD


def test_the_failure_of_one_window_is_none_of_another() -> None:
    one, other = Shop(pid=1), Shop(pid=2)
    with Session(Polled(one.ui, other.ui), clock=one.time.clock()) as ui:
        for shop in (one, other):
            ui.describe(target=shop.ui)
            shop.save_dialog()
        with pytest.raises(UnknownName):
            ui.describe(target=one.ui, roles={"buton"})
        assert changes(ui.describe(target=other.ui)) == ALL
        assert changes(ui.describe(target=one.ui)) == ALL


@pytest.mark.parametrize("fresh", [False, True])
def test_an_action_that_fails_is_no_answer(shop: Shop, fresh: bool) -> None:
    ui = shop.described()
    shop.save_dialog()
    with pytest.raises(ZeroDivisionError):
        ui.act(lambda: 1 // 0, fresh=fresh)
    assert changes(ui.describe()) == ALL
