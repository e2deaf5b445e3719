"""What is kept of a PIN, and what its hashing costs (SEC-7)."""

import msgspec


class PinCost(msgspec.Struct, frozen=True):
    """What hashing a PIN with Argon2id costs: memory in KiB and passes over it. Less than the default is for tests."""

    kibibytes: int = 64 * 1024
    passes: int = 2


class PinDigest(msgspec.Struct, frozen=True):
    """All that is kept of a PIN: salt (16 bytes), cost, and the digest (32 bytes), which is keyed by the table's key.

    Without that key nobody can tell a right PIN from a wrong one, however few digits it has.
    """

    salt: bytes
    cost: PinCost
    digest: bytes
