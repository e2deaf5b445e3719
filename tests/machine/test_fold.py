"""Folding the events gives the live state, whatever people do; no chip or cent appears or vanishes on the way."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from cashier.records import CollectClaim, TicketPrinted, TicketSending
from cashier.refusal import Refusal
from controller import machine as machines
from controller.machine import Machine
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.vocab.records import COMMAND_TYPES, EVENT_TYPES
from tests.machine.room import Room

STEPS = 160


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
    ]
    if table.hand is not None and dice.randrange(3):
        decision = room.decision
        kind = dice.choice(("fold", "check", "call", "call", "raise"))
        to = dice.choice((decision.min_to, decision.max_to, decision.min_to - 50)) if kind == "raise" else 0
        room.submit(hr.Act(seat=decision.seat, decision=decision.decision, kind=kind, to=to))
        if dice.randrange(20) == 0:
            room.ms += 30_000
    elif table.hand is None and machines.due(room.machine) is not None and dice.randrange(2):
        room.deal()
    else:
        dice.choice(choices)()


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_folding_the_events_gives_the_live_state(seed):
    dice = random.Random(seed)
    room = Room()
    for _step in range(STEPS):
        anything(room, dice)
    folded = Machine(machine_id=room.machine.machine_id)
    for event in room.log:
        machines.evolve(folded, event)
    assert machines.encode(folded) == machines.encode(room.machine)
    assert machines.reconciliation(folded).difference == 0


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_a_snapshot_is_the_state(seed):
    dice = random.Random(seed)
    room = Room()
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
    room = Room()
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
    for seed in range(30):
        dice = random.Random(seed)
        room = Room()
        for _step in range(STEPS):
            anything(room, dice)
        seen |= {type(event) for event in room.log}
        asked |= {type(command) for command, _now in room.commands}
    missing = {kind.__name__ for kind in set(EVENT_TYPES) - seen}
    assert missing <= {
        "NoteGivenBack",
        "NoteUnaccounted",
        "ValidatorCounted",
        "DeviceConditionChanged",
        "VoucherUnknown",
        "VoucherVoided",
        # games other than hold'em
        "CardsDiscarded",
        "DeckRecycled",
        "UpCardsDealt",
        # choices that no rule set offers unless a house wants it
        "RunsAgreed",
        "CardsShown",
    }
    assert len(asked) >= len(COMMAND_TYPES) - 9
