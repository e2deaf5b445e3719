"""What an attack is: who wants what, what he does, what stands in the way, and the weakness under which he succeeds."""

from typing import Final, Literal

import msgspec

Attacker = Literal[
    "a player",
    "two players",
    "a hostile screen",
    "a stranger at the socket",
    "somebody on the line",
    "somebody with a plug of his own",
    "a thief of the disk",
    "somebody who edits the disk",
    "somebody who brings a file",
    "somebody without a PIN",
    "one of the staff",
    "whoever sets the clock",
    "the operator's own program",
    "a program that was broken into",
    "who delivers the software",
]

INCIDENTS: Final = {
    "PlanetPoker, 1999": "a generator of 32 bits, seeded by the clock; five cards gave the deck",
    "Absolute Poker and UltimateBet, 2003 to 2007": "accounts of insiders saw hole cards; a log of them was mailed",
    "GGPoker, 2023": "screens were sent odds before the showdown, and a changed screen read them",
    "Slot machines, 2009 to 2017": "the state of a generator was read off earlier rounds",
    "Deckmate 2, 2023": "an open USB port, updates under one key shared by all machines, a camera that could be asked",
    "BadUSB": "a keyboard or a network device in a plug that looks like a printer's",
}
"""What happened to others, by the names that rows may give beside the numbers of requirements."""


class Patch(msgspec.Struct, frozen=True):
    """A change of the product: in this module this piece of its source becomes another, within one function.

    A file that is no module is named by its path.
    """

    module: str
    old: str
    new: str


class Weakness(msgspec.Struct, frozen=True):
    """A product that lacks a defence. `says` stands in the failure of a test once the attack has succeeded.

    Where a second defence stands behind the first, both are patched: an attack that is stopped later has not succeeded.
    """

    what: str
    patches: tuple[Patch, ...]
    says: str


class Attack(msgspec.Struct, frozen=True):
    """One attack, the tests that make it and expect it to fail, and the weaknesses under which it must succeed.

    `answers` are requirements by their ids and incidents by their names, `stands` is where the defence stands.
    """

    id: str
    attacker: Attacker
    asset: str
    attack: str
    defence: str
    stands: tuple[str, ...]
    answers: tuple[str, ...]
    tests: tuple[str, ...]
    weaknesses: tuple[Weakness, ...]


def weak(what: str, module: str, old: str, new: str, *, says: str) -> Weakness:
    """A weakness of one patch."""
    return Weakness(what, (Patch(module, old, new),), says)
