"""The only functions that write the state of a hand: `evolve` folds one event into it, nothing else assigns a field."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from cashier.invariant import InvariantBreach, invariant
from cashier.records import Event
from controller.games import Rulings
from controller.hand.model import DEAD, Asked, Hand, SeatMask
from controller.vocab import hand_records as hr
from controller.vocab.chips import pot_to_pool, pot_to_rake, pot_to_stack, stack_to_pot
from controller.vocab.ids import Chips, Seat
from controller.vocab.records import HandEvent
from evaluator_ext import Card


def emit(hand: Hand, events: list[HandEvent], event: HandEvent) -> None:
    """Fold an event into the hand and add it to those told."""
    evolve(hand, event)
    events.append(event)


def emit_decision(hand: Hand, events: list[HandEvent], event: hr.DecisionOffered) -> None:
    """Do as `emit` with a decision, without a look into the table: half of all events are decisions and acts."""
    _decision_offered(hand, event)
    _audit(hand, event)
    events.append(event)


def emit_act(hand: Hand, events: list[HandEvent], event: hr.Acted) -> None:
    """Do as `emit` with an act, without a look into the table."""
    _acted(hand, event)
    _audit(hand, event)
    events.append(event)


def evolve(hand: Hand, event: HandEvent) -> None:
    """Fold one event into the hand, in place. Breaks `chips-conserved` when a chip appeared or vanished."""
    APPLY[type(event)](hand, event)
    _audit(hand, event)


def _audit(hand: Hand, event: HandEvent) -> None:
    chips = hand.pot + hand.rake + hand.dropped
    for player in hand.around:
        chips += player.stack
    if chips != hand.chips:
        invariant(False, "chips-conserved", f"{type(event).__name__} left {chips} chips of {hand.chips}")


def _deck_fixed(hand: Hand, event: hr.DeckFixed) -> None:
    hand.deck = event.deck


def _posted(hand: Hand, event: hr.Posted) -> None:
    player = hand.players[event.seat]
    stack_to_pot(player, hand, event.amount)
    player.bet = event.bet
    if event.kind in DEAD:
        player.dead += event.amount
    else:
        player.paid += event.amount
    if event.bet > hand.price:
        hand.price = event.bet
    if not player.stack:
        hand.able &= ~(1 << event.seat)


def _deck_recycled(hand: Hand, event: hr.DeckRecycled) -> None:
    again = set(event.cards)
    hand.deck += event.cards
    hand.burnt = _without(hand.burnt, again)
    hand.discards = _without(hand.discards, again)
    for player in hand.players.values():
        if not hand.live >> player.seat & 1:
            player.cards = _without(player.cards, again)


def _without(cards: tuple[Card, ...], taken: set[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in taken)


def _hole_cards_dealt(hand: Hand, event: hr.HoleCardsDealt) -> None:
    seat, cards = event.seat, event.cards
    _next_cards_of(hand, seat, cards)
    hand.players[seat].cards += cards


def _up_cards_dealt(hand: Hand, event: hr.UpCardsDealt) -> None:
    seat, cards = event.seat, event.cards
    _next_cards_of(hand, seat, cards)
    player = hand.players[seat]
    player.cards += cards
    player.up += cards


def _next_cards_of(hand: Hand, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Take a player's cards from the deck: one at a time around the table, or all at once in exchange for others."""
    street = hand.terms.rounds[hand.street]
    count, each = len(cards), street.each
    if each:
        players = hand.live.bit_count()
        place, had = divmod(hand.dealt - hand.round_from, each)
        first = hand.round_from + place + had * players
        expected = hand.deck[first : first + (count - 1) * players + 1 : players]
    else:
        expected = hand.deck[hand.dealt : hand.dealt + count]
    if cards != expected:
        invariant(False, "deck-in-order", f"seat {seat} was not dealt the next cards of the deck")
    hand.dealt += count


def _cards_discarded(hand: Hand, event: hr.CardsDiscarded) -> None:
    player, gone = hand.players[event.seat], set(event.cards)
    if not gone <= set(player.cards):
        invariant(False, "discards-held", f"seat {event.seat} threw away cards it does not hold")
    player.cards = _without(player.cards, gone)
    hand.fresh_discards += event.cards


def _hole_cards_counted(_hand: Hand, _event: hr.HoleCardsCounted) -> None:
    """For those who may not see the cards; the state has them."""


