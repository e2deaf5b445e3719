"""Attacks on what has happened: editing the journal, its copies, its people's table, and the keys beside it."""

from typing import Final

from tests.attacks.attack import Attack, Patch, Weakness, weak

_VERIFY: Final = "tests/journal/test_verify.py"
_SEAL: Final = "tests/journal/test_seal.py"

HISTORY_ATTACKS: Final = (
    Attack(
        "edited-row",
        "somebody who edits the disk",
        "who won, who was paid, when",
        "any column of any row changed, with the guards taken down and put back",
        "each record's hash covers every stored column; sums are kept besides",
        ("controller/journal/chain.py", "controller/journal/verify.py"),
        ("SEC-6",),
        (
            f"{_VERIFY}::test_a_changed_column_is_reported_with_the_first_bad_record[records-wall_ms-25]",
            f"{_VERIFY}::test_a_changed_column_is_reported_with_the_first_bad_record[transfers-amount-25]",
            f"{_VERIFY}::test_a_changed_column_is_reported_with_the_first_bad_record[balances-debits-None]",
            f"{_VERIFY}::test_a_changed_column_is_reported_with_the_first_bad_record",
            f"{_VERIFY}::test_a_changed_audience_is_reported",
        ),
        (
            weak(
                "the chain does not cover times",
                "controller.journal.chain",
                "data = previous + msgspec.msgpack.encode(raw)\n",
                "data = previous + msgspec.msgpack.encode(msgspec.structs.replace(raw, wall_ms=0))\n",
                says="the journal passes for whole",
            ),
            weak(
                "the chain does not cover how money moved",
                "controller.journal.chain",
                "data = previous + msgspec.msgpack.encode(raw)\n",
                "data = previous + msgspec.msgpack.encode(msgspec.structs.replace(raw, transfers=()))\n",
                says="the journal passes for whole",
            ),
            weak(
                "balances are believed",
                "controller.journal.verify",
                "        if stored.get(account) != expected.get(account):\n",
                "        if account not in stored and account not in expected:\n",
                says="the journal passes for whole",
            ),
        ),
    ),
    Attack(
        "rows-gone-or-moved",
        "somebody who edits the disk",
        "what has happened",
        "records deleted, inserted, swapped, or cut off at the end",
        "one chain in one order, a head that says how long it is",
        ("controller/journal/walk.py", "controller/journal/verify.py"),
        ("SEC-6",),
        (
            f"{_VERIFY}::test_a_deleted_record_is_reported_as_missing",
            f"{_VERIFY}::test_two_swapped_records_are_reported_at_the_first_of_them",
            f"{_VERIFY}::test_a_journal_cut_back_by_some_records_is_reported_as_truncated",
            f"{_VERIFY}::test_records_behind_the_head_are_named",
            f"{_VERIFY}::test_events_and_transfers_of_no_record_are_reported",
        ),
        (
            Weakness(
                "a record may follow on any other",
                (
                    Patch(
                        "controller.journal.walk",
                        "        if link(self.hash, raw) != found.hash:\n",
                        "        if not link(self.hash, raw):\n",
                    ),
                    Patch(
                        "controller.journal.walk",
                        "if numbers != list(range(self.seq + 1, self.seq + 1 + len(numbers))) or places != list(",
                        "if places != list(",
                    ),
                    Patch(
                        "controller.journal.walk",
                        "        if not is_own or not signs(",
                        "        if not is_own and not signs(",
                    ),
                ),
                says="the journal passes for whole",
            ),
            Weakness(
                "nobody knows how long it was",
                (
                    Patch(
                        "controller.journal.verify",
                        "    head: Final = reader.head()\n",
                        "    head: Final = reader.head()\n    if walk.record:\n        return None\n",
                    ),
                    Patch(
                        "controller.journal.verify",
                        "    if reader.strays(walk.record):\n",
                        "    if walk.record:\n        return None\n    if reader.strays(walk.record):\n",
                    ),
                ),
                says="the journal passes for whole",
            ),
            weak(
                "what belongs to no record is passed over",
                "controller.journal.verify",
                "    if reader.strays(walk.record):\n",
                "    if reader.strays(walk.record) and walk.record < 0:\n",
                says="the journal passes for whole",
            ),
        ),
    ),
    Attack(
        "history-written-anew",
        "somebody who edits the disk",
        "what has happened",
        "a whole history whose chain fits, signed with a key of his own, or ending with no MAC of the table's",
        "a MAC over the head under the table key, and heads signed by the table after each hand and each minute",
        ("controller/journal/heads.py", "controller/journal/verify.py", "controller/journal/seal.py"),
        ("SEC-6", "SEC-5"),
        (
            f"{_VERIFY}::test_a_history_rewritten_without_the_key_is_found_with_it",
            f"{_VERIFY}::test_a_history_rewritten_without_signing_it_anew_is_found_without_any_key",
            f"{_VERIFY}::test_a_history_that_ends_otherwise_does_not_carry_the_tables_mac",
            f"{_VERIFY}::test_the_key_of_another_table_is_refused",
        ),
        (
            Weakness(
                "anybody may sign a head",
                (
                    Patch(
                        "controller.journal.walk",
                        "        is_own = self._signer in (None, signed.signer)\n",
                        "        is_own = self._signer in (None, signed.signer, self._signer)\n",
                    ),
                    Patch(
                        "controller.journal.verify",
                        "    if seals is not None and seals.head_mac(head.record, head.seq, head.hash) != head.mac:\n",
                        "    if seals is not None and not seals.head_mac(head.record, head.seq, head.hash):\n",
                    ),
                ),
                says="the journal passes for whole",
            ),
            weak(
                "a head need not be signed",
                "controller.journal.heads",
                "return is_signed(_statement(machine, record, seq, chain_hash), signed.signer, signed.signature)",
                "return bool(_statement(machine, record, seq, chain_hash)) and bool(signed.signature)",
                says="the journal passes for whole",
            ),
            weak(
                "nobody looks for the table's MAC",
                "controller.journal.verify",
                "    if seals is not None and seals.head_mac(head.record, head.seq, head.hash) != head.mac:\n",
                "    if seals is not None and not seals.head_mac(head.record, head.seq, head.hash):\n",
                says="the journal passes for whole",
            ),
        ),
    ),
    Attack(
        "anchored-head",
        "somebody who edits the disk",
        "what has happened since a day that was written down",
        "all files of an earlier day put back, mirrors too",
        "a head that was written down elsewhere is asked for",
        ("controller/app/verify_command.py", "controller/app/starting.py"),
        ("SEC-6",),
        (
            "tests/app/test_copies.py::test_a_head_written_down_earlier_shows_a_history_that_was_cut_back",
            "tests/app/test_copies.py::test_a_journal_put_back_from_an_old_backup_is_refused",
        ),
        (
            weak(
                "a head that is not there is as good as one that is",
                "controller.app.verify_command",
                "    if found is not None and found.hex() == written.lower():\n",
                "    if found is None or found.hex() == written.lower():\n",
                says="assert 0 == 1",
            ),
        ),
    ),
    Attack(
        "cards-moved-about",
        "somebody who edits the disk",
        "whose card it was",
        "sealed facts exchanged between records, replaced, or changed in a byte",
        "a fact opens at its own place alone",
        ("controller/journal/seal.py",),
        ("SEC-6", "SEC-1"),
        (
            f"{_SEAL}::test_a_sealed_body_opens_at_its_place_only",
            f"{_VERIFY}::test_two_private_events_swapped_without_the_key_are_named",
            f"{_VERIFY}::test_a_private_event_replaced_without_the_key_is_named",
            f"{_SEAL}::test_every_changed_byte_is_noticed",
        ),
        (
            weak(
                "a fact opens anywhere",
                "controller.journal.seal",
                "        if not hmac.compare_digest(self._nonce(place, padded), sealed[: SecretBox.NONCE_SIZE]):\n",
                "        if len(sealed) < SecretBox.NONCE_SIZE:\n",
                says="DID NOT RAISE",
            ),
        ),
    ),
    Attack(
        "keys-for-everybody",
        "a program that was broken into",
        "the table's keys",
        "a key that others may read, a folder of another, a link in the place of a key",
        "owner, mode and kind of every file and of its folder, looked at before a byte is read",
        ("controller/app/keys/folder.py", "controller/app/home.py"),
        ("SEC-5",),
        (
            "tests/attacks/test_keys.py::test_sec_5_keys_are_made_on_the_table_for_its_user_alone",
            "tests/app/test_keys_folder.py::test_sec_5_a_key_that_others_may_reach_is_refused",
        ),
        (
            weak(
                "a key that others may read is read",
                "controller.app.keys.folder",
                "    if mode & ~wanted:\n",
                "    if mode & ~wanted & ~0o077:\n",
                says="DID NOT RAISE",
            ),
            weak(
                "a key may be anybody's",
                "controller.app.keys.folder",
                "    if status.st_uid != user:\n",
                "    if status.st_uid < 0:\n",
                says="DID NOT RAISE",
            ),
            weak(
                "keys are written like any file",
                "controller.app.keys.folder",
                "os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE)",
                "os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE | 0o044)",
                says="others may read",
            ),
        ),
    ),
    Attack(
        "key-of-all-tables",
        "who delivers the software",
        "every table at once",
        "one key that is the same in all machines",
        "keys are made on the table, by its kernel",
        ("controller/app/home.py",),
        ("SEC-5", "Deckmate 2, 2023"),
        ("tests/attacks/test_keys.py::test_sec_5_keys_are_made_on_the_table_for_its_user_alone",),
        (
            weak(
                "every table has the same keys",
                "controller.app.home",
                "self._own.keep(name, entropy.draw(KEY_BYTES))",
                "self._own.keep(name, name.encode().ljust(len(entropy.draw(KEY_BYTES))))",
                says="a key is shared by two",
            ),
        ),
    ),
    Attack(
        "number-put-back",
        "somebody who edits the disk",
        "what may only grow: the version of the software",
        "a lower number in the place of a counter's, or none that is one",
        "a counter refuses to go down, and whatever is no number",
        ("controller/app/keys/counter.py",),
        ("SEC-4",),
        (
            "tests/app/test_keys_folder.py::test_sec_4_a_counter_never_goes_down",
            "tests/app/test_keys_folder.py::test_a_counter_that_is_no_number_is_refused",
        ),
        (
            weak(
                "a counter goes where it is told",
                "controller.app.keys.counter",
                "    if not stands <= asked < COUNTER_TOP:\n",
                "    if not 0 <= asked < COUNTER_TOP:\n",
                says="DID NOT RAISE",
            ),
        ),
    ),
)
