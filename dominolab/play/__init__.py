"""Who decides: players, the solver for open tables, advice for hidden tiles, and the annotation of records."""
