"""Roles, names, states and values by rows of HTML-AAM 1.0 and accname 1.2, as Chromium's tree has them."""

import pytest

from tests.dom.pages import read
from uidiff import Element, Snapshot

ROLES = [
    ("<article>x</article>", "article"),
    ("<aside>x</aside>", "complementary"),
    ("<a href='https://a.example/'>x</a>", "link"),
    ("<button>x</button>", "button"),
    ("<blockquote>x</blockquote>", "blockquote"),
    ("<details><summary>x</summary></details>", "group"),
    ("<dl><dt>x</dt></dl>", "list"),
    ("<em>x</em>", "emphasis"),
    ("<fieldset>x</fieldset>", "group"),
    ("<figure>x</figure>", "figure"),
    ("<footer>x</footer>", "contentinfo"),
    ("<form>x</form>", "form"),
    ("<h3>x</h3>", "heading"),
    ("<header>x</header>", "banner"),
    ("<hr>", "separator"),
    ("<iframe></iframe>", "iframe"),
    ("<img alt='x'>", "img"),
    ("<input>", "textbox"),
    ("<input type=checkbox>", "checkbox"),
    ("<input type=color>", "button"),
    ("<input type=date>", "textbox"),
    ("<input type=email list=l>", "combobox"),
    ("<input type=number>", "spinbutton"),
    ("<input type=radio>", "radio"),
    ("<input type=range>", "slider"),
    ("<input type=search>", "searchbox"),
    ("<input type=submit>", "button"),
    ("<main>x</main>", "main"),
    ("<meter value=1></meter>", "meter"),
    ("<nav>x</nav>", "navigation"),
    ("<ol><li>x</li></ol>", "list"),
    ("<output>x</output>", "status"),
    ("<p>x</p>", "paragraph"),
    ("<progress></progress>", "progressbar"),
    ("<section aria-label=s>x</section>", "region"),
    ("<section>x</section>", "generic"),
    ("<select><option>x</option></select>", "combobox"),
    ("<select multiple><option>x</option></select>", "listbox"),
    ("<strong>x</strong>", "strong"),
    ("<table><tr><th>x</th></tr></table>", "table"),
    ("<table><tr><td>x</td></tr></table>", "layout-table"),
    ("<textarea></textarea>", "textbox"),
    ("<time>x</time>", "time"),
    ("<div role='fancy tab'>x</div>", "tab"),
    ("<div role=image aria-label=x></div>", "img"),
    ("<div role=form>x</div>", "generic"),
    ("<div role=form aria-label=f>x</div>", "form"),
    ("<button role=presentation>x</button>", "button"),  # it takes the focus
    ("<div>x</div>", "generic"),
    ("<div title=t><p>x</p></div>", "generic"),
    ("<span>x</span>", "text"),
    ("<h1 role=none>x</h1>", "text"),
    ("<div><div><p>x</p></div></div>", "paragraph"),
    ("<a>x</a>", "text"),
]


def first(body: str) -> Element:
    return read(body)[1]


@pytest.mark.parametrize(("body", "role"), ROLES)
def test_an_element_has_the_role_of_html_aam(body: str, role: str) -> None:
    assert first(body).role == role


@pytest.mark.parametrize(
    ("body", "roles"),
    [
        ("<article><header>x</header></article>", ["article", "sectionheader", "text"]),
        ("<ul><li>x</li></ul>", ["list", "listitem", "text"]),
        ("<ul role=none><li>x</li></ul>", ["text"]),
        ("<table><tr><th>a</th><td>b</td></tr></table>", ["table", "row", "rowheader", "text", "cell", "text"]),
        ("<table><tr><th>a</th></tr></table>", ["table", "row", "columnheader", "text"]),
        ("<table role=grid><tr><td>b</td></tr></table>", ["grid", "row", "gridcell", "text"]),
        ("<table border=1><tbody><tr><td>b</td></tr></tbody></table>", ["table", "row", "cell", "text"]),
        ("<table><thead><tr><td>b</td></tr></thead></table>", ["table", "rowgroup", "row", "cell", "text"]),
        ("<select><option>x</option></select>", ["combobox", "listbox", "option"]),
    ],
)
def test_the_place_of_an_element_decides_its_role(body: str, roles: list[str]) -> None:
    assert [element.role for element in read(body)][1:] == roles


