"""Pictures of a game: the table as SVG, charts, and a page that replays a record."""
