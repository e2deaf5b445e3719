"""Button and blinds by the rule that the big blind leads (poker.md §5.1-5.8). Pure arithmetic on seats."""

from collections.abc import Sequence

import msgspec

from controller.games import HELSINKI_TABLE, TableRules
from controller.table.state import Positions, SeatState
from controller.vocab.ids import MAX_SEATS, Chips, Seat, clockwise

TWO = 2


class Missed(msgspec.Struct, frozen=True):
    """A seat that its blinds passed over, and which of them it now owes (poker.md §5.8).

    `owner`: it is its owner who owes them, and another player plays there (§5.10).
    """

    seat: Seat
    small: bool
    big: bool
    owner: bool = False


class Lineup(msgspec.Struct, frozen=True):
    """Who plays the coming hand, clockwise from the left of the button, and where.

    `missed` have missed a blind by it, `posting` come in by posting what they owe, and `straddling` (0: nobody) by a
    straddle instead. `resting` sit this hand out as the game deals in fewer than there are. `anew`: the game begins
    again, so nobody owes anything for coming in.
    """

    positions: Positions
    dealt: tuple[Seat, ...]
    missed: tuple[Missed, ...] = ()
    posting: tuple[Seat, ...] = ()
    straddling: Seat = 0
    resting: tuple[Seat, ...] = ()
    anew: bool = False


def first_lineup(present: tuple[Seat, ...], button: Seat) -> Lineup:
    """Return the line-up of a table's first hand, whose button was drawn by cards (§5.4). At least two seats."""
    order = clockwise(present, button)
    if len(order) == TWO:
        positions = Positions(button=button, small_blind=button, big_blind=order[0])
    else:
        positions = Positions(button=button, small_blind=order[0], big_blind=order[1])
    return Lineup(positions=positions, dealt=order, anew=True)


def lineup_without_blinds(present: tuple[Seat, ...], button: Seat, most: int) -> Lineup:
    """Return the line-up of a game in which everyone antes; those left of the button who are too many rest (§12.8)."""
    order = clockwise(present, button)
    extra = max(len(order) - most, 0)
    positions = Positions(button=button, small_blind=None, big_blind=None)
    return Lineup(positions=positions, dealt=order[extra:], resting=order[:extra])


def won_button_lineup(seats: Sequence[SeatState], button: Seat) -> Lineup:
    """Return the line-up where the one button belongs to the winner of the last hand (§6): blinds left of it."""
    present = tuple(seat.seat for seat in seats if seat.present)
    in_game = tuple(seat.seat for seat in seats if seat.standing.in_game)
    if len(in_game) < TWO:
        return first_lineup(present, button if button in present else clockwise(present, button)[0])
    button = button if button in in_game else clockwise(in_game, button)[0]
    small_blind = clockwise(in_game, button)[0]
    reach = (button - small_blind) % MAX_SEATS
    reached = tuple(seat for seat in clockwise(present, small_blind) if 0 < (seat - small_blind) % MAX_SEATS < reach)
    if reached:
        big_blind = reached[0]
        posting = tuple(seat.seat for seat in seats if _posts(seat) and seat.seat != big_blind)
    else:
        small_blind, big_blind, posting = button, small_blind, ()
    dealt = tuple({*in_game, big_blind, *posting})
    return Lineup(
        positions=Positions(button=button, small_blind=small_blind, big_blind=big_blind),
        dealt=clockwise(dealt, button),
        missed=_passed_over(seats, dealt, button, big_blind),
        posting=posting,
    )


def next_lineup(
    seats: Sequence[SeatState],
    past: Positions,
    past_big_blind: Seat | None,
    rules: TableRules = HELSINKI_TABLE,
    *,
    straddle: Chips = 0,
) -> Lineup:
    """Return the line-up after a hand with positions `past`; at least two seats are present.

    Of players whose seats are played over `seats` says what they miss. `past_big_blind` is the big blind of the hand
    before `past`: the seat where the small blind stood. Where a `straddle` is played, the first left of the big blind
    may come in by one.
    """
    led = past.big_blind or past.button
    present = tuple(seat.seat for seat in seats if seat.present)
    big_blind = clockwise(present, led)[0]
    core = tuple(sorted({*(seat.seat for seat in seats if seat.standing.in_game), big_blind}))
    if len(core) < TWO:
        # Nobody is left whom a newcomer could take an advantage of: everyone who waits comes in.
        return _placed(seats, present, _Before(past, past_big_blind), big_blind, rules, anew=True)
    before = _Before(past, past_big_blind)
    posting = tuple(seat.seat for seat in seats if _posts(seat) and seat.seat not in core)
    straddling = _straddler(seats, {*core, *posting}, big_blind, straddle) if straddle else 0
    while posting or straddling:
        entering = (*posting, straddling) if straddling else posting
        tried = _placed(seats, core, before, big_blind, rules, entering=entering)
        held_back = _held_back(tried.positions, entering, rules)
        if not held_back:
            return msgspec.structs.replace(tried, posting=posting, straddling=straddling)
        posting = tuple(seat for seat in posting if seat not in held_back)
        straddling = 0 if straddling in held_back else straddling
    return _placed(seats, core, before, big_blind, rules)


