"""The emulated recycler on its own line: repeats, polls, escrow and payouts as the protocol's manual tells them."""

from __future__ import annotations

from firmware.virtual import essp
from firmware.virtual.note_recycler import NoteRecycler, RecyclerSettings

OK = b"\xf0"


class Bench:
    """A recycler on a table; commands go unencrypted where the device takes them so."""

    def __init__(self, **settings: object) -> None:
        self.recycler = NoteRecycler(RecyclerSettings(**settings))  # type: ignore[arg-type]
        self.at = 0.0
        self.sequence = 1
        assert self.say(b"\x11") == OK

    def raw(self, wire: bytes) -> bytes:
        self.recycler.receive(wire, self.at)
        return self.recycler.transmit(1000)

    def say(self, data: bytes) -> bytes:
        """One command with a fresh sequence bit; what its answer holds."""
        answer = self.raw(essp.packet(0, self.sequence, data))
        self.sequence ^= 1
        heard = essp.Ear().hear(answer)
        return heard[0].data if heard else b""

    def enable(self) -> None:
        assert self.say(b"\x02\xff\xff") == OK
        assert self.say(b"\x0a") == OK
        assert self.say(b"\x07") == b"\xf0\xf1"

    def wait(self, seconds: float) -> None:
        self.at += seconds
        self.recycler.tick(self.at)


def test_sync_is_answered_with_the_published_bytes() -> None:
    assert Bench().raw(bytes.fromhex("7f 80 01 11 65 82")).hex(" ") == "7f 80 01 f0 23 80"


def test_the_first_poll_after_power_up_tells_of_the_reset_and_the_closed_slot() -> None:
    assert Bench().say(b"\x07") == b"\xf0\xf1\xe8"


def test_a_repeat_is_answered_as_before_and_not_acted_on() -> None:
    bench = Bench()
    bench.enable()
    bench.recycler.insert_note(10, bench.at)
    wire = essp.packet(0, bench.sequence, b"\x07")
    first = bench.raw(wire)
    assert essp.Ear().hear(first)[0].data == b"\xf0\xef\x02"
    for _ in range(3):
        assert bench.raw(wire) == first
    assert bench.recycler.facts()["note_at"] == "escrow"


def test_a_poll_takes_the_note_and_hold_keeps_it() -> None:
    bench = Bench()
    bench.enable()
    bench.recycler.insert_note(10, bench.at)
    assert bench.say(b"\x07") == b"\xf0\xef\x02"
    for _ in range(3):
        bench.wait(4)
        assert bench.say(b"\x18") == OK
    assert bench.say(b"\x07") == b"\xf0\xcc"
    bench.wait(1)
    assert bench.say(b"\x07") == b"\xf0\xee\x02\xeb"
    assert bench.recycler.cashbox == [10]


def test_a_note_that_nobody_holds_goes_back_after_five_seconds() -> None:
    bench = Bench()
    bench.enable()
    bench.recycler.insert_note(10, bench.at)
    bench.say(b"\x07")
    bench.wait(5)
    assert bench.say(b"\x07") == b"\xf0\xed\xec"
    assert bench.say(b"\x18") == b"\xf5"
    assert bench.recycler.take_note() == 10


def test_a_credit_is_told_until_it_is_acknowledged() -> None:
    bench = Bench()
    bench.enable()
    bench.recycler.insert_note(20, bench.at)
    bench.say(b"\x56")
    bench.say(b"\x56")
    bench.wait(1)
    assert bench.say(b"\x56") == b"\xf0\xee\x03\xeb"
    assert bench.say(b"\x56") == b"\xf0\xee\x03"
    assert bench.say(b"\x57") == OK
    assert bench.say(b"\x56") == OK
    assert bench.say(b"\x57") == b"\xf5"


def test_what_pays_needs_encryption() -> None:
    bench = Bench()
    assert bench.say(b"\x33" + (1000).to_bytes(4, "little") + b"EUR\x58") == b"\xfa"
    assert bench.say(b"\x58") == b"\xfa"


def test_an_unknown_command_is_told_as_such_and_noted() -> None:
    bench = Bench(payout=False, ack_polls=False)
    assert bench.say(b"\x56") == b"\xf2"
    assert bench.recycler.facts()["unknown_commands"] == "0x56"


def test_a_note_on_its_way_when_the_power_fails_is_told_at_power_up() -> None:
    for fate, told, count in (("stacked", b"\xf0\xf1\xe2\x02\xe8", 1), ("returned", b"\xf0\xf1\xe1\x02\xe8", 0)):
        bench = Bench(after_power_cut=fate)
        bench.enable()
        bench.recycler.insert_note(10, bench.at)
        bench.say(b"\x07")
        bench.say(b"\x07")
        bench.recycler.power_cut()
        bench.wait(10)
        bench.recycler.power_up(bench.at)
        bench.sequence = 1
        assert bench.say(b"\x11") == OK
        assert bench.say(b"\x07") == told
        assert len(bench.recycler.cashbox) == count


def test_the_store_chooses_the_largest_notes_first_and_pays_them_one_by_one() -> None:
    store = NoteRecycler(RecyclerSettings()).store
    assert store.choose(85) == [20, 20, 20, 20, 5]
    assert store.choose(3) == []
    store.start([20, 5], 0.0)
    assert store.tick(0.3) == []
    assert (store.paid_now, store.value) == (20, 680)
    (end,) = store.tick(0.6)
    assert (end.kind, end.amounts, store.dispensed) == ("DISPENSED", (25,), 2)


def test_a_payout_cut_off_tells_what_it_had_paid_of_what() -> None:
    store = NoteRecycler(RecyclerSettings()).store
    store.start([20, 20, 5], 0.0)
    store.tick(0.3)
    store.power_cut()
    assert store.tick(60.0) == []
    assert store.power_up() == (20, 45)
    assert store.power_up() is None
