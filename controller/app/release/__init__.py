"""Releases on a disk: what runs was installed from, making, signing, installing, going back (SEC-4)."""
