"""The event log as one table: which events of the journal are entries, under which code, text and severity (R-EVT).

A row is chosen by the type of an event and, where that is not enough, by facts of it; the first row that fits counts.
Codes are stable: a code that was once given is never given another meaning.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, get_args

import msgspec

from cashier import card_records as card
from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.fault_rows import Lamp, brightest
from cashier.kiosk.device_faults import ENTRIES, rows_of
from controller.vocab import care_records as care
from controller.vocab import entropy_records as entropy
from controller.vocab import fault_records as fault
from controller.vocab import hand_records as hand
from controller.vocab import jackpot_records as jackpots
from controller.vocab import pairing_records as pairing
from controller.vocab import player_card_records as cards
from controller.vocab import player_records as player
from controller.vocab import seat_records as seats
from controller.vocab import staff_records as staff
from controller.vocab import table_records as table
from controller.vocab.records import HandEvent

Severity = Literal["info", "notice", "warning", "fault", "cleared"]
Scope = Literal["table", "device", "ticket", "pay-out", "card", "screen", "fault", "door"]
"""What a fault is a fault of, until it is cleared."""

Area = Literal["table", "device", "money", "ticket", "seat", "machine", "player", "staff"]
"""What an entry is about, by which the log can be filtered."""

AREAS: Final[Mapping[Area, int]] = {
    "table": 1,
    "device": 2,
    "money": 3,
    "ticket": 4,
    "seat": 5,
    "machine": 6,
    "player": 7,
    "staff": 8,
}
"""The first digit of the codes of each area."""

Fact = int | str | bool
ANY: Final = "*"
"""Fits every fact that is not empty."""


class LogRow(msgspec.Struct, frozen=True):
    """One kind of entry. Its text has the key `event.<key>`.

    `when` are facts that must fit. `opens` says of what a fault begins, `closes` of what it ends, `ends_all` of what
    none outlasts this event. `players` is the key of the neutral text for players, `notice.<players>`, or empty where
    they are told nothing (R-EVT-3).
    """

    event: type[cash.Event]
    code: int
    key: str
    severity: Severity
    when: Mapping[str, Fact] = {}
    opens: Scope | None = None
    closes: Scope | None = None
    players: str = ""
    ends_all: Scope | None = None

    @property
    def area(self) -> Area:
        """What the entry is about."""
        return next(area for area, digit in AREAS.items() if self.code // 100 == digit)


_DEVICE: Final = cash.DeviceConditionChanged


_SEVERITIES: Final[Mapping[Lamp, Severity]] = {"off": "info", "amber": "warning", "red": "fault"}


def _device(condition: cash.Condition, code: int) -> LogRow:
    """What the log says of a condition: as grave as the gravest of its rows, and told to players if that is red."""
    rows = tuple(rows_of(condition))
    lamp = brightest(row.lamp for row in rows)
    return LogRow(
        _DEVICE,
        code,
        rows[0].text,
        _SEVERITIES[lamp],
        when={"condition": condition},
        opens="device",
        players="device-waits" if lamp == "red" else "",
    )


def _raised(code: int, kind: fault.FaultKind, severity: Severity = "fault") -> LogRow:
    return LogRow(fault.FaultRaised, code, kind, severity, when={"fault": kind}, opens="fault")


def _cleared(code: int, kind: fault.FaultKind) -> LogRow:
    return LogRow(fault.FaultCleared, code, f"{kind}-over", "cleared", when={"fault": kind}, closes="fault")


def _incident(code: int, kind: fault.IncidentKind, severity: Severity) -> LogRow:
    return LogRow(fault.IncidentNoted, code, kind, severity, when={"incident": kind})


ROWS: Final[tuple[LogRow, ...]] = (
    # 1xx: the table
    LogRow(table.ProfileAdopted, 101, "set-up", "notice", when={"first": True}),
    LogRow(table.ProfileAdopted, 102, "config-changed", "notice"),
    LogRow(table.TablePaused, 111, "paused", "notice", {"cause": "attendant"}, opens="table", players="paused"),
    LogRow(table.TablePaused, 112, "paused-device", "warning", {"cause": "device"}, opens="table", players="paused"),
    LogRow(table.TablePaused, 113, "paused-breach", "fault", {"cause": "breach"}, opens="table", players="paused"),
    LogRow(table.TablePaused, 114, "paused-jackpot", "notice", {"cause": "jackpot"}, opens="table", players="paused"),
    LogRow(table.TablePaused, 115, "paused-door", "fault", {"cause": "door"}, opens="table", players="paused"),
    LogRow(table.TableResumed, 119, "resumed", "cleared", closes="table"),
    LogRow(table.RecallOpened, 121, "recall-opened", "notice"),
    LogRow(table.CardsCommitted, 131, "deck-prepared", "warning", when={"prepared": True}),
    LogRow(hand.HandVoided, 133, "hand-misdealt", "warning", when={"cause": "misdeal"}, players="hand-void"),
    LogRow(hand.HandVoided, 134, "hand-void", "warning", players="hand-void"),
    LogRow(seats.ClosingAnnounced, 141, "closing-announced", "notice"),
    LogRow(seats.TableClosed, 142, "table-closed", "notice"),
    LogRow(seats.TableOpened, 143, "table-opened", "notice"),
    LogRow(jackpots.BadBeatHit, 151, "bad-beat", "warning"),
    LogRow(jackpots.BadBeatConfirmed, 152, "bad-beat-confirmed", "notice"),
    LogRow(jackpots.BadBeatRefused, 153, "bad-beat-refused", "warning"),
    LogRow(jackpots.JackpotTermsWait, 156, "jackpot-terms-wait", "notice"),
    LogRow(jackpots.JackpotTermsChanged, 157, "jackpot-terms-changed", "notice"),
    LogRow(jackpots.MonthHandWon, 155, "month-hand-won", "notice"),
    # 2xx: devices of the kiosk
    LogRow(_DEVICE, ENTRIES["ready"], "device-ready", "cleared", when={"condition": "ready"}, closes="device"),
    *(_device(condition, code) for condition, code in ENTRIES.items() if condition != "ready"),
    # 3xx: notes and the drop box
    LogRow(cash.NoteGivenBack, 301, "note-returned", "info", players="note-returned"),
    LogRow(cash.NoteUnaccounted, 302, "note-unaccounted", "fault"),
    LogRow(cash.ValidatorCounted, 303, "validator-reset", "warning", when={"counter": 0}),
    LogRow(cash.ValidatorCounted, 304, "note-refused", "info", when={"code": ANY}),
    LogRow(cash.DropCounted, 311, "drop-right", "notice", when={"variance": "none"}),
    LogRow(cash.DropCounted, 312, "drop-over", "warning", when={"variance": "over"}),
    LogRow(cash.DropCounted, 313, "drop-short", "warning", when={"variance": "short"}),
    LogRow(payout.CoinsUnknown, 314, "coins-in-doubt", "fault", opens="pay-out", players="device-waits"),
    LogRow(payout.CoinsNotTaken, 315, "coins-not-taken", "notice", closes="pay-out"),
    LogRow(payout.CoinsDispensed, 316, "coins-too-many", "fault", when={"extra": ANY}, closes="pay-out"),
    LogRow(payout.CoinsDispensed, 317, "coins-counted", "notice", when={"by": ANY}, closes="pay-out"),
    LogRow(payout.CoinsDispensed, 318, "coins-incomplete", "warning", when={"short": True}, closes="pay-out"),
    LogRow(payout.CoinsDispensed, 319, "coins-paid", "info", closes="pay-out"),
    LogRow(jackpots.BadBeatGranted, 321, "bad-beat-granted", "notice"),
    LogRow(jackpots.SharePaid, 322, "jackpot-share", "info"),
    LogRow(jackpots.PoolSeeded, 323, "jackpot-seeded", "notice"),
    LogRow(jackpots.DayPosted, 324, "jackpots-posted", "info"),
    LogRow(jackpots.MonthHandPaid, 325, "month-hand-paid", "notice"),
    LogRow(notes.NotesUnknown, 345, "notes-in-doubt", "fault", opens="pay-out", players="device-waits"),
    LogRow(notes.NotesDispensed, 346, "notes-counted", "notice", when={"by": ANY}, closes="pay-out"),
    LogRow(notes.NotesDispensed, 347, "notes-paid", "info", closes="pay-out"),
    LogRow(notes.StoreCounted, 348, "store-found", "warning", when={"found": ANY}),
    LogRow(notes.StoreCounted, 349, "store-counted", "info"),
    LogRow(payout.HandPayLocked, 331, "hand-pay-locked", "warning", opens="pay-out", players="hand-pay"),
    LogRow(payout.HandPaid, 332, "hand-paid", "notice", closes="pay-out"),
    LogRow(payout.HandPayCancelled, 333, "hand-pay-cancelled", "notice", closes="pay-out"),
    LogRow(payout.ClaimHandPaid, 334, "claim-hand-paid", "notice"),
    LogRow(payout.HopperFilled, 341, "hopper-filled", "notice"),
    LogRow(payout.HopperCounted, 342, "hopper-right", "notice", when={"variance": "none"}),
    LogRow(payout.HopperCounted, 343, "hopper-over", "warning", when={"variance": "over"}),
    LogRow(payout.HopperCounted, 344, "hopper-short", "warning", when={"variance": "short"}),
    LogRow(card.CardUnknown, 351, "card-stuck", "fault", {"stuck": True}, opens="card", players="device-waits"),
    LogRow(card.CardUnknown, 352, "card-in-doubt", "warning", opens="card", players="device-waits"),
    LogRow(card.CardUndoing, 353, "card-undoing", "warning", opens="card"),
    LogRow(card.CardPurchased, 354, "card-found-taken", "notice", when={"by": ANY}, closes="card"),
    LogRow(card.CardPurchased, 355, "card-bought", "info", closes="card"),
    LogRow(card.CardRefundPaid, 356, "card-found-refunded", "notice", when={"by": ANY}, closes="card"),
    LogRow(card.CardRefundPaid, 357, "card-refunded", "info", closes="card"),
    LogRow(card.CardDropped, 358, "card-found-untaken", "notice", when={"by": ANY}, closes="card"),
    LogRow(card.CardDropped, 359, "card-reversed", "notice", when={"cause": "reversed"}, closes="card"),
    LogRow(card.CardDropped, 360, "card-declined", "info", closes="card"),
    LogRow(card.CardsSettled, 361, "cards-right", "notice", when={"variance": "none"}),
    LogRow(card.CardsSettled, 362, "cards-over", "warning", when={"variance": "over"}),
    LogRow(card.CardsSettled, 363, "cards-short", "warning", when={"variance": "short"}),
    LogRow(card.BatchDropped, 364, "cards-not-settled", "warning"),
    LogRow(card.CardDifferenceResolved, 365, "card-difference-resolved", "notice"),
    # 4xx: tickets
    LogRow(cash.VoucherReserved, 401, "ticket-replaces", "notice", when={"replaces": ANY}),
    LogRow(cash.VoucherIssued, 402, "ticket-found-good", "notice", when={"by": ANY}, closes="ticket"),
    LogRow(cash.VoucherIssued, 403, "ticket-printed", "info", closes="ticket"),
    LogRow(cash.VoucherUnknown, 404, "ticket-in-doubt", "fault", opens="ticket", players="device-waits"),
    LogRow(cash.VoucherVoided, 405, "ticket-voided", "notice", closes="ticket"),
    LogRow(redeem.VoucherRedeemed, 411, "ticket-redeemed", "info"),
    LogRow(redeem.VoucherReleased, 412, "ticket-released", "notice"),
    LogRow(redeem.VoucherExpired, 413, "ticket-expired", "notice"),
    LogRow(redeem.VoucherHandPaid, 414, "ticket-hand-paid", "notice"),
    LogRow(redeem.NumberRefused, 421, "numbers-locked", "warning", when={"until": ANY}),
    LogRow(redeem.NumberRefused, 422, "number-refused", "notice"),
    LogRow(redeem.NumbersAllowed, 423, "numbers-allowed", "notice"),
    # 5xx: seats
    LogRow(table.BoughtIn, 501, "chips-bought", "info"),
    LogRow(table.SeatLeft, 502, "seat-left", "info"),
    LogRow(seats.SeatMoved, 503, "seat-moved", "notice"),
    LogRow(seats.SeatLocked, 504, "seat-locked", "warning"),
    LogRow(seats.SeatUnlocked, 505, "seat-unlocked", "notice"),
    LogRow(seats.VacateAsked, 506, "seat-vacated", "notice"),
    LogRow(seats.PlayingOverAllowed, 507, "playing-over-allowed", "notice"),
    LogRow(seats.SeatPlayedOver, 508, "seat-played-over", "notice"),
    LogRow(seats.SeatTakenBack, 509, "seat-taken-back", "notice"),
    LogRow(entropy.EntropyLeftOut, 511, "number-missing", "notice", when={"cause": "silent"}),
    LogRow(entropy.EntropyLeftOut, 512, "number-wrong", "warning"),
    # 6xx: the machine itself
    LogRow(fault.Started, 601, "program-changed", "notice", when={"before": ANY}, ends_all="screen"),
    LogRow(fault.Started, 602, "started", "notice", ends_all="screen"),
    LogRow(fault.Stopped, 603, "stopped", "notice", ends_all="screen"),
    LogRow(fault.PowerLost, 604, "power-lost", "warning"),
    _raised(611, "breach"),
    _cleared(612, "breach"),
    _raised(613, "journal"),
    _cleared(614, "journal"),
    _raised(615, "copy-failed"),
    _cleared(616, "copy-failed"),
    _raised(617, "disk-low", "warning"),
    _cleared(618, "disk-low"),
    _raised(619, "randomness"),
    _cleared(620, "randomness"),
    _raised(641, "meter-jump"),
    _cleared(642, "meter-jump"),
    _raised(643, "screen-number", "warning"),
    _cleared(644, "screen-number"),
    _raised(645, "memory-open", "warning"),
    _cleared(646, "memory-open"),
    _raised(647, "doors-unseen"),
    _cleared(648, "doors-unseen"),
    _raised(649, "doors-forgotten"),
    _cleared(650, "doors-forgotten"),
    _raised(659, "usb-stranger"),
    _cleared(660, "usb-stranger"),
    _raised(661, "driver-stopped"),
    _cleared(662, "driver-stopped"),
    LogRow(fault.ReleaseChanged, 605, "release-installed", "notice", when={"step": "install"}),
    LogRow(fault.ReleaseChanged, 606, "release-activated", "notice", when={"step": "activate"}),
    LogRow(fault.ReleaseChanged, 607, "release-confirmed", "notice", when={"step": "confirm"}),
    LogRow(fault.ReleaseChanged, 608, "release-rolled-back", "notice", when={"step": "roll-back"}),
    _raised(671, "software-changed"),
    _cleared(672, "software-changed"),
    _raised(673, "software-unsigned", "warning"),
    _cleared(674, "software-unsigned"),
    _raised(665, "history-unguarded", "warning"),
    _cleared(666, "history-unguarded"),
    LogRow(fault.DoorsRead, 651, "doors-read", "info"),
    LogRow(fault.DoorAnnounced, 652, "door-announced", "notice"),
    LogRow(fault.DoorOpened, 667, "key-turned", "warning", {"door": fault.KEY}, opens="door"),
    LogRow(fault.DoorClosed, 668, "key-turned-back", "cleared", {"door": fault.KEY}, closes="door"),
    LogRow(fault.DoorOpened, 653, "door-unseen", "fault", {"unseen": True}, opens="door", players="door-open"),
    LogRow(fault.DoorOpened, 654, "door-alarm", "fault", {"alarm": True}, opens="door", players="door-open"),
    LogRow(fault.DoorOpened, 655, "door-opened", "notice", opens="door", players="door-open"),
    LogRow(fault.DoorClosed, 656, "door-waits", "warning", {"waits": True}, opens="door"),
    LogRow(fault.DoorClosed, 657, "door-closed", "cleared", closes="door"),
    LogRow(fault.DoorReset, 658, "door-reset", "cleared", closes="door"),
    LogRow(pairing.PairingOpened, 681, "pairing-opened", "notice"),
    LogRow(pairing.PairingBegun, 682, "pairing-begun", "notice"),
    LogRow(pairing.PairingDiffered, 683, "pairing-differed", "warning"),
    LogRow(pairing.PairingDropped, 684, "pairing-dropped", "notice"),
    LogRow(pairing.PairingClosed, 685, "pairing-closed", "notice"),
    LogRow(pairing.ScreenPaired, 686, "screen-paired", "notice"),
    LogRow(pairing.RenewalAsked, 687, "renewal-asked", "notice"),
    LogRow(pairing.ScreenKeyRenewed, 688, "screen-key-renewed", "notice"),
    LogRow(pairing.ScreenUnpaired, 689, "screen-unpaired", "warning"),
    _incident(621, "snapshot-left-aside", "warning"),
    _incident(622, "clock-back", "warning"),
    _incident(623, "clock-forward", "notice"),
    _incident(624, "copy-behind", "warning"),
    _incident(625, "copy-mended", "warning"),
    _incident(626, "rebuilt", "warning"),
    _incident(627, "migrated", "notice"),
    _incident(628, "connection-broke", "warning"),
    LogRow(fault.DisplayConnected, 631, "desk-opened", "info", when={"screen": "staff"}, closes="screen"),
    LogRow(fault.DisplayLost, 632, "desk-left", "info", when={"screen": "staff"}),
    LogRow(fault.DisplayConnected, 633, "screen-connected", "cleared", closes="screen"),
    LogRow(fault.DisplayLost, 634, "screen-lost", "warning", opens="screen"),
    # 7xx: who plays; never by name
    LogRow(player.PlayerRegistered, 701, "player-registered", "notice"),
    LogRow(player.PlayerErased, 702, "person-erased", "notice"),
    LogRow(player.PersonOpened, 703, "person-opened", "notice"),
    LogRow(player.LimitSet, 711, "limit-set", "notice"),
    LogRow(player.RealityCheckSet, 712, "reminder-set", "notice"),
    LogRow(player.PlayerExcluded, 721, "player-excluded", "notice", when={"cause": "self"}),
    LogRow(player.PlayerExcluded, 722, "player-blocked", "warning"),
    LogRow(player.ExclusionLifted, 723, "exclusion-lifted", "notice"),
    LogRow(player.PlayTimeOver, 731, "play-time-over", "notice"),
    LogRow(cards.PlayerCardEnrolled, 741, "player-card-enrolled", "notice"),
    LogRow(cards.PlayerCardBlocked, 742, "player-card-lost", "warning", when={"cause": "lost"}),
    LogRow(cards.PlayerCardBlocked, 743, "player-card-blocked", "warning"),
    LogRow(cards.PlayerCardUnblocked, 744, "player-card-unblocked", "notice"),
    LogRow(cards.PlayerCardReplaced, 745, "player-card-replaced", "warning"),
    LogRow(cards.PlayerCardLookedUp, 746, "player-card-looked-up", "notice"),
    LogRow(cards.PlayerCardUnread, 747, "player-card-refused", "notice"),
    LogRow(cards.PinReset, 751, "pin-reset", "warning"),
    LogRow(cards.PinWrong, 752, "pin-locked", "warning", when={"locked": True}),
    LogRow(cards.PinWrong, 753, "pin-wrong", "notice"),
    # 8xx: who works here
    LogRow(staff.SignedIn, 801, "second-signed-in", "notice", when={"beside": ANY}),
    LogRow(staff.SignedIn, 802, "signed-in", "notice"),
    LogRow(staff.SignInFailed, 803, "staff-pin-locked", "warning", when={"locked": True}),
    LogRow(staff.SignInFailed, 804, "staff-pin-wrong", "warning"),
    LogRow(staff.StaffDenied, 805, "staff-denied", "warning"),
    LogRow(staff.TwoAgreed, 806, "two-agreed", "notice"),
    LogRow(staff.DeedAllowed, 807, "deed-by-two", "notice", when={"second": ANY}),
    LogRow(staff.DeedAllowed, 808, "deed", "notice"),
    LogRow(staff.StaffHired, 811, "staff-hired", "notice"),
    LogRow(staff.RoleChanged, 812, "role-changed", "notice"),
    LogRow(staff.StaffDismissed, 813, "staff-dismissed", "notice"),
    LogRow(staff.StaffPinChanged, 814, "staff-pin-reset", "notice", when={"second": ANY}),
    LogRow(staff.StaffPinChanged, 815, "staff-pin-changed", "notice"),
)

_PLAY: Final[frozenset[type[cash.Event]]] = frozenset(get_args(HandEvent)) - {hand.HandVoided}

NOT_LOGGED: Final[frozenset[type[cash.Event]]] = frozenset(
    {
        # what is kept of a PIN: that it was changed is an entry of its own
        staff.StaffPinKept,
        # how far a pairing has come: its end is an entry of its own
        pairing.PairingCodeKept,
        pairing.PairingAgreed,
        # the play itself: the recall shows it hand by hand
        *_PLAY,
        # what a player does with money that is in order: the recall lists notes and tickets, the ledger all of it
        cash.NoteHeld,
        cash.NoteCredited,
        cash.VoucherSent,
        redeem.VoucherPresented,
        payout.CoinsReserved,
        payout.CoinsSent,
        notes.NotesReserved,
        notes.NotesSent,
        card.CardReserved,
        card.CardSent,
        card.CardMoved,
        card.CardCancelling,
        card.BatchReserved,
        card.BatchSent,
        cash.ClaimOpened,
        cash.ClaimCodeGiven,
        cash.ClaimCollected,
        table.ChipsReserved,
        # who is at the table, and what leads to a hand
        table.SatOut,
        table.SatIn,
        table.LeaveAsked,
        table.ButtonDrawn,
        table.ButtonMoved,
        table.ButtonTakenBack,
        table.BlindMissed,
        table.HandDue,
        table.ShuffleOpened,
        table.SeedDrawn,
        table.SeedForAuditor,
        entropy.EntropyBound,
        entropy.CutAsked,
        entropy.DeckCut,
        entropy.EntropyAsked,
        entropy.EntropyRevealed,
        table.ClockStarted,
        table.HandNamed,
        table.RestBegan,
        table.GameTurned,
        table.ButtonWon,
        table.SatOutInTurn,
        table.QuestionAsked,
        table.QuestionAnswered,
        table.QuestionClosed,
        table.BombPotProposed,
        table.BankSpent,
        table.HourProposed,
        # charges for time: the meters count them, the recall tells them with their hand
        table.TimeCharged,
        table.TimeChargeNear,
        jackpots.HourPaid,
        # what the attendant's status lists as it stands
        jackpots.MonthHandMade,
        seats.EntryOffered,
        seats.EntryChosen,
        seats.EntryTakenBack,
        seats.ListJoined,
        seats.ListLeft,
        seats.SeatHeld,
        seats.SeatChangeAsked,
        seats.AttendantCalled,
        seats.CallEnded,
        seats.SeatAskedBack,
        seats.BreakBegan,
        seats.ScreenLost,
        seats.ScreenBack,
        # what a player's limits are counted by
        player.PlayerListed,
        player.LimitNear,
        player.PlayerStaked,
        player.PlayerLeft,
        player.PlayTimeCounted,
        player.RealityChecked,
        player.RealityAcknowledged,
        # whose card lies in the reader, and what it opens
        cards.PlayerCardRead,
        cards.PlayerCardTaken,
        cards.GuestTold,
        cards.PinKept,
        cards.PinChosen,
        cards.PinRight,
        cards.ClaimKept,
        cards.TasteTold,
        # what a player reads of himself
        care.OwnCareTold,
    }
)
"""Events that are no entries of the log, named so that a new event cannot be forgotten."""


def _count_facts(event: cash.DropCounted | payout.HopperCounted) -> dict[str, Fact]:
    over = event.counted - event.expected
    variance = "none" if not over else "over" if over > 0 else "short"
    return {"counted": event.counted, "expected": event.expected, "amount": abs(over), "variance": variance}


def _dispensed_facts(event: payout.CoinsDispensed) -> dict[str, Fact]:
    return {
        "payout": event.payout,
        "amount": event.amount,
        "left": event.left,
        "extra": event.extra,
        "short": event.left > 0,
        "reason": event.reason,
    }


def _settled_facts(event: card.CardsSettled) -> dict[str, Fact]:
    over = event.difference
    variance = "none" if not over else "over" if over > 0 else "short"
    totals, expected = event.totals.amount, event.expected.amount
    return {"settled": totals, "expected": expected, "amount": abs(over), "variance": variance}


def _resolved_facts(event: card.CardDifferenceResolved) -> dict[str, Fact]:
    return {"extra": event.over, "left": event.short, "reason": event.reason}


def _posted_facts(event: jackpots.DayPosted) -> dict[str, Fact]:
    return {"amount": sum(row.amount for row in event.posted)}


def _started_facts(event: fault.Started) -> dict[str, Fact]:
    signers = ", ".join(event.signers) or "–"
    return {"version": event.version, "digest": event.digest, "before": event.before, "signers": signers}


def _key_facts(event: pairing.ScreenPaired | pairing.ScreenKeyRenewed) -> dict[str, Fact]:
    return {"screen": event.screen, "key": pairing.fingerprint(event.public)}


FACTS: Final[Mapping[type[cash.Event], Callable[[Any], dict[str, Fact]]]] = {
    cash.DropCounted: _count_facts,
    payout.HopperCounted: _count_facts,
    payout.CoinsDispensed: _dispensed_facts,
    card.CardsSettled: _settled_facts,
    card.CardDifferenceResolved: _resolved_facts,
    jackpots.DayPosted: _posted_facts,
    fault.Started: _started_facts,
    pairing.ScreenPaired: _key_facts,
    pairing.ScreenKeyRenewed: _key_facts,
}
"""Facts that an event does not carry in so many words."""
