"""What contestants answered, in a form that can be compared: times count only between equal answers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import attrs
import pyarrow as pa

__all__ = ["COLUMNS", "Answer"]

KEY = ("session", "window", "before_seq", "after_seq")
COLUMNS = (*KEY, "op", "before_index", "after_index", "role", "name", "fields")
"""What all contestants say of a change; uidiff's rows have more."""

CONTENT = ("added", "removed", "changed")
"""What a join of rows can see: it knows nothing of places."""


@attrs.frozen
class Answer:
    """How many rows there are and a digest of them; and the same of those alone that a join can see."""

    rows: int
    digest: str
    content_rows: int
    content_digest: str

    @classmethod
    def of_table(cls, table: pa.Table) -> Answer:
        """That of a table with COLUMNS, in any order."""
        cells = (table.column(name).to_pylist() for name in COLUMNS[:-1])
        fields = (
            tuple((one["field"], one["before"], one["after"]) for one in cell or ())
            for cell in table.column("fields").to_pylist()
        )
        return cls.of_rows(zip(*cells, fields, strict=True))

    @classmethod
    def of_rows(cls, rows: Iterable[tuple[Any, ...]]) -> Answer:
        """That of tuples of COLUMNS; a field is a tuple of its name and both values."""
        all_rows = list(map(tuple, rows))
        content = [row for row in all_rows if row[len(KEY)] in CONTENT]
        return cls(len(all_rows), _digest(all_rows), len(content), _digest(content))

    def agrees(self, other: Answer, *, content: bool = False) -> bool:
        """Whether both say the same; ``content``: of what a join can see."""
        if content:
            return self.content_digest == other.content_digest
        return self.digest == other.digest


def _digest(rows: list[tuple[Any, ...]]) -> str:
    lines = sorted(map(repr, rows))
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()
