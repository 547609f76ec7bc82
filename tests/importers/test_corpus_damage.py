"""Damaged files of the corpus's format: refused with the line, the place in its own keys, and no text of the UI."""

import gzip
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from uidiff import Limits, Redaction, Snapshot, import_recording
from uidiff.errors import InvalidSnapshot, LimitExceeded

MARK = "SECRETIVE"
"""In every text of the UI, in no message."""


def node(i: int, p: int | None, **others: object) -> dict[str, Any]:
    return {"i": i, "p": p, "truth": f"0:{i}", "r": "button", "t": MARK, "b": [0, 0, 9, 9], "states": {}} | others


def step(**others: object) -> dict[str, Any]:
    known = {"app": MARK, "toolkit": "web", "step": 0, "action": MARK, "ts": 0.5, "doc": 0, "title": MARK, "url": None}
    return known | {"nodes": [node(0, None), node(1, 0), node(2, 1)]} | others


def of_second(**others: object) -> dict[str, Any]:
    """A step whose second node is another one."""
    return step(nodes=[node(0, None), node(1, 0) | others, node(2, 1)])


def without(value: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: cell for name, cell in value.items() if name != key}


def imported(folder: Path, line: object) -> Iterator[Snapshot]:
    """The snapshots of a file of a good line and this one, given as bytes or as a JSON value."""
    data = line if isinstance(line, bytes) else json.dumps(line).encode()
    (folder / "a.jsonl").write_bytes(json.dumps(step()).encode() + b"\n" + data + b"\n")
    return import_recording(folder / "a.jsonl", format="corpus")


def refused(folder: Path, line: object) -> str:
    """The message for the second line, up to the problem; the first one is read all the same."""
    reading = imported(folder, line)
    assert len(next(reading)) == 3
    with pytest.raises(InvalidSnapshot) as caught:
        next(reading)
    message = str(caught.value)
    assert MARK not in message
    assert message.isprintable()
    return message


NAN, INFINITE = float("nan"), float("inf")

NO_JSON: dict[str, bytes] = {
    "cut short": json.dumps(step()).encode()[:-9],
    "no utf-8": b'{"app": "caf\xe9"}',
    "byte order mark": b"\xef\xbb\xbf{}",
    "empty": b"",
    "binary": bytes(range(10, 256)).replace(b"\n", b""),
    "two values": b"{} {}",
    "number": b"5",
    "list": b"[]",
}


@pytest.mark.parametrize("name", NO_JSON)
def test_bad_input_56_a_line_that_is_no_json_object_is_named(tmp_path: Path, name: str) -> None:
    assert refused(tmp_path, NO_JSON[name]).startswith("line 2: $: ")


def test_bad_input_30_a_key_that_stands_twice_is_named(tmp_path: Path) -> None:
    line = json.dumps(step()).replace('"i": 1', '"i": 1, "i": 1').encode()
    assert (
        refused(tmp_path, line) == "line 2: $.nodes[1]: the key 'i' stands twice in one object; remove one of the two"
    )


def test_bad_input_31_a_line_nested_too_deep_is_named(tmp_path: Path) -> None:
    assert refused(tmp_path, b"[" * 100_000).startswith("line 2: $: brackets nested more than 400 deep; ")


@pytest.mark.parametrize("value", [None, "", "gtk5", "WEB", 5, True], ids=ascii)
def test_a_toolkit_that_is_not_known_is_refused(tmp_path: Path, value: object) -> None:
    message = "line 2: $.toolkit: no toolkit; expected one of web, gtk3, gtk4, qt5, qt6"
    assert refused(tmp_path, step(toolkit=value)) == message
    assert refused(tmp_path, without(step(), "toolkit")) == message


@pytest.mark.parametrize("value", [NAN, INFINITE, "1", True, [], 2**70], ids=ascii)
def test_bad_input_24_a_time_that_is_no_number_is_refused(tmp_path: Path, value: object) -> None:
    assert refused(tmp_path, step(ts=value)).startswith("line 2: $.ts: ")


