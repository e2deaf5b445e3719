"""The demonstration: a whole table with virtual devices and bots, with or without a display."""
