"""What leaves the table on paper or as a file: R-RCL-4, R-RCL-5, R-EVT-4, and R-EVT-1 (an edit is detected)."""

from datetime import UTC

import msgspec
import pytest

from cashier.devices.ticket_layout import COLUMNS as PAPER
from cashier.devices.ticket_layout import slip_bytes
from cashier.money import EUR
from controller.journal.rows import Record
from controller.language import load_languages
from controller.service.documents import LogLine, first_altered, log_lines, recall_document, recall_hash
from controller.service.event_log import read_log
from controller.service.recall import HandRecall, full_view, recall, seen_by
from controller.service.recall_text import COLUMNS, TELL, Slip, across, list_lines, rule
from controller.vocab import hand_records as hr
from controller.vocab.profile import Ruling, digest
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, STAFF
from evaluator_ext import print_cards

LANGUAGES = load_languages()
MACHINE = "ab" * 16
EN = LANGUAGES["en"]


@pytest.fixture
def hand(records: list[Record]) -> HandRecall:
    """A finished hand that went to a showdown."""
    return next(
        hand
        for hand in recall(records, hands=None).hands
        if hand.ended and any(isinstance(step.event, hr.HandShown) for step in hand.steps)
    )


def slip(hand: HandRecall, viewer: Viewer, language=EN) -> list[str]:
    return list(Slip(hand, language, MACHINE, UTC).lines(viewer))


# -- the slip ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_r_rcl_5_a_slip_fits_the_ticket_printer(records: list[Record], language) -> None:
    assert COLUMNS == PAPER
    for hand in recall(records, hands=None).hands:
        for viewer, shown in ((CENTRE, seen_by(hand, CENTRE)), (STAFF, full_view(hand))):
            lines = slip(shown, viewer, language)
            assert all(len(line) <= COLUMNS for line in lines)
    assert all(len(line) <= COLUMNS for line in list_lines(recall(records), language, EUR, MACHINE, UTC))


def test_r_rcl_4_a_slip_says_first_that_it_is_no_play(hand: HandRecall) -> None:
    assert slip(hand, CENTRE)[0].strip() == "RECALL - NOT IN PLAY"
    assert slip(hand, CENTRE, LANGUAGES["fi"])[0].strip() == "TOISTO - EI PELISSÄ"


def test_r_rcl_2_a_slip_tells_the_whole_hand(hand: HandRecall) -> None:
    own = Ruling(option="showdown_first", value="last-aggressor-final-round")
    hand = msgspec.structs.replace(hand, started=msgspec.structs.replace(hand.started, overrides=(own,)))
    lines = list(slip(full_view(hand), STAFF))
    assert max(map(len, lines)) <= COLUMNS
    text = " ".join(" ".join(lines).split()).replace("\u00a0", " ")
    assert "Settled here: showdown_first = last-aggressor-final-round" in text
    currency = hand.profile.currency

    def money(amount: int) -> str:
        return EN.money(amount, currency).replace("\u00a0", " ")

    assert f"Hand {hand.hand}" in text
    assert f"Rule set {hand.started.rule_set}" in text
    assert f"Profile {digest(hand.profile)}" in text
    assert f"Button at seat {hand.started.button}" in text
    for entrant in (*hand.started.entrants, *(hand.ended.stacks if hand.ended else ())):
        assert f"{entrant.seat} {hand.names[entrant.seat]} {money(entrant.stack)}" in text
    for step in hand.steps:
        match step.event:
            case hr.Posted(amount=amount) | hr.UncalledReturned(amount=amount) | hr.PotAwarded(amount=amount):
                assert money(amount) in text
            case hr.RakeTaken(amount=amount):
                assert f"Rake {money(amount)}" in text
            case hr.HoleCardsDealt(cards=cards) | hr.BoardDealt(cards=cards) | hr.HandShown(cards=cards):
                assert print_cards(cards) in text
            case hr.StreetClosed(pots=pots):
                assert all(f"for seats {', '.join(map(str, pot.seats))}" in text for pot in pots)
            case hr.Acted():
                assert step.left is None or f"{step.left // 1000} s left" in text


