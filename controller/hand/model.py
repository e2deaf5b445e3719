"""The state of one hand: its players, its cards and its bets. Only `state` writes it.

Sets of seats are bit masks with bit 1 << seat, so that "the street is closed" is one comparison.
"""

from typing import Final, TypeAlias

from controller.games import Game, Rulings, find_game, rulings_by
from controller.hand.saved import SavedHand, SavedPlayer
from controller.hand.settle import Contribution, contribution
from controller.hand.terms import Terms, terms_of
from controller.vocab import hand_records as hr
from controller.vocab.chips import HasPot, HasStack
from controller.vocab.ids import MAX_SEATS, Chips, DecisionId, HandId, Seat
from evaluator_ext import Card

SeatMask: TypeAlias = int

BLINDS: Final[frozenset[hr.PostKind]] = frozenset({"big-blind", "straddle"})
"""The posts after whose seat the first round begins (poker.md §5.3, §6)."""

NOT_LIVE: Final[frozenset[hr.PostKind]] = frozenset({"ante", "big-blind-ante", "dead-small-blind"})
"""The posts that are no part of a bet."""

DEAD: Final[frozenset[hr.PostKind]] = frozenset({"big-blind-ante", "dead-small-blind"})
"""The posts that lie in the main pot for everyone (poker.md §5.8)."""


class Player(HasStack):
    """One player in the hand.

    `bet` is his total on this street, `paid` what he put in over the whole hand, `dead` his dead money in the main
    pot, and `level` the price to stay in when he last acted on this street. `cards` are all he holds; `up` are those
    of them that lie open.
    """

    seat: Seat
    bet: Chips
    paid: Chips
    dead: Chips
    level: Chips
    cards: tuple[Card, ...]
    up: tuple[Card, ...]
    shown: bool
    mucked: bool
    showed: tuple[Card, ...]
    """Cards that he let everybody see of his own will."""
    arranged: tuple[Card, ...]
    """His cards as he set them in rows, the front first."""

    def __init__(self, seat: Seat, stack: Chips) -> None:
        self.seat = seat
        self.stack = stack
        self.bet = self.paid = self.dead = self.level = 0
        self.cards = self.up = self.showed = self.arranged = ()
        self.shown = self.mucked = False

    def saved(self) -> SavedPlayer:
        """What a snapshot keeps of him."""
        return SavedPlayer(**{name: getattr(self, name) for name in SavedPlayer.__struct_fields__})


