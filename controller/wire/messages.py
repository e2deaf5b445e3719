"""What the controller and its screens say to each other, and what a screen may ask for.

A screen says `Hello`, gets `Welcome` and a `Snapshot`, then folds every `Update`; it asks with `Ask` and gets
`Accepted` or `Refused` with the same number, and it may read the rules and the proofs of its last hands. `Bye` closes
for a reason.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec

from cashier.card_records import BuyByCard, CancelCard, ResolveCard, ResolveCardDifference, SettleCards
from cashier.money import Money
from cashier.note_records import ResolveNotes
from cashier.payout_records import CountHopper, FillHopper, PayClaim, ResolvePayout, SettleHandPay
from cashier.records import CashOut, CollectClaim, Command, CountDropBox, DeviceReported, PayoutId, ResolveVoucher
from cashier.redeem_records import AllowNumbers, RedeemTicket
from cashier.refusal import Code, Refusal
from controller.vocab.care_records import LimitMyself, ReadOwnCare, RemindMe, StayAway
from controller.vocab.entropy_records import BindEntropy, CutDeck, RevealEntropy
from controller.vocab.fault_records import AnnounceDoor, ChangeRelease, ClearFault, ResetDoor
from controller.vocab.hand_records import Act, HandCategory, HandName, VoidHand
from controller.vocab.ids import HandId
from controller.vocab.jackpot_records import ConfirmBadBeat, GrantBadBeat, PayMonthHand, RefuseBadBeat
from controller.vocab.pairing_records import (
    ClosePairing,
    ConfirmPairing,
    OpenPairing,
    RenewScreenKey,
    UnpairScreen,
)
from controller.vocab.player_card_records import (
    BlockPlayerCard,
    ChoosePin,
    ChooseTaste,
    CollectByCard,
    EnrolPlayerCard,
    EnterPin,
    LookUpPlayerCard,
    ReplacePlayerCard,
    ResetPin,
    UnblockPlayerCard,
)
from controller.vocab.player_records import (
    AcknowledgeCheck,
    ErasePlayer,
    ExcludePlayer,
    LiftExclusion,
    OpenPerson,
    RegisterPlayer,
    SetLimit,
    SetRealityCheck,
)
from controller.vocab.profile import GameId
from controller.vocab.records import SCHEMA, AnyEvent
from controller.vocab.rule_book import RuleBook
from controller.vocab.seat_records import (
    AllowPlayingOver,
    AnswerCall,
    AskSeatChange,
    CallAttendant,
    ChooseEntry,
    CloseTable,
    JoinList,
    LeaveList,
    LockSeat,
    MoveSeat,
    OpenTable,
    TakeBreak,
    TakeSeatBack,
    UnlockSeat,
    Vacate,
)
from controller.vocab.staff_records import ChangeRole, ChangeStaffPin, DismissStaff, HireStaff, ResetStaffPin, SignIn
from controller.vocab.table_records import (
    Answer,
    BuyIn,
    CallClock,
    HandNamed,
    LeaveSeat,
    OpenRecall,
    Pause,
    ProposeBombPot,
    ProposeHour,
    Resume,
    SitIn,
    SitOut,
)
from controller.wire.redact import Viewer, ViewerKind
from controller.wire.view import View

VERSION: Final = 1
"""Version of the messages below; the records inside them have their own, `SCHEMA`."""

LARGEST_FROM_SCREEN: Final = 4 * 1024
LARGEST_FROM_TABLE: Final = 64 * 1024
"""Bytes of one encoded message."""

AskedCommand: TypeAlias = (
    Act
    | BindEntropy
    | CutDeck
    | RevealEntropy
    | SitOut
    | SitIn
    | LeaveSeat
    | BuyIn
    | CashOut
    | CollectClaim
    | RedeemTicket
    | Pause
    | Resume
    | ResolveVoucher
    | DeviceReported
    | CountDropBox
    | AllowNumbers
    | ResolvePayout
    | ResolveNotes
    | SettleHandPay
    | PayClaim
    | FillHopper
    | CountHopper
    | BuyByCard
    | CancelCard
    | ResolveCard
    | SettleCards
    | ResolveCardDifference
    | OpenRecall
    | ChooseEntry
    | Answer
    | ProposeBombPot
    | ProposeHour
    | AskSeatChange
    | CallAttendant
    | AnswerCall
    | TakeBreak
    | CallClock
    | VoidHand
    | JoinList
    | LeaveList
    | MoveSeat
    | AllowPlayingOver
    | TakeSeatBack
    | LockSeat
    | UnlockSeat
    | Vacate
    | CloseTable
    | OpenTable
    | ConfirmBadBeat
    | RefuseBadBeat
    | GrantBadBeat
    | PayMonthHand
    | ClearFault
    | AnnounceDoor
    | ChangeRelease
    | ResetDoor
    | AcknowledgeCheck
    | ErasePlayer
    | ExcludePlayer
    | LiftExclusion
    | OpenPerson
    | RegisterPlayer
    | SetLimit
    | SetRealityCheck
    | EnrolPlayerCard
    | BlockPlayerCard
    | UnblockPlayerCard
    | ReplacePlayerCard
    | LookUpPlayerCard
    | ResetPin
    | ChoosePin
    | EnterPin
    | CollectByCard
    | ChooseTaste
    | ReadOwnCare
    | LimitMyself
    | RemindMe
    | StayAway
    | SignIn
    | ChangeStaffPin
    | HireStaff
    | ChangeRole
    | DismissStaff
    | ResetStaffPin
    | OpenPairing
    | ConfirmPairing
    | ClosePairing
    | RenewScreenKey
    | UnpairScreen
)
"""Every command that some screen may send; no other can even be written down."""

ByeReason = Literal["version", "malformed", "not-allowed", "replaced", "closing", "unpaired", "renewed"]
"""`replaced`: the same screen has connected anew; `closing`: the table shuts down; `unpaired`: the screen's key counts
no more; `renewed`: its new key does, and it connects with that one."""


class MessageError(Exception):
    """A message that cannot be understood; one sentence says why."""


class Message(msgspec.Struct, frozen=True, tag=True):
    """Anything said between the controller and a screen."""


# -- from a screen -----------------------------------------------------------------------------------------------


class Hello(Message, frozen=True):
    """A screen says who it is and which versions it speaks."""

    viewer: Viewer
    version: int = VERSION
    schema: int = SCHEMA


class Ask(Message, frozen=True):
    """A screen asks for a command. `seq` counts this connection's questions from 1.

    `second` is who says so besides, where staff must be two; both have signed in at this connection.
    """

    seq: int
    command: AskedCommand
    second: str = ""


class ReadRules(Message, frozen=True):
    """A screen would like to read the rules of a game, or of a mix, as this table plays it."""

    game: GameId


class ReadProof(Message, frozen=True):
    """A seat's screen would like the proof of one of its last hands, `on_paper` from the printer of the kiosk."""

    hand: HandId
    on_paper: bool = False


