"""The classic Jupyter notebook over one notebook about penguins (invented figures).

python server.py PORT: makes a folder with the notebook and serves it.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

CELLS = [
    new_markdown_cell("# Penguins\nHow heavy are they, by island?"),
    new_code_cell(
        "weights = {'Biscoe': [4200, 4800, 5100], 'Dream': [3700, 3650, 3900], 'Torgersen': [3750, 3800, 3250]}\n"
        "len(weights)"
    ),
    new_markdown_cell("## Means"),
    new_code_cell("for island, values in weights.items():\n    print(f'{island:10} {sum(values) / len(values):8.1f} g')"),
    new_code_cell(
        "from IPython.display import HTML\n"
        "rows = ''.join(f'<tr><td>{k}</td><td>{len(v)}</td><td>{max(v)}</td></tr>' for k, v in weights.items())\n"
        "HTML(f'<table><tr><th>Island</th><th>Birds</th><th>Heaviest</th></tr>{rows}</table>')"
    ),
    new_markdown_cell("## Errors\n- a name that is wrong\n- a key that is missing"),
    new_code_cell("weights['Anvers']"),
]

if __name__ == "__main__":
    home = Path("home").absolute()
    shutil.rmtree(home, ignore_errors=True)
    files = home / "notebooks"
    files.mkdir(parents=True)
    nbformat.write(new_notebook(cells=CELLS, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}}), files / "penguins.ipynb")
    for name in ("islands.txt", "notes.md"):
        (files / name).write_text("Biscoe, Dream, Torgersen\n")
    os.environ |= {"HOME": str(home), "IPYTHONDIR": str(home / ".ipython"), "JUPYTER_RUNTIME_DIR": str(home / "runtime")}
    os.chdir(files)
    options = (
        f"--port={sys.argv[1]}",
        "--no-browser",
        "--allow-root",
        "--ServerApp.ip=localhost",
        "--IdentityProvider.token=",
        "--ServerApp.password=",
        "--ServerApp.allow_remote_access=True",
    )
    os.execv(sys.executable, [sys.executable, "-m", "nbclassic", *options])
