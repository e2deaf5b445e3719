"""The ccTalk bill validator against frames written by hand from the generic specification (public domain)."""

from __future__ import annotations

import pytest

from firmware.virtual.bill_validator import BillValidator, ValidatorSettings
from firmware.virtual.cdc_acm import DATA_IN, DATA_OUT, CdcAcm
from firmware.virtual.device import Setup
from firmware.virtual.faults import Handshake

ACK = "01 00 28 00 d7"
EVERYTHING_ALLOWED = ("28 02 01 e7 ff ff f0", "28 01 01 e4 01 f1")
STACK, RETURN = "28 01 01 9a 01 3b", "28 01 01 9a 00 3c"
READ_EVENTS = "28 00 01 9f 38"
RESET = "28 00 01 01 d6"


class Bench:
    """A validator on a table, its line, and a clock that stands still unless moved."""

    def __init__(self, **settings: object) -> None:
        self.validator = BillValidator(ValidatorSettings(**settings))  # type: ignore[arg-type]
        self.at = 0.0

    def say(self, frame: str) -> str:
        self.validator.receive(bytes.fromhex(frame), self.at)
        return self.validator.transmit(1000).hex(" ")

    def allow_everything(self) -> None:
        for frame in EVERYTHING_ALLOWED:
            assert self.say(frame) == ACK

    def insert(self, value: int) -> str:
        return self.validator.insert_note(value, self.at)

    def wait(self, seconds: float) -> None:
        self.at += seconds
        self.validator.tick(self.at)

    def events(self) -> list[int]:
        """The counter and the events' bytes, newest first."""
        raw = bytes.fromhex(self.say(READ_EVENTS))
        assert sum(raw) % 256 == 0
        assert raw[:4] == bytes((1, 11, 40, 0))
        return list(raw[4:-1])


@pytest.fixture
def bench() -> Bench:
    ready = Bench()
    ready.allow_everything()
    return ready


VECTORS = {
    "simple poll": ("28 00 01 fe d9", ACK),
    "manufacturer id": ("28 00 01 f6 e1", "01 03 28 00 4a 41 4b fe"),
    "equipment category": ("28 00 01 f5 e2", "01 0e 28 00 42 69 6c 6c 20 56 61 6c 69 64 61 74 6f 72 80"),
    "product code": ("28 00 01 f4 e3", "01 04 28 00 4a 56 2d 31 d5"),
    "serial number": ("28 00 01 f2 e5", "01 03 28 00 67 12 00 5b"),
    "bill id of type 1": ("28 01 01 9d 01 38", "01 07 28 00 45 55 30 30 30 35 41 30"),
    "bill id of type 6": ("28 01 01 9d 06 33", "01 07 28 00 45 55 30 32 30 30 41 33"),
    "bill id of an empty position": ("28 01 01 9d 07 32", "01 07 28 00 2e 2e 2e 2e 2e 2e 2e 8e"),
    "scaling factor of EU": ("28 02 01 9c 45 55 9f", "01 03 28 00 64 00 02 6e"),
    "scaling factor of a stranger": ("28 02 01 9c 47 42 b0", "01 03 28 00 00 00 00 d4"),
    "events after power-up": (READ_EVENTS, "01 0b 28 00 00 00 00 00 00 00 00 00 00 00 00 cc"),
    "inhibits after power-up": ("28 00 01 e6 f1", "01 02 28 00 00 00 d5"),
    "master inhibit after power-up": ("28 00 01 e3 f4", "01 01 28 00 00 d6"),
    "route with an empty escrow": (STACK, "01 01 28 00 fe d8"),
}


@pytest.mark.parametrize(("question", "answer"), VECTORS.values(), ids=VECTORS.keys())
def test_published_frames_get_published_answers(question: str, answer: str) -> None:
    assert Bench().say(question) == answer


def test_a_frame_in_pieces_is_understood_and_a_pause_makes_it_nonsense() -> None:
    bench = Bench()
    assert bench.say("28 00 01") == ""
    assert bench.say("fe d9") == ACK
    assert bench.say("28 00 01") == ""
    bench.wait(0.06)
    assert bench.say("fe d9") == ""
    bench.wait(0.06)
    assert bench.say("28 00 01 fe d9") == ACK


