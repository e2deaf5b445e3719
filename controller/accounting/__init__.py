"""From events to ledger transfers, and the audits that compare the books with the table.

`book` mirrors one event in the ledger by its `transfers`; `holdings` and `compare` hold the ledger against what table
and kiosk say they hold, after every command (architecture §1); `reconcile` is the account of a session,
`beancount_lines` the whole of it for another program. `find_jump` tells a meter that jumps.
"""

from controller.accounting.audit import Holdings, compare, holdings
from controller.accounting.beancount import beancount_lines
from controller.accounting.booking import book
from controller.accounting.jumps import Inflow, find_jump
from controller.accounting.jumps import follow as follow_inflow
from controller.accounting.meters import read_meters
from controller.accounting.reconciliation import Reconciliation, Row, reconcile
from controller.accounting.transfers import transfers

__all__ = [
    "Holdings",
    "Inflow",
    "Reconciliation",
    "Row",
    "beancount_lines",
    "book",
    "compare",
    "find_jump",
    "follow_inflow",
    "holdings",
    "read_meters",
    "reconcile",
    "transfers",
]
