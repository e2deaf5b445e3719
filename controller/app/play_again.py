"""Recorded hands played again, act by act, with other cards in the places of those that nobody knows."""

from collections.abc import Mapping
from typing import Final

import msgspec

from cashier.invariant import InvariantBreach
from cashier.refusal import Refusal
from controller.app.recorded import ActWord, RecordedAct, RecordedDeal, RecordedHand
from controller.games import find_game, rulings_by
from controller.hand import Hand, claims, drops_due, play, rake_terms, split_terms, start, void
from controller.hand.settle import settle
from controller.vocab.hand_records import (
    Act,
    ActKind,
    DecisionOffered,
    Entrant,
    ForcedBet,
    HandStarted,
    HandVoided,
    PostKind,
)
from controller.vocab.ids import Chips, DecisionId, HandId, Seat
from controller.vocab.records import HandEvent
from evaluator_ext import Card

KINDS: Final[Mapping[ActWord, ActKind]] = {"f": "fold", "cbr": "raise", "pb": "bring-in", "sd": "discard"}
"""The kinds of the words that have only one."""


class Fault(msgspec.Struct, frozen=True):
    """Why a recorded hand cannot be played to its end."""

    sentence: str


class PlayedOut(msgspec.Struct, frozen=True):
    """What became of a recorded hand: its final stacks from the left of the button, and what happened on the way.

    `told` is what everyone saw, none of it invented; it is empty where hands of the showdown are not known.
    """

    stacks: tuple[Chips, ...]
    told: tuple[HandEvent, ...]


def play_again(recorded: RecordedHand) -> tuple[Chips, ...] | Fault:
    """The final stacks of a recorded hand, from the left of the button, or why there are none."""
    played = play_out(recorded)
    return played if isinstance(played, Fault) else played.stacks


def play_out(recorded: RecordedHand) -> PlayedOut | Fault:
    """Play a recorded hand act by act to its end, or say why that cannot be."""
    try:
        hand, events = start(_started(recorded), _deck(recorded))
    except InvariantBreach as breach:
        return Fault(f"cannot be dealt: {breach.sentence}")
    events += _answered(hand, recorded, 0)
    for place, act in enumerate(recorded.acts, 1):
        answer = _take(hand, act)
        if isinstance(answer, str):
            return Fault(f"act {place} ({_words(act)}): {answer}")
        events += answer
        events += _answered(hand, recorded, place)
    if recorded.void is not None and not hand.over:
        events += void(hand, HandVoided(hand=hand.number, cause=recorded.void, by=""))
        return PlayedOut(
            stacks=tuple(player.stack for player in hand.players.values()),
            told=tuple(event for event in events if event.audience == "everyone"),
        )
    if not hand.over:
        return Fault(f"ends with a decision open for p{hand.decision.seat if hand.decision else 0}")
    return _ended(hand, recorded, events)


def _answered(hand: Hand, recorded: RecordedHand, acts: int) -> list[HandEvent]:
    """Answer what records have no act for: how often the rest of the board is dealt, and who shows by choice.

    What a void hand asked after the last of its `acts` nobody has answered.
    """
    events: list[HandEvent] = []
    if recorded.void is not None and acts == len(recorded.acts):
        return events
    while hand.decision is not None and hand.decision.kind in ("runs", "show"):
        offer = hand.decision
        act = Act(offer.seat, offer.decision, "show")
        if offer.kind == "runs":
            act = Act(offer.seat, offer.decision, "runs", runs=min(recorded.runs, offer.most))
        answer = play(hand, act)
        if isinstance(answer, Refusal):
            raise InvariantBreach("offer-holds", f"the hand refused an answer it had offered: {answer.code}")
        events += answer
    return events


def _words(act: RecordedAct) -> str:
    return f"p{act.player} {act.word}" + (f" {act.to}" if act.word == "cbr" else "")


