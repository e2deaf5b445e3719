"""Every game, ruling and rule set as data."""
