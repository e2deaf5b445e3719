"""The state of one hand, and the only functions that write it.

`evolve` folds one event into a hand; nothing else assigns to a field. Sets of seats are bit masks with bit 1 << seat,
so that "the street is closed" is one comparison.
"""

import copy
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from cashier.invariant import invariant
from cashier.records import Event
from controller.games import Game, Rulings, find_game, find_rule_set
from controller.hand.settle import Contribution
from controller.vocab import hand_records as hr
from controller.vocab.chips import pot_to_rake, pot_to_stack, stack_to_pot
from controller.vocab.ids import Chips, DecisionId, Seat
from controller.vocab.records import HandEvent
from evaluator_ext.cards import Card

SeatMask: TypeAlias = int

BLINDS: Final[frozenset[hr.PostKind]] = frozenset({"big-blind", "straddle"})
"""The posts after whose seat the first round begins (poker.md §5.3, §6)."""

NOT_LIVE: Final[frozenset[hr.PostKind]] = frozenset({"ante", "big-blind-ante", "dead-small-blind"})
"""The posts that are no part of a bet."""

DEAD: Final[frozenset[hr.PostKind]] = frozenset({"big-blind-ante", "dead-small-blind"})
"""The posts that lie in the main pot for everyone (poker.md §5.8)."""


class Player(msgspec.Struct):
    """One player in the hand.

    `bet` is his total on this street, `paid` what he put in over the whole hand, `dead` his dead money in the main
    pot, and `level` the price to stay in when he last acted on this street.
    """

    seat: Seat
    stack: Chips
    bet: Chips = 0
    paid: Chips = 0
    dead: Chips = 0
    level: Chips = 0
    cards: tuple[Card, ...] = ()
    shown: bool = False
    mucked: bool = False


class Hand(msgspec.Struct):
    """One hand of poker, whole: a snapshot is its encoding.

    `players` stand clockwise from the first seat left of the button. `chips` is everything that was on the table when
    the hand began and may never change. `price` is the street total that stays in, `last_raise` the size of the last
    full bet or raise (the least size of the next), `aggressor` who last bet or raised in the hand and
    `round_aggressor` who did in the last betting round.
    """

    started: hr.HandStarted
    players: dict[Seat, Player]
    chips: Chips
    live: SeatMask
    """Seats whose hand is not folded."""
    able: SeatMask
    """Live seats with chips behind."""
    price: Chips
    last_raise: Chips
    next_decision: DecisionId
    to_act: SeatMask = 0
    may_raise: SeatMask = 0
    """Seats that have not acted since the street's beginning or its last full bet or raise (poker.md §4.6)."""
    turn_after: Seat = 0
    """The next to act is the first seat of `to_act` clockwise from this one."""
    aggressor: Seat = 0
    round_aggressor: Seat = 0
    street: int = 0
    deck: tuple[Card, ...] = ()
    dealt: int = 0
    """How many cards have left the front of the deck, burnt ones included."""
    board: tuple[Card, ...] = ()
    pot: Chips = 0
    rake: Chips = 0
    pots: tuple[hr.Pot, ...] = ()
    decision: hr.DecisionOffered | None = None
    over: bool = False

    @classmethod
    def from_started(cls, started: hr.HandStarted) -> "Hand":
        """The state that `HandStarted` makes. Raises UnknownGameError or UnknownRuleSetError."""
        everyone = sum(1 << entrant.seat for entrant in started.entrants)
        return cls(
            started=started,
            players={one.seat: Player(seat=one.seat, stack=one.stack) for one in started.entrants},
            chips=sum(one.stack for one in started.entrants),
            live=everyone,
            able=everyone,
            price=_opening_price(started),
            last_raise=_least_bet(started),
            next_decision=started.first_decision,
        )

    @property
    def game(self) -> Game:
        """The catalogue's row that this hand plays."""
        return find_game(self.started.game)

    @property
    def rulings(self) -> Rulings:
        """The options that this hand is played by."""
        return find_rule_set(self.started.rule_set).rulings

    def copy(self) -> "Hand":
        """An independent copy; frozen records are shared."""
        twin = copy.copy(self)
        twin.players = {seat: copy.copy(player) for seat, player in self.players.items()}
        return twin

    def is_live(self, seat: Seat) -> bool:
        """Whether this seat's hand is not folded."""
        return bool(self.live >> seat & 1)

    def contributions(self) -> list[Contribution]:
        """What everyone has put in so far, clockwise from the first seat left of the button."""
        return [
            Contribution(seat=player.seat, paid=player.paid, folded=not self.live >> player.seat & 1, dead=player.dead)
            for player in self.players.values()
        ]


def _least_bet(started: hr.HandStarted) -> Chips:
    """The big blind, or the ante in a game without blinds (poker.md §4.6)."""
    return started.stakes.big_blind or started.stakes.ante


def _opening_price(started: hr.HandStarted) -> Chips:
    """What it costs to stay in before anyone has acted: the largest live post, whole even if it is posted short."""
    if find_rule_set(started.rule_set).rulings.short_blind_price == "posted":
        return 0
    return max((post.amount for post in started.forced if post.kind not in NOT_LIVE), default=0)


# -- the fold ----------------------------------------------------------------------------------------------------


def evolve(hand: Hand, event: HandEvent) -> None:
    """Fold one event into the hand, in place. Breaks `chips-conserved` when a chip appeared or vanished."""
    APPLY[type(event)](hand, event)
    chips = hand.pot + hand.rake
    for player in hand.players.values():
        chips += player.stack
    if chips != hand.chips:
        invariant(False, "chips-conserved", f"{type(event).__name__} left {chips} chips of {hand.chips}")


