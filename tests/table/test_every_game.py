"""Every game of the catalogue, and every mix, is dealt at the table: poker.md §12, and what §5 means without blinds."""

import itertools

import msgspec
import pytest

from cashier.refusal import Code
from controller import machine as machines
from controller.app.config import demo_profile
from controller.games import catalogue, mixes
from controller.machine import Machine
from controller.table import check_profile
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.profile import BombPots, GameId, GameStakes, Ruling, Stakes
from tests.table.evening import ANTES, Evening, moved, of, profile_of


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
@pytest.mark.parametrize("rule_set", ["helsinki", "hungarian"])
def test_s12_every_game_is_played_at_the_table(game, rule_set):
    evening = Evening(profile_of(game.id, rule_set), seed=3).fill()
    events = evening.play_hands(4)
    started = of(events, hr.HandStarted)
    assert [hand.game for hand in started] == [game.id] * 4
    assert all(
        len(hand.entrants) == min(game.seats_that_fit(rule_set == "hungarian"), evening.profile.seats)
        for hand in started
    )
    folded = Machine(machine_id=evening.machine.machine_id)
    for event in evening.log:
        machines.evolve(folded, event)
    assert machines.encode(folded) == machines.encode(evening.machine)


CHOICES = (
    Ruling("all_in_hands", "turned-up"),
    Ruling("most_runs", 3),
    Ruling("show_choice", "losers-too"),
    Ruling("rows_naturals", True),
    Ruling("rows_royalties", True),
    Ruling("rows_surrender", 2),
)
"""What no rule set has unless a house wants it."""


@pytest.mark.parametrize("family", sorted({game.id.rpartition("-")[0] for game in catalogue()}))
def test_every_family_is_played_with_everything_a_house_may_offer(family):
    game = next(game for game in catalogue() if game.id.rpartition("-")[0] == family)
    evening = Evening(profile_of(game.id, rulings=CHOICES), seed=8).fill(*range(1, min(game.most, 4) + 1))
    events = evening.play_hands(6)
    assert len(of(events, hr.HandEnded)) == 6
    folded = Machine(machine_id=evening.machine.machine_id)
    for event in evening.log:
        machines.evolve(folded, event)
    assert machines.encode(folded) == machines.encode(evening.machine)


@pytest.mark.parametrize("mix", mixes(), ids=lambda mix: mix.id)
def test_every_mix_is_played_game_after_game(mix):
    evening = Evening(profile_of(mix.id), seed=5).fill(1, 2, 3)
    events = evening.play_hands(3 * len(mix.games) + 1)
    turned = of(events, tr.GameTurned)
    assert [event.game for event in turned] == [*mix.games, mix.games[0]]
    assert [event.hands for event in turned] == [3] * len(turned), "an orbit of three"
    played = [hand.game for hand in of(events, hr.HandStarted)]
    assert played == [game for game in mix.games for _hand in range(3)] + [mix.games[0]]


def test_a_mix_may_turn_after_so_many_hands():
    evening = Evening(profile_of("ho", hands_a_game=2), seed=5).fill(1, 2, 3)
    played = [hand.game for hand in of(evening.play_hands(5), hr.HandStarted)]
    assert played == ["holdem-fl", "holdem-fl", "omaha8-fl", "omaha8-fl", "holdem-fl"]


def test_each_game_of_a_mix_may_have_its_own_stakes():
    stud = msgspec.structs.replace(ANTES, ante=100)
    own = (GameStakes(GameId("stud-fl"), stud), GameStakes(GameId("razz-fl"), stud))
    evening = Evening(profile_of("horse", game_stakes=own, hands_a_game=1)).fill(1, 2, 3)
    antes = {hand.game: hand.stakes.ante for hand in of(evening.play_hands(5), hr.HandStarted)}
    assert antes == {"holdem-fl": 50, "omaha8-fl": 50, "razz-fl": 100, "stud-fl": 100, "stud8-fl": 50}


