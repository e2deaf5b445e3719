"""Numbers may be tried, and not for long: the lock-out of tickets and claims (reliability LED-9)."""

import msgspec
import pytest

from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.kiosk import open_claim
from cashier.kiosk.redeeming import FIRST_WAIT_MS, FREE_TRIES, LAST_TRY
from cashier.money import Money
from cashier.refusal import Code, Refusal
from cashier.terms import DAY_MS
from cashier.vouchers import PAYLOAD_DIGITS

WALL_MS = 1_800_000_000_500
DAY_END = (WALL_MS // DAY_MS + 1) * DAY_MS


def wrong_ticket(bench):
    return redeem.RedeemTicket(bench.request(), bench.number())


def wrong_code(bench):
    return cash.CollectClaim(bench.request(), "000000")


WAYS = pytest.mark.parametrize("wrong", [wrong_ticket, wrong_code], ids=["ticket", "claim"])


def exhaust(bench, tries, wrong=wrong_code):
    """Try so many wrong numbers, each as soon as it may be tried; return when the next one may be."""
    wall = WALL_MS
    for _try in range(tries):
        wall = max(wall, bench.turn_away(wrong(bench), wall).until)
    return wall


@WAYS
def test_three_wrong_numbers_make_everybody_wait_and_each_further_one_twice_as_long(bench, wrong):
    waits, wall = [], WALL_MS
    for _try in range(LAST_TRY - 1):
        until = bench.turn_away(wrong(bench), wall).until
        waits.append(until - wall if until else 0)
        wall = max(wall, until)
    seconds = [0, 0, 30, 60, 120, 240, 480, 960, 1920]
    assert waits == [wait * 1000 for wait in seconds]


@WAYS
def test_after_ten_nobody_may_try_before_the_next_gaming_day(bench, wrong):
    assert exhaust(bench, LAST_TRY, wrong) == DAY_END
    assert bench.refuse(wrong(bench), wall_ms=DAY_END - 1) == Code.NUMBERS_LOCKED
    assert bench.turn_away(wrong(bench), DAY_END).tries == 1


def test_the_gaming_day_that_ends_the_wait_is_that_of_the_table(bench):
    six_in_the_morning = 6 * 3_600_000
    bench.terms = msgspec.structs.replace(bench.terms, day_shift=-six_in_the_morning)
    until = exhaust(bench, LAST_TRY)
    assert until % DAY_MS == six_in_the_morning
    assert bench.refuse(wrong_code(bench), wall_ms=until - 1) == Code.NUMBERS_LOCKED
    assert bench.turn_away(wrong_code(bench), until).tries == 1


def test_while_locked_a_right_number_is_not_looked_at_either(funded, fold):
    number = funded.issued(1000)
    fold(funded.kiosk, open_claim(funded.kiosk, 3, Money(500), "471108"))
    until = exhaust(funded, FREE_TRIES)
    right = redeem.RedeemTicket(funded.request(), number)
    assert funded.refuse(right) == Code.NUMBERS_LOCKED
    assert funded.refuse(cash.CollectClaim(funded.request(), "471108"), wall_ms=until - 1) == Code.NUMBERS_LOCKED
    funded.do(right, wall_ms=until)


def test_tickets_and_claims_are_counted_together(bench):
    bench.turn_away(wrong_ticket(bench))
    assert bench.turn_away(wrong_code(bench)).tries == 2


def test_a_right_number_forgives_no_wrong_one(funded):
    funded.turn_away(wrong_ticket(funded))
    funded.do(redeem.RedeemTicket(funded.request(), funded.issued(1000)))
    assert funded.turn_away(wrong_ticket(funded)).tries == 2


def test_a_ticket_that_somebody_holds_is_no_guess(funded):
    number = funded.issued(1000)
    funded.do(redeem.RedeemTicket(funded.request(), number))
    for _time in range(LAST_TRY + 1):
        assert funded.turn_away(redeem.RedeemTicket(funded.request(), number)).tries == 0


def test_the_repeat_of_a_request_is_no_second_try(bench):
    asked = wrong_code(bench)
    bench.turn_away(asked)
    assert bench.refuse(asked) == Code.ALREADY_DONE
    assert bench.kiosk.tries.count == 1


def test_an_attendant_lets_numbers_be_typed_again(bench):
    exhaust(bench, LAST_TRY)
    assert bench.refuse(redeem.AllowNumbers("")) == Code.NOT_ALLOWED
    assert bench.do(redeem.AllowNumbers("eve")) == [redeem.NumbersAllowed("eve")]
    assert bench.turn_away(wrong_code(bench)).tries == 1
    assert bench.refuse(redeem.AllowNumbers("eve"), wall_ms=DAY_END) == Code.ALREADY_SO


def test_who_is_refused_is_told_until_when(bench):
    for _try in range(FREE_TRIES - 1):
        bench.turn_away(wrong_code(bench))
    refused = bench.turn_away(wrong_code(bench))
    assert refused.refusal == Refusal(Code.NO_SUCH_CLAIM, {"until": WALL_MS + FIRST_WAIT_MS})


def test_led_9_a_year_of_guessing_finds_a_ticket_with_odds_below_one_in_a_billion():
    """A thousand tickets outstanding at all times, and somebody who uses up every try of every day."""
    guesses, tickets = LAST_TRY * 366, 1000
    assert guesses * tickets < 10**PAYLOAD_DIGITS / 10**9
