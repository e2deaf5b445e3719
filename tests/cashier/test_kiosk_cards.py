"""Chips bought by card and winnings paid to one: asked for once, counted once, and settled to the cent."""

import msgspec
import pytest

from cashier import card_records as card
from cashier import records as cash
from cashier.card_records import BatchTotals, CardMark, CardPaymentId, CardReceipt, SettlementId
from cashier.invariant import InvariantBreach
from cashier.kiosk import decide, evolve
from cashier.money import Money
from cashier.records import DeviceId, RequestId
from cashier.refusal import Code, Refusal
from cashier.terms import CardTerms, CashLimits, PayLimit

CARDS, EURO = DeviceId("cards"), 978
FIRST, SECOND = CardPaymentId(1), CardPaymentId(2)
MARK = CardMark(trace=4, receipt=7, count=2, amount=Money(9000))
LATE_MS = 600_000
WALL_MS = 1_800_000_000_500
"""The instant of the bench's clock."""


@pytest.fixture
def kiosk(bench):
    """A kiosk with an empty balance and a card terminal that stands ready."""
    bench.terms = msgspec.structs.replace(bench.terms, cards=CardTerms(CARDS, EURO, least=Money(1000)))
    bench.do(cash.DeviceReported(CARDS, "ready"))
    return bench


def limited(kiosk, **changes):
    kiosk.terms = msgspec.structs.replace(kiosk.terms, cards=CardTerms(CARDS, EURO, Money(1000), **changes))


def receipt(amount, trace=5, number=8, currency=EURO):
    return CardReceipt(trace, number, Money(amount), currency, "4771", "GIROCARD")


def ask(kiosk, amount):
    return kiosk.do(card.BuyByCard(kiosk.request(), Money(amount)))


def sent(kiosk, amount, payment=FIRST):
    ask(kiosk, amount)
    kiosk.do(card.CardSending(CARDS, payment, MARK))


def bought(kiosk, amount, payment=FIRST):
    sent(kiosk, amount, payment)
    kiosk.do(card.CardTaken(CARDS, payment, receipt(amount)))


def refund(kiosk, amount):
    return card_out(kiosk, amount), kiosk.kiosk.cards.running.payment


def card_out(kiosk, amount):
    return kiosk.do(cash.CashOut(kiosk.request(), Money(amount), way="card"))


def wanted(kiosk):
    return [want for want in kiosk.wants() if isinstance(want, card.RunCard | card.UndoCard | card.CloseBatch)]


# -- a purchase ---------------------------------------------------------------------------------------------------


def test_a_purchase_is_credited_only_when_the_terminal_has_said_so(kiosk):
    (reserved,) = ask(kiosk, 2000)
    assert (reserved.kind, reserved.amount, reserved.balance) == ("purchase", 2000, 0)
    assert wanted(kiosk) == [card.RunCard(CARDS, FIRST, "purchase", Money(2000), EURO, "reserved")]
    assert kiosk.do(card.CardSending(CARDS, FIRST, MARK)) == [card.CardSent(FIRST, MARK)]
    assert wanted(kiosk) == [card.RunCard(CARDS, FIRST, "purchase", Money(2000), EURO, "sent", MARK)]
    assert kiosk.kiosk.balance == 0
    assert kiosk.do(card.CardTaken(CARDS, FIRST, receipt(2000))) == [
        card.CardPurchased(FIRST, Money(2000), Money(2000), receipt(2000))
    ]
    assert kiosk.kiosk.balance == 2000
    assert wanted(kiosk) == []


def test_a_terminals_word_counts_once(kiosk):
    bought(kiosk, 2000)
    assert kiosk.refuse(card.CardTaken(CARDS, FIRST, receipt(2000))) == Code.ALREADY_DONE
    assert kiosk.refuse(card.CardRefused(CARDS, FIRST, "declined")) == Code.ALREADY_DONE


