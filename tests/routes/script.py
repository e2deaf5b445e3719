"""The scripted evening: what happens, in which order, on every route. Source: requirements R-MON, R-TIC, R-TLT.

A scene is a name and a deed. After each the table must come to rest; what then stands in the books and lies in the
devices, and which errors were heard on the way, is the scene's result. It is the same on every route.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final

import msgspec

from cashier.records import DeviceId
from cashier.usb import Timeout
from firmware.virtual.faults import Drop, Garbage, Nak, Stall
from firmware.virtual.player_card import CardBuild
from tests.routes import card_deeds, coin_deeds, note_deeds, player_deeds, ticket_deeds
from tests.routes.counting import Count, count, reconcile, reconcile_meters
from tests.routes.evening import Deed, Evening
from tests.routes.fittings import RECYCLER, SPARE, VALIDATOR
from tests.routes.route import Route

BULK_IN, BULK_OUT, HOPPER_OUT, READER_IN = 0x81, 0x02, 0x01, 0x82
"""Where bytes pass at the acceptors; scanner and hopper speak at 0x81, too, and the reader of player cards at 0x82."""

IN_THE_PROOF: Final = 60
"""So many bytes from the reader are its slot, an answer to reset, and what the card says of itself."""

LONG_MS, SHORT_MS = 650, 150
"""Longer and shorter than a driver waits for an answer (500 ms)."""


class Scene(msgspec.Struct, frozen=True):
    """One thing that happens."""

    name: str
    deed: Deed


class Result(msgspec.Struct, frozen=True):
    """How a scene ended: the names of the errors that drivers met, and what there was to count afterwards."""

    scene: str
    errors: tuple[str, ...]
    count: Count


def disagreements(results: Sequence[Result], expected: Sequence[Result]) -> list[tuple[Result, Result]]:
    """Return the scenes that ended otherwise than expected.

    A machine with too much to do may let a driver wait too long for an answer now and then; a time-out more is no other
    result. What came of it is.
    """
    pairs = zip(results, expected, strict=True)
    return [(result, other) for result, other in pairs if not _agree(result, other)]


def _agree(result: Result, expected: Result) -> bool:
    slower = set(result.errors) - set(expected.errors) <= {Timeout.__name__}
    return slower and set(expected.errors) <= set(result.errors) and result.count == expected.count


def play(route: Route, folder: Path) -> tuple[Result, ...]:
    """Play the whole evening over a route; raises `AssertionError` where money goes astray.

    Two tables stand in the house, one after the other at the same devices: the second has another acceptor.
    """
    for device in (SPARE, RECYCLER):
        route.unplug(device)
    first = play_table(route, folder / "first", VALIDATOR, FIRST_TABLE)
    route.unplug(VALIDATOR)
    route.replug(RECYCLER)
    return (*first, *play_table(route, folder / "second", RECYCLER, SECOND_TABLE))


def play_table(route: Route, table: Path, acceptor: DeviceId, script: Iterable[Scene]) -> tuple[Result, ...]:
    """Play a table's scenes, and close its account; raises `AssertionError` where it does not close."""
    evening = Evening(route, table, acceptor)
    try:
        results = tuple(_result(evening, scene) for scene in script)
        reconcile(evening)
    finally:
        evening.close()
        evening.house.close()
    reconcile_meters(table)
    return results


def _result(evening: Evening, scene: Scene) -> Result:
    """Play one scene to its end; a scene that fails says which one it was."""
    try:
        scene.deed(evening)
        evening.until(evening.is_quiet, "rest")
        evening.work(2)
        return Result(scene.name, evening.ear.take_heard(), count(evening))
    except AssertionError as problem:
        raise AssertionError(f"{scene.name}: {problem}") from problem


# -- a kiosk opens, and people sit down ----------------------------------------------------------------------------


def _open(evening: Evening) -> None:
    evening.until(evening.all_ready, "every device")


def _sit_down(evening: Evening) -> None:
    for seat in (1, 2, 3):
        evening.insert(50)
        evening.buy_in(seat, 5_000)
    evening.play_a_hand()


def _top_up(evening: Evening) -> None:
    evening.insert(20)
    evening.buy_in(1, 2_000)
    evening.play_a_hand()


def _bring_money(evening: Evening) -> None:
    for _note in range(3):
        evening.insert(100)


def _leave_two_seats(evening: Evening) -> None:
    evening.leave(2)
    evening.leave(3)


# -- the end -------------------------------------------------------------------------------------------------------


def _go_home(evening: Evening) -> None:
    evening.leave(1)
    evening.cash_out(4_000, "hand")
    evening.pay_by_hand()
    evening.ticket(evening.balance)


