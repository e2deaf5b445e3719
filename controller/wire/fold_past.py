"""What a seat's own screen remembers of its last hands and of the session: of no other seat more than it was shown."""

from typing import Final

import msgspec

from controller.vocab.hand_records import HandEnded, HandStarted
from controller.vocab.ids import Seat
from controller.wire.view import PastAct, PastHand, PastShown, PastWin, SeatView, SessionView, View

PAST_HANDS: Final = 10
PAST_ACTS: Final = 100
"""Acts of a hand that are remembered: ten such hands take a third of what one message may have."""


def begin_hand(view: View, event: HandStarted) -> None:
    """Remember what the own seat begins with; None where it is not dealt in."""
    view.acts = ()
    view.began = next((entrant.stack for entrant in event.entrants if entrant.seat == view.own), None)


def note_act(view: View, seat: SeatView) -> None:
    """Remember a seat's latest act or forced bet."""
    last = seat.last
    if view.own is None or last is None:
        return
    all_in = seat.status == "all-in"
    act = PastAct(seat.seat, view.street, last.kind, last.to, last.opens, last.auto, last.count, all_in)
    view.acts = (*view.acts, act)[-PAST_ACTS:]


def close_hand(view: View, event: HandEnded) -> None:
    """Keep the hand that has ended, and count it if the own seat was dealt in."""
    if view.own is None or view.hand is None or view.game is None or view.at(view.own).status == "empty":
        return
    own = view.at(view.own)
    after = next((entrant.stack for entrant in event.stacks if entrant.seat == view.own), None)
    net = 0 if view.began is None or after is None else after - view.began
    names = {act.seat: view.at(act.seat).name for act in view.acts}
    hand = PastHand(
        hand=view.hand,
        root=view.root,
        game=view.game,
        cards=own.cards,
        boards=(view.board, *view.more_boards),
        acts=view.acts,
        shown=tuple(
            PastShown(seat.seat, seat.cards, seat.shown) for seat in view.seats.values() if seat.shown is not None
        ),
        pots=view.pots,
        rake=view.rake,
        dropped=view.dropped,
        won=tuple(PastWin(seat.seat, seat.won) for seat in view.seats.values() if seat.won > 0),
        net=net,
        dealt=view.began is not None,
        void=view.void,
        names=names | {seat.seat: seat.name for seat in view.seats.values() if seat.shown is not None or seat.won},
    )
    view.past = (*view.past, hand)[-PAST_HANDS:]
    if view.began is not None and view.void is None:
        view.session = _counted(view.session, hand, own)


def _counted(session: SessionView, hand: PastHand, own: SeatView) -> SessionView:
    won = max(own.won, 0)
    return msgspec.structs.replace(
        session,
        hands=session.hands + 1,
        won=session.won + (won > 0),
        biggest=max(session.biggest, won),
        net=session.net + hand.net,
    )


def forget(view: View, seat: Seat) -> None:
    """The player has gone from this seat: nothing of his stays on its screen."""
    if seat == view.own:
        view.past = view.acts = ()
        view.began = None
        view.session = SessionView()
