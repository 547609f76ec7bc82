"""What cannot be done has to be told at once, with its cause."""

from __future__ import annotations

from benchmarks.living.stage import Play, Stage, scenario

GONE = r"gone|could not locate|removed|no longer|not in the page|not found|stale"


REFUSED = (
    ("press a disabled button", "button", "Off", "press", None, "disabled", ""),
    ("press a button with aria-disabled", "button", "Soft off", "press", None, "disabled", ""),
    ("type into a field of a disabled group", "textbox", "Locked", "type", "x", "disabled", ""),
    ("type into a read-only field", "textbox", "Fixed", "type", "x", "read-?only", ""),
    ("type letters into a field for numbers", "spinbutton", "Number", "type", "many", "number|value|format", ""),
    ("type into a heading", "heading", "Cannot", "type", "x", "edit|type into|no field|not an? <?(input|field)", ""),
    ("type into a check box", "checkbox", "Agree", "type", "x", "edit|type into|no field|checkbox", ""),
    ("select an option that is not there", "combobox", "Colour", "select", "Green", "no (such )?option|option", ""),
    ("select a disabled option", "combobox", "Colour", "select", "Gold", "disabled", ""),
    ("select in a button", "button", "Nothing happens", "select", "Red", "list|select|option", ""),
    ("press a covered button", "button", "Behind", "press", None, "cover|in front|behind|intercept", ""),
    ("press a button that takes no clicks", "button", "Dull", "press", None, "pointer|click|cover|intercept", ""),
    ("press a button that was removed", "button", "Vanishing", "press", None, GONE, "vanish()"),
    ("press a button that was hidden", "button", "Vanishing", "press", None, r"hidden|visible|" + GONE, "hide()"),
)
"""What is tried, with which element and value, the cause that has to be told, and what the page does before."""


def _refused(role: str, name: str, action: str, value: str | None, *, cause: str, before: str) -> Play:
    def play(stage: Stage) -> None:
        stage.open("cannot.html")
        ref = stage.driver.ref(role, name)
        if before:
            stage.driver.script(before)
        stage.act(action, ref, value, refuses=cause, meant=name.lower())

    return play


for _title, *_given, _cause, _before in REFUSED:
    scenario(_title)(_refused(*_given, cause=_cause, before=_before))


@scenario("press with a ref that was never told")
def _(stage: Stage) -> None:
    stage.open("cannot.html")
    stage.act("press", "e9999", refuses=r"e9999")


@scenario("an action that there is not")
def _(stage: Stage) -> None:
    stage.open("cannot.html")
    stage.act("wipe", stage.driver.ref("button", "Order"), refuses=r"wipe|unknown|no action")


@scenario("press twice what disables itself: once done, once refused")
def _(stage: Stage) -> None:
    stage.open("cannot.html")
    ref = stage.driver.ref("button", "Order")
    stage.act("press", ref, does=["press order"])
    stage.act("press", ref, refuses="disabled", meant="order")


@scenario("press behind a modal dialog: refused, with the dialog as the cause")
def _(stage: Stage) -> None:
    stage.open("modals.html")
    ref = stage.driver.ref("button", "Print")
    stage.driver.script("ask.showModal()")
    stage.act("press", ref, refuses=r"dialog|modal|behind|inert|cover", meant="print")


@scenario("press behind a dialog of the page's own: refused, as it is covered")
def _(stage: Stage) -> None:
    stage.open("modals.html")
    ref = stage.driver.ref("button", "Print")
    stage.driver.script("aria()")
    stage.act("press", ref, refuses=r"dialog|modal|behind|cover|in front", meant="print")


@scenario("press what a veil covers: refused; and when it has gone: done")
def _(stage: Stage) -> None:
    stage.open("modals.html")
    ref = stage.driver.ref("button", "Print")
    stage.driver.script("cover()")
    stage.act("press", ref, refuses=r"cover|in front|behind|intercept", meant="print")
    stage.driver.script("uncover()")
    stage.act("press", ref, does=["press print"])


@scenario("open a modal, fill it in, close it, and press what was behind it by its old ref")
def _(stage: Stage) -> None:
    stage.open("modals.html")
    refs = [stage.driver.ref("button", "Print"), stage.driver.ref("textbox", "Search")]
    stage.act("press", stage.driver.ref("button", "New invoice"), does=["press new"])
    stage.driver.read()
    stage.act("type", stage.driver.ref("textbox", "Amount"), "12", does=["type amount 12"])
    stage.act("press", stage.driver.ref("button", "Save"), does=["press save"])
    stage.act("press", refs[0], does=["press print"])
    stage.act("type", refs[1], "May", does=["type search May"])
