"""Each notebook runs from its first cell to its last, and says what is kept in it.

After a change that is meant: ``UIDIFF_UPDATE_GOLDEN=1 pytest tests/spark/test_notebook.py``, and read the difference.
"""

import os
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.own_spark import spark_environment
from tests.parts import need_java

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = {"volatility": 1, "tables": 0}
"""Each with the number of its pictures."""

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
"""Nothing of the Python that ran it."""

Notebook = Any
"""nbformat has no types for what is in one."""


def path_of(name: str) -> Path:
    return EXAMPLES / f"{name}.ipynb"


def kept(name: str) -> Notebook:
    return nbformat.read(path_of(name), as_version=4)  # type: ignore[no-untyped-call]


def keep(notebook: Notebook, name: str) -> None:
    """Write it without what Java said to the standard error, and without anything of this machine."""
    notebook.metadata = nbformat.from_dict(METADATA)  # type: ignore[no-untyped-call]
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({})  # type: ignore[no-untyped-call]
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    path_of(name).write_text(nbformat.writes(notebook, indent=1) + "\n", encoding="utf-8")  # type: ignore[no-untyped-call]


def said(notebook: Notebook) -> list[str]:
    """What each cell of code printed, and showed as text."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return ["".join(text(output) for output in cell.outputs) for cell in cells]


def text(output: Notebook) -> str:
    """The text of an output: of a picture that it is one, of the standard error nothing."""
    if output.output_type == "stream":
        return output.text if output.name == "stdout" else ""
    return "image/png\n" if "image/png" in output.data else output.data["text/plain"] + "\n"


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_says_again_what_is_kept_in_it(tmp_path: Path, name: str) -> None:
    need_java()
    notebook = kept(name)
    expected = said(notebook)
    where = {"metadata": {"path": str(EXAMPLES)}}  # as an editor starts it: the paths in it are relative
    client = NotebookClient(notebook, timeout=150, kernel_name="python3", resources=where, record_timing=False)
    before = sorted(EXAMPLES.iterdir())
    client.execute(env=spark_environment(tmp_path))
    if os.environ.get("UIDIFF_UPDATE_GOLDEN") == "1":
        keep(notebook, name)
        pytest.fail(f"wrote {name}.ipynb again: read it, and unset UIDIFF_UPDATE_GOLDEN")
    assert said(notebook) == expected
    assert sorted(EXAMPLES.iterdir()) == before


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_each_cell_was_run_in_its_turn_and_nothing_of_the_machine_is_kept(name: str) -> None:
    notebook = kept(name)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert [notebook.metadata, *(cell.metadata for cell in notebook.cells)] == [METADATA, *({} for _ in notebook.cells)]
    outputs = [output for cell in cells for output in cell.outputs]
    assert {output.get("name", "stdout") for output in outputs} == {"stdout"}  # no warnings
    assert sum("image/png" in output.get("data", {}) for output in outputs) == NOTEBOOKS[name]
    words = re.sub(r'"image/png": ".*?"', "", path_of(name).read_text(encoding="utf-8"))
    assert not re.search(r"/tmp/|/root/|file:/|site-packages|\d\d:\d\d:\d\d|Traceback|Warning", words)  # noqa: S108  # it is sought


WAYS = {
    "volatility": ["read_recordings(", "diff_snapshots", "volatility(", "ignore_rules(", "uidiff.diff("],
    "tables": [
        "uispark.transitions",
        "uispark.effects",
        "uispark.effect_rates",
        "uispark.token_cost",
        "uispark.token_totals",
        "uispark.screens",
        "uispark.screen_graph",
        "uispark.deduplicate",
        "uispark.compare_runs",
    ],
}


@pytest.mark.parametrize(("name", "call"), [(name, call) for name, calls in WAYS.items() for call in calls])
def test_the_way_through_the_functions_is_in_it(name: str, call: str) -> None:
    assert any(call in cell.source for cell in kept(name).cells)
