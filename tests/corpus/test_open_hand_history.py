"""Open Hand History: the keys that the format requires, in its own words, and amounts that account for every chip.

The requirements are those of version 1.4.7 (hh-specs.handhistory.org): all keys unless they are said to be optional.
"""

import json
from datetime import datetime
from decimal import Decimal

import msgspec
import pytest

from cashier.money import EUR
from controller.app.cli import main
from controller.app.event_file import TableHand, public, write_events
from controller.app.ohh import OhhTable, ohh_hand
from controller.app.simulate import POLICIES, Run, find_rotation
from controller.hand import play, start
from controller.vocab import hand_records as hr
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from evaluator_ext import full_deck

TABLE = OhhTable(machine="a1b2", name="Table 4", seats=9, currency=EUR)
WALL = 1_764_000_000_000

HAND = {
    "spec_version": str, "site_name": str, "network_name": str, "internal_version": str, "tournament": bool,
    "game_number": str, "start_date_utc": str, "table_name": str, "game_type": str, "bet_limit": dict,
    "table_size": int, "currency": str, "dealer_seat": int, "small_blind_amount": Decimal,
    "big_blind_amount": Decimal, "ante_amount": Decimal, "players": list, "rounds": list, "pots": list,
}  # fmt: skip
PLAYER = {"id": int, "seat": int, "name": str, "starting_stack": Decimal}
ROUND = {"id": int, "street": str, "actions": list}
ACTION = {"action_number": int, "player_id": int, "action": str}
POT = {"number": int, "amount": Decimal, "rake": Decimal, "jackpot": Decimal, "player_wins": list}
WINS = {"player_id": int, "win_amount": Decimal}
STREETS = {"Preflop", "Flop", "Turn", "River", "Showdown"}
ACTIONS = {
    "Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead",
    "Post Extra Blind", "Fold", "Check", "Bet", "Raise", "Call",
}  # fmt: skip
FORCED = {"Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead", "Post Extra Blind"}
FLAGS = {"Run_It_Twice", "Anonymous", "Observed", "Fast", "Cap"}


def amount(value):
    return isinstance(value, Decimal | int) and not isinstance(value, bool)


def has(record, required):
    for key, kind in required.items():
        assert key in record, key
        assert amount(record[key]) if kind is Decimal else type(record[key]) is kind, key


def told(events, table=TABLE):
    return json.loads(ohh_hand(events, table, WALL), parse_float=Decimal)["ohh"]


def check(hand):
    """Everything the format asks of one hand."""
    has(hand, HAND)
    assert hand["game_type"] in {"Holdem", "Omaha", "OmahaHiLo"}
    assert hand["bet_limit"]["bet_type"] in {"NL", "PL", "FL"}
    assert set(hand["flags"]) <= FLAGS
    datetime.fromisoformat(hand["start_date_utc"])
    ids = [player["id"] for player in hand["players"]]
    assert len(set(ids)) == len(ids)
    for player in hand["players"]:
        has(player, PLAYER)
    assert [row["id"] for row in hand["rounds"]] == list(range(len(hand["rounds"])))
    assert hand["rounds"][0]["street"] == "Preflop"
    for row in hand["rounds"]:
        has(row, ROUND)
        assert row["street"] in STREETS
        assert [action["action_number"] for action in row["actions"]] == list(range(len(row["actions"])))
        for action in row["actions"]:
            has(action, ACTION)
            assert action["action"] in ACTIONS
            assert action["player_id"] in ids
            assert row["street"] != "Preflop" or action["action"] != "Bet"
    assert [pot["number"] for pot in hand["pots"]] == list(range(len(hand["pots"])))
    for pot in hand["pots"]:
        has(pot, POT)
        for wins in pot["player_wins"]:
            has(wins, WINS)
            assert wins["player_id"] in ids
        assert sum(wins["win_amount"] for wins in pot["player_wins"]) + pot["rake"] + pot["jackpot"] == pot["amount"]


def actions(hand, *words):
    return [one for row in hand["rounds"] for one in row["actions"] if one["action"] in words]


def simulated(game, hands, players=5, seed=2):
    run = Run(find_rotation(game), RuleSetId("helsinki"), players, POLICIES["random"], seed)
    return [run.hand(number)[1] for number in range(1, hands + 1)]


