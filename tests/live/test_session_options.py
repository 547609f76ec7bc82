"""The options of a session and of ``describe``: each does what it says, and a wrong one is refused before any read."""

import json
import math
import time
from collections.abc import Mapping
from typing import Any

import pytest

from tests.live.shop import DIALOG, ITEMS, Shop
from tests.live.watching import Polled
from tests.live.witness import changes, told
from uidiff import Limits, Matching, Redaction, Report, Session, Snapshot
from uidiff.backends.scripted import ScriptedBackend
from uidiff.errors import UnknownName
from uidiff.events import EventRules
from uidiff.formats.rendering import FORMATS
from uidiff.live.store import MemoryStore
from uidiff.model.redaction import REDACTED
from uidiff.tokens import estimate_tokens

# --------------------------------------------------------- what cannot be is refused

WRONG_OF_SESSIONS: list[tuple[str, object, type[Exception], str]] = [
    ("matcher", "structual", UnknownName, r"unknown matcher 'structual'; did you mean 'structural'"),
    ("matcher", 5, TypeError, "matcher must be a name or an object with a method match, got int"),
    ("matcher", None, TypeError, "matcher must be"),
    ("ignore", "bounds", TypeError, r"ignore takes a collection of names: write ignore=\('bounds',\)"),
    ("ignore", ("bound",), UnknownName, "unknown field 'bound'; did you mean 'bounds'"),
    ("ignore", ("enabled",), UnknownName, "unknown field 'enabled'"),
    ("ignore", ("native_role",), UnknownName, "unknown field 'native_role'"),
    ("ignore", 5, TypeError, "iterable"),
    ("rules", "default", TypeError, "rules"),
    ("format", "agnet", UnknownName, "unknown format 'agnet'; did you mean 'agent'"),
    ("format", 5, UnknownName, "unknown format 5"),
    ("format", "", UnknownName, "unknown format ''"),
    ("budget", 39, ValueError, "a budget is a whole number of tokens, at least 40, or None"),
    ("budget", -400, ValueError, "a budget is"),
    ("budget", 400.0, ValueError, "a budget is"),
    ("budget", True, ValueError, "a budget is"),
    ("budget", "400", ValueError, "a budget is"),
    ("counter", 5, TypeError, "counter"),
    ("counter", None, TypeError, "counter"),
    ("fold", "no", TypeError, "fold is True or False, got str"),
    ("fold", None, TypeError, "fold is True or False, got NoneType"),
    ("bounds", 1, TypeError, "bounds is True or False, got int"),
    ("full_when", "shorter", ValueError, "full_when is one of longer, half, got 'shorter'"),
    ("full_when", None, ValueError, "full_when is one of"),
    ("on_title_change", "drop", ValueError, "on_title_change is one of keep, full, got 'drop'"),
    ("on_title_change", [], ValueError, "on_title_change is one of"),
    ("limits", 50_000, TypeError, "limits"),
    ("redact", "password", TypeError, "redact"),
    ("timeout", 0, ValueError, "timeout is a number of seconds above 0"),
    ("timeout", -1.5, ValueError, "timeout is a number of seconds above 0"),
    ("timeout", math.nan, ValueError, "timeout is a number of seconds above 0"),
    ("timeout", math.inf, ValueError, "timeout is a number of seconds above 0"),
    ("timeout", "3", TypeError, "timeout is a number of seconds"),
    ("timeout", None, TypeError, "timeout is a number of seconds"),
    ("timeout", True, TypeError, "timeout is a number of seconds"),
    ("store", "baselines", TypeError, "store"),
    ("clock", time.time, TypeError, "clock"),
]


