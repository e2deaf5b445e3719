"""Two ends that were paired: what opens a channel between them, and what a pairing is worth (docs/protocol.md)."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import crypto_scalarmult_base

from controller.wire.channel import screen_end, table_end
from controller.wire.opening import ChannelError, PairKeys, agreed, derive
from controller.wire.pairing import CODE_DIGITS, ScreenPairing, TablePairing, Told, short_code


def fresh(word):
    return hashlib.blake2b(word.encode(), digest_size=32).digest()


P, Q = fresh("screen"), fresh("table")
OF_SCREEN = PairKeys(P, crypto_scalarmult_base(Q))
OF_TABLE = PairKeys(Q, crypto_scalarmult_base(P))
COPIED = fresh("copied")
NAME = "seat-3"


def ends(of_screen=OF_SCREEN, of_table=OF_TABLE, name=NAME):
    return screen_end(name, of_screen, fresh("s")), table_end({NAME: of_table}, fresh("t"))


def exchange(first, second, steps, place=0, change=0, changed=-1):
    """Carry a frame each way in turn; one byte of one of them may be changed on its way."""
    try:
        for number in range(steps):
            source, target = (first, second) if number % 2 == 0 else (second, first)
            frame = bytearray(source.outgoing())
            if number == changed and frame:
                frame[place % len(frame)] ^= change
            target.receive(bytes(frame))
    except ChannelError:
        pass


def test_paired_ends_open_a_channel_and_know_by_what():
    screen, table = ends()
    exchange(screen, table, 3)
    assert table.receive(screen.send(b"fold")) == [b"fold"]
    assert (screen.proved_by, table.proved_by) == (OF_SCREEN, OF_TABLE)


@given(st.integers(0, 10**6), st.integers(1, 255), st.sampled_from([0, 1, 2]))
def test_no_opening_of_a_pair_with_a_changed_byte_succeeds(place, change, changed):
    screen, table = ends()
    exchange(screen, table, 3, place, change, changed)
    assert not (screen.is_open and table.is_open)


@pytest.mark.parametrize(
    ("of_screen", "of_table"),
    [
        (COPIED, OF_TABLE),
        (OF_SCREEN, COPIED),
        (PairKeys(fresh("stranger"), OF_SCREEN.theirs), OF_TABLE),
        (PairKeys(P, crypto_scalarmult_base(fresh("another table"))), OF_TABLE),
        (OF_SCREEN, PairKeys(fresh("another table"), OF_TABLE.theirs)),
    ],
    ids=["a copied key where a pair counts", "a pair where a copied key counts", "stranger", "table", "false table"],
)
def test_sec_4_what_does_not_belong_together_opens_nothing(of_screen, of_table):
    screen, table = ends(of_screen, of_table)
    exchange(screen, table, 3)
    assert not screen.is_open
    assert not table.is_open


def test_sec_4_who_has_stolen_a_screens_key_cannot_play_the_table_to_it():
    """He has `p`, so he knows the key of the hello; without `q` one secret of three is missing."""
    screen, _ = ends()
    hello = screen.outgoing()[4:]
    version, ephemeral = hello[:1], hello[1:33]
    mine = fresh("thief")
    public, name = crypto_scalarmult_base(mine), NAME.encode()
    key = derive("pair", agreed(P, OF_SCREEN.theirs), version, OF_TABLE.theirs, OF_SCREEN.theirs, name)
    assert hello[33:65] == derive("hello", key, version, ephemeral, name), "so far he knows what the table knows"
    for guessed in (agreed(mine, ephemeral), agreed(P, ephemeral), agreed(mine, OF_SCREEN.theirs)):
        secrets = agreed(mine, ephemeral), agreed(P, public), guessed
        root = derive("session", key, version, ephemeral, name, public, *secrets)
        false_table = screen_end(NAME, OF_SCREEN, fresh("s"))
        false_table.outgoing()
        with pytest.raises(ChannelError, match="does not hold the key"):
            false_table.receive((64).to_bytes(4, "big") + public + derive("answer", root))


LENGTH_AND_KIND = b"\0\0\0\0\3"
"""What the table has read of the first frame before it knows that it is of a pairing."""


class Pairing:
    """Both ends of a pairing over a line that may change a byte; each says *the same* if the codes are."""

    def __init__(self):
        self.screen = ScreenPairing(NAME, P, fresh("m"))
        self.table = None

    def run(self, place, change, changed):
        try:
            for number in range(5):
                frame = bytearray(self.step(number))
                if number == changed:
                    first = len(LENGTH_AND_KIND) if number == 0 else 0
                    frame[first + place % (len(frame) - first)] ^= change
                self.take(number, bytes(frame))
        except ChannelError:
            pass

    def step(self, number):
        if number == 1:
            self.table.answer()
        elif number == 3 and self.screen.code == self.table.code:
            self.screen.agree()
        elif number == 4 and self.table.agreed:
            self.table.confirm()
        source = self.screen if number in (0, 2, 3) else self.table
        return source.outgoing() or b"\0\0\0\1\2"

    def take(self, number, frame):
        if number == 0:
            self.table = TablePairing(Q, fresh("n"), frame[4:])
        else:
            (self.table if number in (2, 3) else self.screen).receive(frame)


@given(st.integers(0, 10**6), st.integers(1, 255), st.integers(0, 4))
def test_sec_5_no_pairing_with_a_changed_byte_ends_well(place, change, changed):
    pairing = Pairing()
    pairing.run(place, change, changed)
    assert not pairing.screen.done


def test_an_undisturbed_pairing_ends_well_and_each_has_the_others_key():
    pairing = Pairing()
    pairing.run(0, 0, -1)
    assert pairing.screen.done
    assert pairing.screen.keys == OF_SCREEN
    assert pairing.table.public == OF_TABLE.theirs


@pytest.mark.parametrize("field", ["name", "screen", "table", "screen_nonce", "table_nonce"])
def test_sec_5_the_code_depends_on_all_that_was_said(field):
    told = Told(NAME, fresh("P"), fresh("Q"), fresh("m"), fresh("n"))
    values = [getattr(told, each) for each in told.__struct_fields__]
    place = told.__struct_fields__.index(field)
    values[place] = "seat-4" if field == "name" else fresh("other")
    assert short_code(Told(*values)) != short_code(told)


def test_sec_5_codes_have_six_digits_and_are_spread():
    codes = {short_code(Told(NAME, fresh("P"), fresh("Q"), fresh(f"{one}"), fresh("n"))) for one in range(500)}
    assert len(codes) >= 495
    assert {len(code) for code in codes} == {CODE_DIGITS}
    assert {code[0] for code in codes} == set("0123456789")
