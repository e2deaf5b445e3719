"""Whatever comes over the line, no emulated device stumbles, and none that pays pays for noise."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware.virtual import essp
from firmware.virtual.coin_hopper import CoinHopper, HopperSettings
from firmware.virtual.note_recycler import NoteRecycler, RecyclerSettings

noises = st.lists(st.binary(max_size=40), max_size=10)
commands = st.lists(st.binary(min_size=1, max_size=12), max_size=12)


@given(noises)
def test_a_hopper_pays_nothing_for_noise_and_answers_the_next_question(pieces: list[bytes]) -> None:
    hopper = CoinHopper(HopperSettings())
    at = 0.0
    for piece in pieces:
        hopper.receive(piece, at)
        at += 0.2
        hopper.tick(at)
    hopper.transmit(10_000)
    hopper.receive(bytes.fromhex("03 00 01 fe fe"), at)
    assert hopper.transmit(100).hex(" ") == "01 00 03 00 fc"
    assert hopper.paid_out == 0


@given(noises)
def test_a_recycler_pays_nothing_for_noise_and_answers_the_next_sync(pieces: list[bytes]) -> None:
    recycler = NoteRecycler(RecyclerSettings())
    for piece in pieces:
        recycler.receive(piece, 0.0)
    recycler.transmit(10_000)
    recycler.receive(bytes.fromhex("7f") + essp.packet(0, 1, bytes(255)), 0.0)
    recycler.transmit(10_000)
    recycler.receive(bytes.fromhex("7f 80 01 11 65 82"), 0.0)
    assert recycler.transmit(100).hex(" ") == "7f 80 01 f0 23 80"
    assert recycler.store.paid_out == 0


@given(commands)
def test_a_recycler_obeys_no_unencrypted_command_that_pays(contents: list[bytes]) -> None:
    recycler = NoteRecycler(RecyclerSettings())
    recycler.receive(essp.packet(0, 1, b"\x11"), 0.0)
    for number, content in enumerate(contents):
        recycler.receive(essp.packet(0, number % 2, content), float(number))
        recycler.tick(float(number))
    recycler.tick(1000.0)
    assert recycler.store.paid_out == 0
    assert recycler.transmit(1)[:1] == b"\x7f"
