"""Snapshots as JSON: exact round trips, strict refusals, and files that are written whole or not at all."""

import errno
import gzip
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uidiff.errors import InvalidSnapshot, UIDiffError
from uidiff.model.circumstances import Circumstances
from uidiff.model.codec import dumps, load, loads, save
from uidiff.model.columns import Row
from uidiff.model.limits import Limits
from uidiff.model.snapshot import Snapshot

SMALL = Limits(max_text=64)
HEAD = '{"format":"uidiff/snapshot","version":"1.0"'
WHOLE = Snapshot.from_dicts(
    [
        {"role": "window", "name": "Mail", "bounds": [0, 0, 800, 600]},
        {"role": "textbox", "parent": 0, "value": "", "states": {"focused": True, "level": 1.5}, "x-tool": [1, "é"]},
        {"role": "Push Button", "parent": 0, "name": "Läuft\u2028\x00", "id": "7", "id_stable": True, "actions": ["a"]},
    ],
    title="Inbox",
    url="https://example.org/?q=1",
    taken_at=1700000000.5,
    platform="atspi",
)

# ------------------------------------------------------- hostile trees, of all that a row may hold

signs = st.sampled_from(
    ["\ud800", "\udc00", "\x00", "\n", '"', "\\", "\u2028", "\u202e", "…", "🙂", "é", "\u0301", "["]
)
texts = st.none() | st.text(st.characters() | signs, max_size=20) | st.text("ab…#", min_size=60, max_size=80)
keys = st.text(st.characters() | signs, max_size=5).map("k".__add__)
leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
extras = st.dictionaries(
    keys,
    st.recursive(leaves | st.text(signs), lambda below: st.lists(below, max_size=2) | st.dictionaries(keys, below)),
    max_size=2,
).filter(lambda extra: len(json.dumps(extra, ensure_ascii=False)) <= SMALL.max_text)
urls = st.lists(
    st.sampled_from(["https://", "a:b@", "h", "/p", "?q=", "#/r", "#x", "&", "…", "data:"]) | st.text(max_size=4)
)
states = st.fixed_dictionaries(
    {},
    optional={
        "focused": st.booleans(),
        "protected": st.booleans(),
        "checked": st.sampled_from([True, False, "mixed"]),
        "invalid": st.sampled_from([True, False, "spelling"]),
        "level": st.integers(-(2**53), 2**53) | st.floats(-1e9, 1e9),
        "autocomplete": st.sampled_from(["cc-number", "list"]),
        "valuetext": texts.filter(lambda text: text is not None),
    },
)
coordinates = st.integers(-(2**31), 2**31 - 1)
rows = st.builds(
    Row,
    depth=st.just(0),
    role=st.sampled_from(["button", "textbox", "Text", "", "é"]) | st.text(signs, max_size=50),
    name=texts,
    value=texts,
    description=texts,
    bounds=st.none() | st.tuples(coordinates, coordinates, coordinates, coordinates),
    states=states,
    id=texts,
    id_stable=st.booleans(),
    automation_id=texts,
    url=st.none() | urls.map("".join),
    native_role=texts,
    actions=st.lists(st.text(signs), max_size=2),
    secret=st.booleans(),
    unread=st.booleans(),
    url_digest=st.none(),
    extra=extras,
)
circumstances = st.builds(
    Circumstances,
    app=texts,
    pid=st.none() | st.integers(0, 2**32 - 1),
    window=texts,
    title=texts,
    url=st.none() | urls.map("".join),
    document=texts,
    action=texts,
    taken_at=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    platform=st.sampled_from(["aria", "web", "uia", "atspi", "ax"]),
)


def as_tree(rows: Sequence[Row], steps: Sequence[int]) -> list[Row]:
    """The rows with depths of a tree: each at most one below the row before it."""
    placed: list[Row] = []
    for row, step in zip(rows, steps, strict=False):
        placed.append(row._replace(depth=min(step, placed[-1].depth + 1) if placed else 0))
    return placed


trees = st.builds(as_tree, st.lists(rows, max_size=5), st.lists(st.integers(0, 4), min_size=5, max_size=5))
snapshots = st.builds(
    lambda rows, said: Snapshot.from_rows(rows, circumstances=said, limits=SMALL),
    trees,
    circumstances,
)
few = st.builds(
    Snapshot.from_dicts,
    st.lists(
        st.sampled_from([{"role": "a"}, {"role": "a", "name": ""}, {"role": "A"}, {"role": "a", "x": 0}]), max_size=2
    ),
    url=st.sampled_from([None, "", "/?a=1", "/?a=2"]),
    taken_at=st.sampled_from([None, 0, 0.0, -0.0, 1.5]),
)


