"""The importer of the corpus against the corpus: what its README says of every key, computed here once more."""

import gzip
import json
import re
from collections.abc import Iterator
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import pytest

from benchmarks.recorded import CORPUS, OLDER, entries
from uidiff import Bounds, Snapshot, diff, dumps, import_recording, loads, read_recording, write_recording
from uidiff.model.roles import vocabulary
from uidiff.recordings.demo import demo_path

FILES, FILES2 = ({entry.app: entry.file for entry in entries(of=of)} for of in OLDER)

STEPS = {"datatables": slice(11, 13), "pydocs": slice(11, 14)}
"""Of the large ones only some steps are looked at, the largest among them; of all others every one."""


@attrs.frozen(eq=False, repr=False)
class Recorded:
    """Steps of a recording as they are in the file, and as they are imported."""

    path: Path
    raw: list[dict[str, Any]]
    snapshots: list[Snapshot]

    @property
    def web(self) -> bool:
        return self.raw[0]["toolkit"] == "web"


@pytest.fixture(scope="module", params=FILES)
def recorded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    with gzip.open(FILES[request.param]) as file:
        lines = file.readlines()[STEPS.get(request.param, slice(None))]
    path = tmp_path_factory.mktemp("corpus") / "steps.jsonl"
    path.write_bytes(b"".join(lines))
    return Recorded(path, list(map(json.loads, lines)), list(import_recording(path, format="corpus")))


def column(recorded: Recorded, name: str) -> list[Any]:
    return [cell for snapshot in recorded.snapshots for cell in getattr(snapshot.columns, name)]


def given(recorded: Recorded, key: str) -> list[Any]:
    return [node.get(key) for step in recorded.raw for node in step["nodes"]]


def test_the_corpus_is_complete() -> None:
    assert (len(FILES), len(FILES2)) == (14, 17)


@pytest.mark.parametrize("path", [*FILES.values(), *FILES2.values()], ids=[*FILES, *FILES2])
def test_snapshots_navigations_and_nodes_are_as_many_as_the_readme_says(path: Path) -> None:
    name = path.name.removesuffix(".jsonl.gz")
    readme = (CORPUS / ("README.md" if name in FILES else "second.md")).read_text(encoding="utf-8")
    row = re.search(rf"^\| {name} \|.*\d–\d.*$", readme, re.MULTILINE)
    assert row is not None
    imported = import_recording(path, format="corpus")
    sizes, documents = zip(*((len(snapshot), snapshot.document) for snapshot in imported), strict=True)
    navigations = sum(before != after for before, after in pairwise(documents))
    shown = f"{len(sizes)} ({navigations})" if navigations else f"{len(sizes)}"
    cells = [cell.strip() for cell in row[0].split("|")]
    assert cells[4:7] == [shown, f"{min(sizes)}–{max(sizes)}", f"{sum(sizes):,}"]


def test_every_node_hangs_below_the_recorded_parent(recorded: Recorded) -> None:
    parents = [None if p < 0 else p for snapshot in recorded.snapshots for p in snapshot.parents]
    assert parents == given(recorded, "p")


def as_text(value: str | float | None) -> str | None:
    return value if value is None or isinstance(value, str) else f"{value:g}"


def test_texts_are_those_recorded_empty_names_absent_and_numbers_in_digits(recorded: Recorded) -> None:
    assert [len(snapshot) for snapshot in recorded.snapshots] == [len(step["nodes"]) for step in recorded.raw]
    assert column(recorded, "name") == [name or None for name in given(recorded, "t")]
    assert column(recorded, "value") == [as_text(value) for value in given(recorded, "v")]
    assert column(recorded, "description") == given(recorded, "d")
    assert column(recorded, "automation_id") == given(recorded, "aid")


def test_bounds_are_the_boxes_recorded(recorded: Recorded) -> None:
    boxes = [None if box is None else Bounds(*box) for box in given(recorded, "b")]
    assert [element.bounds for snapshot in recorded.snapshots for element in snapshot] == boxes


def digest(url: str | None) -> str | None:
    return None if url is None else blake2b(url.encode(), digest_size=8).hexdigest()


def test_targets_of_links_are_those_recorded(recorded: Recorded) -> None:
    urls = given(recorded, "u")
    assert column(recorded, "url_digest") == [digest(url) for url in urls]
    visible = [url and re.split("[?#]", url)[0] for url in urls]
    assert [url and re.split("[?#]", url)[0] for url in column(recorded, "url")] == visible


def test_nothing_of_the_corpus_is_secret_or_unread(recorded: Recorded) -> None:
    assert not any(column(recorded, "secret") + column(recorded, "unread"))


def test_circumstances_are_those_recorded(recorded: Recorded) -> None:
    for step, snapshot in zip(recorded.raw, recorded.snapshots, strict=True):
        known = (snapshot.app, snapshot.title, snapshot.action, snapshot.circumstances.url_digest)
        assert known == (step["app"], step["title"], step["action"], digest(step["url"]))
        assert snapshot.document == (str(step["doc"]) if recorded.web else None)
        assert (snapshot.platform, snapshot.pid, snapshot.window) == ("web" if recorded.web else "atspi", None, None)


