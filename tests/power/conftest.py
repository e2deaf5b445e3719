"""The rig's disk for every test here."""

from collections.abc import Iterator

import pytest

from tests.power.rig import RigVfs, rig


@pytest.fixture
def vfs() -> Iterator[RigVfs]:
    """SQLite's door to the rig's disk."""
    with rig() as door:
        yield door
