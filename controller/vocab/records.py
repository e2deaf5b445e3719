"""The closed unions of all commands, events and wants. Dispatch tables are compared with them by a test."""

from typing import Final, get_args

from cashier import unions as cash
from cashier.records import Command, Event, Want
from controller.vocab import card_reader_records as reader
from controller.vocab import care_records as care
from controller.vocab import entropy_records as entropy
from controller.vocab import fault_records as fault
from controller.vocab import hand_records as hand
from controller.vocab import jackpot_records as jackpot
from controller.vocab import pairing_records as pairing
from controller.vocab import player_card_records as cards
from controller.vocab import player_records as player
from controller.vocab import seat_records as seat
from controller.vocab import staff_records as staff
from controller.vocab import table_records as table

FaultCommand = (
    fault.StartUp
    | fault.ShutDown
    | fault.ReportFault
    | fault.ClearFault
    | fault.ReportIncident
    | fault.ReportDisplay
    | fault.ReportDoors
    | fault.AnnounceDoor
    | fault.ChangeRelease
    | fault.ResetDoor
)

CardDeskCommand = (
    cards.EnrolPlayerCard
    | cards.BlockPlayerCard
    | cards.UnblockPlayerCard
    | cards.ReplacePlayerCard
    | cards.LookUpPlayerCard
    | cards.ResetPin
)

GuestCommand = (
    reader.PlayerCardProved
    | reader.PlayerCardRefused
    | reader.PlayerCardWithdrawn
    | cards.ChoosePin
    | cards.EnterPin
    | cards.ChooseTaste
)

CareCommand = care.ReadOwnCare | care.LimitMyself | care.RemindMe | care.StayAway

PlayerCommand = (
    player.RegisterPlayer
    | player.ErasePlayer
    | player.OpenPerson
    | player.SetLimit
    | player.SetRealityCheck
    | player.ExcludePlayer
    | player.LiftExclusion
    | player.AcknowledgeCheck
    | CardDeskCommand
    | CareCommand
    | GuestCommand
)

StaffCommand = (
    staff.HireStaff
    | staff.ChangeRole
    | staff.DismissStaff
    | staff.ResetStaffPin
    | staff.ChangeStaffPin
    | staff.SignIn
    | staff.NoteAgreement
    | staff.NoteDenial
    | staff.NoteDeed
    | staff.ReportTries
)

ScreenCommand = (
    pairing.OpenPairing
    | pairing.ConfirmPairing
    | pairing.ClosePairing
    | pairing.RenewScreenKey
    | pairing.UnpairScreen
    | pairing.BeginPairing
    | pairing.OfferCode
    | pairing.AgreePairing
    | pairing.DropPairing
    | pairing.TakeScreenKey
)

AnyCommand = (
    cash.CashCommand
    | hand.Act
    | hand.VoidHand
    | table.AdoptProfile
    | table.Tick
    | table.BuyIn
    | table.SitOut
    | table.SitIn
    | table.LeaveSeat
    | table.OpenShuffle
    | table.Deal
    | entropy.BindEntropy
    | entropy.CutDeck
    | entropy.RevealEntropy
    | table.Pause
    | table.Resume
    | table.OpenRecall
    | table.Answer
    | table.ProposeBombPot
    | table.ProposeHour
    | table.CallClock
    | seat.ChooseEntry
    | seat.JoinList
    | seat.LeaveList
    | seat.AskSeatChange
    | seat.CallAttendant
    | seat.AnswerCall
    | seat.MoveSeat
    | seat.AllowPlayingOver
    | seat.TakeSeatBack
    | seat.LockSeat
    | seat.UnlockSeat
    | seat.TakeBreak
    | seat.Vacate
    | seat.ReportScreen
    | seat.CloseTable
    | seat.OpenTable
    | jackpot.ConfirmBadBeat
    | jackpot.RefuseBadBeat
    | jackpot.GrantBadBeat
    | jackpot.PayMonthHand
    | FaultCommand
    | PlayerCommand
    | cards.CollectByCard
    | StaffCommand
    | ScreenCommand
)

HandEvent = (
    hand.DeckFixed
    | hand.HandStarted
    | hand.Posted
    | hand.DeckRecycled
    | hand.HoleCardsDealt
    | hand.UpCardsDealt
    | hand.CardsDiscarded
    | hand.HoleCardsCounted
    | hand.StreetBegan
    | hand.BoardDealt
    | hand.RunsAgreed
    | hand.DecisionOffered
    | hand.Acted
    | hand.StreetClosed
    | hand.UncalledReturned
    | hand.HandTurnedUp
    | hand.HandShown
    | hand.HandMucked
    | hand.CardsShown
    | hand.RowsArranged
    | hand.RowShown
    | hand.RowsJudged
    | hand.RowsCompared
    | hand.RakeTaken
    | hand.DropTaken
    | hand.PotAwarded
    | hand.HandVoided
    | hand.StakeReturned
    | hand.HandEnded
)

EntropyEvent = (
    entropy.EntropyBound
    | entropy.CutAsked
    | entropy.DeckCut
    | entropy.EntropyAsked
    | entropy.EntropyRevealed
    | entropy.EntropyLeftOut
)

