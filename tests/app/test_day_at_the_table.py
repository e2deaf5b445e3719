"""A gaming day at one table: whatever people do, blinds, rake and money come out to the cent (poker.md §5-§9, §13)."""

import json

import msgspec
import pytest

from cashier.money import Money
from controller.app.cli import main
from controller.app.config import ready_profile, ready_profiles
from controller.app.day.day import Day
from controller.app.day.figures import DayReport
from controller.app.day.host import DayError, Stacked
from controller.app.day_command import HOURS, PLAYERS, command_of
from controller.games import find_game
from controller.hand import model
from controller.jackpots import carrier_of
from controller.table import dealing
from controller.table.turns import games_of
from controller.vocab.ids import HandId
from controller.vocab.jackpot_terms import Hourly, JackpotTerms
from controller.vocab.profile import GameId, Profile, RakeRule, Ruling, TimeCharge
from evaluator_ext import Card
from tests.rules.conftest import prepared_deck

NAMES = ready_profiles()


def spend(name: str, seed: int, players: int = PLAYERS, hours: int = HOURS) -> DayReport:
    """A day; where it fails, the message holds the command that plays it again."""
    return right(ready_profile(name), command_of(name, players, hours, seed), players, hours, seed)


def right(profile: Profile, again: str, players: int, hours: int, seed: int) -> DayReport:
    try:
        report = Day(profile, players, hours, seed).play()
    except Exception as error:
        raise AssertionError(f"{again}: {error}") from error
    assert not report.findings, f"{again}: {report.findings}"
    return report


