"""The aggregate: one state, one way in, for everything the table does."""

from controller.accounting import Reconciliation, reconcile
from controller.machine.audit import audit, held
from controller.machine.play import Decided, decide, due, evolve, play, wants
from controller.machine.state import Machine, decode, encode

__all__ = [
    "Decided",
    "Machine",
    "Reconciliation",
    "audit",
    "decide",
    "decode",
    "due",
    "encode",
    "evolve",
    "held",
    "play",
    "reconciliation",
    "wants",
]


def reconciliation(machine: Machine) -> Reconciliation:
    """Return the account of everything since the table was set up; its difference must be zero."""
    return reconcile(machine.ledger, held(machine))