class NewKey(Message, frozen=True):
    """The public half (32 bytes) of the key pair that a screen has made itself because the table asked for one."""

    public: bytes


# -- from the table ----------------------------------------------------------------------------------------------


class Welcome(Message, frozen=True):
    """The table takes the screen for this viewer."""

    viewer: Viewer
    version: int = VERSION
    schema: int = SCHEMA


class Snapshot(Message, frozen=True):
    """Everything this screen shows, after journal record `record`, at table time `table_time` (ms)."""

    record: int
    table_time: int
    view: View
    filler: bytes = b""
    """As in `Update`."""


class Update(Message, frozen=True):
    """What has happened up to journal record `record`, as this screen may see it; `table_time` in ms."""

    record: int
    table_time: int
    events: tuple[AnyEvent, ...]
    filler: bytes = b""
    """Zeros for every byte by which the name of the viewer's own hand is shorter than the longest: a name of a hand is
    the one thing whose length depends on cards, and whoever listens on the line sees lengths (RNG-7)."""


class Counting(Message, frozen=True):
    """How far hopper or note store has come with a pay-out: `paid` of it lies before the player (to the kiosk alone).

    It books nothing and is written down nowhere; what was paid in the end an event tells.
    """

    payout: PayoutId
    paid: Money


class Accepted(Message, frozen=True):
    """Question `seq` was carried out; its events are durable in journal record `record`."""

    seq: int
    record: int


