"""A GTK 3 or GTK 4 program with most kinds of widgets, that does what it is told line by line.

Run by the system's Python: gtk_form.py 3|4 NAME
"""

# ruff: noqa: ANN401, FBT003  # what the toolkits give and take has no types

import sys
from typing import Any

import gi

VERSION, NAME = sys.argv[1:]
gi.require_version("Gtk", f"{VERSION}.0")
gi.require_version("Gdk", f"{VERSION}.0")
from gi.repository import Gdk, Gio, GLib, GObject, Gtk  # noqa: E402

SECRET = "open sesame"  # noqa: S105  # a made-up one
PAUSE = {"3": 50, "4": 100}[VERSION]  # milliseconds until what was done is drawn


class Form:
    """What is the same in both; the methods that differ are those of the subclasses."""

    append: Any
    show: Any
    menus: Any
    password: Any
    colours: Any
    choices: Any
    files: Any
    insert: Any

    def __init__(self, window: Any) -> None:
        self.window = window
        self.window.set_default_size(640, 480)
        self.further: list[Any] = []
        self.save = self.button("Save")
        self.tabs = Gtk.Notebook()
        for page, label in ((self.fields(), "Fields"), (self.people(), "People"), (self.files(), "Files")):
            self.tabs.append_page(page, Gtk.Label(label=label))
        self.buttons = Gtk.Box()
        self.status = Gtk.Label(label="Ready")
        self.clock = Gtk.Label(label="12:00")
        whole = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for box, part in (
            *((whole, part) for part in (self.menus(), self.tabs, self.buttons, self.status, self.clock)),
            (self.buttons, self.save),
        ):
            self.append(box, part)
        self.show(self.window, whole)

    def button(self, text: str) -> Any:
        button = Gtk.Button(label=text)
        button.connect("clicked", lambda _: self.status.set_text("Saved"))
        return button

    def fields(self) -> Any:
        grid = Gtk.Grid(row_spacing=2)
        self.name = Gtk.Entry(text="Ada", placeholder_text="First name")
        notes = Gtk.TextView()
        notes.get_buffer().set_text("Some notes")
        rows = (
            ("Name", self.name),
            ("Password", self.password()),
            ("Colour", self.colours()),
            ("Volume", Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 5)),
            ("Count", Gtk.SpinButton.new_with_range(0, 10, 1)),
            ("News", Gtk.CheckButton(label="Subscribe")),
            *self.choices(),
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

    # ---------------------------------------------------------------- commands

    def do(self, command: str, text: str) -> None:
        getattr(self, f"do_{command}")(text)

    def do_rename(self, text: str) -> None:
        self.save.set_label(text)

    def do_enabled(self, text: str) -> None:
        self.save.set_sensitive(text == "yes")

    def do_fixed(self, text: str) -> None:
        self.name.set_editable(text != "yes")

    def do_title(self, text: str) -> None:
        self.window.set_title(text)

    def do_tab(self, text: str) -> None:
        self.tabs.set_current_page(int(text))

    def do_insert(self, text: str) -> None:
        self.insert(text, 0)

    def do_type(self, text: str) -> None:
        self.name.set_text(text)

    def do_tick(self, text: str) -> None:
        self.clock.set_text(text)

    def do_dialog(self, text: str) -> None:
        self.dialog = Gtk.MessageDialog(transient_for=self.window, modal=True, text=text, title="Question")
        self.dialog.add_buttons("Yes", 1, "No", 0)
        self.dialog.show()

    def do_dismiss(self, _text: str) -> None:
        self.dialog.destroy()

    def do_window(self, text: str) -> None:
        """One more main window."""
        window = Gtk.Window(title=text)
        self.show(window, Gtk.Label(label=text))
        self.further.append(window)

    def do_shut(self, _text: str) -> None:
        self.further.pop().destroy()

    def do_rows(self, text: str) -> None:
        for number in range(int(text)):
            self.insert(f"Row {number}", -1)


