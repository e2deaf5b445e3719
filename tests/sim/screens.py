"""The screens of a simulated table: wire clients over byte strings, good ones and bad ones."""

from random import Random
from typing import Final

from controller.app.entropy import SEED_BYTES, Entropy
from controller.app.hub import Hub, Session
from controller.vocab.hand_records import Act
from controller.wire.client import ScreenClient
from controller.wire.contributor import Contributor
from controller.wire.messages import Accepted, AskedCommand, FromTable, Halted, Refused
from controller.wire.redact import Viewer
from controller.wire.view import View
from controller.wire.viewers import viewer_name
from tests.sim.finding import check
from tests.sim.privacy import Privacy

Answer = Accepted | Refused | Halted
LATEST: Final = 6
"""Frames and acts that a screen keeps to repeat them."""


def screen_key(viewer: Viewer) -> bytes:
    """Return a screen's own key."""
    return viewer_name(viewer).encode().ljust(32, b".")


class Screen:
    """One screen. It may be off, and it may come back with what it knew before."""

    def __init__(self, viewer: Viewer, privacy: Privacy, entropy: Entropy) -> None:
        self.viewer = viewer
        self.acts: list[Act] = []
        self.seen_record = 0
        self._privacy = privacy
        self._entropy = entropy
        self._contributor = None if viewer.seat is None else Contributor(viewer.seat, entropy.draw)
        self._client: ScreenClient | None = None
        self._session: Session | None = None
        self._frames: list[bytes] = []

    @property
    def on(self) -> bool:
        """Whether it is connected."""
        return self._session is not None and not self._session.closed

    @property
    def record(self) -> int:
        """The record that its view follows."""
        return self._client.record if self._client else 0

    def connect(self, hub: Hub) -> None:
        """Connect anew and draw from a snapshot."""
        key, ephemeral = screen_key(self.viewer), self._entropy.draw(SEED_BYTES)
        self._client = ScreenClient(self.viewer, key, ephemeral, self._contributor)
        self._session = hub.connect(self._entropy.draw(SEED_BYTES), _nothing)
        self._frames.clear()
        self.exchange()
        check(self._client.ready, "screen-served", f"{viewer_name(self.viewer)} was shown nothing")
        back = self.record >= self.seen_record
        check(back, "shown-is-durable", f"{viewer_name(self.viewer)} saw record {self.seen_record}, now {self.record}")

    def vanish(self) -> None:
        """Lose the connection."""
        if self._session is not None:
            self._session.lost()
        self._session = None

    def die_with_the_table(self) -> None:
        """The other end is gone; what had come through is known."""
        self._session = None

    def view(self, hub: Hub) -> View:
        """Return what it shows now, connecting first where it is off."""
        if not self.on:
            self.connect(hub)
        self.exchange()
        assert self._client is not None
        assert self._client.view is not None
        return self._client.view

    def forget(self) -> None:
        """Lose the connection and all that it knew, its number for the next deck too."""
        self.vanish()
        if self.viewer.seat is not None:
            self._contributor = Contributor(self.viewer.seat, self._entropy.draw)

    def exchange(self) -> list[FromTable]:
        """Carry bytes both ways until neither end has more to say; return what the table said."""
        told: list[FromTable] = []
        client, session = self._client, self._session
        while client is not None and session is not None:
            to_table = client.outgoing()
            if to_table:
                self._frames = [*self._frames, to_table][-LATEST:]
                session.receive(to_table)
            to_screen = session.outgoing()
            if to_screen:
                for message in client.receive(to_screen):
                    self._privacy.inspect(self.viewer, message)
                    told.append(message)
                self.seen_record = max(self.seen_record, client.record)
            if not to_table and not to_screen:
                break
        return told

    def ask(self, hub: Hub, command: AskedCommand) -> Answer | None:
        """Ask for a command and return the answer; None where the table said good-bye instead."""
        if not self.on:
            self.connect(hub)
        self.exchange()
        assert self._client is not None
        self._client.ask(command)
        if isinstance(command, Act):
            self.acts = [*self.acts, command][-LATEST:]
        return next((message for message in self.exchange() if isinstance(message, Answer)), None)

    # -- bad manners ---------------------------------------------------------------------------------------------

    def repeat_frames(self) -> None:
        """Send an earlier frame again, as a tapped line would: the connection must end and nothing else happen."""
        if self.on and self._frames and self._session is not None:
            self._session.receive(self._frames[-1])
            check(self._session.closed, "repeated-frame-refused", f"{viewer_name(self.viewer)} repeated a frame")

    def babble(self, dice: Random) -> None:
        """Send bytes that mean nothing."""
        if self.on and self._session is not None:
            self._session.receive(dice.randbytes(dice.randrange(1, 400)))
            self._session.lost()


def _nothing() -> None:
    """Nobody sleeps here who would have to be woken."""
