"""The card terminal's driver against a terminal that shares no code with it, and the judgement on its numbers."""

import pytest

from cashier.card_records import BatchTotals, CardInDoubt, CardMark, CardRefused, CardSending, CardTaken, RunCard
from cashier.card_records import CardPaymentId as Id
from cashier.devices.card_fate import fate, mark_of, receipt_of
from cashier.devices.card_terminal import CardTerminal
from cashier.devices.serial_pipes import LineSetting, open_serial
from cashier.devices.zvt_line import Timeouts
from cashier.devices.zvt_messages import StatusInformation
from cashier.money import Money
from cashier.records import Command, DeviceId, DeviceReported
from firmware.virtual.card_settings import TerminalSettings
from firmware.virtual.card_terminal import CardTerminal as Emulator
from firmware.virtual.card_terminal import terminal_device
from tests.devices.near import Near

CARDS, EURO, FORINT = DeviceId("cards"), 978, 348
WAITS = Timeouts(t2_s=3.0, t3_s=1.0, t4_s=6.0)


class Site:
    """A terminal and its driver."""

    def __init__(self, currency: int = EURO, password: int = 0, **build: object) -> None:
        self.near = Near(cards=terminal_device(TerminalSettings(**build)))  # type: ignore[arg-type]
        body = self.near.bus.device("cards").function.body()
        assert isinstance(body, Emulator)
        self.terminal = body
        address, line = self.near.address("cards"), LineSetting(stop_bits=2)
        self.driver = CardTerminal(
            CARDS,
            lambda: open_serial(address, self.near.backend, line),
            currency,
            password=password,
            timeouts=WAITS,
            clock=lambda: self.near.host.at,
        )

    def steps(self, count: int, *wants: RunCard) -> list[Command]:
        said: list[Command] = []
        for _ in range(count):
            said += self.driver.step(wants)
            self.near.host.wait(0.1)
        return said

    def run(self, amount: int = 2000, **changes: object) -> RunCard:
        """A purchase that has been given leave, at the mark that this driver asked it for."""
        asked = RunCard(CARDS, Id(1), "purchase", Money(amount), EURO, "reserved")
        (sending,) = (word for word in self.steps(1, asked) if isinstance(word, CardSending))
        return RunCard(CARDS, Id(1), "purchase", Money(amount), EURO, "sent", sending.mark, **changes)  # type: ignore[arg-type]


def conditions(said: list[Command]) -> list[str]:
    return [word.condition for word in said if isinstance(word, DeviceReported)]


def test_a_terminal_is_registered_and_ready() -> None:
    site = Site()
    assert conditions(site.steps(3)) == ["ready"]
    assert site.terminal.facts()["registered"] is True


@pytest.mark.parametrize("site", [Site(currency=FORINT), Site(password=123456)], ids=["currency", "password"])
def test_a_terminal_of_another_currency_or_password_is_a_fault(site: Site) -> None:
    assert conditions(site.steps(3)) == ["fault"]
    assert site.terminal.facts()["registered"] is False


def test_a_terminal_that_is_silent_is_missed_and_found_again() -> None:
    site = Site()
    site.steps(3)
    site.near.bus.power_cut("cards")
    assert conditions(site.steps(3)) == ["absent"]
    site.near.bus.replug("cards", site.near.host.at)
    assert conditions(site.steps(5)) == ["ready"]


def test_an_idle_terminal_is_asked_now_and_then_whether_it_is_there() -> None:
    site = Site(restart_ms=60_000)
    site.steps(3)
    site.terminal._die(site.near.host.at)
    site.near.host.wait(31)
    assert conditions(site.steps(4)) == ["absent"]


def test_diagnosis_tells_the_terminals_own_lines() -> None:
    talk = Site().driver.diagnose()
    assert talk is not None
    assert talk.lines == ("DIAGNOSIS OK",)
    unplugged = Site()
    unplugged.near.bus.unplug("cards")
    assert unplugged.driver.diagnose() is None


def test_the_receipt_is_kept_for_whoever_asks() -> None:
    site = Site()
    site.steps(40, site.run())
    assert site.driver.receipt == ("EUR 20.00",)


