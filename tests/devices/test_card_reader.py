"""The driver of the player cards' reader: who is shown, who is refused, and nobody who is out stays in."""

from collections.abc import Callable

import msgspec
import pytest

from cashier.devices.card_desk import Look, look, write_card
from cashier.devices.card_reader import (
    CardProved,
    CardReader,
    CardRefused,
    CardWithdrawn,
    ReaderReported,
    ReaderWord,
)
from cashier.devices.ccid_line import CcidPipe, open_reader
from cashier.devices.ccid_messages import Garbled
from cashier.devices.player_card import Flawed, House, NotBlank, Proved
from cashier.player_cards import CardNumber, PlayerCardFlaw
from cashier.records import DeviceId
from cashier.usb import DeviceRefused, UsbError
from firmware.virtual.card_reader import BULK_IN, BULK_OUT, ReaderSettings, reader_device
from firmware.virtual.card_reader import CardReader as ReaderEmulator
from firmware.virtual.faults import FaultPlan, parse_fault
from firmware.virtual.local import Kind, Mishap
from firmware.virtual.player_card import CardBuild
from firmware.virtual.scanner import ScannerSettings, scanner_device
from tests.devices.near import Near

READER = DeviceId("reader")
HOUSE, OTHER = House(bytes(range(32))), House(bytes(32))
ANNA, BENNO = CardNumber("1000200030004003"), CardNumber("2000300040005005")
READY = ReaderReported(READER, "ready")


def card_of(number: CardNumber, house: House = HOUSE, **build: object) -> CardBuild:
    """A card that a house has written."""
    written = {"house": house.id.hex(), "number": number, "key": house.card_key(number).hex()}
    return CardBuild(**(written | build))  # type: ignore[arg-type]


class Site:
    """A reader and its driver, on a clock of their own."""

    def __init__(self, **settings: object) -> None:
        device = reader_device(ReaderSettings(**settings))  # type: ignore[arg-type]
        self.near = Near(reader=device, scanner=scanner_device(ScannerSettings()))
        assert isinstance(device.function, ReaderEmulator)
        self.reader = device.function
        self.driver = CardReader(READER, self.pipe, HOUSE)

    def pipe(self) -> CcidPipe:
        """The reader, opened by a process of its own."""
        return open_reader(self.near.address("reader"), self.near.backend)

    def write(self, number: CardNumber) -> Proved | Flawed | NotBlank:
        """Write the card that lies there, at a desk."""
        self.driver.close()
        pipe = self.pipe()
        try:
            return write_card(pipe, HOUSE, number)
        finally:
            pipe.close()

    def steps(self, count: int = 1) -> list[ReaderWord]:
        """What the driver says in so many steps."""
        said: list[ReaderWord] = []
        for _ in range(count):
            said += self.driver.step()
            self.near.host.wait(0.1)
        return said


@pytest.fixture
def site() -> Site:
    started = Site()
    assert started.steps() == [READY]
    return started


@pytest.fixture
def two() -> Site:
    started = Site(slots=2)
    assert started.steps() == [READY]
    return started


# -- shown and out again ----------------------------------------------------------------------------------------------


def test_a_card_is_told_once_when_it_proves_itself_and_once_when_it_is_out(site: Site) -> None:
    site.reader.lay(card_of(ANNA))
    assert site.steps(3) == [CardProved(READER, 1, ANNA)]
    site.reader.lift()
    assert site.steps(3) == [CardWithdrawn(READER, 1)]
    site.reader.lay(card_of(BENNO))
    assert site.steps() == [CardProved(READER, 2, BENNO)]
    assert site.reader.facts()["unknown_commands"] == ""


def test_a_card_that_lies_there_already_is_told_when_the_reader_is_found() -> None:
    site = Site()
    site.reader.lay(card_of(ANNA))
    assert site.steps() == [CardProved(READER, 1, ANNA), READY]


def test_a_driver_that_is_made_anew_counts_on_from_the_card_that_was_told_last() -> None:
    """The host takes a number that it had already for a word said twice."""
    site = Site()
    site.driver = CardReader(READER, site.pipe, HOUSE, met=7)
    site.reader.lay(card_of(ANNA))
    assert site.steps() == [CardProved(READER, 8, ANNA), READY]


def test_cards_exchanged_between_two_looks_are_two_cards(site: Site) -> None:
    site.reader.lay(card_of(ANNA))
    site.steps()
    site.reader.lift()
    site.reader.lay(card_of(BENNO))
    assert site.steps() == [CardWithdrawn(READER, 1), CardProved(READER, 2, BENNO)]


