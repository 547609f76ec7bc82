"""``python -m uidiff``: the command line."""

import sys

from uidiff.cli import main

if __name__ == "__main__":
    sys.exit(main())
