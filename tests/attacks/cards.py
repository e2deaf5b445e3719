"""Attacks on what is hidden: other players' cards, and the deck itself."""

from typing import Final

from tests.attacks.attack import Attack, Patch, Weakness, weak

_CANARIES: Final = "tests/app/test_canaries.py"
_PRIVACY: Final = "tests/wire/test_privacy.py"
_MIXING: Final = "tests/table/test_mixing.py"
_MEMORY: Final = "tests/attacks/test_memory_of_a_program.py"
_GUESSES: Final = "tests/shuffle/test_attack.py"

CARD_ATTACKS: Final = (
    Attack(
        "superuser",
        "one of the staff",
        "other players' cards",
        "an account, a desk or a seat that is told everybody's hole cards",
        "one place decides who sees what; a seat's cards are for that seat, and for no member of staff",
        ("controller/wire/redact.py",),
        ("RNG-7", "R-SEC-4", "SEC-1", "Absolute Poker and UltimateBet, 2003 to 2007"),
        (
            f"{_PRIVACY}::test_a_seat_receives_no_hole_card_but_its_own_before_showdown",
            f"{_PRIVACY}::test_each_audience",
            f"{_CANARIES}::test_sec_1_no_screen_is_told_one_that_is_not_its_own",
        ),
        (
            weak(
                "every seat is told every seat's cards",
                "controller.wire.redact",
                'return viewer.kind == "seat" and event.seat == viewer.seat',
                'return viewer.kind == "seat" and event.seat is not None',
                says="assert {event.seat for event in dealt} ==",
            ),
            weak(
                "staff are told what seats are told",
                "controller.wire.redact",
                'return viewer.kind == "seat" and event.seat == viewer.seat',
                'return viewer.kind == "staff" or event.seat == viewer.seat',
                says="assert {event.seat for event in dealt} ==",
            ),
        ),
    ),
    Attack(
        "snapshot-of-another",
        "a hostile screen",
        "other players' cards",
        "connecting anew in the middle of a hand",
        "a snapshot is the fold of what that very screen was told",
        ("controller/app/views.py", "controller/app/hub.py"),
        ("RNG-7", "R-SEC-4"),
        (
            "tests/attacks/test_looking_in.py::test_sec_1_whoever_connects_is_shown_his_own_cards_alone",
            "tests/app/test_hub.py::test_a_screen_that_comes_back_sees_what_it_would_have_seen",
        ),
        (
            weak(
                "whoever connects is shown the first seat's view",
                "controller.app.hub",
                "view=self.core.views.of(viewer)",
                'view=self.core.views.of(Viewer("seat", 1) if viewer.kind == "seat" else viewer)',
                says="is shown the cards of seats [1]",
            ),
        ),
    ),
    Attack(
        "derived-data",
        "a hostile screen",
        "what others hold",
        "names of hands, odds, anything that follows from hidden cards, read out of the stream",
        "a seat is told what it holds itself, and nobody is told what follows from others' cards",
        ("controller/wire/redact.py", "controller/table/dealing.py"),
        ("RNG-7", "GGPoker, 2023"),
        (
            f"{_PRIVACY}::test_each_audience",
            f"{_PRIVACY}::test_cards_that_a_viewer_may_not_see_leave_no_trace_in_his_bytes",
            "tests/app/test_non_interference.py::test_rng_7_nobody_is_told_anything_that_depends_on_a_hidden_card[holdem-fl]",
        ),
        (
            weak(
                "what each seat holds is named to everybody",
                "controller.wire.redact",
                '    if event.to_kiosk and viewer.kind == "kiosk":\n',
                '    if type(event).__name__ == "HandNamed" or event.to_kiosk and viewer.kind == "kiosk":\n',
                says="for viewer in EVERYONE if visible(event, viewer)) == viewers",
            ),
        ),
    ),
    Attack(
        "length-and-number",
        "somebody on the line",
        "what others hold",
        "counting messages and their bytes",
        "messages filled up to the longest that they could be, and padded; the same number of them for any cards",
        ("controller/wire/messages.py", "controller/wire/channel.py", "controller/journal/seal.py"),
        ("RNG-7", "SEC-1"),
        (
            "tests/wire/test_messages.py::test_rng_7_the_name_of_an_own_hand_leaves_no_message_longer_than_another",
            f"{_CANARIES}::test_sec_1_cards_at_rest_have_one_length_whatever_they_are",
            "tests/app/test_privacy.py::test_what_a_screen_is_told_does_not_depend_on_cards_it_may_not_see",
        ),
        (
            weak(
                "a message is as long as the name of the hand in it",
                "controller.wire.messages",
                "filler=bytes(_missing(message))",
                "filler=bytes(0 * _missing(message))",
                says="assert len({len(encode(message)) for message in messages}) == 1",
            ),
            weak(
                "what is sealed is as long as what it says",
                "controller.journal.seal",
                "padded += bytes(-len(padded) % self._block)",
                "padded += bytes(-len(padded) % bool(self._block))",
                says="assert (len(plain), len(sealed)) == (2, 1)",
            ),
        ),
    ),
    Attack(
        "cards-on-the-disk",
        "a thief of the disk",
        "cards, seeds, decks",
        "reading journal, write-ahead log and mirrors, of a table that runs or is stopped",
        "every private fact sealed under the table key before it is hashed and stored",
        ("controller/journal/seal.py", "controller/journal/codec.py"),
        ("SEC-1", "R-RNG-9"),
        (f"{_CANARIES}::test_sec_1_the_disk_holds_none_of_them_while_the_table_runs_and_afterwards",),
        (
            Weakness(
                "what is sealed stands beside its seal in clear",
                (
                    Patch(
                        "controller.journal.seal",
                        "return bytes(self._box.encrypt(padded, self._nonce(place, padded)))",
                        "return bytes(self._box.encrypt(padded, self._nonce(place, padded))) + padded",
                    ),
                    Patch(
                        "controller.journal.seal",
                        "padded = self._box.decrypt(sealed)",
                        "padded = self._box.decrypt(sealed[: len(sealed) // 2 + SecretBox.NONCE_SIZE - 4])",
                    ),
                ),
                says="assert found_in_files(planted.running, planted.secrets) == {}",
            ),
            Weakness(
                "what a seat is dealt is stored like what everybody knows",
                (
                    Patch(
                        "controller.journal.codec",
                        'return {"seat": self._seals.seat, "sealed": self._seals.sealed}.get(audience)',
                        'return {"sealed": self._seals.sealed}.get(audience)',
                    ),
                    Patch(
                        "controller.journal.codec",
                        "            if seal is None:\n                return None\n            body = seal.open(",
                        "            body = body if seal is None else seal.open(",
                    ),
                ),
                says="assert found_in_files(planted.running, planted.secrets) == {}",
            ),
        ),
    ),
    Attack(
        "mailed-log",
        "one of the staff",
        "hole cards of a hand that is played",
        "exports, logs, lists and recalls, sent to somebody",
        "no export has a hidden card; a recall shows everybody's only when the hand is over, and is written down",
        ("controller/service/recall.py", "controller/app/log_command.py"),
        ("SEC-1", "Absolute Poker and UltimateBet, 2003 to 2007"),
        (
            "tests/attacks/test_looking_in.py::test_sec_1_staff_see_no_card_of_a_hand_that_is_not_over",
            f"{_CANARIES}::test_sec_1_no_export_tells_one_of_them",
        ),
        (
            weak(
                "staff may look into a hand that is played",
                "controller.service.recall",
                "    if hand.ended is None:\n",
                "    if hand.ended is not None and not hand.steps:\n",
                says="staff sees the cards of seats [1, 2, 3] in a hand that is played",
            ),
            weak(
                "a recall shows everybody's cards to everybody",
                "controller.service.recall",
                "_seen(hand.before, (viewer,)), steps=_seen(hand.steps, (viewer,))",
                "_seen(hand.before, (viewer, *VIEWERS)), steps=_seen(hand.steps, (viewer, *VIEWERS))",
                says="the centre sees the cards of seats",
            ),
        ),
    ),
    Attack(
        "memory-of-a-program",
        "a program that was broken into",
        "cards in the memory of the table and of its screens",
        "a core file, a debugger of the same user, the swap on the disk",
        "no core, not dumpable, memory locked; all of it before the first card",
        ("controller/app/own_memory.py", "seats/memory.py"),
        ("SEC-1", "R-RNG-9"),
        (
            f"{_MEMORY}::test_sec_1_a_program_leaves_no_core_file",
            f"{_MEMORY}::test_sec_1_a_program_lets_nobody_look_in",
            f"{_MEMORY}::test_sec_1_what_a_program_holds_is_never_swapped",
        ),
        (
            weak(
                "the table leaves a core when it dies",
                "controller.app.own_memory",
                "resource.setrlimit(resource.RLIMIT_CORE, (0, 0))",
                "resource.getrlimit(resource.RLIMIT_CORE)",
                says="leaves a core file when it dies",
            ),
            weak(
                "a screen may be looked into",
                "seats.memory",
                "prctl(_SET_DUMPABLE, 0, 0, 0, 0)",
                "prctl(_SET_DUMPABLE, 1, 0, 0, 0)",
                says="another program of the same user may look in",
            ),
            weak(
                "what the table comes to hold later may be swapped",
                "controller.app.own_memory",
                "    if ctypes.CDLL(None, use_errno=True).mlockall(_LOCK_ALL):\n",
                "    if not _LOCK_ALL:\n",
                says="may come to lie in swap",
            ),
        ),
    ),
    Attack(
        "shoulder",
        "a player",
        "a neighbour's cards",
        "looking at another's screen",
        "cards are backs until they are held, and fall when play stops; no picture of them is left",
        ("seats/models/local.py", "seats/models/own.py"),
        ("RNG-7",),
        (
            "tests/ui/models/test_peek_and_time.py::test_ui_2_5_cards_are_backs_until_they_are_held",
            "tests/ui/models/test_peek_and_time.py::test_ui_2_5_held_cards_drop_when_the_showdown_begins_or_play_stops",
        ),
        (
            weak(
                "cards lie open as long as they are played",
                "seats.models.own",
                "    if local.peeking and may_peek(view, local.connected):\n        return",
                "    if may_peek(view, local.connected):\n        return",
                says="'peek' != 'back'",
            ),
            weak(
                "cards that are held stay up when play stops",
                "seats.models.local",
                "    if local.peeking and not may_peek(view, local.connected):\n",
                "    if local.peeking and view is None:\n",
                says="assert (local.peeking, model.own.face, model.own.hand) == (False,",
            ),
        ),
    ),
    Attack(
        "proof-of-too-much",
        "a player",
        "folded and undealt cards",
        "the receipt of an own hand, opened further than one's own cards",
        "a salt for each card; a receipt opens what its player saw",
        ("controller/shuffle/receipt.py", "controller/service/receipts.py"),
        ("RNG-7", "R-RNG-9"),
        (
            "tests/shuffle/test_receipts.py::test_a_receipt_holds_the_cards_seen_and_no_nonce_of_another",
            "tests/shuffle/test_commitments.py::test_all_nonces_differ",
            f"{_CANARIES}::test_rng_7_a_receipt_tells_the_own_cards_and_the_board_alone",
        ),
        (
            weak(
                "every receipt opens the whole deck",
                "controller.shuffle.receipt",
                "in sorted(seen.items(), key=lambda item: places[item[0]])",
                "in sorted(dict.fromkeys(places, 0).items(), key=lambda item: places[item[0]])",
                says="assert {(proved.card, proved.holder) for proved in receipt.cards} ==",
            ),
        ),
    ),
)

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