@pytest.mark.parametrize("game", ["holdem-nl", "holdem-pl", "holdem-fl", "omaha-pl", "omaha8-fl", "omaha5-pl"])
def test_every_hand_has_what_the_format_requires_and_its_chips_add_up(game):
    for events in simulated(game, 40):
        hand = told(events)
        check(hand)
        put_in = sum(one["amount"] for one in actions(hand, *FORCED, "Bet", "Raise", "Call"))
        back = sum(event.amount for event in events if isinstance(event, hr.UncalledReturned))
        assert sum(pot["amount"] for pot in hand["pots"]) == put_in - Decimal(back) / 100
        rake = sum(event.amount for event in events if isinstance(event, hr.RakeTaken))
        assert sum(pot["rake"] for pot in hand["pots"]) == Decimal(rake) / 100


def test_everybody_ends_with_the_stack_that_the_table_recorded():
    for events in simulated("holdem-nl", 60):
        hand = told(events)
        ends = {player["id"]: player["starting_stack"] for player in hand["players"]}
        for one in actions(hand, *FORCED, "Bet", "Raise", "Call"):
            ends[one["player_id"]] -= one["amount"]
        for pot in hand["pots"]:
            for wins in pot["player_wins"]:
                ends[wins["player_id"]] += wins["win_amount"]
        for event in events:
            if isinstance(event, hr.UncalledReturned):
                ends[event.seat] += Decimal(event.amount) / 100
        assert ends == {entrant.seat: Decimal(entrant.stack) / 100 for entrant in events[-1].stacks}


def played(script, forced=(), rule_set="ray"):
    """A hand of four with stacks of 10 €, blinds of 0.50 and 1, played by a script of (seat, kind, total)."""
    blinds = (hr.ForcedBet(1, "small-blind", 50), hr.ForcedBet(2, "big-blind", 100))
    started = hr.HandStarted(
        hand=HandId(7), game=GameId("holdem-nl"), rule_set=RuleSetId(rule_set), stakes=Stakes(50, 100, 0, 5),
        rake_permille=50, rake_cap=1000, button=4, entrants=tuple(hr.Entrant(seat, 1000) for seat in range(1, 5)),
        forced=(*blinds, *forced), first_decision=DecisionId(1),
    )  # fmt: skip
    hand, events = start(started, full_deck())
    for seat, kind, *to in script:
        assert hand.decision.seat == seat
        events += play(hand, hr.Act(seat, hand.decision.decision, kind, *to))
    assert hand.over
    return events


def fed(events):
    """The events of a hand that was begun again with money for two jackpots and a larger fee."""
    drops = (hr.Drop("bad-beat", 95), hr.Drop("month-hand", 5))
    started = msgspec.structs.replace(events[0], rake_permille=50, rake_cap=1000, drops=drops)
    hand, again = start(started, events[1].deck)
    for event in [event for event in events if isinstance(event, hr.Acted)]:
        to = event.to if event.kind == "raise" else 0
        again += play(hand, hr.Act(event.seat, event.decision, event.kind, to))
    return again


def test_j1_what_the_jackpots_got_stands_with_the_pot_that_paid_it():
    dropped = 0
    for events in simulated("holdem-nl", 60):
        again = fed(events)
        hand = told(again)
        check(hand)
        drops = sum(event.amount for event in again if isinstance(event, hr.DropTaken))
        rake = sum(event.amount for event in again if isinstance(event, hr.RakeTaken))
        assert sum(pot["jackpot"] for pot in hand["pots"]) == Decimal(drops) / 100
        assert sum(pot["rake"] for pot in hand["pots"]) == Decimal(rake) / 100
        dropped += drops
    assert dropped


def test_j1_a_main_pot_that_does_not_reach_leaves_the_rest_to_the_side_pot():
    blinds = (hr.ForcedBet(2, "small-blind", 10), hr.ForcedBet(3, "big-blind", 20))
    started = hr.HandStarted(
        hand=HandId(7), game=GameId("holdem-nl"), rule_set=RuleSetId("ray"), stakes=Stakes(10, 20, 0, 1),
        rake_permille=100, rake_cap=1000, button=1, forced=blinds, first_decision=DecisionId(1),
        entrants=(hr.Entrant(2, 20), hr.Entrant(3, 400), hr.Entrant(1, 400)), drops=(hr.Drop("bad-beat", 95),),
    )  # fmt: skip
    hand, events = start(started, full_deck())
    while not hand.over:
        offer = hand.decision
        kind = "raise" if offer.max_to and hand.street == 0 else "call" if offer.call else "check"
        events += play(hand, hr.Act(offer.seat, offer.decision, kind, offer.max_to if kind == "raise" else 0))
    pots = told(events)["pots"]
    assert [pot["amount"] for pot in pots] == [Decimal("0.6"), Decimal("7.6")]
    assert [(pot["rake"], pot["jackpot"]) for pot in pots] == [
        (Decimal("0.6"), Decimal(0)), (Decimal("0.22"), Decimal("0.95"))
    ]  # fmt: skip