def test_an_outcome_stays_said_while_it_is_wanted_and_the_bank_is_asked_once() -> None:
    site = Site()
    sent = site.run()
    said = [word for word in site.steps(60, sent) if isinstance(word, CardTaken)]
    assert len(said) > 1
    assert len(set(said)) == 1
    assert site.terminal.authorisations == 1


def test_a_driver_that_did_not_ask_leave_asks_the_terminal_instead_of_the_bank() -> None:
    site = Site()
    site.steps(3)
    other = RunCard(CARDS, Id(7), "purchase", Money(2000), EURO, "sent", CardMark(0, 0, 0, Money(0)))
    assert CardRefused(CARDS, Id(7), "not-taken") in site.steps(5, other)
    assert site.terminal.authorisations == 0


def test_a_terminal_that_falls_silent_leaves_doubt_and_is_asked_when_it_is_back() -> None:
    site = Site(restart_ms=8000)
    site.steps(3)
    site.terminal.play("die-charged")
    sent = site.run()
    said = site.steps(90, sent)
    assert CardInDoubt(CARDS, Id(1), "absent") in said
    taken = [word for word in site.steps(120, sent) if isinstance(word, CardTaken)]
    assert taken[0].receipt.amount == site.terminal.book.charged == 2000


@pytest.mark.parametrize("amount", [600_000, 999_999_999_999])
def test_what_the_terminal_does_not_take_has_not_begun(amount: int) -> None:
    site = Site()
    assert CardRefused(CARDS, Id(1), "limit", 0xC3) in site.steps(5, site.run(amount))
    assert site.terminal.book.charged == 0


# -- the judgement ------------------------------------------------------------------------------------------------

MARK = CardMark(trace=4, receipt=7, count=2, amount=Money(9000))
EMPTY = CardMark(count=0, amount=Money(0))
TOTALS = BatchTotals(2, Money(9000))


def record(**fields: int | None) -> StatusInformation:
    return StatusInformation(**({"result": 0, "amount": 2000, "trace": 5, "receipt": 8} | fields))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("mark", "shown", "totals", "expected"),
    [
        (MARK, record(), TOTALS, "taken"),
        (MARK, record(trace=4, receipt=7), TOTALS, "not-taken"),
        (MARK, record(trace=4, receipt=8), TOTALS, "taken"),
        (MARK, record(trace=1, receipt=1), TOTALS, "taken"),
        (MARK, record(result=5), TOTALS, "refused"),
        (MARK, record(result=None), TOTALS, "unclear"),
        (MARK, record(trace=None), TOTALS, "unclear"),
        (MARK, record(receipt=None), TOTALS, "unclear"),
        (MARK, record(amount=None), TOTALS, "unclear"),
        (MARK, record(trace=6, receipt=9, original=5), TOTALS, "undone"),
        (MARK, record(trace=5, receipt=8, original=4), TOTALS, "unclear"),
        (MARK, None, TOTALS, "unclear"),
        (EMPTY, record(), None, "taken"),
        (EMPTY, None, BatchTotals(), "not-taken"),
        (EMPTY, None, BatchTotals(1, Money(2000)), "unclear"),
        (EMPTY, None, None, "unclear"),
        (CardMark(), None, None, "unclear"),
    ],
)
def test_what_the_terminals_numbers_tell(
    mark: CardMark, shown: StatusInformation | None, totals: BatchTotals | None, expected: str
) -> None:
    assert fate(mark, shown, totals) == expected


def test_a_mark_holds_what_there_is() -> None:
    assert mark_of(record(), TOTALS) == CardMark(5, 8, 2, Money(9000))
    assert mark_of(None, None) == CardMark()


def test_a_receipt_needs_its_numbers_and_amount_and_means_the_registered_currency() -> None:
    receipt = receipt_of(record(), EURO)
    assert receipt is not None
    assert (receipt.amount, receipt.currency) == (2000, EURO)
    assert receipt_of(record(currency=FORINT), EURO).currency == FORINT  # type: ignore[union-attr]
    assert all(receipt_of(record(**{name: None}), EURO) is None for name in ("trace", "receipt", "amount"))
