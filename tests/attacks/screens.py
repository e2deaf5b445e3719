"""Attacks at the socket: strangers, whoever listens on the line, and hostile screens."""

from typing import Final

from tests.attacks.attack import Attack, Patch, Weakness, weak

_CHANNEL: Final = "tests/wire/test_channel.py"
_HOSTILE: Final = "tests/app/test_hostile_screen.py::test_sec_a_hostile_screen_stops_no_hand_and_learns_no_card"
_HUB: Final = "tests/app/test_hub.py"
_PAIRING: Final = "tests/app/test_pairing.py"
_STRANGERS: Final = "tests/attacks/test_at_the_socket.py"

SCREEN_ATTACKS: Final = (
    Attack(
        "bytes-out-of-nothing",
        "a stranger at the socket",
        "the hand, the table's memory",
        "bytes out of nothing, and lengths that promise gigabytes",
        "lengths before bodies, one error for what is not understood, and that connection ends",
        ("controller/wire/channel.py", "controller/wire/opening.py", "controller/app/hub.py"),
        ("R-SEC-4",),
        (
            f"{_CHANNEL}::test_a_screen_that_does_not_hold_its_key_is_refused_at_its_first_frame",
            f"{_HUB}::test_a_huge_frame_is_refused_at_its_announcement",
            f"{_HOSTILE}[garbage]",
        ),
        (
            weak(
                "a frame may be as long as it says",
                "controller.wire.channel",
                "if end - _HEADER > limit:",
                "if end - _HEADER > limit << 32:",
                says=".closed",
            ),
            weak(
                "a name is believed to be text",
                "controller.wire.opening",
                "if not name.isascii() or not name.decode().isprintable():",
                "if not name.decode('ascii'):",
                says="UnicodeDecodeError",
            ),
        ),
    ),
    Attack(
        "connections-that-say-nothing",
        "a stranger at the socket",
        "the screens' way in",
        "as many connections as the machine has files, which prove nothing",
        "10 s to prove oneself, 32 unproved at most: the oldest goes",
        ("controller/app/gateway.py",),
        ("R-SEC-4",),
        (f"{_STRANGERS}::test_sec_of_those_who_prove_nothing_the_oldest_go",),
        (
            weak(
                "nobody who proves nothing is cut off",
                "controller.app.gateway",
                "stranger.transport.abort()",
                "stranger.transport.is_closing()",
                says="connections are held open by strangers",
            ),
        ),
    ),
    Attack(
        "conversation-once-more",
        "somebody on the line",
        "a seat",
        "a whole conversation of a screen once more",
        "keys of every connection's own, out of what both ends draw for it",
        ("controller/wire/opening.py",),
        ("R-SEC-4",),
        (f"{_CHANNEL}::test_a_recorded_opening_opens_nothing", f"{_HOSTILE}[replay]"),
        (
            Weakness(
                "the table puts nothing of its own into a connection's keys",
                (
                    Patch(
                        "controller.wire.opening",
                        "key, version, theirs, name, public, *secrets)",
                        "key, version, theirs, name)",
                    ),
                    Patch(
                        "controller.wire.opening",
                        "self._public, self._name.encode(), public, *secrets)",
                        "self._public, self._name.encode())",
                    ),
                ),
                says="DID NOT RAISE",
            ),
        ),
    ),
    Attack(
        "frame-once-more",
        "somebody on the line",
        "an act, a purchase",
        "a frame repeated, left out, swapped with another, or sent back",
        "the count of its frames goes into each frame's seal",
        ("controller/wire/channel.py",),
        ("R-SEC-4",),
        (
            f"{_CHANNEL}::test_a_repeated_lost_or_swapped_frame_closes_it_for_good",
            f"{_HUB}::test_a_frame_sent_twice_is_carried_out_once",
        ),
        (
            weak(
                "every frame is sealed alike",
                "controller.wire.channel",
                'return count.to_bytes(_NONCE, "little")',
                'return bool(count < 0).to_bytes(_NONCE, "little")',
                says="DID NOT RAISE",
            ),
        ),
    ),
    Attack(
        "key-of-nobody",
        "a stranger at the socket",
        "a seat's cards and acts",
        "a screen without the seat's key, and a table that is none",
        "each end proves that it holds the key before anything is said",
        ("controller/wire/opening.py",),
        ("R-SEC-4",),
        (
            f"{_HUB}::test_a_screen_with_the_wrong_key_gets_no_snapshot",
            f"{_CHANNEL}::test_a_screen_that_does_not_hold_its_key_is_refused_at_its_first_frame",
            f"{_CHANNEL}::test_a_false_table_is_refused",
        ),
        (
            Weakness(
                "a screen that gives a name is that screen",
                (
                    Patch(
                        "controller.wire.opening",
                        'if not hmac.compare_digest(proof, derive("hello", key, version, theirs, name)):',
                        "if len(proof) != KEY_BYTES:",
                    ),
                    Patch(
                        "controller.wire.opening",
                        'self._root = derive("session", key,',
                        'self._root = derive("session", key[:0],',
                    ),
                    Patch(
                        "controller.wire.opening",
                        'root = derive("session", self._key,',
                        'root = derive("session", self._key[:0],',
                    ),
                ),
                says="Welcome",
            ),
            weak(
                "a screen believes any table",
                "controller.wire.opening",
                'if not hmac.compare_digest(proof, derive("answer", root)):',
                "if len(proof) != KEY_BYTES:",
                says="DID NOT RAISE",
            ),
        ),
    ),
    Attack(
        "between-two-that-pair",
        "somebody on the line",
        "a seat, by a key of his own",
        "a man in the middle, a nonce chosen afterwards, a pairing that nobody has opened, tries without end",
        "codes that both ends bind themselves to before either is shown, and that people compare; three tries",
        ("controller/wire/pairing.py", "controller/access/pairing.py"),
        ("R-SEC-4", "SEC-5"),
        (
            f"{_STRANGERS}::test_sec_5_who_chooses_his_nonce_afterwards_is_refused",
            f"{_PAIRING}::test_sec_a_man_in_the_middle_shows_two_codes_and_gets_no_key",
            f"{_PAIRING}::test_sec_while_no_pairing_is_open_nobody_is_paired_and_nothing_is_written",
            f"{_PAIRING}::test_sec_a_flood_of_pairing_tries_is_three_tries",
            f"{_PAIRING}::test_sec_a_repeated_pairing_pairs_nobody",
            f"{_PAIRING}::test_sec_a_program_that_is_being_paired_can_do_nothing_else",
        ),
        (
            weak(
                "any code is the right one",
                "controller.access.pairing",
                "return hmac.compare_digest(digits.encode(), code.encode())",
                "return bool(digits) and bool(code)",
                says="assert None is <Code.CODE_DIFFERS",
            ),
            weak(
                "a screen may choose its nonce when it has seen the table's",
                "controller.wire.pairing",
                "return hmac.compare_digest(bound, commitment(name, screen, nonce))",
                "return len(bound) == len(commitment(name, screen, nonce))",
                says="DID NOT RAISE ChannelError",
            ),
            weak(
                "what is open for one screen is open for all",
                "controller.access.pairing",
                "if known is not None and known.screen == screen and wall < known.until else None",
                "if known is not None and wall < known.until else None",
                says='== ("not-open", "")',
            ),
            weak(
                "tries are not counted",
                "controller.access.pairing",
                "return [pr.PairingBegun(command.screen, command.public, known.left - 1)]",
                "return [pr.PairingBegun(command.screen, command.public, known.left)]",
                says="assert shown == MOST_TRIES",
            ),
        ),
    ),
    Attack(
        "stolen-key",
        "a hostile screen",
        "a seat, with the key of a screen that was exchanged",
        "going on with a key that was renewed or taken away, also on a line that was half open already",
        "one key a screen; whoever opened a channel by another is hung up on, and comes too late",
        ("controller/app/screen_keys.py", "controller/app/hub.py"),
        ("R-SEC-4", "SEC-5"),
        (
            f"{_PAIRING}::test_sec_a_screen_is_paired_by_its_code_and_its_copied_key_is_dead",
            f"{_PAIRING}::test_sec_a_stolen_key_is_worth_nothing_once_it_was_renewed_or_unpaired",
            f"{_PAIRING}::test_sec_a_paired_screen_is_no_other_seat",
            f"{_PAIRING}::test_sec_of_two_screens_with_one_key_the_newer_is_shown_the_table",
        ),
        (
            weak(
                "who was about to come in is let in",
                "controller.app.hub",
                "return self._hub.keys.get(self._channel.name) == self._channel.proved_by",
                "return bool(self._channel.name)",
                says="comes too late",
            ),
        ),
    ),
    Attack(
        "another-screens-name",
        "a hostile screen",
        "other seats' cards, the desk",
        "a screen with its own key that says it is another",
        "who a connection is, its key says, and no message",
        ("controller/app/hub.py",),
        ("R-SEC-4", "Absolute Poker and UltimateBet, 2003 to 2007"),
        (f"{_HUB}::test_a_screen_that_says_it_is_another_is_sent_away",),
        (
            weak(
                "a screen is who its greeting says",
                "controller.app.hub",
                "elif hello.viewer != viewer_of(self._channel.name) or self.viewer is not None",
                "elif self.viewer is not None",
                says="Snapshot",
            ),
        ),
    ),
    Attack(
        "forged-seats",
        "a hostile screen",
        "other players' hands, money, the desk",
        "acts of other seats, purchases, words of staff",
        "a closed list by kind of screen, its own seat only, what the host draws for the host alone",
        ("controller/wire/messages.py", "controller/access/rights.py"),
        ("R-SEC-4", "R-SEC-3"),
        (
            "tests/wire/test_messages.py::test_a_seat_speaks_for_itself_only",
            "tests/wire/test_messages.py::test_each_command_belongs_to_one_kind_of_screen",
            "tests/wire/test_messages.py::test_what_the_host_draws_no_screen_may_choose",
            f"{_HUB}::test_no_screen_gets_what_is_not_its_own",
            f"{_HUB}::test_nobody_acts_for_a_seat",
            f"{_HOSTILE}[forgery]",
        ),
        (
            weak(
                "a seat's screen speaks for all seats",
                "controller.wire.messages",
                'allowed = allowed and getattr(command, "seat", None) == viewer.seat',
                'allowed = allowed and getattr(command, "seat", None) is not None',
                says="== Refusal(Code.NOT_ALLOWED)",
            ),
            weak(
                "whatever can be written down may be asked",
                "controller.wire.messages",
                "allowed = type(command) in ASKABLE[viewer.kind]",
                "allowed = viewer.kind in ASKABLE",
                says="assert allowed == [kind for kind, kinds in ASKABLE.items()",
            ),
            weak(
                "a screen chooses what the host draws",
                "controller.wire.messages",
                "allowed = allowed and getattr(command, name) == untouched",
                "allowed = allowed and getattr(command, name) != [untouched]",
                says="== Refusal(Code.NOT_ALLOWED)",
            ),
        ),
    ),
    Attack(
        "stale-decisions",
        "a hostile screen",
        "the own hand, twice",
        "an act for a decision that is past or not yet there",
        "an act names the decision that it answers",
        ("controller/hand/play.py",),
        ("R-SEC-4",),
        (f"{_HUB}::test_an_act_for_a_decision_that_is_past_is_refused",),
        (
            weak(
                "an act answers whatever is asked of its seat",
                "controller.table.dealing",
                "    events = poker.play(table.hand, command)\n",
                "    offer = table.hand.decision\n"
                "    asked = hr.Act(command.seat, offer.decision, command.kind) if offer is not None else command\n"
                "    events = poker.play(table.hand, asked)\n",
                says="isinstance(Accepted",
            ),
        ),
    ),
    Attack(
        "flood-of-messages",
        "a hostile screen",
        "the hand: the table's one thread",
        "questions as fast as the socket takes them",
        "60 messages at once and 20 a second; what is more waits in its own socket",
        ("controller/app/pace.py", "controller/app/gateway.py"),
        ("R-SEC-4",),
        (
            f"{_STRANGERS}::test_sec_a_screen_that_floods_is_heard_at_a_persons_pace",
            "tests/app/test_pace.py::test_the_pace_over_a_long_flood_is_the_steady_one",
        ),
        (
            weak(
                "a screen is heard as fast as it speaks",
                "controller.app.gateway",
                "await asyncio.sleep(pace.wait(taken, now()))",
                "await asyncio.sleep(pace.wait(0, now()))",
                says="messages of a flood were heard",
            ),
            weak(
                "nobody ever waits",
                "controller.app.pace",
                "return max(-self._left / self._rate, 0.0)",
                "return 0.0 * self._left / self._rate",
                says="messages of a flood were heard",
            ),
        ),
    ),
    Attack(
        "answers-never-read",
        "a hostile screen",
        "the table's memory",
        "questions whose answers are never read",
        "1 MiB for what is not read; then the connection ends",
        ("controller/app/hub.py",),
        ("R-SEC-4",),
        (f"{_STRANGERS}::test_sec_what_a_screen_never_reads_is_not_kept",),
        (
            weak(
                "what is not read is kept for ever",
                "controller.app.hub",
                "        if len(self._out) > MOST_WAITING:\n",
                "        if len(self._out) > MOST_WAITING << 8:\n",
                says="bytes wait for a screen that reads nothing",
            ),
        ),
    ),
    Attack(
        "changed-messages",
        "a hostile screen",
        "the hand",
        "messages with changed bytes, messages of other kinds, too long ones",
        "closed types, limits on length and number, one error for what is not understood",
        ("controller/wire/messages.py",),
        ("R-SEC-4",),
        (
            f"{_HUB}::test_a_message_that_is_none_ends_its_connection_and_nothing_else",
            f"{_HUB}::test_a_message_longer_than_a_screen_may_send_is_refused",
            "tests/wire/test_messages.py::test_no_bytes_raise_anything_else",
            f"{_HOSTILE}[fuzz]",
        ),
        (
            weak(
                "a message that is none is an accident",
                "controller.wire.messages",
                "except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:",
                "except RecursionError as error:",
                says="msgspec.DecodeError",
            ),
        ),
    ),
    Attack(
        "what-was-listened-to",
        "somebody on the line",
        "cards",
        "reading what is said on the line, and its lengths",
        "ChaCha20-Poly1305 under keys of the connection, messages padded to whole blocks",
        ("controller/wire/channel.py",),
        ("R-SEC-4", "SEC-1"),
        (
            f"{_CHANNEL}::test_what_is_said_does_not_show_and_its_length_hardly",
            "tests/app/test_canaries.py::test_sec_1_what_travels_is_ciphertext_for_the_own_seat_as_well",
        ),
        (
            weak(
                "messages are as long as what they say",
                "controller.wire.channel",
                "padded = sodium_pad(message, PADDING)",
                "padded = sodium_pad(message, 1 + PADDING // PADDING)",
                says="the length of a frame tells what is said",
            ),
            weak(
                "messages travel in clear behind their seal",
                "controller.wire.channel",
                "        return header + body\n",
                "        return header + body + message\n",
                says="what is said shows on the line",
            ),
        ),
    ),
)