@pytest.mark.parametrize("frame", ["28 00 01 fe d8", "03 00 01 fe fe"], ids=["bad checksum", "other address"])
def test_damaged_and_foreign_frames_get_no_answer(frame: str) -> None:
    assert Bench().say(frame) == ""


def test_the_half_duplex_line_echoes_when_it_is_wired_so() -> None:
    assert Bench(echo=True).say("28 00 01 fe d9") == "28 00 01 fe d9 " + ACK


def test_an_unknown_header_is_silent_but_remembered() -> None:
    bench = Bench()
    assert bench.say("28 00 01 0a cd") == ""
    assert bench.validator.facts()["unknown_headers"] == "10"


def test_a_note_is_credited_only_when_the_stacker_has_it(bench: Bench) -> None:
    assert bench.insert(20) == "escrow"
    assert bench.events()[:3] == [1, 3, 1]
    assert bench.say(STACK) == ACK
    assert bench.events()[0] == 1
    bench.wait(0.3)
    assert bench.events()[:5] == [2, 3, 0, 3, 1]
    assert bench.validator.facts()["stacked_value"] == 20


def test_a_returned_note_is_held_out_until_it_is_taken(bench: Bench) -> None:
    bench.insert(5)
    assert bench.say(RETURN) == ACK
    assert bench.events()[:3] == [2, 0, 1]
    with pytest.raises(ValueError, match="a note of 5 still sticks out"):
        bench.insert(10)
    assert bench.validator.take_note() == 5
    assert bench.validator.take_note() == 0
    assert bench.insert(10) == "escrow"


def test_a_note_nobody_routes_comes_back_and_can_be_kept_waiting(bench: Bench) -> None:
    bench.insert(50)
    bench.wait(29)
    assert bench.say("28 01 01 9a ff 3d") == ACK
    bench.wait(29)
    assert bench.validator.facts()["note_at"] == "escrow"
    bench.wait(1)
    assert bench.events()[1:3] == [0, 1]


def test_an_escrowed_note_cannot_be_routed_twice(bench: Bench) -> None:
    bench.insert(50)
    bench.say(STACK)
    assert bench.say(STACK) == "01 01 28 00 fe d8"
    bench.wait(1)
    assert bench.validator.facts()["stacked"] == 1


def test_inhibited_notes_are_refused_with_an_event() -> None:
    bench = Bench()
    assert bench.insert(5) == "refused"
    assert bench.events()[:3] == [1, 0, 0]
    bench.validator.take_note()
    bench.allow_everything()
    assert bench.say("28 02 01 e7 01 00 ed") == ACK
    assert bench.insert(5) == "escrow"
    bench.say(RETURN)
    bench.validator.take_note()
    assert bench.insert(10) == "refused"
    assert bench.events()[1:3] == [0, 4]


def test_without_escrow_a_note_goes_straight_to_the_stacker(bench: Bench) -> None:
    assert bench.say("28 01 01 99 01 3c") == ACK
    assert bench.insert(100) == "stacking"
    bench.wait(0.3)
    assert bench.events()[:3] == [1, 5, 0]


def test_the_event_counter_skips_zero_when_it_wraps_and_keeps_five_events(bench: Bench) -> None:
    for _ in range(127):
        bench.insert(5)
        bench.say(STACK)
        bench.wait(0.3)
    assert bench.events()[0] == 254
    bench.insert(10)
    bench.say(STACK)
    bench.wait(0.3)
    assert bench.events() == [1, 2, 0, 2, 1, 1, 0, 1, 1, 1, 0]


def test_a_reset_gives_the_note_back_and_starts_events_anew(bench: Bench) -> None:
    bench.insert(5)
    assert bench.say(RESET) == ACK
    assert bench.events() == [0] * 11
    assert bench.validator.facts()["note_at"] == "bezel"
    assert bench.say("28 00 01 e3 f4") == "01 01 28 00 00 d6"