def test_a_request_for_a_purchase_is_carried_out_once(kiosk):
    asked = card.BuyByCard(kiosk.request(), Money(2000))
    kiosk.do(asked)
    assert kiosk.refuse(asked) == Code.ALREADY_DONE


def test_a_receipt_that_was_there_before_credits_nothing(kiosk):
    sent(kiosk, 2000)
    old = receipt(2000, trace=4, number=7)
    assert kiosk.refuse(card.CardTaken(CARDS, FIRST, old)) == Code.COUNTER_OUT_OF_ORDER


def test_nothing_is_credited_before_leave_was_given(kiosk):
    ask(kiosk, 2000)
    assert kiosk.refuse(card.CardTaken(CARDS, FIRST, receipt(2000))) == Code.WRONG_VOUCHER_STATE
    kiosk.do(card.CardSending(CARDS, FIRST, MARK))
    assert kiosk.refuse(card.CardSending(CARDS, FIRST, MARK)) == Code.WRONG_VOUCHER_STATE


def test_a_declined_purchase_leaves_nothing(kiosk):
    sent(kiosk, 2000)
    (dropped,) = kiosk.do(card.CardRefused(CARDS, FIRST, "declined", 5))
    assert dropped == card.CardDropped(FIRST, "purchase", Money(2000), Money(0), "declined", 5)
    assert not kiosk.kiosk.cards.busy


def test_one_payment_runs_at_a_time(kiosk):
    ask(kiosk, 2000)
    assert kiosk.refuse(card.BuyByCard(kiosk.request(), Money(2000))) == Code.CARD_RUNNING
    assert kiosk.refuse(card.SettleCards("eve")) == Code.CARD_RUNNING


def test_what_the_player_has_to_do_is_told_once(kiosk):
    sent(kiosk, 2000)
    assert kiosk.do(card.CardProgress(CARDS, FIRST, "pin")) == [card.CardMoved(FIRST, "pin")]
    assert kiosk.refuse(card.CardProgress(CARDS, FIRST, "pin")) == Code.ALREADY_SO


def test_only_its_own_terminal_speaks_of_a_payment(kiosk):
    ask(kiosk, 2000)
    for command in (
        card.CardSending(DeviceId("other"), FIRST, MARK),
        card.CardProgress(DeviceId("other"), FIRST, "pin"),
        card.CardTaken(DeviceId("other"), FIRST, receipt(2000)),
        card.CardRefused(DeviceId("other"), FIRST, "declined"),
        card.CardInDoubt(DeviceId("other"), FIRST, "absent"),
        card.CardReversed(DeviceId("other"), FIRST, 8),
    ):
        assert kiosk.refuse(command) == Code.NO_SUCH_DEVICE
    assert kiosk.refuse(card.CardSending(CARDS, SECOND, MARK)) == Code.NO_CARD_PAYMENT


# -- limits -------------------------------------------------------------------------------------------------------


def test_amounts_have_limits_at_once_and_in_a_day(kiosk):
    limited(kiosk, purchase=PayLimit(once=Money(5000), day=Money(6000)))
    assert kiosk.refuse(card.BuyByCard(kiosk.request(), Money(999))) == Code.BELOW_CARD_LIMIT
    assert kiosk.refuse(card.BuyByCard(kiosk.request(), Money(5001))) == Code.ABOVE_CARD_LIMIT
    bought(kiosk, 5000)
    assert kiosk.refuse(card.BuyByCard(kiosk.request(), Money(1001))) == Code.ABOVE_CARD_LIMIT
    ask(kiosk, 1000)
    kiosk.do(card.CancelCard(kiosk.request()))
    tomorrow = WALL_MS + 86_400_000
    kiosk.do(card.BuyByCard(kiosk.request(), Money(5000)), wall_ms=tomorrow)


