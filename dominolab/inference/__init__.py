"""Where can the hidden tiles be? Evidence in words, exact counts, fractions and samples (``dl.holdings``)."""
