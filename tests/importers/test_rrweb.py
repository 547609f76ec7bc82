"""Recordings of rrweb: a real one, steps and what they say, the forms of files, and what does not fit."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import uidiff
from tests.dom.pages import document, serialized
from uidiff import Redaction, Snapshot, errors
from uidiff.importers import rrweb, rrweb_step
from uidiff.importers.rrweb import RecordedStep, RrwebImporter, rrweb_steps

SHOP = Path(__file__).parent / "rrweb_samples" / "shop.json.gz"
START = 1_700_000_000_000
BODY = (
    "<h1>Shop</h1><button>Save</button><label>Name <input></label><input type=checkbox aria-label=Agree>"
    "<select aria-label=Size><option>S</option><option>M</option></select><p role=status>-</p><a href='/b'>Next</a>"
)
H1, SAVE, NAME, AGREE, SIZE, SAY, NEXT = 10, 12, 16, 17, 18, 23, 25
"""The elements; the text of the status is SAY + 1."""


def event(type_: int, at: float, **data: object) -> dict[str, Any]:
    return {"type": type_, "data": data, "timestamp": START + at}


def load(at: float, body: str = BODY, url: str = "https://shop.example/") -> list[dict[str, Any]]:
    offset = {"left": 0, "top": 0}
    page = event(2, at + 1, node=document(body, "Shop"), initialOffset=offset)
    return [event(4, at, href=url, width=800, height=600), page]


def mouse(kind: int, id_: int, at: float) -> dict[str, Any]:
    return event(3, at, source=2, type=kind, id=id_, x=1, y=1)


def click(id_: int, at: float) -> dict[str, Any]:
    return mouse(2, id_, at)


def typed(id_: int, text: str, at: float, *, checked: bool = False, **more: object) -> dict[str, Any]:
    return event(3, at, source=5, id=id_, text=text, isChecked=checked, **more)


def mutated(at: float, **changes: object) -> dict[str, Any]:
    return event(3, at, source=0, **{"texts": [], "attributes": [], "removes": [], "adds": [], **changes})


def said(text: str, at: float) -> dict[str, Any]:
    return mutated(at, texts=[{"id": SAY + 1, "value": text}])


def scrolled(at: float, id_: int = 1) -> dict[str, Any]:
    return event(3, at, source=3, id=id_, x=0, y=100)


def written(path: Path, events: Sequence[object]) -> Path:
    path.write_text(json.dumps(list(events)))
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "session.json"


def steps(file: Path, events: Sequence[object], **options: Any) -> list[RecordedStep]:  # noqa: ANN401  # passed on
    return list(rrweb_steps(written(file, events), **options))


def told(found: Sequence[RecordedStep]) -> list[tuple[str | None, str | None]]:
    """What was done in each step, and what the status said then; of an error, what it says."""
    return [
        (step.action, status(step.result) if isinstance(step.result, Snapshot) else str(step.result)) for step in found
    ]


def status(snapshot: Snapshot) -> str | None:
    return next(iter(snapshot.find(role="status")[0].children)).name if snapshot.find(role="status") else None


def actions(found: Sequence[RecordedStep]) -> list[str | None]:
    return [step.action for step in found]


# ----------------------------------------------------------------------- real


def test_a_real_recording_is_told_as_what_was_done() -> None:
    snapshots = list(uidiff.import_recording(SHOP))
    assert [snapshot.action for snapshot in snapshots] == [
        None,
        'click textbox "Search"',
        'type textbox "Search"',
        'click button "Add"',
        'type textbox "Search"',
        'check checkbox "In stock"',
        'select combobox "Sort"',
        'type textbox "Card"',
        'type textbox "Password"',
        'click button "Nothing"',
        'click button "More"',
        'click button "Fail"',
        'click link "Basket"',
        'click button "Pay"',
        'click button "Yes"',
        'click heading "Shop"',
        'double-click heading "Shop"',
        'right-click heading "Shop"',
        "resize 600x400",
    ]
    assert [snapshot.title for snapshot in snapshots] == ["Shop"] * 12 + ["Basket"] * 2 + ["Shop"] * 5
    assert len({snapshot.document for snapshot in snapshots}) == 3
    assert snapshots[11].extra["errors"] == ['"no such thing" 42']
    texts = [text for snapshot in snapshots for text in snapshot.columns.name + snapshot.columns.value if text]
    assert not any("4111" in text or "secret" in text for text in texts)
    assert snapshots[0].partial  # the blocked element


def test_a_step_says_what_a_deed_did() -> None:
    snapshots = list(uidiff.import_recording(SHOP))
    before, after = snapshots[2:4]
    assert "Lamp added" in uidiff.diff(before, after).summary
    assert uidiff.diff(snapshots[-2], snapshots[-1]).summary.startswith("No change")


# ---------------------------------------------------------------------- steps


def test_changes_in_a_row_are_one_step_that_ends_when_it_is_quiet(file: Path) -> None:
    found = steps(
        file, [*load(0), *(said(str(number), 1_000 + 50 * number) for number in range(10)), said("end", 2_000)]
    )
    assert told(found) == [(None, "-"), (None, "9"), (None, "end")]
    assert [step.taken_at for step in found] == [(START + at) / 1_000 for at in (1, 1_450, 2_000)]


def test_changes_that_go_on_are_told_now_and_then(file: Path) -> None:
    found = steps(file, [*load(0), *(said(str(number), 1_000 + 50 * number) for number in range(50))])
    assert told(found) == [(None, "-"), (None, "19"), (None, "39"), (None, "49")]
    assert len(steps(file, [*load(0), *(said(str(n), 1_000 + 50 * n) for n in range(50))], every=200)) == 14
    assert len(steps(file, [*load(0), *(said(str(n), 1_000 + 50 * n) for n in range(50))], quiet=50)) == 51


def test_changes_that_no_row_shows_are_no_step(file: Path) -> None:
    attributes = [{"id": SAVE, "attributes": {"class": "x"}}]
    assert told(steps(file, [*load(0), mutated(1_000, attributes=attributes)])) == [(None, "-")]


def test_a_deed_has_the_changes_that_follow_it(file: Path) -> None:
    found = steps(file, [*load(0), click(SAVE, 1_000), said("saved", 1_400), said("later", 3_000)])
    assert told(found) == [(None, "-"), ('click button "Save"', "saved"), (None, "later")]


def test_a_click_without_effect_is_a_step_with_the_same_tree(file: Path) -> None:
    found = steps(
        file, [*load(0), click(SAVE, 1_000), said("by a timer", 9_000), click(SAVE, 9_500), click(SAVE, 9_600)]
    )
    save = 'click button "Save"'
    assert told(found) == [
        (None, "-"),
        (save, "-"),
        (None, "by a timer"),
        (save, "by a timer"),
        (save, "by a timer"),
    ]
    assert found[0].result.columns == found[1].result.columns  # type: ignore[union-attr]  # snapshots


def test_the_element_of_a_deed_is_the_widget_around_the_node(file: Path) -> None:
    body = "<button><b>Save</b></button><ul><li><p>Milk</p></li></ul><div>plain</div>"
    found = steps(
        file, [*load(0, body), *(click(id_, 1_000 * number) for number, id_ in enumerate([11, 12, 15, 17, 5, -1], 1))]
    )
    assert actions(found)[1:] == [
        'click button "Save"',
        'click button "Save"',
        'click paragraph "Milk"',
        'click generic "plain"',
        'click document "Shop"',
        "click",
    ]


def test_typing_is_one_step_a_field_however_long_it_takes(file: Path) -> None:
    letters = [typed(NAME, "Ada"[: number + 1], 1_000 + 7_000 * number) for number in range(3)]
    found = steps(file, [*load(0), *letters, click(SAVE, 40_000)])
    assert actions(found) == [None, 'type textbox "Name"', 'click button "Save"']
    assert isinstance(found[1].result, Snapshot)
    assert found[1].result.find(role="textbox")[0].value == "Ada"


def test_typing_has_the_suggestions_that_it_brings_and_not_what_comes_much_later(file: Path) -> None:
    events = [*load(0), typed(NAME, "A", 1_000), said("A…", 1_100), typed(NAME, "Ad", 2_500), said("Ad…", 2_600)]
    found = steps(file, [*events, said("by a timer", 60_000)])
    assert told(found) == [(None, "-"), ('type textbox "Name"', "Ad…"), (None, "by a timer")]


def test_a_check_or_a_choice_takes_the_click_in(file: Path) -> None:
    agree = [click(AGREE, 1_000), typed(AGREE, "on", 1_001, checked=True)]
    back = [typed(AGREE, "on", 3_000, checked=False)]
    choice = [click(SIZE, 5_000), typed(SIZE, "M", 5_900), typed(SIZE, "M", 5_901)]
    found = steps(file, [*load(0), *agree, *back, *choice])
    assert actions(found) == [None, 'check checkbox "Agree"', 'uncheck checkbox "Agree"', 'select combobox "Size"']


def test_the_click_on_a_label_is_that_on_its_field(file: Path) -> None:
    body = "<input type=checkbox id=c><label for=c><b>Agree</b></label>"
    found = steps(file, [*load(0, body), click(12, 1_000), click(10, 1_001), typed(10, "on", 1_002, checked=True)])
    assert actions(found) == [None, 'check checkbox "Agree"']


def test_what_a_script_sets_is_an_effect(file: Path) -> None:
    focus = [mouse(1, SAVE, 900), mouse(5, SAVE, 901)]
    found = steps(file, [*load(0), *focus, click(SAVE, 1_000), typed(NAME, "set", 1_050)])
    assert actions(found) == [None, 'click button "Save"']
    said_so = typed(NAME, "set", 1_050, userTriggered=False)
    assert actions(steps(file, [*load(0), click(SAVE, 1_000), said_so])) == [None, 'click button "Save"']


def test_the_focus_that_a_click_takes_belongs_to_the_click(file: Path) -> None:
    events = [click(SAVE, 1_000), mouse(1, NAME, 1_500), mouse(5, NAME, 1_501), click(NAME, 1_600)]
    found = steps(file, [*load(0), *events])
    focused = [[each.role for each in step.result if each.states.get("focused")] for step in found]  # type: ignore[union-attr]
    assert focused == [["document"], ["document"], ["textbox"]]


def test_scrolling_is_a_deed_and_not_what_another_deed_did(file: Path) -> None:
    events = [
        click(SAVE, 1_000),
        scrolled(1_300),
        said("saved", 1_400),
        scrolled(4_000),
        scrolled(4_100),
        scrolled(4_200, SAY),
    ]
    found = steps(file, [*load(0), *events])
    assert told(found) == [
        (None, "-"),
        ('click button "Save"', "saved"),
        ("scroll", "saved"),
        ('scroll status "saved"', "saved"),
    ]


def test_a_window_that_is_resized_is_one_step(file: Path) -> None:
    sizes = [event(3, 1_000 + at, source=4, width=800 - at, height=600) for at in range(5)]
    assert actions(steps(file, [*load(0), *sizes])) == [None, "resize 796x600"]


def test_double_and_right_clicks_have_words_of_their_own(file: Path) -> None:
    events = [click(SAVE, 1_000), mouse(4, SAVE, 1_001), mouse(3, SAVE, 5_000)]
    assert actions(steps(file, [*load(0), *events])) == [
        None,
        'double-click button "Save"',
        'right-click button "Save"',
    ]


# ---------------------------------------------------------------------- pages


def test_a_click_that_leads_to_a_page_seconds_later_is_the_deed_of_that_page(file: Path) -> None:
    found = steps(file, [*load(0), click(NEXT, 1_000), *load(4_000, "<h1>Next</h1>", "https://shop.example/b")])
    assert actions(found) == [None, 'click link "Next"']
    last = found[1].result
    assert isinstance(last, Snapshot)
    assert (last.url, last[1].name) == ("https://shop.example/b", "Next")
    assert last.document != found[0].result.document  # type: ignore[union-attr]  # a snapshot


def test_a_page_without_a_deed_before_it_was_gone_to(file: Path) -> None:
    second = load(20_000, "<h1>B</h1>", "https://shop.example/b?token=x")
    found = steps(file, [*load(0), *second, *load(40_000)])
    assert actions(found) == [None, 'goto "https://shop.example/b?token=…"', "back"]


def test_a_page_that_is_loaded_again_is_another_document(file: Path) -> None:
    found = steps(file, [*load(0), event(0, 19_999), *load(20_000)])
    assert actions(found) == [None, "reload"]
    first, again = (step.result for step in found)
    assert first.document != again.document  # type: ignore[union-attr]  # snapshots


def test_a_redirect_is_the_effect_of_the_same_deed(file: Path) -> None:
    other = "https://shop.example/"
    events = [
        *load(0),
        click(NEXT, 1_000),
        *load(2_000, "<p>wait</p>", other + "w"),
        *load(2_500, "<p>here</p>", other + "h"),
    ]
    assert actions(steps(file, events)) == [None, 'click link "Next"', None]


def test_a_full_snapshot_of_the_same_document_is_no_step(file: Path) -> None:
    again = load(60_000, BODY)
    again[1]["data"]["node"] = json.loads(json.dumps(again[1]["data"]["node"]).replace('"-"', '"saved"'))
    found = steps(file, [*load(0), said("saved", 1_000), *again, said("more", 70_000)])
    assert told(found) == [(None, "-"), (None, "saved"), (None, "more")]
    assert len({step.result.document for step in found}) == 1  # type: ignore[union-attr]  # snapshots


def test_an_address_that_changes_within_a_document_is_said(file: Path) -> None:
    page = event(5, 2_000, tag="$pageview", payload={"href": "https://shop.example/items"})
    found = steps(file, [*load(0), click(NEXT, 1_900), page])
    assert [(step.action, step.result.url) for step in found] == [  # type: ignore[union-attr]  # snapshots
        (None, "https://shop.example/"),
        ('click link "Next"', "https://shop.example/items"),
    ]


def test_style_sheets_are_not_evaluated_and_the_snapshot_says_so(file: Path) -> None:
    assert [step.result.extra for step in steps(file, load(0))] == [{}]  # type: ignore[union-attr]  # a snapshot
    found = steps(file, load(0, "<style>p{display:none}</style><p>here</p>"))
    assert isinstance(found[0].result, Snapshot)
    assert found[0].result.extra == {"partial": "styles"}
    assert [text.name for text in found[0].result.find(role="text")] == ["here"]


def test_errors_of_the_console_belong_to_the_deed_before_them(file: Path) -> None:
    def failed(at: float, level: str = "error", text: str = '"no"') -> dict[str, Any]:
        return event(6, at, plugin="rrweb/console@1", payload={"level": level, "payload": [text], "trace": []})

    events = [
        *load(0),
        failed(500, "warn"),
        click(SAVE, 1_000),
        *(failed(1_000 + n, text="x" * 1_000) for n in range(50)),
    ]
    found = steps(file, events)
    assert actions(found) == [None, 'click button "Save"']
    assert "errors" not in found[0].result.extra  # type: ignore[union-attr]  # snapshots
    texts = found[1].result.extra["errors"]  # type: ignore[union-attr]
    assert isinstance(texts, list)
    assert (len(texts), max(map(len, texts)) <= 200) == (10, True)


# ---------------------------------------------------------------------- times


def test_a_clock_that_goes_back_a_little_stands_still(file: Path) -> None:
    found = steps(file, [*load(0), said("a", 2_000), said("b", 1_950), said("c", 3_000)])
    assert told(found) == [(None, "-"), (None, "b"), (None, "c")]
    assert [step.taken_at for step in found] == [(START + at) / 1_000 for at in (1, 2_000, 3_000)]


def test_a_clock_that_was_set_back_goes_on_from_where_it_was(file: Path) -> None:
    found = steps(file, [*load(0), said("a", 3_600_000), said("b", 5_000), said("c", 6_000)])
    assert told(found) == [(None, "-"), (None, "b"), (None, "c")]
    assert [step.taken_at for step in found] == [(START + at) / 1_000 for at in (1, 3_600_000, 3_601_000)]


# -------------------------------------------------------------------- secrets


def test_what_a_rule_or_a_mask_hides_is_in_no_deed(file: Path) -> None:
    body = "<button>My card 4111</button><button><i>****</i></button>"
    events = [*load(0, body), click(10, 1_000), click(12, 9_000)]
    found = steps(file, events, redact=Redaction(patterns=("[0-9]{4}",)))
    assert actions(found) == [None, 'click button "My card [redacted]"', "click button"]
    assert found[2].result.columns.secret[-1]  # type: ignore[union-attr]  # a snapshot
    hidden = steps(file, events, redact=lambda fields: fields["role"] == "button")
    assert actions(hidden) == [None, "click button", "click button"]


# ---------------------------------------------------------------------- forms


def packed(value: object) -> str:
    return gzip.compress(json.dumps(value).encode()).decode("latin-1")


def as_posthog(events: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events with what PostHog compresses of them."""
    found = []
    for each in events:
        data = each["data"]
        if each["type"] == 2:
            found.append({**each, "cv": "2024-10", "data": packed(data)})
        elif each["type"] == 3 and data["source"] == 0:
            parts = {key: packed(data[key]) for key in ("texts", "attributes", "removes", "adds")}
            found.append({**each, "cv": "2024-10", "data": {**data, **parts}})
        else:
            found.append(each)
    return found


