"""Limits, exclusion and identity at the table (R-RG-1, R-RG-2, R-RG-3; R-TBL-7; poker.md §1.2)."""

import msgspec
import pytest

from cashier.refusal import Code, Refusal
from controller import machine as machines
from controller.app.config import demo_profile
from controller.language import load_language
from controller.players import pseudonym
from controller.players.periods import PERIODS, begins, number_at, written
from controller.vocab import player_records as pr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.gaming_day import DAY_MS, MINUTE_MS
from controller.vocab.ids import Now
from controller.vocab.profile import GamingDay, PlayerRules
from controller.wire.fold import fold
from controller.wire.redact import Viewer, visible
from controller.wire.view import View
from tests.machine.room import WALL, Room, kinds

KEY = bytes(range(32))
AINO, MIKKO = (pseudonym(KEY, "card", token) for token in ("1111", "2222"))
HOUR_MS = 60 * MINUTE_MS
BY_CARD = PlayerRules(identity="card")


class Club(Room):
    """A table that wants a card, with a wall clock that can be set beside the table's own."""

    def __init__(self, rules: PlayerRules = BY_CARD) -> None:
        self.shift = 0
        super().__init__(msgspec.structs.replace(demo_profile(), players=rules))
        self.insert(*(20_000,) * 20)

    @property
    def now(self) -> Now:
        return Now(table=self.ms, wall=WALL + self.ms + self.shift)

    def buys(self, player: str, seat: int, amount: int, name: str = "") -> tr.BuyIn:
        bought = self.buy_in(seat, amount, name or f"Player {seat}")
        return msgspec.structs.replace(bought, way="card", player=player)

    def limit(self, limit: pr.LimitKind, period: pr.Period, most: int | None, player: str = AINO) -> None:
        self.do(pr.SetLimit(player, limit, period, most, by="Anna"))

    def told(self, command: tr.BuyIn) -> Refusal:
        answer = self.submit(command)
        assert isinstance(answer, Refusal), "it was accepted"
        return answer


@pytest.fixture
def club() -> Club:
    return Club()


# -- identity ----------------------------------------------------------------------------------------------------


def test_r_rg_1_without_a_card_nobody_buys_chips_or_joins_the_list(club: Club) -> None:
    assert club.refuse(club.buy_in(1, 4_000)) == Code.IDENTITY_NEEDED
    assert club.refuse(sr.JoinList(name="Aino", by="Anna")) == Code.IDENTITY_NEEDED
    ticket = msgspec.structs.replace(club.buys(AINO, 1, 4_000), way="ticket")
    assert club.refuse(ticket) == Code.IDENTITY_NEEDED
    club.do(club.buys(AINO, 1, 4_000))


def test_r_rg_1_only_who_is_on_file_plays_where_the_profile_says_so() -> None:
    club = Club(PlayerRules(identity="card", registered_only=True))
    assert club.refuse(club.buys(AINO, 1, 4_000)) == Code.NOT_REGISTERED
    club.do(pr.RegisterPlayer(AINO, by="Anna"))
    club.do(club.buys(AINO, 1, 4_000))
    club.do(pr.ErasePlayer(AINO, by="Anna"))
    assert club.refuse(club.buys(AINO, 1, 1_000)) == Code.NOT_REGISTERED


def test_r_tbl_7_one_card_has_one_seat_whatever_name_is_given(club: Club) -> None:
    club.do(club.buys(AINO, 1, 4_000, "Aino"))
    assert club.refuse(club.buys(AINO, 2, 4_000, "Somebody")) == Code.ONE_SEAT_ONLY
    assert club.refuse(club.buys(MIKKO, 1, 4_000, "Aino")) == Code.SEAT_TAKEN
    club.leave(1)
    club.do(club.buys(AINO, 2, 4_000, "Somebody"))


