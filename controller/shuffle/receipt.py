"""A player's receipt of a hand: the proofs of exactly the cards he was entitled to see, in one short text.

It also proves that his screen's number and the cut are among what the house was bound to when it fixed the deck. All
of it shares one proof: going up from them row by row and from the left to the right, each neighbour that is not
known already is the next hash of `path`. Whoever has the root of the hand from the centre screen needs nothing else to
check it, and learns nothing of any other card. The bytes are on the page about fairness (docs/fairness.md).
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from cashier.invariant import invariant
from controller.shuffle.commit import join, leaf_of, row_above
from controller.shuffle.inputs import INPUT_SIZES, input_leaf, is_cut, is_of
from controller.shuffle.prepare import Prepared
from controller.vocab.digests import SIZE
from controller.vocab.ids import HandId, Seat
from evaluator_ext import Card

SCHEME: Final = "jakaja-hand:"
PLAIN: Final = 1
"""The version of a receipt for a deck into which nothing went but the seed."""

MIXED: Final = 2
"""The version of one for a deck with inputs."""

BOARD: Final = 0
"""The holder of cards that lay in the middle."""

_HAND_BYTES: Final = 8
_DIGITS: Final = 5
"""Digits of a pair of bytes where a receipt is written in digits."""


class ProvedCard(msgspec.Struct, frozen=True):
    """One card: who held it (a seat, or `BOARD`), its place in the deck from 0, and the nonce that opens its leaf."""

    holder: Seat | int
    place: int
    card: Card
    nonce: bytes


class ProvedInput(msgspec.Struct, frozen=True):
    """One thing that went into the deck: its place among the inputs from 0, and the part as it was mixed in."""

    place: int
    part: bytes


class Receipt(msgspec.Struct, frozen=True):
    """What a receipt says: table and hand, the root, of how many cards, and the cards in the order of the deck.

    `mixed` is how many inputs the deck had; those that are the player's concern are among `inputs`, in their order.
    """

    table: str
    hand: HandId
    count: int
    root: bytes
    cards: tuple[ProvedCard, ...]
    path: tuple[bytes, ...]
    mixed: int = 0
    inputs: tuple[ProvedInput, ...] = ()

    @property
    def own(self) -> tuple[ProvedInput, ...]:
        """The number of the player's screen, if it went in."""
        return tuple(proved for proved in self.inputs if not is_cut(proved.part))

    @property
    def cut(self) -> ProvedInput | None:
        """The cut, if the deck was cut."""
        return next((proved for proved in self.inputs if is_cut(proved.part)), None)


class NoReceiptError(Exception):
    """A text is no receipt; the message is a clause that says why."""


def make_receipt(
    table: str, hand: HandId, prepared: Prepared, seen: Mapping[Card, Seat | int], seat: Seat = 0
) -> Receipt:
    """Return the receipt for the cards `seen`, each with its holder: at least one, all of them of the deck.

    Of the inputs it proves those of `seat`, and the cut.
    """
    places = {card: place for place, card in enumerate(prepared.deck)}
    invariant(bool(seen) and seen.keys() <= places.keys(), "receipt-cards", f"hand {hand}: no card of it is proved")
    cards = tuple(
        ProvedCard(holder, places[card], card, prepared.nonces[places[card]])
        for card, holder in sorted(seen.items(), key=lambda item: places[item[0]])
    )
    inputs = tuple(ProvedInput(place, part) for place, part in enumerate(prepared.inputs) if is_of(seat, part))
    count = len(prepared.deck)
    shown = {proved.place for proved in cards} | {count + proved.place for proved in inputs}
    path = tuple(_beside(prepared.leaves, shown))
    return Receipt(table, hand, count, prepared.root, cards, path, len(prepared.inputs), inputs)


