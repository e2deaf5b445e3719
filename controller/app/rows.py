"""What a decision writes into the journal beside its events: transfers and the balances after them."""

from collections.abc import Sequence

from cashier.ledger import Ledger, Transfer
from controller.journal.rows import BalanceRow, TransferRow


def transfer_rows(transfers: Sequence[Transfer]) -> list[TransferRow]:
    """Return the transfers as the journal stores them."""
    return [
        TransferRow(
            id=transfer.id,
            code=str(transfer.code),
            debit=transfer.debit.key,
            credit=transfer.credit.key,
            amount=transfer.amount,
        )
        for transfer in transfers
    ]


def balance_rows(ledger: Ledger, transfers: Sequence[Transfer]) -> list[BalanceRow]:
    """Return the totals of every account that `transfers` touched, as `ledger` has them afterwards."""
    touched = {account.key for transfer in transfers for account in (transfer.debit, transfer.credit)}
    return [
        BalanceRow(account=key, debits=ledger.accounts[key].debits, credits=ledger.accounts[key].credits)
        for key in sorted(touched)
    ]
