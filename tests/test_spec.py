"""The specification in docs/spec: what code and tests cite is there."""

import os
import re
from functools import cache
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parent.parent
SPEC = ROOT / "docs" / "spec"
FOLDERS = ("src", "tests", "benchmarks", "examples", "docs")
CITATION = re.compile(r"\bspec/(?P<page>[a-z-]+)(?P<anchors>#[\w-]+(?:(?:, and |, | and | to )#[\w-]+)*)?")
OLD_NAMES = re.compile(r"\b(?:DEFINITIONS|SPEC|BAD_INPUTS)\s+[A-Z]?\d|\bfield notes\b|\bfield/[A-Z]+\b")
NUMBERED = re.compile(r"\b(?:def test_|id=\")bad_input_(\d+)[_ ]")


@cache
def sources() -> list[tuple[Path, str]]:
    """Each file of code, tests and docs, and its text."""
    paths = []
    for top, folders, names in chain.from_iterable(os.walk(ROOT / folder) for folder in FOLDERS):
        folders[:] = sorted({*folders} - {"build", "corpus", "node_modules"})  # what benchmarks install and make
        paths += [Path(top, name) for name in sorted(names) if name.endswith((".py", ".md", ".js"))]
    return [(path, path.read_text(encoding="utf-8")) for path in paths if path != Path(__file__)]


@cache
def anchors(page: str) -> frozenset[str]:
    """The anchors of a page's headings, as a code host makes them of the text."""
    headings = re.findall(r"^#+ (.+)$", (SPEC / f"{page}.md").read_text(encoding="utf-8"), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)


def test_each_citation_leads_to_a_heading() -> None:
    lost, followed = [], 0
    for path, text in sources():
        for cited in CITATION.finditer(re.sub(r"\s+(?:# )?", " ", text)):
            page = cited["page"]
            if not (SPEC / f"{page}.md").is_file():
                lost.append(f"{path.relative_to(ROOT)}: no page docs/spec/{page}.md")
                continue
            for anchor in re.findall(r"#([\w-]+)", cited["anchors"] or ""):
                followed += 1
                if anchor not in anchors(page):
                    lost.append(f"{path.relative_to(ROOT)}: docs/spec/{page}.md has no heading #{anchor}")
    assert not lost
    assert followed > 200


def test_nothing_cites_what_is_outside_the_repository() -> None:
    assert [str(path.relative_to(ROOT)) for path, text in sources() if OLD_NAMES.search(text)] == []


def test_a_test_named_by_a_bad_input_has_its_heading() -> None:
    numbers = {number for _, text in sources() for number in NUMBERED.findall(text)}
    assert numbers
    assert {number.lstrip("0") for number in numbers} <= anchors("bad-inputs")


def test_each_page_is_in_the_table_of_the_specification() -> None:
    index = (SPEC / "index.md").read_text(encoding="utf-8")
    assert [page.stem for page in SPEC.glob("*.md") if page.stem != "index" and f"]({page.name})" not in index] == []