def _take(hand: Hand, act: RecordedAct) -> list[HandEvent] | str:
    """Play one act: what happened, or the reason why it cannot be."""
    decision = hand.decision
    if hand.over or decision is None:
        return "the hand is over before it"
    if decision.seat != act.player:
        return f"it is p{decision.seat}'s turn"
    to = act.to
    if act.word == "cbr" and to < decision.min_to and to == _reach_of_others(hand, act.player):
        # Some records write a raise that nobody can match as what the others can call: the rest would come back.
        to = decision.min_to
    cards = _gone(hand, act) if act.word == "sd" else ()
    command = Act(seat=act.player, decision=decision.decision, kind=_kind(act, decision), to=to, cards=cards)
    answer = play(hand, command)
    if not isinstance(answer, Refusal):
        return answer
    facts = "".join(f", {name} {value}" for name, value in answer.facts.items())
    return f"refused as {answer.code}{facts}"


def _reach_of_others(hand: Hand, player: int) -> Chips:
    return max(one.bet + one.stack for one in hand.players.values() if one.seat != player and hand.is_live(one.seat))


def _kind(act: RecordedAct, decision: DecisionOffered) -> ActKind:
    if act.word == "cc":
        return "bring-in" if decision.kind == "bring-in" else "call" if decision.call else "check"
    return KINDS[act.word]


def _gone(hand: Hand, act: RecordedAct) -> tuple[Card, ...]:
    """The cards a player throws away: those named that he holds here, others in the place of those nobody saw."""
    held = list(hand.players[act.player].cards)
    named = [card for card in act.gone if card in held]
    others = [card for card in held if card not in named]
    return (*named, *others[: len(act.gone) - len(named)])


def _started(recorded: RecordedHand) -> HandStarted:
    """The hand's beginning with players p1, p2, … in the seats 1, 2, …"""
    return HandStarted(
        hand=HandId(recorded.number),
        game=recorded.game,
        rule_set=recorded.rule_set,
        stakes=recorded.stakes,
        rake_permille=recorded.rake_permille,
        rake_cap=recorded.rake_cap,
        rake_step=recorded.rake_step,
        rake_by_pot=recorded.rake_by_pot,
        drops=recorded.drops,
        button=len(recorded.stacks),
        entrants=tuple(Entrant(seat=seat, stack=stack) for seat, stack in enumerate(recorded.stacks, 1)),
        forced=recorded.forced or _forced(recorded),
        first_decision=DecisionId(1),
        bomb_pot=recorded.bomb_pot,
        absent=recorded.absent,
        overrides=recorded.overrides,
    )


def _forced(recorded: RecordedHand) -> tuple[ForcedBet, ...]:
    ante: PostKind = "big-blind-ante" if recorded.antes_are_dead else "ante"
    forced = [ForcedBet(seat=seat, kind=ante, amount=owed) for seat, owed in enumerate(recorded.antes, 1) if owed]
    order = (2, 1) if len(recorded.stacks) == 2 else tuple(range(1, len(recorded.stacks) + 1))
    blinds = [recorded.blinds[seat - 1] for seat in order]
    for place, (seat, owed) in enumerate(zip(order, blinds, strict=True)):
        if owed:
            # A first blind with none after it is the big one: nobody was there to post the small one.
            alone = place == 0 and not blinds[1] and owed >= recorded.stakes.big_blind
            forced.append(ForcedBet(seat=seat, kind=_blind(1 if alone else place, owed), amount=abs(owed)))
    return tuple(forced)


def _blind(place: int, amount: Chips) -> PostKind:
    """PHH has no names for posts: the small blind, the big blind and straddles follow each other; late ones are < 0."""
    if amount < 0:
        return "late-post"
    return ("small-blind", "big-blind")[place] if place < 2 else "straddle"


