"""No-limit hold'em hands from online rooms: every act is offered as it was made, and the money ends where it did.

The recorded fee is left out of the replay: without it the winners get as much more as the room took.
"""

import json

from cashier.refusal import Refusal
from controller.hand import claims, play, split_terms, start
from controller.hand.settle import Claim, settle
from controller.vocab.hand_records import Act, Entrant, ForcedBet, HandStarted, UncalledReturned
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from evaluator_ext.cards import full_deck, parse_cards

KINDS = {
    "sb": "small-blind",
    "bb": "big-blind",
    "ante": "ante",
    "post": "late-post",
    "dead": "dead-small-blind",
    "straddle": "straddle",
}


CARD_TWICE = "PokerStars-109687480274"
"""The five of diamonds is on the board and in a hand."""


def is_holdem(row):
    return (
        row["id"] != CARD_TWICE
        and row["game"] == "holdem"
        and row["limit"] == "nl"
        and "run-it-twice" not in row["tags"]
    )


def holdem_hands(path):
    with path.open(encoding="utf-8") as lines:
        return [row for row in map(json.loads, lines) if is_holdem(row)]


def told(row, kind):
    return [event for event in row["events"] if event[0] == kind]


def forced_bets(row):
    """What was owed: a blind that took a whole stack was short, or not even posted after the ante."""
    stacks = dict(row["seats"])
    bets = []
    for _, seat, kind, amount in told(row, "post"):
        stacks[seat] -= amount
        if kind == "sb+bb":
            big = max(post[3] for post in told(row, "post") if post[2] == "bb")
            bets += [(seat, "late-post", big), (seat, "dead-small-blind", amount - big)]
        elif kind == "bb" and stacks[seat] == 0 and row["stakes"]:
            bets.append((seat, KINDS[kind], max(amount, row["stakes"][1])))
        else:
            bets.append((seat, KINDS[kind], amount))
    broke = [seat for seat, stack in stacks.items() if stack == 0]
    if broke and not any(kind == "big-blind" for _, kind, _ in bets):
        bets.append((broke[0], "big-blind", row["stakes"][1]))
    return tuple(ForcedBet(seat, kind, amount) for seat, kind, amount in bets)


def begun(row):
    """The hand at its start; its deck deals the known cards."""
    forced = forced_bets(row)
    order = sorted((seat for seat, _ in row["seats"]), key=lambda seat: (seat - row["button"] - 1) % 10)
    big = max([post.amount for post in forced if post.kind == "big-blind"], default=(row["stakes"] or [0, 0])[1])
    started = HandStarted(
        hand=HandId(1),
        game=GameId("holdem-nl"),
        rule_set=RuleSetId("ray"),
        stakes=Stakes(small_blind=big // 2, big_blind=big, ante=0, unit=1),
        rake_permille=0,
        rake_cap=0,
        button=row["button"],
        entrants=tuple(Entrant(seat, dict(row["seats"])[seat]) for seat in order),
        forced=forced,
        first_decision=DecisionId(1),
    )
    known = {int(seat): parse_cards(cards) for seat, cards in row["known"].items() if "?" not in cards}
    board = parse_cards("".join(event[2] for event in told(row, "board")))
    placed = {*board, *(card for cards in known.values() for card in cards)}
    spare = [card for card in full_deck() if card not in placed]
    holes = [known.get(seat) or (spare.pop(), spare.pop()) for seat in order]
    deck = [cards[place] for place in range(2) for cards in holes]
    hand, events = start(started, (*deck, *board, *spare))
    return hand, events, known


def act(hand, event):
    """Make one recorded act; the engine must have offered it to this seat at this price."""
    kind, seat, *total = event
    offer = hand.decision
    stacks = {entrant.seat: entrant.stack for entrant in hand.started.entrants}
    if kind == "fold" and hand.players[seat].paid == stacks[seat]:
        # The room folds a player who sits out and is all-in from a post; here he has just not shown.
        return []
    assert offer is not None, f"{event}: nobody is asked"
    assert offer.seat == seat, f"{event}: seat {offer.seat} is asked"
    if kind == "call":
        assert offer.bet + offer.call == total[0], f"{event}: the price is {offer.bet + offer.call}"
    to = total[0] if kind == "raise" else 0
    answer = play(hand, Act(seat=seat, decision=offer.decision, kind=kind, to=to))
    assert not isinstance(answer, Refusal), f"{event}: {answer}"
    return answer


def winnings(hand, known):
    """What each seat wins; whoever was not seen at the showdown has given up."""
    live = [seat for seat in hand.players if hand.is_live(seat)]
    parts = claims(hand, [seat for seat in live if seat in known]) if len(live) > 1 else [Claim({live[0]: 1})]
    won = dict.fromkeys(hand.players, 0)
    for award in settle(hand.contributions(), parts, split_terms(hand), None).awards:
        won[award.seat] += award.amount
    return won


def check(row):
    hand, events, known = begun(row)
    for event in row["events"]:
        if event[0] in ("fold", "check", "call", "raise"):
            events += act(hand, event)
    assert hand.over, f"seat {hand.decision.seat} is still asked"
    returned = [[event.seat, event.amount] for event in events if isinstance(event, UncalledReturned)]
    walk = not told(row, "call") and not told(row, "raise")
    # Where all fold to the big blind, some rooms return all of it and some nothing: the money is the same.
    assert walk or returned == [event[1:] for event in told(row, "return")]
    stacks = dict(row["seats"])
    won = winnings(hand, known)
    over = {
        seat: stacks[seat] - player.paid - player.dead + won[seat] - row["final"][str(seat)]
        for seat, player in hand.players.items()
    }
    assert sum(over.values()) == row["rake"]
    assert all(more == 0 if not won[seat] else more >= 0 for seat, more in over.items()), over


def wrong_hands(rows):
    """What is wrong, by the hand's id."""
    wrong = {}
    for row in rows:
        try:
            check(row)
        except AssertionError as error:
            wrong[row["id"]] = str(error).splitlines()[0]
    return wrong


def test_online_hands(corpus):
    rows = holdem_hands(corpus / "real-hands.jsonl")
    assert len(rows) > 1300
    assert wrong_hands(rows) == {}


def test_hands_in_which_rooms_and_other_engines_differ(corpus):
    rows = holdem_hands(corpus / "real-hands-rule-differences.jsonl")
    assert wrong_hands(rows) == {}
