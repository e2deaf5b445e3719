"""Jackpots at a table: what hands pay in, a hit and its payment, the day's and the month's end."""

import msgspec
import pytest

from cashier.accounts import Account, AccountKind, TransferCode
from cashier.claims import CODE_BYTES, make_code
from cashier.invariant import InvariantBreach
from cashier.money import Money
from cashier.refusal import Code
from controller import machine as machines
from controller.app.config import demo_profile
from controller.games import find_game
from controller.jackpots import Jackpots, Pool, audit
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.jackpot_terms import Hourly, JackpotTerms
from controller.vocab.profile import GameId, RakeRule, TimeCharge
from tests.machine.room import Room, changed, kinds, only
from tests.rules.conftest import prepared_deck

DAY = 86_400_000
TERMS = JackpotTerms(
    bad_beat=Money(95), month_hand=Money(5), guaranteed=Money(100_000), hourly=Hourly(amount=Money(4000))
)
HOLES = ("AsKh", "Tc2d")
BOARD = "AcAdKcQcJc"
BEAT = prepared_deck(find_game(GameId("holdem-nl")), 6, HOLES, BOARD, burn=False)
DULL = prepared_deck(find_game(GameId("holdem-nl")), 6, ("AsKh", "7c2d"), "2c3d8hJs9s", burn=False)


def table(players=6, terms=TERMS, **fields):
    room = Room(changed(demo_profile(), jackpots=terms, **fields))
    for seat in range(1, players + 1):
        room.sit(seat, 10_000)
    return room


def pool(room, name="bad-beat"):
    return room.machine.table.jackpots.pool(name)


def balance(room, kind, name):
    return room.machine.ledger.balance(Account(kind, pool=name))


def codes():
    return tuple(make_code(bytes([seat]) * CODE_BYTES) for seat in range(10))


def hit_table():
    room = table()
    room.deal(BEAT)
    return room, room.check_down()


def confirmed():
    room, events = hit_table()
    room.do(jr.ConfirmBadBeat(by="floor"))
    return room, only(events, jr.BadBeatHit)


# -- §1 ----------------------------------------------------------------------------------------------------------


def test_j1_a_hand_of_six_pays_a_euro_that_is_not_credited_yet():
    room = table()
    before = sum(room.stack(seat) for seat in range(1, 7))
    room.deal(DULL)
    events = room.check_down()
    rake = sum(event.amount for event in events if isinstance(event, hr.RakeTaken))
    assert sum(room.stack(seat) for seat in range(1, 7)) == before - rake - 100
    assert (pool(room).today, pool(room).held) == (95, 100_000)
    assert (pool(room, "month-hand").today, pool(room, "month-hand").held) == (5, 0)
    assert balance(room, AccountKind.JACKPOT_TODAY, "bad-beat") == 95
    assert balance(room, AccountKind.JACKPOT, "bad-beat") == 100_000


def test_j1_a_hand_that_ends_before_the_flop_or_of_five_pays_nothing():
    room = table()
    room.deal()
    assert hr.DropTaken not in map(type, room.fold_out())
    five = table(players=5)
    five.deal()
    assert hr.DropTaken not in map(type, five.check_down())


def test_j1_the_day_is_posted_with_the_first_command_of_the_next():
    room = table()
    room.deal(DULL)
    room.check_down()
    room.ms += DAY
    posted = only(room.do(tr.SitOut(seat=1)), jr.DayPosted)
    assert [(row.pool, row.amount, row.held) for row in posted.posted] == [
        ("bad-beat", 95, 100_095),
        ("month-hand", 5, 5),
    ]
    assert (pool(room).today, pool(room).held) == (0, 100_095)
    assert "DayPosted" not in kinds(room.do(tr.SitIn(seat=1)))


def agree(room, *, refusing=0):
    """Have the next hand fall due and everyone answer; the events of that."""
    events = []
    while room.machine.table.asked is None and room.machine.table.due_hand is None:
        room.ms = max(room.ms, machines.due(room.machine))
        events += room.do(tr.Tick())
    while (asked := room.machine.table.asked) is not None:
        seat = next(reply.seat for reply in asked.replies if reply.yes is None)
        hand = room.machine.table.due_hand
        events += room.do(tr.Answer(seat=seat, hand=hand, question=asked.question, yes=seat != refusing))
    return events


def test_j1_if_all_agree_the_table_pays_forty_for_sixty_minutes():
    room = table(players=7)
    room.do(tr.ProposeHour(seat=3))
    paid = [event for event in agree(room) if isinstance(event, jr.HourPaid)]
    assert sum(event.amount for event in paid) == 4000
    assert [event.amount for event in paid] == [600, 600, 600, 550, 550, 550, 550]
    assert {event.until - room.ms for event in paid} == {3_600_000}
    assert pool(room).today == 4000
    room.deal()
    assert [event.pool for event in room.check_down() if isinstance(event, hr.DropTaken)] == [], (
        "0.05 is no chip of 0.50"
    )
    assert room.refuse(tr.ProposeHour(seat=99)) is Code.NOT_ALLOWED


