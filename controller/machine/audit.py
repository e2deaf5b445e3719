"""The books against the table, after every command (architecture §1, LED-1..5)."""

from controller import accounting, jackpots
from controller.accounting import Holdings
from controller.machine.state import Machine


def held(machine: Machine) -> Holdings:
    """Return what table and kiosk say they hold, by their own state."""
    table = machine.table
    return accounting.holdings(
        machine.kiosk,
        stacks={seat.seat: seat.stack for seat in table.seats.values()},
        pot=table.hand.pot if table.hand is not None else 0,
        reserved={seat.seat: seat.reserved for seat in table.seats.values() if seat.reserved},
        jackpots=jackpots.accounts(table.jackpots),
        aside={owner.seat: owner.stack for owner in table.owners.values() if owner.stack},
    )


def audit(machine: Machine) -> None:
    """Raise `InvariantBreach` with both sides unless ledger, table and jackpots agree to the unit."""
    jackpots.audit(machine.table.jackpots)
    accounting.compare(machine.ledger, held(machine))
