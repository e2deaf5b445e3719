"""The only functions that write the state of a hand: `evolve` folds one event into it, nothing else assigns a field.

`emit` is how the dealer's work tells an event. A few kinds make up most of every hand: forced bets, bets, the questions
they answer, and the cards of each player. They are told by functions that make the record and fold what they made it
of, as looking up the kind and reading each field out of the record again would cost as much as all the rest.
"""

from collections.abc import Callable, Container, Mapping
from typing import Any, Final, Literal, TypeAlias

from cashier.invariant import InvariantBreach, invariant
from cashier.records import Event
from controller.games import Rulings
from controller.hand.model import DEAD, NOT_LIVE, Hand, Player, count_of
from controller.vocab import hand_records as hr
from controller.vocab.chips import pot_to_pool, pot_to_rake, pot_to_stack, stack_to_pot
from controller.vocab.hand_records import Acted, DecisionOffered, HoleCardsCounted, HoleCardsDealt, Posted, UpCardsDealt
from controller.vocab.ids import Chips, DecisionId, Seat
from controller.vocab.records import HandEvent
from evaluator_ext import Card

BetKind: TypeAlias = Literal["bet", "bring-in"]
"""The kinds of question that are answered by a bet."""


def emit(hand: Hand, events: list[HandEvent], event: HandEvent) -> None:
    """Fold an event into the hand and add it to those told."""
    evolve(hand, event)
    events.append(event)


def emit_offer(
    hand: Hand,
    events: list[HandEvent],
    player: Player,
    call: Chips,
    least: Chips,
    most: Chips,
    step: Chips,
    kind: BetKind,
) -> None:
    """Ask a player to bet: `call` chips stay in, a bet or raise is to `least` .. `most`, by `step` if that is not 0.

    A record whose fields are given by name takes half as long again to make, and two in three are offers and bets.
    """
    seat = player.seat
    decision = hand.next_decision
    event = DecisionOffered(seat, hand.number, decision, call, least, most, player.bet, hand.pot, kind, step)
    _offered(hand, event, seat, decision, kind, call)
    _audit(hand, event)
    events.append(event)


def emit_bet(
    hand: Hand, events: list[HandEvent], player: Player, kind: hr.ActKind, added: Chips, auto: hr.AutoCause | None
) -> None:
    """Have the player who was asked bet, fold or stay in, with `added` chips."""
    to = player.bet + added
    decision: DecisionId = hand.next_decision - 1  # type: ignore[assignment] # a call of it costs too much
    event = Acted(player.seat, decision, kind, to, added, player.stack - added, auto)
    _bet(hand, player, kind, to, added)
    _audit(hand, event)
    events.append(event)


def emit_post(hand: Hand, events: list[HandEvent], player: Player, kind: hr.PostKind, amount: Chips) -> None:
    """Have a player post a forced bet of `amount` chips, which he has."""
    bet = player.bet if kind in NOT_LIVE else player.bet + amount
    event = Posted(player.seat, kind, amount, bet, player.stack - amount)
    _post(hand, player, kind, amount, bet)
    _audit(hand, event)
    events.append(event)


def emit_cards(hand: Hand, events: list[HandEvent], player: Player, cards: tuple[Card, ...]) -> None:
    """Deal a player cards face down."""
    event = HoleCardsDealt(player.seat, cards)
    _take_cards(hand, player, cards)
    _audit(hand, event)
    events.append(event)


def emit_up_cards(hand: Hand, events: list[HandEvent], player: Player, cards: tuple[Card, ...]) -> None:
    """Deal a player cards that lie open."""
    event = UpCardsDealt(player.seat, cards)
    _take_up_cards(hand, player, cards)
    _audit(hand, event)
    events.append(event)


def emit_count(hand: Hand, events: list[HandEvent], player: Player) -> None:
    """Tell everyone how many cards a player holds now."""
    event = HoleCardsCounted(player.seat, len(player.cards))
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


def _posted(hand: Hand, event: Posted) -> None:
    _post(hand, hand.player(event.seat), event.kind, event.amount, event.bet)


def _post(hand: Hand, player: Player, kind: hr.PostKind, amount: Chips, bet: Chips) -> None:
    stack_to_pot(player, hand, amount)
    player.bet = bet
    if kind in DEAD:
        player.dead += amount
    else:
        player.paid += amount
    if bet > hand.price:
        hand.price = bet
    if not player.stack:
        hand.able &= ~(1 << player.seat)


def _deck_recycled(hand: Hand, event: hr.DeckRecycled) -> None:
    again = set(event.cards)
    hand.deck += event.cards
    hand.burnt = _without(hand.burnt, again)
    hand.discards = _without(hand.discards, again)
    for player in hand.players.values():
        if not hand.live >> player.seat & 1:
            player.cards = _without(player.cards, again)


def _without(cards: tuple[Card, ...], taken: Container[Card]) -> tuple[Card, ...]:
    return tuple([card for card in cards if card not in taken])


def _hole_cards_dealt(hand: Hand, event: HoleCardsDealt) -> None:
    _take_cards(hand, hand.player(event.seat), event.cards)


