"""The driver of a reader of player cards: it tells when a card has proved itself, and when it is out again.

A card counts as shown only once it has proved that it holds its key (`cashier.devices.player_card`). It stays shown
for as long as its slot says that it is powered up: a card that was out, or exchanged, between two questions is not,
however fast the hand was. Two cards at once are none. Every card met has a number of its own, counted from 1
at each start of the host.
"""

import secrets
from collections.abc import Callable
from typing import Final, Literal

import msgspec

from cashier.devices.card_desk import hold
from cashier.devices.ccid_line import CardGone, CardMute, CardPipe, CcidLine, ReaderFailed
from cashier.devices.ccid_messages import Garbled
from cashier.devices.driver import out_of_reach
from cashier.devices.player_card import Draw, Flawed, House, prove
from cashier.player_cards import CardNumber, PlayerCardFlaw
from cashier.records import DeviceId
from cashier.usb import Stalled, Timeout, UsbError

_SILENCES: Final = 3
"""So many steps without a word that can be understood, and the reader counts as absent."""

_TRIES: Final = 3
"""So often a card is read whose conversation is cut by the reader's silence; then it is not to be read."""

ReaderCondition = Literal["absent", "wrong-device", "fault", "ready"]


class CardProved(msgspec.Struct, frozen=True, tag=True):
    """The card of this number lies in the reader and holds its key."""

    device: DeviceId
    card: int
    number: CardNumber


class CardRefused(msgspec.Struct, frozen=True, tag=True):
    """A card was shown that is none of ours."""

    device: DeviceId
    card: int
    flaw: PlayerCardFlaw


class CardWithdrawn(msgspec.Struct, frozen=True, tag=True):
    """The card counted as `card` is out, or nobody can say any more that it is in."""

    device: DeviceId
    card: int


class ReaderReported(msgspec.Struct, frozen=True, tag=True):
    """The reader answers, or does it no more; `fault`: it answers, and has failed."""

    device: DeviceId
    condition: ReaderCondition


ReaderWord = CardProved | CardRefused | CardWithdrawn | ReaderReported


class _Met(msgspec.Struct, frozen=True):
    """The card that was met last and still lies there, in `slots`: more than one, if cards lay in several.

    One that proved itself has power, which no other that comes in its place has. Of others the reader must tell by
    itself that they were exchanged; that word may be as old as the card, and would turn out one that has just come.
    """

    card: int
    slots: tuple[int, ...]
    proved: bool


class CardReader:
    """One reader. As with `Driver`, a host calls `step` about every 100 ms and nothing happens between steps."""

    def __init__(
        self,
        device: DeviceId,
        open_pipe: Callable[[], CardPipe],
        house: House,
        draw: Draw = secrets.token_bytes,
        *,
        met: int = 0,
    ) -> None:
        """`met` is the number of the last card that the host was told of since it started."""
        self.device = device
        self._open_pipe = open_pipe
        self._house = house
        self._draw = draw
        self._line: CcidLine | None = None
        self._condition: ReaderCondition | None = None
        self._silences = 0
        self._tries = 0
        self._failed = False
        self._cards = met
        self._met: _Met | None = None

    def step(self) -> list[ReaderWord]:
        """Look at every slot, and read a card that was not there before; return what has happened."""
        said: list[ReaderWord] = []
        if self._line is None:
            self._withdraw(said)
        try:
            line = self._opened()
            self._look(line, said)
        except (Timeout, Stalled, Garbled):
            self._silences += 1
            if self._silences >= _SILENCES:
                self._lose(said)
            return said
        except UsbError as problem:
            self._lose(said, out_of_reach(problem))
            return said
        self._silences = 0
        return [*said, *self._changed("fault" if self._failed else "ready")]

    def close(self) -> None:
        """Give the reader back to the system."""
        if self._line is not None:
            self._line.close()
        self._line = None

    def _opened(self) -> CcidLine:
        if self._line is None:
            self._line = CcidLine(self._open_pipe())
            self._silences = 0
        return self._line

    def _look(self, line: CcidLine, said: list[ReaderWord]) -> None:
        """Compare what lies in the slots with the card that was met."""
        told = {slot for slot, change in enumerate(line.changes()) if change.changed}
        states = [line.status(slot) for slot in range(line.slots)]
        present = tuple(slot for slot, state in enumerate(states) if state != "absent")
        met = self._met
        if met is not None:
            stays = states[met.slots[0]] == "active" if met.proved else not told & set(met.slots)
            if stays and present == met.slots:
                return
            self._withdraw(said)
        if len(present) > 1:
            self._refuse("two-cards", present, said)
        elif present:
            self._read(line, present[0], said)
        else:
            self._tries = 0

    def _read(self, line: CcidLine, slot: int, said: list[ReaderWord]) -> None:
        """Have the card prove itself. One that leaves meanwhile was met and is gone."""
        self._tries += 1
        try:
            line.power_on(slot)
            found = hold(line, slot, prove(self._house, self._draw))
        except CardGone:
            self._refuse("too-soon", (slot,), said)
            self._withdraw(said)
        except (CardMute, ReaderFailed) as problem:
            self._failed = isinstance(problem, ReaderFailed)
            self._refuse("unreadable", (slot,), said)
        except (Timeout, Stalled, Garbled):
            if self._tries < _TRIES:
                raise
            self._refuse("unreadable", (slot,), said)
        else:
            self._failed = False
            if isinstance(found, Flawed):
                self._refuse(found.flaw, (slot,), said)
            else:
                self._meet((slot,), proved=True)
                said.append(CardProved(self.device, self._cards, found.number))

    def _meet(self, slots: tuple[int, ...], *, proved: bool) -> None:
        self._cards += 1
        self._tries = 0
        self._met = _Met(self._cards, slots, proved)

    def _refuse(self, flaw: PlayerCardFlaw, slots: tuple[int, ...], said: list[ReaderWord]) -> None:
        self._meet(slots, proved=False)
        said.append(CardRefused(self.device, self._cards, flaw))

    def _withdraw(self, said: list[ReaderWord]) -> None:
        """The card that was met is out."""
        if self._met is not None:
            said.append(CardWithdrawn(self.device, self._met.card))
        self._met = None

    def _lose(self, said: list[ReaderWord], condition: ReaderCondition = "absent") -> None:
        """The reader does not answer: what lies in it nobody knows."""
        self.close()
        self._withdraw(said)
        said += self._changed(condition)

    def _changed(self, condition: ReaderCondition) -> list[ReaderWord]:
        if condition == self._condition:
            return []
        self._condition = condition
        return [ReaderReported(self.device, condition)]