def by_packer(each: dict[str, Any]) -> str:
    """An event as rrweb's packer writes it."""
    return zlib.compress(json.dumps({**each, "v": "v1"}).encode()).decode("latin-1")


EVENTS = [*load(0), click(SAVE, 1_000), said("saved", 1_200)]
FORMS = {
    "array": json.dumps(EVENTS),
    "indented": json.dumps(EVENTS, indent=2),
    "array of lines": "[\n" + ",\n".join(map(json.dumps, EVENTS)) + "\n]\n",
    "object": json.dumps({"id": 7, "events": EVENTS, "more": [1]}),
    "export": json.dumps({"version": "2023-04-28", "data": {"id": "x", "person": {"name": "y"}, "snapshots": EVENTS}}),
    "lines": "\n".join(map(json.dumps, EVENTS)),
    "window lines": "\n".join(json.dumps({"window_id": "w", "data": [each]}) for each in EVENTS) + "\n\n",
    "one window line": json.dumps({"window_id": "w", "data": EVENTS}),
    "pairs": "\n".join(json.dumps(["w", each]) for each in EVENTS),
    "array of pairs": json.dumps([["w", each] for each in EVENTS]),
    "compressed": "\n".join(json.dumps(["w", each]) for each in as_posthog(EVENTS)),
    "packed": json.dumps([by_packer(each) for each in EVENTS]),
    "packed, in arrays": "\n".join(json.dumps(list(map(by_packer, each))) for each in (EVENTS[:2], EVENTS[2:])),
    "packed lines, as JavaScript writes them": "\n".join(
        json.dumps(by_packer(each), ensure_ascii=False) for each in EVENTS
    ),
    "packed, in an object": json.dumps({"events": [by_packer(each) for each in EVENTS]}),
    "packed pairs": "\n".join(json.dumps(["w", by_packer(each)]) for each in EVENTS),
    "byte order mark": "\ufeff" + json.dumps(EVENTS),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("gzipped", [False, True])
@pytest.mark.parametrize("piece", [1 << 18, 100])
def test_every_form_of_a_recording_gives_the_same_steps(
    form: str, gzipped: bool, piece: int, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uidiff.model.files._PIECE", piece)
    data = FORMS[form].encode()
    file.write_bytes(gzip.compress(data) if gzipped else data)
    found = list(uidiff.import_recording(file))
    assert [(snapshot.action, status(snapshot)) for snapshot in found] == [
        (None, "-"),
        ('click button "Save"', "saved"),
    ]
    assert {snapshot.window for snapshot in found} == {"w" if '"w"' in FORMS[form] else None}


@pytest.mark.parametrize("form", FORMS)
def test_its_importer_alone_is_sure_of_it(form: str) -> None:
    text = FORMS[form]
    assert RrwebImporter().sniff(text.encode()[:8192]) == 1.0


@pytest.mark.parametrize(
    "text", ["[]", "{}", "", "[1, 2]", '{"events": []}', '{"type": "click", "data": {}}', "- button"]
)
def test_it_is_not_sure_of_anything_else(text: str) -> None:
    assert RrwebImporter().sniff(text.encode()) == 0.0


def test_windows_are_told_apart(file: Path) -> None:
    lines = [["a", each] for each in load(0)] + [["b", each] for each in load(10, "<h1>B</h1>")]
    found = steps(file, [*lines, ["a", click(SAVE, 1_000)], ["b", click(10, 1_001)], ["a", said("saved", 1_100)]])
    assert sorted(((step.window, step.action) for step in found), key=lambda each: (each[1] or "", each[0])) == [
        ("a", None),
        ("b", None),
        ("a", 'click button "Save"'),
        ("b", 'click heading "B"'),
    ]


def test_the_pages_of_many_windows_are_not_all_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rrweb, "_WINDOWS", 2)
    events = [[name, each] for name in "abc" for each in load(0)]
    found = steps(file, [*events, ["b", said("here", 1_000)], ["a", said("gone", 1_000)]])
    assert [(step.window, isinstance(step.result, Snapshot)) for step in found] == [
        ("a", True),
        ("b", True),
        ("c", True),
        ("a", False),
        ("b", True),
    ]


# ----------------------------------------------------------------- bad inputs


def problems(found: Sequence[RecordedStep]) -> list[str]:
    return [str(step.result) for step in found if not isinstance(step.result, Snapshot)]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (mutated(2_000, removes=[{"id": 999}]), "line 1, event 4: $.data.removes[0].id: a node that is not known"),
        ({"type": 3, "data": [], "timestamp": START}, "event 4: $.data: expected an object, got list"),
        ({"type": "x", "data": {}, "timestamp": START}, "event 4: $.type: expected a number, got str"),
        ({"type": 3, "data": {"source": 0}}, "event 4: $.timestamp: expected milliseconds, got NoneType"),
        (
            {"type": 3, "data": {"source": 0}, "timestamp": float("nan")},
            "$.timestamp: expected milliseconds, got float",
        ),
        (7, "event 4: $: expected an event, got int"),
        (event(3, 2_000, source=5, id=999, text="x", isChecked=False), "event 4: $.id: a node that is not known"),
        ({**event(2, 2_000), "data": packed("x")[:9], "cv": "2024-10"}, "$.data: compressed data that is cut short"),
        ({**event(2, 2_000), "data": "no gzip", "cv": "2024-10"}, "$.data: compressed data that is damaged"),
    ],
)
def test_bad_input_92_an_event_that_does_not_fit_is_an_error_behind_the_step_before_and_the_rest_goes_on(
    bad: object, message: str, file: Path
) -> None:
    found = steps(file, [*load(0), click(SAVE, 1_000), bad, said("after", 9_000)])
    assert [step.action for step in found if isinstance(step.result, Snapshot)] == [None, 'click button "Save"', None]
    assert [isinstance(step.result, Snapshot) for step in found] == [True, True, False, True]
    assert message in problems(found)[0]
    assert isinstance(found[2].result, errors.InvalidSnapshot)
    assert found[2].result.cure