NOTES: Final = (
    Scene("a note whose order to stack is lost", note_deeds.amid(5, Drop(BULK_OUT, 12))),
    Scene("a note whose report comes late", note_deeds.amid(5, Nak(BULK_IN, SHORT_MS))),
    Scene("a note whose report comes too late", note_deeds.amid(5, Nak(BULK_IN, LONG_MS))),
    Scene("a note while the acceptor is busy", note_deeds.amid(5, Nak(BULK_OUT, LONG_MS))),
    Scene("a note while an answer stalls", note_deeds.amid(5, Stall(BULK_IN))),
    Scene("a note while a command stalls", note_deeds.amid(5, Stall(BULK_OUT))),
    Scene("a note with a garbled command", note_deeds.amid(5, Garbage(BULK_OUT))),
    Scene("a note while the slot is closed", note_deeds.refused_note),
    Scene("a note while the cable comes out", note_deeds.note_with_cable_out),
    Scene("a note while the power fails", note_deeds.note_with_power_out),
    Scene("a note while the process is killed", note_deeds.note_with_process_killed),
    Scene("a note gets stuck", note_deeds.jammed_note),
    Scene("the stacker is full and emptied", note_deeds.empty_the_box),
)
"""What happens to the acceptor, whichever it is."""

REPORTS: Final = (
    Scene("a note whose report is lost", note_deeds.amid(5, Drop(BULK_IN))),
    Scene("a note with a garbled report", note_deeds.amid(5, Garbage(BULK_IN))),
)
"""What needs an adapter that sends nothing but answers; one of FTDI's always has something to say."""

PURCHASES: Final = (
    Scene("chips bought by card", card_deeds.paid("in", 5_000)),
    Scene("a purchase of which a word is lost", card_deeds.amid("in", 2_000, Drop(BULK_IN))),
    Scene("a purchase while a word stalls", card_deeds.amid("in", 2_000, Stall(BULK_IN))),
    Scene("a purchase while the cable comes out", card_deeds.with_cable_out("in", 2_000)),
    Scene("a purchase while the power fails", card_deeds.with_power_out("in", 2_000)),
    Scene("a purchase while the process is killed", card_deeds.with_process_killed("in", 2_000)),
    Scene("a purchase of another amount", card_deeds.tricked("wrong-amount", 2_000, stands=False)),
)
"""What happens to money that comes in by card."""

REFUNDS: Final = (
    Scene("money back to a card", card_deeds.paid("out", 1_000)),
    Scene("a refund while the cable comes out", card_deeds.with_cable_out("out", 1_000)),
    Scene("a refund while the power fails", card_deeds.with_power_out("out", 1_000)),
    Scene("a refund while the process is killed", card_deeds.with_process_killed("out", 1_000)),
    Scene("a refund that the bank declines", card_deeds.declined("out", 1_000)),
)
"""What happens to money that goes back to a card; cards have brought more before."""

PLAYER_CARDS: Final = (
    Scene("a player card is shown", player_deeds.shows_his_card),
    Scene("a player card of which a word is lost", player_deeds.amid(Drop(READER_IN, IN_THE_PROOF))),
    Scene("a player card while a word stalls", player_deeds.amid(Stall(READER_IN, IN_THE_PROOF))),
    Scene("a player card is lifted amid its proof", player_deeds.refused("too-soon", player_deeds.card(leaves_at=3))),
    Scene("a card of another house", player_deeds.refused("foreign", player_deeds.card(player_deeds.OTHERS))),
    Scene("a blank card", player_deeds.refused("blank", CardBuild())),
    Scene("a card that has nothing but a UID", player_deeds.refused("unreadable", CardBuild(ours=False))),
    Scene("a card that is mute", player_deeds.refused("unreadable", CardBuild(trick="mute"))),
    Scene("the reader's cable comes out under a card", player_deeds.with_reader_away(Route.unplug)),
    Scene("the reader's power fails under a card", player_deeds.with_reader_away(Route.cut_power)),
    Scene("the process is killed under a card", player_deeds.with_process_killed),
    Scene("a player leaves and collects by his card", player_deeds.collects),
)
"""What happens at the reader of player cards, once a card's player has bought in."""

