"""The shared engine: tiles, rules, the law, positions, views, matches. Standard library only."""
