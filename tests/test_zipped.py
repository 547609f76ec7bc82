"""The package in a zip, which Spark and other runners send to their workers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import uidiff

PROGRAM = """
import uidiff

before, after = (uidiff.Snapshot.from_dicts([{"role": "dialog", "name": name}]) for name in ("Save?", "Saved"))
print(uidiff.__file__)
print(uidiff.render(uidiff.diff(before, after)))
print(uidiff.json_schema("snapshot")["$id"], uidiff.__version__)
uidiff.write_html("page.html", [before, after])
"""


def test_it_is_imported_from_a_zip_with_its_files(tmp_path: Path) -> None:
    package = Path(uidiff.__file__).parent
    archive = shutil.make_archive(str(tmp_path / "sent"), "zip", package.parent, package.name)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": archive},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )
    assert done.stderr == ""
    place, *said = done.stdout.splitlines()
    assert place == str(Path(archive) / "uidiff" / "__init__.py")
    assert said == [
        "# diff: 1 changed, 0 unchanged.",
        '~ dialog e1 "Save?" -> "Saved"',
        f"{uidiff.json_schema('snapshot')['$id']} {uidiff.__version__}",
    ]
    assert (tmp_path / "page.html").stat().st_size > 1000
