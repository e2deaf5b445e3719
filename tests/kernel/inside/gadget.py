"""In the guest: a printer made of the kernel's own parts, and a ticket printed on it by our driver.

The kernel plays the device's side: its function driver for printers, whose paper is a file, on one of its device
controllers. Behind that file stands something that keeps every byte and answers as an idle printer does.
"""

import errno
import os
import select
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from cashier import records as cash
from cashier.devices.driver import Opener
from cashier.devices.ticket_layout import TicketText
from cashier.devices.ticket_printer import TicketPrinter
from cashier.money import Money
from cashier.records import DeviceId, PrintTicket, TicketPrinted, VoucherNumber, VoucherState
from cashier.usb import PrinterPipe, UsbAddress
from firmware.virtual.escpos import Command, Reader, Token

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

ADDRESS: Final = UsbAddress(0x1209, 0x0003, "GADGET01")
_CONFIG: Final = Path("/sys/kernel/config")
_PAPER: Final = Path("/dev/g_printer0")
_MOST_STEPS: Final = 100
_LOOK_S: Final = 0.02


def ticket(state: VoucherState) -> PrintTicket:
    """The ticket, as far as the machine has got with it."""
    return PrintTicket(number=NUMBER, amount=Money(12_345), issued_at=0, expires=1, state=state)


_EXPECTED: Final = [
    cash.DeviceReported(device=DeviceId("printer"), condition="ready"),
    cash.TicketSending(NUMBER),
    TicketPrinted(NUMBER),
]


def print_ticket(open_pipe: Opener[PrinterPipe]) -> None:
    """Print the ticket to its proof. Raises `SystemExit` if the driver says anything else."""
    driver = TicketPrinter(DeviceId("printer"), open_pipe, lambda _: TEXT)
    said: list[cash.Command] = []
    for _step in range(_MOST_STEPS):
        said += driver.step([ticket("sent" if said else "reserved")])
        if len(said) == len(_EXPECTED):
            break
    driver.close()
    if said != _EXPECTED:
        raise SystemExit(f"the driver has said {said[:10]}")


@contextmanager
def gadget(controller: str) -> Iterator[None]:
    """A printer on a device controller of the kernel's; it is taken apart afterwards."""
    if not _CONFIG.is_mount():
        subprocess.run(("mount", "-t", "configfs", "configfs", _CONFIG), check=True)
    gadget = _CONFIG / "usb_gadget" / "printer"
    function, configuration = gadget / "functions" / "printer.lp", gadget / "configs" / "c.1"
    words, link = gadget / "strings" / "0x409", configuration / "printer.lp"
    for folder in (gadget, words, function, configuration):
        folder.mkdir()
    for file, content in (
        (gadget / "idVendor", f"{ADDRESS.vendor:#06x}"),
        (gadget / "idProduct", f"{ADDRESS.product:#06x}"),
        (words / "serialnumber", ADDRESS.serial),
        (function / "pnp_string", "MFG:Linux;MDL:Gadget;CLS:PRINTER;"),
    ):
        file.write_text(content)
    link.symlink_to(function)
    (gadget / "UDC").write_text(controller)
    try:
        yield
    finally:
        (gadget / "UDC").write_text("\n")
        link.unlink()
        for folder in (configuration, function, words, gadget):
            folder.rmdir()


@contextmanager
def answering() -> Iterator[None]:
    """Keeps and answers what arrives at the device's side."""
    over = threading.Event()
    worker = threading.Thread(target=_serve, args=(over,))
    worker.start()
    try:
        yield
    finally:
        over.set()
        worker.join()


def _serve(over: threading.Event) -> None:
    """A job of the gadget's own: the paper can be opened and read while a host has configured the printer."""
    reader = Reader()
    with Path(RECEIVED).open("wb") as received, ExitStack() as opened:
        paper = None
        while not over.wait(_LOOK_S):
            with _unless_unconfigured():
                if paper is None:
                    paper = os.open(_PAPER, os.O_RDWR)
                    opened.callback(os.close, paper)
                while select.select([paper], [], [], _LOOK_S)[0]:
                    data = os.read(paper, 4096)
                    received.write(data)
                    os.write(paper, b"".join(map(_answer, reader.feed(data))))


@contextmanager
def _unless_unconfigured() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        if problem.errno not in (errno.ENOENT, errno.ENODEV):
            raise


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
