"""Acting on pages: each cause told at once and apart; what was done is never said to be not done."""

import time
from contextlib import suppress

import pytest
from playwright.sync_api import Page

from tests.backends.subjects import read
from tests.backends.web.browsers import HANG, ref_of, site, until
from uidiff import Session
from uidiff.backends.web import WebBackend
from uidiff.errors import AppGone, BackendError, NotActionable, ReadTimeout, StaleRef

ROWS = """<!doctype html><div id=list></div><script>
  window.pressed = [];
  window.show = first => {
    const made = list.children.length ? null : [...Array(8)].map(() => document.createElement("div"));
    for (const row of made || []) {
      row.innerHTML = "<button></button> <button>Delete</button>";
      row.children[0].onclick = () => pressed.push(row.children[0].textContent);
      row.children[1].onclick = () => pressed.push("Delete " + row.children[0].textContent);
      list.append(row);
    }
    [...list.children].forEach((row, at) => { row.children[0].textContent = "Message " + (first + at) });
  };
  show(0);
</script>"""

SHADOW = """<div id=host></div><script>
  document.getElementById("host").attachShadow({mode: "closed"}).innerHTML = "<button>In</button>";
  addEventListener("click", () => { window.done = 1 });
</script>"""

COVER = "<div role=dialog aria-label='Cookies &amp; more' style='position:fixed;inset:0;background:#fff'>{}</div>"


@pytest.mark.parametrize(
    ("html", "role", "done", "cause", "said"),
    [
        ("<button disabled>a</button>", "button", ("press", None), "disabled", "may become enabled"),
        ("<fieldset disabled><button>a</button></fieldset>", "button", ("press", None), "disabled", "disabled"),
        ("<div aria-disabled=true><button>a</button></div>", "button", ("press", None), "disabled", "disabled"),
        ("<input disabled>", "textbox", ("type", "x"), "disabled", "disabled"),
        ("<select disabled><option>a</select>", "combobox", ("select", "a"), "disabled", "disabled"),
        ("<input readonly>", "textbox", ("type", "x"), "readonly", "read-only"),
        ("<div role=textbox contenteditable aria-readonly=true>a</div>", "textbox", ("type", "x"), "readonly", "read"),
        ("<button>a</button>", "button", ("type", "x"), "not editable", "no field for text"),
        ("<input type=checkbox>", "checkbox", ("type", "x"), "not editable", "no field for text"),
        ("<button style='pointer-events:none'>a</button>", "button", ("press", None), "untouchable", "takes no clicks"),
        (
            "<button style='opacity:1;width:0;height:0;padding:0;border:0'></button>",
            "button",
            ("press", None),
            "hidden",
            "not visible",
        ),
        ("<button style='position:fixed;left:-900px'>a</button>", "button", ("press", None), "offscreen", "into view"),
        ("<button>a</button>" + COVER.format("x"), "button", ("press", None), "covered", "covered by another element"),
        (
            "<select><option>Red<option>Green<option>Blue<option>4<option>5<option>6<option>7</select>",
            "combobox",
            ("select", "Pink"),
            "no such option",
            'there are "Red", "Green", "Blue", "4", "5", 2 more',
        ),
        ("<select><option>a<option disabled>b</select>", "combobox", ("select", "b"), "disabled option", "disabled"),
        ("<button>a</button>", "button", ("select", "a"), "no list", "press it, then press the option"),
        ("<button>a</button>", "button", ("check", None), "not checkable", "press it"),
        ("<p>a</p>", "paragraph", ("focus", None), "not focusable", "does not take the focus"),
        ("<input type=number aria-label=n>", "spinbutton", ("type", "seven"), "no such value", "write it as"),
        ("<input type=file>", "button", ("upload", "/no/such/file"), "no such file", "path of a file"),
        ("<input>", "textbox", ("upload", __file__), "no file field", "field itself"),
        ("<input>", "textbox", ("key", "Entrée"), "no such key", "Enter"),
        ("<button>a</button>", "button", ("fly", None), "no such action", "press"),
        ("<input>", "textbox", ("type", None), "no value", "needs a text"),
        ("<p>a</p>", "paragraph", ("scroll", "sideways"), "no such value", "down"),
        ("<p>a</p>", "paragraph", ("scroll", "down"), "at its end", "nothing more"),
    ],
)
def test_each_cause_is_told_apart_and_at_once(  # noqa: PLR0917  # columns of a table
    page: Page, web: WebBackend, html: str, role: str, done: tuple[str, str | None], cause: str, said: str
) -> None:
    page.set_content(html)
    page.evaluate("for (const kind of ['click', 'input']) addEventListener(kind, () => { window.done = kind }, true)")
    (element,) = read(web, page).find(role=role)
    began = time.process_time()
    with pytest.raises(NotActionable, match=said) as error:
        web.act(element, *done)
    assert error.value.cause == cause
    assert "nothing was done" in str(error.value)
    assert time.process_time() - began < 1  # it does not wait: the processor's time, whatever else the machine does
    assert page.evaluate("window.done === undefined")
    assert "sideways" not in str(error.value)


