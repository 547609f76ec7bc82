"""The true counter: tokens of the o200k_base encoding, by the npm package that package.json names.

The first use installs it into benchmarks/tokens/node_modules, which git ignores; that needs Node.js with npm, and a
registry once. After that all works offline: the package brings its tables.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

__all__ = ["count", "vocabulary"]

HERE = Path(__file__).parent
SCRIPT = HERE.parent / "corpus" / "count_tokens.mjs"
PACKAGE = HERE / "node_modules" / "gpt-tokenizer"
AT_ONCE = 200  # texts in a line for the script


def count(texts: Iterable[str]) -> list[int]:
    """The number of o200k_base tokens of each text."""
    given = list(texts)
    _install()
    lines = [json.dumps(given[start : start + AT_ONCE]) for start in range(0, len(given), AT_ONCE)]
    answer = subprocess.run(  # noqa: S603  # our own script
        [_program("node"), str(SCRIPT)],
        input="\n".join(lines),
        cwd=HERE,
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    ).stdout
    counts = [number for line in answer.splitlines() for number in json.loads(line)]
    assert len(counts) == len(given)
    return counts


def vocabulary() -> dict[bytes, int]:
    """The tokens of the encoding as bytes, each with its rank: the lower one is merged first."""
    _install()
    lines = (PACKAGE / "data" / "o200k_base.tiktoken").read_text(encoding="ascii").splitlines()
    pairs = (line.split() for line in lines if line)
    return {base64.b64decode(token): int(rank) for token, rank in pairs}


def _install() -> None:
    if PACKAGE.is_dir():
        return
    command = [_program("npm"), "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    try:
        subprocess.run(command, cwd=HERE, check=True, capture_output=True, text=True)  # noqa: S603
    except subprocess.CalledProcessError as error:
        raise SystemExit(
            f"npm could not install the tokenizer that this benchmark counts with:\n{error.stderr}"
        ) from None


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise SystemExit(
            f"this benchmark counts tokens with a package from npm, and there is no {name!r} here: install Node.js"
            " 18 or later with npm (Debian, Ubuntu: the packages nodejs and npm), or leave the benchmark out"
        )
    return found
