"""The list of a release's files has one form, and two of three different people stand for it (SEC-4, R-SEC-1)."""

import pytest

from controller.software import (
    Listed,
    Manifest,
    ManifestError,
    SignerError,
    as_signers,
    is_plain,
    read_manifest,
    sign,
    who_signed,
    write_manifest,
)
from controller.software.signers import public_of, read_public, read_secret, write_public, write_secret
from tests.software.small_release import SECRETS

A, B = "a" * 64, "b" * 64
FILES = (Listed("bin/jakaja", A), Listed("lib/x.py", B))
TEXT = write_manifest(FILES)
PEMS = {name: write_public(public_of(secret)) for name, secret in SECRETS.items()}
SIGNERS = as_signers(PEMS)
SIGNED = {name: sign(TEXT, secret) for name, secret in SECRETS.items()}


def names(signatures: dict[str, bytes], text: bytes = TEXT) -> list[str]:
    return [signer.name for signer in who_signed(text, signatures, SIGNERS)]


def test_the_same_files_have_one_list():
    assert write_manifest(reversed(FILES)) == TEXT == f"{A}  bin/jakaja\n{B}  lib/x.py\n".encode()
    assert read_manifest(TEXT) == Manifest(FILES)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        TEXT[:-1],
        TEXT + b"\n",
        b"\n" + TEXT,
        TEXT.replace(b"\n", b"\r\n"),
        b"".join(reversed(TEXT.splitlines(keepends=True))),
        TEXT + TEXT.splitlines(keepends=True)[1],
        TEXT.replace(b"  lib", b" *lib"),
        TEXT.upper(),
        TEXT.replace(b"lib/x.py", b"../x.py"),
        TEXT.replace(b"lib/x.py", b"/x.py"),
        TEXT.replace(b"lib/x.py", "lib/ä.py".encode()),
        TEXT.replace(b"lib/x.py", b"MANIFEST"),
        TEXT.replace(b"lib/x.py", b"signatures/x"),
        TEXT.replace(b"lib/x.py", b"-"),
    ],
)
def test_sec_4_a_list_in_any_other_form_is_none(text):
    with pytest.raises(ManifestError):
        read_manifest(text)


@pytest.mark.parametrize(
    "path", ["", ".", "..", "a/../b", "/a", "a//b", "a/", "a\\b", "a\nb", "-", "a/-b", "a/ b", "x" * 241]
)
def test_sec_4_a_path_that_leaves_its_folder_or_is_read_in_two_ways_is_not_plain(path):
    assert not is_plain(path)


def test_sec_4_each_signature_is_one_persons():
    assert names(SIGNED) == ["anna", "ben", "cleo"]
    assert names({"anna": SIGNED["anna"], "ben": SIGNED["anna"]}) == ["anna"], "one signer twice"
    assert names({"dora": SIGNED["anna"]}) == [], "somebody else"
    assert names({"ben": SIGNED["ben"] + b"x", "cleo": SIGNED["cleo"][:-1]}) == []


def test_sec_4_every_changed_bit_of_list_or_signature_ends_it():
    for place in range(len(TEXT) * 8):
        changed = bytearray(TEXT)
        changed[place // 8] ^= 1 << place % 8
        assert names(SIGNED, bytes(changed)) == []
    for place in range(64 * 8):
        bent = bytearray(SIGNED["anna"])
        bent[place // 8] ^= 1 << place % 8
        assert names({"anna": bytes(bent)}) == []


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {name: PEMS[name] for name in ("anna", "ben")},
        {**PEMS, "dora": PEMS["anna"]},
        {**PEMS, "cleo": PEMS["anna"]},
        {**PEMS, "cleo": "no key"},
        {"anna": PEMS["anna"], "ben": PEMS["ben"], "Cleo": PEMS["cleo"]},
        {"anna": PEMS["anna"], "ben": PEMS["ben"], "../cleo": PEMS["cleo"]},
    ],
    ids=["none", "two", "four", "one key twice", "no key", "capitals", "a path"],
)
def test_sec_4_three_different_people_may_sign(keys):
    with pytest.raises(SignerError):
        as_signers(keys)


def test_keys_are_read_as_they_were_written():
    secret = SECRETS["anna"]
    assert read_secret("anna", write_secret(secret)) == secret
    assert read_public("anna", write_public(public_of(secret))) == public_of(secret)
    for wrong in (write_secret(secret), write_public(secret)[:-40], ""):
        with pytest.raises(SignerError):
            read_public("anna", wrong)
