"""The money terminal as a pure state machine.

`decide` answers a command with events or a refusal, `evolve` folds events into the state, `wants` derives what the
devices are to do, `faults` what is wrong with them. Chips are the machine's affair: it asks `can_withdraw` before a
buy-in and `open_claim` when a seat is left, opens the claims of whoever has shown his card with `collect_claims`, and
folds what became of the balance with `evolve_withdrawal`.
"""

from cashier.kiosk.folding import evolve
from cashier.kiosk.paying import can_withdraw
from cashier.kiosk.redeeming import collect_claims
from cashier.kiosk.rules import decide, open_claim
from cashier.kiosk.standing import faults
from cashier.kiosk.state import Kiosk, evolve_withdrawal
from cashier.kiosk.wants import wants
from cashier.terms import KioskTerms

__all__ = [
    "Kiosk",
    "KioskTerms",
    "can_withdraw",
    "collect_claims",
    "decide",
    "evolve",
    "evolve_withdrawal",
    "faults",
    "open_claim",
    "wants",
]
