"""What the table asks before a hand: who straddles, whether everyone agrees, whether it is a bomb pot (poker.md §6).

All seats that have a right to a question are asked at once and each answers for himself; the order of their rights
decides. Silence is no, so a question never lasts longer than its time. Questions of one hand follow each other.
"""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from cashier.refusal import Code, Refusal
from controller.table import fees
from controller.table.lineup import line_up
from controller.table.positions import Lineup
from controller.table.state import Asked, Reply, Table
from controller.table.turns import bomb_pot_is_due, bomb_pot_is_possible, stakes_now
from controller.vocab import table_records as tr
from controller.vocab.ids import Chips, HandId, Now, Seat, clockwise
from controller.vocab.profile import Profile, StraddleKind
from controller.vocab.records import AnyEvent

FEWEST_FOR_STRADDLE: Final = 3
"""Heads-up nobody sits left of the big blind but the small blind."""


class Verdict(msgspec.Struct, frozen=True):
    """How a question ends: whether it was agreed to, and for a straddle whose it is."""

    agreed: bool
    seat: Seat = 0


def next_question(table: Table, profile: Profile, hand: HandId, now: Now) -> list[AnyEvent]:
    """The next question about the due hand, or its answer where none need be asked; nothing when all is settled."""
    closed = table.agreed.closed
    if "jackpot-hour" not in closed and fees.hour_is_possible(table, profile, now):
        charge = profile.jackpots.hourly.amount
        return [_ask(hand, "jackpot-hour", fees.hour_payers(table), charge, table.hour_wished, profile, now)]
    if "bomb-pot" not in closed and bomb_pot_is_due(table, profile):
        return [tr.QuestionClosed(hand=hand, question="bomb-pot", agreed=True)]
    if "bomb-pot" not in closed and table.bomb_pot_wished and bomb_pot_is_possible(table, profile):
        seats = tuple(sorted(seat.seat for seat in table.seats.values() if seat.standing.in_game))
        if not seats:
            return []
        return [_ask(hand, "bomb-pot", seats, profile.bomb_pots.ante, table.bomb_pot_wished, profile, now)]
    if table.agreed.bomb_pot or table.past is None or profile.straddle == "none":
        return []
    amount = straddle_of(table, profile)
    if "straddle" not in closed:
        seats = straddlers(table, profile, line_up(table, profile))
        return [_ask(hand, "straddle", seats, amount, 0, profile, now)] if seats else []
    straddler = table.agreed.straddler
    if profile.straddle == "hungarian" and straddler and "straddle-consent" not in closed:
        others = tuple(seat for seat in line_up(table, profile).dealt if seat != straddler)
        return [_ask(hand, "straddle-consent", others, amount, straddler, profile, now)]
    return []


def straddle_of(table: Table, profile: Profile) -> Chips:
    """A straddle is twice the big blind (poker.md §6)."""
    return 2 * stakes_now(table, profile).big_blind


def straddlers(table: Table, profile: Profile, lineup: Lineup) -> tuple[Seat, ...]:
    """Who may straddle this hand, the first right first: only who has the chips for it, and never from the blinds."""
    big_blind = lineup.positions.big_blind
    if big_blind is None or lineup.straddling or len(lineup.dealt) < FEWEST_FOR_STRADDLE:
        return ()
    after = clockwise(lineup.dealt, big_blind)
    between = tuple(seat for seat in after if seat not in (big_blind, lineup.positions.small_blind))
    amount = straddle_of(table, profile)
    seats = RIGHTS[profile.straddle](between, lineup.positions.button)
    # Whoever comes in by posting may make a straddle of it only left of the big blind (poker.md §5.7, §5.8).
    free = (seat for seat in seats if seat not in lineup.posting or seat == between[0])
    return tuple(seat for seat in free if table.seats[seat].stack >= amount)


def _nobody(_between: tuple[Seat, ...], _button: Seat) -> tuple[Seat, ...]:
    return ()


