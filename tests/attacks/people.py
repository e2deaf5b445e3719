"""Attacks by people: at the desk without a PIN, with a stolen one, alone, or beyond one's role."""

from typing import Final

from tests.attacks.attack import Attack, Patch, Weakness, weak

_DESK: Final = "tests/app/test_staff_desk.py"
_PINS: Final = "tests/access/test_pins.py"
_REGISTER: Final = "tests/access/test_register.py"

PEOPLE_ATTACKS: Final = (
    Attack(
        "desk-without-a-pin",
        "somebody without a PIN",
        "the desk",
        "another's name, no PIN, a wrong one",
        "a PIN for whoever asks, at the one place where staff's commands enter the machine",
        ("controller/access/desk.py", "controller/app/hub.py"),
        ("SEC-7", "R-SEC-3"),
        (f"{_DESK}::test_sec_7_without_a_pin_nothing_is_carried_out",),
        (
            Weakness(
                "a name is enough",
                (
                    Patch(
                        "controller.access.desk",
                        "        if known is None or presence is None or known.pin != presence.pin:\n",
                        "        presence = presence or Presence(None, wall)\n        if known is None:\n",
                    ),
                    Patch(
                        "controller.access.desk",
                        "            presence = self._present[staff_id(name)]\n",
                        "            presence = self._present.get(staff_id(name)) or Presence(None, wall)\n",
                    ),
                ),
                says="assert None is <Code.NOT_SIGNED_IN",
            ),
            weak(
                "any PIN is right",
                "controller.access.pins",
                "hmac.compare_digest(proof, kept.digest)",
                "hmac.compare_digest(proof[:0], kept.digest[:0])",
                says="assert None is <Code.PIN_WRONG",
            ),
        ),
    ),
    Attack(
        "guessed-pin",
        "somebody without a PIN",
        "the desk",
        "trying PINs, with restarts between them",
        "waits that grow, a lock after five, both in the journal",
        ("controller/vocab/tries.py", "controller/access/play.py"),
        ("SEC-7",),
        (
            f"{_DESK}::test_sec_7_waits_and_locks_survive_a_restart",
            f"{_REGISTER}::test_sec_7_five_wrong_pins_lock_for_a_day_and_the_right_one_waits_as_well",
            f"{_PINS}::test_sec_7_every_wrong_pin_makes_the_next_wait_longer_and_the_fifth_locks_for_a_day",
        ),
        (
            weak(
                "wrong PINs are not counted",
                "controller.access.play",
                "return _changed(access, event.by, tries=Tries(event.tries, event.until))",
                "return _changed(access, event.by, tries=Tries())",
                says="assert None is <Code.PIN_WAITS",
            ),
            Weakness(
                "a PIN is looked at before its wait is over",
                (
                    Patch(
                        "controller.access.play",
                        "    if known.tries.wait(now.wall):\n",
                        "    if known.tries.wait(now.wall) < 0:\n",
                    ),
                    Patch(
                        "controller.app.staff_pins",
                        "looked_at = known is not None and not known.tries.wait(now.wall)",
                        "looked_at = known is not None",
                    ),
                ),
                says="assert None is <Code.PIN_WAITS",
            ),
        ),
    ),
    Attack(
        "flood-of-pins",
        "somebody without a PIN",
        "the table's one thread, the log",
        "refused requests without end at one connection",
        "what waits is not hashed; five refused requests end a connection",
        ("controller/app/hub.py", "controller/app/staff_pins.py"),
        ("SEC-7", "R-SEC-4"),
        (
            f"{_DESK}::test_sec_7_a_connection_that_asks_for_what_it_may_not_is_ended",
            "tests/attacks/test_at_the_desk.py::test_sec_7_a_pin_that_waits_is_not_hashed",
        ),
        (
            weak(
                "a connection may ask for ever",
                "controller.app.hub",
                "if self._denied >= MOST_DENIED:",
                "if self._denied >= MOST_DENIED << 8:",
                says=".closed",
            ),
            weak(
                "every PIN is hashed",
                "controller.app.staff_pins",
                "kept = known.pin if known is not None and looked_at else None",
                "kept = known.pin if known is not None or looked_at else None",
                says="a PIN is hashed that nobody will look at",
            ),
        ),
    ),
    Attack(
        "default-pin",
        "somebody without a PIN",
        "the desk of a new table",
        "the PIN of every delivery, one that is guessed first, or none at all",
        "no default PIN: the first is a technician who types his own; easy ones are not taken",
        ("controller/access/play.py", "controller/access/pins.py"),
        ("SEC-7",),
        (
            f"{_REGISTER}::test_sec_7_no_pin_means_nobody_is_hired_and_none_is_given_by_default",
            f"{_PINS}::test_sec_7_a_pin_that_is_guessed_first_or_cannot_be_typed_is_not_taken",
            f"{_DESK}::test_sec_7_a_table_of_value_without_staff_takes_its_first_technician_and_nothing_else",
            f"{_REGISTER}::test_sec_7_a_digest_that_cost_less_than_the_profile_says_is_not_kept",
        ),
        (
            Weakness(
                "somebody may be hired without a PIN",
                (
                    Patch(
                        "controller.access.play",
                        '    if hasattr(command, "digest") and not _fits(digest, cost):\n',
                        '    if hasattr(command, "digest") and digest and not _fits(digest, cost):\n',
                    ),
                    Patch(
                        "controller.access.play",
                        "    if refusal is not None or command.digest is None:\n"
                        "        return refusal or Refusal(Code.PIN_UNUSABLE)\n    hired",
                        "    if refusal is not None:\n        return refusal\n    hired",
                    ),
                ),
                says="assert None is <Code.PIN_UNUSABLE",
            ),
            weak(
                "six equal digits are a PIN",
                "controller.access.pins",
                "return steps not in ({0}, {1}, {-1})",
                "return bool(steps)",
                says="is_usable('000000')",
            ),
            weak(
                "a table of value starts like a demonstration",
                "controller.access.desk",
                "return None if no_value else Refusal(Code.NO_STAFF_YET)",
                "return None if no_value in (True, False) else Refusal(Code.NO_STAFF_YET)",
                says="assert None is <Code.NO_STAFF_YET",
            ),
        ),
    ),
    Attack(
        "alone-with-the-money",
        "one of the staff",
        "drop box, hopper, tickets in doubt, jackpots",
        "doing alone what takes two: no second, the own name twice, a second without a PIN, an auditor",
        "two PINs of two people, of whom the second may vouch",
        ("controller/access/desk.py", "controller/access/rights.py"),
        ("SEC-7", "R-SEC-3"),
        (
            f"{_DESK}::test_sec_7_money_takes_the_pins_of_two_different_people",
            "tests/access/test_rights.py::test_sec_7_money_the_register_and_jackpots_take_two_people",
        ),
        (
            weak(
                "one is enough",
                "controller.access.desk",
                "refusal = Refusal(Code.TWO_PEOPLE) if right.two else None",
                "refusal = Refusal(Code.TWO_PEOPLE) if right.two is None else None",
                says="assert None is <Code.TWO_PEOPLE",
            ),
            weak(
                "one may be both",
                "controller.access.desk",
                "        if other == first:\n",
                "        if other == first is None:\n",
                says="assert None is <Code.TWO_PEOPLE",
            ),
            Weakness(
                "the second needs no PIN",
                (
                    Patch(
                        "controller.access.desk",
                        "        other = self._here(access, second, wall)\n",
                        "        other = access.find(second)\n",
                    ),
                    Patch(
                        "controller.access.desk",
                        "            presence = self._present[staff_id(name)]\n",
                        "            presence = self._present.get(staff_id(name)) or Presence(None, wall)\n",
                    ),
                ),
                says="assert None is <Code.NOT_SIGNED_IN",
            ),
            weak(
                "whoever judges the books may vouch for them",
                "controller.access.desk",
                "return None if other.role in WITNESSES else",
                "return None if other.role else",
                says="assert None is <Code.WRONG_ROLE",
            ),
        ),
    ),
    Attack(
        "beyond-his-role",
        "one of the staff",
        "what others do",
        "commands of another role, or in another's name",
        "least rights: a row for each command, asked for whoever has given his PIN",
        ("controller/access/rights.py", "controller/access/desk.py"),
        ("R-SEC-3", "SEC-7"),
        (
            f"{_DESK}::test_r_sec_3_what_the_role_does_not_allow_is_refused",
            f"{_DESK}::test_sec_7_without_a_pin_nothing_is_carried_out",
            "tests/access/test_rights.py::test_r_sec_3_every_command_has_a_row",
        ),
        (
            weak(
                "staff may do everything",
                "controller.access.desk",
                "        if first.role not in right.roles:\n",
                "        if not first.role:\n",
                says="assert None is <Code.WRONG_ROLE",
            ),
        ),
    ),
    Attack(
        "desk-left-open",
        "somebody without a PIN",
        "the desk of somebody who has gone",
        "going on where another has signed in, with his old PIN, or under his name",
        "ten minutes without a command, another PIN, or somebody else's signing in end it",
        ("controller/access/desk.py",),
        ("SEC-7",),
        (
            f"{_DESK}::test_sec_7_a_pin_is_given_again_after_a_while_and_by_whoever_comes_next",
            f"{_DESK}::test_sec_7_a_new_pin_ends_what_was_signed_in_with_the_old_one",
        ),
        (
            weak(
                "signed in is signed in",
                "controller.access.desk",
                "return known if wall - presence.wall < IDLE_MS else None",
                "return known if wall - presence.wall < IDLE_MS << 16 else None",
                says="assert None is <Code.NOT_SIGNED_IN",
            ),
            weak(
                "whoever comes next finds the last one there",
                "controller.access.desk",
                "            self._present.clear()\n",
                "            self._present.copy()\n",
                says="who signs in beside nobody begins anew",
            ),
            weak(
                "another PIN ends nothing",
                "controller.access.desk",
                "if known is None or presence is None or known.pin != presence.pin:",
                "if known is None or presence is None:",
                says="assert None is <Code.NOT_SIGNED_IN",
            ),
        ),
    ),
    Attack(
        "alone-on-the-register",
        "one of the staff",
        "the register",
        "making a second person alone, dismissing everybody else, resetting another's PIN",
        "a technician and another one for every change; never fewer than two, never without a technician",
        ("controller/access/play.py",),
        ("SEC-7", "R-SEC-3"),
        (
            f"{_REGISTER}::test_sec_7_the_register_takes_a_technician_and_another_one_of_it",
            f"{_REGISTER}::test_sec_7_the_last_technician_and_the_last_two_people_stay",
        ),
        (
            weak(
                "a technician needs nobody",
                "controller.access.play",
                "return Refusal(Code.TWO_PEOPLE) if other is None or other == first else None",
                "return Refusal(Code.TWO_PEOPLE) if other is first is None else None",
                says="assert None is <Code.TWO_PEOPLE",
            ),
            weak(
                "the last one may be left alone",
                "controller.access.play",
                "if _is_last_technician(access, known) or len(access.people) <= FEWEST:",
                "if _is_last_technician(access, known) and len(access.people) <= FEWEST:",
                says="assert None is <Code.LAST_OF_STAFF",
            ),
        ),
    ),
    Attack(
        "pin-without-the-key",
        "one of the staff",
        "what technicians may do",
        "a technician's PIN without his key, a board that is pulled while the key is turned",
        "a key switch at the door board besides; what nobody can see is off",
        ("controller/access/desk.py", "controller/faults/doors.py"),
        ("SEC-7", "R-SEC-3"),
        (
            "tests/app/test_key_switch.py::test_sec_7_a_technician_needs_the_key_and_others_do_not",
            "tests/app/test_key_switch.py::test_sec_7_a_key_that_nobody_can_see_is_off",
        ),
        (
            weak(
                "the PIN is enough",
                "controller.access.desk",
                "if refusal is None and holds_key and key_off else refusal",
                "if refusal is None and holds_key and key_off is None else refusal",
                says="assert None is <Code.KEY_OFF",
            ),
        ),
    ),
    Attack(
        "round-the-desk",
        "one of the staff",
        "the journal, the profile, every card of an evening",
        "going round the running table: repair, another profile, recall and export of its folder",
        "PINs by the journal's own register, and every way in and every refusal written down there",
        ("controller/app/offline_desk.py", "controller/access/desk.py"),
        ("SEC-7", "R-SEC-3", "SEC-1", "Absolute Poker and UltimateBet, 2003 to 2007"),
        (
            "tests/app/test_offline_desk.py::test_r_rcl_3_hole_cards_of_a_resting_table_take_a_pin",
            "tests/app/test_offline_desk.py::test_an_auditors_file_of_all_cards_takes_his_pin_and_is_written_down",
            "tests/app/test_offline_desk.py::test_sec_7_another_profile_takes_two_people",
            "tests/app/test_offline_desk.py::test_sec_7_wrong_pins_wait_and_lock_as_at_the_desk_and_for_it",
        ),
        (
            weak(
                "whoever may read the folder may do everything with it",
                "controller.app.offline_desk",
                "    if refusal is None:\n        _carry_out(register, NoteDeed(",
                "    refusal = None\n    if refusal is None:\n        _carry_out(register, NoteDeed(",
                says="assert 0 == 1",
            ),
            weak(
                "what is done so is written down nowhere",
                "controller.app.offline_desk",
                "        _carry_out(register, NoteDeed(by, second, errand.deed, errand.detail))\n",
                "        NoteDeed(by, second, errand.deed, errand.detail)\n",
                says='("DeedAllowed", "Audrey")]',
            ),
        ),
    ),
    Attack(
        "no-traces",
        "one of the staff",
        "the log of who did what",
        "an access, a refusal or a second person that nobody reads of",
        "every sign-in, every refusal and every agreement is an event before anything is carried out",
        ("controller/app/hub.py", "controller/access/play.py"),
        ("R-SEC-3", "SEC-7"),
        (f"{_DESK}::test_r_sec_3_every_access_and_every_refusal_is_in_the_log",),
        (
            weak(
                "refusals are not written down",
                "controller.app.hub",
                "            core.submit(NoteDenial(by, second, what, refusal.code))\n",
                "            NoteDenial(by, second, what, refusal.code)\n",
                says="!= ('staff-denied', 'Cleo')",
            ),
            weak(
                "who agreed is not written down",
                "controller.app.hub",
                "            core.submit(NoteAgreement(by, second, what))\n",
                "            NoteAgreement(by, second, what)\n",
                says="!= ('staff-denied', 'Cleo')",
            ),
        ),
    ),
    Attack(
        "digests-of-pins",
        "a thief of the disk",
        "PINs",
        "trying all PINs against what is kept of them",
        "Argon2id, hashed once more under a key of the table's, and sealed in the journal",
        ("controller/access/pins.py", "controller/vocab/staff_records.py"),
        ("SEC-7", "SEC-1"),
        (
            f"{_PINS}::test_sec_7_only_the_right_pin_at_the_right_table_for_the_right_purpose_opens",
            f"{_PINS}::test_sec_7_the_same_pin_of_two_people_is_not_seen_to_be_the_same",
            f"{_DESK}::test_sec_7_no_pin_and_no_digest_of_one_is_in_any_file_or_on_any_screen",
        ),
        (
            weak(
                "a digest needs no key of the table's",
                "controller.access.pins",
                "self._key = hashlib.blake2b(purpose.encode(), key=table_key,",
                "self._key = hashlib.blake2b(purpose.encode(), key=table_key[:0],",
                says="('staff', '270451')",
            ),
            weak(
                "the same PIN has the same digest",
                "controller.access.pins",
                "slow = argon2id.kdf(DIGEST_BYTES, pin.encode(), salt,",
                "slow = argon2id.kdf(DIGEST_BYTES, pin.encode(), bytes(len(salt)),",
                says="assert keeper.digest(",
            ),
            Weakness(
                "what is kept of a PIN stands in the journal in clear",
                (
                    Patch(
                        "controller.journal.codec",
                        'return {"seat": self._seals.seat, "sealed": self._seals.sealed}.get(audience)',
                        'return {"seat": self._seals.seat}.get(audience)',
                    ),
                    Patch(
                        "controller.journal.codec",
                        "            if seal is None:\n                return None\n            body = seal.open(",
                        "            body = body if seal is None else seal.open(",
                    ),
                ),
                says="assert found_in(files, secrets) == []",
            ),
        ),
    ),
)
