"""Exercises: make, check, hint, worksheets and answer keys, class results."""
