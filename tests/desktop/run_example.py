"""Runs a program on a private desktop of its own: python tests/desktop/run_example.py PROGRAM ARGUMENTS…"""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.desktop.private import private_desktop  # from where it is


def main() -> int:
    python = {name: value for name, value in os.environ.items() if name.startswith("PYTHON")}
    with private_desktop() as desktop:
        environment = {**desktop.environment, **python}
        return subprocess.run([sys.executable, *sys.argv[1:]], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
