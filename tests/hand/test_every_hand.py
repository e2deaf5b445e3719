"""What holds in every hand, whatever is dealt and whatever the players do."""

from typing import get_args

import msgspec
import pytest
from hypothesis import given

from cashier.invariant import InvariantBreach
from cashier.refusal import Code, Refusal
from controller.hand import (
    Hand,
    claims,
    decide,
    decode_hook,
    drops_due,
    encode_hook,
    evolve,
    play,
    rake_terms,
    split_terms,
    start,
)
from controller.hand.settle import Claim, settle
from controller.hand.state import APPLY
from controller.vocab import hand_records as hr
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from controller.vocab.records import HandEvent
from tests.hand.random_hands import BETTING, choices, chosen, deals, played


def test_every_event_of_a_hand_has_its_function():
    assert set(APPLY) | {hr.HandStarted} == set(get_args(HandEvent))


@given(deals(), choices)
def test_chips_are_conserved_and_no_stack_is_negative_after_every_event(deal, numbers):
    _, events = played(deal, numbers)
    hand = Hand.from_started(deal[0])
    whole = sum(entrant.stack for entrant in deal[0].entrants)
    for event in events[1:]:
        evolve(hand, event)
        assert sum(player.stack for player in hand.players.values()) + hand.pot + hand.rake + hand.dropped == whole
        assert min(min(player.stack, player.bet) for player in hand.players.values()) >= 0
        assert all(chips % deal[0].stakes.unit == 0 for chips in (hand.pot, hand.rake, hand.dropped))


@given(deals(), choices)
def test_the_fold_of_the_events_is_the_live_state_in_every_slot(deal, numbers):
    hand, events = start(*deal)
    folded = Hand.from_started(deal[0])
    new = events[1:]
    for number in numbers:
        for event in new:
            evolve(folded, event)
        assert folded == hand
        if hand.over:
            break
        new = play(hand, chosen(hand, number))


@given(deals(), choices)
def test_what_an_event_says_of_a_seat_is_what_the_state_then_holds(deal, numbers):
    _, events = played(deal, numbers)
    hand = Hand.from_started(deal[0])
    for event in events[1:]:
        evolve(hand, event)
        if isinstance(event, hr.Posted | hr.Acted | hr.UncalledReturned | hr.PotAwarded):
            assert event.stack == hand.players[event.seat].stack
        if isinstance(event, hr.Acted):
            assert event.to == hand.players[event.seat].bet
        if isinstance(event, hr.DecisionOffered):
            assert (event.bet, event.pot) == (hand.players[event.seat].bet, hand.pot)
        if isinstance(event, hr.StreetClosed):
            assert sum(pot.amount for pot in event.pots) == hand.pot


@given(deals(), choices)
def test_every_offered_act_is_taken_and_everything_just_outside_is_refused(deal, numbers):
    played(deal, numbers, look_around)


