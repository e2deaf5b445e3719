"""Linux's USB device nodes, played in a folder: real libusb and libudev find the virtual devices as if plugged in.

umockdev's preload library turns a program's ``/dev`` and ``/sys`` to a folder, and hands each system call on an
emulated node to a socket beside it. What stands at the other end is here; the calls themselves are in
:mod:`firmware.virtual.usbfs_calls`.

- libusb waits until its node is writable, which says that a transfer has ended. The node is a FIFO of one page: one
  byte in it and it is full; when a transfer ends the byte is taken out.
- A device that is plugged in has been configured by the kernel, and the kernel's own drivers sit on its interfaces.
"""

from __future__ import annotations

import errno
import fcntl
import os
import selectors
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.virtual.device import Completion, Setup, Urb, Waiter
from firmware.virtual.sysfs import SysfsTree, node_path
from firmware.virtual.usbfs_calls import OpenNode

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.virtual.bus import Attached, VirtualBus
    from firmware.virtual.descriptors import DeviceSpec, InterfaceSpec
    from firmware.virtual.sysfs import Action

PRELOAD = "libumockdev-preload.so.0"

_PAGE = 4096
_PATIENCE_S = 5.0
_SET_CONFIGURATION = 9


def preloaded(folder: Path) -> dict[str, str]:
    """The environment in which a program sees the devices of ``folder`` as its own."""
    return {"LD_PRELOAD": PRELOAD, "UMOCKDEV_DIR": str(folder)}


class UsbfsFront:
    """The nodes of one bus below ``folder``. All calls come from the thread that serves the bus.

    ``work`` lets the devices move what can move and hands completions to their owners.
    """

    def __init__(
        self, bus: VirtualBus, folder: Path, selector: selectors.BaseSelector, work: Callable[[], None]
    ) -> None:
        self._bus = bus
        self._folder = folder
        self._selector = selector
        self._work = work
        self._tree = SysfsTree(folder)
        self._nodes: dict[str, Node] = {}
        self._ghosts: list[Node] = []
        """Nodes of devices that have gone, still open somewhere."""
        self._events = 0
        self.follow()

    def follow(self) -> None:
        """Show what was plugged in since the last time, and hide what was pulled out."""
        self._ghosts = [node for node in self._ghosts if node.is_open]
        present = {found.name: found for found in self._bus.attached()}
        for name, node in list(self._nodes.items()):
            if present.get(name) != node.found:
                del self._nodes[name]
                node.gone()
                self._ghosts.append(node)
                self._tree.remove(node.found)
                self._tell("remove", node.found)
        for name, found in present.items():
            if name not in self._nodes:
                self._nodes[name] = Node(self._bus, found, self._folder, self._selector, self._work)
                self._tree.add(found)
                self._tell("add", found)

    def close(self) -> None:
        """Take every node away, and hang up on whoever has one open."""
        for node in self._nodes.values():
            node.gone()
        for node in (*self._nodes.values(), *self._ghosts):
            node.hang_up()
        self._nodes.clear()

    def _tell(self, action: Action, found: Attached) -> None:
        self._events += 1
        self._tree.tell(action, found, self._events)


class Node:
    """The node of one device that is plugged in, and everyone who has it open."""

    def __init__(
        self,
        bus: VirtualBus,
        found: Attached,
        root: Path,
        selector: selectors.BaseSelector,
        work: Callable[[], None],
    ) -> None:
        self.found = found
        self._bus = bus
        self._hidden = False
        self.claims: dict[int, OpenNode] = {}
        self.drivers = {number: self.kernel_driver(number) for number in range(len(found.device.spec.interfaces))}
        self._selector = selector
        self._work = work
        self._open: set[OpenNode] = set()
        self._path = root / node_path(found)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(self._path)
        self._bell = os.open(self._path, os.O_RDWR | os.O_NONBLOCK)
        fcntl.fcntl(self._bell, fcntl.F_SETPIPE_SZ, _PAGE)
        self._rings = True
        self.hush()
        self._calls = root / "ioctl" / node_path(found)
        self._calls.parent.mkdir(parents=True, exist_ok=True)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(self._calls))
        self._listener.listen()
        selector.register(self._listener, selectors.EVENT_READ, self._accept)
        self.request(Setup(0x00, _SET_CONFIGURATION, 1, 0, 0))

    def kernel_driver(self, number: int) -> str:
        """The driver that Linux binds to an interface, empty for none."""
        spec = self.found.device.spec
        return kernel_driver(spec, spec.interfaces[number])

    def request(self, setup: Setup) -> int:
        """Have the kernel send a request without data; 0, or a negated errno."""
        kernel = _Kernel()
        self.found.device.submit(Urb(kernel, 0, 0, setup=setup))
        self._work()
        return kernel.status

    def ring(self) -> None:
        """A transfer has ended: whoever waits for the node to be writable may look."""
        if not self._rings:
            os.read(self._bell, 1)
            self._rings = True

    def hush(self) -> None:
        """Nobody has anything to fetch."""
        if self._rings and not any(client.done for client in self._open):
            os.write(self._bell, b"\0")
            self._rings = False

    def gone(self) -> None:
        """The device is pulled out; whoever has the node open may fetch what has ended, and is told so."""
        self._hidden = True
        self._selector.unregister(self._listener)
        self._listener.close()
        self._calls.unlink()
        self._path.unlink()
        self.ring()
        self._forget_if_closed()

    @property
    def plugged(self) -> bool:
        """Whether the device is still there; not from the instant of its unplugging on, before :meth:`gone`."""
        return self._bus.find(self.found.name) == self.found

    @property
    def is_open(self) -> bool:
        """Whether anybody has the node open."""
        return bool(self._open)

    def hang_up(self) -> None:
        """Close it for everybody."""
        for client in list(self._open):
            self.left(client)

    def left(self, client: OpenNode) -> None:
        """Somebody has closed the node, or died."""
        self._open.discard(client)
        self._selector.unregister(client.stream)
        client.stream.close()
        self.claims = {number: holder for number, holder in self.claims.items() if holder is not client}
        if self.plugged:
            self.found.device.drop_owner(client)
            self.hush()
        self._forget_if_closed()

    def _forget_if_closed(self) -> None:
        if self._hidden and not self._open:
            os.close(self._bell)

    def _accept(self) -> None:
        stream, _ = self._listener.accept()
        stream.settimeout(_PATIENCE_S)
        client = OpenNode(self, stream)
        self._open.add(client)
        self._selector.register(stream, selectors.EVENT_READ, client.serve)


class _Kernel(Waiter):
    """Waits for a request of the kernel's own."""

    status = -errno.ETIMEDOUT

    def complete(self, completion: Completion) -> None:
        self.status = completion.status


def kernel_driver(spec: DeviceSpec, interface: InterfaceSpec) -> str:
    """The driver that Linux binds to an interface when the device is plugged in, empty for none."""
    by_maker = {(0x0403, 0x6001): "ftdi_sio", (0x10C4, 0xEA60): "cp210x"}
    by_class = {2: "cdc_acm", 3: "usbhid", 7: "usblp", 10: "cdc_acm"}
    return by_maker.get((spec.vendor, spec.product)) or by_class.get(interface.code.major, "")