def _deck(recorded: RecordedHand) -> tuple[Card, ...]:
    """A deck that deals what the record knows, in its order; other cards take the places of those nobody saw."""
    game, burns = find_game(recorded.game), rulings_by(recorded.rule_set, recorded.overrides).burn_cards
    players, size = len(recorded.stacks), game.streets[0].hole + game.streets[0].up
    dealt = {card for deal in recorded.deals for card in deal.cards}
    held = {card for hole in recorded.holes for card in hole} - dealt
    draws = any(street.draw for street in game.streets)
    # Nobody knows when a card of a draw came that is shown at the end, so it stands in for others only as the last.
    spare = [*(sorted(held) if draws else ()), *[card for card in game.deck if card not in dealt | held]]
    shown = [] if draws else [list(hole) for hole in recorded.holes]
    # In stud, what came last had been burnt before if the deck ran short.
    last = [card for deal in recorded.deals[::-1] if not deal.player for card in deal.cards if card is not None]
    late = [] if draws or game.streets[-1].board else [*last, *[hole[-1] for hole in recorded.holes if hole]]
    for deal in recorded.deals:
        for card in deal.cards:
            if deal.player and shown and card in shown[deal.player - 1]:
                shown[deal.player - 1].remove(card)

    def named(deal: RecordedDeal) -> list[Card]:
        """The cards of a deal; for those nobody saw, what the player shows later, or spare ones while there are any."""
        later = shown[deal.player - 1] if deal.player and shown else []
        cards = [later.pop(0) if card is None and later else card for card in deal.cards]
        return [spare.pop() if card is None else card for card in cards if card is not None or spare]

    openings = {deal.player: deal for deal in reversed(recorded.deals) if deal.player}
    holes = {player: named(deal) for player, deal in sorted(openings.items())}
    unnamed = RecordedDeal(player=0, cards=(None,) * size, begins=False)
    first = [holes.get(player) or named(unnamed) for player in range(1, players + 1)]
    deck = [cards[place] for place in range(size) for cards in first]
    for deal in recorded.deals:
        if openings.get(deal.player) is deal:
            continue
        if deal.begins and burns and (spare or late):
            deck.append(spare.pop() if spare else late.pop(0))
        deck += named(deal)
    # What was shuffled under a deck that ran short has been in it before.
    deck = list(dict.fromkeys(deck))
    return (*deck, *[card for card in game.deck if card not in set(deck)])


def _ended(hand: Hand, recorded: RecordedHand, events: list[HandEvent]) -> PlayedOut | Fault:
    """The stacks at the end. Whoever reached the showdown and was never seen there has given up."""
    live = [seat for seat in hand.players if hand.is_live(seat)]
    told = tuple(event for event in events if event.audience == "everyone")
    stacks = tuple(player.stack for player in hand.players.values())
    if len(live) == 1:
        return PlayedOut(stacks=stacks, told=told)
    board = [card for deal in recorded.deals if not deal.player for card in deal.cards if card is not None]
    if len(board) < len(hand.board):
        return Fault(f"reaches the showdown with {len(board)} of {len(hand.board)} board cards")
    own = all(set(recorded.holes[seat - 1]) == set(hand.players[seat].cards) for seat in live)
    if own and set(hand.board) <= set(board):
        return PlayedOut(stacks=stacks, told=told)
    if not any(street.board for street in hand.game.streets):
        # A card for everyone in stud comes from what was shuffled under the deck, here in another order.
        hand.boards = (tuple(board),)
    settled = _settled(hand, recorded, live)
    return settled if isinstance(settled, Fault) else PlayedOut(stacks=settled, told=())


def _settled(hand: Hand, recorded: RecordedHand, live: list[Seat]) -> tuple[Chips, ...] | Fault:
    """The stacks by the hands that the record knows at the showdown."""
    unseen = [seat for seat in live if not recorded.holes[seat - 1]]
    for seat in live:
        hand.players[seat].cards = recorded.holes[seat - 1]
    seen = claims(hand, [seat for seat in live if seat not in unseen])
    if any(not seen[0].ranks.keys() & set(pot.seats) for pot in hand.pots):
        return Fault("does not say who won: no hand of a pot is known")
    ends = {seat: recorded.stacks[seat - 1] - player.paid - player.dead for seat, player in hand.players.items()}
    for award in settle(hand.contributions(), seen, split_terms(hand), rake_terms(hand), drops_due(hand)).awards:
        ends[award.seat] += award.amount
    return tuple(ends.values())
