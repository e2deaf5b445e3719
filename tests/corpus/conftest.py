"""Where the recorded hands lie."""

import os
from pathlib import Path

import pytest

BESIDE = Path(__file__).parents[3] / "shared" / "corpus"


@pytest.fixture
def corpus() -> Path:
    """The folder of recorded hands, named by JAKAJA_CORPUS or found in `shared/corpus` beside the checkout."""
    folder = Path(os.environ.get("JAKAJA_CORPUS", BESIDE))
    if not (folder / "pluribus.phhs").is_file():
        pytest.skip(f"no recorded hands in {folder}: set JAKAJA_CORPUS to their folder")
    return folder
