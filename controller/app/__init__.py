"""The composition root, and the only place with a clock, sockets, processes and files."""