NAMES = [
    ("<button>Save <b>all</b></button>", "button", "Save all"),
    ("<button>a<div>b</div>c</button>", "button", "a b c"),
    ("<button><img alt='Save'></button>", "button", "Save"),
    ("<button><svg><title>Save</title></svg></button>", "button", "Save"),
    ("<button><i aria-hidden=true>x</i>Save</button>", "button", "Save"),
    ("<button><i hidden>x</i>Save</button>", "button", "Save"),
    ("<button aria-label='Save'>x</button>", "button", "Save"),
    ("<button title='Save'></button>", "button", "Save"),
    ("<button aria-labelledby='b a'>x</button><i id=a>2</i><i id=b hidden>1</i>", "button", "1 2"),
    ("<button aria-labelledby='none'>x</button>", "button", "x"),
    ("<input type=submit>", "button", "Submit"),
    ("<input type=reset>", "button", "Reset"),
    ("<input type=button value=Go>", "button", "Go"),
    ("<input type=image alt=Go>", "button", "Go"),
    ("<label for=f>Name</label><input id=f>", "textbox", "Name"),
    ("<input id=f><label for=f>A</label><label for=f>B</label>", "textbox", "A B"),
    ("<label>Name <input></label>", "textbox", "Name"),
    ("<label>Old<input type=checkbox> enough</label>", "checkbox", "Old enough"),
    ("<input title=T placeholder=P>", "textbox", "T"),
    ("<input placeholder=P>", "textbox", "P"),
    ("<select aria-label=Size><option>x</option></select>", "combobox", "Size"),
    ("<fieldset><legend>Ship</legend></fieldset>", "group", "Ship"),
    ("<table><caption>Prices</caption></table>", "table", "Prices"),
    ("<optgroup label=Big></optgroup>", "group", "Big"),
    ("<img title=T>", "img", "T"),
    ("<iframe title=Frame></iframe>", "iframe", "Frame"),
    ("<h2>Big <i>news</i></h2>", "heading", "Big news"),
    ("<p title=T>x</p>", "paragraph", None),
    ("<ul aria-label=L><li>x</li></ul>", "list", "L"),
    ("<div role=row>x</div>", "row", None),
    ("<div role=grid><div role=row>x</div></div>", "row", "x"),
]


@pytest.mark.parametrize(("body", "role", "name"), NAMES)
def test_a_name_is_found_as_accname_says(body: str, role: str, name: str | None) -> None:
    assert read(body).find(role=role)[0].name == name


def test_a_title_that_is_not_the_name_is_the_description() -> None:
    assert first("<button title='Closes it'>x</button>").description == "Closes it"
    assert first("<button aria-describedby=d title=t>x</button><i id=d>Why</i>").description == "Why"
    assert first("<button title='x'>x</button>").description is None


