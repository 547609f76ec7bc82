"""Runs in files and folders, and which step of the one is which of the other."""

from pathlib import Path

import pytest

from tests.compare.pages import changed, shop
from uidiff import Snapshot, read_recording, save, write_recording
from uidiff.compare import compare_runs, open_run
from uidiff.errors import InvalidSnapshot, UnknownName
from uidiff.recordings.demo import demo_path

GOOD, BAD = Snapshot.from_dicts(shop()), Snapshot.from_dicts(changed("button", "Close", name=None))


def step(action: str | None, *, bad: bool = False, title: str | None = None, url: str | None = None) -> Snapshot:
    page = changed("button", "Close", name=None) if bad else shop()
    return Snapshot.from_dicts(page, action=action, title=title, url=url)


def compared(before: list[Snapshot], after: list[Snapshot]) -> list[tuple[int, int]]:
    return [(one.number, other.number) for one, other in compare_runs(before, after).compared if other is not None]


def test_a_loss_is_told_once_with_all_steps_that_show_it() -> None:
    before = [step("open"), step("more"), step("close")]
    after = [step("open"), step("more", bad=True), step("close", bad=True)]
    (finding,) = compare_runs(before, after).findings
    assert [str(one) for one, _ in finding.steps] == ['step 1 "more"', 'step 2 "close"']


def test_steps_that_only_one_run_has_are_said_and_not_compared() -> None:
    before = [step("open"), step("search"), step("pay")]
    after = [step("open"), step("accept cookies", bad=True), step("pay")]
    result = compare_runs(before, after)
    assert [finding.kind for finding in result.findings] == ["missing-step"]
    assert str(result.findings[0]) == 'missing-step: step "search"'
    assert [str(place) for place in result.only_after] == ['step 1 "accept cookies"']
    assert compared(before, after) == [(0, 0), (2, 2)]


def test_repeated_actions_are_aligned_in_order() -> None:
    before = [step("open"), *(step("next") for _ in range(40)), step("end")]
    after = [step("open"), *(step("next") for _ in range(38)), step("end")]
    pairs = compared(before, after)
    assert len(pairs) == 40
    assert pairs[-1] == (41, 39)


def test_refs_in_actions_are_not_compared_but_what_they_refer_to() -> None:
    def run(*ids: str) -> list[Snapshot]:
        nodes = [
            {"role": "button", "name": name, "id": one, "id_stable": False}
            for name, one in zip(("Save", "Print"), ids, strict=True)
        ]
        page = {"role": "document", "children": nodes}
        actions = [None, f"click [ref={ids[1]}]", f"click [ref={ids[0]}]"]
        return [Snapshot.from_dicts(page, action=action) for action in actions]

    assert compared(run("e3", "e4"), run("e18", "e12")) == [(0, 0), (1, 1), (2, 2)]
    swapped = run("e4", "e3")
    assert compared(run("e3", "e4"), [swapped[0], swapped[2]]) == [(0, 0), (2, 1)]


def test_steps_without_actions_are_aligned_by_page_and_title_wherever_the_page_is_served() -> None:
    before = [step(None, url="http://localhost:3001/a"), step(None, url="http://localhost:3001/b")]
    after = [step(None, url="http://test.example/start"), step(None, url="http://test.example/b")]
    assert compared(before, after) == [(1, 1)]


def test_single_trees_are_partners_whatever_their_action() -> None:
    assert compared([step("open")], [step("start")]) == [(0, 0)]


def test_runs_without_a_common_step_and_empty_ones_are_refused_with_the_cure() -> None:
    with pytest.raises(InvalidSnapshot, match="no step of the first run is a step of the second one; give two"):
        compare_runs([step("a"), step("b")], [step("c"), step("d")])
    with pytest.raises(InvalidSnapshot, match=r"^\$: the second run has no snapshot; record it again$"):
        compare_runs([GOOD], [])
    with pytest.raises(UnknownName, match="unknown kind of finding 'lost-nam'; did you mean 'lost-name'"):
        compare_runs([GOOD], [GOOD]).of_kinds(["lost-nam"])
    with pytest.raises(UnknownName, match="unknown matcher"):
        compare_runs([GOOD], [GOOD], matcher="structual")


def test_a_run_says_what_it_is_of(tmp_path: Path) -> None:
    save(GOOD, tmp_path / "a.json")
    assert repr(open_run(tmp_path / "a.json")) == '<Run "a.json">'
    assert repr(open_run(tmp_path)) == f'<Run "{tmp_path.name}">'


