"""In the guest: our printer's driver on the real libusb, and the kernel's printer gadget at a port of the kernel's."""

import subprocess

from cashier.usb import open_printer
from tests.kernel.inside.gadget import ADDRESS, answering, gadget, print_ticket


def main() -> None:
    """Print a ticket; leave what arrived."""
    for module in ("dummy_hcd", "usb_f_printer"):
        subprocess.run(("modprobe", module), check=True)
    with gadget("dummy_udc.0"), answering():
        print_ticket(lambda: open_printer(ADDRESS))


if __name__ == "__main__":
    main()