def test_amb_16_or_ten_for_fifteen_minutes():
    room = table(terms=msgspec.structs.replace(TERMS, hourly=Hourly(amount=Money(1000), minutes=15)))
    room.do(tr.ProposeHour(seat=3))
    paid = [event for event in agree(room) if isinstance(event, jr.HourPaid)]
    assert sum(event.amount for event in paid) == 1000
    assert {event.until - room.ms for event in paid} == {15 * 60_000}


def test_j1_one_refusal_is_enough_and_the_hands_pay():
    room = table()
    room.do(tr.ProposeHour(seat=3))
    assert "HourPaid" not in kinds(agree(room, refusing=5))
    room.deal(DULL)
    assert hr.DropTaken in map(type, room.check_down())


# -- §2 ----------------------------------------------------------------------------------------------------------


def test_j2_1_a_hit_locks_the_table_until_it_is_settled():
    room, events = hit_table()
    hit = only(events, jr.BadBeatHit)
    assert (hit.category, len(hit.sharers), hit.at) == (1, 6, room.now.wall)
    assert hit.worth == 80_000
    assert only(events, tr.TablePaused).cause == "jackpot"
    assert machines.due(room.machine) is None, "no hand starts"
    assert machines.wants(room.machine) == ()[:0] or not room.machine.table.due_hand
    assert room.refuse(tr.Resume(by="floor")) is Code.JACKPOT_OPEN
    assert room.refuse(tr.AdoptProfile(profile=room.profile)) is Code.JACKPOT_OPEN


def test_j2_1_nothing_is_paid_before_an_attendant_has_confirmed():
    room, _events = hit_table()
    assert room.refuse(jr.GrantBadBeat(by="floor", codes=codes())) is Code.NOT_CONFIRMED
    room.do(jr.ConfirmBadBeat(by="floor"))
    assert room.refuse(jr.ConfirmBadBeat(by="floor")) is Code.ALREADY_DONE
    assert room.refuse(jr.GrantBadBeat(by="floor")) is Code.NOT_ALLOWED, "the host adds the codes"


def test_j2_3_every_share_becomes_a_claim_at_the_kiosk():
    room, hit = confirmed()
    (loser,), (winner,) = hit.losers, hit.winners
    events = room.do(jr.GrantBadBeat(by="floor", codes=codes()))
    shares = {event.seat: event.amount for event in events if isinstance(event, jr.SharePaid)}
    assert (shares.pop(loser.seat), shares.pop(winner.seat)) == (40_000, 20_000)
    assert set(shares.values()) == {5000}
    assert len(room.machine.kiosk.claims) == 6
    assert only(events, jr.BadBeatGranted).paid == 80_000
    room.do(tr.Resume(by="floor"))
    room.deal()


def test_j2_4_the_house_brings_the_rest_up_to_what_it_guarantees():
    room, _hit = confirmed()
    seeded = only(room.do(jr.GrantBadBeat(by="floor", codes=codes())), jr.PoolSeeded)
    assert (seeded.amount, seeded.held) == (80_000, 100_000)
    assert pool(room) == Pool(held=100_000, today=95, collected=95, seeded=180_000, paid=80_000)


def test_j2_5_what_another_table_was_paid_first_is_no_longer_there():
    room, _hit = confirmed()
    assert room.refuse(jr.GrantBadBeat(by="floor", amount=Money(100_001), codes=codes())) is Code.AMOUNT_UNUSABLE
    granted = only(room.do(jr.GrantBadBeat(by="floor", amount=Money(20_000), codes=codes())), jr.BadBeatGranted)
    assert (granted.base, granted.paid) == (20_000, 16_000)


def test_j2_5_a_hit_is_paid_from_what_the_jackpot_held_when_the_day_ends_meanwhile():
    room, _hit = confirmed()
    room.ms += DAY
    events = room.do(jr.GrantBadBeat(by="floor", codes=codes()))
    assert only(events, jr.BadBeatGranted).base == 100_000
    assert kinds(events)[-2:] == ["DayPosted", "PoolSeeded"]


def test_j2_1_a_refused_hit_pays_nothing_and_frees_the_table():
    room, _events = hit_table()
    assert room.refuse(jr.RefuseBadBeat(by="floor", reason=" ")) is Code.NOT_ALLOWED
    room.do(jr.RefuseBadBeat(by="floor", reason="a card was exposed"))
    assert room.refuse(jr.RefuseBadBeat(by="floor", reason="again")) is Code.NO_JACKPOT
    assert pool(room).paid == 0
    room.do(tr.Resume(by="floor"))


# -- §3 ----------------------------------------------------------------------------------------------------------