def _take_cards(hand: Hand, player: Player, cards: tuple[Card, ...]) -> None:
    _next_cards_of(hand, player.seat, cards)
    player.cards += cards


def _up_cards_dealt(hand: Hand, event: UpCardsDealt) -> None:
    _take_up_cards(hand, hand.player(event.seat), event.cards)


def _take_up_cards(hand: Hand, player: Player, cards: tuple[Card, ...]) -> None:
    _take_cards(hand, player, cards)
    player.up += cards


def _next_cards_of(hand: Hand, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Take a player's cards from the deck: one at a time around the table, or all at once in exchange for others."""
    street = hand.terms.rounds[hand.street]
    each, gone, first, apart = street.each, hand.dealt - hand.round_from, hand.dealt, 1
    if each:
        apart = count_of(hand.live)
        first = hand.round_from + gone // each + gone % each * apart
    if not _lie_in(hand.deck, first, apart, cards):
        invariant(False, "deck-in-order", f"seat {seat} was not dealt the next cards of the deck")
    hand.dealt += len(cards)


def _lie_in(deck: tuple[Card, ...], first: int, apart: int, cards: tuple[Card, ...]) -> bool:
    """Whether these cards lie in the deck from place `first` on, each so many places behind the one before."""
    place = first
    for card in cards:
        if place >= len(deck) or deck[place] != card:
            return False
        place += apart
    return True


def _cards_discarded(hand: Hand, event: hr.CardsDiscarded) -> None:
    player, gone = hand.player(event.seat), event.cards
    kept = _without(player.cards, gone)
    if len(kept) + len(gone) != len(player.cards):
        invariant(False, "discards-held", f"seat {event.seat} threw away cards it does not hold")
    player.cards = kept
    hand.fresh_discards += gone


def _hole_cards_counted(_hand: Hand, _event: HoleCardsCounted) -> None:
    """For those who may not see the cards; the state has them."""


def _street_began(hand: Hand, event: hr.StreetBegan) -> None:
    number, burnt = event.street, event.burnt
    hand.street = number
    hand.betting = True
    if burnt:
        _burn(hand, burnt)
    hand.round_from = hand.dealt
    terms, street = hand.terms, hand.terms.rounds[number]
    if number:
        hand.last_raise = street.least
    hand.to_act = hand.may_raise = 0 if not number and hand.started.bomb_pot else hand.able
    if not number and hand.to_act and terms.absent_fold:
        hand.to_act |= sum([1 << seat for seat in hand.started.absent])
    if terms.rows is not None:
        hand.betting = False
        hand.to_act = hand.may_raise = 0
        hand.to_arrange = hand.live
    hand.turn_after = 0
    hand.uncapped = terms.uncapped_by_two and count_of(hand.able) == 2
    if street.exchanges:
        hand.to_discard = hand.live
    if hand.fresh_discards:
        hand.discards += hand.fresh_discards
        hand.fresh_discards = ()
    if hand.able & (hand.able - 1):
        # A street without two players who can bet is no betting round (poker.md §10.1).
        hand.round_aggressor = 0


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
    if not _lie_in(hand.deck, hand.dealt, 1, cards):
        invariant(False, "deck-in-order", "the board was not dealt the next cards of the deck")
    at, boards = event.which, list(hand.boards)
    boards[at] += cards
    hand.boards = tuple(boards)
    hand.dealt += len(cards)


def _runs_agreed(hand: Hand, event: hr.RunsAgreed) -> None:
    hand.runs = event.runs
    hand.boards *= event.runs


def _decision_offered(hand: Hand, event: DecisionOffered) -> None:
    _offered(hand, event, event.seat, event.decision, event.kind, event.call)


def _offered(
    hand: Hand, event: DecisionOffered, seat: Seat, decision: DecisionId, kind: hr.DecisionKind, call: Chips
) -> None:
    hand.decision = event
    hand.asked, hand.asked_kind, hand.asked_call = seat, kind, call
    # A call of `DecisionId` would cost as much as the rest.
    hand.next_decision = decision + 1  # type: ignore[assignment]


def _acted(hand: Hand, event: Acted) -> None:
    seat = event.seat
    if not hand.asked or hand.asked != seat or hand.next_decision - 1 != event.decision:
        sentence = f"seat {seat} acted on decision {event.decision}, which is not open"
        raise InvariantBreach("act-answers-offer", sentence)
    answer = ANSWERS.get(hand.asked_kind)
    if answer is None:
        _bet(hand, hand.player(seat), event.kind, event.to, event.added)
        return
    hand.decision, hand.asked = None, 0
    answer(hand, event)


def _bet(hand: Hand, player: Player, kind: hr.ActKind, to: Chips, added: Chips) -> None:
    """What a bet, or a fold in its place, does to the hand that asked for it."""
    seat = player.seat
    others = ~(1 << seat)
    hand.decision, hand.asked = None, 0
    hand.turn_after = seat
    hand.to_act &= others
    hand.may_raise &= others
    if added:
        stack_to_pot(player, hand, added)
        player.bet = to
        player.paid += added
        if not player.stack:
            hand.able &= others
        if kind == "raise":
            _raised(hand, seat, to)
    elif kind == "fold":
        hand.live &= others
        hand.able &= others
        return
    player.level = hand.price


def _discard_acted(hand: Hand, event: Acted) -> None:
    hand.to_discard &= ~(1 << event.seat)
    if event.burnt:
        _burn(hand, event.burnt)


def _runs_acted(hand: Hand, event: Acted) -> None:
    hand.wanted_runs = event.runs
    hand.willing |= 1 << event.seat


def _show_acted(hand: Hand, event: Acted) -> None:
    hand.chosen |= 1 << event.seat


def _arrange_acted(hand: Hand, event: Acted) -> None:
    seat = 1 << event.seat
    hand.to_arrange &= ~seat
    if event.kind != "arrange":
        hand.live &= ~seat
        hand.able &= ~seat
    if event.kind == "surrender":
        hand.surrendered |= seat


ANSWERS: Final[Mapping[hr.DecisionKind, Callable[[Hand, Acted], None]]] = {
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
    player = hand.player(event.seat)
    pot_to_stack(hand, player, event.amount)
    player.paid -= event.amount
    player.bet = max(player.bet - event.amount, 0)
    hand.able |= 1 << event.seat


def _street_closed(hand: Hand, event: hr.StreetClosed) -> None:
    hand.pots = event.pots
    hand.betting = False
    hand.price = hand.full_level = hand.bets = 0
    hand.to_act = hand.may_raise = 0
    street = hand.terms.rounds[event.street]
    if street.discards_after and hand.live & (hand.live - 1):
        hand.to_discard = hand.live
    for player in hand.around:
        player.bet = player.level = 0


def _hand_turned_up(hand: Hand, event: hr.HandTurnedUp) -> None:
    if event.cards != hand.player(event.seat).cards:
        invariant(False, "shown-cards-held", f"seat {event.seat} turned up other cards than those it holds")
    hand.turned_up |= 1 << event.seat


def _hand_shown(hand: Hand, event: hr.HandShown) -> None:
    hand.player(event.seat).shown = True


def _hand_mucked(hand: Hand, event: hr.HandMucked) -> None:
    hand.player(event.seat).mucked = True


def _cards_shown(hand: Hand, event: hr.CardsShown) -> None:
    player = hand.player(event.seat)
    if not set(event.cards) <= set(player.cards):
        invariant(False, "shown-cards-held", f"seat {event.seat} showed cards it does not hold")
    player.showed += event.cards


def _rows_arranged(hand: Hand, event: hr.RowsArranged) -> None:
    player = hand.player(event.seat)
    if sorted(event.cards) != sorted(player.cards):
        invariant(False, "rows-held", f"seat {event.seat} set other cards than those it holds")
    player.arranged = event.cards


def _row_shown(hand: Hand, event: hr.RowShown) -> None:
    hand.player(event.seat).shown = True


def _rows_judged(hand: Hand, event: hr.RowsJudged) -> None:
    player = hand.player(event.seat)
    player.mucked = not player.shown


def _rows_compared(hand: Hand, event: hr.RowsCompared) -> None:
    stack_to_pot(hand.player(event.loser), hand, event.amount)
    pot_to_stack(hand, hand.player(event.seat), event.amount)


def _rake_taken(hand: Hand, event: hr.RakeTaken) -> None:
    pot_to_rake(hand, event.amount)


def _drop_taken(hand: Hand, event: hr.DropTaken) -> None:
    pot_to_pool(hand, event.amount)


def _pot_awarded(hand: Hand, event: hr.PotAwarded) -> None:
    pot_to_stack(hand, hand.player(event.seat), event.amount)


def _hand_voided(hand: Hand, _event: hr.HandVoided) -> None:
    hand.decision = None
    hand.asked = 0


def _stake_returned(hand: Hand, event: hr.StakeReturned) -> None:
    player = hand.player(event.seat)
    if event.amount != player.paid + player.dead:
        invariant(False, "stake-returned-whole", f"seat {event.seat} is given {event.amount} of what it put in")
    pot_to_stack(hand, player, event.amount)
    player.bet = player.paid = player.dead = 0


def _hand_ended(hand: Hand, _event: hr.HandEnded) -> None:
    hand.over = True


APPLY: Final[Mapping[type[Event], Callable[[Hand, Any], None]]] = {
    hr.DeckFixed: _deck_fixed,
    Posted: _posted,
    hr.DeckRecycled: _deck_recycled,
    HoleCardsDealt: _hole_cards_dealt,
    UpCardsDealt: _up_cards_dealt,
    hr.CardsDiscarded: _cards_discarded,
    HoleCardsCounted: _hole_cards_counted,
    hr.StreetBegan: _street_began,
    hr.BoardDealt: _board_dealt,
    hr.RunsAgreed: _runs_agreed,
    DecisionOffered: _decision_offered,
    Acted: _acted,
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
    hr.HandVoided: _hand_voided,
    hr.StakeReturned: _stake_returned,
    hr.HandEnded: _hand_ended,
}
"""One function for every event but `HandStarted`, which `Hand.from_started` folds."""
