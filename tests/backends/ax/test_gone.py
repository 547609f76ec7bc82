"""Elements, windows and applications that go while they are read, and after."""

import threading

import pytest

from tests.backends.ax.fake_mac import App, Thing
from tests.backends.ax.fake_modules import fake_system
from tests.backends.ax.trees import button, mail, names, reading, text, three_groups, window
from tests.backends.subjects import read
from uidiff import Window
from uidiff.errors import AppGone, BackendError, ReadTimeout, StaleRef

CANNOT_COMPLETE, INVALID = -25204, -25202


# ----------------------------------------------------------------------- stale


def test_what_went_while_it_was_read_is_not_there() -> None:
    app, groups = three_groups()
    mac, backend = reading(app)
    groups[2].children[0].gone = True
    snapshot = read(backend, "Mail")
    assert names(snapshot) == ["Inbox", "g0", "b0", "g1", "b1", "g2"]
    assert not snapshot.partial
    assert mac.calls.total() == 9  # one more: whether it is the window itself that went


def test_where_more_than_a_fifth_went_it_is_read_once_more() -> None:
    app, groups = three_groups()
    mac, backend = reading(app)
    for group in groups[1:]:
        group.gone = True
    reads = []

    def rebuild(thing: Thing) -> None:
        if thing is app:
            reads.append(thing)
            if len(reads) == 2:
                app.windows[0].children = [groups[0], button("new")]

    mac.before = rebuild
    assert names(read(backend, "Mail")) == ["Inbox", "g0", "b0", "new"]
    assert len(reads) == 2
    app.windows[0].children = groups[1:]  # stays stale
    assert names(read(backend, "Mail")) == ["Inbox"]
    assert len(reads) == 4


def test_a_window_that_closes_while_it_is_read_is_gone_and_not_empty() -> None:
    app = mail()
    mac, backend = reading(app)
    main = app.windows[0]
    target = Window(id=read(backend, "Mail").window)

    def close(thing: Thing) -> None:
        if thing.given["AXRole"] == "AXRow" and not main.gone:
            app.remove(main)

    mac.before = close
    for _ in range(2):
        with pytest.raises(AppGone, match="closed"):
            read(backend, target)


# ------------------------------------------------------------------------ gone


@pytest.mark.parametrize("code", [CANNOT_COMPLETE, INVALID])
def test_an_application_that_ends_while_it_is_read_is_gone(code: int) -> None:
    app = mail()
    mac, backend = reading(app)
    mac.ended = code
    element = read(backend, "Mail")[0]

    def end(thing: Thing) -> None:
        app.ended = app.ended or thing.given["AXRole"] == "AXTable"

    mac.before = end
    with pytest.raises(AppGone, match="ended"):
        read(backend, "Mail")
    with pytest.raises(StaleRef):
        backend.handle(element)
    for target in ("Mail", 501, fake_system(mac).AXUIElementCreateApplication(501)):
        with pytest.raises((AppGone, BackendError)) as caught:
            read(backend, target)
        assert "Mail" not in str(caught.value)


@pytest.mark.parametrize(("ended", "error"), [(True, AppGone), (False, ReadTimeout)])
def test_one_that_ends_as_time_runs_out_is_gone_and_not_slow(*, ended: bool, error: type[Exception]) -> None:
    app = mail()
    bar = app.given["AXMenuBar"]
    mac, backend = reading(app)

    release = threading.Event()

    def hang(thing: Thing) -> None:
        if thing is bar:
            app.ended = ended
            release.wait()

    mac.before = hang
    with pytest.raises(error):
        read(backend, "Mail", seconds=1.0)
    release.set()


def test_one_that_ends_as_its_last_element_is_read_is_gone_too() -> None:
    app = App("Mail", window("Inbox", text("one"), text("two")))
    mac, backend = reading(app)
    mac.before = lambda thing: vars(app).update(ended=thing.given.get("AXValue") == "two")
    with pytest.raises(AppGone, match="ended"):
        read(backend, "Mail")


def test_a_restarted_one_has_another_window_even_with_the_same_process_id() -> None:
    app = mail()
    mac, backend = reading(app)
    before = read(backend, 501)
    again = mac.restart(app, mail())
    again.pid = app.pid
    after = read(backend, 501)
    assert (before.window, after.window) == ("501-1700000000250-100", "501-1700000060250-102")
    with pytest.raises(AppGone, match="ended"):
        read(backend, Window(id=before.window))
