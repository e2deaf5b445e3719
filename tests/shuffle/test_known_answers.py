"""Known answers, and a second implementation written from the recipe alone (RNG-6).

It uses hashlib and its own ChaCha20 after RFC 8439 (with libsodium's fixed nonce), and nothing of the project.
"""

import hashlib
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cashier.invariant import InvariantBreach
from controller.shuffle import cut_of, draw_for_button, mixed_in, open_shuffle, prepare
from controller.vocab.entropy_records import bind
from controller.vocab.ids import HandId

SEED = bytes(range(32))


def rotated(value: int, bits: int) -> int:
    return (value << bits | value >> 32 - bits) & 0xFFFFFFFF


def chacha20(key: bytes, length: int) -> bytes:
    out = b""
    for counter in range((length + 63) // 64):
        start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + b"LibsodiumDRG")
        x = list(start)
        for _ in range(10):
            for a, b, c, d in (
                (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
            ):  # fmt: skip
                for to, by, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    x[to] = (x[to] + x[by]) & 0xFFFFFFFF
                    x[turned] = rotated(x[turned] ^ x[to], bits)
        out += struct.pack("<16I", *((one + other) & 0xFFFFFFFF for one, other in zip(x, start, strict=True)))
    return out[:length]


def blake(purpose: str, *parts: bytes, key: bytes = b"") -> bytes:
    data = b"".join(struct.pack(">I", len(part)) + part for part in parts)
    return hashlib.blake2b(data, digest_size=32, key=key, person=b"jakaja:" + purpose.encode()).digest()


def keystream(key: bytes, length: int) -> bytes:
    return b"".join(
        chacha20(blake("block", struct.pack(">Q", block), key=key), 256) for block in range(length // 256 + 1)
    )


def second_opinion(table: str, hand: int, seed: bytes, inputs: tuple[bytes, ...]) -> tuple[list[int], bytes]:
    key = blake("mix", table.encode(), struct.pack(">Q", hand), *inputs, key=seed)
    stream = iter(keystream(blake("deck", key=key), 1024))
    deck = list(range(52))
    for top in range(51, 0, -1):
        limit = 256 // (top + 1) * (top + 1)
        byte = next(byte for byte in stream if byte < limit)
        swap = byte % (top + 1)
        deck[top], deck[swap] = deck[swap], deck[top]
    salt = keystream(blake("nonces", key=key), 52 * 32)
    row = [
        blake("card", struct.pack(">Q", card), struct.pack(">Q", place), key=salt[place * 32 : place * 32 + 32])
        for place, card in enumerate(deck)
    ]
    row += [blake("input", part) for part in inputs]
    while len(row) > 1:
        row = [blake("node", *row[at : at + 2]) if at + 1 < len(row) else row[at] for at in range(0, len(row), 2)]
    return deck, row[0]


def test_the_house_is_bound_to_its_seed() -> None:
    assert (
        open_shuffle("4", HandId(1), SEED).hex() == "04f4da0d732b2196febb9055be789a8b617f2b9598e5a58f1e8da334b86094e3"
    )
    assert open_shuffle("4", HandId(1), SEED) == blake("seed", b"4", struct.pack(">Q", 1), SEED)


def test_known_deck_and_root() -> None:
    prepared = prepare("4", HandId(1), SEED, (b"a",), range(52))
    assert prepared.deck == (
        16,
        27,
        0,
        44,
        13,
        41,
        51,
        3,
        45,
        21,
        31,
        35,
        10,
        2,
        9,
        47,
        46,
        49,
        6,
        48,
        12,
        15,
        7,
        26,
        34,
        1,
        18,
        30,
        24,
        32,
        28,
        36,
        4,
        50,
        38,
        39,
        14,
        42,
        40,
        11,
        29,
        33,
        37,
        43,
        20,
        23,
        5,
        8,
        19,
        25,
        22,
        17,
    )
    assert prepared.root.hex() == "784bbc0db347b30b807922892d330508a4b5f279d9773f83c4fbbe668b6685f8"


def test_a_screen_is_bound_to_its_number() -> None:
    assert bind("4", HandId(1), 3, SEED) == blake("entropy", b"4", struct.pack(">Q", 1), struct.pack(">Q", 3), SEED)
    others = {bind("4", HandId(2), 3, SEED), bind("4", HandId(1), 2, SEED), bind("5", HandId(1), 3, SEED)}
    assert bind("4", HandId(1), 3, SEED) not in others
    assert len(others) == 3


def test_what_goes_in_is_the_numbers_by_their_seats_and_last_the_cut() -> None:
    one, other = bytes(32), SEED
    assert mixed_in({7: one, 2: other}, cut_of(7, 23)) == (b"\x02" + other, b"\x07" + one, b"\x07\x17")
    assert mixed_in({7: one, 2: other}, cut_of(7, 0)) == (b"\x02" + other, b"\x07" + one)
    assert mixed_in({}) == ()
    with pytest.raises(InvariantBreach, match="entropy-length"):
        mixed_in({1: b"short"})


def test_known_deck_and_root_with_two_numbers_and_a_cut() -> None:
    inputs = mixed_in({2: bytes(32), 5: bytes([255]) * 32}, cut_of(5, 20))
    prepared = prepare("4", HandId(1), SEED, inputs, range(52))
    assert prepared.deck[:10] == (34, 16, 18, 50, 27, 6, 31, 11, 47, 12)
    assert prepared.root.hex() == "155b8730422e142b593593df1132db0a1ba4eb11ab0a3082b66a8070b4c8752b"
    assert len(prepared.leaves) == 52 + 3


def test_without_inputs_the_root_is_that_of_the_cards_alone() -> None:
    prepared = prepare("4", HandId(1), SEED, (), range(52))
    assert len(prepared.leaves) == 52
    assert prepared.root.hex() == "1e9d1d0854054a059679ba15c26215a1871a577b38b3c699b54081bb60ab3453"


def test_known_draw_for_the_button() -> None:
    assert draw_for_button(SEED, HandId(1), range(52))[:10] == (17, 39, 4, 12, 9, 15, 23, 47, 5, 8)


@settings(max_examples=10, deadline=None)
@given(
    st.text(max_size=8), st.integers(1, 1 << 40), st.binary(min_size=32, max_size=32), st.lists(st.binary(max_size=40))
)
def test_an_independent_verifier_finds_the_same_deck_and_root(
    table: str, hand: int, seed: bytes, inputs: list[bytes]
) -> None:
    prepared = prepare(table, HandId(hand), seed, tuple(inputs), range(52))
    deck, root = second_opinion(table, hand, seed, tuple(inputs))
    assert list(prepared.deck) == deck
    assert prepared.root == root


@pytest.mark.parametrize(
    ("table", "hand", "seed", "inputs"),
    [
        ("5", 1, SEED, (b"a",)),
        ("4", 2, SEED, (b"a",)),
        ("4", 1, SEED[::-1], (b"a",)),
        ("4", 1, SEED, (b"b",)),
        ("4", 1, SEED, (b"a", b"")),
        ("4", 1, SEED, ()),
    ],
)
def test_everything_that_goes_in_changes_the_deck(
    table: str, hand: int, seed: bytes, inputs: tuple[bytes, ...]
) -> None:
    known = prepare("4", HandId(1), SEED, (b"a",), range(52))
    assert prepare(table, HandId(hand), seed, inputs, range(52)).deck != known.deck


def test_what_goes_into_the_deck_goes_into_the_draw_for_the_button_too() -> None:
    key = blake("button", struct.pack(">Q", 1), b"a", key=SEED)
    stream = iter(keystream(key, 1024))
    deck = list(range(52))
    for top in range(51, 0, -1):
        limit = 256 // (top + 1) * (top + 1)
        swap = next(byte for byte in stream if byte < limit) % (top + 1)
        deck[top], deck[swap] = deck[swap], deck[top]
    assert list(draw_for_button(SEED, HandId(1), range(52), (b"a",))) == deck
    assert draw_for_button(SEED, HandId(1), range(52)) != tuple(deck)


def test_the_draw_for_the_button_is_apart_from_the_deck() -> None:
    assert draw_for_button(SEED, HandId(1), range(52)) != prepare("4", HandId(1), SEED, (), range(52)).deck


def test_a_prepared_deck_is_dealt_as_given_and_committed_to() -> None:
    prepared = prepare("4", HandId(1), SEED, (), range(52), fixed=range(51, -1, -1))
    assert prepared.deck == tuple(range(51, -1, -1))
    assert len(prepared.leaves) == 52


def test_a_prepared_deck_with_a_card_twice_is_a_breach() -> None:
    with pytest.raises(InvariantBreach, match="deck-whole"):
        prepare("4", HandId(1), SEED, (), range(52), fixed=[0, 0, *range(2, 52)])


def test_a_short_seed_is_a_breach_wherever_it_is_used() -> None:
    for use in (
        lambda: open_shuffle("4", HandId(1), SEED[:31]),
        lambda: prepare("4", HandId(1), SEED[:31], (), range(52)),
        lambda: draw_for_button(SEED[:31], HandId(1), range(52)),
    ):
        with pytest.raises(InvariantBreach, match="seed-length"):
            use()
