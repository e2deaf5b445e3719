"""Whatever is asked of a table, by whomever: it is carried out or refused, never an accident (architecture §1.1)."""

from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import pytest

from cashier.money import Money
from cashier.records import Command, DeviceId
from controller import machine as machines
from controller.app.config import demo_profile
from controller.app.core import Committed
from controller.faults import OpenFault
from controller.vocab import entropy_records as er
from controller.vocab import jackpot_records as jr
from controller.vocab import player_card_records as pc
from controller.vocab import table_records as tr
from controller.vocab.fault_records import AnnounceDoor, ClearFault, ReportDoors, ResetDoor
from controller.vocab.pairing_records import PAIRABLE
from controller.vocab.profile import CardReader, Profile, UsbPlace
from controller.vocab.records import COMMAND_TYPES, CareCommand, ScreenCommand, StaffCommand
from evaluator_ext import full_deck
from tests.app.house import House
from tests.machine.kiosk_deeds import with_hopper
from tests.machine.room import changed

NUMBERS = (-1, 0, 1, 2, 3, 4, 10, 11, 50, 100, 200, 255, 256, 2_000, 4_000, 20_000, 10**9)
WORDS = (
    "",
    "validator",
    "printer",
    "hopper",
    "scanner",
    "reader",
    "nobody",
    "000000",
    "123456",
    "Aino",
    "Mikko",
    "x" * 300,
    "\0",
    "a" * 32,
    "b" * 32,
    "2580",
    "Ä\u202e",
)


def known_to(house: House) -> tuple[Sequence[int], Sequence[str]]:
    """The numbers and words that mean something at this table now."""
    table, kiosk = house.machine.table, house.machine.kiosk
    decision = table.hand.decision if table.hand is not None else None
    numbers = [table.last_hand, table.last_hand + 1, kiosk.balance, *kiosk.counters.values()]
    numbers += [counter + 1 for counter in kiosk.counters.values()]
    if decision is not None:
        numbers += [decision.seat, decision.decision, decision.min_to, decision.max_to, decision.max_to + 50]
    numbers += [kiosk.next_payout - 1, *kiosk.hand_pays, *kiosk.claims]
    if kiosk.payout is not None:
        numbers += [kiosk.payout.payout, kiosk.payout.counter, kiosk.payout.counter + 1]
    words = [*kiosk.vouchers, *(claim.code for claim in kiosk.claims.values()), *kiosk.requests[-2:]]
    words += [PAIRABLE[2], *code_of(house)]
    players = house.machine.players
    numbers += [players.met, players.met + 1]
    return numbers, [*words, *players.known, *players.cards]


def code_of(house: House) -> list[str]:
    """What the screen that is being paired shows."""
    pairing = house.machine.screens.pairing
    return [] if pairing is None or pairing.offer is None else [pairing.offer.code]


class Chance:
    """Makes records out of nothing in particular."""

    def __init__(self, house: House, dice: Random) -> None:
        self._house, self._dice = house, dice
        self._serial = 0

    def record(self, kind: type[msgspec.Struct]) -> Any:
        return kind(**{field.name: self.value(field.type) for field in msgspec.structs.fields(kind)})

    def value(self, hint: Any) -> Any:
        numbers, words = known_to(self._house)
        dice = self._dice
        hint = getattr(hint, "__supertype__", hint)
        if hint is Profile:
            return self._profile()
        if hint is int or hint is Money:
            return dice.choice((*NUMBERS, *numbers, *numbers))
        if hint is str:
            self._serial += 1
            return dice.choice((*WORDS, *words, *words, f"{self._serial:032x}"))
        if hint is bytes:
            return dice.choice((bytes(32), b"\1" * 32, b""))
        if hint is bool:
            return dice.choice((True, False))
        if isinstance(hint, type) and issubclass(hint, Enum):
            return dice.choice(list(hint))
        if get_origin(hint) is Literal:
            return dice.choice(get_args(hint))
        if get_origin(hint) in (Union, UnionType):
            return self.value(dice.choice(get_args(hint)))
        if (
            get_origin(hint) is tuple
            and isinstance(get_args(hint)[0], type)
            and issubclass(get_args(hint)[0], msgspec.Struct)
        ):
            return tuple(self.record(get_args(hint)[0]) for _record in range(dice.randrange(3)))
        if get_origin(hint) is tuple and get_args(hint)[0] is str:
            return WORDS
        if get_origin(hint) is tuple:
            return dice.choice(((), full_deck(), full_deck()[:51], (0,) * 52, (99, -1)))
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            return self.record(hint)
        if hint is type(None):
            return None
        raise AssertionError(f"no values are known for {hint}")

    def _profile(self) -> Profile:
        """The table's own profile with one field of another value."""
        profile = self._house.profile
        field = self._dice.choice(("seats", "ticket_days", "no_value", "test_decks", "table", "game", "stakes"))
        if field == "stakes":
            return msgspec.structs.replace(profile, stakes=self.record(type(profile.stakes)))
        kinds = {known.name: known.type for known in msgspec.structs.fields(Profile)}
        return msgspec.structs.replace(profile, **{field: self.value(kinds[field])})


