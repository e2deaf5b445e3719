"""The emulated board of door switches: counts that outlive its power, lamp and siren."""

from __future__ import annotations

import pytest

from firmware.virtual.device import Setup
from firmware.virtual.door_board import REPORT_IN, DoorBoard, DoorBoardSettings
from firmware.virtual.faults import Handshake

ASK = Setup(0xA1, 0x01, 0x0100, 0, 24)


def report(board: DoorBoard) -> bytes:
    answer = board.control(ASK, b"")
    assert isinstance(answer, bytes)
    return answer


def tell(board: DoorBoard, lamp: int, siren: int) -> bytes | Handshake:
    return board.control(Setup(0x21, 0x09, 0x0200, 0, 2), bytes((lamp, siren)))


def test_an_opening_is_counted_once_and_shows_while_the_door_stands_open() -> None:
    board = DoorBoard(DoorBoardSettings(inputs=3))
    before = report(board)
    board.set_door(3, is_open=True)
    board.set_door(3, is_open=True)
    after = report(board)
    assert (before[4], after[4]) == (0, 0b100)
    assert after[6:9] == bytes((0, 0, 1))
    board.set_door(3, is_open=False)
    assert report(board)[4] == 0
    assert report(board)[6:9] == bytes((0, 0, 1))


def test_the_cell_counts_on_without_power() -> None:
    board = DoorBoard(DoorBoardSettings())
    board.power_cut()
    board.set_door(1, is_open=True)
    board.set_door(1, is_open=False)
    board.power_up(5.0)
    assert report(board)[6] == 1
    assert int.from_bytes(report(board)[2:4], "little") == 1


def test_without_a_cell_the_counts_are_lost_and_the_memory_says_so() -> None:
    board = DoorBoard(DoorBoardSettings())
    board.set_door(1, is_open=True)
    board.set_cell(is_good=False)
    board.power_cut()
    board.set_door(2, is_open=True)
    board.power_up(5.0)
    assert report(board)[6:8] == bytes(2)
    assert int.from_bytes(report(board)[2:4], "little") == 2


def test_a_count_goes_round_after_255() -> None:
    board = DoorBoard(DoorBoardSettings())
    for _ in range(257):
        board.set_door(1, is_open=True)
        board.set_door(1, is_open=False)
    assert report(board)[6] == 1


def test_the_siren_sounds_for_a_second_and_a_half_at_least() -> None:
    board = DoorBoard(DoorBoardSettings())
    tell(board, 2, 1)
    tell(board, 2, 0)
    board.tick(1.49)
    assert board.facts()["siren"] is True
    assert board.due() == 1.5
    board.tick(1.5)
    assert board.facts()["siren"] is False
    assert board.facts()["lamp"] == "red"
    tell(board, 1, 2)
    assert board.facts()["sounded"] == 2
    assert tell(board, 3, 0) is Handshake.STALL
    assert board.facts()["lamp"] == "amber"


def test_every_change_is_one_interrupt_report() -> None:
    board = DoorBoard(DoorBoardSettings())
    assert board.produce(REPORT_IN, 32) == report(board)
    assert board.produce(REPORT_IN, 32) is Handshake.NAK
    board.set_door(1, is_open=True)
    assert board.produce(REPORT_IN, 32) == report(board)


def test_inputs_are_one_to_sixteen() -> None:
    with pytest.raises(ValueError, match="1 to 16 inputs"):
        DoorBoard(DoorBoardSettings(inputs=17))
    with pytest.raises(ValueError, match="inputs 1 to 10, not 11"):
        DoorBoard(DoorBoardSettings()).set_door(11, is_open=True)
