"""Notes that the recycler pays out of its store, with the rest in coins and on a ticket, and what the store tells."""

import itertools

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier.invariant import InvariantBreach
from cashier.kiosk import decide, evolve
from cashier.kiosk.paying_notes import payable
from cashier.money import Money
from cashier.note_records import NotePile, StoreMark, worth
from cashier.records import DeviceId, PayoutId
from cashier.refusal import Code, Refusal
from cashier.terms import CashLimits, Hopper, PayLimit

RECYCLER, HOPPER = DeviceId("recycler"), DeviceId("hopper")
FIRST = PayoutId(1)
TENS, FIFTIES = NotePile(Money(1000), 4), NotePile(Money(5000), 1)
STORE = (TENS, FIFTIES)
MARK = StoreMark(counter=7, moved=2, piles=STORE)


class Table:
    """A kiosk with 70.00 whose recycler holds four tens and a fifty, and with a hopper of euro coins."""

    def __init__(self, bench) -> None:
        self.bench = bench
        self.box, self.store, self.coins = Money(7000), Money(0), Money(100 * 100)
        bench.terms = msgspec.structs.replace(
            bench.terms, recycler=RECYCLER, hopper=Hopper(HOPPER, Money(100)), limits=CashLimits()
        )
        for device in (RECYCLER, HOPPER):
            self.do(cash.DeviceReported(device, "ready"))
        self.store = worth(STORE)
        self.bench.kiosk.store = STORE

    @property
    def kiosk(self):
        return self.bench.kiosk

    def answer(self, command):
        return decide(self.kiosk, command, self.bench.terms, 1_800_000_000_500, True, self.box, self.coins, self.store)

    def do(self, command):
        events = self.answer(command)
        assert not isinstance(events, Refusal), events
        for event in events:
            evolve(self.kiosk, event)
        return events

    def refuse(self, command):
        refusal = self.answer(command)
        assert isinstance(refusal, Refusal), refusal
        return refusal.code

    def ask(self, amount, way="notes"):
        return self.do(cash.CashOut(self.bench.request(), Money(amount), self.bench.number(), way=way))

    def sent(self, amount):
        self.ask(amount)
        self.do(notes.NotesSending(RECYCLER, FIRST, MARK))

    def limited(self, **limits):
        self.bench.terms = msgspec.structs.replace(self.bench.terms, limits=CashLimits(**limits))

    def wanted(self):
        kinds = notes.DispenseNotes | notes.WatchStore
        return [want for want in self.bench.wants() if isinstance(want, kinds)]


@pytest.fixture
def table(funded):
    return Table(funded)


# -- which notes -----------------------------------------------------------------------------------------------------


@given(counts=st.dictionaries(st.sampled_from((500, 1000, 2000, 5000)), st.integers(0, 4)), most=st.integers(0, 30_000))
def test_the_store_pays_the_most_that_whole_notes_can(counts, most):
    piles = tuple(NotePile(Money(amount), count) for amount, count in counts.items())
    every = itertools.product(*(range(pile.count + 1) for pile in piles))
    sums = {sum(pile.amount * count for pile, count in zip(piles, taken, strict=True)) for taken in every}
    assert payable(piles, most) == max(total for total in sums if total <= most)


@pytest.mark.parametrize(("amount", "in_notes"), [(7000, 7000), (6550, 6000), (4999, 4000), (1000, 1000)])
def test_the_amount_goes_out_in_notes_as_far_as_there_are_some(table, amount, in_notes):
    (reserved,) = table.ask(amount)
    assert isinstance(reserved, notes.NotesReserved)
    assert (reserved.notes, reserved.amount, reserved.balance) == (in_notes, amount, 7000 - amount)
    assert table.wanted() == [notes.DispenseNotes(RECYCLER, FIRST, Money(in_notes), "reserved", mark=None, halt=False)]


def test_less_than_a_note_goes_out_in_coins_and_what_is_no_coin_on_paper(table):
    assert isinstance(table.ask(900)[0], payout.CoinsReserved)
    table.do(payout.ResolvePayout(FIRST, 0, "Anna", "not now"))
    assert isinstance(table.ask(50)[0], cash.VoucherReserved)


@pytest.mark.parametrize("condition", ["jam", "empty", "absent", "fault", "fraud"])
def test_a_store_that_is_not_ready_pays_nothing(table, condition):
    table.do(cash.DeviceReported(RECYCLER, condition))
    assert isinstance(table.ask(7000)[0], payout.CoinsReserved)