@given(snapshots)
def test_a_snapshot_that_was_saved_is_loaded_as_it_was(snapshot: Snapshot) -> None:
    assert loads(dumps(snapshot), limits=SMALL) == snapshot


@given(snapshots)
def test_what_was_loaded_is_saved_to_the_same_bytes(snapshot: Snapshot) -> None:
    text = dumps(snapshot)
    again = loads(text, limits=SMALL)
    assert (dumps(again), again.digest) == (text, snapshot.digest)


@given(few, few)
def test_snapshots_are_equal_if_and_only_if_they_save_to_the_same_bytes(one: Snapshot, other: Snapshot) -> None:
    assert (one == other) == (dumps(one) == dumps(other)) == (one.digest == other.digest)


@given(snapshots)
def test_what_is_saved_is_json_in_utf_8_an_element_a_line(snapshot: Snapshot) -> None:
    text = dumps(snapshot)
    assert len(json.loads(text.encode())["nodes"]) == len(snapshot)
    assert text.count("\n") == len(snapshot) + 2 - (not snapshot)


def test_the_saved_form_is_fixed() -> None:
    assert dumps(WHOLE) == (
        HEAD + ',"title":"Inbox","url":"https://example.org/?q=…","url_digest":"4786c5ca10095f64",'
        '"taken_at":1700000000.5,"platform":"atspi","nodes":[\n'
        '{"role":"window","name":"Mail","bounds":[0,0,800,600]},\n'
        '{"parent":0,"role":"textbox","value":"","states":{"focused":true,"level":1.5},"x-tool":[1,"é"]},\n'
        '{"parent":0,"role":"button","name":"Läuft\u2028\\u0000","id":"7","id_stable":true,'
        '"native_role":"Push Button","actions":["a"]}\n'
        "]}\n"
    )


def test_an_empty_snapshot_is_one_line() -> None:
    assert dumps(Snapshot.from_dicts([])) == HEAD + ',"nodes":[]}\n'


@pytest.mark.parametrize("start", ["https://example.org/", "#/", "?k=", "https://u:p@", "/a;k=v/"])
@pytest.mark.parametrize("length", [44, 70, 200])
def test_a_clipped_url_is_loaded_as_it_was(start: str, length: int) -> None:
    url = start + "a" * length
    snapshot = Snapshot.from_dicts([{"role": "link", "url": url}], url=url, limits=SMALL)
    assert loads(dumps(snapshot), limits=SMALL) == snapshot


@pytest.mark.parametrize("length", range(20, 64))
def test_a_url_that_is_clipped_in_a_parameter_is_loaded_as_it_was(length: int) -> None:
    snapshot = Snapshot.from_dicts([{"role": "link", "url": "/" + "a" * length + ";k=v/" + "b" * 99}], limits=SMALL)
    assert loads(dumps(snapshot), limits=SMALL) == snapshot


@pytest.mark.parametrize("keys", [(1, "1"), (True, "true"), (chr(0xD800), chr(0xDFFF)), (chr(0xD800), "\ufffd")])
@pytest.mark.parametrize("within", [False, True], ids=["outside", "inside"])
def test_unknown_keys_that_become_one_in_json_are_refused_or_kept_apart(keys: tuple[Any, Any], within: bool) -> None:
    twins: dict[str, object] = dict.fromkeys(keys, 0)
    for snapshot in accepted({"x": twins} if within else twins):
        assert loads(dumps(snapshot)) == snapshot


def accepted(extra: dict[str, object]) -> list[Snapshot]:
    try:
        return [Snapshot.from_rows([Row(0, "button", extra=extra)])]
    except InvalidSnapshot:
        return []


# ----------------------------------------------------------------- unknown keys, formats, versions


def test_unknown_keys_are_kept_at_every_level_in_their_order() -> None:
    text = HEAD + ',"z-tool":{"b":1,"a":[null]},"a-tool":2,"nodes":[\n{"role":"a","z":1.50,"b":{"é":"x"}}\n]}\n'
    snapshot = loads(text)
    assert (snapshot.extra, snapshot[0].extra) == (
        {"z-tool": {"b": 1, "a": [None]}, "a-tool": 2},
        {"z": 1.5, "b": {"é": "x"}},
    )
    assert dumps(snapshot) == text.replace("1.50", "1.5")


