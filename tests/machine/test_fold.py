"""Folding the events gives the live state, whatever people do; no chip or cent appears or vanishes on the way."""

import random
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from cashier.money import Money
from cashier.records import CollectClaim, TicketPrinted, TicketSending
from cashier.refusal import Refusal
from controller import machine as machines
from controller.app.config import demo_profile
from controller.machine import Machine
from controller.shuffle import public_key_of
from controller.vocab import entropy_records as er
from controller.vocab import fault_records as fr
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.vocab.jackpot_terms import Hourly, JackpotTerms
from controller.vocab.profile import BombPots, RakeRule, TimeCharge
from controller.vocab.records import (
    COMMAND_TYPES,
    EVENT_TYPES,
    PlayerCommand,
    PlayerEvent,
    ScreenCommand,
    ScreenEvent,
    StaffCommand,
    StaffEvent,
)
from tests.machine.door_deeds import at_the_doors, with_doors
from tests.machine.kiosk_deeds import TIGHT, at_the_kiosk, with_hopper
from tests.machine.room import Room, changed

STEPS = 160
BY_TIME = RakeRule(0, Money(0), time=TimeCharge(amount=Money(100), period=120_000, warning=60_000))
FED = JackpotTerms(
    bad_beat=Money(95), month_hand=Money(5), players=2, guaranteed=Money(10_000), hourly=Hourly(amount=Money(400))
)


def anything(room: Room, dice: random.Random) -> None:
    """Do one random thing that someone at the table might try, right or wrong."""
    table, kiosk = room.machine.table, room.machine.kiosk
    seat = dice.randrange(1, 11)
    choices = [
        lambda: room.insert(dice.choice((500, 2000, 10000))),
        lambda: room.submit(room.buy_in(seat, dice.choice((50, 50, 4000, 4025, 10000, 20000)))),
        lambda: room.submit(tr.SitOut(seat=seat)),
        lambda: room.submit(tr.SitIn(seat=seat)),
        lambda: room.submit(tr.LeaveSeat(seat=seat, code=room.code())) if dice.randrange(3) == 0 else None,
        lambda: room.submit(room.cash_out(dice.choice((100, kiosk.balance, 999_999)))),
        lambda: [room.submit(kind(number=kiosk.paying)) for kind in (TicketSending, TicketPrinted) if kiosk.paying],
        lambda: [
            room.submit(CollectClaim(request=room.request(), code=claim.code)) for claim in list(kiosk.claims.values())
        ],
        lambda: room.submit(tr.Pause(by="floor")) and room.submit(tr.Resume(by="floor")),
        lambda: room.submit(tr.Tick()),
        lambda: room.count_box(dice.choice((0, 0, 500, -500))),
        lambda: room.submit(tr.OpenRecall(by="floor", hand=HandId(dice.randrange(4)))),
        *(lambda: between_hands(room, dice),) * 9,
        *(lambda: at_the_kiosk(room, dice),) * 4,
    ]
    if table.asked is not None and dice.randrange(2):
        asked, hand = table.asked, table.due_hand
        seat = dice.choice(asked.seats)
        room.submit(tr.Answer(seat=seat, hand=hand, question=asked.question, yes=dice.random() < 0.8))
    elif table.hand is not None and dice.randrange(3):
        decision = room.decision
        kind = dice.choice(("fold", "check", "call", "call", "raise"))
        if decision.kind == "bring-in":
            kind = "bring-in"
        to = dice.choice((decision.min_to, decision.max_to, decision.min_to - 50)) if kind == "raise" else 0
        room.submit(hr.Act(seat=decision.seat, decision=decision.decision, kind=kind, to=to))
        if dice.randrange(20) == 0:
            room.ms += 30_001
            room.submit(tr.Tick())
    elif table.hand is None and dice.randrange(2):
        at_the_shuffle(room, random.Random(len(room.commands)))
        room.pump()
    else:
        dice.choice(choices)()


def at_the_shuffle(room: Room, dice: random.Random) -> None:
    """Do one random thing about screens' numbers and the cut, right or wrong."""
    table = room.machine.table
    seat = dice.choice(tuple(table.seats) or (1,))
    hand = HandId(table.last_hand + dice.randrange(1, 3))
    number, following = (bytes([seat, hand + after]) * 16 for after in (0, 1))
    commitments = [
        er.bind(room.profile.table, HandId(hand + after), seat, entropy)
        for after, entropy in enumerate((number, following))
    ]
    shown = bytes(32) if dice.randrange(12) == 0 else number
    room.submit(
        dice.choice(
            (
                er.BindEntropy(seat=seat, hand=hand, commitment=commitments[0]),
                er.CutDeck(seat=table.shuffle.cutter if table.shuffle else seat, hand=hand, place=dice.randrange(53)),
                er.RevealEntropy(seat=seat, hand=hand, entropy=shown, following=commitments[1]),
            )
        )
    )


