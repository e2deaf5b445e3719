"""The numbers of tickets stand nowhere but on their paper: not on the disk, in no export, on no line (LED-9).

Every search is tried on a weakness of its own kind first: a log that names a number, a journal that keeps numbers in
clear, a table that tells its staff everything.
"""

import sys
from pathlib import Path

import msgspec
import pytest

from cashier.devices.ticket_layout import qr_payload
from cashier.money import Money
from cashier.records import (
    CashOut,
    DeviceReported,
    PrintTicket,
    ResolveVoucher,
    TicketInDoubt,
    TicketPrinted,
    TicketSending,
    VoucherNumber,
    VoucherState,
)
from cashier.redeem_records import RedeemTicket, TicketAnswered
from cashier.ticket_number import grouped, last_digits
from controller.app.attend_command import _lines
from controller.app.cli import main
from controller.wire.viewers import STAFF, VIEWERS
from tests.app.canaries import Canary, found_in, of_ticket
from tests.app.house import House
from tests.app.test_canaries import Told, files_of, listen, tell_from_now_on

TEN = Money(1_000)


class Tickets(msgspec.Struct, frozen=True):
    """A table that has given out tickets of every kind, and what it said and kept of them."""

    house: House
    told: Told
    states: dict[VoucherNumber, VoucherState]
    running: dict[str, bytes]
    """Its files while it ran."""

    @property
    def canaries(self) -> list[Canary]:
        named = enumerate(self.states.items(), start=1)
        return [of_ticket(f"{state} ticket {place}", number) for place, (number, state) in named]


def begun(house: House, amount: Money = TEN) -> VoucherNumber:
    """Have a ticket begun: from here on paper may exist."""
    answer = house.kiosk.ask(CashOut(request=house.request(), amount=amount))
    number = house.machine.kiosk.paying
    assert number is not None, answer
    house.do(TicketSending(number=number))
    return number


def printed(house: House) -> VoucherNumber:
    number = begun(house)
    house.do(TicketPrinted(number=number))
    return number


def give_out(house: House) -> None:
    """Give out a good ticket, one that is paid, one that is torn up and replaced, and begin one."""
    cash = house.profile.cash
    for device in (cash.printer, cash.validator):
        house.do(DeviceReported(device=device, condition="ready"))
    house.insert(10_000)
    printed(house)
    paid = printed(house)
    house.do(RedeemTicket(request=house.request(), number=paid))
    house.do(TicketAnswered(number=paid, granted=True))
    torn = begun(house)
    house.do(TicketInDoubt(number=torn, condition="jam"))
    house.staff.ask(ResolveVoucher(number=VoucherNumber(last_digits(torn)), verdict="void", by="Eve"))
    replacement = house.machine.kiosk.paying
    assert replacement is not None
    house.do(TicketSending(number=replacement))
    house.do(TicketPrinted(number=replacement))
    house.core.snapshot()
    begun(house)
    for screen in house.screens.values():
        screen.exchange()


def states_of(house: House) -> dict[VoucherNumber, VoucherState]:
    return {voucher.number: voucher.state for voucher in house.machine.kiosk.vouchers.values()}


def planted_in(folder: Path) -> Tickets:
    with pytest.MonkeyPatch.context() as patch:
        told = listen(patch)
        house = House(folder)
        house.everyone()
        give_out(house)
        running = files_of(house)
        house.close()
        return Tickets(house, told, states_of(house), running)


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Tickets:
    return planted_in(tmp_path_factory.mktemp("tickets") / "table")


def found_in_files(files: dict[str, bytes], canaries: list[Canary]) -> dict[str, list[str]]:
    found = {name: found_in(data, canaries) for name, data in files.items()}
    return {name: names for name, names in found.items() if names}


def test_tickets_of_every_kind_are_planted(planted: Tickets) -> None:
    assert sorted(planted.states.values()) == ["issued", "issued", "redeemed", "sent", "void"]


# -- the disk ----------------------------------------------------------------------------------------------------


def test_led_9_the_disk_holds_no_ticket_while_the_table_runs_and_afterwards(planted: Tickets) -> None:
    assert {"journal.sqlite", "journal.sqlite-wal", "journal.mirror"} <= planted.running.keys()
    assert found_in_files(planted.running, planted.canaries) == {}
    assert found_in_files(files_of(planted.house), planted.canaries) == {}


def test_a_log_that_names_a_ticket_is_found(planted: Tickets) -> None:
    (good, *_others) = planted.states
    want = PrintTicket(good, TEN, 1, 2, "reserved")
    lines = {
        "typed": f"ticket {good} was printed",
        "on paper": grouped(good),
        "in a code": qr_payload(want, "EUR", "0102:1:2:AAAA"),
        "repr": f"{want}",
        "json": msgspec.json.encode(want).decode(),
    }
    logs = {name: line.encode() for name, line in lines.items()}
    assert found_in_files(logs, planted.canaries) == {name: ["issued ticket 1"] for name in lines}


def test_a_journal_that_keeps_numbers_in_clear_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["controller.journal.codec"], "seal_numbers", lambda event, _seal: event)
    leaking = planted_in(tmp_path / "table")
    found = found_in_files(leaking.running, leaking.canaries)
    everything = [canary.name for canary in leaking.canaries]
    assert found["journal.mirror"] == everything
    assert "journal.sqlite-wal" in found


def test_led_9_no_export_log_or_report_tells_a_number(
    planted: Tickets, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(planted.house.home.path)
    for words in (
        ["verify", folder],
        ["log", folder],
        ["log", folder, "--csv", str(tmp_path / "log.csv")],
        ["log", folder, "--json-lines", str(tmp_path / "log.jsonl")],
        ["meters", folder, "--json"],
        ["recall", folder, "--list"],
        ["report", "shift", folder],
        ["report", "reconciliation", folder],
        ["export", folder, "--beancount", str(tmp_path / "log.beancount"), "--meters", str(tmp_path / "log.meters")],
    ):
        assert main(words) == 0, words
    said = capsys.readouterr()
    for data in (said.out.encode(), said.err.encode(), *(path.read_bytes() for path in tmp_path.glob("log.*"))):
        assert found_in(data, planted.canaries) == []
    assert all(f"..{last_digits(number)}" in said.out for number in planted.states), "the list shows the last digits"


# -- the lines ---------------------------------------------------------------------------------------------------


def test_led_9_no_screen_and_no_desk_is_told_a_number(planted: Tickets) -> None:
    assert planted.told.keys() == set(VIEWERS)
    for viewer, page in planted.told.items():
        assert found_in(page.getvalue(), planted.canaries) == [], viewer
    status = "\n".join(_lines(planted.house.core.views.of(STAFF), planted.house.profile))
    assert found_in(status.encode(), planted.canaries) == []
    assert all(f"ticket ..{last_digits(number)}" in status for number in planted.states)


def test_a_table_that_tells_its_staff_everything_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = listen(monkeypatch)
    house = House(tmp_path / "table")
    house.everyone()
    tell_from_now_on(house)
    give_out(house)
    canaries = [of_ticket(state, number) for number, state in states_of(house).items()]
    assert found_in(told[STAFF].getvalue(), canaries) == [canary.name for canary in canaries]
    house.close()
