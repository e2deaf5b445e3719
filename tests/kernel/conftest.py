"""One guest for all tests here; where the machine cannot have one, each test says why."""

from collections.abc import Iterator

import pytest

from tests.kernel.guest import Guest, booted, cache_folder
from tests.kernel.image import make_image, missing_program


@pytest.fixture(scope="session")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """A booted guest."""
    missing = missing_program()
    if missing is not None:
        pytest.skip(f"the real kernel: {missing} is not installed")
    with booted(make_image(cache_folder()), tmp_path_factory.mktemp("guest")) as running:
        yield running
