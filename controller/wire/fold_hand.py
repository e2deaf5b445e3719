"""The part of the fold that follows one hand of poker."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from cashier.invariant import invariant
from cashier.records import Event
from controller.vocab import hand_records as hand
from controller.vocab.ids import Chips
from controller.wire.fold_past import begin_hand, close_hand, note_act
from controller.wire.view import Award, LastAct, SeatView, View


def _hand_started(view: View, event: hand.HandStarted) -> None:
    view.hand = event.hand
    view.game = event.game
    view.bomb_pot = event.bomb_pot
    view.question = view.straddler = None
    view.button = event.button
    view.phase = "betting"
    view.rest_until = None
    view.drawn = ()
    view.board = view.more_boards = ()
    view.runs = 1
    view.street = 0
    view.pots = ()
    view.pot = view.bet_level = view.rake = view.dropped = 0
    view.awards = ()
    view.void = None
    view.returned = ()
    view.compared = ()
    view.shares = ()
    view.decision = view.clock = view.own_name = view.last_seat = None
    for seat in view.seats.values():
        _clear_hand(seat)
    for entrant in event.entrants:
        seat = view.at(entrant.seat)
        seat.status = "in-hand"
        seat.stack = entrant.stack
        seat.presence = "ready"
        seat.missed_small = seat.missed_big = seat.resting = False
        seat.entry = seat.out_for = None
    begin_hand(view, event)


def _clear_hand(seat: SeatView) -> None:
    seat.bet = seat.count = seat.won = 0
    seat.cards = seat.up = seat.plays = seat.showed = seat.arranged = ()
    seat.rows = ()
    seat.also = ()
    seat.drew = None
    seat.royalties = 0
    seat.last = seat.shown = seat.standing = None
    seat.mucked = False


def _put_in(view: View, seat: SeatView, added: Chips, bet: Chips, stack: Chips) -> None:
    seat.bet = bet
    seat.stack = stack
    view.pot += added
    view.bet_level = max(view.bet_level, bet)
    view.last_seat = seat.seat
    if stack == 0:
        seat.status = "all-in"


def _posted(view: View, event: hand.Posted) -> None:
    seat = view.at(event.seat)
    seat.last = LastAct(kind=event.kind, to=event.bet or event.amount)
    _put_in(view, seat, event.amount, event.bet, event.stack)
    note_act(view, seat)


def _hole_cards_dealt(view: View, event: hand.HoleCardsDealt) -> None:
    view.owned(event.seat).cards += event.cards


def _up_cards_dealt(view: View, event: hand.UpCardsDealt) -> None:
    seat = view.at(event.seat)
    seat.up += event.cards
    if event.seat == view.own:
        seat.cards += event.cards


def _cards_discarded(view: View, event: hand.CardsDiscarded) -> None:
    seat = view.owned(event.seat)
    seat.cards = tuple(card for card in seat.cards if card not in event.cards)


def _hole_cards_counted(view: View, event: hand.HoleCardsCounted) -> None:
    view.at(event.seat).count = event.count


def _street_began(view: View, event: hand.StreetBegan) -> None:
    view.street = event.street
    # The first street's zero is the hand's start; by now its blinds may stand.
    if event.street > 0:
        _clear_bets(view)
        view.last_seat = None
        for seat in view.seats.values():
            seat.last = seat.drew = None


def _clear_bets(view: View) -> None:
    view.bet_level = 0
    for seat in view.seats.values():
        seat.bet = 0


def _board_dealt(view: View, event: hand.BoardDealt) -> None:
    if event.which == 0:
        view.board += event.cards
        return
    others = [*view.more_boards, *[()] * (event.which - len(view.more_boards))]
    others[event.which - 1] += event.cards
    view.more_boards = tuple(others)


def _runs_agreed(view: View, event: hand.RunsAgreed) -> None:
    view.runs = event.runs
    boards = (view.board, *view.more_boards) * event.runs
    view.more_boards = boards[1:]


def _decision_offered(view: View, event: hand.DecisionOffered) -> None:
    view.decision = event
    view.pot = event.pot


def _acted(view: View, event: hand.Acted) -> None:
    seat = view.at(event.seat)
    opens = event.kind == "raise" and view.bet_level == 0
    count = event.discarded or event.runs
    seat.last = LastAct(kind=event.kind, to=event.to, opens=opens, auto=event.auto is not None, count=count)
    view.decision = view.clock = None
    _put_in(view, seat, event.added, event.to, event.stack)
    if event.kind == "discard":
        seat.drew = event.discarded
    if event.kind in ("fold", "surrender"):
        seat.status = "folded"
        seat.count = 0
    note_act(view, seat)


def _street_closed(view: View, event: hand.StreetClosed) -> None:
    view.pots = event.pots
    view.decision = view.clock = None
    _clear_bets(view)


def _uncalled_returned(view: View, event: hand.UncalledReturned) -> None:
    seat = view.at(event.seat)
    seat.stack = event.stack
    seat.bet = max(seat.bet - event.amount, 0)
    view.pot -= event.amount
    view.bet_level = max(other.bet for other in view.seats.values())
    if seat.status == "all-in":
        seat.status = "in-hand"


def _hand_turned_up(view: View, event: hand.HandTurnedUp) -> None:
    view.at(event.seat).up = event.cards


def _hand_shown(view: View, event: hand.HandShown) -> None:
    view.phase = "showdown"
    seat = view.at(event.seat)
    seat.cards = event.cards
    seat.count = len(event.cards)
    seat.plays = event.plays
    seat.also = event.also
    seat.shown = event.name


def _hand_mucked(view: View, event: hand.HandMucked) -> None:
    view.phase = "showdown"
    seat = view.at(event.seat)
    seat.mucked = True
    seat.count = 0


def _cards_shown(view: View, event: hand.CardsShown) -> None:
    view.phase = "showdown"
    view.at(event.seat).showed += event.cards


def _rows_arranged(view: View, event: hand.RowsArranged) -> None:
    view.owned(event.seat).arranged = event.cards


def _row_shown(view: View, event: hand.RowShown) -> None:
    view.phase = "showdown"
    seat = view.at(event.seat)
    seat.rows += (event,)
    if event.seat != view.own:
        seat.cards += event.cards


def _rows_judged(view: View, event: hand.RowsJudged) -> None:
    view.phase = "showdown"
    seat = view.at(event.seat)
    seat.standing = event.standing
    seat.royalties = event.royalties


def _rows_compared(view: View, event: hand.RowsCompared) -> None:
    view.compared += (event,)
    winner, loser = view.at(event.seat), view.at(event.loser)
    winner.stack, loser.stack = event.stack, event.loser_stack
    winner.won += event.amount
    loser.won -= event.amount


def _rake_taken(view: View, event: hand.RakeTaken) -> None:
    view.rake += event.amount
    view.pot -= event.amount


def _drop_taken(view: View, event: hand.DropTaken) -> None:
    view.dropped += event.amount
    view.pot -= event.amount


def _pot_awarded(view: View, event: hand.PotAwarded) -> None:
    view.phase = "showdown"
    view.pot -= event.amount
    view.awards += (Award(event.pot, event.seat, event.amount, event.cause, event.odd, event.share, event.run),)
    seat = view.at(event.seat)
    seat.stack = event.stack
    seat.won += event.amount


def _hand_voided(view: View, event: hand.HandVoided) -> None:
    view.void = event.cause
    view.pots = ()
    view.decision = view.clock = None


def _stake_returned(view: View, event: hand.StakeReturned) -> None:
    seat = view.at(event.seat)
    seat.stack = event.stack
    seat.bet = 0
    view.pot -= event.amount
    view.returned += (event,)


def _hand_ended(view: View, event: hand.HandEnded) -> None:
    view.phase = "resting"
    view.decision = view.clock = None
    _clear_bets(view)
    for entrant in event.stacks:
        seat = view.at(entrant.seat)
        seat.stack = entrant.stack
        seat.status = seat.presence
    close_hand(view, event)


def sealed(_view: View, event: Event) -> None:
    """Refuse a sealed event: nobody may see it, so a view that is given one has found a breach."""
    invariant(False, "sealed-event", f"{type(event).__name__} reached a screen")


FOLD_HAND: Final[Mapping[type[Event], Callable[[View, Any], None]]] = {
    hand.DeckFixed: sealed,
    hand.HandStarted: _hand_started,
    hand.Posted: _posted,
    hand.DeckRecycled: sealed,
    hand.HoleCardsDealt: _hole_cards_dealt,
    hand.UpCardsDealt: _up_cards_dealt,
    hand.CardsDiscarded: _cards_discarded,
    hand.HoleCardsCounted: _hole_cards_counted,
    hand.StreetBegan: _street_began,
    hand.BoardDealt: _board_dealt,
    hand.RunsAgreed: _runs_agreed,
    hand.DecisionOffered: _decision_offered,
    hand.Acted: _acted,
    hand.StreetClosed: _street_closed,
    hand.UncalledReturned: _uncalled_returned,
    hand.HandTurnedUp: _hand_turned_up,
    hand.HandShown: _hand_shown,
    hand.HandMucked: _hand_mucked,
    hand.CardsShown: _cards_shown,
    hand.RowsArranged: _rows_arranged,
    hand.RowShown: _row_shown,
    hand.RowsJudged: _rows_judged,
    hand.RowsCompared: _rows_compared,
    hand.RakeTaken: _rake_taken,
    hand.DropTaken: _drop_taken,
    hand.PotAwarded: _pot_awarded,
    hand.HandVoided: _hand_voided,
    hand.StakeReturned: _stake_returned,
    hand.HandEnded: _hand_ended,
}
