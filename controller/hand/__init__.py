"""One hand of poker: betting, dealing, pots, showdown."""
