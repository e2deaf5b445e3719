"""In the guest: our printer's driver on our own USB/IP client, and the kernel's printer gadget and USB/IP server.

`usbip-vudc` is the kernel's device controller whose cable is a USB/IP connection. Like `usbipd`, a thread here answers
what comes before the transfers, and then hands the connection to the kernel.
"""

import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cashier.usb import open_printer
from firmware.virtual import usbip
from firmware.virtual.address import listen
from firmware.virtual.backend import get_backend
from tests.kernel import vhci
from tests.kernel.inside.gadget import ADDRESS, answering, gadget, print_ticket

_SERVER: Final = "unix:/tmp/vudc"
_CONTROLLER: Final = Path("/sys/devices/platform/usbip-vudc.0")
_AVAILABLE: Final = "1"
_HIGH_SPEED: Final = 3
_LOOK_S: Final = 0.1


def main() -> None:
    """Print a ticket; leave what arrived."""
    for module in ("usbip_vudc", "usb_f_printer"):
        subprocess.run(("modprobe", module), check=True)
    with gadget(_CONTROLLER.name), _serving(), answering():
        print_ticket(lambda: open_printer(ADDRESS, get_backend(_SERVER)))


@contextmanager
def _serving() -> Iterator[None]:
    """Pass connections to the kernel."""
    over = threading.Event()
    with listen(_SERVER) as listener:
        listener.settimeout(_LOOK_S)
        worker = threading.Thread(target=_serve, args=(listener, over))
        worker.start()
        try:
            yield
        finally:
            over.set()
            worker.join()


def _serve(listener: socket.socket, over: threading.Event) -> None:
    while not over.is_set():
        try:
            stream, _ = listener.accept()
        except TimeoutError:
            continue
        with stream:
            stream.settimeout(None)
            _introduce(stream)


def _introduce(stream: socket.socket) -> None:
    """Answer the first question; a connection that wants the device is the kernel's from then on."""
    incoming = usbip.Incoming()
    while (operation := usbip.next_operation(incoming)) is None:
        incoming.feed(stream.recv(4096))
    if isinstance(operation, usbip.DeviceListRequest):
        stream.sendall(usbip.encode_device_list((_summary(),)))
        return
    vhci.awaited(lambda: (_CONTROLLER / "usbip_status").read_text().strip() == _AVAILABLE or None, "a free controller")
    stream.sendall(usbip.encode_import(_summary()))
    (_CONTROLLER / "usbip_sockfd").write_text(f"{stream.fileno()}\n")


def _summary() -> usbip.DeviceSummary:
    """What the list says of the gadget; the rest its descriptors say."""
    return usbip.DeviceSummary(
        path=str(_CONTROLLER),
        bus_id="1-1",
        bus_number=1,
        address=2,
        speed=_HIGH_SPEED,
        vendor=ADDRESS.vendor,
        product=ADDRESS.product,
        release=0,
        major=0,
        minor=0,
        protocol=0,
        configuration=0,
        configurations=1,
        interface_count=1,
        interfaces=(usbip.InterfaceSummary(7, 1, 2),),
    )


if __name__ == "__main__":
    main()
