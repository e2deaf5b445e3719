"""The rigs' disks for every test here."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.power.rig import RigVfs, rig
from tests.power.rig_b import FILE_SYSTEMS, FileSystem, LoopDisk, loop_disk, obstacle


@pytest.fixture
def vfs() -> Iterator[RigVfs]:
    """SQLite's door to the rig's disk."""
    with rig() as door:
        yield door


@pytest.fixture(params=FILE_SYSTEMS, ids=[system.name for system in FILE_SYSTEMS])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LoopDisk]:
    """A real disk of each kind, mounted; where the machine cannot have one the test says why."""
    system: FileSystem = request.param
    reason = obstacle(system)
    if reason is not None:
        pytest.skip(f"power rig B, {system.name}: {reason}")
    with loop_disk(system, tmp_path) as made:
        yield made
