"""From the rest between hands to the end of a hand: shuffle, deal, acts (poker.md §3-5, §9)."""

from cashier.invariant import InvariantBreach
from cashier.money import Money
from cashier.refusal import Code, Refusal
from controller import games, jackpots
from controller import hand as poker
from controller import shuffle as cards
from controller.table import clocks, closing, mixing, seating
from controller.table.evolve import evolve, evolve_own
from controller.table.lineup import betting_button, draw_button, forced_bets, is_bomb_pot, line_up, ready
from controller.table.positions import Lineup
from controller.table.questions import straddlers
from controller.table.state import Table
from controller.table.turns import game_of, rules_of
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab import table_records as tr
from controller.vocab.gaming_day import gaming_day
from controller.vocab.ids import DecisionId, HandId, Now, clockwise
from controller.vocab.profile import Profile, digest
from controller.vocab.records import AnyEvent, HandEvent


def open_shuffle(table: Table, command: tr.OpenShuffle, now: Now) -> list[AnyEvent] | Refusal:
    """Bind the house to a seed before anybody's number or card is known. Applies what it returns."""
    if table.profile is None:
        return Refusal(Code.NO_PROFILE)
    if table.due_hand != command.hand or table.shuffle is not None or table.asked is not None:
        return Refusal(Code.NOT_DUE)
    commitment = cards.open_shuffle(table.profile.table, command.hand, command.seed)
    events: list[AnyEvent] = [
        tr.ShuffleOpened(hand=command.hand, commitment=commitment, bound=mixing.bound_seats(table)),
        tr.SeedDrawn(hand=command.hand, seed=command.seed),
    ]
    if table.profile.auditor:
        sealed = cards.seal_for_auditor(bytes.fromhex(table.profile.auditor), command.seed)
        events.append(tr.SeedForAuditor(hand=command.hand, sealed=sealed))
    return emit(table, events) + emit(table, mixing.begin(table, table.profile, now))


def deal(table: Table, command: tr.Deal, now: Now, balance: Money) -> list[AnyEvent] | Refusal:
    """Fix the deck, publish its commitments, post what is owed and deal. Applies what it returns."""
    profile, shuffle = table.profile, table.shuffle
    if profile is None:
        return Refusal(Code.NO_PROFILE)
    if table.paused:
        return Refusal(Code.PAUSED)
    if shuffle is None or (shuffle.hand, shuffle.stage) != (command.hand, "ready") or not ready(table):
        return Refusal(Code.NOT_DUE)
    deck = game_of(table, profile).deck
    if command.test_deck and not profile.test_decks:
        return Refusal(Code.TEST_DECK_FORBIDDEN)
    if command.test_deck and sorted(command.test_deck) != sorted(deck):
        return Refusal(Code.TEST_DECK_FORBIDDEN, {"reason": "not every card once"})
    inputs = mixing.inputs_of(shuffle)
    prepared = cards.prepare(profile.table, command.hand, shuffle.seed, inputs, deck, fixed=command.test_deck)
    committed = tr.CardsCommitted(
        hand=command.hand, root=prepared.root, leaves=prepared.leaves, prepared=bool(command.test_deck)
    )
    events: list[AnyEvent] = [committed]
    if table.past is None:
        drawn = draw_button(table, profile, shuffle, inputs)
        events.append(drawn)
        lineup = line_up(table, profile, drawn.button)
    else:
        lineup = line_up(table, profile)
    started = _hand_started(table, profile, command.hand, lineup, now)
    emit(table, events + (placed := _placed(table, profile, command.hand, lineup)))
    hand, dealt = poker.start(started, prepared.deck)
    table.hand = hand
    return events + placed + follow(table, dealt, now, balance)


def act(table: Table, command: hr.Act, now: Now, balance: Money) -> list[AnyEvent] | Refusal:
    """Carry out a player's choice. Applies what it returns; a refusal leaves the table as it was."""
    if table.hand is None or table.profile is None:
        return Refusal(Code.NO_HAND)
    if table.paused:
        return Refusal(Code.PAUSED)
    spent = clocks.bank_spent(table, table.profile, now)
    events = poker.play(table.hand, command)
    if isinstance(events, Refusal):
        return events
    return emit(table, spent) + follow(table, events, now, balance)


def _placed(table: Table, profile: Profile, hand: HandId, lineup: Lineup) -> list[AnyEvent]:
    """What is told of the line-up before the cards: missed blinds, who rests, button and blinds."""
    events: list[AnyEvent] = [
        tr.BlindMissed(seat=missed.seat, small=missed.small, big=missed.big, owner=missed.owner)
        for missed in lineup.missed
    ]
    events += [tr.SatOutInTurn(seat=seat, hand=hand) for seat in lineup.resting]
    positions = lineup.positions
    moved = tr.ButtonMoved(
        hand=hand,
        button=positions.button,
        small_blind=positions.small_blind,
        big_blind=positions.big_blind,
        anew=lineup.anew,
        betting_button=betting_button(table, profile, lineup),
    )
    return [*events, moved]