def test_a_run_may_be_an_iterator() -> None:
    assert len(compare_runs(iter([GOOD]), iter([BAD])).findings) == 1


# files


def test_a_recording_is_compared_with_itself_and_loses_nothing() -> None:
    result = compare_runs(open_run(demo_path()), read_recording(demo_path()))
    assert result.findings == ()
    assert len(result.compared) == len(list(read_recording(demo_path())))


def test_snapshots_recordings_and_trees_of_other_tools_are_runs(tmp_path: Path) -> None:
    save(GOOD, tmp_path / "a.json")
    write_recording(tmp_path / "b.jsonl.gz", [BAD])
    (tmp_path / "c.yml").write_text('- main:\n  - button "Close"\n')
    assert [len(list(open_run(tmp_path / name))) for name in ("a.json", "b.jsonl.gz", "c.yml")] == [1, 1, 1]
    result = compare_runs(open_run(tmp_path / "a.json"), open_run(tmp_path / "b.jsonl.gz"))
    assert [finding.kind for finding in result.findings] == ["lost-name"]


def test_folders_are_matched_by_file_name(tmp_path: Path) -> None:
    for folder, snapshot in (("old", GOOD), ("new", BAD)):
        (tmp_path / folder / "deep").mkdir(parents=True)
        save(snapshot, tmp_path / folder / "deep" / "shop.json")
        write_recording(tmp_path / folder / "pay.jsonl", [step("open"), step("pay")])
        (tmp_path / folder / "shop.png").write_bytes(b"\x89PNG")
        (tmp_path / folder / ".hidden.yml").write_text("- nothing")
    save(GOOD, tmp_path / "old" / "gone.json")
    result = compare_runs(open_run(tmp_path / "old"), open_run(tmp_path / "new"))
    assert [str(finding) for finding in result.findings] == [
        "missing-step: step",
        'lost-name: button "Close" in form "Order": "Close" -> none',
    ]
    assert [str(one.steps[0][0]) for one in result.findings] == ['"gone.json" step 0', '"deep/shop.json" step 0']
    assert result.notes == ('"old": 1 file of other kinds left out', '"new": 1 file of other kinds left out')


def test_bad_input_is_refused_with_the_name_of_the_file_and_the_place(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    with pytest.raises(InvalidSnapshot, match=r'^"none": a folder without a tree; give recordings, snapshots'):
        open_run(tmp_path / "none")
    with pytest.raises(FileNotFoundError):
        open_run(tmp_path / "nothing.json")
    whole = tmp_path / "whole.jsonl"
    write_recording(whole, [step("open"), step("pay")])
    lines = whole.read_text().splitlines(keepends=True)
    for name, text, said in (
        ("empty.yml", "", r'^"empty.yml": \$: the file is empty; '),
        ("words.txt", "hello there", r'^"words.txt": \$: no importer knows this file; leave it out, or convert it'),
        ("cut.yml", '- main:\n  - button "Cl', r'^"cut.yml": line 2: '),
        ("damaged.jsonl", lines[0] + lines[1] + '{"kind":"delta"}\n', r'^"damaged.jsonl": line 3: '),
    ):
        (tmp_path / name).write_text(text)
        with pytest.raises(InvalidSnapshot, match=said):
            list(open_run(tmp_path / name))


def test_damaged_lines_are_left_out_where_that_is_asked_for_and_said(tmp_path: Path) -> None:
    write_recording(tmp_path / "a.jsonl", [step("open"), step("pay")])
    lines = (tmp_path / "a.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "b.jsonl").write_text("".join([*lines[:2], "{\n", '{"kind"']))
    run = open_run(tmp_path / "b.jsonl", skip_damaged=True)
    result = compare_runs(open_run(tmp_path / "a.jsonl"), run)
    assert [finding.kind for finding in result.findings] == ["missing-step"]
    assert result.notes == ('"b.jsonl": 1 damaged line left out', '"b.jsonl": ends in the middle of a line')


def test_the_files_of_a_folder_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (10, 2, 0, 1):
        save(step(f"press {number}"), tmp_path / f"step_{number}.json")
    assert [one.snapshot.action for one in open_run(tmp_path)] == [f"press {number}" for number in (0, 1, 2, 10)]


def test_a_folder_of_traces_is_a_run(tmp_path: Path) -> None:
    trace = Path(__file__).parents[1] / "importers" / "fixtures" / "traces" / "playwright-1.65.1_aria.zip"
    (tmp_path / "a.zip").write_bytes(trace.read_bytes())
    result = compare_runs(open_run(tmp_path), open_run(tmp_path))
    assert len(result.compared) == 12
    assert not result.findings
