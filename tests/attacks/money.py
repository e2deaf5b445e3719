"""Attacks on money: tickets, notes, claims, requests, and the clock by which tickets expire."""

from typing import Final

from tests.attacks.attack import Attack, Patch, Weakness, weak

_TICKETS: Final = "tests/cashier/test_tickets_in.py"
_WRONG: Final = "tests/cashier/test_wrong_numbers.py"
_NOTES: Final = "tests/cashier/test_kiosk_notes.py"
_CLAIMS: Final = "tests/cashier/test_kiosk_claims.py"
_MONEY: Final = "tests/attacks/test_money_twice.py"

MONEY_ATTACKS: Final = (
    Attack(
        "guessed-number",
        "a player",
        "the money of tickets that others hold",
        "typing numbers, or codes of claims, until one is good",
        "16 random digits; after three wrong numbers everybody waits, ten lock the day",
        ("cashier/kiosk/redeeming.py", "cashier/vouchers.py"),
        ("LED-9",),
        (
            f"{_WRONG}::test_three_wrong_numbers_make_everybody_wait_and_each_further_one_twice_as_long",
            f"{_WRONG}::test_after_ten_nobody_may_try_before_the_next_gaming_day",
            f"{_WRONG}::test_led_9_a_year_of_guessing_finds_a_ticket_with_odds_below_one_in_a_billion",
        ),
        (
            weak(
                "wrong numbers cost nothing",
                "cashier.kiosk.redeeming",
                "    if tries < FREE_TRIES:\n",
                "    if tries < FREE_TRIES << 8:\n",
                says="assert waits == [wait * 1000 for wait in seconds]",
            ),
            weak(
                "nobody asks how many were wrong",
                "cashier.kiosk.redeeming",
                "if tries.day == request.day and request.wall_ms < tries.until:",
                "if tries.day == request.day and tries.until < 0:",
                says="tries=11",
            ),
        ),
    ),
    Attack(
        "changed-digits",
        "a player",
        "a ticket's amount",
        "a forged barcode, a mutated digit, another amount in the code",
        "check digits; the books say what a ticket is worth, and its face is signed",
        ("cashier/ticket_number.py", "cashier/tickets.py", "controller/app/ticket_proof.py"),
        ("LED-9", "R-TIC-2"),
        (
            f"{_TICKETS}::test_a_slip_of_the_finger_is_told_apart_from_a_number_nobody_gave_out",
            f"{_MONEY}::test_led_9_a_ticket_is_worth_what_the_books_say_whatever_its_code_says",
            f"{_MONEY}::test_led_9_a_ticket_with_another_amount_is_not_signed",
        ),
        (
            weak(
                "check digits are not looked at",
                "cashier.ticket_number",
                "and text.isdecimal() and int(text) % CHECK_MODULUS == 1",
                "and text.isdecimal()",
                says="no-such-voucher",
            ),
            weak(
                "the signature covers the number alone",
                "cashier.tickets",
                "return msgspec.msgpack.encode((_CONTEXT, *msgspec.structs.astuple(self)))",
                "return msgspec.msgpack.encode((_CONTEXT, self.number))",
                says="a ticket over another amount passes for signed",
            ),
        ),
    ),
    Attack(
        "ticket-twice",
        "a player",
        "a ticket's money, twice",
        "a copy, the same ticket again, by scanner and by hand, many at once",
        "a number is pending before anything is paid, and paid once; the second try is written down",
        ("cashier/kiosk/redeeming.py", "cashier/vouchers.py"),
        ("LED-10", "R-TIC-3"),
        (
            # The rules of the kiosk alone: behind them stand the states of a voucher and three invariants of the
            # ledger, each of which freezes the table before it pays twice.
            f"{_TICKETS}::test_r_tic_3_a_number_pays_once_and_the_second_try_is_written_down",
            f"{_MONEY}::test_led_10_of_many_who_hold_a_copy_one_is_paid",
        ),
        (
            weak(
                "a ticket that was paid is presented again",
                "cashier.kiosk.redeeming",
                'if voucher.state != "issued":',
                'if voucher.state == "void":',
                says="VoucherPresented(",
            ),
            weak(
                "what was granted is paid as often as it is said",
                "cashier.kiosk.redeeming",
                'if voucher.state != "pending":',
                'if voucher.state == "void":',
                says="VoucherRedeemed(",
            ),
        ),
    ),
    Attack(
        "ticket-of-another-table",
        "a player",
        "this table's money",
        "a ticket that another table has printed",
        "a ticket's code names the table that signed it",
        ("cashier/kiosk/redeeming.py",),
        ("R-TIC-7", "SEC-5"),
        (
            f"{_TICKETS}::test_r_tic_7_a_ticket_of_another_table_is_told_by_its_signed_face",
            "tests/app/test_ticket_proof.py::test_another_table_has_not_signed_it",
        ),
        (
            weak(
                "any table's ticket will do",
                "cashier.kiosk.redeeming",
                'if read.machine not in ("", request.terms.machine):',
                'if read.machine == "another":',
                says="VoucherPresented(",
            ),
            weak(
                "any signature will do",
                "controller.journal.seal",
                "        VerifyKey(signer).verify(statement, signature)\n",
                "        VerifyKey(signer).encode() + statement + signature\n",
                says="assert 0 == 1",
            ),
        ),
    ),
    Attack(
        "number-read-elsewhere",
        "one of the staff",
        "tickets that others hold",
        "the numbers of good tickets, out of journal, exports, lists, or off a screen",
        "numbers on their paper alone; a sealed name in the journal, four digits elsewhere",
        ("controller/wire/redact.py", "controller/journal/ticket_seal.py"),
        ("LED-9", "R-TIC-6"),
        (
            "tests/wire/test_privacy.py::test_led_9_nobody_gets_more_than_the_last_four_digits_of_a_ticket",
            "tests/app/test_canary_tickets.py::test_led_9_the_disk_holds_no_ticket_while_the_table_runs_and_afterwards",
            "tests/app/test_canary_tickets.py::test_led_9_no_export_log_or_report_tells_a_number",
        ),
        (
            weak(
                "staff are told whole numbers",
                "controller.wire.redact",
                'masks = (_FOR_NOBODY if viewer.kind == "staff" else _MASKS).get(type(event))',
                'masks = ({} if viewer.kind == "staff" else _MASKS).get(type(event))',
                says="'123456789012345678' != '5678'",
            ),
            weak(
                "the journal has numbers in clear",
                "controller.journal.ticket_seal",
                '    if not number:\n        return ""\n',
                "    if number:\n        return number\n",
                says="'journal.mirror': ['issued ticket 1'",
            ),
        ),
    ),
    Attack(
        "note-twice",
        "somebody with a plug of his own",
        "money for one note, twice",
        "reports of a validator repeated, skipped, or from before a reset",
        "the validator's own count goes into the transaction that credits",
        ("cashier/kiosk/rules.py", "cashier/kiosk/folding.py"),
        ("R-MON-1", "LED-6"),
        (
            f"{_NOTES}::test_a_repeated_report_changes_nothing",
            f"{_NOTES}::test_a_skipped_count_is_refused",
            f"{_NOTES}::test_lost_events_shut_the_slot_until_an_attendant_has_looked",
        ),
        (
            weak(
                "a report counts as often as it is made",
                "cashier.kiosk.rules",
                "    if counter == counter_after(last, 1):\n        return None\n",
                "    if counter <= counter_after(last, 1):\n        return None\n",
                says="NoteHeld(device='validator', counter=1",
            ),
            weak(
                "nobody misses reports that were lost",
                "cashier.kiosk.rules",
                "    if counter == counter_after(last, 1):\n        return None\n",
                "    if counter >= counter_after(last, 1):\n        return None\n",
                says="NoteCredited(device='validator', counter=6",
            ),
        ),
    ),
    Attack(
        "note-on-a-string",
        "a player",
        "money for a note that goes back",
        "fishing: a note that is drawn back out of escrow once it was read",
        "credit when the note is stacked, never before; a string is fraud, and shuts the slot",
        ("cashier/kiosk/rules.py", "cashier/devices/bill_events.py"),
        ("R-MON-1", "R-TLT-1"),
        (
            f"{_NOTES}::test_a_note_becomes_balance_when_it_is_stacked",
            f"{_NOTES}::test_a_note_given_back_unheard_of_moves_no_money",
            "tests/devices/test_out_of_reach.py::test_a_string_at_a_note_is_fraud",
        ),
        (
            Weakness(
                "a note is money once it is read",
                (
                    Patch(
                        "cashier.kiosk.rules",
                        "    return [*_lost_from_escrow(request.kiosk), held]\n",
                        "    credit = Money(request.kiosk.balance + command.amount)\n"
                        "    return [cash.NoteCredited(command.device, held.counter, command.amount, credit)]\n",
                    ),
                ),
                says="NoteCredited(device='validator', counter=1",
            ),
            weak(
                "a note that goes back is paid for",
                "cashier.kiosk.rules",
                "    return [cash.NoteGivenBack(command.device, command.counter, command.amount)]\n",
                "    credit = Money(request.kiosk.balance + command.amount)\n"
                "    return [cash.NoteCredited(command.device, command.counter, command.amount, credit)]\n",
                says="assert 2000 == 0",
            ),
        ),
    ),
    Attack(
        "claim-of-another",
        "a player",
        "what a seat has left",
        "a code twice, a code of nobody, the claim of another card",
        "a claim opens once, by its code or by the card of its player",
        ("cashier/kiosk/redeeming.py", "cashier/claims.py"),
        ("LED-6", "R-RG-1"),
        (
            f"{_CLAIMS}::test_a_claim_becomes_balance_by_its_code_once",
            f"{_CLAIMS}::test_no_other_code_opens_a_claim",
            f"{_CLAIMS}::test_two_claims_never_share_a_code",
            "tests/players/test_cards.py::test_a_card_collects_its_players_claims_once_and_nobody_elses",
        ),
        (
            weak(
                "a claim that was collected stays open",
                "cashier.kiosk.folding",
                "claim = kiosk.claims.pop(event.claim, None)",
                "claim = kiosk.claims.get(event.claim)",
                says="ClaimCollected(",
            ),
            weak(
                "any code opens the first claim",
                "cashier.kiosk.redeeming",
                "    claim = next((claim for claim",
                "    claim = next(iter(kiosk.claims.values()), None) or next((claim for claim",
                says="ClaimCollected(",
            ),
            weak(
                "two claims may have one code",
                "cashier.claims",
                "    while code in used:\n",
                "    while code in used - {wished}:\n",
                says="{'471108': 900} != {'471108': 4500}",
            ),
        ),
    ),
    Attack(
        "request-twice",
        "a hostile screen",
        "a pay-out, a purchase, twice",
        "the same request of the kiosk once more, also after a restart",
        "a request has a number of its own and is carried out once",
        ("cashier/kiosk/state.py", "cashier/kiosk/paying.py"),
        ("LED-6",),
        (
            f"{_MONEY}::test_led_6_a_purchase_that_is_sent_again_is_made_once",
            "tests/cashier/test_kiosk_tickets.py::test_a_request_is_carried_out_once",
            f"{_CLAIMS}::test_a_purchase_leaves_the_balance_once",
        ),
        (
            weak(
                "requests are forgotten",
                "cashier.kiosk.state",
                "        kiosk.requests.append(request)\n",
                "        kiosk.requests.append(RequestId(request[:-1]))\n",
                says="was charged twice",
            ),
        ),
    ),
    Attack(
        "power-at-the-right-moment",
        "a player",
        "a ticket and its money",
        "the power off between paper and proof, and a ticket torn out",
        "what is in doubt stays in doubt until an attendant has looked, and is never paid meanwhile",
        ("cashier/kiosk/rules.py", "cashier/kiosk/redeeming.py"),
        ("R-TIC-4", "LED-10"),
        (
            f"{_TICKETS}::test_a_ticket_is_not_paid_before_it_is_proven",
            "tests/cashier/test_kiosk_tickets.py::test_a_ticket_in_doubt_is_not_printed_again_and_proves_nothing_by_itself",
            f"{_TICKETS}::test_a_torn_up_ticket_is_worth_nothing_and_its_replacement_is_paid",
        ),
        (
            weak(
                "a ticket is good before its paper is proven",
                "cashier.kiosk.redeeming",
                'if voucher.state != "issued":',
                'if voucher.state not in ("issued", "sent", "unknown", "reserved"):',
                says="VoucherPresented(",
            ),
            Weakness(
                "a late word of the printer makes a ticket in doubt good",
                (
                    Patch(
                        "cashier.kiosk.rules",
                        'return [cash.VoucherIssued(command.number, voucher.amount)] if voucher.state == "sent" else',
                        "return [cash.VoucherIssued(command.number, voucher.amount)] if voucher.state else",
                    ),
                ),
                says="VoucherIssued(",
            ),
        ),
    ),
    Attack(
        "money-out-of-nothing",
        "the operator's own program",
        "a cent more here than there is",
        "a command after which the books and the table do not agree",
        "both sides compared after every event; one unit of difference freezes the table",
        ("controller/machine/audit.py", "controller/accounting/audit.py"),
        ("LED-7", "R-MTR-5"),
        ("tests/app/test_books_lock.py::test_led_7_one_unit_of_difference_locks_the_table_and_shows_both_sides",),
        (
            weak(
                "nobody compares",
                "controller.machine.audit",
                "    accounting.compare(machine.ledger, held(machine))\n",
                "    held(machine)\n",
                says="assert isinstance(frozen, Frozen)",
            ),
        ),
    ),
    Attack(
        "clock-set-back",
        "whoever sets the clock",
        "tickets that have expired, waits for PINs and numbers",
        "setting the system's clock back, while the table runs or before it starts",
        "stamps never go back; a start far behind the last record is refused",
        ("controller/app/steady_clock.py",),
        ("R-TIC-8", "SEC-7"),
        (
            f"{_MONEY}::test_a_clock_set_back_makes_no_ticket_good_and_ends_no_wait",
            "tests/app/test_upkeep.py::test_a_start_far_behind_the_last_record_is_refused_and_a_little_is_borne",
        ),
        (
            weak(
                "stamps follow whatever the clock says",
                "controller.app.steady_clock",
                "self._latest = max(self._latest, now.wall)",
                "self._latest = now.wall",
                says="an expired ticket is good again: VoucherPresented(",
            ),
            weak(
                "a table starts at any time",
                "controller.app.steady_clock",
                "if last_ms is not None and wall_ms < last_ms - TOLERANCE_MS:",
                "if last_ms is not None and wall_ms < 0:",
                says="DID NOT RAISE Problem",
            ),
        ),
    ),
    Attack(
        "limit-by-the-clock",
        "a player",
        "a limit of his own, a day's most",
        "waiting for a clock that goes back, or buying in pieces",
        "periods never go back; what is used counts all pieces",
        ("controller/players/using.py",),
        ("R-RG-2",),
        (
            "tests/players/test_limits.py::test_r_rg_2_a_clock_that_is_set_back_widens_nothing",
            "tests/players/test_limits.py::test_r_rg_2_a_stake_limit_holds_at_the_purchase_and_at_each_top_up",
        ),
        (
            Weakness(
                "a period begins whenever the clock says so",
                (
                    Patch(
                        "controller.players.using",
                        "if known is None or number > known.number:",
                        "if known is None or number != known.number:",
                    ),
                    Patch(
                        "controller.players.state",
                        "return Now(table=now.table, wall=max(now.wall, self.latest))",
                        "return Now(table=now.table, wall=now.wall)",
                    ),
                ),
                says="was accepted",
            ),
            weak(
                "each purchase is looked at alone",
                "controller.players.using",
                "if most is not None and used.staked + amount > most:",
                "if most is not None and amount > most:",
                says="was accepted",
            ),
        ),
    ),
)