def test_j3_the_latest_of_equal_hands_wins_and_is_paid_by_hand():
    room = table()
    made = []
    for _hand in range(2):
        room.deal(DULL)
        made += [event for event in room.check_down() if isinstance(event, jr.MonthHandMade)]
    assert [event.hand for event in made] == [1, 2]
    assert made[0].strength == made[1].strength
    room.ms += 31 * DAY
    won = only(room.do(tr.SitOut(seat=1)), jr.MonthHandWon)
    assert (won.month, won.category, won.hand, won.player, won.amount) == (202701, "other", 2, made[1].player, 10)
    assert room.refuse(jr.PayMonthHand(by="floor", month=202701, category="omaha")) is Code.NO_JACKPOT
    room.do(jr.PayMonthHand(by="floor", month=202701, category="other"))
    assert pool(room, "month-hand") == Pool(collected=10, paid=10)
    assert room.refuse(jr.PayMonthHand(by="floor", month=202701, category="other")) is Code.NO_JACKPOT
    assert room.machine.ledger.meter(TransferCode.JACKPOT_HAND_PAID).amount == 10


# -- the books ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong", [Pool(held=1), Pool(collected=1), Pool(held=-1, paid=1), Pool(seeded=5, held=4), Pool(today=-1, held=1)]
)
def test_r_jpt_2_contributions_and_seed_are_what_is_held_and_was_paid(wrong):
    audit(Jackpots(pools={"bad-beat": Pool(held=4, today=1, collected=7, seeded=3, paid=5)}))
    with pytest.raises(InvariantBreach, match="jackpot-conserved"):
        audit(Jackpots(pools={"bad-beat": wrong}))


def test_r_jpt_2_a_jackpot_that_the_books_do_not_know_stops_the_table():
    room = table()
    room.machine.table.jackpots = msgspec.structs.replace(
        room.machine.table.jackpots, pools={"bad-beat": Pool(held=100_005, seeded=100_005)}
    )
    with pytest.raises(InvariantBreach, match="books-match-table"):
        machines.decide(room.machine, tr.SitOut(seat=1), room.now)


def test_the_reconciliation_of_a_table_with_jackpots_leaves_nothing_unexplained():
    room, _hit = confirmed()
    room.do(jr.GrantBadBeat(by="floor", codes=codes()))
    account = machines.reconciliation(room.machine)
    assert account.difference == 0
    assert {row.key for row in account.rows} >= {"jackpots", "jackpot-seed"}


# -- poker.md §13: the charge for time ---------------------------------------------------------------------------

BY_TIME = RakeRule(0, Money(0), time=TimeCharge(amount=Money(500), period=600_000, warning=60_000))


def test_section_13_everyone_pays_for_his_time_before_his_first_hand_and_each_period_after():
    room = table(players=3, terms=JackpotTerms(), rake=BY_TIME)
    room.deal()
    charged = [event for event in room.log if isinstance(event, tr.TimeCharged)]
    assert [(event.seat, event.amount, event.stack) for event in charged] == [(seat, 500, 9500) for seat in (1, 2, 3)]
    assert room.machine.ledger.balance(Account(AccountKind.TIME_CHARGE)) == 1500
    room.fold_out()
    room.deal()
    assert len([event for event in room.log if isinstance(event, tr.TimeCharged)]) == 3, "the period is not over"


def test_section_13_a_charge_is_announced_and_falls_due_between_hands():
    soon = changed(BY_TIME, time=changed(BY_TIME.time, warning=590_000))
    room = table(players=3, terms=JackpotTerms(), rake=soon)
    room.deal()
    due = room.machine.table.seats[1].fee_until
    room.ms = due - 590_000
    while machines.due(room.machine) <= room.ms:
        room.do(tr.Tick())
    warned = [event for event in room.log if isinstance(event, tr.TimeChargeNear)]
    assert {event.seat for event in warned} == {1, 2, 3}
    assert {event.due for event in warned} == {due}


def test_section_13_who_cannot_pay_is_dealt_out():
    room = table(players=3, terms=JackpotTerms(), rake=BY_TIME)
    room.machine.table.seats[2].fee_until = 0
    short = changed(BY_TIME, time=changed(BY_TIME.time, amount=Money(10_050)))
    room.do(tr.AdoptProfile(profile=changed(room.profile, rake=short)))
    room.sit(3, 1000)
    while machines.due(room.machine) is not None and room.machine.table.due_hand is None:
        room.ms = max(room.ms, machines.due(room.machine))
        room.do(tr.Tick())
    out = {event.seat: event.cause for event in room.log if isinstance(event, tr.SatOut)}
    assert out == {1: "fee", 2: "fee"}
    assert room.stack(3) == 11_000 - 10_050
    assert room.machine.table.due_hand is None, "one player alone plays no hand"


def test_section_13_the_time_that_is_paid_for_moves_with_the_player():
    room = table(players=3, terms=JackpotTerms(), rake=BY_TIME)
    room.deal()
    room.fold_out()
    paid_until = room.machine.table.seats[3].fee_until
    room.do(sr.MoveSeat(seat=3, to=7, by="Anna"))
    assert room.machine.table.seats[7].fee_until == paid_until
    room.deal()
    assert len([event for event in room.log if isinstance(event, tr.TimeCharged)]) == 3, "nobody pays twice"
