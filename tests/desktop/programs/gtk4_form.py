"""A GTK 4 program with most kinds of widgets, that does what it is told line by line. Run by the system's Python."""

# ruff: noqa: ANN401  # what the toolkits give and take has no types

import sys
from typing import Any

import gi  # type: ignore[import-not-found]

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, GObject, Gtk  # type: ignore[import-not-found]  # noqa: E402

SECRET = "open sesame"  # noqa: S105  # of nobody


class Item(GObject.Object):  # type: ignore[misc]  # of no type that is known
    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Form:
    def __init__(self, application: Any) -> None:
        self.application = application
        self.window = Gtk.ApplicationWindow(application=application, title="Form")
        self.window.set_default_size(640, 480)
        self.further: list[Any] = []
        self.save = Gtk.Button(label="Save")
        self.save.connect("clicked", self.saved)
        whole = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        whole.append(self.menus())
        self.tabs = Gtk.Notebook()
        for page, label in ((self.fields(), "Fields"), (self.people(), "People"), (self.files(), "Files")):
            self.tabs.append_page(page, Gtk.Label(label=label))
        whole.append(self.tabs)
        self.buttons = Gtk.Box()
        self.buttons.append(self.save)
        whole.append(self.buttons)
        self.status = Gtk.Label(label="Ready")
        self.clock = Gtk.Label(label="12:00")
        whole.append(self.status)
        whole.append(self.clock)
        self.window.set_child(whole)
        self.window.present()

    def menus(self) -> Any:
        menu = Gio.Menu()
        for item in ("New", "Open", "Quit"):
            action = Gio.SimpleAction(name=item.lower())
            self.application.add_action(action)
            menu.append(item, f"app.{item.lower()}")
        self.menu = Gtk.MenuButton(label="File", menu_model=menu)
        return self.menu

    def fields(self) -> Any:
        grid = Gtk.Grid(row_spacing=2)
        self.name = Gtk.Entry(text="Ada")
        password = Gtk.PasswordEntry()
        password.set_text(SECRET)
        colours = Gtk.DropDown.new_from_strings(["Red", "Green", "Blue"])
        notes = Gtk.TextView()
        notes.get_buffer().set_text("Some notes")
        first = Gtk.CheckButton(label="Air")
        second = Gtk.CheckButton(label="Sea", group=first)
        rows = (
            ("Name", self.name),
            ("Password", password),
            ("Colour", colours),
            ("Volume", Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 5)),
            ("Count", Gtk.SpinButton.new_with_range(0, 10, 1)),
            ("News", Gtk.CheckButton(label="Subscribe")),
            ("Light", Gtk.Switch()),
            ("By", first),
            ("Or", second),
            ("Done", Gtk.ProgressBar(fraction=0.5)),
            ("Notes", notes),
        )
        for number, (text, widget) in enumerate(rows):
            label = Gtk.Label(label=text)
            label.set_mnemonic_widget(widget)
            grid.attach(label, 0, number, 1, 1)
            grid.attach(widget, 1, number, 1, 1)
        return grid

    def people(self) -> Any:
        self.list = Gtk.ListBox()
        for number in range(5):
            self.insert(f"Person {number}", -1)
        return self.list

    def files(self) -> Any:
        self.store = Gio.ListStore()
        for number in range(6):
            self.store.append(Item(f"file {number}"))
        view = Gtk.ColumnView(model=Gtk.SingleSelection(model=self.store))
        for title in ("File", "Size"):
            factory = Gtk.SignalListItemFactory()
            factory.connect("setup", lambda _, cell: cell.set_child(Gtk.Label()))
            factory.connect("bind", lambda _, cell, t=title: cell.get_child().set_text(f"{t} {cell.get_item().text}"))
            view.append_column(Gtk.ColumnViewColumn(title=title, factory=factory))
        return Gtk.ScrolledWindow(child=view, min_content_height=200)

    def insert(self, text: str, place: int) -> None:
        self.list.insert(Gtk.ListBoxRow(child=Gtk.Label(label=text)), place)

    def saved(self, _button: object) -> None:
        self.status.set_text("Saved")

    # ---------------------------------------------------------------- commands

    def do(self, command: str, text: str) -> None:
        getattr(self, f"do_{command}")(text)

    def do_rename(self, text: str) -> None:
        self.save.set_label(text)

    def do_title(self, text: str) -> None:
        self.window.set_title(text)

    def do_tab(self, text: str) -> None:
        self.tabs.set_current_page(int(text))

    def do_insert(self, text: str) -> None:
        self.insert(text, 0)

    def do_remove(self, text: str) -> None:
        self.list.remove(self.list.get_row_at_index(int(text)))

    def do_before(self, text: str) -> None:
        """A button before the others."""
        self.buttons.prepend(Gtk.Button(label=text))

    def do_recreate(self, _text: str) -> None:
        """The button anew, in the place of the old one."""
        old = self.save
        self.save = Gtk.Button(label=old.get_label())
        self.save.connect("clicked", self.saved)
        self.buttons.insert_child_after(self.save, old)
        self.buttons.remove(old)

    def do_type(self, text: str) -> None:
        self.name.set_text(text)

    def do_tick(self, text: str) -> None:
        self.clock.set_text(text)

    def do_sort(self, text: str) -> None:
        self.store.sort(
            lambda a, b: (
                (a.text > b.text) - (a.text < b.text) if text == "up" else (a.text < b.text) - (a.text > b.text)
            )
        )

    def do_menu(self, text: str) -> None:
        self.menu.popup() if text == "open" else self.menu.popdown()

    def do_dialog(self, text: str) -> None:
        self.dialog = Gtk.MessageDialog(transient_for=self.window, modal=True, text=text, title="Question")
        self.dialog.add_buttons("Yes", 1, "No", 0)
        self.dialog.present()

    def do_dismiss(self, _text: str) -> None:
        self.dialog.destroy()

    def do_window(self, text: str) -> None:
        """One more main window."""
        window = Gtk.Window(title=text, child=Gtk.Label(label=text))
        window.present()
        self.further.append(window)

    def do_shut(self, _text: str) -> None:
        self.further.pop().destroy()

    def do_rows(self, text: str) -> None:
        for number in range(int(text)):
            self.insert(f"Row {number}", -1)


def main(name: str) -> None:
    GLib.set_prgname(name)
    application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
    forms = []

    def activate(application: Any) -> None:
        forms.append(Form(application))
        GLib.timeout_add(100, answer, priority=GLib.PRIORITY_LOW)

    def said(channel: Any, _condition: object) -> bool:
        command, _, text = channel.readline().strip().partition(" ")
        if not command:
            application.quit()
            return False
        forms[0].do(command, text)
        GLib.timeout_add(100, answer, priority=GLib.PRIORITY_LOW)
        return True

    def answer() -> bool:
        sys.stdout.write("ok\n")
        sys.stdout.flush()
        return False

    application.connect("activate", activate)
    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, said)
    application.run(None)


main(sys.argv[1])