class Refused(Message, frozen=True):
    """Question `seq` was refused, and nothing has changed."""

    seq: int
    refusal: Refusal


class Rules(Message, frozen=True):
    """The rules of `game` at this table; None for a game that there is not."""

    game: GameId
    book: RuleBook | None


class Proof(Message, frozen=True):
    """The proof of a hand for this seat: what the QR code of its receipt holds; None where there is none.

    `on_paper` says that the printer of the kiosk will print it.
    """

    hand: HandId
    code: str | None
    on_paper: bool = False


class Renew(Message, frozen=True):
    """The table asks the screen for a key pair of its own, new or the first; `table` is its own public key."""

    table: bytes


class Halted(Message, frozen=True):
    """The table stands still at its last durable state until staff have seen to it.

    `name` is the invariant or part that stopped it; `sentence` is for staff and empty on any other screen.
    """

    name: str
    sentence: str


class Bye(Message, frozen=True):
    """The table closes the connection."""

    reason: ByeReason


FromScreen: TypeAlias = Hello | Ask | ReadRules | ReadProof | NewKey
FromTable: TypeAlias = (
    Welcome | Snapshot | Update | Counting | Accepted | Refused | Rules | Proof | Renew | Halted | Bye
)

# -- who may ask for what ----------------------------------------------------------------------------------------

ASKABLE: Final[Mapping[ViewerKind, tuple[type[Command], ...]]] = {
    "seat": (
        Act, SitOut, SitIn, LeaveSeat, ChooseEntry, Answer, ProposeBombPot, ProposeHour, AskSeatChange, TakeBreak,
        AcknowledgeCheck, ChooseTaste, CallAttendant, BindEntropy, CutDeck, RevealEntropy,
    ),
    "centre": (),
    "kiosk": (
        BuyIn, CashOut, CollectClaim, RedeemTicket, BuyByCard, CancelCard, ChoosePin, EnterPin, CollectByCard,
        CallAttendant, ReadOwnCare, LimitMyself, RemindMe, StayAway,
    ),
    "staff": (
        Pause, Resume, ResolveVoucher, DeviceReported, CountDropBox, AllowNumbers, ResolvePayout, ResolveNotes,
        SettleHandPay, PayClaim, FillHopper, CountHopper, ResolveCard, SettleCards, ResolveCardDifference,
        OpenRecall, CallClock, VoidHand, JoinList, LeaveList,
        AnswerCall, MoveSeat, AllowPlayingOver, TakeSeatBack, LockSeat, UnlockSeat, Vacate, CloseTable, OpenTable,
        ConfirmBadBeat, RefuseBadBeat, GrantBadBeat, PayMonthHand, ClearFault, AnnounceDoor, ResetDoor, ChangeRelease,
        RegisterPlayer, ErasePlayer, OpenPerson, SetLimit, SetRealityCheck, ExcludePlayer, LiftExclusion,
        EnrolPlayerCard, BlockPlayerCard, UnblockPlayerCard, ReplacePlayerCard, LookUpPlayerCard, ResetPin,
        SignIn, ChangeStaffPin, HireStaff, ChangeRole, DismissStaff, ResetStaffPin,
        OpenPairing, ConfirmPairing, ClosePairing, RenewScreenKey, UnpairScreen,
    ),
}  # fmt: skip
"""The commands each kind of screen may send; a seat's screen only for its own seat, staff only with a name."""

