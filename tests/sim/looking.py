"""What a screen shows against what the machine holds, fact by fact."""

from controller.wire.view import View
from tests.sim.finding import check
from tests.sim.site import Site


def compare_view(view: View, site: Site) -> None:
    """Hold a view against the machine, fact by fact."""
    table, kiosk = site.core.machine.table, site.core.machine.kiosk
    shown = {seat.seat: seat.stack for seat in view.seats.values() if seat.status not in ("empty", "reserved")}
    hand = table.hand
    pairs = {
        "balance": (view.balance, kiosk.balance),
        "paused": (view.paused, table.paused),
        "stacks": (shown, {seat.seat: seat.stack for seat in table.seats.values()}),
        "claims": ({claim.claim: claim.amount for claim in view.claims}, site.books.claims),
        "note": (view.note.amount if view.note else 0, kiosk.held.amount if kiosk.held else 0),
        "decision": (view.decision, hand.decision if hand else None),
        "clock": (view.clock.deadline if view.clock else 0, table.clock.deadline if table.clock else 0),
        "pot": (view.pot if hand else 0, hand.pot if hand else 0),
        "board": (view.board if hand else (), hand.board if hand else ()),
        "reserved": (
            {seat.seat: seat.reserved for seat in view.seats.values() if seat.reserved},
            {seat.seat: seat.reserved for seat in table.seats.values() if seat.reserved},
        ),
        "sitting out": (
            {seat.seat for seat in view.seats.values() if seat.status != "empty" and seat.presence == "sitting-out"},
            {seat.seat for seat in table.seats.values() if seat.sitting_out},
        ),
    }
    if hand is not None:
        pairs["bets"] = (
            {seat.seat: seat.bet for seat in view.seats.values() if seat.bet},
            {player.seat: player.bet for player in hand.players.values() if player.bet},
        )
        if view.own in hand.players:
            pairs["own cards"] = (view.seats[view.own].cards, hand.players[view.own].cards)
    for what, (seen, real) in pairs.items():
        check(seen == real, "view-as-machine", f"{what}: the screen shows {seen}, the machine has {real}")
