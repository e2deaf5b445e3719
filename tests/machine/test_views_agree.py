"""Whatever happens, what the screens show is what the machine holds: balances, stacks, claims, tickets."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from cashier.records import ResolveVoucher
from cashier.ticket_number import last_digits
from controller.app.views import Views
from controller.wire.viewers import CENTRE, KIOSK, STAFF
from tests.machine.room import Room
from tests.machine.test_fold import anything


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_screens_show_what_the_machine_holds(seed):
    dice = random.Random(seed)
    room = Room()
    for _step in range(120):
        anything(room, dice)
        if dice.randrange(12) == 0 and room.machine.kiosk.paying:
            cancel = ResolveVoucher(number=room.machine.kiosk.paying, verdict="void", by="floor")
            room.submit(cancel)
    views = Views()
    views.follow(tuple(room.log))
    machine = room.machine
    for viewer in (CENTRE, KIOSK, STAFF):
        view = views.of(viewer)
        assert view.balance == machine.kiosk.balance
        assert view.paused == machine.table.paused
        shown = {seat.seat: seat.stack for seat in view.seats.values() if seat.status != "empty"}
        assert shown == {seat.seat: seat.stack for seat in machine.table.seats.values()}
        assert {claim.claim: claim.amount for claim in view.claims} == {
            claim.claim: claim.amount for claim in machine.kiosk.claims.values()
        }
        if machine.table.hand is not None:
            assert view.pot == machine.table.hand.pot
            assert view.decision == machine.table.hand.decision
    states = {voucher.number: voucher.state for voucher in views.of(STAFF).vouchers}
    held = {last_digits(voucher.number): voucher.state for voucher in machine.kiosk.vouchers.values()}
    assert states.items() <= held.items()
