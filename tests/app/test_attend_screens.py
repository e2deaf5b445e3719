"""The desk's words about screens: pairing, renewing, sending away, and the list of them (SEC-5)."""

import asyncio
from collections.abc import Callable

import pytest

from controller.app.attend_screens import screen_lines, screen_of
from controller.app.cli import main
from controller.app.entropy import KernelEntropy
from controller.app.gateway import Gateway
from controller.app.problem import Problem
from controller.vocab import fault_records as fr
from controller.vocab import pairing_records as pr
from controller.wire.viewers import STAFF
from tests.app.house import House

KEY = b"k" * 32
PRINT = "6b6b 6b6b 6b6b 6b6b"


@pytest.fixture
def attend(house: House) -> Callable[..., int]:
    """Say one word at the desk of a table that asks for no PINs."""

    async def said(*words: str) -> int:
        gateway = Gateway(house.hub, house.home.socket, KernelEntropy())
        await gateway.start()
        try:
            return await asyncio.to_thread(main, ["attend", *words, "--folder", str(house.home.path)])
        finally:
            await gateway.stop()

    return lambda *words: asyncio.run(said(*words))


def offered(house: House, code: str = "072874") -> None:
    """A screen has come and shows its code."""
    house.do(pr.BeginPairing("seat-3", KEY))
    house.do(pr.OfferCode("seat-3", code))


def line_of(house: House, screen: str) -> str:
    return next(line for line in screen_lines(house.screen(STAFF).view) if line.startswith(screen))


@pytest.mark.parametrize(
    ("said", "meant"), [("3", "seat-3"), ("seat-10", "seat-10"), ("centre", "centre"), ("kiosk", "kiosk")]
)
def test_a_screen_is_called_by_its_number_or_its_name(said, meant):
    assert screen_of(said) == meant


@pytest.mark.parametrize("said", ["0", "11", "staff", "", "seat"])
def test_what_is_no_screen_is_said_with_what_there_is(said):
    with pytest.raises(Problem, match="name a seat by its number, or centre, or kiosk"):
        screen_of(said)


def test_a_screen_is_paired_in_two_words(house, attend, capsys):
    assert attend("pair", "3", "--by", "Tiina") == 0
    assert "say attend pair 3 --code and the six digits that it shows" in capsys.readouterr().out
    offered(house)
    assert attend("pair", "3", "--code", "072 874", "--by", "Tiina") == 0
    assert "the codes are the same, 072 874: now touch that on the screen" in capsys.readouterr().out
    house.do(pr.AgreePairing("seat-3"))
    assert PRINT in line_of(house, "seat-3")


def test_sec_5_a_code_that_differs_is_refused_and_says_how_often_there_may_be_another(house, attend, capsys):
    attend("pair", "3", "--by", "Tiina")
    offered(house)
    capsys.readouterr()
    assert attend("pair", "3", "--code", "072875", "--by", "Tiina") == 1
    assert capsys.readouterr().out == "refused: code-differs tries 2\n"


def test_sec_5_the_desk_hears_that_others_have_used_up_the_tries(house, attend, capsys):
    attend("pair", "3", "--by", "Tiina")
    for _each in range(3):
        house.do(pr.BeginPairing("seat-3", KEY))
        house.do(pr.DropPairing("seat-3"))
    capsys.readouterr()
    assert attend("pair", "3", "--code", "072874", "--by", "Tiina") == 1
    assert capsys.readouterr().out == "refused: tries-used-up\n"
    for words, said in (
        ((), "pairing of seat-3 is over: its tries are used up;"),
        (("pair", "3", "--by", "Tiina"), "pairing of seat-3 open until"),
        (("end-pairing", "--by", "Tiina"), ""),
    ):
        if words:
            attend(*words)
            capsys.readouterr()
        attend("screens")
        told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("pairing")]
        assert [line.startswith(said) for line in told] == ([True] if said else [])


def test_a_pairing_is_ended_a_key_renewed_and_a_screen_sent_away(house, attend, capsys):
    attend("pair", "3", "--by", "Tiina")
    assert attend("end-pairing", "--by", "Tiina") == 0
    assert attend("end-pairing", "--by", "Tiina") == 1
    assert attend("renew", "kiosk", "--by", "Tiina") == 0
    assert house.machine.screens.asked_anew("kiosk") == "Tiina"
    assert attend("unpair", "3", "--by", "Tiina") == 0
    capsys.readouterr()
    assert attend("unpair", "3", "--by", "Tiina") == 1
    assert capsys.readouterr().out == "refused: screen-not-paired\n"


def test_the_list_has_every_screen_by_its_key_and_by_when_it_was_seen(house, attend, capsys):
    house.do(fr.ReportDisplay("kiosk", connected=True))
    house.do(fr.ReportDisplay("kiosk", connected=False))
    house.do(fr.ReportDisplay("centre", connected=True))
    house.do(pr.UnpairScreen("seat-4", "Bo"))
    house.do(pr.OpenPairing("seat-3", "Tiina"))
    offered(house)
    house.do(pr.AgreePairing("seat-3"))
    assert attend("screens") == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert set(lines) == {*pr.PAIRABLE, "pairing"}
    assert "key copied from the table's folder" in lines["seat-1"]
    assert lines["seat-1"].endswith("seen never")
    assert "NO KEY since 2027-01-15" in lines["seat-4"]
    assert "seen last 2027-01-15" in lines["kiosk"]
    assert "connected since 2027-01-15" in lines["centre"]
    assert "2 tries left" in lines["pairing"]
    assert lines["pairing"].endswith(f"a screen with key {PRINT} has come, called the same by the screen")
    assert "072874" not in "".join(lines.values()), "it is read on the screen, nowhere else"
