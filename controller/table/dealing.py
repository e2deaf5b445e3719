"""From the rest between hands to the end of a hand: shuffle, deal, acts, the clock (poker.md §3-5, §9)."""

from cashier.invariant import InvariantBreach
from cashier.money import Money
from cashier.refusal import Code, Refusal
from controller import games
from controller import hand as poker
from controller import shuffle as cards
from controller.table.evolve import evolve, evolve_own
from controller.table.positions import Lineup, first_lineup, next_lineup
from controller.table.seating import after_hand
from controller.table.state import Table
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import DecisionId, HandId, Now
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent, HandEvent
from evaluator_ext import full_deck

FEWEST = 2
"""A hand needs two players (poker.md §12.1)."""


def ready(table: Table) -> bool:
    """True when enough seats are present for a hand."""
    return sum(seat.present for seat in table.seats.values()) >= FEWEST


def tick(table: Table, now: Now, balance: Money) -> list[AnyEvent] | Refusal:
    """Let time pass: a decision times out, or the next hand falls due. Applies what it returns."""
    if table.paused:
        return Refusal(Code.PAUSED)
    if table.hand is not None and table.clock is not None:
        if now.table < table.clock.deadline:
            return Refusal(Code.NOT_DUE)
        act = poker.absent_act(table.hand, "time-out")
        return _follow(table, _played(table, act, "time-out"), now, balance)
    if table.due_hand is None and ready(table) and now.table >= table.rest_until:
        return _emit(table, [tr.HandDue(hand=HandId(table.last_hand + 1))])
    return Refusal(Code.NOT_DUE)


def open_shuffle(table: Table, command: tr.OpenShuffle) -> list[AnyEvent] | Refusal:
    """Bind the house to a seed before anybody's entropy or card is known. Applies what it returns."""
    if table.profile is None:
        return Refusal(Code.NO_PROFILE)
    if table.due_hand != command.hand or table.shuffle is not None:
        return Refusal(Code.NOT_DUE)
    commitment = cards.open_shuffle(table.profile.table, command.hand, command.seed)
    return _emit(
        table,
        [
            tr.ShuffleOpened(hand=command.hand, commitment=commitment),
            tr.SeedDrawn(hand=command.hand, seed=command.seed),
        ],
    )


def deal(table: Table, command: tr.Deal, now: Now, balance: Money) -> list[AnyEvent] | Refusal:
    """Fix the deck, publish its commitments, post the blinds and deal. Applies what it returns."""
    profile, shuffle = table.profile, table.shuffle
    if profile is None:
        return Refusal(Code.NO_PROFILE)
    if table.paused:
        return Refusal(Code.PAUSED)
    if shuffle is None or shuffle.hand != command.hand or not ready(table):
        return Refusal(Code.NOT_DUE)
    if command.test_deck and not profile.test_decks:
        return Refusal(Code.TEST_DECK_FORBIDDEN)
    if command.test_deck and sorted(command.test_deck) != sorted(full_deck()):
        return Refusal(Code.TEST_DECK_FORBIDDEN, {"reason": "not every card once"})
    prepared = cards.prepare(
        profile.table, command.hand, shuffle.seed, (), games.find_deck(profile.game), fixed=command.test_deck
    )
    committed = tr.CardsCommitted(
        hand=command.hand, root=prepared.root, leaves=prepared.leaves, prepared=bool(command.test_deck)
    )
    events: list[AnyEvent] = [committed]
    lineup = _line_up(table, events, shuffle.seed, command.hand)
    events += [tr.BlindMissed(seat=seat.seat, small=seat.small, big=seat.big) for seat in lineup.missed]
    positions = lineup.positions
    events.append(
        tr.ButtonMoved(
            hand=command.hand,
            button=positions.button,
            small_blind=positions.small_blind,
            big_blind=positions.big_blind,
        )
    )
    _emit(table, events)
    hand, dealt = poker.start(_hand_started(table, profile, command.hand, lineup), prepared.deck)
    table.hand = hand
    return events + _follow(table, dealt, now, balance)


def act(table: Table, command: hr.Act, now: Now, balance: Money) -> list[AnyEvent] | Refusal:
    """Carry out a player's choice. Applies what it returns; a refusal leaves the table as it was."""
    if table.hand is None:
        return Refusal(Code.NO_HAND)
    if table.paused:
        return Refusal(Code.PAUSED)
    events = poker.play(table.hand, command)
    return events if isinstance(events, Refusal) else _follow(table, events, now, balance)


def _line_up(table: Table, events: list[AnyEvent], seed: bytes, hand: HandId) -> Lineup:
    """Return who plays and where; the first hand's button is drawn by open cards (poker.md §5.4)."""
    if table.past is not None:
        seats = sorted(table.seats.values(), key=lambda seat: seat.seat)
        return next_lineup(seats, table.past, table.past_big_blind)
    present = tuple(sorted(seat.seat for seat in table.seats.values() if seat.present))
    drawn = tuple(
        tr.DrawnCard(seat=seat, card=card)
        for seat, card in zip(present, cards.draw_for_button(seed, hand, full_deck()), strict=False)
    )
    # A card's number grows with rank, then suit: the Bridge Rank Order.
    button = max(drawn, key=lambda draw: draw.card).seat
    events.append(tr.ButtonDrawn(cards=drawn, button=button))
    return first_lineup(present, button)


