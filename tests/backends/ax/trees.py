"""Windows for the tests, and short ways to read them."""

from contextlib import ExitStack, closing
from importlib import import_module
from typing import Any

from tests.backends.ax.fake_mac import App, Mac, Thing
from tests.backends.ax.fake_modules import fake_system
from tests.parts import missing
from uidiff import Snapshot
from uidiff.backends.ax import AxBackend

opened = ExitStack()
"""The backends of a test."""

PASSWORD = "open sesame"  # noqa: S105  # a made-up one


def window(
    title: str, *children: Thing, subrole: str = "AXStandardWindow", at: tuple[float, float] = (100, 50)
) -> Thing:
    return Thing(
        "AXWindow", *children, AXSubrole=subrole, AXTitle=title, AXPosition=at, AXSize=(800.0, 600.0), AXMain=True
    )


def button(title: str, *actions: str, **given: Any) -> Thing:  # noqa: ANN401
    return Thing("AXButton", AXTitle=title, AXEnabled=True, actions=actions or ("AXPress",), **given)


def text(content: str) -> Thing:
    return Thing("AXStaticText", AXValue=content)


def menu_bar(*, opened: bool = False) -> Thing:
    menu = Thing("AXMenu", *[Thing("AXMenuItem", AXTitle=f"Item {number}") for number in range(3)])
    return Thing("AXMenuBar", Thing("AXMenuBarItem", menu, AXTitle="File", AXSelected=opened))


def mail() -> App:
    """A mail program: a window, a dialog and the menu bar."""
    secret = Thing("AXTextField", AXSubrole="AXSecureTextField", AXTitle="Password", AXValue=PASSWORD, AXFocused=True)
    rows = [Thing("AXRow", text(f"Row {number}"), AXSubrole="AXTableRow") for number in range(5)]
    table = Thing("AXTable", *rows)
    sure = window("Sure?", button("Yes"), subrole="AXDialog", at=(300, 200))
    main = window(
        "Inbox", button("Save", AXPosition=(110.0, 80.0), AXSize=(60.0, 22.0)), secret, table, text("long " * 100)
    )
    bar = menu_bar()
    app = App("Mail", main, sure, bar, AXMenuBar=bar, AXMainWindow=main, AXFocusedWindow=sure)
    yes = sure.find("Yes")
    yes.on["AXPress"] = lambda: app.remove(sure)
    return app


def three_groups() -> tuple[App, list[Thing]]:
    groups = [Thing("AXGroup", button(f"b{number}"), AXTitle=f"g{number}") for number in range(3)]
    return App("Mail", window("Inbox", *groups)), groups


def names(snapshot: Snapshot) -> list[str | None]:
    return [element.name for element in snapshot]


def reading(app: App) -> tuple[Mac, AxBackend]:
    """A Mac with one application, and a backend for it, which is closed after the test."""
    mac = Mac(app)
    return mac, opened.enter_context(closing(AxBackend(system=fake_system(mac))))


def import_atomacos() -> Any:  # noqa: ANN401  # it has no types
    """The real package; what it imports is replaced by the fake of the system."""
    try:
        return import_module("atomacos")
    except ImportError:
        return missing("atomacos 3.3.0", "none: pip install --no-deps atomacos==3.3.0")