def _hand_started(table: Table, profile: Profile, hand: HandId, lineup: Lineup, now: Now) -> hr.HandStarted:
    game = game_of(table, profile)
    stakes = profile.stakes_of(game.id)
    players = len(lineup.dealt)
    rake = profile.rake.of_players(players)
    by_the_hour = table.jackpots.hour_until > now.table
    straddler = table.agreed.straddler
    straddler = lineup.straddling or (straddler if straddler in straddlers(table, profile, lineup) else 0)
    return hr.HandStarted(
        hand=hand,
        game=game.id,
        rule_set=profile.rule_set,
        stakes=stakes,
        rake_permille=rake.permille,
        rake_cap=rake.cap,
        button=lineup.positions.button,
        entrants=tuple(hr.Entrant(seat=seat, stack=table.seats[seat].stack) for seat in lineup.dealt),
        forced=forced_bets(table, profile, lineup, stakes, straddler),
        first_decision=DecisionId(table.last_decision + 1),
        rulings=games.digest(games.rulings_by(profile.rule_set, profile.rulings)),
        bomb_pot=is_bomb_pot(table),
        betting_button=betting_button(table, profile, lineup) or 0,
        overrides=games.hand_overrides(profile.rulings),
        profile=digest(profile),
        rake_step=rake.step,
        rake_by_pot=rake.by_pot,
        drops=jackpots.drops_for(profile.jackpots, game.id, players, by_the_hour=by_the_hour),
    )


def play_for(table: Table, act: hr.Act, cause: hr.AutoCause) -> list[HandEvent]:
    """Return the events of an act that the table makes for a player; the hand offered it, so it cannot refuse."""
    events = Refusal(Code.NO_HAND) if table.hand is None else poker.play(table.hand, act, cause)
    if isinstance(events, Refusal):
        raise InvariantBreach("offer-holds", f"the hand refused an act it had offered: {events.code}")
    return events


def follow(table: Table, played: list[HandEvent], now: Now, balance: Money) -> list[AnyEvent]:
    """Apply what the hand has played and what the table does about it, until a player must decide or the hand ends."""
    profile = table.profile
    if profile is None:
        raise InvariantBreach("hand-goes-on", "a hand is played at a table without a profile")
    events: list[AnyEvent] = []
    hand = table.hand
    while True:
        for event in played:
            evolve_own(table, event)
        events += played
        events += emit(table, _absent(table, profile, played, now))
        if table.hand is None:
            return events + emit(table, _jackpots(table, profile, hand, now)) + hand_over(table, profile, now, balance)
        events += _named(table.hand, played)
        decision = table.hand.decision
        if decision is None:
            raise InvariantBreach("hand-goes-on", "the hand neither ended nor offered a decision")
        seat = table.seats[decision.seat]
        if seat.leave_code:
            played = play_for(table, poker.absent_act(table.hand, "left"), "left")
        elif seat.absent:
            # Nobody waits for a player who has let his clock run out once in this hand.
            played = play_for(table, clocks.time_out_act(table, profile), "absent")
        else:
            return events + emit(table, clocks.start_clock(profile, decision, now))


def _absent(table: Table, profile: Profile, played: list[HandEvent], now: Now) -> list[AnyEvent]:
    """Return the sitting-out of players whose clock ran out too often: they are not at the table (poker.md §9).

    Whoever lets a choice pass that he need not make is not absent for that.
    """
    most = rules_of(profile).time_outs
    return [
        tr.SatOut(seat=event.seat, cause="time-out", at=now.table)
        for event in played
        if isinstance(event, hr.Acted)
        and event.auto == "time-out"
        and event.kind not in ("runs", "show")
        and table.seats[event.seat].time_outs >= most
        and not table.seats[event.seat].sitting_out
    ]


def _jackpots(table: Table, profile: Profile, hand: poker.Hand | None, now: Now) -> list[AnyEvent]:
    """What the hand that has just ended means for the jackpots; a hit locks the table (R-JPT-4)."""
    if hand is None or not profile.jackpots.feeds:
        return []
    names = {seat.seat: seat.name for seat in table.seats.values()}
    day = gaming_day(profile.gaming_day, now.wall)
    found: list[AnyEvent] = [*jackpots.after_hand(table.jackpots, hand, profile.jackpots, names, day, now)]
    hit = any(isinstance(event, jr.BadBeatHit) for event in found)
    return [*found, tr.TablePaused(by="", cause="jackpot")] if hit else found


def hand_over(table: Table, profile: Profile, now: Now, balance: Money) -> list[AnyEvent]:
    """What follows a hand's end at the table, up to the rest before the next. Applies what it returns."""
    events = emit(table, _button_won(table, profile))
    events += emit(table, seating.after_hand(table, now, balance))
    events += emit(table, closing.after_hand(table))
    return events + emit(table, [tr.RestBegan(until=now.table + profile.clocks.between_hands)])


def _button_won(table: Table, profile: Profile) -> list[AnyEvent]:
    """The winner of the hand gets the button; of several the next clockwise from where it was (poker.md §6)."""
    if profile.win_the_button == "off" or not table.winners:
        return []
    was = table.betting_button or (table.past.button if table.past else 0)
    won = clockwise(table.winners, was)[0]
    return [] if won == table.betting_button else [tr.ButtonWon(seat=won)]


def _named(hand: poker.Hand, played: list[HandEvent]) -> list[AnyEvent]:
    """Return, after new board cards, what every seat that is still in holds now, each for that seat alone."""
    if not any(isinstance(event, hr.BoardDealt | hr.UpCardsDealt | hr.HoleCardsDealt) for event in played):
        return []
    return [tr.HandNamed(seat=seat, name=name) for seat, name in poker.names(hand)]


def emit(table: Table, events: list[AnyEvent]) -> list[AnyEvent]:
    """Apply events and return them."""
    for event in events:
        evolve(table, event)
    return events