def test_a_pseudonym_is_keyed_and_says_nothing_of_the_card() -> None:
    assert pseudonym(KEY, "card", "1111") == AINO != pseudonym(bytes(32), "card", "1111")
    assert pseudonym(KEY, "ticket", "1111") != AINO
    assert pseudonym(KEY, "anonymous", "1111") == pseudonym(KEY, "card", " ") == ""


def test_an_open_table_asks_nobody_who_he_is_and_counts_nothing() -> None:
    room = Club(PlayerRules())
    assert "PlayerStaked" not in kinds(room.do(room.buy_in(1, 4_000)))
    assert room.machine.players.sessions == ()


# -- limits ------------------------------------------------------------------------------------------------------


def test_r_rg_2_a_stake_limit_holds_at_the_purchase_and_at_each_top_up(club: Club) -> None:
    club.limit("stake", "day", 10_000)
    assert club.refuse(club.buys(AINO, 1, 10_050)) == Code.STAKE_LIMIT
    club.do(club.buys(AINO, 1, 8_000))
    assert club.told(club.buy_in(1, 2_050)).facts["left"] == 2_000
    club.do(club.buy_in(1, 2_000))
    assert club.refuse(club.buy_in(1, 50)) == Code.STAKE_LIMIT


def test_r_rg_2_chips_reserved_during_a_hand_count_at_once(club: Club) -> None:
    club.limit("stake", "day", 5_000)
    club.do(club.buys(AINO, 1, 4_000))
    club.do(club.buys(MIKKO, 2, 4_000))
    club.deal()
    club.do(club.buy_in(1, 1_000))
    assert club.refuse(club.buy_in(1, 50)) == Code.STAKE_LIMIT
    club.fold_out()
    assert club.refuse(club.buy_in(1, 50)) == Code.STAKE_LIMIT


def test_r_rg_2_a_loss_limit_counts_what_was_taken_away_but_never_what_was_won(club: Club) -> None:
    club.limit("loss", "day", 6_000)
    club.do(club.buys(AINO, 1, 6_000))
    assert club.refuse(club.buy_in(1, 50)) == Code.LOSS_LIMIT
    club.leave(1)
    club.do(club.buys(AINO, 1, 6_000))
    assert club.machine.players.find(AINO).used[0].lost == 6_000


def test_r_rg_2_money_brought_from_yesterday_does_not_widen_todays_loss(club: Club) -> None:
    club.do(club.buys(AINO, 1, 10_000))
    club.shift += DAY_MS
    club.leave(1)
    club.limit("loss", "day", 5_000)
    assert club.refuse(club.buys(AINO, 1, 10_000)) == Code.LOSS_LIMIT
    assert [row.lost for row in club.machine.players.find(AINO).used] == [0, 0, 0]


@pytest.mark.parametrize("period", PERIODS)
def test_r_rg_2_a_limit_opens_again_at_the_bound_to_the_millisecond(club: Club, period: pr.Period) -> None:
    day = club.profile.gaming_day
    bound = begins(period, day, number_at(period, day, WALL) + 1)
    club.limit("stake", period, 4_000)
    club.do(club.buys(AINO, 1, 4_000))
    club.shift = bound - WALL - 1
    refusal = club.told(club.buy_in(1, 50))
    assert refusal.facts["opens"] == written(bound, day)
    club.shift += 1
    club.do(club.buy_in(1, 50))


def test_r_rg_2_a_clock_that_is_set_back_widens_nothing(club: Club) -> None:
    club.limit("stake", "day", 4_000)
    club.shift = DAY_MS
    club.do(club.buys(AINO, 1, 4_000))
    for days in (0, -1, -40):
        club.shift = days * DAY_MS
        assert club.refuse(club.buy_in(1, 50)) == Code.STAKE_LIMIT


