"""A player's receipt as a QR code on his screen: a phone reads it, and what it reads is proved (RNG-7, R-RNG-10)."""

from collections.abc import Callable

import pygame
import pytest
import zxingcpp
from PIL import Image

from controller.app.cli import main
from controller.language import Language
from controller.shuffle import BOARD, Receipt, make_receipt, prepare, read_receipt, write_code
from controller.vocab.ids import HandId
from controller.wire.messages import ReadProof
from controller.wire.view import View
from seats.metrics import SEAT
from seats.models.book import spreads
from seats.models.past import NOT_TOLD, past_spreads
from seats.models.past import Receipt as Told
from seats.models.words import words_for
from seats.screens import seat_layout as at
from seats.screens.screen import LinkLost, LinkRestored, ProofTold
from seats.screens.seat_book import columns, height
from tests.ui.screens.sitting import Sitting

Check = Callable[[str, pygame.Surface], None]

HAND = HandId(1)
NINE = (0, 6, 2, 8, 13, 14, 15, 17, 19)
"""Own cards, the cards of one who showed, and a board with its burnt cards between: what most receipts hold."""

TEN_HANDS_OF_FOUR = (*range(40), 41, 42, 43, 45, 47)


def receipt_of(places: tuple[int, ...]) -> Receipt:
    prepared = prepare("Helsinki 1", HAND, bytes(range(32)), (), range(52))
    return make_receipt("Helsinki 1", HAND, prepared, {prepared.deck[place]: BOARD for place in places})


def opened(view: View, language: Language, code: str | None) -> Sitting:
    """The page with the proof of the last hand, after the table has answered."""
    sitting = Sitting(view, language, seat=5)
    sitting.tap(at.MENU)
    sitting.rest()
    sitting.tap(sitting.menu_key("past"))
    sitting.rest()
    assert sitting.take() == []
    sitting.tap(at.BOOK_ON)
    sitting.rest()
    assert sitting.take() == [], "a proof is asked for when its page is opened, and not before"
    sitting.tap(at.BOOK_ON)
    assert sitting.take() == [ReadProof(HAND)]
    sitting.notice(ProofTold(HAND, code))
    sitting.rest()
    return sitting


def photographed(surface: pygame.Surface, share: float, degrees: float) -> list[str]:
    """What a phone reads in a picture of the screen, taken smaller and at an angle."""
    picture = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    smaller = picture.resize((round(picture.width * share), round(picture.height * share)), Image.Resampling.BICUBIC)
    turned = smaller.rotate(degrees, Image.Resampling.BICUBIC, expand=True)
    return [code.text for code in zxingcpp.read_barcodes(turned)]


@pytest.mark.parametrize(("share", "degrees"), [(1.0, 0.0), (0.75, 0.0), (1.0, 7.0), (0.8, -25.0), (1.0, 180.0)])
def test_rng_7_the_code_of_a_receipt_is_read_and_its_cards_are_proved(
    showdown_view: View, en: Language, share: float, degrees: float, capsys: pytest.CaptureFixture[str]
) -> None:
    receipt = receipt_of(NINE)
    sitting = opened(showdown_view, en, write_code(receipt))
    (read,) = photographed(sitting.surface, share, degrees)
    assert read_receipt(read) == receipt
    assert main(["verify", "hand", read, "--root", receipt.root.hex()]) == 0
    assert capsys.readouterr().out.endswith("root: as given\n")


@pytest.mark.parametrize("places", [TEN_HANDS_OF_FOUR, tuple(range(52)), tuple(range(0, 52, 2))])
def test_the_largest_receipts_are_read_from_the_screen(
    showdown_view: View, en: Language, places: tuple[int, ...]
) -> None:
    receipt = receipt_of(places)
    sitting = opened(showdown_view, en, write_code(receipt))
    assert [read_receipt(read) for read in photographed(sitting.surface, 1.0, 0.0)] == [receipt]


def test_the_proof_of_a_hand(showdown_view: View, fi: Language, golden: Check) -> None:
    golden("seat-proof-fi", opened(showdown_view, fi, write_code(receipt_of(NINE))).surface)


