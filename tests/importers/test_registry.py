"""Which importer reads a file: by name, or by asking each of them; broken plug-ins harm no other."""

import gzip
import json
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks.recorded import entries
from uidiff import Snapshot, import_recording, import_tree, save, write_recording
from uidiff.cli import main
from uidiff.errors import InvalidSnapshot, PluginError, UnknownName
from uidiff.importers.registry import IMPORTERS

FILES = sorted(entry.file for entry in entries(of="first"))
BUILT_IN = (
    "agent-browser",
    "android",
    "androidworld",
    "aria",
    "aria-json",
    "browsergym",
    "chrome",
    "chrome-devtools",
    "corpus",
    "playwright-mcp",
    "playwright-trace",
    "read",
    "rrweb",
    "xcuitest",
)
KNOWN = ", ".join(BUILT_IN)
STEP = {"app": "a", "toolkit": "web", "step": 0, "action": "", "ts": 0.0, "doc": 0, "title": "", "url": None}
LINE = json.dumps({**STEP, "nodes": [{"i": 0, "p": None, "truth": "0:1", "r": "button", "t": "Buy", "states": {}}]})

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Puts a distribution with one importer on the path."""
    loaded = set(sys.modules)

    def put(name: str, code: str, group: str = "uidiff.importers") -> None:
        folder = tmp_path / f"site-{name}"
        info = folder / f"fake_{name}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: fake-{name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{group}]\n{name} = fake_{name}:Part\n")
        (folder / f"fake_{name}.py").write_text(code)
        monkeypatch.syspath_prepend(folder)

    yield put
    for module in set(sys.modules) - loaded:
        if module.startswith("fake_"):
            del sys.modules[module]


def code(sniff: str, snapshots: str = "return iter(())") -> str:
    """An importer as its author may have written it."""
    return (
        "import uidiff\n"
        "class Part:\n"
        "    __api__ = 1\n"
        f"    def sniff(self, head): {sniff}\n"
        f"    def snapshots(self, lines, *, limits, redact): {snapshots}\n"
    )


LINES = "return (uidiff.Snapshot.from_dicts([{'role': 'text', 'name': line.data.decode()}]) for line in lines)"


@pytest.fixture
def corpus_file(tmp_path: Path) -> Path:
    (tmp_path / "a.jsonl").write_text(LINE + "\n")
    return tmp_path / "a.jsonl"


# by name


def test_the_built_in_formats() -> None:
    assert IMPORTERS.names() == BUILT_IN


def test_a_file_is_read_by_the_importer_of_that_name(corpus_file: Path) -> None:
    (snapshot,) = import_recording(corpus_file, format="corpus")
    assert [(element.role, element.name) for element in snapshot] == [("button", "Buy")]


def test_a_plug_in_reads_its_own_format(tmp_path: Path, install: Install) -> None:
    install("plain", code("return 0", LINES))
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    assert [snapshot[0].name for snapshot in import_recording(tmp_path / "a.txt", format="plain")] == ["one", "two"]


OF_A_FILE = """
import zipfile
import uidiff
class Part:
    __api__ = 1
    def sniff(self, head): return 1.0 if head.startswith(b"PK") else 0.0
    def snapshots_in(self, file, *, limits, redact):
        with zipfile.ZipFile(file) as members:
            for name in members.namelist():
                yield uidiff.Snapshot.from_dicts([{"role": "text", "name": name}], limits=limits, redact=redact)