HOST_FIELDS: Final[Mapping[type[Command], tuple[str, str | bytes | tuple[str, ...] | None]]] = {
    LeaveSeat: ("code", ""),
    Vacate: ("code", ""),
    CashOut: ("number", ""),
    ResolveVoucher: ("replacement", ""),
    Pause: ("cause", "attendant"),
    GrantBadBeat: ("codes", ()),
    BuyIn: ("player", ""),
    JoinList: ("player", ""),
    ChoosePin: ("digest", None),
    EnterPin: ("proof", b""),
    SignIn: ("proof", b""),
    HireStaff: ("digest", None),
    ResetStaffPin: ("digest", None),
    ChangeStaffPin: ("digest", None),
}
"""A field that is the host's to fill, and what it must be when the command comes from a screen."""


def refuse_ask(viewer: Viewer, command: AskedCommand) -> Refusal | None:
    """Return why `viewer` may not send `command`, or None if it may."""
    allowed = type(command) in ASKABLE[viewer.kind]
    if viewer.kind == "seat":
        allowed = allowed and getattr(command, "seat", None) == viewer.seat
    if viewer.kind == "kiosk" and isinstance(command, CallAttendant):
        allowed = allowed and command.seat == 0
    if viewer.kind == "staff":
        allowed = allowed and bool(str(getattr(command, "by", "")).strip())
    host_field = HOST_FIELDS.get(type(command))
    if host_field is not None:
        name, untouched = host_field
        allowed = allowed and getattr(command, name) == untouched
    return None if allowed else Refusal(Code.NOT_ALLOWED)


# -- bytes -------------------------------------------------------------------------------------------------------

_ENCODER: Final = msgspec.msgpack.Encoder()
_FROM_SCREEN: Final = msgspec.msgpack.Decoder(FromScreen)
_FROM_TABLE: Final = msgspec.msgpack.Decoder(FromTable)


_LONGEST_NAME: Final = len(_ENCODER.encode(HandName(max(get_args(HandCategory), key=len), tuple(range(5)))))


def encode(message: Message) -> bytes:
    """Return a message as bytes (MessagePack maps, so that fields may be added). Raises MessageError if too long."""
    if isinstance(message, Update | Snapshot):
        message = msgspec.structs.replace(message, filler=bytes(_missing(message)))
    data = _ENCODER.encode(message)
    limit = LARGEST_FROM_SCREEN if isinstance(message, FromScreen) else LARGEST_FROM_TABLE
    _check_size(data, limit, type(message).__name__)
    return data


def _missing(message: Update | Snapshot) -> int:
    """By how many bytes the names of the viewer's own hand in a message are shorter than the longest would be."""
    if isinstance(message, Update):
        names = [event.name for event in message.events if isinstance(event, HandNamed)]
    else:
        names = [] if message.view.own_name is None else [message.view.own_name]
    return sum(max(_LONGEST_NAME - len(_ENCODER.encode(name)), 0) for name in names)


def decode_from_screen(data: bytes) -> FromScreen:
    """Read what a screen sent. Raises MessageError, and nothing else, whatever the bytes are."""
    _check_size(data, LARGEST_FROM_SCREEN, "a screen's message")
    message: FromScreen = _decoded(_FROM_SCREEN, data, "a screen's message")
    return message


def decode_from_table(data: bytes) -> FromTable:
    """Read what the table sent. Raises MessageError, and nothing else, whatever the bytes are."""
    _check_size(data, LARGEST_FROM_TABLE, "the table's message")
    message: FromTable = _decoded(_FROM_TABLE, data, "the table's message")
    return message


def _decoded(decoder: msgspec.msgpack.Decoder[Any], data: bytes, what: str) -> Any:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MessageError(f"{what} is not understood ({error}): run the same version on both ends") from error


def _check_size(data: bytes, limit: int, what: str) -> None:
    if len(data) > limit:
        raise MessageError(f"{what} has {len(data)} bytes and may have {limit}: send less at a time")
