"""import_tree: what it takes, what it refuses, and how it tells the formats from each other."""

import codecs
import gzip
import json
import os
import re
import tracemalloc
from pathlib import Path

import pytest

import uidiff
from uidiff import Limits, Redaction, import_recording, import_tree
from uidiff.errors import InvalidSnapshot, LimitExceeded, UnknownName
from uidiff.importers.registry import IMPORTERS

FIXTURES = Path(__file__).parent / "fixtures"
ARIA = '- button "Buy"\n'
ANSWER = {"ok": True, "action": "read", "elements": [{"i": 1, "r": "btn", "t": "Buy"}]}
CORPUS = Path(__file__).parents[2] / "benchmarks" / "corpus"

FORMATS = {
    "android_appium.xml": "android",
    "android_dump.xml": "android",
    "aria_ai.yml": "aria",
    "aria_ai_boxes.yml": "aria",
    "aria_default.yml": "aria",
    "chrome.json": "chrome",
    "desktop_cli.json": "read",
    "desktop_cli.yaml": "read",
    "desktop_cli_agent.txt": "read",
    "xcuitest.xml": "xcuitest",
}


def names(snapshot: uidiff.Snapshot) -> list[str | None]:
    return [element.name for element in snapshot if element.role == "button"]


# what it takes


@pytest.mark.parametrize(
    "data",
    [
        ARIA,
        ARIA.encode(),
        gzip.compress(
            ARIA.encode(), mtime=0
        ),  # the time would be in the name of the test, and differ from worker to worker
        codecs.BOM_UTF8 + ARIA.encode(),
        codecs.BOM_UTF16_LE + ARIA.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + ARIA.replace("\n", "\r\n").encode("utf-16-be"),
        "\ufeff" + ARIA,
        ANSWER,
        ANSWER["elements"],
        json.dumps(ANSWER),
        json.dumps(ANSWER, indent=2),
        [ANSWER],
    ],
)
@pytest.mark.parametrize("by_name", [False, True])
def test_text_bytes_and_parsed_json_are_one_tree(data: object, *, by_name: bool) -> None:
    name = "read" if isinstance(data, dict | list) or "{" in str(data) else "aria"
    assert names(import_tree(data, format=name if by_name else None)) == ["Buy"]  # type: ignore[arg-type]


@pytest.mark.parametrize("packed", [False, True])
def test_a_path_is_a_file_plain_or_gzip(tmp_path: Path, *, packed: bool) -> None:
    file = tmp_path / "a"
    file.write_bytes(gzip.compress(ARIA.encode()) if packed else ARIA.encode())
    assert names(import_tree(file)) == ["Buy"]
    assert [names(snapshot) for snapshot in import_recording(file)] == [["Buy"]]


def test_a_str_is_a_text_and_never_the_name_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.yml").write_text(ARIA)
    with pytest.raises(InvalidSnapshot, match=r"no importer knows this text; .*; a file is given as a pathlib.Path$"):
        import_tree(str(tmp_path / "a.yml"))


@pytest.mark.parametrize("data", [None, 5, object(), ("a",), bytearray(b"a"), iter("a")])
def test_anything_else_is_a_type_error(data: object) -> None:
    with pytest.raises(TypeError, match="import_tree takes a text, bytes, a path, or a dict or a list"):
        import_tree(data)  # type: ignore[arg-type]


def nested(levels: int) -> list[object]:
    made: list[object] = []
    for _ in range(levels):
        made = [made]
    return made


@pytest.mark.parametrize("value", [{"elements": {1, 2}}, [float("nan")], {"elements": [b"x"]}, {(1, 2): 3}])
def test_values_that_are_no_json_are_refused(value: object) -> None:
    with pytest.raises(InvalidSnapshot, match="values that are not plain, finite JSON"):
        import_tree(value)  # type: ignore[arg-type]


def test_bad_input_32_values_nested_without_end_are_refused() -> None:
    with pytest.raises(LimitExceeded):
        import_tree({"elements": nested(100_000)})


