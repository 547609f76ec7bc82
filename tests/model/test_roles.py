"""Roles: folding to tokens, the table of native roles, what it refuses. "Bad input N" is a heading of
spec/bad-inputs.
"""

import csv
import io
import time
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff.errors import UnknownName
from uidiff.formats.elements import short_path
from uidiff.model.roles import (
    PLATFORMS,
    ROLE_WORDS,
    UNKNOWN,
    Spelling,
    read_table,
    resolve_role,
    role_token,
    role_word,
    vocabulary,
)

platforms = st.sampled_from(PLATFORMS)
words = st.text() | st.text("abzAZ09-_ /():").map("Group (localized: {})".format) | st.text("abzAZ09-_ /()")

TABLE_TEXT = (resources.files("uidiff.model") / "data" / "roles.csv").read_text(encoding="utf-8")
ROWS = list(csv.DictReader(io.StringIO(TABLE_TEXT)))
HEADER = TABLE_TEXT.splitlines()[0]


def pairs(platform: str) -> set[tuple[str, str]]:
    """Every native role of a platform in the table, spelt as the platform spells it, with its row's ARIA role."""
    columns = {
        "web": "chromium_role",
        "atspi": "atspi_role",
        "uia": "uia_control_type",
        "ax": "ax_role",
        "android": "android_role",
        "xcuitest": "xcuitest_role",
    }
    found = [(row[columns[platform]], row["ax_subrole"] if platform == "ax" else "", row["aria_role"]) for row in ROWS]
    return {(f"{native}/{subrole}" if subrole else native, role) for native, subrole, role in found if native}


def table(*rows: dict[str, str]) -> str:
    """The text of a table with these cells, the others empty."""
    out = io.StringIO()
    writer = csv.DictWriter(out, HEADER.split(","), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


# role_token


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("button", "button"),
        ("menuitemcheckbox", "menuitemcheckbox"),
        ("doc-noteref", "doc-noteref"),
        ("Button", "button"),
        ("push button", "push-button"),
        ("multi_line text", "multi-line-text"),
        ("StaticText", "static-text"),
        ("RootWebArea", "root-web-area"),
        ("AXButton", "ax-button"),
        ("UIItem", "ui-item"),
        ("MathMLSubSup", "math-ml-sub-sup"),
        ("XCUIElementTypeButton", "xcui-element-type-button"),
        ("H1Title", "h1-title"),
        ("ALERT", "alert"),
        ("a--b", "a--b"),
        (" _button- ", "button"),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_word_folds_to_a_token(text: str, token: str) -> None:
    assert role_token(text) == token


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---",
        " _ ",
        "btn] x\n+ [",  # spec/bad-inputs#13
        "push\nbutton",
        "android.widget.Button",
        "tête",
        "\u212aey",  # the Kelvin sign, whose lower case is an ASCII k
        "\u0130tem",  # the Turkish capital I, whose lower case begins with an ASCII i
        "item\u0660",  # a digit, but not one of ASCII's
        "x" * 41,
        "aB" * 20,  # 40 characters, 59 with the case boundaries
    ],
)
def test_a_word_that_does_not_fit_is_unknown(text: str) -> None:
    assert role_token(text) == UNKNOWN


@given(words)
def test_a_token_is_always_fit(text: str) -> None:
    token = role_token(text)
    assert 1 <= len(token) <= 40
    assert set(token) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert token == token.strip("-")


@given(words)
def test_a_token_is_its_own_token(text: str) -> None:
    assert role_token(role_token(text)) == role_token(text)


@pytest.mark.parametrize("sign", ["x", "xX", " ", "-", "(", "\u0130"])
def test_ten_thousand_huge_roles_take_no_time(sign: str) -> None:
    huge = sign * 10_000
    started = time.process_time()
    for _ in range(10_000):
        resolve_role(huge, "uia")
    assert time.process_time() - started < 5  # seconds; 0.5 ms each


