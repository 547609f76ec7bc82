"""``uidiff.Watcher``: trees of other tools, answered with what changed, by the refs of the tool."""

from pathlib import Path
from typing import Any

import pytest

import uidiff
from uidiff.live.watcher import Saved

BEFORE = """\
- main [ref=e1]:
  - heading "Lamps" [level=1] [ref=e2]
  - textbox "Search" [ref=e4]
  - list [ref=e5]:
    - listitem [ref=e6]:
      - text: Desk lamp
      - button "Buy" [ref=e7]
    - listitem [ref=e8]:
      - text: Floor lamp
      - button "Buy" [ref=e9]
    - listitem [ref=e10]:
      - text: Table lamp
      - button "Buy" [ref=e11]
  - button "Pay"
"""
TYPED = BEFORE.replace("[ref=e4]", "[active] [ref=e4]: floor")


def renumbered(text: str, by: int, first: int = 4) -> str:
    """The same tree, the refs from ``first`` on counted up by ``by``."""
    for number in range(40, first - 1, -1):
        text = text.replace(f"ref=e{number}]", f"ref=e{number + by}]")
    return text


def test_the_first_answer_is_the_whole_tree_by_the_refs_of_the_tool() -> None:
    watcher = uidiff.Watcher()
    said = watcher.watch(BEFORE)
    assert said.startswith("# full: 15 elements\n")
    assert 'textbox e4 "Search"' in said
    assert said.count('button e7 "Buy"') == said.count('button e9 "Buy"') == 1
    assert 'button #15 "Pay"' in said  # the tool gave it no ref: it is named, and nobody takes it for one of the tool's
    assert watcher.last is not None
    assert [one.native_ref for one in watcher.last.snapshot if one.role == "button"] == ["e7", "e9", "e11", None]


def test_the_next_answer_is_what_changed() -> None:
    watcher = uidiff.Watcher()
    watcher.watch(BEFORE)
    said = watcher.watch(TYPED, action="type floor into e4")
    assert said.splitlines()[1:] == ['~ textbox e4 "Search"="floor" focused']
    assert watcher.last is not None
    assert watcher.last.mode == "diff"
    assert watcher.last.snapshot.action == "type floor into e4"
    assert watcher.watch(TYPED) == "# No change."


def test_refs_that_the_tool_gave_anew_are_told_once() -> None:
    watcher = uidiff.Watcher()
    watcher.watch(BEFORE)
    said = watcher.watch(renumbered(BEFORE, 30, first=9))
    assert said == "# No change.\n~ refs: e9-e11 are now e39-e41"
    assert watcher.watch(renumbered(BEFORE, 30, first=9)) == "# No change."
    said = watcher.watch(BEFORE.replace("[ref=e7]", "[ref=e70]"))
    assert said.splitlines()[1] == "~ refs: e7 is now e70, e39-e41 are now e9-e11"
    said = watcher.watch(BEFORE.replace(' "Buy" [ref=e7]', ' "Buy"'))
    assert said.splitlines()[1].startswith("~ refs: e70 is now #")  # it has none any more


def test_an_element_is_the_same_one_whatever_its_ref() -> None:
    watcher = uidiff.Watcher()
    watcher.watch(BEFORE)
    gone = BEFORE.replace('    - listitem [ref=e8]:\n      - text: Floor lamp\n      - button "Buy" [ref=e9]\n', "")
    moved_up = gone.replace("[ref=e10]", "[ref=e8]").replace("[ref=e11]", "[ref=e9]")  # counted anew, as by position
    said = watcher.watch(moved_up)
    assert '- item "Floor lamp" (+2 inside)' in said
    assert "~ refs: e11 is now e9" in said
    assert "Table lamp" not in said


ROWS = """\
- list [ref=e1]:
  - listitem [ref=e2]: Lamp
  - listitem [ref=e3]: Lamp
  - listitem [ref=e4]: Lamp
  - button "Pay" [ref=e5]
"""


def test_of_equal_elements_the_one_that_kept_its_ref_stayed() -> None:
    watcher = uidiff.Watcher()
    watcher.watch(ROWS)
    said = watcher.watch(ROWS.replace("  - listitem [ref=e2]: Lamp\n", ""))
    assert "~ refs" not in said
    assert said.splitlines()[1:] == ['- item "Lamp" (+1 inside) first in e1']
    assert watcher.last is not None
    assert watcher.last.delta is not None
    assert [record.before.native_ref for record in watcher.last.delta.removed] == ["e2", None]  # the item, its text


def test_a_line_never_has_a_ref_that_another_element_has_now() -> None:
    watcher = uidiff.Watcher(format="agent")
    watcher.watch("".join(f'- button "B{n}" [ref=e{n}]\n' for n in range(1, 10)))
    said = watcher.watch("".join(f'- button "B{n + 1}" [ref=e{n}]\n' for n in range(1, 9)))
    assert said.splitlines()[1:] == ["~ refs: e1 is now #2, e2-e9 are now e1-e8", '- button #2 "B1"']
    said = watcher.watch("".join(f'- button "B{n + 1}" [ref=e{n}]\n' for n in range(1, 8)))
    assert said.splitlines()[1:] == ['- button e8 "B9"']


def test_own_refs_stay_whatever_the_tool_does() -> None:
    watcher = uidiff.Watcher(refs="own")
    first = watcher.watch(BEFORE)
    assert 'textbox e4 "Search"' in first  # by its own count
    assert watcher.watch(renumbered(BEFORE, 30)) == "# No change."


def test_each_window_has_its_own_last_tree() -> None:
    watcher = uidiff.Watcher()
    watcher.watch(BEFORE, window="shop")
    assert watcher.watch(TYPED, window="other").startswith("# full")
    assert watcher.watch(BEFORE, window="shop") == "# No change."


