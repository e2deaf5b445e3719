"""What the money meters show, made from the journal's own transfers (requirements R-MTR-1, R-MTR-2)."""

from collections.abc import Iterable, Iterator

from cashier.accounts import TransferCode
from cashier.ledger import METER_DIGITS, Meter
from controller.journal.rows import Record


def read_meters(records: Iterable[Record]) -> Iterator[tuple[TransferCode, str, str]]:
    """Yield each meter with its count and its amount as they are shown: all digits, leading zeros included."""
    meters = dict.fromkeys(TransferCode, Meter())
    for record in records:
        for row in record.transfers:
            meter = meters[TransferCode(row.code)]
            meters[TransferCode(row.code)] = Meter(meter.count + 1, meter.amount + row.amount)
    for code, meter in meters.items():
        yield code, f"{meter.reading.count:0{METER_DIGITS}d}", f"{meter.reading.amount:0{METER_DIGITS}d}"