def look_around(hand):
    """Try all that stands on and beyond the edge of a decision; the hand must not notice."""
    before = hand.copy()
    offer = hand.decision
    unit = hand.started.stakes.unit

    def answer(kind, to=0, seat=offer.seat, decision=offer.decision, cards=(), runs=0):
        act = hr.Act(seat=seat, decision=decision, kind=kind, to=to, cards=cards, runs=runs)
        got = decide(hand, act)
        refused_in_place = play(hand, act) if refused(got) else got
        assert refused_in_place == got
        assert hand == before
        return got.code if refused(got) else None

    if offer.kind in ("discard", "show"):
        held = hand.players[offer.seat].cards
        for count in range(len(held) + 1):
            fits = offer.least <= count <= offer.most
            assert answer(offer.kind, cards=held[:count]) is (None if fits else Code.CARDS_UNUSABLE)
        strange = tuple(card for card in hand.deck if card not in held)[: max(offer.most, 1)]
        assert answer(offer.kind, cards=strange) is Code.CARDS_UNUSABLE
        assert answer(offer.kind, cards=held[:1] * 2) is Code.CARDS_UNUSABLE
        assert answer("check") is answer("call") is answer("raise", offer.bet + unit) is Code.NOT_OFFERED
    elif offer.kind == "arrange":
        held = hand.players[offer.seat].cards
        assert answer("arrange", cards=held) is answer("arrange", cards=held[::-1]) is answer("fold") is None
        assert answer("arrange", cards=held[1:]) is answer("arrange", cards=held[1:] * 2) is Code.CARDS_UNUSABLE
        assert answer("arrange", cards=(*held[1:], held[1])) is Code.CARDS_UNUSABLE
        assert answer("surrender") is (None if offer.surrender else Code.NOT_OFFERED)
        assert answer("check") is answer("discard") is answer("raise") is Code.NOT_OFFERED
    elif offer.kind == "runs":
        assert answer("runs", runs=0) is answer("runs", runs=offer.most + 1) is Code.RUNS_UNUSABLE
        assert answer("runs", runs=1) is answer("runs", runs=offer.most) is None
        assert answer("check") is answer("call") is answer("discard") is Code.NOT_OFFERED
    elif offer.kind == "bring-in":
        assert answer("bring-in") is None
        assert answer("check") is answer("call") is answer("discard") is Code.NOT_OFFERED
    else:
        assert answer("check") is (Code.CANNOT_CHECK if offer.call else None)
        assert answer("call") is (None if offer.call else Code.NOTHING_TO_CALL)
        assert answer("discard") is answer("bring-in") is Code.NOT_OFFERED
    assert answer("fold") is (None if offer.kind in ("bet", "arrange") else Code.NOT_OFFERED)
    assert answer("fold", decision=DecisionId(offer.decision - 1)) is Code.STALE_DECISION
    assert answer("fold", seat=offer.seat % 10 + 1) is Code.NOT_YOUR_TURN
    if offer.kind in ("discard", "runs", "show", "arrange"):
        return
    if not offer.max_to:
        assert answer("raise", offer.bet + unit) is Code.CANNOT_RAISE
        return
    assert answer("raise", offer.min_to) is None
    assert answer("raise", offer.max_to) is None
    assert answer("raise", offer.min_to - unit) is Code.BELOW_MINIMUM
    assert answer("raise", offer.max_to + unit) is Code.ABOVE_MAXIMUM
    if (unit > 1 or offer.step > 1) and offer.min_to < offer.max_to:
        assert answer("raise", offer.min_to + 1) is Code.NOT_IN_CHIP_UNITS


def refused(answer):
    return isinstance(answer, Refusal)


@given(deals(BETTING), choices)
def test_the_hand_ends_as_its_contributions_settle_in_one_go(deal, numbers):
    hand, _ = played(deal, numbers)
    live = [seat for seat in hand.players if hand.is_live(seat)]
    parts = claims(hand) if len(live) > 1 else [Claim({live[0]: 1})]
    done = settle(hand.contributions(), parts, split_terms(hand), rake_terms(hand), drops_due(hand))
    ends = {one.seat: one.stack - hand.players[one.seat].paid - hand.players[one.seat].dead for one in deal[0].entrants}
    for award in done.awards:
        ends[award.seat] += award.amount
    assert ends == {seat: player.stack for seat, player in hand.players.items()}
    assert (done.pots, sum(done.rake), sum(done.drops)) == (hand.pots, hand.rake, hand.dropped)


@given(deals(), choices)
def test_only_players_with_chips_and_a_hand_are_asked(deal, numbers):
    def look(hand):
        player = hand.players[hand.decision.seat]
        assert hand.is_live(player.seat)
        bets = hand.decision.kind in ("bet", "bring-in")
        assert player.stack > 0 or not bets or player.seat in hand.started.absent
        assert 0 <= hand.decision.call <= player.stack
        assert hand.decision.min_to <= hand.decision.max_to <= player.bet + player.stack
        if hand.game.structure == "no-limit" and hand.rulings.over_raise == "accept-and-return":
            assert hand.decision.max_to in (0, player.bet + player.stack)

    hand, _ = played(deal, numbers, look)
    late = hr.Act(seat=1, decision=hand.next_decision, kind="fold")
    assert play(hand, late) == Refusal(Code.NO_HAND)


@given(deals(BETTING), choices)
def test_a_street_begins_with_everyone_who_is_in_and_has_chips(deal, numbers):
    _, events = played(deal, numbers)
    hand = Hand.from_started(deal[0])
    for event in events[1:]:
        evolve(hand, event)
        if isinstance(event, hr.StreetBegan):
            able = [seat for seat, player in hand.players.items() if hand.is_live(seat) and player.stack]
            assert hand.able == sum(1 << seat for seat in able)
            assert hand.may_raise == (0 if deal[0].bomb_pot and event.street == 0 else hand.able)
            extra = [seat for seat in hand.players if (hand.to_act ^ hand.may_raise) >> seat & 1]
            assert not extra or (event.street == 0 and set(extra) <= set(deal[0].absent))