def with_jackpots(profile: Profile) -> Profile:
    """The same house with both jackpots, if one of its games carries them; in whole chips."""
    if not any(carrier_of(game.id) for game in games_of(profile)):
        return profile
    unit = profile.stakes.unit
    a_hand, an_hour = -(-100 // unit) * unit, -(-4000 // unit) * unit
    terms = JackpotTerms(
        bad_beat=Money(a_hand - 5),
        month_hand=Money(5),
        guaranteed=Money(100_000),
        hourly=Hourly(amount=Money(an_hour)),
    )
    return msgspec.structs.replace(profile, jackpots=terms)


def by_time(profile: Profile) -> Profile:
    """The same house with a charge for time in place of its share of the pots."""
    charge = TimeCharge(amount=Money(10 * profile.stakes.unit), period=1_800_000, warning=300_000)
    return msgspec.structs.replace(profile, rake=RakeRule(0, Money(0), time=charge))


FEES = (lambda profile: profile, with_jackpots, lambda profile: by_time(with_jackpots(profile)))
"""As it is; with jackpots; with jackpots and a charge for time."""


def spend_at_a_house(seed: int) -> DayReport:
    """The day of a seed: at one of the ready profiles, with one of the fees; the seed's own test plays it again."""
    profile = FEES[seed // len(NAMES) % len(FEES)](ready_profile(NAMES[seed % len(NAMES)]))
    again = f"python -m pytest tests/app/test_day_at_the_table.py -k 'days_reconcile and {seed}'"
    return right(profile, again, PLAYERS, HOURS, seed)


@pytest.mark.parametrize("name", ["demo", "helsinki-nl", "hungarian-holdem", "horse"])
def test_a_day_reconciles(name):
    report = spend(name, 1)
    assert report.hands > 100
    assert report.sat_down > 10


def test_rng_6_a_day_deals_from_decks_that_screens_and_players_have_had_their_part_in():
    report = spend("demo", 3, players=30, hours=4)
    assert report.numbers > 2 * report.hands
    assert report.hands // 3 < report.cuts < report.hands, "some let the deck be"
    assert report.refused["not-due"], "some cut too late"


def test_a_day_whose_decks_leave_the_numbers_out_is_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(dealing.mixing, "inputs_of", lambda _shuffle: ())
    report = Day(ready_profile("demo"), 10, 1, 1).play()
    assert any(finding.startswith("decks:") for finding in report.findings)


@pytest.mark.ci
@pytest.mark.parametrize("seed", range(2, 102))
def test_a_hundred_days_reconcile(seed):
    spend_at_a_house(seed)


@pytest.mark.hours
@pytest.mark.parametrize("seed", range(102, 1102))
def test_a_thousand_days_reconcile(seed):
    spend_at_a_house(seed)


def test_s13_days_with_jackpots_and_a_charge_for_time_reconcile():
    report = right(by_time(with_jackpots(ready_profile("helsinki-nl"))), "helsinki-nl", 60, 8, 3)
    assert report.rake == 0
    assert report.time_charges > 0
    assert report.jackpots_fed > 0
    assert report.jackpots_seeded == 100_000


def test_j2_a_day_with_stacked_hits_pays_them_and_goes_on():
    """Whoever is dealt in calls to the end, so that the prepared hands meet (jackpots.md §2)."""
    house = with_jackpots(ready_profile("helsinki-nl"))
    house = msgspec.structs.replace(house, no_value=True, test_decks=True)
    report = Day(house, 80, 6, 2, Stacked(frozenset(HandId(hand) for hand in range(40, 240, 20)), bad_beat)).play()
    assert report.findings == []
    assert report.hits >= 3
    assert report.jackpots_paid > 0
    assert report.hands > 120, "it goes on after them"


def bad_beat(players: int) -> tuple[Card, ...]:
    """A deck in which aces full of kings lose to a royal flush."""
    deal = prepared_deck(find_game(GameId("holdem-nl")), players, ("AsKh", "Tc2d"), "AcAdKcQcJc", burn=False)
    return tuple(deal)


def test_s5_10_days_hold_moves_and_playing_over():
    reports = [spend("helsinki-nl", seed, players=120, hours=6) for seed in (3, 4)]
    seen = {deed for report in reports for deed in report.deeds}
    assert seen >= {"played over", "changed seats"}
    assert sum(report.played_over for report in reports) > 3


def test_days_hold_everything_that_people_do():
    """Absence, lost screens, straddles, missed blinds and the list all occur, or the equations would prove little."""
    reports = [spend("helsinki-nl", seed, players=80, hours=6) for seed in (1, 2)]
    seen = {deed for report in reports for deed in report.deeds}
    assert seen >= {
        "bought again", "bust", "topped up", "walked away", "lost the screen", "sat out", "gave up waiting",
        "came too late for a seat",
    }  # fmt: skip
    for field in ("straddles", "blinds_missed", "entries_posted", "seated_from_list", "longest_wait"):
        assert sum(getattr(report, field) for report in reports) > 0, field


def test_the_same_seed_gives_the_same_day():
    assert spend("demo", 5, hours=2) == spend("demo", 5, hours=2)
    assert spend("demo", 5, hours=2).acts != spend("demo", 6, hours=2).acts


HOUSES = (
    ("helsinki-nl", 3, {"vacant_button": "dead-button", "missed_small": "dead", "most_runs": 2, "rebuy": "half"}),
    # A newcomer, or one who has missed his blinds, straddles where that is no way to come in: he owes the dead part.
    ("omaha-hi-lo", 5077, {"straddle_entry": False, "beside_button": "waits", "burn_cards": True}),
    ("demo", 4, {"new_player": "free", "missed_both": "wait", "rake_rounding": "nearest"}),
)


@pytest.mark.parametrize(("name", "seed", "options"), HOUSES, ids=[house[0] for house in HOUSES])
def test_a_house_with_its_own_options_reconciles_too(name, seed, options):
    rulings = tuple(Ruling(option=option, value=value) for option, value in options.items())
    profile = msgspec.structs.replace(ready_profile(name), straddle="live", rulings=rulings)
    assert Day(profile, PLAYERS, 6, seed).play().findings == []


# -- what it finds -----------------------------------------------------------------------------------------------


def findings(hours: int = 6) -> str:
    try:
        return "; ".join(Day(ready_profile("helsinki-nl"), PLAYERS, hours, 1).play().findings)
    except DayError as error:
        return str(error)


def without(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Have the table forget one kind of forced bet."""
    right = dealing.forced_bets
    monkeypatch.setattr(
        dealing, "forced_bets", lambda *given: tuple(post for post in right(*given) if post.kind != kind)
    )


def test_nothing_is_found_where_nothing_is_wrong():
    assert findings() == ""


def test_a_dead_small_blind_that_nobody_asks_for_is_found(monkeypatch):
    without(monkeypatch, "dead-small-blind")
    assert "entries: owed by posting = posted" in findings()


def test_a_big_blind_that_nobody_posts_is_found(monkeypatch):
    without(monkeypatch, "big-blind")
    assert "big blinds: due = posted" in findings()


def test_rake_of_a_hand_without_a_second_round_is_found(monkeypatch):
    right = model.rulings_by
    monkeypatch.setattr(
        model,
        "rulings_by",
        lambda *given: msgspec.structs.replace(right(*given), no_rake_before_second_round=False),
    )
    assert "rake: taken = by the rule" in findings()


# -- the command -------------------------------------------------------------------------------------------------


def test_the_command_prints_the_day(capsys):
    assert main(["simulate", "day", "--profile", "soko", "--hours", "1", "--players", "12"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("1 h of soko-pl at Sökö, 12 players, seed 1: ")
    assert "pockets: brought + won = carried home + fees + here" in shown


def test_the_command_prints_json(capsys):
    assert main(["simulate", "day", "--hours", "1", "--players", "12", "--seed", "4", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["players"], report["seed"]) == (12, 4)
    assert all(row["one"] == row["other"] for row in report["equations"])


def test_a_finding_ends_with_1_and_the_command_that_shows_it_again(monkeypatch, capsys):
    without(monkeypatch, "big-blind")
    assert main(["simulate", "day", "--hours", "1", "--seed", "7"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told[-1] == ("jakaja: to see it again: jakaja simulate day --profile demo --players 40 --hours 1 --seed 7")
    assert any("big blinds" in line for line in told)


@pytest.mark.parametrize(
    ("words", "told"),
    [(["--hours", "0"], "use 1 to 24"), (["--players", "1"], "use 2 to"), (["--profile", "sokko"], "soko")],
)
def test_wrong_usage_is_one_line(words, told, capsys):
    assert main(["simulate", "day", *words]) == 2
    line = capsys.readouterr().err
    assert told in line
    assert line.count("\n") == 1
