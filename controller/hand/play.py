"""One hand from the deal to the last award: checks first, then emits and evolves in place.

The dealer's work between two decisions (closing a street, dealing the next, showdown, paying) runs at once, so that a
hand always stands either at a decision or at its end.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from cashier.invariant import invariant
from cashier.refusal import Code, Refusal
from controller.games import Rulings
from controller.hand.betting import ask_next, refused
from controller.hand.dealing import begin_first_street, begin_street
from controller.hand.drawing import take_discards
from controller.hand.model import NOT_LIVE, Hand
from controller.hand.rows import point_of, settle_rows, take_rows
from controller.hand.runs import deal_further_runs, next_runs, take_runs
from controller.hand.settle import Claim, RakeTerms, SplitTerms, form_pots, settle, uncalled
from controller.hand.showdown import claims, show_or_muck
from controller.hand.showing import next_show, take_show, turn_hands_up
from controller.hand.state import emit, emit_bet, emit_post
from controller.hand.terms import mask_of
from controller.vocab import hand_records as hr
from controller.vocab.hand_records import Entrant, HandEnded, PotAwarded, StreetClosed, UncalledReturned
from controller.vocab.ids import MAX_SEATS, Chips
from controller.vocab.records import HandEvent
from evaluator_ext import Card

Taker: TypeAlias = Callable[[Hand, list[HandEvent], hr.DecisionOffered, hr.Act, hr.AutoCause | None], None]
"""Makes the events of an answer that has been accepted."""


def start(started: hr.HandStarted, deck: tuple[Card, ...]) -> tuple[Hand, list[HandEvent]]:
    """Begin a hand: post, deal, and go on to the first decision, or to the end if nobody can act.

    `deck` is every card of the game once, consumed from the front. Breaks `hand-startable` when the table asks for a
    hand that cannot be played; raises UnknownGameError or UnknownRuleSetError.
    """
    hand = Hand.from_started(started)
    flaw = _flaw(hand, deck)
    if flaw:
        invariant(False, "hand-startable", f"hand {started.hand}: {flaw}")
    events: list[HandEvent] = [started]
    emit(hand, events, hr.DeckFixed(hand=started.hand, deck=deck))
    for post in started.forced:
        _post(hand, events, post)
    begin_first_street(hand, events)
    _go_on(hand, events)
    return hand, events


def play(hand: Hand, act: hr.Act, auto: hr.AutoCause | None = None) -> list[HandEvent] | Refusal:
    """Carry out an act in place and go on to the next decision or the end; a refusal leaves the hand as it was.

    `auto` says that the table acts for the player. Refusals: poker.md §4, the betting codes of `Code`.
    """
    decision, kind = hand.decision, act.kind
    if decision is None:
        return Refusal(Code.NO_HAND)
    refusal = refused(hand, decision, act, kind)
    if refusal is not None:
        return refusal
    events: list[HandEvent] = []
    take = None if hand.asked_kind == "bet" else TAKE.get(hand.asked_kind)
    if take is None:
        _bet(hand, events, act, kind, auto)
    else:
        take(hand, events, decision, act, auto)
    _go_on(hand, events)
    return events


def decide(hand: Hand, act: hr.Act, auto: hr.AutoCause | None = None) -> list[HandEvent] | Refusal:
    """What `play` would return, with the hand left as it is."""
    return play(hand.copy(), act, auto)


def _flaw(hand: Hand, deck: tuple[Card, ...]) -> str:
    """Why the table cannot ask for this hand; empty when it can."""
    started, terms = hand.started, hand.terms
    game, players = terms.game, len(hand.around)
    if not terms.fewest <= players <= terms.most:
        return f"{game.id} is for {terms.fewest} to {terms.most} players, not {players}"
    button, before = started.button, -1
    for player in hand.around:
        place = (player.seat - button - 1) % MAX_SEATS
        if place <= before:
            return f"the seats do not stand once each, clockwise from the left of button {button}"
        before = place
    if terms.flaw:
        return terms.flaw
    for player in hand.around:
        if player.stack <= 0 or player.stack % terms.unit:
            return f"{player.stack} is no positive multiple of the chip unit {terms.unit}"
    if terms.rows is not None and (started.forced or started.bomb_pot or not point_of(started.stakes)):
        return f"{game.id} has no forced bets and needs the worth of a point"
    if not set(started.absent) <= hand.players.keys():
        return "a seat that is not dealt in is said to be absent"
    if len(deck) != terms.deck_size or mask_of(deck) != terms.cards:
        return f"the deck does not hold every card of {game.id} once"
    return _flaw_of_posts(hand, started.forced, started.bomb_pot)


def _flaw_of_posts(hand: Hand, posts: tuple[hr.ForcedBet, ...], bomb_pot: bool) -> str:
    unit = hand.terms.unit
    for post in posts:
        amount = post.amount
        if amount <= 0 or amount % unit:
            return f"{amount} is no positive multiple of the chip unit {unit}"
        if bomb_pot and post.kind not in NOT_LIVE:
            return "a bomb pot has antes and no blinds"
        if post.seat not in hand.players:
            return "a seat that is not dealt in owes a bet"
    return ""


def _post(hand: Hand, events: list[HandEvent], post: hr.ForcedBet) -> None:
    player = hand.player(post.seat)
    amount = min(post.amount, player.stack)
    if amount:
        emit_post(hand, events, player, post.kind, amount)


def _bet(hand: Hand, events: list[HandEvent], act: hr.Act, kind: hr.ActKind, auto: hr.AutoCause | None) -> None:
    """Fold, or put in what the act says."""
    player = hand.player(hand.asked)
    added = 0
    if kind == "raise":
        added = act.to - player.bet
    elif kind != "fold":
        # A check, where there is nothing to call; a call; a bring-in.
        added = hand.asked_call
    emit_bet(hand, events, player, kind, added, auto)


TAKE: Final[Mapping[hr.DecisionKind, Taker]] = {
    "discard": take_discards,
    "runs": take_runs,
    "show": take_show,
    "arrange": take_rows,
}
"""How the answer to each kind of question other than a bet is taken."""


def _go_on(hand: Hand, events: list[HandEvent]) -> None:
    """Do the dealer's work until somebody must decide or the hand is over."""
    while True:
        if ask_next(hand, events):
            return
        if hand.terms.rows is not None:
            settle_rows(hand, events, hand.terms.rows)
            _end(hand, events)
            return
        if hand.betting:
            _close_street(hand, events)
        if not hand.live & (hand.live - 1):
            _end_by_folds(hand, events)
            return
        if hand.to_discard:
            continue
        if hand.street + 1 == hand.terms.streets:
            deal_further_runs(hand, events)
            _end_by_showdown(hand, events)
            return
        if hand.terms.turns_up:
            turn_hands_up(hand, events)
        decision = next_runs(hand)
        if decision is not None:
            emit(hand, events, decision)
            return
        begin_street(hand, events, hand.street + 1)