def test_the_whole_tree_is_given_on_request_when_it_is_due_and_to_a_reader_who_forgot() -> None:
    watcher = uidiff.Watcher(full_every=2)
    watcher.watch(BEFORE)
    assert [watcher.watch(BEFORE)[:7] for _ in range(5)] == ["# No ch", "# No ch", "# full:", "# No ch", "# No ch"]
    watcher = uidiff.Watcher()
    watcher.watch(BEFORE)
    assert watcher.watch(BEFORE, full=True).startswith("# full")
    assert watcher.watch(BEFORE) == "# No change."
    watcher.forget()
    assert watcher.watch(BEFORE).startswith("# full")
    assert watcher.watch(BEFORE) == "# No change."


def test_a_tree_that_cannot_be_read_is_an_error_and_the_last_one_stays() -> None:
    watcher = uidiff.Watcher()
    watcher.watch(BEFORE)
    with pytest.raises(uidiff.errors.InvalidSnapshot):
        watcher.watch("- button\n-- half")
    assert watcher.watch(BEFORE) == "# No change."


def test_it_counts_what_it_saved() -> None:
    watcher = uidiff.Watcher(counter=len)
    said = [watcher.watch(BEFORE), watcher.watch(TYPED), watcher.watch(TYPED)]
    assert watcher.saved == Saved(3, len(BEFORE) + 2 * len(TYPED), sum(map(len, said)))
    snapshot = uidiff.Snapshot.from_dicts([{"role": "window", "name": "Mail"}])
    watcher = uidiff.Watcher(counter=len)
    assert watcher.saved.given == 0
    said = [watcher.watch(snapshot)]
    assert watcher.saved == Saved(1, len(said[0]), len(said[0]))
    assert str(watcher.saved) == f"{len(said[0])} of {len(said[0])} tokens (100%) in 1 answers"


def test_a_budget_is_kept_and_the_refs_are_told_first() -> None:
    many = "- list [ref=e1]:\n" + "".join(f'  - button "Button {n}" [ref=e{n + 2}]\n' for n in range(200))
    watcher = uidiff.Watcher(budget=120, counter=len)
    watcher.watch(many)
    said = watcher.watch(renumbered(many, 500, first=38).replace("Button", "Knob"))
    assert len(said) <= 120
    assert "~ refs: e38-e40 are now e538-e540" in said


def test_json_has_the_refs_of_the_tool_and_what_they_are_now() -> None:
    watcher = uidiff.Watcher(format="describe-json")
    assert '"ref":"e9"' in watcher.watch(BEFORE)
    assert '"renewed":{"e9":"e39","e10":"e40","e11":"e41"}' in watcher.watch(renumbered(TYPED, 30, first=9))


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"refs": "theirs"}, "refs is one of"),
        ({"full_every": 0}, "full_every"),
        ({"format": "jsonl"}, "no refs of other tools"),
        ({"budget": 3}, "budget"),
    ],
)
def test_options_that_cannot_be(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        uidiff.Watcher(**options)


# ---------------------------------------------------------------- results of tools

RESULT = "### Page\n- Page URL: https://shop.test/\n- Page Title: Shop\n### Snapshot\n```yaml\n{}```\n"
LINK = "### Page\n- Page URL: https://shop.test/\n- Page Title: Shop\n### Snapshot\n- [Snapshot]({})\n"


def test_the_tree_in_a_result_becomes_the_answer() -> None:
    watcher = uidiff.Watcher()
    first = watcher.rewrite(RESULT.format(BEFORE))
    assert first.startswith("### Page\n- Page URL: https://shop.test/\n- Page Title: Shop\n### Snapshot\n# full: 15")
    assert 'of "Shop" at "https://shop.test/"' in first
    then = watcher.rewrite(RESULT.format(TYPED))
    assert then.endswith('\n~ textbox e4 "Search"="floor" focused\n')
    assert "```" not in first + then


def test_a_tree_that_says_its_address_itself_keeps_it() -> None:
    tree = 'uid=1_0 RootWebArea "Shop" url="https://shop.test/"\n  uid=1_1 button "Pay"\n'
    answer = uidiff.Watcher().rewrite(f"Clicked.\n## Latest page snapshot\n{tree}")
    assert answer.startswith('Clicked.\n## Latest page snapshot\n# full: 2 elements at "https://shop.test/"')


@pytest.mark.parametrize("text", ["", "Done.", RESULT.format("- button\n-- half\n"), "- a list\n- of words\n"])
def test_what_holds_no_tree_stays_as_it_is(text: str) -> None:
    assert uidiff.Watcher().rewrite(text) == text


def test_a_linked_file_is_read_inside_the_folders_alone(tmp_path: Path) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    for folder in (home, elsewhere):
        folder.mkdir()
        (folder / "page.yml").write_text(BEFORE)
    (home / "link.yml").symlink_to(elsewhere / "page.yml")
    (home / "folder.yml").mkdir()
    (home / "binary.yml").write_bytes(b"\xff\xfe\x00")
    watcher = uidiff.Watcher()
    assert "# full: 15" in watcher.rewrite(LINK.format("page.yml"), folders=[home])
    assert "# No change." in watcher.rewrite(LINK.format(home / "page.yml"), folders=[home])
    for path in ("../elsewhere/page.yml", elsewhere / "page.yml", "link.yml", "gone.yml", "folder.yml", "binary.yml"):
        text = LINK.format(path)
        assert watcher.rewrite(text, folders=[home]) == text
    assert watcher.rewrite(LINK.format("page.yml")) == LINK.format("page.yml")  # no folder is meant by default
    assert watcher.saved.answers == 2