def test_import_recording_stops_at_the_first_error(file: Path) -> None:
    written(file, [*load(0), said("a", 1_000), {"type": 3}])
    read = uidiff.import_recording(file, format="rrweb")
    assert [next(read).action, next(read).action] == [None, None]
    with pytest.raises(errors.InvalidSnapshot, match="line 1, event 4"):
        next(read)


def test_unknown_types_and_sources_are_skipped(file: Path) -> None:
    others = [event(type_, 1_000) for type_ in (1, 7, 8, 99)] + [
        event(3, 1_001, source=source) for source in (1, 6, 9, 13, 77)
    ]
    assert told(steps(file, [*load(0), *others])) == [(None, "-")]


def test_bad_input_93_events_before_the_first_full_snapshot_are_skipped_and_said_once(file: Path) -> None:
    found = steps(file, [said("x", 0), said("y", 10), click(SAVE, 20), *load(1_000)])
    assert len(problems(found)) == 1
    assert "before a full snapshot" in problems(found)[0]
    assert told(found)[1:] == [(None, "-")]


def test_bad_input_93_a_full_snapshot_that_does_not_fit_is_an_error_until_the_next_one(file: Path) -> None:
    broken = event(2, 2_000, node={"type": 0, "id": "x"})
    found = steps(file, [*load(0), broken, said("lost", 3_000), *load(20_000), said("here", 21_000)])
    assert [isinstance(step.result, Snapshot) for step in found] == [True, False, False, True, True]
    assert "$.data.node: expected the number of a node, got str" in problems(found)[0]


