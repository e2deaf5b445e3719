"""Hands written and read again: as PHH whatever the game, the posts and the rulings, and as their own events."""

import json
import tomllib
from decimal import Decimal

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings

from cashier.money import Money
from controller.app.cli import main
from controller.app.event_file import TableHand, public, read_events, write_events
from controller.app.hand_files import WRITERS, Source
from controller.app.phh import parse_hand
from controller.app.phh_writing import write_hand
from controller.app.play_again import play_again
from controller.app.problem import Problem
from controller.app.replay import replay
from controller.app.simulate import POLICIES, RAY, Run, find_rotation
from controller.games import catalogue
from controller.hand import play, start
from controller.vocab import hand_records as hr
from controller.vocab.profile import PotFee, RuleSetId
from evaluator_ext import full_deck, parse_cards
from tests.hand.random_hands import BETTING, choices, deals, played

EVERY = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def simulated(game="holdem-nl", hands=3, rule_set=RAY, players=4, seed=11):
    run = Run(find_rotation(game), RuleSetId(rule_set), players, POLICIES["random"], seed)
    return [TableHand(wall=1_800_000_000_000, events=tuple(run.hand(number)[1])) for number in range(1, hands + 1)]


# -- PHH ---------------------------------------------------------------------------------------------------------


@EVERY
@given(deals(BETTING), choices)
def test_any_hand_written_as_phh_is_played_again_to_the_same_stacks(deal, numbers):
    _, events = played(deal, numbers)
    # Up cards that come from cards shuffled under the deck follow from the whole deck, which no history holds.
    kinds = {type(event) for event in events}
    assume(not {hr.DeckRecycled, hr.UpCardsDealt} <= kinds)
    hand = parse_hand(tomllib.loads(write_hand(events), parse_float=Decimal), "written", 1)
    assert play_again(hand) == hand.finishing


RAKED = (
    {"rake_permille": 50, "rake_cap": 400, "rake_step": 50},
    {"rake_by_pot": (PotFee(Money(1000), Money(50)), PotFee(Money(3000), Money(200))), "rake_cap": 400},
    {"rake_permille": 50, "rake_cap": 400, "drops": (hr.Drop("bad-beat", 95), hr.Drop("month-hand", 5))},
)
"""Fees as `HandStarted` carries them: in steps, fixed by the pot, and with what the jackpots get."""


def raked(fees, holes="AcKdAdKcQhJs9h5s4d"):
    """A hand of two with blinds of 0.50 and 1, called down for 20 each, with these fees."""
    started = msgspec.structs.replace(simulated(players=2)[0].events[0], rake_permille=0, rake_cap=0)
    started = msgspec.structs.replace(
        started, entrants=tuple(hr.Entrant(one.seat, 2000) for one in started.entrants), **fees
    )
    first = parse_cards(holes)
    deck = (*first, *[card for card in full_deck() if card not in first])
    hand, events = start(started, deck)
    while not hand.over:
        offer = hand.decision
        events += play(
            hand, hr.Act(offer.seat, offer.decision, "call" if offer.call else "raise", offer.max_to * (not offer.call))
        )
    return events


@pytest.mark.parametrize("fees", RAKED)
def test_section_13_a_raked_hand_is_written_with_its_fee_and_played_again_to_the_same_stacks(fees):
    events = raked(fees)
    taken = sum(event.amount for event in events if isinstance(event, hr.RakeTaken | hr.DropTaken))
    assert taken
    hand = parse_hand(tomllib.loads(write_hand(events), parse_float=Decimal), "written", 1)
    started = events[0]
    assert (hand.rake_step, hand.rake_by_pot, hand.drops) == (started.rake_step, started.rake_by_pot, started.drops)
    assert play_again(hand) == hand.finishing
    free = msgspec.structs.replace(hand, rake_permille=0, rake_by_pot=(), drops=())
    assert sum(play_again(free)) - sum(hand.finishing) == taken


@pytest.mark.parametrize("fees", RAKED)
def test_a_raked_hand_whose_loser_never_showed_pays_the_same(fees):
    events = [event for event in raked(fees, "AcKdAdKhQhJs9h5s4d") if event.audience == "everyone"]
    assert any(isinstance(event, hr.HandMucked) for event in events)
    hand = parse_hand(tomllib.loads(write_hand(events), parse_float=Decimal), "written", 1)
    assert play_again(hand) == hand.finishing