class Hand(HasPot):
    """One hand of poker, whole: `saved` is all of it, and hands are equal whose `saved` are.

    `players` stand clockwise from the first seat left of the button. `chips` is everything that was on the table when
    the hand began and may never change. `price` is the street total that stays in, `last_raise` the size of the last
    full bet or raise (the least size of the next; in fixed limit the unit of the bets), `aggressor` who last bet or
    raised in the hand and `round_aggressor` who did in the last betting round.
    """

    started: hr.HandStarted
    game: Game
    """The catalogue's row that this hand plays, and below the options that it is played by: they are its own, so that
    a hand that is under way goes on as it began."""
    rulings: Rulings
    players: dict[Seat, Player]
    around: list[Player]
    """The players again, in the same order."""
    seated: list[Player | None]
    """The players once more, each in the place of his seat's number; `player` looks there."""
    chips: Chips
    live: SeatMask
    """Seats whose hand is not folded."""
    able: SeatMask
    """Live seats with chips behind."""
    price: Chips
    last_raise: Chips
    next_decision: DecisionId
    full_level: Chips
    """In fixed limit the street total of the last bet or raise that counted (poker.md §4.3)."""
    bets: int
    """In fixed limit how many bets and raises have counted on this street."""
    uncapped: bool
    """Two players with chips began the street, so that fixed limit has no cap if the rulings say so."""
    betting: bool
    """A street has begun and its bets are not yet in the pots."""
    to_act: SeatMask
    """Seats still asked on this street: with chips, or absent without them where the rulings fold those (case 58)."""
    may_raise: SeatMask
    """Seats that have not acted since the street's beginning or its last full bet or raise (poker.md §4.6)."""
    to_discard: SeatMask
    """Seats that must still throw away or exchange cards."""
    turn_after: Seat
    """The next to act is the first seat of `to_act` clockwise from this one; 0 before the street's first act."""
    aggressor: Seat
    round_aggressor: Seat
    street: int
    deck: tuple[Card, ...]
    dealt: int
    """How many cards have left the front of the deck, burnt ones included."""
    round_from: int
    """How many had when the street's own cards began to be dealt."""
    boards: tuple[tuple[Card, ...], ...]
    """The game's boards, and once more those of every further run."""
    wanted_runs: int
    """How often the rest of the board may be dealt, as far as the players have agreed; 0 before they are asked."""
    willing: SeatMask
    """Seats that have agreed to `wanted_runs` or more."""
    runs: int
    """How often the rest of the board is dealt."""
    chosen: SeatMask
    """Seats that have chosen which cards they show."""
    turned_up: SeatMask
    """Seats whose cards lie open, as no further bet is possible."""
    to_arrange: SeatMask
    """Seats that must still set their cards in rows."""
    surrendered: SeatMask
    """Seats that gave their cards up for a price."""
    burnt: tuple[Card, ...]
    discards: tuple[Card, ...]
    fresh_discards: tuple[Card, ...]
    """Cards thrown away on this street, which are not dealt again on it (hand-engine case 54)."""
    pots: tuple[hr.Pot, ...]
    decision: hr.DecisionOffered | None
    over: bool
    terms: Terms
    """What follows from `started`, `game` and `rulings`: a snapshot needs neither it nor the rest."""
    number: HandId
    asked: Seat
    """Whose decision is open, 0 while nobody's is; then of what kind it is, and what it costs to call."""
    asked_kind: hr.DecisionKind
    asked_call: Chips

    def __init__(self, started: hr.HandStarted, terms: Terms) -> None:
        self.started, self.game, self.rulings = started, terms.game, terms.rulings
        self.terms, self.number = terms, started.hand
        self.next_decision = started.first_decision
        self.seat_all([Player(one.seat, one.stack) for one in started.entrants])
        self._count_in()
        self._open_at_posts(started.forced)
        self.uncapped = self.betting = self.over = False
        self.to_act = self.may_raise = self.to_discard = 0
        self.turn_after = self.aggressor = self.round_aggressor = 0
        self.pot = self.rake = self.dropped = 0
        self.street = self.dealt = self.round_from = 0
        self.boards = ((),) * terms.boards
        self.runs = 1
        self.wanted_runs = self.willing = self.chosen = self.turned_up = 0
        self.to_arrange = self.surrendered = 0
        self.deck = self.burnt = self.discards = self.fresh_discards = ()
        self.pots = ()
        self.decision = None
        self.asked, self.asked_kind, self.asked_call = 0, "bet", 0

    @classmethod
    def from_started(cls, started: hr.HandStarted) -> "Hand":
        """The state that `HandStarted` makes. Raises UnknownGameError or UnknownRuleSetError."""
        rulings = rulings_by(started.rule_set, started.overrides)
        return cls(started, terms_of(find_game(started.game), rulings, started.stakes))

    def seat_all(self, players: list[Player]) -> None:
        """Have these players in the hand, who stand clockwise from the first seat left of the button."""
        self.around = players
        self.players = {}
        self.seated = [None] * (MAX_SEATS + 1)
        for player in players:
            self.players[player.seat] = self.seated[player.seat] = player

    def _count_in(self) -> None:
        """Everybody is in, with all of his chips behind."""
        self.chips = self.live = 0
        for player in self.around:
            self.chips += player.stack
            self.live |= 1 << player.seat
        self.able = self.live

    def _open_at_posts(self, posts: tuple[hr.ForcedBet, ...]) -> None:
        """Note what the posts make of staying in, of raising and of the count of bets, as the rulings have it.

        The largest live post is what it costs to stay in, whole even if it is posted short.
        """
        terms, straddles, opening = self.terms, 0, 0
        for post in posts:
            kind, amount = post.kind, post.amount
            straddles += kind == "straddle"
            if kind not in NOT_LIVE and amount > opening:
                opening = amount
        first, rulings = terms.rounds[0], terms.rulings
        self.full_level = opening
        self.price = 0 if terms.posted_price else opening
        if first.bring_in:
            self.price = self.started.stakes.bring_in
        self.last_raise = first.least
        self.bets = 1 if opening else 0
        if straddles:
            self.bets += straddles if rulings.straddle_counts_as_raise else 0
            self.last_raise = opening if rulings.straddle_increment == "straddle" else first.least

    def saved(self) -> SavedHand:
        """What a snapshot keeps of the hand."""
        fields = {name: getattr(self, name) for name in SavedHand.__struct_fields__}
        players = {seat: player.saved() for seat, player in self.players.items()}
        return SavedHand(**{**fields, "players": players})

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self.saved() == other.saved() if isinstance(other, Hand) else NotImplemented

    def __repr__(self) -> str:
        return repr(self.saved())

    @property
    def board(self) -> tuple[Card, ...]:
        """The first board, in most games the only one."""
        return self.boards[0]

    def copy(self) -> "Hand":
        """An independent copy; frozen records are shared."""
        return restored(self)

    def is_live(self, seat: Seat) -> bool:
        """Whether this seat's hand is not folded."""
        return bool(self.live >> seat & 1)

    def player(self, seat: Seat) -> Player:
        """The player of a seat. Raises LookupError if it is not dealt in."""
        player = self.seated[seat]
        if player is None:
            raise LookupError(f"seat {seat} is not dealt in")
        return player

    def live_seats(self) -> list[Seat]:
        """The seats whose hand is not folded, clockwise from the left of the button."""
        seats: list[Seat] = []
        for player in self.around:
            if self.live >> player.seat & 1:
                seats.append(player.seat)  # noqa: PERF401 - no C type in a comprehension
        return seats

    def contributions(self) -> list[Contribution]:
        """What everyone has put in so far, clockwise from the first seat left of the button."""
        made: list[Contribution] = []
        for player in self.around:
            folded = not self.live >> player.seat & 1
            made.append(contribution(player.seat, player.paid, folded, player.dead))
        return made


