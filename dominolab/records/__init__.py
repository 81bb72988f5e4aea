"""A game on paper: notation, its JSON twin, and short codes to copy."""
