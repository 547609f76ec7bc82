"""What other tools write themselves: each ref and name of it is read, and no damage of it does harm.

Samples are found by their place: ``fixtures/samples/<importer>/<tool>-<version>_<what>``. ``make_samples.py`` and
``make_gym_samples.py`` make them. What a tool writes instead of a whole tree is in ``fixtures/refused``.
"""

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.importers import lost, outcome
from benchmarks.importers.mutations import mutated
from benchmarks.importers.samples import SAMPLES, Sample, samples
from uidiff import import_tree
from uidiff.errors import InvalidSnapshot
from uidiff.importers.embedded import embedded_trees
from uidiff.importers.registry import IMPORTERS, builtin_scores
from uidiff.importers.source import HEAD

ALL = list(samples())
FORMATS = sorted({sample.format for sample in ALL})
REFUSED = sorted((SAMPLES.parent / "refused").glob("*/*"))
WITHOUT_REFS = "_default."


def name_of(sample: Sample) -> str:
    return sample.path.name


@pytest.mark.parametrize("sample", ALL, ids=name_of)
def test_each_ref_and_name_of_a_sample_is_read_in_its_order(sample: Sample) -> None:
    raw = sample.raw()
    assert raw.names
    assert bool(raw.refs) != (WITHOUT_REFS in sample.path.name)
    assert lost(sample) == 0


@pytest.mark.parametrize("sample", ALL, ids=name_of)
def test_a_sample_is_known_as_what_its_tool_writes(sample: Sample) -> None:
    scores = builtin_scores(sample.path.read_bytes()[:HEAD], IMPORTERS.builtins)
    assert [name for name in scores if scores[name] == max(scores.values())] == [sample.format]


@pytest.mark.parametrize("sample", ALL, ids=name_of)
def test_a_sample_says_the_version_of_its_tool(sample: Sample) -> None:
    assert re.fullmatch(r"[a-z-]+-\d+\.\d+\S*_[a-z-]+\.[a-z]+", sample.path.name)


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.name)
def test_what_a_tool_writes_instead_of_a_tree_is_refused_with_a_cure(path: Path) -> None:
    with pytest.raises(InvalidSnapshot) as caught:
        import_tree(path)
    assert ("no importer" in caught.value.problem) == (path.parent.name == "chrome-devtools")  # it has no mark there
    assert caught.value.cure


def test_links_are_found_and_forged_trees_are_not() -> None:
    found = {path.name: embedded_trees(path.read_text(encoding="utf-8")) for path in REFUSED}
    linked = {name for name, trees in found.items() if trees}
    assert linked == {f"playwright-mcp-0.0.83_{what}.md" for what in ("clicked", "link", "waited")}
    assert all(tree.path and tree.path.startswith(".playwright-mcp/page-") for (tree,) in filter(None, found.values()))


@pytest.mark.parametrize("sample", [each for each in ALL if each.format == "playwright-mcp"], ids=name_of)
def test_the_tree_in_a_result_is_the_tree_of_the_result(sample: Sample) -> None:
    (found,) = embedded_trees(sample.text())
    alone, whole = import_tree(found.text or "", format=found.format), import_tree(sample.path)
    assert [(element.role, element.name, element.id) for element in alone] == [
        (element.role, element.name, element.id) for element in whole
    ]
    assert (found.title, found.url) == (whole.title, whole.url)


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=30)
@given(seed=st.integers(0, 2**32))
def test_a_damaged_sample_gives_a_snapshot_or_an_error_of_uidiff(format: str, seed: int) -> None:
    texts = [sample.text() for sample in ALL if sample.format == format]
    assert outcome(mutated(Random(seed), texts), format) in {"snapshot", "error"}  # noqa: S311  # no secret


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=20)
@given(text=st.text(st.characters()))
def test_any_text_gives_a_snapshot_or_an_error_of_uidiff(format: str, text: str) -> None:
    assert outcome(text, format) in {"snapshot", "error"}