def test_a_time_since_the_beginning_is_no_unix_time() -> None:
    times = {snapshot.taken_at for snapshot in import_recording(FILES["galculator"], format="corpus")}
    assert times == {None}


# roles


def test_the_recorded_role_is_kept_where_it_is_another_word(recorded: Recorded) -> None:
    pairs = zip(column(recorded, "role"), column(recorded, "native_role"), strict=True)
    assert [role if native is None else native for role, native in pairs] == given(recorded, "r")


def test_every_role_is_of_the_vocabulary_or_of_dpub_aria(recorded: Recorded) -> None:
    assert [role for role in set(column(recorded, "role")) - vocabulary() if not role.startswith("doc-")] == []


# states

WORDS: dict[Any, Any] = {"true": True, "false": False}
BOOLEANS = {"focused", "selected", "disabled", "readonly", "required", "modal", "busy", "multiselectable"}
TRUE_OR_FALSE = {"checked", "expanded", "pressed", "invalid"}


def web_states(states: dict[str, Any]) -> dict[str, Any]:
    """What README says: values as recorded; booleans may be words."""
    said = {name: WORDS.get(value, value) if name in TRUE_OR_FALSE else value for name, value in states.items()}
    return {name: value for name, value in said.items() if name not in BOOLEANS or value}


CHECKABLE = {"check box", "check menu item", "radio button", "radio menu item"}
SAME = {"focused", "selected", "modal", "editable", "focusable"}


def atspi_states(role: str, flags: set[str]) -> dict[str, Any]:
    """spec/definitions#4-states from the flags of AT-SPI; a node without any says nothing."""
    states: dict[str, Any] = dict.fromkeys(sorted(flags & SAME), True)
    if "read_only" in flags:
        states["readonly"] = True
    if flags and not flags & {"enabled", "sensitive"}:
        states["disabled"] = True
    if flags and "showing" not in flags:
        states["offscreen"] = True
    if role == "toggle button":
        states["pressed"] = "checked" in flags
    elif flags and (role in CHECKABLE or flags & {"checkable", "checked"}):
        states["checked"] = "checked" in flags
    if flags & {"expandable", "expanded"}:
        states["expanded"] = "expanded" in flags
    directions = flags & {"horizontal", "vertical"}
    return {**states, **({"orientation": min(directions)} if len(directions) == 1 else {})}


def test_states_are_those_recorded_in_our_words(recorded: Recorded) -> None:
    raw = [json.dumps([node["r"], node["states"]]) for step in recorded.raw for node in step["nodes"]]
    found = dict.fromkeys(zip(raw, column(recorded, "states"), strict=True))
    for key, states in found:
        role, raw = json.loads(key)
        assert dict(states) == (web_states(raw) if recorded.web else atspi_states(role, set(raw))), key


# the truth stays outside


def truths(recorded: Recorded) -> set[str]:
    return {node["truth"] for step in recorded.raw for node in step["nodes"]}


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from texts_in(item)


def test_no_true_identity_is_in_what_is_saved(recorded: Recorded) -> None:
    hidden = truths(recorded) | {"truth", "truth_volatile"}
    shown = {text for step in recorded.raw for node in step["nodes"] for key in "rtvdu" for text in [node.get(key)]}
    for snapshot in recorded.snapshots:
        text = dumps(snapshot)
        assert "truth" not in re.sub(r'"(?:name|value|description)":"(?:[^"\\]|\\.)*"', "", text)
        assert not (hidden & set(texts_in(json.loads(text)))) - shown


def test_other_identities_give_the_same_snapshots(recorded: Recorded, tmp_path: Path) -> None:
    lines = []
    for step in recorded.raw:
        nodes = [
            {**node, "truth": f"IDENTITY {index}", "truth_volatile": True} for index, node in enumerate(step["nodes"])
        ]
        lines.append(json.dumps({**step, "nodes": nodes}))
    (tmp_path / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert list(import_recording(tmp_path / "a.jsonl", format="corpus")) == recorded.snapshots


# there and back


def test_every_snapshot_survives_its_json(recorded: Recorded) -> None:
    for snapshot in recorded.snapshots:
        assert loads(dumps(snapshot)) == snapshot


def test_a_recording_of_the_corpus_survives_as_one_of_ours(recorded: Recorded, tmp_path: Path) -> None:
    write_recording(tmp_path / "a.jsonl.gz", recorded.snapshots)
    assert list(read_recording(tmp_path / "a.jsonl.gz")) == recorded.snapshots


def test_deltas_between_steps_are_exact(recorded: Recorded) -> None:
    for before, after in pairwise(recorded.snapshots):
        assert diff(before, after).apply(before) == after


def test_the_demo_is_the_to_do_list_of_the_corpus() -> None:
    assert list(read_recording(demo_path())) == list(import_recording(FILES["todomvc_react"]))
