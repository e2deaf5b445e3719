"""A TPM 2.0, spoken to by the programs of `tpm2-tools`, one short process for each word (docs/adr).

A secret goes to them and comes from them through pipes alone: none stands in an argument, in the environment or in a
file. On its way to the chip and back it is encrypted under a session that is salted to a key of the TPM's, so that a
listener on the chip's bus reads nothing. What lies in the scratch folder are contexts that the TPM itself encrypted.
"""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

import msgspec

from controller.app.keys.refused import KeyRefused, KeyTrouble

MACHINES_OWN: Final = "device:/dev/tpmrm0"
"""The machine's own TPM behind the kernel's resource manager, as the tools name it (a TCTI)."""

PCR_COUNT: Final = 24
Bank = Literal["sha256", "sha384"]

_PATIENCE_S: Final = 10
_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
"""Where the tools are looked for, whatever the user's own path says."""

_SEALED_ATTRIBUTES: Final = "fixedtpm|fixedparent|adminwithpolicy|noda"
"""Of a sealed secret: it never leaves this TPM, opens by its policy alone, and a wrong state locks nothing."""

_RATCHET_ATTRIBUTES: Final = "nt=counter|ownerread|authread|authwrite|no_da"
_RATCHET_BYTES: Final = 8
_FIRST_INDEX: Final = 0x0180_0010
_INDEXES: Final = 64
"""NV indexes from the first on that a table may take, of those that belong to the owner."""

SessionKind = Literal["--hmac-session", "--policy-session"]
_ENCRYPTED: Final[dict[SessionKind, tuple[str, ...]]] = {
    "--hmac-session": ("--enable-decrypt", "--enable-encrypt"),
    "--policy-session": ("--enable-encrypt",),
}
"""What of a command under such a session is encrypted: what it is given and answers, or what it answers."""

_LOADING: Final = frozenset({"primary", "object", "endorsement"})
"""Contexts of objects: a tool that names one loads it into the chip and leaves it there."""

_CODE: Final = re.compile(r"\(0x([0-9a-fA-F]{3,8})\)")
_NO_TPM: Final = "could not load tcti"
_TROUBLES: Final[dict[int, KeyTrouble]] = {
    0x99D: "machine-changed",  # TPM_RC_POLICY_FAIL of a session
    0x128: "machine-changed",  # TPM_RC_PCR_CHANGED
    0x1DF: "tpm-exchanged",  # TPM_RC_INTEGRITY of a sealed object
    0x18B: "ratchet-gone",  # TPM_RC_HANDLE: no such NV index
    0x9A2: "tpm-owned",  # TPM_RC_BAD_AUTH of a session
    0x98E: "tpm-owned",  # TPM_RC_AUTH_FAIL of a session
}


class PcrPolicy(msgspec.Struct, frozen=True):
    """The registers whose values must be as they were when a secret was sealed."""

    bank: Bank
    pcrs: tuple[int, ...]

    @property
    def selection(self) -> str:
        """As the tools write it: `sha256:0,2,4,7`."""
        return f"{self.bank}:{','.join(map(str, self.pcrs))}"


class TpmObject(msgspec.Struct, frozen=True):
    """A secret that one TPM sealed: both halves as the TPM gave them. Without that TPM they say nothing."""

    public: bytes
    private: bytes


