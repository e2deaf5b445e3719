"""Who may do what: one row for each command there is (R-SEC-3, SEC-7).

A command without a role comes from the host or a device alone: no person may send it. `two` are commands that move
money outside play, touch a deck, or change the register or the program: they take the PINs of two people, of whom the
first must have one of the roles and the second any role but the auditor's, whose word must stay free of what he judges.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from cashier import card_records as card
from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.records import Command
from controller.vocab import card_reader_records as reader
from controller.vocab import care_records as care
from controller.vocab import entropy_records as entropy
from controller.vocab import fault_records as fault
from controller.vocab import hand_records as hand
from controller.vocab import jackpot_records as jackpot
from controller.vocab import pairing_records as pairing
from controller.vocab import player_card_records as guest
from controller.vocab import player_records as player
from controller.vocab import seat_records as seat
from controller.vocab import staff_records as staff
from controller.vocab import table_records as table
from controller.vocab.staff_records import STAFF_ROLES, Deed, Role


class Right(msgspec.Struct, frozen=True):
    """Which roles may send a command, and whether it takes a second person."""

    roles: frozenset[Role]
    two: bool = False


def _right(*roles: Role, two: bool = False) -> Right:
    return Right(frozenset(roles), two)


_NOBODY: Final = _right()
_PLAYER: Final = _right("player")
_ANYONE: Final = _right(*STAFF_ROLES)
_HALL: Final = _right("attendant", "floor")
_FLOOR: Final = _right("floor")
_JUDGED: Final = _right("floor", two=True)
_MENDS: Final = _right("attendant", "floor", "technician")
_CLEARS: Final = _right("floor", "technician")
_PAYS: Final = _right("attendant", "floor", "cashier")
_COUNTS: Final = _right("cashier", two=True)
_DOUBTS: Final = _right("floor", "cashier", two=True)
_CARE: Final = _right("floor", "cashier")
_READS: Final = _right("floor", "auditor")
_REGISTER: Final = _right("technician", two=True)
_KEYS: Final = _right("technician")

RIGHTS: Final[Mapping[type[Command], Right]] = {
    # at a seat
    hand.Act: _PLAYER,
    table.SitOut: _PLAYER,
    table.SitIn: _PLAYER,
    table.LeaveSeat: _PLAYER,
    table.Answer: _PLAYER,
    table.ProposeBombPot: _PLAYER,
    table.ProposeHour: _PLAYER,
    seat.ChooseEntry: _PLAYER,
    seat.AskSeatChange: _PLAYER,
    seat.TakeBreak: _PLAYER,
    seat.CallAttendant: _PLAYER,
    player.AcknowledgeCheck: _PLAYER,
    entropy.BindEntropy: _PLAYER,
    entropy.CutDeck: _PLAYER,
    entropy.RevealEntropy: _PLAYER,
    # at the kiosk
    table.BuyIn: _PLAYER,
    cash.CashOut: _PLAYER,
    cash.CollectClaim: _PLAYER,
    redeem.RedeemTicket: _PLAYER,
    card.BuyByCard: _PLAYER,
    card.CancelCard: _PLAYER,
    guest.ChoosePin: _PLAYER,
    guest.EnterPin: _PLAYER,
    guest.CollectByCard: _PLAYER,
    guest.ChooseTaste: _PLAYER,
    care.ReadOwnCare: _PLAYER,
    care.LimitMyself: _PLAYER,
    care.RemindMe: _PLAYER,
    care.StayAway: _PLAYER,
    # in the hall
    table.Pause: _MENDS,
    table.Resume: _MENDS,
    table.CallClock: _HALL,
    seat.AnswerCall: _PAYS,
    seat.JoinList: _HALL,
    seat.LeaveList: _HALL,
    seat.AllowPlayingOver: _HALL,
    seat.TakeSeatBack: _HALL,
    seat.LockSeat: _HALL,
    seat.UnlockSeat: _FLOOR,
    seat.MoveSeat: _FLOOR,
    seat.Vacate: _FLOOR,
    seat.CloseTable: _FLOOR,
    seat.OpenTable: _FLOOR,
    hand.VoidHand: _FLOOR,  # a misdeal takes one person; for every other cause the table itself demands the second
    jackpot.ConfirmBadBeat: _FLOOR,
    jackpot.RefuseBadBeat: _JUDGED,
    jackpot.GrantBadBeat: _JUDGED,
    # devices, doors and faults
    cash.DeviceReported: _MENDS,
    fault.AnnounceDoor: _right("attendant", "floor", "cashier", "technician"),
    fault.ResetDoor: _MENDS,
    fault.ChangeRelease: _right("technician", two=True),
    fault.ClearFault: _CLEARS,
    # money
    payout.SettleHandPay: _PAYS,
    payout.PayClaim: _PAYS,
    redeem.AllowNumbers: _PAYS,
    card.SettleCards: _right("cashier"),
    cash.CountDropBox: _COUNTS,
    payout.FillHopper: _COUNTS,
    payout.CountHopper: _COUNTS,
    jackpot.PayMonthHand: _COUNTS,
    cash.ResolveVoucher: _DOUBTS,
    payout.ResolvePayout: _DOUBTS,
    notes.ResolveNotes: _DOUBTS,
    card.ResolveCard: _DOUBTS,
    card.ResolveCardDifference: _DOUBTS,
    # who plays
    player.RegisterPlayer: _CARE,
    player.OpenPerson: _right("floor", "cashier", "auditor"),
    player.SetLimit: _CARE,
    player.SetRealityCheck: _CARE,
    player.ExcludePlayer: _CARE,
    player.LiftExclusion: _FLOOR,
    player.ErasePlayer: _JUDGED,
    table.OpenRecall: _READS,
    guest.EnrolPlayerCard: _CARE,
    guest.BlockPlayerCard: _CARE,
    guest.LookUpPlayerCard: _CARE,
    guest.UnblockPlayerCard: _CARE,  # where money lies behind a card, the table itself demands the second for these
    guest.ReplacePlayerCard: _CARE,
    guest.ResetPin: _CARE,
    # who works here
    staff.SignIn: _ANYONE,
    staff.ChangeStaffPin: _ANYONE,
    staff.HireStaff: _REGISTER,
    staff.ChangeRole: _REGISTER,
    staff.DismissStaff: _REGISTER,
    staff.ResetStaffPin: _REGISTER,
    # which screens belong to the table
    pairing.OpenPairing: _KEYS,
    pairing.ConfirmPairing: _KEYS,
    pairing.ClosePairing: _KEYS,
    pairing.RenewScreenKey: _KEYS,
    pairing.UnpairScreen: _right("technician", "floor"),
    # the host itself
    pairing.BeginPairing: _NOBODY,
    pairing.OfferCode: _NOBODY,
    pairing.AgreePairing: _NOBODY,
    pairing.DropPairing: _NOBODY,
    pairing.TakeScreenKey: _NOBODY,
    table.AdoptProfile: _NOBODY,
    table.Tick: _NOBODY,
    table.OpenShuffle: _NOBODY,
    table.Deal: _NOBODY,
    seat.ReportScreen: _NOBODY,
    fault.StartUp: _NOBODY,
    fault.ShutDown: _NOBODY,
    fault.ReportFault: _NOBODY,
    fault.ReportIncident: _NOBODY,
    fault.ReportDisplay: _NOBODY,
    fault.ReportDoors: _NOBODY,
    staff.NoteAgreement: _NOBODY,
    staff.NoteDenial: _NOBODY,
    staff.NoteDeed: _NOBODY,
    staff.ReportTries: _NOBODY,
    redeem.ExpireTickets: _NOBODY,
    redeem.TicketAnswered: _NOBODY,
    # the devices
    reader.PlayerCardProved: _NOBODY,
    reader.PlayerCardRefused: _NOBODY,
    reader.PlayerCardWithdrawn: _NOBODY,
    cash.NoteEscrowed: _NOBODY,
    cash.NoteStacked: _NOBODY,
    cash.NoteReturned: _NOBODY,
    cash.ValidatorMoved: _NOBODY,
    cash.ValidatorReset: _NOBODY,
    cash.EventsLost: _NOBODY,
    cash.TicketSending: _NOBODY,
    cash.TicketPrinted: _NOBODY,
    cash.TicketInDoubt: _NOBODY,
    redeem.TicketScanned: _NOBODY,
    payout.CoinsSending: _NOBODY,
    payout.CoinsPaid: _NOBODY,
    payout.CoinsUntaken: _NOBODY,
    payout.CoinsInDoubt: _NOBODY,
    notes.NotesSending: _NOBODY,
    notes.NotesPaid: _NOBODY,
    notes.NotesInDoubt: _NOBODY,
    notes.StoreSeen: _NOBODY,
    card.CardSending: _NOBODY,
    card.CardProgress: _NOBODY,
    card.CardTaken: _NOBODY,
    card.CardRefused: _NOBODY,
    card.CardInDoubt: _NOBODY,
    card.CardReversed: _NOBODY,
    card.BatchSending: _NOBODY,
    card.BatchClosed: _NOBODY,
    card.BatchRefused: _NOBODY,
}
"""Least rights by command; a command without a row cannot be asked for."""


class DeedRight(Right, frozen=True):
    """Who may do a deed. `unpeopled`: where nobody is on the register, a name is enough whatever the table's worth."""

    unpeopled: bool = False


_KEY_DEEDS: Final[tuple[Deed, ...]] = ("seal-keys", "unseal-keys", "recover-keys", "accept-history")
DEEDS: Final[Mapping[Deed, DeedRight]] = {
    # a table must not stay damaged because its register is lost, and the first profile comes before the first person
    "repair-journal": DeedRight(frozenset({"technician"}), two=True, unpeopled=True),
    "adopt-profile": DeedRight(frozenset({"technician"}), two=True, unpeopled=True),
    **dict.fromkeys(_KEY_DEEDS, DeedRight(frozenset({"technician"}), two=True, unpeopled=True)),
    "recall-hand": DeedRight(_READS.roles),
    "read-hands": DeedRight(frozenset({"auditor"})),
}
"""Least rights by deed: what is done with the folder of a table that does not run, or at its start."""

KEY_HOLDERS: Final[frozenset[Role]] = frozenset({"technician"})
"""Who asks for nothing at a running table without turning the key switch, where it has one (SEC-7)."""

WITNESSES: Final[frozenset[Role]] = frozenset(STAFF_ROLES) - {"auditor"}
"""Who may be the second person."""
