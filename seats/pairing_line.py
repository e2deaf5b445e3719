"""A screen without a key on its line: what is said with the table, and with whoever stands before the screen."""

from __future__ import annotations

import os
import selectors
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from controller.wire.opening import KEY_BYTES, ChannelError
from controller.wire.pairing import ScreenPairing
from seats.screens.screen import CodesCompared, PairingStep, PairingTold

if TYPE_CHECKING:
    from seats.keyring import Keyring
    from seats.link import Mailbox

_READ_AT_ONCE = 64 * 1024


class PairingCall:
    """One try at being paired. `step` is how far it came; `shown` whether the code was seen, and a guess with it."""

    def __init__(self, name: str, keyring: Keyring, box: Mailbox) -> None:
        self.step: PairingStep = "unreachable"
        self._pairing = ScreenPairing(name, os.urandom(KEY_BYTES), os.urandom(KEY_BYTES))
        self._keyring = keyring
        self._box = box
        self._agreed = False

    @property
    def shown(self) -> bool:
        """Whether this screen has shown its nonce: then a finger has to ask for another try (docs/protocol.md)."""
        return bool(self._pairing.code)

    def hold(self, path: Path, patience: float) -> None:
        """Talk until the pairing has ended this way or that; `patience` is in seconds for each thing that is said.

        Raises `Complaint` where the new key cannot be kept; the table has not heard then that the codes are the same.
        """
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line, selectors.DefaultSelector() as selector:
                line.settimeout(patience)
                line.connect(str(path))
                selector.register(line, selectors.EVENT_READ)
                selector.register(self._box.ear, selectors.EVENT_READ)
                self._talk(line, selector)
        except (OSError, ChannelError):
            if not self._is_over():
                self._tell("broken" if self.shown else "unreachable")

    def _talk(self, line: socket.socket, selector: selectors.BaseSelector) -> None:
        line.sendall(self._pairing.outgoing())
        while not self._box.stopping.is_set() and not self._is_over():
            for key, _events in selector.select():
                if key.fileobj is line:
                    data = line.recv(_READ_AT_ONCE)
                    if not data:
                        raise ConnectionResetError("the table hung up in the middle of a pairing")
                    self._pairing.receive(data)
                    self._follow()
                else:
                    self._take_fingers()
            line.sendall(self._pairing.outgoing())

    def _is_over(self) -> bool:
        return self._pairing.done or self._pairing.why_not is not None or self.step == "differs"

    def _follow(self) -> None:
        """Tell how far it has come by what the table said."""
        if self._pairing.done:
            self._tell("done")
        elif self._pairing.why_not is not None:
            self._tell(self._pairing.why_not)
        elif self.step == "unreachable":
            self._tell("code")

    def _take_fingers(self) -> None:
        """Keep the key before the table hears that the codes are the same: it may be known by it from then on."""
        for wish in self._box.questions():
            if not isinstance(wish, CodesCompared) or not self.shown or self._agreed:
                continue
            if wish.same:
                self._keyring.keep_next(self._pairing.keys)
                self._agreed = True
                self._pairing.agree()
                self._tell("waiting")
            else:
                self._tell("differs")

    def _tell(self, step: PairingStep) -> None:
        self.step = step
        self._box.tell([PairingTold(step, self._pairing.code)])