def each(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return values


TABLE: list[tuple[dict[str, Any], str]] = [
    *((step(toolkit=value), "$.toolkit: ") for value in each(([], {}, ["web"]))),
    *((step(nodes=value), "$.nodes: expected a list, got ") for value in each((None, {}, "x", 5, True))),
    *(
        (step(nodes=[node(0, None), value]), "$.nodes[1]: expected an object, got ")
        for value in each((None, [], "x", 5, True))
    ),
    *(
        (step(**{key: value}), f"$.{key}: expected str, got ")
        for key in ("app", "action", "title", "url")
        for value in each((5, True, [], {}))
    ),
    *((step(doc=value), "$.doc: ") for value in each((None, True, 1.5, -1, NAN, "0", "None", [], {"x": MARK}))),
    (step(nodes=[node(0, None), node(1, 0), node(2, 0), node(3, 1)]), "$.nodes[3].p: not in pre-order: "),
    *((of_second(i=value), "$.nodes[1].i: ") for value in each((True, 1.0))),
    *((of_second(states=value), "$.nodes[1].states: expected an object") for value in each(("x", [], ["focused"]))),
    *((of_second(states=value), "$.nodes[1].states: ") for value in each((None, True, 5, 0.5, {"checked": 1}))),
    *(
        (of_second(states={name: True}), "$.nodes[1].states: ")
        for name in ("role", "Foo Bar", "x" * 41, "", "a\nb", "\u00e9")
    ),
]


@pytest.mark.parametrize(("line", "message"), TABLE)
def test_what_does_not_fit_is_refused_with_its_place(tmp_path: Path, line: object, message: str) -> None:
    assert refused(tmp_path, line).startswith(f"line 2: {message}")


# nodes

WRONG: dict[str, tuple[object, ...]] = {
    "i": (None, 0, 2, -1, 1.5, "1", [], {}),
    "p": (1, 2, 99, -1, 2**70, 0.5, NAN, True, "0", [], {}),
    "r": (True, 5, NAN, [], {}),
    "t": (True, 5, NAN, [MARK], {MARK: 1}),
    "v": (True, False, [], {}),
    "d": (True, 0, NAN, [], {}),
    "b": (
        [1, 2, 3],
        [1, 2, 3, 4, 5],
        [1, 2, 3, NAN],
        [1, 2, 3, INFINITE],
        [1, 2, 3, 4.5],
        [1, 2, 3, "4"],
        [1, 2, 3, True],
    ),
    "aid": (True, 5, [], {}),
    "u": (True, 5, [], {}),
}
WRONG["b"] += ([1, 2, 3, 2**31], [-(2**31) - 1, 2, 3, 4], [1, 2, 3, None], [], {}, "1,2,3,4", 5, True)


@pytest.mark.parametrize(
    ("key", "value"),
    [pytest.param(key, value, id=f"{key}={value!a}") for key, values in WRONG.items() for value in values],
)
def test_a_value_that_does_not_fit_is_refused_at_its_key(tmp_path: Path, key: str, value: object) -> None:
    assert refused(tmp_path, of_second(**{key: value})).startswith(f"line 2: $.nodes[1].{key}: ")


def test_bad_input_24_a_number_too_large_for_any_box_is_refused(tmp_path: Path) -> None:
    line = json.dumps(step()).replace("[0, 0, 9, 9]", "[0, 0, 9, 1e999]").encode()
    assert refused(tmp_path, line).startswith("line 2: $.nodes[0].b: ")


@pytest.mark.parametrize("value", [NAN, INFINITE, -INFINITE], ids=ascii)
def test_bad_input_24_a_value_that_is_no_number_is_refused_at_its_key(tmp_path: Path, value: float) -> None:
    assert refused(tmp_path, of_second(v=value)).startswith("line 2: $.nodes[1].v: ")


@pytest.mark.parametrize(
    "line", [of_second(r=None), step(nodes=[without(node(0, None), "r")])], ids=["null", "missing"]
)
def test_bad_input_29_a_role_that_is_not_there_is_refused_at_its_key(tmp_path: Path, line: object) -> None:
    assert refused(tmp_path, line).startswith("line 2: $.nodes[")


@pytest.mark.parametrize("value", [0, 0.0, False, [], {}], ids=ascii)
def test_bad_input_27_a_name_that_is_no_text_is_refused_even_if_it_counts_as_false(
    tmp_path: Path, value: object
) -> None:
    assert refused(tmp_path, of_second(t=value)).startswith("line 2: $.nodes[1].t: ")


def test_bad_input_29_a_parent_that_is_not_there_is_refused(tmp_path: Path) -> None:
    line = step(nodes=[node(0, None), without(node(1, 0), "p")])
    assert refused(tmp_path, line).startswith("line 2: $.nodes[1]")


# states


WRONG_STATES: dict[str, tuple[object, ...]] = {
    "focused": (None, 1, "", "yes", "mixed", [], {}),
    "checked": (None, 1, "", "yes", []),
    "expanded": (None, 0, "mixed"),
    "level": (None, True, "2", NAN, INFINITE, 2**70),
    "invalid": (None, 1, []),
    "valuetext": (None, NAN, [], {}),
}


@pytest.mark.parametrize(
    ("name", "value"),
    [pytest.param(name, value, id=f"{name}={value!a}") for name, values in WRONG_STATES.items() for value in values],
)
def test_bad_input_26_a_state_that_does_not_fit_is_refused_by_name(tmp_path: Path, name: str, value: object) -> None:
    message = refused(tmp_path, of_second(states={name: value}))
    assert message.startswith("line 2: $.nodes[1]")
    assert name in message


@pytest.mark.parametrize("value", ["false", "true", 1, "x", [1], NAN], ids=ascii)
def test_bad_input_26_a_flag_that_is_not_true_is_refused_on_atspi(tmp_path: Path, value: object) -> None:
    line = {**of_second(states={"focused": value}), "toolkit": "gtk3"}
    assert refused(tmp_path, line).startswith("line 2: $.nodes[1].states")


# files cut short


def test_bad_input_56_a_gz_cut_at_any_byte_gives_the_steps_before_and_says_so(tmp_path: Path) -> None:
    steps = [step(step=number, title=f"{MARK} {number}") for number in range(3)]
    packed = gzip.compress(b"".join(json.dumps(value).encode() + b"\n" for value in steps))
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(packed)
    for length in range(len(packed) - 1, 1, -1):
        os.truncate(path, length)
        text = zlib.decompressobj(wbits=31).decompress(packed[:length])
        titles: list[str | None] = []
        with pytest.raises(InvalidSnapshot) as caught:
            titles.extend(snapshot.title for snapshot in import_recording(path, format="corpus"))
        whole = text.count(b"\n")
        assert titles == [f"{MARK} {number}" for number in range(whole)]
        assert str(caught.value) == f"line {whole + 1}: the file is cut short; copy it again, whole"


def test_bad_input_56_damaged_compressed_data_is_named_by_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(json.dumps(step()).encode() + b"\n")[:-8] + bytes(8))
    reading = import_recording(tmp_path / "a.gz", format="corpus")
    assert len(next(reading)) == 3
    with pytest.raises(InvalidSnapshot, match=r"^line 2: compressed data that is damaged; "):
        next(reading)


# limits and secrets


@pytest.mark.parametrize("limits", [Limits(max_elements=2), Limits(max_depth=2), Limits(max_file=200)], ids=str)
def test_limits_are_those_of_the_caller(tmp_path: Path, limits: Limits) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps(step()))
    with pytest.raises(LimitExceeded, match=r"^line 1"):
        list(import_recording(tmp_path / "a.jsonl", format="corpus", limits=limits))


def test_what_the_caller_calls_secret_is_hidden(tmp_path: Path) -> None:
    redact = Redaction(patterns=(MARK,))
    (tmp_path / "a.jsonl").write_text(json.dumps(step()))
    (snapshot,) = import_recording(tmp_path / "a.jsonl", format="corpus", redact=redact)
    assert (snapshot.title, snapshot[1].name) == ("[redacted]", "[redacted]")