def test_r_mon_2_a_purchase_keeps_the_balance_within_its_limit(kiosk):
    kiosk.terms = msgspec.structs.replace(kiosk.terms, limits=CashLimits(balance=Money(3000)))
    bought(kiosk, 2000)
    assert kiosk.refuse(card.BuyByCard(kiosk.request(), Money(1001))) == Code.ABOVE_CARD_LIMIT
    ask(kiosk, 1000)


def test_without_a_terminal_that_is_ready_no_card_is_taken(kiosk, bench):
    kiosk.do(cash.DeviceReported(CARDS, "absent"))
    assert kiosk.refuse(card.BuyByCard(kiosk.request(), Money(2000))) == Code.CARDS_NOT_TAKEN
    bench.terms = msgspec.structs.replace(bench.terms, cards=None)
    assert bench.refuse(card.BuyByCard(bench.request(), Money(2000))) == Code.CARDS_NOT_TAKEN


def test_a_table_that_takes_no_money_takes_no_card(kiosk):
    assert kiosk.refuse(card.BuyByCard(kiosk.request(), Money(2000)), taking=False) == Code.PAUSED


# -- the player wants out -----------------------------------------------------------------------------------------


def test_before_the_terminal_knows_a_payment_is_simply_dropped(kiosk):
    assert kiosk.refuse(card.CancelCard(kiosk.request())) == Code.NO_CARD_PAYMENT
    ask(kiosk, 2000)
    (dropped,) = kiosk.do(card.CancelCard(kiosk.request()))
    assert (dropped.cause, kiosk.kiosk.cards.busy) == ("cancelled", False)


def test_afterwards_the_terminal_is_asked_to_break_off_and_its_word_decides(kiosk):
    sent(kiosk, 2000)
    asked = card.CancelCard(kiosk.request())
    assert kiosk.do(asked) == [card.CardCancelling(asked.request, FIRST)]
    assert wanted(kiosk)[0].cancel
    assert kiosk.refuse(asked) == Code.ALREADY_DONE
    assert kiosk.refuse(card.CancelCard(kiosk.request())) == Code.ALREADY_SO
    kiosk.do(card.CardTaken(CARDS, FIRST, receipt(2000)))
    assert kiosk.kiosk.balance == 2000


# -- doubt (reliability §2, "card purchase timeout", "card refund timeout") ---------------------------------------


def test_an_unknown_outcome_is_asked_for_and_then_credited(kiosk):
    sent(kiosk, 2000)
    assert kiosk.do(card.CardInDoubt(CARDS, FIRST, "absent")) == [card.CardUnknown(FIRST, "absent")]
    assert kiosk.refuse(card.CardInDoubt(CARDS, FIRST, "absent")) == Code.ALREADY_SO
    assert wanted(kiosk) == [card.RunCard(CARDS, FIRST, "purchase", Money(2000), EURO, "unknown", MARK)]
    kiosk.do(card.CardTaken(CARDS, FIRST, receipt(2000)), wall_ms=WALL_MS + LATE_MS)
    assert kiosk.kiosk.balance == 2000


def test_a_purchase_that_turns_up_late_goes_back_to_its_card(kiosk):
    sent(kiosk, 2000)
    kiosk.do(card.CardInDoubt(CARDS, FIRST, "absent"))
    late = WALL_MS + LATE_MS + 1
    assert kiosk.do(card.CardTaken(CARDS, FIRST, receipt(2000)), wall_ms=late) == [
        card.CardUndoing(FIRST, receipt(2000), "late")
    ]
    assert wanted(kiosk) == [card.UndoCard(CARDS, FIRST, receipt(2000))]
    assert kiosk.refuse(card.CardReversed(CARDS, FIRST, 9)) == Code.WRONG_VOUCHER_STATE
    (dropped,) = kiosk.do(card.CardReversed(CARDS, FIRST, 8))
    assert (dropped.cause, kiosk.kiosk.balance) == ("reversed", 0)


