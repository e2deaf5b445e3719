"""The closed unions of the cashier's commands and events. Dispatch tables are compared with them by a test."""

from collections.abc import Mapping
from typing import Final, get_args

import msgspec

from cashier import card_records as card
from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem

CashCommand = (
    cash.NoteEscrowed
    | cash.NoteStacked
    | cash.NoteReturned
    | cash.ValidatorMoved
    | cash.ValidatorReset
    | cash.EventsLost
    | cash.DeviceReported
    | cash.TicketSending
    | cash.TicketPrinted
    | cash.TicketInDoubt
    | cash.CashOut
    | cash.CollectClaim
    | cash.ResolveVoucher
    | cash.CountDropBox
    | redeem.TicketScanned
    | redeem.RedeemTicket
    | redeem.TicketAnswered
    | redeem.ExpireTickets
    | redeem.AllowNumbers
    | payout.CoinsSending
    | payout.CoinsPaid
    | payout.CoinsUntaken
    | payout.CoinsInDoubt
    | payout.ResolvePayout
    | payout.SettleHandPay
    | payout.PayClaim
    | payout.FillHopper
    | payout.CountHopper
    | notes.NotesSending
    | notes.NotesPaid
    | notes.NotesInDoubt
    | notes.StoreSeen
    | notes.ResolveNotes
    | card.BuyByCard
    | card.CancelCard
    | card.CardSending
    | card.CardProgress
    | card.CardTaken
    | card.CardRefused
    | card.CardInDoubt
    | card.CardReversed
    | card.ResolveCard
    | card.SettleCards
    | card.BatchSending
    | card.BatchClosed
    | card.BatchRefused
    | card.ResolveCardDifference
)
"""Every command to the cashier."""

CashEvent = (
    cash.NoteHeld
    | cash.NoteCredited
    | cash.NoteGivenBack
    | cash.NoteUnaccounted
    | cash.ValidatorCounted
    | cash.DeviceConditionChanged
    | cash.VoucherReserved
    | cash.VoucherSent
    | cash.VoucherIssued
    | cash.VoucherUnknown
    | cash.VoucherVoided
    | cash.ClaimOpened
    | cash.ClaimCodeGiven
    | cash.ClaimCollected
    | cash.DropCounted
    | redeem.NumberRefused
    | redeem.NumbersAllowed
    | redeem.VoucherPresented
    | redeem.VoucherRedeemed
    | redeem.VoucherReleased
    | redeem.VoucherExpired
    | redeem.VoucherHandPaid
    | payout.CoinsReserved
    | payout.CoinsSent
    | payout.CoinsNotTaken
    | payout.CoinsUnknown
    | payout.CoinsDispensed
    | payout.HandPayLocked
    | payout.HandPaid
    | payout.HandPayCancelled
    | payout.ClaimHandPaid
    | payout.HopperFilled
    | payout.HopperCounted
    | notes.NotesReserved
    | notes.NotesSent
    | notes.NotesUnknown
    | notes.NotesDispensed
    | notes.StoreCounted
    | card.CardReserved
    | card.CardSent
    | card.CardMoved
    | card.CardCancelling
    | card.CardUnknown
    | card.CardUndoing
    | card.CardPurchased
    | card.CardRefundPaid
    | card.CardDropped
    | card.BatchReserved
    | card.BatchSent
    | card.BatchDropped
    | card.CardsSettled
    | card.CardDifferenceResolved
)
"""Every event of the cashier."""

NUMBER_FIELDS: Final[Mapping[type[cash.Event], tuple[str, ...]]] = {
    kind: names
    for kind in get_args(CashEvent)
    if (names := tuple(field.name for field in msgspec.structs.fields(kind) if field.type is cash.VoucherNumber))
}
"""Where events name tickets by their numbers. Whoever has a number can print its ticket: it is sealed wherever events
are kept, and masked wherever they are told."""
