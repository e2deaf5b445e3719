"""Chinese poker: everyone sets thirteen cards in rows, then the rows are compared pair by pair (hand-engine §4).

The players set their cards one after the other from the left of the button, each for himself alone; no row is seen
before all have set theirs. There is no pot and so no fee of one: points move chips from stack to stack. Nobody loses
more than he has, and no single comparison costs more than its loser began the hand with.
"""

from itertools import combinations

from controller.games.model import RowPoints
from controller.games.rows import Worth, points_between, rows_of, rows_won, worth_of
from controller.hand.model import Hand, next_seat, question
from controller.hand.state import emit
from controller.vocab import hand_records as hr
from controller.vocab.ids import Chips, Seat
from controller.vocab.profile import Stakes
from controller.vocab.records import HandEvent


def next_arrangement(hand: Hand) -> hr.DecisionOffered:
    """The question to the next player who has not set his cards, clockwise from the left of the button."""
    seat = next_seat(hand.to_arrange, hand.started.button)
    count = len(hand.players[seat].cards)
    return question(hand, seat, "arrange", count, count, hand.rulings.rows_surrender)


def take_rows(
    hand: Hand, events: list[HandEvent], offered: hr.DecisionOffered, act: hr.Act, auto: hr.AutoCause | None
) -> None:
    """Note how a player set his cards, or that he gave them up; everyone learns only that he is done."""
    if act.kind == "arrange":
        emit(hand, events, hr.RowsArranged(seat=act.seat, cards=act.cards))
    stack = hand.players[act.seat].stack
    acted = hr.Acted(seat=act.seat, decision=offered.decision, kind=act.kind, to=0, added=0, stack=stack, auto=auto)
    emit(hand, events, acted)


def point_of(stakes: Stakes) -> Chips:
    """What a point is worth."""
    return stakes.point or stakes.small_bet or stakes.big_blind or stakes.ante


def settle_rows(hand: Hand, events: list[HandEvent], scoring: RowPoints) -> None:
    """Open the rows one after the other, judge every set, and let each pair settle, clockwise from the button.

    The last player whose opponents have all given up wins unseen, whether he has set his cards or not.
    """
    if hand.live & (hand.live - 1):
        _show_rows(hand, events)
    worth = {seat: _worth(hand, seat) for seat in hand.players}
    for seat, one in worth.items():
        emit(hand, events, hr.RowsJudged(seat=seat, standing=one.standing, royalties=one.royalties))
    for seat, other in combinations(worth, 2):
        points = points_between(worth[seat], worth[other], scoring, hand.rulings)
        winner, loser = (seat, other) if points >= 0 else (other, seat)
        emit(hand, events, _compared(hand, winner, loser, abs(points), rows_won(worth[winner], worth[loser])))


def _show_rows(hand: Hand, events: list[HandEvent]) -> None:
    ranking = hand.terms.rankings[0]
    shown = {seat: dict(rows_of(hand.players[seat].arranged)) for seat in hand.live_seats()}
    for row in ("front", "middle", "back"):
        for seat, rows in shown.items():
            cards = tuple(rows[row])
            name = ranking.name(ranking.rank(cards, ()))
            emit(hand, events, hr.RowShown(seat=seat, row=row, cards=cards, name=name))


def _worth(hand: Hand, seat: Seat) -> Worth:
    """What a seat's cards count with: without a set they are given up, or win unseen."""
    if hand.surrendered >> seat & 1:
        return Worth(standing="surrendered")
    if not hand.is_live(seat):
        return Worth(standing="dead")
    alone = not hand.live & (hand.live - 1)
    return Worth(standing="set") if alone else worth_of(hand.players[seat].arranged, hand.rulings)


def _compared(hand: Hand, winner: Seat, loser: Seat, points: int, rows: tuple[int, ...]) -> hr.RowsCompared:
    began = {one.seat: one.stack for one in hand.started.entrants}
    stack, loser_stack = hand.players[winner].stack, hand.players[loser].stack
    amount = min(points * point_of(hand.started.stakes), loser_stack, began[loser])
    return hr.RowsCompared(
        seat=winner,
        loser=loser,
        rows=rows,
        points=points,
        amount=amount,
        stack=stack + amount,
        loser_stack=loser_stack - amount,
    )
