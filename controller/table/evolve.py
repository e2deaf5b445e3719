"""How each event changes the table. Nothing else writes its state, and a committed event cannot fail here."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast, get_args

import msgspec

from cashier.records import Event
from controller import hand as poker
from controller import jackpots
from controller.table.evolve_mixing import APPLY_MIXING
from controller.table.evolve_seats import APPLY_SEATS
from controller.table.questions import answered
from controller.table.state import (
    Agreed,
    Asked,
    Clock,
    EntryBefore,
    HandBefore,
    Positions,
    Reply,
    Table,
    Turn,
)
from controller.table.turns import has_blinds
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.vocab.records import AnyEvent, HandEvent, JackpotEvent


def evolve(table: Table, event: AnyEvent) -> None:
    """Apply one event to the table and, if it belongs to the running hand, to the hand."""
    if table.hand is not None and type(event) in HAND_EVENTS and type(event) is not hr.HandStarted:
        poker.evolve(table.hand, cast("HandEvent", event))
    evolve_own(table, event)


def evolve_own(table: Table, event: AnyEvent) -> None:
    """Apply one event to the table alone: the hand has already evolved while it was played."""
    step = APPLY.get(type(event))
    if step is not None:
        step(table, event)


def _profile_adopted(table: Table, event: tr.ProfileAdopted) -> None:
    if table.profile is None or table.profile.game != event.profile.game:
        table.turn = None
    if table.profile is not None and table.profile.table != event.profile.table:
        # The screens are bound for a table of the other name.
        table.bound = {}
    table.profile = event.profile
    table.jackpots = jackpots.adopt(table.jackpots, event.profile.jackpots)


def _jackpot_terms_changed(table: Table, event: jr.JackpotTermsChanged) -> None:
    if table.profile is not None:
        table.profile = msgspec.structs.replace(table.profile, jackpots=event.terms)
    table.jackpots = jackpots.evolve(table.jackpots, event)


def _game_turned(table: Table, event: tr.GameTurned) -> None:
    table.turn = Turn(number=event.turn, game=event.game, hands=event.hands)


def _button_drawn(table: Table, _event: tr.ButtonDrawn) -> None:
    """Who took part in the draw is in the game; who was away then comes in later, as a new player (poker.md §5.4)."""
    _begin_anew(table)
    for seat in (*table.seats.values(), *table.owners.values()):
        seat.waits = seat.waits or seat.new


def _button_moved(table: Table, event: tr.ButtonMoved) -> None:
    if event.anew:
        _begin_anew(table)
    if event.big_blind is None and table.past is not None and event.button == table.past.button:
        # A hand that leaves blinds and button alone.
        return
    table.past_big_blind = table.past.big_blind if table.past else None
    table.past = Positions(button=event.button, small_blind=event.small_blind, big_blind=event.big_blind)


def _begin_anew(table: Table) -> None:
    """Whoever takes part when a game begins may have the button like everyone (poker.md §5.4)."""
    for seat in table.seats.values():
        seat.new = seat.new and not seat.present


def _button_won(table: Table, event: tr.ButtonWon) -> None:
    table.betting_button = event.seat


def _hand_due(table: Table, event: tr.HandDue) -> None:
    table.due_hand = event.hand


def _bomb_pot_proposed(table: Table, event: tr.BombPotProposed) -> None:
    table.bomb_pot_wished = event.seat


def _question_asked(table: Table, event: tr.QuestionAsked) -> None:
    table.asked = Asked(
        question=event.question,
        replies=tuple(Reply(seat) for seat in event.seats),
        deadline=event.deadline,
        asker=event.asker,
    )


def _question_answered(table: Table, event: tr.QuestionAnswered) -> None:
    if table.asked is not None:
        table.asked = answered(table.asked, event.seat, yes=event.yes)


def _question_closed(table: Table, event: tr.QuestionClosed) -> None:
    agreed = msgspec.structs.replace(table.agreed, closed=(*table.agreed.closed, event.question))
    table.asked = None
    if event.question == "bomb-pot":
        agreed = msgspec.structs.replace(agreed, bomb_pot=event.agreed)
    elif event.question == "jackpot-hour":
        agreed = msgspec.structs.replace(agreed, hour=event.agreed)
        table.hour_wished = 0
    else:
        agreed = msgspec.structs.replace(agreed, straddler=event.seat if event.agreed else 0)
    table.agreed = agreed


def _clock_started(table: Table, event: tr.ClockStarted) -> None:
    table.clock = Clock(seat=event.seat, decision=event.decision, deadline=event.deadline, cause=event.cause)


def _bank_spent(table: Table, event: tr.BankSpent) -> None:
    table.seats[event.seat].bank = event.left


def _rest_began(table: Table, event: tr.RestBegan) -> None:
    table.rest_until = event.until


def _paused(table: Table, _event: tr.TablePaused) -> None:
    table.paused = True


def _resumed(table: Table, _event: tr.TableResumed) -> None:
    table.paused = False


def _cards_committed(table: Table, _event: tr.CardsCommitted) -> None:
    """With the deck the hand begins: what it changes of button and debts is kept until the next one does."""
    table.before = HandBefore(table.past, table.past_big_blind, table.last_round)
    for seat in (*table.seats.values(), *table.owners.values()):
        seat.before = EntryBefore(seat.waits, seat.missed_small, seat.missed_big, seat.wish, seat.new, seat.bank)


def _hand_started(table: Table, event: hr.HandStarted) -> None:
    table.hand = table.hand or poker.Hand.from_started(event)
    table.last_hand = HandId(event.hand)
    table.due_hand = None
    table.shuffle = None
    table.asked = None
    table.agreed = Agreed()
    table.bomb_pot_wished = 0
    table.winners = ()
    if table.turn is not None:
        table.turn = msgspec.structs.replace(table.turn, played=table.turn.played + 1)
    _dealt_in(table, event)


def _dealt_in(table: Table, event: hr.HandStarted) -> None:
    """Who is dealt into a hand with blinds has paid what he owed; without blinds nothing is owed or paid."""
    kinds = {post.seat: post.kind for post in event.forced if post.kind in ("big-blind", "dead-small-blind")}
    profile = table.profile
    settles = "big-blind" in kinds.values() or (profile is not None and not has_blinds(profile))
    for entrant in event.entrants:
        seat = table.seats[entrant.seat]
        if settles:
            seat.waits = seat.missed_small = seat.missed_big = False
            seat.wish = "wait"
        if entrant.seat in kinds:
            seat.new = False
        if profile is not None and seat.bank >= 0:
            seat.bank = min(seat.bank + profile.clocks.bank_refill, profile.clocks.bank)


def _decision_offered(table: Table, event: hr.DecisionOffered) -> None:
    table.last_decision = event.decision


def _stack_changed(table: Table, event: hr.Posted | hr.UncalledReturned | hr.StakeReturned) -> None:
    table.seats[event.seat].stack = event.stack


def _pot_awarded(table: Table, event: hr.PotAwarded) -> None:
    table.seats[event.seat].stack = event.stack
    if event.pot == 0 and event.seat not in table.winners:
        table.winners = (*table.winners, event.seat)


def _jackpots(table: Table, event: hr.DropTaken | JackpotEvent) -> None:
    table.jackpots = jackpots.evolve(table.jackpots, event)


def _hour_paid(table: Table, event: jr.HourPaid) -> None:
    table.seats[event.seat].stack = event.stack
    table.jackpots = jackpots.evolve(table.jackpots, event)


def _hour_proposed(table: Table, event: tr.HourProposed) -> None:
    table.hour_wished = event.seat


def _time_charged(table: Table, event: tr.TimeCharged) -> None:
    seat = table.seats[event.seat]
    seat.stack = event.stack
    seat.fee_until = event.until
    seat.fee_near = False


def _time_charge_near(table: Table, event: tr.TimeChargeNear) -> None:
    table.seats[event.seat].fee_near = True


def _rows_compared(table: Table, event: hr.RowsCompared) -> None:
    table.seats[event.seat].stack = event.stack
    table.seats[event.loser].stack = event.loser_stack


def _acted(table: Table, event: hr.Acted) -> None:
    seat = table.seats[event.seat]
    seat.stack = event.stack
    table.clock = None
    if event.auto is None:
        seat.time_outs = 0
    elif event.auto == "time-out" and event.kind not in ("runs", "show"):
        seat.time_outs += 1


def _hand_voided(table: Table, _event: hr.HandVoided) -> None:
    """The turn of a mix has that hand still before it, and so has a bomb pot that was settled."""
    if table.hand is not None and table.hand.started.bomb_pot:
        table.agreed = Agreed(closed=("bomb-pot",), bomb_pot=True)
    if table.turn is not None and table.turn.played:
        table.turn = msgspec.structs.replace(table.turn, played=table.turn.played - 1)


def _button_taken_back(table: Table, event: tr.ButtonTakenBack) -> None:
    table.past_big_blind = event.before_big_blind
    table.past = None if event.button is None else Positions(event.button, event.small_blind, event.big_blind)


def _hand_ended(table: Table, _event: hr.HandEnded) -> None:
    table.hand = None
    table.clock = None


HAND_EVENTS: Final[frozenset[type[Event]]] = frozenset(get_args(HandEvent))
"""Every event type of a hand: what `poker.evolve` folds."""

APPLY: Final[Mapping[type[Event], Callable[[Table, Any], None]]] = {
    tr.ProfileAdopted: _profile_adopted,
    **APPLY_SEATS,
    tr.GameTurned: _game_turned,
    tr.ButtonDrawn: _button_drawn,
    tr.ButtonMoved: _button_moved,
    tr.ButtonTakenBack: _button_taken_back,
    tr.ButtonWon: _button_won,
    tr.BombPotProposed: _bomb_pot_proposed,
    tr.QuestionAsked: _question_asked,
    tr.QuestionAnswered: _question_answered,
    tr.QuestionClosed: _question_closed,
    tr.BankSpent: _bank_spent,
    tr.HandDue: _hand_due,
    **APPLY_MIXING,
    tr.CardsCommitted: _cards_committed,
    tr.ClockStarted: _clock_started,
    tr.RestBegan: _rest_began,
    tr.TablePaused: _paused,
    tr.TableResumed: _resumed,
    hr.HandStarted: _hand_started,
    hr.DecisionOffered: _decision_offered,
    hr.Posted: _stack_changed,
    hr.Acted: _acted,
    hr.UncalledReturned: _stack_changed,
    hr.PotAwarded: _pot_awarded,
    hr.RowsCompared: _rows_compared,
    hr.HandVoided: _hand_voided,
    hr.StakeReturned: _stack_changed,
    hr.HandEnded: _hand_ended,
    hr.DropTaken: _jackpots,
    **dict.fromkeys(get_args(JackpotEvent), _jackpots),
    jr.HourPaid: _hour_paid,
    jr.JackpotTermsChanged: _jackpot_terms_changed,
    tr.HourProposed: _hour_proposed,
    tr.TimeCharged: _time_charged,
    tr.TimeChargeNear: _time_charge_near,
}

UNMOVED: Final[frozenset[type[Event]]] = frozenset(
    {
        tr.SatOutInTurn,
        sr.EntryOffered,
        tr.SeedForAuditor,
        tr.HandNamed,
        tr.RecallOpened,
        hr.DeckFixed,
        hr.DeckRecycled,
        hr.HoleCardsDealt,
        hr.UpCardsDealt,
        hr.CardsDiscarded,
        hr.HoleCardsCounted,
        hr.StreetBegan,
        hr.BoardDealt,
        hr.RunsAgreed,
        hr.StreetClosed,
        hr.HandTurnedUp,
        hr.HandShown,
        hr.HandMucked,
        hr.CardsShown,
        hr.RowsArranged,
        hr.RowShown,
        hr.RowsJudged,
        hr.RakeTaken,
    }
)
"""Events of table and hand that leave the table's own state alone; a test holds both lists against the union."""
