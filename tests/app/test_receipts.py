"""A player proves a hand with a receipt that needs neither the table nor its key (RNG-7, R-RNG-10)."""

import html
import io
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import zxingcpp
from msgspec.structs import replace
from PIL import Image

from cashier.devices.ticket_layout import code_slip_bytes
from controller.app.cli import main
from controller.app.folder import Folder, read_folder
from controller.app.proof_page import KEYS, proof_page
from controller.language import load_language, load_languages
from controller.service.recall import find_hand
from controller.service.recall_text import COLUMNS
from controller.service.receipt_text import above_code, below_code
from controller.service.receipts import cards_seen, receipt_of
from controller.shuffle import (
    BOARD,
    Receipt,
    is_proved,
    make_receipt,
    prepare,
    read_receipt,
    write_code,
    write_receipt,
)
from controller.vocab import hand_records as hr
from controller.vocab.ids import HandId, Seat
from evaluator_ext import Card
from firmware.virtual.faults import Handshake
from firmware.virtual.printer import BULK_OUT, PrinterSettings, TicketPrinter
from tests.app.house import House

HANDS = 6


def fingerprint(root: str) -> str:
    """A root in hex as people compare it."""
    return " ".join(root.upper()[start : start + 4] for start in range(0, len(root), 4))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """Six hands of three bots, and a seventh that is not over, at a table that was closed."""
    house = House(tmp_path_factory.mktemp("receipts") / "table")
    for seat in (1, 2, 3):
        house.sit(seat)
    house.play_bots(HANDS)
    house.deal()
    house.close()
    found = read_folder(house.home.path, with_key=True)
    assert isinstance(found, Folder)
    return found


def receipt(folder: Folder, hand: int, seat: int) -> Receipt:
    found = find_hand(folder.records(), hand)
    assert found is not None
    made = receipt_of(found, folder.records(), Seat(seat))
    assert made is not None
    return made


def told(folder: Folder, hand: int, seat: int) -> dict[Card, int]:
    """By the events themselves: every card that was told to a seat, with its holder."""
    running, seen = 0, dict[Card, int]()
    for event in (event for record in folder.records() for event in record.events):
        running = event.hand if isinstance(event, hr.HandStarted) else running
        if running != hand:
            continue
        if isinstance(event, hr.BoardDealt):
            seen |= dict.fromkeys(event.cards, BOARD)
        elif isinstance(event, hr.HandShown) or (isinstance(event, hr.HoleCardsDealt) and event.seat == seat):
            seen |= dict.fromkeys(event.cards, event.seat)
    return seen


@pytest.mark.parametrize("hand", range(1, HANDS + 1))
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_rng_7_a_receipt_holds_exactly_the_cards_its_player_was_shown(folder: Folder, hand: int, seat: int) -> None:
    made = receipt(folder, hand, seat)
    assert is_proved(made)
    assert {proved.card: proved.holder for proved in made.cards} == told(folder, hand, seat)


def test_the_root_of_a_receipt_is_the_one_that_all_screens_showed(folder: Folder) -> None:
    found = find_hand(folder.records(), 2)
    assert found is not None
    assert receipt(folder, 2, 1).root == found.root


def test_a_hand_that_is_not_over_has_no_receipt(folder: Folder) -> None:
    running = find_hand(folder.records(), HANDS + 1)
    assert running is not None
    assert cards_seen(running)
    assert receipt_of(running, folder.records(), Seat(1)) is None


def test_rng_7_without_the_key_there_is_no_receipt(folder: Folder) -> None:
    closed = Folder(folder.journal, None, folder.machine_id, folder.balances, folder.profile)
    found = find_hand(closed.records(), 1)
    assert found is not None
    assert receipt_of(found, closed.records(), Seat(1)) is None


# -- commands ----------------------------------------------------------------------------------------------------


