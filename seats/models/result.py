"""How a hand ended: who won, with what, and pot by pot the arithmetic of it (ui.md §2.8)."""

from typing import Final

import msgspec

from cashier.invariant import invariant
from controller.vocab.hand_records import RowsCompared, StakeReturned, VoidCause
from controller.vocab.ids import Chips, Seat
from controller.wire.view import Award, View
from seats.models.fees import fee_rule, pot_fees
from seats.models.games import layout_of
from seats.models.middle import made_by, pot_name
from seats.models.places import hand_words
from seats.models.proof import fingerprint
from seats.models.turn import Countdown, countdown
from seats.models.words import Words, game_of

_MOST_NAMES: Final = 2


class ResultRow(msgspec.Struct, frozen=True):
    """One line of the arithmetic: what, a remark, and the figure; what is deducted carries a minus."""

    words: str
    note: str
    figure: str
    chips: Chips


class Result(msgspec.Struct, frozen=True):
    """The end of a hand. `rows` are the pots and the house fee, `paid` what each winner got: they add up.

    `amount` and `hand` are the own player's if he won, otherwise the only winner's; empty when several won.
    """

    headline: str
    amount: str
    hand: str
    own: bool
    rows: tuple[ResultRow, ...]
    paid: tuple[ResultRow, ...]
    next_hand: Countdown | None
    saved: str


def result(view: View, words: Words, table_ms: int) -> Result | None:
    """Show how the hand ended, or None while it has not or the next one is on its way.

    Everything is told by the pots and the awards, so that a winner who leaves at once is still named.
    """
    if view.phase == "resting" and view.compared:
        return _of_rows(view, words, table_ms)
    if view.phase == "resting" and view.void is not None:
        return _of_void(view, view.void, words, table_ms)
    if view.phase != "resting" or not view.awards:
        return None
    winners = _winners(view)
    rows, paid = _rows(view, words), _paid(view, winners, words)
    balanced = sum(row.chips for row in rows) == sum(row.chips for row in paid)
    invariant(balanced, "result-adds-up", f"hand {view.hand}: pots less fees are not what was paid")
    leading = winners[0] if len(winners) == 1 or view.own in winners else None
    return Result(
        headline=_headline(view, winners, words),
        amount=words.money(_won(view, leading)) if leading else "",
        hand=_hand(view, leading, words),
        own=view.own in winners,
        rows=rows,
        paid=paid,
        next_hand=countdown(view, words, table_ms),
        saved=_saved(view, words),
    )


def _of_rows(view: View, words: Words, table_ms: int) -> Result:
    """How set rows were settled: the own player's account with each other one, or what each player won or paid."""
    net = {seat: view.at(seat).won for pair in view.compared for seat in (pair.seat, pair.loser)}
    own = view.own if view.own in net else None
    pairs = [pair for pair in view.compared if own in (pair.seat, pair.loser)]
    rows = [_pair(view, pair, words) for pair in pairs]
    paid = [(own, net[own])] if own is not None else sorted(net.items())
    won = net.get(own or 0, 0)
    return Result(
        headline=words.say("result.you-win" if won > 0 else "result.rows"),
        amount=words.money(won) if own is not None else "",
        hand=hand_words(view.at(own), words) if own is not None else "",
        own=won > 0,
        rows=tuple(rows),
        paid=tuple(ResultRow(_name(view, seat, words), "", words.figure(chips), chips) for seat, chips in paid),
        next_hand=countdown(view, words, table_ms),
        saved=_saved(view, words),
    )


def _of_void(view: View, cause: VoidCause, words: Words, table_ms: int) -> Result:
    """A hand that is void: why, and what everyone got back."""
    return Result(
        headline=words.say("result.void"),
        amount="",
        hand=words.say(f"void.{cause}"),
        own=False,
        rows=(),
        paid=tuple(_returned(view, back, words) for back in view.returned),
        next_hand=countdown(view, words, table_ms),
        saved=_saved(view, words),
    )


def _returned(view: View, back: StakeReturned, words: Words) -> ResultRow:
    name, note = _name(view, back.seat, words), words.say("result.returned")
    return ResultRow(name, note, words.figure(back.amount), back.amount)


def _pair(view: View, pair: RowsCompared, words: Words) -> ResultRow:
    """The account with one opponent: a minus where he won."""
    sign, other = (1, pair.loser) if pair.seat == view.own else (-1, pair.seat)
    said = words.language.plural("result.points", pair.points)
    return ResultRow(_name(view, other, words), said, words.figure(sign * pair.amount), sign * pair.amount)


