"""An address book in GTK 4: firms and towns shared by many people, a form to edit one, and cards that come from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.corpus.recorder.atspi import App
    from benchmarks.corpus.recorder.record_desktop import Steps

TOOLKIT = "gtk4"
PACKAGES = ["gnome-contacts", "evolution-data-server", "gir1.2-ebook-1.2"]
COMMAND = ["gnome-contacts"]

GIVEN = "Ada Ben Carla David Elena Felix Greta Hugo Ines Jonas Karin Luis Maria Nils".split()
FAMILY = "Berg Costa Miller Novak".split()
FIRMS = ("Harbour Logistics", "Northwind Bakery", "Sunrise Travel")
TOWNS = ("Lisbon", "Oslo", "Prague")


def card(number: int) -> str:
    given, family = GIVEN[number % len(GIVEN)], FAMILY[number * 3 % len(FAMILY)]
    firm, town = FIRMS[number % 3], TOWNS[number % 3 - number % 2]
    lines = [f"N:{family};{given};;;", f"FN:{given} {family}", f"ORG:{firm}", f"TEL;TYPE=WORK:555 01{number:02}"]
    lines += [
        f"EMAIL;TYPE=WORK:{given.lower()}.{number}@example.org",
        f"ADR;TYPE=WORK:;;Main Street {number};{town};;;",
    ]
    return "\r\n".join(["BEGIN:VCARD", "VERSION:3.0", f"UID:card-{number}", *lines, "END:VCARD"])


def book() -> Any:
    """The address book of this computer."""
    import gi

    gi.require_version("EBook", "1.2")
    from gi.repository import EBook, EDataServer

    registry = EDataServer.SourceRegistry.new_sync(None)
    return EBook.BookClient.connect_sync(registry.ref_builtin_address_book(), 30, None)


def add(client: Any, numbers: range) -> None:
    from gi.repository import EBookContacts

    cards = [EBookContacts.Contact.new_from_vcard(card(number)) for number in numbers]
    client.add_contacts_sync(cards, EBookContacts.BookOperationFlags.NONE, None)


def prepare(home: Path) -> None:
    from gi.repository import Gio

    add(book(), range(28))
    Gio.Settings.new("org.gnome.Contacts").set_boolean("did-initial-setup", True)
    Gio.Settings.sync()


def record(app: App, step: Steps) -> None:
    from benchmarks.corpus.recorder.atspi import Element, xdotool  # only Debian's Python has PyGObject

    def find(role: str, key: str, text: str, place: int = 0) -> Element:
        return [Element(app, n) for n in app.read() if n["r"] == role and n.get(key) == text][place]

    def click(role: str, name: str, place: int = 0) -> None:
        x, y, width, height = find(role, "t", name, place).node["b"]  # in the window, which stands at the corner
        xdotool("mousemove", x + width // 2 + 4, y + height // 2 + 4, "click", 1)

    def press(description: str) -> None:
        find("button", "d", description).press()

    client = book()
    step("open", app.enlarge, settle=5)
    step("idle")
    step("choose a person", lambda: click("label", "David Novak"), settle=1.5)
    step("choose another", lambda: click("label", "Carla Berg"), settle=1.5)
    step("mark as favourite", lambda: press("Mark as favorite"), settle=2)
    step("search", lambda: (click("search box", "GtkSearchEntry"), app.type("costa")), settle=2)
    step("end the search", lambda: app.keys("ctrl+a", "Delete"), settle=2)
    step("cards come from elsewhere", lambda: add(client, range(28, 32)), settle=3)
    step("choose one more", lambda: click("label", "Ben Novak"), settle=1.5)
    step("edit the person", lambda: press("Edit Contact"), settle=2)
    step("change the name", lambda: (click("text box", "GtkEntry"), app.keys("ctrl+a"), app.type("Ben Moreau")))
    step("show more fields", lambda: find("button", "t", "Show More").press(), settle=1.5)
    step("save", lambda: find("button", "t", "Done Done").press(), settle=2.5)
    step("ask for a new person", lambda: press("Create new contact"), settle=2)
    step("name the person", lambda: (click("text box", "GtkEntry"), app.type("Ben Miller")))
    step("give the address", lambda: (click("text box", "Add email"), app.type("ben@example.org")))
    step("add the person", lambda: find("button", "t", "_Add Add").press(), settle=2.5)
    step("delete the person", lambda: press("Delete Contact"), settle=1.5)
    step("take it back", lambda: find("button", "t", "_Cancel Cancel").press(), settle=2)
    step("open the menu", lambda: app.keys("F10"), settle=1.5)
    step("sort by surname", lambda: app.keys("Down", "Return"), settle=2)
    step("start to select", lambda: press("Select Items"), settle=2)
    step("select one", lambda: click("label", "Ada Berg"), settle=1.5)
    step("select another", lambda: click("label", "Elena Berg"), settle=1.5)
    step("select a third", lambda: click("label", "Greta Berg"), settle=1.5)
    step("link them", lambda: press("Link Selected Contacts Together"), settle=2.5)
