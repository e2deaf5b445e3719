"""The kinds of table a seed can play: hold'em under the eyes of the referee, or any game under an onlooker's."""

from collections.abc import Callable
from random import Random
from typing import Final

import msgspec

from cashier.money import Money
from cashier.terms import CashLimits, PayLimit
from controller.app.config import demo_profile
from controller.games import catalogue, find_game, find_rule_set, mixes
from controller.games.mixes import MixId, find_mix
from controller.vocab.jackpot_terms import JackpotTerms
from controller.vocab.profile import (
    BombPots,
    CardTerminal,
    CoinHopper,
    DoorBoard,
    GameId,
    NoteRecycler,
    Profile,
    RakeRule,
    RuleSetId,
    Stakes,
    UsbPlace,
)
from tests.sim.books import COIN
from tests.sim.deeds import ANY_GAME_DEEDS, DEEDS, DOOR_DEEDS, KIOSK_DEEDS, VOID_DEEDS, Deed
from tests.sim.doors import BOARD, DOORS
from tests.sim.onlooker import Onlooker
from tests.sim.referee import Referee
from tests.sim.site import HOPPER
from tests.sim.store import STORE
from tests.sim.terminal import CARDS, EURO

LATE_MS: Final = 60_000
"""A purchase whose outcome comes to be known so long after it was asked for is given back."""


class House(msgspec.Struct, frozen=True):
    """Which profile its table of a name has, who watches the hands there, and what happens."""

    draw: Callable[[str], Profile]
    watcher: Callable[[], Referee | Onlooker]
    deeds: tuple[Deed, ...]


def draw_profile(dice: Random) -> Profile:
    """Return the demonstration's table with other rules, fees and stakes."""
    profile = demo_profile()
    unit = dice.choice((50, 25, 100))
    rule_set = RuleSetId(dice.choice(("ray", "helsinki", "hungarian")))
    rules = find_rule_set(rule_set).table
    hopper = CoinHopper(HOPPER, UsbPlace(0x1209, 0x0004), Money(COIN))
    limits = CashLimits(hand_pay=Money(dice.choice((0, 0, 40_000))), coins=PayLimit(once=Money(dice.choice((0, 3000)))))
    return msgspec.structs.replace(
        profile,
        cash=msgspec.structs.replace(profile.cash, hopper=hopper),
        limits=limits,
        rule_set=rule_set,
        straddle=dice.choice(("none", "none", *rules.straddles)),
        win_the_button=dice.choice(tuple(kind for kind in rules.buttons_won if kind != "single-button")),
        clocks=msgspec.structs.replace(profile.clocks, bank=dice.choice((0, 40_000)), bank_refill=5_000, grace=2_000),
        seats=dice.choice((10, 10, 9)),
        stakes=msgspec.structs.replace(profile.stakes, unit=unit, ante=unit * dice.choice((0, 0, 1))),
        rake=RakeRule(permille=dice.choice((0, 25, 50, 100)), cap=Money(dice.choice((100, 300, 1000)))),
    )


def draw_any_profile(dice: Random) -> Profile:
    """Return a table of any game or mix, with stakes that suit it."""
    profile = draw_profile(dice)
    kinds = sorted({game.id.rsplit("-", 1)[0] for game in catalogue()})
    family = dice.choice((*kinds, *(mix.id for mix in mixes())))
    rows = [game.id for game in catalogue() if game.id.rsplit("-", 1)[0] == family] or [GameId(family)]
    name = dice.choice(rows)
    mix = find_mix(MixId(name))
    games = [find_game(row) for row in mix.games] if mix else [find_game(name)]
    seats = min(game.seats_that_fit(profile.rule_set == "hungarian") for game in games)
    blinds, forced = all(game.blinds for game in games), not any(game.rows for game in games)
    unit = profile.stakes.unit
    stakes = Stakes(
        small_blind=100 if mix or blinds else 0,
        big_blind=200 if mix or blinds else 0,
        ante=unit if forced and (mix or not blinds) else 0,
        unit=unit,
        small_bet=200 if forced and (mix or not blinds) else 0,
        bring_in=100 if forced and (mix or not blinds) else 0,
        point=0 if forced else unit,
    )
    bombs = BombPots(ante=200, every=dice.choice((0, 7)), by_consent=True)
    return msgspec.structs.replace(
        profile,
        game=name,
        seats=min(seats, profile.seats),
        stakes=stakes,
        straddle=profile.straddle if blinds else "none",
        win_the_button=profile.win_the_button if blinds else "off",
        bomb_pots=bombs if name.startswith(("holdem-", "omaha-")) and dice.randrange(2) else BombPots(),
    )


def with_jackpots(profile: Profile, dice: Random) -> Profile:
    """Return every third table with jackpots that its hands pay into."""
    if dice.randrange(3):
        return profile
    terms = JackpotTerms(
        bad_beat=Money(95), month_hand=Money(5), players=dice.choice((3, 4, 5)), guaranteed=Money(100_000)
    )
    return msgspec.structs.replace(profile, jackpots=terms)


def _holdem(name: str) -> Profile:
    return with_jackpots(draw_profile(Random(f"profile {name}")), Random(f"jackpots {name}"))


def _any_game(name: str) -> Profile:
    return draw_any_profile(Random(f"profile {name}"))


def with_whole_kiosk(profile: Profile) -> Profile:
    """Return a table whose acceptor speaks eSSP and keeps notes to pay them out again, and with a card terminal."""
    cash = msgspec.structs.replace(
        profile.cash,
        note_protocol="essp",
        note_country="EUR",
        recycler=NoteRecycler(STORE, tuple(note for note in profile.cash.notes if note <= Money(2000))),
        cards=CardTerminal(
            CARDS, UsbPlace(0x1209, 0x0007), EURO, (Money(2000), Money(5000), Money(10_000)), late=LATE_MS
        ),
    )
    return msgspec.structs.replace(profile, cash=cash)


def _whole_kiosk(name: str) -> Profile:
    return with_whole_kiosk(_holdem(name))


def _watched(name: str) -> Profile:
    return msgspec.structs.replace(_holdem(name), doors=DoorBoard(BOARD, UsbPlace(0x1209, 0x0008), DOORS))


HOLDEM: Final = House(_holdem, Referee, DEEDS)
VOIDS: Final = House(_holdem, Referee, VOID_DEEDS)
"""Hold'em at which many hands are void."""
ANY_GAME: Final = House(_any_game, Onlooker, ANY_GAME_DEEDS)
WHOLE_KIOSK: Final = House(_whole_kiosk, Referee, KIOSK_DEEDS)
"""Hold'em with a note store and a card terminal."""
WATCHED: Final = House(_watched, Referee, DOOR_DEEDS)
"""Hold'em with a switch at every door."""

HOUSES: Final[dict[str, House]] = {
    "holdem": HOLDEM,
    "voids": VOIDS,
    "any-game": ANY_GAME,
    "whole-kiosk": WHOLE_KIOSK,
    "doors": WATCHED,
}
"""All of them by name."""
