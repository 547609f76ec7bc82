"""Sessions over the backend for macOS: what an agent sees, and refs that live."""

import json

import uidiff
from tests.backends.ax.fake_mac import Mac
from tests.backends.ax.fake_modules import installed
from tests.backends.ax.test_identity import rows
from tests.backends.ax.trees import import_atomacos, mail
from uidiff.backends.ax import AxHandle


def test_a_session_tells_what_changed_and_acts_on_refs_of_earlier_reads() -> None:
    app = mail()
    mac = Mac(app)
    with installed(mac), uidiff.Session("ax", "Mail") as ui:
        first = ui.describe()
        numbers = {element.name: number for element, number in zip(first.snapshot, first.refs.numbers, strict=True)}
        table = app.windows[0].children[2]
        for number in range(3):  # three reads later, with insertions before it
            table.children[0:0] = rows(f"new {number}")
            report = ui.describe()
            assert report.delta is not None
            assert (report.mode, len(report.delta.added)) == ("diff", 2)
        row = numbers["Row 3"]
        handle = ui.handle(f"e{row}")
        assert isinstance(handle, AxHandle)
        assert handle.ref.thing is app.find("Row 3")
        report = ui.act("press", numbers["Yes"], settle=0)
        assert report.delta is not None
        assert [record.before.name for record in report.delta.removed] == ["Sure?", "Yes"]
        assert [type(event).__name__ for event in report.delta.events] == ["DialogClosed"]


def test_atomacos_takes_a_handle_and_reads_the_same_element() -> None:
    mac = Mac(mail())
    with installed(mac):
        atomacos = import_atomacos()
        app = atomacos.NativeUIElement.from_pid(501)
        with uidiff.Session("ax", app) as ui:
            report = ui.describe()
            save = report.snapshot.find(role="button", name="Save")[0]
            handle = ui.handle(report.refs.numbers[save.index])
            assert isinstance(handle, AxHandle)
            element = atomacos.NativeUIElement(handle.ref)
            assert (element.AXRole, element.AXTitle) == ("AXButton", "Save")
            assert (element.AXPosition.x, element.AXSize.height) == (110.0, 22.0)
            assert element == app.AXWindows[0].AXChildren[0]


def test_a_stream_shows_what_changes_and_ends_with_the_application() -> None:
    app = mail()
    kinds = []
    with installed(Mac(app)), uidiff.Session("ax", "Mail") as ui, ui.observe(interval=0.05) as stream:
        for record in stream:
            kinds.append(json.loads(record.line())["type"])
            if kinds[-1] == "snapshot":
                app.find("Save").given["AXTitle"] = "Saved"
            elif kinds[-1] == "changed":
                app.ended = True
    assert kinds == ["snapshot", "changed", "error", "done"]
