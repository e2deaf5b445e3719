"""Secrets with which a table is planted, in every form that they could take, and a search for them (SEC-1, R-RNG-9)."""

import os
import signal
from base64 import b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from cashier.records import VoucherNumber
from cashier.ticket_number import SHOWN_DIGITS, grouped
from evaluator_ext import Card, print_card

CARDS_TOGETHER = 6
"""Cards in a row that stand nowhere by chance: fewer are looked for in the messages themselves (test_privacy.py)."""

PIECE = 1 << 22
"""Bytes that are looked through at a time."""

SMALL_INT_BYTES = 32
"""How far apart two neighbouring small numbers lie in CPython's own table of them."""


Places = npt.NDArray[np.int64]


class Canary(msgspec.Struct, frozen=True):
    """One secret: what it is, and all its forms as bytes."""

    name: str
    forms: tuple[bytes, ...]
    cards: tuple[Card, ...] = ()
    """The cards, where it is a row of them: in a program's memory they may also lie as a row of addresses."""


def of_bytes(name: str, secret: bytes) -> Canary:
    """A seed, a key or a salt: raw (as MessagePack has it, too), in hex, in base64 and as a list of numbers."""
    numbers = ",".join(map(str, secret)).encode()
    return Canary(name, (secret, secret.hex().encode(), secret.hex().upper().encode(), *_base64(secret), numbers))


def of_cards(name: str, cards: tuple[Card, ...]) -> Canary:
    """A row of cards: raw (as MessagePack has it, too), in hex, in base64, as JSON has it, and as people read it."""
    raw, printed = bytes(cards), [print_card(card) for card in cards]
    signs = [("10" if card[0] == "T" else card[0]) + "♣♦♥♠"["cdhs".index(card[1])] for card in printed]
    texts = (",".join(map(str, cards)), *(between.join(words) for words in (printed, signs) for between in ("", ",")))
    quoted = ",".join(f'"{card}"' for card in printed)
    return Canary(name, (raw, raw.hex().encode(), *_base64(raw), *map(str.encode, (*texts, quoted))), cards)


def of_ticket(name: str, number: VoucherNumber) -> Canary:
    """A ticket's number, but for the digits that may be shown: typed, as on paper, as a number, and in base64."""
    hidden = number[:-SHOWN_DIGITS]
    whole = int(number).to_bytes(8, "big")
    texts = (hidden.encode(), grouped(number)[: -SHOWN_DIGITS - 1].encode())
    return Canary(name, (*texts, whole, whole[::-1], *(form for text in texts for form in _base64(text))))


def rows_of(name: str, cards: tuple[Card, ...]) -> Iterator[Canary]:
    """Every `CARDS_TOGETHER` cards in a row of a longer row, so that a part of it is found as well."""
    for start in range(len(cards) - CARDS_TOGETHER + 1):
        yield of_cards(f"{name} from {start}", cards[start : start + CARDS_TOGETHER])


def _base64(secret: bytes) -> Iterator[bytes]:
    """What of the base64 of anything that holds the secret does not depend on what stands round it."""
    for before in range(3):
        inner = b64encode(bytes(before) + secret)
        whole = (before + len(secret)) * 4 // 3
        kept = inner[-(-before * 4 // 3) : whole]
        yield kept
        if set(kept) & set(b"+/"):
            yield kept.translate(bytes.maketrans(b"+/", b"-_"))


def found_in(data: bytes, canaries: Iterable[Canary]) -> list[str]:
    """The names of the canaries of which some form stands in `data`, whatever white space lies within it."""
    wanted = list(canaries)
    names = {form: canary.name for canary in wanted for form in canary.forms}
    found = {names[form] for text in (data, data.translate(None, b" \n\r\t")) for form in _forms_in(text, names)}
    return [canary.name for canary in wanted if canary.name in found]


def _forms_in(data: bytes, forms: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the forms in `data`: by their first two bytes through a table, and only the rest by comparison."""
    by_head: dict[int, list[bytes]] = {}
    for form in forms:
        assert len(form) >= CARDS_TOGETHER, "shorter ones stand anywhere by chance"
        by_head.setdefault(int.from_bytes(form[:2], "little"), []).append(form)
    begins = np.zeros(1 << 16, dtype=bool)
    begins[list(by_head)] = True
    for start in range(0, len(data), PIECE):
        pairs = np.frombuffer(data[start : start + PIECE + 1], dtype=np.uint8)
        heads = pairs[:-1] | pairs[1:].astype(np.uint16) << 8
        # A second pair of bytes leaves so few places that the rest is compared one by one.
        for place in _likely(data, start, np.flatnonzero(begins[heads]), by_head):
            head = int.from_bytes(data[place : place + 2], "little")
            yield from (form for form in by_head[head] if data.startswith(form, place))


def _likely(data: bytes, start: int, places: Places, by_head: dict[int, list[bytes]]) -> list[int]:
    """The places, counted from the beginning of `data`, at which the third and fourth byte are those of a form, too."""
    follows = np.zeros(1 << 16, dtype=bool)
    follows[[int.from_bytes(form[2:4], "little") for forms in by_head.values() for form in forms]] = True
    near = np.frombuffer(data[start : start + PIECE + 4], dtype=np.uint8).astype(np.uint16)
    places = places[places + 3 < len(near)]
    likely = places[follows[near[places + 2] | near[places + 3] << 8]]
    return [start + int(place) for place in likely]


def found_as_objects(memory: bytes, canaries: Iterable[Canary]) -> list[str]:
    """The names of the canaries whose cards lie in a program's memory as a row of Python's small numbers."""
    words = np.frombuffer(memory[: len(memory) // 8 * 8], dtype=np.uint64)
    steps = np.diff(words).astype(np.int64)
    near = np.flatnonzero((steps != 0) & (np.abs(steps) <= 51 * SMALL_INT_BYTES) & (steps % SMALL_INT_BYTES == 0))
    return [canary.name for canary in canaries if canary.cards and _steps_in(steps, near, canary.cards)]


def _steps_in(steps: Places, near: Places, cards: tuple[Card, ...]) -> bool:
    """Whether the steps from card to card lie in a row, beginning at one of the places `near`."""
    first = near
    for place, step in enumerate(np.diff(np.array(cards, dtype=np.int64)) * SMALL_INT_BYTES):
        first = first[first + place < len(steps)]
        first = first[steps[first + place] == step]
    return bool(len(first))


def memory_of(process: int) -> Iterator[bytes]:
    """Everything that a running process may write to: heap, stacks, data; one piece for each mapping.

    It stands still meanwhile: what it gave back between two looks could not be read.
    """
    os.kill(process, signal.SIGSTOP)
    try:
        while any(_state(thread) not in "Tt" for thread in Path(f"/proc/{process}/task").iterdir()):
            os.sched_yield()
        yield from _mappings(process)
    finally:
        os.kill(process, signal.SIGCONT)


def _state(thread: Path) -> str:
    """The letter by which proc(5) says what a thread does."""
    return (thread / "stat").read_text().rpartition(")")[2].split()[0]


def _mappings(process: int) -> Iterator[bytes]:
    with Path(f"/proc/{process}/maps").open() as maps, Path(f"/proc/{process}/mem").open("rb") as memory:
        for line in maps:
            span, rights = line.split()[:2]
            first, last = (int(end, 16) for end in span.split("-"))
            if rights.startswith("rw"):
                memory.seek(first)
                yield memory.read(last - first).rstrip(b"\0")