@pytest.mark.parametrize(
    ("taken", "why"), [(receipt(2100), "amount"), (receipt(1900), "amount"), (receipt(2000, currency=348), "currency")]
)
def test_a_purchase_of_something_else_is_reversed_and_never_credited(kiosk, taken, why):
    sent(kiosk, 2000)
    assert kiosk.do(card.CardTaken(CARDS, FIRST, taken)) == [card.CardUndoing(FIRST, taken, why)]
    assert kiosk.refuse(card.CardRefused(CARDS, FIRST, "declined")) == Code.WRONG_VOUCHER_STATE
    kiosk.do(card.CardReversed(CARDS, FIRST, 8))
    assert kiosk.kiosk.balance == 0


def test_what_cannot_be_reversed_waits_for_an_attendant(kiosk):
    sent(kiosk, 2000)
    kiosk.do(card.CardTaken(CARDS, FIRST, receipt(2100)))
    kiosk.do(card.CardInDoubt(CARDS, FIRST, "fault", stuck=True))
    assert wanted(kiosk) == []
    assert kiosk.refuse(card.ResolveCard(FIRST, False, "", "why")) == Code.NOT_ALLOWED
    assert kiosk.refuse(card.ResolveCard(FIRST, False, "eve", " ")) == Code.REASON_NEEDED
    (dropped,) = kiosk.do(card.ResolveCard(FIRST, False, "eve", "reversed by hand"))
    assert (dropped.cause, dropped.by, kiosk.kiosk.balance) == ("attendant", "eve", 0)


@pytest.mark.parametrize(("taken", "balance"), [(True, 2000), (False, 0)])
def test_an_attendant_ends_a_doubt_by_the_terminals_paper(kiosk, taken, balance):
    sent(kiosk, 2000)
    assert kiosk.refuse(card.ResolveCard(FIRST, taken, "eve", "saw the slip")) == Code.WRONG_VOUCHER_STATE
    kiosk.do(card.CardInDoubt(CARDS, FIRST, "fault", stuck=True))
    kiosk.do(card.ResolveCard(FIRST, taken, "eve", "saw the slip"))
    assert kiosk.kiosk.balance == balance
    assert kiosk.refuse(card.CardTaken(CARDS, FIRST, receipt(2000))) == Code.ALREADY_DONE


def test_a_payment_the_terminal_never_heard_of_may_be_taken_back_and_not_credited(kiosk):
    ask(kiosk, 2000)
    assert kiosk.refuse(card.ResolveCard(FIRST, True, "eve", "why")) == Code.WRONG_VOUCHER_STATE
    kiosk.do(card.ResolveCard(FIRST, False, "eve", "the terminal is broken"))
    assert not kiosk.kiosk.cards.busy


def test_a_stuck_payment_still_believes_its_terminal(kiosk):
    sent(kiosk, 2000)
    kiosk.do(card.CardInDoubt(CARDS, FIRST, "fault", stuck=True))
    assert kiosk.refuse(card.CardInDoubt(CARDS, FIRST, "fault", stuck=True)) == Code.ALREADY_SO
    kiosk.do(card.CardTaken(CARDS, FIRST, receipt(2000)))
    assert kiosk.kiosk.balance == 2000


# -- a refund -----------------------------------------------------------------------------------------------------


def test_a_refund_leaves_the_balance_first_and_is_paid_once(kiosk):
    bought(kiosk, 5000)
    (reserved,), payment = refund(kiosk, 3000)
    assert (reserved.kind, reserved.balance, payment) == ("refund", 2000, SECOND)
    kiosk.do(card.CardSending(CARDS, SECOND, MARK))
    assert kiosk.do(card.CardTaken(CARDS, SECOND, receipt(3000, 6, 9))) == [
        card.CardRefundPaid(SECOND, Money(3000), receipt(3000, 6, 9))
    ]
    assert (kiosk.kiosk.balance, kiosk.kiosk.cards.batch) == (2000, BatchTotals(2, Money(2000)))
    assert kiosk.kiosk.paid.card == kiosk.kiosk.paid.total == 3000