@given(deals(), choices)
def test_a_closed_street_leaves_equal_bets_or_all_ins(deal, numbers):
    _, events = played(deal, numbers)
    hand = Hand.from_started(deal[0])
    for event in events[1:]:
        evolve(hand, event)
        if isinstance(event, hr.StreetClosed):
            live = [player for player in hand.players.values() if hand.is_live(player.seat)]
            most = max(player.paid for player in live)
            assert all(player.paid == most or player.stack == 0 for player in live)


@given(deals(), choices)
def test_every_card_is_in_one_place_after_every_event_and_the_deck_is_used_in_order(deal, numbers):
    hand, events = played(deal, numbers)
    whole = sorted(deal[1])
    folded = Hand.from_started(deal[0])
    told = {seat: [] for seat in folded.players}
    for event in events[1:]:
        evolve(folded, event)
        if isinstance(event, hr.HoleCardsDealt | hr.UpCardsDealt):
            told[event.seat] += event.cards
        if isinstance(event, hr.CardsDiscarded):
            told[event.seat] = [card for card in told[event.seat] if card not in event.cards]
        if isinstance(event, hr.DecisionOffered | hr.StreetClosed | hr.HandEnded):
            held = [card for player in folded.players.values() for card in player.cards]
            first, again = folded.boards[: folded.game.boards], folded.boards[folded.game.boards :]
            middle = [card for board in first for card in board]
            middle += {card for board in again for card in board} - set(middle)
            away = [*folded.burnt, *folded.discards, *folded.fresh_discards]
            assert sorted([*held, *middle, *away, *folded.deck[folded.dealt :]]) == whole
        if isinstance(event, hr.HandShown):
            assert sorted(told[event.seat]) == sorted(event.cards)
    assert folded == hand


@given(deals(), choices)
def test_a_mucked_hand_wins_nothing_and_is_seen_in_no_public_event(deal, numbers):
    hand, events = played(deal, numbers)
    mucked = {event.seat for event in events if isinstance(event, hr.HandMucked)}
    won = {event.seat for event in events if isinstance(event, hr.PotAwarded)}
    assert not mucked & won
    if any(isinstance(event, hr.HandShown) for event in events):
        assert won <= {event.seat for event in events if isinstance(event, hr.HandShown)}
    public = [event for event in events if event.audience == "everyone"]
    seen = {card for event in public for card in getattr(event, "cards", ())}
    gone = [hand.players[seat] for seat in mucked]
    unseen = {card for player in gone for card in player.cards if card not in (*player.up, *player.showed)}
    assert not seen & unseen


@given(deals(), choices)
def test_a_snapshot_is_the_encoding_of_the_state(deal, numbers):
    def look(hand):
        written = msgspec.msgpack.encode(hand, enc_hook=encode_hook)
        assert msgspec.msgpack.decode(written, type=Hand, dec_hook=decode_hook) == hand

    played(deal, numbers, look)


@given(deals(), choices)
def test_a_copy_is_independent(deal, numbers):
    hand, _ = start(*deal)
    before = hand.copy()
    twin = hand.copy()
    while not twin.over:
        play(twin, chosen(twin, numbers[0]))
    assert hand == before


# -- planted breaches ---------------------------------------------------------------------------------------------


def heads_up(*stacks, antes=()):
    """Two stacks, of 1,000 unless given, with blinds of 50 and 100; seat 2 has the button."""
    started = hr.HandStarted(
        hand=HandId(1),
        game=GameId("holdem-nl"),
        rule_set=RuleSetId("ray"),
        stakes=Stakes(small_blind=50, big_blind=100, ante=0, unit=1),
        rake_permille=0,
        rake_cap=0,
        button=2,
        entrants=tuple(hr.Entrant(seat, stack) for seat, stack in enumerate(stacks or (1000, 1000), 1)),
        forced=(*antes, hr.ForcedBet(2, "small-blind", 50), hr.ForcedBet(1, "big-blind", 100)),
        first_decision=DecisionId(100),
    )
    return start(started, tuple(range(52)))