def test_r_rg_2_tighter_acts_at_once_and_wider_a_day_later(club: Club) -> None:
    club.limit("stake", "day", 6_000)
    club.do(club.buys(AINO, 1, 4_000))
    club.limit("stake", "day", 4_000)
    assert club.refuse(club.buy_in(1, 50)) == Code.STAKE_LIMIT
    club.limit("stake", "day", 20_000)
    club.shift = 24 * HOUR_MS - 1
    assert club.told(club.buy_in(1, 4_050)).facts["most"] == 4_000, "a new day, the old limit"
    club.shift += 1
    club.do(club.buy_in(1, 4_050))


def test_r_rg_2_taking_a_limit_away_is_the_widest_there_is(club: Club) -> None:
    club.limit("stake", "month", 4_000)
    club.limit("stake", "month", None)
    assert club.refuse(club.buys(AINO, 1, 4_050)) == Code.STAKE_LIMIT
    club.shift = 24 * HOUR_MS
    club.do(club.buys(AINO, 1, 4_050))


def test_r_rg_2_time_counts_while_the_table_runs_and_ends_the_seat(club: Club) -> None:
    club.limit("time", "day", 60 * MINUTE_MS)
    club.do(club.buys(AINO, 1, 4_000))
    assert machines.due(club.machine) == 50 * MINUTE_MS
    club.ms = 50 * MINUTE_MS
    (near,) = club.do(tr.Tick())
    assert isinstance(near, pr.LimitNear)
    assert (near.seat, near.limit, near.period, near.left) == (1, "time", "day", 10 * MINUTE_MS)
    assert machines.due(club.machine) == 60 * MINUTE_MS
    club.ms = 59 * MINUTE_MS
    assert club.refuse(tr.Tick()) == Code.NOT_DUE
    club.ms = 60 * MINUTE_MS
    assert kinds(club.do(tr.Tick())) == ["PlayTimeOver", "VacateAsked"]
    assert club.refuse(tr.SitIn(seat=1)) == Code.TIME_LIMIT
    assert kinds(machines.wants(club.machine))[-1] == "WantVacated"
    club.pump()
    assert 1 not in club.machine.table.seats
    assert club.told(club.buys(AINO, 1, 4_000)).facts["played"] == 60


def test_r_rg_2_time_that_began_yesterday_is_not_todays(club: Club) -> None:
    day = club.profile.gaming_day
    bound = begins("day", day, number_at("day", day, WALL) + 1)
    club.limit("time", "day", 60 * MINUTE_MS)
    club.shift = bound - WALL - 50 * MINUTE_MS
    club.do(club.buys(AINO, 1, 4_000))
    club.ms = 60 * MINUTE_MS
    assert kinds(club.do(tr.Tick())) == ["PlayTimeCounted"]
    assert machines.due(club.machine) == 100 * MINUTE_MS
    club.ms = 100 * MINUTE_MS
    assert kinds(club.do(tr.Tick())) == ["LimitNear"]
    club.ms = 110 * MINUTE_MS
    assert kinds(club.do(tr.Tick()))[0] == "PlayTimeOver"


def test_r_rg_2_a_purchase_that_leaves_a_fifth_of_a_limit_is_told_at_the_seat_once(club: Club) -> None:
    club.limit("stake", "day", 10_000)
    club.limit("loss", "week", 40_000)
    assert "LimitNear" not in kinds(club.do(club.buys(AINO, 1, 7_950)))
    (near,) = [event for event in club.do(club.buy_in(1, 50)) if isinstance(event, pr.LimitNear)]
    assert (near.limit, near.period, near.most, near.left) == ("stake", "day", 10_000, 2_000)
    assert "LimitNear" not in kinds(club.do(club.buy_in(1, 50)))
    club.shift = DAY_MS
    assert "LimitNear" not in kinds(club.do(club.buy_in(1, 50)))
    told = kinds(club.do(club.buy_in(1, 9_000)))
    assert told.count("LimitNear") == 1, "a new day is a new limit"


