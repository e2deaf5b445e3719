"""Hands from online rooms: every act is offered as it was made, and the money ends where it did.

The recorded fee is left out of the replay: without it the winners get as much more as the room took.
"""

import json

import pytest

from cashier.refusal import Refusal
from controller.games import find_game
from controller.hand import claims, play, split_terms, start
from controller.hand.settle import Claim, settle
from controller.vocab.hand_records import Act, Entrant, ForcedBet, HandStarted, UncalledReturned
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from evaluator_ext import full_deck, parse_cards, print_card

KINDS = {
    "sb": "small-blind",
    "bb": "big-blind",
    "ante": "ante",
    "post": "late-post",
    "dead": "dead-small-blind",
    "straddle": "straddle",
}


CARD_TWICE = "PokerStars-109687480274"
"""The five of diamonds is on the board and in a hand: one of the two was another card, and nobody knows which."""
SITES = {"FullTilt": "online-add"}
"""The rule set of a room, by the beginning of the hand's id; the others play by `online-level`."""


def recorded(path, plays=lambda row: True):
    """The hands of a file that `plays` picks."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [row for row in rows if plays(row)]


def is_no_limit_holdem(row):
    return (row["game"], row["limit"]) == ("holdem", "nl")


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


def discards(street):
    return street.discard.count if street.discard else 0


def absent_in(row):
    """The seats that fold although their posts took everything: nobody sits there, and the room folds them."""
    stacks = dict(row["seats"])
    for _, seat, _, amount in told(row, "post"):
        stacks[seat] -= amount
    return tuple(seat for _, seat in told(row, "fold") if not stacks[seat])


def stakes_of(row, forced):
    """The stakes by the posts, and in fixed limit and stud by the header."""
    small, big = row["stakes"] or (0, 0)
    blind = max([post.amount for post in forced if post.kind == "big-blind"], default=big)
    ante = max([post.amount for post in forced if post.kind == "ante"], default=0)
    if row["limit"] == "fl":
        bring_in = max([event[2] for event in told(row, "bring")], default=0)
        return Stakes(0, 0 if is_stud(row) else blind, ante, 1, small_bet=small, big_bet=big, bring_in=bring_in)
    return Stakes(blind // 2, blind, ante, 1)


def is_stud(row):
    return row["game"] in ("stud", "stud8", "razz", "stud5")


def begun(row):
    """The hand at its start; its deck deals the known cards."""
    forced = forced_bets(row)
    game = GameId(f"{row['game']}-{row['limit']}")
    button = button_of(row)
    order = sorted((seat for seat, _ in row["seats"]), key=lambda seat: (seat - button - 1) % 10)
    started = HandStarted(
        hand=HandId(1),
        game=game,
        rule_set=RuleSetId(SITES.get(row["id"].partition("-")[0], "online-level")),
        stakes=stakes_of(row, forced),
        rake_permille=0,
        rake_cap=0,
        button=button,
        entrants=tuple(Entrant(seat, dict(row["seats"])[seat]) for seat in order),
        forced=forced,
        first_decision=DecisionId(1),
        absent=absent_in(row),
    )
    known = {int(seat): parse_cards(cards) for seat, cards in row["known"].items() if "?" not in cards}
    whole = sum(street.hole + street.up - discards(street) for street in find_game(game).streets)
    known = {seat: cards for seat, cards in known.items() if len(cards) == whole}
    hand, events = start(started, deck_of(row, order, known))
    return hand, events, known


def button_of(row):
    """The button: in stud the last seat, and heads-up the small blind's, who acts first whatever the room marked."""
    small = [event[1] for event in told(row, "post") if event[2] == "sb"]
    if len(row["seats"]) == 2 and small:
        return small[0]
    return row["button"] or max(seat for seat, _ in row["seats"])


def deck_of(row, order, known):
    """A deck that deals the cards on view: the boards, and in stud every open card to its seat on its street."""
    game = find_game(GameId(f"{row['game']}-{row['limit']}"))
    board = parse_cards("".join(event[2] for event in told(row, "board")))
    rounds = up_cards(row, order, known, game) if is_stud(row) else []
    hole = game.streets[0].hole
    placed = {*board, *(card for cards in rounds for card in cards if card is not None)}
    placed |= set() if is_stud(row) else {card for cards in known.values() for card in cards}
    spare = [card for card in game.deck if card not in placed]
    if is_stud(row):
        return (*(spare.pop() if card is None else card for cards in rounds for card in cards), *spare)
    holes = [known.get(seat, ()) for seat in order]
    holes = [cards if len(cards) == hole else tuple(spare.pop() for _ in range(hole)) for cards in holes]
    rest = [card for card in game.deck if card not in {*board, *(card for cards in holes for card in cards)}]
    return (*(cards[place] for place in range(hole) for cards in holes), *board, *rest)


