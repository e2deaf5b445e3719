"""How far a bet or raise may go, one small function for each betting structure (poker.md §4.3-4.6)."""

from typing import Final, TypeAlias

from controller.hand.model import Hand, Player
from controller.hand.terms import least_bet
from controller.vocab.ids import Chips

RaiseRange: TypeAlias = tuple[Chips, Chips, Chips]
"""The least and the largest street total of a bet or raise, and what lies between two legal ones if not one chip."""

CLOSED: Final[RaiseRange] = (0, 0, 0)
"""No bet or raise is open."""


def raise_range(hand: Hand, player: Player) -> RaiseRange:
    """The legal totals of a bet or raise when somebody else can still act; `CLOSED` if there are none."""
    if player.bet + player.stack <= hand.price:
        return CLOSED
    terms = hand.terms
    if not hand.may_raise >> player.seat & 1 and not (terms.reopens and _reopened(hand, player)):
        return CLOSED
    if terms.structure == "no-limit":
        offered = _no_limit(hand, player)
    elif terms.structure == "pot-limit":
        offered = _pot_limit(hand, player)
    else:
        offered = _fixed_limit(hand, player)
    return offered if terms.over_raises else _cap_at_opponents(hand, player, offered)


def _reopened(hand: Hand, player: Player) -> bool:
    """Whether short all-ins add up to a bet: by the full-bet rule one alone reopens nothing (poker.md §4.6)."""
    return hand.price - player.level >= hand.last_raise


def _no_limit(hand: Hand, player: Player) -> RaiseRange:
    """At least the last full raise more, at most everything; less only as an all-in (poker.md §4.5, §4.6)."""
    everything = player.bet + player.stack
    return min(hand.price + hand.last_raise, everything), everything, 0


def _pot_limit(hand: Hand, player: Player) -> RaiseRange:
    """At most the pot: h + P + t, the call t left out of it where the ruling says so (poker.md §4.4, AMB-10)."""
    everything = player.bet + player.stack
    pot = hand.pot + (_opening_adjustment(hand) if hand.street == 0 else 0)
    most = hand.price + pot
    if hand.terms.call_first:
        most += max(hand.price - player.bet, 0)
    least = hand.price + hand.last_raise
    most -= most % hand.terms.unit
    return min(least, everything), min(max(most, least), everything), 0


def _opening_adjustment(hand: Hand) -> Chips:
    """What the rulings add to or leave out of the pot of the first round (hand-engine cases 32, 33 and 35)."""
    rulings, started = hand.rulings, hand.started
    if rulings.pl_antes_count and rulings.pl_short_blinds == rulings.pl_small_blind == "true-value":
        return 0
    more = 0
    stacks = {one.seat: one.stack for one in started.entrants}
    for post in started.forced:
        paid = min(post.amount, stacks[post.seat])
        stacks[post.seat] -= paid
        if post.kind in ("ante", "big-blind-ante"):
            more -= 0 if rulings.pl_antes_count or not hand.game.blinds else paid
        elif post.kind in ("small-blind", "big-blind"):
            full = post.amount if rulings.pl_short_blinds == "full" else paid
            if post.kind == "small-blind" and rulings.pl_small_blind == "full":
                full = max(full, started.stakes.big_blind)
            more += full - paid
    return more


def _fixed_limit(hand: Hand, player: Player) -> RaiseRange:
    """One unit above the last level, as often as the cap allows; less only as an all-in (poker.md §4.3)."""
    if hand.bets > hand.terms.most_bets and not hand.uncapped:
        return CLOSED
    everything = player.bet + player.stack
    least = most = hand.full_level + hand.last_raise
    if hand.terms.pair_doubles and _open_pair(hand):
        most = hand.full_level + _big_bet(hand)
    least, most = min(least, everything), min(most, everything)
    return least, most, most - least


def _open_pair(hand: Hand) -> bool:
    """Whether a pair lies open on the street that allows the double bet for it (hand-engine case 16)."""
    if not hand.game.streets[hand.street].open_pair:
        return False
    shown = [hand.players[seat].up for seat in hand.live_seats()]
    return any(len({card >> 2 for card in up}) < len(up) for up in shown)


def _big_bet(hand: Hand) -> Chips:
    big = next(street for street in hand.game.streets if street.tier == "big")
    return least_bet(hand.started.stakes, hand.game, big)


def _cap_at_opponents(hand: Hand, player: Player, offered: RaiseRange) -> RaiseRange:
    """The range of a room that takes no raise beyond what an opponent could call (hand-engine case 45)."""
    if offered == CLOSED:
        return offered
    others = [one for one in hand.players.values() if one.seat != player.seat and hand.is_live(one.seat)]
    reach = max(one.bet + one.stack for one in others)
    if reach <= hand.price:
        return CLOSED
    least, most, step = offered
    return min(least, reach), min(most, reach), step
