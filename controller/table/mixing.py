"""What screens and the player to cut put into the due hand's deck, and what becomes of those who do not (RNG-6).

Who is bound to a number is settled when the house is bound to the seed; then the deck is cut, then the numbers are
shown. Every step has its time, so that nobody can hold the table up: who is silent is left out, and named.
"""

from typing import Final

from cashier.invariant import InvariantBreach
from cashier.refusal import Code, Refusal
from controller import shuffle as cards
from controller.table.lineup import line_up, ready
from controller.table.state import Shuffle, Table
from controller.table.turns import game_of
from controller.vocab import entropy_records as er
from controller.vocab.ids import HandId, Now, Seat, clockwise
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent

MOST_FAILURES: Final = 3
"""So many times in a row may a screen fail; then the table takes nothing of it until it has been seen to."""


def bind(table: Table, command: er.BindEntropy) -> list[AnyEvent] | Refusal:
    """Bind a seat's screen to its number for the next hand, in the place of another as long as the house is not."""
    if command.seat not in table.seats:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    if not er.is_entropy(command.commitment) or is_unheeded(table, command.seat):
        return Refusal(Code.NOT_ALLOWED)
    if command.hand != _next_hand(table):
        return Refusal(Code.NOT_DUE)
    if table.bound.get(command.seat) == command.commitment:
        return Refusal(Code.ALREADY_SO)
    return [er.EntropyBound(seat=command.seat, hand=command.hand, commitment=command.commitment)]


def bound_seats(table: Table) -> tuple[er.BoundSeat, ...]:
    """Return whose numbers are awaited for the due hand: bound, taken, and with a screen that is there."""
    return tuple(
        er.BoundSeat(seat=seat, commitment=commitment)
        for seat, commitment in sorted(table.bound.items())
        if seat in table.seats and not table.seats[seat].screen_lost
    )


def begin(table: Table, profile: Profile, now: Now) -> list[AnyEvent]:
    """Return what is asked once the house is bound: the cut, or where nobody cuts the numbers."""
    shuffle = table.shuffle
    if shuffle is None or not shuffle.shares:
        return []
    seat, time = _cutter(table, profile, shuffle), profile.clocks.cut
    if not seat:
        return [_ask(profile, shuffle.hand, now)]
    deck = len(game_of(table, profile).deck)
    return [er.CutAsked(seat=seat, hand=shuffle.hand, size=deck, until=now.table + time, allowed=time)]


def cut(table: Table, command: er.CutDeck, now: Now) -> list[AnyEvent] | Refusal:
    """Cut the deck, or let it be; then the numbers are asked for."""
    profile, shuffle = table.profile, table.shuffle
    if profile is None or shuffle is None or not shuffle.awaits_cut_of(command.seat, command.hand):
        return Refusal(Code.NOT_DUE)
    if not 0 <= command.place < shuffle.size:
        return Refusal(Code.NOT_ALLOWED)
    return [
        er.DeckCut(seat=command.seat, hand=command.hand, place=command.place),
        _ask(profile, command.hand, now),
    ]


def reveal(table: Table, command: er.RevealEntropy) -> list[AnyEvent] | Refusal:
    """Take a number, or leave it out for good if the seat was bound to another; there is no second try."""
    profile, shuffle = table.profile, table.shuffle
    if profile is None or shuffle is None or shuffle.hand != command.hand or shuffle.stage != "numbers":
        return Refusal(Code.NOT_DUE)
    share = shuffle.share_of(command.seat)
    if share is None:
        return Refusal(Code.NOT_DUE)
    if not share.is_open:
        return Refusal(Code.ALREADY_SO)
    if command.following and not er.is_entropy(command.following):
        return Refusal(Code.NOT_ALLOWED)
    shown = er.bind(profile.table, command.hand, command.seat, command.entropy)
    if shown != share.commitment or not er.is_entropy(command.entropy):
        return [_left_out(table, command.hand, command.seat, "wrong")]
    return [
        er.EntropyRevealed(seat=command.seat, hand=command.hand, entropy=command.entropy, following=command.following)
    ]


def due(table: Table) -> int | None:
    """Return the table time (ms) at which the step that is open is over, or None."""
    return table.shuffle.until if table.shuffle is not None and table.shuffle.stage != "ready" else None


def time_over(table: Table, profile: Profile, now: Now) -> list[AnyEvent]:
    """Return what follows when the time of the open step is over: no cut, or a deck without the silent seats."""
    shuffle = table.shuffle
    if shuffle is None or shuffle.stage == "ready":
        raise InvariantBreach("tick-has-cause", "the time of a shuffle was over and none was open")
    if shuffle.stage == "cut":
        return [er.DeckCut(seat=shuffle.cutter, hand=shuffle.hand, place=0), _ask(profile, shuffle.hand, now)]
    silent = (share.seat for share in shuffle.shares if share.is_open)
    return [_left_out(table, shuffle.hand, seat, "silent") for seat in silent]


def inputs_of(shuffle: Shuffle) -> tuple[bytes, ...]:
    """Return all that goes into the deck beside the seed."""
    numbers = {share.seat: share.entropy for share in shuffle.shares if share.entropy}
    return cards.mixed_in(numbers, cards.cut_of(shuffle.cutter, shuffle.cut))


def is_unheeded(table: Table, seat: Seat) -> bool:
    """Whether a seat's screen has failed so often that nothing is taken of it."""
    return table.failures.get(seat, 0) >= MOST_FAILURES


def _next_hand(table: Table) -> HandId:
    """The hand for which screens bind themselves now: whoever is bound for an opened one is so for good."""
    last = table.last_hand if table.shuffle is None else table.shuffle.hand
    return HandId(last + 1)


def _cutter(table: Table, profile: Profile, shuffle: Shuffle) -> Seat:
    """Who cuts: the player on the button's right, or the next one further to the right whose screen is there.

    Before there is a button the last seat of the table cuts. Nobody (0) where the profile has no cut.
    """
    present = {seat.seat for seat in table.seats.values() if seat.present}
    able = tuple(share.seat for share in shuffle.shares if share.seat in present)
    if not profile.clocks.cut or not able or not ready(table):
        return 0
    button = min(present) if table.past is None else line_up(table, profile).positions.button
    to_the_right = [seat for seat in reversed(clockwise(able, button)) if seat != button]
    return (to_the_right or [button])[0]


def _ask(profile: Profile, hand: HandId, now: Now) -> er.EntropyAsked:
    return er.EntropyAsked(hand=hand, until=now.table + profile.clocks.numbers)


def _left_out(table: Table, hand: HandId, seat: Seat, cause: er.LeftOutCause) -> er.EntropyLeftOut:
    return er.EntropyLeftOut(seat=seat, hand=hand, cause=cause, times=table.failures.get(seat, 0) + 1)
