"""The money code, module by module, and the tests of its own that must cover and guard it (reliability TST-3)."""

from pathlib import Path
from typing import Final

import msgspec

ROOT: Final = Path(__file__).parents[2]


class Target(msgspec.Struct, frozen=True):
    """A module of the money code, and its tests."""

    module: str
    tests: tuple[str, ...]


_KIOSK_TESTS: Final = (
    "tests/cashier/test_kiosk_notes.py",
    "tests/cashier/test_kiosk_tickets.py",
    "tests/cashier/test_kiosk_claims.py",
    "tests/cashier/test_kiosk_edges.py",
    "tests/cashier/test_tickets_in.py",
    "tests/cashier/test_wrong_numbers.py",
    "tests/cashier/test_tickets_by_their_ends.py",
    "tests/cashier/test_coins_out.py",
    "tests/cashier/test_hand_pays.py",
    "tests/cashier/test_pay_outs_in_order.py",
)

_NOTES_TESTS: Final = (*_KIOSK_TESTS, "tests/cashier/test_notes_out.py")

_SHUFFLE_TESTS: Final = (
    "tests/shuffle/test_known_answers.py",
    "tests/shuffle/test_draws.py",
    "tests/shuffle/test_commitments.py",
    "tests/shuffle/test_audit.py",
)

TARGETS: Final[tuple[Target, ...]] = (
    Target("controller.vocab.chips", ("tests/hand/test_chip_mover.py",)),
    Target("cashier.vouchers", ("tests/cashier/test_voucher_rules.py", "tests/cashier/test_voucher_numbers.py")),
    Target("cashier.claims", ("tests/cashier/test_claim_codes.py",)),
    Target("cashier.accounts", ("tests/cashier/test_ledger_edges.py", "tests/cashier/test_ledger_rules.py")),
    Target(
        "cashier.ledger",
        (
            "tests/cashier/test_ledger_rules.py",
            "tests/cashier/test_ledger_edges.py",
            "tests/cashier/test_ledger_against_a_model.py",
        ),
    ),
    *(
        Target(f"cashier.kiosk.{name}", _KIOSK_TESTS)
        for name in ("rules", "redeeming", "paying", "state", "folding", "folding_payouts", "request")
    ),
    Target("cashier.kiosk.paying_by_card", ("tests/cashier/test_kiosk_cards.py",)),
    Target("cashier.kiosk.cashing_out", (*_NOTES_TESTS, "tests/cashier/test_kiosk_cards.py")),
    Target("cashier.kiosk.wants", _NOTES_TESTS),
    *(
        Target(f"cashier.kiosk.{name}", ("tests/cashier/test_notes_out.py",))
        for name in ("paying_notes", "folding_notes")
    ),
    Target("cashier.note_records", ("tests/cashier/test_notes_out.py",)),
    Target("cashier.tickets", ("tests/cashier/test_tickets_in.py", "tests/app/test_ticket_proof.py")),
    Target("cashier.terms", _KIOSK_TESTS),
    Target("controller.hand.settle", ("tests/hand/test_settlement_edges.py", "tests/hand/test_settlement.py")),
    Target("controller.accounting.transfers", ("tests/accounting/test_transfers.py",)),
    Target("controller.accounting.jumps", ("tests/accounting/test_jumps.py",)),
    Target("controller.hand.voiding", ("tests/hand/test_voiding.py",)),
    *(Target(f"controller.shuffle.{name}", _SHUFFLE_TESTS) for name in ("draw", "commit", "prepare", "audit")),
    Target("controller.shuffle.inputs", (*_SHUFFLE_TESTS, "tests/shuffle/test_receipts.py")),
    Target("controller.vocab.digests", _SHUFFLE_TESTS),
)
"""Ledger, vouchers and claims, the kiosk's rules, the chips mover, pots and rake, transfers, and the shuffle."""
