"""From events to ledger transfers, and the audits that compare the books with the table.

`book` mirrors one event in the ledger by its `transfers`; `holdings` and `compare` hold the ledger against what table
and kiosk say they hold, after every command (architecture §1); `reconcile` is the account of a session,
`beancount_lines` the whole of it for another program.
"""

from controller.accounting.audit import Holdings, compare, holdings
from controller.accounting.beancount import beancount_lines
from controller.accounting.booking import book
from controller.accounting.meters import read_meters
from controller.accounting.reconciliation import Reconciliation, Row, reconcile
from controller.accounting.transfers import transfers

__all__ = [
    "Holdings",
    "Reconciliation",
    "Row",
    "beancount_lines",
    "book",
    "compare",
    "holdings",
    "read_meters",
    "reconcile",
    "transfers",
]