def test_s5_5_the_blinds_go_on_where_they_were_when_a_mix_comes_back_to_them():
    evening = Evening(profile_of("horse", hands_a_game=2)).fill(2, 5, 8)
    blinds = [moved(evening.play_hand()) for _hand in range(12)]
    with_blinds = [event.big_blind for event in blinds if event.big_blind is not None]
    assert len(with_blinds) == 6
    order = {2: 5, 5: 8, 8: 2}
    assert all(order[before] == after for before, after in itertools.pairwise(with_blinds))
    standing = [event.button for event in blinds if event.big_blind is None]
    assert standing == [blinds[3].button] * 6, "the button waits for the blinds"


@pytest.mark.parametrize("game", ["stud-fl", "soko-pl", "hungarian-draw-pl"])
def test_s5_1_without_blinds_the_button_moves_one_place_a_hand(game):
    evening = Evening(profile_of(game)).fill(1, 3, 4)
    first = evening.play_hand()
    assert of(first, tr.ButtonDrawn)
    buttons = [moved(first).button, *(moved(evening.play_hand()).button for _hand in range(3))]
    order = {1: 3, 3: 4, 4: 1}
    assert buttons[1:] == [order[button] for button in buttons[:-1]]
    assert not of(evening.log, tr.BlindMissed)


def test_s5_8_where_nobody_posts_blinds_nobody_misses_one_or_waits():
    evening = Evening(profile_of("soko-pl")).fill(1, 3, 4)
    evening.play_hand()
    evening.do(tr.SitOut(seat=3))
    evening.play_hands(3)
    (back,) = of(evening.do(tr.SitIn(seat=3)), tr.SatIn)
    assert not back.waits
    evening.sit(6, 20000)
    dealt = {entrant.seat for entrant in of(evening.play_hand(), hr.HandStarted)[0].entrants}
    assert dealt == {1, 3, 4, 6}


def test_s12_8_the_fifth_player_of_the_hungarian_draw_sits_out_in_turn():
    evening = Evening(profile_of("hungarian-draw-pl", "hungarian")).fill()
    assert evening.profile.seats == 5
    resting = []
    for _hand in range(10):
        events = evening.play_hand()
        (rests,) = of(events, tr.SatOutInTurn)
        (started,) = of(events, hr.HandStarted)
        assert {entrant.seat for entrant in started.entrants} == {1, 2, 3, 4, 5} - {rests.seat}
        resting.append(rests.seat)
    assert sorted(resting[:5]) == sorted(resting[5:]) == [1, 2, 3, 4, 5]


def test_s12_8_four_players_of_the_hungarian_draw_all_play():
    evening = Evening(profile_of("hungarian-draw-pl", "hungarian")).fill(1, 2, 4, 5)
    assert not of(evening.play_hands(4), tr.SatOutInTurn)


@pytest.mark.parametrize(
    ("game", "rule_set", "most"),
    [
        ("holdem-nl", "helsinki", 10),
        ("omaha5-pl", "helsinki", 9),
        ("omaha5-pl", "hungarian", 9),
        ("omaha6-pl", "helsinki", 7),
        ("hungarian-draw-pl", "hungarian", 5),
        ("eight-game", "helsinki", 8),
    ],
)
def test_s3_5_no_more_seats_than_the_deck_serves(game, rule_set, most):
    profile = profile_of(game, rule_set)
    assert profile.seats <= most
    assert check_profile(profile) is None
    refusal = check_profile(msgspec.structs.replace(profile, seats=most + 1))
    assert refusal is not None
    assert refusal.facts == {"field": "seats"}


