"""Attacks at the ports: rogue devices, changed ones, lines to devices, doors, and players' cards."""

from typing import Final

from tests.attacks.attack import Attack, weak

_GUARD: Final = "tests/devices/test_usb_guard.py"
_CARDS: Final = "tests/devices/test_player_card.py"

DEVICE_ATTACKS: Final = (
    Attack(
        "keyboard-in-a-plug",
        "somebody with a plug of his own",
        "whatever listens to keys",
        "a keyboard, alone or behind what looks like a storage device or the printer",
        "no keyboard but at the scanner's port, whatever the list says",
        ("cashier/devices/usb_guard.py",),
        ("SEC-3", "BadUSB", "Deckmate 2, 2023"),
        (
            f"{_GUARD}::test_a_listed_keyboard_may_be_at_no_port_but_the_scanners",
            f"{_GUARD}::test_a_printer_that_has_become_a_keyboard_too_is_found_at_its_own_port",
            f"{_GUARD}::test_a_device_that_somebody_plugs_in_is_a_stranger",
        ),
        (
            weak(
                "a keyboard is a device like any other",
                "cashier.devices.usb_guard",
                "if _BOOT_KEYBOARD in one.codes and one.address.port != keyboard_port:",
                "if _BOOT_KEYBOARD in one.codes and not one.digest:",
                says="assert [] == ['keyboard']",
            ),
        ),
    ),
    Attack(
        "network-in-a-plug",
        "somebody with a plug of his own",
        "the machine itself",
        "a network device, wired or wireless",
        "network classes never",
        ("cashier/devices/usb_guard.py",),
        ("SEC-3", "BadUSB"),
        (
            f"{_GUARD}::test_sec_3_a_network_device_is_none_of_the_lists",
            f"{_GUARD}::test_a_device_that_somebody_plugs_in_is_a_stranger",
        ),
        (
            weak(
                "network devices are like any other",
                "cashier.devices.usb_guard",
                "return code[0] == _WIRELESS or (code[0] == _COMMUNICATION and code[1] != _MODEM)",
                "return code[0] == _WIRELESS",
                says="assert [] == ['network']",
            ),
        ),
    ),
    Attack(
        "plug-of-a-stranger",
        "somebody with a plug of his own",
        "the place of a device of the kiosk",
        "a device of its own at a free port, another at a known port, two at one",
        "default deny: only what the list has at that port may be there",
        ("cashier/devices/usb_guard.py",),
        ("SEC-3", "Deckmate 2, 2023"),
        (
            f"{_GUARD}::test_a_device_that_somebody_plugs_in_is_a_stranger",
            f"{_GUARD}::test_a_second_printer_of_the_same_ids_is_a_stranger_at_its_port",
            f"{_GUARD}::test_another_device_at_a_listed_port_and_two_at_one_are_strangers",
        ),
        (
            weak(
                "what no list has is welcome",
                "cashier.devices.usb_guard",
                '    if row is None:\n        return "not-listed"\n',
                "    if row is None:\n        return None\n",
                says="assert [] == ['not-listed']",
            ),
            weak(
                "a port is as good as the device that belongs there",
                "cashier.devices.usb_guard",
                "if (row.vendor, row.product) != (one.address.vendor, one.address.product):",
                "if row.vendor != one.address.vendor:",
                says="flaw='other-device'",
            ),
        ),
    ),
    Attack(
        "changed-device",
        "somebody with a plug of his own",
        "the trust in a device that was always there",
        "the same ids at the same port, and other descriptors behind them",
        "the digest of all descriptors is on the list",
        ("cashier/devices/usb_guard.py",),
        ("SEC-3", "BadUSB"),
        (f"{_GUARD}::test_a_printer_that_describes_itself_otherwise_is_found",),
        (
            weak(
                "descriptors are not compared",
                "cashier.devices.usb_guard",
                'return None if row.digest == one.digest else "changed"',
                'return None if row.digest and one.digest else "changed"',
                says="assert [] == ['changed']",
            ),
        ),
    ),
    Attack(
        "kernel-that-helps",
        "somebody with a plug of his own",
        "the machine's kernel: drivers, keys that are typed, a network",
        "a device that the kernel sets up before any program has looked",
        "rules of the kernel, made of the list: no device is authorised but what it names, byte for byte",
        ("controller/app/usb_rules.py",),
        ("SEC-3", "BadUSB"),
        (
            "tests/app/test_usb_rules.py::test_sec_3_nothing_is_authorised_but_what_the_list_names_and_the_hubs_before_it",
            "tests/app/test_usb_rules.py::test_sec_3_a_device_is_known_by_port_ids_and_every_byte_that_the_kernel_has_read",
            "tests/app/test_usb_rules.py::test_sec_3_the_command_writes_nothing_while_a_stranger_is_plugged_in",
        ),
        (
            weak(
                "the kernel sets up whatever is at a port of the list",
                "controller.app.usb_rules",
                """f'ATTR{{idProduct}}=="{row.product:04x}", {said}, '""",
                """f'ATTR{{idProduct}}=="{row.product:04x}", {said[:0]}'""",
                says='RESULT=="{"a" * 64} *"',
            ),
        ),
    ),
    Attack(
        "stranger-that-stays",
        "somebody with a plug of his own",
        "the time until somebody looks",
        "a strange device that is simply left there, or called harmless while it stays",
        "a stranger pauses the table, is in the log, and is told again for as long as it is there",
        ("controller/faults/table.py", "controller/machine/troubles.py", "controller/app/usb_driver.py"),
        ("SEC-3",),
        (
            "tests/machine/test_usb_strangers.py::test_sec_3_it_pauses_the_table_until_somebody_has_looked",
            "tests/machine/test_usb_strangers.py::test_sec_3_one_that_is_still_there_is_told_again",
            f"{_GUARD}::test_a_stranger_is_reported_again_for_as_long_as_it_is_there",
            f"{_GUARD}::test_a_bus_that_cannot_be_read_is_a_fault",
        ),
        (
            weak(
                "a table goes on whatever hangs on its bus",
                "controller.machine.play",
                "if isinstance(command, tr.Resume) and machine.faults.lock is not None:",
                "if isinstance(command, tr.Resume) and machine.faults.lock is command:",
                says="was accepted",
            ),
            weak(
                "a bus that cannot be read is empty",
                "controller.app.usb_driver",
                "return [ReportFault(fault=_STRANGER, place=self.device, detail=str(problem))]",
                "return [ReportFault(_STRANGER, self.device, str(problem))][1:]",
                says="assert [] == [ReportFault(",
            ),
        ),
    ),
    Attack(
        "noise-on-a-cable",
        "somebody with a plug of his own",
        "the drivers, and through them money",
        "wrong bits, broken frames, answers of others",
        "sums over every frame; a count of every report; parsers that are fuzzed",
        ("cashier/devices/cctalk.py", "cashier/devices/essp_frames.py"),
        ("SEC-3",),
        (
            "tests/devices/test_cctalk_frames.py::test_one_wrong_bit_anywhere_is_never_taken_for_the_answer",
            "tests/devices/test_essp_frames.py::test_a_flipped_bit_is_no_packet",
            "tests/fuzz/test_fuzz.py::test_what_was_found_before_still_holds[usb]",
        ),
        (
            weak(
                "sums are not looked at",
                "cashier.devices.cctalk",
                "            if sum(message) & 0xFF:\n",
                "            if sum(message) < 0:\n",
                says="Frame(destin",
            ),
            weak(
                "an encrypted line takes any packet",
                "cashier.devices.essp_frames",
                '        if crc(body[:-2]) != int.from_bytes(body[-2:], "little"):\n',
                "        if len(body) < 2:\n",
                says="assert Packet(",
            ),
        ),
    ),
    Attack(
        "false-note-acceptor",
        "somebody with a plug of his own",
        "money for notes that there never were",
        "a device that speaks the acceptor's language, or repeats what it has said",
        "where the line has encryption, a key of the table's own, and a count in every answer",
        ("cashier/devices/essp_cipher.py", "controller/app/device_key.py"),
        ("SEC-3", "SEC-5", "Deckmate 2, 2023"),
        (
            "tests/devices/test_essp_frames.py::test_a_recorded_command_is_passed_over_and_a_recorded_answer_ends_the_session",
            "tests/devices/test_essp_frames.py::test_another_fixed_key_makes_both_ends_deaf_to_each_other",
            "tests/app/test_device_key.py::test_the_device_answers_to_the_new_key_alone",
            "tests/app/test_device_key.py::test_it_can_be_changed_again_and_the_table_speaks_with_the_one_it_has",
        ),
        (
            weak(
                "an answer may be heard again",
                "cashier.devices.essp_cipher",
                "        if counter != self._counter:\n",
                "        if counter > self._counter:\n",
                says="DID NOT RAISE Unreadable",
            ),
            weak(
                "every table gives its devices the same key",
                "controller.app.home",
                "entropy.draw(OWN[NEXT_NOTES])",
                "entropy.draw(OWN[NEXT_NOTES])[:0].ljust(OWN[NEXT_NOTES])",
                says="assert first != second",
            ),
        ),
    ),
    Attack(
        "open-door",
        "one of the staff",
        "what lies behind a door while the table plays",
        "opening a door and going on: touches, notes, pay-outs, clocks",
        "each door stops what lies behind it, and staff look at some of them before play goes on",
        ("controller/machine/troubles.py", "controller/faults/table.py"),
        ("R-DOR-2", "SEC-7"),
        (
            "tests/machine/test_doors.py::test_r_dor_2_a_door_of_the_kiosk_stops_all_money_and_never_the_hand",
            "tests/machine/test_doors.py::test_r_dor_2_a_door_of_the_table_stops_clocks_money_and_touches",
        ),
        (
            weak(
                "nobody asks whether a door is open",
                "controller.machine.troubles",
                'return Refusal(Code.DOOR_OPEN, {"door": machine.faults.first_open}) if shut else None',
                'return Refusal(Code.DOOR_OPEN, {"door": machine.faults.first_open}) if shut is None else None',
                says="was accepted",
            ),
        ),
    ),
    Attack(
        "copied-card",
        "a player",
        "another player's money and limits",
        "a card with his UID or his number, or a recorded conversation of his card",
        "a card proves that it holds its own key, for a challenge that is good once; a UID proves nothing",
        ("cashier/devices/player_card.py",),
        ("SEC-5", "R-RG-1"),
        (
            f"{_CARDS}::test_a_card_that_is_none_of_ours_is_refused_for_what_it_is",
            f"{_CARDS}::test_a_recorded_proof_is_worth_nothing",
            f"{_CARDS}::test_a_proof_with_a_wrong_byte_anywhere_is_none",
        ),
        (
            weak(
                "a card is whose number it says",
                "cashier.devices.player_card",
                'if proof is None or not hmac.compare_digest(proof, _mac(key, b"C" + ours + theirs + whose)):',
                "if proof is None:",
                says="Proved(number=",
            ),
            weak(
                "what a card proves does not depend on what we draw",
                "cashier.devices.player_card",
                "    ours, key = draw(_DRAWN_BYTES), house.card_key(number)\n",
                "    ours, key = b'w' * _DRAWN_BYTES, house.card_key(number)\n",
                says="Proved(number=",
            ),
        ),
    ),
    Attack(
        "found-card",
        "a player",
        "the money of a card that somebody has lost",
        "the card, and guesses of its PIN; a restart or the clock between them",
        "no money before the PIN; waits that grow and a lock, by a time that never goes back",
        ("controller/players/guests.py", "controller/vocab/tries.py"),
        ("SEC-7", "R-RG-1"),
        (
            "tests/players/test_cards.py::test_each_wrong_pin_makes_the_next_wait_longer_and_the_fifth_locks",
            "tests/players/test_cards.py::test_neither_a_restart_nor_a_clock_set_back_gives_another_try",
            "tests/players/test_cards.py::test_a_card_collects_its_players_claims_once_and_nobody_elses",
            "tests/players/test_cards.py::test_a_blocked_card_is_out_at_once_and_comes_back_as_it_was",
        ),
        (
            weak(
                "whoever has the card has the money",
                "controller.players.guests",
                "return guest_refusal(players) or (None if is_proved else Refusal(Code.PIN_NEEDED))",
                "return guest_refusal(players) or (None if is_proved in (True, False) else Refusal(Code.PIN_NEEDED))",
                says="CollectByCard(",
            ),
            weak(
                "a wrong PIN costs no time",
                "controller.players.guests",
                "    if not known.tries.wait(wall):\n        return None\n",
                "    if known.tries.wait(wall) >= 0:\n        return None\n",
                says="not even the right one counts meanwhile",
            ),
        ),
    ),
)
