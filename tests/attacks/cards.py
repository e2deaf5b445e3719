"""Attacks on what is hidden: other players' cards."""

from typing import Final

from tests.attacks.attack import Attack, Patch, Weakness, weak

_CANARIES: Final = "tests/app/test_canaries.py"
_PRIVACY: Final = "tests/wire/test_privacy.py"
_MEMORY: Final = "tests/attacks/test_memory_of_a_program.py"

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
            f"{_PRIVACY}::test_cards_that_a_viewer_may_not_see_leave_no_trace_in_his_bytes[viewer0]",
            f"{_PRIVACY}::test_cards_that_a_viewer_may_not_see_leave_no_trace_in_his_bytes[viewer4]",
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