STATES = [
    ("<button disabled>x</button>", {"disabled": True}),
    ("<button aria-disabled=true>x</button>", {"disabled": True, "focusable": True}),
    ("<button aria-pressed=mixed>x</button>", {"pressed": "mixed", "focusable": True}),
    ("<button aria-expanded=false>x</button>", {"expanded": False, "focusable": True}),
    ("<button aria-haspopup=true>x</button>", {"haspopup": "menu", "focusable": True}),
    ("<input type=checkbox checked>", {"checked": True, "focusable": True}),
    ("<input type=radio>", {"checked": False, "focusable": True}),
    ("<div role=checkbox aria-checked=mixed></div>", {"checked": "mixed"}),
    ("<div role=switch></div>", {"checked": False}),
    ("<input required readonly>", {"required": True, "readonly": True, "editable": True, "focusable": True}),
    ("<input aria-invalid=true>", {"invalid": True, "editable": True, "focusable": True}),
    ("<input aria-invalid=false aria-required=true>", {"required": True, "editable": True, "focusable": True}),
    ("<input aria-label=Mail placeholder=P>", {"placeholder": "P", "editable": True, "focusable": True}),
    ("<input type=password>", {"protected": True, "editable": True, "focusable": True}),
    ("<textarea></textarea>", {"multiline": "true", "editable": True, "focusable": True}),
    ("<h4>x</h4>", {"level": 4}),
    ("<div role=heading aria-level=5>x</div>", {"level": 5}),
    ("<div role=heading>x</div>", {"level": 2}),
    ("<div role=tab aria-selected=true>x</div>", {"selected": True}),
    ("<a href=x aria-current=page>x</a>", {"current": "page", "focusable": True}),
    ("<dialog open rr_open_mode=modal>x</dialog>", {"modal": True, "focusable": True}),
    ("<div role=dialog aria-modal=true>x</div>", {"modal": True}),
    ("<div role=alert>x</div>", {"live": "assertive", "atomic": "true", "relevant": "additions text"}),
    (
        "<input type=range max=10 value=4>",
        {"valuemin": 0, "valuemax": 10, "valuetext": "4", "orientation": "horizontal", "focusable": True},
    ),
    (
        "<div role=slider aria-valuemin=1 aria-valuemax=9></div>",
        {"valuemin": 1, "valuemax": 9, "orientation": "horizontal"},
    ),
    ("<select><option>x</option></select>", {"expanded": False, "haspopup": "menu", "focusable": True}),
    ("<select multiple></select>", {"multiselectable": True, "orientation": "vertical", "focusable": True}),
    ("<div tabindex=0>x</div>", {"focusable": True}),
    ("<progress max=8></progress>", {"valuemin": 0, "valuemax": 8}),
]


@pytest.mark.parametrize(("body", "states"), STATES)
def test_the_states_are_those_of_the_attributes(body: str, states: dict[str, object]) -> None:
    assert dict(first(body).states) == states


def test_what_is_around_an_element_disables_and_numbers_it() -> None:
    snapshot = read("<fieldset disabled><input></fieldset><ul><li>a<ul><li>b</li></ul></li></ul>")
    assert snapshot.find(role="textbox")[0].states["disabled"] is True
    assert [item.states["level"] for item in snapshot.find(role="listitem")] == [1, 2]


VALUES = [
    ("<input value=Ada>", "Ada"),
    ("<input type=number value=3>", "3"),
    ("<textarea value='a b'></textarea>", "a b"),
    ("<select value=2><option value=1>One</option><option value=2>Two</option></select>", "Two"),
    ("<select><option>One</option><option selected>Two</option></select>", "Two"),
    ("<input type=checkbox value=on>", None),
    ("<progress value=.5></progress>", "0.5"),
    ("<div role=slider aria-valuenow=3></div>", "3"),
    ("<div contenteditable>a <b>b</b></div>", "a b"),
    ("<input type=file>", "No file chosen"),
]


@pytest.mark.parametrize(("body", "value"), VALUES)
def test_the_value_is_what_the_field_holds(body: str, value: str | None) -> None:
    assert first(body).value == value


HIDDEN = [
    "<p hidden>x</p>",
    "<p aria-hidden=true>x</p>",
    "<p inert>x</p>",
    "<p style='color:red;display:none'>x</p>",
    "<p style='visibility:hidden'>x</p>",
    "<details><summary></summary><p>x</p>x</details>",
    "<dialog>x</dialog>",
    "<script>x</script>",
    "<style>x</style>",
    "<template><p>x</p></template>",
    "<noscript>x</noscript>",
    "<input type=hidden value=x>",
    "<svg><title>x</title></svg>",
    "<p>main</p><dialog open rr_open_mode=modal><p>top</p></dialog>",
]


@pytest.mark.parametrize("body", HIDDEN)
def test_what_attributes_hide_is_no_row(body: str) -> None:
    texts = [element.name for element in read(body).find(role="text")]
    assert texts in ([], ["top"])


def test_visibility_comes_back_below() -> None:
    snapshot = read("<div style='visibility:hidden'>a<span style='visibility:visible'>b</span></div>")
    assert [text.name for text in snapshot.find(role="text")] == ["b"]


def test_texts_stand_as_in_their_lines() -> None:
    def texts(body: str) -> list[str | None]:
        return [element.name for element in read(body).find(role="text")]

    assert texts("<p> one\n  two <b> three</b> four </p>") == ["one two ", " three", " four"]
    assert texts("<p>a <b>b</b> <i>c</i></p>\n <p>d</p>") == ["a ", "b", " ", "c", "d"]
    assert texts("<pre> a\n  b</pre>") == [" a\n  b"]