class _Before(msgspec.Struct, frozen=True):
    """The positions of the last hand, and the big blind of the one before it."""

    past: Positions
    past_big_blind: Seat | None


def _posts(seat: SeatState) -> bool:
    return seat.present and seat.waits and seat.wish == "post"


def _straddler(seats: Sequence[SeatState], dealt: set[Seat], big_blind: Seat, straddle: Chips) -> Seat:
    """The seat directly left of the big blind, if it would come in by a straddle (§5.8); 0 if there is none."""
    for seat in seats:
        wishes = seat.present and seat.waits and seat.wish == "straddle" and seat.seat not in dealt
        if wishes and seat.stack >= straddle and clockwise((*dealt, seat.seat), big_blind)[0] == seat.seat:
            return seat.seat
    return 0


def _held_back(positions: Positions, entering: tuple[Seat, ...], rules: TableRules) -> tuple[Seat, ...]:
    """The seats that may not come in on this hand: they would get the button, or sit where the rules say to wait."""
    if positions.button in entering:
        return (positions.button,)
    if rules.beside_button == "enters" or positions.big_blind is None:
        return ()
    blind = positions.small_blind or positions.big_blind
    beside = (blind - positions.button) % MAX_SEATS
    return tuple(seat for seat in entering if 0 < (seat - positions.button) % MAX_SEATS < beside)


def _placed(
    seats: Sequence[SeatState],
    dealt: tuple[Seat, ...],
    before: _Before,
    big_blind: Seat,
    rules: TableRules,
    *,
    entering: tuple[Seat, ...] = (),
    anew: bool = False,
) -> Lineup:
    """Place everyone who is dealt in, those who are entering the game among them, around the big blind."""
    newcomers = () if anew else (*(seat.seat for seat in seats if seat.new and not seat.set_aside), *entering)
    owing, dealt = dealt, (*dealt, *entering)
    if len(dealt) == TWO:
        button = next(seat for seat in dealt if seat != big_blind)
        positions = Positions(button=button, small_blind=button, big_blind=big_blind)
    else:
        small_blind = before.past.big_blind
        if small_blind not in owing or small_blind == big_blind:
            # Whoever has come to the seat of the last big blind owes what he posts, and nothing for that player.
            small_blind = None
        positions = _three_or_more(dealt, newcomers, (small_blind, big_blind), before, rules)
    led = before.past.big_blind or before.past.button
    return Lineup(
        positions=positions,
        dealt=clockwise(dealt, positions.button),
        missed=_passed_over(seats, dealt, led, big_blind),
        anew=anew,
    )


def _three_or_more(
    dealt: tuple[Seat, ...],
    newcomers: tuple[Seat, ...],
    blinds: tuple[Seat | None, Seat],
    before: _Before,
    rules: TableRules,
) -> Positions:
    """Return the positions of a hand with three or more players and these blinds (§5.5, step 3).

    Where only newcomers, or players who come in on this hand, are left for the button it stands where it would have
    been, without a player.
    """
    past = before.past
    small_blind, big_blind = blinds
    stood = past.small_blind or before.past_big_blind or past.button
    others = tuple(seat for seat in dealt if seat not in (big_blind, small_blind))
    entitled = tuple(seat for seat in others if seat not in newcomers)
    stands_empty = stood not in dealt and (rules.vacant_button == "dead-button" or not entitled)
    stays = stood in entitled or stands_empty
    button = stood if stays else _counter_clockwise(entitled or others, stood)
    return Positions(button=button, small_blind=small_blind, big_blind=big_blind)


def _counter_clockwise(seats: tuple[Seat, ...], before: Seat) -> Seat:
    """Return the nearest of `seats` counter-clockwise from `before`."""
    return min(seats, key=lambda seat: (before - seat - 1) % MAX_SEATS)


def _passed_over(
    seats: Sequence[SeatState], dealt: tuple[Seat, ...], past_big: Seat, big_blind: Seat
) -> tuple[Missed, ...]:
    """Return the seats that owe a blind newly: absent when the big or the small blind came to them (§5.8)."""
    distance = (big_blind - past_big) % MAX_SEATS or MAX_SEATS
    missed: list[Missed] = []
    for seat in seats:
        owner = seat.set_aside
        if (seat.seat in dealt and not owner) or seat.waits or not seat.standing.marked:
            continue
        steps = (seat.seat - past_big) % MAX_SEATS
        # The big blind reaches an owner also where another player posts it at his seat.
        if 0 < steps < distance + owner and not (seat.missed_small and seat.missed_big):
            missed.append(Missed(seat=seat.seat, small=True, big=True, owner=owner))
        elif steps == 0 and not seat.missed_small:
            missed.append(Missed(seat=seat.seat, small=True, big=seat.missed_big, owner=owner))
    return tuple(missed)