def _winners(view: View) -> tuple[Seat, ...]:
    """Winners, the own player first, then in the order of the pots; pots are paid the last side pot first."""
    main_first = view.awards[::-1]
    ordered = sorted(main_first, key=lambda award: (award.seat != view.own, award.pot))
    return tuple(dict.fromkeys(award.seat for award in ordered))


def _won(view: View, seat: Seat) -> Chips:
    return sum(award.amount for award in view.awards if award.seat == seat)


def _headline(view: View, winners: tuple[Seat, ...], words: Words) -> str:
    if view.own in winners:
        return words.say("result.you-win")
    if len(winners) == 1:
        return words.say("result.wins", name=_name(view, winners[0], words))
    shared = len(view.awards) > len({award.pot for award in view.awards})
    return words.say("result.split" if shared else "result.pots-won")


def _hand(view: View, seat: Seat | None, words: Words) -> str:
    if all(award.cause == "folds" for award in view.awards):
        return words.say("result.everyone-folded")
    names = [made_by(view, award)[1] for award in view.awards if award.seat == seat]
    said = dict.fromkeys(words.language.hand_name(name) for name in names if name is not None)
    return ", ".join(list(said)[:_MOST_NAMES])


def _rows(view: View, words: Words) -> tuple[ResultRow, ...]:
    """The pots, and what the house and the jackpots took of them; which pot it left, if there are several."""
    pots = [
        ResultRow(
            words=pot_name(number, len(view.pots), words),
            note=", ".join((*_names(view, pot.seats, words), *_taken(fee, len(view.pots), words))),
            figure=words.figure(pot.amount),
            chips=pot.amount,
        )
        for number, (pot, fee) in enumerate(zip(view.pots, pot_fees(view), strict=True))
    ]
    rule = fee_rule(view.profile.rake, words) if view.profile else ""
    fees = [ResultRow(words.say("result.rake"), rule, words.figure(-view.rake), -view.rake)] if view.rake else []
    if view.dropped:
        said = words.say("result.jackpots"), words.say("result.jackpots-note")
        fees.append(ResultRow(*said, words.figure(-view.dropped), -view.dropped))
    return (*pots, *fees)


def _names(view: View, seats: tuple[Seat, ...], words: Words) -> list[str]:
    return [_name(view, seat, words) for seat in _own_first(view, seats)]


def _taken(fee: Chips, pots: int, words: Words) -> list[str]:
    return [words.say("result.pot-fee", amount=words.figure(-fee))] if fee and pots > 1 else []


def _paid(view: View, winners: tuple[Seat, ...], words: Words) -> tuple[ResultRow, ...]:
    odd_chip = words.say("result.odd-chip")
    odd = {award.seat for award in view.awards if award.odd}
    return tuple(
        ResultRow(
            words=words.say("result.paid-to-you")
            if seat == view.own
            else words.say("result.paid-to", name=_name(view, seat, words)),
            note=", ".join(part for part in (_parts(view, seat, words), odd_chip if seat in odd else "") if part),
            figure=words.figure(_won(view, seat)),
            chips=_won(view, seat),
        )
        for seat in winners
    )


def _parts(view: View, seat: Seat, words: Words) -> str:
    """Which parts of the pots a seat won, where a pot has several: the high, a board, a run."""
    names = dict.fromkeys(_part(view, award, words) for award in view.awards if award.seat == seat)
    return ", ".join(name for name in names if name)


def _part(view: View, award: Award, words: Words) -> str:
    if award.cause == "folds":
        return ""
    parts = layout_of(game_of(view)).parts
    part = words.say(f"part.{parts[award.share]}") if award.share < len(parts) else ""
    run = words.say("table.run", number=award.run + 1) if view.runs > 1 else ""
    return " ".join(word for word in (run, part) if word)


def _own_first(view: View, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(sorted(seats, key=lambda seat: seat != view.own))


def _name(view: View, seat: Seat, words: Words) -> str:
    if seat == view.own:
        return words.say("common.you")
    return view.at(seat).name or words.say("table.seat", seat=seat)


def _saved(view: View, words: Words) -> str:
    if view.hand is None or not view.root:
        return ""
    return words.say("result.saved", number=words.language.number(view.hand), proof=fingerprint(view.root))
