"""The card in the kiosk's reader: whose session it opens, what it collects, and what a lost one leaves behind.

R-RG-1, R-TBL-7; poker.md §2, §7.3.
"""

import msgspec
import pytest

from cashier.records import CollectClaim, DeviceReported
from cashier.refusal import Code
from controller import machine as machines
from controller.vocab import card_reader_records as cr
from controller.vocab import fault_records as fr
from controller.vocab import player_card_records as pc
from controller.vocab import player_records as pr
from controller.vocab import seat_records as sr
from controller.vocab.player_card_records import Guest, Taste
from controller.vocab.profile import PlayerRules
from controller.vocab.tries import MOST_TRIES
from controller.wire.redact import Viewer, redact
from tests.machine.room import Room, kinds, only
from tests.players.lounge import AINO, MIKKO, READER, SPARE, STRANGE, Lounge, code_of, digest

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


@pytest.fixture
def lounge() -> Lounge:
    return Lounge()


# -- the reader --------------------------------------------------------------------------------------------------


def test_a_card_opens_its_players_session_and_taking_it_out_ends_it(lounge: Lounge) -> None:
    lounge.show(AINO)
    assert lounge.told == Guest(ending="1111", pin="none")
    lounge.take()
    assert lounge.machine.players.told is None


@pytest.mark.parametrize("flaw", ["unreadable", "blank", "foreign", "unproved", "two-cards", "too-soon"])
def test_what_is_no_card_of_this_house_is_refused_and_nothing_is_changed(lounge: Lounge, flaw: str) -> None:
    before = lounge.machine.players
    events = lounge.do(cr.PlayerCardRefused(READER, next(lounge.met), flaw))
    assert kinds(events) == ["PlayerCardUnread", "GuestTold"]
    assert lounge.told == Guest(trouble=flaw)
    assert lounge.refuse(lounge.buys(1, 4_000)) == Code.PLAYER_CARD_NEEDED
    assert lounge.refuse(lounge.collect()) == Code.PLAYER_CARD_NEEDED
    assert code_of(lounge.choose("2580")) == Code.PLAYER_CARD_NEEDED
    lounge.take()
    after = lounge.machine.players
    assert (after.known, after.cards, after.claims) == (before.known, before.cards, before.claims)


def test_a_card_that_was_never_enrolled_opens_nothing(lounge: Lounge) -> None:
    lounge.show(STRANGE)
    assert lounge.told == Guest(ending="1111", trouble="not-enrolled")
    assert lounge.refuse(lounge.buys(1, 4_000)) == Code.PLAYER_CARD_UNKNOWN


def test_a_word_said_twice_or_of_a_card_that_is_long_out_changes_nothing(lounge: Lounge) -> None:
    first = cr.PlayerCardProved(READER, next(lounge.met), AINO, "1111")
    lounge.do(first)
    assert lounge.refuse(first) == Code.ALREADY_DONE
    lounge.take()
    assert lounge.refuse(first) == Code.ALREADY_DONE
    assert lounge.refuse(cr.PlayerCardWithdrawn(READER, first.card)) == Code.ALREADY_SO
    lounge.show(MIKKO)
    assert lounge.refuse(cr.PlayerCardWithdrawn(READER, first.card)) == Code.ALREADY_SO
    assert lounge.refuse(msgspec.structs.replace(first, device="elsewhere", card=9)) == Code.NO_SUCH_DEVICE


