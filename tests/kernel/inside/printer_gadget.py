"""In the guest: our printer's driver against the kernel's printer gadget.

The kernel plays the device's side: its own function driver on its own device controller (`dummy_hcd`), whose paper is
a file. Behind that file stands something that keeps every byte and answers as an idle printer does.
"""

import errno
import os
import select
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cashier import records as cash
from cashier.devices.ticket_layout import TicketText
from cashier.devices.ticket_printer import TicketPrinter
from cashier.money import Money
from cashier.records import DeviceId, PrintTicket, TicketPrinted, VoucherNumber, VoucherState
from cashier.usb import UsbAddress, open_printer
from firmware.virtual.escpos import Command, Reader, Token
from tests.kernel import vhci

RECEIVED: Final = "received.bin"
NUMBER: Final = VoucherNumber("123456789012345678")
TEXT: Final = TicketText(
    house="Pöytä 7",
    title="Kotiutuslippu",
    amount="123,45 €",
    number_label="Tarkistenumero",
    issued="Kirjoitettu 30.11.2026 12:00",
    expires="Érvényes: 2026. 12. 30., őŐűŰ",
    machine="Kiosk 1",
    currency="EUR",
)

_ADDRESS: Final = UsbAddress(0x1209, 0x0003, "GADGET01")
_GADGET: Final = Path("/sys/kernel/config/usb_gadget/printer")
_PAPER: Final = Path("/dev/g_printer0")
_MOST_STEPS: Final = 100


def ticket(state: VoucherState) -> PrintTicket:
    """The ticket, as far as the machine has got with it."""
    return PrintTicket(number=NUMBER, amount=Money(12_345), issued_at=0, expires=1, state=state)


def main() -> None:
    """Print a ticket to its proof; leave what arrived."""
    with _gadget(), _mind():
        driver = TicketPrinter(DeviceId("printer"), lambda: open_printer(_ADDRESS), lambda _: TEXT)
        said: list[cash.Command] = []
        for _step in range(_MOST_STEPS):
            said += driver.step([ticket("sent" if said else "reserved")])
            if len(said) == len(_EXPECTED):
                break
        driver.close()
    if said != _EXPECTED:
        raise SystemExit(f"the driver has said {said[:10]}")


_EXPECTED: Final = [
    cash.DeviceReported(device=DeviceId("printer"), condition="ready"),
    cash.TicketSending(NUMBER),
    TicketPrinted(NUMBER),
]


@contextmanager
def _gadget() -> Iterator[None]:
    """A printer made of the kernel's parts, plugged into the kernel's own port."""
    for module in ("dummy_hcd", "usb_f_printer"):
        subprocess.run(("modprobe", module), check=True)
    subprocess.run(("mount", "-t", "configfs", "configfs", "/sys/kernel/config"), check=True)
    function, configuration = _GADGET / "functions" / "printer.lp", _GADGET / "configs" / "c.1"
    words = _GADGET / "strings" / "0x409"
    for folder in (_GADGET, words, function, configuration):
        folder.mkdir()
    for file, content in (
        (_GADGET / "idVendor", f"{_ADDRESS.vendor:#06x}"),
        (_GADGET / "idProduct", f"{_ADDRESS.product:#06x}"),
        (words / "serialnumber", _ADDRESS.serial),
        (function / "pnp_string", "MFG:Linux;MDL:Gadget;CLS:PRINTER;"),
    ):
        file.write_text(content)
    (configuration / "printer.lp").symlink_to(function)
    (_GADGET / "UDC").write_text("dummy_udc.0")
    yield
    (_GADGET / "UDC").write_text("\n")


def _paper() -> int | None:
    """The gadget's file, once the kernel's other half has configured the printer."""
    try:
        return os.open(_PAPER, os.O_RDWR)
    except OSError as problem:
        if problem.errno in (errno.ENOENT, errno.ENODEV):
            return None
        raise


@contextmanager
def _mind() -> Iterator[None]:
    """Keeps and answers what arrives at the device's side."""
    paper = vhci.awaited(_paper, "the gadget's file")
    over = threading.Event()
    reader = Reader()

    def serve() -> None:
        with Path(RECEIVED).open("wb") as received:
            while not over.is_set():
                if select.select([paper], [], [], 0.05)[0]:
                    data = os.read(paper, 4096)
                    received.write(data)
                    os.write(paper, b"".join(map(_answer, reader.feed(data))))

    worker = threading.Thread(target=serve)
    worker.start()
    yield
    over.set()
    worker.join()
    os.close(paper)


def _answer(token: Token) -> bytes:
    """What an idle printer says to a question: fixed bits, nothing wrong, and any process id back."""
    if not isinstance(token, Command):
        return b""
    match token.name:
        case "DLE EOT":
            return b"\x12"
        case "GS a":
            return b"\x10\0\0\0"
        case "GS r":
            return b"\0"
        case "GS ( H":
            return b"\x37\x22" + token.data[-4:] + b"\0"
        case _:
            return b""


if __name__ == "__main__":
    main()
