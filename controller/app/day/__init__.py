"""A gaming day at one table: people come, play, go away and come back, on the pure machine and a virtual clock."""
