"""A table's own keys: where they lie, how they are sealed, and the numbers that may never go back (SEC-4, SEC-5)."""