def between_hands(room: Room, dice: random.Random) -> None:
    """Do one random thing about seats, entry, the list, the clock or the closing, right or wrong."""
    taken = tuple(room.machine.table.seats)
    seat = dice.choice(taken) if taken and dice.randrange(5) else dice.randrange(1, 11)
    other, held = dice.randrange(1, 11), room.machine.table.seats.get(seat)
    locking = sr.UnlockSeat if held is not None and held.locked else sr.LockSeat
    name = f"Player {dice.randrange(1, 14)}"
    closing = sr.CloseTable(by="floor", hands=dice.randrange(4)) if dice.randrange(3) == 0 else sr.OpenTable(by="floor")
    removal = sr.Vacate(seat=seat, by="floor", code=room.code()) if dice.randrange(3) == 0 else None
    away = tuple(number for number, there in room.machine.table.seats.items() if there.standing.lends) or (seat,)
    codes = tuple(room.code() for _seat in range(10))
    staff_word = dice.choice(
        (
            jr.ConfirmBadBeat(by="floor"),
            jr.RefuseBadBeat(by="floor", reason="a misdeal"),
            jr.GrantBadBeat(by="floor", codes=codes),
            jr.PayMonthHand(by="floor", month=202701, category="other"),
        )
    )
    command = dice.choice(
        (
            sr.ChooseEntry(seat=seat, way=dice.choice(("wait", "post", "straddle"))),
            sr.JoinList(name=name, by="floor", games=dice.choice(((), (room.profile.game,), ("soko-pl",)))),
            sr.LeaveList(name=name, by="floor"),
            sr.AskSeatChange(seat=seat, to=other),
            sr.CallAttendant(seat=seat, calls=bool(dice.randrange(3))),
            sr.AnswerCall(seat=seat, by="floor"),
            sr.MoveSeat(seat=seat, to=other, by="floor"),
            sr.AllowPlayingOver(seat=dice.choice(away), name=name, by="floor"),
            locking(seat=seat, by="floor"),
            locking(seat=seat, by="floor"),
            sr.TakeBreak(seat=seat),
            sr.ReportScreen(seat=seat, connected=bool(held and held.screen_lost)),
            tr.CallClock(by="floor"),
            tr.ProposeBombPot(seat=seat),
            tr.ProposeHour(seat=seat),
            staff_word,
            closing,
            removal,
            hr.VoidHand(by="floor", hand=room.machine.table.last_hand, cause="fault", second="second"),
        )
    )
    if command is not None:
        room.submit(command)
    for over in tuple(room.machine.table.owners):
        if dice.randrange(4) == 0:
            room.submit(sr.TakeSeatBack(seat=over, by="floor"))
    for lent in list(room.machine.table.seats.values()):
        if lent.consent is not None and dice.randrange(2):
            room.insert(10_000)
            room.submit(room.buy_in(lent.seat, 4000, lent.consent.name))


def lively(dice: random.Random) -> Room:
    """A table with everything that a profile can switch on between the hands, and some who play at it."""
    profile = with_doors(with_hopper(demo_profile(), dice.choice((None, TIGHT))))
    room = Room(
        changed(
            profile,
            game=dice.choice(("holdem-nl", "holdem-nl", "omaha-pl", "horse")),
            seats=dice.choice((6, 8)),
            stakes=changed(profile.stakes, ante=50),
            straddle=dice.choice(("live", "mississippi", "none")),
            win_the_button=dice.choice(("off", "two-buttons", "single-button")),
            bomb_pots=BombPots(ante=200, every=dice.choice((0, 7)), by_consent=True),
            rake=dice.choice((profile.rake, BY_TIME)),
            jackpots=dice.choice((JackpotTerms(), FED)),
            auditor=public_key_of(bytes([7]) * 32).hex(),
            clocks=changed(profile.clocks, bank=20_000, bank_refill=1_000, grace=2_000, away=120_000, cut=2_000),
        )
    )
    for seat in dice.sample(range(1, 7), dice.choice((0, 3, 4, 5))):
        room.sit(seat, 10_000)
    return room