def ask_for_anything(house: House, dice: Random, times: int) -> set[type[Command]]:
    """Ask for commands out of nothing; return the kinds that were carried out."""
    chance, done = Chance(house, dice), set()
    for _command in range(times):
        before = house.state
        command = chance.record(dice.choice(COMMAND_TYPES))
        outcome = house.submit(command)
        assert house.core.frozen is None, f"{command} froze the table: {house.core.frozen}"
        if isinstance(outcome, Committed):
            done.add(type(command))
        else:
            assert house.state == before, f"{command} was refused and changed something"
        if (lock := house.machine.faults.lock) is not None:
            done |= {type(command) for command in look_into(house, lock)}
        if dice.randrange(3) == 0:
            house.core.pump()
        if dice.randrange(20) == 0:
            house.clock.advance(dice.choice((1_000, 40_000)))
    return done


def look_into(house: House, lock: OpenFault) -> Sequence[Command]:
    """An attendant looks into what keeps the table paused, or hardly anything else would be tried."""
    commands = (ClearFault(fault=lock.fault, place=lock.place, by="Aino"),)
    return [command for command in commands if isinstance(house.submit(command), Committed)]


def check_anything(house: House, seed: int, times: int) -> set[type[Command]]:
    dice = Random(seed)
    for seat in (1, 2, 3):
        house.sit(seat)
    house.insert(10_000)
    done = ask_for_anything(house, dice, times)
    assert machines.reconciliation(house.machine).difference == 0
    live = house.state
    house.restart()
    assert house.state == live
    return done


UNFITTED = {kind for kind in COMMAND_TYPES if kind.__module__ in ("cashier.card_records", "cashier.note_records")}
RARE = UNFITTED | {*get_args(StaffCommand), *get_args(ScreenCommand)} | {
    jr.ConfirmBadBeat, jr.RefuseBadBeat, jr.GrantBadBeat, jr.PayMonthHand,
    er.CutDeck, er.RevealEntropy, ReportDoors, AnnounceDoor, ResetDoor,
    pc.ChoosePin, pc.EnterPin, pc.CollectByCard, pc.ChooseTaste, pc.ReplacePlayerCard, pc.ResetPin,
    *get_args(CareCommand),
}  # fmt: skip
"""What waits for a card terminal, a note store, a jackpot or doors with switches, which this table has not, for a
shuffle in which screens take part, for a PIN that was hashed, for a player who has shown his card, or for
a screen that is being paired."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A table with every device that a kiosk may have."""
    profile = with_hopper(demo_profile())
    cash = changed(profile.cash, reader=CardReader(DeviceId("reader"), UsbPlace(0, 0)))
    table = House(tmp_path / "table", profile=changed(profile, cash=cash))
    yield table
    table.close()


def test_no_command_is_an_accident(house: House) -> None:
    done = check_anything(house, seed=34, times=5_600)
    assert len(done) >= len(set(COMMAND_TYPES) - RARE) // 2, "hardly anything was carried out: it tests refusals alone"
    assert tr.Pause in done


@pytest.mark.ci
@pytest.mark.parametrize("seed", range(2, 22))
def test_no_command_is_an_accident_in_many_evenings(house: House, seed: int) -> None:
    check_anything(house, seed=seed, times=5_000)