def restored(kept: SavedHand | Hand) -> Hand:
    """The hand that a snapshot kept, or the twin of one; frozen records are shared.

    It goes on by the game and the rulings that it began with, whatever stands in the catalogue now.
    """
    hand = Hand(kept.started, terms_of(kept.game, kept.rulings, kept.started.stakes))
    for name in SavedHand.__struct_fields__:
        setattr(hand, name, getattr(kept, name))
    hand.seat_all([_restored_player(player) for player in kept.players.values()])
    open_one = hand.decision
    if open_one is not None:
        hand.asked, hand.asked_kind, hand.asked_call = open_one.seat, open_one.kind, open_one.call
    return hand


def _restored_player(kept: SavedPlayer | Player) -> Player:
    player = Player(kept.seat, kept.stack)
    for name in SavedPlayer.__struct_fields__:
        setattr(player, name, getattr(kept, name))
    return player


def question(
    hand: Hand, seat: Seat, kind: hr.DecisionKind, least: int, most: int, surrender: Chips = 0
) -> hr.DecisionOffered:
    """A decision that is no bet: nothing to call or to raise, but `least` to `most` cards or runs to name."""
    bet, decision = hand.player(seat).bet, hand.next_decision
    return hr.DecisionOffered(seat, hand.number, decision, 0, 0, 0, bet, hand.pot, kind, 0, least, most, surrender)


def next_seat(seats: SeatMask, after: Seat) -> Seat:
    """The first seat of a mask that is not empty, clockwise from seat `after`, which itself comes last."""
    ahead, seat = seats >> (after + 1), after + 1
    if not ahead:
        ahead, seat = seats, 0
    while not ahead & 1:
        ahead >>= 1
        seat += 1
    return seat


def count_of(seats: SeatMask) -> int:
    """How many seats a mask holds."""
    count = 0
    while seats:
        seats &= seats - 1
        count += 1
    return count