def test_power_lost_in_escrow_gives_the_note_back_without_an_event(bench: Bench) -> None:
    bench.insert(20)
    bench.validator.power_cut()
    bench.validator.power_up(bench.at)
    assert bench.events() == [0] * 11
    assert bench.validator.take_note() == 20


@pytest.mark.parametrize(("build", "stacked"), [("stacked", 2), ("returned", 1)])
def test_power_lost_while_stacking_moves_the_note_without_an_event(build: str, stacked: int) -> None:
    bench = Bench(after_power_cut=build)
    bench.allow_everything()
    for pause in (0.3, 0.1):
        bench.insert(20)
        bench.say(STACK)
        bench.wait(pause)
    bench.validator.power_cut()
    bench.validator.power_up(bench.at)
    bench.wait(10)
    assert bench.events() == [0] * 11
    assert bench.validator.facts()["stacked"] == stacked


def test_a_stacker_that_fills_says_so_and_takes_no_more_notes() -> None:
    bench = Bench(stacker_capacity=1)
    bench.allow_everything()
    bench.insert(5)
    bench.say(STACK)
    bench.wait(0.3)
    assert bench.events()[:5] == [3, 0, 14, 1, 0]
    assert bench.insert(5) == "refused"
    bench.validator.take_note()
    bench.validator.set_stacker("fitted")
    assert bench.insert(5) == "escrow"


def test_a_note_cannot_be_routed_to_a_stacker_that_has_just_gone(bench: Bench) -> None:
    bench.insert(5)
    bench.validator.set_stacker("removed")
    assert bench.say(STACK) == "01 01 28 00 ff d7"
    assert bench.say(RETURN) == ACK


def test_a_removed_stacker_is_an_event_and_refuses_notes(bench: Bench) -> None:
    bench.validator.set_stacker("removed")
    assert bench.insert(5) == "refused"
    bench.validator.set_stacker("fitted")
    assert bench.events()[:7] == [3, 0, 12, 0, 11, 0, 11]


def test_a_jam_on_the_way_to_the_stacker_credits_nothing_until_it_is_cleared(bench: Bench) -> None:
    bench.validator.jam("stacker")
    bench.insert(20)
    bench.say(STACK)
    bench.wait(0.3)
    assert bench.events()[:3] == [2, 0, 7]
    assert bench.say("28 00 01 e8 ef") == "01 01 28 00 ff d7"
    bench.validator.clear_jam(bench.at)
    assert bench.say("28 00 01 e8 ef") == "01 01 28 00 00 d6"
    assert bench.validator.facts()["stacked"] == 0


def test_a_jam_in_the_transport_stops_the_note_at_once(bench: Bench) -> None:
    bench.validator.jam("transport")
    assert bench.insert(20) == "jammed"
    assert bench.events()[:3] == [1, 0, 6]


def test_a_note_of_no_known_value_is_the_hands_mistake(bench: Bench) -> None:
    with pytest.raises(ValueError, match="no note of 7: it takes 5, 10, 20, 50, 100, 200"):
        bench.insert(7)


def test_the_converter_passes_bytes_only_at_the_validators_line_speed() -> None:
    converter = CdcAcm(BillValidator(ValidatorSettings()))
    poll = bytes.fromhex("28 00 01 fe d9")
    converter.control(Setup(0x21, 0x20, 0, 0, 7), bytes.fromhex("00 c2 01 00 00 00 08"))
    converter.accept(DATA_OUT, poll, 0.0)
    assert converter.produce(DATA_IN, 64) is Handshake.NAK
    converter.control(Setup(0x21, 0x20, 0, 0, 7), bytes.fromhex("80 25 00 00 00 00 08"))
    converter.accept(DATA_OUT, poll, 1.0)
    assert converter.produce(DATA_IN, 64) == bytes.fromhex(ACK)
    assert converter.control(Setup(0xA1, 0x21, 0, 0, 7), b"") == bytes.fromhex("80 25 00 00 00 00 08")
