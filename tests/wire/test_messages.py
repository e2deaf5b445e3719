"""Messages cross the wire unchanged, or are refused in one sentence; a screen may ask for its own things only."""

import contextlib
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier.money import Money
from cashier.records import CashOut, CollectClaim, NoteStacked, RequestId, ResolveVoucher, VoucherNumber
from cashier.refusal import Code, Refusal
from controller.vocab.hand_records import Act, BoardDealt, DecisionOffered, HandCategory, HandName
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId
from controller.vocab.records import COMMAND_TYPES
from controller.vocab.rule_book import RuleBook, Saying
from controller.vocab.table_records import BuyIn, HandNamed, LeaveSeat, Pause, Resume, SitIn, SitOut
from controller.wire.messages import (
    ASKABLE,
    HOST_FIELDS,
    LARGEST_FROM_SCREEN,
    LARGEST_FROM_TABLE,
    Accepted,
    Ask,
    AskedCommand,
    Bye,
    Hello,
    MessageError,
    ReadRules,
    Refused,
    Rules,
    Snapshot,
    Update,
    Welcome,
    decode_from_screen,
    decode_from_table,
    encode,
    refuse_ask,
)
from controller.wire.redact import Viewer
from controller.wire.view import View

REQUEST = RequestId("0" * 32)
NUMBER = VoucherNumber("1" * 18)
SEAT_3 = Viewer("seat", 3)
ACT = Act(seat=3, decision=DecisionId(9), kind="raise", to=111)

COMMANDS = [
    ACT,
    SitOut(3),
    SitIn(3),
    LeaveSeat(3),
    BuyIn(REQUEST, 3, Money(20000), "Aino"),
    CashOut(REQUEST, Money(48600)),
    CollectClaim(REQUEST, "482913"),
    Pause(by="Virtanen"),
    Resume(by="Virtanen"),
    ResolveVoucher(NUMBER, "void", by="Virtanen"),
]
VIEWERS = [SEAT_3, Viewer("centre"), Viewer("kiosk"), Viewer("staff")]


def filled_view():
    view = View(own=3, board=(1, 2, 3))
    view.at(3).cards = (50, 51)
    view.decision = DecisionOffered(3, HandId(1), DecisionId(9), call=30, min_to=60, max_to=328, bet=0, pot=92)
    return view


@pytest.mark.parametrize(
    "message", [Hello(SEAT_3), ReadRules(GameId("horse")), *(Ask(seq, command) for seq, command in enumerate(COMMANDS))]
)
def test_what_a_screen_says_arrives(message):
    assert decode_from_screen(encode(message)) == message


@pytest.mark.parametrize(
    "message",
    [
        Welcome(SEAT_3),
        Snapshot(record=12, table_time=34_000, view=filled_view()),
        Update(record=13, table_time=34_000, events=(BoardDealt(street=1, cards=(1, 2, 3)),)),
        Accepted(seq=1, record=13),
        Refused(seq=1, refusal=Refusal(Code.BELOW_MINIMUM, {"min_to": 60})),
        Rules(GameId("horse"), RuleBook(Saying("rules.title"), Saying("rules.title"), ())),
        Rules(GameId("whist"), None),
        Bye("closing"),
    ],
    ids=lambda message: type(message).__name__,
)
def test_what_the_table_says_arrives(message):
    assert decode_from_table(encode(message)) == message


def test_rng_7_the_name_of_an_own_hand_leaves_no_message_longer_than_another():
    names = [HandName(category, tuple(range(2, 2 + count))) for category in get_args(HandCategory) for count in (0, 5)]
    updates = [Update(1, 0, (HandNamed(seat=3, name=name),)) for name in names]
    snapshots = [Snapshot(1, 0, View(own_name=name)) for name in names]
    for messages in (updates, snapshots):
        assert len({len(msgspec.msgpack.encode(message)) for message in messages}) > 5
        assert len({len(encode(message)) for message in messages}) == 1


