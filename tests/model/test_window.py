"""A window by what is known of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff.model.window import Window

texts = st.one_of(st.none(), st.sampled_from(["Mail", "mail", "Inbox (3)", "Straße", "ß"]))
windows = st.builds(Window, app=texts, pid=st.sampled_from((None, 0, 7)), title=texts, id=st.sampled_from(("1", "2")))

OPEN = Window(app="Mail", pid=7, title="Inbox (3) - Mail", url="https://mail.example/inbox?page", id="0x1")


@pytest.mark.parametrize(
    "known",
    [
        Window(app="Mail"),
        Window(app="MAIL"),
        Window(pid=7),
        Window(title="inbox"),
        Window(title="(3)"),
        Window(url="/inbox"),
        Window(id="0x1"),
        Window(app="mail", pid=7, title="- MAIL", id="0x1"),
        OPEN,
    ],
)
def test_what_is_known_fits(known: Window) -> None:
    assert known.fits(OPEN)


@pytest.mark.parametrize(
    "known",
    [
        Window(app="Mai"),
        Window(pid=70),
        Window(title="Inbox (4)"),
        Window(url="/Inbox"),
        Window(id="0X1"),
        Window(app="Mail", pid=8),
        Window(app="Chat", id="0x1"),
    ],
)
def test_all_that_is_known_has_to_fit(known: Window) -> None:
    assert not known.fits(OPEN)


@pytest.mark.parametrize("known", [Window(app="Mail"), Window(pid=0), Window(title="Inbox")])
def test_of_what_nothing_is_known_nothing_fits(known: Window) -> None:
    assert not known.fits(Window(id="0x1"))


def test_upper_and_lower_case_are_those_of_all_languages() -> None:
    assert Window(app="STRASSE", title="GRÜSSE").fits(Window(app="straße", title="Viele Grüße"))


@given(window=windows)
def test_each_window_fits_itself(window: Window) -> None:
    assert window.fits(window)


@given(one=windows, other=windows)
def test_the_more_is_known_the_less_fits(one: Window, other: Window) -> None:
    if one.fits(other):
        assert Window(id=one.id).fits(other)


@pytest.mark.parametrize(
    ("known", "scoped"),
    [
        ({"app": "Mail"}, True),
        ({"pid": 0}, True),
        ({"url": "/in"}, True),
        ({"id": "1"}, True),
        ({"title": "Inbox"}, False),
    ],
)
def test_a_title_alone_may_be_the_title_of_any_window(known: dict[str, object], scoped: bool) -> None:
    assert Window(**known).scoped is scoped  # type: ignore[arg-type]  # by the table


def test_a_window_of_which_nothing_is_known_is_none() -> None:
    with pytest.raises(ValueError, match=r"^Window needs to know something of the window; write Window\(app=…\), "):
        Window()


@pytest.mark.parametrize("field", ["app", "title", "url", "id"])
@pytest.mark.parametrize("value", ["", 7, b"Mail", ["Mail"]])
def test_texts_are_texts_with_something_in_them(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=rf"^Window\.{field} is a text that is not empty; write Window"):
        Window(**{field: value})  # type: ignore[arg-type]  # what cannot be


@pytest.mark.parametrize("pid", [-1, "7", 7.0, True])
def test_a_process_id_is_a_whole_number(pid: object) -> None:
    with pytest.raises(ValueError, match=r"^Window\.pid is a process id, a whole number; write Window"):
        Window(pid=pid)  # type: ignore[arg-type]  # what cannot be


def test_what_is_known_is_said_by_name() -> None:
    with pytest.raises(TypeError):
        Window("Mail")  # type: ignore[call-arg]  # an application, or a title?