def test_a_refund_that_fails_is_balance_again(kiosk):
    bought(kiosk, 5000)
    refund(kiosk, 3000)
    kiosk.do(card.CardSending(CARDS, SECOND, MARK))
    (dropped,) = kiosk.do(card.CardRefused(CARDS, SECOND, "cancelled", 0x6C))
    assert (dropped.balance, kiosk.kiosk.balance) == (5000, 5000)


def test_a_refund_of_something_else_is_an_attendants_affair(kiosk):
    bought(kiosk, 5000)
    refund(kiosk, 3000)
    kiosk.do(card.CardSending(CARDS, SECOND, MARK))
    assert kiosk.do(card.CardTaken(CARDS, SECOND, receipt(3100, 6, 9))) == [
        card.CardUnknown(SECOND, "fault", stuck=True)
    ]
    assert kiosk.refuse(card.CardTaken(CARDS, SECOND, receipt(3100, 6, 9))) == Code.ALREADY_SO
    kiosk.do(card.ResolveCard(SECOND, True, "eve", "the slip says thirty"))
    assert kiosk.kiosk.balance == 2000


def test_cards_get_back_no_more_than_cards_have_brought(kiosk):
    kiosk.insert(5000)
    assert kiosk.refuse(cash.CashOut(kiosk.request(), Money(1000), way="card")) == Code.ABOVE_CARD_LIMIT
    bought(kiosk, 2000)
    assert kiosk.refuse(cash.CashOut(kiosk.request(), Money(2001), way="card")) == Code.ABOVE_CARD_LIMIT
    card_out(kiosk, 2000)


def test_refunds_have_limits_too(kiosk):
    limited(kiosk, refund=PayLimit(once=Money(3000), day=Money(4000)))
    bought(kiosk, 9000)
    assert kiosk.refuse(cash.CashOut(kiosk.request(), Money(3001), way="card")) == Code.ABOVE_CARD_LIMIT
    refund(kiosk, 3000)
    kiosk.do(card.CardSending(CARDS, SECOND, MARK))
    kiosk.do(card.CardTaken(CARDS, SECOND, receipt(3000, 6, 9)))
    assert kiosk.refuse(cash.CashOut(kiosk.request(), Money(1001), way="card")) == Code.ABOVE_CARD_LIMIT


# -- the end of the terminal's day --------------------------------------------------------------------------------


def settled(kiosk, totals, settlement=1):
    kiosk.do(card.SettleCards("eve"))
    kiosk.do(card.BatchSending(CARDS, SettlementId(settlement), totals))
    (event,) = kiosk.do(card.BatchClosed(CARDS, SettlementId(settlement), totals))
    return event


def test_a_day_that_agrees_goes_to_the_house(kiosk):
    bought(kiosk, 5000)
    event = settled(kiosk, BatchTotals(1, Money(5000)))
    assert (event.settled, event.difference) == (5000, 0)
    assert kiosk.kiosk.cards.batch == BatchTotals()
    assert kiosk.refuse(card.ResolveCardDifference("eve", "why")) == Code.NO_CARD_DIFFERENCE


@pytest.mark.parametrize(("found", "over", "short"), [(5500, 500, 0), (4200, 0, 800), (0, 0, 5000)])
def test_a_difference_stays_open_until_somebody_explains_it(kiosk, found, over, short):
    bought(kiosk, 5000)
    event = settled(kiosk, BatchTotals(1, Money(found)))
    assert (event.settled, event.difference) == (min(found, 5000), found - 5000)
    assert kiosk.refuse(card.ResolveCardDifference("eve", "")) == Code.REASON_NEEDED
    assert kiosk.do(card.ResolveCardDifference("eve", "the bank says so")) == [
        card.CardDifferenceResolved("eve", "the bank says so", Money(over), Money(short))
    ]