def test_a_hand_without_a_proof_says_so(showdown_view: View, en: Language) -> None:
    sitting = opened(showdown_view, en, None)
    spread = sitting.screen.spread
    assert spread is not None
    assert spread.chapters[1].sentences == (en.text("proof.none"),)
    assert photographed(sitting.surface, 1.0, 0.0) == []


@pytest.mark.parametrize(("on_paper", "said"), [(True, "proof.printing"), (False, "proof.not-printed")])
def test_a_receipt_is_printed_when_the_player_asks_for_it(
    showdown_view: View, en: Language, on_paper: bool, said: str
) -> None:
    code = write_code(receipt_of(NINE))
    sitting = opened(showdown_view, en, code)
    assert sitting.tap(at.BOOK_PRINT) == [ReadProof(HAND, on_paper=True)]
    sitting.notice(ProofTold(HAND, code, on_paper))
    sitting.rest()
    spread = sitting.screen.spread
    assert spread is not None
    assert spread.chapters[0].sentences[-1] == en.text(said)
    assert sitting.tap(at.BOOK_PRINT) == [], "the table has answered"


def test_there_is_nothing_to_print_on_other_pages(showdown_view: View, en: Language) -> None:
    sitting = opened(showdown_view, en, None)
    assert sitting.tap(at.BOOK_PRINT) == []
    sitting = opened(showdown_view, en, write_code(receipt_of(NINE)))
    sitting.tap(at.BOOK_BACK)
    sitting.rest()
    assert sitting.tap(at.BOOK_PRINT) == []


def test_a_proof_is_read_once_and_again_after_the_line_was_lost(showdown_view: View, en: Language) -> None:
    sitting = opened(showdown_view, en, write_code(receipt_of(NINE)))
    sitting.tap(at.BOOK_BACK)
    sitting.tap(at.BOOK_ON)
    assert sitting.take() == []
    waiting = Sitting(showdown_view, en, seat=5)
    for _call in range(2):
        waiting.tap(at.MENU)
        waiting.rest()
        waiting.tap(waiting.menu_key("past"))
        waiting.rest()
        waiting.tap(at.BOOK_ON)
        waiting.tap(at.BOOK_ON)
        assert waiting.take() == [ReadProof(HAND)]
        waiting.notice(LinkLost())
        waiting.notice(LinkRestored())
        waiting.tell()
        waiting.rest()


def test_rng_7_whoever_sits_down_next_finds_no_proof_of_his_predecessor(showdown_view: View, en: Language) -> None:
    sitting = opened(showdown_view, en, write_code(receipt_of(NINE)))
    sitting.view.past = ()
    sitting.tell()
    sitting.rest()
    assert photographed(sitting.surface, 1.0, 0.0) == []
    assert sitting.screen._library.receipt(HAND) == NOT_TOLD


def test_rng_7_the_own_page_names_the_fingerprint_of_the_deck_in_play(showdown_view: View, en: Language) -> None:
    showdown_view.root = bytes.fromhex("7f3a91c2") + bytes(28)
    *_, first, second = past_spreads(showdown_view, {}, words_for(en, showdown_view), 0)[0][0].facts
    assert (first.words, first.value) == (en.text("past.root"), "7F3A 91C2 0000 0000")
    assert second.value == "0000 0000 0000 0000"


# -- explained to players ----------------------------------------------------------------------------------------


def test_the_last_pages_of_the_rules_tell_what_the_proof_shows_and_what_not(
    empty_view: View, fi: Language, golden: Check
) -> None:
    sitting = Sitting(empty_view, fi)
    sitting.tap(at.MENU)
    sitting.tap(at.BOOK_ON)
    sitting.rest()
    golden("seat-fair-cards-fi", sitting.surface)


def test_what_is_told_about_the_proof_finds_room(showdown_view: View, language: Language) -> None:
    words = words_for(language, showdown_view)
    printed = dict.fromkeys((past.hand for past in showdown_view.past), Told("0", on_paper=False))
    told = [*spreads(showdown_view, None, words), *past_spreads(showdown_view, printed, words, 0)]
    for chapters in told:
        for chapter, column in zip(chapters, columns(chapters), strict=True):
            assert height(SEAT, chapter, column) <= column.h