def test_unknown_keys_are_compared() -> None:
    assert loads(HEAD + ',"a":1,"nodes":[]}') != loads(HEAD + ',"a":2,"nodes":[]}')


@pytest.mark.parametrize("version", ["1", "1.0", "1.7", "1.10.3"])
def test_every_minor_version_of_this_major_one_is_read(version: str) -> None:
    assert len(loads(HEAD.replace("1.0", version).encode() + b',"nodes":[{"role":"a","new-key":true}]}')) == 1


@pytest.mark.parametrize("version", ["2.0", "2", "10.0"])
def test_a_newer_major_version_is_refused_by_name(version: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        loads(HEAD.replace("1.0", version) + ',"nodes":[]}')
    assert caught.value.path == "$.version"
    assert caught.value.problem.endswith("was written by a newer uidiff")
    assert caught.value.cure == "upgrade uidiff to read it"


@pytest.mark.parametrize("version", ["", "x", "v1", ".1", "-1", "١.0", 1, 1.0, None, True])
def test_what_is_no_version_is_refused(version: object) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        loads(json.dumps({"format": "uidiff/snapshot", "version": version, "nodes": []}))
    assert (caught.value.path, caught.value.problem) == ("$.version", f"no version: {type(version).__name__}")


@pytest.mark.parametrize(
    ("format", "hint"),
    [
        ("uidiff/recording", "read it with uidiff.read_recording"),
        ("uidiff/delta", "read it with uidiff.TreeDiff.from_dict"),
        ("other/tree", "use the reader of that format"),
        ("", "use the reader of that format"),
        (None, 'write "format": "uidiff/snapshot", "version": "1.0"'),
        (5, 'write "format": "uidiff/snapshot", "version": "1.0"'),
        (["uidiff/snapshot"], 'write "format": "uidiff/snapshot", "version": "1.0"'),
    ],
)
def test_another_format_is_refused_with_the_reader_of_it(format: object, hint: str) -> None:
    with pytest.raises(InvalidSnapshot, match="expected the format uidiff/snapshot, got") as caught:
        loads(json.dumps({"format": format, "version": "1.0", "nodes": []}))
    assert (caught.value.path, caught.value.cure) == ("$.format", hint)


def test_a_whole_recording_given_to_load_is_refused_with_the_reader_of_it(tmp_path: Path) -> None:
    file = tmp_path / "mail.jsonl"
    file.write_text('{"format":"uidiff/recording","version":"1.0","session":"s"}\n{"kind":"snapshot","nodes":[]}\n')
    with pytest.raises(InvalidSnapshot, match=r"uidiff\.read_recording"):
        load(file)


@pytest.mark.parametrize("format", ["[]", "{}", "5", "null"])
def test_what_is_no_json_is_told_so_whatever_its_first_line_says(format: str) -> None:
    with pytest.raises(InvalidSnapshot, match="no JSON"):
        loads(f'{{"format":{format}}}\n{{')


def test_a_compressed_file_is_refused_as_what_it_may_be(tmp_path: Path) -> None:
    file = tmp_path / "mail.json.gz"
    file.write_bytes(gzip.compress(dumps(WHOLE).encode()))
    with pytest.raises(InvalidSnapshot, match="compressed"):
        load(file)


# ----------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("rest", "path"),
    [
        ("}", "$"),
        (',"nodes":null}', "$.nodes"),
        (',"nodes":5}', "$.nodes"),
        (',"nodes":"[]"}', "$.nodes"),
        (',"nodes":[5]}', "$.nodes[0]"),
        (',"nodes":[{"role":"a"},{"name":"b"}]}', "$.nodes[1]"),
        (',"nodes":[{"role":"a"},{"role":"b","name":5}]}', "$.nodes[1].name"),
        (',"nodes":[{"role":"a","bounds":[1,2,3,NaN]}]}', "$.nodes[0].bounds"),
        (',"nodes":[{"role":"a","bounds":[1,2,3,1e999]}]}', "$.nodes[0].bounds"),
        (',"nodes":[{"role":"a","states":{"focused":1}}]}', "$.nodes[0].states.focused"),
        (',"nodes":[{"role":"a","parent":0}]}', "$.nodes[0].parent"),
        (',"nodes":[{"role":"a","x":-Infinity}]}', "$.nodes[0]"),
        (',"nodes":[{"role":"a","name":"b","name":"c"}]}', "$.nodes[0]"),
        (',"nodes":{"role":"a","children":[{"role":"b","children":[{}]}]}}', "$.nodes.children[0].children[0]"),
        (',"nodes":[],"title":5}', "$.title"),
        (',"nodes":[],"pid":-1}', "$.pid"),
        (',"nodes":[],"taken_at":NaN}', "$.taken_at"),
        (',"nodes":[],"taken_at":"now"}', "$.taken_at"),
        (',"nodes":[],"platform":"amiga"}', "$.platform"),
        (',"nodes":[],"platform":null}', "$.platform"),
        (',"nodes":[],"url":"/","url_digest":"x"}', "$.url_digest"),
        (',"nodes":[],"x-tool":[NaN]}', "$"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_the_place_in_it(rest: str, path: str) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        loads(HEAD + rest)
    assert caught.value.path == path
    assert caught.value.cure


@pytest.mark.parametrize(("text", "got"), [('[{"role":"a"}]', "list"), ("null", "NoneType"), ('"x"', "str")])
def test_json_that_is_no_object_is_refused(text: str, got: str) -> None:
    with pytest.raises(InvalidSnapshot, match=f"expected an object, got {got}") as caught:
        loads(text)
    assert caught.value.cure == "for a bare list of elements use uidiff.Snapshot.from_dicts"


@pytest.mark.parametrize("size", range(0, len(dumps(WHOLE).encode()) - 1, 7))
def test_a_file_that_is_cut_short_is_refused_wherever_it_is_cut(size: int) -> None:
    with pytest.raises(InvalidSnapshot):
        loads(dumps(WHOLE).encode()[:size])


@given(st.binary(max_size=40) | st.text(max_size=40))
def test_whatever_is_loaded_gives_a_snapshot_or_an_error_of_ours(data: bytes | str) -> None:
    with pytest.raises(UIDiffError):
        loads(data)


# ----------------------------------------------------------------- files


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_a_saved_file_is_loaded_again(tmp_path: Path) -> None:
    for file in (tmp_path / "tree.json", str(tmp_path / "other.json")):
        save(WHOLE, file)
        assert load(file) == WHOLE
    assert files_in(tmp_path) == dict.fromkeys(["tree.json", "other.json"], dumps(WHOLE).encode())


def test_saving_replaces_the_file_that_was_there(tmp_path: Path) -> None:
    (tmp_path / "tree.json").write_text("old " * 10_000)
    save(WHOLE, tmp_path / "tree.json")
    assert files_in(tmp_path) == {"tree.json": dumps(WHOLE).encode()}


@pytest.mark.parametrize("name", ["a" * 255, "é" * 120, "日" * 80, "🙂" * 63], ids=["a", "é", "日", "🙂"])
def test_any_name_that_a_file_may_have_will_do(tmp_path: Path, name: str) -> None:
    save(WHOLE, tmp_path / name)
    assert load(tmp_path / name) == WHOLE


def fails_while_written(path: Path) -> None:
    resource = pytest.importorskip("resource", reason="a limit of the size of files needs POSIX")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    many = Snapshot.from_dicts([{"role": "row", "name": "x" * 100}] * 2000)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limit[1]))
    try:
        save(many, path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)


def fails_before_it_is_written(path: Path) -> None:
    save("no snapshot", path)  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize("fail", [fails_while_written, fails_before_it_is_written])
@pytest.mark.parametrize("old", [{}, {"tree.json": b"old"}], ids=["new file", "old file"])
def test_a_write_that_fails_leaves_everything_as_it_was(
    tmp_path: Path,
    fail: Callable[[Path], None],
    old: dict[str, bytes],
) -> None:
    for name, data in old.items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises((OSError, AttributeError)):
        fail(tmp_path / "tree.json")
    assert files_in(tmp_path) == old


def test_a_write_that_fails_says_why_as_the_system_does(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=os.strerror(errno.EFBIG)):
        fails_while_written(tmp_path / "tree.json")


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "tree.json").mkdir()
    with pytest.raises(OSError, match=r"tree\.json"):
        save(WHOLE, tmp_path / "tree.json")
    assert [path.name for path in tmp_path.iterdir()] == ["tree.json"]


@pytest.mark.parametrize("use", [load, lambda path: save(WHOLE, path)])
def test_a_file_in_a_folder_that_is_not_there_is_an_error_of_the_system(tmp_path: Path, use: Any) -> None:  # noqa: ANN401
    with pytest.raises(FileNotFoundError):
        use(tmp_path / "nowhere" / "tree.json")
