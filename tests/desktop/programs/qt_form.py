"""A Qt 5 or Qt 6 program with most kinds of widgets, that does what it is told line by line.

Run by the system's Python: qt_form.py 5|6 NAME
"""

# ruff: noqa: ANN401  # what the toolkits give and take has no types

import importlib
import sys
from typing import Any

VERSION = sys.argv[1]
core, gui, widgets = (importlib.import_module(f"PyQt{VERSION}.Qt{part}") for part in ("Core", "Gui", "Widgets"))
Qt = core.Qt
SECRET = "open sesame"  # noqa: S105  # a made-up one


class Form:
    def __init__(self) -> None:
        self.window = widgets.QMainWindow()
        self.window.setWindowTitle("Form")
        self.window.resize(640, 480)
        self.further: list[Any] = []
        self.menus()
        whole = widgets.QWidget()
        self.whole = widgets.QVBoxLayout(whole)
        self.tabs = widgets.QTabWidget()
        for page, label in ((self.fields(), "Fields"), (self.people(), "People"), (self.files(), "Files")):
            self.tabs.addTab(page, label)
        self.whole.addWidget(self.tabs)
        self.buttons = widgets.QHBoxLayout()
        self.whole.addLayout(self.buttons)
        self.save = self.button("Save")
        self.buttons.addWidget(self.save)
        self.status = widgets.QLabel("Ready")
        self.clock = widgets.QLabel("12:00")
        self.whole.addWidget(self.status)
        self.whole.addWidget(self.clock)
        self.window.setCentralWidget(whole)
        self.window.show()

    def button(self, text: str) -> Any:
        button = widgets.QPushButton(text)
        button.setObjectName("save")
        button.clicked.connect(lambda: self.status.setText("Saved"))
        return button

    def menus(self) -> None:
        bar = self.window.menuBar()
        self.menu = bar.addMenu("File")
        for item in ("New", "Open", "Quit"):
            self.menu.addAction(item)
        view = bar.addMenu("View")
        for item in ("Toolbar", "Full screen"):
            view.addAction(item).setCheckable(True)

    def fields(self) -> Any:
        page = widgets.QWidget()
        form = widgets.QFormLayout(page)
        self.name = widgets.QLineEdit("Ada")
        password = widgets.QLineEdit(SECRET)
        password.setEchoMode(widgets.QLineEdit.EchoMode.Password)
        colours = widgets.QComboBox()
        colours.addItems(["Red", "Green", "Blue"])
        self.news = widgets.QCheckBox("Subscribe")
        progress = widgets.QProgressBar()
        progress.setValue(50)
        rows = (
            ("Name", self.name),
            ("Password", password),
            ("Colour", colours),
            ("Volume", widgets.QSlider(Qt.Orientation.Horizontal)),
            ("Count", widgets.QSpinBox()),
            ("News", self.news),
            ("By", widgets.QRadioButton("Air")),
            ("Or", widgets.QRadioButton("Sea")),
            ("Done", progress),
            ("Notes", widgets.QPlainTextEdit("Some notes")),
        )
        for text, widget in rows:
            form.addRow(text, widget)
        return page

    def people(self) -> Any:
        self.list = widgets.QListWidget()
        self.list.addItems([f"Person {number}" for number in range(5)])
        return self.list

    def files(self) -> Any:
        self.tree = widgets.QTreeWidget()
        self.tree.setHeaderLabels(["File", "Size"])
        for number in range(3):
            folder = widgets.QTreeWidgetItem(self.tree, [f"folder {number}", ""])
            for inner in range(3):
                widgets.QTreeWidgetItem(folder, [f"file {number}{inner}", f"{inner} kB"])
        self.tree.topLevelItem(0).setExpanded(True)
        self.tree.setSortingEnabled(True)
        return self.tree

    # ---------------------------------------------------------------- commands

    def do(self, command: str, text: str) -> None:
        getattr(self, f"do_{command}")(text)

    def do_rename(self, text: str) -> None:
        self.save.setText(text)

    def do_enabled(self, text: str) -> None:
        self.save.setEnabled(text == "yes")

    def do_fixed(self, text: str) -> None:
        self.name.setReadOnly(text == "yes")

    def do_title(self, text: str) -> None:
        self.window.setWindowTitle(text)

    def do_tab(self, text: str) -> None:
        self.tabs.setCurrentIndex(int(text))

    def do_insert(self, text: str) -> None:
        self.list.insertItem(0, text)

    def do_remove(self, text: str) -> None:
        self.list.takeItem(int(text))

    def do_before(self, text: str) -> None:
        """A button before the others."""
        self.buttons.insertWidget(0, widgets.QPushButton(text))

    def do_recreate(self, _text: str) -> None:
        """Another button in the place of the old one."""
        old = self.save
        self.save = self.button(old.text())
        self.buttons.replaceWidget(old, self.save)
        old.deleteLater()

    def do_type(self, text: str) -> None:
        self.name.setText(text)

    def do_tick(self, text: str) -> None:
        self.clock.setText(text)

    def do_sort(self, text: str) -> None:
        order = Qt.SortOrder.DescendingOrder if text == "down" else Qt.SortOrder.AscendingOrder
        self.tree.sortByColumn(0, order)

    def do_menu(self, text: str) -> None:
        self.menu.popup(self.window.mapToGlobal(core.QPoint(0, 20))) if text == "open" else self.menu.close()

    def do_dialog(self, text: str) -> None:
        kind = widgets.QMessageBox
        buttons = kind.StandardButton.Yes | kind.StandardButton.No
        self.dialog = kind(kind.Icon.Question, "Question", text, buttons, self.window)
        self.dialog.setModal(True)
        self.dialog.show()

    def do_modal(self, _text: str) -> None:
        """From now on the check box asks a question, and waits for the answer."""
        self.news.toggled.connect(lambda: widgets.QMessageBox.question(self.window, "Question", "Really?"))

    def do_dismiss(self, _text: str) -> None:
        self.dialog.close()
        self.dialog.deleteLater()

    def do_window(self, text: str) -> None:
        """One more main window."""
        window = widgets.QMainWindow()
        window.setWindowTitle(text)
        window.setCentralWidget(widgets.QLabel(text))
        window.show()
        self.further.append(window)

    def do_shut(self, _text: str) -> None:
        window = self.further.pop()
        window.close()
        window.deleteLater()

    def do_rows(self, text: str) -> None:
        self.list.addItems([f"Row {number}" for number in range(int(text))])


def main(name: str) -> None:
    application = widgets.QApplication([name])
    application.setApplicationName(name)
    form = Form()
    notifier = core.QSocketNotifier(sys.stdin.fileno(), core.QSocketNotifier.Type.Read)

    def said() -> None:
        command, _, text = sys.stdin.readline().strip().partition(" ")
        if not command:
            application.quit()
            return
        form.do(command, text)
        core.QTimer.singleShot(50, answer)

    def answer() -> None:
        sys.stdout.write("ok\n")
        sys.stdout.flush()

    notifier.activated.connect(said)
    core.QTimer.singleShot(50, answer)
    sys.exit(application.exec())


main(sys.argv[2])