def befall(room: Room, dice: random.Random) -> None:
    """Something happens to the machine itself, and an attendant sees to it."""
    at_the_doors(room, dice)
    place, screen = dice.choice(("", "table")), dice.choice(("seat-1", "kiosk"))
    stood = fr.StoodStill(dice.choice(("breach", "journal")), "program", "a fault", wall=room.ms)
    room.submit(
        dice.choice(
            (
                fr.StartUp(version="1", digest=str(dice.randrange(2)), stood=(stood,) * dice.randrange(2)),
                fr.ShutDown(),
                fr.ReportFault(fault=dice.choice(("breach", "disk-low")), place=place),
                fr.ClearFault(fault="disk-low", place=place),
                fr.ReportIncident(incident="clock-back", seconds=5, serial=dice.randrange(4)),
                fr.ReportDisplay(screen=screen, connected=dice.randrange(2) == 0),
            )
        )
    )
    while (lock := room.machine.faults.lock) is not None:
        room.do(fr.ClearFault(fault=lock.fault, place=lock.place, by="floor"))
    room.submit(tr.Resume(by="floor"))


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_folding_the_events_gives_the_live_state(seed):
    dice = random.Random(seed)
    room = lively(dice)
    for _step in range(STEPS):
        anything(room, dice)
        if dice.randrange(8) == 0:
            befall(room, dice)
    folded = Machine(machine_id=room.machine.machine_id)
    for event in room.log:
        machines.evolve(folded, event)
    assert machines.encode(folded) == machines.encode(room.machine)
    assert machines.reconciliation(folded).difference == 0


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_a_snapshot_is_the_state(seed):
    dice = random.Random(seed)
    room = lively(dice)
    for _step in range(STEPS // 2):
        anything(room, dice)
    again = machines.decode(machines.encode(room.machine))
    assert machines.encode(again) == machines.encode(room.machine)
    assert again == room.machine


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_whatever_was_committed_is_refused_or_harmless_the_second_time(seed):
    """Money commands are carried out once, however often and late they come again (reliability LED-6)."""
    dice = random.Random(seed)
    room = lively(dice)
    for _step in range(STEPS // 2):
        anything(room, dice)
    money = machines.reconciliation(room.machine)
    for command, _now in list(room.commands):
        if type(command).__name__ in {"BuyIn", "CashOut", "CollectClaim", "NoteStacked", "NoteEscrowed"}:
            assert isinstance(room.submit(command), Refusal), f"{command} was carried out twice"
    assert machines.reconciliation(room.machine) == money


def test_random_play_reaches_most_of_the_vocabulary():
    """The property tests above mean something only if their play covers the events."""
    seen: set[type] = set()
    asked: set[type] = set()
    for seed in range(40):
        dice = random.Random(seed)
        room = lively(dice)
        for _step in range(STEPS):
            anything(room, dice)
        for _time in range(16):
            befall(room, dice)
        seen |= {type(event) for event in room.log}
        asked |= {type(command) for command, _now in room.commands}
    missing = {kind.__name__ for kind in set(EVENT_TYPES) - seen}
    assert missing <= {
        *(kind.__name__ for kind in (*get_args(StaffEvent), *get_args(ScreenEvent))),
        "NoteGivenBack",
        "NoteUnaccounted",
        "ValidatorCounted",
        "DeviceConditionChanged",
        # hands so rare that a table waits years for them, and the end of a month
        "BadBeatHit",
        "BadBeatConfirmed",
        "BadBeatRefused",
        "BadBeatGranted",
        "SharePaid",
        "MonthHandWon",
        "MonthHandPaid",
        # terms of a jackpot that change; tests/jackpots has them
        "JackpotTermsWait",
        "JackpotTermsChanged",
        # everybody has to agree to it
        "HourPaid",
        # games other than hold'em
        "CardsDiscarded",
        "DeckRecycled",
        "UpCardsDealt",
        "SatOutInTurn",
        # choices that no rule set offers unless a house wants it
        "RunsAgreed",
        "CardsShown",
        "HandTurnedUp",
        # a game without betting
        "RowsArranged",
        "RowShown",
        "RowsJudged",
        "RowsCompared",
        # what is done with releases, behind the logic door: tests/machine/test_release_changes.py has it
        "ReleaseChanged",
        # who plays: an open table asks nobody; tests/players has them all
        *(kind.__name__ for kind in get_args(PlayerEvent)),
    }
    elsewhere = {*get_args(PlayerCommand), *get_args(StaffCommand), *get_args(ScreenCommand)}
    assert len(asked) >= len(set(COMMAND_TYPES) - elsewhere) - 13
