"""In the guest: the scripted evening over the kernel's own bus and libusb."""

from pathlib import Path
from typing import Final

import msgspec

from tests.kernel.inside.kernel_route import kernel_route
from tests.routes.script import play

RESULTS: Final = "results.json"


def main() -> None:
    """Leave the results."""
    with kernel_route() as route:
        Path(RESULTS).write_bytes(msgspec.json.encode(play(route, Path("/tmp/evening"))))


if __name__ == "__main__":
    main()
