"""One module for each command of `dominolab`; the table is in `dominolab/cli.py`."""