@pytest.mark.parametrize(
    ("game", "stakes", "field"),
    [
        ("holdem-nl", Stakes(0, 200, 0, 50), "stakes.big_blind"),
        ("holdem-nl", Stakes(300, 200, 0, 50), "stakes.big_blind"),
        ("holdem-nl", Stakes(100, 225, 0, 50), "stakes"),
        ("soko-pl", Stakes(0, 0, 0, 50), "stakes.ante"),
        ("stud-fl", Stakes(0, 0, 50, 50, bring_in=50), "stakes.small_bet"),
        ("stud-fl", Stakes(0, 0, 50, 50, small_bet=200, big_bet=150), "stakes.big_bet"),
        ("stud-fl", Stakes(0, 0, 50, 50, small_bet=200, bring_in=250), "stakes.bring_in"),
        ("horse", Stakes(100, 200, 0, 50, small_bet=200), "stakes.ante"),
        ("chinese-1-6-pts", Stakes(0, 0, 50, 50), "stakes.point"),
        ("chinese-1-6-pts", Stakes(0, 0, 0, 50, point=75), "stakes"),
    ],
)
def test_s4_3_stakes_must_hold_what_the_game_needs(game, stakes, field):
    refusal = check_profile(msgspec.structs.replace(profile_of(game), stakes=stakes))
    assert refusal is not None
    assert refusal.facts == {"field": field}


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"game": GameId("whist")}, "game"),
        ({"straddle": "hungarian"}, "straddle"),
        ({"bomb_pots": BombPots(every=5)}, "bomb_pots"),
        ({"game_stakes": (GameStakes(GameId("razz-fl"), ANTES),)}, "game_stakes"),
        ({"rule_set": "ray", "straddle": "live"}, "straddle"),
        ({"rule_set": "ray", "win_the_button": "two-buttons"}, "win_the_button"),
    ],
)
def test_s16_a_profile_chooses_only_what_its_rule_set_knows(fields, field):
    refusal = check_profile(msgspec.structs.replace(demo_profile(), **fields))
    assert refusal is not None
    assert refusal.code is Code.PROFILE_UNUSABLE
    assert refusal.facts == {"field": field}


def test_a_bomb_pot_comes_every_so_many_hands_and_leaves_the_blinds_alone():
    evening = Evening(profile_of("holdem-nl", bomb_pots=BombPots(ante=400, every=3))).fill(1, 4, 7)
    before = moved(evening.play_hand())
    normal = moved(evening.play_hand())
    events = evening.play_hand()
    (started,) = of(events, hr.HandStarted)
    assert started.bomb_pot
    assert {(post.kind, post.amount) for post in started.forced} == {("ante", 400)}
    assert moved(events).button == normal.button
    assert moved(events).big_blind is None
    after = moved(evening.play_hand())
    order = {1: 4, 4: 7, 7: 1}
    assert (normal.big_blind, after.big_blind) == (order[before.big_blind], order[normal.big_blind])


@pytest.mark.parametrize(("answers", "played"), [((True, True, True), True), ((True, False, True), False)])
def test_a_bomb_pot_by_consent_needs_everyone(answers, played):
    evening = Evening(profile_of("holdem-nl", bomb_pots=BombPots(ante=400, by_consent=True))).fill(1, 4, 7)
    evening.play_hand()
    evening.do(tr.ProposeBombPot(seat=4))
    evening.ms = machines.due(evening.machine)
    (asked,) = of(evening.do(tr.Tick()), tr.QuestionAsked)
    assert (asked.question, asked.seats, asked.amount, asked.asker) == ("bomb-pot", (1, 4, 7), 400, 4)
    for seat, yes in zip((1, 4, 7), answers, strict=True):
        if evening.machine.table.asked is not None:
            evening.do(tr.Answer(seat=seat, hand=asked.hand, question="bomb-pot", yes=yes))
    assert evening.deal_due()[-1].bomb_pot is played


def test_a_bomb_pot_nobody_answers_is_not_played():
    evening = Evening(profile_of("holdem-nl", bomb_pots=BombPots(ante=400, by_consent=True))).fill(1, 4, 7)
    evening.play_hand()
    evening.do(tr.ProposeBombPot(seat=4))
    evening.ms = machines.due(evening.machine)
    evening.do(tr.Tick())
    assert evening.refuse(tr.OpenShuffle(hand=evening.machine.table.due_hand, seed=bytes(32))) is Code.NOT_DUE
    assert not evening.deal_due()[-1].bomb_pot