class Gtk3Form(Form):
    def append(self, box: Any, part: Any) -> None:
        box.add(part)

    def show(self, window: Any, content: Any) -> None:
        window.add(content)
        window.show_all()

    def menus(self) -> Any:
        bar = Gtk.MenuBar()
        for title, items in (("File", ("New", "Open", "Quit")), ("View", ("Toolbar", "Full screen"))):
            menu = Gtk.Menu()
            for item in items:
                menu.append(Gtk.CheckMenuItem(label=item) if title == "View" else Gtk.MenuItem(label=item))
            top = Gtk.MenuItem(label=title)
            top.set_submenu(menu)
            bar.append(top)
        return bar

    def password(self) -> Any:
        field = Gtk.Entry(text=SECRET, visibility=False)
        field.set_input_purpose(Gtk.InputPurpose.PASSWORD)
        return field

    def colours(self) -> Any:
        colours = Gtk.ComboBoxText()
        for colour in ("Red", "Green", "Blue"):
            colours.append_text(colour)
        colours.set_active(0)
        return colours

    def choices(self) -> tuple[tuple[str, Any], ...]:
        first = Gtk.RadioButton(label="Air")
        return ("By", first), ("Or", Gtk.RadioButton.new_with_label_from_widget(first, "Sea"))

    def files(self) -> Any:
        self.store = Gtk.TreeStore(str, str)
        for number in range(3):
            folder = self.store.append(None, [f"folder {number}", ""])
            for inner in range(3):
                self.store.append(folder, [f"file {number}{inner}", f"{inner} kB"])
        tree = Gtk.TreeView(model=self.store)
        for number, title in enumerate(("File", "Size")):
            column = Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=number)
            column.set_sort_column_id(number)
            tree.append_column(column)
        tree.expand_row(Gtk.TreePath.new_from_string("0"), False)
        scrolled = Gtk.ScrolledWindow()
        scrolled.add(tree)
        return scrolled

    def insert(self, text: str, place: int) -> None:
        row = Gtk.ListBoxRow()
        row.add(Gtk.Label(label=text))
        row.get_accessible().set_name(text)
        self.list.insert(row, place)
        row.show_all()

    def do_remove(self, text: str) -> None:
        self.list.get_row_at_index(int(text)).destroy()

    def put(self, button: Any, place: int) -> None:
        self.buttons.add(button)
        self.buttons.reorder_child(button, place)
        button.show()

    def do_before(self, text: str) -> None:
        """A button before the others."""
        self.put(Gtk.Button(label=text), 0)

    def do_recreate(self, _text: str) -> None:
        """Another button in the place of the old one."""
        old, place = self.save, self.buttons.get_children().index(self.save)
        self.save = self.button(old.get_label())
        old.destroy()
        self.put(self.save, place)

    def do_menu(self, text: str) -> None:
        """A menu that belongs to no menu bar."""
        if text == "open":
            self.context = Gtk.Menu()
            self.context.append(Gtk.MenuItem(label="Paste"))
            self.context.show_all()
            self.context.popup_at_widget(self.save, Gdk.Gravity.SOUTH_WEST, Gdk.Gravity.NORTH_WEST, None)
        else:
            self.context.popdown()

    def do_minimize(self, text: str) -> None:
        self.window.iconify() if text == "on" else self.window.deiconify()


class Item(GObject.Object):  # type: ignore[misc]  # of no type that is known
    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Gtk4Form(Form):
    def append(self, box: Any, part: Any) -> None:
        box.append(part)

    def show(self, window: Any, content: Any) -> None:
        window.set_child(content)
        window.present()

    def menus(self) -> Any:
        menu = Gio.Menu()
        for item in ("New", "Open", "Quit"):
            self.window.get_application().add_action(Gio.SimpleAction(name=item.lower()))
            menu.append(item, f"app.{item.lower()}")
        self.menu = Gtk.MenuButton(label="File", menu_model=menu)
        return self.menu

    def password(self) -> Any:
        field = Gtk.PasswordEntry()
        field.set_text(SECRET)
        return field

    def colours(self) -> Any:
        return Gtk.DropDown.new_from_strings(["Red", "Green", "Blue"])

    def choices(self) -> tuple[tuple[str, Any], ...]:
        first = Gtk.CheckButton(label="Air")
        return ("Light", Gtk.Switch()), ("By", first), ("Or", Gtk.CheckButton(label="Sea", group=first))

    def files(self) -> Any:
        store = Gio.ListStore()
        for number in range(6):
            store.append(Item(f"file {number}"))
        view = Gtk.ColumnView(model=Gtk.SingleSelection(model=store))
        for title in ("File", "Size"):
            factory = Gtk.SignalListItemFactory()
            factory.connect("setup", lambda _, cell: cell.set_child(Gtk.Label()))
            factory.connect("bind", lambda _, cell, t=title: cell.get_child().set_text(f"{t} {cell.get_item().text}"))
            view.append_column(Gtk.ColumnViewColumn(title=title, factory=factory))
        return Gtk.ScrolledWindow(child=view, min_content_height=200)

    def insert(self, text: str, place: int) -> None:
        self.list.insert(Gtk.ListBoxRow(child=Gtk.Label(label=text)), place)

    def do_remove(self, text: str) -> None:
        self.list.remove(self.list.get_row_at_index(int(text)))

    def do_before(self, text: str) -> None:
        """A button before the others."""
        self.buttons.prepend(Gtk.Button(label=text))

    def do_recreate(self, _text: str) -> None:
        """Another button in the place of the old one."""
        old, self.save = self.save, self.button(self.save.get_label())
        self.buttons.insert_child_after(self.save, old)
        self.buttons.remove(old)

    def do_menu(self, text: str) -> None:
        self.menu.popup() if text == "open" else self.menu.popdown()


def main() -> None:
    GLib.set_prgname(NAME)
    forms: list[Any] = []

    def shown(form: Form) -> None:
        forms.append(form)
        GLib.timeout_add(PAUSE, answer, priority=GLib.PRIORITY_LOW)

    def said(channel: Any, _condition: object) -> bool:
        command, _, text = channel.readline().strip().partition(" ")
        if not command:
            end()
            return False
        forms[0].do(command, text)
        GLib.timeout_add(PAUSE, answer, priority=GLib.PRIORITY_LOW)
        return True

    def answer() -> bool:
        sys.stdout.write("ok\n")
        sys.stdout.flush()
        return False

    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, said)
    if VERSION == "3":
        GLib.set_application_name(NAME)
        end = Gtk.main_quit
        shown(Gtk3Form(Gtk.Window(title="Form")))
        forms[0].window.connect("destroy", end)
        Gtk.main()
    else:
        application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
        end = application.quit
        application.connect(
            "activate", lambda _: shown(Gtk4Form(Gtk.ApplicationWindow(application=application, title="Form")))
        )
        application.run(None)


main()
