"""`jakaja export --beancount`: another program adds the journal up again and finds the same (reliability TST-5)."""

import re
from pathlib import Path

import pytest
from beancount import loader
from beancount.core import data

from cashier.accounts import AccountKind, TransferCode
from cashier.ledger import METER_DIGITS
from cashier.money import Money
from cashier.records import CashOut, CountDropBox, ResolveVoucher, TicketInDoubt, TicketPrinted, TicketSending
from controller.accounting.beancount import NAMES
from controller.app.cli import main
from controller.vocab import table_records as tr
from tests.app.house import House


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A closed table: ten hands, a ticket replaced, one printed, one still waiting, and a drop box counted short."""
    house = House(tmp_path_factory.mktemp("export") / "table")
    for seat in (1, 2, 3):
        house.sit(seat)
    house.play_bots(10)
    for fate in ("torn", "printed", "waits"):
        house.insert(2_000)
        house.do(CashOut(request=house.request(), amount=Money(2_000)))
        number = house.machine.kiosk.paying
        assert number is not None
        if fate == "torn":
            house.do(TicketSending(number=number))
            house.do(TicketInDoubt(number=number, condition="jam"))
            house.do(ResolveVoucher(number=number, verdict="void", by="anna"))
            number = house.machine.kiosk.paying
            assert number is not None
        if fate != "waits":
            house.do(TicketSending(number=number))
            house.do(TicketPrinted(number=number))
    house.do(tr.Pause(by="anna"))
    house.do(CountDropBox(by="anna", amount=Money(50_000)))
    house.close()
    return house


@pytest.fixture
def written(evening: House, tmp_path: Path) -> Path:
    file = tmp_path / "table.beancount"
    assert main(["export", str(evening.home.path), "--beancount", str(file)]) == 0
    return file


def test_the_exported_journal_balances_elsewhere(evening: House, written: Path) -> None:
    entries, errors, options = loader.load_file(str(written))
    assert errors == []
    assert options["operating_currency"] == ["EUR"]
    moved = [entry for entry in entries if isinstance(entry, data.Transaction)]
    ledger = evening.machine.ledger
    assert len(moved) == sum(meter.count for meter in ledger.meters.values())
    asserted = [entry for entry in entries if isinstance(entry, data.Balance)]
    assert {entry.account for entry in asserted} == {
        line.split()[2] for line in written.read_text().splitlines() if " open " in line
    }
    assert len(asserted) == len(ledger.accounts)


@pytest.mark.parametrize(
    ("line", "other"),
    [
        (r"^(  Assets:DropBox  )20\.00( EUR)$", r"\g<1>20.01\g<2>"),
        (r"^(  Liabilities:Suspense  )20\.00( EUR)$", r"\g<1>19.99\g<2>"),
        (r"^(\S+ balance Liabilities:Balance  )(-?\d+)\.(\d\d)", r"\g<1>\g<2>.01"),
    ],
    ids=["a-note", "a-ticket", "a-balance"],
)
def test_one_unit_anywhere_is_found_elsewhere(written: Path, line: str, other: str) -> None:
    text, changed = re.subn(line, other, written.read_text(), count=1, flags=re.MULTILINE)
    assert changed == 1
    written.write_text(text)
    _entries, errors, _options = loader.load_file(str(written))
    assert errors


def test_a_transfer_left_out_is_found_elsewhere(written: Path) -> None:
    lines = written.read_text().splitlines()
    first = next(place for place, line in enumerate(lines) if "* " in line)
    written.write_text("\n".join(lines[:first] + lines[first + 5 :]) + "\n")
    _entries, errors, _options = loader.load_file(str(written))
    assert errors


def test_every_kind_of_account_has_a_name_of_its_own() -> None:
    assert set(NAMES) == set(AccountKind)
    assert len(set(NAMES.values())) == len(NAMES)


def test_a_damaged_journal_is_not_exported(evening: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "damaged"
    copy.mkdir()
    (copy / "machine.id").write_bytes((evening.home.path / "machine.id").read_bytes())
    content = bytearray(evening.home.journal.read_bytes())
    place = content.rindex(b"note-in")
    content[place] ^= 1
    (copy / evening.home.journal.name).write_bytes(content)
    assert main(["export", str(copy), "--beancount", str(tmp_path / "x")]) == 1
    assert "NOT WHOLE" in capsys.readouterr().out
    assert not (tmp_path / "x").exists()


def test_a_folder_without_a_journal_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(tmp_path), "--beancount", str(tmp_path / "x")]) == 2
    assert "holds no" in capsys.readouterr().err


def test_r_mtr_1_meters_are_exported_with_all_their_digits(evening: House, tmp_path: Path) -> None:
    file = tmp_path / "meters.csv"
    assert main(["export", str(evening.home.path), "--meters", str(file)]) == 0
    head, *rows = (line.split(",") for line in file.read_text().splitlines())
    assert head == ["machine", "meter", "count", "amount"]
    ledger = evening.machine.ledger
    assert {row[1]: (int(row[2]), int(row[3])) for row in rows} == {
        str(code): (ledger.meter(code).count, ledger.meter(code).amount) for code in TransferCode
    }
    assert {len(digits) for row in rows for digits in row[2:]} == {METER_DIGITS}
    assert {row[0] for row in rows} == {evening.home.machine_id.hex()}


def test_an_export_of_nothing_is_wrong_usage(evening: House, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(evening.home.path)]) == 2
    assert "nothing is asked for" in capsys.readouterr().err
