"""Attacks by files: profiles, recorded hands, receipts, and what is written for others."""

from typing import Final

from tests.attacks.attack import Attack, weak

FILE_ATTACKS: Final = (
    Attack(
        "profile-of-somebody",
        "somebody who brings a file",
        "rules, rake, limits, PINs' cost",
        "a profile that is wrong in any field, or no profile at all",
        "every field judged before a table may run by it; one line, nothing changed",
        ("controller/app/config.py", "controller/table/profile_check.py"),
        ("R-RNG-11",),
        (
            "tests/attacks/test_files_of_others.py::test_a_wrong_profile_is_none",
            "tests/app/test_bad_input.py::test_a_file_that_is_no_profile_is_refused",
        ),
        (
            weak(
                "a profile is not judged",
                "controller.app.config",
                "        if refusal is not None:\n            field = str",
                "        if refusal is not None and not profile.table:\n            field = str",
                says="DID NOT RAISE Problem",
            ),
        ),
    ),
    Attack(
        "hands-of-somebody",
        "somebody who brings a file",
        "the program that reads it",
        "recorded hands, journal records and snapshots out of nothing",
        "closed types with limits; one error for what is not understood",
        ("controller/app/hand_files.py", "controller/app/text_files.py", "controller/journal/codec.py"),
        ("SEC-3",),
        (
            "tests/fuzz/test_fuzz.py::test_what_was_found_before_still_holds[file]",
            "tests/fuzz/test_fuzz.py::test_what_was_found_before_still_holds[socket]",
            "tests/fuzz/test_fuzz.py::test_what_was_found_before_still_holds[card]",
            "tests/attacks/test_files_of_others.py::test_a_file_that_is_no_text_of_hands_is_told_in_one_line",
        ),
        (
            weak(
                "a file of hands is believed to be text",
                "controller.app.text_files",
                "    except UnicodeDecodeError as error:\n",
                "    except ZeroDivisionError as error:\n",
                says="UnicodeDecodeError",
            ),
        ),
    ),
    Attack(
        "forged-receipt",
        "a player",
        "the house's good name, a dispute",
        "a receipt with other cards, another number, or a hash too many",
        "all that a receipt says lies under the root that was shown before the hand",
        ("controller/shuffle/receipt.py",),
        ("RNG-6", "R-RNG-10"),
        (
            "tests/shuffle/test_receipts.py::test_every_changed_card_nonce_or_hash_of_a_receipt_is_noticed",
            "tests/shuffle/test_receipts.py::test_a_receipt_with_a_hash_too_many_or_too_few_proves_nothing",
        ),
        (
            weak(
                "a receipt need not use all that it holds",
                "controller.shuffle.receipt",
                "return not path and known == {0: receipt.root}",
                "return known == {0: receipt.root}",
                says="path=(*receipt.path",
            ),
            weak(
                "a receipt proves itself",
                "controller.shuffle.receipt",
                "return not path and known == {0: receipt.root}",
                "return not path and len(known) == 1",
                says="('root', Receipt(",
            ),
        ),
    ),
    Attack(
        "export-left-lying",
        "a program that was broken into",
        "every card of an evening",
        "reading what an auditor has exported, while it is written or afterwards",
        "only of a table that is stopped, and for its user alone from the first byte",
        ("controller/app/export_command.py", "controller/app/text_files.py"),
        ("SEC-1", "Absolute Poker and UltimateBet, 2003 to 2007"),
        (
            "tests/attacks/test_files_of_others.py::test_sec_1_an_export_with_every_card_is_never_open_to_others",
            "tests/app/test_export_hands.py::test_a_running_table_tells_no_auditor",
            "tests/app/test_export_hands.py::test_without_one_no_card_is_told_that_nobody_tabled",
        ),
        (
            weak(
                "whoever may look into the folder may look into the export",
                "controller.app.text_files",
                "_PRIVATE if private else _OPEN)",
                "_PRIVATE | _OPEN if private else _OPEN)",
                says="every card of an evening is open to others",
            ),
        ),
    ),
)
