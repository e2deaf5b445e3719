"""The aggregate: one state, one way in, for everything the table does."""