# resolve_role


@pytest.mark.parametrize("platform", PLATFORMS)
def test_an_aria_role_is_itself_and_has_no_native_role(platform: str) -> None:
    assert resolve_role("checkbox", platform) == ("checkbox", None)


@pytest.mark.parametrize(("synonym", "role"), [("image", "img"), ("presentation", "none"), ("directory", "list")])
@pytest.mark.parametrize("platform", PLATFORMS)
def test_synonyms_have_one_spelling_on_every_platform(platform: str, synonym: str, role: str) -> None:
    assert resolve_role(synonym, platform) == (role, synonym)


def test_aria_knows_no_native_roles() -> None:
    assert resolve_role("push button", "aria") == ("push-button", "push button")


@pytest.mark.parametrize("platform", PLATFORMS)
def test_a_role_outside_the_table_stays_itself(platform: str) -> None:
    assert resolve_role("Flux Capacitor", platform) == ("flux-capacitor", "Flux Capacitor")


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("raw", ["", "btn] x\n+ [", "ボタン", "x" * 10_000])
def test_an_unfit_role_is_unknown_and_kept_raw(raw: str, platform: str) -> None:
    assert resolve_role(raw, platform) == (UNKNOWN, raw)


NATIVE_ROLES = {
    "android": (
        "android.widget.Button > button; android.widget.EditText > textbox; "
        "android.widget.TextView > text; android.widget.CheckBox > checkbox; android.widget.Switch > switch; "
        "android.widget.ImageView > img; android.widget.ListView > list; android.widget.FrameLayout > generic; "
        "androidx.recyclerview.widget.RecyclerView > list; androidx.appcompat.app.ActionBar$Tab > tab"
    ),
    "xcuitest": (
        "XCUIElementTypeButton > button; XCUIElementTypeOther > generic; XCUIElementTypeCell > "
        "cell; XCUIElementTypeStaticText > text; XCUIElementTypeSecureTextField > textbox; XCUIElementTypeAlert > "
        "alertdialog; XCUIElementTypeRelevanceIndicator > meter"
    ),
    "web": (
        "RootWebArea > document; StaticText > text; InlineTextBox > text; LabelText > label; "
        "ListMarker > list-marker; LineBreak > line-break; MenuListPopup > listbox; MenuListOption > option; "
        "LayoutTable > layout-table; LayoutTableRow > layout-table-row; LayoutTableCell > layout-table-cell; "
        "DescriptionList > list; DescriptionListTerm > term; DescriptionListDetail > definition; "
        "DisclosureTriangle > button; DisclosureTriangleGrouped > button; Iframe > iframe; Canvas > img; SvgRoot "
        "> graphics-document; Date > textbox; Figcaption > caption; Section > generic; HeaderAsNonLandmark > "
        "sectionheader; MathMLFraction > math; Unknown > generic; doc-noteref > doc-noteref"
    ),
    "atspi": (
        "push button > button; toggle button > button; frame > window; alert > alertdialog; "
        "notification > alert; panel > group; filler > generic; text > textbox; entry > textbox; password text > "
        "textbox; label > text; table cell > cell; list > list; list item > listitem; list box > listbox; menu > "
        "menu; check menu item > menuitemcheckbox; page tab > tab; scroll pane > generic; split pane > generic; "
        "landmark > region; unknown > generic"
    ),
    "uia": (
        "Button > button; Group > group; Pane > generic; Text > text; Edit > textbox; Document > "
        "document; List > list; ListItem > listitem; DataItem > row; HeaderItem > columnheader; Thumb > generic; "
        "Window > window; Group (localized: alert) > alert; Group (localized: content information) > contentinfo; "
        "Button (localized: toggleswitch) > switch; DataItem (localized: row) > row; DataItem (localized: column "
        "header) > columnheader"
    ),
    "ax": (
        "AXButton > button; AXGroup > group; AXList > listbox; AXList/AXContentList > list; "
        "AXCheckBox > checkbox; AXCheckBox/AXSwitch > switch; AXPopUpButton > combobox; AXStaticText > text; "
        "AXTable > table; AXOutline > tree; AXRow/AXOutlineRow > treeitem; AXGroup/AXLandmarkMain > main; "
        "AXWindow > window; AXWindow/AXDialog > dialog"
    ),
}
"""Native roles of each platform, and the ARIA roles that they lead to."""