def test_phh_has_no_words_for_rows_and_the_hands_are_counted(tmp_path):
    path, hands = tmp_path / "hands.phhs", simulated("chinese-1-6-pts")
    written = WRITERS["phh"](path, [*hands, *simulated(hands=1)], Source())
    assert (written.hands, written.others) == (1, {"chinese-1-6-pts": 3})
    assert replay(path, check=True).agreed == 1


@pytest.mark.parametrize(
    ("key", "fault"),
    [
        ("_absent = [9]", "_absent is [9]; write a list of players from 1 to 4"),
        ("_absent = [true]", "_absent is [True]"),
        ('_posts = ["p4 late-post"]', "_posts holds 'p4 late-post'; write posts as in 'p4 late-post 100', of p1 to p4"),
        ('_posts = ["p4 gift 100"]', "_posts holds 'p4 gift 100'"),
        ("_runs = 0", "_runs is 0; write a whole number from 1"),
        ("_rake_step = -1", "_rake_step is -1; write a whole number from 0"),
        ("_rake_by_pot = [[1000]]", "_rake_by_pot is [[1000]]; write pairs of whole numbers"),
        ("_rake_by_pot = [[1000, true]]", "_rake_by_pot is [[1000, True]]"),
        ("_drops = {lottery = 5}", "_drops is {'lottery': 5}; write amounts for bad-beat, month-hand, stud in braces"),
        ("_drops = {bad-beat = -5}", "_drops is {'bad-beat': -5}"),
    ],
)
def test_our_own_keys_are_checked(key, fault):
    text = write_hand(simulated()[0].events) + key
    with pytest.raises(Problem) as caught:
        parse_hand(tomllib.loads(text, parse_float=Decimal), "written", 1)
    assert fault in str(caught.value)


def test_a_card_that_the_game_has_not_is_named():
    text = write_hand(simulated("short-deck-nl")[0].events).replace("d dh p1 ????", "d dh p1 2c??")
    with pytest.raises(Problem, match="2c is no card of short-deck-nl; correct the card"):
        parse_hand(tomllib.loads(text, parse_float=Decimal), "written", 1)


def test_a_hand_that_cannot_be_dealt_is_a_finding():
    text = write_hand(simulated("omaha5-pl", players=9)[0].events).replace('"ray"', '"hungarian"')
    hand = parse_hand(tomllib.loads(text, parse_float=Decimal), "written", 1)
    assert play_again(hand).sentence == "cannot be dealt: hand 1: omaha5-pl is for 2 to 8 players, not 9"


# -- events ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", catalogue(), ids=lambda game: game.id)
def test_hands_of_every_game_are_played_again_byte_for_byte(game, tmp_path):
    path, hands = tmp_path / "hands.events", simulated(game.id, players=min(game.most, 4), rule_set="hungarian")
    assert write_events(path, hands, "m1", "t1", "all") == 3
    report = replay(path, check=True)
    assert (report.hands, report.agreed, report.findings) == (3, 3, ())
    assert [hand.events for hand in read_events(path)] == [hand.events for hand in hands]


@EVERY
@given(deals(), choices)
def test_any_hand_is_made_again_from_its_deck_and_its_acts(tmp_path_factory, deal, numbers):
    path = tmp_path_factory.mktemp("any") / "hand.events"
    _, events = played(deal, numbers)
    write_events(path, [TableHand(wall=0, events=tuple(events))], "m1", "t1", "all")
    report = replay(path, check=True)
    assert (report.agreed, report.findings) == (1, ())


def test_a_public_file_has_no_card_that_nobody_showed_and_is_played_again(tmp_path):
    path, hands = tmp_path / "hands.events", simulated(hands=20)
    write_events(path, hands, "m1", "t1", "public")
    assert replay(path, check=True).agreed == 20
    for line, hand in zip(path.read_text("utf-8").splitlines()[1:], hands, strict=True):
        told = json.loads(line)["events"]
        assert not {"DeckFixed", "HoleCardsDealt", "CardsDiscarded"} & {event["type"] for event in told}
        assert len(told) == len(public(hand.events))