def test_who_asks_for_coins_or_paper_gets_no_notes(table):
    assert isinstance(table.ask(1000, "coins")[0], payout.CoinsReserved)
    table.do(payout.ResolvePayout(FIRST, 0, "Anna", "not now"))
    assert isinstance(table.ask(1000, "ticket")[0], cash.VoucherReserved)


def test_no_more_goes_out_in_notes_than_the_limits_let(table):
    table.limited(notes=PayLimit(once=Money(3500)))
    assert table.ask(7000)[0].notes == 3000


def test_a_days_notes_end_with_the_days_limit(table):
    table.limited(notes=PayLimit(day=Money(3000)))
    table.sent(2000)
    table.do(notes.NotesPaid(RECYCLER, FIRST, 9, (NotePile(Money(1000), 2),)))
    assert table.kiosk.paid.notes == 2000
    table.store = Money(7000)
    assert table.ask(5000)[0].notes == 1000


def test_notes_count_towards_all_that_goes_out_in_a_day(table):
    table.limited(total=PayLimit(day=Money(3000)))
    table.sent(2000)
    table.do(notes.NotesPaid(RECYCLER, FIRST, 9, (NotePile(Money(1000), 2),)))
    assert table.refuse(cash.CashOut(table.bench.request(), Money(2000), table.bench.number())) == Code.ABOVE_PAY_LIMIT


def test_the_books_bound_what_the_store_is_told_to_pay(table):
    table.store = Money(2500)
    assert table.ask(7000)[0].notes == 2000


# -- exactly once ----------------------------------------------------------------------------------------------------


def test_the_stores_mark_is_committed_before_it_pays(table):
    table.ask(6000)
    assert table.do(notes.NotesSending(RECYCLER, FIRST, MARK)) == [notes.NotesSent(FIRST, RECYCLER, MARK)]
    assert table.wanted() == [notes.DispenseNotes(RECYCLER, FIRST, Money(6000), "sent", MARK)]
    assert table.refuse(notes.NotesSending(RECYCLER, FIRST, MARK)) == Code.WRONG_VOUCHER_STATE
    assert table.refuse(notes.NotesSending(HOPPER, FIRST, MARK)) == Code.NO_SUCH_DEVICE


def test_a_whole_pay_out_ends_with_the_stores_word(table):
    table.sent(6000)
    out = (NotePile(Money(1000), 1), FIFTIES)
    assert table.do(notes.NotesPaid(RECYCLER, FIRST, 9, out)) == [
        notes.NotesDispensed(FIRST, RECYCLER, out, Money(6000), Money(0), Money(1000))
    ]
    assert table.kiosk.store == (NotePile(Money(1000), 3),)
    assert table.wanted() == [notes.WatchStore(RECYCLER, table.kiosk.store)]
    assert table.refuse(notes.NotesPaid(RECYCLER, FIRST, 9, out)) == Code.ALREADY_DONE


def test_what_notes_do_not_pay_goes_on_to_coins_and_then_to_a_ticket(table):
    table.sent(6550)
    dispensed, coins = table.do(notes.NotesPaid(RECYCLER, FIRST, 8, (FIFTIES,)))
    assert (dispensed.amount, dispensed.left) == (5000, 1550)
    assert table.kiosk.store == (TENS,)
    assert (coins.coins, coins.amount, coins.balance) == (15, 1550, 450)
    table.do(payout.CoinsSending(HOPPER, coins.payout, 3))
    _dispensed, ticket = table.do(payout.CoinsPaid(HOPPER, coins.payout, 4, 15, 0))
    assert (ticket.amount, ticket.request) == (50, coins.request)
    assert table.kiosk.balance == 450


def test_a_store_that_can_pay_none_of_it_hands_all_of_it_on(table):
    table.ask(6000)
    dispensed, coins = table.do(notes.NotesPaid(RECYCLER, FIRST, 7, ()))
    assert (dispensed.amount, dispensed.left, coins.amount) == (0, 6000, 6000)


def test_notes_cannot_be_out_before_the_store_was_told(table):
    table.ask(6000)
    assert table.refuse(notes.NotesPaid(RECYCLER, FIRST, 8, (FIFTIES,))) == Code.WRONG_VOUCHER_STATE


@pytest.mark.parametrize(
    ("counter", "piles"),
    [(7, (FIFTIES,)), (9, (FIFTIES,)), (8, ()), (8, (FIFTIES, NotePile(Money(1000), 1)))],
)
def test_a_count_that_does_not_fit_the_notes_is_no_word_about_this_pay_out(table, counter, piles):
    table.sent(6000)
    assert table.refuse(notes.NotesPaid(RECYCLER, FIRST, counter, piles)) == Code.COUNTER_OUT_OF_ORDER