def test_r_rg_2_a_limit_that_is_near_stands_on_his_own_screen_alone(club: Club) -> None:
    club.limit("stake", "day", 5_000)
    club.do(club.buys(AINO, 1, 4_000))
    near = next(event for event in club.log if isinstance(event, pr.LimitNear))
    assert visible(near, Viewer("seat", 1))
    assert not any(visible(near, viewer) for viewer in (Viewer("seat", 2), Viewer("centre"), Viewer("staff")))
    view = View(own=1)
    fold(view, near)
    assert [(row.limit, row.left) for row in view.at(1).near] == [("stake", 1_000)]


@pytest.mark.parametrize("language", ["en", "fi"])
@pytest.mark.parametrize("limit", ["loss", "stake", "time"])
def test_r_rg_2_a_refusal_says_in_words_how_much_and_when_again(club: Club, language: str, limit: pr.LimitKind) -> None:
    club.limit(limit, "day", 0)
    refusal = club.told(club.buys(AINO, 1, 4_000))
    sentence = load_language(language).refusal(refusal, club.profile.currency)
    assert str(refusal.facts["opens"]) in sentence
    numbers = {"loss": "0\N{NO-BREAK SPACE}€", "stake": "0\N{NO-BREAK SPACE}€", "time": " 0"}
    assert numbers[limit] in sentence


# -- exclusion ---------------------------------------------------------------------------------------------------


def every_way_in(club: Club) -> list[object]:
    return [
        club.buys(AINO, 3, 4_000, "New"),
        club.buy_in(1, 1_000),
        sr.JoinList(name="New", by="Anna", way="card", player=AINO),
        sr.MoveSeat(seat=1, to=5, by="Anna"),
        sr.AskSeatChange(seat=1, to=5),
        tr.SitIn(seat=1),
    ]


@pytest.mark.parametrize("cause", ["self", "house"])
@pytest.mark.parametrize("way", range(6))
def test_r_rg_2_an_exclusion_closes_every_way_in(club: Club, cause: pr.ExclusionCause, way: int) -> None:
    club.do(club.buys(AINO, 1, 4_000))
    club.do(tr.SitOut(seat=1))
    assert kinds(club.do(pr.ExcludePlayer(AINO, 1, cause, by="Anna"))) == ["PlayerExcluded", "VacateAsked"]
    assert club.refuse(every_way_in(club)[way]) == Code.EXCLUDED


def test_r_rg_2_who_is_kept_out_waits_for_no_seat_either(club: Club) -> None:
    club.do(sr.JoinList(name="Aino", by="Anna", way="card", player=AINO))
    club.do(sr.JoinList(name="Mikko", by="Anna", way="card", player=MIKKO))
    events = club.do(pr.ExcludePlayer(AINO, 1, "self", by="Anna"))
    assert [event for event in events if isinstance(event, sr.ListLeft)] == [sr.ListLeft("Aino", "excluded")]
    assert [waiter.name for waiter in club.machine.table.waiting] == ["Mikko"]
    assert club.machine.players.listed == {"Mikko": MIKKO}


def test_r_rg_2_an_exclusion_ends_to_the_millisecond_and_not_before(club: Club) -> None:
    club.do(pr.ExcludePlayer(AINO, 1, "self", by="Anna"))
    club.shift = DAY_MS - 1
    assert club.refuse(club.buys(AINO, 1, 4_000)) == Code.EXCLUDED
    club.shift += 1
    club.do(club.buys(AINO, 1, 4_000))


def test_r_rg_2_nobody_shortens_what_a_player_has_asked_for(club: Club) -> None:
    club.do(pr.ExcludePlayer(AINO, 90, "self", by="Anna"))
    assert club.refuse(pr.ExcludePlayer(AINO, 30, "self", by="Anna")) == Code.EXCLUSION_STANDS
    assert club.refuse(pr.LiftExclusion(AINO, "self", by="Anna")) == Code.EXCLUSION_STANDS
    club.do(pr.ExcludePlayer(AINO, 0, "house", by="Anna"))
    club.do(pr.LiftExclusion(AINO, "house", by="Anna"))
    assert club.refuse(club.buys(AINO, 1, 4_000)) == Code.EXCLUDED, "the house lifts its own block alone"
    club.do(pr.ExcludePlayer(AINO, 0, "self", by="Anna"))
    club.do(pr.LiftExclusion(AINO, "self", by="Anna"))
    club.shift = DAY_MS - 1
    assert club.refuse(club.buys(AINO, 1, 4_000)) == Code.EXCLUDED
    club.shift += 1
    club.do(club.buys(AINO, 1, 4_000))


