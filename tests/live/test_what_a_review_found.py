"""What fresh eyes found in sessions, each fault a test."""

from pathlib import Path

import pytest

from tests.live.watching import Polled
from tests.live.witness import told
from uidiff import FileStore, MemoryStore, Report, Session
from uidiff.backends.scripted import ScriptedBackend, ScriptedUI
from uidiff.live.tracking import RefTracker

PASSWORD = {"role": "textbox", "value": "hunter2", "states": {"protected": True}}


def login(**field: object) -> ScriptedUI:
    form = {"role": "group", "name": "form", "children": [{**PASSWORD, **field}, {"role": "button", "name": "Go"}]}
    return ScriptedUI({"role": "window", "name": "Login", "children": [form]}, app="Shop")


def opened(ui: ScriptedUI, *others: ScriptedUI, **options: object) -> Session:
    backend = Polled(ui, *others)
    return Session(backend, ui, clock=backend.time.clock(), **options)  # type: ignore[arg-type]


def test_bad_input_46_a_field_without_name_stays_hidden_when_a_partial_read_did_not_show_it() -> None:
    ui = login()
    session = opened(ui)
    session.describe()
    ui.cut(ui.find(role="group"))
    session.describe()
    ui.find(role="textbox").set(protected=None)
    assert "hunter2" not in session.describe(mode="full").text


def test_bad_input_46_a_field_without_name_is_known_by_its_stable_id_when_it_was_away() -> None:
    ui = login()
    session = opened(ui)
    session.describe()
    field = ui.find(role="textbox")
    field.remove()
    session.describe()
    field.set(protected=None)
    field.move(ui.roots[0])
    assert "hunter2" not in session.describe(mode="full").text


def test_bad_input_46_what_another_reader_knew_to_be_secret_is_hidden_though_its_refs_mean_others(
    tmp_path: Path,
) -> None:
    ui, other = login(name="Password"), ScriptedUI({"role": "window"}, pid=77)
    with opened(ui, store=FileStore(tmp_path / "s")) as first:
        first.describe()
    ui.find(role="textbox").set(protected=None)
    with opened(other, ui, store=FileStore(tmp_path / "s")) as second:
        second.describe()
        report = second.describe(target=ui)
    assert report.reason == "the baseline is another reader's"
    assert "hunter2" not in report.text
    assert not any(b"hunter2" in path.read_bytes() for path in (tmp_path / "s").iterdir())


def test_two_sessions_salts_tell_nothing_of_each_other() -> None:
    ui, store = login(name="Password"), MemoryStore()
    one, other = opened(ui, store=store), opened(ui, store=store)
    one.describe()
    for session in (other, one, other):
        assert not session.describe().delta


def test_law_10_what_ever_more_partial_reads_do_not_show_keeps_its_ref() -> None:
    groups = [{"role": "group", "children": [{"role": "button", "name": f"b{n}"}]} for n in range(7)]
    ui = ScriptedUI({"role": "window", "children": groups})
    session = opened(ui)
    first = session.describe()
    nodes = ui.find_all(role="group")
    for count in range(1, len(nodes)):
        for node in nodes[:count]:
            ui.cut(node)
        delta = session.describe().delta
        assert delta is not None
        assert not delta.removed
    last = session.describe()
    assert not told(last)
    assert tuple(last.refs.numbers) == tuple(first.refs.numbers)


@pytest.mark.parametrize("fresh", [False, True])
def test_an_action_that_starts_the_program_anew_is_answered_with_the_new_window(*, fresh: bool) -> None:
    ui = ScriptedUI({"role": "window", "name": "w", "children": [{"role": "button", "name": "A"}]}, app="Mail")
    session = opened(ui)

    def why(report: Report) -> tuple[str, str, object]:
        return report.mode, report.reason, report.delta

    for _ in range(2):
        assert why(session.act(ui.restart, settle=None, fresh=fresh)) == (
            "full",
            "the application was started again",
            None,
        )


def test_an_interrupt_while_a_read_is_remembered_gives_no_number_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    one = ScriptedUI({"role": "window", "name": "one"}, pid=1)
    two = ScriptedUI({"role": "window", "name": "two"}, pid=2)
    session = opened(one, two)
    session.describe()
    session.describe(target=two)
    one.roots[0].add({"role": "button", "name": "A"})

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(RefTracker, "_remember_gone", interrupted)
        with pytest.raises(KeyboardInterrupt):
            session.describe()
    two.roots[0].add({"role": "link", "name": "Z"})
    numbers = [session.describe(target=ui).refs.numbers for ui in (one, two)]
    assert not set(numbers[0]) & set(numbers[1])


def test_d2_4_every_read_keeps_the_baseline_not_only_an_answer(tmp_path: Path) -> None:
    now = [1_700_000_000.0]
    ui = login(name="Password")
    session = opened(ui, store=FileStore(tmp_path / "s", ttl=60, clock=lambda: now[0]))
    session.describe()
    for _ in range(3):
        now[0] += 50
        assert session.settle(0.05)
    assert session.describe().reason == "nothing changed"
    now[0] += 100
    session.settle(0.05)
    assert session.describe().reason == "the baseline has expired"


def test_what_went_is_remembered_in_linear_time() -> None:
    track = RefTracker()
    for start in range(0, 400_000, 100_000):
        track._remember_gone(range(start, start + 100_000), start + 1)
    assert list(track.went) == list(range(300_000, 400_000))


def test_a_target_that_is_read_often_is_not_the_first_to_be_forgotten() -> None:
    class Windowless(ScriptedBackend):
        """Says of no window which it is."""

        def read(self, _: object, **asked: object) -> object:  # type: ignore[override]  # whatever is asked
            snapshot = super().read(ui, **asked)  # type: ignore[arg-type]
            return type(snapshot).from_dicts(snapshot.to_dicts())

    ui = login(name="Password")
    session = Session(Windowless(ui), "first")
    assert session.describe().reason == "the first read"
    for number in range(40):
        session.describe(target=f"target {number}")
        assert session.describe().reason == "nothing changed"


@pytest.mark.parametrize("kind", ["memory", "files"])
def test_d2_4_a_baseline_that_a_read_of_another_window_swept_has_expired(tmp_path: Path, kind: str) -> None:
    now = [1_700_000_000.0]

    def clock() -> float:
        return now[0]

    files = FileStore(tmp_path / "s", ttl=60, clock=clock)
    store = files if kind == "files" else MemoryStore(ttl=60, clock=clock)
    one, other = (ScriptedUI({"role": "window", "name": f"W{pid}"}, pid=pid) for pid in (1, 2))
    session = opened(one, other, store=store)
    session.describe()
    now[0] += 61
    session.describe(target=other)
    assert session.describe().reason == "the baseline has expired"
