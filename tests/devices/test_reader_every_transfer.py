"""Every mishap at every transfer with player cards: nobody is shown who is not there, no card is half written.

The loop is that of `tests.devices.scenes`; what must hold here is not of money but of people.
"""

from collections.abc import Callable

import pytest

from cashier.devices.card_desk import write_card
from cashier.devices.card_reader import CardProved, CardReader, CardRefused, CardWithdrawn, ReaderReported, ReaderWord
from cashier.devices.ccid_line import CcidLine, CcidPipe, open_reader
from cashier.devices.ccid_messages import CardState, Garbled
from cashier.devices.player_card import House, Proved
from cashier.player_cards import CardNumber
from cashier.records import DeviceId
from cashier.usb import UsbError
from firmware.virtual.card_reader import CardReader as ReaderEmulator
from firmware.virtual.card_reader import ReaderSettings, reader_device
from firmware.virtual.local import KINDS, Kind, Mishap
from firmware.virtual.player_card import CardBuild
from tests.devices.near import Near
from tests.devices.scenes import Scene, run

READER = DeviceId("reader")
HOUSE = House(bytes(range(32)))
MOST_LATE = 3
"""So many steps a reader may be silent before whoever was shown is not any more."""

ANNA, BENNO = CardNumber("1000200030004003"), CardNumber("2000300040005005")


def card_of(number: CardNumber) -> CardBuild:
    return CardBuild(house=HOUSE.id.hex(), number=number, key=HOUSE.card_key(number).hex())


class ReaderScene:
    """A reader on a bus of its own."""

    def __init__(self) -> None:
        device = reader_device(ReaderSettings())
        self.near = Near(reader=device)
        assert isinstance(device.function, ReaderEmulator)
        self.reader = device.function
        self.restart()

    def pipe(self) -> CcidPipe:
        return open_reader(self.near.address("reader"), self.near.backend)

    def restart(self) -> None:
        """A new process takes over."""


class TwoPlayers(ReaderScene):
    """Anna's card is laid in and taken out, then Benno's; the host believes what the driver tells it of them."""

    def __init__(self) -> None:
        self.shown: CardNumber | None = None
        self.counted = 0
        self.told: list[CardNumber] = []
        super().__init__()
        self.coming = [ANNA, BENNO]
        self.lies: CardNumber | None = None
        self.late = 0

    def restart(self) -> None:
        self.shown, self.counted = None, 0
        self.driver = CardReader(READER, self.pipe, HOUSE)

    def step(self) -> None:
        if self.lies is None and self.shown is None and self.coming:
            self.lies = self.coming.pop(0)
            self.reader.lay(card_of(self.lies))
        said = self.driver.step()
        for word in said:
            self.hear(word)
        self.late = 0 if self.shown in (None, self.lies) else self.late + 1
        assert self.late < MOST_LATE, f"{self.shown} is shown while {self.lies} lies there"
        if self.lies is not None and self.shown == self.lies and self.lies in self.told:
            self.reader.lift()
            self.lies = None

    def hear(self, word: ReaderWord) -> None:
        match word:
            case CardProved():
                assert word.number == self.lies, "somebody is shown who is not there"
                assert self.shown is None, "two players at one reader"
                assert word.card > self.counted
                self.shown, self.counted = word.number, word.card
                self.told.append(word.number)
            case CardRefused():
                assert word.flaw in ("unreadable", "too-soon")
                self.counted = word.card
            case CardWithdrawn():
                assert word.card == self.counted
                self.shown = None
            case ReaderReported():
                pass

    def ended(self) -> bool:
        return not self.coming and self.lies is None and self.shown is None

    def check(self, kind: Kind | None) -> None:
        assert sorted(set(self.told)) == [ANNA, BENNO]
        assert self.told == sorted(self.told)
        assert kind is not None or len(self.told) == 2
        assert self.reader.facts()["unknown_commands"] == "" or kind in ("drop", "garbage", "late")


class OneCardWritten(ReaderScene):
    """A blank card is written; whoever writes it says it again until he is told that it holds."""

    def __init__(self) -> None:
        super().__init__()
        self.reader.lay(CardBuild())
        self.outcomes: list[object] = []

    def step(self) -> None:
        pipe: CcidPipe | None = None
        try:
            pipe = self.pipe()
            self.outcomes.append(write_card(pipe, HOUSE, ANNA))
        except (UsbError, Garbled) as problem:
            self.outcomes.append(problem)
        finally:
            if pipe is not None:
                pipe.close()

    def ended(self) -> bool:
        return Proved(ANNA) in self.outcomes

    def check(self, kind: Kind | None) -> None:
        assert self.outcomes[-1] == Proved(ANNA)
        assert self.reader.facts()["numbers"] == ANNA
        assert kind is not None or len(self.outcomes) in (1, 9)


SCENES: dict[str, Callable[[], Scene]] = {"two players": TwoPlayers, "a card is written": OneCardWritten}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scene", SCENES)
def test_players_and_cards_are_what_they_are_whatever_befalls_a_fifth_transfer(scene: str, kind: Kind) -> None:
    try_transfers(scene, kind, 1 + KINDS.index(kind) % 5, 5)


@pytest.mark.ci
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scene", SCENES)
def test_players_and_cards_are_what_they_are_whatever_befalls_any_transfer(scene: str, kind: Kind) -> None:
    try_transfers(scene, kind, 1, 1)


def try_transfers(scene: str, kind: Kind, first: int, every: int) -> None:
    """Play the scene with a mishap at each of these transfers."""
    for transfer in range(first, run(SCENES[scene]()) + 1, every):
        try:
            run(SCENES[scene](), Mishap(transfer, kind))
        except AssertionError as problem:
            raise AssertionError(f"{scene}: {kind} at {transfer}: {problem}") from problem


def lose_words() -> None:
    for transfer in range(1, 30, 3):
        run(TwoPlayers(), Mishap(transfer, "drop"))


def test_a_driver_that_takes_a_card_with_power_for_granted_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop can fail: a driver that keeps whom it knew shows somebody who is not there."""
    lose_words()
    monkeypatch.setattr(CcidLine, "status", always_active)
    with pytest.raises(AssertionError):
        lose_words()


STATUS = CcidLine.status


def always_active(line: CcidLine, slot: int) -> CardState:
    """Believe that whoever was there is there."""
    STATUS(line, slot)
    return "active"
