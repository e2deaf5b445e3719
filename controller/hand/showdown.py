"""The showdown: who tables his hand, in which order, and what it is worth (poker.md §10.1)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from controller.games import Share
from controller.games.model import OddChipOrder
from controller.games.ranking import Ranking
from controller.hand.model import Hand, next_seat
from controller.hand.opening import seat_before
from controller.hand.settle import Claim
from controller.vocab.hand_records import HandMucked, HandName, HandShown, Made
from controller.vocab.ids import Seat
from evaluator_ext import Card


def claims(hand: Hand, seats: Sequence[Seat] | None = None) -> list[Claim]:
    """What every hand that is in, or of those only `seats`, is worth for each share of the pots, run after run."""
    who = hand.live_seats() if seats is None else list(seats)
    return [_claim(hand, number, who, run) for run in range(hand.runs) for number in range(len(hand.game.shares))]


def _board(hand: Hand, share: Share, run: int) -> tuple[Card, ...]:
    """The board that counts for a share in a run."""
    return hand.boards[run * hand.game.boards + share.board]


def _claim(hand: Hand, number: int, seats: list[Seat], run: int) -> Claim:
    share, ranking = hand.game.shares[number], hand.terms.rankings[number]
    board = _board(hand, share, run)
    ranks = {}
    for seat in seats:
        player = hand.player(seat)
        ranks[seat] = ranking.rank(player.cards, board)
    if share.odd_chips == "position":
        return Claim(ranks=ranks)
    return Claim(ranks=ranks, order=_by_cards(hand, share, ranking, seats))


def _by_cards(hand: Hand, share: Share, ranking: Ranking, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The order of odd chips in stud: by the highest or the lowest own card, of all or of those that play."""
    counted = {seat: hand.players[seat].cards for seat in seats}
    if hand.rulings.stud_odd_chip == "played-cards":
        board = hand.boards[share.board]
        counted = {seat: ranking.plays(cards, board) or cards for seat, cards in counted.items()}
    return tuple(sorted(seats, key=lambda seat: ODD_CHIP_ORDERS[share.odd_chips](counted[seat])))


ODD_CHIP_ORDERS: Final[Mapping[OddChipOrder, Callable[[tuple[Card, ...]], int]]] = {
    "position": lambda _cards: 0,
    "high-card": lambda cards: -max(cards),
    "low-card": min,
}
"""By what seats are sorted for an odd chip; a card's number is its place in Bridge Rank Order."""


def names(hand: Hand) -> list[tuple[Seat, HandName]]:
    """What every hand that is still in makes now for the first share, in words, where enough cards are there."""
    ranking = hand.terms.rankings[0]
    board = hand.boards[0]
    if _needs_board(hand) and len(board) < _FLOP:
        return []
    return [
        (player.seat, ranking.name(ranking.rank(player.cards, board)))
        for player in hand.players.values()
        if hand.is_live(player.seat) and _is_nameable(hand, ranking, len(player.cards) + len(board))
    ]


_FLOP: Final = 3
_MOST_CARDS: Final = 7


def _needs_board(hand: Hand) -> bool:
    return any(street.board for street in hand.game.streets)


def _is_nameable(hand: Hand, ranking: Ranking, cards: int) -> bool:
    if hand.game.shares[0].use == "two-of-hand":
        return True
    return ranking.fewest <= cards <= _MOST_CARDS


def showing_order(hand: Hand) -> list[Seat]:
    """The seats still in, in the order in which they show.

    The last bettor or raiser first, of the hand or of its last betting round by ruling; without one, or when his hand
    has died, the first seat left of the button, in stud the best hand showing; then clockwise. Those in the latest side
    pot come before the others.
    """
    in_hand = hand.rulings.showdown_first == "last-aggressor-in-hand"
    first = hand.aggressor if in_hand else hand.round_aggressor
    live = hand.live_seats()
    if first not in live:
        first = _first_without_bet(hand)
    begin = live.index(first)
    around = live[begin:] + live[:begin]
    order: list[Seat] = []
    for pot in reversed(hand.pots):
        order += [seat for seat in around if seat in pot.seats and seat not in order]
    return order


def _first_without_bet(hand: Hand) -> Seat:
    opener = hand.game.streets[-1].opener
    after = seat_before(hand, opener) if opener in ("best-showing", "lowest-showing") else hand.started.button
    return next_seat(hand.live, after)


def show_or_muck(hand: Hand, parts: Sequence[Claim]) -> list[HandShown | HandMucked]:
    """What each seat does in turn: it shows if it can still win or tie a share of a pot with what is on view.

    A hand that lies open already cannot be given up unseen.
    """
    best: dict[tuple[int, int], int] = {}
    acts: list[HandShown | HandMucked] = []
    for seat in showing_order(hand):
        wins = bool(hand.turned_up >> seat & 1)
        for part, claim in enumerate(parts):
            mine = claim.ranks[seat]
            for number, pot in enumerate(hand.pots):
                if mine and seat in pot.seats and mine >= best.get((number, part), 0):
                    best[number, part] = mine
                    wins = True
        acts.append(tabled(hand, seat) if wins else HandMucked(seat=seat))
    return acts


def tabled(hand: Hand, seat: Seat) -> HandShown:
    """What a seat tables; the first share is one that every hand makes something for."""
    player = hand.players[seat]
    made: list[Made] = []
    for run in range(hand.runs):
        for number, share in enumerate(hand.game.shares):
            ranking, board = hand.terms.rankings[number], _board(hand, share, run)
            rank = ranking.rank(player.cards, board)
            if rank:
                plays = ranking.plays(player.cards, board)
                made.append(Made(share=number, plays=plays, name=ranking.name(rank), run=run))
    first, *also = made
    return HandShown(seat=seat, cards=player.cards, plays=first.plays, name=first.name, also=tuple(also))