"""


@pytest.mark.parametrize("format", ["zipped", None])
def test_a_plug_in_reads_a_file_that_is_not_lines(tmp_path: Path, install: Install, format: str | None) -> None:
    install("zipped", OF_A_FILE)
    with zipfile.ZipFile(tmp_path / "a", "w") as members:
        members.writestr("one", "")
        members.writestr("two", "")
    assert [snapshot[0].name for snapshot in import_recording(tmp_path / "a", format=format)] == ["one", "two"]
    with pytest.raises(InvalidSnapshot, match="2 trees, expected exactly one"):
        import_tree((tmp_path / "a").read_bytes(), format=format)


def test_a_plug_in_that_reads_neither_lines_nor_files_is_named(corpus_file: Path, install: Install) -> None:
    install("neither", "class Part:\n    __api__ = 1\n    def sniff(self, head): return 0\n")
    with pytest.raises(PluginError, match="it must be a class with a method snapshots or snapshots_in"):
        import_recording(corpus_file, format="neither")


def test_bad_input_66_an_unknown_format_is_said_with_a_guess(corpus_file: Path) -> None:
    with pytest.raises(UnknownName) as caught:
        import_recording(corpus_file, format="corpsu")
    assert str(caught.value) == f"unknown importer 'corpsu'; did you mean 'corpus'? known: {KNOWN}"


def test_bad_input_67_a_broken_plug_in_is_named_when_it_is_asked_for(corpus_file: Path, install: Install) -> None:
    install("broken", "raise RuntimeError('boom \\x1b[31m')")
    with pytest.raises(PluginError) as caught:
        import_recording(corpus_file, format="broken")
    what = "the plug-in 'fake_broken:Part' for the importer 'broken' cannot be loaded (RuntimeError)"
    assert str(caught.value) == f"{what}: repair or uninstall it"


@pytest.mark.parametrize("format", ["corpus", None])
def test_a_file_that_is_not_there_is_the_systems_error(tmp_path: Path, format: str | None) -> None:
    with pytest.raises(FileNotFoundError):
        list(import_recording(tmp_path / "no.jsonl", format=format))


# by the file


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_of_the_corpus_is_recognised(path: Path) -> None:
    assert len(next(import_recording(path))) > 20


@pytest.mark.parametrize("line", [LINE, json.dumps(json.loads(LINE), separators=(",", ":")), LINE.replace(": ", " : ")])
def test_white_space_does_not_matter(tmp_path: Path, line: str) -> None:
    (tmp_path / "a").write_text(line)
    assert len(list(import_recording(tmp_path / "a"))) == 1


def test_compressed_or_not_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(gzip.compress(LINE.encode()))
    assert len(list(import_recording(tmp_path / "a"))) == 1


OTHERS: dict[str, bytes] = {
    "empty": b"",
    "text": b"app, toolkit, step, doc\n",
    "json": b'{"app": "a"}\n',
    "list": b'["app", "toolkit", "step", "doc"]\n',
    "second line": b"\n" + LINE.encode(),
    "after another": b'{"app": "a"}\n' + LINE.encode(),
    "binary": bytes(range(256)),
    "half a gzip header": b"\x1f\x8b\x08",
}
UNSURE = "$: no importer knows this file; say which: format= one of " + KNOWN


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_of_no_known_format_is_refused_at_once(tmp_path: Path, name: str) -> None:
    (tmp_path / "a").write_bytes(OTHERS[name])
    with pytest.raises(InvalidSnapshot) as caught:
        import_recording(tmp_path / "a")
    assert str(caught.value) == UNSURE


@pytest.mark.parametrize("write", [save, lambda s, path: write_recording(path, [s])])
def test_our_own_files_are_no_foreign_ones(tmp_path: Path, write: Callable[[Snapshot, Path], None]) -> None:
    write(Snapshot.from_dicts([{"role": "button"}], app="toolkit"), tmp_path / "a")
    with pytest.raises(InvalidSnapshot, match="no importer knows this file"):
        import_recording(tmp_path / "a")


def test_the_surest_importer_reads(corpus_file: Path, install: Install) -> None:
    install("half", code("return 0.6", LINES))
    assert next(import_recording(corpus_file))[0].role == "button"


def test_an_importer_is_asked_with_the_first_bytes(tmp_path: Path, install: Install) -> None:
    install("plain", code("return head == b'one\\ntwo\\n'", LINES))
    (tmp_path / "a").write_text("one\ntwo\n")
    assert [snapshot[0].name for snapshot in import_recording(tmp_path / "a")] == ["one", "two"]


def test_an_importer_that_is_hardly_sure_does_not_read(tmp_path: Path, install: Install) -> None:
    install("guess", code("return 0.4", LINES))
    (tmp_path / "a").write_text("one\n")
    with pytest.raises(InvalidSnapshot, match=r"no importer knows this file; say which: .* one of .*, guess, "):
        import_recording(tmp_path / "a")


def test_two_importers_that_are_equally_sure_are_named(corpus_file: Path, install: Install) -> None:
    install("also", code("return 1.0", LINES))
    with pytest.raises(InvalidSnapshot) as caught:
        import_recording(corpus_file)
    assert str(caught.value) == "$: it may be of also or corpus; say which: format= one of " + ", ".join(
        sorted({"also", *BUILT_IN})
    )


HARM = {
    "cannot be imported": "raise RuntimeError('boom')",
    "imports what is not installed": "import no_such_package",
    "is of another protocol": "class Part:\n    __api__ = 99\n    snapshots = sniff = None\n",
    "has no sniff": "class Part:\n    __api__ = 1\n    def snapshots(self, lines, **_): return iter(())\n",
    "fails to sniff": code("raise KeyError(head)"),
    "cannot be made": "class Part:\n    __api__ = 1\n    def __init__(self): raise RuntimeError\n",
    "answers with a text": code("return 'yes'"),
    "answers with nothing": code("return None"),
    "answers with no number": code("return float('nan')"),
    "answers with too much": code("return 7.0"),
}


@pytest.mark.parametrize("name", HARM)
def test_bad_input_67_a_broken_plug_in_does_not_harm_the_sniffing_of_others(
    corpus_file: Path,
    install: Install,
    name: str,
) -> None:
    install("bad", HARM[name])
    assert next(import_recording(corpus_file))[0].role == "button"


def test_bad_input_67_a_broken_plug_in_does_not_hide_what_is_wrong_with_a_recording(
    tmp_path: Path,
    install: Install,
    capsys: pytest.CaptureFixture[str],
) -> None:
    install("bad", HARM["cannot be imported"])
    (tmp_path / "a.jsonl").write_text('{"format": "uidiff/recording", "version": "2.0"}\n')
    assert main(["replay", str(tmp_path / "a.jsonl")]) == 2
    assert "was written by a newer uidiff" in capsys.readouterr().err