def test_bad_input_92_a_line_that_is_no_json_is_an_error_and_the_next_one_is_read(file: Path) -> None:
    lines = [json.dumps(each) for each in [*load(0), said("a", 1_000), said("b", 2_000), said("c", 3_000)]]
    lines[3] = lines[3][:40]
    lines.insert(2, "no json")
    lines.insert(2, "[" * 100_000)
    file.write_text("\n".join(lines))
    found = list(rrweb_steps(file))
    assert [step.split(":")[0] for step in problems(found)] == ["line 3, event 3", "line 4, event 4", "line 6, event 6"]
    assert [status(step.result) for step in found if isinstance(step.result, Snapshot)] == ["-", "a", "c"]


def test_a_file_of_other_lines_is_given_up(file: Path) -> None:
    file.write_text("x\n" * 10_000)
    assert len(list(rrweb_steps(file))) == 100


@pytest.mark.parametrize("form", ["array", "lines", "compressed"])
def test_bad_input_91_a_file_that_is_cut_short_gives_what_is_there_and_an_error(form: str, file: Path) -> None:
    data = FORMS[form].encode()
    for content in (data[:-30], gzip.compress(data)[:-8]):
        file.write_bytes(content)
        found = list(rrweb_steps(file))
        assert isinstance(found[0].result, Snapshot)
        assert "the file is cut short" in problems(found)[0]