@pytest.mark.parametrize(
    "piles",
    [
        (NotePile(Money(5000), 2),),
        (NotePile(Money(-1000), 2),),
        (NotePile(Money(1000), -1),),
        (FIFTIES, NotePile(Money(0), 1)),
        (FIFTIES, NotePile(Money(1000), 0)),
    ],
)
def test_more_than_was_asked_for_or_less_than_nothing_is_refused(table, piles):
    table.sent(6000)
    counter = 7 + sum(pile.count for pile in piles)
    assert table.refuse(notes.NotesPaid(RECYCLER, FIRST, counter, piles)) == Code.AMOUNT_UNUSABLE


def test_what_is_in_doubt_the_store_may_still_tell(table):
    table.sent(6000)
    assert table.do(notes.NotesInDoubt(RECYCLER, FIRST, "absent")) == [notes.NotesUnknown(FIRST, RECYCLER, "absent")]
    assert table.refuse(notes.NotesInDoubt(RECYCLER, FIRST, "absent")) == Code.ALREADY_DONE
    assert table.wanted() == [notes.DispenseNotes(RECYCLER, FIRST, Money(6000), "unknown", MARK)]
    (dispensed,) = table.do(notes.NotesPaid(RECYCLER, FIRST, 9, (NotePile(Money(1000), 1), FIFTIES)))
    assert dispensed.amount == 6000


def test_or_an_attendant_who_counts_and_says_why(table):
    table.sent(6000)
    word = notes.ResolveNotes(FIRST, Money(5000), "Anna", "counted the tray")
    assert table.refuse(word) == Code.WRONG_VOUCHER_STATE
    table.do(notes.NotesInDoubt(RECYCLER, FIRST, "fault"))
    assert table.refuse(msgspec.structs.replace(word, by="")) == Code.NOT_ALLOWED
    assert table.refuse(msgspec.structs.replace(word, reason=" ")) == Code.REASON_NEEDED
    assert table.refuse(msgspec.structs.replace(word, paid=Money(6050))) == Code.AMOUNT_UNUSABLE
    assert table.refuse(msgspec.structs.replace(word, paid=Money(-1))) == Code.AMOUNT_UNUSABLE
    dispensed, coins = table.do(word)
    assert (dispensed.piles, dispensed.amount, dispensed.by, dispensed.reason) == ((), 5000, "Anna", "counted the tray")
    assert coins.amount == 1000


def test_what_the_store_never_heard_of_an_attendant_puts_back(table):
    table.ask(6000)
    assert table.refuse(notes.ResolveNotes(FIRST, Money(1000), "Anna", "why")) == Code.WRONG_VOUCHER_STATE
    (dispensed,) = table.do(notes.ResolveNotes(FIRST, Money(0), "Anna", "changed his mind"))
    assert (dispensed.left, table.kiosk.balance) == (6000, 7000)


def test_a_whole_amount_in_an_attendants_count_leaves_nothing(table):
    table.sent(6000)
    table.do(notes.NotesInDoubt(RECYCLER, FIRST, "fault"))
    (dispensed,) = table.do(notes.ResolveNotes(FIRST, Money(6000), "Anna", "all of it"))
    assert dispensed.left == 0


@pytest.mark.parametrize(
    "command",
    [
        notes.NotesSending(RECYCLER, PayoutId(3), MARK),
        notes.NotesPaid(RECYCLER, PayoutId(3), 8, ()),
        notes.NotesInDoubt(RECYCLER, PayoutId(3), "jam"),
        notes.ResolveNotes(PayoutId(3), Money(0), "Anna", "why"),
    ],
)
def test_a_pay_out_that_never_was_is_unknown(table, command):
    assert table.refuse(command) == Code.NO_SUCH_PAY_OUT


def test_only_what_the_store_was_told_can_be_in_doubt(table):
    table.ask(6000)
    assert table.refuse(notes.NotesInDoubt(RECYCLER, FIRST, "jam")) == Code.WRONG_VOUCHER_STATE


def test_one_pay_out_of_the_devices_at_a_time(table):
    table.ask(1000)
    for way in ("ticket", "coins", "notes"):
        again = cash.CashOut(table.bench.request(), Money(1000), table.bench.number(), way=way)
        assert table.refuse(again) == Code.PAY_OUT_RUNNING