class Tpm:
    """One TPM. Every method raises `KeyRefused` with the name of what is the matter."""

    def __init__(self, device: str = MACHINES_OWN) -> None:
        """`device` is a TCTI as the tools name it."""
        self.device: Final = device

    def identity(self) -> bytes:
        """What tells this TPM from any other, and stays when its owner clears it: the name of an endorsement key."""
        with self._desk() as desk:
            desk.run("tpm2_createprimary", "-Q", "-C", "e", "-G", "ecc", "-c", "endorsement")
            desk.run("tpm2_readpublic", "-Q", "-c", "endorsement", "-n", "name")
            return desk.take("name")

    def seal(self, secret: bytes, policy: PcrPolicy) -> TpmObject:
        """Seal at most 128 bytes so that they come out only while the registers stand as they do now."""
        with self._desk() as desk:
            desk.make_primary()
            with desk.session():
                desk.run("tpm2_policypcr", "-Q", "-S", "session", "-l", policy.selection, "-L", "policy")
            with desk.session("--hmac-session"):
                made = ("-L", "policy", "-a", _SEALED_ATTRIBUTES, "-u", "public", "-r", "private")
                desk.run("tpm2_create", "-Q", "-C", "primary", "-i", "-", *made, "-S", "session", given=secret)
            return TpmObject(desk.take("public"), desk.take("private"))

    def unseal(self, sealed: TpmObject, policy: PcrPolicy) -> bytes:
        """Return what was sealed."""
        with self._desk() as desk:
            desk.make_primary()
            desk.lay("public", sealed.public)
            desk.lay("private", sealed.private)
            desk.run("tpm2_load", "-Q", "-C", "primary", "-u", "public", "-r", "private", "-c", "object")
            with desk.session("--policy-session"):
                desk.run("tpm2_policypcr", "-Q", "-S", "session", "-l", policy.selection)
                return desk.run("tpm2_unseal", "-c", "object", "-p", "session:session")

    def make_ratchet(self) -> int:
        """Define a counter that starts above every counter this TPM ever had; return its NV index."""
        with self._desk() as desk:
            taken = {
                int(word, 16) for word in re.findall(rb"0x[0-9a-fA-F]+", desk.run("tpm2_getcap", "handles-nv-index"))
            }
            free = (index for index in range(_FIRST_INDEX, _FIRST_INDEX + _INDEXES) if index not in taken)
            index = next(free, None)
            if index is None:
                raise KeyRefused("tpm-refuses", device=self.device, why="no NV index is free")
            size = str(_RATCHET_BYTES)
            desk.run("tpm2_nvdefine", "-Q", f"{index:#x}", "-C", "o", "-s", size, "-a", _RATCHET_ATTRIBUTES)
            desk.run("tpm2_nvincrement", "-Q", f"{index:#x}", "-C", f"{index:#x}")
            return index

    def read_ratchet(self, index: int) -> int:
        """Return where a counter stands."""
        with self._desk() as desk:
            return int.from_bytes(
                desk.run("tpm2_nvread", f"{index:#x}", "-C", f"{index:#x}", "-s", str(_RATCHET_BYTES))
            )

    def click_ratchet(self, index: int) -> None:
        """Raise a counter by one."""
        with self._desk() as desk:
            desk.run("tpm2_nvincrement", "-Q", f"{index:#x}", "-C", f"{index:#x}")

    def forget_ratchet(self, index: int) -> None:
        """Give the NV index of a counter back."""
        with self._desk() as desk:
            desk.run("tpm2_nvundefine", "-Q", f"{index:#x}", "-C", "o")

    @contextmanager
    def _desk(self) -> Iterator["_Desk"]:
        with TemporaryDirectory(prefix="jakaja-tpm-") as folder:
            yield _Desk(self.device, Path(folder))


class _Desk:
    """A scratch folder and the tools at work in it; a TPM holds few objects, so each is put down once it is saved."""

    def __init__(self, device: str, folder: Path) -> None:
        self._device = device
        self._folder = folder

    def make_primary(self) -> None:
        """Derive the storage key again, which is the same as long as the owner does not clear the TPM."""
        self.run("tpm2_createprimary", "-Q", "-C", "o", "-G", "ecc", "-c", "primary")

    @contextmanager
    def session(self, kind: SessionKind | None = None) -> Iterator[None]:
        """A session salted to the storage key, under which parameters are encrypted; of no kind only to compute."""
        if kind is None:
            self.run("tpm2_startauthsession", "-S", "session")
        else:
            self.run("tpm2_startauthsession", "-S", "session", kind, "--tpmkey-context", "primary")
        try:
            if kind is not None:
                self.run("tpm2_sessionconfig", "session", *_ENCRYPTED[kind])
            yield
        finally:
            self.run("tpm2_flushcontext", "session")

    def lay(self, name: str, contents: bytes) -> None:
        """Put a file where the tools find it."""
        (self._folder / name).write_bytes(contents)

    def take(self, name: str) -> bytes:
        """Return what a tool has written."""
        return (self._folder / name).read_bytes()

    def run(self, *words: str, given: bytes = b"") -> bytes:
        """Run one tool with `given` on its standard input; return what it says. Raises `KeyRefused`."""
        try:
            return self._tool(words, given)
        finally:
            if not _LOADING.isdisjoint(words):
                self._tool(("tpm2_flushcontext", "--transient-object"))

    def _tool(self, words: tuple[str, ...], given: bytes = b"") -> bytes:
        surroundings = {"PATH": _PATH, "TPM2TOOLS_TCTI": self._device, "LC_ALL": "C"}
        try:
            done = subprocess.run(
                words,
                input=given,
                capture_output=True,
                cwd=self._folder,
                env=surroundings,
                timeout=_PATIENCE_S,
                check=False,
            )
        except FileNotFoundError as error:
            raise KeyRefused("tpm-tools-missing", tool=words[0]) from error
        except subprocess.TimeoutExpired as error:
            raise KeyRefused("tpm-refuses", device=self._device, why=f"no answer in {_PATIENCE_S} s") from error
        if done.returncode:
            raise _refusal(self._device, done.stderr.decode("utf-8", "replace"))
        return done.stdout


def _refusal(device: str, complaint: str) -> KeyRefused:
    """What a tool's complaint means, by the TPM's own code in it."""
    if _NO_TPM in complaint.lower():
        return KeyRefused("tpm-absent", device=device)
    codes = [int(code, 16) for code in _CODE.findall(complaint)]
    trouble = next((_TROUBLES[code] for code in codes if code in _TROUBLES), None)
    lines = [line.removeprefix("ERROR: ") for line in complaint.splitlines() if line.startswith("ERROR: ")]
    why = next((line for line in lines if _CODE.search(line) or "0x" in line), lines[0] if lines else "no reason given")
    return KeyRefused(trouble or "tpm-refuses", device=device, why=why)
