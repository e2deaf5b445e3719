"""Coming into a game with blinds: what a player owes, what playing at once costs, his ways in (poker.md §5.7, §5.8).

The prices are one table: what a player owes says what he posts, and which part of it is live.
"""

from collections.abc import Callable, Mapping
from typing import Final, Literal

import msgspec

from cashier.refusal import Code, Refusal
from controller.games import TableRules
from controller.table.state import SeatState, Table
from controller.table.turns import has_blinds, rules_of, stakes_now
from controller.vocab import seat_records as sr
from controller.vocab.hand_records import ForcedBet
from controller.vocab.ids import Chips
from controller.vocab.profile import Profile, Stakes
from controller.vocab.records import AnyEvent
from controller.vocab.seat_records import EntryWay

Debt = Literal["none", "new-player", "small-blind", "both-blinds"]


class Price(msgspec.Struct, frozen=True):
    """What it costs to play at once: `live` counts as a bet, `dead` lies in the pot for everyone."""

    live: Chips = 0
    dead: Chips = 0


def debt_of(seat: SeatState) -> Debt:
    """What a seat owes before it may be dealt in: missed blinds first, as they hold the newcomer's blind in them."""
    if seat.missed_big:
        return "both-blinds"
    if seat.missed_small:
        return "small-blind"
    return "new-player" if seat.new else "none"


def _nothing(_stakes: Stakes, _rules: TableRules) -> Price:
    return Price()


def _new_player(stakes: Stakes, rules: TableRules) -> Price:
    return Price() if rules.new_player == "free" else Price(live=stakes.big_blind)


def _small_blind(stakes: Stakes, rules: TableRules) -> Price:
    return Price(live=stakes.small_blind) if rules.missed_small == "live" else Price(dead=stakes.small_blind)


def _both_blinds(stakes: Stakes, _rules: TableRules) -> Price:
    return Price(live=stakes.big_blind, dead=stakes.small_blind)


PRICES: Final[Mapping[Debt, Callable[[Stakes, TableRules], Price]]] = {
    "none": _nothing,
    "new-player": _new_player,
    "small-blind": _small_blind,
    "both-blinds": _both_blinds,
}
"""What each debt costs who will not wait for his big blind."""


def price_of(seat: SeatState, stakes: Stakes, rules: TableRules) -> Price:
    """What this seat posts to play at once."""
    return PRICES[debt_of(seat)](stakes, rules)


def ways_of(seat: SeatState, profile: Profile, rules: TableRules) -> tuple[EntryWay, ...]:
    """The ways in which a seat that waits may come in; all but a player who plays over another may wait."""
    debt, ways = debt_of(seat), list[EntryWay](["wait"])
    only_waits = {"new-player": rules.new_player == "wait", "both-blinds": rules.missed_both == "wait"}
    if not only_waits.get(debt, False):
        ways.append("post")
    if rules.straddle_entry and profile.straddle in ("live", "mississippi"):
        ways.append("straddle")
    if seat.plays_over and debt == "new-player" and "post" in ways:
        # Whoever plays over an absent player posts the new player's blind (§5.10).
        ways.remove("wait")
    return tuple(ways)


def late_posts(seat: SeatState, price: Price) -> list[ForcedBet]:
    """The bets of a seat that comes in by posting: first what is live, then what is dead."""
    posts = [ForcedBet(seat=seat.seat, kind="late-post", amount=price.live)] if price.live else []
    if price.dead:
        posts.append(ForcedBet(seat=seat.seat, kind="dead-small-blind", amount=price.dead))
    return posts


def offer_entry(table: Table, seat: SeatState) -> list[AnyEvent]:
    """The offer to a seat that is going to wait, so that a screen can ask its player."""
    profile = table.profile
    if profile is None or not has_blinds(profile):
        return []
    rules = rules_of(profile)
    price, ways = price_of(seat, stakes_now(table, profile), rules), ways_of(seat, profile, rules)
    offered = sr.EntryOffered(seat=seat.seat, ways=ways, live=price.live, dead=price.dead)
    return [offered] if "wait" in ways else [offered, sr.EntryChosen(seat=seat.seat, way="post")]


def choose(table: Table, command: sr.ChooseEntry) -> list[AnyEvent] | Refusal:
    """Take a seat's choice between waiting, posting and straddling."""
    seat, profile = table.seats.get(command.seat), table.profile
    if seat is None or profile is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    if not seat.waits:
        return Refusal(Code.ALREADY_SO)
    if command.way not in ways_of(seat, profile, rules_of(profile)):
        return Refusal(Code.NOT_OFFERED, {"kind": command.way})
    return [sr.EntryChosen(seat=command.seat, way=command.way)]


def must_wait(table: Table, seat: SeatState) -> bool:
    """Whether a seat that comes back is not simply dealt in: it owes a blind, or has never had one."""
    profile = table.profile
    if profile is None or not has_blinds(profile) or table.past is None:
        return False
    return seat.waits or seat.missed_small or seat.missed_big
