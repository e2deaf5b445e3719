"""The screen's end of the wire, without sockets: open the channel, say hello, keep the view, ask.

Screens, bots and the attendant's desk all use it; only what they do with the view differs.
"""

import msgspec

from controller.vocab.ids import HandId
from controller.vocab.profile import GameId
from controller.wire.channel import Channel, screen_end
from controller.wire.contributor import Contributor
from controller.wire.fold import fold
from controller.wire.messages import (
    Accepted,
    Ask,
    AskedCommand,
    Bye,
    Counting,
    FromTable,
    Hello,
    Message,
    NewKey,
    ReadProof,
    ReadRules,
    Refused,
    Snapshot,
    Update,
    decode_from_table,
    encode,
)
from controller.wire.opening import LongTermKey
from controller.wire.redact import Viewer
from controller.wire.view import View
from controller.wire.view_payouts import CountedView
from controller.wire.viewers import viewer_name

Answer = Accepted | Refused


class ScreenClient:
    """One screen's connection. `view` is None until the first snapshot has come.

    A seat's screen with a `contributor` puts its numbers into the shuffles by itself, as the view asks for them.

    `receive` raises `ChannelError` or `MessageError` when the other end is not the table; then connect anew.
    """

    def __init__(
        self, viewer: Viewer, key: LongTermKey, ephemeral: bytes, contributor: Contributor | None = None
    ) -> None:
        self.viewer = viewer
        self.view: View | None = None
        self.record = 0
        self.table_time = 0
        self.bye: Bye | None = None
        self._channel: Channel = screen_end(viewer_name(viewer), key, ephemeral)
        self._out = bytearray(self._channel.outgoing())
        self._greeted = False
        self._asked = 0
        self._contributor = contributor
        self._contributed: set[int] = set()
        if contributor is not None:
            contributor.reconnected()

    @property
    def ready(self) -> bool:
        """Whether the table has shown what this screen may know."""
        return self.view is not None

    def outgoing(self) -> bytes:
        """Return the bytes to send now."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def receive(self, data: bytes) -> list[FromTable]:
        """Take bytes off the stream, bring the view up to date, and return what the table said."""
        messages = [decode_from_table(message) for message in self._channel.receive(data)]
        self._out += self._channel.outgoing()
        if self._channel.is_open and not self._greeted:
            self._greeted = True
            self._send(Hello(viewer=self.viewer))
        for message in messages:
            self._take(message)
        self._contribute()
        return [message for message in messages if not self._is_for_contributor(message)]

    def ask(self, command: AskedCommand, second: str = "") -> int:
        """Put a question into `outgoing` and return its number, which the answer repeats; `second` as in `Ask`."""
        self._asked += 1
        self._send(Ask(seq=self._asked, command=command, second=second))
        return self._asked

    def read_rules(self, game: GameId) -> None:
        """Ask for the rules of a game; `Rules` is the answer."""
        self._send(ReadRules(game=game))

    def read_proof(self, hand: HandId, *, on_paper: bool = False) -> None:
        """Ask for the proof of one of the last hands; `Proof` is the answer."""
        self._send(ReadProof(hand=hand, on_paper=on_paper))

    def show_key(self, public: bytes) -> None:
        """Show the public half of a new key pair, because the table asked for one with `Renew`."""
        self._send(NewKey(public=public))

    def _contribute(self) -> None:
        """Say what this screen owes a shuffle."""
        due = None if self._contributor is None or self.view is None else self._contributor.due(self.view)
        if due is not None:
            self._contributed.add(self.ask(due))

    def _is_for_contributor(self, message: FromTable) -> bool:
        """Whether this answers what the screen has said by itself; the view will tell what came of it."""
        if not isinstance(message, Accepted | Refused) or message.seq not in self._contributed:
            return False
        self._contributed.remove(message.seq)
        return True

    def _send(self, message: Message) -> None:
        self._out += self._channel.send(encode(message))

    def _take(self, message: FromTable) -> None:
        match message:
            case Snapshot():
                self.view = message.view
                self.record, self.table_time = message.record, message.table_time
            case Update():
                if self.view is not None:
                    for event in message.events:
                        fold(self.view, event)
                self.record, self.table_time = message.record, message.table_time
            case Counting():
                if self.view is not None:
                    self.view.counted = CountedView(message.payout, message.paid)
            case Bye():
                self.bye = message


def copy_view(view: View) -> View:
    """Return an independent copy of a view, to compare with what comes next."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=View)
