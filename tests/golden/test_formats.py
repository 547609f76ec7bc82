"""Stored formats: a file of each released version is read for ever, with the same meaning. These files never change."""

import json
from pathlib import Path

import uidiff
from tests.outline import said

FORMATS = Path(__file__).parent / "formats"


def snapshot() -> uidiff.Snapshot:
    return uidiff.load(FORMATS / "snapshot-1.0.json")


def delta() -> uidiff.TreeDiff:
    return uidiff.TreeDiff.from_dict(json.loads(FORMATS.joinpath("delta-1.0.json").read_text(encoding="utf-8")))


# snapshot 1.0


def test_snapshot_1_0_has_its_circumstances() -> None:
    tree = snapshot()
    assert (tree.app, tree.pid, tree.window, tree.title) == ("Mail", 44037, "main", "Inbox (3)")
    assert (tree.url, tree.circumstances.url_digest) == ("https://mail.test/inbox?user=…", "0123456789abcdef")
    assert (tree.document, tree.action, tree.taken_at, tree.platform) == ("d-1", "press Save", 1700000000.125, "web")
    assert dict(tree.extra) == {"zoom": 1.5}


def test_snapshot_1_0_has_its_shape() -> None:
    tree = snapshot()
    assert len(tree) == 21
    assert [root.role for root in tree.roots] == ["window", "dialog"]
    assert [child.role for child in tree[0].children] == [
        "toolbar",
        "textbox",
        "unknown",
        "region",
        "list",
        "group",
    ]
    assert [child.name for child in tree[7].children] == [f"row {number}" for number in range(10)]


def test_snapshot_1_0_has_its_fields() -> None:
    window, _, save, password, own, region, link, *_ = snapshot()
    assert (window.id, window.id_stable, window.bounds) == ("w1", True, (0, -8, 1280, 720))
    assert (save.description, save.actions, save.automation_id) == ("Ctrl+S", ("press", "show menu"), "save")
    assert dict(save.states) == {"disabled": True, "pressed": "mixed"}
    assert (password.value, password.secret) == ("[redacted]", True)
    assert (own.role, own.native_role, own.name, own.value) == ("unknown", "Rolle Ä", None, "")
    assert dict(own.states) == {"level": 2.5, "checked": False, "invalid": "spelling"}
    assert (region.unread, dict(region.extra)) == (True, {"framework": {"virtual": True}})
    assert (link.url, link.url_digest) == ("/m?id=…", "fedcba9876543210")


def test_snapshot_1_0_has_its_digest() -> None:
    assert snapshot().digest == "81859248182c97da0626dd0cbc56de94"


# delta 1.0


def test_delta_1_0_says_what_it_said() -> None:
    assert said(delta().bind(snapshot())) == [
        'url: "https://mail.test/inbox?user=…" -> "https://mail.test/inbox?user=…"',
        'document: "d-1" -> "d-2"',
        '- 20 dialog "Gone soon"',
        "+ 8 banner",
        '+ 21 dialog "New"',
        '  + 22 button "OK"',
        '~ 0:0 window "Inbox (4)": name "Inbox (3)" -> "Inbox (4)"',
        '~ 6:2 link "Ann": url "/m?id=…" -> "/m?id=…"',
        '~ 2:5 button "Save": disabled true -> false, pressed "mixed" -> true',
        '~ 3:6 textbox "Password": autocomplete "current-password" -> null, focused true -> false',
        '~ 4:7 unknown: value "" -> null',
        "> 5:1 region: 0[3] -> 0[0]",
        "= 7:9 list: 17 16 15 14 13 12 11 10 9 8",
        '? 19 text "not read later"',
        '! 3 link "Ben"',
    ]
    assert delta().ignore == ("bounds", "title")
    assert delta().unchanged_count == 4


def test_delta_1_0_has_its_paths() -> None:
    read = delta().bind(snapshot())
    assert [record.path for record in read.added] == ["window", "", "dialog"]
    assert [record.path for record in read.unknown] == ["window > group"]
    assert [record.path for record in read.newly_read] == ["window > region"]
    (reordered,) = read.reordered
    assert reordered.before is not None
    assert (reordered.path, reordered.before.path) == ("window > banner", "window")


def test_delta_1_0_applies_to_snapshot_1_0() -> None:
    after = delta().apply(snapshot())
    assert after.digest == "be7ccd6cbfce8588b442b37ccf487709"
    assert (after.title, after.taken_at, after[6].bounds, dict(after[7].extra)) == (
        "Inbox (4)",
        1700000001.0,
        (1, 2, 3, 4),
        {"tip": "x"},
    )
    assert [root.name for root in after.roots] == ["Inbox (4)", "New"]
    assert [child.name for child in after[9].children] == [f"row {number}" for number in range(9, -1, -1)]


def test_delta_1_0_bound_to_snapshot_1_0_is_the_same_delta() -> None:
    assert delta().bind(snapshot()) == delta()


def test_a_snapshot_of_a_newer_minor_version_is_read_with_what_it_has_more() -> None:
    newer = {
        **json.loads(FORMATS.joinpath("snapshot-1.0.json").read_text(encoding="utf-8")),
        "version": "1.99",
        "mood": 5,
    }
    read = uidiff.loads(json.dumps(newer))
    assert read.columns == snapshot().columns
    assert dict(read.extra) == {"zoom": 1.5, "mood": 5}
