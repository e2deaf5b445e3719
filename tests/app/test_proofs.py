"""A player's screen shows the proof of his last hands, and no other screen can have it (RNG-7, R-RNG-10)."""

import msgspec
import pytest

from cashier.money import Money
from controller.app.folder import Folder, read_folder
from controller.app.proofs import MOST_SLIPS, PIECE, Proofs, Slips
from controller.journal.errors import ReadFailedError
from controller.service.recall import find_hand
from controller.service.receipts import receipt_of
from controller.shuffle import is_proved, read_receipt
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId, Seat
from controller.wire.fold_past import PAST_HANDS
from controller.wire.messages import LARGEST_FROM_TABLE, Proof, encode
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK, STAFF
from tests.app.house import House, Screen
from tests.app.test_receipts import printed_codes

SEATS = (1, 2, 3)


@pytest.fixture
def playing(house: House) -> House:
    """Three hands of three players, and a fourth that is not over."""
    for seat in SEATS:
        house.sit(seat)
    house.everyone()
    house.play_bots(3)
    house.deal()
    return house


def proof(screen: Screen, hand: int) -> str | None:
    screen.exchange()
    screen.client.read_proof(HandId(hand))
    (answer,) = (message for message in screen.exchange() if isinstance(message, Proof))
    assert answer.hand == hand
    return answer.code


def test_rng_7_each_seat_is_given_what_its_receipt_of_the_journal_holds(playing: House) -> None:
    told = {(seat, hand): proof(playing.seat(seat), hand) for seat in SEATS for hand in (1, 2, 3)}
    playing.close()
    folder = read_folder(playing.home.path, with_key=True)
    assert isinstance(folder, Folder)
    for (seat, hand), code in told.items():
        recalled = find_hand(folder.records(), hand)
        assert recalled is not None
        assert code is not None
        receipt = read_receipt(code)
        assert is_proved(receipt)
        assert receipt == receipt_of(recalled, folder.records(), Seat(seat))
        assert receipt.root == recalled.root


def test_rng_7_a_hand_that_is_not_over_is_proved_to_nobody(playing: House) -> None:
    assert [proof(playing.seat(seat), 4) for seat in SEATS] == [None, None, None]
    assert proof(playing.seat(1), 99) is None


@pytest.mark.parametrize("viewer", [CENTRE, KIOSK, STAFF, Viewer("seat", 7)])
def test_rng_7_a_screen_that_was_not_in_the_hand_is_given_nothing(playing: House, viewer: Viewer) -> None:
    assert proof(playing.screen(viewer), 1) is None


def test_rng_7_whoever_takes_the_seat_next_is_given_nothing_of_his_predecessor(playing: House) -> None:
    assert proof(playing.seat(2), 1) is not None
    playing.do(tr.LeaveSeat(seat=2, code="482913"))
    while playing.machine.table.hand is not None:
        playing.act("fold" if playing.decision.call else "check")
    assert 2 not in playing.machine.table.seats
    assert proof(playing.seat(2), 1) is None
    for _note in range(10):
        playing.insert(2_000)
    playing.do(tr.BuyIn(request=playing.request(), seat=2, amount=Money(20_000), name="Liisa"))
    assert proof(playing.seat(2), 1) is None


def test_proofs_of_hands_before_a_restart_are_found_in_the_journal(playing: House) -> None:
    before = [proof(playing.seat(seat), hand) for seat in SEATS for hand in (1, 2, 3)]
    playing.restart()
    assert [proof(playing.seat(seat), hand) for seat in SEATS for hand in (1, 2, 3)] == before


def test_a_hand_longer_than_what_is_read_at_a_time_is_proved_as_well(
    playing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = proof(playing.seat(1), 3)
    assert PIECE > 3
    monkeypatch.setattr("controller.app.proofs.PIECE", 3)
    playing.restart()
    assert proof(playing.seat(1), 3) == whole


def test_only_the_hands_that_a_screen_remembers_are_proved(house: House) -> None:
    for seat in SEATS:
        house.sit(seat)
    house.everyone()
    house.play_bots(PAST_HANDS + 2)
    codes = [proof(house.seat(1), hand) for hand in range(1, PAST_HANDS + 3)]
    assert [code is not None for code in codes] == [False, False, *[True] * PAST_HANDS]


def test_a_proof_under_a_name_that_the_table_did_not_have_is_none(playing: House) -> None:
    while playing.machine.table.hand is not None:
        playing.act("fold" if playing.decision.call else "check")
    playing.do(tr.AdoptProfile(profile=msgspec.structs.replace(playing.profile, table="Another name")))
    assert playing.machine.table.profile is not None
    assert playing.machine.table.profile.table == "Another name"
    assert proof(playing.seat(1), 1) is None


def test_a_journal_that_cannot_be_read_freezes_the_table_rather_than_prove(
    playing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_words: object, **_names: object) -> None:
        raise ReadFailedError("the disk cannot be read")

    monkeypatch.setattr(playing.journal, "iter_records", failing)
    assert proof(playing.seat(1), 1) is None
    assert playing.core.frozen is not None
    assert playing.core.frozen.name == "journal"


def test_the_largest_proof_fits_one_message() -> None:
    assert len(encode(Proof(HandId(1), "0" * 5_000))) < LARGEST_FROM_TABLE / 4


# -- on paper ----------------------------------------------------------------------------------------------------


def on_paper(screen: Screen, hand: int) -> bool:
    screen.exchange()
    screen.client.read_proof(HandId(hand), on_paper=True)
    (answer,) = (message for message in screen.exchange() if isinstance(message, Proof))
    return answer.on_paper


@pytest.fixture
def slips(playing: House) -> Slips:
    """The table's printer takes slips from now on."""
    slips = Slips()
    playing.hub.proofs = Proofs(playing.core, slips.put)
    return slips


def test_a_receipt_is_printed_for_the_seat_that_asks_and_is_read_from_the_paper(playing: House, slips: Slips) -> None:
    assert on_paper(playing.seat(2), 3)
    slip = slips.take()
    assert slip is not None
    assert printed_codes(slip) == [proof(playing.seat(2), 3)]
    assert slips.take() is None


def test_a_receipt_is_printed_once_for_each_seat(playing: House, slips: Slips) -> None:
    asked = [on_paper(playing.seat(seat), 3) for seat in (1, 2, 1)]
    assert asked == [True, True, False]


def test_rng_7_nothing_is_printed_for_whom_there_is_no_proof(playing: House, slips: Slips) -> None:
    for viewer, hand in ((Viewer("seat", 7), 1), (CENTRE, 1), (KIOSK, 1), (STAFF, 1), (Viewer("seat", 1), 4)):
        assert not on_paper(playing.screen(viewer), hand)
    assert slips.take() is None


def test_a_table_without_paper_for_slips_says_so(playing: House) -> None:
    assert not on_paper(playing.seat(1), 1)


def test_no_more_slips_wait_than_there_is_room_for() -> None:
    slips = Slips()
    assert [slips.put(bytes([number])) for number in range(MOST_SLIPS + 1)] == [*[True] * MOST_SLIPS, False]
    assert slips.take() == b"\0"
    assert slips.put(b"again")
