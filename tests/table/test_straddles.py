"""Straddles and won buttons: poker.md §6, asked on the screens before the deal, and never in the way of it."""

import pytest

from cashier.refusal import Code
from controller import machine as machines
from controller.table.positions import won_button_lineup
from controller.table.questions import RIGHTS, Verdict, verdict_of
from controller.table.state import Asked, Positions, Reply, SeatState
from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from tests.table.evening import Evening, moved, of, profile_of


def table_with(straddle: str, *seats: int, rule_set: str = "helsinki", game: str = "holdem-nl") -> Evening:
    evening = Evening(profile_of(game, rule_set, straddle=straddle)).fill(*seats)
    evening.play_hand()
    return evening


def ask(evening: Evening) -> tr.QuestionAsked:
    """Wait until the table asks before the next hand."""
    due = machines.due(evening.machine)
    assert due is not None
    evening.ms = max(evening.ms, due)
    (asked,) = of(evening.do(tr.Tick()), tr.QuestionAsked)
    found: tr.QuestionAsked = asked
    return found


def say(evening: Evening, asked: tr.QuestionAsked, seat: int, *, yes: bool) -> list:
    return evening.do(tr.Answer(seat=seat, hand=asked.hand, question=asked.question, yes=yes))


def straddler(started: hr.HandStarted) -> int:
    return next((post.seat for post in started.forced if post.kind == "straddle"), 0)


def left_of(evening: Evening, seat: int) -> int:
    seats = sorted(evening.machine.table.seats)
    return next((other for other in seats if other > seat), seats[0])


@pytest.mark.parametrize(
    ("kind", "seats"),
    [("none", ()), ("live", (4,)), ("mississippi", (1, 9, 6, 4)), ("hungarian", (4, 1))],
)
def test_s6_who_may_straddle_and_in_which_order(kind, seats):
    assert RIGHTS[kind]((4, 6, 9, 1), 1) == seats


def test_s6_the_first_left_of_the_big_blind_is_asked_for_twice_the_big_blind():
    evening = table_with("live", 1, 3, 5, 8)
    coming = left_of(evening, evening.machine.table.past.big_blind)
    asked = ask(evening)
    assert asked.seats == (left_of(evening, coming),)
    assert (asked.question, asked.amount, asked.allowed) == ("straddle", 400, 5000)
    assert asked.deadline == evening.ms + 5000


def test_s6_the_straddler_posts_and_acts_last():
    evening = table_with("live", 1, 3, 5, 8)
    asked = ask(evening)
    say(evening, asked, asked.seats[0], yes=True)
    (started,) = evening.deal_due()
    assert straddler(started) == asked.seats[0]
    assert started.forced[-1].amount == 400
    assert evening.decision.seat == left_of(evening, asked.seats[0])
    assert evening.decision.call == 400
    for _others in range(3):
        evening.act("call")
    assert (evening.decision.seat, evening.decision.call) == (asked.seats[0], 0)


@pytest.mark.parametrize("answers", ["no", "silence"])
def test_s6_without_a_yes_the_hand_is_dealt_as_ever(answers):
    evening = table_with("live", 1, 3, 5, 8)
    asked = ask(evening)
    if answers == "no":
        (closed,) = of(say(evening, asked, asked.seats[0], yes=False), tr.QuestionClosed)
    else:
        evening.ms = asked.deadline
        (closed,) = of(evening.do(tr.Tick()), tr.QuestionClosed)
    assert not closed.agreed
    assert straddler(evening.deal_due()[0]) == 0


def test_s6_no_card_is_dealt_while_the_question_is_open():
    evening = table_with("live", 1, 3, 5, 8)
    asked = ask(evening)
    assert not [want for want in machines.wants(evening.machine) if isinstance(want, tr.WantSeed)]
    assert evening.refuse(tr.OpenShuffle(hand=asked.hand, seed=bytes(32))) is Code.NOT_DUE
    assert machines.due(evening.machine) == asked.deadline, "it ends by itself"


