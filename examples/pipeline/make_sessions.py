"""Make sessions for the pipeline: a folder a day, files of three tools, faults planted in what is recorded.

    python examples/pipeline/make_sessions.py sessions
    python examples/pipeline/make_sessions.py sessions --days 4 --sessions 25 --steps 30 --rows 65  # 2 million elements

What is planted is drawn from ``--seed`` and written beside the folder (``sessions.planted.json``), where the pipeline
never looks. The traces are real ones, of Playwright; the other sessions are those of a made shop. Some files are
broken.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import attrs
from made_files import TRACES, write_own, write_rrweb, write_trace
from made_shop import Planted, Shop

FIRST_DAY = datetime(2026, 11, 1, 8, tzinfo=UTC)
ONE_IN = 3
"""How many sessions there are for each one of rrweb."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Make sessions for the pipeline.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--days", type=int, default=3)
    parser.add_argument("--sessions", type=int, default=12, help="of each day, besides a trace")
    parser.add_argument("--steps", type=int, default=20, help="of each session")
    parser.add_argument("--rows", type=int, default=6, help="of the list on each screen; a row has 4 elements")
    parser.add_argument("--seed", type=int, default=24)
    given = parser.parse_args(arguments)
    make(given.folder, days=given.days, sessions=given.sessions, steps=given.steps, rows=given.rows, seed=given.seed)
    print(f"{given.folder}: {given.days} days; what is planted: {planted_file(given.folder)}")
    return 0


def planted_file(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.planted.json")


def make(folder: Path, *, days: int, sessions: int, steps: int, rows: int, seed: int) -> None:
    """Write all files; the same arguments give the same sessions."""
    planted = Planted.drawn(Random(seed), days)  # noqa: S311  # no secret
    for day in range(days):
        start = FIRST_DAY + timedelta(days=day)
        below = folder / f"day={start:%Y-%m-%d}"
        below.mkdir(parents=True, exist_ok=True)
        for number in range(sessions):
            random = Random(f"{seed} {day} {number}")  # noqa: S311  # no secret
            begun = start.timestamp() + 600 * number
            looks = Shop(planted, random, day=day, start=begun, rows=rows).looks(steps)
            if number % ONE_IN:
                write_own(below / f"own-{number:03}.jsonl.gz", looks)
            else:
                write_rrweb(below / f"replay-{number:03}.json", looks)
        if TRACES:
            write_trace(below / "test.zip", TRACES[day % len(TRACES)], start.timestamp())
    broken = _break(folder / f"day={FIRST_DAY:%Y-%m-%d}")
    said = {**attrs.asdict(planted), "broken": broken, "seed": seed}
    said["error_from_day"] = f"{FIRST_DAY + timedelta(days=planted.error_from_day):%Y-%m-%d}"
    planted_file(folder).write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")


def _break(below: Path) -> list[str]:
    """Write files that are broken: a recording cut short, one with a damaged line, a replay cut short, no zip."""
    own, replay = below / "own-001.jsonl.gz", below / "replay-000.json"
    lines = gzip.decompress(own.read_bytes()).splitlines(keepends=True)
    lines[len(lines) // 2] = b"\x00\x01 no JSON\n"
    broken = {
        "cut.jsonl.gz": own.read_bytes()[: own.stat().st_size // 2],
        "damaged.jsonl.gz": gzip.compress(b"".join(lines), mtime=0),
        "cut.json": replay.read_bytes()[: replay.stat().st_size // 2],
        "none.zip": b"PK\x03\x04 this is no zip",
    }
    for name, data in broken.items():
        (below / name).write_bytes(data)
    return [f"{below.name}/{name}" for name in broken]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