def test_the_same_card_out_and_in_again_is_shown_anew(site: Site) -> None:
    site.reader.lay(card_of(ANNA))
    site.steps()
    (anna,) = site.reader.lift()
    site.reader.lay(anna)
    assert site.steps() == [CardWithdrawn(READER, 1), CardProved(READER, 2, ANNA)]


# -- refused ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "flaw"),
    [
        (card_of(ANNA, OTHER), "foreign"),
        (card_of(ANNA, key="00" * 16), "unproved"),
        (CardBuild(), "blank"),
        (CardBuild(ours=False), "unreadable"),
        (card_of(ANNA, trick="mute"), "unreadable"),
        (card_of(ANNA, trick="garbled"), "unreadable"),
        (card_of(ANNA, trick="shortened"), "unreadable"),
        (card_of(ANNA, trick="endless"), "unreadable"),
        (card_of(ANNA, work_ms=60_000), "unreadable"),
    ],
)
def test_what_is_none_of_ours_is_refused_once_and_leaves_like_any_card(
    site: Site, card: CardBuild, flaw: PlayerCardFlaw
) -> None:
    site.reader.lay(card)
    assert site.steps(6) == [CardRefused(READER, 1, flaw)]
    site.reader.lift()
    site.reader.lay(card_of(ANNA))
    assert site.steps(3) == [CardWithdrawn(READER, 1), CardProved(READER, 2, ANNA)]


@pytest.mark.parametrize("command", [1, 2, 3])
def test_a_card_that_leaves_at_any_command_was_taken_out_too_soon(site: Site, command: int) -> None:
    site.reader.lay(card_of(ANNA, leaves_at=command))
    assert site.steps(4) == [CardRefused(READER, 1, "too-soon"), CardWithdrawn(READER, 1)]


def test_two_cards_are_none_and_the_one_that_stays_is_read(two: Site) -> None:
    two.reader.lay(card_of(ANNA), 1)
    assert two.steps() == [CardProved(READER, 1, ANNA)]
    two.reader.lay(card_of(BENNO), 2)
    assert two.steps(2) == [CardWithdrawn(READER, 1), CardRefused(READER, 2, "two-cards")]
    two.reader.lift(1)
    assert two.steps(2) == [CardWithdrawn(READER, 2), CardProved(READER, 3, BENNO)]


def test_two_cards_in_one_field_cannot_be_heard(site: Site) -> None:
    site.reader.lay(card_of(ANNA))
    site.steps()
    site.reader.lay(card_of(BENNO))
    assert site.steps(3) == [CardWithdrawn(READER, 1), CardRefused(READER, 2, "unreadable")]


def test_a_card_that_takes_its_time_is_waited_for(site: Site) -> None:
    site.reader.lay(card_of(ANNA, work_ms=450))
    assert site.steps() == [CardProved(READER, 1, ANNA)]


def test_a_reader_whose_electronics_fail_says_so_until_it_reads_again(site: Site) -> None:
    site.reader.set_broken(is_broken=True)
    site.reader.lay(card_of(ANNA))
    assert site.steps(2) == [CardRefused(READER, 1, "unreadable"), ReaderReported(READER, "fault")]
    (anna,) = site.reader.lift()
    assert site.steps(2) == [CardWithdrawn(READER, 1)]
    site.reader.set_broken(is_broken=False)
    site.reader.lay(anna)
    assert site.steps(2) == [CardProved(READER, 2, ANNA), READY]


# -- the reader itself ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("away", ["unplug", "power_cut"])
def test_a_reader_that_is_gone_takes_its_card_with_it(site: Site, away: str) -> None:
    site.reader.lay(card_of(ANNA))
    site.steps()
    pull: Callable[[str], object] = getattr(site.near.bus, away)
    pull("reader")
    assert site.steps(2) == [CardWithdrawn(READER, 1), ReaderReported(READER, "absent")]
    site.near.bus.replug("reader", site.near.host.at)
    assert site.steps(2) == [CardProved(READER, 2, ANNA), READY]


def test_one_lost_answer_is_no_card_that_left_and_three_are_no_reader(site: Site) -> None:
    site.reader.lay(card_of(ANNA))
    site.steps()
    device = site.near.bus.device("reader")
    device.set_faults(FaultPlan((parse_fault(f"drop:{BULK_OUT:#x}"),)))
    assert site.steps(2) == []
    device.set_faults(FaultPlan(tuple(parse_fault(f"drop:{BULK_OUT:#x}@{place}") for place in (0, 10, 20))))
    assert site.steps(4) == [
        CardWithdrawn(READER, 1),
        ReaderReported(READER, "absent"),
        CardProved(READER, 2, ANNA),
        READY,
    ]