def test_while_a_day_ends_nothing_else_is_asked_of_the_terminal(kiosk):
    bought(kiosk, 5000)
    kiosk.do(card.SettleCards("eve"))
    first = SettlementId(1)
    assert wanted(kiosk) == [card.CloseBatch(CARDS, first, sent=False)]
    assert kiosk.refuse(card.BuyByCard(kiosk.request(), Money(2000))) == Code.CARD_RUNNING
    early = card.BatchClosed(CARDS, first, BatchTotals(1, Money(5000)))
    assert kiosk.refuse(early) == Code.COUNTER_OUT_OF_ORDER
    assert kiosk.refuse(card.BatchSending(DeviceId("other"), first, BatchTotals())) == Code.NO_SUCH_DEVICE
    kiosk.do(card.BatchSending(CARDS, first, BatchTotals(1, Money(5000))))
    assert kiosk.refuse(card.BatchSending(CARDS, first, BatchTotals())) == Code.ALREADY_SO
    assert wanted(kiosk) == [card.CloseBatch(CARDS, first, True, BatchTotals(1, Money(5000)))]
    kiosk.do(card.BatchRefused(CARDS, first, 0xA3))
    assert kiosk.refuse(card.BatchRefused(CARDS, first, 0xA3)) == Code.ALREADY_DONE
    assert kiosk.kiosk.cards.batch.amount == 5000


def test_somebody_has_to_order_a_settlement(kiosk):
    assert kiosk.refuse(card.SettleCards("")) == Code.NOT_ALLOWED
    assert kiosk.refuse(card.BatchSending(CARDS, SettlementId(1), BatchTotals())) == Code.NO_CARD_PAYMENT


# -- what may never happen, broken on purpose --------------------------------------------------------------------


def reserved(payment=FIRST, amount=2000, kind="purchase", balance=0):
    asked = RequestId(f"{payment:032x}")
    return card.CardReserved(asked, payment, kind, CARDS, Money(amount), Money(balance), EURO, 1, WALL_MS)


def purchased(amount=2000, balance=2000, payment=FIRST):
    return card.CardPurchased(payment, Money(amount), Money(balance), receipt(amount))


SENT = card.CardSent(FIRST, MARK)
CLOSING = card.BatchReserved(SettlementId(1), CARDS, "eve", BatchTotals())


@pytest.mark.parametrize(
    ("events", "name"),
    [
        ((reserved(), reserved(SECOND)), "one-card-payment-at-a-time"),
        ((reserved(SECOND),), "card-payment-once"),
        ((reserved(amount=0),), "card-payment-once"),
        ((SENT,), "card-payment-runs"),
        ((reserved(), SENT, SENT), "card-payment-on-its-path"),
        ((reserved(), card.CardUnknown(FIRST, "absent")), "card-payment-on-its-path"),
        ((reserved(), card.CardUndoing(FIRST, receipt(1), "amount")), "card-payment-on-its-path"),
        ((reserved(), purchased()), "credited-after-leave"),
        ((reserved(), SENT, purchased(2100, 2100)), "card-payment-keeps-its-amount"),
        ((reserved(), SENT, card.CardRefundPaid(FIRST, Money(2000))), "card-payment-keeps-its-amount"),
        ((reserved(), SENT, purchased(balance=2001)), "balance-as-told"),
        ((reserved(), SENT, purchased(), purchased()), "card-payment-runs"),
        ((reserved(), SENT, card.CardUndoing(FIRST, receipt(1), "amount"), purchased()), "credited-after-leave"),
        ((CLOSING, reserved()), "one-card-payment-at-a-time"),
        ((CLOSING, CLOSING), "one-card-payment-at-a-time"),
        ((msgspec.structs.replace(CLOSING, settlement=SettlementId(2)),), "settled-once"),
        ((msgspec.structs.replace(CLOSING, expected=BatchTotals(1, Money(5))),), "settled-once"),
        ((card.BatchSent(SettlementId(1), BatchTotals()),), "settlement-runs"),
        (
            (CLOSING, card.CardsSettled(SettlementId(1), "eve", BatchTotals(), BatchTotals(), Money(0), Money(0))),
            "settlement-adds-up",
        ),
        ((card.CardDifferenceResolved("eve", "why", Money(1), Money(0)),), "difference-resolved-whole"),
    ],
)
def test_a_payment_by_card_out_of_order_is_a_breach(kiosk, events, name):
    *before, impossible = events
    for event in before:
        evolve(kiosk.kiosk, event)
    with pytest.raises(InvariantBreach) as caught:
        evolve(kiosk.kiosk, impossible)
    assert caught.value.name == name


