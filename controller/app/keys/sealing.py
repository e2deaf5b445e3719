"""How the key of a table is sealed: as a file of its own, or by the machine's TPM under the state of its software.

`keys/sealing.toml` in a table's folder says which; without it keys are files. The TPM gives the key out only while the
named registers (PCRs), into which firmware, boot loader and kernel measured themselves, stand as when it was sealed.
"""

from typing import Final, Protocol

import msgspec

from controller.app.keys.folder import KeyFolder
from controller.app.keys.refused import KeyRefused
from controller.app.keys.tpm import MACHINES_OWN, PCR_COUNT, Bank, PcrPolicy, Tpm, TpmObject

CONFIGURATION: Final = "sealing.toml"
DEFAULT_PCRS: Final = (0, 2, 4, 7)
"""Firmware, its options, boot loader (with a unified image: kernel and command line too), Secure Boot."""


class KeySeal(Protocol):
    """Closes a table's key, and opens it again where it may be opened."""

    suffix: str
    """Of the names of files that it closed."""

    def seal(self, secret: bytes) -> bytes:
        """Return what may lie on a disk. Raises `KeyRefused`."""

    def unseal(self, sealed: bytes) -> bytes:
        """Return the secret. Raises `KeyRefused`, which says how to mend it."""


class Ratchet(Protocol):
    """A number that goes up by one and never down, kept where no backup of a disk reaches it."""

    def read(self) -> int:
        """Return where it stands. Raises `KeyRefused`."""

    def click(self) -> None:
        """Raise it by one, durable when this returns. Raises `KeyRefused`."""


class Sealing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The configuration of a table whose key the TPM seals; `ratchet` is the NV index of its counter, 0 for none."""

    pcrs: tuple[int, ...] = DEFAULT_PCRS
    bank: Bank = "sha256"
    device: str = MACHINES_OWN
    ratchet: int = 0

    @property
    def policy(self) -> PcrPolicy:
        """The state that the key is sealed to."""
        return PcrPolicy(self.bank, self.pcrs)

    def text(self) -> bytes:
        """As it stands in the file."""
        pcrs = ", ".join(map(str, self.pcrs))
        lines = (
            f"pcrs = [{pcrs}]",
            f'bank = "{self.bank}"',
            f'device = "{self.device}"',
            f"ratchet = {self.ratchet:#x}",
        )
        return "".join(f"{line}\n" for line in lines).encode()


class FileSeal:
    """No seal but the file's mode: the key lies in its file as it is."""

    suffix = "key"

    def seal(self, secret: bytes) -> bytes:
        """Return the secret itself."""
        return secret

    def unseal(self, sealed: bytes) -> bytes:
        """Return what lies there."""
        return sealed


class _Blob(msgspec.Struct, frozen=True, array_like=True):
    """A sealed key as its file holds it (MessagePack), with which TPM sealed it and to what."""

    object: TpmObject
    policy: PcrPolicy
    tpm: bytes


class TpmSeal:
    """Sealed by a TPM under a policy of its registers."""

    suffix = "sealed"

    def __init__(self, tpm: Tpm, policy: PcrPolicy) -> None:
        self._tpm = tpm
        self._policy = policy

    def seal(self, secret: bytes) -> bytes:
        """Seal to the state of this machine as it is now. Raises `KeyRefused`."""
        blob = _Blob(self._tpm.seal(secret, self._policy), self._policy, self._tpm.identity())
        return msgspec.msgpack.encode(blob)

    def unseal(self, sealed: bytes) -> bytes:
        """Return the secret. Raises `KeyRefused`: another TPM, a cleared one, none, or changed software."""
        try:
            blob = msgspec.msgpack.decode(sealed, type=_Blob)
        except msgspec.DecodeError as error:
            raise KeyRefused("key-damaged", path="the sealed key", size=len(sealed)) from error
        try:
            return self._tpm.unseal(blob.object, blob.policy)
        except KeyRefused as refused:
            if refused.trouble == "tpm-exchanged" and self._tpm.identity() == blob.tpm:
                raise KeyRefused("tpm-cleared", device=self._tpm.device) from refused
            raise


class TpmRatchet:
    """The counter at one NV index of a TPM."""

    def __init__(self, tpm: Tpm, index: int) -> None:
        self._tpm = tpm
        self._index = index

    def read(self) -> int:
        """Return where it stands. Raises `KeyRefused`."""
        return self._tpm.read_ratchet(self._index)

    def click(self) -> None:
        """Raise it by one. Raises `KeyRefused`."""
        self._tpm.click_ratchet(self._index)


def read_sealing(folder: KeyFolder) -> Sealing | None:
    """Return how a table's key is sealed; None where it is a file. Raises `KeyRefused`."""
    if not folder.has(CONFIGURATION):
        return None
    try:
        return checked(msgspec.toml.decode(folder.read(CONFIGURATION), type=Sealing))
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
        raise KeyRefused("sealing-unknown", path=folder.at(CONFIGURATION), why=error) from error


def checked(sealing: Sealing) -> Sealing:
    """Return the configuration if a TPM can go by it. Raises ValueError."""
    if not sealing.pcrs or len(set(sealing.pcrs)) != len(sealing.pcrs):
        raise ValueError("pcrs names no register, or one twice")
    if not all(0 <= pcr < PCR_COUNT for pcr in sealing.pcrs):
        raise ValueError(f"a register has a number from 0 to {PCR_COUNT - 1}")
    if any(sign in sealing.device for sign in '"\\\n'):
        raise ValueError("device holds what no device's name holds")
    return sealing


def tpm_of(sealing: Sealing) -> Tpm:
    """Return the TPM that the configuration names."""
    return Tpm(sealing.device)


def seal_of(sealing: Sealing | None) -> KeySeal:
    """Return the seal that the configuration names."""
    return FileSeal() if sealing is None else TpmSeal(tpm_of(sealing), sealing.policy)


def ratchet_of(sealing: Sealing) -> Ratchet:
    """Return the counter that the configuration names."""
    return TpmRatchet(tpm_of(sealing), sealing.ratchet)