def say(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(list(words))
    spoken = capsys.readouterr()
    return code, spoken.out + spoken.err


def made_by(folder: Folder, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code, spoken = say(capsys, "receipt", str(folder.journal.parent), *words)
    assert code == 0
    return spoken.splitlines()[-1]


def test_what_receipt_writes_verify_proves_without_any_folder(
    folder: Folder, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = made_by(folder, capsys, "--seat", "2", "--hand", "3")
    root = read_receipt(text).root.hex()
    code, spoken = say(capsys, "verify", "hand", text, "--root", fingerprint(root)[:39])
    assert code == 0
    assert spoken.startswith("table Demo 1, hand 3: ")
    assert f"root: {root}\n" in spoken
    assert "seat 2: " in spoken
    assert spoken.endswith("root: as given\n")
    kept = tmp_path / "receipt.txt"
    kept.write_text(f"{text[:50]}\n{text[50:]}\n")
    code, spoken = say(capsys, "verify", "hand", str(kept))
    assert code == 0
    assert spoken.endswith("compare the root with the fingerprint on your screen, or give that with --root\n")


def test_what_a_code_on_a_screen_says_is_proved_as_well(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    honest = receipt(folder, 3, 2)
    assert say(capsys, "verify", "hand", write_code(honest)) == say(capsys, "verify", "hand", write_receipt(honest))
    first = honest.cards[0]
    forged = replace(honest, cards=(replace(first, card=(first.card + 1) % 52), *honest.cards[1:]))
    code, spoken = say(capsys, "verify", "hand", write_code(forged))
    assert (code, spoken[:20]) == (1, "receipt: NOT PROVED;")


def test_another_root_and_another_card_are_findings(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    text = made_by(folder, capsys, "--seat", "2", "--hand", "3")
    other = receipt(folder, 4, 2).root.hex()
    code, spoken = say(capsys, "verify", "hand", text, "--root", other)
    assert code == 1
    assert spoken.endswith("root: NOT as given; the receipt is of another hand, or the deck was exchanged\n")
    spoilt = text[:-5] + ("A" if text[-5] != "A" else "B") + text[-4:]
    assert say(capsys, "verify", "hand", spoilt) == (
        1,
        "receipt: NOT PROVED; its cards are not those that hand 3 was dealt from\n",
    )


NEITHER = "is neither a folder nor a receipt nor a ticket; write DIR, hand RECEIPT or ticket QR"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("verify", "hand", "jakaja-hand:AQ"), "receipt: is cut off; give the whole of it, from jakaja-hand: on"),
        (("verify", "hand", "nowhere.txt"), "nowhere.txt: No such file or directory; name a file or folder"),
        (
            ("verify", "a", "b", "c"),
            f"a b c: {NEITHER}",
        ),
        (
            ("verify", ".", "--root", "00"),
            f".: {NEITHER}",
        ),
    ],
)
def test_what_is_no_receipt_is_told_in_one_line(
    words: tuple[str, ...], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, spoken = say(capsys, *words)
    assert code == 2
    assert spoken.startswith(f"jakaja: {line}")
    assert spoken.count("\n") == 1


def test_without_a_number_the_last_hand_that_is_over_is_proved(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert read_receipt(made_by(folder, capsys, "--seat", "1")).hand == HANDS


def test_a_hand_that_was_never_dealt_has_no_receipt(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    code, spoken = say(capsys, "receipt", str(folder.journal.parent), "--seat", "1", "--hand", "99")
    assert code == 2
    assert spoken == (
        "jakaja: receipt: no hand 99 that is over was seen from seat 1; jakaja recall DIR --list names hands\n"
    )


# -- on paper ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_printed_receipt_is_read_from_the_paper_and_proved(
    folder: Folder, capsys: pytest.CaptureFixture[str], tmp_path: Path, seat: int
) -> None:
    slip = tmp_path / "slip"
    made_by(folder, capsys, "--seat", str(seat), "--hand", "3", "--slip", str(slip))
    (read,) = printed_codes(slip.read_bytes())
    assert read_receipt(read) == receipt(folder, 3, seat)
    assert say(capsys, "verify", "hand", read)[0] == 0


def test_the_largest_receipt_fits_the_paper() -> None:
    prepared = prepare("Helsinki 1", HandId(7), bytes(range(32)), (), range(52))
    whole = make_receipt("Helsinki 1", HandId(7), prepared, dict.fromkeys(prepared.deck, BOARD))
    language = load_language("fi")
    lines = [*above_code(whole, language)], [*below_code(language)]
    assert max(map(len, (*lines[0], *lines[1]))) <= COLUMNS
    (read,) = printed_codes(code_slip_bytes(lines[0], write_code(whole), lines[1]))
    assert read_receipt(read) == whole


def printed_codes(data: bytes) -> list[str]:
    """What an independent reader finds on the paper of the emulated printer."""
    printer, at = TicketPrinter(PrinterSettings()), 0.0
    while data:
        if printer.ready(BULK_OUT, at) is Handshake.ACK:
            printer.accept(BULK_OUT, data[:64], at)
            data = data[64:]
        at += 0.01
        printer.tick(at)
    (ticket,) = printer.tickets
    assert printer.facts()["complaints"] == ""
    return [code.text for code in zxingcpp.read_barcodes(Image.open(io.BytesIO(ticket.png)))]


# -- the page ----------------------------------------------------------------------------------------------------


def test_the_page_speaks_every_language_and_asks_nobody(folder: Folder) -> None:
    page = proof_page("jakaja-hand:AQ")
    texts = json.loads(page.split("const TEXTS = ")[1].split(";\n")[0])
    assert texts.keys() == load_languages().keys()
    assert all(len(texts[code]) == len(KEYS) for code in texts)
    assert 'const RECEIPT = "jakaja-hand:AQ";' in page
    assert not re.search(r"https?://|fetch\(|XMLHttp|<link|<img|src=", page)
    asked = set(re.findall(r'say\("([a-z-]+)"', page)) | set(re.findall(r'data-text="([a-z-]+)"', page))
    assert asked <= texts["en"].keys()


def test_no_text_ends_the_script_of_the_page() -> None:
    assert proof_page("</script><script>").count("</script>") == 1


def in_chromium(page: Path, language: str = "en") -> str:
    """Return what a browser without a screen and without a network makes of the page."""
    browser = shutil.which("chromium")
    if browser is None:
        pytest.skip("chromium is not installed")
    options = ("--headless", "--no-sandbox", "--disable-gpu", f"--accept-lang={language}", "--dump-dom")
    told = subprocess.run(
        (browser, *options, f"--user-data-dir={page.parent / 'browser'}", page.as_uri()),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout
    found = re.search(r'<section id="verdict".*?</section>', told, re.DOTALL)
    assert found is not None
    return html.unescape(re.sub(r"<[^>]+>", "|", found[0])) + re.sub(r".*data-is=\"(\w+)\".*", r" \1", found[0])


@pytest.mark.ci
def test_a_browser_proves_the_receipt_of_every_seat_by_a_script_of_its_own(
    folder: Folder, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for seat in (1, 2, 3):
        page = tmp_path / f"seat-{seat}.html"
        text = made_by(folder, capsys, "--seat", str(seat), "--hand", "3", "--page", str(page))
        verdict = in_chromium(page)
        proved = read_receipt(text)
        assert verdict.endswith(" good")
        assert fingerprint(proved.root.hex()) in verdict
        (own,) = proved.own
        assert own.part[1:].hex() in verdict
        assert proved.cut is None or f"|The deck was cut at seat {proved.cut.part[0]}: " in verdict
        for shown in proved.cards:
            face = "23456789TJQKA"[shown.card // 4] + "♣♦♥♠"[shown.card % 4]
            assert f"|{face}|no. {shown.place + 1}|" in verdict


@pytest.mark.ci
def test_a_browser_proves_what_the_code_on_a_screen_says(folder: Folder, tmp_path: Path) -> None:
    honest = receipt(folder, 3, 1)
    page = tmp_path / "code.html"
    page.write_text(proof_page(write_code(honest)), encoding="utf-8")
    verdict = in_chromium(page)
    assert verdict.endswith(" good")
    assert fingerprint(honest.root.hex()) in verdict
    page.write_text(proof_page(write_code(honest)[:-5] + "99999"), encoding="utf-8")
    assert in_chromium(page).endswith(" bad")


@pytest.mark.ci
def test_a_browser_refuses_a_card_that_was_exchanged(folder: Folder, tmp_path: Path) -> None:
    honest = receipt(folder, 3, 1)
    first = honest.cards[0]
    page = tmp_path / "spoilt.html"
    forged = replace(honest, cards=(replace(first, card=(first.card + 1) % 52), *honest.cards[1:]))
    page.write_text(proof_page(write_receipt(forged)), encoding="utf-8")
    verdict = in_chromium(page, "fi")
    assert verdict.endswith(" bad")
    assert load_language("fi").text("proof.not-proved", hand=3) in verdict
