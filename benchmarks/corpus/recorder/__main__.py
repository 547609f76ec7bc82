"""Record applications, or look at recordings: ``python -m benchmarks.corpus.recorder NAME …``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks.corpus.recorder import looking
from benchmarks.corpus.recorder.agreement import agreement_of
from benchmarks.corpus.recorder.record_desktop import DESKTOP, record_program
from benchmarks.corpus.recorder.web_apps import TEXTS, WEB, record_app, record_texts

CORPUS = Path(__file__).parents[1]


def web_apps() -> dict[str, Callable[[], Path]]:
    """What records each web application, by its name."""
    folders = sorted(steps.parent for steps in WEB.glob("*/steps.py"))
    return {folder.name: partial(record_app, folder, CORPUS / "web") for folder in folders}


def desktop_programs() -> dict[str, Callable[[], Path]]:
    """What records each program of the desktop, by its name."""
    names = sorted(program.stem for program in DESKTOP.glob("*.py"))
    return {name: partial(record_program, name, CORPUS / "atspi") for name in names}


def texts_of(name: str, *, again: bool) -> str:
    """How well the texts of a recording agree with it; they are written again first, if wanted."""
    recording = CORPUS / "web" / f"{name}.jsonl.gz"
    if not recording.exists() or (again and not (WEB / name / "steps.py").exists()):
        raise SystemExit(f"no recording of a web application {name!r}" + ", or no script of it" * again)
    texts = record_texts(WEB / name, CORPUS / "web") if again else CORPUS / "web" / TEXTS / f"{name}.pw.jsonl.gz"
    return agreement_of(recording, texts) if texts.exists() else f"{name}: no texts"


def main() -> int:
    apps = web_apps() | desktop_programs()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.corpus.recorder", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="applications to record again")
    parser.add_argument("--list", action="store_true", help="the applications that can be recorded")
    parser.add_argument("--score", action="store_true", help="record nothing: score the matcher on the recordings")
    parser.add_argument("--show", action="store_true", help="record nothing: what came, went and changed in each step")
    parser.add_argument(
        "--texts", action="store_true", help="record nothing: write what Playwright prints in the session"
    )
    parser.add_argument(
        "--agreement", action="store_true", help="record nothing: are the recorded names in those texts"
    )
    options = parser.parse_args()
    if options.list or not options.names:
        print(*apps, sep="\n")
        return 0
    for name in options.names:
        if options.texts or options.agreement:
            print(texts_of(name, again=options.texts), flush=True)
            continue
        if options.score or options.show:
            file = next(CORPUS.glob(f"*/{name}.jsonl.gz"), None)
        else:
            file = apps[name]() if name in apps else None
        if file is None:
            print(f"no application {name!r}; known: {', '.join(apps)}", file=sys.stderr)
            return 2
        if options.show:
            looking.show(file)
        print(looking.score_of(file))
    return 0


if __name__ == "__main__":
    sys.exit(main())
