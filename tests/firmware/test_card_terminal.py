"""The emulated card terminal, spoken to in bytes written by hand: what it tells, what it keeps, and how it fails."""

import json
from pathlib import Path

import pytest

from firmware.virtual import zvt
from firmware.virtual.card_settings import TerminalSettings, Trick
from firmware.virtual.card_terminal import CardTerminal

REGISTER = "06 00 06 00 00 00 be 09 78"
PAY = "06 01 0a 04 00 00 00 00 20 40 49 09 78"
REFUND = "06 31 0d 00 00 00 04 00 00 00 00 10 00 49 09 78"
REPEAT = "06 20 03 00 00 00"
TOTALS = "06 10 03 00 00 00"
END = "06 50 03 00 00 00"
ENQUIRE = "05 01 03 00 00 00"


class Bench:
    """A terminal on a clock, and a register that answers everything it hears unless it is told not to."""

    def __init__(self, **settings: object) -> None:
        self.terminal = CardTerminal(TerminalSettings(**settings))  # type: ignore[arg-type]
        self.at = 0.0
        self.answers = True
        self._ear = zvt.Ear(1.0)

    def say(self, message: str) -> None:
        """Send one message."""
        self.terminal.receive(zvt.block(bytes.fromhex(message)), self.at)

    def hear(self, seconds: float = 5.0) -> list[str]:
        """Let time pass; the messages that came, acknowledged and answered as they did."""
        heard: list[str] = []
        end = self.at + seconds
        while True:
            came = self.terminal.transmit(4096)
            for word in self._ear.hear(came, self.at):
                if isinstance(word, bytes):
                    heard.append(word.hex(" "))
                    self._answer(word)
            self.terminal.tick(self.at)
            due = self.terminal.due()
            if not came and (due is None or due > end):
                return heard
            if not came and due is not None:
                self.at = max(due, self.at)

    def _answer(self, word: bytes) -> None:
        if self.answers:
            self.terminal.receive(b"\x06", self.at)
            if word[0] not in (0x80, 0x84):
                self.terminal.receive(zvt.block(b"\x80\x00\x00"), self.at)

    def ask(self, message: str, seconds: float = 5.0) -> list[str]:
        """Send one message and hear what becomes of it."""
        self.say(message)
        return self.hear(seconds)


def registered(**settings: object) -> Bench:
    bench = Bench(**settings)
    bench.ask(REGISTER)
    return bench


def kinds(heard: list[str]) -> list[str]:
    return [word[:5] for word in heard]


def test_the_line_is_answered_byte_for_byte() -> None:
    terminal = CardTerminal(TerminalSettings())
    terminal.receive(bytes.fromhex("10 02 06 00 06 00 00 00 be 09 78 10 03 3c aa"), 0.0)
    assert terminal.transmit(64).hex(" ") == "06 10 02 80 00 00 10 03 f5 1f"
    terminal.receive(bytes.fromhex("10 02 06 00 06 00 00 00 be 09 78 10 03 3c ab"), 0.0)
    assert terminal.transmit(64) == b"\x15"


def test_registration_names_the_currency_and_refuses_another() -> None:
    heard = Bench().ask(REGISTER)
    assert heard == ["80 00 00", "06 0f 0a 19 00 29 28 00 48 69 49 09 78"]
    assert Bench().ask("06 00 06 00 00 00 be 03 48") == ["84 6f 00"]


def test_nothing_is_paid_before_registration() -> None:
    assert Bench().ask(PAY) == ["84 6b 00"]


def test_a_payment_tells_every_step_then_its_outcome_then_its_end() -> None:
    bench = registered()
    heard = bench.ask(PAY)
    assert kinds(heard) == ["80 00", "04 ff", "04 ff", "04 ff", "04 ff", "04 0f", "06 d1", "06 0f"]
    assert [word[-2:] for word in heard[1:5]] == ["0a", "01", "0e", "0b"]
    assert heard[5].startswith("04 0f")
    assert "27 00 04 00 00 00 00 20 40 0b 00 00 01" in heard[5]
    assert bench.terminal.book.charged == 2040
    assert bench.terminal.facts()["screen"] == "ready"


def test_a_running_terminal_is_busy_for_everything_but_the_abort() -> None:
    bench = registered(person="hands")
    bench.ask(PAY, 1.0)
    assert bench.ask(ENQUIRE, 1.0) == ["84 9c 00"]
    assert bench.ask(PAY, 1.0) == ["84 9c 00"]
    heard = bench.ask("06 b0 00")
    assert kinds(heard) == ["80 00", "04 0f", "06 1e"]
    assert heard[-1] == "06 1e 01 6c"
    assert bench.terminal.book.charged == 0


def test_a_person_inserts_late_enters_a_pin_or_presses_stop() -> None:
    bench = registered(person="hands")
    with pytest.raises(ValueError, match="asks for no card"):
        bench.terminal.insert_card(bench.at)
    bench.ask(PAY, 1.0)
    bench.hear(20.0)
    bench.terminal.insert_card(bench.at, card="0815")
    bench.hear(1.0)
    bench.terminal.press("ok", bench.at)
    assert "08 15" in next(word for word in bench.hear() if word.startswith("04 0f"))
    bench.ask(PAY, 1.0)
    bench.terminal.insert_card(bench.at)
    bench.hear(1.0)
    bench.terminal.press("stop", bench.at)
    assert bench.hear()[-1] == "06 1e 01 6c"
    with pytest.raises(ValueError, match="no key"):
        bench.terminal.press("stop", bench.at)
    assert bench.terminal.book.charged == 2040


