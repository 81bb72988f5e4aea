"""Widgets for the notebook, all composed of the board."""