@pytest.mark.parametrize(
    ("platform", "native", "role"),
    [(platform, *pair.split(" > ")) for platform, said in NATIVE_ROLES.items() for pair in said.split("; ")],
)
def test_a_native_role_leads_to_its_aria_role(platform: str, native: str, role: str) -> None:
    assert resolve_role(native, platform) == (role, None if native == role else native)


@pytest.mark.parametrize(
    "native",
    ["com.example.Chart", "Android.Widget.Button", "android.widget.", "android.widget.Button\n", "a." + "b" * 10_000],
)
def test_another_class_of_android_is_unknown_and_kept(native: str) -> None:
    assert resolve_role(native, "android") == (UNKNOWN, native)


def test_every_type_of_xcuitest_is_in_the_table() -> None:
    assert len(pairs("xcuitest")) == len({native for native, _ in pairs("xcuitest")}) == 83
    assert {resolve_role(native, "xcuitest")[0] for native, _ in pairs("xcuitest")} <= vocabulary()


@pytest.mark.parametrize("localized", ["Schaltfläche", "button", "", "a) (localized: b", "x" * 100])
def test_uia_falls_back_to_the_control_type(localized: str) -> None:
    native = f"Button (localized: {localized})"
    assert resolve_role(native, "uia") == ("button", native)


@pytest.mark.parametrize(
    "native", ["Button)", "Button (alert)", "Button (localized: alert", "Button(localized: alert)"]
)
def test_uia_takes_no_other_form_of_a_localized_type(native: str) -> None:
    assert resolve_role(native, "uia") == (UNKNOWN, native)


@pytest.mark.parametrize("subrole", ["AXZoomButton", "", "über", "AXSwitch/AXSwitch"])
def test_ax_falls_back_to_the_role_without_its_subrole(subrole: str) -> None:
    assert resolve_role(f"AXButton/{subrole}", "ax") == ("button", f"AXButton/{subrole}")


def test_a_subrole_is_no_role_of_its_own() -> None:
    assert resolve_role("AXLandmarkMain", "ax") == ("ax-landmark-main", "AXLandmarkMain")


def test_an_unknown_platform_is_refused_by_name() -> None:
    with pytest.raises(UnknownName, match="did you mean 'atspi'"):
        resolve_role("button", "at-spi")


@given(words, platforms)
def test_resolving_again_changes_nothing(native: str, platform: str) -> None:
    role, _ = resolve_role(native, platform)
    assert resolve_role(role, "aria") == (role, None)


@given(words, platforms)
def test_the_native_role_is_kept_unless_it_is_the_role(native: str, platform: str) -> None:
    role, kept = resolve_role(native, platform)
    assert native == (role if kept is None else kept)
    assert role != kept


# the table


@pytest.mark.parametrize("platform", ["web", "atspi", "uia", "ax", "android", "xcuitest"])
def test_every_native_role_leads_to_the_role_of_one_of_its_rows(platform: str) -> None:
    resolved = {(native, resolve_role(native, platform)[0]) for native, _ in pairs(platform)}
    assert len(resolved) > 70
    assert resolved <= pairs(platform)


def test_the_vocabulary_is_the_aria_roles_of_the_table() -> None:
    assert vocabulary() == {row["aria_role"] for row in ROWS}


@pytest.mark.parametrize("synonym", ["image", "presentation", "directory", UNKNOWN])
def test_the_vocabulary_has_one_spelling(synonym: str) -> None:
    assert synonym not in vocabulary()