def test_the_header_says_whose_hands_they_are_and_how_many(tmp_path):
    path = tmp_path / "hands.events"
    write_events(path, simulated(), "m1", "t1", "all")
    header = json.loads(path.read_text("utf-8").splitlines()[0])
    digest = header.pop("digest")
    assert len(bytes.fromhex(digest)) == 16
    assert header == {
        "format": "jakaja-hand-events", "version": 1, "schema": 1, "machine": "m1", "table": "t1", "cards": "all",
        "hands": 3,
    }  # fmt: skip


def changed_header(content, **fields):
    head, _, body = content.partition(b"\n")
    return json.dumps({**json.loads(head), **fields}).encode() + b"\n" + body


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (lambda content: content[: content.rindex(b"{")], "was changed: its digest is another; fetch the file again"),
        (lambda content: b"\n".join(content.split(b"\n")[:3]) + b"\n", "holds 2 of 3 hands; fetch the whole file"),
        (lambda content: content.replace(b'"to":100', b'"to":105', 1), "was changed: its digest is another"),
        (lambda content: changed_header(content, version=2), "line 1: is of version 2, schema 1; read it with"),
        (lambda content: changed_header(content, format="x"), "line 1: the format is 'x'; name a file of jakaja-"),
        (lambda content: b"hello\n", "line 1: is no header (JSON is malformed"),
        (lambda content: b"\xff\xfe\n", "line 1: is no header ("),
        (lambda content: b"", "line 1: is no header ("),
        (lambda content: b"x" * (2 * 1024 * 1024), "line 1: is longer than 1048576 bytes"),
    ],
)
def test_a_file_that_is_cut_short_changed_or_none_of_ours_is_one_line_and_2(damage, line, tmp_path, capsys):
    path = tmp_path / "hands.events"
    write_events(path, simulated(), "m1", "t1", "all")
    path.write_bytes(damage(path.read_bytes()))
    assert main(["replay", str(path), "--check"]) == 2
    complaint = capsys.readouterr().err
    assert line in complaint
    assert complaint.count("\n") == 1


def resealed(path, events):
    """Write a file with these events, whatever they say, under a right digest."""
    write_events(path, [TableHand(wall=0, events=tuple(events))], "m1", "t1", "all")


def test_an_event_that_does_not_follow_is_a_finding_that_names_it(tmp_path, capsys):
    path, events = tmp_path / "hands.events", list(simulated(hands=1)[0].events)
    place = next(number for number, event in enumerate(events) if isinstance(event, hr.StreetBegan))
    events[place] = hr.StreetBegan(street=0, burnt=1)
    resealed(path, events)
    assert main(["replay", str(path), "--check"]) == 1
    out = capsys.readouterr().out
    assert f"hands.events, line 2: event {place + 1} is recorded as StreetBegan(street=0, burnt=1) and is now" in out


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"rulings": "0" * 16}, "was played under other rulings of ray"),
        ({"game": "whist"}, "cannot be dealt: there is no game 'whist'"),
        ({"rule_set": "mine"}, "cannot be dealt: there is no rule set 'mine'"),
        ({"button": 3}, "cannot be dealt: hand-startable: "),
    ],
)
def test_a_hand_that_cannot_be_made_again_says_why(change, sentence, tmp_path):
    path, events = tmp_path / "hands.events", list(simulated(hands=1)[0].events)
    events[0] = msgspec.structs.replace(events[0], **change)
    resealed(path, events)
    assert replay(path, check=True).findings[0].sentence.startswith(sentence)


def test_a_hand_without_its_beginning_is_malformed(tmp_path):
    path = tmp_path / "hands.events"
    resealed(path, simulated(hands=1)[0].events[1:])
    with pytest.raises(Problem, match="line 2: does not begin with the one HandStarted"):
        replay(path, check=True)


# -- from one format into another --------------------------------------------------------------------------------


