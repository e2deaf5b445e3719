"""A refusal: the answer to a request that the rules do not allow.

Refusals are values, not exceptions. The code is stable and the screens translate it; the facts are the numbers
that a sentence needs. A refused request leaves every state as it was.
"""

from enum import StrEnum

import msgspec


class Code(StrEnum):
    """Why a request was refused; one sentence per code stands in the language catalogues."""

    # betting (poker.md §4)
    NO_HAND = "no-hand"
    NOT_YOUR_TURN = "not-your-turn"
    STALE_DECISION = "stale-decision"
    CANNOT_CHECK = "cannot-check"
    NOTHING_TO_CALL = "nothing-to-call"
    CANNOT_RAISE = "cannot-raise"
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    NOT_IN_CHIP_UNITS = "not-in-chip-units"
    NOT_OFFERED = "not-offered"
    CARDS_UNUSABLE = "cards-unusable"
    RUNS_UNUSABLE = "runs-unusable"
    # the seat (poker.md §2, §5, §7)
    NO_SUCH_SEAT = "no-such-seat"
    SEAT_EMPTY = "seat-empty"
    SEAT_TAKEN = "seat-taken"
    ONE_SEAT_ONLY = "one-seat-only"
    ALREADY_SO = "already-so"
    BUY_IN_TOO_SMALL = "buy-in-too-small"
    BUY_IN_TOO_LARGE = "buy-in-too-large"
    NAME_UNUSABLE = "name-unusable"
    ONE_STACK = "one-stack"
    SEAT_HELD = "seat-held"
    NOT_AWAY = "not-away"
    NOT_ON_LIST = "not-on-list"
    TABLE_CLOSED = "table-closed"
    # the kiosk
    NOT_ENOUGH_BALANCE = "not-enough-balance"
    NOTHING_TO_PAY = "nothing-to-pay"
    PAY_OUT_RUNNING = "pay-out-running"
    NO_SUCH_CLAIM = "no-such-claim"
    NO_SUCH_VOUCHER = "no-such-voucher"
    NUMBER_USED = "number-used"
    NUMBER_UNUSABLE = "number-unusable"
    WHOLE_NUMBER_NEEDED = "whole-number-needed"
    WRONG_VOUCHER_STATE = "wrong-voucher-state"
    ALREADY_DONE = "already-done"
    TAKES_NOTES = "takes-notes"
    AMOUNT_UNUSABLE = "amount-unusable"
    ABOVE_PAY_LIMIT = "above-pay-limit"
    NO_SUCH_PAY_OUT = "no-such-pay-out"
    REASON_NEEDED = "reason-needed"
    # payments by card
    CARDS_NOT_TAKEN = "cards-not-taken"
    CARD_RUNNING = "card-running"
    BELOW_CARD_LIMIT = "below-card-limit"
    ABOVE_CARD_LIMIT = "above-card-limit"
    NO_CARD_PAYMENT = "no-card-payment"
    NO_CARD_DIFFERENCE = "no-card-difference"
    # tickets that come back
    TICKETS_NOT_TAKEN = "tickets-not-taken"
    NO_TICKET = "no-ticket"
    WRONG_CHECK_DIGITS = "wrong-check-digits"
    TICKET_OF_ANOTHER_TABLE = "ticket-of-another-table"
    TICKET_NOT_PROVEN = "ticket-not-proven"
    TICKET_PENDING = "ticket-pending"
    TICKET_REDEEMED = "ticket-redeemed"
    TICKET_EXPIRED = "ticket-expired"
    TICKET_VOID = "ticket-void"
    NUMBERS_LOCKED = "numbers-locked"
    # devices
    NO_SUCH_DEVICE = "no-such-device"
    COUNTER_OUT_OF_ORDER = "counter-out-of-order"
    NOTE_NOT_ACCEPTED = "note-not-accepted"
    # the table as a whole
    NO_PROFILE = "no-profile"
    PROFILE_UNUSABLE = "profile-unusable"
    NO_SUCH_HAND = "no-such-hand"
    HAND_RUNNING = "hand-running"
    NOT_DUE = "not-due"
    HAND_UNDER_WAY = "hand-under-way"
    TWO_PEOPLE = "two-people"
    KEY_OFF = "key-off"
    PAUSED = "paused"
    FAULT_OPEN = "fault-open"
    NO_SUCH_FAULT = "no-such-fault"
    DOOR_OPEN = "door-open"
    DOOR_SHUT = "door-shut"
    NO_JACKPOT = "no-jackpot"
    JACKPOT_OPEN = "jackpot-open"
    NOT_CONFIRMED = "not-confirmed"
    # who plays (R-RG-1 to R-RG-3)
    IDENTITY_NEEDED = "identity-needed"
    NOT_REGISTERED = "not-registered"
    NO_SUCH_PLAYER = "no-such-player"
    EXCLUDED = "excluded"
    EXCLUSION_STANDS = "exclusion-stands"
    LOSS_LIMIT = "loss-limit"
    STAKE_LIMIT = "stake-limit"
    TIME_LIMIT = "time-limit"
    # players' cards and PINs
    PLAYER_CARD_NEEDED = "player-card-needed"
    PLAYER_CARD_UNKNOWN = "player-card-unknown"
    PLAYER_CARD_BLOCKED = "player-card-blocked"
    PLAYER_CARD_TAKEN = "player-card-taken"
    PIN_NEEDED = "pin-needed"
    PIN_UNUSABLE = "pin-unusable"
    PIN_EASY = "pin-easy"
    PIN_WRONG = "pin-wrong"
    PIN_WAITS = "pin-waits"
    PIN_LOCKED = "pin-locked"
    # who works here (R-SEC-3)
    NOT_SIGNED_IN = "not-signed-in"
    NOT_ON_STAFF = "not-on-staff"
    NO_STAFF_YET = "no-staff-yet"
    LAST_OF_STAFF = "last-of-staff"
    WRONG_ROLE = "wrong-role"
    # which screens belong to the table (SEC-5)
    NO_SUCH_SCREEN = "no-such-screen"
    PAIRING_NOT_OPEN = "pairing-not-open"
    TRIES_USED_UP = "tries-used-up"
    PAIRING_OPEN = "pairing-open"
    NO_SCREEN_WAITS = "no-screen-waits"
    CODE_DIFFERS = "code-differs"
    SCREEN_NOT_PAIRED = "screen-not-paired"
    TEST_DECK_FORBIDDEN = "test-deck-forbidden"
    NOT_ALLOWED = "not-allowed"


class Refusal(msgspec.Struct, frozen=True, tag=True):
    """Why a request was refused: a stable code and the facts its sentence needs, by name."""

    code: Code
    facts: dict[str, int | str] = {}
