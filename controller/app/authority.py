"""The authority that keeps the vouchers: who says whether a ticket that came back is to be paid (architecture §1).

The table asks by a want and is answered by a command, as by a device. The first authority is the table's own ledger:
whatever its books let become pending is good. A floor that keeps the vouchers of many tables would stand in its place.
"""

from collections.abc import Collection
from typing import Final

from cashier.records import Command, DeviceId, Want
from cashier.redeem_records import AskAuthority, TicketAnswered

NAME: Final = DeviceId("authority")


class LocalAuthority:
    """A driver without a device: the ledger has decided already when it asks."""

    device = NAME

    def step(self, wants: Collection[Want]) -> list[Command]:
        """Grant every ticket that is asked for."""
        return [TicketAnswered(want.number, granted=True) for want in wants if isinstance(want, AskAuthority)]

    def close(self) -> None:
        """Nothing is held open."""