# -- what the store holds --------------------------------------------------------------------------------------------


def test_a_note_lies_in_the_drop_box_until_the_store_says_that_it_has_it(table):
    more = (NotePile(Money(1000), 5), FIFTIES)
    assert table.do(notes.StoreSeen(RECYCLER, more)) == [
        notes.StoreCounted(RECYCLER, more, shifted=Money(1000), found=Money(0))
    ]
    assert table.kiosk.store == more


def test_what_the_store_has_moved_lies_in_the_drop_box(table):
    (counted,) = table.do(notes.StoreSeen(RECYCLER, (TENS,)))
    assert (counted.shifted, counted.found) == (-5000, 0)


def test_what_the_drop_box_does_not_account_for_is_found(table):
    table.box = Money(1500)
    (counted,) = table.do(notes.StoreSeen(RECYCLER, (TENS, NotePile(Money(5000), 2))))
    assert (counted.shifted, counted.found) == (1500, 3500)


def test_the_same_notes_are_no_news(table):
    assert table.refuse(notes.StoreSeen(RECYCLER, STORE)) == Code.ALREADY_SO


def test_the_same_notes_are_news_where_the_books_have_others(table):
    table.store = Money(8000)
    (counted,) = table.do(notes.StoreSeen(RECYCLER, STORE))
    assert (counted.shifted, counted.found) == (1000, 0)


def test_after_an_attendants_count_the_store_tells_its_notes_in_any_case(table):
    """Which notes went out nobody has said: what the kiosk knew of the store may look right and not be booked so."""
    table.sent(1000)
    table.do(notes.NotesInDoubt(RECYCLER, FIRST, "jam"))
    known = table.kiosk.store
    table.do(notes.ResolveNotes(FIRST, Money(1000), "Anna", "counted the tray"))
    assert table.wanted() == [notes.WatchStore(RECYCLER, known, anew=True)]
    table.do(notes.StoreSeen(RECYCLER, known))
    assert table.wanted() == [notes.WatchStore(RECYCLER, known)]
    assert table.refuse(notes.StoreSeen(RECYCLER, known)) == Code.ALREADY_SO


def test_a_note_that_went_out_before_the_store_told_of_it_is_told_of_all_the_same(table):
    """Five tens go out of four that are known: one has come in since, and the drop box is still booked to hold it."""
    table.store = Money(10_000)
    table.sent(5000)
    table.do(notes.NotesPaid(RECYCLER, FIRST, 12, (NotePile(Money(1000), 5),)))
    assert table.wanted() == [notes.WatchStore(RECYCLER, (FIFTIES,), anew=True)]


def test_all_of_a_pile_is_no_more_than_it_held(table):
    table.sent(4000)
    table.do(notes.NotesPaid(RECYCLER, FIRST, 11, (NotePile(Money(1000), 4),)))
    assert table.wanted() == [notes.WatchStore(RECYCLER, (FIFTIES,))]


def test_the_stores_own_count_leaves_nothing_to_tell(table):
    table.sent(1000)
    table.do(notes.NotesPaid(RECYCLER, FIRST, 8, (NotePile(Money(1000), 1),)))
    assert [want.anew for want in table.wanted()] == [False]


@pytest.mark.parametrize("pile", [NotePile(Money(0), 1), NotePile(Money(1000), 0), NotePile(Money(1000), -1)])
def test_piles_of_nothing_are_refused(table, pile):
    assert table.refuse(notes.StoreSeen(RECYCLER, (pile,))) == Code.AMOUNT_UNUSABLE


def test_the_smallest_pile_is_one_of_one(table):
    (counted,) = table.do(notes.StoreSeen(RECYCLER, (NotePile(Money(1), 1),)))
    assert counted.shifted == 1 - worth(STORE)


def test_a_pile_of_nothing_among_others_is_refused(table):
    assert table.refuse(notes.StoreSeen(RECYCLER, (TENS, NotePile(Money(5000), 0)))) == Code.AMOUNT_UNUSABLE


def test_nothing_is_shifted_while_a_note_is_on_its_way_or_notes_go_out(table):
    assert table.refuse(notes.StoreSeen(HOPPER, ())) == Code.NO_SUCH_DEVICE
    counter = table.kiosk.counters["validator"] % 255 + 1
    table.do(cash.NoteEscrowed(DeviceId("validator"), counter, Money(1000)))
    assert table.refuse(notes.StoreSeen(RECYCLER, ())) == Code.TAKES_NOTES
    table.do(cash.NoteReturned(DeviceId("validator"), counter + 1, Money(1000)))
    table.ask(1000)
    assert table.refuse(notes.StoreSeen(RECYCLER, ())) == Code.PAY_OUT_RUNNING