def test_r_rcl_2_a_hand_that_is_not_over_says_so(records: list[Record]) -> None:
    *_, running = recall(records).hands
    assert "--- THIS HAND IS NOT OVER ----------------" in slip(running, CENTRE)


def test_r_rcl_2_what_the_clock_did_reads_so(hand: HandRecall) -> None:
    timed = [
        msgspec.structs.replace(step, left=0, event=msgspec.structs.replace(step.event, kind="fold", auto=auto))
        for step in hand.steps
        for auto in ("time-out", "left")
        if isinstance(step.event, hr.Acted)
    ]
    text = " ".join(slip(msgspec.structs.replace(hand, steps=tuple(timed)), CENTRE))
    assert "runs out of time and folds" in text
    assert "has left and folds" in text


def test_a_slip_names_its_reader(hand: HandRecall) -> None:
    assert "As everyone saw it" in slip(hand, CENTRE)
    assert "As seat 2 saw it" in slip(hand, Viewer("seat", 2))
    assert "Everything, for staff" in slip(hand, STAFF)


def test_r_rcl_5_a_slip_ends_with_machine_and_hash(hand: HandRecall) -> None:
    *_, machine, _title, first, second = slip(hand, CENTRE)
    assert machine.endswith(MACHINE)
    assert first + second == recall_hash(hand, MACHINE)


def test_r_rcl_5_the_printer_gets_the_slip_as_plain_text_and_a_cut(hand: HandRecall) -> None:
    lines = slip(hand, CENTRE)
    data = slip_bytes(lines)
    assert data.startswith(b"\x1b@")
    assert MACHINE.encode() in data
    assert recall_hash(hand, MACHINE)[:32].encode() in data
    assert data.count(b"\n") >= len(lines)
    assert b"\x1dV" in data[-8:]


def test_a_row_is_cut_where_both_sides_do_not_fit() -> None:
    assert across("a" * 60, "12.00") == "a" * 36 + " 12.00"
    assert across("a", "b" * 60) == "b" * COLUMNS
    assert (len(rule("x" * 60)), rule("")) == (COLUMNS, "-" * COLUMNS)


def test_no_line_is_told_of_what_nobody_may_see() -> None:
    assert hr.DeckFixed not in TELL


# -- hashes ------------------------------------------------------------------------------------------------------


def test_r_rcl_5_the_hash_is_the_same_for_the_same_hand_and_machine_only(
    records: list[Record], hand: HandRecall
) -> None:
    again = next(other for other in recall(records, hands=None).hands if other.hand == hand.hand)
    assert recall_document(again, MACHINE) == recall_document(hand, MACHINE)
    hashes = {recall_hash(each, MACHINE) for each in recall(records, hands=None).hands}
    assert len(hashes) == 13
    assert recall_hash(hand, "cd" * 16) != recall_hash(hand, MACHINE)
    assert recall_hash(seen_by(hand, CENTRE), MACHINE) != recall_hash(full_view(hand), MACHINE)


@pytest.fixture
def exported(records: list[Record]) -> list[LogLine]:
    entries = read_log(records).entries
    lines = list(log_lines(entries, MACHINE, EN, recall(records).hands[-1].profile.currency))
    assert len(lines) >= 4
    return lines


def test_r_evt_4_an_export_names_the_machine_in_every_line(exported: list[LogLine]) -> None:
    assert {line.machine for line in exported} == {MACHINE}
    assert first_altered(exported) is None


@pytest.mark.parametrize("field", LogLine.__struct_fields__)
def test_r_evt_1_an_edited_line_is_detected(exported: list[LogLine], field: str) -> None:
    value = getattr(exported[2], field)
    other = value + 1 if isinstance(value, int) else value + "x"
    exported[2] = msgspec.structs.replace(exported[2], **{field: other})
    assert first_altered(exported) == 2


def test_r_evt_1_a_line_left_out_put_in_or_moved_is_detected(exported: list[LogLine]) -> None:
    assert first_altered(exported[:1] + exported[2:]) == 1
    assert first_altered(exported[:2] + exported[1:]) == 2
    assert first_altered([exported[1], exported[0], *exported[2:]]) == 0
