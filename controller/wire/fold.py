"""The fold from redacted events to a view: the same on a screen and in the controller.

Events carry results, so nothing here knows a rule of poker. Every event type has its row in `FOLD`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from cashier import records as cash
from cashier.invariant import invariant
from cashier.money import ZERO, Money
from controller.vocab import fault_records as fault
from controller.vocab import table_records as table
from controller.vocab.ids import Seat
from controller.wire.fold_cards import FOLD_CARDS
from controller.wire.fold_doors import FOLD_DOORS
from controller.wire.fold_hand import FOLD_HAND, sealed
from controller.wire.fold_jackpots import FOLD_JACKPOTS
from controller.wire.fold_mixing import FOLD_MIXING
from controller.wire.fold_past import forget
from controller.wire.fold_payouts import FOLD_PAYOUTS, goes_on, ticket_moved
from controller.wire.fold_players import FOLD_PLAYERS
from controller.wire.fold_screens import FOLD_SCREENS, display_seen, none_connected
from controller.wire.fold_seats import FOLD_SEATS
from controller.wire.fold_staff import FOLD_STAFF
from controller.wire.view import (
    LATEST_CLAIMS,
    LATEST_VOUCHERS,
    ClaimView,
    ClockView,
    DeviceView,
    FaultView,
    NoteView,
    SeatStatus,
    SeatView,
    View,
    VoucherView,
)

_IN_HAND: Final[tuple[SeatStatus, ...]] = ("in-hand", "folded", "all-in")


def fold(view: View, event: cash.Event) -> None:
    """Bring `view` up to date with one redacted event.

    An event that this view's screen may not see is a breach, not a thing to skip: it should never have come.
    """
    invariant(type(event) in FOLD, "view-fold", f"no screen knows the event {type(event).__name__}")
    FOLD[type(event)](view, event)


# -- money -------------------------------------------------------------------------------------------------------


def _note_held(view: View, event: cash.NoteHeld) -> None:
    view.note = NoteView(amount=event.amount, accept=event.accept)


def _note_credited(view: View, event: cash.NoteCredited) -> None:
    view.note = None
    view.balance = event.balance


def _note_gone(view: View, _event: cash.NoteGivenBack | cash.NoteUnaccounted) -> None:
    view.note = None


def _device_condition(view: View, event: cash.DeviceConditionChanged) -> None:
    known = {device.device: device for device in view.devices}
    known[event.device] = DeviceView(device=event.device, condition=event.condition)
    view.devices = tuple(known.values())


def _voucher_reserved(view: View, event: cash.VoucherReserved) -> None:
    goes_on(view, event.request)
    view.balance = event.balance
    voucher = VoucherView(number=event.number, amount=event.amount, state="reserved", replaces=event.replaces)
    view.vouchers = (*view.vouchers, voucher)[-LATEST_VOUCHERS:]


def _voucher_voided(view: View, event: cash.VoucherVoided) -> None:
    ticket_moved("void")(view, event)
    if event.balance is not None:
        view.balance = event.balance


def _put_claim(view: View, claim: ClaimView) -> None:
    others = tuple(other for other in view.claims if other.claim != claim.claim)
    view.claims = (*others, claim)[-LATEST_CLAIMS:]


def _claim(view: View, claim: cash.ClaimId, seat: Seat) -> ClaimView:
    return next((known for known in view.claims if known.claim == claim), ClaimView(claim, seat, ZERO))


def _claim_opened(view: View, event: cash.ClaimOpened) -> None:
    claim = _claim(view, event.claim, event.seat)
    _put_claim(view, msgspec.structs.replace(claim, amount=event.amount))


def _claim_code_given(view: View, event: cash.ClaimCodeGiven) -> None:
    seat = view.owned(event.seat).seat
    _put_claim(view, msgspec.structs.replace(_claim(view, event.claim, seat), code=event.code))


def _claim_collected(view: View, event: cash.ClaimCollected) -> None:
    view.balance = event.balance
    view.claims = tuple(claim for claim in view.claims if claim.claim != event.claim)


# -- seats and the table -----------------------------------------------------------------------------------------


def _profile_adopted(view: View, event: table.ProfileAdopted) -> None:
    view.profile = event.profile
    for seat in range(1, event.profile.seats + 1):
        view.at(seat)
    for seat in [number for number, held in view.seats.items() if number > event.profile.seats]:
        if view.seats[seat].status == "empty":
            del view.seats[seat]


def _chips_reserved(view: View, event: table.ChipsReserved) -> None:
    view.balance = event.balance
    seat = view.at(event.seat)
    seat.name = event.name
    seat.reserved = Money(seat.reserved + event.amount)
    if seat.status == "empty":
        _next_player(view, event.seat)
        seat.status = "reserved"


def _bought_in(view: View, event: table.BoughtIn) -> None:
    view.balance = event.balance
    seat = view.at(event.seat)
    seat.name = event.name
    seat.stack = event.stack
    if event.reserved:
        seat.reserved = ZERO
    if seat.status == "empty":
        _next_player(view, event.seat)
    if seat.status in ("empty", "reserved"):
        seat.status = seat.presence
        seat.since = event.at


def _next_player(view: View, seat: Seat) -> None:
    """Somebody else sits down: what was left at this seat, and what was played there, is not for him."""
    forget(view, seat)
    if seat == view.own:
        _forget_codes(view, view.claims)


def _forget_codes(view: View, claims: Sequence[ClaimView]) -> None:
    view.claims = tuple(
        msgspec.structs.replace(claim, code="", left=False) if claim in claims else claim for claim in view.claims
    )


def _set_presence(seat: SeatView) -> None:
    if seat.status not in _IN_HAND:
        seat.status = seat.presence


def _sat_out(view: View, event: table.SatOut) -> None:
    seat = view.at(event.seat)
    seat.presence = "sitting-out"
    seat.out_for = event.cause
    _set_presence(seat)


def _sat_in(view: View, event: table.SatIn) -> None:
    seat = view.at(event.seat)
    seat.presence = "waiting" if event.waits else "ready"
    seat.entry = seat.out_for = None
    seat.may_play_over = ""
    seat.break_until = 0
    _set_presence(seat)
    if event.seat == view.own:
        _forget_codes(view, [claim for claim in view.claims if claim.left])


def _leave_asked(view: View, event: table.LeaveAsked) -> None:
    view.owned(event.seat).leaving = True


def _seat_left(view: View, event: table.SeatLeft) -> None:
    """What is known of the screen stays where the seat has an owner, who has it again next."""
    left = view.at(event.seat)
    view.seats[event.seat] = SeatView(seat=event.seat, screen_lost=bool(left.owner) and left.screen_lost)
    forget(view, event.seat)


def _button_drawn(view: View, event: table.ButtonDrawn) -> None:
    view.drawn = event.cards
    view.button = event.button


def _button_moved(view: View, event: table.ButtonMoved) -> None:
    view.button = event.button
    view.small_blind = event.small_blind
    view.big_blind = event.big_blind
    view.betting_button = event.betting_button


def _button_taken_back(view: View, event: table.ButtonTakenBack) -> None:
    view.button = event.button
    view.small_blind = event.small_blind
    view.big_blind = event.big_blind


def _blind_missed(view: View, event: table.BlindMissed) -> None:
    seat = view.owners[event.seat] if event.owner else view.at(event.seat)
    seat.missed_small = event.small
    seat.missed_big = event.big


def _hand_due(view: View, _event: table.HandDue) -> None:
    view.phase = "shuffling"
    view.rest_until = None


def _cards_committed(view: View, event: table.CardsCommitted) -> None:
    view.root = event.root


def _clock_started(view: View, event: table.ClockStarted) -> None:
    view.clock = ClockView(
        seat=event.seat,
        deadline=event.deadline,
        allowed=event.allowed,
        cause=event.cause,
        countdown=event.countdown,
    )


def _hand_named(view: View, event: table.HandNamed) -> None:
    view.owned(event.seat)
    view.own_name = event.name


def _rest_began(view: View, event: table.RestBegan) -> None:
    view.phase = "resting"
    view.rest_until = event.until


def _table_paused(view: View, event: table.TablePaused) -> None:
    view.paused = True
    view.paused_by = event.by
    view.pause_cause = event.cause


def _table_resumed(view: View, _event: table.TableResumed) -> None:
    view.paused = False
    view.paused_by = ""
    view.pause_cause = None


# -- the machine itself ------------------------------------------------------------------------------------------


def _started(view: View, event: fault.Started) -> None:
    view.version, view.digest, view.signers = event.version, event.digest, event.signers
    view.lost_screens = ()
    none_connected(view)


def _release_changed(_view: View, _event: fault.ReleaseChanged) -> None:
    """What will start next is no matter of what the table shows now."""


def _stopped(view: View, _event: fault.Stopped) -> None:
    view.lost_screens = ()


def _fault_raised(view: View, event: fault.FaultRaised) -> None:
    view.faults = (*view.faults, FaultView(event.fault, event.place, event.detail, event.since))


def _fault_cleared(view: View, event: fault.FaultCleared) -> None:
    view.faults = tuple(known for known in view.faults if (known.fault, known.place) != (event.fault, event.place))


def _display_connected(view: View, event: fault.DisplayConnected) -> None:
    view.lost_screens = tuple(screen for screen in view.lost_screens if screen != event.screen)
    display_seen(view, event)


def _display_lost(view: View, event: fault.DisplayLost) -> None:
    view.lost_screens = (*view.lost_screens, event.screen)
    display_seen(view, event)


# -- the table of all events -------------------------------------------------------------------------------------


def _unmoved(_view: View, _event: cash.Event) -> None:
    """Staff read this event in the log; no view shows it."""


FOLD: Final[Mapping[type[cash.Event], Callable[[View, Any], None]]] = {
    cash.NoteHeld: _note_held,
    cash.NoteCredited: _note_credited,
    cash.NoteGivenBack: _note_gone,
    cash.NoteUnaccounted: _note_gone,
    cash.ValidatorCounted: _unmoved,
    cash.DeviceConditionChanged: _device_condition,
    cash.VoucherReserved: _voucher_reserved,
    cash.VoucherSent: ticket_moved("sent"),
    cash.VoucherIssued: ticket_moved("issued"),
    cash.VoucherUnknown: ticket_moved("unknown"),
    cash.VoucherVoided: _voucher_voided,
    cash.ClaimOpened: _claim_opened,
    cash.ClaimCodeGiven: _claim_code_given,
    cash.ClaimCollected: _claim_collected,
    cash.DropCounted: _unmoved,
    **FOLD_PAYOUTS,
    **FOLD_CARDS,
    **FOLD_DOORS,
    **FOLD_HAND,
    **FOLD_SEATS,
    **FOLD_JACKPOTS,
    **FOLD_PLAYERS,
    **FOLD_STAFF,
    **FOLD_SCREENS,
    table.ProfileAdopted: _profile_adopted,
    table.ChipsReserved: _chips_reserved,
    table.BoughtIn: _bought_in,
    table.SatOut: _sat_out,
    table.SatIn: _sat_in,
    table.LeaveAsked: _leave_asked,
    table.SeatLeft: _seat_left,
    table.ButtonDrawn: _button_drawn,
    table.ButtonMoved: _button_moved,
    table.ButtonTakenBack: _button_taken_back,
    table.BlindMissed: _blind_missed,
    table.HandDue: _hand_due,
    **FOLD_MIXING,
    table.SeedDrawn: sealed,
    table.SeedForAuditor: _unmoved,
    table.CardsCommitted: _cards_committed,
    table.ClockStarted: _clock_started,
    table.HandNamed: _hand_named,
    table.RestBegan: _rest_began,
    table.TablePaused: _table_paused,
    table.TableResumed: _table_resumed,
    table.RecallOpened: _unmoved,
    fault.Started: _started,
    fault.PowerLost: _unmoved,
    fault.Stopped: _stopped,
    fault.ReleaseChanged: _release_changed,
    fault.FaultRaised: _fault_raised,
    fault.FaultCleared: _fault_cleared,
    fault.IncidentNoted: _unmoved,
    fault.DisplayConnected: _display_connected,
    fault.DisplayLost: _display_lost,
}
