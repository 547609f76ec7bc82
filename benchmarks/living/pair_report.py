"""The tables and targets of the pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import attrs

from benchmarks.living.pair import Pair, bare_records, least_edit, shorter_edit, survivors
from benchmarks.report import Report

__all__ = ["Row", "add_pairs", "row_of"]

ABOVE = 0.1
"""The records of all pairs may be this share above the least edits."""


@attrs.frozen
class Row:
    """What one pair came to."""

    name: str
    elements: int
    live: int
    bare: int
    least: int
    shorter: int
    moves: bool
    survivors: int
    lost: tuple[str, ...]
    returned: int
    returned_lost: tuple[str, ...]
    false: tuple[str, ...]

    @property
    def group(self) -> str:
        return self.name.rpartition("(")[2].partition(")")[0]

    def line(self) -> str:
        """The row as one line, with the names of what went wrong."""
        counts = f"live {self.live}, bare {self.bare}, least {self.least}{', moves' if self.moves else ''}"
        wrong = [f"{self.live - self.bare} more than bare"] if self.live > self.bare else []
        for what, keys in (("lost refs", self.lost), ("not back", self.returned_lost), ("not removed", self.false)):
            wrong += [f"{what}: {', '.join(keys[:4])}{f' and {len(keys) - 4} more' if len(keys) > 4 else ''}"] * bool(
                keys
            )
        return f"{'BAD ' if wrong else 'ok  '} {self.name}: {counts}" + "".join(f"; {one}" for one in wrong)


def row_of(pair: Pair, edits: tuple[int, int] | None = None) -> Row:
    """Judge one pair; ``edits`` are its least edits, if they are known."""
    least, shorter = edits or (least_edit(pair), shorter_edit(pair))
    returned = pair.returned()
    return Row(
        name=pair.name,
        elements=len(pair.after.snapshot),
        live=pair.records,
        bare=bare_records(pair),
        least=least,
        shorter=shorter,
        moves=pair.moves,
        survivors=survivors(pair),
        lost=tuple(pair.lost()),
        returned=len(returned),
        returned_lost=tuple(key for key, kept in returned.items() if not kept),
        false=tuple(pair.falsely_removed()),
    )


COLUMNS = (
    *("pairs", "live", "bare", "least", "least of all", "live > bare"),
    *("survivors", "ref kept", "returned", "ref again", "falsely removed"),
)


def add_pairs(report: Report, rows: Sequence[Row]) -> None:
    """Add the tables and targets of these pairs."""
    groups = list(dict.fromkeys(row.group for row in rows))
    apps = list(dict.fromkeys(row.name.partition(":")[0] for row in rows))
    cells = [[group, *_totals([row for row in rows if row.group == group])] for group in groups]
    report.table("Pairs by renderer", ("renderer", *COLUMNS), [*cells, ["**all**", *_totals(rows)]])
    cells = [[app, *_totals([row for row in rows if row.name.startswith(f"{app}:")])] for app in apps]
    report.table("Pairs by application", ("application", *COLUMNS), cells)
    kinds: list[tuple[str, Callable[[Row], bool]]] = [
        ("nothing moves", lambda row: not row.moves),
        ("something moves", lambda row: row.moves),
    ]
    cells = [[kind, *_totals([row for row in rows if holds(row)])] for kind, holds in kinds]
    report.table("Pairs in which something moves, and others", ("kind", *COLUMNS), cells)
    worst = sorted((row for row in rows if row.live > row.bare), key=lambda row: (row.bare - row.live, row.name))[:20]
    if worst:
        report.table(
            "Pairs of which a session tells more than two bare trees: the worst",
            ("pair", "live", "bare", "least"),
            [[row.name, row.live, row.bare, row.least] for row in worst],
        )
    still = [row for row in rows if not row.moves]
    report.target("pairs", len(rows), 120, at_least=True)
    report.target(
        "pairs of which a session tells more than two bare trees", _sum(row.live > row.bare for row in rows), 0
    )
    report.target(
        "records live / least edit, in total, where nothing moves",
        _sum(row.live for row in still) / max(1, _sum(row.least for row in still)),
        1 + ABOVE,
    )
    report.target(
        "records above the least edit, pair by pair, as a share of all least edits",
        _sum(max(0, row.live - row.least) for row in rows) / max(1, _sum(row.least for row in rows)),
        ABOVE,
    )
    lost, gone = _sum(len(row.lost) for row in rows), _sum(len(row.returned_lost) for row in rows)
    report.target("refs of survivors that were lost", lost, 0)
    report.target("refs of what was hidden and came back that were lost", gone, 0)
    report.target("elements falsely said to be removed", _sum(len(row.false) for row in rows), 0)


def _totals(rows: Sequence[Row]) -> list[int]:
    kept = _sum(row.survivors - len(row.lost) for row in rows)
    again = _sum(row.returned - len(row.returned_lost) for row in rows)
    told = [_sum(getattr(row, name) for row in rows) for name in ("live", "bare", "least", "shorter")]
    more = _sum(row.live > row.bare for row in rows)
    seen = [_sum(row.survivors for row in rows), kept, _sum(row.returned for row in rows), again]
    return [len(rows), *told, more, *seen, _sum(len(row.false) for row in rows)]


def _sum(numbers: Iterable[int]) -> int:
    return sum(numbers)