def test_after_a_restart_the_reader_counts_anew_and_says_what_lies_in_it(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    events = lounge.do(fr.StartUp(version="1", digest="", last=0))
    assert only(events, pc.GuestTold).guest is None
    lounge.do(cr.PlayerCardProved(READER, 1, AINO, "1111"))
    assert lounge.told.pin == "asked", "whoever was there before has to type his PIN again"


def test_a_reader_that_nobody_hears_of_has_no_card_in_it(lounge: Lounge) -> None:
    """Its driver has fallen, or its cable is out: whoever stands there now is not taken for the player who was."""
    lounge.do(DeviceReported(READER, "ready"))
    lounge.arrives(AINO)
    events = lounge.do(DeviceReported(READER, "absent"))
    assert only(events, pc.PlayerCardTaken).number == lounge.machine.players.met
    assert only(events, pc.GuestTold).guest is None
    assert lounge.refuse(lounge.collect()) == Code.PLAYER_CARD_NEEDED
    lounge.do(DeviceReported(READER, "ready"))
    lounge.show(AINO)
    assert lounge.told.pin == "asked"


def test_the_kiosk_and_staff_hear_of_the_guest_and_no_other_screen(lounge: Lounge) -> None:
    events = lounge.show(AINO)
    heard = {kind: kinds(event for event in events if redact(event, Viewer(kind))) for kind in ("kiosk", "centre")}
    assert heard == {"kiosk": ["GuestTold"], "centre": []}
    assert not [event for event in events if redact(event, Viewer("seat", 1))]
    assert AINO not in str(only(events, pc.GuestTold)), "the kiosk does not learn the pseudonym"


# -- at the seat -------------------------------------------------------------------------------------------------


def test_r_rg_1_where_there_is_a_reader_a_number_that_is_typed_is_nobodys(lounge: Lounge) -> None:
    typed = msgspec.structs.replace(lounge.buys(1, 4_000), player=AINO)
    assert lounge.refuse(typed) == Code.PLAYER_CARD_NEEDED
    lounge.arrives(MIKKO)
    assert lounge.refuse(typed) == Code.PLAYER_CARD_NEEDED, "another card lies in the reader"
    lounge.do(lounge.buys(1, 4_000))
    assert lounge.machine.players.at_seat(1).player == MIKKO


def test_nobody_plays_with_a_card_whose_pin_a_finder_could_choose(lounge: Lounge) -> None:
    lounge.show(AINO)
    assert lounge.refuse(lounge.buys(1, 4_000)) == Code.PIN_NEEDED
    lounge.choose("2580")
    lounge.do(lounge.buys(1, 4_000))
    assert lounge.told.seat == 1


def test_r_rg_2_limits_and_exclusions_come_with_the_card(lounge: Lounge) -> None:
    lounge.do(pr.SetLimit(AINO, "stake", "day", 5_000, by="Anna"))
    lounge.arrives(AINO)
    assert lounge.why(lounge.buys(1, 6_000)).code == Code.STAKE_LIMIT
    lounge.do(lounge.buys(1, 4_000))
    lounge.do(pr.ExcludePlayer(MIKKO, 1, "self", by="Anna"))
    lounge.arrives(MIKKO)
    assert lounge.refuse(lounge.buys(2, 4_000)) == Code.EXCLUDED


def test_preferences_are_remembered_and_found_at_the_seat_he_sits_at(lounge: Lounge) -> None:
    liked = Taste(speak="fi", two_colours=True)
    lounge.arrives(AINO)
    lounge.do(lounge.buys(1, 4_000))
    lounge.do(pc.ChooseTaste(1, liked))
    assert lounge.refuse(pc.ChooseTaste(1, liked)) == Code.ALREADY_SO
    lounge.leave(1)
    events = lounge.do(lounge.buys(3, 4_000))
    assert only(events, pc.TasteTold) == pc.TasteTold(3, liked)
    assert lounge.told.taste == liked, "the kiosk speaks his language, too"
    moved = lounge.do(sr.MoveSeat(seat=3, to=5, by="Anna"))
    assert only(moved, pc.TasteTold) == pc.TasteTold(5, liked)


def test_somebody_unknown_keeps_his_taste_on_his_own_screen() -> None:
    room = Room()
    room.sit(1, 4_000)
    assert room.refuse(pc.ChooseTaste(1, Taste(terms=True))) == Code.IDENTITY_NEEDED


# -- one night, one stack (poker.md §7.3) ------------------------------------------------------------------------


def test_s7_3_whoever_comes_back_with_his_card_brings_his_stack_under_any_name(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    lounge.do(lounge.buys(1, 12_000, "Aino"))
    lounge.leave(1)
    assert lounge.told.brings == 12_000
    refused = lounge.why(lounge.buys(4, 4_000, "Somebody"))
    assert (refused.code, refused.facts) == (Code.ONE_STACK, {"amount": 12_000})
    lounge.arrives(MIKKO)
    lounge.do(lounge.buys(2, 4_000, "Aino"))
    lounge.arrives(AINO)
    assert lounge.refuse(lounge.buys(4, 4_000, "Somebody")) == Code.ONE_STACK, "another took her name, not her stack"
    lounge.do(lounge.buys(4, 12_000, "Somebody"))
    assert lounge.told.brings == 0


def test_s7_3_the_next_day_she_may_begin_anew(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    lounge.do(lounge.buys(1, 12_000))
    lounge.leave(1)
    lounge.wait(DAY)
    lounge.take()
    lounge.arrives(AINO)
    assert lounge.told.brings == 0
    lounge.do(lounge.buys(1, 4_000))


def test_s7_3_where_cards_are_optional_leaving_with_one_and_coming_back_without_is_no_way_round() -> None:
    lounge = Lounge(PlayerRules())
    lounge.arrives(AINO)
    lounge.do(lounge.buys(1, 12_000, "Aino"))
    lounge.leave(1)
    assert lounge.refuse(lounge.buy_in(1, 4_000, "Aino")) == Code.ONE_STACK
    lounge.take()
    lounge.do(lounge.buy_in(1, 4_000, "Somebody"))


# -- claims ------------------------------------------------------------------------------------------------------


def left_behind(lounge: Lounge, card: str, amount: int) -> None:
    """A player buys in with his card, leaves, and takes the card along."""
    lounge.arrives(card)
    lounge.do(lounge.buys(1, amount))
    lounge.leave(1)
    lounge.take()


def test_a_card_collects_its_players_claims_once_and_nobody_elses(lounge: Lounge) -> None:
    left_behind(lounge, AINO, 12_000)
    left_behind(lounge, MIKKO, 8_000)
    balance = lounge.machine.kiosk.balance
    lounge.show(AINO)
    assert lounge.told.waiting == 12_000
    assert lounge.refuse(lounge.collect()) == Code.PIN_NEEDED
    lounge.enter("2580")
    collect = lounge.collect()
    events = lounge.do(collect)
    assert kinds(events) == ["ClaimCollected", "GuestTold"]
    assert lounge.machine.kiosk.balance == balance + 12_000
    assert lounge.refuse(collect) == Code.ALREADY_DONE
    assert lounge.refuse(lounge.collect()) == Code.NO_SUCH_CLAIM
    assert [claim.amount for claim in lounge.machine.kiosk.claims.values()] == [8_000]


def test_the_code_opens_it_as_well_and_then_the_card_has_nothing(lounge: Lounge) -> None:
    left_behind(lounge, AINO, 12_000)
    (claim,) = lounge.machine.kiosk.claims.values()
    lounge.take()
    lounge.do(CollectClaim(request=lounge.request(), code=claim.code))
    lounge.arrives(AINO)
    assert lounge.told.waiting == 0
    assert lounge.refuse(lounge.collect()) == Code.NO_SUCH_CLAIM


def test_who_is_kept_out_still_gets_his_money(lounge: Lounge) -> None:
    left_behind(lounge, AINO, 12_000)
    lounge.do(pr.ExcludePlayer(AINO, 0, "house", by="Anna"))
    lounge.arrives(AINO)
    lounge.do(lounge.collect())


def test_a_card_taken_out_cancels_whatever_was_begun(lounge: Lounge) -> None:
    left_behind(lounge, AINO, 12_000)
    for begun in (lambda: None, lambda: lounge.enter("2580")):
        lounge.show(AINO)
        begun()
        lounge.take()
        assert lounge.refuse(lounge.collect()) == Code.PLAYER_CARD_NEEDED
        assert code_of(lounge.enter("2580")) == Code.PLAYER_CARD_NEEDED
    lounge.show(AINO)
    assert lounge.told.pin == "asked"


# -- the PIN -----------------------------------------------------------------------------------------------------


def test_each_wrong_pin_makes_the_next_wait_longer_and_the_fifth_locks(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    lounge.show(AINO)
    for wait in (2_000, 10_000, 60_000, 300_000):
        assert kinds(lounge.enter("0000")) == ["PinWrong", "GuestTold"]
        assert code_of(lounge.enter("2580")) == Code.PIN_WAITS, "not even the right one counts meanwhile"
        lounge.wait(wait - 1)
        assert lounge.why(pc.EnterPin("", b"2580")).facts == {"seconds": 1}
        lounge.wait(1)
    lounge.enter("0000")
    assert lounge.told.pin == "locked"
    lounge.wait(HOUR)
    assert code_of(lounge.enter("2580")) == Code.PIN_LOCKED
    lounge.do(pc.ResetPin(AINO, by="Anna"))
    assert lounge.told.pin == "none"


def test_a_locked_pin_may_be_typed_again_after_a_day_and_the_kiosk_says_so(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    lounge.show(AINO)
    for _wrong in range(MOST_TRIES):
        lounge.wait(HOUR)
        lounge.enter("0000")
    lounge.wait(DAY - 1)
    lounge.show(AINO)
    assert lounge.told.pin == "locked"
    assert only(lounge.do(pc.LookUpPlayerCard("", by="Anna")), pc.PlayerCardLookedUp).pin == "locked"
    lounge.wait(1)
    lounge.show(AINO)
    assert lounge.told.pin == "asked"
    assert only(lounge.do(pc.LookUpPlayerCard("", by="Anna")), pc.PlayerCardLookedUp).pin == "asked"
    assert "PinRight" in kinds(lounge.enter("2580"))


def test_once_the_pin_was_right_none_is_looked_at_and_none_is_wrong(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    for pin in ("2580", "0000"):
        assert code_of(lounge.enter(pin)) == Code.ALREADY_SO
    assert lounge.machine.players.find(AINO).tries.failed == 0
    assert lounge.told.pin == "right"


def test_a_right_pin_ends_the_count_and_another_card_has_its_own(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    lounge.show(AINO)
    lounge.enter("0000")
    lounge.arrives(MIKKO)
    lounge.show(AINO)
    lounge.wait(2_000)
    lounge.enter("2580")
    assert lounge.machine.players.find(AINO).tries.failed == 0


def test_neither_a_restart_nor_a_clock_set_back_gives_another_try(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    lounge.show(AINO)
    for _wrong in range(2):
        lounge.enter("0000")
        lounge.wait(2_000)
    again = Lounge.__new__(Lounge)
    again.__dict__ |= lounge.__dict__ | {"machine": machines.decode(machines.encode(lounge.machine))}
    assert code_of(again.enter("2580")) == Code.PIN_WAITS
    again.wait(-DAY)
    assert code_of(again.enter("2580")) == Code.PIN_WAITS


def test_a_pin_is_chosen_once_and_no_record_that_is_told_holds_it(lounge: Lounge) -> None:
    events = lounge.show(AINO)
    assert code_of(lounge.enter("2580")) == Code.PIN_NEEDED
    assert lounge.refuse(pc.ChoosePin("2580", digest("2580"))) == Code.NOT_ALLOWED, "the host has to hash it first"
    assert lounge.refuse(pc.ChoosePin("")) == Code.NOT_ALLOWED
    events = lounge.do(pc.ChoosePin("", digest("2580")))
    assert lounge.refuse(pc.ChoosePin("", digest("1397"))) == Code.ALREADY_SO
    assert pc.PinKept.audience == "sealed"
    assert not any("2580" in str(event) for event in events if event.audience != "sealed")


# -- the desk ----------------------------------------------------------------------------------------------------


def test_an_anonymous_card_is_a_player_of_its_own(lounge: Lounge) -> None:
    lounge.show(SPARE)
    lounge.do(pc.EnrolPlayerCard("", "", by="Anna"))
    assert lounge.told.trouble is None, "the session opens as soon as the card is enrolled"
    lounge.choose("2580")
    lounge.do(lounge.buys(1, 4_000))
    assert lounge.machine.players.at_seat(1).player == SPARE


def test_a_card_is_one_players_and_a_player_has_one_card(lounge: Lounge) -> None:
    assert lounge.refuse(pc.EnrolPlayerCard(AINO, AINO, by="Anna")) == Code.ALREADY_SO
    assert lounge.refuse(pc.EnrolPlayerCard(AINO, MIKKO, by="Anna")) == Code.PLAYER_CARD_TAKEN
    assert lounge.refuse(pc.EnrolPlayerCard(SPARE, AINO, by="Anna")) == Code.PLAYER_CARD_TAKEN
    assert lounge.refuse(pc.EnrolPlayerCard(SPARE, STRANGE, by="Anna")) == Code.NOT_REGISTERED
    assert lounge.refuse(pc.EnrolPlayerCard(SPARE, "", by=" ")) == Code.NOT_ALLOWED
    assert lounge.refuse(pc.EnrolPlayerCard("", "", by="Anna")) == Code.PLAYER_CARD_NEEDED
    assert lounge.refuse(pc.EnrolPlayerCard("no card", "", by="Anna")) == Code.NO_SUCH_PLAYER


def test_r_rg_2_an_excluded_player_gets_no_new_life_as_anothers_card(lounge: Lounge) -> None:
    lounge.do(pr.ExcludePlayer(SPARE, 0, "self", by="Anna"))
    assert lounge.refuse(pc.ReplacePlayerCard(AINO, SPARE, by="Anna")) == Code.PLAYER_CARD_TAKEN
    lounge.do(pr.RegisterPlayer(STRANGE, by="Anna"))
    assert lounge.refuse(pc.EnrolPlayerCard(SPARE, STRANGE, by="Anna")) == Code.PLAYER_CARD_TAKEN


def test_a_blocked_card_is_out_at_once_and_comes_back_as_it_was(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    lounge.do(pc.BlockPlayerCard(AINO, "lost", by="Anna"))
    assert lounge.told == Guest(ending="1111", trouble="blocked")
    assert lounge.refuse(lounge.buys(1, 4_000)) == Code.PLAYER_CARD_BLOCKED
    assert lounge.refuse(pc.BlockPlayerCard(AINO, "house", by="Anna")) == Code.ALREADY_SO
    lounge.do(pc.UnblockPlayerCard(AINO, by="Anna"))
    lounge.arrives(AINO)
    assert lounge.refuse(pc.UnblockPlayerCard(AINO, by="Anna")) == Code.ALREADY_SO
    assert lounge.refuse(pc.BlockPlayerCard(STRANGE, "lost", by="Anna")) == Code.PLAYER_CARD_UNKNOWN


def test_a_card_that_was_blocked_in_the_reader_waits_for_its_pin_once_it_opens_again(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    lounge.do(lounge.buys(1, 4_000))
    lounge.leave(1)
    lounge.do(pc.BlockPlayerCard(AINO, "house", by="Anna"))
    lounge.do(pc.UnblockPlayerCard(AINO, by="Anna", second="Bo"))
    assert lounge.told.pin == "asked"
    assert lounge.refuse(lounge.collect()) == Code.PIN_NEEDED


def test_everything_follows_to_the_card_that_replaces_a_lost_one(lounge: Lounge) -> None:
    lounge.do(pr.SetLimit(AINO, "stake", "day", 15_000, by="Anna"))
    lounge.arrives(AINO)
    lounge.do(lounge.buys(1, 12_000))
    lounge.do(pc.ChooseTaste(1, Taste(speak="sv")))
    lounge.leave(1)
    lounge.take()
    alone = pc.ReplacePlayerCard(AINO, SPARE, by="Anna")
    assert lounge.refuse(alone) == Code.TWO_PEOPLE, "money waits behind it"
    assert lounge.refuse(msgspec.structs.replace(alone, second="Anna ")) == Code.TWO_PEOPLE
    lounge.do(msgspec.structs.replace(alone, second="Bertil"))
    lounge.show(SPARE)
    told = lounge.told
    assert (told.pin, told.waiting, told.brings, told.taste.speak) == ("asked", 12_000, 12_000, "sv")
    lounge.enter("2580")
    lounge.do(lounge.collect())
    assert lounge.refuse(lounge.buys(1, 12_000)) == Code.STAKE_LIMIT
    lounge.show(AINO)
    assert lounge.told.trouble == "blocked"
    assert lounge.refuse(pc.UnblockPlayerCard(SPARE, by="Anna")) == Code.ALREADY_SO, "the new one is not blocked"
    assert lounge.refuse(sr.JoinList(name="Aino", by="Anna", way="card", player=AINO)) == Code.PLAYER_CARD_BLOCKED
    lounge.do(pc.ReplacePlayerCard(AINO, STRANGE, by="Anna"))
    lounge.show(SPARE)
    assert lounge.told.trouble == "blocked", "she has lost that one, too"
    assert lounge.refuse(pc.EnrolPlayerCard(SPARE, "", by="Anna")) == Code.PLAYER_CARD_TAKEN


def test_words_about_a_player_reach_him_by_any_of_his_cards(lounge: Lounge) -> None:
    lounge.do(pc.ReplacePlayerCard(AINO, SPARE, by="Anna"))
    lounge.do(pr.ExcludePlayer(SPARE, 1, "self", by="Anna"))
    assert lounge.machine.players.find(AINO).exclusions
    looked = only(lounge.do(pc.LookUpPlayerCard(AINO, by="Anna")), pc.PlayerCardLookedUp)
    assert (looked.card, looked.player, looked.block) == (AINO, AINO, "replaced")
    assert only(lounge.do(pc.LookUpPlayerCard(SPARE, by="Anna")), pc.PlayerCardLookedUp).player == AINO
    assert lounge.refuse(pc.LookUpPlayerCard(STRANGE, by="Anna")) == Code.PLAYER_CARD_UNKNOWN


def test_whoever_resets_the_pin_of_a_card_with_money_behind_it_is_not_alone(lounge: Lounge) -> None:
    left_behind(lounge, AINO, 12_000)
    assert lounge.refuse(pc.ResetPin(AINO, by="Anna")) == Code.TWO_PEOPLE
    lounge.do(pc.ResetPin(AINO, by="Anna", second="Bertil"))
    assert lounge.refuse(pc.ResetPin(AINO, by="Anna", second="Bertil")) == Code.ALREADY_SO
    assert lounge.refuse(pc.ResetPin(MIKKO, by="Anna")) == Code.ALREADY_SO


def test_without_a_reader_a_blocked_card_is_refused_by_its_number_too() -> None:
    lounge = Lounge(reader=False)
    lounge.do(pc.BlockPlayerCard(AINO, "lost", by="Anna"))
    typed = msgspec.structs.replace(lounge.buys(1, 4_000), player=AINO)
    assert lounge.refuse(typed) == Code.PLAYER_CARD_BLOCKED
    lounge.do(pc.UnblockPlayerCard(AINO, by="Anna"))
    lounge.do(msgspec.structs.replace(typed, request=lounge.request()))