def _street_began(hand: Hand, event: hr.StreetBegan) -> None:
    number, burnt = event.street, event.burnt
    hand.street = number
    hand.betting = True
    if burnt:
        _burn(hand, burnt)
    hand.round_from = hand.dealt
    game, street = hand.game, hand.terms.rounds[number]
    if number:
        hand.last_raise = street.least
    hand.to_act = hand.may_raise = 0 if not number and hand.started.bomb_pot else hand.able
    if not number and hand.to_act and game.blinds and hand.rulings.absent_all_in == "folds":
        hand.to_act |= sum([1 << seat for seat in hand.started.absent])
    if game.rows is not None:
        hand.betting = False
        hand.to_act = hand.may_raise = 0
        hand.to_arrange = hand.live
    hand.turn_after = 0
    hand.uncapped = _is_two(hand.able) and hand.rulings.fl_headsup_uncapped
    if street.draw or (street.discard is not None and street.discard.moment == "before-betting"):
        hand.to_discard = hand.live
    if hand.fresh_discards:
        hand.discards += hand.fresh_discards
        hand.fresh_discards = ()
    if hand.able & (hand.able - 1):
        # A street without two players who can bet is no betting round (poker.md §10.1).
        hand.round_aggressor = 0


def _is_two(seats: SeatMask) -> bool:
    others = seats & (seats - 1)
    return others != 0 and not others & (others - 1)


def _burn(hand: Hand, count: int) -> None:
    upto, left = hand.dealt + count, len(hand.deck) - hand.dealt
    if not 0 <= count <= left:
        invariant(False, "deck-in-order", f"{count} cards were burnt where the deck has {left}")
    hand.burnt += hand.deck[hand.dealt : upto]
    hand.dealt = upto


def _board_dealt(hand: Hand, event: hr.BoardDealt) -> None:
    cards, burnt = event.cards, event.burnt
    if burnt:
        _burn(hand, burnt)
    upto = hand.dealt + len(cards)
    if cards != hand.deck[hand.dealt : upto]:
        invariant(False, "deck-in-order", "the board was not dealt the next cards of the deck")
    at = event.which
    hand.boards = (*hand.boards[:at], hand.boards[at] + cards, *hand.boards[at + 1 :])
    hand.dealt = upto


def _runs_agreed(hand: Hand, event: hr.RunsAgreed) -> None:
    hand.runs = event.runs
    hand.boards *= event.runs


def _decision_offered(hand: Hand, event: hr.DecisionOffered) -> None:
    asked = Asked(event)
    hand.decision, hand.asked = event, asked
    # A call of `DecisionId` would cost as much as the rest.
    hand.next_decision = asked.decision + 1  # type: ignore[assignment]


def _acted(hand: Hand, event: hr.Acted) -> None:
    seat, offered = event.seat, hand.asked
    if offered is None or offered.decision != event.decision or offered.seat != seat:
        sentence = f"seat {seat} acted on decision {event.decision}, which is not open"
        raise InvariantBreach("act-answers-offer", sentence)
    others = ~(1 << seat)
    hand.decision = hand.asked = None
    answer = ANSWERS.get(offered.kind)
    if answer is not None:
        answer(hand, event)
        return
    hand.turn_after = seat
    hand.to_act &= others
    hand.may_raise &= others
    kind, added = event.kind, event.added
    if kind == "fold":
        hand.live &= others
        hand.able &= others
        return
    player = hand.players[seat]
    if added:
        stack_to_pot(player, hand, added)
        player.bet = event.to
        player.paid += added
        if not player.stack:
            hand.able &= others
    if kind == "raise":
        _raised(hand, seat, event.to)
    player.level = hand.price


def _discard_acted(hand: Hand, event: hr.Acted) -> None:
    hand.to_discard &= ~(1 << event.seat)
    if event.burnt:
        _burn(hand, event.burnt)


def _runs_acted(hand: Hand, event: hr.Acted) -> None:
    hand.wanted_runs = event.runs
    hand.willing |= 1 << event.seat


def _show_acted(hand: Hand, event: hr.Acted) -> None:
    hand.chosen |= 1 << event.seat


def _arrange_acted(hand: Hand, event: hr.Acted) -> None:
    seat = 1 << event.seat
    hand.to_arrange &= ~seat
    if event.kind != "arrange":
        hand.live &= ~seat
        hand.able &= ~seat
    if event.kind == "surrender":
        hand.surrendered |= seat


ANSWERS: Final[Mapping[hr.DecisionKind, Callable[[Hand, hr.Acted], None]]] = {
    "discard": _discard_acted,
    "runs": _runs_acted,
    "show": _show_acted,
    "arrange": _arrange_acted,
}
"""What the answer to a question other than a bet does; the others are told by the act itself."""


def _raised(hand: Hand, seat: Seat, to: Chips) -> None:
    size = to - hand.price
    hand.price = to
    hand.aggressor = hand.round_aggressor = seat
    hand.to_act = (hand.to_act | hand.able) & ~(1 << seat)
    if hand.terms.fixed:
        _raised_in_limit(hand, to)
    elif size >= hand.last_raise:
        hand.last_raise = size
        hand.may_raise = hand.to_act