def test_bad_input_19_a_lone_surrogate_is_replaced() -> None:
    answer = {"elements": [{"i": 1, "r": "btn", "t": "a\ud800"}]}
    assert import_tree(answer)[0].name == "a\ufffd"
    assert names(import_tree('- button "a\ud800"')) == ["a\ufffd"]


# one tree


def test_several_trees_are_counted_and_left_to_import_recording(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(f"{json.dumps(ANSWER)}\n\n{json.dumps(ANSWER)}\n")
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(tmp_path / "a")
    assert str(caught.value) == "$: 2 trees, expected exactly one; use uidiff.import_recording on the file"
    assert len(list(import_recording(tmp_path / "a"))) == 2


def test_very_many_trees_are_not_counted_to_the_end() -> None:
    with pytest.raises(InvalidSnapshot, match=r"^\$: more than 100 trees, expected exactly one"):
        import_tree([ANSWER] * 5000)


def test_nothing_is_no_tree() -> None:
    with pytest.raises(InvalidSnapshot, match=r"^\$: no tree, expected exactly one"):
        import_tree("", format="read")


def test_a_real_recording_is_no_single_tree() -> None:
    with pytest.raises(InvalidSnapshot, match="trees, expected exactly one"):
        import_tree(min(CORPUS.glob("[wa]*/*.jsonl.gz")))


# which format


@pytest.mark.parametrize("file", sorted(FORMATS))
def test_each_file_is_known_by_its_importer_and_by_no_other(file: str) -> None:
    head = (FIXTURES / file).read_bytes()[:8192]
    scores = {name: IMPORTERS.make(name, "sniff").sniff(head) for name in IMPORTERS.names()}  # type: ignore[attr-defined]
    assert [name for name, score in scores.items() if score] == [FORMATS[file]]
    assert len(import_tree(FIXTURES / file)) > 2


def test_every_fixture_is_in_the_table() -> None:
    assert sorted(path.name for path in FIXTURES.iterdir() if path.is_file()) == sorted(FORMATS)


@pytest.mark.parametrize("length", [64, 256, 1024, 4096])
@pytest.mark.parametrize("file", sorted(FORMATS))
def test_the_first_bytes_of_a_file_lead_to_no_other_importer(file: str, length: int) -> None:
    head = (FIXTURES / file).read_bytes()[:length]
    for name in IMPORTERS.names():
        score = IMPORTERS.make(name, "sniff").sniff(head)  # type: ignore[attr-defined]
        assert score == 0 or name == FORMATS[file]


@pytest.mark.parametrize("file", sorted(FORMATS))
def test_an_importer_chosen_by_name_refuses_the_files_of_the_others(file: str) -> None:
    for name in IMPORTERS.names():
        if name != FORMATS[file]:
            with pytest.raises(InvalidSnapshot) as caught:
                import_tree(FIXTURES / file, format=name)
            assert caught.value.cure
            assert str(caught.value).isprintable()


FOREIGN = {
    "our own snapshot": uidiff.dumps(uidiff.Snapshot.from_dicts([{"role": "button"}])),
    "a markdown list": "- one\n- two\n",
    "another yaml": "name: ci\non: [push]\njobs:\n  - run: make\n",
    "another json": '{"name": "x", "version": 1}',
    "a list of numbers": "[1, 2, 3]",
    "html": "<!DOCTYPE html><html><body>hierarchy</body></html>",
    "another xml": '<?xml version="1.0"?><svg><hierarchy/></svg>',
    "a heading": "# 12 reasons to buy\n",
    "nothing": "",
    "blank": " \n\n",
    "zeros": "\0" * 100,
}


@pytest.mark.parametrize("kind", sorted(FOREIGN))
def test_other_texts_are_of_no_format(kind: str) -> None:
    with pytest.raises(InvalidSnapshot, match=r"no importer knows this text; say which: format= one of agent-"):
        import_tree(FOREIGN[kind])


@pytest.mark.parametrize("name", IMPORTERS.names())
@pytest.mark.parametrize("kind", sorted(FOREIGN))
def test_an_importer_chosen_by_name_makes_no_tree_of_other_texts(kind: str, name: str) -> None:
    if (kind, name) in {("nothing", "aria"), ("blank", "aria")}:  # what Playwright prints of an empty page
        assert len(import_tree(FOREIGN[kind], format=name)) == 1
        return
    with pytest.raises(InvalidSnapshot):
        import_tree(FOREIGN[kind], format=name)


def test_bad_input_66_an_unknown_format_is_said_with_a_guess() -> None:
    with pytest.raises(UnknownName, match="did you mean 'xcuitest'"):
        import_tree("", format="xcuitests")


def test_bad_input_56_compressed_data_that_is_damaged_is_said() -> None:
    lines = "".join(f'- button "{number * 7919 % 10_007}"\n' for number in range(5000)).encode()
    packed = gzip.compress(lines)
    with pytest.raises(InvalidSnapshot, match=r"^line \d+: the file is cut short"):
        import_tree(packed[:-100])
    broken = packed[: len(packed) // 2] + b"\0" * 50 + packed[len(packed) // 2 + 50 :]
    with pytest.raises(InvalidSnapshot, match=r"^line \d+: compressed data that is damaged"):
        import_tree(broken)
    with pytest.raises(InvalidSnapshot, match="no importer knows this data"):
        import_tree(packed[:12] + b"\xff" * 50)


# limits and secrets


@pytest.mark.parametrize("file", sorted(FORMATS))
def test_limits_hold_for_every_format(file: str) -> None:
    with pytest.raises(LimitExceeded, match="max_elements"):
        import_tree(FIXTURES / file, limits=Limits(max_elements=2))
    with pytest.raises(LimitExceeded, match="max_file"):
        import_tree(FIXTURES / file, limits=Limits(max_file=100))
    if file != "desktop_cli_agent.txt":
        with pytest.raises(LimitExceeded, match=r"nested|levels"):
            import_tree(FIXTURES / file, limits=Limits(max_nesting=1, max_depth=1))


@pytest.mark.parametrize("file", sorted(FORMATS))
def test_redaction_holds_for_every_format(file: str) -> None:
    snapshot = import_tree(FIXTURES / file, redact=Redaction(patterns=(r"[A-Za-z]+",)))
    assert {element.name for element in snapshot if element.name and element.name.isalpha()} == set()


def test_a_whole_file_may_be_no_longer_than_its_limit() -> None:
    lines = "".join(f'- button "{number}"\n' for number in range(50))
    assert len(import_tree(lines, limits=Limits(max_file=len(lines)))) == 51
    with pytest.raises(LimitExceeded, match=rf"^line \d+: more than {len(lines) - 1} bytes; pass limits="):
        import_tree(lines, limits=Limits(max_file=len(lines) - 1))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names there")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for ask in (import_tree, import_recording):
        for name in (None, "aria"):
            with pytest.raises(InvalidSnapshot, match="no plain file; write what comes out of it to a file"):
                list(ask(pipe, format=name))


def test_a_folder_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=re.escape(str(tmp_path))):
        import_tree(tmp_path)


@pytest.mark.parametrize("line", ["- text: {}", '- code: "{}"', "- 'text': {}", "- paragraph: '{}'"])
def test_a_first_line_longer_than_what_is_looked_at_is_known(line: str) -> None:
    text = "a, " * 5000 + "."
    assert text in {element.name for element in import_tree(line.format(text) + "\n- button")}


def test_bad_input_22_a_long_quoted_name_takes_no_more_memory_than_it_is_long() -> None:
    name = '\\"x' * 500_000
    for text in (f'- button "{name}"', f'[1] btn "{name}"'):
        tracemalloc.start()
        import_tree(text, format="read" if text.startswith("[") else "aria")
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < 20 * len(text)  # 120 x where a place to go back to is kept for each character
