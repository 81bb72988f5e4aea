"""`python -m dominolab` is the command `dominolab`."""

from __future__ import annotations

import sys

from dominolab.cli import main

if __name__ == "__main__":
    sys.exit(main())
