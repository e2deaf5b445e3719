"""What a hand that is over means for the jackpots (jackpots.md §2.1, §2.2, §2.5, §3)."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec

from controller.games import Share, ranking_of
from controller.hand import Hand
from controller.jackpots.carriers import Carrier, carrier_of
from controller.vocab.hand_records import Drop
from controller.vocab.ids import Seat
from controller.vocab.jackpot_records import Moment, Sharer, TriggerHand
from controller.vocab.jackpot_terms import BeatCategory, JackpotTerms, MonthCategory
from controller.vocab.profile import GameId
from evaluator_ext import Card, rank

_MADE = 5


class BadBeat(msgspec.Struct, frozen=True):
    """A bad beat as the cards show it."""

    category: BeatCategory
    losers: tuple[TriggerHand, ...]
    winners: tuple[TriggerHand, ...]
    sharers: tuple[Sharer, ...]
    moment: Moment


class MonthHand(msgspec.Struct, frozen=True):
    """A hand that may be that of the month; `strength` compares it with others of its category."""

    category: MonthCategory
    hand: TriggerHand
    player: str
    strength: int


def drops_for(terms: JackpotTerms, game: GameId, players: int, *, by_the_hour: bool = False) -> tuple[Drop, ...]:
    """What a hand of `game` is to pay into the jackpots when so many players begin it (jackpots.md §1).

    A table that has paid for the hour pays nothing more into the bad beat jackpot.
    """
    if players < terms.players or carrier_of(game) is None:
        return ()
    drops = (Drop("bad-beat", 0 if by_the_hour else terms.bad_beat), Drop("month-hand", terms.month_hand))
    return tuple(drop for drop in drops if drop.amount)


def find_bad_beat(hand: Hand, terms: JackpotTerms, names: Mapping[Seat, str]) -> BadBeat | None:
    """The bad beat of a hand that is over, or None. `hand` must have been played to its end.

    Every hand that reached the showdown counts at its best, tabled or not; of several runs the first does.
    """
    carrier = carrier_of(hand.started.game)
    sharers = _sharers(hand, names)
    if not terms.bad_beat or carrier is None or len(sharers) < terms.players or not _went_to_showdown(hand):
        return None
    made = {seat: _plays(hand, seat) for seat in hand.live_seats()}
    strengths = {seat: _strength(hand, plays) for seat, plays in made.items()}
    best = max(strengths.values())
    least = _strength(hand, carrier.second)
    beaten = {
        seat: strength
        for seat, strength in strengths.items()
        if least <= strength < best and _is_own(hand, seat, carrier.loser_own, strength)
    }
    if not beaten:
        return None
    worst = max(beaten.values())
    return BadBeat(
        category=1 if worst >= _strength(hand, carrier.first) else 2,
        losers=_triggers(hand, made, [seat for seat, strength in beaten.items() if strength == worst]),
        winners=_triggers(hand, made, [seat for seat, strength in strengths.items() if strength == best]),
        sharers=sharers,
        # Nobody could bet any more when the last card fell: that card made the jackpot (§2.5).
        moment="showdown" if hand.turn_after else "last-card",
    )


def find_month_hand(hand: Hand, terms: JackpotTerms, names: Mapping[Seat, str]) -> MonthHand | None:
    """The best hand of those that may be the hand of the month, or None; of equal ones the last to show."""
    carrier = carrier_of(hand.started.game)
    if not terms.month_hand or carrier is None or len(_sharers(hand, names)) < terms.players:
        return None
    best: MonthHand | None = None
    for seat in hand.live_seats():
        player = hand.players[seat]
        if terms.hotm_requires_showdown and not player.shown:
            continue
        plays = _month_plays(hand, carrier, seat)
        strength = rank(plays) if plays else 0
        if strength and (best is None or strength >= best.strength):
            (trigger,) = _triggers(hand, {seat: plays}, [seat])
            best = MonthHand(category=carrier.month, hand=trigger, player=names[seat], strength=strength)
    return best


def _sharers(hand: Hand, names: Mapping[Seat, str]) -> tuple[Sharer, ...]:
    """Who received cards and was at his seat (jackpots.md §1)."""
    absent = hand.started.absent
    return tuple(Sharer(seat=seat, name=names[seat]) for seat in hand.players if seat not in absent)


def _went_to_showdown(hand: Hand) -> bool:
    return bool(hand.live & (hand.live - 1)) and hand.street + 1 == len(hand.game.streets)


def _plays(hand: Hand, seat: Seat) -> tuple[Card, ...]:
    ranking = ranking_of(hand.game.shares[0], hand.rulings)
    return ranking.plays(hand.players[seat].cards, hand.boards[0])


def _strength(hand: Hand, five: Sequence[Card]) -> int:
    """What five cards are worth by the game's own ranking."""
    return ranking_of(Share(hand.game.shares[0].ranking), hand.rulings).rank(five, ())


def _is_own(hand: Hand, seat: Seat, least: int, strength: int) -> bool:
    """Whether a hand of this strength can be made with so many own cards (jackpots.md §2.2)."""
    return not least or any(_strength(hand, five) == strength for five in _choices(hand, seat, least))


def _choices(hand: Hand, seat: Seat, least: int) -> list[tuple[Card, ...]]:
    """Every five cards of a seat and the board of which at least so many are its own."""
    own = hand.players[seat].cards
    return [five for five in combinations((*own, *hand.boards[0]), _MADE) if len(set(own) & set(five)) >= least]


def _month_plays(hand: Hand, carrier: Carrier, seat: Seat) -> tuple[Card, ...]:
    """The best five cards of a seat for the hand of the month; none where there are not five yet (jackpots.md §3)."""
    if hand.street + 1 < len(hand.game.streets):
        return ()
    if not carrier.month_own:
        return _plays(hand, seat)
    return max(_choices(hand, seat, carrier.month_own), key=rank)


def _triggers(hand: Hand, made: Mapping[Seat, tuple[Card, ...]], seats: Sequence[Seat]) -> tuple[TriggerHand, ...]:
    ranking = ranking_of(Share(hand.game.shares[0].ranking), hand.rulings)
    return tuple(
        TriggerHand(seat=seat, plays=made[seat], name=ranking.name(ranking.rank(made[seat], ()))) for seat in seats
    )