@pytest.mark.parametrize(("name", "value", "error", "said"), WRONG_OF_SESSIONS)
def test_a_session_with_an_option_that_cannot_be_is_not_made(
    shop: Shop, name: str, value: object, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        Session(ScriptedBackend(shop.ui), shop.ui, **{name: value})  # type: ignore[arg-type]  # the case in hand
    assert shop.ui.reads == 0


WRONG_OF_QUESTIONS: list[tuple[str, object, type[Exception], str]] = [
    ("mode", "ful", ValueError, "mode is one of auto, diff, full, got 'ful'"),
    ("mode", None, ValueError, "mode is one of"),
    ("mode", "FULL", ValueError, "mode is one of"),
    ("since", "yesterday", ValueError, "since is no time; give a report's token"),
    ("since", "2024-01-15", ValueError, "since is a date without its zone"),
    ("since", math.nan, ValueError, "since is no time"),
    ("since", -1, ValueError, "since is no time"),
    ("since", True, TypeError, "since cannot be bool"),
    ("since", ["1700000000.001"], TypeError, "since cannot be list"),
    ("roles", "button", TypeError, r"roles takes a collection of names: write roles=\{'button'\}"),
    ("roles", 5, TypeError, "roles takes a collection of names, got int"),
    *(("roles", roles, TypeError, "roles takes names") for roles in ({5}, [5], [None])),
    ("roles", None, TypeError, "roles takes a collection of names, got NoneType"),
    ("scope", "Search", ValueError, "scope is a ref such as 'e12', or its number, got 'Search'"),
    *(
        ("scope", ref, ValueError, "scope is a ref")
        for ref in ("", "e", "e0", "12e", "e-1", "é1", b"e1", "e" + "9" * 30, -1)
    ),
    ("scope", "e12\n", ValueError, r"scope is a ref such as 'e12', or its number, got 'e12\\n'"),
    ("scope", 0, ValueError, "scope is a ref"),
    ("scope", True, ValueError, "scope is a ref"),
    ("scope", 12.0, ValueError, "scope is a ref"),
    *(("depth", depth, ValueError, "depth is a number of levels from 1 on") for depth in (0, -1)),
    ("depth", True, ValueError, "depth is a number of levels"),
    ("depth", 1.5, ValueError, "depth is a number of levels"),
    ("depth", "2", ValueError, "depth is a number of levels"),
    ("prune", 1, TypeError, "prune is True or False, got int"),
    ("prune", "yes", TypeError, "prune is True or False, got str"),
    ("prune", None, TypeError, "prune is True or False, got NoneType"),
    ("format", "agnet", UnknownName, "unknown format 'agnet'; did you mean 'agent'"),
    ("format", "", UnknownName, "unknown format ''"),
    ("format", 5, UnknownName, "unknown format 5"),
    ("budget", 39, ValueError, "a budget is a whole number of tokens"),
    ("budget", True, ValueError, "a budget is"),
    ("fold", "no", TypeError, "fold is True or False, got str"),
    ("bounds", 1, TypeError, "bounds is True or False, got int"),
]


@pytest.mark.parametrize(("name", "value", "error", "said"), WRONG_OF_QUESTIONS)
def test_a_question_that_cannot_be_is_refused_before_anything_is_read(
    shop: Shop, name: str, value: object, error: type[Exception], said: str
) -> None:
    ui = shop.session()
    with pytest.raises(error, match=said):
        ui.describe(**{name: value})  # type: ignore[arg-type]  # the case in hand
    assert shop.ui.reads == 0
    ui.describe()
    shop.save_dialog()
    with pytest.raises(error, match=said):
        ui.describe(**{name: value})  # type: ignore[arg-type]  # the case in hand
    assert shop.ui.reads == 1
    assert changes(ui.describe()) == {"added": ["Save Changes?"], "removed": ["Loading..."], "changed": ["Search"]}


def test_a_budget_for_a_format_that_takes_none_is_refused_before_anything_is_read(shop: Shop) -> None:
    refused = pytest.raises(ValueError, match=r"the format 'json' is lossless and takes no budget")
    with refused:
        shop.session(format="json", budget=400)
    ui = shop.session(format="json")
    with refused:
        ui.describe(budget=400)
    other = shop.session(budget=400)
    with refused:
        other.describe(format="json")
    assert shop.ui.reads == 0
    assert ui.describe().mode == other.describe().mode == "full"


def test_a_budget_that_no_text_fits_in_is_refused_before_anything_is_read(shop: Shop) -> None:
    refused = pytest.raises(ValueError, match="the budget is too small for this counter")
    with refused:
        shop.session(budget=400, counter=lambda _: 1000)
    ui = shop.session(counter=lambda _: 1000)
    with refused:
        ui.describe(budget=400)
    assert shop.ui.reads == 0


def test_a_question_is_read_once(shop: Shop) -> None:
    ui = shop.session()
    for count in range(1, 4):
        ui.describe(roles={"button"}, mode="diff")
        assert shop.ui.reads == count


def test_options_are_told_by_their_names_alone(shop: Shop) -> None:
    with pytest.raises(TypeError, match="positional"):
        shop.session().describe("full")  # type: ignore[call-arg]  # the case in hand


# ------------------------------------------------------------------ matcher, ignore


class ByPlace:
    """Takes what stands in the same place for the same."""

    def match(self, before: Snapshot, after: Snapshot, *, given: Any = None) -> Matching:  # noqa: ANN401, ARG002
        pairs = [(place, place) for place in range(min(len(before), len(after)))]
        return Matching.from_pairs(pairs, before=before, after=after)


def test_matcher_says_who_is_who() -> None:
    found = {}
    for name, matcher in (("by place", ByPlace()), ("auto", "auto")):
        one = Shop()
        ui = one.described(matcher=matcher)
        one.ui.find(name="Item 0").remove()
        found[name] = {kind: len(names) for kind, names in changes(ui.describe()).items()}
    assert found == {"by place": {"removed": 1, "changed": ITEMS - 1}, "auto": {"removed": 1}}


def test_ignore_leaves_changes_unsaid_and_carries_them_all_the_same(shop: Shop) -> None:
    ui = shop.session(ignore=("value", "focused", "title"))
    first = ui.describe()
    shop.ui.find(name="Search").change(value="lamp", states={"focused": True})
    shop.ui.title = "Basket"
    report = ui.describe()
    assert report.text == "# No change."
    assert report.snapshot[1].value == "lamp"
    assert told(report).apply(first.snapshot) == report.snapshot
    shop.ui.find(name="Search").set(disabled=True)
    assert changes(ui.describe()) == {"changed": ["Search"]}


def test_what_was_ignored_by_one_session_is_told_by_another_on_its_store(shop: Shop) -> None:
    store = MemoryStore()
    token = shop.session(store=store, ignore=("value",)).describe().token
    shop.ui.find(name="Search").value = "lamp"
    assert changes(shop.session(store=store, ignore=("value",)).describe()) == {}
    assert changes(shop.session(store=store).describe(since=token)) == {"changed": ["Search"]}


# --------------------------------------------------------------------------- rules


def test_rules_say_what_an_event_is(shop: Shop) -> None:
    store = MemoryStore()
    token = shop.session(store=store).describe().token
    shop.ui.find(name="Shop").add({"role": "status", "name": "Sold out"})
    found = []
    for rules in (None, EventRules(error_words=("sold out",))):
        delta = shop.session(store=store, rules=rules).describe(since=token).delta
        assert delta is not None
        found.append([type(event).__name__ for event in delta.events])
    assert found == [["StatusAnnounced"], ["ErrorAppeared", "StatusAnnounced"]]


# -------------------------------------------- format, budget, counter, fold, bounds


def test_format_is_the_sessions_unless_a_question_has_its_own(shop: Shop) -> None:
    ui = shop.session(format="read-json")
    assert json.loads(ui.describe().text)["action"] == "read"
    assert ui.describe(format="compact", mode="full").text.startswith("FULL (149 elements)\n")
    assert json.loads(ui.describe().text)["action"] == "read"


@pytest.mark.parametrize("format", FORMATS.builtins)
def test_every_format_can_be_asked_for_and_tells_the_change(shop: Shop, format: str) -> None:
    ui = shop.described(format=format)
    shop.ui.find(name="Search").value = "brass lamp"
    report = ui.describe()
    assert report.mode == "diff"
    assert "brass lamp" in report.text
    assert ("Item 77" in report.text) is (format == "html")  # a page shows both trees


def renamed(shop: Shop, count: int = 60) -> None:
    for number in range(count):
        shop.rename(number, f"Item {number}, now {number * 7919}")


def test_budget_bounds_the_text_and_says_what_is_left_out(shop: Shop) -> None:
    ui = shop.session(budget=60)
    assert estimate_tokens(ui.describe().text) <= 60
    renamed(shop)
    report = ui.describe(mode="diff")
    assert estimate_tokens(report.text) <= 60
    assert report.text.splitlines()[-1].startswith("\u2026 ")
    assert len(told(report).added) == 60 == len(told(report).removed)  # several items at once are others
    renamed(shop, 1)
    assert changes(ui.describe()) == {}


def test_the_budget_of_a_question_goes_before_the_sessions(shop: Shop) -> None:
    ui = shop.session(budget=60)
    assert 60 < estimate_tokens(ui.describe(budget=200).text) <= 200
    assert estimate_tokens(ui.describe(mode="full").text) <= 60


def test_counter_counts_the_budget(shop: Shop) -> None:
    by_characters, by_tokens = shop.session(budget=300, counter=len), shop.session(budget=300)
    assert len(by_characters.describe().text) <= 300 < len(by_tokens.describe().text)


def lines(report: Report) -> int:
    return len(report.text.splitlines())


def test_without_folding_every_record_is_a_line(shop: Shop) -> None:
    folded, unfolded = shop.session(), shop.session(fold=False)
    folded.describe()
    unfolded.describe()
    for number in range(60):
        shop.ui.find(name=f"Item {number}").remove()
    assert lines(folded.describe(mode="diff")) == 2
    assert lines(unfolded.describe(mode="diff")) == 61


def test_the_folding_of_a_question_goes_before_the_sessions(shop: Shop) -> None:
    ui = shop.session(fold=False)
    token = ui.describe().token
    for number in range(60):
        shop.ui.find(name=f"Item {number}").remove()
    assert lines(ui.describe(mode="diff", fold=True)) == 2
    assert lines(ui.describe(mode="diff", since=token)) == 61


def test_bounds_says_where_elements_stand(shop: Shop) -> None:
    shop.ui.add(DIALOG)
    ui = shop.session(bounds=True)
    assert ui.describe().text.endswith('dialog e150 "Save Changes?" @300,200,400,150')
    assert ui.describe(mode="full", bounds=False).text.endswith('dialog e150 "Save Changes?"')
    plain = shop.session()
    assert "300,200" not in plain.describe().text
    assert "@300,200,400,150" in plain.describe(mode="full", bounds=True).text


# ----------------------------------------------------------- limits, redact, timeout


class Asked(Polled):
    """Remembers what it was given besides the target."""

    given: Mapping[str, Any]
    at: float

    def read(self, target: Any, **given: Any) -> Any:  # noqa: ANN401  # as of a scripted one
        self.given, self.at = given, time.monotonic()
        return super().read(target, **given)


def test_the_backend_is_given_the_limits_of_live_reads_if_nothing_is_said(shop: Shop) -> None:
    backend = Asked(shop.ui)
    shop.session(backend=backend).describe()
    assert backend.given["limits"] == Limits(max_elements=50_000, max_depth=200, max_text=4_000)


def test_limits_leave_what_is_beyond_unread(shop: Shop) -> None:
    ui = shop.session(limits=Limits(max_elements=50))
    report = ui.describe()
    assert len(report.snapshot) == 50
    assert report.snapshot.partial
    assert report.text.startswith("# full: 50 elements, not read below ")


def test_what_is_left_unread_by_limits_is_a_baseline_if_there_is_no_other(shop: Shop) -> None:
    ui = shop.described(limits=Limits(max_elements=50))
    shop.ui.find(name="Search").value = "lamp"
    shop.rename(ITEMS - 1, "Lamp")  # beyond
    assert changes(ui.describe()) == {"changed": ["Search"]}


@pytest.mark.parametrize(
    "redact",
    [
        Redaction(rule=lambda fields: fields["name"] == "Search"),
        lambda fields: fields["name"] == "Search",
    ],
)
def test_redact_hides_what_a_rule_says_and_tells_that_it_changed(shop: Shop, redact: Any) -> None:  # noqa: ANN401
    search = shop.ui.find(name="Search")
    search.value = "a present for Ada"
    ui = shop.session(redact=redact)
    first = ui.describe()
    assert first.snapshot[1].value == REDACTED
    search.value = "a present for Grace"
    report = ui.describe()
    assert report.text.splitlines()[1:] == [f'~ textbox e2 "{REDACTED}" value changed (hidden)']
    assert not any(word in text for word in ("Ada", "Grace") for text in (first.text, report.text, repr(report.delta)))


def test_redact_hides_what_a_pattern_says(shop: Shop) -> None:
    shop.rename(3, "Card 4111 1111 1111 1111")
    text = shop.session(redact=Redaction(patterns=(r"\d{4}( \d{4}){3}",))).describe().text
    assert "4111" not in text
    assert f'"Card {REDACTED}"' in text


def test_each_session_has_a_salt_of_its_own(shop: Shop) -> None:
    backend = Asked(shop.ui)
    given = Redaction(salt=b"known to all of us")
    salts = set()
    for _ in range(2):
        shop.session(backend=backend, redact=given).describe()
        salts.add(backend.given["redact"].salt)
    assert len(salts) == 2
    assert given.salt not in salts


@pytest.mark.parametrize("timeout", [0.5, 60])
def test_timeout_is_the_deadline_of_each_read(shop: Shop, timeout: float) -> None:
    backend = Asked(shop.ui)
    ui = shop.session(backend=backend, timeout=timeout)
    for _ in range(2):
        before = time.monotonic()
        ui.describe()
        assert before + timeout <= backend.given["deadline"] <= backend.at + timeout


# ------------------------------------------------------------------- target, store


def test_the_target_of_a_question_goes_before_the_sessions(shop: Shop) -> None:
    other = Shop(pid=7, app="Other")
    ui = shop.session(backend=Polled(shop.ui, other.ui))
    assert ui.describe(target=other.ui).snapshot.app == "Other"
    assert ui.describe().snapshot.app == "Shop"
    assert (shop.ui.reads, other.ui.reads) == (1, 1)


def test_a_session_without_a_store_has_one_of_its_own(shop: Shop) -> None:
    shop.session().describe()
    assert shop.session().describe().mode == "full"


def test_sessions_of_one_store_go_on_from_each_other(shop: Shop) -> None:
    store = MemoryStore()
    shop.session(store=store).describe()
    shop.rename(3, "Lamp")
    assert changes(shop.session(store=store).describe()) == {"changed": ["Lamp"]}
