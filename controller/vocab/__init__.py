"""The words every layer shares: ids, time, seats, chips, refusals, limits, and every command and event record."""