def _left_of_blind(between: tuple[Seat, ...], _button: Seat) -> tuple[Seat, ...]:
    return between[:1]


def _from_the_button_back(between: tuple[Seat, ...], _button: Seat) -> tuple[Seat, ...]:
    return between[::-1]


def _left_of_blind_then_button(between: tuple[Seat, ...], button: Seat) -> tuple[Seat, ...]:
    return between[:1] + tuple(seat for seat in between[1:] if seat == button)


RIGHTS: Final[Mapping[StraddleKind, Callable[[tuple[Seat, ...], Seat], tuple[Seat, ...]]]] = {
    "none": _nobody,
    "live": _left_of_blind,
    "mississippi": _from_the_button_back,
    "hungarian": _left_of_blind_then_button,
}
"""Who may straddle, by kind, of the players from the left of the big blind to the button (poker.md §6)."""


def answer(table: Table, command: tr.Answer) -> list[AnyEvent] | Refusal:
    """Take one seat's answer; the question closes as soon as the answers that are still to come cannot matter."""
    asked = table.asked
    if asked is None or (table.due_hand, asked.question) != (command.hand, command.question):
        return Refusal(Code.NOT_DUE)
    reply = next((reply for reply in asked.replies if reply.seat == command.seat), None)
    if reply is None:
        return Refusal(Code.NOT_ALLOWED)
    if reply.yes is not None:
        return Refusal(Code.ALREADY_DONE)
    given = tr.QuestionAnswered(hand=command.hand, question=asked.question, seat=command.seat, yes=command.yes)
    verdict = verdict_of(answered(asked, command.seat, yes=command.yes))
    return [given] if verdict is None else [given, closing(command.hand, asked, verdict)]


def answered(asked: Asked, seat: Seat, *, yes: bool) -> Asked:
    """The question with one more answer."""
    replies = tuple(Reply(seat, yes) if reply.seat == seat else reply for reply in asked.replies)
    return msgspec.structs.replace(asked, replies=replies)


def verdict_of(asked: Asked, *, over: bool = False) -> Verdict | None:
    """How the question ends, or None while that is open; when its time is `over` silence is no."""
    replies = [Reply(reply.seat, bool(reply.yes)) if over else reply for reply in asked.replies]
    if asked.question == "straddle":
        first = next((reply for reply in replies if reply.yes is not False), None)
        if first is None:
            return Verdict(agreed=False)
        return Verdict(agreed=True, seat=first.seat) if first.yes else None
    answers = [reply.yes for reply in replies]
    if False in answers:
        return Verdict(agreed=False)
    return None if None in answers else Verdict(agreed=True, seat=asked.asker)


def closing(hand: HandId, asked: Asked, verdict: Verdict) -> tr.QuestionClosed:
    """The event that settles a question."""
    return tr.QuestionClosed(hand=hand, question=asked.question, agreed=verdict.agreed, seat=verdict.seat)


def propose_bomb_pot(table: Table, command: tr.ProposeBombPot) -> list[AnyEvent] | Refusal:
    """Note that a player wants the next hand to be a bomb pot; the others are asked when it falls due."""
    profile, seat = table.profile, table.seats.get(command.seat)
    if profile is None or not profile.bomb_pots.by_consent or not bomb_pot_is_possible(table, profile):
        return Refusal(Code.NOT_ALLOWED)
    if seat is None or seat.sitting_out or seat.waits:
        return Refusal(Code.NOT_ALLOWED)
    if table.bomb_pot_wished or table.due_hand is not None:
        return Refusal(Code.ALREADY_SO)
    return [tr.BombPotProposed(seat=command.seat)]


def _ask(
    hand: HandId, question: tr.Question, seats: tuple[Seat, ...], amount: Chips, asker: Seat, profile: Profile, now: Now
) -> tr.QuestionAsked:
    allowed = profile.clocks.question
    return tr.QuestionAsked(
        hand=hand,
        question=question,
        seats=seats,
        amount=amount,
        deadline=now.table + allowed,
        allowed=allowed,
        asker=asker,
    )
