"""From events to ledger transfers, and the audits that compare the books with the table.

`transfers` mirrors one event in the ledger; `holdings` and `compare` hold the ledger against what table and kiosk say
they hold, before each hand and before any value leaves (architecture §1); `reconcile` is the account of a session.
"""

from controller.accounting.audit import Holdings, compare, holdings
from controller.accounting.reconciliation import Reconciliation, Row, reconcile
from controller.accounting.transfers import transfers

__all__ = ["Holdings", "Reconciliation", "Row", "compare", "holdings", "reconcile", "transfers"]
