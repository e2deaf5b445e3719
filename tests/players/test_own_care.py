"""What a player sets for himself at the kiosk: limits, reminders, staying away (R-RG-2, R-RG-3)."""

import pytest

from cashier.refusal import Code
from controller.vocab import care_records as care
from controller.vocab import player_records as pr
from controller.vocab import seat_records as sr
from controller.vocab.records import AnyEvent
from controller.wire.fold import fold
from controller.wire.redact import Viewer, redact
from controller.wire.view import View
from tests.machine.room import kinds, only
from tests.players.lounge import AINO, MIKKO, Lounge

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


@pytest.fixture
def lounge() -> Lounge:
    return Lounge()


def told(events: list[AnyEvent]) -> care.OwnCareTold:
    return only(events, care.OwnCareTold)


def limit(told: care.OwnCareTold, kind: pr.LimitKind, period: pr.Period = "day") -> care.OwnLimit:
    return next(row for row in told.limits if (row.limit, row.period) == (kind, period))


WISHES = (
    care.ReadOwnCare(),
    care.LimitMyself("stake", "day", 5_000),
    care.RemindMe(60),
    care.StayAway(1),
)


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: type(wish).__name__)
def test_r_rg_2_card_and_pin_prove_whose_limits_they_are(lounge: Lounge, wish: care.ReadOwnCare) -> None:
    assert lounge.refuse(wish) == Code.PLAYER_CARD_NEEDED
    lounge.show(AINO)
    assert lounge.refuse(wish) == Code.PIN_NEEDED
    lounge.choose("2580")
    lounge.show(AINO)
    assert lounge.refuse(wish) == Code.PIN_NEEDED, "whoever finds the card may not even read them"
    lounge.enter("2580")
    lounge.do(wish)


def test_r_rg_2_a_players_own_tighter_limit_acts_at_once_and_a_wider_one_after_the_delay(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    events = lounge.do(care.LimitMyself("stake", "day", 5_000))
    assert only(events, pr.LimitSet).by == ""
    assert limit(told(events), "stake") == care.OwnLimit("stake", "day", 5_000, 0)
    assert lounge.why(lounge.buys(1, 6_000)).code == Code.STAKE_LIMIT
    wider = limit(told(lounge.do(care.LimitMyself("stake", "day", 8_000))), "stake")
    assert (wider.most, wider.wider) == (5_000, 8_000)
    assert len(wider.opens) == len("2027-01-31 06:00")
    assert lounge.why(lounge.buys(1, 6_000)).code == Code.STAKE_LIMIT
    lounge.wait(DAY)
    lounge.do(lounge.buys(1, 6_000))
    assert limit(told(lounge.do(care.ReadOwnCare())), "stake") == care.OwnLimit("stake", "day", 8_000, 6_000)


def test_r_rg_2_who_keeps_himself_out_leaves_his_seat_and_cannot_make_it_shorter(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    lounge.do(lounge.buys(1, 4_000))
    events = lounge.do(care.StayAway(7))
    assert [kind for kind in kinds(events) if kind != "GuestTold"] == ["PlayerExcluded", "VacateAsked", "OwnCareTold"]
    assert told(events).exclusions[0].cause == "self"
    assert lounge.refuse(care.StayAway(1)) == Code.EXCLUSION_STANDS
    assert told(lounge.do(care.StayAway(0))).exclusions == (care.OwnExclusion("self", ""),)
    assert lounge.refuse(care.StayAway(180)) == Code.EXCLUSION_STANDS
    assert lounge.refuse(sr.JoinList("Aino", by="Anna", way="card", player=AINO)) == Code.EXCLUDED


def test_r_rg_3_the_session_and_the_time_used_are_told_on_request(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    assert told(lounge.do(care.ReadOwnCare())).began == -1
    lounge.do(lounge.buys(1, 4_000))
    began = lounge.ms
    lounge.ms += 90 * MINUTE
    read = told(lounge.do(care.ReadOwnCare()))
    assert (began <= read.began <= began + 10, read.staked, read.at) == (True, 4_000, lounge.ms)
    assert limit(read, "time", "week").used == read.at - read.began
    assert {(row.limit, row.period) for row in read.limits} == {
        (kind, period) for kind in ("loss", "stake", "time") for period in ("day", "week", "month")
    }


def test_r_rg_3_a_reminder_that_a_player_asks_for_comes(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    assert told(lounge.do(care.RemindMe(30))).check == 30
    assert lounge.refuse(care.RemindMe(30)) == Code.ALREADY_SO
    assert lounge.refuse(care.RemindMe(-1)) == Code.AMOUNT_UNUSABLE
    assert told(lounge.do(care.RemindMe(0))).check == 0


def test_what_a_guest_reads_of_himself_is_on_no_other_screen_and_goes_with_his_card(lounge: Lounge) -> None:
    lounge.arrives(AINO)
    events, view = lounge.do(care.LimitMyself("time", "day", 2 * HOUR)), View()
    viewers = [Viewer("staff"), Viewer("centre"), Viewer("seat", 1)]
    assert [redact(told(events), viewer) for viewer in viewers] == [None, None, None]
    assert AINO not in str(told(events)), "the kiosk does not learn the pseudonym"
    fold(view, told(events))
    assert view.care is not None
    lounge.show(MIKKO)
    fold(view, only(lounge.show(MIKKO), type(lounge.show(AINO)[-1])))
    assert view.care is None
