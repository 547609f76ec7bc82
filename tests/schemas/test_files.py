"""The files in the wheel are what the code and the pages give; each key is described; each name is given."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import uidiff
from tests.schemas import made, made_deltas
from tests.schemas.rows import TABLES, row
from uidiff.errors import UnknownName
from uidiff.schemas import loading

FOLDER = Path(loading.__file__).parent
MADE = {"snapshot": made.snapshot(), "delta": made_deltas.delta(), "recording": made_deltas.recording()}
MADE |= {name: row(name) for name in TABLES}


@pytest.mark.parametrize("name", MADE)
def test_a_file_is_what_the_code_gives(name: str) -> None:
    path = FOLDER / f"{name}.schema.json"
    written = json.dumps(MADE[name], indent=2, ensure_ascii=False) + "\n"
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    if written != known and os.environ.get("UIDIFF_UPDATE_GOLDEN") == "1":
        path.write_text(written, encoding="utf-8")
    assert written == known


def test_each_file_has_a_name_and_each_name_a_file() -> None:
    assert {path.name.removesuffix(".schema.json") for path in FOLDER.glob("*.json")} == set(loading.NAMES) == set(MADE)


@pytest.mark.parametrize("name", loading.NAMES)
def test_a_schema_is_given_by_its_name_and_is_a_schema_by_itself(name: str) -> None:
    schema = uidiff.json_schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$id"].startswith(f"urn:uidiff:{name}:")
    assert {at["$ref"].partition("/")[0] for at in _objects(schema) if "$ref" in at} <= {"#"}
    schema.clear()
    assert uidiff.json_schema(name) == MADE[name]


@pytest.mark.parametrize("name", ["snapshots", "", "../snapshot", "snapshot.schema.json", None, []])
def test_an_unknown_name_is_refused_and_the_known_ones_said(name: Any) -> None:  # noqa: ANN401  # that is the point
    with pytest.raises(
        UnknownName, match=r"unknown schema .*known: change-row, delta, effect-rate-row, effect-row, event-row"
    ):
        uidiff.json_schema(name)


@pytest.mark.parametrize("name", loading.NAMES)
def test_each_key_is_described(name: str) -> None:
    silent = [
        key
        for at in _objects(uidiff.json_schema(name))
        for key, value in at.get("properties", {}).items()
        if isinstance(value, dict) and not {"const", "$ref"} & value.keys() and not _is_case(at)
        if not value.get("description")
    ]
    assert silent == []


def _is_case(schema: dict[str, Any]) -> bool:
    """Whether a schema only narrows one that describes its keys."""
    return "type" not in schema


def _objects(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inside in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(inside)