def test_an_unmatched_ante_goes_back_and_leaves_no_bet_below_zero():
    antes = (hr.ForcedBet(1, "ante", 10), hr.ForcedBet(2, "ante", 10))
    _, events = heads_up(7, 1000, antes=antes)
    hand = Hand.from_started(events[0])
    bets = []
    for event in events[1:]:
        evolve(hand, event)
        if isinstance(event, hr.UncalledReturned):
            bets.append((event.seat, event.amount, hand.players[event.seat].bet))
    assert bets == [(2, 53, 0)]


def test_a_chip_that_appears_is_noticed_at_the_next_event():
    hand = heads_up()[0]
    hand.players[1].stack += 1
    with pytest.raises(InvariantBreach, match="chips-conserved"):
        evolve(hand, hr.HoleCardsCounted(seat=1, count=2))


@pytest.mark.parametrize(("seat", "decision"), [(2, 99), (2, 101), (1, 100)])
def test_an_act_that_answers_no_open_offer_is_noticed(seat, decision):
    hand = heads_up()[0]
    with pytest.raises(InvariantBreach, match="act-answers-offer"):
        evolve(hand, hr.Acted(seat=seat, decision=DecisionId(decision), kind="fold", to=0, added=0, stack=950))


def test_an_act_counts_once():
    hand, _ = heads_up()
    act = hr.Act(seat=2, decision=DecisionId(100), kind="call")
    again = play(hand, act)
    assert not isinstance(again, Refusal)
    with pytest.raises(InvariantBreach, match="act-answers-offer"):
        evolve(hand, again[0])
    assert play(hand, act) == Refusal(Code.NOT_YOUR_TURN, {"seat": 1})


def test_a_card_out_of_order_is_noticed():
    hand = heads_up()[0]
    with pytest.raises(InvariantBreach, match="deck-in-order"):
        evolve(hand, hr.BoardDealt(street=1, cards=hand.deck[5:8]))


def test_more_than_a_stack_is_noticed():
    hand = heads_up()[0]
    with pytest.raises(InvariantBreach, match="stack-covers"):
        evolve(hand, hr.Acted(seat=2, decision=DecisionId(100), kind="raise", to=5000, added=4950, stack=0))


def test_more_than_the_pot_is_noticed():
    hand = heads_up()[0]
    with pytest.raises(InvariantBreach, match="pot-covers"):
        evolve(hand, hr.PotAwarded(pot=0, seat=1, amount=151, stack=1051, cause="folds"))
    with pytest.raises(InvariantBreach, match="pot-covers"):
        evolve(hand, hr.RakeTaken(amount=151))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"entrants": (hr.Entrant(1, 1000),)}, "2 to 10 players, not 1"),
        ({"button": 1}, "clockwise"),
        ({"entrants": (hr.Entrant(1, 1000), hr.Entrant(2, 0))}, "0 is no positive multiple"),
        ({"stakes": Stakes(50, 100, 0, 25), "entrants": (hr.Entrant(1, 1000), hr.Entrant(2, 1010))}, "chip unit 25"),
        ({"forced": (hr.ForcedBet(3, "big-blind", 100),)}, "owes a bet"),
        ({"forced": (hr.ForcedBet(1, "big-blind", -100),)}, "-100 is no positive multiple"),
        ({"absent": (3,)}, "said to be absent"),
        ({"bomb_pot": True}, "a bomb pot has antes and no blinds"),
        ({"stakes": Stakes(50, 100, 0, 0)}, "the chip unit is 0"),
        ({"stakes": Stakes(50, 100, 0, 25, bring_in=30)}, "stakes' bring_in of 30 is no multiple of the chip unit 25"),
        ({"stakes": Stakes(50, 100, 0, 25, small_bet=-25)}, "stakes' small_bet of -25"),
    ],
)
def test_a_hand_that_cannot_be_played_is_not_started(change, sentence):
    good, _ = heads_up()
    with pytest.raises(InvariantBreach, match=f"hand-startable.*{sentence}"):
        start(msgspec.structs.replace(good.started, **change), good.deck)


def test_a_deck_with_a_card_twice_is_not_dealt():
    good, _ = heads_up()
    with pytest.raises(InvariantBreach, match="every card"):
        start(good.started, (good.deck[1], *good.deck[1:]))
