"""Attacks on the program itself: its files, its updates, and what it is made of."""

from typing import Final

from tests.attacks.attack import Attack, weak

_OUTSIDE: Final = "tests/software/test_from_outside.py"
_MANIFEST: Final = "tests/software/test_manifest.py"
_WATCH: Final = "tests/app/test_software_watch.py"
_RELEASES: Final = "tests/software/test_releases.py"
_SUPPLY: Final = "tests/tidy/test_supply_chain.py"
_REGISTER: Final = "tests/app/test_keys_register.py"

SOFTWARE_ATTACKS: Final = (
    Attack(
        "changed-program",
        "somebody who edits the disk",
        "everything: another program, font, profile, or a module more",
        "a bit of any file changed, a file taken away, one added, a link in the place of one",
        "a signed list of all files and of nothing else",
        ("controller/app/release/tree.py", "controller/software/manifest.py"),
        ("R-SEC-1", "R-SEC-2", "SEC-4"),
        (
            f"{_OUTSIDE}::test_r_sec_1_one_bit_of_any_kind_of_file_is_found_inside_and_outside",
            f"{_OUTSIDE}::test_r_sec_1_what_nobody_signed_for_is_found",
            f"{_OUTSIDE}::test_r_sec_1_a_link_in_the_place_of_a_file_is_no_file",
            f"{_MANIFEST}::test_sec_4_a_path_that_leaves_its_folder_or_is_read_in_two_ways_is_not_plain",
        ),
        (
            weak(
                "a file is looked for and not read",
                "controller.app.release.tree",
                "        if total.hexdigest() != listed.digest:\n",
                "        if not total.hexdigest():\n",
                says="assert from_inside(root) ==",
            ),
            weak(
                "what nobody signed for may lie there",
                "controller.app.release.tree",
                "elif entry.is_symlink() or not (path in known or _SIGNATURE.fullmatch(path)):",
                "elif entry.is_symlink() and not (path in known or _SIGNATURE.fullmatch(path)):",
                says="assert sorted(from_inside(root)) == [",
            ),
            weak(
                "a link is as good as a file",
                "controller.app.release.tree",
                "os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK",
                "os.O_RDONLY | os.O_NONBLOCK",
                says="assert any(flaw.startswith(",
            ),
        ),
    ),
    Attack(
        "changed-while-it-runs",
        "somebody who edits the disk",
        "the program of a table that plays",
        "waiting until it has looked at itself, then changing a file, or putting another release in its place",
        "a round over all files every hour, against the list of the start",
        ("controller/app/release/watch.py",),
        ("R-SEC-1",),
        (
            f"{_WATCH}::test_sec_a_program_that_is_changed_while_it_runs_is_locked_within_a_round",
            f"{_WATCH}::test_sec_another_release_in_the_place_of_the_one_that_runs_is_a_change",
            f"{_WATCH}::test_sec_after_a_signed_release_an_unsigned_program_is_a_change",
        ),
        (
            weak(
                "a table looks at itself once",
                "controller.app.release.watch",
                "if self._release is None or now < self._next_ms:",
                "if self._release is None or now >= 0:",
                says='assert evening.faults == [("software-changed", CLASSES["sound"])]',
            ),
            weak(
                "any signed list will do",
                "controller.app.release.watch",
                "    if release.digest != started.digest:\n",
                "    if not release.digest:\n",
                says="though two people have signed for it",
            ),
            weak(
                "who ran a signed release may run anything after it",
                "controller.app.release.watch",
                "flaws = (_NO_RELEASE,) if self._release is None and faults.signed else self._flaws",
                "flaws = (_NO_RELEASE,) if self._release is faults.signed else self._flaws",
                says='assert evening.faults == [("software-changed", "program")]',
            ),
        ),
    ),
    Attack(
        "signed-by-one",
        "who delivers the software",
        "every table that takes an update",
        "an update signed by one, by nobody, by his own keys, or whose list or signature was bent in a bit",
        "two of three people, whose keys are on no table and in no release",
        ("controller/software/signers.py", "controller/app/release/tree.py"),
        ("SEC-4", "Deckmate 2, 2023"),
        (
            f"{_OUTSIDE}::test_sec_4_too_few_signers_make_no_release",
            f"{_OUTSIDE}::test_sec_4_a_release_does_not_bring_its_own_signers",
            f"{_MANIFEST}::test_sec_4_every_changed_bit_of_list_or_signature_ends_it",
            f"{_MANIFEST}::test_sec_4_each_signature_is_one_persons",
            f"{_MANIFEST}::test_sec_4_three_different_people_may_sign",
        ),
        (
            weak(
                "one is enough",
                "controller.app.release.tree",
                "() if len(signed) >= NEEDED else (few,))",
                "() if len(signed) >= 1 else (few,))",
                says="signed by 1 of 2 who must",
            ),
            weak(
                "a signature is looked for and not checked",
                "controller.software.signers",
                "        VerifyKey(key).verify(text, signature)\n",
                "        VerifyKey(key).encode() + text + signature\n",
                says="assert from_inside(root) ==",
            ),
            weak(
                "two names may have one key",
                "controller.software.signers",
                "!= SIGNERS or len(signers) != SIGNERS:",
                "> SIGNERS or len(signers) != SIGNERS:",
                says="DID NOT RAISE SignerError",
            ),
        ),
    ),
    Attack(
        "older-release",
        "who delivers the software",
        "a weakness that was mended long ago",
        "an older release, signed as it always was, another one under the same number, or one for another machine",
        "a number that only grows, raised once the new release has proved itself",
        ("controller/app/release/installing.py", "controller/app/release/remembered.py", "firmware/host/starter.py"),
        ("SEC-4",),
        (
            f"{_RELEASES}::test_sec_4_an_older_release_never_comes_back",
            f"{_RELEASES}::test_sec_4_a_second_release_under_one_number_is_refused_and_the_same_one_mends",
            f"{_RELEASES}::test_sec_4_a_release_for_another_machine_is_refused",
            "tests/app/test_release_remembered.py::test_sec_4_an_older_release_does_not_start_though_its_folder_is_whole",
        ),
        (
            weak(
                "whoever brings the whole folder back brings the floor back",
                "controller.app.keys.counter",
                "    if not stands <= asked < COUNTER_TOP:\n",
                "    if not 0 <= asked < COUNTER_TOP:\n",
                says="DID NOT RAISE KeyRefused",
            ),
            weak(
                "any number may follow on any other",
                "controller.app.release.installing",
                "    if contents.serial > floor or (",
                "    if contents.serial > 0 or (",
                says="DID NOT RAISE Problem",
            ),
        ),
    ),
    Attack(
        "update-by-one",
        "one of the staff",
        "the program",
        "installing or confirming a release alone, from outside, or behind a door that nobody announced",
        "a technician with his key and somebody else, behind the announced logic door, in the journal first",
        ("controller/faults/play.py", "controller/access/rights.py"),
        ("SEC-4", "SEC-7", "Deckmate 2, 2023"),
        (
            "tests/machine/test_release_changes.py::test_sec_4_where_the_logic_door_is_watched_it_must_stand_open_and_be_announced",
            "tests/machine/test_release_changes.py::test_sec_4_it_takes_a_technician_and_somebody_else",
            "tests/machine/test_release_changes.py::test_sec_4_it_stands_in_the_journal_with_its_digest",
        ),
        (
            weak(
                "the door may be shut",
                "controller.faults.play",
                "if door is not None and not (door.open and door.by):",
                "if door is not None and not door:",
                says="was accepted",
            ),
        ),
    ),
    Attack(
        "archive-that-unpacks-elsewhere",
        "who delivers the software",
        "files of the machine beside the release",
        "paths that lead out, links, devices, pipes, sizes out of all bounds, a byte changed anywhere",
        "headers that can have one form only; nothing but the listed files comes out",
        ("controller/software/archive.py", "controller/app/release/packing.py"),
        ("SEC-4",),
        (
            f"{_RELEASES}::test_sec_4_nothing_but_the_listed_files_comes_out_of_an_archive",
            f"{_RELEASES}::test_sec_4_a_shortened_or_lengthened_archive_is_refused",
            f"{_RELEASES}::test_sec_4_every_changed_byte_of_an_archive_is_refused[a few]",
        ),
        (
            weak(
                "a header need not be the one that it should be",
                "controller.software.archive",
                "    if size < 0 or block != header(path, size):\n",
                "    if size < 0 or len(block) != BLOCK:\n",
                says="DID NOT RAISE Problem",
            ),
        ),
    ),
    Attack(
        "release-that-does-not-start",
        "who delivers the software",
        "a table that plays",
        "a release that never comes up, or one that was changed after it was installed",
        "two places, a trial of three starts, and the one before it kept until people confirm",
        ("firmware/host/starter.py", "controller/app/release/installing.py"),
        ("SEC-4", "R-SEC-2"),
        (
            f"{_RELEASES}::test_sec_4_a_release_that_does_not_come_up_three_times_gives_way_to_the_one_before",
            f"{_RELEASES}::test_sec_4_a_confirmed_release_that_was_changed_does_not_start_at_all",
            f"{_RELEASES}::test_sec_4_what_was_changed_after_it_was_installed_does_not_start",
        ),
        (
            weak(
                "it is tried for ever",
                "firmware.host.starter",
                'if trial["starts"] >= MOST_STARTS:',
                'if trial["starts"] >= MOST_STARTS << 8:',
                says="assert (machine.starts, machine.slots.trial) == (1, None)",
            ),
            weak(
                "what was confirmed is never looked at again",
                "firmware.host.starter",
                '    digest = check(base / slot, base / "signers")\n',
                '    digest = (base / slot / "MANIFEST").name\n',
                says="assert 0 == 1",
            ),
        ),
    ),
    Attack(
        "disk-put-back",
        "somebody who edits the disk",
        "what has happened since, and the version of the software",
        "a copy of the whole disk, put back with keys, counters and all",
        "a file under a MAC that carries the number of a counter in the TPM, and how far the history had come",
        ("controller/app/keys/register.py", "controller/app/keys/history.py"),
        ("SEC-4", "SEC-6"),
        (
            f"{_REGISTER}::test_sec_4_no_file_from_before_is_believed_whenever_it_was_copied",
            f"{_REGISTER}::test_sec_4_a_file_that_another_key_wrote_or_somebody_altered_is_refused",
            f"{_REGISTER}::test_sec_4_a_history_that_was_cut_back_or_exchanged_is_refused",
        ),
        (
            weak(
                "an older file is as good as the newest",
                "controller.app.keys.register",
                "        elif kept.clicks != clicks:\n",
                "        elif kept.clicks > clicks:\n",
                says="DID NOT RAISE KeyRefused",
            ),
            weak(
                "what is remembered needs no MAC",
                "controller.app.keys.register",
                "    if not hmac.compare_digest(mac, _mac(table_key, body)):\n",
                "    if len(mac) != len(_mac(table_key, body)):\n",
                says="DID NOT RAISE KeyRefused",
            ),
            weak(
                "nobody asks how far the history had come",
                "controller.app.keys.history",
                "    if kept.record and found != kept.hash:\n",
                "    if kept.record and found is kept:\n",
                says="DID NOT RAISE KeyRefused",
            ),
        ),
    ),
    Attack(
        "package-of-somebody",
        "who delivers the software",
        "the program, by what it is made of",
        "another file under the same version, a package that nothing needs, code that runs when it is installed",
        "hashes of every file, wheels alone, nothing that is not needed",
        ("controller/app/release/lock.py", ".ci/locks/runtime.txt"),
        ("SEC-9",),
        (
            f"{_SUPPLY}::test_sec_9_every_package_is_pinned_by_version_and_hash",
            f"{_SUPPLY}::test_sec_9_a_package_without_version_or_hash_is_found",
            f"{_SUPPLY}::test_sec_9_the_locks_pin_what_the_project_asks_for_and_nothing_else",
        ),
        (
            weak(
                "what no line of the lock pins is let by",
                "controller.app.release.lock",
                "    if found is None:\n        raise LockError(",
                "    if found is None:\n        return Pinned(entry, '', ())\n        raise LockError(",
                says="DID NOT RAISE LockError",
            ),
            weak(
                "packages are built where they are installed",
                "controller.app.release.lock",
                '    if entries[:1] != ["--only-binary :all:"]:\n',
                "    if not entries:\n",
                says="DID NOT RAISE LockError",
            ),
        ),
    ),
)