def _raised_in_limit(hand: Hand, to: Chips) -> None:
    """Half a bet is no bet: a short all-in counts, and reopens the betting, only above that (poker.md §4.3)."""
    size, rulings = to - hand.full_level, hand.rulings
    whole = size >= hand.last_raise
    if not whole and not counts_as_raise(size, hand.last_raise, rulings):
        return
    hand.may_raise = hand.to_act
    if whole or rulings.fl_short_all_in == "add-to-it":
        hand.full_level = to
        hand.bets += 1
        hand.last_raise = max(hand.last_raise, size) if whole else hand.last_raise


def counts_as_raise(size: Chips, unit: Chips, rulings: Rulings) -> bool:
    """Whether an all-in that adds `size` to the last level counts in fixed limit with bets of `unit`."""
    return 2 * size > unit or (rulings.fl_half_bet == "at-least-half" and 2 * size == unit)


def _uncalled_returned(hand: Hand, event: hr.UncalledReturned) -> None:
    player = hand.players[event.seat]
    pot_to_stack(hand, player, event.amount)
    player.paid -= event.amount
    player.bet = max(player.bet - event.amount, 0)
    hand.able |= 1 << event.seat


def _street_closed(hand: Hand, event: hr.StreetClosed) -> None:
    hand.pots = event.pots
    hand.betting = False
    hand.price = hand.full_level = hand.bets = 0
    hand.to_act = hand.may_raise = 0
    discard = hand.terms.rounds[event.street].discard
    if discard is not None and discard.moment == "after-betting" and hand.live & (hand.live - 1):
        hand.to_discard = hand.live
    for player in hand.around:
        player.bet = player.level = 0


def _hand_turned_up(hand: Hand, event: hr.HandTurnedUp) -> None:
    if event.cards != hand.players[event.seat].cards:
        invariant(False, "shown-cards-held", f"seat {event.seat} turned up other cards than those it holds")
    hand.turned_up |= 1 << event.seat


def _hand_shown(hand: Hand, event: hr.HandShown) -> None:
    hand.players[event.seat].shown = True


def _hand_mucked(hand: Hand, event: hr.HandMucked) -> None:
    hand.players[event.seat].mucked = True


def _cards_shown(hand: Hand, event: hr.CardsShown) -> None:
    player = hand.players[event.seat]
    if not set(event.cards) <= set(player.cards):
        invariant(False, "shown-cards-held", f"seat {event.seat} showed cards it does not hold")
    player.showed += event.cards


def _rows_arranged(hand: Hand, event: hr.RowsArranged) -> None:
    player = hand.players[event.seat]
    if sorted(event.cards) != sorted(player.cards):
        invariant(False, "rows-held", f"seat {event.seat} set other cards than those it holds")
    player.arranged = event.cards


def _row_shown(hand: Hand, event: hr.RowShown) -> None:
    hand.players[event.seat].shown = True


def _rows_judged(hand: Hand, event: hr.RowsJudged) -> None:
    player = hand.players[event.seat]
    player.mucked = not player.shown


def _rows_compared(hand: Hand, event: hr.RowsCompared) -> None:
    stack_to_pot(hand.players[event.loser], hand, event.amount)
    pot_to_stack(hand, hand.players[event.seat], event.amount)


def _rake_taken(hand: Hand, event: hr.RakeTaken) -> None:
    pot_to_rake(hand, event.amount)


def _drop_taken(hand: Hand, event: hr.DropTaken) -> None:
    pot_to_pool(hand, event.amount)


def _pot_awarded(hand: Hand, event: hr.PotAwarded) -> None:
    pot_to_stack(hand, hand.players[event.seat], event.amount)


def _hand_ended(hand: Hand, _event: hr.HandEnded) -> None:
    hand.over = True


APPLY: Final[Mapping[type[Event], Callable[[Hand, Any], None]]] = {
    hr.DeckFixed: _deck_fixed,
    hr.Posted: _posted,
    hr.DeckRecycled: _deck_recycled,
    hr.HoleCardsDealt: _hole_cards_dealt,
    hr.UpCardsDealt: _up_cards_dealt,
    hr.CardsDiscarded: _cards_discarded,
    hr.HoleCardsCounted: _hole_cards_counted,
    hr.StreetBegan: _street_began,
    hr.BoardDealt: _board_dealt,
    hr.RunsAgreed: _runs_agreed,
    hr.DecisionOffered: _decision_offered,
    hr.Acted: _acted,
    hr.StreetClosed: _street_closed,
    hr.UncalledReturned: _uncalled_returned,
    hr.HandTurnedUp: _hand_turned_up,
    hr.HandShown: _hand_shown,
    hr.HandMucked: _hand_mucked,
    hr.CardsShown: _cards_shown,
    hr.RowsArranged: _rows_arranged,
    hr.RowShown: _row_shown,
    hr.RowsJudged: _rows_judged,
    hr.RowsCompared: _rows_compared,
    hr.RakeTaken: _rake_taken,
    hr.DropTaken: _drop_taken,
    hr.PotAwarded: _pot_awarded,
    hr.HandEnded: _hand_ended,
}
"""One function for every event but `HandStarted`, which `Hand.from_started` folds."""