def is_proved(receipt: Receipt) -> bool:
    """Return whether all that the receipt says lies under its root, and it holds no more than it needs."""
    known = {proved.place: leaf_of(proved.place, proved.card, proved.nonce) for proved in receipt.cards}
    known |= {receipt.count + proved.place: input_leaf(proved.part) for proved in receipt.inputs}
    width, path = receipt.count + receipt.mixed, list(reversed(receipt.path))
    while width > 1:
        row: dict[int, bytes] = {}
        for here, other in _neighbours(known, width):
            if other is None:
                row[here // 2] = known[here]
                continue
            if other not in known and not path:
                return False
            beside = known[other] if other in known else path.pop()
            row[here // 2] = join(known[here], beside) if here < other else join(beside, known[here])
        known, width = row, (width + 1) // 2
    return not path and known == {0: receipt.root}


def _neighbours(known: Mapping[int, object], width: int) -> Iterator[tuple[int, int | None]]:
    """Yield each node of a row with its neighbour, None where it moves up alone; of two known only the left."""
    for here in sorted(known):
        other = here ^ 1
        if other >= width:
            yield here, None
        elif here < other or other not in known:
            yield here, other


def _beside(leaves: tuple[bytes, ...], shown: set[int]) -> Iterator[bytes]:
    """Yield the hashes that whoever knows the leaves at `shown` lacks on the way up."""
    row, known = list(leaves), dict.fromkeys(shown, True)
    while len(row) > 1:
        for _here, other in _neighbours(known, len(row)):
            if other is not None and other not in known:
                yield row[other]
        known = dict.fromkeys((here // 2 for here in known), True)
        row = row_above(row)


# -- as text -----------------------------------------------------------------------------------------------------


def write_receipt(receipt: Receipt) -> str:
    """Return the receipt as one word, as people copy it."""
    return SCHEME + urlsafe_b64encode(_raw(receipt)).decode().rstrip("=")


def write_code(receipt: Receipt) -> str:
    """Return the receipt as its QR code holds it: in digits, which take a quarter less of a code than letters do."""
    raw = _raw(receipt)
    pairs = [raw[at : at + 2].ljust(2, b"\0") for at in range(0, len(raw), 2)]
    odd = str(len(raw) % 2)
    return SCHEME + odd + "".join(f"{int.from_bytes(pair, 'big'):0{_DIGITS}}" for pair in pairs)


def _raw(receipt: Receipt) -> bytes:
    name = receipt.table.encode()
    version = MIXED if receipt.mixed else PLAIN
    parts = [bytes([version, len(name)]), name, receipt.hand.to_bytes(_HAND_BYTES, "big"), bytes([receipt.count])]
    parts += [receipt.root, bytes([len(receipt.cards)])]
    parts += [bytes([proved.holder, proved.place, proved.card]) + proved.nonce for proved in receipt.cards]
    if receipt.mixed:
        parts += [bytes([receipt.mixed, len(receipt.inputs)])]
        parts += [bytes([proved.place, len(proved.part)]) + proved.part for proved in receipt.inputs]
    return b"".join((*parts, *receipt.path))


def read_receipt(text: str) -> Receipt:
    """Return what a text says, proved or not, in letters or in digits.

    Raises `NoReceiptError` for a text that cannot be one.
    """
    word = "".join(text.split())
    if not word.startswith(SCHEME):
        raise NoReceiptError(f"does not begin with {SCHEME}")
    body = word.removeprefix(SCHEME)
    return _Reader(_of_digits(body) if body[:1] in ("0", "1") else _of_letters(body)).receipt()


def _of_letters(body: str) -> bytes:
    try:
        return urlsafe_b64decode(body + "=" * (-len(body) % 4))
    except (Base64Error, ValueError) as error:
        raise NoReceiptError("has letters that no receipt has") from error


def _of_digits(body: str) -> bytes:
    """Take each five digits for two bytes; the first digit says whether the last byte is left over."""
    odd, digits = int(body[0]), body[1:]
    if not (digits.isascii() and digits.isdigit()) or len(digits) % _DIGITS:
        raise NoReceiptError("has digits that no receipt has")
    pairs = [int(digits[at : at + _DIGITS]) for at in range(0, len(digits), _DIGITS)]
    if not pairs or max(pairs) >> 16:
        raise NoReceiptError("has digits that no receipt has")
    raw = b"".join(pair.to_bytes(2, "big") for pair in pairs)
    return raw[: len(raw) - odd]


class _Reader:
    """Takes a receipt's bytes apart."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self._at = 0

    def receipt(self) -> Receipt:
        version = self._number()
        if version not in (PLAIN, MIXED):
            raise NoReceiptError("is of another version than 1 and 2")
        try:
            table = self._take(self._number()).decode()
        except UnicodeDecodeError as error:
            raise NoReceiptError("names its table in no writing") from error
        hand = HandId(int.from_bytes(self._take(_HAND_BYTES), "big"))
        count, root = self._number(), self._take(SIZE)
        cards = tuple(
            ProvedCard(self._number(), self._number(), self._number(), self._take(SIZE))
            for _card in range(self._number())
        )
        places = [proved.place for proved in cards]
        if not cards or places != sorted(set(places)) or places[-1] >= count:
            raise NoReceiptError("does not hold its cards in the order of the deck")
        mixed, inputs = self._inputs() if version == MIXED else (0, ())
        path = []
        while self._at < len(self._raw):
            path.append(self._take(SIZE))
        return Receipt(table, hand, count, root, cards, tuple(path), mixed, inputs)

    def _inputs(self) -> tuple[int, tuple[ProvedInput, ...]]:
        """How many went in, and those that are named: at least one of them in all, in their order."""
        mixed = self._number()
        inputs = tuple(ProvedInput(self._number(), self._take(self._number())) for _input in range(self._number()))
        places = [proved.place for proved in inputs]
        if not mixed or places != sorted(set(places)) or any(place >= mixed for place in places):
            raise NoReceiptError("does not hold what went into the deck in its order")
        if any(len(proved.part) not in INPUT_SIZES for proved in inputs):
            raise NoReceiptError("names something that goes into no deck")
        return mixed, inputs

    def _number(self) -> int:
        return self._take(1)[0]

    def _take(self, count: int) -> bytes:
        taken = self._raw[self._at : self._at + count]
        if len(taken) != count:
            raise NoReceiptError("is cut off")
        self._at += count
        return taken
