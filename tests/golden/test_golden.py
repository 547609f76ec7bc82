"""Whole deltas, side by side as files: ``<case>/before.json``, ``after.json``, ``expected.json``, maybe ``case.json``.

``expected.json`` is the stored delta and, as ``records``, a line for each record.

``case.json`` may name a ``matcher`` and what to ``ignore``. ``UIDIFF_UPDATE_GOLDEN=1`` writes the expected files again,
and fails, so that it cannot stay on: read what changed, and say in the commit why.
"""

import json
import os
from pathlib import Path

import pytest

import uidiff
from tests.outline import said

HERE = Path(__file__).parent
CASES = sorted(folder.name for folder in HERE.iterdir() if folder.joinpath("before.json").exists())
HIDDEN = "swordfish"


def load(case: str, side: str) -> uidiff.Snapshot:
    return uidiff.load(HERE / case / f"{side}.json")


def made(case: str) -> uidiff.TreeDiff:
    options_file = HERE / case / "case.json"
    options = json.loads(options_file.read_text(encoding="utf-8")) if options_file.exists() else {}
    return uidiff.diff(load(case, "before"), load(case, "after"), **options)


def expected(case: str) -> str:
    return HERE.joinpath(case, "expected.json").read_text(encoding="utf-8")


def text_of(value: object, depth: int = 0) -> str:
    """JSON with a line for each record and for each part of the patch, in ASCII."""
    if depth == 2 or not value or not isinstance(value, dict | list):
        return json.dumps(value)
    indent = "  " * (depth + 1)
    if isinstance(value, dict):
        lines = [f"{indent}{json.dumps(key)}: {text_of(below, depth + 1)}" for key, below in value.items()]
    else:
        lines = [f"{indent}{text_of(below, depth + 1)}" for below in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n" + ",\n".join(lines) + f"\n{indent[2:]}{closing}"


@pytest.mark.parametrize("case", CASES)
def test_the_delta_is_as_expected(case: str) -> None:
    delta = made(case)
    text = text_of({"records": said(delta), **delta.to_dict()}) + "\n"
    if os.environ.get("UIDIFF_UPDATE_GOLDEN") == "1":
        HERE.joinpath(case, "expected.json").write_text(text, encoding="utf-8")
        pytest.fail(f"wrote {case}/expected.json again: read it, and unset UIDIFF_UPDATE_GOLDEN")
    assert text == expected(case)


@pytest.mark.parametrize("case", CASES)
def test_the_expected_delta_leads_from_before_to_after(case: str) -> None:
    delta = uidiff.TreeDiff.from_dict(json.loads(expected(case)))
    assert delta.apply(load(case, "before")) == load(case, "after")


@pytest.mark.parametrize("case", CASES)
def test_the_expected_delta_bound_to_before_is_the_one_that_is_made(case: str) -> None:
    delta = uidiff.TreeDiff.from_dict(json.loads(expected(case)))
    assert delta.bind(load(case, "before")) == made(case)


@pytest.mark.parametrize("case", CASES)
def test_a_folder_holds_a_whole_case_and_nothing_else(case: str) -> None:
    files = {path.name for path in HERE.joinpath(case).iterdir()}
    assert files - {"case.json"} == {"before.json", "after.json", "expected.json"}


def test_every_folder_is_a_case() -> None:
    folders = {folder.name for folder in HERE.iterdir() if folder.is_dir()}
    assert folders - {"formats", "__pycache__"} == set(CASES)


def test_no_secret_is_in_any_expected_delta() -> None:
    assert HIDDEN in HERE.joinpath("secrets", "before.json").read_text(encoding="utf-8")
    assert HIDDEN not in expected("secrets")