def test_the_table_is_plain_text() -> None:
    raw = (resources.files("uidiff.model") / "data" / "roles.csv").read_bytes()
    assert b"\r" not in raw
    assert raw.endswith(b"\n")
    assert not raw.startswith("\ufeff".encode())


@pytest.mark.parametrize("platform", [platform for platform in PLATFORMS if platform != "aria"])
def test_the_table_of_one_platform_is_that_of_all_without_the_others(platform: str) -> None:
    whole, one = read_table(TABLE_TEXT), read_table(TABLE_TEXT, (platform,))
    assert one.natives == {platform: whole.natives[platform]}
    assert one.roles == whole.roles


def test_of_several_rows_the_marked_one_wins() -> None:
    rows = (
        {"aria_role": "grid", "atspi_role": "table"},
        {"aria_role": "table", "atspi_role": "table", "default": "atspi"},
    )
    assert set(read_table(table(*rows)).natives["atspi"].values()) == {"table"}


def test_a_mark_counts_for_its_platform_only() -> None:
    rows = (
        {"aria_role": "grid", "atspi_role": "table", "uia_control_type": "Table", "default": "uia"},
        {"aria_role": "table", "atspi_role": "table", "uia_control_type": "Table", "default": "atspi"},
    )
    natives = read_table(table(*rows)).natives
    assert (*natives["uia"].values(), *natives["atspi"].values()) == ("grid", "table")


@pytest.mark.parametrize("marks", [("", ""), ("atspi", "atspi")])
def test_several_rows_need_exactly_one_default(marks: tuple[str, str]) -> None:
    rows = ({"aria_role": "grid", "atspi_role": "table", "default": mark} for mark in marks)
    with pytest.raises(ValueError, match="atspi"):
        read_table(table(*rows))


def test_two_spellings_of_one_native_role_are_one() -> None:
    rows = ({"aria_role": "grid", "atspi_role": native} for native in ("list box", "ListBox"))
    with pytest.raises(ValueError, match="list-box"):
        read_table(table(*rows))


@pytest.mark.parametrize("platform", ["uia", "atspl", "aria"])
def test_a_default_needs_a_native_role_of_its_platform(platform: str) -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_table(table({"aria_role": "table", "atspi_role": "table", "default": platform}))


@pytest.mark.parametrize("role", ["", "Table", "image", "a b"])
def test_a_role_of_the_table_is_canonical(role: str) -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_table(table({"aria_role": role}))


# short words (spec/definitions#5-roles)


TOKENS = st.one_of(
    st.sampled_from(sorted({*vocabulary(), *ROLE_WORDS["short"].values(), "btn", "edit", "role"})),
    st.from_regex(r"[a-z0-9-]{1,40}", fullmatch=True),
)


@pytest.mark.parametrize(("role", "word"), ROLE_WORDS["short"].items())
def test_every_short_word_is_the_documents(role: str, word: str) -> None:
    table = (resources.files("uidiff.model") / "data" / "roles.csv").read_text(encoding="utf-8").splitlines()
    assert word in {row["desktop_cli_short"] for row in csv.DictReader(table) if row["aria_role"] == role}


@pytest.mark.parametrize("spelling", ["short", "capital"])
def test_no_short_word_is_a_role_of_its_own(spelling: Spelling) -> None:
    assert not vocabulary() & {word.lower() for word in ROLE_WORDS[spelling].values()}


@given(roles=st.lists(TOKENS, unique=True))
def test_different_roles_have_different_words(roles: list[str]) -> None:
    assert len({role_word(role, "short") for role in roles}) == len(roles)
    assert len({role_word(role, "capital") for role in roles}) == len(roles)


def test_a_path_is_said_in_short_words() -> None:
    assert short_path("window > document > form") == "window > web > form"
    assert short_path("… > document > button") == "… > web > btn"
    assert short_path("") == ""