def test_s6_an_answer_counts_once_and_only_of_those_who_are_asked():
    evening = table_with("mississippi", 1, 3, 5, 8)
    asked = ask(evening)
    first, second = asked.seats
    say(evening, asked, second, yes=True)
    again = tr.Answer(seat=second, hand=asked.hand, question="straddle", yes=False)
    assert evening.refuse(again) is Code.ALREADY_DONE
    other = next(seat for seat in evening.machine.table.seats if seat not in asked.seats)
    assert evening.refuse(tr.Answer(seat=other, hand=asked.hand, question="straddle", yes=True)) is Code.NOT_ALLOWED
    stale = tr.Answer(seat=first, hand=asked.hand - 1, question="straddle", yes=True)
    assert evening.refuse(stale) is Code.NOT_DUE


def test_s6_mississippi_the_button_has_priority_then_counter_clockwise():
    evening = table_with("mississippi", 1, 3, 5, 8, 9)
    past = evening.machine.table.past
    asked = ask(evening)
    assert asked.seats[0] == past.small_blind, "the button of the coming hand"
    assert len(asked.seats) == 3, "all but the blinds"
    for seat in asked.seats[1:]:
        assert not of(say(evening, asked, seat, yes=True), tr.QuestionClosed), "the button has not said no yet"
    say(evening, asked, asked.seats[0], yes=False)
    (started,) = evening.deal_due()
    assert straddler(started) == asked.seats[1]
    assert evening.decision.seat == left_of(evening, asked.seats[1])


def replies(answers):
    return tuple(Reply(seat, yes) for seat, yes in zip((1, 9), answers, strict=True))


@pytest.mark.parametrize(
    ("answers", "over", "verdict"),
    [
        ((None, True), False, None),
        ((False, None), False, None),
        ((True, None), False, Verdict(agreed=True, seat=1)),
        ((False, True), False, Verdict(agreed=True, seat=9)),
        ((None, True), True, Verdict(agreed=True, seat=9)),
        ((None, None), True, Verdict(agreed=False)),
    ],
)
def test_s6_the_first_right_decides(answers, over, verdict):
    assert verdict_of(Asked("straddle", replies(answers), deadline=0), over=over) == verdict


@pytest.mark.parametrize(
    ("answers", "over", "agreed"),
    [
        ((True, None), False, None),
        ((True, True), False, True),
        ((None, False), False, False),
        ((True, None), True, False),
    ],
)
def test_s6_consent_is_unanimous_and_silence_is_no(answers, over, agreed):
    verdict = verdict_of(Asked("straddle-consent", replies(answers), deadline=0, asker=4), over=over)
    assert verdict == (None if agreed is None else Verdict(agreed=agreed, seat=4 if agreed else 0))


@pytest.mark.parametrize("game", ["holdem-nl", "omaha-pl", "td27-fl"])
@pytest.mark.parametrize("everyone", [True, False])
def test_s6_hungarian_everyone_at_the_table_must_consent(game, everyone):
    evening = table_with("hungarian", 1, 3, 5, 7, rule_set="hungarian", game=game)
    asked = ask(evening)
    (consent,) = of(say(evening, asked, asked.seats[0], yes=True), tr.QuestionAsked)
    assert consent.question == "straddle-consent"
    assert consent.asker == asked.seats[0]
    assert set(consent.seats) == {1, 3, 5, 7} - {asked.seats[0]}
    for number, seat in enumerate(consent.seats):
        if evening.machine.table.asked is not None:
            say(evening, consent, seat, yes=everyone or number != 1)
    assert straddler(evening.deal_due()[0]) == (asked.seats[0] if everyone else 0)


def test_s6_hungarian_the_button_may_where_the_first_declines_and_the_small_blind_acts_first():
    evening = table_with("hungarian", 1, 3, 5, 7, rule_set="hungarian")
    asked = ask(evening)
    first, button = asked.seats
    say(evening, asked, first, yes=False)
    (consent,) = of(say(evening, asked, button, yes=True), tr.QuestionAsked)
    for seat in consent.seats:
        say(evening, consent, seat, yes=True)
    (started,) = evening.deal_due()
    assert straddler(started) == button == started.button
    assert evening.decision.seat == next(post.seat for post in started.forced if post.kind == "small-blind")


def test_s6_there_is_no_straddle_heads_up_nor_without_blinds_nor_in_the_first_hand():
    for game, seats in (("holdem-nl", (1, 3)), ("soko-pl", (1, 3, 5))):
        assert not of(table_with("live", *seats, game=game).play_hand(), tr.QuestionAsked)
    assert not of(Evening(profile_of("holdem-nl", straddle="live")).fill(1, 3, 5).play_hand(), tr.QuestionAsked)