def test_what_covers_an_element_is_named_with_its_ref(page: Page) -> None:
    page.set_content("<button onclick='window.done = 1'>Buy</button>" + COVER.format("<p>We use cookies</p>"))
    with Session("web", page, timeout=60) as ui:
        button, dialog = ref_of(ui, "button", "Buy"), ref_of(ui, "dialog")
        with pytest.raises(NotActionable, match=rf'^{button} button "Buy": .*covered by .*{dialog}|.* e\d+') as error:
            ui.act("press", button)
        assert error.value.cause == "covered"
        page.evaluate("document.querySelector('[role=dialog]').remove()")
        ui.act("press", button)
        assert page.evaluate("window.done") == 1


@pytest.mark.parametrize(
    ("html", "role", "name", "done", "script", "expected"),
    [
        (
            "<label><input type=checkbox style='position:absolute;opacity:0;width:0;height:0'><b>Agree</b></label>",
            "checkbox",
            None,
            ("press", None),
            "document.querySelector('input').checked",
            True,
        ),
        (
            "<div style='height:3000px'></div><button onclick='window.done = 1'>Far</button>",
            "button",
            "Far",
            ("press", None),
            "window.done",
            1,
        ),
        (
            SHADOW,
            "button",
            "In",
            ("press", None),
            "window.done",
            1,
        ),
        (
            "<input type=checkbox checked>",
            "checkbox",
            None,
            ("check", None),
            "document.querySelector('input').checked",
            True,
        ),
        (
            "<input type=checkbox checked>",
            "checkbox",
            None,
            ("uncheck", None),
            "document.querySelector('input').checked",
            False,
        ),
        (
            "<button ondblclick='window.done = 2'>x</button>",
            "button",
            "x",
            ("double-press", None),
            "window.done",
            2,
        ),
        (
            "<button oncontextmenu='window.done = 3; return false'>x</button>",
            "button",
            "x",
            ("context-menu", None),
            "window.done",
            3,
        ),
        ("<button onmouseenter='window.done = 4'>x</button>", "button", "x", ("hover", None), "window.done", 4),
        ("<input value=old>", "textbox", None, ("clear", None), "document.querySelector('input').value", ""),
        (
            "<input type=date aria-label=d>",
            None,
            "d",
            ("type", "2024-12-31"),
            "document.querySelector('input').value",
            "2024-12-31",
        ),
        (
            "<div contenteditable role=textbox>old <b>text</b></div>",
            "textbox",
            None,
            ("type", "new"),
            "document.querySelector('div').innerText",
            "new",
        ),
        (
            "<form onsubmit='window.done = 5; return false'><input></form>",
            "textbox",
            None,
            ("key", "Enter"),
            "window.done",
            5,
        ),
        (
            "<div style='height:99px;overflow:auto' tabindex=0 aria-label=b role=region><p style=height:900px>x</div>",
            "region",
            "b",
            ("scroll", "bottom"),
            "document.querySelector('div').scrollTop",
            833,
        ),
    ],
)
def test_further_actions_are_done(  # noqa: PLR0917  # columns of a table
    page: Page,
    web: WebBackend,
    html: str,
    role: str | None,
    name: str | None,
    done: tuple[str, str | None],
    script: str,
    expected: object,
) -> None:
    page.set_content(html)
    element = next(one for one in read(web, page) if role in {None, one.role} and name in {None, one.name})
    assert web.act(element, *done) is None
    assert page.evaluate(script) == expected


