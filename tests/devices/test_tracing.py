"""A trace writes down what passes, and changes nothing of it."""

import gc
import io

import usb.core

from cashier.devices.tracing import TracingBackend
from cashier.usb import open_printer
from firmware.virtual.backend import VirtualBackend
from firmware.virtual.local import LocalHost
from firmware.virtual.printer import PrinterSettings, printer_device
from tests.devices.near import Near


class Ending(VirtualBackend):
    """A backend that tells when it is ended."""

    def __init__(self, host: LocalHost) -> None:
        super().__init__(host)
        self.ended = False

    def _finalize_object(self) -> None:
        self.ended = True


def test_every_transfer_is_written_down_and_goes_through() -> None:
    near = Near(printer=printer_device(PrinterSettings()))
    capture = io.BytesIO()
    pipe = open_printer(near.address("printer"), TracingBackend(near.backend, capture))
    before = capture.tell()
    pipe.write(b"\x10\x04\x04", 500)
    assert pipe.read(500) == b"\x12"
    pipe.close()
    assert b"\x10\x04\x04" in capture.getvalue()[before:]


def test_a_trace_that_is_over_leaves_the_bus_to_its_other_users() -> None:
    near = Near(printer=printer_device(PrinterSettings()))
    backend = Ending(near.host)
    trace = TracingBackend(backend, io.BytesIO())
    assert usb.core.find(backend=trace) is not None
    del trace
    gc.collect()
    assert not backend.ended
    assert usb.core.find(backend=backend) is not None
