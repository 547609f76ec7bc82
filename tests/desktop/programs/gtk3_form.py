"""A GTK 3 program with most kinds of widgets, that does what it is told line by line. Run by the system's Python."""

# ruff: noqa: ANN401, FBT003  # what the toolkits give and take has no types

import sys
from typing import Any

import gi  # type: ignore[import-not-found]

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # type: ignore[import-not-found]  # noqa: E402

SECRET = "open sesame"  # noqa: S105  # of nobody


class Form:
    def __init__(self, name: str) -> None:
        GLib.set_prgname(name)
        GLib.set_application_name(name)
        self.window = Gtk.Window(title="Form")
        self.window.set_default_size(640, 480)
        self.window.connect("destroy", Gtk.main_quit)
        self.further: list[Any] = []
        self.save = Gtk.Button(label="Save")
        self.save.connect("clicked", self.saved)
        whole = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        whole.add(self.menus())
        self.tabs = Gtk.Notebook()
        for page, label in ((self.fields(), "Fields"), (self.people(), "People"), (self.files(), "Files")):
            self.tabs.append_page(page, Gtk.Label(label=label))
        whole.add(self.tabs)
        self.buttons = Gtk.Box()
        self.buttons.add(self.save)
        whole.add(self.buttons)
        self.status = Gtk.Label(label="Ready")
        self.clock = Gtk.Label(label="12:00")
        whole.add(self.status)
        whole.add(self.clock)
        self.window.add(whole)
        self.window.show_all()

    def menus(self) -> Any:
        bar = Gtk.MenuBar()
        self.menu: Any = None
        for title, items in (("File", ("New", "Open", "Quit")), ("View", ("Toolbar", "Full screen"))):
            menu = Gtk.Menu()
            for item in items:
                menu.append(Gtk.CheckMenuItem(label=item) if title == "View" else Gtk.MenuItem(label=item))
            top = Gtk.MenuItem(label=title)
            top.set_submenu(menu)
            bar.append(top)
            self.menu = top if title == "File" else self.menu
        return bar

    def fields(self) -> Any:
        grid = Gtk.Grid(row_spacing=2)
        self.name = Gtk.Entry(text="Ada")
        self.password = Gtk.Entry(text=SECRET, visibility=False)
        self.password.set_input_purpose(Gtk.InputPurpose.PASSWORD)
        colours = Gtk.ComboBoxText()
        for colour in ("Red", "Green", "Blue"):
            colours.append_text(colour)
        colours.set_active(0)
        self.volume = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 5)
        self.notes = Gtk.TextView()
        self.notes.get_buffer().set_text("Some notes")
        first = Gtk.RadioButton(label="Air")
        rows = (
            ("Name", self.name),
            ("Password", self.password),
            ("Colour", colours),
            ("Volume", self.volume),
            ("Count", Gtk.SpinButton.new_with_range(0, 10, 1)),
            ("News", Gtk.CheckButton(label="Subscribe")),
            ("By", first),
            ("Or", Gtk.RadioButton.new_with_label_from_widget(first, "Sea")),
            ("Done", Gtk.ProgressBar(fraction=0.5)),
            ("Notes", self.notes),
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
        self.tree = tree
        return scrolled

    def insert(self, text: str, place: int) -> None:
        row = Gtk.ListBoxRow()
        row.add(Gtk.Label(label=text))
        row.get_accessible().set_name(text)
        self.list.insert(row, place)
        row.show_all()

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
        self.list.get_row_at_index(int(text)).destroy()

    def do_before(self, text: str) -> None:
        """A button before the others."""
        button = Gtk.Button(label=text)
        self.buttons.pack_start(button, False, False, 0)
        self.buttons.reorder_child(button, 0)
        button.show()

    def do_recreate(self, _text: str) -> None:
        """The button anew, in the place of the old one."""
        old, place = self.save, self.buttons.get_children().index(self.save)
        self.save = Gtk.Button(label=old.get_label())
        self.save.connect("clicked", self.saved)
        old.destroy()
        self.buttons.add(self.save)
        self.buttons.reorder_child(self.save, place)
        self.save.show()

    def do_type(self, text: str) -> None:
        self.name.set_text(text)

    def do_tick(self, text: str) -> None:
        self.clock.set_text(text)

    def do_sort(self, text: str) -> None:
        order = Gtk.SortType.DESCENDING if text == "down" else Gtk.SortType.ASCENDING
        self.store.set_sort_column_id(0, order)

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

    def do_dialog(self, text: str) -> None:
        self.dialog = Gtk.MessageDialog(transient_for=self.window, modal=True, text=text, title="Question")
        self.dialog.add_buttons("Yes", 1, "No", 0)
        self.dialog.show_all()

    def do_dismiss(self, _text: str) -> None:
        self.dialog.destroy()

    def do_window(self, text: str) -> None:
        """One more main window."""
        window = Gtk.Window(title=text)
        window.add(Gtk.Label(label=text))
        window.show_all()
        self.further.append(window)

    def do_shut(self, _text: str) -> None:
        self.further.pop().destroy()

    def do_rows(self, text: str) -> None:
        for number in range(int(text)):
            self.insert(f"Row {number}", -1)


def main(name: str) -> None:
    form = Form(name)

    def said(channel: Any, _condition: object) -> bool:
        command, _, text = channel.readline().strip().partition(" ")
        if not command:
            Gtk.main_quit()
            return False
        form.do(command, text)
        GLib.timeout_add(50, answer, priority=GLib.PRIORITY_LOW)
        return True

    def answer() -> bool:
        sys.stdout.write("ok\n")
        sys.stdout.flush()
        return False

    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, said)
    GLib.timeout_add(50, answer, priority=GLib.PRIORITY_LOW)
    Gtk.main()


main(sys.argv[1])
