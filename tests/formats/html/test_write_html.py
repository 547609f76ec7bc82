"""The file that is written: whole or not at all, the same bytes, in one pass, and what is refused."""

import gc
import os
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.formats.html.trees import Failed, long_list, mail, session, window
from uidiff import Snapshot, diff, render, write_recording
from uidiff.errors import UnknownName
from uidiff.formats.html.page import write_html


def written(tmp_path: Path, snapshots: Any, **options: Any) -> str:  # noqa: ANN401  # wrong ones too
    file = tmp_path / "report.html"
    write_html(file, snapshots, **options)
    return file.read_text(encoding="utf-8")


def test_the_same_snapshots_give_the_same_bytes(tmp_path: Path) -> None:
    assert written(tmp_path, session()) == written(tmp_path, session())


def test_the_same_bytes_come_of_every_process(tmp_path: Path) -> None:
    write_recording(tmp_path / "mail.jsonl", session())
    code = (
        "import sys, uidiff; from uidiff.formats.html.page import write_html;"
        "write_html(sys.argv[2], uidiff.read_recording(sys.argv[1]))"
    )
    pages = []
    for seed in ("0", "1"):
        target = tmp_path / f"{seed}.html"
        environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C"}
        command = [sys.executable, "-c", code, str(tmp_path / "mail.jsonl"), str(target)]
        subprocess.run(command, check=True, env=environment, timeout=60)
        pages.append(target.read_bytes().replace(f"<title>{seed}<".encode(), b"<title><"))
    assert pages[0].replace(b'title="0">0<', b"") == pages[1].replace(b'title="1">1<', b"")


def test_a_file_stays_as_it_was_where_the_snapshots_break_off(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text("before", encoding="utf-8")

    def broken() -> Iterator[Snapshot]:
        yield mail(0)
        raise RuntimeError("the window has gone")

    with pytest.raises(RuntimeError, match="has gone"):
        write_html(file, broken())
    assert file.read_text(encoding="utf-8") == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_snapshots_that_were_written_are_let_go(tmp_path: Path) -> None:
    alive: list[weakref.ref[Snapshot]] = []
    most = 0

    def many() -> Iterator[Snapshot]:
        nonlocal most
        for step in range(8):
            snapshot = long_list(30, changed=step)
            alive.append(weakref.ref(snapshot))
            gc.collect()
            most = max(most, sum(one() is not None for one in alive))
            yield snapshot
            del snapshot

    write_html(tmp_path / "report.html", many())
    assert most <= 4


def test_the_title_is_the_file_name_unless_another_is_given(tmp_path: Path) -> None:
    assert "<title>report</title>" in written(tmp_path, session())
    assert "<title>Tuesday &lt;b&gt;</title>" in written(tmp_path, session(), title="Tuesday <b>")


def test_on_step_is_called_for_every_step(tmp_path: Path) -> None:
    told: list[int] = []
    written(tmp_path, [mail(0), Failed("no answer"), mail(1)], on_step=told.append)
    assert told == [0, 1, 2]


def test_what_is_ignored_is_not_told(tmp_path: Path) -> None:
    assert '"counts":{"added":1,"changed":1,"unchanged":7}' in written(tmp_path, session()[:2])
    assert '"counts":{"added":1,"unchanged":8}' in written(tmp_path, session()[:2], ignore=("pressed",))


def test_the_matcher_decides_who_is_who(tmp_path: Path) -> None:
    steps = [window({"role": "button", "name": name}) for name in ("Save", "Save all")]
    assert '"changed":1' in written(tmp_path, steps)
    assert '"counts":{"added":1,"removed":1,"unchanged":1}' in written(tmp_path, steps, matcher="name-role-parent")


def test_the_text_for_agents_has_a_budget(tmp_path: Path) -> None:
    steps = [window(), window({"role": "list", "children": [{"role": "button", "name": f"B{n}"} for n in range(999)]})]
    assert "B998" in written(tmp_path, steps, budget=None).rpartition('"text":')[2]
    assert "B500" not in written(tmp_path, steps, budget=100).rpartition('"text":')[2]


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"matcher": "structral"}, UnknownName, "structural"),
        ({"ignore": ("bouns",)}, UnknownName, "bounds"),
        ({"ignore": "bounds"}, TypeError, "collection"),
        ({"title": 3}, TypeError, "title must be text, got int"),
        ({"budget": 3}, ValueError, "budget"),
    ],
)
def test_options_that_cannot_be_are_refused_before_there_is_a_file(
    tmp_path: Path, options: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        written(tmp_path, session(), **options)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "wrong",
    [{"role": "window"}, None, "mail.jsonl", Failed(3), Failed("no", float("nan"))],  # type: ignore[arg-type]  # so it is
)
def test_what_is_no_snapshot_and_no_failed_read_is_refused(tmp_path: Path, wrong: object) -> None:
    with pytest.raises(TypeError, match="a report takes snapshots and failed reads, got"):
        written(tmp_path, [mail(0), wrong])
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        write_html(tmp_path / "nowhere" / "report.html", session())


# -------------------------------------------------------------------------------------------------- the format


def test_a_delta_and_a_tree_are_pages_of_the_same_kind() -> None:
    delta = render(diff(mail(0), mail(1)), "html")
    tree = render(mail(0), "html")
    for page in (delta, tree):
        assert page.startswith("<!doctype html>")
        assert page.endswith("</html>")
    assert delta.partition("<body>")[0] == tree.partition("<body>")[0]
    assert delta.count('class="head"') == 2
    assert tree.count('class="head"') == 1


def test_a_page_of_a_window_without_title_has_one_all_the_same() -> None:
    assert "<title>User interface</title>" in render(window(), "html")
    assert "<title>Mail</title>" in render(window(app="Mail"), "html")
