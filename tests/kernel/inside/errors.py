"""In the guest: every error that there is, over the kernel's own bus and libusb."""

from pathlib import Path
from typing import Final

import msgspec

from tests.kernel.inside.kernel_route import kernel_route
from tests.routes.error_classes import meet_all

MET: Final = "met.json"


def main() -> None:
    """Leave what was met."""
    with kernel_route() as route:
        Path(MET).write_bytes(msgspec.json.encode(meet_all(route)))


if __name__ == "__main__":
    main()