def test_s6_who_leaves_after_his_yes_does_not_straddle():
    evening = table_with("live", 1, 3, 5, 8)
    asked = ask(evening)
    say(evening, asked, asked.seats[0], yes=True)
    evening.do(tr.SitOut(seat=asked.seats[0]))
    assert straddler(evening.deal_due()[0]) == 0


def test_s5_8_a_straddle_left_of_the_big_blind_brings_a_player_back_and_he_pays_nothing_else():
    evening = table_with("live", 1, 3, 5, 8)
    big = evening.machine.table.past.big_blind
    coming = left_of(evening, big)
    first = left_of(evening, coming)
    evening.do(tr.SitOut(seat=first))
    evening.play_hands(4)
    evening.do(tr.SitIn(seat=first))
    evening.do(sr.ChooseEntry(seat=first, way="straddle"))
    for _hand in range(5):
        events = evening.play_hand()
        (started,) = of(events, hr.HandStarted)
        posts = [post.kind for post in started.forced if post.seat == first]
        if posts:
            break
    assert posts in (["straddle"], ["big-blind"])
    if posts == ["straddle"]:
        assert not of(events, tr.QuestionAsked), "nobody else is asked"


# -- win the button --------------------------------------------------------------------------------------------------


def seat(number: int, **marks) -> SeatState:
    return SeatState(seat=number, name=f"P{number}", stack=10_000, **marks)


def test_s6_two_buttons_one_moves_and_one_is_won_for_the_order_of_betting():
    evening = Evening(profile_of("holdem-nl", win_the_button="two-buttons")).fill(1, 3, 5, 8)
    for _hand in range(6):
        events = evening.play_hand()
    won = evening.machine.table.betting_button
    before = moved(events)
    evening.deal()
    after = evening.machine.table.past
    assert after.big_blind == left_of(evening, before.big_blind), "the other button moves as ever"
    started = evening.machine.table.hand.started
    assert started.betting_button == won
    while evening.machine.table.hand.street == 0:
        evening.act("call" if evening.decision.call else "check")
    assert evening.decision.seat == left_of(evening, won), "the flop is opened left of the button that was won"


def test_s6_a_split_pot_gives_the_button_to_the_next_sharer_clockwise():
    evening = Evening(profile_of("holdem-nl", win_the_button="two-buttons")).fill(1, 3, 5)
    for _hand in range(12):
        was = evening.machine.table.betting_button
        events = evening.play_hand()
        winners = {award.seat for award in of(events, hr.PotAwarded) if award.pot == 0}
        button = evening.machine.table.betting_button
        assert button in winners
        if was is not None and len(winners) == 1:
            assert winners == {button}


def test_s6_a_single_button_goes_to_the_winner_with_the_blinds_left_of_it():
    evening = Evening(profile_of("holdem-nl", win_the_button="single-button")).fill(1, 3, 5, 8)
    for _hand in range(6):
        evening.play_hand()
        won = evening.machine.table.betting_button
        if not evening.machine.table.seats[won].present:
            continue
        evening.deal()
        positions = evening.machine.table.past
        assert positions.button == won
        assert positions.small_blind == left_of(evening, won)
        assert positions.big_blind == left_of(evening, positions.small_blind)
        while evening.machine.table.hand is not None:
            evening.act_by_dice()
        evening.refill()


@pytest.mark.parametrize(
    ("seats", "button", "positions", "dealt"),
    [
        ([seat(1), seat(3)], 1, Positions(1, 1, 3), (3, 1)),
        ([seat(1), seat(3), seat(5, waits=True)], 1, Positions(1, 3, 5), (3, 5, 1)),
        ([seat(1), seat(2, waits=True), seat(3)], 1, Positions(1, 1, 3), (3, 1)),
        ([seat(1, sitting_out=True), seat(3), seat(5), seat(7)], 1, Positions(3, 5, 7), (5, 7, 3)),
    ],
)
def test_s6_where_the_blinds_of_a_single_button_are(seats, button, positions, dealt):
    lineup = won_button_lineup(seats, button)
    assert (lineup.positions, lineup.dealt) == (positions, dealt)
