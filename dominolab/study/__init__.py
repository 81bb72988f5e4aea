"""Many games: the compiled loop, workers, tables of results, and exact answers for tiny games."""