def test_dead_and_late_posts_a_straddle_and_what_each_act_moved():
    late = (
        hr.ForcedBet(4, "late-post", 100),
        hr.ForcedBet(4, "dead-small-blind", 50),
        hr.ForcedBet(3, "straddle", 200),
    )
    hand = told(played([(4, "raise", 600), (1, "fold"), (2, "fold"), (3, "fold")], forced=late))
    check(hand)
    posts = [(one["player_id"], one["action"], one["amount"]) for one in actions(hand, *FORCED)]
    assert posts == [
        (1, "Post SB", Decimal("0.50")),
        (2, "Post BB", Decimal("1.00")),
        (4, "Post Extra Blind", Decimal("1.00")),
        (4, "Post Dead", Decimal("0.50")),
        (3, "Straddle", Decimal("2.00")),
    ]
    assert actions(hand, "Raise")[0]["amount"] == Decimal("5.00")


def test_a_first_bet_is_a_bet_and_an_all_in_is_marked():
    script = [(3, "call"), (4, "fold"), (1, "fold"), (2, "check"), (2, "raise", 300), (3, "raise", 900), (2, "call")]
    hand = told(played(script))
    check(hand)
    assert [row["street"] for row in hand["rounds"]] == ["Preflop", "Flop", "Turn", "River", "Showdown"]
    flop = [(one["action"], one["amount"], one.get("is_allin", False)) for one in hand["rounds"][1]["actions"]]
    assert flop == [("Bet", 3, False), ("Raise", 9, True), ("Call", 6, True)]
    assert len(hand["rounds"][1]["cards"]) == 3
    assert hand["pots"][0]["rake"] == Decimal("1.00")


def test_seats_table_date_and_currency():
    hand = told(played([(3, "fold"), (4, "fold"), (1, "fold")]))
    check(hand)
    assert (hand["dealer_seat"], hand["table_size"], hand["currency"]) == (4, 9, "EUR")
    assert (hand["game_number"], hand["table_name"]) == ("a1b2-7", "Table 4")
    assert hand["start_date_utc"] == "2025-11-24T16:00:00Z"
    assert [player["name"] for player in hand["players"]] == ["Seat 1", "Seat 2", "Seat 3", "Seat 4"]
    assert hand["hero_player_id"] is None


def test_hole_cards_are_told_only_where_they_are_in_the_events():
    events = simulated("holdem-nl", 1)[0]
    assert len(actions(told(events), "Dealt Cards")) == 5
    assert actions(told(public(events)), "Dealt Cards") == []


def test_a_board_that_was_dealt_twice_is_two_rounds_of_a_street():
    script = [(3, "raise", 1000), (4, "fold"), (1, "fold"), (2, "call"), (2, "runs", 0, (), 2), (3, "runs", 0, (), 2)]
    hand = told(played(script, rule_set="online-level"))
    check(hand)
    assert "Run_It_Twice" in hand["flags"]
    assert [row["street"] for row in hand["rounds"]][1:-1] == ["Flop", "Turn", "River"] * 2


def test_a_file_has_a_blank_line_between_hands_and_games_without_a_word_are_counted(tmp_path, capsys):
    path, out = tmp_path / "hands.events", tmp_path / "hands.ohh"
    hands = [TableHand(WALL, tuple(events)) for game in ("holdem-nl", "razz-fl") for events in simulated(game, 3)]
    write_events(path, hands, "a1b2", "Table 4", "public")
    assert main(["replay", str(path), "--to", "ohh", "--out", str(out)]) == 1
    assert "3 hands of razz-fl left out: ohh has no words for it" in capsys.readouterr().out
    text = out.read_text("ascii")
    assert text.endswith("}\n")
    for part in text.strip().split("\n\n"):
        check(json.loads(part, parse_float=Decimal)["ohh"])
    assert text.count("\n\n") == 2