def test_bad_input_95_a_line_that_is_too_long_is_an_error_and_the_next_one_is_read(file: Path) -> None:
    lines = [json.dumps(each) for each in [*load(0), said("x" * 500_000, 1_000), said("here", 2_000)]]
    file.write_text("\n".join(lines))
    found = list(rrweb_steps(file, longest_event=100_000))
    assert "line 3, event 3: $: an event of more than 100000 characters" in problems(found)[0]
    assert [status(step.result) for step in found if isinstance(step.result, Snapshot)] == ["-", "here"]


def test_bad_input_94_compressed_data_does_not_grow_beyond_the_length_of_an_event(file: Path) -> None:
    bomb = {**event(2, 2_000), "data": packed("x" * 3_000_000), "cv": "2024-10"}
    found = steps(file, [*load(0), bomb], longest_event=1_000_000)
    assert "more than 1000000 bytes" in problems(found)[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (by_packer(load(0)[0])[:-9], r"event 3: \$: compressed data that is cut short; record it again"),
        ("x\x9c\xff\xff\xff", r"event 3: \$: compressed data that is damaged; record it again"),
        ("x\x9c\u2026", r"event 3: \$: compressed data that is damaged"),
        (zlib.compress(b"{").decode("latin-1"), r"event 3: \$: compressed data that is no JSON"),
        (zlib.compress(b'{"v":"v9"}').decode("latin-1"), r"\$.v: a packed event of an unknown version; unpack it with"),
        (zlib.compress(b"[" * 2_000_000).decode("latin-1"), r"\$: more than 1000000 bytes; record without"),
    ],
)
def test_bad_input_94_a_packed_event_that_does_not_fit_is_an_error_and_the_rest_goes_on(
    file: Path, text: str, message: str
) -> None:
    file.write_text(json.dumps([*map(by_packer, load(0)), text, by_packer(said("here", 900))]))
    found = [*rrweb_steps(file, longest_event=1_000_000)]
    assert re.search(message, problems(found)[0])
    assert [status(step.result) for step in found if isinstance(step.result, Snapshot)] == ["-", "here"]


def test_a_page_that_is_too_large_is_an_error_and_the_next_one_is_read(file: Path) -> None:
    limits = uidiff.Limits(max_elements=60)
    large = load(20_000, "<p>x</p>" * 100)
    grown = mutated(2_000, adds=[{"parentId": 5, "nextId": None, "node": serialized("<p>x</p>" * 100, 100)[0]}] * 1)
    found = steps(file, [*load(0), *large, *load(40_000), grown], limits=limits)
    assert any("more than 60 nodes" in problem for problem in problems(found))
    assert isinstance(found[-1].result, Snapshot)


def test_the_text_of_a_page_forges_no_line_of_an_action(file: Path) -> None:
    body = '<button>Save\n\u2028click button "Pay"\x1b[31m</button>'
    found = steps(file, [*load(0, body), click(10, 1_000)])
    action = found[1].action
    assert action is not None
    assert action.isascii()
    assert action.splitlines() == [action]
    assert '\\"Pay\\"' in action


def test_times_of_steps_are_none_below_zero(file: Path) -> None:
    with pytest.raises(ValueError, match="quiet"):
        rrweb_steps(file, quiet=-1)
    assert rrweb_step.StepRules().every == 1_000
