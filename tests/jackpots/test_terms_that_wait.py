"""The terms of a jackpot that people play for go on until it is won (R-JPT-3)."""

import pytest

from cashier.money import Money
from cashier.refusal import Code
from controller import machine as machines
from controller.machine import Machine
from controller.machine.state import encode
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab import table_records as tr
from controller.vocab.jackpot_terms import JackpotTerms
from controller.vocab.profile import GameId
from tests.jackpots.test_pools_at_the_table import BEAT, DAY, DULL, TERMS, codes, pool, table
from tests.machine.room import changed, kinds, only

OTHERS = changed(TERMS, bad_beat=Money(195), guaranteed=Money(50_000))


@pytest.fixture
def room():
    """A table whose bad beat jackpot holds what the house guarantees."""
    room = table()
    room.deal(DULL)
    room.check_down()
    return room


def adopt(room, terms, **fields):
    return room.do(tr.AdoptProfile(profile=changed(room.profile, jackpots=terms, **fields)))


def drop(room):
    room.deal(DULL)
    return [event.amount for event in room.check_down() if isinstance(event, hr.DropTaken)]


def test_r_jpt_3_other_terms_wait_while_the_jackpot_holds_anything(room):
    events = adopt(room, OTHERS, seats=9)
    assert kinds(events)[:2] == ["ProfileAdopted", "JackpotTermsWait"]
    assert room.machine.table.profile.seats == 9
    assert room.machine.table.profile.jackpots == TERMS, "what is shown is what holds"
    assert drop(room) == [95, 5]


def test_r_jpt_3_they_hold_when_it_was_hit_and_granted(room):
    adopt(room, OTHERS)
    room.deal(BEAT)
    room.check_down()
    room.do(jr.ConfirmBadBeat(by="floor"))
    events = room.do(jr.GrantBadBeat(by="floor", codes=codes()))
    assert only(events, jr.JackpotTermsChanged).terms == OTHERS
    assert pool(room).held == 50_000, "the next jackpot has the new guarantee"
    room.do(tr.Resume(by="floor"))
    assert drop(room) == [195, 5]


def test_r_jpt_3_a_table_that_starts_again_knows_what_it_was_asked(room):
    adopt(room, OTHERS)
    assert room.machine.table.proposed == changed(room.profile, jackpots=OTHERS)


def test_r_jpt_3_a_hit_that_is_refused_changes_nothing(room):
    adopt(room, OTHERS)
    room.deal(BEAT)
    room.check_down()
    room.do(jr.RefuseBadBeat(by="floor", reason="a misdeal"))
    room.do(tr.Resume(by="floor"))
    assert drop(room) == [95, 5]


def test_r_jpt_3_what_waits_survives_a_power_cut(room):
    adopt(room, OTHERS)
    folded = Machine(machine_id=room.machine.machine_id)
    for event in room.log:
        machines.evolve(folded, event)
    assert encode(folded) == encode(room.machine)
    assert folded.table.jackpots.waits == OTHERS
    assert machines.decode(encode(folded)).table.jackpots.waits == OTHERS


@pytest.mark.parametrize("terms", [JackpotTerms(), OTHERS], ids=["none", "others"])
def test_r_jpt_3_nothing_lowers_a_jackpot_but_its_payment(room, terms):
    before = pool(room)
    adopt(room, terms)
    room.ms += DAY
    room.deal(DULL)
    room.check_down()
    assert pool(room).held >= before.held
    assert pool(room).paid == 0


def test_r_jpt_3_the_same_terms_again_end_the_waiting(room):
    adopt(room, OTHERS)
    assert "JackpotTermsWait" not in kinds(adopt(room, TERMS))
    assert room.machine.table.jackpots.waits is None


def test_r_jpt_3_a_game_without_jackpots_meanwhile_gives_no_way_round(room):
    adopt(room, JackpotTerms(), game=GameId("pineapple-nl"))
    assert room.machine.table.profile.jackpots == JackpotTerms()
    assert "JackpotTermsWait" in kinds(adopt(room, OTHERS))
    assert room.machine.table.profile.jackpots == TERMS


def test_r_jpt_3_where_nobody_plays_for_anything_they_hold_at_once():
    room = table(terms=changed(TERMS, guaranteed=Money(0)))
    assert kinds(adopt(room, OTHERS))[:1] == ["ProfileAdopted"]
    assert room.machine.table.profile.jackpots == OTHERS


def test_r_jpt_3_terms_of_the_month_alone_wait_for_its_end():
    room = table(terms=JackpotTerms(month_hand=Money(100)))
    room.deal(DULL)
    room.check_down()
    adopt(room, JackpotTerms(month_hand=Money(50)))
    assert drop(room) == [100]
    room.ms += 62 * DAY
    assert drop(room) == [50]


def test_r_jpt_3_what_cannot_be_paid_in_the_new_chips_is_refused(room):
    for seat in range(1, 7):
        room.leave(seat)
    stakes = changed(room.profile.stakes, small_blind=200, big_blind=400, unit=200)
    asked = changed(room.profile, stakes=stakes, jackpots=JackpotTerms())
    assert room.refuse(tr.AdoptProfile(profile=asked)) is Code.PROFILE_UNUSABLE
