"""A signed ticket proves by itself which table printed it (reliability LED-9, requirements R-TIC-7)."""

import pytest

from cashier.money import Money
from cashier.records import PrintTicket
from cashier.tickets import ScannedTicket, read_scan, read_signed
from cashier.vouchers import make_number
from controller.app.cli import main
from controller.app.ticket_proof import sign_ticket
from controller.journal.seal import Seals
from tests.app.house import House

SEALS = Seals(bytes(range(32)))
MACHINE = "ab" * 16
NUMBER = make_number(bytes(range(16)))
TICKET = PrintTicket(NUMBER, Money(12_345), 1_800_000_000, 1_802_592_000, "sent")
QR = f"JKJ1:{NUMBER}:12345:EUR:{sign_ticket(TICKET, MACHINE, 'EUR', SEALS.sign)}"
SIGNER = SEALS.signer.hex()


def test_the_qr_says_what_was_printed_and_is_signed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "ticket", QR, "--signer", SIGNER]) == 0
    out = capsys.readouterr().out
    assert f"ticket ..{NUMBER[-4:]} of 12345 EUR" in out
    assert NUMBER not in out
    assert out.endswith("signed by this table\n")


def test_the_kiosk_reads_the_number_and_the_table() -> None:
    assert read_scan(QR) == ScannedTicket(NUMBER, MACHINE)
    assert len(QR) < 300, "a QR of that size prints in a few square centimetres"


@pytest.mark.parametrize("place", range(len("JKJ1:"), len(QR)))
def test_every_change_of_a_sign_is_found(place: int, capsys: pytest.CaptureFixture[str]) -> None:
    other = "1" if QR[place] == "7" else "7" if QR[place].isdigit() else "B" if QR[place] == "A" else "A"
    forged = QR[:place] + other + QR[place + 1 :]
    assert main(["verify", "ticket", forged, "--signer", SIGNER]) in (1, 2)


def test_another_table_has_not_signed_it(capsys: pytest.CaptureFixture[str], house: House) -> None:
    assert main(["verify", "ticket", QR, "--folder", str(house.home.path)]) == 1
    assert "NOT SIGNED by this table" in capsys.readouterr().out


def test_the_key_may_be_that_of_a_table_at_hand(house: House) -> None:
    key = Seals(house.home.table_key)
    text = f"JKJ1:{NUMBER}:12345:EUR:{sign_ticket(TICKET, MACHINE, 'EUR', key.sign)}"
    assert main(["verify", "ticket", text, "--folder", str(house.home.path)]) == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        NUMBER,
        f"JKJ1:{NUMBER}:12345:EUR",
        QR.replace("JKJ1", "JKJ2"),
        QR.rsplit(":", 1)[0] + ":AAAA",
        QR.rsplit(":", 1)[0] + ":!",
        QR.replace("12345", "12a45"),
        QR.replace(NUMBER, NUMBER[1:]),
        QR + "\N{ARABIC-INDIC DIGIT ONE}",
    ],
)
def test_what_is_no_signed_ticket_is_told_in_one_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert read_signed(text) is None
    assert main(["verify", "ticket", text, "--signer", SIGNER]) == 2
    assert "is not signed" in capsys.readouterr().err


@pytest.mark.parametrize("key", [[], ["--signer", "abc"], ["--signer", "zz" * 32]])
def test_without_a_key_nothing_is_verified(key: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "ticket", QR, *key]) == 2
    assert "is no public key" in capsys.readouterr().err