def test_a_device_is_held_to_be_in_order_while_it_pays_on(table):
    def in_order():
        return [want.device for want in table.bench.wants() if isinstance(want, notes.StandReady)]

    assert in_order() == [HOPPER, RECYCLER]
    table.do(cash.DeviceReported(HOPPER, "low"))
    table.do(cash.DeviceReported(RECYCLER, "jam"))
    assert in_order() == [HOPPER]


# -- what may never happen -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"notes": Money(0)}, "notes-within-the-amount"),
        ({"notes": Money(6001)}, "notes-within-the-amount"),
        ({"payout": PayoutId(2)}, "pay-out-once"),
        ({"balance": Money(999)}, "balance-as-told"),
    ],
)
def test_notes_are_reserved_within_what_is_there(table, change, name):
    command = cash.CashOut(table.bench.request(), Money(6000), table.bench.number(), way="notes")
    (event,) = table.answer(command)
    with pytest.raises(InvariantBreach, match=name):
        evolve(table.kiosk, msgspec.structs.replace(event, **change))


def test_the_least_note_there_could_be_is_one(table):
    command = cash.CashOut(table.bench.request(), Money(6000), table.bench.number(), way="notes")
    (event,) = table.answer(command)
    evolve(table.kiosk, msgspec.structs.replace(event, notes=Money(1)))
    assert table.kiosk.notes.notes == 1


def test_a_request_is_carried_out_once(table):
    request = table.bench.request()
    table.do(cash.CashOut(request, Money(3000), table.bench.number(), way="notes"))
    table.do(notes.NotesSending(RECYCLER, FIRST, MARK))
    table.do(notes.NotesPaid(RECYCLER, FIRST, 10, (NotePile(Money(1000), 3),)))
    assert table.kiosk.store == (NotePile(Money(1000), 1), FIFTIES)
    assert table.refuse(cash.CashOut(request, Money(3000), table.bench.number(), way="notes")) == Code.ALREADY_DONE


def test_two_pay_outs_never_run_together(table):
    (event,) = table.ask(1000)
    with pytest.raises(InvariantBreach, match="one-pay-out-at-a-time"):
        evolve(table.kiosk, msgspec.structs.replace(event, payout=PayoutId(2)))


def dispensed(amount, left, balance, *piles):
    """The end of the first pay-out, as an attendant tells it."""
    return notes.NotesDispensed(FIRST, RECYCLER, piles, Money(amount), Money(left), Money(balance), "Anna", "why")


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (notes.NotesSent(PayoutId(2), RECYCLER, MARK), "pay-out-runs"),
        (notes.NotesSent(FIRST, RECYCLER, MARK), "pay-out-on-its-path"),
        (notes.NotesDispensed(FIRST, RECYCLER, (), Money(0), Money(5999), Money(7000)), "pay-out-adds-up"),
        (notes.NotesDispensed(FIRST, RECYCLER, (), Money(1000), Money(5000), Money(6000)), "pay-out-adds-up"),
        (dispensed(4000, 2000, 3000, FIFTIES), "pay-out-adds-up"),
        (dispensed(-1000, 7000, 8000), "pay-out-adds-up"),
    ],
)
def test_an_event_that_does_not_fit_the_pay_out_stops(table, event, name):
    table.sent(6000)
    with pytest.raises(InvariantBreach, match=name):
        evolve(table.kiosk, event)


def test_more_than_the_notes_that_were_asked_for_never_counts_as_paid(table):
    table.sent(6550)
    event = notes.NotesDispensed(FIRST, RECYCLER, (), Money(6100), Money(450), Money(900), "Anna", "why")
    with pytest.raises(InvariantBreach, match="pay-out-adds-up"):
        evolve(table.kiosk, event)


def test_nothing_is_paid_before_the_store_was_told(table):
    table.ask(6000)
    with pytest.raises(InvariantBreach, match="pay-out-on-its-path"):
        evolve(table.kiosk, notes.NotesUnknown(FIRST, RECYCLER, "jam"))
    event = notes.NotesDispensed(FIRST, RECYCLER, (FIFTIES,), Money(5000), Money(1000), Money(2000))
    with pytest.raises(InvariantBreach, match="paid-after-leave"):
        evolve(table.kiosk, event)