def test_a_page_that_loads_says_so_and_a_click_that_leads_to_a_hanging_page_was_done(page: Page) -> None:
    with site({"/": "<title>One</title><a href='/hang'>Order</a>"}) as served:
        page.goto(served.here)
        with Session("web", page, timeout=60) as ui:
            link = ref_of(ui, "link", "Order")
            report = ui.act("press", link, timeout=8)
            assert served.asked.is_set()  # it was done
            assert report.effect is not None
            assert report.effect.loading
            assert report.settled is False
            assert "Still loading." in report.text
            with pytest.raises(ReadTimeout, match=r"nothing was done.*elsewhere"):
                ui.act("press", link, timeout=4)
            served.answer.set()
            until(page, lambda: (effect := ui.act(lambda: None).effect) is not None and not effect.loading)


def test_an_action_that_hangs_the_page_may_have_been_done_and_says_so(
    page: Page, web: WebBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uidiff.backends.web.backend._HANDLING", 2.0)
    page.set_content(f"<button onclick='window.done = 1; ({HANG})(window.url)'>Hang</button><button>Other</button>")
    hang, other = read(web, page).find(role="button")
    with site({}) as served:
        page.evaluate("url => { window.url = url }", f"{served.here}/hang")
        web.act(hang, "press")
        assert served.asked.wait(60)
        with pytest.raises(ReadTimeout, match="nothing was done: the page does not answer"):
            web.act(other, "press")
        served.answer.set()
    page.set_content("<input aria-label=Name oninput='while (Date.now() < window.end);'>")
    page.evaluate("window.end = Date.now() + 6000")
    (field,) = read(web, page).find(role="textbox")
    note = web.act(field, "type", "TYPED")
    assert note is not None
    assert "it may have been done, so look before you do it again" in note
    assert "TYPED" not in note


def test_a_dialog_that_an_action_opens_is_its_effect(page: Page) -> None:
    page.set_content("<button onclick='confirm(\"Sure?\")'>Delete</button>")
    page.on("dialog", lambda _: None)
    with Session("web", page, timeout=60) as ui:
        button = ref_of(ui, "button", "Delete")
        report = ui.act("press", button)
        assert report.effect is not None
        assert report.effect.kind == "changed"
        assert "Sure?" in report.text
        with pytest.raises(BackendError, match="a dialog is open"):
            ui.act("press", button)


def test_a_click_that_closes_the_page_was_done(page: Page) -> None:
    page.set_content("<button onclick='window.open(\"about:blank\")'>Open</button>")
    with page.expect_popup() as opened:
        page.click("button")
    popup = opened.value
    popup.set_content("<button onclick='window.close()'>Close</button>")
    with Session("web", popup, timeout=60) as ui:
        button = ref_of(ui, "button", "Close")
        with pytest.raises(AppGone, match=r"done.*closed"):
            ui.act("press", button)
        assert popup.is_closed()


def test_a_recycled_row_is_not_pressed_and_one_that_was_made_anew_is(page: Page) -> None:
    page.set_content(ROWS)
    with Session("web", page, timeout=60) as ui:
        row, delete = ref_of(ui, "button", "Message 0"), ref_of(ui, "button", "Delete")
        page.evaluate("show(100)")  # the same nodes, other content
        for ref in (row, delete):
            with pytest.raises(StaleRef, match=ref):
                ui.act("press", ref)
        assert page.evaluate("pressed") == []
        page.get_by_role("button", name="Message 103", exact=True).click()  # nothing is left in the page that stops it
        assert page.evaluate("pressed") == ["Message 103"]


@pytest.mark.parametrize("every", [1, 20, 100])
def test_a_row_that_is_recycled_all_the_time_is_not_pressed(page: Page, every: int) -> None:
    page.set_content(ROWS)
    with Session("web", page, timeout=60) as ui:
        ref = ref_of(ui, "button", "Delete")
        page.evaluate("every => { let first = 1; setInterval(() => show(first++ % 50), every) }", every)
        for _ in range(3):
            with suppress(StaleRef):
                ui.act("press", ref, settle=None, timeout=60)
        assert set(page.evaluate("pressed")) <= {"Delete Message 0"}


def test_a_page_that_renders_itself_anew_all_the_time_is_acted_on(page: Page) -> None:
    page.set_content(ROWS)
    with Session("web", page, timeout=60) as ui:
        ref = ref_of(ui, "button", "Message 3")
        took = []  # a machine that is busy needs longer between two renderings; the first press is slow on any
        for _ in range(3):
            began = time.monotonic()
            ui.act("press", ref, settle=None, timeout=60)
            took.append(time.monotonic() - began)
        page.evaluate(
            """pause => {  // not while the button is down: a browser sends no click to what is removed then
                let down = false;
                addEventListener("pointerdown", () => { down = true }, true);
                addEventListener("pointerup", () => { down = false }, true);
                setInterval(() => { if (!down) { list.innerHTML = ''; show(0) } }, pause);
            }""",
            max(200, 2000 * min(took)),
        )
        for times in range(4, 14):
            ui.act("press", ref, settle=None, timeout=60)
            assert page.evaluate("pressed") == ["Message 3"] * times


def test_a_double_press_in_a_frame_is_two_clicks(page: Page) -> None:
    counted = "onclick='parent.clicks = (parent.clicks || 0) + 1' ondblclick='parent.twice = (parent.twice || 0) + 1'"
    page.set_content(f'<iframe srcdoc="<button {counted}>Go</button>"></iframe>')
    page.frame_locator("iframe").get_by_role("button").wait_for()
    with Session("web", page, timeout=60) as ui:
        ui.act("double-press", ref_of(ui, "button", "Go"))
        assert page.evaluate("[window.clicks, window.twice]") == [2, 1]


TICKING = """<!doctype html><ul><li><span id=price>0</span> <button onclick='pressed++'>Buy</button></li></ul><script>
var pressed = 0, ticks = 0;
setInterval(() => SET, 1);
</script>"""


@pytest.mark.parametrize(
    "text", ["price.textContent = `price ${ticks++}`", "price.firstChild.nodeValue = `price ${ticks++}`"]
)
def test_an_element_beside_a_text_that_ticks_is_pressed(page: Page, text: str) -> None:
    page.set_content(TICKING.replace("SET", text))
    with Session("web", page, timeout=60) as ui:
        ref = ref_of(ui, "button", "Buy")
        for times in range(1, 4):
            ui.act("press", ref, settle=None, timeout=60)
            assert page.evaluate("pressed") == times


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "document.querySelector('button').textContent = `Buy ${String.fromCharCode(65 + ticks++ % 26)}`",
            "it was .*now",
        ),
        ("price.replaceWith(price.cloneNode(true))", 'button "Buy": it or what is around it changes at each look'),
    ],
)
def test_an_element_that_is_another_one_at_each_look_is_not_pressed(page: Page, change: str, said: str) -> None:
    page.set_content(TICKING.replace("SET", change))
    with Session("web", page, timeout=60) as ui:
        ref = ref_of(ui, "button")
        with pytest.raises(StaleRef, match=rf"^{ref} .*{said}.*nothing was done"):
            ui.act("press", ref, settle=None, timeout=60)
        assert page.evaluate("pressed") == 0
