"""The journal's money as a ledger of plain text, for an accounting program that shares no line with this one.

The text is in the language of `beancount`: every transfer is a transaction of two postings, and at the end every
account's balance, as the journal itself keeps it, is asserted to the unit. Whoever loads the text adds everything up
again and finds what does not agree (reliability TST-5).
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

from cashier.accounts import AccountKind, account_of
from cashier.money import Currency
from controller.journal.rows import BalanceRow, Record, TransferRow

NAMES: Final[dict[AccountKind, str]] = {
    AccountKind.BALANCE: "Liabilities:Balance",
    AccountKind.RESERVED: "Liabilities:Reserved",
    AccountKind.STACK: "Liabilities:Stack",
    AccountKind.ASIDE: "Liabilities:Aside",
    AccountKind.POT: "Liabilities:Pot",
    AccountKind.CLAIM: "Liabilities:Claims",
    AccountKind.VOUCHER: "Liabilities:Vouchers",
    AccountKind.SUSPENSE: "Liabilities:Suspense",
    AccountKind.RAKE: "Income:Rake",
    AccountKind.TIME_CHARGE: "Income:TimeCharge",
    AccountKind.JACKPOT: "Liabilities:Jackpots",
    AccountKind.JACKPOT_TODAY: "Liabilities:JackpotsToday",
    AccountKind.DROP_BOX: "Assets:DropBox",
    AccountKind.HOPPER: "Assets:Hopper",
    AccountKind.NOTE_STORE: "Assets:NoteStore",
    AccountKind.CARD_CLEARING: "Assets:CardClearing",
    AccountKind.OVER_SHORT: "Income:OverShort",
    AccountKind.HOUSE: "Equity:House",
}
"""What each kind of account is called; seats add `:Seat7`, jackpots `:Bad-Beat`."""

_OPENED: Final = "1970-01-01"
"""All accounts are open from the beginning of time: a wall clock may be wrong, a ledger may not."""


def beancount_lines(
    table: str, currency: Currency, records: Iterable[Record], balances: Sequence[BalanceRow]
) -> Iterator[str]:
    """Yield the lines of the ledger of the whole journal, without line ends.

    `records` are all of the journal, `balances` what the journal says every account has come to. Days are those of
    UTC. Debits are positive. Raises `ValueError` for an account that the chart of accounts does not have.
    """
    yield f'option "title" "{_quoted(table)}"'
    yield f'option "operating_currency" "{currency.code}"'
    for row in balances:
        yield f"{_OPENED} open {account_name(row.account)} {currency.code}"
    latest = date.fromisoformat(_OPENED)
    for record in records:
        day = _day(record.now.wall)
        latest = max(latest, day)
        for transfer in record.transfers:
            yield from _transaction(day, record.record, transfer, currency)
    asserted = latest + timedelta(days=1)
    for row in balances:
        # The tolerance is written out: the usual one would let a single unit pass.
        amount = _amount(row.debits - row.credits, currency)
        yield f"{asserted} balance {account_name(row.account)}  {amount} ~ 0 {currency.code}"


def account_name(key: str) -> str:
    """Return what an account of ours is called there."""
    account = account_of(key)
    if account.pool is not None:
        return f"{NAMES[account.kind]}:{account.pool.title()}"
    return f"{NAMES[account.kind]}:Seat{account.seat}" if account.seat else NAMES[account.kind]


def _transaction(day: date, record: int, transfer: TransferRow, currency: Currency) -> Iterator[str]:
    yield f'{day} * "{transfer.code}"'
    yield f"  record: {record}"
    yield f'  id: "{transfer.id.hex()}"'
    yield f"  {account_name(transfer.debit)}  {_amount(transfer.amount, currency)} {currency.code}"
    yield f"  {account_name(transfer.credit)}  {_amount(-transfer.amount, currency)} {currency.code}"


def _amount(amount: int, currency: Currency) -> str:
    whole, part = divmod(abs(amount), currency.units)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{part:0{currency.exponent}d}" if currency.exponent else f"{sign}{whole}"


def _day(wall_ms: int) -> date:
    return datetime.fromtimestamp(wall_ms // 1000, UTC).date()


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