def _close_street(hand: Hand, events: list[HandEvent]) -> None:
    contributions = hand.contributions()
    back = uncalled(contributions)
    if back is not None:
        stack = hand.player(back.seat).stack + back.amount
        emit(hand, events, UncalledReturned(seat=back.seat, amount=back.amount, stack=stack))
        contributions = hand.contributions()
    emit(hand, events, StreetClosed(street=hand.street, pots=form_pots(contributions)))


def _end_by_folds(hand: Hand, events: list[HandEvent]) -> None:
    """The last one in wins unseen, and may show cards where the rulings let him (poker.md §10.1)."""
    winner = hand.live.bit_length() - 1
    decision = next_show(hand, winner)
    if decision is not None:
        emit(hand, events, decision)
        return
    _pay(hand, events, [Claim(ranks={winner: 1})], "folds")


def _end_by_showdown(hand: Hand, events: list[HandEvent]) -> None:
    """Everyone in turn shows or gives up; a loser who may choose is asked, and the showdown goes on with his answer."""
    parts = claims(hand)
    for event in show_or_muck(hand, parts):
        player = hand.player(event.seat)
        if player.shown or player.mucked:
            continue
        if hand.terms.losers_asked and isinstance(event, hr.HandMucked):
            decision = next_show(hand, player.seat)
            if decision is not None:
                emit(hand, events, decision)
                return
        emit(hand, events, event)
    _pay(hand, events, parts, "showdown")


def _pay(hand: Hand, events: list[HandEvent], parts: Sequence[Claim], cause: hr.AwardCause) -> None:
    """Take the rake and the jackpots' part, pay the pots, the latest side pot first, and end the hand."""
    settlement = settle(hand.contributions(), parts, split_terms(hand), rake_terms(hand), drops_due(hand))
    if settlement.pots != hand.pots:
        invariant(False, "pots-as-announced", f"{settlement.pots} are to be paid, {hand.pots} were announced")
    rake = sum(settlement.rake)
    if rake:
        emit(hand, events, hr.RakeTaken(amount=rake))
    for drop, amount in zip(hand.started.drops, settlement.drops, strict=False):
        if amount:
            emit(hand, events, hr.DropTaken(pool=drop.pool, amount=amount))
    for award in reversed(settlement.awards):
        player = hand.player(award.seat)
        event = PotAwarded(
            pot=award.pot,
            seat=player.seat,
            amount=award.amount,
            stack=player.stack + award.amount,
            cause=cause,
            odd=award.odd,
            share=award.share,
            run=award.run,
        )
        emit(hand, events, event)
    if hand.pot:
        invariant(False, "pot-paid-out", f"{hand.pot} chips are left in the middle")
    _end(hand, events)


def _end(hand: Hand, events: list[HandEvent]) -> None:
    stacks: list[Entrant] = []
    for player in hand.around:
        stacks.append(Entrant(player.seat, player.stack))  # noqa: PERF401 - no C type in a comprehension
    emit(hand, events, HandEnded(hand=hand.number, stacks=tuple(stacks)))


def split_terms(hand: Hand) -> SplitTerms:
    """How this hand's pots are divided (poker.md §10.3)."""
    return SplitTerms(unit=hand.terms.unit, odd_chips=hand.rulings.odd_chips, runs=hand.runs)


def rake_terms(hand: Hand) -> RakeTerms | None:
    """The fee of this hand, or None if it pays none (poker.md §13, AMB-59)."""
    if hand.street == 0 and hand.rulings.no_rake_before_second_round:
        return None
    return rake_of_table(hand.started, hand.rulings)


def rake_of_table(started: hr.HandStarted, rulings: Rulings) -> RakeTerms | None:
    """The fee that the table takes of a hand which pays one, or None if it takes none."""
    if not started.rake_permille and not started.rake_by_pot:
        return None
    return RakeTerms(
        permille=started.rake_permille,
        cap=started.rake_cap,
        unit=started.stakes.unit,
        order=rulings.rake_order,
        rounding=rulings.rake_rounding,
        step=started.rake_step,
        by_pot=started.rake_by_pot,
    )


def drops_due(hand: Hand) -> list[Chips]:
    """What each jackpot is to get: nothing of a hand that ends on the initial deal (jackpots.md §1, AMB-59)."""
    return [drop.amount for drop in hand.started.drops] if hand.street else []