def test_noise_in_a_conversation_is_read_again(site: Site) -> None:
    site.near.bus.device("reader").set_faults(FaultPlan((parse_fault(f"garbage:{BULK_IN:#x}@30"),)))
    site.reader.lay(card_of(ANNA))
    assert site.steps(3) == [CardProved(READER, 1, ANNA)]


def test_a_card_is_read_three_times_also_after_one_that_left_unread(site: Site) -> None:
    device = site.near.bus.device("reader")

    def laid_into_silence(losses: int) -> None:
        site.reader.lay(card_of(ANNA))
        lost = tuple(parse_fault(f"drop:{BULK_OUT:#x}@{place}") for place in (10, 30)[:losses])
        device.set_faults(FaultPlan(lost))

    for _ in range(2):
        laid_into_silence(2)
        assert site.steps(2) == [], "each time the order for power is lost"
        site.reader.lift()
        assert site.steps() == []
    laid_into_silence(2)
    assert site.steps(3) == [CardProved(READER, 1, ANNA)]


def test_after_it_was_closed_a_card_must_prove_itself_anew(site: Site) -> None:
    site.reader.lay(card_of(ANNA))
    site.steps()
    site.driver.close()
    assert site.steps() == [CardWithdrawn(READER, 1), CardProved(READER, 2, ANNA)]


def test_a_reader_that_leaves_the_protocol_to_its_host_is_spoken_to_in_blocks() -> None:
    site = Site(level="tpdu")
    site.reader.lay(CardBuild())
    assert site.write(ANNA) == Proved(ANNA)
    assert site.steps() == [CardProved(READER, 1, ANNA), READY]
    assert site.reader.facts()["unknown_commands"] == ""


def test_what_takes_neither_commands_nor_blocks_and_what_is_no_reader_is_refused() -> None:
    site = Site(level="character")
    with pytest.raises(DeviceRefused, match="takes neither whole commands"):
        open_reader(site.near.address("reader"), site.near.backend)
    with pytest.raises(DeviceRefused, match="no card reader"):
        open_reader(site.near.address("scanner"), site.near.backend)
    assert site.steps() == [ReaderReported(READER, "wrong-device")]


# -- writing and looking ----------------------------------------------------------------------------------------------


def test_a_blank_card_is_written_and_proves_itself(site: Site) -> None:
    site.reader.lay(CardBuild())
    assert site.write(ANNA) == Proved(ANNA)
    (card,) = site.reader.lift()
    assert card == card_of(ANNA)
    site.reader.lay(card)
    assert CardProved(READER, 1, ANNA) in site.steps()
    assert site.write(BENNO) == NotBlank(ANNA)


def test_nothing_and_two_cards_cannot_be_written(two: Site) -> None:
    assert two.write(ANNA) == Flawed("too-soon")
    two.reader.lay(CardBuild(), 1)
    two.reader.lay(CardBuild(), 2)
    assert two.write(ANNA) == Flawed("two-cards")
    assert two.reader.facts()["numbers"] == "blank blank"


@pytest.mark.parametrize("command", [1, 2, 3, 4, 5])
def test_a_card_withdrawn_while_it_is_written_is_blank_or_whole(site: Site, command: int) -> None:
    site.reader.lay(CardBuild(leaves_at=command))
    assert site.write(ANNA) == Flawed("too-soon")


@pytest.mark.parametrize("kind", ["drop", "late", "nak", "stall", "garbage"])
def test_a_card_whose_writing_was_cut_is_finished_by_saying_it_again(kind: Kind) -> None:
    for transfer in range(1, 20):
        site = Site()
        site.reader.lay(CardBuild())
        site.near.host.set_mishap(Mishap(transfer, kind))
        outcomes: list[object] = []
        for _ in range(3):
            try:
                outcomes.append(site.write(ANNA))
            except (UsbError, Garbled) as problem:
                outcomes.append(problem)
        assert outcomes[-1] == Proved(ANNA), f"{kind} at {transfer}: {outcomes}"


def test_a_look_shows_what_a_card_is_without_a_key(site: Site) -> None:
    site.driver.close()
    pipe = site.pipe()
    assert look(pipe) == Look(1)
    site.reader.lay(card_of(ANNA))
    assert look(pipe) == Look(1, 1, "3b8680014a414b414a410d", "04a1b2c3d4e580")
    (anna,) = site.reader.lift()
    site.reader.lay(msgspec.structs.replace(anna, trick="mute"))
    assert look(pipe) == Look(1, 1)
    other = Site(contactless=False)
    other.reader.lay(card_of(ANNA, trick=None))
    assert look(other.pipe()) == Look(1, 1, "3b8680014a414b414a410d", "")
