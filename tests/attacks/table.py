"""All attacks on one table. A new one is a row in one of these."""

from typing import Final

import msgspec

from tests.attacks.attack import Attack
from tests.attacks.cards import CARD_ATTACKS
from tests.attacks.deck import DECK_ATTACKS
from tests.attacks.devices import DEVICE_ATTACKS
from tests.attacks.files import FILE_ATTACKS
from tests.attacks.histories import HISTORY_ATTACKS
from tests.attacks.host import HOST_ATTACKS
from tests.attacks.money import MONEY_ATTACKS
from tests.attacks.people import PEOPLE_ATTACKS
from tests.attacks.screens import SCREEN_ATTACKS
from tests.attacks.software import SOFTWARE_ATTACKS

GROUPS: Final = {
    "Screens, and whoever is on their line": SCREEN_ATTACKS,
    "Cards that are hidden": CARD_ATTACKS,
    "The deck": DECK_ATTACKS,
    "Money": MONEY_ATTACKS,
    "Ports, devices, doors and players' cards": DEVICE_ATTACKS,
    "People at the desk": PEOPLE_ATTACKS,
    "What has happened, and the keys": HISTORY_ATTACKS,
    "Files": FILE_ATTACKS,
    "The program": SOFTWARE_ATTACKS,
    "The machine": HOST_ATTACKS,
}

ATTACKS: Final[tuple[Attack, ...]] = tuple(attack for group in GROUPS.values() for attack in group)


class Threat(msgspec.Struct, frozen=True):
    """A row of the model of threats: who wants what, and by which attacks it is tried here.

    Where there are none, `elsewhere` says why one table cannot answer, or where it is answered.
    """

    who: str
    wants: str
    attacks: tuple[str, ...]
    elsewhere: str = ""


THREATS: Final = (
    Threat("a player", "others' cards", ("shoulder", "derived-data", "length-and-number", "superuser")),
    Threat(
        "a player",
        "money",
        ("ticket-twice", "changed-digits", "note-on-a-string", "note-twice", "power-at-the-right-moment"),
    ),
    Threat(
        "two players",
        "the pot, by dumping chips or playing softly",
        (),
        "statistics over many tables: a floor's (SEC-2)",
    ),
    Threat(
        "somebody who passes by",
        "USB and service ports",
        ("keyboard-in-a-plug", "network-in-a-plug", "plug-of-a-stranger", "changed-device", "false-note-acceptor"),
    ),
    Threat("a technician", "settings, logs", ("open-door", "alone-on-the-register", "desk-without-a-pin", "no-traces")),
    Threat(
        "an insider who writes the program",
        "the deck",
        ("house-draws-again", "deck-of-the-tests", "changed-program", "signed-by-one"),
    ),
    Threat("an operator on the floor", "pay-outs, tickets", ("alone-with-the-money", "edited-row", "anchored-head")),
    Threat("somebody on the network", "commands", ("conversation-once-more", "frame-once-more", "key-of-nobody")),
    Threat(
        "nature",
        "everything: power, bits, full disks, leaps of clocks",
        ("clock-set-back",),
        "the rest in [reliability](reliability.md)",
    ),
)

ASKED: Final = {
    "SEC-1": "no live hole card in any log, core, export, picture or file",
    "SEC-2": "statistics of players who know too much, or play together",
    "SEC-3": "USB: default deny, no keyboards, no network; parsers that are fuzzed",
    "SEC-4": "signed updates that never go back",
    "SEC-5": "no secret shared by tables; keys made on the table",
    "SEC-6": "a log of which nothing can be changed, moved, or taken away unseen",
    "SEC-7": "PINs, waits, two people, no default",
    "SEC-8": "programs apart from each other and from the machine",
    "SEC-9": "dependencies pinned and listed",
    "R-SEC-1": "a signed list of all that runs, checked",
    "R-SEC-2": "the same digest from outside the program",
    "R-SEC-3": "roles, least rights, two people, every access in the log",
    "R-SEC-4": "encrypted, authenticated, replay-proof lines; a seat asks for itself",
    "R-SEC-5": "events and money wait for a host that is down",
    "LED-9": "ticket numbers that nobody guesses or reads elsewhere",
    "LED-10": "a ticket is paid once",
}
"""What is asked of the table's security, by its ids."""

ELSEWHERE: Final = {
    "SEC-2": "a floor's: one table sees too few hands of anybody",
    "R-SEC-5": "a floor's: this table has no host above it, and its journal is kept for ever",
}
"""What one table cannot answer."""
