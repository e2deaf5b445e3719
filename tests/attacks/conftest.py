"""A table for every attack here."""

from tests.app.conftest import house

__all__ = ["house"]
