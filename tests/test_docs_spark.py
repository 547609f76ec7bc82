"""The pages about tables: every public name is explained, and the columns are those that the tables have."""

import re
from pathlib import Path

import pyarrow as pa
import pytest

from uidiff import arrow
from uidiff import spark as uispark
from uidiff.spark.schemas import spark_type

HOWTO = Path(__file__).parents[1] / "docs" / "howto"
PAGE = (HOWTO / "spark.md").read_text(encoding="utf-8")
NODE_TYPE = uispark.NODE_TYPE.simpleString()


def listed(heading: str) -> list[tuple[str, str]]:
    """The columns in the table below a heading: their names and types."""
    below = PAGE.partition(f"\n### {heading}\n")[2]
    table = below[: re.search(r"^(?:#|NULL|Then|`EVENT|\| op)", below, re.MULTILINE).start()]  # type: ignore[union-attr]  # it is there
    return re.findall(r"^\| `(\w+)` \| (\S+) \|", table, re.MULTILINE)


@pytest.mark.parametrize(
    ("heading", "fields"),
    [
        ("Snapshots", list(arrow.SNAPSHOTS)),
        ("An element", list(arrow.NODE)),
        ("Changes", list(arrow.CHANGES)),
        ("Elements, a row each", list(arrow.NODES)[: arrow.NODES.get_field_index("subtree_hash") + 1]),
        ("Events, a row each", list(arrow.EVENTS)),
    ],
)
def test_the_page_lists_the_columns_and_types_of_a_table_and_no_others(heading: str, fields: list[pa.Field]) -> None:
    types = {field.name: spark_type(field.type).simpleString().replace(NODE_TYPE, "element") for field in fields}
    assert listed(heading) == list(types.items())


def test_the_page_says_what_each_op_is_about() -> None:
    table = PAGE.partition("| op | a row for |")[2].partition("\n\n")[0]
    ops = "".join(re.findall(r"^\|(.*?)\|", table, re.MULTILINE))
    assert re.findall(r"`(\w+)`", ops) == list(arrow.OPS)


@pytest.mark.parametrize(
    ("page", "name"), [("arrow", name) for name in arrow.__all__] + [("spark", name) for name in uispark.__all__]
)
def test_every_public_name_of_the_room_is_explained(page: str, name: str) -> None:
    pages = (f"{page}.md", "tables.md")
    assert any(re.search(rf"\b{name}\b", (HOWTO / each).read_text(encoding="utf-8")) for each in pages)