def _hand_started(table: Table, profile: Profile, hand: HandId, lineup: Lineup) -> hr.HandStarted:
    stakes, positions = profile.stakes, lineup.positions
    forced = [hr.ForcedBet(seat=seat, kind="ante", amount=stakes.ante) for seat in lineup.dealt if stakes.ante]
    if positions.small_blind is not None:
        forced.append(hr.ForcedBet(seat=positions.small_blind, kind="small-blind", amount=stakes.small_blind))
    forced.append(hr.ForcedBet(seat=positions.big_blind, kind="big-blind", amount=stakes.big_blind))
    return hr.HandStarted(
        hand=hand,
        game=profile.game,
        rule_set=profile.rule_set,
        stakes=stakes,
        rake_permille=profile.rake.permille,
        rake_cap=profile.rake.cap,
        button=positions.button,
        entrants=tuple(hr.Entrant(seat=seat, stack=table.seats[seat].stack) for seat in lineup.dealt),
        forced=tuple(forced),
        first_decision=DecisionId(table.last_decision + 1),
        rulings=games.digest(games.find_rule_set(profile.rule_set).rulings),
    )


def _played(table: Table, act: hr.Act, cause: hr.AutoCause) -> list[HandEvent]:
    """Return the events of an act that the table makes for a player; the hand offered it, so it cannot refuse."""
    events = Refusal(Code.NO_HAND) if table.hand is None else poker.play(table.hand, act, cause)
    if isinstance(events, Refusal):
        raise InvariantBreach("offer-holds", f"the hand refused an act it had offered: {events.code}")
    return events


def _follow(table: Table, played: list[HandEvent], now: Now, balance: Money) -> list[AnyEvent]:
    """Apply what the hand has played and what the table does about it, until a player must decide or the hand ends."""
    events: list[AnyEvent] = []
    while True:
        for event in played:
            evolve_own(table, event)
        events += played
        events += _emit(table, _absent(table, played))
        if table.hand is None:
            events += _emit(table, after_hand(table, balance))
            return events + _emit(table, _rest(table, now))
        events += _named(table.hand, played)
        decision = table.hand.decision
        if decision is None:
            raise InvariantBreach("hand-goes-on", "the hand neither ended nor offered a decision")
        if not table.seats[decision.seat].leave_code:
            return events + _emit(table, _clock(table, decision, now))
        played = _played(table, poker.absent_act(table.hand, "left"), "left")


def _absent(table: Table, played: list[HandEvent]) -> list[AnyEvent]:
    """Return the sitting-out of players whose clock ran out: they are not at the table (poker.md §9).

    Whoever lets a choice pass that he need not make is not absent for that.
    """
    return [
        tr.SatOut(seat=event.seat, cause="time-out")
        for event in played
        if isinstance(event, hr.Acted)
        and event.auto == "time-out"
        and event.kind not in ("runs", "show")
        and not table.seats[event.seat].sitting_out
    ]


def _rest(table: Table, now: Now) -> list[AnyEvent]:
    clocks = table.profile.clocks if table.profile else None
    return [tr.RestBegan(until=now.table + clocks.between_hands)] if clocks else []


def _named(hand: poker.Hand, played: list[HandEvent]) -> list[AnyEvent]:
    """Return, after new board cards, what every seat that is still in holds now, each for that seat alone."""
    if not any(isinstance(event, hr.BoardDealt | hr.UpCardsDealt | hr.HoleCardsDealt) for event in played):
        return []
    return [tr.HandNamed(seat=seat, name=name) for seat, name in poker.names(hand)]


def _clock(table: Table, decision: hr.DecisionOffered, now: Now) -> list[AnyEvent]:
    allowed = table.profile.clocks.decision if table.profile else 0
    return [
        tr.ClockStarted(seat=decision.seat, decision=decision.decision, deadline=now.table + allowed, allowed=allowed)
    ]


def _emit(table: Table, events: list[AnyEvent]) -> list[AnyEvent]:
    for event in events:
        evolve(table, event)
    return events


def due(table: Table) -> int | None:
    """Return the table time (ms) at which a `Tick` will change something, or None."""
    if table.paused:
        return None
    if table.hand is not None:
        return table.clock.deadline if table.clock else None
    return table.rest_until if table.due_hand is None and ready(table) else None


def wants(table: Table) -> list[tr.WantSeed | tr.WantDeal]:
    """Return what the table needs from its host to go on: entropy, then the deal."""
    if table.paused or table.due_hand is None or not ready(table):
        return []
    if table.shuffle is None:
        return [tr.WantSeed(hand=table.due_hand)]
    return [tr.WantDeal(hand=table.due_hand)]
