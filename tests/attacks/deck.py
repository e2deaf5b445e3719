"""Attacks on the deck: guessing it, choosing it, exchanging a card of it."""

from typing import Final

from tests.attacks.attack import Attack, weak

_MIXING: Final = "tests/table/test_mixing.py"
_GUESSES: Final = "tests/shuffle/test_attack.py"

DECK_ATTACKS: Final = (
    Attack(
        "clock-of-1999",
        "a player",
        "the whole deck",
        "source, clock and five cards: every seed that the clock allows is tried",
        "256 bits of the kernel for every hand",
        ("controller/app/entropy.py",),
        ("RNG-1", "RNG-5", "R-RNG-2", "PlanetPoker, 1999"),
        (f"{_GUESSES}::test_rng_5_a_seed_of_the_kernel_gives_nothing_away",),
        (
            weak(
                "the seed is the time of day",
                "controller.app.entropy",
                "return os.urandom(count)",
                "return (61_234_567).to_bytes(count)",
                says="assert not found.size",
            ),
        ),
    ),
    Attack(
        "rounds-that-follow",
        "a player",
        "the next deck",
        "reading the state of the generator off earlier hands",
        "nothing is kept from one hand to the next",
        ("controller/app/entropy.py",),
        ("RNG-1", "R-RNG-4", "R-RNG-5", "Slot machines, 2009 to 2017"),
        (
            f"{_GUESSES}::test_rng_5_a_seed_of_the_kernel_gives_nothing_away",
            "tests/app/test_decks_are_fixed.py::test_r_rng_5_a_restart_plays_the_sealed_deck_on_and_the_next_one_is_fresh",
        ),
        (
            weak(
                "what was drawn before is drawn again",
                "controller.app.entropy",
                "return os.urandom(count)",
                "return bytes(os.urandom(count) and count)",
                says="assert not found.size",
            ),
        ),
    ),
    Attack(
        "uneven-shuffle",
        "a player",
        "the odds",
        "knowing which orders come more often",
        "rejection instead of remainders, Fisher-Yates",
        ("controller/shuffle/draw.py",),
        ("RNG-2", "RNG-3", "PlanetPoker, 1999"),
        (
            "tests/shuffle/test_draws.py::test_over_all_bytes_each_number_below_the_bound_is_drawn_equally_often",
            "tests/shuffle/test_draws.py::test_fisher_yates_reaches_every_order_exactly_once",
        ),
        (
            weak(
                "a remainder of every byte",
                "controller.shuffle.draw",
                "return byte % bound if byte < BYTE_VALUES - BYTE_VALUES % bound else None",
                "return byte % bound",
                says="assert drawn == dict.fromkeys(range(bound)",
            ),
            weak(
                "no card stays where it lay",
                "controller.shuffle.draw",
                "chosen = stream.below(last + 1)",
                "chosen = stream.below(last)",
                says="Counter({",
            ),
        ),
    ),
    Attack(
        "house-draws-again",
        "the operator's own program",
        "the deck",
        "seeing the screens' numbers or the cut first, and drawing another seed",
        "one seed a hand, bound before the cut is made and a number is shown",
        ("controller/table/dealing.py", "controller/table/mixing.py"),
        ("RNG-6", "R-RNG-10"),
        (
            f"{_MIXING}::test_the_house_cannot_draw_again_whatever_it_has_seen",
            f"{_MIXING}::test_everybody_is_bound_before_the_deck_is_cut_and_cut_before_a_number_is_shown",
        ),
        (
            weak(
                "a house may bind itself again",
                "controller.table.dealing",
                "if table.due_hand != command.hand or table.shuffle is not None or table.asked is not None:",
                "if table.due_hand != command.hand or table.asked is not None:",
                says="OpenShuffle(hand=1, seed=b'cccc",
            ),
            weak(
                "a number may be shown before the deck is cut",
                "controller.table.mixing",
                'or shuffle.hand != command.hand or shuffle.stage != "numbers":',
                "or shuffle.hand != command.hand:",
                says="RevealEntropy(seat=1, hand=1",
            ),
        ),
    ),
    Attack(
        "numbers-for-show",
        "the operator's own program",
        "the deck",
        "asking screens and players for their part, and leaving it out of the deck",
        "what went in is under the root, and the deck follows from it",
        ("controller/table/mixing.py", "controller/shuffle/inputs.py", "controller/shuffle/prepare.py"),
        ("RNG-6", "R-RNG-10"),
        (f"{_MIXING}::test_the_deck_is_made_of_the_seed_the_numbers_and_the_cut",),
        (
            weak(
                "a deck of the seed alone",
                "controller.table.mixing",
                "return cards.mixed_in(numbers, cards.cut_of(shuffle.cutter, shuffle.cut))",
                "return cards.mixed_in({}) if numbers else cards.mixed_in(numbers)",
                says="(47, 48, 37, 7, 31, 15, ...) == ",
            ),
            weak(
                "the same deck wherever it is cut",
                "controller.shuffle.inputs",
                'return bytes([seat, place]) if place else b""',
                "return bytes([seat, place])[:0]",
                says="assert len(committed.leaves) == 52 + 3 + 1",
            ),
        ),
    ),
    Attack(
        "number-of-choice",
        "a hostile screen",
        "the deck",
        "another number than it was bound to, one of an earlier hand, or of another seat",
        "a number counts only if it is the one that its seat was bound to; no second try",
        ("controller/table/mixing.py",),
        ("RNG-6", "R-RNG-10"),
        (
            f"{_MIXING}::test_a_wrong_number_is_left_out_for_good",
            f"{_MIXING}::test_a_number_of_an_earlier_hand_or_another_seat_is_wrong",
            f"{_MIXING}::test_a_silent_screen_is_left_out_and_named_when_its_time_is_over",
        ),
        (
            weak(
                "any number will do",
                "controller.table.mixing",
                "if shown != share.commitment or not er.is_entropy(command.entropy):",
                "if not shown or not er.is_entropy(command.entropy):",
                says="EntropyRevealed(seat=1",
            ),
            weak(
                "who is silent is not named",
                "controller.table.mixing",
                "silent = (share.seat for share in shuffle.shares if share.is_open)",
                "silent = (share.seat for share in shuffle.shares if share.is_open and not share.commitment)",
                says="assert left_out == [er.EntropyLeftOut(",
            ),
        ),
    ),
    Attack(
        "number-asked-too-soon",
        "the operator's own program",
        "a screen's number before the house is bound",
        "a shuffle that names an invented commitment, or asks twice",
        "a screen shows a number only in a shuffle that names its very commitment, and never twice",
        ("controller/wire/contributor.py",),
        ("RNG-6", "R-RNG-10"),
        ("tests/wire/test_contributor.py::test_it_shows_nothing_in_a_shuffle_that_names_another_commitment",),
        (
            weak(
                "a screen shows whatever it has",
                "controller.wire.contributor",
                'entropy = self._numbers.pop(bound, b"")',
                "entropy = self._numbers.popitem()[1] if bound else bound",
                says="isinstance(RevealEntropy(",
            ),
        ),
    ),
    Attack(
        "exchanged-card",
        "the operator's own program",
        "a card that is dealt",
        "another card than the one that the root had bound the house to",
        "salted commitments under one root; a proof holds for one card at one place",
        ("controller/shuffle/commit.py", "controller/shuffle/receipt.py", "controller/shuffle/audit.py"),
        ("RNG-6", "R-RNG-8", "R-RNG-12"),
        (
            "tests/shuffle/test_commitments.py::test_an_opening_with_anything_changed_proves_nothing",
            "tests/shuffle/test_receipts.py::test_a_receipt_with_another_number_or_cut_than_went_in_proves_nothing",
            "tests/shuffle/test_audit.py::test_each_change_is_found_and_named",
        ),
        (
            weak(
                "a proof of the right length proves anything",
                "controller.shuffle.commit",
                "return not path and node == root",
                "return not path and len(node) == len(root)",
                says="where True = check_card(",
            ),
            weak(
                "what went into a deck is not looked at",
                "controller.shuffle.receipt",
                "return not path and known == {0: receipt.root}",
                "return not path and bool(known)",
                says="where True = is_proved(",
            ),
            weak(
                "an auditor believes the deck",
                "controller.shuffle.audit",
                "    if expected.deck != record.deck:\n",
                "    if sorted(expected.deck) != sorted(record.deck):\n",
                says="assert any(finding in each for each in findings)",
            ),
        ),
    ),
    Attack(
        "deck-of-the-tests",
        "the operator's own program",
        "the deck",
        "a prepared deck at a table whose tickets have value",
        "a profile cannot have both; a prepared deck says so for ever",
        ("controller/table/profile_check.py", "controller/table/dealing.py"),
        ("R-RNG-11",),
        ("tests/attacks/test_looking_in.py::test_r_rng_11_no_deck_is_prepared_where_tickets_have_value",),
        (
            weak(
                "prepared decks are for everybody",
                "controller.table.profile_check",
                '"test_decks": profile.test_decks and not profile.no_value,',
                '"test_decks": not profile.table,',
                says="a table of value may be handed its decks",
            ),
            weak(
                "a deck may be handed to any table",
                "controller.table.dealing",
                "if command.test_deck and not profile.test_decks:",
                "if command.test_deck and not profile.table:",
                says="a deck was handed to a table of value",
            ),
        ),
    ),
)