def test_nobody_comes() -> None:
    bench = registered(person="hands")
    assert bench.ask(PAY, 60.0)[-1] == "06 1e 01 6c"


def test_the_bank_declines() -> None:
    bench = registered(person="hands")
    bench.ask(PAY, 1.0)
    bench.terminal.insert_card(bench.at, bank="decline")
    bench.hear(1.0)
    bench.terminal.press("ok", bench.at)
    assert kinds(bench.hear()) == ["04 ff", "04 0f", "06 1e"]
    assert bench.terminal.book.movements == []


def test_a_refund_and_the_sums_of_the_day() -> None:
    bench = registered()
    bench.ask(PAY)
    bench.ask(REFUND)
    assert bench.terminal.book.charged == 1040
    status = bench.ask(TOTALS)[1]
    assert "60 f0 f1 f1 00 01 00 02 02 00 00 00 00 10 40" in status
    assert kinds(bench.ask(END)) == ["80 00", "04 0f", "06 0f"]
    assert bench.terminal.facts()["open_day"] == 0
    assert "02 02 00" not in bench.ask(TOTALS)[1]


def test_the_last_receipt_can_be_repeated() -> None:
    bench = registered()
    assert bench.ask(REPEAT) == ["80 00 00", "06 1e 01 83"]
    bench.ask(PAY)
    assert "0b 00 00 01" in bench.ask(REPEAT)[1]
    forgetful = registered(forgets_receipts=True)
    forgetful.ask(PAY)
    forgetful.ask(END)
    assert forgetful.ask(REPEAT)[-1] == "06 1e 01 83"


def test_a_payment_is_reversed_once_and_not_after_its_day() -> None:
    bench = registered()
    bench.ask(PAY)
    reverse = "06 30 06 00 00 00 87 00 01"
    assert "37 00 00 01" in next(word for word in bench.ask(reverse) if word.startswith("04 0f"))
    assert bench.terminal.book.charged == 0
    assert bench.ask(reverse)[-1] == "06 1e 01 b4"
    bench.ask(PAY)
    bench.ask(END)
    assert bench.ask("06 30 06 00 00 00 87 00 03")[-1] == "06 1e 01 b5"


@pytest.mark.parametrize("unanswered", ["keeps", "reverses"])
def test_a_payment_nobody_heard_of_is_kept_or_taken_back_as_the_build_is(unanswered: str) -> None:
    bench = registered(unanswered=unanswered)
    bench.say(PAY)
    bench.answers = False
    bench.hear(120.0)
    assert bench.terminal.book.charged == (2040 if unanswered == "keeps" else 0)
    assert bench.terminal.facts()["payments"] == 1


@pytest.mark.parametrize(
    ("trick", "charged"),
    [("die-insert", 0), ("die-pin", 0), ("die-bank", 0), ("die-charged", 2040), ("die-told", 2040)],
)
def test_a_terminal_that_dies_starts_anew_and_keeps_its_book(trick: Trick, charged: int) -> None:
    bench = registered()
    bench.terminal.play(trick)
    assert "06 0f" not in kinds(bench.ask(PAY))
    bench.hear(5.0)
    assert bench.terminal.book.charged == charged
    assert bench.ask(PAY) == ["84 6b 00"]


def test_words_that_are_lost_or_said_twice() -> None:
    for trick, statuses, ends in (("lose-status", 0, 1), ("lose-completion", 1, 0), ("repeat-status", 2, 1)):
        bench = registered()
        bench.terminal.play(trick)  # type: ignore[arg-type]
        heard = kinds(bench.ask(PAY))
        assert (heard.count("04 0f"), heard.count("06 0f")) == (statuses, ends), trick
        assert bench.ask(ENQUIRE)[-1] == "06 0f 01 00"


def test_something_else_is_charged() -> None:
    bench = registered()
    bench.terminal.play("wrong-amount")
    bench.ask(PAY)
    bench.terminal.play("wrong-currency")
    bench.ask(PAY)
    assert [(row.amount, row.currency) for row in bench.terminal.book.movements] == [(2140, 978), (2040, 348)]


def test_a_power_cut_keeps_the_book_and_forgets_the_rest() -> None:
    bench = registered()
    bench.ask(PAY)
    bench.terminal.power_cut()
    bench.terminal.power_up(bench.at)
    assert bench.terminal.book.charged == 2040
    assert bench.ask(PAY) == ["84 6b 00"]


def test_the_book_is_written_to_a_file(tmp_path: Path) -> None:
    bench = registered(book=str(tmp_path / "cards.jsonl"))
    bench.ask(PAY)
    bench.ask(REFUND)
    rows = [json.loads(line) for line in (tmp_path / "cards.jsonl").read_text().splitlines()]
    assert [(row["kind"], row["amount"]) for row in rows] == [("payment", 2040), ("refund", 1000)]


def test_what_is_not_understood_is_refused_and_remembered() -> None:
    bench = registered()
    assert bench.ask("06 e0 00") == ["84 83 00"]
    assert bench.ask("06 20 03 12 34 56") == ["84 83 00"]
    assert bench.ask("06 01 00") == ["84 83 00"]
    assert bench.ask("06 01 0a 04 00 00 00 00 20 40 49 03 48") == ["84 6f 00"]
    assert bench.ask("06 01 0a 04 99 99 99 99 99 99 49 09 78") == ["84 c3 00"]
    assert bench.terminal.facts()["unknown_commands"] == "06e0"
