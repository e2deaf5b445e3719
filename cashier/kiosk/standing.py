"""How the kiosk stands: which faults of its devices are open, and what stands still because of them.

What follows from a fault stands in the rows of `cashier.kiosk.device_faults` alone.
"""

from collections.abc import Iterator

from cashier.fault_rows import NOTHING, FaultRow, Situation, Stop
from cashier.kiosk.device_faults import BEFORE_ITS_FIRST_WORD, DOUBTS, DeviceFault, Doubt, fault_of
from cashier.kiosk.state import Kiosk
from cashier.records import Condition
from cashier.terms import KioskTerms, Role


def condition_of(kiosk: Kiosk, terms: KioskTerms, role: Role) -> Condition:
    """What the device that is there for `role` last said of itself."""
    return kiosk.conditions.get(terms.roles[role], BEFORE_ITS_FIRST_WORD[role])


def device_faults(kiosk: Kiosk, terms: KioskTerms) -> Iterator[DeviceFault]:
    """The rows of all devices that are not in order."""
    for role in terms.roles:
        row = fault_of(role, condition_of(kiosk, terms, role))
        if row is not None:
            yield row


def faults(kiosk: Kiosk, terms: KioskTerms) -> Iterator[FaultRow]:
    """The rows of everything that is wrong with the kiosk: its devices, and money that waits for somebody."""
    yield from device_faults(kiosk, terms)
    yield from (DOUBTS[doubt] for doubt in _doubts(kiosk))


def stopped(kiosk: Kiosk, terms: KioskTerms, *, in_hand: bool) -> frozenset[Stop]:
    """What stands still because of the devices, while a hand runs at the table or none does."""
    doing: list[Situation] = ["in-hand"] if in_hand else []
    doing += ["paying-out"] if kiosk.pays else []
    return NOTHING.union(*(row.stops(doing or ("idle",)) for row in device_faults(kiosk, terms)))


def _doubts(kiosk: Kiosk) -> Iterator[Doubt]:
    if kiosk.paying is not None and kiosk.vouchers[kiosk.paying].state == "unknown":
        yield "ticket-in-doubt"
    if kiosk.payout is not None and kiosk.payout.state == "unknown":
        yield "coins-in-doubt"
    if kiosk.notes is not None and kiosk.notes.state == "unknown":
        yield "notes-in-doubt"
    by_card = kiosk.cards.running
    if by_card is not None and by_card.state in ("unknown", "stuck"):
        yield "card-stuck" if by_card.state == "stuck" else "card-in-doubt"
    if kiosk.hand_pays:
        yield "hand-pay-locked"
