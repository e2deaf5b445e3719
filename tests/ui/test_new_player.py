"""A new player's evening at a real table: every part a process, every touch through an X server.

He finds keys by what stands on them, as anybody does, and the books are right to the cent when he has gone home.
"""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cashier.money import Money
from controller.app.socket_screen import SocketScreen
from controller.language import Language, load_language
from controller.vocab.profile import GameId
from controller.wire.redact import Viewer
from tests.ui.evening import Evening, Screen
from tests.ui.x_desktop import Desktop, until

pytestmark = pytest.mark.ci
SEAT = 3
NOTE = 100
PICTURES = Path("out") / "new-player"


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        pytest.skip("Xvfb and xdotool are not installed")
    server = Desktop(tmp_path / "x", "1280x1600x24")
    yield server
    server.close()


def evening(desktop: Desktop, folder: Path, game: str, spend: Callable[[Evening], None]) -> None:
    """Let somebody spend an evening; the pictures of one that went wrong are kept."""
    table = Evening(desktop, folder, GameId(game), SEAT)
    try:
        spend(table)
    except BaseException:
        table.picture("at the end")
        table.save(PICTURES / game)
        raise
    finally:
        table.close()


def sit_down(table: Evening) -> None:
    """Choose a seat on the plan, insert a note, and buy in for all of it."""
    table.kiosk.press(str(SEAT))
    table.insert(NOTE)
    table.kiosk.press("Sit down with 100")
    until(lambda: table.crowd.view.at(SEAT).status != "empty", "a seat")
    table.picture("sat down")


def answer(table: Evening, language: Language, *, calls: bool) -> bool:
    """Check where it is free, else call or fold, and post what is asked for; whether there was anything to answer."""
    check, call, fold = (language.text(f"act.{key}") for key in ("check", "call", "fold"))
    key = table.seat.key(check, call if calls else fold, language.text("entry.post"))
    if key is None or key.caption == language.text("ahead.while-free"):
        return False
    table.seat.touch(key)
    return True


def play(table: Evening, hands: int, language: Language) -> None:
    """Play until so many hands were dealt: in every fourth he calls, in the rest he folds."""
    last = table.crowd.hand + hands

    def on() -> bool:
        answer(table, language, calls=not table.crowd.hand % 4)
        return table.crowd.hand > last

    until(on, f"{hands} hands", often=20, patience=8.0 * hands)


def choose(table: Evening, item: str, language: Language, done: Callable[[], object]) -> None:
    """Choose something in the menu, which is put away when it is his turn."""

    def on() -> bool:
        if done():
            return True
        if not answer(table, language, calls=False):
            key = table.seat.key(language.text(f"seat.{item}"), language.text("common.menu"))
            if key is not None:
                table.seat.touch(key)
        return False

    until(on, item, often=5)


def read(screen: Screen, page: str, table: Evening, language: Language) -> None:
    """Open a page of the menu and put it away."""
    screen.press(language.text("common.menu"))
    screen.press(language.text(f"seat.{page}"))
    until(lambda: screen.key(language.text("common.close")), "the page")
    table.picture(page)


def go_home(table: Evening, language: Language) -> Money:
    """Leave, type the code from the seat's screen at the kiosk, and take a ticket; what it is worth."""
    choose(table, "leave", language, lambda: table.seat.key(language.text("confirm.leave-yes")))
    table.seat.press(language.text("confirm.leave-yes"))
    until(lambda: _has_left(table, language), "a free seat")
    table.picture("left")
    amount, code = asyncio.run(_claim(table))
    english = load_language("en")
    table.kiosk.press(english.text("claim.short"))
    for digit in code:
        table.kiosk.press(digit)
    table.kiosk.press(english.text("claim.collect"))
    for _page in ("seat", "pay-out"):
        table.kiosk.press(english.text("kiosk.pay-out"))
    table.picture("paying out")
    table.kiosk.press(english.text("payout.confirm.ticket-yes"))
    until(lambda: list(table.tickets.glob("ticket-*.png")), "a ticket")
    table.picture("ticket")
    return amount


def _has_left(table: Evening, language: Language) -> bool:
    """Whether the seat is free; until then the hand that runs is played to its end."""
    answer(table, language, calls=False)
    return table.crowd.view.at(SEAT).status == "empty"


async def _claim(table: Evening) -> tuple[Money, str]:
    """What stands on the seat's screen for whoever has left: the sum, and the code that opens it."""
    eyes = SocketScreen(table.home, Viewer("seat", SEAT))
    await eyes.connect()
    (claim,) = (claim for claim in eyes.view.claims if claim.code)
    await eyes.close()
    return claim.amount, claim.code


def test_a_new_players_evening(desktop: Desktop, tmp_path: Path) -> None:
    english, finnish = load_language("en"), load_language("fi")
    paid: list[Money] = []

    def spend(table: Evening) -> None:
        sit_down(table)
        play(table, 20, english)
        assert set(table.crowd.games.values()) == {"holdem-fl", "omaha8-fl"}
        choose(table, "take-break", english, lambda: table.crowd.view.at(SEAT).status == "sitting-out")
        for page in ("past", "rules"):
            read(table.seat, page, table, english)
            table.seat.press(english.text("common.close"))
        read(table.seat, "taste", table, english)
        table.seat.press(finnish.locale.label)
        table.seat.press(finnish.text("common.close"))
        table.seat.press(finnish.text("seat.sit-in"))
        play(table, 2, finnish)
        paid.append(go_home(table, finnish))
        machine = table.end()
        assert [voucher.amount for voucher in machine.kiosk.vouchers.values()] == paid
        assert machine.kiosk.balance == 0

    evening(desktop, tmp_path / "e", "ho", spend)


def test_a_new_players_orbit_of_soko(desktop: Desktop, tmp_path: Path) -> None:
    """One hand for each of the three at the table, at the game with four-flushes (poker.md §12.7)."""
    english = load_language("en")
    paid: list[Money] = []

    def spend(table: Evening) -> None:
        sit_down(table)
        play(table, 3, english)
        assert set(table.crowd.games.values()) == {"soko-fl"}
        paid.append(go_home(table, english))
        machine = table.end()
        assert [voucher.amount for voucher in machine.kiosk.vouchers.values()] == paid

    evening(desktop, tmp_path / "e", "soko-fl", spend)
