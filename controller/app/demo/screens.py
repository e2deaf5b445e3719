"""Screens without windows: wire clients in the same process, byte for byte what a screen would send."""

from controller.app.entropy import SEED_BYTES, Entropy
from controller.app.home import Home
from controller.app.hub import Hub
from controller.app.problem import Problem
from controller.vocab.records import AnyEvent
from controller.wire.client import Answer, ScreenClient
from controller.wire.contributor import Contributor
from controller.wire.messages import Accepted, AskedCommand, Refused, Update
from controller.wire.redact import Viewer
from controller.wire.view import View


class LocalScreen:
    """One screen's client joined to the hub by two byte strings instead of a socket."""

    def __init__(self, hub: Hub, home: Home, viewer: Viewer, entropy: Entropy) -> None:
        contributor = None if viewer.seat is None else Contributor(viewer.seat, entropy.draw)
        self._client = ScreenClient(viewer, home.screen_key(viewer), entropy.draw(SEED_BYTES), contributor)
        self._session = hub.connect(entropy.draw(SEED_BYTES), _no_wake)
        self._answers: dict[int, Answer] = {}
        self._news: list[AnyEvent] = []
        self.exchange()

    @property
    def view(self) -> View:
        """What this screen shows now."""
        self.exchange()
        if self._client.view is None:
            raise Problem("screen", "the table has not shown anything", "start the table first")
        return self._client.view

    def ask(self, command: AskedCommand, second: str = "") -> Answer:
        """Ask for a command and return the table's answer; `second` is who says so besides."""
        number = self._client.ask(command, second)
        self.exchange()
        answer = self._answers.pop(number, None)
        if answer is None:
            raise Problem("table", "does not answer: it has stopped at its last safe state", "run jakaja verify")
        return answer

    def news(self) -> list[AnyEvent]:
        """Return the events that have come since the last call, in order."""
        self.exchange()
        news, self._news = self._news, []
        return news

    def exchange(self) -> None:
        """Carry bytes both ways until neither end has more to say."""
        if self._session.closed:
            raise Problem("screen", "the table has closed this screen's connection", "report this")
        while True:
            to_table = self._client.outgoing()
            if to_table:
                self._session.receive(to_table)
            to_screen = self._session.outgoing()
            for message in self._client.receive(to_screen) if to_screen else ():
                if isinstance(message, Accepted | Refused):
                    self._answers[message.seq] = message
                elif isinstance(message, Update):
                    self._news += message.events
            if not to_table and not to_screen:
                return


def _no_wake() -> None:
    """Nothing sleeps on a local screen's bytes: `exchange` fetches them."""