def _deck_fixed(hand: Hand, event: hr.DeckFixed) -> None:
    hand.deck = event.deck


def _posted(hand: Hand, event: hr.Posted) -> None:
    player = hand.players[event.seat]
    stack_to_pot(player, hand, event.amount)
    player.bet = event.bet
    if event.kind in DEAD:
        player.dead += event.amount
    else:
        player.paid += event.amount
    if event.bet > hand.price:
        hand.price = event.bet
    if not player.stack:
        hand.able &= ~(1 << event.seat)


def _hole_cards_dealt(hand: Hand, event: hr.HoleCardsDealt) -> None:
    count = len(event.cards)
    first = hand.dealt // count
    if event.cards != hand.deck[first : count * len(hand.players) : len(hand.players)]:
        invariant(False, "deck-in-order", f"seat {event.seat} was not dealt the next cards of the deck")
    hand.players[event.seat].cards = event.cards
    hand.dealt += count


def _hole_cards_counted(_hand: Hand, _event: hr.HoleCardsCounted) -> None:
    """For those who may not see the cards; the state has them."""


def _street_began(hand: Hand, event: hr.StreetBegan) -> None:
    hand.street = event.street
    hand.dealt += event.burnt
    hand.to_act = hand.may_raise = hand.able
    hand.turn_after = _seat_before_opener(hand)
    if hand.able & (hand.able - 1):
        # A street without two players who can bet is no betting round (poker.md §10.1).
        hand.round_aggressor = 0


def _seat_before_opener(hand: Hand) -> Seat:
    started = hand.started
    if hand.game.streets[hand.street].opener == "left-of-button":
        return started.button
    if len(started.entrants) == 2:
        # Heads-up the button acts first, whatever was posted (poker.md §5.6).
        return started.entrants[0].seat
    blinds = [post.seat for post in started.forced if post.kind in BLINDS]
    return blinds[-1] if blinds else started.button


def _board_dealt(hand: Hand, event: hr.BoardDealt) -> None:
    upto = hand.dealt + len(event.cards)
    if event.cards != hand.deck[hand.dealt : upto]:
        invariant(False, "deck-in-order", "the board was not dealt the next cards of the deck")
    hand.board += event.cards
    hand.dealt = upto


def _decision_offered(hand: Hand, event: hr.DecisionOffered) -> None:
    hand.decision = event
    hand.next_decision = DecisionId(event.decision + 1)


def _acted(hand: Hand, event: hr.Acted) -> None:
    seat, offered = event.seat, hand.decision
    if offered is None or offered.decision != event.decision or offered.seat != seat:
        invariant(False, "act-answers-offer", f"seat {seat} acted on decision {event.decision}, which is not open")
    others = ~(1 << seat)
    hand.decision = None
    hand.turn_after = seat
    hand.to_act &= others
    hand.may_raise &= others
    if event.kind == "fold":
        hand.live &= others
        hand.able &= others
        return
    player = hand.players[seat]
    if event.added:
        stack_to_pot(player, hand, event.added)
        player.bet = event.to
        player.paid += event.added
        if not player.stack:
            hand.able &= others
    if event.kind == "raise":
        _raised(hand, seat, event.to)
    player.level = hand.price


def _raised(hand: Hand, seat: Seat, to: Chips) -> None:
    size = to - hand.price
    hand.price = to
    hand.aggressor = hand.round_aggressor = seat
    hand.to_act = hand.able & ~(1 << seat)
    if size >= hand.last_raise:
        hand.last_raise = size
        hand.may_raise = hand.to_act


def _uncalled_returned(hand: Hand, event: hr.UncalledReturned) -> None:
    player = hand.players[event.seat]
    pot_to_stack(hand, player, event.amount)
    player.paid -= event.amount
    player.bet = max(player.bet - event.amount, 0)
    hand.able |= 1 << event.seat


def _street_closed(hand: Hand, event: hr.StreetClosed) -> None:
    hand.pots = event.pots
    hand.price = 0
    hand.last_raise = _least_bet(hand.started)
    hand.to_act = hand.may_raise = 0
    for player in hand.players.values():
        player.bet = player.level = 0


def _hand_shown(hand: Hand, event: hr.HandShown) -> None:
    hand.players[event.seat].shown = True


def _hand_mucked(hand: Hand, event: hr.HandMucked) -> None:
    hand.players[event.seat].mucked = True


def _rake_taken(hand: Hand, event: hr.RakeTaken) -> None:
    pot_to_rake(hand, event.amount)


def _pot_awarded(hand: Hand, event: hr.PotAwarded) -> None:
    pot_to_stack(hand, hand.players[event.seat], event.amount)


def _hand_ended(hand: Hand, _event: hr.HandEnded) -> None:
    hand.over = True


APPLY: Final[Mapping[type[Event], Callable[[Hand, Any], None]]] = {
    hr.DeckFixed: _deck_fixed,
    hr.Posted: _posted,
    hr.HoleCardsDealt: _hole_cards_dealt,
    hr.HoleCardsCounted: _hole_cards_counted,
    hr.StreetBegan: _street_began,
    hr.BoardDealt: _board_dealt,
    hr.DecisionOffered: _decision_offered,
    hr.Acted: _acted,
    hr.StreetClosed: _street_closed,
    hr.UncalledReturned: _uncalled_returned,
    hr.HandShown: _hand_shown,
    hr.HandMucked: _hand_mucked,
    hr.RakeTaken: _rake_taken,
    hr.PotAwarded: _pot_awarded,
    hr.HandEnded: _hand_ended,
}
"""One function for every event but `HandStarted`, which `Hand.from_started` folds."""
