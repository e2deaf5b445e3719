"""The card terminal as a body in the cabinet: the emulated one, on a cable on which bytes get lost.

It has a clock of its own, and the driver is the product's. Terminal, bank and the person before it go on while the
table is dead.
"""

from collections.abc import Collection
from random import Random
from typing import Final, get_args

from cashier.devices.card_terminal import CardTerminal as ProductsDriver
from cashier.devices.zvt_line import Timeouts
from cashier.records import Command, DeviceId, Want
from cashier.usb import Gone, Timeout
from firmware.virtual.card_settings import TerminalSettings, Trick
from firmware.virtual.card_terminal import CardTerminal
from tests.sim.finding import ProcessDeath

CARDS: Final = DeviceId("cards")
EURO: Final = 978
LOST_ONCE_IN: Final = 120
WAITS: Final = Timeouts(t2_s=3.0, t3_s=1.0, t4_s=6.0)
TRICKS: Final[tuple[Trick, ...]] = get_args(Trick)
_A_STEP_S: Final = 0.25
_A_MOMENT_S: Final = 0.001
_MOST_BYTES: Final = 4096


class TerminalBody:
    """The terminal with its cable. `at` is its own time in seconds."""

    def __init__(self, dice: Random) -> None:
        settings = TerminalSettings(
            person="hands",
            patience_ms=500,
            unanswered=dice.choice(("keeps", "reverses")),
            forgets_receipts=dice.choice((False, False, True)),
        )
        self.device = CardTerminal(settings)
        self.at = 0.0
        self.pulled = False
        self.fuse: int | None = None
        """After so many transfers the table's process dies at one."""
        self.reliable = False
        self._dice = dice

    @property
    def charged(self) -> int:
        """What cards have lost in all."""
        return self.device.book.charged

    @property
    def idle(self) -> bool:
        """Whether it is at nothing."""
        return self.device.facts()["screen"] == "ready"

    def play(self, trick: Trick | None) -> None:
        """Let that go wrong with the next transaction."""
        self.device.play(trick)

    def play_any(self) -> None:
        """Let something go wrong with the next transaction."""
        self.play(self._dice.choice(TRICKS))

    def lose_power(self) -> None:
        """Begin anew; the book stays."""
        self.device.power_cut()

    def pass_time(self, seconds: float) -> None:
        """Let its clock go on."""
        end = self.at + seconds
        while self.at < end:
            self._to_next(end)
            self.device.tick(self.at)

    def mend(self) -> None:
        """Everything works from now on."""
        self.pulled, self.reliable, self.fuse = False, True, None
        self.play(None)

    # -- the cable, as a pipe ------------------------------------------------------------------------------------

    def opened(self) -> "TerminalBody":
        """Open it."""
        self._reach()
        return self

    def write(self, data: bytes, timeout_ms: int) -> None:
        """Send bytes, which may get lost."""
        self._reach()
        if not self._is_lost():
            self.device.receive(data, self.at)

    def read(self, timeout_ms: int) -> bytes:
        """What has come within a while, unless it got lost."""
        self._reach()
        end = self.at + timeout_ms / 1000
        while True:
            self.device.tick(self.at)
            if data := self.device.transmit(_MOST_BYTES):
                if self._is_lost():
                    continue
                return data
            if self.at >= end:
                raise Timeout("nothing came")
            self._to_next(end)

    def close(self) -> None:
        """A driver lets go of it."""

    def _to_next(self, end: float) -> None:
        """Let time pass until something is due at the terminal, a millisecond at least, and to `end` at most."""
        due = self.device.due()
        self.at = end if due is None else min(end, max(due, self.at + _A_MOMENT_S))

    def _reach(self) -> None:
        if self.fuse is not None:
            self.fuse -= 1
            if self.fuse < 0:
                self.fuse = None
                raise ProcessDeath
        if self.pulled:
            raise Gone("the terminal's cable is out")

    def _is_lost(self) -> bool:
        return not self.reliable and not self._dice.randrange(LOST_ONCE_IN)


class TerminalDriver:
    """The product's driver in one process of the table; time passes with each step."""

    def __init__(self, device: DeviceId, body: TerminalBody) -> None:
        self.device = device
        self._body = body
        self._driver = ProductsDriver(device, body.opened, EURO, timeouts=WAITS, clock=lambda: body.at)

    def step(self, wants: Collection[Want]) -> list[Command]:
        """Let a moment pass, and do what the driver does."""
        self._body.pass_time(_A_STEP_S)
        return self._driver.step(wants)

    def close(self) -> None:
        """Let go of the cable."""
        self._driver.close()