def test_erasing_a_person_ends_no_exclusion_and_no_limit(club: Club) -> None:
    club.limit("stake", "day", 4_000)
    club.do(pr.ErasePlayer(AINO, by="Anna"))
    assert club.refuse(club.buys(AINO, 1, 4_050)) == Code.STAKE_LIMIT
    club.do(pr.ExcludePlayer(AINO, 0, "self", by="Anna"))
    club.do(pr.ErasePlayer(AINO, by="Anna"))
    assert club.refuse(club.buys(AINO, 1, 4_000)) == Code.EXCLUDED


# -- reminders ---------------------------------------------------------------------------------------------------


def test_r_rg_3_a_player_is_reminded_of_time_and_money_and_reads_it_once(club: Club) -> None:
    club.do(pr.SetRealityCheck(AINO, 30, by="Anna"))
    club.do(club.buys(AINO, 1, 4_000))
    assert machines.due(club.machine) == 30 * MINUTE_MS
    assert club.refuse(pr.AcknowledgeCheck(seat=1)) == Code.ALREADY_SO
    club.ms = 30 * MINUTE_MS
    (told,) = club.do(tr.Tick())
    assert isinstance(told, pr.RealityChecked)
    assert (told.played, told.staked, told.held) == (30 * MINUTE_MS, 4_000, 4_000)
    assert machines.due(club.machine) == 60 * MINUTE_MS
    club.do(pr.AcknowledgeCheck(seat=1))
    assert club.refuse(pr.AcknowledgeCheck(seat=1)) == Code.ALREADY_SO


def test_r_rg_3_a_pause_stops_the_reminders_clock(club: Club) -> None:
    club.do(pr.SetRealityCheck(AINO, 30, by="Anna"))
    club.do(club.buys(AINO, 1, 4_000))
    club.do(tr.Pause(by="Anna"))
    assert machines.due(club.machine) is None


def test_a_session_goes_with_the_player_to_another_seat(club: Club) -> None:
    club.limit("stake", "day", 4_000)
    club.do(club.buys(AINO, 1, 4_000))
    club.do(sr.MoveSeat(seat=1, to=4, by="Anna"))
    assert club.refuse(club.buy_in(4, 50, "Player 1")) == Code.STAKE_LIMIT
    left = next(event for event in club.leave(4) if isinstance(event, pr.PlayerLeft))
    assert (left.player, left.amount) == (AINO, 4_000)


# -- periods -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("period", PERIODS)
def test_periods_follow_each_other_without_gap_or_overlap(period: pr.Period) -> None:
    day = GamingDay(begins=360, utc_offset=120)
    first = number_at(period, day, WALL)
    for number in range(first, first + 30):
        begun = begins(period, day, number)
        assert number_at(period, day, begun) == number
        assert number_at(period, day, begun - 1) == number - 1


def test_weeks_begin_on_monday_and_months_on_the_first_at_the_gaming_days_hour() -> None:
    day = GamingDay(begins=360, utc_offset=120)
    wall = 1_800_000_000_000  # Friday 15 January 2027, 10:00 local time
    assert written(wall, day) == "2027-01-15 10:00"
    assert written(begins("week", day, number_at("week", day, wall)), day) == "2027-01-11 06:00"
    assert written(begins("month", day, number_at("month", day, wall)), day) == "2027-01-01 06:00"
    assert written(begins("month", day, number_at("month", day, wall) + 12), day) == "2028-01-01 06:00"
