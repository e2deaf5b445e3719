"""Who may sign a release, and who has: Ed25519 over the list of its files, two of three people (SEC-4).

Keys are in PEM as `openssl genpkey -algorithm ed25519` writes them, signatures are the bare 64 bytes that `openssl
pkeyutl -rawin` makes and checks: whoever looks from outside needs no program of ours.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
from nacl.exceptions import CryptoError
from nacl.signing import SigningKey, VerifyKey

SIGNERS: Final = 3
"""So many people may sign; one key may be lost and one may be stolen."""

NEEDED: Final = 2
"""So many of them must have signed."""

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")
_PUBLIC: Final = bytes.fromhex("302a300506032b6570032100")
"""What stands before the 32 bytes of an Ed25519 key in a SubjectPublicKeyInfo (RFC 8410)."""

_SECRET: Final = bytes.fromhex("302e020100300506032b657004220420")
"""The same of a private key that no password guards."""


class SignerError(Exception):
    """A key is none, or three keys are not those of three people; the message says which."""


class Signer(msgspec.Struct, frozen=True):
    """Somebody who may sign: his name, in small letters, and his public key (32 bytes)."""

    name: str
    key: bytes

    @property
    def fingerprint(self) -> str:
        """Sixteen hex digits by which people tell keys apart."""
        return hashlib.sha256(self.key).hexdigest()[:16]

    def __str__(self) -> str:
        return f"{self.name} ({self.fingerprint})"


def as_signers(keys: Mapping[str, str]) -> tuple[Signer, ...]:
    """Return the three who may sign, by their public keys in PEM. Raises SignerError: two names are not one person."""
    if wrong := sorted(name for name in keys if not _NAME.fullmatch(name)):
        raise SignerError(f"{wrong[0]}: no name of a signer; use small letters, digits and hyphens")
    signers = tuple(Signer(name, read_public(name, keys[name])) for name in sorted(keys))
    if len({signer.key for signer in signers}) != SIGNERS or len(signers) != SIGNERS:
        raise SignerError(f"{len(keys)} keys of signers, where {SIGNERS} different ones must be")
    return signers


def who_signed(text: bytes, signatures: Mapping[str, bytes], signers: Iterable[Signer]) -> tuple[Signer, ...]:
    """Return those whose signature under the list `text` is theirs, by name; `NEEDED` of them make a release."""
    return tuple(signer for signer in signers if _is_signed(text, signatures.get(signer.name, b""), signer.key))


def _is_signed(text: bytes, signature: bytes, key: bytes) -> bool:
    try:
        VerifyKey(key).verify(text, signature)
    except (CryptoError, ValueError):
        return False
    return True


def sign(text: bytes, secret: bytes) -> bytes:
    """Return the signature (64 bytes) under a list by a private key (32 bytes)."""
    return bytes(SigningKey(secret).sign(text).signature)


def public_of(secret: bytes) -> bytes:
    """Return the public key (32 bytes) that belongs to a private one."""
    return bytes(SigningKey(secret).verify_key)


def write_public(key: bytes) -> str:
    """Return a public key in PEM."""
    return _pem("PUBLIC KEY", _PUBLIC + key)


def write_secret(secret: bytes) -> str:
    """Return a private key in PEM."""
    return _pem("PRIVATE KEY", _SECRET + secret)


def read_public(name: str, text: str) -> bytes:
    """Return a public key (32 bytes) from its PEM; raises SignerError, which names whose it is."""
    return _unwrapped(name, text, "PUBLIC KEY", _PUBLIC)


def read_secret(name: str, text: str) -> bytes:
    """Return a private key (32 bytes) from its PEM; raises SignerError, also where a password guards it."""
    return _unwrapped(name, text, "PRIVATE KEY", _SECRET)


def _pem(kind: str, contents: bytes) -> str:
    return f"-----BEGIN {kind}-----\n{base64.b64encode(contents).decode()}\n-----END {kind}-----\n"


def _unwrapped(name: str, text: str, kind: str, head: bytes) -> bytes:
    lines = text.split()
    begin, end = f"-----BEGIN {kind}-----".split(), f"-----END {kind}-----".split()
    inside = "".join(lines[len(begin) : -len(end)])
    try:
        contents = base64.b64decode(inside, validate=True)
    except (binascii.Error, ValueError):
        contents = b""
    is_whole = lines[: len(begin)] == begin and lines[-len(end) :] == end
    if not (is_whole and contents[: len(head)] == head and len(contents) == len(head) + KEY_BYTES):
        raise SignerError(f"{name}: no {kind.lower()} for Ed25519 in PEM; make one with openssl genpkey")
    return contents[len(head) :]