TableEvent = (
    table.ProfileAdopted
    | table.ChipsReserved
    | table.BoughtIn
    | table.SatOut
    | table.SatIn
    | table.LeaveAsked
    | table.SeatLeft
    | table.ButtonDrawn
    | table.ButtonMoved
    | table.ButtonTakenBack
    | table.BlindMissed
    | table.HandDue
    | table.ShuffleOpened
    | table.SeedDrawn
    | table.SeedForAuditor
    | table.CardsCommitted
    | EntropyEvent
    | table.ClockStarted
    | table.HandNamed
    | table.RestBegan
    | table.TablePaused
    | table.TableResumed
    | table.RecallOpened
    | table.GameTurned
    | table.ButtonWon
    | table.SatOutInTurn
    | table.QuestionAsked
    | table.QuestionAnswered
    | table.QuestionClosed
    | table.BombPotProposed
    | table.HourProposed
    | table.TimeCharged
    | table.TimeChargeNear
    | table.BankSpent
    | seat.EntryOffered
    | seat.EntryChosen
    | seat.EntryTakenBack
    | seat.ListJoined
    | seat.ListLeft
    | seat.SeatHeld
    | seat.SeatChangeAsked
    | seat.AttendantCalled
    | seat.CallEnded
    | seat.SeatMoved
    | seat.PlayingOverAllowed
    | seat.SeatPlayedOver
    | seat.SeatAskedBack
    | seat.SeatTakenBack
    | seat.SeatLocked
    | seat.SeatUnlocked
    | seat.BreakBegan
    | seat.VacateAsked
    | seat.ScreenLost
    | seat.ScreenBack
    | seat.ClosingAnnounced
    | seat.TableClosed
    | seat.TableOpened
)

JackpotEvent = (
    jackpot.BadBeatHit
    | jackpot.BadBeatConfirmed
    | jackpot.BadBeatRefused
    | jackpot.BadBeatGranted
    | jackpot.SharePaid
    | jackpot.PoolSeeded
    | jackpot.DayPosted
    | jackpot.HourPaid
    | jackpot.MonthHandMade
    | jackpot.MonthHandWon
    | jackpot.MonthHandPaid
    | jackpot.JackpotTermsWait
    | jackpot.JackpotTermsChanged
)

FaultEvent = (
    fault.Started
    | fault.PowerLost
    | fault.Stopped
    | fault.FaultRaised
    | fault.FaultCleared
    | fault.IncidentNoted
    | fault.DisplayConnected
    | fault.DisplayLost
    | fault.DoorsRead
    | fault.DoorAnnounced
    | fault.ReleaseChanged
    | fault.DoorOpened
    | fault.DoorClosed
    | fault.DoorReset
)

PlayerEvent = (
    player.PlayerRegistered
    | player.PlayerErased
    | player.PersonOpened
    | player.LimitSet
    | player.RealityCheckSet
    | player.PlayerExcluded
    | player.ExclusionLifted
    | player.PlayerListed
    | player.PlayerStaked
    | player.PlayerLeft
    | player.PlayTimeCounted
    | player.RealityChecked
    | player.RealityAcknowledged
    | player.LimitNear
    | player.PlayTimeOver
    | cards.PlayerCardRead
    | cards.PlayerCardUnread
    | cards.PlayerCardTaken
    | cards.GuestTold
    | cards.PlayerCardEnrolled
    | cards.PlayerCardBlocked
    | cards.PlayerCardUnblocked
    | cards.PlayerCardReplaced
    | cards.PlayerCardLookedUp
    | cards.PinKept
    | cards.PinChosen
    | cards.PinRight
    | cards.PinWrong
    | cards.PinReset
    | cards.ClaimKept
    | cards.TasteTold
    | care.OwnCareTold
)

StaffEvent = (
    staff.StaffHired
    | staff.StaffPinKept
    | staff.StaffPinChanged
    | staff.RoleChanged
    | staff.StaffDismissed
    | staff.SignedIn
    | staff.SignInFailed
    | staff.TwoAgreed
    | staff.StaffDenied
    | staff.DeedAllowed
)

ScreenEvent = (
    pairing.PairingOpened
    | pairing.PairingBegun
    | pairing.PairingCodeKept
    | pairing.PairingAgreed
    | pairing.PairingDiffered
    | pairing.PairingDropped
    | pairing.PairingClosed
    | pairing.ScreenPaired
    | pairing.RenewalAsked
    | pairing.ScreenKeyRenewed
    | pairing.ScreenUnpaired
)

AnyEvent = cash.CashEvent | HandEvent | TableEvent | JackpotEvent | FaultEvent | PlayerEvent | StaffEvent | ScreenEvent

AnyWant = Want | table.WantSeed | table.WantDeal | table.WantVacated

EVENT_TYPES: Final[tuple[type[Event], ...]] = get_args(AnyEvent)
COMMAND_TYPES: Final[tuple[type[Command], ...]] = get_args(AnyCommand)
SCHEMA: Final = 1
"""Version of all records; journals of another version are migrated, never guessed at."""
