"""Which files a release is made of, and who has signed for them: formats and rules, without a disk (SEC-4, R-SEC-1)."""

from controller.software.manifest import (
    MANIFEST,
    SIGNATURES,
    Listed,
    Manifest,
    ManifestError,
    digest,
    is_plain,
    read_manifest,
    write_manifest,
)
from controller.software.signers import NEEDED, SIGNERS, Signer, SignerError, as_signers, sign, who_signed

__all__ = [
    "MANIFEST",
    "NEEDED",
    "SIGNATURES",
    "SIGNERS",
    "Listed",
    "Manifest",
    "ManifestError",
    "Signer",
    "SignerError",
    "as_signers",
    "digest",
    "is_plain",
    "read_manifest",
    "sign",
    "who_signed",
    "write_manifest",
]