TICKETS: Final = (
    Scene("a ticket", ticket_deeds.ticket),
    Scene("a ticket comes back", ticket_deeds.ticket_comes_back),
    Scene("the paper ends in a ticket", ticket_deeds.torn_ticket),
    Scene("the paper is low", ticket_deeds.low_paper),
    Scene("the printer's cover is open", ticket_deeds.open_cover),
    Scene("a ticket gets stuck", ticket_deeds.jammed_ticket),
    Scene("the cutter gets stuck", ticket_deeds.jammed_cutter),
    Scene("a ticket while the cable comes out", ticket_deeds.ticket_with_cable_out),
    Scene("a ticket while the power fails", ticket_deeds.ticket_with_power_out),
    Scene("a ticket while the process is killed", ticket_deeds.ticket_with_process_killed),
    Scene("a ticket while the printer stalls", ticket_deeds.stalled_ticket),
    Scene("a ticket while the printer is busy", ticket_deeds.busy_printer),
    Scene("a ticket after an answer was lost", ticket_deeds.silent_printer),
    Scene("a ticket after a garbled answer", ticket_deeds.babbling_printer),
    Scene("a scan of which a key is lost", ticket_deeds.scan_amid(Drop(BULK_IN, 16))),
    Scene("a scan with a garbled key", ticket_deeds.scan_amid(Garbage(BULK_IN, 16))),
    Scene("a scan while the scanner stalls", ticket_deeds.scan_amid(Stall(BULK_IN, 16))),
    Scene("a scan while the scanner is busy", ticket_deeds.scan_amid(Nak(BULK_IN, SHORT_MS, 16))),
    Scene("a scan while the cable comes out", ticket_deeds.scan_with_cable_out),
)
"""What happens at printer and scanner."""

COINS_OUT: Final = (
    Scene("coins and a ticket", coin_deeds.coins_and_a_ticket),
    Scene("coins while an answer is lost", coin_deeds.coins_amid(Drop(BULK_IN))),
    Scene("coins while an answer comes too late", coin_deeds.coins_amid(Nak(BULK_IN, LONG_MS))),
    Scene("coins while the hopper is busy", coin_deeds.coins_amid(Nak(HOPPER_OUT, LONG_MS))),
    Scene("coins while an answer stalls", coin_deeds.coins_amid(Stall(BULK_IN))),
    Scene("coins while a command stalls", coin_deeds.coins_amid(Stall(HOPPER_OUT))),
    Scene("coins with a garbled answer", coin_deeds.coins_amid(Garbage(BULK_IN))),
    Scene("coins while the cable comes out", coin_deeds.coins_with_cable_out),
    Scene("coins while the power fails", coin_deeds.coins_with_power_out),
    Scene("coins while the process is killed", coin_deeds.coins_with_process_killed),
    Scene("a coin gets stuck", coin_deeds.jammed_hopper),
    Scene("a hopper that is not ours", coin_deeds.wrong_hopper),
    Scene("the hopper runs empty", coin_deeds.hopper_runs_empty),
)
"""What happens at the hopper."""

NOTES_OUT: Final = (
    Scene("notes, coins and a ticket", note_deeds.notes_coins_and_a_ticket),
    Scene("notes out while an answer is lost", note_deeds.notes_out_amid(Drop(BULK_IN))),
    Scene("notes out while a command stalls", note_deeds.notes_out_amid(Stall(BULK_OUT))),
    Scene("notes out while the cable comes out", note_deeds.notes_out_with_cable_out),
    Scene("notes out while the power fails", note_deeds.notes_out_with_power_out),
    Scene("notes out while the process is killed", note_deeds.notes_out_with_process_killed),
    Scene("a note gets stuck on its way out", note_deeds.jammed_store),
)
"""What happens to notes that the store pays."""


def in_turn(*groups: Sequence[Scene]) -> tuple[Scene, ...]:
    """One scene of each group after the other, until all have come: no two alike follow each other for long."""
    rounds = zip_longest(*groups)
    return tuple(scene for scenes in rounds for scene in scenes if scene is not None)


FIRST_TABLE: Final[tuple[Scene, ...]] = (
    Scene("the kiosk opens", _open),
    Scene("three players buy in", _sit_down),
    Scene("a fourth buys in by his card", player_deeds.buys_in),
    Scene("one of them tops up", _top_up),
    Scene("money on the balance", _bring_money),
    *in_turn((*NOTES, *REPORTS), PURCHASES, PLAYER_CARDS),
    Scene("two players leave", _leave_two_seats),
    *in_turn(TICKETS, COINS_OUT, REFUNDS),
    Scene("the terminal's day ends", card_deeds.day_ends),
    Scene("the last one goes home", _go_home),
)
"""The table with the ccTalk validator, and everything that can go wrong at terminal, reader, printer, scanner and
hopper."""

SECOND_TABLE: Final[tuple[Scene, ...]] = (
    Scene("the second kiosk opens", _open),
    Scene("three players buy in", _sit_down),
    Scene("money on the balance", _bring_money),
    *NOTES,
    Scene("two players leave", _leave_two_seats),
    *in_turn(NOTES_OUT, (PURCHASES[0], REFUNDS[0], TICKETS[1], COINS_OUT[0])),
    Scene("the terminal's day ends", card_deeds.day_ends),
    Scene("the last one goes home", _go_home),
)
"""The table with the eSSP acceptor, which stores notes and pays them out again."""