def test_a_refund_beyond_what_cards_have_brought_is_a_breach(kiosk):
    kiosk.insert(2000)
    refunding = reserved(kind="refund", balance=0)
    for event in (refunding, SENT):
        evolve(kiosk.kiosk, event)
    with pytest.raises(InvariantBreach, match="cards-not-below-zero"):
        evolve(kiosk.kiosk, card.CardRefundPaid(FIRST, Money(2000)))


# -- at the edges -------------------------------------------------------------------------------------------------


def test_a_refund_needs_a_terminal_that_stands_ready(kiosk):
    bought(kiosk, 5000)
    kiosk.do(cash.DeviceReported(CARDS, "absent"))
    number, request = kiosk.number(), kiosk.request()
    assert kiosk.refuse(cash.CashOut(request, Money(1000), number, way="card")) == Code.CARDS_NOT_TAKEN


def test_nobody_speaks_of_a_payment_or_a_settlement_that_does_not_run(kiosk):
    for command in (
        card.CardInDoubt(CARDS, FIRST, "fault"),
        card.ResolveCard(FIRST, True, "Anna", "read the slip"),
        card.BatchSending(CARDS, SettlementId(1), BatchTotals()),
        card.BatchClosed(CARDS, SettlementId(1), BatchTotals()),
        card.BatchRefused(CARDS, SettlementId(1), 5),
    ):
        assert kiosk.refuse(command) == Code.NO_CARD_PAYMENT


def test_what_the_bank_owes_holds_what_a_card_is_being_asked_for(kiosk):
    def desk():
        return kiosk.kiosk.cards

    assert (desk().waiting, desk().clearing) == (0, 0)
    sent(kiosk, 2000)
    assert (desk().waiting, desk().clearing) == (2000, 2000)
    kiosk.do(card.CardTaken(CARDS, FIRST, receipt(2000)))
    assert (desk().waiting, desk().clearing) == (0, 2000)
    refund(kiosk, 1500)
    assert (desk().waiting, desk().clearing) == (1500, 2000)


def test_what_the_terminal_has_not_begun_is_in_no_doubt(kiosk):
    ask(kiosk, 2000)
    assert kiosk.refuse(card.CardInDoubt(CARDS, FIRST, "absent")) == Code.WRONG_VOUCHER_STATE


@pytest.mark.parametrize(("least", "told"), [(0, 1), (1, 1), (2, 2)])
def test_the_smallest_payment_is_what_the_profile_says_and_a_cent_at_least(kiosk, least, told):
    kiosk.terms = msgspec.structs.replace(kiosk.terms, cards=CardTerms(CARDS, EURO, Money(least)))
    answer = decide(kiosk.kiosk, card.BuyByCard(kiosk.request(), Money(told - 1)), kiosk.terms, WALL_MS)
    assert answer == Refusal(Code.BELOW_CARD_LIMIT, {"least": told})
    assert ask(kiosk, told)


def test_a_payment_that_was_dropped_without_the_terminals_word_bears_no_result(kiosk):
    ask(kiosk, 2000)
    (dropped,) = kiosk.do(card.CancelCard(kiosk.request()))
    assert (dropped.cause, dropped.code) == ("cancelled", 0)