def up_cards(row, order, known, game):
    """The cards of stud in the order in which they are dealt, None where nobody outside saw one.

    Where an open card was not written down when it was dealt, it is told by the hand shown later, whose cards stand in
    the order of their deal.
    """
    rounds, live = [[None] * len(order) for _ in range(game.streets[0].hole)], list(order)
    for events in split_streets(row):
        dealt = {event[1]: parse_cards(event[-1])[-1] for event in events if event[0] == "deal"}
        down = len(rounds) == sum(street.up for street in game.streets) + game.streets[0].hole
        later = {seat: known[seat][len(rounds)] for seat in live if seat in known}
        rounds.append([None if down else dealt.get(seat, later.get(seat)) for seat in live])
        live = [seat for seat in live if ["fold", seat] not in events]
    return rounds


def split_streets(row):
    """The events of each street."""
    streets = [[]]
    for event in row["events"]:
        if event[0] == "street":
            streets.append([])
        streets[-1].append(event)
    return streets


def act(hand, event):
    """Make one recorded act; the engine must have offered it to this seat at this price."""
    kind, seat, *total = event
    if kind == "runs":
        answer = play(hand, Act(seat=seat, decision=hand.decision.decision, kind="runs", runs=total[0]))
        assert not isinstance(answer, Refusal), f"{event}: {answer}"
        return answer
    offer = hand.decision
    assert offer is not None, f"{event}: nobody is asked"
    assert offer.seat == seat, f"{event}: seat {offer.seat} is asked"
    if kind in ("call", "bring"):
        assert offer.bet + offer.call == total[0], f"{event}: the price is {offer.bet + offer.call}"
    to = total[0] if kind == "raise" else 0
    cards = hand.players[seat].cards[: offer.least if total[0] is None else total[0]] if kind == "discard" else ()
    kind = "bring-in" if kind == "bring" else kind
    answer = play(hand, Act(seat=seat, decision=offer.decision, kind=kind, to=to, cards=cards))
    assert not isinstance(answer, Refusal), f"{event}: {answer}"
    return answer


def agree(hand, row):
    """Let everybody agree to as many runs as were dealt, where the room asks."""
    events = []
    while hand.decision and hand.decision.kind == "runs":
        events += act(hand, ["runs", hand.decision.seat, runs_of(row)])
    return events


def runs_of(row):
    """How often the rest of the board was dealt."""
    return 1 + max([event[1] for event in told(row, "board")], default=0)


def winnings(row, hand, known):
    """What each seat wins; whoever was not seen at the showdown has given up."""
    live = hand.live_seats()
    for seat, cards in known.items():
        hand.players[seat].cards = cards
    parts = claims(hand, [seat for seat in live if seat in known]) if len(live) > 1 else [Claim({live[0]: 1})]
    won = dict.fromkeys(hand.players, 0)
    for award in settle(hand.contributions(), parts, split_terms(hand), None).awards:
        won[award.seat] += award.amount
    return won


def check(row):
    hand, events, known = begun(row)
    for event in row["events"]:
        events += agree(hand, row)
        if event[0] in ("fold", "check", "call", "raise", "bring", "discard"):
            events += act(hand, event)
    events += agree(hand, row)
    assert hand.over, f"seat {hand.decision.seat} is still asked"
    assert hand.runs == runs_of(row)
    returned = [[event.seat, event.amount] for event in events if isinstance(event, UncalledReturned)]
    walk = not told(row, "call") and not told(row, "raise")
    # Where all fold to the big blind, some rooms return all of it and some nothing: the money is the same.
    assert walk or returned == [event[1:] for event in told(row, "return")]
    stacks = dict(row["seats"])
    won = winnings(row, hand, known)
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


def test_online_hands_of_no_limit_holdem(corpus):
    rows = recorded(corpus / "real-hands.jsonl", lambda row: is_no_limit_holdem(row) and row["id"] != CARD_TWICE)
    assert len(rows) > 1300
    assert wrong_hands(rows) == {}


def test_online_hands_of_other_games(corpus):
    rows = recorded(corpus / "real-hands.jsonl", lambda row: not is_no_limit_holdem(row))
    assert len(rows) > 800
    assert wrong_hands(rows) == {}


def test_hands_in_which_rooms_and_other_engines_differ(corpus):
    rows = recorded(corpus / "real-hands-rule-differences.jsonl")
    assert len(rows) == 15
    assert wrong_hands(rows) == {}


def test_hands_whose_rest_was_dealt_twice(corpus):
    rows = recorded(corpus / "real-hands.jsonl", lambda row: "run-it-twice" in row["tags"])
    assert len(rows) == 10
    assert wrong_hands(rows) == {}


@pytest.mark.parametrize("place", ["hand", "board"])
def test_the_hand_with_a_card_twice_ends_as_recorded_whatever_card_it_was(corpus, place):
    [row] = recorded(corpus / "real-hands.jsonl", lambda row: row["id"] == CARD_TWICE)
    written = json.dumps(row["known"] if place == "hand" else row["events"])
    used = parse_cards("".join([*row["known"].values(), *(event[2] for event in told(row, "board"))]))
    others = [print_card(card) for card in full_deck() if card not in used]
    mended = [json.loads(written.replace("5d", card)) for card in others]
    rows = [{**row, "known" if place == "hand" else "events": part} for part in mended]
    assert len(rows) == 44
    assert wrong_hands(rows) == {}