def test_askable_and_the_wire_agree_on_every_command():
    asked = {kind for kinds in ASKABLE.values() for kind in kinds}
    assert asked == set(get_args(AskedCommand))
    assert asked <= set(COMMAND_TYPES)
    assert set(HOST_FIELDS) <= asked


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_each_command_belongs_to_one_kind_of_screen(command):
    allowed = [viewer.kind for viewer in VIEWERS if refuse_ask(viewer, command) is None]
    assert allowed == [kind for kind, kinds in ASKABLE.items() if type(command) in kinds]
    assert len(allowed) == 1


@pytest.mark.parametrize("command", COMMANDS[:4], ids=lambda command: type(command).__name__)
def test_a_seat_speaks_for_itself_only(command):
    assert refuse_ask(SEAT_3, command) is None
    assert refuse_ask(Viewer("seat", 4), command) == Refusal(Code.NOT_ALLOWED)


@pytest.mark.parametrize(
    ("viewer", "command"),
    [
        (SEAT_3, LeaveSeat(3, code="482913")),
        (Viewer("kiosk"), CashOut(REQUEST, Money(1), number=NUMBER)),
        (Viewer("staff"), ResolveVoucher(NUMBER, "void", by="Virtanen", replacement=NUMBER)),
        (Viewer("staff"), Pause(by="Virtanen", cause="breach")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_the_host_draws_no_screen_may_choose(viewer, command):
    assert refuse_ask(viewer, command) == Refusal(Code.NOT_ALLOWED)


def test_a_command_of_a_device_cannot_be_asked_at_all():
    stolen = {"type": "Ask", "seq": 1, "command": {"type": "NoteStacked", "device": "v", "counter": 1, "amount": 5}}
    assert NoteStacked not in get_args(AskedCommand)
    with pytest.raises(MessageError, match="is not understood"):
        decode_from_screen(msgspec.msgpack.encode(stolen))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x93\x01",
        msgspec.msgpack.encode({"type": "Hullo"}),
        msgspec.msgpack.encode({"type": "Ask", "seq": "one", "command": {"type": "SitOut", "seat": 3}}),
        msgspec.msgpack.encode({"type": "Hello", "viewer": {"kind": "seat", "seat": 99}}),
        msgspec.msgpack.encode({"type": "Hello", "viewer": {"kind": "dealer"}}),
        b"\x91" * 4000 + b"\x01",
        b"\x81\xa3abc" * 800 + b"\x01",
        b"\x82\xa4type\xa5\xff\xff\xff\xff\xff\xa3seq\x01",
    ],
    ids=lambda data: data[:12].hex(),
)
def test_malformed_bytes_give_one_sentence(data):
    for decode in (decode_from_screen, decode_from_table):
        with pytest.raises(MessageError) as caught:
            decode(data)
        assert "\n" not in str(caught.value)
        assert "run the same version" in str(caught.value)


def test_longer_than_allowed_is_refused_before_it_is_read():
    with pytest.raises(MessageError, match=f"may have {LARGEST_FROM_SCREEN}"):
        decode_from_screen(bytes(LARGEST_FROM_SCREEN + 1))
    with pytest.raises(MessageError, match=f"may have {LARGEST_FROM_TABLE}"):
        decode_from_table(bytes(LARGEST_FROM_TABLE + 1))
    with pytest.raises(MessageError, match="Ask has"):
        encode(Ask(1, CollectClaim(REQUEST, "4" * LARGEST_FROM_SCREEN)))


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_else(data):
    for decode in (decode_from_screen, decode_from_table):
        with contextlib.suppress(MessageError):
            decode(data)


@given(st.integers(0, 5000), st.integers(0, 255))
def test_no_changed_byte_raises_anything_else(place, value):
    data = bytearray(encode(Snapshot(record=12, table_time=34_000, view=filled_view())))
    data[place % len(data)] = value
    with contextlib.suppress(MessageError):
        decode_from_table(bytes(data))