def test_a_blank_alone_is_a_text_where_what_is_beside_it_is_no_thing_of_its_own() -> None:
    def texts(body: str) -> list[str | None]:
        return [element.name for element in read(body).find(role="text")]

    assert texts("<p><b>a</b> <img alt=x> <i>c</i></p>") == ["a", " ", " ", "c"]
    assert texts("<p><b>a</b> <label><input> c</label></p>") == ["a", " c"]
    assert texts("<p><b>a </b> <b>b</b> <i class=icon></i></p>") == ["a ", "b"]
    assert texts("<p><b>a</b><span></span> <!-- --><b>b</b></p>") == ["a", " ", "b"]
    assert texts("<p>a <span></span></p><p>a <i class=icon></i></p><p>a <!-- -->b</p>") == ["a", "a ", "a ", "b"]
    assert texts("<pre><b>a</b>\n  <b>b</b></pre>") == ["a", "\n  ", "b"]


def test_a_no_break_space_is_a_text() -> None:
    cell = next(element for element in read("<table border=1><td>\xa0</td></table>") if element.role == "cell")
    assert (cell.name, [child.name for child in cell.children]) == ("\xa0", ["\xa0"])
    assert [each.name for each in read("<button> a\xa0 \n b </button>").find(role="button")] == ["a\xa0 b"]


def test_ids_are_those_of_the_recorder_and_live_on() -> None:
    snapshot = read("<button id=save>x</button>")
    button = snapshot.find(role="button")[0]
    assert (button.id, button.id_stable, button.automation_id) == ("10", True, "save")
    assert [element.id for element in snapshot] == ["1", "10", "11"]


def test_shadow_roots_and_slots_are_read_as_they_are_drawn() -> None:
    body = (
        "<x-card><h3 shadow><slot name=head></slot></h3><div shadow><slot>none</slot></div>"
        "<b slot=head>Title</b>text<i slot=other>lost</i></x-card>"
    )
    snapshot = read(body)
    assert [(each.role, each.name) for each in snapshot][1:] == [
        ("heading", "Title"),
        ("text", "Title"),
        ("text", "text"),
    ]


def test_ids_count_within_their_shadow_root() -> None:
    body = "<i id=n>Page</i><x-a><i shadow id=n>Inner</i><button shadow aria-labelledby=n>x</button></x-a>"
    assert read(body).find(role="button")[0].name == "Inner"


def test_blocked_elements_and_frames_without_content_are_unread() -> None:
    snapshot = read("<div rr_blocked></div><iframe></iframe>")
    assert [element.role for element in snapshot.unread] == ["generic", "iframe"]


def test_passwords_and_masked_texts_are_secret() -> None:
    def told(body: str) -> list[tuple[str | None, str | None, bool]]:
        return [(each.name, each.value, each.secret) for each in read(body)][1:]

    assert told("<input type=password aria-label=P value='***'>") == [("P", "[redacted]", True)]
    assert told("<input type=text data-rr-is-password aria-label=P value=word>") == [("P", "[redacted]", True)]
    assert told("<input aria-label=P value='****'>") == [("P", "[redacted]", True)]
    assert told("<span>*** ****</span>") == [("[redacted]", None, True)]
    assert told("<span>*</span>") == [("*", None, False)]  # a required field's


def test_a_label_that_only_repeats_a_check_boxs_name_is_no_row() -> None:
    def roles(body: str) -> list[str]:
        return [element.role for element in read(body)][1:]

    assert roles("<input type=checkbox id=c><label for=c>Agree</label>") == ["checkbox"]
    assert roles("<label><input type=radio> One</label>") == ["radio"]
    assert roles("<label><input type=radio> <b>One</b></label>") == ["label", "radio", "text"]


def test_a_page_is_read_as_a_snapshot_of_the_web() -> None:
    snapshot = read("<p>x</p>", title=" My \n page ")
    assert isinstance(snapshot, Snapshot)
    assert (snapshot[0].role, snapshot[0].native_role, snapshot[0].name) == ("document", "RootWebArea", "My page")
    assert dict(snapshot[0].states) == {"focusable": True, "focused": True}