def test_events_are_written_again_byte_for_byte_and_as_phh(tmp_path, capsys):
    first, second, phh = tmp_path / "a.events", tmp_path / "b.events", tmp_path / "c.phhs"
    write_events(first, simulated("horse", hands=12), "m1", "t1", "all")
    assert main(["replay", str(first), "--to", "events", "--out", str(second)]) == 0
    assert second.read_bytes() == first.read_bytes()
    assert main(["replay", str(first), "--to", "phh", "--out", str(phh)]) == 0
    assert "c.phhs: 12 hands written" in capsys.readouterr().out
    assert replay(phh, check=True).agreed == 12
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.events", "b.events", "c.phhs"]


def test_what_a_record_does_not_know_is_not_invented(corpus, tmp_path, capsys):
    out = tmp_path / "hands.events"
    assert main(["replay", str(corpus / "pluribus.phhs"), "--every", "500", "--to", "events", "--out", str(out)]) == 0
    hands = list(read_events(out))
    assert [hand.cards for hand in hands] == ["public"] * 20
    assert not [event for hand in hands for event in hand.events if event.audience != "everyone"]
    assert replay(out, check=True).findings == ()


def test_a_game_that_phh_has_no_words_for_is_left_out_and_not_compared_without_its_cards(tmp_path, capsys):
    path, out = tmp_path / "rows.events", tmp_path / "rows.phhs"
    game = next(row.id for row in catalogue() if row.rows)
    write_events(path, simulated(game), "m1", "t1", "public")
    assert replay(path, check=True).not_compared == 3
    assert main(["replay", str(path), "--to", "phh", "--out", str(out)]) == 1
    assert f"3 hands of {game} left out: phh has no words for it" in capsys.readouterr().out


def test_a_public_hand_of_an_unknown_game_is_a_finding(tmp_path):
    path, events = tmp_path / "hands.events", list(public(simulated(hands=1)[0].events))
    events[0] = msgspec.structs.replace(events[0], game="whist")
    write_events(path, [TableHand(wall=0, events=tuple(events))], "m1", "t1", "public")
    assert replay(path, check=True).findings[0].sentence.startswith("cannot be dealt: there is no game 'whist'")


def test_a_hand_whose_showdown_is_not_known_is_left_out_and_named(tmp_path, capsys):
    path, out = tmp_path / "hidden.phh", tmp_path / "hidden.events"
    hand = next(one for one in simulated(hands=60) if any(isinstance(e, hr.HandMucked) for e in one.events))
    path.write_text(write_hand(hand.events), encoding="utf-8")
    assert main(["replay", str(path), "--to", "events", "--out", str(out)]) == 1
    assert "hidden.phh: not all hands of its showdown are known" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["hands.txt"], "hands.txt: ends in none of .phh, .phhs, .log, .acpc, .events, .jsonl; say --from phh"),
        (["hands.events", "--to", "ohh"], "replay: --to and --out go together; give both"),
        (["none.events"], "none.events: cannot be read (No such file or directory)"),
        (["hands.events", "--to", "phh", "--out", "none/x.phh"], "none/x.phh: cannot be written (No such file"),
    ],
)
def test_wrong_usage_is_one_line_and_2(arguments, line, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_events(tmp_path / "hands.events", simulated(), "m1", "t1", "all")
    assert main(["replay", *arguments]) == 2
    complaint = capsys.readouterr().err
    assert line in complaint
    assert complaint.count("\n") == 1


def test_a_file_that_is_too_large_is_not_read(tmp_path, capsys):
    path = tmp_path / "huge.phhs"
    with path.open("wb") as file:
        file.truncate(300 * 1024 * 1024)
    assert main(["replay", str(path)]) == 2
    assert "has 314572800 bytes; split it" in capsys.readouterr().err


def test_hidden_cards_stand_in_no_event_that_the_public_gets(tmp_path):
    hands = simulated(hands=30)
    path = tmp_path / "hands.events"
    write_events(path, hands, "m1", "t1", "public")
    for told, hand in zip(read_events(path), hands, strict=True):
        shown = {event.seat for event in hand.events if isinstance(event, hr.HandShown)}
        dealt = [event for event in hand.events if isinstance(event, hr.HoleCardsDealt)]
        hidden = {card for event in dealt if event.seat not in shown for card in event.cards}
        seen = {card for event in told.events for card in getattr(event, "cards", ())}
        assert hidden
        assert not hidden & seen
